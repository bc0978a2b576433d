//! Matches without a clock in which no player moves: asked after thirty days, abandoned after fourteen more.

use chrono::Duration;
use serde_json::json;
use tests::Server;
use turnpost::play::game::clock;
use turnpost::play::matches::history;

/// Lets days pass, and the worker look.
async fn days(server: &Server, days: i64) {
    server.later(Duration::days(days));
    clock::settle(&server.app).await.unwrap();
    server.emails_are_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_abandoned_ends_as_a_draw_of_those_who_have_not_left() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "name": "Spring cup", "seats": 3, "seating": "joined"})).await;
    bob.joins(&id).await;
    cleo.joins(&id).await;
    cleo.plays(&id, "resign").await;
    let emails = async |word: &str| {
        server.emails_are_out().await;
        let of =
            |address: &str| server.mailbox.emails_to(address).iter().filter(|one| one.subject().contains(word)).count();
        [of(&anna.address), of(&bob.address), of(&cleo.address)]
    };
    days(&server, 29).await;
    assert_eq!(emails("Match idle").await, [0, 0, 0]);
    days(&server, 1).await;
    assert_eq!(emails("Match idle").await, [1, 1, 0]);
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject().contains("Match idle")).await;
    let words = "It is your turn. No one has moved in Magma: Spring cup for 30 days. If no one moves by Saturday 14 February 2026, 00:00 \
                 (UTC), in 14 days, the match ends in a draw.";
    assert!(email.flowing().contains(words), "{}", email.flowing());
    // A move begins the time anew; so many days without one have two emails in all.
    days(&server, 13).await;
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    days(&server, 29).await;
    days(&server, 1).await;
    assert_eq!(emails("Match idle").await, [2, 2, 0]);
    days(&server, 13).await;
    assert_eq!(anna.sees(&id).await["phase"], "running");
    days(&server, 1).await;
    let over = anna.sees(&id).await;
    assert_eq!((&over["phase"], &over["page"]["outcome"]["ranks"]), (&json!("over"), &json!([1, 1, 3])));
    assert_eq!(over["page"]["outcome"]["reason"], "The match was abandoned and ends as a draw.");
    assert_eq!(emails("Match over").await, [1, 1, 1]);
    let log = anna.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    assert_eq!(log["lines"].as_array().unwrap().last().unwrap()["entry"]["cause"], "abandoned", "{log}");
    bob.tries(&id, "pass").await.problem("illegal-move");
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
    let record = anna.get(&format!("/v1/matches/{id}/record")).await.text();
    assert!(record.contains("abandoned"), "{record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_can_be_abandoned_and_a_match_with_a_clock_is_not() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut ids = Vec::new();
    for game in ["magma", "magnet", "magnapoco", "ice", "magic"] {
        let id = anna.creates(json!({"game": game, "seats": 2, "seating": "joined"})).await;
        bob.joins(&id).await;
        ids.push(id);
    }
    let clock = json!({"kind": "per-move", "time": "P100D"});
    let slow = anna.creates(json!({"game": "magma", "seating": "joined", "clock": clock})).await;
    bob.joins(&slow).await;
    days(&server, 30).await;
    days(&server, 14).await;
    for id in &ids {
        let over = bob.sees(id).await;
        assert_eq!(
            (&over["phase"], &over["page"]["outcome"]["ranks"]),
            (&json!("over"), &json!([1, 1])),
            "{}",
            over["game"]
        );
    }
    assert_eq!(bob.sees(&slow).await["phase"], "running");
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (6, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_servers_that_look_at_once_one_writes() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let owed = async |kind: &str| {
        let sql = format!("SELECT count(*)::text FROM emails WHERE kind = '{kind}'");
        server.query(&sql).await[0][0].clone().unwrap()
    };
    let look = async || {
        let looks = (0..8).map(|_| clock::settle(&server.app));
        for looked in futures_util::future::join_all(looks).await {
            looked.unwrap();
        }
    };
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    server.later(Duration::days(30));
    look().await;
    assert_eq!(owed("still-playing").await, "2", "one for each player");
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "clock": clock})).await;
    bob.joins(&id).await;
    server.later(Duration::days(2));
    look().await;
    assert_eq!(owed("reminder").await, "1");
}
