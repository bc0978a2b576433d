DROP TABLE moves;
DROP FUNCTION refuse_to_rewrite_the_log();
DROP TABLE invitations;
DROP TABLE seats;
DROP TABLE matches;
