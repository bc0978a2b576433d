-- Letters owed to people, which are composed when they are sent, and the result of each try.

CREATE DOMAIN letter_kind AS text CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce'
    )
);
CREATE DOMAIN letter_state AS text CHECK (VALUE IN ('due', 'sent', 'moot', 'failed'));

-- The statement that writes a change also owes its letters, so that no letter is owed twice.
CREATE TABLE letters (
    -- The match, or else the sign-in or change of address, or else the person. It is part of the keys, and each statement that
    -- writes a letter names it, so that letters can be spread over machines together with their matches.
    home       uuid        NOT NULL,
    id         uuid        NOT NULL,
    kind       letter_kind NOT NULL,
    -- The reader; null for a sign-in and for an invitation by address.
    user_id    uuid        REFERENCES users,
    -- No foreign key: a table that is spread by `home` can have none on another column. Matches are never deleted.
    match_id   uuid,
    -- The sign-in, the change of address or the invitation it is about.
    about      uuid,
    -- For a turn: the seat whose turn it is, or that of the player whose letters come back; for a change of address: 0 to the old one, 1 to the new one; for letters that are off:
    -- the number of their category.
    seat       seat_number,
    -- The message of the reader that it answers. It is sent once all of that message has been dealt with.
    answers    uuid,
    -- The deadline that a reminder is about: if the turn is over, it is moot.
    deadline   timestamptz,
    created_at timestamptz NOT NULL,
    due_at     timestamptz NOT NULL,
    attempts   smallint    NOT NULL DEFAULT 0,
    state      letter_state NOT NULL DEFAULT 'due',
    done_at    timestamptz,
    PRIMARY KEY (home, id),
    CONSTRAINT letters_home CHECK (home = coalesce(match_id, about, user_id))
);
CREATE INDEX letters_due ON letters (due_at) WHERE state = 'due';
CREATE INDEX letters_failed ON letters (done_at) WHERE state = 'failed';
CREATE INDEX letters_by_user ON letters (user_id, id);
CREATE INDEX letters_by_home ON letters (home, user_id, id);
CREATE INDEX letters_that_answer ON letters (home, answers) WHERE answers IS NOT NULL;

CREATE TABLE deliveries (
    home      uuid        NOT NULL,
    letter_id uuid        NOT NULL,
    attempt   smallint    NOT NULL,
    at        timestamptz NOT NULL,
    accepted  boolean     NOT NULL,
    answer    text        NOT NULL,
    PRIMARY KEY (home, letter_id, attempt),
    CONSTRAINT deliveries_letter_fkey FOREIGN KEY (home, letter_id) REFERENCES letters (home, id)
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
