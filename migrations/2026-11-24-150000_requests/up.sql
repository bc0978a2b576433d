-- A message can propose a pause or more time, and book or end a vacation.
ALTER DOMAIN incoming_result DROP CONSTRAINT incoming_result_check;
ALTER DOMAIN incoming_result ADD CONSTRAINT incoming_result_check CHECK (
    VALUE IN (
        'played', 'repeated', 'accepted', 'declined', 'refused', 'help', 'board', 'preview', 'resign-asked', 'stopped', 'held', 'noted',
        'proposed', 'booked', 'automatic', 'bounced', 'complained', 'no-reader', 'broken'
    )
);
