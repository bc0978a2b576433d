-- Invitations that were withdrawn are forgotten after a while.
CREATE INDEX invitations_withdrawn ON invitations (answered_at) WHERE answer = 'withdrawn';
