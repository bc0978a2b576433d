-- The last time at which the reader of a session proved to read the mail of the account, by a code or link. Null for a session that began
-- before this was kept. Tokens are made and accounts are deleted only shortly after.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
