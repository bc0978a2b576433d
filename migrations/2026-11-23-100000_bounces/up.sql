-- Letters that could not be delivered.

-- While it is set, no letters about matches are sent to the person: their mail server refuses them. A sign-in ends it.
ALTER TABLE users ADD COLUMN unreachable_since timestamptz;

-- The worst that happened to letters to a person on a day (UTC), in points. Rows older than thirty days do not count.
CREATE TABLE bounces (
    user_id uuid     NOT NULL REFERENCES users,
    day     date     NOT NULL,
    points  smallint NOT NULL CHECK (points BETWEEN 1 AND 2),
    PRIMARY KEY (user_id, day)
);

-- Turns whose deadline was moved because their letter could not be delivered: once each.
CREATE TABLE extensions (
    match_id uuid        NOT NULL,
    seat     seat_number NOT NULL,
    turn     turn        NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (match_id, seat, turn)
);

-- A letter that comes back is known by its id alone. Ids begin with the time, so a few numbers for each stretch of the table find it.
CREATE INDEX letters_by_id ON letters USING brin (id) WITH (pages_per_range = 16, autosummarize = on);
