//! Lists of the matches that wait: in place of many emails about turns, and each morning.

use chrono::Duration;
use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Server};
use turnpost::play::telling::digest;

use crate::replies::{all_read, email};

/// A running match in which the first one is to move.
async fn table(server: &Server, people: &[&Person; 2], name: &str, time: &str) -> String {
    let clock = json!({"kind": "per-move", "time": time});
    let new = json!({"game": "magma", "name": name, "seats": 2, "seating": "joined", "clock": clock});
    let id = people[0].creates(new).await;
    server.later(Duration::seconds(1));
    people[1].joins(&id).await;
    id
}

/// The emails to a person with this subject.
async fn titled(server: &Server, person: &Person, subject: &str) -> Vec<Received> {
    server.emails_are_out().await;
    let emails = server.mailbox.emails_to(&person.address);
    emails.into_iter().filter(|email| email.subject().starts_with(subject)).collect()
}

async fn with_lists() -> Server {
    Server::answerable(|table| drop(table.insert("turn_emails".to_owned(), 2.into()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn many_turns_at_once_come_as_a_list_with_a_link_to_reply_for_each() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut ids = Vec::new();
    for name in ["One", "Two", "Three", "Four"] {
        ids.push(table(&server, &[&bob, &anna], name, "P3D").await);
    }
    for id in &ids {
        bob.moves(id).await;
        server.emails_are_out().await;
        server.later(Duration::minutes(1));
    }
    let urgent = table(&server, &[&bob, &anna], "Urgent", "PT1H").await;
    bob.moves(&urgent).await;
    let told = async || titled(&server, &anna, "Your turn: ").await.iter().map(Received::subject).collect::<Vec<_>>();
    assert_eq!(told().await, ["Your turn: Magma, One", "Your turn: Magma, Two", "Your turn: Magma, Urgent"]);
    assert!(titled(&server, &anna, "Your turn in several").await.is_empty(), "not before the ten minutes are over");
    // The ten minutes began with the email before the last one that was sent.
    server.later(Duration::minutes(6));
    let [list] = &titled(&server, &anna, "Your turn in several matches").await[..] else { panic!("one list") };
    let text = list.flowing();
    assert!(
        text.starts_with("5 matches are waiting for you, Anna. Many of your turns began within ten minutes, so you get this list instead"),
        "{text}"
    );
    let html = list.html();
    let link = html.split("mailto:").find(|link| link.contains("Magma%2C%20Three")).unwrap();
    let to = link.split('?').next().unwrap();
    assert!(list.text().lines().any(|line| line == to), "the text has the address, too: {}", list.text());
    let text = anna.finds_a_move(&ids[2]).await;
    let message = tests::sender::message(&anna.address, list, &text);
    let mut lmtp = server.lmtp().await;
    assert!(lmtp.send(&anna.address, to, &message).await.starts_with("250"));
    email(&server, &anna, &format!("Played: {text}. The match is waiting for Bob")).await;
    // Later they have emails of their own again.
    server.later(Duration::minutes(10));
    bob.moves(&ids[2]).await;
    assert_eq!(told().await.last().unwrap(), "Your turn: Magma, Three");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_reply_to_each_other_at_once_have_an_email_for_each_move() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "Fast", "P3D").await;
    for _ in 0..4 {
        for player in [&anna, &bob] {
            player.moves(&id).await;
            server.emails_are_out().await;
        }
    }
    assert_eq!(titled(&server, &anna, "Your turn: ").await.len(), 4);
    assert_eq!(titled(&server, &bob, "Your turn: ").await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_a_list_brings_help_and_stop_unsubscribes() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    table(&server, &[&anna, &bob], "One", "P3D").await;
    anna.patch("/v1/me", &json!({"mail": {"digest": true}})).await.expect(200);
    server.later(Duration::hours(7));
    digest::owe(&server.app).await.unwrap();
    let [list] = &titled(&server, &anna, "Your matches today").await[..] else { panic!("one list") };
    assert!(
        list.flowing().starts_with("One match is waiting for you, Anna."),
        "no line says that a move can be written above it"
    );
    let mut lmtp = server.lmtp().await;
    for (from, text) in [(&anna.address, "e5-e7"), (&bob.address, "e5-e7"), (&anna.address, "")] {
        assert!(lmtp.answer(from, list, text).await.starts_with("250"));
    }
    all_read(&server, 3).await;
    let help = titled(&server, &anna, "Your matches").await;
    let help: Vec<_> = help.iter().filter(|email| email.subject() == "Your matches").collect();
    assert_eq!(help.len(), 3);
    // Two of them may be on their way at once.
    for words in [
        "Nothing was played: a reply to a list",
        "Someone replied to a list of your matches from another address. Nothing was played.",
    ] {
        assert!(help.iter().any(|email| email.flowing().starts_with(words)), "{words}: {}", help[0].flowing());
    }
    assert_eq!(help[0].header("Auto-Submitted").as_deref(), Some("auto-replied"));
    assert!(server.rows("SELECT text FROM moves WHERE cause = 'chosen'").await.is_empty());
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE replies_to IS NOT NULL AND user_id <> (SELECT id FROM users WHERE handle = 'anna')").await, 0);
    // Help is limited, as two programs could answer each other.
    for _ in 0..8 {
        lmtp.answer(&anna.address, list, "why?").await;
    }
    all_read(&server, 11).await;
    let help = titled(&server, &anna, "Your matches").await;
    // Six, and one about the message of another person, which is counted apart.
    assert_eq!(help.iter().filter(|email| email.subject() == "Your matches").count(), 7);
    lmtp.answer(&anna.address, help.last().unwrap(), "Stop").await;
    email(&server, &anna, "You unsubscribed from emails about the daily list of your matches, Anna.").await;
    assert_eq!(
        anna.get("/v1/me").await.expect(200)["mail"],
        json!({"turns": true, "matches": true, "invitations": true, "digest": false})
    );
}

/// The address and the query of the `mailto:` of List-Unsubscribe.
fn unsubscribe_at(email: &Received) -> (String, String) {
    let header = email.header("List-Unsubscribe").unwrap();
    let (to, query) = header.split("<mailto:").nth(1).unwrap().trim_end_matches('>').split_once('?').unwrap();
    (to.to_owned(), query.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_the_address_of_list_unsubscribe_stops_the_emails_of_one_category() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "One", "P3D").await;
    anna.moves(&id).await;
    let [turn] = &titled(&server, &bob, "Your turn: ").await[..] else { panic!("one email") };
    let [start] = &titled(&server, &bob, "Match started: ").await[..] else { panic!("one email") };
    assert_eq!(turn.header("Feedback-ID").unwrap(), "turns:localhost:turnpost");
    assert_eq!(start.header("Feedback-ID").unwrap(), "matches:localhost:turnpost");
    let (to, query) = unsubscribe_at(turn);
    assert_eq!(query, "subject=unsubscribe&body=stop");
    let message = |from: &str, to: &str, subject: &str, text: &str| {
        format!(
            "From: <{from}>\r\nTo: <{to}>\r\nSubject: {subject}\r\nMessage-ID: <{subject}@a.example>\r\n\r\n{text}\r\n"
        )
    };
    let mail = async || bob.get("/v1/me").await.expect(200)["mail"].clone();
    let mut lmtp = server.lmtp().await;
    // A stranger stops nothing, nor does a message that says nothing.
    for (from, subject) in [(&anna.address, "unsubscribe"), (&bob.address, "hello")] {
        let message = message(from, &to, subject, "");
        assert!(lmtp.send(from, &to, &message).await.starts_with("250"));
    }
    all_read(&server, 2).await;
    assert_eq!(mail().await, json!({"turns": true, "matches": true, "invitations": true, "digest": false}));
    // Some programs fill in the subject only, others write a text of their own.
    let text = "This message was generated by a mail program.";
    assert!(lmtp.send(&bob.address, &to, &message(&bob.address, &to, "Unsubscribe", text)).await.starts_with("250"));
    email(&server, &bob, "You unsubscribed from emails about your turns, Bob.").await;
    assert_eq!(mail().await, json!({"turns": false, "matches": true, "invitations": true, "digest": false}));
    let (to, _) = unsubscribe_at(start);
    assert!(lmtp.send(&bob.address, &to, &message(&bob.address, &to, "Bye", "stop")).await.starts_with("250"));
    email(&server, &bob, "You unsubscribed from emails about the start and end of your matches, Bob.").await;
    assert_eq!(mail().await, json!({"turns": false, "matches": false, "invitations": true, "digest": false}));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_digest_comes_each_morning_on_which_a_match_waits() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "One", "P30D").await;
    let me = anna.patch("/v1/me", &json!({"mail": {"digest": true}, "time_zone": "Europe/Berlin"})).await.expect(200);
    assert_eq!(me["mail"]["digest"], true);
    let digests = async || {
        while digest::owe(&server.app).await.unwrap() > 0 {}
        titled(&server, &anna, "Your matches today").await
    };
    // The test begins at 0:00 UTC; 7:00 in Berlin is 6:00 UTC.
    server.later(Duration::minutes(5 * 60 + 59));
    assert!(digests().await.is_empty());
    server.later(Duration::minutes(1));
    let [list] = &digests().await[..] else { panic!("one list") };
    assert!(list.flowing().contains("It is your turn, Anna, in Magma: One"), "{}", list.flowing());
    assert!(list.text().contains("You asked Turnpost for this list every morning."), "{}", list.text());
    server.later(Duration::hours(24));
    assert_eq!(digests().await.len(), 2);
    anna.moves(&id).await;
    server.later(Duration::hours(24));
    assert_eq!(digests().await.len(), 2, "the match waits for Bob");
    bob.moves(&id).await;
    // In Tokyo it is later: the next one comes sooner.
    anna.patch("/v1/me", &json!({"time_zone": "Asia/Tokyo"})).await.expect(200);
    server.later(Duration::hours(16));
    assert_eq!(digests().await.len(), 3);
    let stop = list.header("List-Unsubscribe").unwrap();
    let link = stop.split(',').next().unwrap().trim_matches(['<', '>']);
    let path = link.strip_prefix("https://turnpost.example").unwrap().to_owned();
    server.submit(&path, "List-Unsubscribe=One-Click").await.page(200);
    assert_eq!(anna.get("/v1/me").await.expect(200)["mail"]["digest"], false);
    server.later(Duration::hours(24));
    assert_eq!(digests().await.len(), 3);
    let page = server.submit(&format!("{path}/undo"), "").await.page(200);
    assert!(page.contains("You get emails about the daily list of your matches again."), "{page}");
    assert_eq!(anna.get("/v1/me").await.expect(200)["mail"]["digest"], Value::Bool(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_turn_waits_for_a_list_that_is_late_or_on_its_way() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut ids = Vec::new();
    for name in ["One", "Two", "Three", "Four", "Five"] {
        ids.push(table(&server, &[&bob, &anna], name, "P3D").await);
    }
    for id in &ids[..3] {
        bob.moves(id).await;
        server.emails_are_out().await;
    }
    let told = async || titled(&server, &anna, "Your turn: ").await.len();
    assert_eq!(told().await, 2);
    // The mail server did not take the list, so it is tried again in four hours.
    let now = server.app.clock.now();
    let late = (now + Duration::hours(4)).to_rfc3339();
    server.query(&format!("UPDATE emails SET due_at = '{late}', attempts = 1 WHERE kind = 'turn-list'")).await;
    bob.moves(&ids[3]).await;
    server.emails_are_out().await;
    assert_eq!(
        server.count("SELECT count(*) FROM emails WHERE kind = 'turn-list' AND attempts = 0").await,
        1,
        "another list"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_whose_emails_come_back_is_owed_no_digest() {
    let server = with_lists().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    table(&server, &[&anna, &bob], "One", "P3D").await;
    anna.patch("/v1/me", &json!({"mail": {"digest": true}})).await.expect(200);
    server.query("UPDATE users SET unreachable_since = created_at WHERE handle = 'anna'").await;
    server.later(Duration::days(1));
    digest::owe(&server.app).await.unwrap();
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'digest'").await, 0);
}
