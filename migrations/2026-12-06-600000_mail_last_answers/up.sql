-- Answers to messages that play nothing are counted by what the message was, so that none of these counts uses up another.
CREATE DOMAIN counted_as AS text CHECK (VALUE IN ('prose', 'again', 'command', 'stranger'));
ALTER TABLE incoming ADD COLUMN counted_as counted_as;
-- The answer says that it is the last one of its count: in the turn of the message, until this time, or both.
ALTER TABLE incoming ADD COLUMN last_in_turn boolean;
ALTER TABLE incoming ADD COLUMN last_until timestamptz;
