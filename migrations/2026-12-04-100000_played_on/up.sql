-- Matches that are played on from a line of an earlier one. Lines up to there keep the seeds with which they were played.

CREATE TABLE played_on (
    match_id      uuid      PRIMARY KEY REFERENCES matches,
    source        uuid      NOT NULL REFERENCES matches,
    earlier_seeds text      NOT NULL,
    -- The moment of the last of these lines. The match starts at it.
    moment        moment_ms NOT NULL
);
