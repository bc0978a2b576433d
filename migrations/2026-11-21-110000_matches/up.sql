-- Matches, who sits in them, and the log. The log and the seed are the truth; what a match row holds of the position is
-- a cache that `turnpost replay --all` derives again.

CREATE TABLE matches (
    id           uuid        PRIMARY KEY,
    game         text        NOT NULL,
    edition      smallint    NOT NULL,
    name         text        NOT NULL,
    options      text        NOT NULL,
    seats        smallint    NOT NULL CHECK (seats BETWEEN 1 AND 6),
    seating      text        NOT NULL CHECK (seating IN ('random', 'joined')),
    visibility   text        NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    move_time_ms bigint      CHECK (move_time_ms > 0),
    on_lapse     text        NOT NULL CHECK (on_lapse IN ('forfeit', 'pass')),
    creator      uuid        NOT NULL REFERENCES users,
    created_at   timestamptz NOT NULL,
    phase        text        NOT NULL DEFAULT 'open' CHECK (phase IN ('open', 'running', 'over', 'cancelled')),
    seed         bytea       NOT NULL CHECK (octet_length(seed) = 32),
    players      smallint    NOT NULL DEFAULT 0 CHECK (players BETWEEN 0 AND seats),
    started_at   timestamptz,
    ended_at     timestamptz,
    ply          integer     NOT NULL DEFAULT -1,
    turn         integer     NOT NULL DEFAULT 0,
    moment       bigint      NOT NULL DEFAULT 0,
    -- Sets of seats are bit masks: seat n is the bit 1 << n.
    left_seats   smallint    NOT NULL DEFAULT 0,
    awaited      smallint    NOT NULL DEFAULT 0,
    lapses       bytea       NOT NULL DEFAULT '\x000000000000' CHECK (octet_length(lapses) = 6),
    -- The deadline of each seat's match clock in milliseconds since 1970, 0 where none runs.
    deadlines    bigint[]    NOT NULL DEFAULT '{0,0,0,0,0,0}',
    -- When the rules want to be woken, and the earliest of that and all deadlines: when the worker has to look.
    wake_at      timestamptz,
    due_at       timestamptz,
    state        text,
    outcome      text,
    CONSTRAINT matches_run_with_a_state CHECK ((phase IN ('running', 'over')) = (state IS NOT NULL)),
    CONSTRAINT matches_end_with_an_outcome CHECK ((phase = 'over') = (outcome IS NOT NULL))
);
CREATE INDEX matches_due ON matches (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX matches_by_creator ON matches (creator);
CREATE INDEX matches_open ON matches (id) WHERE phase = 'open' AND visibility = 'public';
CREATE INDEX matches_open_by_game ON matches (game, id) WHERE phase = 'open' AND visibility = 'public';
CREATE INDEX matches_running ON matches (id) WHERE phase = 'running' AND visibility = 'public';
CREATE INDEX matches_running_by_game ON matches (game, id) WHERE phase = 'running' AND visibility = 'public';
CREATE INDEX matches_over ON matches (id) WHERE phase = 'over' AND visibility = 'public';
CREATE INDEX matches_over_by_game ON matches (game, id) WHERE phase = 'over' AND visibility = 'public';

CREATE TABLE seats (
    match_id  uuid        NOT NULL REFERENCES matches,
    user_id   uuid        NOT NULL REFERENCES users,
    joined_at timestamptz NOT NULL,
    -- The place at the table; nothing before the match has started.
    seat      smallint    CHECK (seat BETWEEN 0 AND 5),
    PRIMARY KEY (match_id, user_id),
    CONSTRAINT seats_seat_key UNIQUE (match_id, seat)
);
CREATE INDEX seats_by_user ON seats (user_id, match_id);

CREATE TABLE invitations (
    id          uuid        PRIMARY KEY,
    match_id    uuid        NOT NULL REFERENCES matches,
    inviter     uuid        NOT NULL REFERENCES users,
    -- Invited by handle, or by address: then whoever has signed in with that address may accept.
    user_id     uuid        REFERENCES users,
    address     text        CHECK (address = lower(address)),
    created_at  timestamptz NOT NULL,
    answer      text        CHECK (answer IN ('accepted', 'declined', 'withdrawn')),
    answered_at timestamptz,
    CONSTRAINT invitations_name_somebody CHECK (user_id IS NOT NULL OR address IS NOT NULL)
);
CREATE INDEX invitations_by_match ON invitations (match_id);
CREATE INDEX invitations_by_user ON invitations (user_id) WHERE answer IS NULL;
CREATE INDEX invitations_by_address ON invitations (address) WHERE answer IS NULL;

CREATE TABLE moves (
    match_id uuid        NOT NULL REFERENCES matches,
    ply      integer     NOT NULL CHECK (ply >= 0),
    -- The turn for which it was sent.
    turn     integer     NOT NULL,
    seat     smallint    CHECK (seat BETWEEN 0 AND 5),
    cause    text        NOT NULL CHECK (cause IN ('start', 'chosen', 'forced', 'lapse', 'forfeit', 'sand-out')),
    text     text        NOT NULL,
    events   text        NOT NULL,
    -- Milliseconds since the start of the match.
    moment   bigint      NOT NULL CHECK (moment >= 0),
    at       timestamptz NOT NULL,
    PRIMARY KEY (match_id, ply)
);

CREATE FUNCTION refuse_to_rewrite_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of moves is only ever appended to';
END
$$;
CREATE TRIGGER moves_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_the_log();
