DROP INDEX letters_by_id;
DROP TABLE extensions;
DROP TABLE bounces;
ALTER TABLE users DROP COLUMN unreachable_since;
