-- A move. `due_at` stays as it is if that is soon enough: changing it at every move would change an index at every move.
WITH advanced AS (
    UPDATE matches SET phase = $phase, started_at = $started_at, ended_at = $ended_at, ply = $ply, turn = $turn,
        midway_since = $midway_since, moment = $moment, left_seats = $left_seats, awaited = $awaited, lapses = $lapses,
        clocks = $clocks, offered = $offered, wake_at = $wake_at,
        due_at = CASE WHEN due_at > $now AND due_at <= $due_at THEN due_at ELSE $due_at END,
        state = $state, outcome = $outcome
    WHERE id = $id AND ply IS NOT DISTINCT FROM $before AND moment = $known_moment AND revision = $revision
        AND phase IN ('open', 'running')
    RETURNING id
), logged AS (
    INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, via, head, public_line)
    SELECT a.id, ($plies)[n], ($turns)[n], ($seats)[n], ($causes)[n], ($texts)[n], ($events)[n], ($moments)[n], $line_at, $via,
        ($heads)[n], ($public_lines)[n]
    FROM advanced a, generate_series(1, cardinality($plies)) n
), owed AS (
    INSERT INTO emails (home, id, kind, user_id, match_id, seat, answers, created_at, due_at)
    SELECT a.id, ($emails)[n], ($kinds)[n], ($readers)[n], a.id, ($email_seats)[n], ($answers)[n], $now, ($emails_due)[n]
    FROM advanced a, generate_series(1, cardinality($emails)) n
), ended AS (
    UPDATE seats SET over_at = $now FROM advanced WHERE $phase = 'over' AND seats.match_id = $id
)
SELECT id FROM advanced
