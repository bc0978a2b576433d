ALTER TABLE incoming DROP COLUMN last_until;
ALTER TABLE incoming DROP COLUMN last_in_turn;
ALTER TABLE incoming DROP COLUMN counted_as;
DROP DOMAIN counted_as;
