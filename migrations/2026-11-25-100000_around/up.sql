-- What is around a match.

-- Texts that only their writers see, one for each person and match.
CREATE TABLE private_notes (
    user_id    uuid        NOT NULL REFERENCES users,
    match_id   uuid        NOT NULL REFERENCES matches,
    text       text        NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    written_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, match_id)
);

-- Matches of others that a person watches.
CREATE TABLE watches (
    user_id  uuid        NOT NULL REFERENCES users,
    match_id uuid        NOT NULL REFERENCES matches,
    since    timestamptz NOT NULL,
    PRIMARY KEY (user_id, match_id)
);

-- The match that the players of a match that is over have made to play again.
CREATE TABLE rematches (
    match_id uuid NOT NULL PRIMARY KEY REFERENCES matches,
    next_id  uuid NOT NULL REFERENCES matches
);

-- When a person was last here, as exact as an hour; and whether others may know.
ALTER TABLE users ADD COLUMN seen_at timestamptz;
ALTER TABLE users ADD COLUMN shows_seen boolean NOT NULL DEFAULT true;
