-- Moves of several matches, each as in advance.sql, if its match is still as it was judged. The steps are in the order of their ids: two
-- such statements then lock the matches that both name in the same order.
WITH steps AS (
    SELECT * FROM unnest($ids, $before, $known_moments, $revisions, $phase, $started_at, $ended_at, $ply, $turn, $midway_since, $moment, $left_seats,
        $awaited, $lapses, $clocks, $offered, $wake_at, $due_at, $state, $outcomes, $now, $line_at)
    AS s(id, before, known_moment, revision, phase, started_at, ended_at, ply, turn, midway_since, moment, left_seats,
        awaited, lapses, clocks, offered, wake_at, due_at, state, outcome, now, line_at)
), advanced AS (
    UPDATE matches m SET phase = s.phase, started_at = s.started_at, ended_at = s.ended_at, ply = s.ply, turn = s.turn,
        midway_since = s.midway_since, moment = s.moment, left_seats = s.left_seats, awaited = s.awaited, lapses = s.lapses,
        clocks = s.clocks, offered = s.offered, wake_at = s.wake_at,
        due_at = CASE WHEN m.due_at > s.now AND m.due_at <= s.due_at THEN m.due_at ELSE s.due_at END,
        state = s.state, outcome = s.outcome
    FROM steps s
    WHERE m.id = s.id AND m.ply IS NOT DISTINCT FROM s.before AND m.moment = s.known_moment AND m.revision = s.revision
        AND m.phase IN ('open', 'running')
    RETURNING m.id, m.phase, s.now, s.line_at
), logged AS (
    INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, via, head, public_line)
    SELECT a.id, l.ply, l.turn, l.seat, l.cause, l.text, l.events, l.moment, a.line_at, l.via, l.head, l.public_line
    FROM unnest($line_ids, $plies, $turns, $seats, $causes, $texts, $events, $moments, $vias, $heads, $public_lines)
        AS l(id, ply, turn, seat, cause, text, events, moment, via, head, public_line)
    JOIN advanced a ON a.id = l.id
), owed AS (
    INSERT INTO emails (home, id, kind, user_id, match_id, seat, answers, created_at, due_at)
    SELECT a.id, o.email, o.kind, o.reader, a.id, o.seat, o.answers, a.now, o.due_at
    FROM unnest($email_ids, $emails, $kinds, $readers, $email_seats, $answers, $emails_due)
        AS o(id, email, kind, reader, seat, answers, due_at)
    JOIN advanced a ON a.id = o.id
), ended AS (
    UPDATE seats SET over_at = a.now FROM advanced a WHERE a.phase = 'over' AND seats.match_id = a.id
)
SELECT id FROM advanced
