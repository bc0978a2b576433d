-- Notes of players to their table, beside the moves. They are no part of the log.

ALTER TABLE matches ADD COLUMN notes boolean NOT NULL DEFAULT true;
ALTER TABLE users ADD COLUMN notes boolean NOT NULL DEFAULT true;

CREATE TABLE notes (
    match_id uuid        NOT NULL REFERENCES matches,
    id       uuid        NOT NULL,
    user_id  uuid        NOT NULL REFERENCES users,
    text     text        NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
    at       timestamptz NOT NULL,
    -- The message that it came by, and its number there: a message that is read again writes it once.
    via      uuid,
    part     smallint,
    PRIMARY KEY (match_id, id),
    CONSTRAINT notes_by_message UNIQUE (match_id, via, part)
);
CREATE INDEX notes_by_user ON notes (user_id, id);
