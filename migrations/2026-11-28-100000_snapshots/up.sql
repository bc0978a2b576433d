-- Positions of matches after some lines of their logs, so that an earlier position can be derived from a few lines. They follow from the
-- log, are made when they are first needed, and may be removed at any time.
CREATE TABLE snapshots (
    match_id   uuid         NOT NULL REFERENCES matches,
    -- The last line before the position.
    ply        ply          NOT NULL,
    turn       turn         NOT NULL,
    left_seats seat_bits    NOT NULL,
    lapses     match_lapses NOT NULL,
    state      text         NOT NULL,
    -- The number of lines so far that each eye may read: that of spectators, that of the end, and that of each seat.
    told       integer[]    NOT NULL,
    PRIMARY KEY (match_id, ply)
);
