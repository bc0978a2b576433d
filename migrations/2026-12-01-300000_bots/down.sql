-- Bots stay as accounts that no program can use: matches and moves refer to them.
UPDATE personal_tokens SET revoked_at = now() FROM users
WHERE users.id = personal_tokens.user_id AND users.owner IS NOT NULL AND revoked_at IS NULL;
ALTER TABLE users DROP COLUMN owner, DROP COLUMN is_bot;
