-- The chain of the lines of a log, as records have it: any line that is changed later changes all heads after it. Matches that had begun
-- before have none.

CREATE DOMAIN head AS bytea CHECK (octet_length(VALUE) = 32);

ALTER TABLE moves
    -- The head of the chain after the line.
    ADD COLUMN head head,
    -- The number of the line for spectators; null if they may not know of it before the end.
    ADD COLUMN public_line ply;
