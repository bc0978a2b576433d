DROP INDEX letters_due;
ALTER TABLE letters DROP COLUMN lane;
DROP DOMAIN letter_lane;
CREATE INDEX letters_due ON letters (due_at) WHERE state = 'due';
