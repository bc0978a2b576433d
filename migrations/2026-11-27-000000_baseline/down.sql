DROP TABLE pairings, entries, tournaments, rating_lock, rating_changes, rated_matches, ratings, reports, host_acts, hidden_matches, calls, pushes, hooks, receivers, incoming, notices, bounces, unwanted_invitations,
    kept_emails, deliveries, emails, match_numbers, watches, decks, private_notes, notes, outages, alive, extensions, proposals, hints, conditional_moves, analyses,
    snapshots, moves, played_on, rematches, invitations, replacements, seats, matches, idempotency_keys, grant_tokens, grants, clients,
    personal_tokens, user_networks, refresh_tokens, sessions, address_changes, sign_ins, former_handles, users;
DROP FUNCTION end_pushes(), refuse_to_rewrite_the_log();
DROP DOMAIN edition, seat_count, seat_number, seat_bits, holder, seating, visibility, phase, on_lapse, computer_pace, cause, invitation_answer, ply, turn,
    revision, moment_ms, time_span_ms, seat_clocks, match_lapses, match_seed, head, proposal_kind, proposal_answer, proposal_number,
    email_kind, email_state, email_lane, notice_kind, reply_key, incoming_result, message_digest, counted_as, receiver_kind, host_act,
    email_length, hook_form, rating_class, unrated, tournament_format, tournament_phase, pairing_state, division, entry_count, at_once;
