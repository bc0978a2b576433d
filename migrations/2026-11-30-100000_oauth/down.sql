DELETE FROM deliveries d USING letters l, notices n
    WHERE l.home = d.home AND l.id = d.letter_id AND l.home = n.id AND n.kind IN ('new-app', 'app-reuse');
DELETE FROM letters l USING notices n WHERE l.home = n.id AND n.kind IN ('new-app', 'app-reuse');
DELETE FROM notices WHERE kind IN ('new-app', 'app-reuse');
ALTER DOMAIN notice_kind DROP CONSTRAINT notice_kind_check;
ALTER DOMAIN notice_kind ADD CONSTRAINT notice_kind_check CHECK (
    VALUE IN ('new-network', 'new-token', 'token-reuse', 'deleted')
);
DROP TABLE grant_tokens;
DROP TABLE grants;
DROP TABLE clients;
