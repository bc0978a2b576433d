DROP INDEX letters_turn_list;
DELETE FROM incoming WHERE key = 'list';
ALTER DOMAIN incoming_key DROP CONSTRAINT incoming_key_check;
ALTER DOMAIN incoming_key ADD CONSTRAINT incoming_key_check CHECK (
    VALUE IN ('turn', 'resign', 'invitation', 'bounce', 'proposal')
);
DELETE FROM deliveries USING letters l
WHERE l.home = deliveries.home AND l.id = deliveries.letter_id AND l.kind IN ('turn-list', 'digest', 'seat-idle');
DELETE FROM letters WHERE kind IN ('turn-list', 'digest', 'seat-idle');
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered'
    )
);
ALTER TABLE users DROP COLUMN digest_at;
