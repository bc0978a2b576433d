DROP INDEX matches_listed_by_creator;
