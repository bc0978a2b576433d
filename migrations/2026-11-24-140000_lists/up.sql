-- Lists of the matches that wait for a person, and the letter about a player who has not come back.

-- The time of the next digest; none for people who have not asked for it.
ALTER TABLE users ADD COLUMN digest_at timestamptz;
CREATE INDEX users_digest ON users (digest_at) WHERE digest_at IS NOT NULL;

ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered', 'turn-list', 'digest', 'seat-idle'
    )
);
ALTER DOMAIN incoming_key DROP CONSTRAINT incoming_key_check;
ALTER DOMAIN incoming_key ADD CONSTRAINT incoming_key_check CHECK (
    VALUE IN ('turn', 'resign', 'invitation', 'bounce', 'proposal', 'list')
);

-- Of two senders that put off a letter to one reader at once, one owes the list.
CREATE UNIQUE INDEX letters_turn_list ON letters (home) WHERE kind = 'turn-list' AND state = 'due' AND attempts = 0;
