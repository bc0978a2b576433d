DROP INDEX seats_listed;
