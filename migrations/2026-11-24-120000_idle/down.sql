ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
DELETE FROM deliveries d USING letters l WHERE l.home = d.home AND l.id = d.letter_id AND l.kind = 'still-playing';
DELETE FROM letters WHERE kind = 'still-playing';
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken'
    )
);
-- The log is only ever appended to: lines of abandoned matches stay, and a new check does not look at them.
ALTER DOMAIN cause DROP CONSTRAINT cause_check;
ALTER DOMAIN cause ADD CONSTRAINT cause_check CHECK (VALUE IN ('start', 'chosen', 'forced', 'lapse', 'forfeit', 'timer-out')) NOT VALID;
