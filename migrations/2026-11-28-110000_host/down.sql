DROP TABLE host_acts;
DROP DOMAIN host_act;
UPDATE matches SET visibility = h.visibility FROM hidden_matches h WHERE h.match_id = matches.id;
DROP TABLE hidden_matches;
ALTER TABLE users DROP COLUMN blocked_at;
