-- The letter to the host about a report.
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered', 'turn-list', 'digest', 'seat-idle', 'hook-off', 'report'
    )
);

-- What people report to the host, about a person, a match or a note. The person who is reported never learns of it.
CREATE TABLE reports (
    id       uuid        PRIMARY KEY,
    at       timestamptz NOT NULL,
    reporter uuid        NOT NULL REFERENCES users,
    -- The person who is reported: for a note its writer.
    user_id  uuid        REFERENCES users,
    match_id uuid        REFERENCES matches,
    note_id  uuid,
    text     text        NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
    -- Was a letter owed to the host? Those of a day have a limit.
    told     boolean     NOT NULL,
    CONSTRAINT reports_name_one CHECK (user_id IS NOT NULL OR match_id IS NOT NULL)
);
CREATE INDEX reports_by_reporter ON reports (reporter, at);
CREATE INDEX reports_told ON reports (at) WHERE told;
CREATE INDEX reports_by_time ON reports (at);
