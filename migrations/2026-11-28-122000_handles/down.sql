DROP TABLE former_handles;
ALTER TABLE users DROP COLUMN skeleton;
