DROP TABLE moves;
DROP FUNCTION refuse_to_rewrite_the_log();
DROP TABLE invitations;
DROP TABLE seats;
DROP TABLE matches;
DROP DOMAIN seat_count, seat_number, seat_bits, edition, seating, visibility, on_lapse, phase, cause, invitation_answer,
    match_seed, match_lapses, time_span_ms, moment_ms, ply, turn;
