DELETE FROM incoming WHERE key = 'proposal';
ALTER DOMAIN incoming_key DROP CONSTRAINT incoming_key_check;
ALTER DOMAIN incoming_key ADD CONSTRAINT incoming_key_check CHECK (VALUE IN ('turn', 'resign', 'invitation', 'bounce'));
DELETE FROM deliveries USING letters l WHERE l.home = deliveries.home AND l.id = deliveries.letter_id AND l.proposal IS NOT NULL;
DELETE FROM letters WHERE proposal IS NOT NULL;
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing'
    )
);
ALTER TABLE letters DROP COLUMN proposal;
DROP TABLE proposals;
DROP DOMAIN proposal_number;
DROP DOMAIN proposal_answer;
DROP DOMAIN proposal_kind;
