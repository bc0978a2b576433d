-- When a server of this database was last alive: one row, written once a minute and when a server stops.
CREATE TABLE alive (
    one      boolean     PRIMARY KEY DEFAULT true CHECK (one),
    at       timestamptz NOT NULL,
    -- How often the host has said that the clocks of the servers are right, though they have jumped.
    accepted integer     NOT NULL DEFAULT 0
);
-- The times that no player had, as no server was alive. No clock runs in them.
CREATE TABLE outages (
    began timestamptz PRIMARY KEY,
    ended timestamptz NOT NULL,
    CONSTRAINT outages_last CHECK (began < ended)
);
CREATE INDEX outages_by_end ON outages (ended, began);
