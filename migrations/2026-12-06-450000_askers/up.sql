-- The hash of what the client that asked for a sign-in knows: its code is good for this client alone.
ALTER TABLE sign_ins ADD COLUMN asked_by bytea;
