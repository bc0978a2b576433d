-- Moves, at most one of each match, each if its match is still as it was judged. `advance.rs` makes two statements of this text, for one move and
-- for several: `[[...]]` stands once for each column of `Progress`, `@` before a value of a step, `a@` before one once the match has advanced, and
-- `/* steps */` where the steps of several are named. Those are in the order of their ids: two such statements then lock the matches that both name
-- in the same order. `due_at` stays as it is if that is soon enough: changing it at every move would change an index at every move.
WITH /* steps */ advanced AS (
    UPDATE matches m SET [[progress = @progress]], outcome = @outcome,
        due_at = CASE WHEN m.due_at > @now AND m.due_at <= @due_at THEN m.due_at ELSE @due_at END
    /* from steps */ WHERE m.id = @id AND m.ply IS NOT DISTINCT FROM @before AND m.moment = @known_moment AND m.revision = @revision
        AND m.phase IN ('open', 'running')
    RETURNING m.id, m.phase, @now AS now, @line_at AS line_at, @via AS via
), logged AS (
    INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, via, head, public_line)
    SELECT a.id, l.ply, l.turn, l.seat, l.cause, l.text, l.events, l.moment, a@line_at, a@via, l.head, l.public_line
    FROM unnest($line_ids, $plies, $turns, $seats, $causes, $texts, $events, $moments, $heads, $public_lines)
        AS l(id, ply, turn, seat, cause, text, events, moment, head, public_line)
    JOIN advanced a ON a.id = l.id
), owed AS (
    INSERT INTO emails (home, id, kind, user_id, match_id, seat, replies_to, created_at, due_at)
    SELECT a.id, o.email, o.kind, o.reader, a.id, o.seat, o.replies_to, a@now, o.due_at
    FROM unnest($email_ids, $emails, $kinds, $readers, $email_seats, $replies_to, $emails_due)
        AS o(id, email, kind, reader, seat, replies_to, due_at)
    JOIN advanced a ON a.id = o.id
), ended AS (
    UPDATE seats SET over_at = a@now FROM advanced a WHERE a@phase = 'over' AND seats.match_id = a@id
)
SELECT id FROM advanced
