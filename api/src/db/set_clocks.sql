-- A change of a match that is no move: its terms, its clocks, the seats that are offered, and letters about it.
WITH changed AS (
    UPDATE matches SET clock = $clock, clocks = $clocks, offered = $offered, revision = revision + 1, due_at = $now
    WHERE id = $id AND ply IS NOT DISTINCT FROM $ply AND revision = $revision AND phase = 'running' RETURNING id
), owed AS (
    INSERT INTO letters (home, id, kind, user_id, match_id, seat, created_at, due_at)
    SELECT c.id, ($letters)[n], ($kinds)[n], ($readers)[n], c.id, ($letter_seats)[n], $now, ($letters_due)[n]
    FROM changed c, generate_series(1, cardinality($letters)) n
)
SELECT id FROM changed
