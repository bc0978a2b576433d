-- A match without a clock in which no player has moved for long asks its players by letter, and is abandoned after two more weeks.

ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing'
    )
);
ALTER DOMAIN cause DROP CONSTRAINT cause_check;
ALTER DOMAIN cause ADD CONSTRAINT cause_check
    CHECK (VALUE IN ('start', 'chosen', 'forced', 'lapse', 'forfeit', 'timer-out', 'abandoned'));
-- The worker looks at each of them once, and finds when it has to look again.
UPDATE matches SET due_at = now() WHERE phase = 'running' AND due_at IS NULL;
