DROP TABLE kept_letters;
DROP TABLE deliveries;
DROP TABLE letters;
DROP DOMAIN letter_kind, letter_state;
