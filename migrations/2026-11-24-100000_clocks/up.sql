-- Match clocks with a reserve, hours, vacations and pauses.

CREATE DOMAIN seat_clocks AS text;

-- The terms of the match clock, as JSON: pace, hours, the rule of vacations, and pauses that all agreed to.
ALTER TABLE matches ADD COLUMN clock text NOT NULL DEFAULT '{"pace":null,"hours":null,"vacation":"none"}';
UPDATE matches SET clock = jsonb_build_object(
    'pace', jsonb_build_object('kind', 'per-move', 'time', 'PT' || round(move_time_ms / 1000.0, 3) || 'S'), 'hours', NULL, 'vacation', 'none'
)::text WHERE move_time_ms IS NOT NULL;
ALTER TABLE matches DROP COLUMN move_time_ms;

-- The clock of each seat, as JSON: the turn that runs, and the time that is kept. Deadlines follow from it, the terms and the
-- vacations of the players, so none of them is stored.
ALTER TABLE matches ADD COLUMN clocks seat_clocks NOT NULL DEFAULT '[]';
UPDATE matches SET clocks = (
    SELECT jsonb_agg(jsonb_build_object('reserve', 'PT0S', 'offered_until', NULL, 'running', CASE WHEN at IS NOT NULL THEN jsonb_build_object(
        'since', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'allowed', 'PT' || greatest(1, round(extract(epoch FROM at - now()))) || 'S', 'is_answer', false
    ) END) ORDER BY n) FROM unnest(deadlines) WITH ORDINALITY AS d(at, n)
)::text WHERE phase = 'running';
ALTER TABLE matches DROP COLUMN deadlines;

-- Grows with each change that is no move: a move that was judged before it is judged again.
CREATE DOMAIN revision AS integer CHECK (VALUE >= 0);
ALTER TABLE matches ADD COLUMN revision revision NOT NULL DEFAULT 0;

-- The vacations of a person that are not long over, as JSON.
ALTER TABLE users ADD COLUMN vacations text NOT NULL DEFAULT '[]';
