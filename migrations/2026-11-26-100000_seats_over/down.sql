ALTER TABLE seats ADD COLUMN over boolean NOT NULL DEFAULT false;
UPDATE seats SET over = true WHERE over_at IS NOT NULL;
DROP INDEX seats_over;
DROP INDEX seats_not_over;
ALTER TABLE seats DROP COLUMN over_at;
CREATE INDEX seats_not_over ON seats (user_id, match_id) WHERE NOT over;
