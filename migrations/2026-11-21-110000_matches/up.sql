-- Matches, the people in them, and the log. The log and the seed are the truth; the position in a match row is a cache that
-- `turnpost replay --all` derives again.

-- Words and numbers with few values are domains: Postgres checks a domain where a value is written, but the checks of a table
-- at every update of a row, and each move updates the row of its match. The domains also tell `db/schema.rs` which SQL type
-- of the program a column has.
CREATE DOMAIN seat_count AS smallint CHECK (VALUE BETWEEN 1 AND 6);
CREATE DOMAIN seat_number AS smallint CHECK (VALUE BETWEEN 0 AND 5);
-- A set of seats: seat n is the bit 1 << n.
CREATE DOMAIN seat_bits AS smallint CHECK (VALUE BETWEEN 0 AND 63);
CREATE DOMAIN edition AS smallint CHECK (VALUE >= 0);
CREATE DOMAIN seating AS text CHECK (VALUE IN ('random', 'joined'));
CREATE DOMAIN visibility AS text CHECK (VALUE IN ('public', 'unlisted', 'private'));
CREATE DOMAIN on_lapse AS text CHECK (VALUE IN ('forfeit', 'pass'));
CREATE DOMAIN phase AS text CHECK (VALUE IN ('open', 'running', 'over', 'cancelled'));
CREATE DOMAIN cause AS text CHECK (VALUE IN ('start', 'chosen', 'forced', 'lapse', 'forfeit', 'timer-out'));
CREATE DOMAIN invitation_answer AS text CHECK (VALUE IN ('accepted', 'declined', 'withdrawn'));
CREATE DOMAIN match_seed AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN match_lapses AS bytea CHECK (octet_length(VALUE) = 6);
CREATE DOMAIN time_span_ms AS bigint CHECK (VALUE > 0);
CREATE DOMAIN moment_ms AS bigint CHECK (VALUE >= 0);
CREATE DOMAIN ply AS integer CHECK (VALUE >= 0);
CREATE DOMAIN turn AS integer CHECK (VALUE >= 0);

CREATE TABLE matches (
    id           uuid        PRIMARY KEY,
    game         text        NOT NULL,
    edition      edition     NOT NULL,
    name         text        NOT NULL,
    options      text        NOT NULL,
    seats        seat_count  NOT NULL,
    seating      seating     NOT NULL,
    visibility   visibility  NOT NULL,
    move_time_ms time_span_ms,
    on_lapse     on_lapse    NOT NULL,
    creator      uuid        NOT NULL REFERENCES users,
    created_at   timestamptz NOT NULL,
    phase        phase       NOT NULL DEFAULT 'open',
    seed         match_seed  NOT NULL,
    players      smallint    NOT NULL DEFAULT 0 CHECK (players BETWEEN 0 AND seats),
    started_at   timestamptz,
    ended_at     timestamptz,
    -- The number of the last log line; none before the start.
    ply          ply,
    turn         turn        NOT NULL DEFAULT 0,
    -- While a seat is in the middle of a turn that it sends in parts: the turn in which it began, if every line of the log
    -- since then is its own. A letter about that turn is good for its other parts, too.
    midway_since turn,
    -- When the last log line was written, in milliseconds since the start.
    moment       moment_ms   NOT NULL DEFAULT 0,
    left_seats   seat_bits   NOT NULL DEFAULT 0,
    awaited      seat_bits   NOT NULL DEFAULT 0,
    lapses       match_lapses NOT NULL DEFAULT '\x000000000000',
    -- When the match clock of each seat runs out; null where no clock runs.
    deadlines    timestamptz[] NOT NULL DEFAULT '{NULL,NULL,NULL,NULL,NULL,NULL}',
    -- When the rules want to be woken.
    wake_at      timestamptz,
    -- When the worker has to look at the match: never later than `wake_at` and all deadlines, but perhaps earlier, as a
    -- move leaves it where it is if it can. The worker then finds nothing to do and corrects it.
    due_at       timestamptz,
    state        text,
    outcome      text,
    CONSTRAINT matches_run_with_a_state CHECK ((phase IN ('running', 'over')) = (state IS NOT NULL)),
    CONSTRAINT matches_end_with_an_outcome CHECK ((phase = 'over') = (outcome IS NOT NULL))
)
-- Room for the next version of a row on its page: a move then changes no index, as it changes no column that has one.
WITH (fillfactor = 70);
CREATE INDEX matches_due ON matches (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX matches_by_creator ON matches (creator, id);
CREATE INDEX matches_public ON matches (phase, id) WHERE visibility = 'public';
CREATE INDEX matches_public_by_game ON matches (game, phase, id) WHERE visibility = 'public';

CREATE TABLE seats (
    match_id  uuid        NOT NULL REFERENCES matches,
    user_id   uuid        NOT NULL REFERENCES users,
    joined_at timestamptz NOT NULL,
    -- The place at the table; nothing before the match has started.
    seat      seat_number,
    -- Is the match over or called off? The list of running matches of a person then reads no ended ones.
    over      boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (match_id, user_id),
    CONSTRAINT seats_seat_key UNIQUE (match_id, seat)
);
CREATE INDEX seats_by_user ON seats (user_id, match_id);
CREATE INDEX seats_not_over ON seats (user_id, match_id) WHERE NOT over;

CREATE TABLE invitations (
    id          uuid        NOT NULL,
    match_id    uuid        NOT NULL REFERENCES matches,
    inviter     uuid        NOT NULL REFERENCES users,
    -- Invited by handle, or by address: then a person who has signed in with that address may accept.
    user_id     uuid        REFERENCES users,
    address     text        CHECK (address = lower(address)),
    created_at  timestamptz NOT NULL,
    answer      invitation_answer,
    answered_at timestamptz,
    PRIMARY KEY (match_id, id),
    CONSTRAINT invitations_name_a_person CHECK (user_id IS NOT NULL OR address IS NOT NULL)
);
CREATE INDEX invitations_by_id ON invitations (id);
CREATE INDEX invitations_by_inviter ON invitations (inviter);
CREATE INDEX invitations_by_user ON invitations (user_id);
CREATE INDEX invitations_by_address ON invitations (address);

CREATE TABLE moves (
    match_id uuid        NOT NULL REFERENCES matches,
    ply      ply         NOT NULL,
    -- The turn for which it was sent.
    turn     turn        NOT NULL,
    seat     seat_number,
    cause    cause       NOT NULL,
    text     text        NOT NULL,
    events   text        NOT NULL,
    -- Milliseconds since the start of the match.
    moment   moment_ms   NOT NULL,
    at       timestamptz NOT NULL,
    -- The message that it came by, if it came by mail.
    via      uuid,
    PRIMARY KEY (match_id, ply)
);

CREATE FUNCTION refuse_to_rewrite_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of moves is only ever appended to';
END
$$;
CREATE TRIGGER moves_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_the_log();
