//! Rated matches: what their results do to ratings, why some do not count, and who sees what.

mod openskill;

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Server, eventually};
use turnpost::ids::MatchId;
use turnpost::play::game::clock;
use turnpost::play::game::ratings::{self, Recomputed};
use turnpost::play::people::host::{self, Reason};

/// A match of these two that counts, which the second one loses by resigning.
async fn lost_by(winner: &Person, loser: &Person) -> String {
    let id = under_way(winner, loser, json!({"game": "magnapoco", "seating": "joined"})).await;
    loser.plays(&id, "resign").await;
    id
}

/// A match in which both have made two moves.
async fn under_way(one: &Person, other: &Person, new: Value) -> String {
    let id = one.begins(new, other).await;
    for _ in 0..4 {
        // The clock stands: who has the first seat depends on the ids of the accounts.
        let (person, text) = match one.may_find_a_move(&id).await {
            Some(text) => (one, text),
            None => (other, other.finds_a_move(&id).await),
        };
        person.plays(&id, &text).await;
    }
    id
}

/// The rating of a match as a player sees it, once there is one.
async fn verdict(server: &Server, person: &Person, id: &str) -> Value {
    eventually("the match is rated", async || {
        ratings::catch_up(&server.app).await.unwrap();
        let rating = person.sees(id).await["rating"].clone();
        (!rating.is_null()).then_some(rating)
    })
    .await
}

async fn unrated(server: &Server, person: &Person, id: &str) -> String {
    let verdict = verdict(server, person, id).await;
    assert_eq!(verdict["changes"], json!([]), "{verdict}");
    verdict["unrated"].as_str().unwrap().to_owned()
}

