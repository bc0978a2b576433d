UPDATE incoming SET result = 'help' WHERE result IN ('proposed', 'booked');
ALTER DOMAIN incoming_result DROP CONSTRAINT incoming_result_check;
ALTER DOMAIN incoming_result ADD CONSTRAINT incoming_result_check CHECK (
    VALUE IN (
        'played', 'repeated', 'accepted', 'declined', 'refused', 'help', 'board', 'preview', 'resign-asked', 'stopped', 'held', 'noted',
        'automatic', 'bounced', 'complained', 'no-reader', 'broken'
    )
);
