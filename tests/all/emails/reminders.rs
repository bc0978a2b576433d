//! Reminders before a deadline, at the reader's waking hours.

use chrono::Duration;
use serde_json::json;
use tests::mailbox::Received;
use tests::{Person, Server};
use turnpost::play::game::clock;

/// The times of the reminders to a person so far, in hours since the beginning of the test.
async fn reminders(server: &Server, person: &Person) -> Vec<i64> {
    server.emails_are_out().await;
    let emails = server.mailbox.emails_to(&person.address);
    let reminders = emails.iter().filter(|email| email.subject().starts_with("Reminder: "));
    let hours = |email: &Received| {
        let date = email.parsed().date().unwrap().to_timestamp();
        (date - tests::server::beginning().timestamp()) / 3600
    };
    reminders.map(hours).collect()
}

/// Moves the clock on by half hours, with a look of the worker at each.
async fn wait(server: &Server, hours: i64) {
    for _ in 0..2 * hours {
        server.later(Duration::minutes(30));
        clock::settle(&server.app).await.unwrap();
        server.emails_are_out().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_turn_is_reminded_of_twice_and_a_move_ends_it() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    bob.patch("/v1/me", &json!({"time_zone": "Asia/Tokyo"})).await.expect(200);
    let new = json!({"game": "magma", "name": "Spring cup", "seats": 2, "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    wait(&server, 71).await;
    // The beginning is at 0:00 UTC, and Anna has chosen no zone: 24 and 4 hours before the deadline.
    assert_eq!(reminders(&server, &anna).await, [48, 68]);
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject() == "Reminder: Magma, Spring cup").await;
    assert!(
        email.flowing().contains("You have 24 hours left. It is your turn, Anna, in Magma: Spring cup"),
        "{}",
        email.text()
    );
    assert!(reminders(&server, &bob).await.is_empty());
    // It can be answered like the email of the turn.
    let text = anna.finds_a_move(&id).await;
    server.lmtp().await.answer(&anna.address, &email, &text).await;
    crate::replies::all_read(&server, 1).await;
    // Bob's deadline is at 143 hours, 8:00 in Tokyo; four hours before is 4:00, so it comes at 22:00 the evening before.
    wait(&server, 71).await;
    assert_eq!(reminders(&server, &bob).await, [119, 133]);
    assert_eq!(reminders(&server, &anna).await, [48, 68], "her turn is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_turn_has_no_reminder_and_no_email_is_sent_where_turns_are_off() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    for (hours, mail) in [(11, true), (24, false)] {
        anna.patch("/v1/me", &json!({"mail": {"turns": mail}})).await.expect(200);
        let new = json!({"game": "magma", "seats": 2, "seating": "joined", "clock": {"kind": "per-move", "time": format!("PT{hours}H")}});
        bob.joins(&anna.creates(new).await).await;
        wait(&server, hours - 1).await;
        assert!(reminders(&server, &anna).await.is_empty(), "{hours}");
    }
}
