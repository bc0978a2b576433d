-- Moves that players have left for their next turns, as lines of play. Only their writers see them.

CREATE TABLE conditional_moves (
    match_id uuid NOT NULL REFERENCES matches,
    user_id  uuid NOT NULL REFERENCES users,
    -- The last line of the log before the lines of play.
    ply      ply  NOT NULL,
    lines    text NOT NULL CHECK (length(lines) BETWEEN 2 AND 200000),
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX conditional_moves_by_user ON conditional_moves (user_id);
