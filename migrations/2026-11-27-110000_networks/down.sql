ALTER TABLE sign_ins DROP COLUMN known, DROP COLUMN network;
DROP TABLE user_networks;
