ALTER TABLE users DROP COLUMN vacations;
ALTER TABLE matches ADD COLUMN deadlines timestamptz[] NOT NULL DEFAULT '{NULL,NULL,NULL,NULL,NULL,NULL}', ADD COLUMN move_time_ms time_span_ms;
ALTER TABLE matches DROP COLUMN revision, DROP COLUMN clocks, DROP COLUMN clock;
DROP DOMAIN revision;
DROP DOMAIN seat_clocks;
