-- The host marks a report as done. That is an act on record; it names all that the report is about.
ALTER TABLE reports ADD COLUMN done_at timestamptz;

ALTER DOMAIN host_act DROP CONSTRAINT host_act_check;
ALTER DOMAIN host_act ADD CONSTRAINT host_act_check CHECK (VALUE IN ('block', 'unblock', 'hide', 'show', 'end', 'report-done'));
ALTER TABLE host_acts DROP CONSTRAINT host_acts_name_one;
ALTER TABLE host_acts ADD CONSTRAINT host_acts_name_one CHECK (
    CASE act WHEN 'report-done' THEN user_id IS NOT NULL OR match_id IS NOT NULL ELSE (user_id IS NULL) <> (match_id IS NULL) END
);
