-- Seats whose time has run out can be offered to other people.

ALTER DOMAIN on_lapse DROP CONSTRAINT on_lapse_check;
ALTER DOMAIN on_lapse ADD CONSTRAINT on_lapse_check CHECK (VALUE IN ('forfeit', 'pass', 'replace'));
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken'
    )
);

-- The seats that are offered; `clocks` says until when.
ALTER TABLE matches ADD COLUMN offered seat_bits NOT NULL DEFAULT 0;
CREATE INDEX matches_offered ON matches (id) WHERE visibility = 'public' AND offered <> 0;

-- The number of people who held the seat before, and the line of the log from which on it is this one's. The keys of letters name the
-- number: those of an earlier player open nothing.
CREATE DOMAIN holder AS smallint CHECK (VALUE BETWEEN 0 AND 31);
ALTER TABLE seats ADD COLUMN holder holder NOT NULL DEFAULT 0, ADD COLUMN from_ply ply NOT NULL DEFAULT 0;
ALTER TABLE incoming ADD COLUMN holder holder NOT NULL DEFAULT 0;

-- People who held a seat before another took it.
CREATE TABLE replacements (
    match_id uuid        NOT NULL REFERENCES matches,
    seat     seat_number NOT NULL,
    holder   holder      NOT NULL,
    user_id  uuid        NOT NULL REFERENCES users,
    -- The lines of the log in which the seat was theirs, the last one not included.
    from_ply ply         NOT NULL,
    to_ply   ply         NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (match_id, seat, holder)
);
CREATE INDEX replacements_by_user ON replacements (user_id);
