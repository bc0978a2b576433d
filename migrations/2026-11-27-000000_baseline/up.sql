-- The schema of Turnpost.
--
--   1. People                   users, former_handles
--   2. Sign-in                  sign_ins, address_changes, sessions, refresh_tokens, user_networks
--   3. Programs                 personal_tokens, clients, grants, grant_tokens, idempotency_keys
--   4. Matches                  matches, seats, replacements, invitations, rematches, played_on
--   5. The log                  moves, snapshots, analyses, conditional_moves, hints
--   6. Clocks                   proposals, extensions, alive, outages
--   7. Beside the board         notes, private_notes, decks, watches
--   8. Email to people          emails, deliveries, kept_emails, unwanted_invitations, bounces, notices
--   9. Email from people        incoming
--  10. Webhooks and Web Push    receivers, hooks, pushes, calls
--  11. The host                 hidden_matches, host_acts, reports
--  12. Ratings                  ratings, rated_matches, rating_changes, rating_lock
--  13. Tournaments              tournaments, entries, pairings
--
-- Conventions:
--   * Every id is a UUID of version 7: it begins with the time, so ids sort by age.
--   * Email addresses are in lower case.
--   * No secret is stored in the clear. Tokens are stored as SHA-256 hashes. Codes and links are derived from a secret of the server.
--   * Words and bounded numbers are domains. Postgres checks a domain only where a value is written, but the checks of a table at every
--     update, and each move updates a row. The test `schema` derives the types in `api/src/db/schema.rs` from the domains.
--   * `api/src/db/words.rs` explains the words.

--------------------------------------------------------------------------------------------------------------------------------------
-- 1. People
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN email_length AS text CHECK (VALUE IN ('auto', 'full', 'short'));

-- Accounts: people, bots that people own, and computer players. A row stays when its account is deleted, because matches refer to it.
CREATE TABLE users (
    id                uuid        PRIMARY KEY,
    handle            text        NOT NULL,                -- The unique name in URLs and commands.
    name              text        NOT NULL,                -- The name that others see.
    address           text,                                -- The email address. Null for bots, computer players, guests and deleted accounts.
    time_zone         text        NOT NULL,                -- The IANA name, such as Europe/Vienna.
    mail_turns        boolean     NOT NULL DEFAULT true,   -- Email about the user's turns?
    mail_matches      boolean     NOT NULL DEFAULT true,   -- Email about the start and the end of matches?
    mail_invitations  boolean     NOT NULL DEFAULT true,   -- Email with invitations?
    created_at        timestamptz NOT NULL,
    deleted_at        timestamptz,                         -- Null while the account exists.
    unreachable_since timestamptz,                         -- Set while email bounces: no email about matches until the next sign-in.
    notes             boolean     NOT NULL DEFAULT true,   -- Show notes of other players, in email and on pages?
    vacations         text        NOT NULL DEFAULT '[]',   -- Current, future and recent vacations, as JSON.
    digest_at         timestamptz,                         -- When the next daily digest is due. Null if the user wants none.
    seen_at           timestamptz,                         -- The last visit, to the hour. Null if there was none yet.
    shows_seen        boolean     NOT NULL DEFAULT true,   -- May others see `seen_at`?
    blocked_at        timestamptz,                         -- When the host blocked the account. Null if it is not blocked.
    skeleton          text,                                -- The handle without differences that mislead (0/o, rn/m): two accounts must
                                                           -- not look alike. Null for a computer player.
    computer          smallint    CHECK (computer BETWEEN 1 AND 5), -- The level of a computer player. Null for all others.
    is_bot            boolean     NOT NULL DEFAULT false,  -- Does a program play this account?
    owner             uuid        REFERENCES users,        -- The person who owns this bot. Null for all others.
    guest             boolean     NOT NULL DEFAULT false,  -- A person who plays the computer without an email address?
    email_length      email_length NOT NULL DEFAULT 'auto', -- Of email about turns. Auto: full, then short.
    calendar          integer     NOT NULL DEFAULT 0,      -- The number of the calendar's address. The next number makes it invalid.
    shows_rating      boolean     NOT NULL DEFAULT true,   -- Do lists show the user's ratings?
    challenges        text,                                -- The games that a bot is ready to be invited to, and its pace, as JSON. Null if
                                                           -- it is ready for none.
    CONSTRAINT users_handle_key UNIQUE (handle),
    CONSTRAINT users_address_key UNIQUE (address),
    CONSTRAINT users_address_lower CHECK (address = lower(address)),
    CONSTRAINT users_deleted_has_no_address CHECK (deleted_at IS NULL OR address IS NULL),
    CONSTRAINT users_skeleton_key UNIQUE (skeleton),
    CONSTRAINT users_computer_has_no_address CHECK (computer IS NULL OR address IS NULL),
    CONSTRAINT users_guest_has_no_address CHECK (NOT guest OR address IS NULL AND NOT is_bot AND computer IS NULL),
    CONSTRAINT users_owned_is_bot CHECK (owner IS NULL OR is_bot AND address IS NULL)
);
CREATE INDEX users_digest ON users (digest_at) WHERE digest_at IS NOT NULL;
CREATE INDEX users_computer ON users (id) WHERE computer IS NOT NULL;
CREATE INDEX users_guests ON users (seen_at) WHERE guest AND deleted_at IS NULL;
CREATE INDEX users_by_owner ON users (owner) WHERE owner IS NOT NULL;
CREATE INDEX users_challenged ON users (id) WHERE challenges IS NOT NULL;

-- Handles that an account gave up lately. For a while no other account can take them.
CREATE TABLE former_handles (
    skeleton    text        PRIMARY KEY,            -- Of the handle, as in `users`.
    user_id     uuid        NOT NULL REFERENCES users, -- The account that gave it up.
    owner       bytea       CHECK (octet_length(owner) = 32), -- HMAC of the address of a deleted account: its owner can take it again.
    given_up_at timestamptz NOT NULL
);
CREATE INDEX former_handles_by_user ON former_handles (user_id, given_up_at);
CREATE INDEX former_handles_by_time ON former_handles (given_up_at);

--------------------------------------------------------------------------------------------------------------------------------------
-- 2. Sign-in
--------------------------------------------------------------------------------------------------------------------------------------

-- Requests to sign in. The email has a code and a link, both derived from the id.
CREATE TABLE sign_ins (
    id         uuid        PRIMARY KEY,
    address    text        NOT NULL CHECK (address = lower(address)), -- Where the email goes. There may be no account with it yet.
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    attempts   smallint    NOT NULL DEFAULT 0,      -- Wrong codes so far. Five disable the code; the link stays valid.
    used_at    timestamptz,
    network    bytea       CHECK (octet_length(network) = 32), -- HMAC of the IPv4 address or IPv6 /64 that asked.
    known      boolean     NOT NULL DEFAULT false,  -- Had the owner signed in from there before? Wrong codes are counted apart.
    asked_by   bytea                                -- Hash of a secret of the client that asked: only this client can use the code.
);
CREATE INDEX sign_ins_by_address ON sign_ins (address, created_at);
CREATE INDEX sign_ins_by_expiry ON sign_ins (expires_at);

