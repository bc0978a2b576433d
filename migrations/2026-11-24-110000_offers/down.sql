DROP TABLE replacements;
ALTER TABLE incoming DROP COLUMN holder;
ALTER TABLE seats DROP COLUMN holder, DROP COLUMN from_ply;
DROP DOMAIN holder;
DROP INDEX matches_offered;
ALTER TABLE matches DROP COLUMN offered;
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
DELETE FROM deliveries d USING letters l WHERE l.home = d.home AND l.id = d.letter_id AND l.kind IN ('lapsed', 'seat-offered', 'seat-taken');
DELETE FROM letters WHERE kind IN ('lapsed', 'seat-offered', 'seat-taken');
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce'
    )
);
UPDATE matches SET on_lapse = 'forfeit' WHERE on_lapse = 'replace';
ALTER DOMAIN on_lapse DROP CONSTRAINT on_lapse_check;
ALTER DOMAIN on_lapse ADD CONSTRAINT on_lapse_check CHECK (VALUE IN ('forfeit', 'pass'));
