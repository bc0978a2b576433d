-- Proposals of players to pause the match clocks, or to give them more time, which need the consent of all seats.

CREATE DOMAIN proposal_kind AS text CHECK (VALUE IN ('pause', 'extension'));
CREATE DOMAIN proposal_answer AS text CHECK (VALUE IN ('agreed', 'declined', 'withdrawn', 'expired'));
-- The proposals of a match are counted from 1.
CREATE DOMAIN proposal_number AS integer CHECK (VALUE > 0);

CREATE TABLE proposals (
    match_id    uuid            NOT NULL REFERENCES matches,
    number      proposal_number NOT NULL,
    user_id     uuid            NOT NULL REFERENCES users,
    seat        seat_number     NOT NULL,
    kind        proposal_kind   NOT NULL,
    length_ms   time_span_ms    NOT NULL,
    -- The seats that have agreed, the proposer's among them.
    agreed      seat_bits       NOT NULL,
    created_at  timestamptz     NOT NULL,
    -- None while it is open. One that has expired may still have none.
    answer      proposal_answer,
    answered_at timestamptz,
    -- The seat that declined it or took it back.
    answered_by seat_number,
    PRIMARY KEY (match_id, number),
    CONSTRAINT proposals_answered CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE UNIQUE INDEX proposals_open ON proposals (match_id) WHERE answer IS NULL;

-- The proposal that a letter is about.
ALTER TABLE letters ADD COLUMN proposal proposal_number;

ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered'
    )
);
ALTER DOMAIN incoming_key DROP CONSTRAINT incoming_key_check;
ALTER DOMAIN incoming_key ADD CONSTRAINT incoming_key_check CHECK (
    VALUE IN ('turn', 'resign', 'invitation', 'bounce', 'proposal')
);
