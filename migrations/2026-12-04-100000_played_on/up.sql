-- Matches that are played on from a line of an earlier one. Lines up to there keep the seeds with which they were played. The earlier match of
-- an imported match is not known.

CREATE TABLE played_on (
    match_id      uuid      PRIMARY KEY REFERENCES matches,
    source        uuid      REFERENCES matches,
    earlier_seeds text      NOT NULL,
    -- The moment at which the match starts: that of the last of these lines; 0 in an imported match.
    moment        moment_ms NOT NULL
);
