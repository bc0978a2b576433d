//! The terms of match clocks: Fischer, bank, hours in a zone, vacations, and their words.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use tests::{Person, Server};

/// A calm match of Magma for these, with these terms.
async fn table(server: &Server, people: &[&Person], terms: Value) -> String {
    let mut new = json!({"game": "magma", "seats": people.len(), "seating": "joined", "on_lapse": "pass"});
    new.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        server.later(Duration::seconds(1));
        person.joins(&id).await;
    }
    id
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn reserves(person: &Person, id: &str) -> Vec<Value> {
    let seen = person.sees(id).await;
    seen["players"].as_array().unwrap().iter().map(|player| player["reserve"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_are_shown_as_they_were_created_and_in_words() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let hours = json!({"zone": "Europe/Berlin", "days_off": ["saturday", "sunday"], "night": {"from": "22:00", "until": "07:00"}});
    for (terms, clock, words) in [
        (json!({}), Value::Null, vec!["No clock: take the time that you need"]),
        (
            json!({"clock": {"kind": "fischer", "initial": "P10D", "increment": "P1D", "cap": "P20D"}, "hours": hours}),
            json!({"kind": "fischer", "initial": "P10D", "increment": "P1D", "cap": "P20D"}),
            vec![
                "10 days at the start, plus 1 day after each move, up to 20 days. When your time expires, you are out",
                "The clock pauses on Saturday and Sunday, and from 22:00 to 07:00 (Europe/Berlin).",
            ],
        ),
        (
            json!({"clock": {"kind": "bank", "time": "PT24H", "reserve": "P1W"}, "vacation": "all", "on_lapse": "pass"}),
            json!({"kind": "bank", "time": "P1D", "reserve": "P7D"}),
            vec![
                "1 day per move, plus a reserve of 7 days for the whole match. When your time expires, the turn \
                 passes if the rules allow it, and after three in a row you are out",
                "All clocks pause while a player is on vacation",
            ],
        ),
    ] {
        let mut new = json!({"game": "magma", "on_lapse": "forfeit"});
        new.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
        let seen = anna.post("/v1/matches", &new).await.expect(201);
        assert_eq!((&seen["clock"], &seen["clock_words"]), (&clock, &json!(words)));
        assert_eq!(seen["hours"], terms.get("hours").cloned().unwrap_or_default());
        assert_eq!(seen["vacation"], terms.get("vacation").cloned().unwrap_or(json!("own")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_terms_are_refused_with_their_field() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let clock = |clock: Value| json!({ "clock": clock });
    let off = json!({"zone": "Europe/Berlin", "days_off": ["saturday"]});
    for (terms, field, why) in [
        (clock(json!({"kind": "fischer", "initial": "P3D", "increment": "P9D", "cap": "P8D"})), "clock", "increment"),
        (clock(json!({"kind": "fischer", "initial": "P9D", "increment": "P1D", "cap": "P8D"})), "clock", "initial"),
        (clock(json!({"kind": "bank", "time": "P300D", "reserve": "P101D"})), "clock", "reserve"),
        (clock(json!({"kind": "bank", "time": "P300D"})), "clock.reserve", "Missing field"),
        (clock(json!({"kind": "hourglass", "time": "P3D"})), "clock.kind", "fischer"),
        (clock(json!({"kind": "per-move", "time": "P3D", "reserve": "P1D"})), "clock.reserve", "Unknown field"),
        (json!({"clock": {"kind": "per-move", "time": "P101D"}, "hours": off}), "clock", "P100D"),
        (json!({"hours": {"zone": "Europe/Bonn", "days_off": ["saturday"]}}), "hours.zone", ""),
        (json!({"hours": {"zone": "Europe/Berlin"}}), "hours", ""),
        (json!({"hours": {"zone": "Europe/Berlin", "days_off": ["saturn"]}}), "hours.days_off", ""),
        (json!({"hours": {"zone": "Europe/Berlin", "night": {"from": "7", "until": "8"}}}), "hours.night.from", ""),
        (json!({"vacation": "theirs"}), "vacation", ""),
    ] {
        let mut new = json!({"game": "magma"});
        new.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
        let problem = anna.post("/v1/matches", &new).await.problem("bad-field");
        assert_eq!(problem["field"], field, "{terms}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(why), "{terms}: {problem}");
    }
    // The hourglass of Hot Magma runs at all hours.
    for (terms, field) in [(json!({ "hours": off }), "hours"), (json!({"vacation": "own"}), "vacation")] {
        for tempo in ["hot", "whitehot"] {
            let mut new = json!({"game": "magma", "options": {"tempo": tempo}});
            new.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
            let problem = anna.post("/v1/matches", &new).await.problem("bad-field");
            assert_eq!(problem["field"], field, "{problem}");
        }
    }
    let hot = json!({"game": "magma", "options": {"tempo": "hot"}, "clock": {"kind": "per-move", "time": "P1D"}});
    assert_eq!(anna.post("/v1/matches", &hot).await.expect(201)["vacation"], "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn by_fischer_what_is_left_is_kept_up_to_a_most() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let terms = json!({"clock": {"kind": "fischer", "initial": "P3D", "increment": "P1D", "cap": "P3DT12H"}});
    let id = table(&server, &[&anna, &bob, &cleo], terms).await;
    let now = || server.app.clock.now();
    assert_eq!(reserves(&bob, &id).await, ["P3D", "P3D", "P3D"]);
    assert_eq!(anna.deadline(&id).await, now() + Duration::days(3));
    // 3 days less 2 and 1 more; 3 days less an hour and 1 more, at most 3.5.
    server.later(Duration::days(2));
    anna.moves(&id).await;
    assert_eq!(anna.deadline(&id).await, now() + Duration::days(3), "Bob has his own time");
    server.later(Duration::hours(1));
    bob.moves(&id).await;
    assert_eq!(reserves(&cleo, &id).await, ["P2D", "P3DT12H", "P3D"]);
    // Cleo's time runs out: nothing is left but the increment.
    server.later(Duration::days(3));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    let seen = anna.sees(&id).await;
    assert_eq!((&seen["page"]["awaited"], &seen["players"][2]["reserve"]), (&json!([0]), &json!("P1D")));
    assert_eq!(anna.deadline(&id).await, now() + Duration::days(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reserve_is_used_after_the_free_time_and_does_not_grow() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    anna.patch("/v1/me", &json!({"time_zone": "Europe/Berlin"})).await.expect(200);
    let id = table(&server, &[&anna, &bob], json!({"clock": {"kind": "bank", "time": "P1D", "reserve": "P2D"}})).await;
    let begun = server.mailbox.wait_for(&anna.address, |email| email.text().contains("has begun")).await;
    let words = "Move by Sunday 4 January 2026, 01:00 (Europe/Berlin), in 3 days. After that your turn passes. Your reserve starts \
                 running on Friday 2 January 2026, 01:00 (Europe/Berlin), in 24 hours.";
    assert!(begun.flowing().contains(words), "{}", begun.flowing());
    server.later(Duration::hours(23));
    anna.moves(&id).await;
    assert_eq!(reserves(&bob, &id).await, ["P2D", "P2D"]);
    server.later(Duration::hours(36));
    bob.moves(&id).await;
    assert_eq!(reserves(&bob, &id).await, ["P2D", "P1DT12H"]);
    assert_eq!(anna.deadline(&id).await, server.app.clock.now() + Duration::days(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_on_days_off_and_at_night() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let hours = json!({"zone": "Europe/Berlin", "days_off": ["saturday", "sunday"], "night": {"from": "22:00", "until": "07:00"}});
    let terms = json!({"clock": {"kind": "per-move", "time": "P1D"}, "hours": hours});
    let id = table(&server, &[&anna, &bob], terms).await;
    // Thursday 1 January 2026, 1:00 in Berlin: 15 hours each day, so 9 hours on Friday.
    assert_eq!(anna.deadline(&id).await, at("2026-01-02T15:00:00Z"));
    server.later(at("2026-01-02T14:00:00Z") - server.app.clock.now());
    anna.moves(&id).await;
    // Friday 15:00 to 22:00, Monday 7:00 to 22:00, Tuesday 7:00 to 9:00.
    assert_eq!(bob.deadline(&id).await, at("2026-01-06T08:00:00Z"));
    let listed = bob.get("/v1/matches?filter=mine").await.expect(200);
    assert_eq!(listed["matches"][0]["deadline"], "2026-01-06T08:00:00Z");
    server.later(at("2026-01-06T08:00:00Z") - server.app.clock.now() - Duration::milliseconds(1));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    assert_eq!(bob.sees(&id).await["page"]["awaited"], json!([1]));
    server.later(Duration::milliseconds(1));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    assert_eq!(bob.sees(&id).await["page"]["awaited"], json!([0]));
}
