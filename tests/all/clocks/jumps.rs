//! The machine's clock jumps: no match clock runs out by it.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use tests::{Person, Server, eventually};
use turnpost::play::game::{alive, clock};

use super::{log, log_of, proven, quiet_people, table};

/// What hosts read of the health of a server.
async fn status(server: &Server) -> String {
    server.operator().get("/healthz").await.expect(200)["status"].as_str().unwrap().to_owned()
}

/// Says that the clock is right, as `turnpost clock accept` does.
async fn accept(server: &Server) {
    crate::host::command(server, async |app| alive::accept(app).await).await.unwrap();
    eventually("a clock that is right", async || (status(server).await == "ok").then_some(())).await;
}

async fn lasts(people: &[&Person], id: &str) {
    for person in people {
        assert_eq!(person.sees(id).await["phase"], "running");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_two_days_on_forfeits_no_match() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "magma", "forfeit").await;
    let due = anna.deadline(&id).await;
    server.app.clock.let_jump(Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    lasts(&[&anna, &bob], &id).await;
    let health = server.operator().get("/healthz").await.expect(200);
    assert_eq!(
        (&health["status"], &health["clock_jump_seconds"]),
        (&json!("clock-jumped"), &json!(172_800)),
        "{health}"
    );
    assert_eq!(server.get("/healthz").await.expect(200), json!({"status": "fault"}));
    assert!(server.operator().get("/metrics").await.text().contains("turnpost_clock_jump_seconds 172800"));
    // Moves go on, and have the time that has passed.
    server.later(Duration::minutes(5));
    anna.plays(&id, "pass").await;
    let at = "SELECT extract(epoch FROM max(at) - min(at)) FROM moves";
    assert_eq!(server.rows(at).await[0][0].parse::<f64>().unwrap(), 300.);
    // A day later Bob's time is over, but the clock is still wrong. A late move is played.
    server.later(Duration::days(1));
    clock::settle(&server.app).await.unwrap();
    lasts(&[&anna, &bob], &id).await;
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    assert!(log(&server, &id).await.iter().all(|line| !line.contains("forfeit")), "{due}");
    // The host puts the clock right. What is late now is so by the time that has passed.
    server.app.clock.let_jump(Duration::days(-2));
    eventually("health", async || (status(&server).await == "ok").then_some(())).await;
    clock::settle(&server.app).await.unwrap();
    lasts(&[&anna, &bob], &id).await;
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_of_a_move_lets_no_clock_run_out_either() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = quiet_people(&server).await;
    let id = table(&server, &[&anna, &bob], "magma", "pass").await;
    server.app.clock.let_jump(Duration::minutes(11));
    server.later(Duration::days(2));
    let proposal = json!({"kind": "extension", "length": "P2D"});
    bob.post(&format!("/v1/matches/{id}/proposals"), &proposal).await.expect(201);
    anna.plays(&id, "pass").await;
    assert_eq!(log(&server, &id).await[1..], ["0 chosen pass"]);
    // Ten minutes are no jump.
    server.app.clock.let_jump(Duration::minutes(-1));
    assert_ne!(status(&server).await, "clock-jumped");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_accepts_a_later_time_takes_none_from_the_players() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "magma", "forfeit").await;
    let (due, before) = (anna.deadline(&id).await, server.app.clock.now());
    server.app.clock.let_jump(Duration::days(2));
    assert_eq!(status(&server).await, "clock-jumped");
    accept(&server).await;
    assert_eq!(server.app.clock.now(), before + Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    lasts(&[&anna, &bob], &id).await;
    assert_eq!(anna.deadline(&id).await, due + Duration::days(2));
    // The clocks go on.
    server.later(Duration::days(1));
    assert_eq!(log_of(&server, &id, 1).await, ["0 forfeit forfeit"]);
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lines_of_a_log_never_go_back_in_time() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "magma", "forfeit").await;
    anna.plays(&id, "pass").await;
    server.app.clock.let_jump(Duration::days(-3));
    server.later(Duration::minutes(1));
    assert_eq!(status(&server).await, "clock-jumped");
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    accept(&server).await;
    let now = server.app.clock.now();
    server.emails_are_out().await;
    let before = server.mailbox.emails_to(&bob.address).len();
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let rows = server.rows("SELECT at::text, moment FROM moves ORDER BY ply").await;
    let times: Vec<DateTime<Utc>> = rows.iter().map(|row| format!("{}:00", row[0]).parse().unwrap()).collect();
    assert!(times.len() == 4 && times.is_sorted(), "{times:?}");
    let moments: Vec<u64> = rows.iter().map(|row| row[1].parse().unwrap()).collect();
    assert!(moments.is_sorted(), "{moments:?}");
    let told = anna.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    let told: Vec<DateTime<Utc>> =
        told["lines"].as_array().unwrap().iter().map(|line| line["at"].as_str().unwrap().parse().unwrap()).collect();
    assert!(told.is_sorted(), "{told:?}");
    // The turn that has begun has its whole time, and its email does not wait.
    assert!(bob.deadline(&id).await >= now + Duration::days(1));
    let more = async || (server.mailbox.emails_to(&bob.address).len() > before).then_some(());
    eventually("an email about the turn", more).await;
    proven(&server, 1).await;
}
