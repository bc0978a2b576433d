//! Emails that come back: points, more time, and what the others hear; complaints.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use tests::mailbox::{Received, Trouble};
use tests::{Person, Server};

use crate::replies::{all_read, magma};

/// The report of a mail server about an email that was not delivered (RFC 3464).
fn report(action: &str, status: &str) -> String {
    let id = uuid::Uuid::now_v7();
    format!(
        "From: mailer-daemon@mail.example\r\nMessage-ID: <{id}@mail.example>\r\nSubject: Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; \
         boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nIt was not delivered.\r\n--b\r\n\
         Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example\r\n\r\n\
         Final-Recipient: rfc822; anna@example.org\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--b--\r\n"
    )
}

/// A complaint (RFC 5965).
const COMPLAINT: &str = "From: abuse@mail.example\r\nSubject: Abuse report\r\nContent-Type: multipart/report; \
    report-type=feedback-report; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nUnwanted.\r\n--b\r\n\
    Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n--b--\r\n";

/// Sends a report to the address to which an email returns, and waits until it has been read.
async fn comes_back(server: &Server, email: &Received, report: &str) {
    let known = server.count("SELECT count(*) FROM incoming").await;
    let reply = server.smtp().await.send("", &email.from, report).await;
    assert_eq!(reply, "250 2.0.0 Stored");
    all_read(server, known + 1).await;
}

async fn deadline(person: &Person, id: &str) -> DateTime<Utc> {
    person.sees(id).await["page"]["deadlines"][0]["at"].as_str().unwrap().parse().unwrap()
}

