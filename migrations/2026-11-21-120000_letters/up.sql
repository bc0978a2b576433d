-- Letters owed to people, written when they are sent, and what became of each try.

CREATE DOMAIN letter_kind AS text CHECK (
    VALUE IN ('sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over')
);
CREATE DOMAIN letter_state AS text CHECK (VALUE IN ('due', 'sent', 'moot', 'failed'));

-- Whatever is to be told owes its letter in the statement that writes it, so no letter is owed twice.
CREATE TABLE letters (
    id         uuid        PRIMARY KEY,
    kind       letter_kind NOT NULL,
    -- The reader; nobody yet for a sign-in or an invitation by address.
    user_id    uuid        REFERENCES users,
    match_id   uuid        REFERENCES matches,
    -- The sign-in, the change of address or the invitation it is about.
    about      uuid,
    -- For a turn: the seat whose turn it is; for a change of address: 0 to the old one, 1 to the new one.
    seat       seat_number,
    created_at timestamptz NOT NULL,
    due_at     timestamptz NOT NULL,
    attempts   smallint    NOT NULL DEFAULT 0,
    state      letter_state NOT NULL DEFAULT 'due',
    done_at    timestamptz
);
CREATE INDEX letters_due ON letters (due_at) WHERE state = 'due';
CREATE INDEX letters_failed ON letters (done_at) WHERE state = 'failed';
CREATE INDEX letters_by_user ON letters (user_id, id);
CREATE INDEX letters_by_match ON letters (match_id, user_id, id);

CREATE TABLE deliveries (
    letter_id uuid        NOT NULL REFERENCES letters,
    attempt   smallint    NOT NULL,
    at        timestamptz NOT NULL,
    accepted  boolean     NOT NULL,
    answer    text        NOT NULL,
    PRIMARY KEY (letter_id, attempt)
);

-- Where no mail server is set, letters are kept here and shown at /mailbox.
CREATE TABLE kept_letters (
    id        uuid        PRIMARY KEY,
    recipient text        NOT NULL,
    subject   text        NOT NULL,
    kept_at   timestamptz NOT NULL,
    message   bytea       NOT NULL
);
CREATE INDEX kept_letters_by_recipient ON kept_letters (recipient, id);

-- Mailboxes without an account that want no more invitations: the SHA-256 of each.
CREATE TABLE unwanted_invitations (
    mailbox bytea       PRIMARY KEY CHECK (octet_length(mailbox) = 32),
    since   timestamptz NOT NULL
);
