-- A change of a match other than a move: its terms, its clocks, the seats that are offered, and emails about it.
WITH changed AS (
    UPDATE matches SET clock = $clock, clocks = $clocks, offered = $offered, revision = revision + 1, due_at = $now
    WHERE id = $id AND ply IS NOT DISTINCT FROM $ply AND revision = $revision AND phase = 'running' RETURNING id
), owed AS (
    INSERT INTO emails (home, id, kind, user_id, match_id, seat, created_at, due_at)
    SELECT c.id, ($emails)[n], ($kinds)[n], ($readers)[n], c.id, ($email_seats)[n], $now, ($emails_due)[n]
    FROM changed c, generate_series(1, cardinality($emails)) n
)
SELECT id FROM changed
