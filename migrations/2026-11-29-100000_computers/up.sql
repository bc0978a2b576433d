-- Computer players are accounts without an address: no person can sign in to them, and no letter goes to them. The first match that needs
-- one makes it.
ALTER TABLE users ADD COLUMN computer smallint CHECK (computer BETWEEN 1 AND 5),
    ADD CONSTRAINT users_computer_has_no_address CHECK (computer IS NULL OR address IS NULL);
CREATE INDEX users_computer ON users (id) WHERE computer IS NOT NULL;
