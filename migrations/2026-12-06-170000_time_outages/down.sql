DROP TABLE outages;
DROP TABLE alive;
