ALTER TABLE host_acts DROP CONSTRAINT host_acts_name_one;
DELETE FROM host_acts WHERE act = 'report-done';
ALTER TABLE host_acts ADD CONSTRAINT host_acts_name_one CHECK ((user_id IS NULL) <> (match_id IS NULL));
ALTER DOMAIN host_act DROP CONSTRAINT host_act_check;
ALTER DOMAIN host_act ADD CONSTRAINT host_act_check CHECK (VALUE IN ('block', 'unblock', 'hide', 'show', 'end'));
ALTER TABLE reports DROP COLUMN done_at;
