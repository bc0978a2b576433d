-- Matches keep their players: those of the computer stay as accounts that are deleted.
UPDATE users SET deleted_at = created_at WHERE computer IS NOT NULL;
DROP INDEX users_computer;
ALTER TABLE users DROP CONSTRAINT users_computer_has_no_address, DROP COLUMN computer;
