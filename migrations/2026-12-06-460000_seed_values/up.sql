-- A value of 16 bytes that a player gave when joining. At the start the values of all players are stored behind the 32 bytes of the seed, and
-- are mixed into it.
ALTER TABLE seats ADD COLUMN seed_value bytea;
DO $$ BEGIN
    ALTER DOMAIN match_seed DROP CONSTRAINT match_seed_check;
    ALTER DOMAIN match_seed ADD CONSTRAINT match_seed_check
        CHECK (octet_length(VALUE) BETWEEN 32 AND 288 AND octet_length(VALUE) % 16 = 0);
END $$;
