-- The list of open matches shows only the newest few of each creator: whether a match is one of them is read from here.
CREATE INDEX matches_listed_by_creator ON matches (creator, id) WHERE phase = 'open' AND visibility = 'public';
