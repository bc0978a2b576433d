-- Letters without which a person cannot get into their account have senders of their own, and wait for no other letters.

CREATE DOMAIN letter_lane AS text CHECK (VALUE IN ('access', 'other'));
ALTER TABLE letters ADD COLUMN lane letter_lane NOT NULL
    GENERATED ALWAYS AS (CASE WHEN kind IN ('sign-in', 'confirm-address') THEN 'access' ELSE 'other' END) STORED;
DROP INDEX letters_due;
CREATE INDEX letters_due ON letters (lane, due_at) WHERE state = 'due';
