-- When a seat's match ended or was called off, so that a person's ended matches are listed by their end.
ALTER TABLE seats ADD COLUMN over_at timestamptz;
UPDATE seats SET over_at = m.ended_at FROM matches m WHERE m.id = seats.match_id AND seats.over;
DROP INDEX seats_not_over;
ALTER TABLE seats DROP COLUMN over;
-- The list of running matches of a person reads no ended ones.
CREATE INDEX seats_not_over ON seats (user_id, match_id) WHERE over_at IS NULL;
CREATE INDEX seats_over ON seats (user_id, over_at DESC) WHERE over_at IS NOT NULL;
