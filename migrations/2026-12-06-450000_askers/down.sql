ALTER TABLE sign_ins DROP COLUMN asked_by;
