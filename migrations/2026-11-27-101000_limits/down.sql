DROP INDEX matches_not_over_by_creator;
DROP INDEX letters_sent;
