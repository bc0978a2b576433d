//! Vacations: booked, ended, and their effect on deadlines.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use tests::{Person, Server};
use turnpost::play::game::clock;

async fn table(people: &[&Person], rule: &str) -> String {
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let new = json!({"game": "magma", "seats": people.len(), "seating": "joined", "clock": clock, "vacation": rule});
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    id
}

pub(super) async fn books(person: &Person, first: &str, last: &str) -> tests::Reply {
    person.post("/v1/me/vacations", &json!({"first": first, "last": last})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn vacations_are_booked_within_the_days_of_a_year() {
    let server = Server::quiet(|table| drop(table.insert("vacation_days".to_owned(), 20.into()))).await;
    let anna = server.person_by_secret("Anna").await;
    anna.patch("/v1/me", &json!({"time_zone": "Europe/Berlin"})).await.expect(200);
    let none = json!({"vacations": [], "left": [{"year": 2026, "days": 20}, {"year": 2027, "days": 20}]});
    assert_eq!(anna.get("/v1/me/vacations").await.expect(200), none);
    for (first, last, field, why) in [
        ("2026-01-01", "2026-01-05", "first", "tomorrow"),
        ("2025-12-01", "2026-01-05", "first", "tomorrow"),
        ("2027-12-01", "2027-12-05", "first", "400 days"),
        ("2026-01-05", "2026-01-04", "last", "2026-01-05"),
        ("2026-01-05", "2026-01-25", "last", "20"),
        ("2026-02-30", "2026-03-01", "first", ""),
        ("soon", "2026-03-01", "first", ""),
    ] {
        let problem = books(&anna, first, last).await.problem("bad-field");
        assert_eq!(problem["field"], field, "{first} {last}: {problem}");
        assert!(problem["detail"].as_str().unwrap().contains(why), "{first} {last}: {problem}");
    }
    let booked = books(&anna, "2026-12-24", "2027-01-06").await.expect(201);
    assert_eq!(booked["left"], json!([{"year": 2026, "days": 12}, {"year": 2027, "days": 14}]));
    assert_eq!(booked["vacations"][0]["time_zone"], "Europe/Berlin");
    assert_eq!(books(&anna, "2026-12-30", "2026-12-31").await.problem("bad-field")["field"], "first", "they overlap");
    books(&anna, "2026-03-01", "2026-03-12").await.expect(201);
    assert_eq!(books(&anna, "2026-06-01", "2026-06-01").await.problem("bad-field")["field"], "last");
    let ended = anna.delete("/v1/me/vacations/2026-12-24").await.expect(200);
    assert_eq!(ended["left"], json!([{"year": 2026, "days": 8}, {"year": 2027, "days": 20}]));
    anna.delete("/v1/me/vacations/2026-12-24").await.problem("not-found");
    anna.delete("/v1/me/vacations/soon").await.problem("bad-request");
    let export = anna.get("/v1/me/export").await.expect(200);
    assert_eq!(export["vacations"], ended["vacations"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_stops_the_clock_of_its_player_and_its_end_starts_it() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (own, none) = (table(&[&anna, &bob], "own").await, table(&[&anna, &bob], "none").await);
    let day = |day: i64| "2026-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + Duration::days(day - 1);
    books(&anna, "2026-01-02", "2026-01-11").await.expect(201);
    assert_eq!((anna.deadline(&own).await, anna.deadline(&none).await), (day(14), day(4)));
    let listed = anna.get("/v1/matches?filter=waiting").await.expect(200);
    let deadlines: Vec<&Value> = listed["matches"].as_array().unwrap().iter().map(|one| &one["deadline"]).collect();
    assert_eq!(deadlines, [&json!("2026-01-04T00:00:00Z"), &json!("2026-01-14T00:00:00Z")]);
    // It does not lapse meanwhile, and Bob, who plays with her, sees the reason; a visitor does not.
    server.later(Duration::days(5));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(bob.sees(&own).await["page"]["awaited"], json!([0]));
    assert_eq!(bob.sees(&own).await["players"][0]["away_until"], "2026-01-12T00:00:00Z");
    let visited = server.get(&format!("/v1/matches/{own}")).await.expect(200);
    assert_eq!(visited["players"][0]["away_until"], Value::Null);
    // She is back on the sixth: that day still counts as vacation, and two days are left.
    anna.delete("/v1/me/vacations/2026-01-02").await.expect(200);
    assert_eq!(anna.deadline(&own).await, day(9));
    server.later(Duration::days(3));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(bob.sees(&own).await["phase"], "over", "the worker was told of the earlier deadline");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_loses_time_by_the_end_of_a_vacation() {
    let server = Server::quiet(|_| {}).await;
    let mut people = Vec::new();
    for name in ["Anna", "Bob", "Cleo"] {
        people.push(server.person_by_secret(name).await);
    }
    let [anna, bob, cleo] = &people[..] else { unreachable!() };
    let id = table(&[anna, bob, cleo], "all").await;
    let before = bob.deadline(&id).await;
    books(bob, "2026-01-03", "2026-01-12").await.expect(201);
    let moved = bob.deadline(&id).await;
    assert_eq!(moved - before, Duration::days(10));
    bob.delete("/v1/me/vacations/2026-01-03").await.expect(200);
    assert_eq!(bob.deadline(&id).await, moved, "Anna may have relied on it");
    anna.moves(&id).await;
    assert_eq!(bob.deadline(&id).await, server.app.clock.now() + Duration::days(3));
    // The same where an account is deleted.
    books(anna, "2026-01-02", "2026-01-12").await.expect(201);
    let moved = bob.deadline(&id).await;
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(bob.deadline(&id).await, moved);
    assert_eq!(server.rows(&format!("SELECT vacations FROM users WHERE id = '{}'", anna.id())).await, [["[]"]]);
}