-- Changes of the address of an account. Both addresses have to confirm.
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

-- Sessions of browsers and other clients that a person signed in with.
CREATE TABLE sessions (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users,
    client       text        NOT NULL,              -- The name that the client gave, for the list of sessions.
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,              -- The last refresh.
    expires_at   timestamptz NOT NULL,              -- Each refresh moves it.
    ended_at     timestamptz,                       -- Null unless it was ended.
    proved_at    timestamptz                        -- The last proof, by code or link, that its user reads the account's email. Creating
                                                    -- a token and deleting the account need a recent one.
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (least(expires_at, ended_at));

-- Refresh tokens of sessions. Each is used once; a second use later than 30 seconds ends the session.
CREATE TABLE refresh_tokens (
    hash       bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    session_id uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    issued_at  timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_use ON refresh_tokens (used_at) WHERE used_at IS NOT NULL;

-- Networks from which a person signed in. A sign-in from a new one is notified.
CREATE TABLE user_networks (
    user_id uuid        NOT NULL REFERENCES users,
    network bytea       NOT NULL CHECK (octet_length(network) = 32), -- HMAC of an IPv4 /24 or IPv6 /48.
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, network)
);
CREATE INDEX user_networks_by_time ON user_networks (seen_at);

--------------------------------------------------------------------------------------------------------------------------------------
-- 3. Programs
--------------------------------------------------------------------------------------------------------------------------------------

-- Personal access tokens: a person gives one to a program of their own. The only token of a bot is one of these.
CREATE TABLE personal_tokens (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users, -- The account that it acts for.
    name         text        NOT NULL,              -- For the list of tokens.
    hash         bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    scopes       text[]      NOT NULL,              -- What it may do.
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    last_used_at timestamptz,                       -- To the minute.
    revoked_at   timestamptz
);
CREATE INDEX personal_tokens_by_user ON personal_tokens (user_id);

-- OAuth 2.1 clients: programs of others. All are public clients, which have no secret.
CREATE TABLE clients (
    id         uuid        PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users, -- Who registered it.
    name       text        NOT NULL CHECK (length(name) <= 40), -- Shown to the person who is asked for access.
    redirects  text[]      NOT NULL CHECK (cardinality(redirects) BETWEEN 1 AND 10), -- The redirect URIs, as registered.
    created_at timestamptz NOT NULL
);
CREATE INDEX clients_by_user ON clients (user_id);

-- The access that a person gave a client.
CREATE TABLE grants (
    id           uuid        PRIMARY KEY,
    user_id      uuid        NOT NULL REFERENCES users, -- Who gave it.
    client_id    uuid        NOT NULL REFERENCES clients ON DELETE CASCADE,
    scopes       text[]      NOT NULL,
    code_hash    bytea       NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32), -- The authorization code, used once.
    redirect     text        NOT NULL,              -- The redirect URI to which the code was sent.
    challenge    bytea       NOT NULL CHECK (octet_length(challenge) = 32), -- The code challenge (RFC 7636, S256).
    created_at   timestamptz NOT NULL,
    begun_at     timestamptz,                       -- When the client exchanged the code. Null before.
    last_used_at timestamptz,                       -- To the minute.
    expires_at   timestamptz NOT NULL,              -- Of the code, then of the latest refresh token.
    ended_at     timestamptz                        -- Null unless it was ended.
);
CREATE INDEX grants_by_user ON grants (user_id, created_at);
CREATE INDEX grants_by_client ON grants (client_id);
CREATE INDEX grants_by_end ON grants (least(expires_at, ended_at));

-- Refresh tokens of grants, each with the access token that was issued with it.
CREATE TABLE grant_tokens (
    hash        bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    access_hash bytea       NOT NULL UNIQUE CHECK (octet_length(access_hash) = 32),
    grant_id    uuid        NOT NULL REFERENCES grants ON DELETE CASCADE,
    issued_at   timestamptz NOT NULL,
    used_at     timestamptz                         -- When the refresh token was exchanged. Null before.
);
CREATE INDEX grant_tokens_by_grant ON grant_tokens (grant_id);
CREATE INDEX grant_tokens_by_use ON grant_tokens (used_at) WHERE used_at IS NOT NULL;

