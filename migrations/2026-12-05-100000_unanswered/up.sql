-- The invitations that wait for an answer of a person are listed on each first page; those that have one are kept, and grow in number.
DO $$ BEGIN
    CREATE INDEX invitations_unanswered_by_user ON invitations (user_id, id) WHERE answer IS NULL;
    CREATE INDEX invitations_unanswered_by_address ON invitations (address, id) WHERE answer IS NULL;
END $$;
