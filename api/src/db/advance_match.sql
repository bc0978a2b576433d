-- A move, as in advance.sql, where the rows are distributed: Citus runs the whole function on the node of the match, as a transaction of that
-- node alone. Each row is inserted by itself, as Citus would bring a list of rows to the node that was asked.
CREATE OR REPLACE FUNCTION advance_match(
    id uuid, [[step type]], [[progress type]],
    plies integer[], turns integer[], seats smallint[], causes text[], texts text[], events text[], moments bigint[], heads bytea[],
    public_lines integer[], emails uuid[], kinds text[], readers uuid[], email_seats smallint[], replies_to uuid[], emails_due timestamptz[]
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    UPDATE matches SET [[progress = advance_match.progress]], outcome = advance_match.outcome,
        due_at = CASE WHEN due_at > advance_match.now AND due_at <= advance_match.due_at THEN due_at ELSE advance_match.due_at END
    WHERE id = advance_match.id AND ply IS NOT DISTINCT FROM advance_match.before AND moment = advance_match.known_moment
        AND revision = advance_match.revision AND phase IN ('open', 'running');
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    FOR n IN 1 .. cardinality(plies) LOOP
        INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, via, head, public_line)
        VALUES (advance_match.id, plies[n], turns[n], advance_match.seats[n], causes[n], texts[n], advance_match.events[n], moments[n],
            advance_match.line_at, advance_match.via, heads[n], public_lines[n]);
    END LOOP;
    FOR n IN 1 .. cardinality(advance_match.emails) LOOP
        INSERT INTO emails (home, id, kind, user_id, match_id, seat, replies_to, created_at, due_at)
        VALUES (advance_match.id, advance_match.emails[n], kinds[n], readers[n], advance_match.id, email_seats[n],
            advance_match.replies_to[n], advance_match.now, emails_due[n]);
    END LOOP;
    IF advance_match.phase = 'over' THEN
        UPDATE seats SET over_at = advance_match.now WHERE match_id = advance_match.id;
    END IF;
    RETURN true;
END
$$;
