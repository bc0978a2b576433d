//! Ladders: who may challenge whom, and what a match does to the order.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};

use super::{enter, moved_on, people};

async fn ladder(creator: &Person) -> String {
    let wish =
        json!({"game": "magnapoco", "name": "Magnapoco ladder", "format": "ladder", "options": {"board": "square3"}});
    let made = creator.post("/v1/tournaments", &wish).await.expect(201);
    assert_eq!((&made["phase"], &made["format"]), (&json!("running"), &json!("ladder")), "{made}");
    format!("/v1/tournaments/{}", made["id"].as_str().unwrap())
}

async fn challenge(person: &Person, path: &str, other: &Person) -> Reply {
    person.post(&format!("{path}/challenges"), &json!({"handle": other.handle})).await
}

/// A challenge that is accepted; the id of its match.
async fn challenges(person: &Person, path: &str, other: &Person) -> String {
    challenge(person, path, other).await.expect(201)["id"].as_str().unwrap().to_owned()
}

/// The names of the players in their order.
async fn order(person: &Person, path: &str) -> Value {
    person.get(path).await.expect(200)["ladder"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_won_takes_the_place() {
    let server = Server::start().await;
    let people = people(&server, 8).await;
    let path = ladder(&people[0]).await;
    for person in &people[1..] {
        enter(person, &path).await.expect(204);
    }
    assert_eq!(order(&people[0], &path).await, json!(["ana", "ben", "cai", "dot", "eli", "fay", "gus", "hal"]));
    let id = challenges(&people[4], &path, &people[1]).await;
    server
        .mailbox
        .wait_for(&people[1].address, |email| email.subject() == "You are challenged: Magnapoco, Magnapoco ladder")
        .await;
    server.mailbox.wait_for(&people[1].address, |email| email.subject().starts_with("Your turn")).await;
    let page = people[1].sees(&id).await;
    assert_eq!((&page["page"]["your_seat"], &page["rated"]), (&json!(0), &json!("duel")), "{page}");
    people[1].act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let path_ref = &path;
    tests::eventually("the place is taken", async || {
        (order(&people[0], path_ref).await == json!(["ana", "eli", "ben", "cai", "dot", "fay", "gus", "hal"]))
            .then_some(())
    })
    .await;
    // The page shows the order, whom the reader may challenge, and the match.
    let shown = path.replace("/v1", "");
    let html = server.client(None).request("GET", &shown).header("cookie", people[6].cookie());
    let html = html.send().await.unwrap().text().await.unwrap();
    assert_eq!(html.matches("/challenge\"").count(), 5, "{html}");
    assert!(html.contains("Eli challenged Ben: won"), "{html}");
    // A challenge on the page leads to its match.
    let own = [("cookie", people[6].cookie()), ("sec-fetch-site", "same-origin".to_owned())];
    let own = own.each_ref().map(|(name, value)| (*name, value.as_str()));
    let sent = server.fill_with(&format!("{shown}/challenge"), &own, &[("handle", "fay")]).await;
    assert!(sent.header("location").starts_with("/matches/"), "{}", sent.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_are_bounded_and_who_loses_on_time_drops_to_the_end() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 8).await;
    let path = ladder(&people[0]).await;
    for person in &people[1..] {
        enter(person, &path).await.expect(204);
    }
    // Too far, downwards, oneself, someone else.
    challenge(&people[7], &path, &people[1]).await.problem("conflict");
    challenge(&people[0], &path, &people[1]).await.problem("conflict");
    challenge(&people[1], &path, &people[1]).await.problem("conflict");
    let unknown = people[1].post(&format!("{path}/challenges"), &json!({"handle": "nobody"})).await;
    unknown.refused("bad-field", Some("handle"));
    // Three at a time, for both.
    let mut ids = Vec::new();
    for challenger in [3, 4, 5] {
        ids.push(challenges(&people[challenger], &path, &people[2]).await);
    }
    challenge(&people[6], &path, &people[2]).await.problem("conflict");
    // Two at the same time of the same two.
    challenge(&people[3], &path, &people[2]).await.problem("conflict");
    server.lets_run_out(&ids[0], 0).await;
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    moved_on(&server).await;
    assert_eq!(order(&people[0], &path).await, json!(["ana", "ben", "dot", "eli", "fay", "gus", "hal", "cai"]));
    // Not again within seven days; then the one below challenges.
    challenge(&people[2], &path, &people[3]).await.problem("conflict");
    people[2].act(&format!("/v1/matches/{}/resign", ids[1])).await.expect(200);
    people[2].act(&format!("/v1/matches/{}/resign", ids[2])).await.expect(200);
    moved_on(&server).await;
    assert_eq!(order(&people[0], &path).await, json!(["ana", "ben", "dot", "eli", "fay", "gus", "hal", "cai"]));
    server.later(Duration::days(8));
    challenges(&people[2], &path, &people[3]).await;
    // Who leaves gives up the place and the match, and comes back at the end.
    people[2].delete(&format!("{path}/entry")).await.expect(204);
    moved_on(&server).await;
    assert_eq!(order(&people[0], &path).await, json!(["ana", "ben", "dot", "eli", "fay", "gus", "hal"]));
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE phase = 'running'").await, 0);
    enter(&people[2], &path).await.expect(204);
    assert_eq!(order(&people[0], &path).await[7], "cai");
    assert_eq!(
        challenge(&people[2], &path, &people[2]).await.problem("conflict")["detail"],
        "You cannot challenge yourself."
    );
    // One ladder a game, for two.
    let again = json!({"game": "magnapoco", "name": "Another", "format": "ladder"});
    people[1].post("/v1/tournaments", &again).await.problem("conflict");
    let three = json!({"game": "magma", "name": "Three", "format": "ladder", "seats": 3});
    people[1].post("/v1/tournaments", &three).await.refused("bad-field", Some("seats"));
    people[0].act(&format!("{path}/call-off")).await.problem("conflict");
    // The last one who leaves closes it.
    for person in &people {
        person.delete(&format!("{path}/entry")).await.expect(204);
        moved_on(&server).await;
    }
    assert_eq!(people[0].get(&path).await.expect(200)["phase"], "over");
    people[1].post("/v1/tournaments", &again).await.expect(201);
}
