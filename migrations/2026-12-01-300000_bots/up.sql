-- Accounts that programs play. An account of a bot is owned by a person, has no address, and is used by its token alone; a person can also
-- say that a program plays their own account.
ALTER TABLE users ADD COLUMN is_bot boolean NOT NULL DEFAULT false,
    ADD COLUMN owner uuid REFERENCES users,
    ADD CONSTRAINT users_owned_is_bot CHECK (owner IS NULL OR is_bot AND address IS NULL);
CREATE INDEX users_by_owner ON users (owner) WHERE owner IS NOT NULL;
