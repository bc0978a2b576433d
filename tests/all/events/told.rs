//! Changes of every kind, and to whom they are told.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Server};
use turnpost::play::game::clock;

use super::{Follower, send_sentinel};

/// The kinds of the events that a person was sent since the last time, each with its phase and whether the person is awaited.
async fn told(server: &Server, person: &Person, follower: &mut Follower) -> Vec<String> {
    let last = send_sentinel(server, person.id()).to_string();
    let mut found = Vec::new();
    loop {
        let told = follower.next().await.unwrap().data;
        if told["match_id"] == last {
            return found;
        }
        let text = |name: &str| told[name].as_str().map(|text| format!(" {text}")).unwrap_or_default();
        let awaited = if told["awaited"] == true { " awaited" } else { "" };
        found.push(format!("{}{}{awaited}", told["kind"].as_str().unwrap(), text("phase")));
        // The later of two that say the same takes the place of the earlier one, unless that was sent already.
        found.dedup();
    }
}

async fn three(server: &Server) -> ([Person; 3], [Follower; 3]) {
    let [anna, bob, cleo] = ["Anna", "Bob", "Cleo"].map(|name| server.person_by_secret(name));
    let people = [anna.await, bob.await, cleo.await];
    let followers =
        [Follower::start(&people[0]).await, Follower::start(&people[1]).await, Follower::start(&people[2]).await];
    (people, followers)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_told_who_comes_and_goes() {
    let server = Server::start().await;
    let ([anna, bob, cleo], [mut of_anna, mut of_bob, mut of_cleo]) = three(&server).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3, "visibility": "private"})).await;
    let invite = format!("/v1/matches/{id}/invitations");
    for who in ["bob", "cleo"] {
        anna.post(&invite, &json!({"handle": who})).await.expect(202);
    }
    assert_eq!(told(&server, &bob, &mut of_bob).await, ["invitation"]);
    bob.joins(&id).await;
    bob.joins(&id).await;
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match open"], "the second time changes nothing");
    assert_eq!(told(&server, &cleo, &mut of_cleo).await, ["invitation"], "a guest is not at the table");
    bob.act(&format!("/v1/matches/{id}/leave")).await.expect(200);
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match open"]);
    assert_eq!(told(&server, &bob, &mut of_bob).await, ["match open"]);
    let invitation = cleo.get("/v1/me/invitations").await.expect(200)["invitations"][0]["id"].clone();
    cleo.act(&format!("/v1/invitations/{}/decline", invitation.as_str().unwrap())).await.expect(204);
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match open"]);
    anna.delete(&format!("/v1/matches/{id}")).await.expect(204);
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match-over cancelled"]);
    for (person, follower) in [(&bob, &mut of_bob), (&cleo, &mut of_cleo)] {
        assert_eq!(told(&server, person, follower).await, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_are_told_to_those_whom_they_concern() {
    // A worker would settle the clock at the same time, and tell of it after this test has asked.
    let server = Server::quiet(|_| {}).await;
    let ([anna, bob, cleo], [mut of_anna, mut of_bob, mut of_cleo]) = three(&server).await;
    let new = json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}, "on_lapse": "replace"});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    for (person, follower) in [(&anna, &mut of_anna), (&bob, &mut of_bob)] {
        told(&server, person, follower).await;
    }
    let first = anna.deadline(&id).await;
    let mut table = Follower::open(cleo.request("GET", &format!("/v1/matches/{id}/events"))).await;
    table.next().await.unwrap();
    let proposal = json!({"kind": "extension", "length": "P1D"});
    anna.post(&format!("/v1/matches/{id}/proposals"), &proposal).await.expect(201);
    assert_eq!(told(&server, &bob, &mut of_bob).await, ["match running"]);
    bob.act(&format!("/v1/matches/{id}/proposals/1/agree")).await.expect(200);
    let last: Value = of_anna.expect("match", &id).await;
    let last = if last["deadline"] == rfc(first) { of_anna.expect("match", &id).await } else { last };
    assert_eq!(last["deadline"], rfc(first + Duration::days(1)));
    // Spectators are not told of proposals, only of their effect.
    assert_eq!(
        table.next().await.unwrap().data,
        json!({"kind": "match", "match_id": id, "turn": 0, "phase": "running"})
    );
    // A vacation that moves the deadline of the player.
    let today = server.app.clock.now().date_naive();
    let days = json!({"first": today + Duration::days(1), "last": today + Duration::days(2)});
    anna.post("/v1/me/vacations", &days).await.expect(201);
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match running awaited"]);
    told(&server, &bob, &mut of_bob).await;
    // The time runs out, and the seat is offered and taken.
    server.later(Duration::days(9));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match running awaited"]);
    assert_eq!(told(&server, &bob, &mut of_bob).await, ["match running"]);
    cleo.joins(&id).await;
    assert_eq!(told(&server, &anna, &mut of_anna).await, ["match running"], "who held the seat is awaited no more");
    assert_eq!(told(&server, &cleo, &mut of_cleo).await, ["match running awaited"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_match_is_told_to_its_creator_and_the_end_of_an_account_to_the_others() {
    let server = Server::start().await;
    let ([anna, bob, cleo], [mut of_anna, mut of_bob, mut of_cleo]) = three(&server).await;
    let made = anna.creates(json!({"game": "magma", "seats": 3})).await;
    let notice = of_anna.expect("match", &made).await;
    assert_eq!((&notice["phase"], &notice["turn"]), (&json!("open"), &json!(0)));
    // A match in which its creator does not play.
    let other = anna.creates(json!({"game": "magma", "join": false})).await;
    of_anna.expect("match", &other).await;
    let bobs = bob.creates(json!({"game": "magma", "seats": 3})).await;
    assert_eq!(told(&server, &cleo, &mut of_cleo).await, [""; 0], "a public match is for the lobby");
    // A client that was away learns of it from its cursor.
    let missed = anna.get("/v1/me/events?after=0").await.expect(200);
    assert!(missed.to_string().contains("resync"), "{missed}");
    let after = server.app.clock.now().timestamp_millis().to_string();
    let missed = anna.get(&format!("/v1/me/events?after={after}")).await.expect(200);
    assert!(missed.to_string().contains(&made) && missed.to_string().contains(&other), "{missed}");
    cleo.joins(&made).await;
    anna.joins(&bobs).await;
    for (person, follower) in [(&bob, &mut of_bob), (&cleo, &mut of_cleo)] {
        told(&server, person, follower).await;
    }
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(told(&server, &cleo, &mut of_cleo).await, ["match-over cancelled"]);
    assert_eq!(told(&server, &bob, &mut of_bob).await, ["match open"], "her seat is free");
    assert_eq!(bob.get(&format!("/v1/matches/{bobs}")).await.expect(200)["players"].as_array().unwrap().len(), 1);
}

fn rfc(at: chrono::DateTime<chrono::Utc>) -> Value {
    json!(at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
}