async fn points(person: &Person, handle: &str) -> Vec<(String, i64)> {
    let found = person.get(&format!("/v1/people/{handle}/ratings")).await.expect(200);
    let one = |one: &Value| (one["class"].as_str().unwrap().to_owned(), one["rating"]["points"].as_i64().unwrap());
    found["ratings"].as_array().unwrap().iter().map(one).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_changes_the_ratings_of_both_and_they_are_told() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = lost_by(&anna, &bob).await;
    let rating = verdict(&server, &anna, &id).await;
    let of = |handle: &str| {
        let all = rating["changes"].as_array().unwrap();
        all.iter().find(|change| change["handle"] == handle).unwrap().clone()
    };
    let (won, lost) = (of("anna"), of("bob"));
    for change in [&won, &lost] {
        assert_eq!(change["before"], json!({"points": 1500, "plus_minus": 492, "settled": false}));
        assert!(change["after"]["plus_minus"].as_i64() < Some(492), "{change}");
    }
    let (high, low) = (won["after"]["points"].as_i64().unwrap(), lost["after"]["points"].as_i64().unwrap());
    assert!(high > 1500 && high - 1500 == 1500 - low, "{rating}");
    // In the email about the end, on the page, and on the profile.
    let told = format!("Rated: your rating went from 1500? to {low}?");
    server.mailbox.wait_for(&bob.address, |email| email.text().contains(&told)).await;
    let page = server.client(None).request("GET", &format!("/matches/{id}")).header("cookie", bob.cookie());
    let page = page.send().await.unwrap().text().await.unwrap();
    assert!(page.contains(&told), "{page}");
    let visitor = server.get(&format!("/matches/{id}")).await.text();
    assert!(visitor.contains("<p>Rated.</p>") && !visitor.contains("your rating"), "{visitor}");
    let profile = server.get("/people/anna").await.text();
    assert!(profile.contains(&format!("{high}?")), "{profile}");
    assert_eq!(points(&cleo, "anna").await, [("duel".to_owned(), high)]);
    // Too few matches for the list.
    let best = cleo.get("/v1/games/magnapoco/ratings?class=duel").await.expect(200);
    assert_eq!(best, json!({"players": []}));
    cleo.get("/v1/games/magnapoco/ratings?class=solo").await.refused("bad-field", Some("class"));
    cleo.get("/v1/games/chess/ratings?class=duel").await.problem("not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_have_played_enough_are_listed_unless_they_do_not_want_it() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = ["Anna", "Bob"].map(|name| server.person_by_secret(name));
    let (anna, bob) = (anna.await, bob.await);
    let mut played = 0;
    let listed = loop {
        // Who always wins says little of the own strength.
        let (winner, loser) = if played % 2 == 0 { (&anna, &bob) } else { (&bob, &anna) };
        let id = lost_by(winner, loser).await;
        verdict(&server, &anna, &id).await;
        played += 1;
        let best = bob.get("/v1/games/magnapoco/ratings?class=duel").await.expect(200)["players"].clone();
        if best.as_array().unwrap().iter().any(|one| one["handle"] == "anna") {
            break best;
        }
        assert!(played < 40, "{best}");
    };
    assert_eq!(listed[0]["match_count"], played);
    let page = server.get("/games/magnapoco/ratings").await.text();
    assert!(page.contains("href=\"/people/anna\""), "{page}");
    anna.patch("/v1/me", &json!({"shows_rating": false})).await.expect(200);
    let best = bob.get("/v1/games/magnapoco/ratings?class=duel").await.expect(200)["players"].clone();
    assert!(best.as_array().unwrap().iter().all(|one| one["handle"] != "anna"), "{best}");
    let hidden = bob.get("/v1/people/anna/ratings").await.expect(200);
    assert_eq!(hidden, json!({"hidden": true, "ratings": []}));
    assert!(!server.get("/people/anna").await.text().contains("id=\"ratings\""));
    assert_eq!(points(&anna, "anna").await.len(), 1);
    // The other player of a match sees what it did to both, a visitor what it did to the one who shows it.
    let id = lost_by(&anna, &bob).await;
    let seen = verdict(&server, &bob, &id).await["changes"].as_array().unwrap().len();
    let visitor = server.get(&format!("/v1/matches/{id}")).await.expect(200)["rating"]["changes"].clone();
    assert_eq!((seen, visitor.as_array().unwrap().len(), &visitor[0]["handle"]), (2, 1, &json!("bob")));
    let kept = anna.get("/v1/me/export").await.expect(200)["ratings"].clone();
    assert_eq!((&kept[0]["game"], kept.as_array().unwrap().len()), (&json!("magnapoco"), 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_say_little_of_strength_do_not_count_and_say_why() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    // Fewer than two moves.
    let id = anna.begins(json!({"game": "magma", "seating": "joined"}), &bob).await;
    bob.plays(&id, "resign").await;
    let why = unrated(&server, &anna, &id).await;
    assert!(why.ends_with("made fewer than 2 moves."), "{why}");
    server.mailbox.wait_for(&bob.address, |email| email.text().contains("Not rated: ")).await;
    // Ended by the host.
    let id = under_way(&anna, &bob, json!({"game": "magma", "seating": "joined"})).await;
    let match_id: MatchId = id.parse().unwrap();
    host::end(&server.app, match_id, &Reason::read("a quarrel").unwrap()).await.unwrap();
    assert_eq!(unrated(&server, &anna, &id).await, "The host has ended or hidden it.");
    // The second loss on time within 14 days.
    let new = json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P1D"}});
    let mut losses = Vec::new();
    for _ in 0..2 {
        losses.push(under_way(&anna, &bob, new.clone()).await);
    }
    for id in &losses {
        anna.moves(id).await;
    }
    server.later(Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    let first = verdict(&server, &anna, &losses[0]).await;
    let second = verdict(&server, &anna, &losses[1]).await;
    let counted: Vec<bool> = [&first, &second].iter().map(|one| one["unrated"].is_null()).collect();
    assert_eq!(counted.iter().filter(|one| **one).count(), 1, "{first} {second}");
    let other = if counted[0] { second } else { first };
    assert!(other["unrated"].as_str().unwrap().starts_with("Bob was away: "), "{other}");
    // Fifteen days later another one counts.
    server.later(Duration::days(15));
    let id = under_way(&anna, &bob, new).await;
    anna.moves(&id).await;
    server.later(Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    assert!(verdict(&server, &anna, &id).await["unrated"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_cannot_be_rated_keeps_no_other_from_it() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let damaged = under_way(&anna, &bob, json!({"game": "magnapoco", "seating": "joined"})).await;
    server.query(&format!("UPDATE matches SET edition = 999, phase = 'over', outcome = '{{}}', ended_at = '2020-01-01' WHERE id = '{damaged}'")).await;
    let id = lost_by(&anna, &bob).await;
    assert!(verdict(&server, &anna, &id).await["unrated"].is_null());
    assert_eq!(server.rows("SELECT unrated FROM rated_matches WHERE number = 1").await, [["broken"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn public_matches_between_people_are_rated_unless_their_creator_says_no() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let rated = async |new: Value| anna.post("/v1/matches", &new).await.expect(201)["rated"].clone();
    for (new, class) in [
        (json!({"game": "magma"}), json!("duel")),
        (json!({"game": "magma", "seats": 6}), json!("table")),
        (json!({"game": "magma", "seats": 5}), json!(null)),
        (json!({"game": "magma", "rated": false}), json!(null)),
        (json!({"game": "magma", "visibility": "unlisted"}), json!(null)),
        (json!({"game": "magma", "visibility": "private", "rated": true}), json!("duel")),
        (json!({"game": "magma", "computers": [1]}), json!(null)),
        (json!({"game": "magic", "options": {"bring": "players"}}), json!(null)),
    ] {
        assert_eq!(rated(new.clone()).await, class, "{new}");
    }
    for new in [
        json!({"game": "magma", "computers": [1], "rated": true}),
        json!({"game": "magma", "seats": 5, "rated": true}),
        json!({"game": "magic", "options": {"bring": "players"}, "rated": true}),
    ] {
        anna.post("/v1/matches", &new).await.refused("not-ratable", Some("rated"));
    }
    for (query, is_rated) in [
        ("rated=true", true),
        ("rated=false", false),
        ("filter=mine&rated=true", true),
        ("filter=mine&phase=open&rated=false", false),
    ] {
        let list = anna.get(&format!("/v1/matches?{query}")).await.expect(200)["matches"].clone();
        let list = list.as_array().unwrap();
        assert!(!list.is_empty() && list.iter().all(|one| one["rated"].is_null() != is_rated), "{query}: {list:?}");
    }
    anna.get("/v1/matches?filter=watched&rated=true").await.refused("bad-field", Some("rated"));
    // Lists and pages say so.
    let id = anna.creates(json!({"game": "ice"})).await;
    let listed = bob.get("/v1/matches?game=ice").await.expect(200)["matches"][0].clone();
    assert_eq!((&listed["id"], &listed["rated"]), (&json!(id), &json!("duel")));
    let page = server.get(&format!("/matches/{id}")).await.text();
    assert!(page.contains("Rated: the result changes the ratings of the players"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_rating_is_won_against_a_program() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let new = json!({"handle": "lava-bot", "name": "Lava bot", "scopes": ["matches:read", "moves:write"]});
    let made = anna.post("/v1/bots", &new).await.expect(201);
    let bot = server.client(made["token"]["token"].as_str());
    // A bot of one's own does not join; that of another person does, and the match is not rated any more.
    let id = anna.creates(json!({"game": "magma"})).await;
    bot.post(&format!("/v1/matches/{id}/join"), &json!({})).await.problem("not-ratable");
    let id = bob.creates(json!({"game": "magma"})).await;
    let joined = bot.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
    assert_eq!((&joined["phase"], &joined["rated"]), (&json!("running"), &json!(null)));
    let id = anna.creates(json!({"game": "magma"})).await;
    let begun = anna.post(&format!("/v1/matches/{id}/computers"), &json!({"level": 1})).await.expect(200);
    assert_eq!((&begun["phase"], &begun["rated"]), (&json!("running"), &json!(null)));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_ratings_can_be_computed_again() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob, cleo) = (
        server.person_by_secret("Anna").await,
        server.person_by_secret("Bob").await,
        server.person_by_secret("Cleo").await,
    );
    for (winner, loser) in [(&anna, &bob), (&bob, &cleo), (&cleo, &anna), (&anna, &bob), (&bob, &anna)] {
        lost_by(winner, loser).await;
        server.later(Duration::days(3));
    }
    // Two servers at once.
    let (one, other) = tokio::join!(ratings::catch_up(&server.app), ratings::catch_up(&server.app));
    assert!(one.is_ok() && other.is_ok());
    server.until("SELECT count(*) = 5 FROM rated_matches").await;
    assert_eq!(server.count("SELECT count(DISTINCT number) FROM rated_matches").await, 5);
    let again = async || ratings::recompute(&server.app).await.unwrap();
    assert_eq!(again().await, Recomputed { matches: 5, differences: 0 });
    let right = server.rows("SELECT user_id, mu, sigma FROM ratings ORDER BY user_id").await;
    server.query("UPDATE ratings SET mu = 30 WHERE user_id = (SELECT id FROM users WHERE handle = 'anna')").await;
    server
        .query("UPDATE rating_changes SET sigma = 1 WHERE user_id = (SELECT id FROM users WHERE handle = 'bob')")
        .await;
    assert_eq!(again().await, Recomputed { matches: 5, differences: 5 });
    assert_eq!(server.rows("SELECT user_id, mu, sigma FROM ratings ORDER BY user_id").await, right);
    // Who leaves takes the own ratings along; those of the opponents stay as they were.
    anna.proves(&server).await.delete("/v1/me").await.expect(204);
    assert_eq!(server.count("SELECT count(*) FROM ratings").await, 2);
    assert_eq!(again().await, Recomputed { matches: 5, differences: 0 });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_tells_how_many_turns_were_answered_in_time() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let new = json!({"game": "magma", "seating": "joined", "on_lapse": "pass",
        "clock": {"kind": "per-move", "time": "P1D"}});
    let of = async || anna.get("/v1/people/anna").await.expect(200)["reliability"].clone();
    for _ in 0..2 {
        let id = anna.begins(new.clone(), &bob).await;
        for _ in 0..6 {
            for person in [&anna, &bob] {
                if person.sees(&id).await["page"]["your_turn"] == true || person.may_find_a_move(&id).await.is_some() {
                    server.later(Duration::hours(3));
                    person.moves(&id).await;
                }
            }
        }
        // The time of the one who is awaited expires, and the turn passes.
        server.later(Duration::hours(25));
        clock::settle(&server.app).await.unwrap();
        assert_eq!(of().await, Value::Null, "matches that run do not count");
        bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    }
    let found = of().await;
    assert_eq!(found["half_within"], "PT3H", "{found}");
    let (turns, in_time) = (found["turns"].as_i64().unwrap(), found["in_time"].as_i64().unwrap());
    assert!(turns >= 10 && (1..=2).contains(&(turns - in_time)), "{found}");
    let words = format!("Answered {in_time} of the last {turns} turns in time, half of them within 3 hours.");
    assert!(server.get("/people/anna").await.text().contains(&words));
    anna.patch("/v1/me", &json!({"shows_rating": false})).await.expect(200);
    assert_eq!(of().await, Value::Null);
    assert!(!server.get("/people/anna").await.text().contains("Answered "));
}