/// The emails to a person that tell of others' emails.
fn told(server: &Server, person: &Person) -> Vec<String> {
    let emails = server.mailbox.emails_to(&person.address);
    let told = emails.iter().filter(|email| email.subject() == "Emails bounce: Magma, Spring cup");
    told.map(Received::flowing).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_are_told_of_a_deadline_that_was_moved() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _bob], first) = magma(&server).await;
    let before = deadline(&anna, &id).await;
    let events = anna.request("GET", "/v1/me/events").header("accept", "text/event-stream");
    let mut stream = events.send().await.unwrap();
    comes_back(&server, &first, &report("failed", "5.2.2")).await;
    let later = (before + Duration::days(3)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let mut text = String::new();
    while !text.contains(&format!("\"deadline\":\"{later}\"")) {
        let chunk = tokio::time::timeout(std::time::Duration::from_secs(20), stream.chunk()).await.expect("an event");
        text.push_str(&String::from_utf8_lossy(&chunk.unwrap().unwrap()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_comes_back_gives_more_time_once_in_its_turn() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let before = deadline(&bob, &id).await;
    server.later(Duration::hours(1));
    comes_back(&server, &first, &report("delayed", "4.4.1")).await;
    assert_eq!(deadline(&bob, &id).await, before, "it is still under way");
    for _ in 0..2 {
        comes_back(&server, &first, &report("failed", "5.2.2")).await;
        assert_eq!(deadline(&bob, &id).await, before + Duration::days(3));
    }
    let [email] = &told(&server, &bob)[..] else { panic!("one email") };
    assert!(email.starts_with("Anna may not know that it is their turn in Magma: Spring cup, because"), "{email}");
    assert!(email.contains("Anna has more time for this turn, until Wednesday 7 January"), "{email}");
    assert!(told(&server, &anna).is_empty());
    // The clock counts the new deadline: at the old one nothing lapses.
    let lines = server.count("SELECT count(*) FROM moves").await;
    server.later(Duration::days(3));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    assert_eq!(server.count("SELECT count(*) FROM moves").await, lines);
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    // The email of a turn that is over moves no deadline, and neither does that of a player who was seen since.
    let of_bob = deadline(&anna, &id).await;
    comes_back(&server, &first, &report("failed", "5.1.1")).await;
    let turn = server.mailbox.wait_for(&bob.address, |email| email.subject().starts_with("Your turn")).await;
    server.later(Duration::minutes(5));
    bob.post("/v1/tokens/refresh", &json!({"refresh_token": bob.refresh})).await.expect(200);
    comes_back(&server, &turn, &report("failed", "5.1.1")).await;
    assert_eq!(deadline(&anna, &id).await, of_bob);
    assert_eq!(server.rows("SELECT DISTINCT result FROM incoming ORDER BY 1").await, [["automatic"], ["bounced"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_stop_after_several_came_back_and_a_sign_in_turns_them_on_again() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    // Of one day the worst counts.
    for status in ["5.1.1", "5.1.1", "5.2.2"] {
        comes_back(&server, &first, &report("failed", status)).await;
    }
    assert_eq!(anna.get("/v1/me").await.expect(200)["unreachable_since"], json!(null));
    server.later(Duration::days(1));
    comes_back(&server, &first, &report("failed", "5.1.1")).await;
    let since: DateTime<Utc> =
        anna.get("/v1/me").await.expect(200)["unreachable_since"].as_str().unwrap().parse().unwrap();
    assert_eq!(since, server.app.clock.now());
    let all = told(&server, &bob);
    let [_, last] = &all[..] else { panic!("an email about the turn, and one about the end of emails: {all:?}") };
    assert!(last.starts_with("Anna gets no more emails about Magma: Spring cup until they sign in, because"), "{last}");
    let before = server.mailbox.emails_to(&anna.address).len();
    let turn = async |by: &Person| {
        let text = by.finds_a_move(&id).await;
        by.plays(&id, &text).await;
        server.emails_are_out().await;
    };
    turn(&anna).await;
    turn(&bob).await;
    assert_eq!(server.mailbox.emails_to(&anna.address).len(), before, "no email of her turn");
    // The page of a turn says so, too.
    let page = server.get(&first.path_to("/move/")).await.text();
    assert!(page.contains("Emails to you bounce, so the server has sent none about your matches since"), "{page}");
    // An email that she asks for is sent, and signing in by it ends it.
    server.post("/v1/emails/again", &json!({"address": anna.address})).await.expect(202);
    server.emails_are_out().await;
    assert_eq!(server.mailbox.emails_to(&anna.address).len(), before + 1);
    server.person("Anna").await;
    assert_eq!(anna.get("/v1/me").await.expect(200)["unreachable_since"], json!(null));
    assert_eq!(server.count("SELECT count(*) FROM bounces").await, 0);
    turn(&anna).await;
    turn(&bob).await;
    server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Your turn")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_refuses_the_address_counts_as_an_email_that_comes_back() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], _) = magma(&server).await;
    server.emails_are_out().await;
    server.mailbox.trouble(1, &Trouble::Refuse("550 5.1.1 unknown user".to_owned()));
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    server.until("SELECT count(*) = 1 FROM bounces").await;
    assert_eq!(
        server.rows("SELECT user_id::text, points::text FROM bounces").await,
        [[bob.id().to_string(), "2".to_owned()]]
    );
    let is_told = |email: &Received| email.subject().starts_with("Emails bounce");
    let email = server.mailbox.wait_for(&anna.address, is_told).await;
    assert!(email.flowing().contains("Bob has more time for this turn"), "{}", email.text());
    // An email that was refused for another reason tells nothing about the address.
    let text = bob.finds_a_move(&id).await;
    server.mailbox.trouble(1, &Trouble::Refuse("554 5.6.0 the email is not wanted".to_owned()));
    bob.plays(&id, &text).await;
    let email = server.mailbox.wait_for(&bob.address, is_told).await;
    assert!(email.flowing().contains("Anna has more time for this turn"), "{}", email.text());
    assert_eq!(server.count("SELECT count(*) FROM bounces").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_complaint_stops_emails_of_its_kind_without_a_further_email() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    let before = server.mailbox.emails_to(&anna.address).len();
    comes_back(&server, &first, COMPLAINT).await;
    let mail = anna.get("/v1/me").await.expect(200)["mail"].clone();
    assert_eq!(
        mail,
        json!({"turns": true, "matches": false, "invitations": true, "digest": false}),
        "it was the email of the start"
    );
    assert_eq!(server.mailbox.emails_to(&anna.address).len(), before);
    // A report about no email of ours changes nothing.
    let key = turnpost::play::telling::reply::Key::Bounce(turnpost::ids::EmailId::new());
    let unknown = key.address(server.app.addresses.as_ref().unwrap(), &server.app.secrets);
    assert!(server.smtp().await.send("", &unknown, COMPLAINT).await.starts_with("250"));
    all_read(&server, 2).await;
    assert_eq!(
        server.rows("SELECT result FROM incoming ORDER BY received_at, id").await,
        [["complained"], ["no-reader"]]
    );
}
