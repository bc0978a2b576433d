-- Messages that came by mail: each is stored before its sender is told that it was taken, and read by a worker.

CREATE DOMAIN incoming_key AS text CHECK (VALUE IN ('turn', 'resign', 'invitation', 'bounce'));
CREATE DOMAIN incoming_result AS text CHECK (
    VALUE IN (
        'played', 'repeated', 'accepted', 'declined', 'refused', 'help', 'board', 'preview', 'resign-asked', 'stopped', 'held', 'noted',
        'automatic', 'bounced', 'complained', 'no-reader', 'broken'
    )
);
CREATE DOMAIN message_digest AS bytea CHECK (octet_length(VALUE) = 32);

CREATE TABLE incoming (
    -- The match, or else the invitation or the letter that comes back.
    home        uuid           NOT NULL,
    id          uuid           NOT NULL,
    -- The meaning of the address that it was sent to.
    key         incoming_key   NOT NULL,
    match_id    uuid,
    seat        seat_number,
    turn        turn,
    received_at timestamptz    NOT NULL,
    -- SHA-256 of the recipient and the Message-ID: a message that comes twice is one.
    digest      message_digest NOT NULL,
    -- The message as it came, with its return path; deleted once it is of no more use.
    raw         bytea,
    attempts    smallint       NOT NULL DEFAULT 0,
    -- When it is to be read; none once it is done.
    due_at      timestamptz,
    done_at     timestamptz,
    result      incoming_result,
    -- The account of the reader whom an answer goes to.
    user_id     uuid           REFERENCES users,
    -- The Message-ID, for the thread of the answer.
    message_id  text,
    -- The line that was not played or was asked about, and the reason or the outcome; deleted with `raw`.
    line        text,
    reason      text,
    -- The place of the mistake in the line, in characters, counted from 1.
    place       integer,
    PRIMARY KEY (home, id),
    CONSTRAINT incoming_digest_key UNIQUE (home, digest)
);
CREATE INDEX incoming_due ON incoming (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX incoming_unread ON incoming (home) WHERE due_at IS NOT NULL;
CREATE INDEX incoming_by_done ON incoming (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX incoming_by_user ON incoming (user_id);
