//! The tables as the migrations make them. Generated: `UPDATE=1 cargo test -p tests --test all schema` writes this file.

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    address_changes (id) {
        id -> Uuid,
        user_id -> Uuid,
        old_address -> Text,
        new_address -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        old_confirmed_at -> Nullable<Timestamptz>,
        new_confirmed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    alive (one) {
        one -> Bool,
        at -> Timestamptz,
        accepted -> Integer,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    bounces (user_id, day) {
        user_id -> Uuid,
        day -> Date,
        points -> SmallInt,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    clients (id) {
        id -> Uuid,
        user_id -> Uuid,
        name -> Text,
        redirects -> Array<Nullable<Text>>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    conditional_moves (match_id, user_id) {
        match_id -> Uuid,
        user_id -> Uuid,
        ply -> Count,
        lines -> Text,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    deliveries (home, letter_id, attempt) {
        home -> Uuid,
        letter_id -> Uuid,
        attempt -> SmallInt,
        at -> Timestamptz,
        accepted -> Bool,
        answer -> Text,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    extensions (match_id, seat, turn) {
        match_id -> Uuid,
        seat -> SeatNumber,
        turn -> Count,
        at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    former_handles (skeleton) {
        skeleton -> Text,
        user_id -> Uuid,
        owner -> Nullable<Binary>,
        given_up_at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    grant_tokens (hash) {
        hash -> Binary,
        access_hash -> Binary,
        grant_id -> Uuid,
        issued_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    grants (id) {
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
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    hidden_matches (match_id) {
        match_id -> Uuid,
        visibility -> Word,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    hook_calls (hook_id, letter_id) {
        hook_id -> Uuid,
        letter_id -> Uuid,
        kind -> Nullable<Word>,
        match_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
        attempts -> SmallInt,
        due_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    hooks (id) {
        id -> Uuid,
        user_id -> Uuid,
        url -> Text,
        key_id -> Text,
        created_at -> Timestamptz,
        failing_since -> Nullable<Timestamptz>,
        off_at -> Nullable<Timestamptz>,
        busy_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    host_acts (id) {
        id -> Uuid,
        at -> Timestamptz,
        act -> Word,
        user_id -> Nullable<Uuid>,
        match_id -> Nullable<Uuid>,
        reason -> Text,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    idempotency_keys (user_id, key) {
        user_id -> Uuid,
        key -> Text,
        digest -> Binary,
        created_at -> Timestamptz,
        status -> Nullable<SmallInt>,
        location -> Nullable<Text>,
        body -> Nullable<Text>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    imports (match_id) {
        match_id -> Uuid,
        importer -> Uuid,
        at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    incoming (home, id) {
        home -> Uuid,
        id -> Uuid,
        key -> Word,
        match_id -> Nullable<Uuid>,
        seat -> Nullable<SeatNumber>,
        turn -> Nullable<Count>,
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
        place -> Nullable<Integer>,
        holder -> Small,
        counted_as -> Nullable<Word>,
        last_in_turn -> Nullable<Bool>,
        last_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    invitations (match_id, id) {
        id -> Uuid,
        match_id -> Uuid,
        inviter -> Uuid,
        user_id -> Nullable<Uuid>,
        address -> Nullable<Text>,
        created_at -> Timestamptz,
        answer -> Nullable<Word>,
        answered_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    kept_letters (id) {
        id -> Uuid,
        recipient -> Text,
        subject -> Text,
        kept_at -> Timestamptz,
        message -> Binary,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    letters (home, id) {
        home -> Uuid,
        id -> Uuid,
        kind -> Word,
        user_id -> Nullable<Uuid>,
        match_id -> Nullable<Uuid>,
        about -> Nullable<Uuid>,
        seat -> Nullable<SeatNumber>,
        answers -> Nullable<Uuid>,
        deadline -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        attempts -> SmallInt,
        state -> Word,
        done_at -> Nullable<Timestamptz>,
        proposal -> Nullable<Count>,
        lane -> Word,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    matches (id) {
        id -> Uuid,
        game -> Text,
        edition -> Small,
        name -> Text,
        options -> Text,
        seats -> Small,
        seating -> Word,
        visibility -> Word,
        on_lapse -> Word,
        creator -> Uuid,
        created_at -> Timestamptz,
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
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    moves (match_id, ply) {
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
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    notes (match_id, id) {
        match_id -> Uuid,
        id -> Uuid,
        user_id -> Uuid,
        text -> Text,
        at -> Timestamptz,
        via -> Nullable<Uuid>,
        part -> Nullable<SmallInt>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    notices (id) {
        id -> Uuid,
        user_id -> Uuid,
        kind -> Word,
        at -> Timestamptz,
        network -> Text,
        client -> Text,
        name -> Text,
        address -> Nullable<Text>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    outages (began) {
        began -> Timestamptz,
        ended -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    personal_tokens (id) {
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
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    played_on (match_id) {
        match_id -> Uuid,
        source -> Nullable<Uuid>,
        earlier_seeds -> Text,
        moment -> Milliseconds,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    private_notes (user_id, match_id) {
        user_id -> Uuid,
        match_id -> Uuid,
        text -> Text,
        written_at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    proposals (match_id, number) {
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
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    push_messages (push_id, letter_id) {
        push_id -> Uuid,
        letter_id -> Uuid,
        kind -> Word,
        match_id -> Uuid,
        created_at -> Timestamptz,
        attempts -> SmallInt,
        due_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    pushes (id) {
        id -> Uuid,
        user_id -> Uuid,
        session_id -> Uuid,
        endpoint -> Text,
        p256dh -> Binary,
        auth -> Binary,
        key_id -> Text,
        created_at -> Timestamptz,
        renewed_at -> Timestamptz,
        busy_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    refresh_tokens (hash) {
        hash -> Binary,
        session_id -> Uuid,
        issued_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    rematches (match_id) {
        match_id -> Uuid,
        next_id -> Uuid,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    replacements (match_id, seat, holder) {
        match_id -> Uuid,
        seat -> SeatNumber,
        holder -> Small,
        user_id -> Uuid,
        from_ply -> Count,
        to_ply -> Count,
        at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    reports (id) {
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
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    seats (match_id, user_id) {
        match_id -> Uuid,
        user_id -> Uuid,
        joined_at -> Timestamptz,
        seat -> Nullable<SeatNumber>,
        holder -> Small,
        from_ply -> Count,
        over_at -> Nullable<Timestamptz>,
        listed -> Bool,
        seed_value -> Nullable<Binary>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    sessions (id) {
        id -> Uuid,
        user_id -> Uuid,
        client -> Text,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        proved_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    sign_ins (id) {
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
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    snapshots (match_id, ply) {
        match_id -> Uuid,
        ply -> Count,
        turn -> Count,
        left_seats -> SeatBits,
        lapses -> Bytes,
        state -> Text,
        told -> Array<Nullable<Integer>>,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    unwanted_invitations (mailbox) {
        mailbox -> Binary,
        since -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    user_networks (user_id, network) {
        user_id -> Uuid,
        network -> Binary,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    users (id) {
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
    }
}

diesel::table! {
    use crate::db::types::*;
    use diesel::sql_types::*;

    watches (user_id, match_id) {
        user_id -> Uuid,
        match_id -> Uuid,
        since -> Timestamptz,
    }
}
