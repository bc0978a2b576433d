-- All of its columns in the order of the list, as no other index has them: Postgres plans before it knows the player.
CREATE INDEX seats_listed ON seats (listed, user_id, match_id) WHERE listed;
