//! The emails to one person, and those about one match, have limits a day.

use chrono::Duration;
use serde_json::{Value, json};
use tests::Server;

use super::{of_matches, table};
use crate::replies::all_read;

/// Plays so that Bob is owed an email about a turn: he moves, and Anna does.
async fn next_turn(server: &Server, [anna, bob]: [&tests::Person; 2], id: &str) {
    bob.moves(id).await;
    anna.moves(id).await;
    server.emails_are_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_about_one_match_have_a_limit_a_day_and_leave_room_for_those_of_others() {
    let server = Server::with(|table| {
        table.insert("emails_per_match".to_owned(), "3".into());
    })
    .await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    server.emails_are_out().await;
    anna.moves(&id).await;
    server.emails_are_out().await;
    for expected in [3, 3, 3] {
        server.later(Duration::minutes(1));
        next_turn(&server, [&anna, &bob], &id).await;
        assert_eq!(of_matches(&server, &bob).len(), expected);
    }
    // Those that wait are no fault.
    server.later(Duration::minutes(11));
    assert_eq!(server.operator().get("/healthz").await.expect(200)["emails_late"], 0);
    let other = anna.creates(json!({"game": "magnapoco", "name": "Another", "seating": "joined"})).await;
    bob.joins(&other).await;
    server.mailbox.wait_for(&bob.address, |email| email.subject().contains("Another")).await;
    // A day after the first of them there is room again. Of those that waited one is of use.
    server.later(Duration::hours(24));
    server.emails_are_out().await;
    let emails = of_matches(&server, &bob);
    assert_eq!(emails.len(), 4);
    assert!(emails[3].text().contains("(turn 7)"), "{}", emails[3].text());
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_to_one_person_have_a_limit_a_day_but_not_those_that_sign_in() {
    let server = Server::with(|table| {
        table.insert("emails_per_person".to_owned(), "2".into());
    })
    .await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    for _ in 0..4 {
        table(&server, &[&anna, &bob]).await;
        server.emails_are_out().await;
    }
    assert_eq!((of_matches(&server, &anna).len(), of_matches(&server, &bob).len()), (2, 2));
    let before = server.mailbox.emails_to(&bob.address).len();
    server.post("/v1/sign-in", &json!({"address": bob.address})).await.expect(202);
    server.emails_are_out().await;
    assert_eq!(server.mailbox.emails_to(&bob.address).len(), before + 1);
    let listed = bob.get("/v1/me/emails").await.expect(200);
    let states: Vec<&Value> = listed["emails"].as_array().unwrap().iter().map(|email| &email["state"]).collect();
    assert_eq!(states, ["due", "due", "sent", "sent"]);
    server.later(Duration::hours(24));
    server.emails_are_out().await;
    assert_eq!(of_matches(&server, &bob).len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_that_respond_to_messages_of_their_reader_neither_count_nor_wait() {
    let server = Server::answerable(|table| drop(table.insert("emails_per_match".to_owned(), 3.into()))).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    anna.moves(&id).await;
    let turn = server.mailbox.wait_for(&bob.address, |email| email.subject().starts_with("Your turn")).await;
    let mut lmtp = server.lmtp().await;
    for read in 1..=4 {
        assert!(lmtp.answer(&bob.address, &turn, "board").await.starts_with("250"));
        all_read(&server, read).await;
    }
    let count = async |which: &str| {
        let bob = "user_id = (SELECT id FROM users WHERE handle = 'bob') AND match_id IS NOT NULL";
        server.count(&format!("SELECT count(*) FROM emails WHERE {bob} AND {which}")).await
    };
    assert_eq!(count("replies_to IS NOT NULL AND state = 'sent'").await, 4);
    for sent in [3, 3] {
        server.later(Duration::minutes(1));
        next_turn(&server, [&anna, &bob], &id).await;
        assert_eq!(count("replies_to IS NULL AND state = 'sent'").await, sent);
    }
    server.later(Duration::hours(24));
    server.emails_are_out().await;
    assert_eq!(count("state = 'due'").await, 0);
}
