-- What the host of the server decides: who may use it, and which matches are shown and go on.

-- Since when the account is blocked; null if it is not.
ALTER TABLE users ADD COLUMN blocked_at timestamptz;

-- The matches that are hidden, with the visibility that each had and gets again. As long as a match is hidden it is private.
CREATE TABLE hidden_matches (
    match_id   uuid       PRIMARY KEY REFERENCES matches,
    visibility visibility NOT NULL
);

-- Every act of the host, with its reason. That of an end is told to the readers of the match.
CREATE DOMAIN host_act AS text CHECK (VALUE IN ('block', 'unblock', 'hide', 'show', 'end'));
CREATE TABLE host_acts (
    id       uuid        PRIMARY KEY,
    at       timestamptz NOT NULL,
    act      host_act    NOT NULL,
    user_id  uuid        REFERENCES users,
    match_id uuid        REFERENCES matches,
    reason   text        NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
    CONSTRAINT host_acts_name_one CHECK ((user_id IS NULL) <> (match_id IS NULL))
);
CREATE UNIQUE INDEX host_acts_end ON host_acts (match_id) WHERE act = 'end';
