DROP TABLE incoming;
DROP DOMAIN incoming_key, incoming_result, message_digest;
