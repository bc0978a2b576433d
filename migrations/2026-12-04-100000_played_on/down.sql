DROP TABLE played_on;
