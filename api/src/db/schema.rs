//! The tables as the migrations make them. Generated: `UPDATE=1 cargo test -p tests --test all schema` writes this file.

crate::db::statement::tables! {
    address_changes {
        id -> Uuid,
        user_id -> Uuid,
        old_address -> Text,
        new_address -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        old_confirmed_at -> Nullable<Timestamptz>,
        new_confirmed_at -> Nullable<Timestamptz>,
    }

    alive {
        one -> Bool,
        at -> Timestamptz,
        accepted -> Integer,
    }

    analyses {
        match_id -> Uuid,
        due_at -> Timestamptz,
        attempts -> SmallInt,
        points -> Nullable<Text>,
    }

    bounces {
        user_id -> Uuid,
        day -> Date,
        points -> SmallInt,
    }

    calls {
        receiver_id -> Uuid,
        email_id -> Uuid,
        kind -> Nullable<Word>,
        match_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        attempts -> SmallInt,
        due_at -> Nullable<Timestamptz>,
    }

    clients {
        id -> Uuid,
        user_id -> Uuid,
        name -> Text,
        redirects -> Array<Nullable<Text>>,
        created_at -> Timestamptz,
    }

    conditional_moves {
        match_id -> Uuid,
        user_id -> Uuid,
        ply -> Count,
        lines -> Text,
    }

    decks {
        user_id -> Uuid,
        game -> Text,
        name -> Text,
        list -> Text,
        cards -> Text,
        saved_at -> Timestamptz,
    }

    deliveries {
        home -> Uuid,
        email_id -> Uuid,
        attempt -> SmallInt,
        at -> Timestamptz,
        accepted -> Bool,
        answer -> Text,
    }

    emails {
        home -> Uuid,
        id -> Uuid,
        kind -> Word,
        user_id -> Nullable<Uuid>,
        match_id -> Nullable<Uuid>,
        about -> Nullable<Uuid>,
        seat -> Nullable<SeatNumber>,
        replies_to -> Nullable<Uuid>,
        deadline -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        attempts -> SmallInt,
        state -> Word,
        done_at -> Nullable<Timestamptz>,
        proposal -> Nullable<Count>,
        lane -> Word,
    }

    entries {
        tournament_id -> Uuid,
        user_id -> Uuid,
        entered_at -> Timestamptz,
        division -> Nullable<Small>,
        withdrawn_at -> Nullable<Timestamptz>,
        place -> Nullable<Integer>,
    }

    extensions {
        match_id -> Uuid,
        seat -> SeatNumber,
        turn -> Count,
        at -> Timestamptz,
    }

    former_handles {
        skeleton -> Text,
        user_id -> Uuid,
        owner -> Nullable<Binary>,
        given_up_at -> Timestamptz,
    }

    grant_tokens {
        hash -> Binary,
        access_hash -> Binary,
        grant_id -> Uuid,
        issued_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }

    grants {
        id -> Uuid,
        user_id -> Uuid,
        client_id -> Uuid,
        scopes -> Array<Nullable<Text>>,
        code_hash -> Binary,
        redirect -> Text,
        challenge -> Binary,
        created_at -> Timestamptz,
        begun_at -> Nullable<Timestamptz>,
        last_used_at -> Nullable<Timestamptz>,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }

    hidden_matches {
        match_id -> Uuid,
        visibility -> Word,
    }

    hints {
        match_id -> Uuid,
        user_id -> Uuid,
        ply -> Count,
        text -> Text,
    }

    hooks {
        id -> Uuid,
        url -> Text,
        failing_since -> Nullable<Timestamptz>,
        form -> Word,
    }

    host_acts {
        id -> Uuid,
        at -> Timestamptz,
        act -> Word,
        user_id -> Nullable<Uuid>,
        match_id -> Nullable<Uuid>,
        tournament_id -> Nullable<Uuid>,
        reason -> Text,
    }

    idempotency_keys {
        user_id -> Uuid,
        key -> Text,
        digest -> Binary,
        created_at -> Timestamptz,
        status -> Nullable<SmallInt>,
        location -> Nullable<Text>,
        body -> Nullable<Text>,
    }

    incoming {
        home -> Uuid,
        id -> Uuid,
        reply_key -> Bytes,
        seat -> Nullable<SeatNumber>,
        received_at -> Timestamptz,
        digest -> Bytes,
        raw -> Nullable<Binary>,
        attempts -> SmallInt,
        due_at -> Nullable<Timestamptz>,
        done_at -> Nullable<Timestamptz>,
        result -> Nullable<Word>,
        user_id -> Nullable<Uuid>,
        message_id -> Nullable<Text>,
        line -> Nullable<Text>,
        reason -> Nullable<Text>,
        answers -> Nullable<Text>,
        place -> Nullable<Integer>,
        counted_as -> Nullable<Word>,
        last_in_turn -> Nullable<Bool>,
        last_until -> Nullable<Timestamptz>,
    }

    invitations {
        id -> Uuid,
        match_id -> Uuid,
        inviter -> Uuid,
        user_id -> Nullable<Uuid>,
        address -> Nullable<Text>,
        link -> Bool,
        created_at -> Timestamptz,
        answer -> Nullable<Word>,
        answered_at -> Nullable<Timestamptz>,
        reason -> Nullable<Text>,
    }

    kept_emails {
        id -> Uuid,
        recipient -> Text,
        subject -> Text,
        kept_at -> Timestamptz,
        message -> Binary,
    }

    match_numbers {
        user_id -> Uuid,
        match_id -> Uuid,
        number -> Integer,
    }

    matches {
        id -> Uuid,
        game -> Text,
        edition -> Small,
        name -> Text,
        options -> Text,
        seats -> Small,
        seating -> Word,
        visibility -> Word,
        on_lapse -> Word,
        computer_pace -> Word,
        creator -> Uuid,
        created_at -> Timestamptz,
        imported -> Bool,
        phase -> Word,
        seed -> Bytes,
        players -> SmallInt,
        started_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
        ply -> Nullable<Count>,
        turn -> Count,
        midway_since -> Nullable<Count>,
        moment -> Milliseconds,
        left_seats -> SeatBits,
        awaited -> SeatBits,
        lapses -> Bytes,
        wake_at -> Nullable<Timestamptz>,
        due_at -> Nullable<Timestamptz>,
        state -> Nullable<Text>,
        outcome -> Nullable<Text>,
        notes -> Bool,
        clock -> Text,
        clocks -> Word,
        revision -> Count,
        offered -> SeatBits,
        rated -> Nullable<Word>,
        tournament -> Nullable<Uuid>,
    }

    moves {
        match_id -> Uuid,
        ply -> Count,
        turn -> Count,
        seat -> Nullable<SeatNumber>,
        cause -> Word,
        text -> Text,
        events -> Text,
        moment -> Milliseconds,
        at -> Timestamptz,
        via -> Nullable<Uuid>,
        head -> Nullable<Bytes>,
        public_line -> Nullable<Count>,
    }

    notes {
        match_id -> Uuid,
        id -> Uuid,
        user_id -> Uuid,
        text -> Text,
        at -> Timestamptz,
        via -> Nullable<Uuid>,
        part -> Nullable<SmallInt>,
    }

    notices {
        id -> Uuid,
        user_id -> Uuid,
        kind -> Word,
        at -> Timestamptz,
        network -> Text,
        client -> Text,
        name -> Text,
        address -> Nullable<Text>,
    }

    outages {
        began -> Timestamptz,
        ended -> Timestamptz,
    }

    pairings {
        tournament_id -> Uuid,
        number -> Integer,
        division -> Small,
        people -> Array<Nullable<Uuid>>,
        state -> Word,
        match_id -> Nullable<Uuid>,
        results -> Nullable<Text>,
        done_at -> Nullable<Timestamptz>,
    }

    personal_tokens {
        id -> Uuid,
        user_id -> Uuid,
        name -> Text,
        hash -> Binary,
        scopes -> Array<Nullable<Text>>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        last_used_at -> Nullable<Timestamptz>,
        revoked_at -> Nullable<Timestamptz>,
    }

    played_on {
        match_id -> Uuid,
        source -> Nullable<Uuid>,
        earlier_seeds -> Text,
        moment -> Milliseconds,
    }

    private_notes {
        user_id -> Uuid,
        match_id -> Uuid,
        text -> Text,
        written_at -> Timestamptz,
    }

    proposals {
        match_id -> Uuid,
        number -> Count,
        user_id -> Uuid,
        seat -> SeatNumber,
        kind -> Word,
        length_ms -> Milliseconds,
        agreed -> SeatBits,
        created_at -> Timestamptz,
        answer -> Nullable<Word>,
        answered_at -> Nullable<Timestamptz>,
        answered_by -> Nullable<SeatNumber>,
    }

    pushes {
        id -> Uuid,
        session_id -> Uuid,
        endpoint -> Text,
        p256dh -> Binary,
        auth -> Binary,
        renewed_at -> Timestamptz,
    }

    rated_matches {
        match_id -> Uuid,
        number -> BigInt,
        ended_at -> Timestamptz,
        unrated -> Nullable<Word>,
        about -> Nullable<Uuid>,
    }

    rating_changes {
        match_id -> Uuid,
        user_id -> Uuid,
        game -> Text,
        class -> Word,
        mu_before -> Double,
        sigma_before -> Double,
        mu -> Double,
        sigma -> Double,
        forfeited -> Bool,
        at -> Timestamptz,
    }

    rating_lock {
        one -> Bool,
    }

    ratings {
        user_id -> Uuid,
        game -> Text,
        class -> Word,
        mu -> Double,
        sigma -> Double,
        settled -> Bool,
        matches -> Integer,
        last_at -> Timestamptz,
    }

    receivers {
        id -> Uuid,
        user_id -> Uuid,
        kind -> Word,
        key_id -> Text,
        created_at -> Timestamptz,
        off_at -> Nullable<Timestamptz>,
        busy_until -> Nullable<Timestamptz>,
    }

    refresh_tokens {
        hash -> Binary,
        session_id -> Uuid,
        issued_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }

    rematches {
        match_id -> Uuid,
        next_id -> Uuid,
    }

    replacements {
        match_id -> Uuid,
        seat -> SeatNumber,
        holder -> Small,
        user_id -> Uuid,
        from_ply -> Count,
        to_ply -> Count,
        at -> Timestamptz,
    }

    reports {
        id -> Uuid,
        at -> Timestamptz,
        reporter -> Uuid,
        user_id -> Nullable<Uuid>,
        match_id -> Nullable<Uuid>,
        note_id -> Nullable<Uuid>,
        text -> Text,
        told -> Bool,
        done_at -> Nullable<Timestamptz>,
    }

    seats {
        match_id -> Uuid,
        user_id -> Uuid,
        joined_at -> Timestamptz,
        seat -> Nullable<SeatNumber>,
        holder -> Small,
        from_ply -> Count,
        over_at -> Nullable<Timestamptz>,
        listed -> Bool,
        seed_value -> Nullable<Binary>,
        cards -> Nullable<Text>,
    }

    sessions {
        id -> Uuid,
        user_id -> Uuid,
        client -> Text,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        proved_at -> Nullable<Timestamptz>,
    }

    sign_ins {
        id -> Uuid,
        address -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        attempts -> SmallInt,
        used_at -> Nullable<Timestamptz>,
        network -> Nullable<Binary>,
        known -> Bool,
        asked_by -> Nullable<Binary>,
    }

    snapshots {
        match_id -> Uuid,
        ply -> Count,
        turn -> Count,
        left_seats -> SeatBits,
        lapses -> Bytes,
        state -> Text,
        told -> Array<Nullable<Integer>>,
    }

    tournaments {
        id -> Uuid,
        number -> Integer,
        format -> Word,
        name -> Text,
        creator -> Uuid,
        created_at -> Timestamptz,
        game -> Text,
        options -> Text,
        seats -> Small,
        clock -> Text,
        phase -> Word,
        closes_at -> Timestamptz,
        max_entries -> Small,
        at_once -> Small,
        seed -> Bytes,
        entry_ms -> Milliseconds,
        repeats -> Bool,
        edition -> Integer,
        previous -> Nullable<Uuid>,
        promoted -> Small,
        relegated -> Small,
        featured -> Bool,
        started_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
        due_at -> Nullable<Timestamptz>,
    }

    unwanted_invitations {
        mailbox -> Binary,
        since -> Timestamptz,
    }

    user_networks {
        user_id -> Uuid,
        network -> Binary,
        seen_at -> Timestamptz,
    }

    users {
        id -> Uuid,
        handle -> Text,
        name -> Text,
        address -> Nullable<Text>,
        time_zone -> Text,
        mail_turns -> Bool,
        mail_matches -> Bool,
        mail_invitations -> Bool,
        created_at -> Timestamptz,
        deleted_at -> Nullable<Timestamptz>,
        unreachable_since -> Nullable<Timestamptz>,
        notes -> Bool,
        vacations -> Text,
        digest_at -> Nullable<Timestamptz>,
        seen_at -> Nullable<Timestamptz>,
        shows_seen -> Bool,
        blocked_at -> Nullable<Timestamptz>,
        skeleton -> Nullable<Text>,
        computer -> Nullable<SmallInt>,
        is_bot -> Bool,
        owner -> Nullable<Uuid>,
        guest -> Bool,
        email_length -> Word,
        calendar -> Integer,
        shows_rating -> Bool,
        challenges -> Nullable<Text>,
    }

    watches {
        user_id -> Uuid,
        match_id -> Uuid,
        since -> Timestamptz,
    }
}