-- Idempotency keys of requests that create something. A retry within a day gets the first answer again.
CREATE TABLE idempotency_keys (
    user_id    uuid        NOT NULL REFERENCES users,
    key        text        NOT NULL CHECK (char_length(key) BETWEEN 1 AND 64), -- Chosen by the client.
    digest     bytea       NOT NULL CHECK (octet_length(digest) = 32), -- SHA-256 of path and body: a key is good for one request only.
    created_at timestamptz NOT NULL,
    status     smallint    CHECK (status BETWEEN 200 AND 299), -- The answer. Null while the first request runs.
    location   text,                                -- Its header Location, if any.
    body       text,
    PRIMARY KEY (user_id, key),
    CHECK ((status IS NULL) = (body IS NULL))
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

--------------------------------------------------------------------------------------------------------------------------------------
-- 4. Matches
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN edition AS smallint CHECK (VALUE >= 0); -- The edition of a game's rules.
CREATE DOMAIN seat_count AS smallint CHECK (VALUE BETWEEN 1 AND 6);
CREATE DOMAIN seat_number AS smallint CHECK (VALUE BETWEEN 0 AND 5);
CREATE DOMAIN seat_bits AS smallint CHECK (VALUE BETWEEN 0 AND 63); -- A set of seats: seat n is the bit 1 << n.
CREATE DOMAIN holder AS smallint CHECK (VALUE BETWEEN 0 AND 31); -- How many people held a seat before this one.
CREATE DOMAIN seating AS text CHECK (VALUE IN ('random', 'joined'));
CREATE DOMAIN visibility AS text CHECK (VALUE IN ('public', 'unlisted', 'private'));
CREATE DOMAIN rating_class AS text CHECK (VALUE IN ('duel', 'table'));
CREATE DOMAIN phase AS text CHECK (VALUE IN ('open', 'running', 'over', 'cancelled'));
CREATE DOMAIN on_lapse AS text CHECK (VALUE IN ('forfeit', 'pass', 'replace'));
CREATE DOMAIN computer_pace AS text CHECK (VALUE IN ('at-once', 'like-a-person'));
CREATE DOMAIN cause AS text CHECK (VALUE IN ('start', 'chosen', 'forced', 'lapse', 'forfeit', 'timer-out', 'abandoned'));
CREATE DOMAIN invitation_answer AS text CHECK (VALUE IN ('accepted', 'declined', 'withdrawn'));
CREATE DOMAIN ply AS integer CHECK (VALUE >= 0); -- The number of a line of the log, from 0.
CREATE DOMAIN turn AS integer CHECK (VALUE >= 0); -- How often the turn has moved to others. A reply names the turn that it answers.
CREATE DOMAIN revision AS integer CHECK (VALUE >= 0);
CREATE DOMAIN moment_ms AS bigint CHECK (VALUE >= 0); -- Milliseconds since the start of the match.
CREATE DOMAIN time_span_ms AS bigint CHECK (VALUE > 0);
CREATE DOMAIN seat_clocks AS text;
CREATE DOMAIN match_lapses AS bytea CHECK (octet_length(VALUE) = 6);
-- 32 bytes, and after the start the values that the players gave, 16 bytes each.
CREATE DOMAIN match_seed AS bytea CHECK (octet_length(VALUE) BETWEEN 32 AND 288 AND octet_length(VALUE) % 16 = 0);

-- Matches. The log (`moves`) and the seed are the truth. The columns that a move changes are a cache of them, which
-- `turnpost replay --all` derives again and compares. Matches are never deleted.
CREATE TABLE matches (
    id           uuid        PRIMARY KEY,
    game         text        NOT NULL,              -- The id of the game, such as magma.
    edition      edition     NOT NULL,
    name         text        NOT NULL,              -- Chosen by the creator.
    options      text        NOT NULL,              -- Options of the game, as JSON with every default filled in.
    seats        seat_count  NOT NULL,
    seating      seating     NOT NULL,              -- How seats are assigned at the start.
    visibility   visibility  NOT NULL,
    on_lapse     on_lapse    NOT NULL,              -- What happens when the clock of a seat expires.
    computer_pace computer_pace NOT NULL DEFAULT 'at-once', -- The speed of computer players.
    creator      uuid        NOT NULL REFERENCES users,
    created_at   timestamptz NOT NULL,
    imported     boolean     NOT NULL DEFAULT false, -- Did the creator import it from a record? Then it has no players.
    phase        phase       NOT NULL DEFAULT 'open',
    seed         match_seed  NOT NULL,              -- The source of all chance. Secret until the match is over.
    players      smallint    NOT NULL DEFAULT 0 CHECK (players BETWEEN 0 AND seats), -- How many have joined.
    started_at   timestamptz,
    ended_at     timestamptz,                       -- When it was over or cancelled.
    ply          ply,                               -- The last line of the log. Null before the start.
    turn         turn        NOT NULL DEFAULT 0,
    midway_since turn,                              -- While a seat is in the middle of a turn that it sends in parts: the turn in which it
                                                    -- began, if every line since then is its own. Email about that turn takes the other
                                                    -- parts, too.
    moment       moment_ms   NOT NULL DEFAULT 0,    -- When the last line of the log was written.
    left_seats   seat_bits   NOT NULL DEFAULT 0,    -- The seats that are out.
    awaited      seat_bits   NOT NULL DEFAULT 0,    -- The seats that have to move.
    lapses       match_lapses NOT NULL DEFAULT '\x000000000000', -- For each seat, one byte: how often in a row its clock has expired.
    wake_at      timestamptz,                       -- When a timer of the rules expires. Null if none runs.
    due_at       timestamptz,                       -- When the worker looks at the match next: never later than `wake_at` and all clocks,
                                                    -- but perhaps earlier, since a move leaves it alone if it can (it has an index).
    state        text,                              -- The position, secrets included, as the engine writes it. Null before the start.
    outcome      text,                              -- The result, as JSON. Null until the match is over.
    notes        boolean     NOT NULL DEFAULT true, -- May players write notes?
    clock        text        NOT NULL               -- The time control, as JSON: pace, hours, the rule for vacations, agreed pauses.
        DEFAULT '{"pace":null,"hours":null,"vacation":"none"}',
    clocks       seat_clocks NOT NULL DEFAULT '[]', -- The clock of each seat, as JSON: the running turn and the time that is left.
                                                    -- Deadlines are not stored: they follow from it, `clock`, vacations and outages.
    revision     revision    NOT NULL DEFAULT 0,    -- Grows with each change that is no move. A move judged before is judged again.
    offered      seat_bits   NOT NULL DEFAULT 0,    -- The seats that others may take over. `clocks` says until when.
    rated        rating_class,                      -- The class of ratings that the result counts for. Null if it counts for none.
    tournament   uuid,                              -- The tournament that it belongs to. Null if it belongs to none. No foreign key: matches
                                                    -- may be on other nodes of a cluster.
    CONSTRAINT matches_run_with_a_state CHECK ((phase IN ('running', 'over')) = (state IS NOT NULL)),
    CONSTRAINT matches_end_with_an_outcome CHECK ((phase = 'over') = (outcome IS NOT NULL))
)
-- Room on the page for the next version of a row. A move then changes no index, because it changes no column that has one.
WITH (fillfactor = 70);
CREATE INDEX matches_due ON matches (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX matches_by_creator ON matches (creator, id);
CREATE INDEX matches_public ON matches (phase, id) WHERE visibility = 'public';
CREATE INDEX matches_public_by_game ON matches (game, phase, id) WHERE visibility = 'public';
-- For rating them in the order in which they ended.
CREATE INDEX matches_rated_over ON matches (ended_at, id) WHERE rated IS NOT NULL AND phase = 'over';
CREATE INDEX matches_offered ON matches (id) WHERE visibility = 'public' AND offered <> 0;
-- For the limit of imports of one creator.
CREATE INDEX matches_imported_by_creator ON matches (creator, created_at) WHERE imported;
-- For the limit of matches of one creator.
CREATE INDEX matches_not_over_by_creator ON matches (creator, id) WHERE phase IN ('open', 'running');
-- For the list of open matches, which shows only the newest few of each creator.
CREATE INDEX matches_listed_by_creator ON matches (creator, id) WHERE phase = 'open' AND visibility = 'public';

-- The players of a match: who has joined, and where they sit.
CREATE TABLE seats (
    match_id   uuid        NOT NULL REFERENCES matches,
    user_id    uuid        NOT NULL REFERENCES users,
    joined_at  timestamptz NOT NULL,
    seat       seat_number,                         -- Null before the start.
    holder     holder      NOT NULL DEFAULT 0,      -- Part of the reply keys in email: those of an earlier player of the seat are invalid.
    from_ply   ply         NOT NULL DEFAULT 0,      -- The first line of the log in which this person holds the seat.
    over_at    timestamptz,                         -- When the match was over or cancelled. Null before: lists of running matches then
                                                    -- read no others.
    listed     boolean     NOT NULL DEFAULT false,  -- Was the match created as a public one? Says nothing about who may see it now.
    seed_value bytea,                               -- 16 bytes that the player gave for the seed. Null if none.
    cards      text CHECK (octet_length(cards) <= 16384), -- The cards that the player brings into the match. Null if none.
    PRIMARY KEY (match_id, user_id),
    CONSTRAINT seats_seat_key UNIQUE (match_id, seat)
);
CREATE INDEX seats_by_user ON seats (user_id, match_id);
CREATE INDEX seats_not_over ON seats (user_id, match_id) WHERE over_at IS NULL;
CREATE INDEX seats_over ON seats (user_id, over_at DESC) WHERE over_at IS NOT NULL;
-- For the public matches of a player. It has all columns of the order, as no other index does: Postgres plans before it knows the player.
CREATE INDEX seats_listed ON seats (listed, user_id, match_id) WHERE listed;

-- People who held a seat before another person took it over.
CREATE TABLE replacements (
    match_id uuid        NOT NULL REFERENCES matches,
    seat     seat_number NOT NULL,
    holder   holder      NOT NULL,
    user_id  uuid        NOT NULL REFERENCES users,
    from_ply ply         NOT NULL,                  -- The first line of the log in which they held the seat.
    to_ply   ply         NOT NULL,                  -- The line after the last one.
    at       timestamptz NOT NULL,                  -- When they lost it.
    PRIMARY KEY (match_id, seat, holder)
);
CREATE INDEX replacements_by_user ON replacements (user_id);

-- Invitations to matches, by handle or by email address.
CREATE TABLE invitations (
    id          uuid        NOT NULL,
    match_id    uuid        NOT NULL REFERENCES matches,
    inviter     uuid        NOT NULL REFERENCES users,
    user_id     uuid        REFERENCES users,       -- Who is invited by handle, or has taken a link.
    address     text        CHECK (address = lower(address)), -- Or the email address. A person who signs in with it may accept.
    link        boolean     NOT NULL DEFAULT false, -- Is it a link, for the person who opens it first?
    created_at  timestamptz NOT NULL,
    answer      invitation_answer,                  -- Null until then.
    answered_at timestamptz,
    reason      text,                               -- Why it was declined. Null if the person did not say.
    PRIMARY KEY (match_id, id),
    CONSTRAINT invitations_name_a_person CHECK (link AND address IS NULL OR user_id IS NOT NULL OR address IS NOT NULL)
);
CREATE INDEX invitations_by_id ON invitations (id);
CREATE INDEX invitations_by_inviter ON invitations (inviter);
CREATE INDEX invitations_by_user ON invitations (user_id);
CREATE INDEX invitations_by_address ON invitations (address);
-- For deleting withdrawn ones after a while.
CREATE INDEX invitations_withdrawn ON invitations (answered_at) WHERE answer = 'withdrawn';
-- For the first page: answered ones are kept, and grow in number.
CREATE INDEX invitations_unanswered_by_user ON invitations (user_id, id) WHERE answer IS NULL;
CREATE INDEX invitations_unanswered_by_address ON invitations (address, id) WHERE answer IS NULL;

-- Rematches: a match that is over, and the match that its players created to play again.
CREATE TABLE rematches (
    match_id uuid NOT NULL PRIMARY KEY REFERENCES matches,
    next_id  uuid NOT NULL REFERENCES matches
);

-- Matches that continue another match from one of its lines.
CREATE TABLE played_on (
    match_id      uuid      PRIMARY KEY REFERENCES matches,
    source        uuid      REFERENCES matches,     -- The other match. Null for an imported match, whose source is unknown.
    earlier_seeds text      NOT NULL,               -- The seeds of the lines up to there, which keep the seed that they were played with.
    moment        moment_ms NOT NULL                -- The moment at which this match starts: that of the last such line, 0 if imported.
);

--------------------------------------------------------------------------------------------------------------------------------------
-- 5. The log
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN head AS bytea CHECK (octet_length(VALUE) = 32);

-- The log of each match: one line for each move and for each event of a clock. Lines are only ever appended.
CREATE TABLE moves (
    match_id    uuid        NOT NULL REFERENCES matches,
    ply         ply         NOT NULL,               -- The number of the line, from 0.
    turn        turn        NOT NULL,               -- The turn that the move was sent for.
    seat        seat_number,                        -- Null for a line of no seat, such as the start.
    cause       cause       NOT NULL,               -- Why the line was written.
    text        text        NOT NULL,               -- The move in its canonical spelling, or the word of the clock.
    events      text        NOT NULL,               -- What it caused, as JSON, secrets included.
    moment      moment_ms   NOT NULL,               -- When, on the clock of the match.
    at          timestamptz NOT NULL,               -- When.
    via         uuid,                               -- The message (`incoming`) that the move came in. Null if not by email.
    head        head,                               -- The hash chain of the log up to this line, as in records. Null for all lines of
                                                    -- a log without a chain.
    public_line ply,                                -- The number of the line for spectators. Null if it is hidden until the end.
    PRIMARY KEY (match_id, ply)
);

CREATE FUNCTION refuse_to_rewrite_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of moves is only ever appended to';
END
$$;
CREATE TRIGGER moves_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_the_log();

-- Positions after some lines of long logs, so that an earlier position is a few lines away. A cache: any row may be deleted at any time.
CREATE TABLE snapshots (
    match_id   uuid         NOT NULL REFERENCES matches,
    ply        ply          NOT NULL,               -- The last line before the position.
    turn       turn         NOT NULL,               -- This and the next three: as in `matches`, at that time.
    left_seats seat_bits    NOT NULL,
    lapses     match_lapses NOT NULL,
    state      text         NOT NULL,
    told       integer[]    NOT NULL,               -- How many lines so far each may read: spectators, everyone after the end, each seat.
    PRIMARY KEY (match_id, ply)
);

-- Analyses of matches that are over: how each side stood, and what a computer player would have done. A row is made when a player first
-- looks at the match after its end.
CREATE TABLE analyses (
    match_id uuid        PRIMARY KEY REFERENCES matches,
    due_at   timestamptz NOT NULL,                  -- When the worker looks at it next.
    attempts smallint    NOT NULL DEFAULT 0,        -- How often it was begun: at most three times.
    points   text                                   -- What was found, as JSON. Null until then.
);
CREATE INDEX analyses_due ON analyses (due_at) WHERE points IS NULL AND attempts < 3;

-- Conditional moves: lines of play that a player has left for the next turns. Only the player may see them.
CREATE TABLE conditional_moves (
    match_id uuid NOT NULL REFERENCES matches,
    user_id  uuid NOT NULL REFERENCES users,
    ply      ply  NOT NULL,                         -- The last line of the log when they were left.
    lines    text NOT NULL CHECK (length(lines) BETWEEN 2 AND 200000), -- As JSON.
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX conditional_moves_by_user ON conditional_moves (user_id);

-- Hints: the move that a computer player chose for a person, in the position after this line.
CREATE TABLE hints (
    match_id uuid NOT NULL REFERENCES matches,
    user_id  uuid NOT NULL REFERENCES users,
    ply      ply  NOT NULL,
    text     text NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 4096),
    PRIMARY KEY (match_id, user_id, ply)
);

--------------------------------------------------------------------------------------------------------------------------------------
-- 6. Clocks
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN proposal_kind AS text CHECK (VALUE IN ('pause', 'extension'));
CREATE DOMAIN proposal_answer AS text CHECK (VALUE IN ('agreed', 'declined', 'withdrawn', 'expired'));
CREATE DOMAIN proposal_number AS integer CHECK (VALUE > 0);

-- Proposals to pause all clocks of a match or to give them more time. All seats have to agree.
CREATE TABLE proposals (
    match_id    uuid            NOT NULL REFERENCES matches,
    number      proposal_number NOT NULL,           -- In the match, from 1.
    user_id     uuid            NOT NULL REFERENCES users, -- The proposer,
    seat        seat_number     NOT NULL,           -- and their seat.
    kind        proposal_kind   NOT NULL,
    length_ms   time_span_ms    NOT NULL,           -- Of the pause, or of the additional time.
    agreed      seat_bits       NOT NULL,           -- The seats that have agreed, the proposer's included.
    created_at  timestamptz     NOT NULL,
    answer      proposal_answer,                    -- Null while it is open, and perhaps for a while after it has expired.
    answered_at timestamptz,
    answered_by seat_number,                        -- The seat that declined or withdrew it.
    PRIMARY KEY (match_id, number),
    CONSTRAINT proposals_answered CHECK ((answer IS NULL) = (answered_at IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX proposals_open ON proposals (match_id) WHERE answer IS NULL;

-- Turns whose deadline was moved because the email about them bounced: once each.
CREATE TABLE extensions (
    match_id uuid        NOT NULL,
    seat     seat_number NOT NULL,
    turn     turn        NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (match_id, seat, turn)
);

-- The heartbeat of all servers of this database: one row.
CREATE TABLE alive (
    one      boolean     PRIMARY KEY DEFAULT true CHECK (one), -- Always true, so that there is one row.
    at       timestamptz NOT NULL,                  -- The last beat: once a minute, and when a server stops.
    accepted integer     NOT NULL DEFAULT 0         -- How often the host confirmed that a jump of the system clock is right.
);

-- Times in which no server was running. No clock of a match runs in them.
CREATE TABLE outages (
    began timestamptz PRIMARY KEY,
    ended timestamptz NOT NULL,
    CONSTRAINT outages_last CHECK (began < ended)
);
CREATE INDEX outages_by_end ON outages (ended, began);

--------------------------------------------------------------------------------------------------------------------------------------
-- 7. Beside the board
--------------------------------------------------------------------------------------------------------------------------------------

-- Notes of players to everyone at the table. They are not part of the log.
CREATE TABLE notes (
    match_id uuid        NOT NULL REFERENCES matches,
    id       uuid        NOT NULL,
    user_id  uuid        NOT NULL REFERENCES users, -- Who wrote it.
    text     text        NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
    at       timestamptz NOT NULL,
    via      uuid,                                  -- The message (`incoming`) that it came in, if by email,
    part     smallint,                              -- and its number there: a message that is read twice writes it once.
    PRIMARY KEY (match_id, id),
    CONSTRAINT notes_by_message UNIQUE (match_id, via, part)
);
CREATE INDEX notes_by_user ON notes (user_id, id);

-- Private notes: one text for each person and match, which only that person may see.
CREATE TABLE private_notes (
    user_id    uuid        NOT NULL REFERENCES users,
    match_id   uuid        NOT NULL REFERENCES matches,
    text       text        NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    written_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, match_id)
);

-- Decks that people keep for games with cards: the list and the own cards as they wrote them.
CREATE TABLE decks (
    user_id  uuid        NOT NULL REFERENCES users,
    game     text        NOT NULL,
    name     text        NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{0,29}$'),
    list     text        NOT NULL CHECK (octet_length(list) BETWEEN 1 AND 16384),
    cards    text        NOT NULL CHECK (octet_length(cards) <= 16384),
    saved_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, game, name)
);

-- Matches of others that a person watches.
CREATE TABLE watches (
    user_id  uuid        NOT NULL REFERENCES users,
    match_id uuid        NOT NULL REFERENCES matches,
    since    timestamptz NOT NULL,
    PRIMARY KEY (user_id, match_id)
);

-- The numbers by which a person calls matches in emails: each match keeps the number that it had in the first list. They are given while the
-- person is locked, so that no two are equal.
CREATE TABLE match_numbers (
    user_id  uuid    NOT NULL REFERENCES users,
    match_id uuid    NOT NULL REFERENCES matches,
    number   integer NOT NULL CHECK (number > 0),
    PRIMARY KEY (user_id, match_id)
);
CREATE INDEX match_numbers_by_number ON match_numbers (user_id, number);

--------------------------------------------------------------------------------------------------------------------------------------
-- 8. Email to people
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN email_kind AS text CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'emails-off', 'emails-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered', 'turn-list', 'digest', 'seat-idle', 'hook-off', 'report', 'account-notice', 'answer', 'welcome',
        'tournament-begins', 'tournament-over'
    )
);
CREATE DOMAIN email_state AS text CHECK (VALUE IN ('due', 'sent', 'moot', 'failed'));
CREATE DOMAIN email_lane AS text CHECK (VALUE IN ('access', 'other'));

-- Emails that are owed to people. The statement that writes a change also owes its email, so none is lost and none is owed twice. The text
-- is composed when the email is sent.
CREATE TABLE emails (
    home       uuid        NOT NULL,                -- `match_id`, or else `about`, or else `user_id`. Every key has it, so that the rows of
                                                    -- a match can be on the same node of a cluster.
    id         uuid        NOT NULL,
    kind       email_kind NOT NULL,
    user_id    uuid        REFERENCES users,        -- The reader. Null for a sign-in, an invitation by address and a report to the host.
    match_id   uuid,                                -- No foreign key: a table that is distributed by `home` can have none on other columns.
    about      uuid,                                -- The sign-in, change of address, invitation, webhook, report, notice or tournament it
                                                    -- is about.
    seat       seat_number,                         -- About a turn: the seat. About bounces: the seat of the other player. For a change of
                                                    -- address: 0 to the old one, 1 to the new one. About a list or a category of email
                                                    -- that was stopped: the number of the category.
    replies_to uuid,                                -- The message (`incoming`) that it answers. It waits until all of that is dealt with.
    deadline   timestamptz,                         -- For a reminder: the deadline that it is about; it is moot once the turn is over. For
                                                    -- `still-playing`: the time of the last line of the log.
    created_at timestamptz NOT NULL,
    due_at     timestamptz NOT NULL,                -- When to try next.
    attempts   smallint    NOT NULL DEFAULT 0,
    state      email_state NOT NULL DEFAULT 'due',
    done_at    timestamptz,                         -- When it was sent, dropped or given up.
    proposal   proposal_number,                     -- The proposal that it is about.
    lane       email_lane NOT NULL                 -- Email that a person needs to get into their account never waits for other email.
        GENERATED ALWAYS AS (CASE WHEN kind IN ('sign-in', 'confirm-address') THEN 'access' ELSE 'other' END) STORED,
    PRIMARY KEY (home, id),
    CONSTRAINT emails_home CHECK (home = coalesce(match_id, about, user_id))
);
CREATE INDEX emails_failed ON emails (done_at) WHERE state = 'failed';
CREATE INDEX emails_by_user ON emails (user_id, id);
CREATE INDEX emails_by_home ON emails (home, user_id, id);
CREATE INDEX emails_that_reply ON emails (home, replies_to) WHERE replies_to IS NOT NULL;
-- A bounce names the id alone. Ids begin with the time, so a few numbers for each stretch of the table find it.
CREATE INDEX emails_by_id ON emails USING brin (id) WITH (pages_per_range = 16, autosummarize = on);
-- Two senders that put off email to one reader at once owe one list.
CREATE UNIQUE INDEX emails_turn_list ON emails (home) WHERE kind = 'turn-list' AND state = 'due' AND attempts = 0;
CREATE INDEX emails_due ON emails (lane, due_at) WHERE state = 'due';
-- For the limit of email to one reader.
CREATE INDEX emails_sent ON emails (user_id, done_at) WHERE state = 'sent' AND lane = 'other';

-- Attempts to deliver an email.
CREATE TABLE deliveries (
    home      uuid        NOT NULL,
    email_id uuid        NOT NULL,
    attempt   smallint    NOT NULL,                 -- From 1.
    at        timestamptz NOT NULL,
    accepted  boolean     NOT NULL,                 -- Did the mail server accept it?
    answer    text        NOT NULL,                 -- What the mail server said.
    PRIMARY KEY (home, email_id, attempt),
    CONSTRAINT deliveries_email_fkey FOREIGN KEY (home, email_id) REFERENCES emails (home, id)
);

-- Sent email of a server without a mail server, shown at /mailbox.
CREATE TABLE kept_emails (
    id        uuid        PRIMARY KEY,
    recipient text        NOT NULL,                 -- The address.
    subject   text        NOT NULL,
    kept_at   timestamptz NOT NULL,
    message   bytea       NOT NULL                  -- The whole message (RFC 5322).
);
CREATE INDEX kept_emails_by_recipient ON kept_emails (recipient, id);

-- Addresses without an account that want no invitations.
CREATE TABLE unwanted_invitations (
    mailbox bytea       PRIMARY KEY CHECK (octet_length(mailbox) = 32), -- SHA-256 of the address.
    since   timestamptz NOT NULL
);

-- Bounces: the worst that happened to email to a person on each day. Enough points in thirty days make the person unreachable.
CREATE TABLE bounces (
    user_id uuid     NOT NULL REFERENCES users,
    day     date     NOT NULL,                      -- In UTC.
    points  smallint NOT NULL CHECK (points BETWEEN 1 AND 2),
    PRIMARY KEY (user_id, day)
);

CREATE DOMAIN notice_kind AS text CHECK (VALUE IN ('new-network', 'new-token', 'token-reuse', 'deleted', 'new-app', 'app-reuse'));

-- What an email of the kind `account-notice` says. A row is deleted a day after its email was sent, at the latest after seven days.
CREATE TABLE notices (
    id      uuid        PRIMARY KEY,
    user_id uuid        NOT NULL REFERENCES users,  -- The owner of the account.
    kind    notice_kind NOT NULL,
    at      timestamptz NOT NULL,
    network text        NOT NULL CHECK (length(network) <= 40), -- The beginning of the IP address.
    client  text        NOT NULL CHECK (length(client) <= 200), -- The name of the client.
    name    text        NOT NULL CHECK (length(name) <= 200), -- The name of the token, or the handle of the deleted account.
    address text,                                   -- Where the email about a deletion goes. Deleted once it was sent.
    CONSTRAINT notices_address CHECK ((address IS NULL) = (kind <> 'deleted'))
);
CREATE INDEX notices_by_user ON notices (user_id, at);
CREATE INDEX notices_by_time ON notices (at);

--------------------------------------------------------------------------------------------------------------------------------------
-- 9. Email from people
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN reply_key AS bytea CHECK (octet_length(VALUE) = 22);
CREATE DOMAIN incoming_result AS text CHECK (
    VALUE IN (
        'played', 'repeated', 'accepted', 'declined', 'refused', 'meant', 'help', 'board', 'preview', 'resign-asked', 'stopped', 'held', 'noted',
        'proposed', 'booked', 'done', 'answered', 'asked', 'automatic', 'bounced', 'complained', 'no-reader', 'broken'
    )
);
CREATE DOMAIN message_digest AS bytea CHECK (octet_length(VALUE) = 32);
CREATE DOMAIN counted_as AS text CHECK (VALUE IN ('prose', 'again', 'command', 'stranger', 'standing'));

-- Inbound messages: replies and bounces. Each is saved before the server accepts it, and a worker reads it afterwards.
CREATE TABLE incoming (
    home         uuid           NOT NULL,           -- The match; or the invitation, the person, the mailbox of a person without an account
                                                    -- (a part of its hash) or the email that bounced.
    id           uuid           NOT NULL,
    reply_key    reply_key      NOT NULL,           -- What it answers, as in the address that it was sent to (`play::telling::reply::Key`).
    seat         seat_number,                       -- The seat that answers. Null if it answers for no seat.
    received_at  timestamptz    NOT NULL,
    digest       message_digest NOT NULL,           -- SHA-256 of recipient and Message-ID: a message that comes twice is one.
    raw          bytea,                             -- The message with its return path. Deleted once it is of no more use.
    attempts     smallint       NOT NULL DEFAULT 0,
    due_at       timestamptz,                       -- When to read it. Null once it is done.
    done_at      timestamptz,
    result       incoming_result,                   -- Null until it is done.
    user_id      uuid           REFERENCES users,   -- The account that an answer goes to.
    message_id   text,                              -- Its Message-ID, for the thread of the answer.
    line         text,                              -- The line that was refused or asked about. Deleted with `raw`.
    reason       text,                              -- Why it was refused, or the outcome. Deleted with `raw`.
    answers      text,                              -- What its commands came to, as JSON (`play::telling::answers`). Deleted with `raw`.
    place        integer,                           -- Where the mistake is in the line, in characters from 1.
    counted_as   counted_as,                        -- For a message that plays nothing: the limit that its answer counts for.
    last_in_turn boolean,                           -- Does the answer say that it is the last one of its count in this turn?
    last_until   timestamptz,                       -- Or the last one until this time.
    PRIMARY KEY (home, id),
    CONSTRAINT incoming_digest_key UNIQUE (home, digest)
);
CREATE INDEX incoming_due ON incoming (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX incoming_unread ON incoming (home) WHERE due_at IS NOT NULL;
CREATE INDEX incoming_by_done ON incoming (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX incoming_by_user ON incoming (user_id);

--------------------------------------------------------------------------------------------------------------------------------------
-- 10. Webhooks and Web Push
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN receiver_kind AS text CHECK (VALUE IN ('hook', 'push'));

-- The receivers of calls: webhooks and browsers. The address of each is in `hooks` or `pushes`. To delete one, delete its row here.
CREATE TABLE receivers (
    id         uuid          PRIMARY KEY,
    user_id    uuid          NOT NULL REFERENCES users,
    kind       receiver_kind NOT NULL,
    key_id     text          NOT NULL,              -- The secret of the server from which that of a webhook, or the signing key of messages
                                                    -- to a browser (RFC 8292), is derived.
    created_at timestamptz   NOT NULL,
    off_at     timestamptz,                         -- When a webhook was disabled: its program said so, or all calls failed for days. The
                                                    -- subscription of a browser is deleted instead.
    busy_until timestamptz                          -- A server is calling it, at most until then. One call at a time.
);
CREATE INDEX receivers_by_user ON receivers (user_id);

CREATE DOMAIN hook_form AS text CHECK (VALUE IN ('turnpost', 'discord', 'slack', 'matrix', 'text'));

-- Webhooks: URLs of people's own programs and of their chat rooms.
CREATE TABLE hooks (
    id            uuid        PRIMARY KEY REFERENCES receivers ON DELETE CASCADE,
    url           text        NOT NULL CHECK (length(url) <= 500),
    failing_since timestamptz,                      -- Since when every call has failed. Null while they succeed.
    form          hook_form   NOT NULL DEFAULT 'turnpost' -- Of the body of its calls.
);

-- Web Push subscriptions: browsers that show a notification.
CREATE TABLE pushes (
    id         uuid        PRIMARY KEY REFERENCES receivers ON DELETE CASCADE,
    session_id uuid        NOT NULL UNIQUE REFERENCES sessions, -- The subscription ends with the session.
    endpoint   text        NOT NULL UNIQUE CHECK (length(endpoint) <= 1000), -- The URL at the push service (RFC 8030, section 5).
    p256dh     bytea       NOT NULL CHECK (octet_length(p256dh) = 65), -- The public key of the browser, uncompressed (RFC 8291, section 2),
    auth       bytea       NOT NULL CHECK (octet_length(auth) = 16), -- and its authentication secret.
    renewed_at timestamptz NOT NULL                 -- When the browser last sent the subscription, as it does at each visit.
);

-- Calls of webhooks and messages to browsers that are owed.
CREATE TABLE calls (
    receiver_id uuid        NOT NULL REFERENCES receivers ON DELETE CASCADE,
    email_id    uuid        NOT NULL,               -- The email that it accompanies. A test call has the id of the webhook.
    kind        email_kind,                         -- Null for a test call.
    match_id    uuid,                               -- Null for a test call.
    created_at  timestamptz NOT NULL,
    attempts    smallint    NOT NULL DEFAULT 0,
    due_at      timestamptz,                        -- When to try next. Null once it is done.
    PRIMARY KEY (receiver_id, email_id),
    CONSTRAINT calls_about CHECK ((kind IS NULL) = (match_id IS NULL))
);
CREATE INDEX calls_due ON calls (due_at) WHERE due_at IS NOT NULL;

-- However a session ends, its browser gets no more notifications.
CREATE FUNCTION end_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM receivers WHERE id IN (SELECT id FROM pushes WHERE session_id = NEW.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER sessions_end_pushes AFTER UPDATE OF ended_at ON sessions
    FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION end_pushes();

--------------------------------------------------------------------------------------------------------------------------------------
-- 11. The host
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN host_act AS text CHECK (
    VALUE IN ('block', 'unblock', 'hide', 'show', 'end', 'report-done', 'feature', 'unfeature', 'end-tournament')
);

-- Matches that the host has hidden. They are private until they are shown again.
CREATE TABLE hidden_matches (
    match_id   uuid       PRIMARY KEY REFERENCES matches,
    visibility visibility NOT NULL                  -- What it was before, and will be again.
);

-- The record of what the host did to accounts and matches.
CREATE TABLE host_acts (
    id       uuid        PRIMARY KEY,
    at       timestamptz NOT NULL,
    act      host_act    NOT NULL,
    user_id  uuid        REFERENCES users,          -- The account; of a report, too, who was reported.
    match_id uuid        REFERENCES matches,        -- Or the match.
    tournament_id uuid,                             -- Or the tournament. No foreign key: each node of a cluster has this table.
    reason   text        NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500), -- The players of a match that was ended are told it.
    CONSTRAINT host_acts_name_one CHECK (
        CASE
            WHEN act IN ('feature', 'unfeature', 'end-tournament') THEN num_nonnulls(user_id, match_id) = 0 AND tournament_id IS NOT NULL
            WHEN act = 'report-done' THEN num_nonnulls(user_id, match_id) > 0 AND tournament_id IS NULL
            ELSE num_nonnulls(user_id, match_id) = 1 AND tournament_id IS NULL
        END
    )
);
CREATE UNIQUE INDEX host_acts_end ON host_acts (match_id) WHERE act = 'end';

-- Reports of people to the host. The person who is reported never learns of it.
CREATE TABLE reports (
    id       uuid        PRIMARY KEY,
    at       timestamptz NOT NULL,
    reporter uuid        NOT NULL REFERENCES users,
    user_id  uuid        REFERENCES users,          -- Who is reported: for a note, its writer.
    match_id uuid        REFERENCES matches,
    note_id  uuid,
    text     text        NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
    told     boolean     NOT NULL,                  -- Was an email to the host owed? Their number a day has a limit.
    done_at  timestamptz,                           -- When the host marked it as done.
    CONSTRAINT reports_name_one CHECK (user_id IS NOT NULL OR match_id IS NOT NULL)
);
CREATE INDEX reports_by_reporter ON reports (reporter, at);
CREATE INDEX reports_told ON reports (at) WHERE told;
CREATE INDEX reports_by_time ON reports (at);

--------------------------------------------------------------------------------------------------------------------------------------
-- 12. Ratings
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN unrated AS text CHECK (VALUE IN ('host', 'abandoned', 'changed-hands', 'few-moves', 'absent', 'broken'));

-- The ratings of people, as their rated matches have made them. `turnpost ratings recompute` derives them again.
CREATE TABLE ratings (
    user_id uuid             NOT NULL REFERENCES users,
    game    text             NOT NULL,
    class   rating_class     NOT NULL,
    mu      double precision NOT NULL,              -- The strength, 25 at first,
    sigma   double precision NOT NULL CHECK (sigma > 0), -- and its standard deviation, at the end of the last match.
    settled boolean          NOT NULL,              -- Is sigma small enough for the lists?
    matches integer          NOT NULL CHECK (matches > 0), -- How many were rated.
    last_at timestamptz      NOT NULL,              -- When the last one ended.
    PRIMARY KEY (user_id, game, class)
);
CREATE INDEX ratings_listed ON ratings (game, class, mu DESC, user_id) WHERE settled;

-- The rated matches that are over, in the order in which they were rated.
CREATE TABLE rated_matches (
    match_id uuid        PRIMARY KEY REFERENCES matches,
    number   bigint      NOT NULL,                  -- The place in that order, from 1.
    ended_at timestamptz NOT NULL,
    unrated  unrated,                               -- Why the match does not count after all. Null if it counts.
    about    uuid        REFERENCES users           -- The person for whom it does not count, if it is for one.
);
CREATE INDEX rated_matches_by_number ON rated_matches (number);
CREATE INDEX rated_matches_by_end ON rated_matches (ended_at);

-- What a match did to the rating of each player.
CREATE TABLE rating_changes (
    match_id     uuid             NOT NULL REFERENCES matches,
    user_id      uuid             NOT NULL REFERENCES users,
    game         text             NOT NULL,
    class        rating_class     NOT NULL,
    mu_before    double precision NOT NULL,
    sigma_before double precision NOT NULL,         -- After its growth since the match before.
    mu           double precision NOT NULL,
    sigma        double precision NOT NULL,
    forfeited    boolean          NOT NULL,         -- Was the player out by the clock?
    at           timestamptz      NOT NULL,         -- When the match ended.
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX rating_changes_by_user ON rating_changes (user_id, game, class, at);
CREATE INDEX rating_changes_forfeited ON rating_changes (user_id, at) WHERE forfeited;

-- One row, which a process locks while it rates, so that matches are rated one after the other.
CREATE TABLE rating_lock (
    one boolean PRIMARY KEY CHECK (one)             -- Always true.
);

--------------------------------------------------------------------------------------------------------------------------------------
-- 13. Tournaments
--------------------------------------------------------------------------------------------------------------------------------------

CREATE DOMAIN tournament_format AS text CHECK (VALUE IN ('groups', 'ladder'));
CREATE DOMAIN tournament_phase AS text CHECK (VALUE IN ('entry', 'running', 'over', 'called-off'));
CREATE DOMAIN pairing_state AS text CHECK (VALUE IN ('waiting', 'playing', 'over', 'void', 'called-off', 'unfinished'));
CREATE DOMAIN division AS smallint CHECK (VALUE BETWEEN 1 AND 40); -- The number of a group of a tournament.
CREATE DOMAIN entry_count AS smallint CHECK (VALUE BETWEEN 0 AND 200);
CREATE DOMAIN at_once AS smallint CHECK (VALUE BETWEEN 1 AND 12);

-- Tournaments. Their tables are computed from `pairings`.
CREATE TABLE tournaments (
    id          uuid             PRIMARY KEY,
    number      integer          NOT NULL UNIQUE CHECK (number > 0), -- By which email calls it.
    format      tournament_format NOT NULL,
    name        text             NOT NULL,          -- Chosen by the creator.
    creator     uuid             NOT NULL REFERENCES users,
    created_at  timestamptz      NOT NULL,
    game        text             NOT NULL,
    options     text             NOT NULL,          -- Of its matches, as JSON with every default filled in.
    seats       seat_count       NOT NULL,
    clock       text             NOT NULL,          -- The terms of the clock of its matches, as JSON.
    phase       tournament_phase NOT NULL DEFAULT 'entry',
    closes_at   timestamptz      NOT NULL,          -- When it starts, if there are enough entries by then,
    max_entries entry_count      NOT NULL,          -- or as soon as there are so many.
    at_once     at_once          NOT NULL,          -- The most matches of one person at a time.
    seed        match_seed       NOT NULL,          -- Of the draw.
    entry_ms    time_span_ms     NOT NULL,          -- How long people can enter: that of the next edition, too.
    repeats     boolean          NOT NULL DEFAULT false, -- Does another edition follow?
    edition     integer          NOT NULL DEFAULT 1 CHECK (edition > 0),
    previous    uuid             REFERENCES tournaments, -- The edition before. Null for the first one.
    promoted    entry_count      NOT NULL DEFAULT 0, -- How many players of a group are in the group above in the next edition,
    relegated   entry_count      NOT NULL DEFAULT 0, -- and how many in the group below. Both 0: groups are formed by rating.
    featured    boolean          NOT NULL DEFAULT false, -- Does the host show it first?
    started_at  timestamptz,
    ended_at    timestamptz,                        -- When it was over or called off.
    due_at      timestamptz                         -- When the worker looks at it next, beside the ends of its matches. Null once it is over.
);
CREATE UNIQUE INDEX tournaments_ladder_key ON tournaments (game) WHERE format = 'ladder' AND phase = 'running';
CREATE INDEX tournaments_by_previous ON tournaments (previous) WHERE previous IS NOT NULL;
CREATE INDEX tournaments_by_phase ON tournaments (phase, id);
CREATE INDEX tournaments_featured ON tournaments (id) WHERE featured;
CREATE INDEX tournaments_due ON tournaments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_not_over_by_creator ON tournaments (creator) WHERE phase IN ('entry', 'running');

-- The people of a tournament.
CREATE TABLE entries (
    tournament_id uuid        NOT NULL REFERENCES tournaments,
    user_id       uuid        NOT NULL REFERENCES users,
    entered_at    timestamptz NOT NULL,
    division      division,                         -- The group. Null before the start.
    withdrawn_at  timestamptz,                      -- Null unless the person has withdrawn after the start.
    place         integer     CHECK (place > 0),    -- In a ladder, from 1. Null elsewhere, and for those who have left it.
    PRIMARY KEY (tournament_id, user_id)
);
CREATE INDEX entries_by_user ON entries (user_id, tournament_id);

-- The matches of a tournament, those to come included.
CREATE TABLE pairings (
    tournament_id uuid          NOT NULL REFERENCES tournaments,
    number        integer       NOT NULL CHECK (number > 0), -- In the tournament, from 1.
    division      division      NOT NULL,
    people        uuid[]        NOT NULL,           -- By seat.
    state         pairing_state NOT NULL DEFAULT 'waiting',
    match_id      uuid,                             -- Null before it starts. No foreign key, as above.
    results       text,                             -- The result of each seat, as JSON. Null until there is one.
    done_at       timestamptz,                      -- When it ended in one way or another.
    PRIMARY KEY (tournament_id, number)
);
CREATE INDEX pairings_playing ON pairings (match_id) WHERE state = 'playing';
