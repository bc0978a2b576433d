-- What the limits of an account count: the letters that its person got lately, and its matches that are not over.
CREATE INDEX letters_sent ON letters (user_id, done_at) WHERE state = 'sent' AND lane = 'other';
CREATE INDEX matches_not_over_by_creator ON matches (creator, id) WHERE phase IN ('open', 'running');
