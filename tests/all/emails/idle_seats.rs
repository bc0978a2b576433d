//! The creator of a match hears of a player whose time ran out and who has not moved for seven days.

use chrono::Duration;
use serde_json::json;
use tests::mailbox::Received;
use tests::{Person, Server};
use turnpost::play::game::clock;

/// Lets hours pass, and the worker look.
async fn wait(server: &Server, hours: i64) {
    server.later(Duration::hours(hours));
    clock::settle(&server.app).await.unwrap();
    server.emails_are_out().await;
}

async fn told(server: &Server, person: &Person) -> Vec<String> {
    server.emails_are_out().await;
    let emails = server.mailbox.emails_to(&person.address);
    emails.iter().filter(|one| one.subject().contains(" hasn't moved: ")).map(Received::flowing).collect()
}

async fn match_of_cleo(server: &Server, cleo: &Person, players: &[&Person]) -> String {
    let clock = json!({"kind": "per-move", "time": "P4D"});
    let new = json!({"game": "magma", "name": "Spring cup", "seats": 3, "seating": "joined", "clock": clock, "on_lapse": "pass"});
    let id = cleo.creates(new).await;
    for player in players {
        server.later(Duration::seconds(1));
        player.joins(&id).await;
    }
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn the_creator_hears_of_it_after_seven_days() {
    let server = Server::start().await;
    let [cleo, anna, bob] = server.people(["Cleo", "Anna", "Bob"]).await;
    let id = match_of_cleo(&server, &cleo, &[&anna, &bob]).await;
    cleo.moves(&id).await;
    // Anna's turn passes after four days, and again after the turns of Bob and Cleo.
    wait(&server, 96).await;
    // The email is owed for later, which is no sign of a fault.
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE state = 'due'").await, 1);
    let health = server.operator().get("/healthz").await.expect(200);
    assert_eq!((&health["emails_due"], &health["emails_late"]), (&json!(0), &json!(0)), "{health}");
    bob.moves(&id).await;
    cleo.moves(&id).await;
    wait(&server, 96).await;
    bob.moves(&id).await;
    cleo.moves(&id).await;
    wait(&server, 71).await;
    assert!(told(&server, &cleo).await.is_empty(), "{:?}", told(&server, &cleo).await);
    wait(&server, 1).await;
    let emails = told(&server, &cleo).await;
    let lead = "Anna hasn't moved in Magma: Spring cup since their time ran out 7 days ago. If it also runs out on their next turn, \
                Anna is out of the match.";
    assert!(emails.len() == 1 && emails[0].contains(lead), "{emails:?}");
    assert!(told(&server, &anna).await.is_empty() && told(&server, &bob).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_meanwhile_and_the_own_lapse_of_the_creator_are_not_told() {
    let server = Server::start().await;
    let [cleo, anna, bob] = server.people(["Cleo", "Anna", "Bob"]).await;
    let id = match_of_cleo(&server, &cleo, &[&anna, &bob]).await;
    // Cleo's own turn passes, then Anna's.
    wait(&server, 96).await;
    wait(&server, 96).await;
    bob.moves(&id).await;
    cleo.moves(&id).await;
    anna.moves(&id).await;
    wait(&server, 168).await;
    assert!(told(&server, &cleo).await.is_empty(), "{:?}", told(&server, &cleo).await);
    let owed = "SELECT count(*) FROM emails WHERE kind = 'seat-idle'";
    assert_eq!(server.count(&format!("{owed} AND state = 'moot'")).await, 1, "that about Anna");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_whose_turn_has_not_come_again_is_not_told_of() {
    let server = Server::start().await;
    let [cleo, anna, bob] = server.people(["Cleo", "Anna", "Bob"]).await;
    let id = match_of_cleo(&server, &cleo, &[&anna, &bob]).await;
    cleo.moves(&id).await;
    wait(&server, 96).await;
    // Anna's turn has passed, and Bob takes his time.
    wait(&server, 90).await;
    bob.moves(&id).await;
    wait(&server, 78).await;
    assert!(told(&server, &cleo).await.is_empty(), "{:?}", told(&server, &cleo).await);
    // It has come again by the next look.
    cleo.moves(&id).await;
    wait(&server, 90).await;
    wait(&server, 78).await;
    let emails = told(&server, &cleo).await;
    assert!(emails.len() == 1 && emails[0].contains("their time ran out 14 days ago"), "{emails:?}");
}
