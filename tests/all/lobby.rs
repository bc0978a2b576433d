//! /v1/matches before the start: create, join, leave, call off; and the start itself.

use engine::{Dice, Seed};
use serde_json::{Value, json};
use tests::work_pool::Busy;
use tests::{Person, Reply, Server};

#[tokio::test(flavor = "multi_thread")]
async fn own_cards_are_read_by_the_work_pool_before_anything_is_locked() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let busy = Busy::start(&server).await;
    let cards = format!("Ford Edict   1G\nSorcery\nAdd W.{}\n", " Add W.".repeat(300));
    let new = json!({"game": "magic", "options": {"cards": cards}});
    let made = tokio::spawn(Reply::send(anna.request("POST", "/v1/matches").json(&new)));
    busy.is_waited_for_by(1).await;
    // The account is free meanwhile.
    anna.creates(json!({"game": "magma"})).await;
    busy.end().await;
    assert_eq!(made.await.unwrap().expect(201)["options"]["cards"], cards);
    let bad = json!({"game": "magic", "options": {"cards": cards.replace("Sorcery", "Sorcerer")}});
    anna.post("/v1/matches", &bad).await.refused("bad-field", Some("options.cards"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_created_with_every_setting() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let new = json!({"game": "magma", "name": "  Tuesday   club ", "seats": 4, "seating": "joined", "clock": {"kind": "per-move", "time": "PT36H"},
        "on_lapse": "pass", "visibility": "unlisted", "options": {"board": "hexhex6", "tempo": "hot", "sand": "PT12H"}});
    let reply = anna.post("/v1/matches", &new).await;
    let made = reply.expect(201);
    let id = made["id"].as_str().unwrap();
    assert_eq!(reply.header("location"), format!("/v1/matches/{id}"));
    for (field, value) in [
        ("name", json!("Tuesday club")),
        ("seats", json!(4)),
        ("seating", json!("joined")),
        ("clock", json!({"kind": "per-move", "time": "P1DT12H"})),
        ("on_lapse", json!("pass")),
        ("visibility", json!("unlisted")),
        ("phase", json!("open")),
        ("seed", Value::Null),
        ("page", Value::Null),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!((&made["options"]["board"], &made["options"]["sand"]), (&json!("hexhex6"), &json!("PT12H")));
    assert!(made["options"]["final_round"].is_null() || made["options"].as_object().unwrap().len() > 3, "{made}");
    assert_eq!(made["players"][0]["handle"], "anna");
    assert_eq!(anna.sees(id).await, made);
    // The least that a request needs.
    let least = anna.post("/v1/matches", &json!({"game": "magnapoco"})).await.expect(201);
    assert_eq!((&least["name"], &least["seats"]), (&json!("Magnapoco"), &json!(2)));
    assert_eq!((&least["seating"], &least["on_lapse"]), (&json!("random"), &json!("forfeit")));
    assert_eq!((&least["visibility"], &least["clock"]), (&json!("public"), &Value::Null));
    // Without a seat for the creator.
    let aside = anna.post("/v1/matches", &json!({"game": "magma", "join": false})).await.expect(201);
    assert_eq!(aside["players"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impossible_match_is_refused_by_field() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    for (change, field) in [
        (json!({"game": "chess"}), "game"),
        (json!({"game": ""}), "game"),
        (json!({"seats": 0}), "seats"),
        (json!({"seats": 1}), "seats"),
        (json!({"seats": 7}), "seats"),
        (json!({"seats": 255}), "seats"),
        (json!({"game": "magnapoco", "seats": 3}), "seats"),
        (json!({"options": {"board": "round"}}), "options.board"),
        (json!({"options": {"colour": "red"}}), "options.colour"),
        (json!({"options": {"sand": "PT0.5S"}}), "options.sand"),
        (json!({"options": {"sand": 5}}), "options.sand"),
        (json!({"options": "none"}), "options"),
        (json!({"options": [1]}), "options"),
        (json!({"clock": {"kind": "per-move", "time": "PT9S"}}), "clock"),
        (json!({"clock": {"kind": "per-move", "time": "P401D"}}), "clock"),
        (json!({"clock": {"kind": "per-move", "time": "P1Y"}}), "clock"),
        (json!({"clock": {"kind": "per-move", "time": "three days"}}), "clock"),
        (json!({"clock": {"kind": "per-move", "time": "P99999999999999999999D"}}), "clock"),
        (json!({"clock": {"kind": "per-move", "time": "-P1D"}}), "clock"),
        (json!({"name": "x".repeat(81)}), "name"),
        (json!({"name": ""}), "name"),
        (json!({"seating": "circle"}), "seating"),
        (json!({"on_lapse": "shrug"}), "on_lapse"),
        (json!({"visibility": "secret"}), "visibility"),
        (json!({"join": "yes"}), "join"),
        (json!({"seed": "00"}), "seed"),
    ] {
        let mut new = json!({"game": "magma"});
        new.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let problem = anna.post("/v1/matches", &new).await.problem("bad-field");
        assert_eq!(problem["field"], field, "{change}: {problem}");
    }
    for right in ["PT10S", "P400D"] {
        anna.post("/v1/matches", &json!({"game": "magma", "clock": {"kind": "per-move", "time": right}}))
            .await
            .expect(201);
    }
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_join_leave_and_call_off() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3})).await;
    let act = async |person: &Person, what: &str| person.act(&format!("/v1/matches/{id}/{what}")).await;
    let seen = bob.joins(&id).await;
    assert_eq!(seen["players"].as_array().unwrap().len(), 2);
    assert_eq!(bob.joins(&id).await, seen, "joining twice changes nothing");
    assert_eq!(server.count("SELECT players FROM matches").await, 2);
    act(&cleo, "leave").await.problem("conflict");
    act(&bob, "leave").await.expect(200);
    act(&bob, "leave").await.problem("conflict");
    assert_eq!(server.count("SELECT players FROM matches").await, 1);
    cleo.delete(&format!("/v1/matches/{id}")).await.problem("forbidden");
    // Nothing can be played yet.
    for path in ["moves", "preview"] {
        let body = if path == "moves" { json!({"move": "pass", "turn": 0}) } else { json!({"move": "pass"}) };
        anna.post(&format!("/v1/matches/{id}/{path}"), &body).await.problem("conflict");
    }
    act(&anna, "resign").await.problem("conflict");
    anna.get(&format!("/v1/matches/{id}/choices")).await.problem("conflict");
    anna.get(&format!("/v1/matches/{id}/board")).await.problem("conflict");
    anna.get(&format!("/v1/matches/{id}/record")).await.problem("conflict");
    assert_eq!(anna.get(&format!("/v1/matches/{id}/log")).await.expect(200)["lines"], json!([]));
    anna.delete(&format!("/v1/matches/{id}")).await.expect(204);
    anna.delete(&format!("/v1/matches/{id}")).await.problem("conflict");
    act(&bob, "join").await.problem("conflict");
    assert_eq!(act(&anna, "leave").await.problem("conflict")["detail"], "The match was cancelled.");
    let gone = anna.sees(&id).await;
    assert_eq!(gone["phase"], "cancelled");
    assert!(gone["ended_at"].is_string(), "{gone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_creator_who_leaves_last_calls_the_match_off_and_a_started_one_cannot_be_left() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma"})).await;
    let left = anna.act(&format!("/v1/matches/{id}/leave")).await.expect(200);
    assert_eq!(left["phase"], "cancelled");
    assert!(left["ended_at"].is_string(), "{left}");
    bob.act(&format!("/v1/matches/{id}/join")).await.problem("conflict");
    // Only its creator calls a match off: another player who joins and leaves does not change a creator's match.
    let id = anna.creates(json!({"game": "magma", "join": false})).await;
    bob.joins(&id).await;
    let left = bob.act(&format!("/v1/matches/{id}/leave")).await.expect(200);
    assert_eq!((&left["phase"], &left["ended_at"]), (&json!("open"), &Value::Null));
    let id = anna.creates(json!({"game": "magma"})).await;
    bob.joins(&id).await;
    bob.act(&format!("/v1/matches/{id}/leave")).await.problem("conflict");
    anna.delete(&format!("/v1/matches/{id}")).await.problem("conflict");
    assert_eq!(anna.sees(&id).await["phase"], "running");
    let cleo = server.person("Cleo").await;
    cleo.act(&format!("/v1/matches/{id}/join")).await.problem("conflict");
    let open = anna.creates(json!({"game": "magma"})).await;
    cleo.delete("/v1/me").await.expect(204);
    cleo.act(&format!("/v1/matches/{open}/join")).await.problem("unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_players_who_join_at_once_one_gets_the_last_seat() {
    let server = Server::start().await;
    let people = server.people(["Anna", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]).await;
    let id = people[0].creates(json!({"game": "magma", "seats": 3})).await;
    people[1].joins(&id).await;
    let path = format!("/v1/matches/{id}/join");
    let racing: Vec<_> =
        people[2..].iter().map(|person| tokio::spawn(Reply::send(person.request("POST", &path)))).collect();
    let (mut seated, mut refused) = (0, 0);
    for reply in racing {
        let reply = reply.await.unwrap();
        if reply.status == 200 {
            assert_eq!(reply.json()["phase"], "running");
            seated += 1;
        } else {
            reply.problem("conflict");
            refused += 1;
        }
    }
    assert_eq!((seated, refused), (1, 5));
    assert_eq!(server.count("SELECT count(*) FROM seats").await, 3);
    assert_eq!(server.count("SELECT count(*) FROM moves").await, 1, "the match starts once");
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'match-started'").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seats_are_drawn_from_the_seed_or_follow_the_order_of_joining() {
    let server = Server::start().await;
    let people = server.people(["Anna", "Bob", "Cleo", "Dan", "Eve"]).await;
    let mut orders = Vec::new();
    for seed in 1..=4_u8 {
        let id = people[0].creates(json!({"game": "magma", "seats": 5})).await;
        let seed = Seed::new([seed; 32]);
        server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", seed.to_hex())).await;
        for person in &people[1..] {
            // The clock stands still: players who join at the same moment are ordered by id.
            server.later(chrono::Duration::seconds(1));
            person.joins(&id).await;
        }
        let seen = people[0].sees(&id).await;
        let mut places: Vec<usize> = (0..5).collect();
        Dice::seating(&seed).shuffle(&mut places);
        let seat_of = |at: usize| {
            let player = seen["players"].as_array().unwrap().iter().find(|one| one["handle"] == people[at].handle);
            player.unwrap()["seat"].as_u64().unwrap() as usize
        };
        let found: Vec<usize> = (0..5).map(seat_of).collect();
        assert_eq!(found, places);
        orders.push(found);
    }
    orders.dedup();
    assert!(orders.len() > 1, "the seats follow the seed");
    let id = people[0].creates(json!({"game": "magma", "seats": 5, "seating": "joined"})).await;
    for person in people[1..].iter().rev() {
        server.later(chrono::Duration::seconds(1));
        person.joins(&id).await;
    }
    let seen = people[0].sees(&id).await;
    let order: Vec<&str> =
        seen["players"].as_array().unwrap().iter().map(|one| one["handle"].as_str().unwrap()).collect();
    assert_eq!(order, ["anna", "eve", "dan", "cleo", "bob"]);
    assert_eq!(seen["page"]["awaited"], json!([0]), "seat 0 begins");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hash_of_the_seed_is_public_from_the_start_and_the_seed_after_the_end() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma"})).await;
    let promised = anna.sees(&id).await["seed_commitment"].clone();
    assert_eq!(promised.as_str().unwrap().len(), 64);
    let started = bob.joins(&id).await;
    assert_eq!((&started["seed_commitment"], &started["seed"]), (&promised, &Value::Null));
    let over = bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let seed = Seed::from_hex(over["match"]["seed"].as_str().unwrap()).unwrap();
    assert_eq!(seed.commitment(), promised.as_str().unwrap());
    // No client can choose the seed, and no two matches have the same one.
    let other = anna.creates(json!({"game": "magma"})).await;
    assert_ne!(anna.sees(&other).await["seed_commitment"], promised);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_only_so_many_open_and_running_matches() {
    let server = Server::with(|table| {
        table.insert("matches_per_account".to_owned(), "3".into());
    })
    .await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "seats": 2});
    let first = anna.creates(new.clone()).await;
    let aside = anna.creates(json!({"game": "magma", "join": false})).await;
    let of_bob = bob.creates(new.clone()).await;
    anna.joins(&of_bob).await;
    let refused = anna.post("/v1/matches", &new).await.problem("conflict");
    assert!(refused["detail"].as_str().unwrap().contains("already have 3"), "{refused}");
    let more = bob.creates(json!({"game": "magma", "seats": 3})).await;
    anna.act(&format!("/v1/matches/{more}/join")).await.problem("conflict");
    assert_eq!(bob.sees(&more).await["players"].as_array().unwrap().len(), 1);
    // A seat in a match of one's own counts once, and a match that ends counts no more.
    anna.joins(&aside).await;
    anna.act(&format!("/v1/matches/{of_bob}/resign")).await.expect(200);
    anna.joins(&more).await;
    anna.act(&format!("/v1/matches/{more}/leave")).await.expect(200);
    anna.delete(&format!("/v1/matches/{first}")).await.expect(204);
    anna.creates(new.clone()).await;
    anna.creates(new.clone()).await;
    anna.post("/v1/matches", &new).await.problem("conflict");
    // Nor can it be exceeded by requests at once.
    let rushing: Vec<_> =
        (0..8).map(|_| tokio::spawn(Reply::send(bob.request("POST", "/v1/matches").json(&new)))).collect();
    for reply in rushing {
        reply.await.unwrap();
    }
    let live = format!("SELECT count(*) FROM matches WHERE phase = 'open' AND creator = '{}'", bob.id());
    assert!(server.count(&live).await <= 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn creating_and_joining_have_limits_of_their_own() {
    let server = Server::with(|table| {
        table.insert("matches_per_hour".to_owned(), "2".into());
    })
    .await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "seats": 4});
    let mut ids = Vec::new();
    for person in [&anna, &anna, &bob, &bob] {
        ids.push(person.creates(new.clone()).await);
    }
    let reply = anna.post("/v1/matches", &new).await;
    reply.problem("rate-limited");
    assert!(reply.header("retry-after").parse::<u64>().unwrap() > 60);
    // Four joins, also of the same match again and again.
    for _ in 0..2 {
        anna.joins(&ids[2]).await;
        anna.act(&format!("/v1/matches/{}/leave", ids[2])).await.expect(200);
        anna.joins(&ids[3]).await;
    }
    anna.act(&format!("/v1/matches/{}/join", ids[2])).await.problem("rate-limited");
    // All else goes on.
    anna.sees(&ids[3]).await;
    bob.joins(&ids[0]).await;
}
