-- Matches that came from records. They have no players.

CREATE TABLE imports (
    match_id uuid        PRIMARY KEY REFERENCES matches,
    importer uuid        NOT NULL REFERENCES users,
    at       timestamptz NOT NULL
);
CREATE INDEX imports_by_importer ON imports (importer, at);
