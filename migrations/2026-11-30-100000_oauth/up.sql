-- Programs of others that act for people (OAuth 2.1). Their clients are public: none has a secret. Codes and tokens are stored as SHA-256
-- hashes only.

-- A client that a person has registered.
CREATE TABLE clients (
    id         uuid        PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users,
    name       text        NOT NULL CHECK (length(name) <= 40),
    -- The addresses to which a browser may return, as they were registered.
    redirects  text[]      NOT NULL CHECK (cardinality(redirects) BETWEEN 1 AND 10),
    created_at timestamptz NOT NULL
);
CREATE INDEX clients_by_user ON clients (user_id);

-- What a person has allowed a client.
CREATE TABLE grants (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users,
    client_id    uuid        NOT NULL REFERENCES clients ON DELETE CASCADE,
    scopes       text[]      NOT NULL,
    -- The code that the client exchanges for its first tokens, the address to which it was sent, and the SHA-256 of the verifier
    -- that the client has to show (RFC 7636).
    code_hash    bytea       NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
    redirect     text        NOT NULL,
    challenge    bytea       NOT NULL CHECK (octet_length(challenge) = 32),
    created_at   timestamptz NOT NULL,
    -- The time at which the code was exchanged; null before.
    begun_at     timestamptz,
    last_used_at timestamptz,
    -- The end of the code, later that of the latest refresh token.
    expires_at   timestamptz NOT NULL,
    ended_at     timestamptz
);
CREATE INDEX grants_by_user ON grants (user_id, created_at);
CREATE INDEX grants_by_client ON grants (client_id);
CREATE INDEX grants_by_end ON grants (least(expires_at, ended_at));

-- A refresh token of a grant, and the access token that was issued with it.
CREATE TABLE grant_tokens (
    hash        bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    access_hash bytea       NOT NULL UNIQUE CHECK (octet_length(access_hash) = 32),
    grant_id    uuid        NOT NULL REFERENCES grants ON DELETE CASCADE,
    issued_at   timestamptz NOT NULL,
    -- The time at which the refresh token was exchanged; null before.
    used_at     timestamptz
);
CREATE INDEX grant_tokens_by_grant ON grant_tokens (grant_id);
CREATE INDEX grant_tokens_by_use ON grant_tokens (used_at) WHERE used_at IS NOT NULL;

ALTER DOMAIN notice_kind DROP CONSTRAINT notice_kind_check;
ALTER DOMAIN notice_kind ADD CONSTRAINT notice_kind_check CHECK (
    VALUE IN ('new-network', 'new-token', 'token-reuse', 'deleted', 'new-app', 'app-reuse')
);
