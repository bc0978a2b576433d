//! Vacations while the match waits for responses: they tell no reader who is asked.

use chrono::{Duration, TimeDelta};
use serde_json::json;
use tests::Server;

use super::{ATTACK, begin, four, time};

/// The time by which the vacation of a player moves the time of responses, and whether that player is asked.
async fn moved_by(player: usize) -> (TimeDelta, bool) {
    let server = Server::start().await;
    let people = four(&server).await;
    server.later(Duration::hours(1));
    let id = begin(&server, &people, "").await;
    people[0].plays(&id, ATTACK).await;
    let until = async || {
        let page = server.get(&format!("/v1/matches/{id}")).await.expect(200)["page"].clone();
        time(&page["responses_until"])
    };
    let before = until().await;
    people[player].post("/v1/me/vacations", &json!({"first": "2026-01-02", "last": "2026-01-03"})).await.expect(201);
    let is_asked = people[player].sees(&id).await["page"]["awaited"] == json!([player]);
    (until().await - before, is_asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_moves_the_time_of_responses_whether_its_player_is_asked_or_not() {
    assert_eq!(moved_by(1).await, (Duration::days(2), true));
    assert_eq!(moved_by(2).await, (Duration::days(2), false));
}
