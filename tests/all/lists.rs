//! GET /v1/matches: which matches are listed, for whom, and in pages.

use serde_json::{Value, json};
use tests::{Person, Reply, Server, database};

fn ids(list: &Value) -> Vec<String> {
    list["matches"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

async fn list(person: &Person, query: &str) -> Vec<String> {
    ids(&person.get(&format!("/v1/matches?{query}")).await.expect(200))
}

/// Matches of Anna: an open one that is public, one that is not listed, a private one, one that Bob plays, and one that is over; a cancelled
/// one is the newest.
async fn several(anna: &Person, bob: &Person) -> [String; 5] {
    let new = async |visibility: &str, game: &str| {
        anna.creates(json!({"game": game, "visibility": visibility, "seating": "joined", "clock": {"kind": "per-move", "time": "P1D"}})).await
    };
    let open = new("public", "magma").await;
    let (unlisted, private) = (new("unlisted", "magma").await, new("private", "magma").await);
    let running = new("public", "magnapoco").await;
    bob.joins(&running).await;
    let over = new("public", "magma").await;
    bob.joins(&over).await;
    bob.act(&format!("/v1/matches/{over}/resign")).await.expect(200);
    let cancelled = new("public", "magma").await;
    anna.delete(&format!("/v1/matches/{cancelled}")).await.expect(204);
    [open, unlisted, private, running, over]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_filter_lists_its_matches() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let [open, unlisted, private, running, over] = several(&anna, &bob).await;
    assert_eq!(list(&cleo, "filter=open").await, std::slice::from_ref(&open));
    assert_eq!(list(&cleo, "").await, std::slice::from_ref(&open));
    assert_eq!(list(&cleo, "filter=running").await, std::slice::from_ref(&running));
    assert_eq!(list(&cleo, "filter=finished").await, std::slice::from_ref(&over));
    assert_eq!(ids(&server.get("/v1/matches?filter=finished").await.expect(200)), std::slice::from_ref(&over));
    assert_eq!(list(&cleo, "filter=mine").await, Vec::<String>::new());
    assert_eq!(
        list(&anna, "filter=mine").await,
        [over.clone(), running.clone(), private.clone(), unlisted.clone(), open.clone()]
    );
    assert_eq!(list(&bob, "filter=mine").await, [over.clone(), running.clone()]);
    // A creator without a seat finds the match in the list and is named in it.
    let aside = cleo.creates(json!({"game": "magma", "visibility": "private", "join": false})).await;
    assert_eq!(list(&cleo, "filter=mine").await, std::slice::from_ref(&aside));
    assert_eq!(cleo.sees(&aside).await["creator"], "cleo");
    assert_eq!(cleo.get("/v1/matches?filter=mine").await.expect(200)["matches"][0]["your_seat"], Value::Null);
    cleo.delete(&format!("/v1/matches/{aside}")).await.expect(204);
    assert_eq!(list(&anna, "filter=waiting").await, std::slice::from_ref(&running));
    assert_eq!(list(&bob, "filter=waiting").await, Vec::<String>::new());
    assert_eq!(list(&anna, "filter=mine&game=magnapoco").await, std::slice::from_ref(&running));
    assert_eq!(list(&cleo, "filter=running&game=magma").await, Vec::<String>::new());
    assert_eq!(list(&cleo, "filter=open&game=magma").await, [open]);
    for filter in ["mine", "waiting"] {
        server.get(&format!("/v1/matches?filter={filter}")).await.problem("unauthenticated");
    }
    assert_eq!(server.get("/v1/matches?game=chess").await.problem("bad-field")["field"], "game");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_can_be_narrowed_to_a_phase_and_a_player() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let [open, unlisted, private, running, over] = several(&anna, &bob).await;
    assert_eq!(list(&anna, "filter=mine&phase=open").await, [private, unlisted, open.clone()]);
    assert_eq!(list(&anna, "filter=mine&phase=running").await, std::slice::from_ref(&running));
    assert_eq!(list(&anna, "filter=mine&phase=running&game=magma").await, Vec::<String>::new());
    assert_eq!(list(&anna, "filter=mine&phase=over").await, std::slice::from_ref(&over));
    assert_eq!(list(&anna, "filter=mine&player=bob").await, [over.clone(), running.clone()]);
    assert_eq!(list(&anna, "filter=mine&player=@Bob&phase=running").await, std::slice::from_ref(&running));
    assert_eq!(list(&anna, "filter=waiting&player=bob").await, std::slice::from_ref(&running));
    for none in ["filter=mine&player=cleo", "filter=mine&player=cleo&phase=open", "filter=waiting&player=cleo"] {
        assert_eq!(list(&anna, none).await, Vec::<String>::new(), "{none}");
    }
    for (query, field) in [
        ("filter=running&phase=running", "phase"),
        ("filter=waiting&phase=open", "phase"),
        ("filter=mine&phase=cancelled", "phase"),
        ("filter=open&player=bob", "player"),
        ("filter=mine&player=nobody", "player"),
    ] {
        anna.get(&format!("/v1/matches?{query}")).await.refused("bad-field", Some(field));
    }
    // The public matches of a person, as a visitor sees them.
    for person in [&anna, &cleo] {
        let of_anna =
            async |query: &str| ids(&person.get(&format!("/v1/people/anna/matches{query}")).await.expect(200));
        assert_eq!(of_anna("").await, [over.clone(), running.clone(), open.clone()]);
        assert_eq!(of_anna("?phase=running&game=magnapoco").await, std::slice::from_ref(&running));
        assert_eq!(of_anna("?phase=over&game=magnapoco").await, Vec::<String>::new());
    }
    let first = anna.get("/v1/people/anna/matches?limit=1").await.expect(200);
    let next = format!("/v1/people/anna/matches?limit=5&after={}", first["next"].as_str().unwrap());
    assert_eq!(ids(&server.get(&next).await.expect(200)), [running.clone(), open.clone()]);
    assert_eq!(first["matches"][0]["your_seat"], Value::Null);
    server.get("/v1/people/nobody/matches").await.problem("not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_shows_the_same_facts_as_the_page_of_a_match() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let [_, _, _, running, _] = several(&anna, &bob).await;
    let seen = anna.get("/v1/matches?filter=waiting").await.expect(200)["matches"][0].clone();
    let page = anna.sees(&running).await;
    assert_eq!((&seen["your_seat"], &seen["awaited"]), (&json!(0), &json!(true)));
    assert_eq!(seen["deadline"], page["page"]["deadlines"][0]["at"]);
    for field in ["name", "game", "phase", "visibility", "seats", "options", "clock", "created_at"] {
        assert_eq!(seen[field], page[field], "{field}");
    }
    // It says against whom, who has which colour, and since when it waits.
    let players = |of: &Value| {
        let player = |one: &Value| {
            ["handle", "name", "computer", "bot", "seat", "chair", "chair_name", "paint"]
                .map(|field| one[field].clone())
        };
        of["players"].as_array().unwrap().iter().map(player).collect::<Vec<_>>()
    };
    assert_eq!(players(&seen), players(&page));
    assert_eq!(seen["players"][1]["name"], "Bob");
    assert_eq!(seen["your_paint"], page["players"][0]["paint"]);
    assert_eq!((&seen["turn"], &seen["outcome"]), (&page["page"]["turn"], &Value::Null));
    assert_eq!(seen["moved_at"], page["started_at"]);
    let ended = bob.get("/v1/matches?filter=finished").await.expect(200)["matches"][0].clone();
    assert_eq!(ended["outcome"], bob.sees(ended["id"].as_str().unwrap()).await["page"]["outcome"]);
    assert_eq!(ended["outcome"]["ranks"], json!([1, 2]));
    let joined = cleo.get("/v1/matches?filter=open").await.expect(200)["matches"][0].clone();
    assert_eq!((&joined["players"][0]["name"], &joined["turn"]), (&json!("Anna"), &Value::Null));
    let strange = cleo.get("/v1/matches?filter=running").await.expect(200)["matches"][0].clone();
    assert_eq!(
        (&strange["your_seat"], &strange["awaited"], &strange["deadline"]),
        (&Value::Null, &json!(false), &Value::Null)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn visibility_decides_who_sees_a_match_at_its_address() {
    let server = Server::start().await;
    let [anna, bob, cleo, dan] = server.people(["Anna", "Bob", "Cleo", "Dan"]).await;
    for (visibility, anonymous, stranger) in [("public", 200, 200), ("unlisted", 200, 200), ("private", 404, 404)] {
        let id = anna.creates(json!({"game": "magma", "visibility": visibility})).await;
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "dan"})).await.expect(202);
        for running in [false, true] {
            if running {
                if visibility == "private" {
                    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
                }
                bob.joins(&id).await;
            }
            for what in ["", "/log", "/board.txt"] {
                let path = format!("/v1/matches/{id}{what}");
                let seen = |status: u16| if what == "/board.txt" && !running && status == 200 { 409 } else { status };
                assert_eq!(server.get(&path).await.status, seen(anonymous), "{visibility} {path}");
                assert_eq!(cleo.get(&path).await.status, seen(stranger), "{visibility} {path}");
                assert_eq!(anna.get(&path).await.status, seen(200), "{visibility} {path}");
            }
        }
        // A person with an open invitation may see the match; a person who declined may not.
        assert_eq!(dan.get(&format!("/v1/matches/{id}")).await.status, 200);
        let open = dan.get("/v1/me/invitations").await.expect(200);
        assert_eq!(open["invitations"], json!([]), "an invitation to a match that has started is of no use");
        let page = server.get(&format!("/matches/{id}")).await;
        // The page for browsers is the same for a private match and for one that does not exist.
        let nothing = uuid::Uuid::nil().to_string();
        let closed = server.get(&format!("/matches/{nothing}")).await.text().replace(&nothing, &id);
        assert_eq!(page.text() == closed, anonymous == 404, "{visibility}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_follow_each_other_without_gaps_or_repetition() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut made = Vec::new();
    for at in 0..25 {
        made.push(anna.creates(json!({"game": if at % 5 == 0 { "magnapoco" } else { "magma" }})).await);
    }
    made.reverse();
    for (query, per_page, expected) in [
        ("filter=open&limit=10", 10, made.clone()),
        ("limit=5", 5, made.clone()),
        ("limit=100", 100, made.clone()),
        ("", 20, made.clone()),
        ("filter=mine&limit=7", 7, made.clone()),
        ("game=magnapoco&filter=open&limit=2", 2, made.iter().rev().step_by(5).rev().cloned().collect()),
    ] {
        let (mut path, mut found, mut pages) = (format!("/v1/matches?{query}"), Vec::new(), 0);
        loop {
            let reply = anna.get(&path).await;
            let page = reply.expect(200);
            let here = ids(&page);
            pages += 1;
            found.extend(here.clone());
            let link = reply.header("link");
            assert_eq!(link.is_empty(), page["next"].is_null(), "{link}");
            if link.is_empty() {
                break;
            }
            assert_eq!(here.len(), per_page);
            let next = link.strip_prefix('<').and_then(|link| link.split_once(">; rel=\"next\"")).unwrap().0;
            assert!(next.contains(page["next"].as_str().unwrap()), "{next}");
            next.clone_into(&mut path);
            // New matches do not change the pages that follow.
            if query.starts_with("limit=5") && pages == 2 {
                bob.creates(json!({"game": "magma"})).await;
            }
        }
        let expected: Vec<String> = expected;
        let known: Vec<String> = found.into_iter().filter(|id| made.contains(id)).collect();
        assert_eq!(known, expected, "{query}");
        assert_eq!(pages, expected.len().div_ceil(per_page), "{query}");
        if query.starts_with("limit=5") {
            let newest = ids(&anna.get("/v1/matches?limit=1").await.expect(200));
            bob.delete(&format!("/v1/matches/{}", newest[0])).await.expect(204);
        }
    }
    let reply = Reply::send(server.request("GET", "/v1/matches?after=AAAAAAAAAAAAAAAAAAAAAA")).await;
    assert_eq!(ids(&reply.expect(200)), Vec::<String>::new());
}

/// The number of rows of each table that ended connections have read, by scans and through indexes.
async fn rows_read(server: &Server) -> Vec<(String, i64)> {
    database::forbid(&server.database).await;
    database::allow(&server.database).await;
    let sql =
        "SELECT relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables ORDER BY 1";
    let rows = server.query(sql).await;
    rows.into_iter().map(|row| (row[0].clone().unwrap(), row[1].as_ref().unwrap().parse().unwrap())).collect()
}

/// The tables of which more than so many rows have been read since then.
async fn read_since(server: &Server, before: &[(String, i64)], max: i64) -> Vec<(String, i64)> {
    let after = rows_read(server).await;
    let read = before.iter().zip(after).map(|((_, before), (table, after))| (table, after - before));
    read.filter(|(_, read)| *read > max).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_do_not_read_matches_of_others_or_matches_that_are_over() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let (bob, carl) = (server.person_by_secret("Bob").await, server.person_by_secret("Carl").await);
    let (much, now, user) =
        (20_000, "to_timestamp(1767225600)", "(SELECT id FROM users WHERE handle = 'old-' || n % 500)");
    // Anna has played with hundreds of people for years; Carl has just come.
    server
        .query(&format!(
            "INSERT INTO users (id, handle, name, time_zone, created_at)
             SELECT gen_random_uuid(), 'old-' || n, 'Old', 'UTC', {now} FROM generate_series(0, 499) n;
             INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, on_lapse, creator, created_at,
                phase, seed, players, state, outcome)
             SELECT gen_random_uuid(), 'magma', 1, 'Old', '{{}}', 2, 'joined', 'public', 'forfeit', {user}, {now}, 'over',
                sha256('x'), 2, '{{}}', '{{}}' FROM generate_series(1, {much}) n;
             INSERT INTO seats (match_id, user_id, joined_at, seat, over_at) SELECT id, '{a}', {now}, 0, now() FROM matches;
             INSERT INTO seats (match_id, user_id, joined_at, seat, over_at) SELECT id, creator, {now}, 1, now() FROM matches;
             INSERT INTO invitations (id, match_id, inviter, user_id, created_at, answer)
             SELECT gen_random_uuid(), matches.id, creator, u.id, {now}, 'accepted'
             FROM matches JOIN users u ON u.handle = 'old-' || ('x' || left(md5(matches.id::text), 7))::bit(28)::int % 500;
             INSERT INTO sessions SELECT gen_random_uuid(), {user}, 'bot', {now}, {now}, {now} + interval '90 days'
             FROM generate_series(1, {much}) n;
             INSERT INTO refresh_tokens SELECT sha256(id::text::bytea), id, {now}, {now} FROM sessions;
             INSERT INTO address_changes SELECT gen_random_uuid(), {user}, 'a@b.c', 'd@e.f', {now}, {now}
             FROM generate_series(1, {much}) n",
            a = anna.id(),
        ))
        .await;
    database::vacuum(&server.database).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    let before = rows_read(&server).await;

    assert_eq!(list(&anna, "filter=waiting").await, std::slice::from_ref(&id));
    for filter in ["open", "running", "finished", "mine", "waiting"] {
        for person in [&anna, &carl] {
            list(person, &format!("filter={filter}")).await;
            list(person, &format!("filter={filter}&game=magma")).await;
        }
    }
    carl.get("/v1/me/export").await.expect(200);
    carl.get("/v1/me/invitations").await.expect(200);
    carl.creates(json!({"game": "magma"})).await;
    carl.delete("/v1/me").await.expect(204);
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    turnpost::worker::remember_ended(&server.app).await.unwrap();
    let mut connection = server.app.db.get().await.unwrap();
    turnpost::db::sign_ins::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    drop(connection);

    let too_many = read_since(&server, &before, much / 10).await;
    assert!(too_many.is_empty(), "{too_many:?}");
}

/// Most matches of a computer player are not public.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_player_does_not_read_matches_that_are_not_public() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let public = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&public).await;
    let much = 5_000;
    server
        .query(&format!(
            "INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, on_lapse, creator, created_at,
                phase, seed, players, state, outcome)
             SELECT ('f' || lpad(to_hex(n), 31, '0'))::uuid, 'magma', 1, 'Old', '{{}}', 2, 'joined', 'unlisted', 'forfeit', '{b}', now(),
                'over', sha256('x'), 2, '{{}}', '{{}}' FROM generate_series(1, {much}) n;
             INSERT INTO seats (match_id, user_id, joined_at, seat, over_at)
             SELECT id, '{b}', now(), 0, now() FROM matches WHERE visibility = 'unlisted'",
            b = bob.id(),
        ))
        .await;
    database::vacuum(&server.database).await;
    let before = rows_read(&server).await;
    let page = server.get("/people/bob").await.text();
    assert!(page.contains(&format!("/matches/{public}")) && !page.contains("Old"), "{page}");
    let too_many = read_since(&server, &before, much / 10).await;
    assert!(too_many.is_empty(), "{too_many:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_wait_are_listed_by_deadline() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut made = Vec::new();
    for clock in [json!({"kind": "per-move", "time": "P5D"}), json!(null), json!({"kind": "per-move", "time": "P1D"})] {
        let id = anna.creates(json!({"game": "magma", "seating": "joined", "clock": clock})).await;
        server.later(chrono::Duration::seconds(1));
        bob.joins(&id).await;
        made.push(id);
    }
    assert_eq!(list(&anna, "filter=waiting&sort=deadline").await, [&made[2], &made[0], &made[1]].map(String::clone));
    assert_eq!(list(&anna, "filter=waiting&sort=deadline&game=magnet").await, Vec::<String>::new());
    // In pages: a match that waits no more while they are read is no gap.
    let mut path = "/v1/matches?filter=waiting&sort=deadline&limit=1".to_owned();
    for place in [2, 0, 1] {
        let reply = anna.get(&path).await;
        let page = reply.expect(200);
        assert_eq!(ids(&page), std::slice::from_ref(&made[place]));
        let link = reply.header("link");
        let next = link.strip_prefix('<').and_then(|link| link.split_once('>'));
        assert_eq!(next.is_none(), place == 1 && page["next"].is_null(), "{link}");
        path = next.map(|(path, _)| path.to_owned()).unwrap_or_default();
        anna.moves(&made[place]).await;
    }
    anna.get("/v1/matches?filter=mine&sort=deadline").await.refused("bad-field", Some("sort"));
    server.get("/v1/matches?filter=waiting&sort=deadline").await.problem("unauthenticated");
}
