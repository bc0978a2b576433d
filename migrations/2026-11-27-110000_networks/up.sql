-- Networks from which people have signed in, and those from which sign-ins are asked for: each as an HMAC by a key that the database does
-- not know.

CREATE TABLE user_networks (
    user_id uuid        NOT NULL REFERENCES users,
    -- An IPv4 network of 24 bits, or an IPv6 network of 48.
    network bytea       NOT NULL CHECK (octet_length(network) = 32),
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, network)
);
CREATE INDEX user_networks_by_time ON user_networks (seen_at);

ALTER TABLE sign_ins
    -- The address, or the IPv6 network of 64 bits, that asked. A letter is sent again only to the same one.
    ADD COLUMN network bytea CHECK (octet_length(network) = 32),
    -- Had the owner of the address signed in from there before? Wrong codes are counted apart.
    ADD COLUMN known boolean NOT NULL DEFAULT false;
