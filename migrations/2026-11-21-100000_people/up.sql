-- People, how they sign in, and what lets programs act for them. Nothing that opens a door is stored as it is: only SHA-256
-- hashes of tokens; codes and links are derived from a secret that the database does not know.

CREATE TABLE users (
    id               uuid        PRIMARY KEY,
    handle           text        NOT NULL,
    name             text        NOT NULL,
    address          text,
    time_zone        text        NOT NULL,
    mail_turns       boolean     NOT NULL DEFAULT true,
    mail_matches     boolean     NOT NULL DEFAULT true,
    mail_invitations boolean     NOT NULL DEFAULT true,
    created_at       timestamptz NOT NULL,
    deleted_at       timestamptz,
    CONSTRAINT users_handle_key UNIQUE (handle),
    CONSTRAINT users_address_key UNIQUE (address),
    CONSTRAINT users_address_lower CHECK (address = lower(address)),
    CONSTRAINT users_deleted_has_no_address CHECK (deleted_at IS NULL OR address IS NULL)
);

CREATE TABLE sign_ins (
    id         uuid        PRIMARY KEY,
    address    text        NOT NULL CHECK (address = lower(address)),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    attempts   smallint    NOT NULL DEFAULT 0,
    used_at    timestamptz
);
CREATE INDEX sign_ins_by_address ON sign_ins (address, created_at);
CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);

CREATE TABLE address_changes (
    id               uuid        PRIMARY KEY,
    user_id          uuid        NOT NULL REFERENCES users,
    old_address      text        NOT NULL,
    new_address      text        NOT NULL CHECK (new_address = lower(new_address)),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    old_confirmed_at timestamptz,
    new_confirmed_at timestamptz
);
CREATE INDEX address_changes_by_user ON address_changes (user_id, created_at);
CREATE INDEX address_changes_by_expiry ON address_changes (expires_at);

CREATE TABLE sessions (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users,
    client       text        NOT NULL,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    ended_at     timestamptz
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (least(expires_at, ended_at));

CREATE TABLE refresh_tokens (
    hash       bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    session_id uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    issued_at  timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_use ON refresh_tokens (used_at) WHERE used_at IS NOT NULL;

CREATE TABLE personal_tokens (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users,
    name         text        NOT NULL,
    hash         bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes       text[]      NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at   timestamptz
);
CREATE INDEX personal_tokens_by_user ON personal_tokens (user_id);
