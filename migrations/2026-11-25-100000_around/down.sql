ALTER TABLE users DROP COLUMN shows_seen;
ALTER TABLE users DROP COLUMN seen_at;
DROP TABLE rematches;
DROP TABLE watches;
DROP TABLE private_notes;
