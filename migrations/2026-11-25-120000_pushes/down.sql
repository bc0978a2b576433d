ALTER TABLE hooks DROP COLUMN busy_until;
DROP TRIGGER sessions_end_pushes ON sessions;
DROP FUNCTION end_pushes;
DROP TABLE push_messages;
DROP TABLE pushes;
