-- The page of a player lists the public matches of the player. Most matches of a computer player are not public, so it must not read them all.

-- True if the match was made as a public one. It stays so while the host hides the match: who may see it is told by the match alone.
ALTER TABLE seats ADD COLUMN listed boolean NOT NULL DEFAULT false;
UPDATE seats SET listed = true FROM matches m WHERE m.id = seats.match_id AND m.visibility = 'public';
UPDATE seats SET listed = true FROM hidden_matches h WHERE h.match_id = seats.match_id AND h.visibility = 'public';
