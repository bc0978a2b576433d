DELETE FROM deliveries d USING letters l WHERE l.home = d.home AND l.id = d.letter_id AND l.kind = 'account-notice';
DELETE FROM letters WHERE kind = 'account-notice';
DROP TABLE notices;
DROP DOMAIN notice_kind;
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered', 'turn-list', 'digest', 'seat-idle', 'hook-off', 'report'
    )
);
