DROP TABLE personal_tokens;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE address_changes;
DROP TABLE sign_ins;
DROP TABLE users;
