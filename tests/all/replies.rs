//! People who reply to their emails and use no page: what they write is played, refused, or held, and each hears of it.

mod by_email_alone;
mod by_example;
mod by_link;
mod clock_requests;
mod invitations;
mod last_auto_replies;
mod of_match;
mod old_keys;
mod parts;
mod postfix;
mod robots;
mod sealed;
mod socketmap;
mod standing;
mod trouble;
mod ways;
pub(crate) mod worlds;

use serde_json::json;
use tests::mailbox::Received;
use tests::{Person, Server, eventually};

/// The emails to a person, in the order they came.
fn emails(server: &Server, person: &Person) -> Vec<Received> {
    server.mailbox.emails_to(&person.address)
}

/// An email to this person whose text has these words.
pub(super) async fn email(server: &Server, person: &Person, words: &str) -> Received {
    server.mailbox.wait_for(&person.address, |email| email.flowing().contains(words)).await
}

/// A running match of Magma of two on the smallest board, and its first emails.
pub(super) async fn magma(server: &Server) -> (String, [Person; 2], Received) {
    let people = server.people(["Anna", "Bob"]).await;
    let options = json!({"board": "hexhex5"});
    let id = people[0]
        .creates(json!({"game": "magma", "name": "Spring cup", "options": options, "seats": 2, "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}}))
        .await;
    people[1].joins(&id).await;
    let first = email(server, &people[0], "it is your turn, Anna").await;
    (id, people, first)
}

/// Waits until this number of messages has been dealt with.
pub(super) async fn all_read(server: &Server, number: i64) {
    eventually("the messages are read", async || {
        (server.count("SELECT count(*) FROM incoming WHERE done_at IS NOT NULL").await == number).then_some(())
    })
    .await;
    server.emails_are_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_says_how_to_reply_and_the_reply_is_played() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    assert_eq!(first.text().lines().next(), Some("Reply above this line with your move."));
    assert!(first.flowing().contains("Reply with your move on the first line"), "{}", first.text());
    let to = tests::sender::reply_to(&first);
    assert!(
        to.len() == "play+@turnpost.example".len() + 55 && first.from.starts_with("bounce+"),
        "{to} {}",
        first.from
    );

    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    assert_eq!(lmtp.answer(&anna.address, &first, &text).await, "250 2.0.0 Stored");
    let told = email(&server, &anna, &format!("Played: {text}. The match is waiting for Bob")).await;
    assert_eq!(told.subject(), "Played: Magma, Spring cup");
    assert_eq!(told.header("Auto-Submitted").as_deref(), Some("auto-replied"));
    assert!(told.header("References").unwrap().contains("@mail.example>"), "{:?}", told.header("References"));
    email(&server, &bob, "It is your turn, Bob").await;

    // The same message again, and the same move in another one, are played once.
    let again = tests::sender::message(&anna.address, &first, &text);
    for _ in 0..2 {
        assert_eq!(lmtp.send(&anna.address, &to, &again).await, "250 2.0.0 Stored");
    }
    all_read(&server, 2).await;
    assert!(email(&server, &anna, "Already played").await.flowing().contains(&text));
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 1);
    // A message that was played is deleted.
    assert_eq!(server.count("SELECT count(*) FROM incoming WHERE raw IS NOT NULL").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_comes_round_at_once_is_told_in_one_email() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    let text = anna.finds_a_move(&id).await;
    lmtp.answer(&anna.address, &first, &text).await;
    let second = email(&server, &bob, "It is your turn, Bob").await;
    lmtp.answer(&bob.address, &second, "resign").await;
    let asked = email(&server, &bob, "Do you resign in Magma: Spring cup? Nothing was played.").await;
    assert!(server.rows("SELECT text FROM moves WHERE text = 'resign'").await.is_empty());
    lmtp.answer(&bob.address, &asked, "Resign.").await;
    // The match is over: that email is the answer.
    let over = email(&server, &bob, "Played: resign. Magma: Spring cup is over, Bob: you lost.").await;
    assert_eq!(over.subject(), "Match over: Magma, Spring cup");
    all_read(&server, 3).await;
    let subjects: Vec<String> = emails(&server, &bob).iter().map(Received::subject).collect();
    assert_eq!(
        subjects[1..],
        [
            "Match started: Magma, Spring cup",
            "Your turn: Magma, Spring cup",
            "Your reply: Magma, Spring cup",
            "Match over: Magma, Spring cup"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_from_another_address_plays_nothing_and_only_the_reader_hears_of_it() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    let text = anna.finds_a_move(&id).await;
    assert_eq!(lmtp.answer("thief@evil.example", &first, &text).await, "250 2.0.0 Stored");
    let held = email(&server, &anna, " from another address. Nothing was played.").await;
    assert!(held.flowing().contains(&text), "{}", held.text());
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
    assert!(server.mailbox.emails_to("thief@evil.example").is_empty());
    assert_eq!(emails(&server, &bob).len(), 2, "a sign-in and the start");
    // The page has the line, and opening it plays nothing.
    let path = held.link().unwrap().replace("https://turnpost.example", "");
    let page = server.get(&path).await.text();
    assert!(page.contains(&format!("value=\"{text}\"")), "{page}");
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
    // With a tag or in capitals it is the reader's own address.
    let own = anna.address.replace('@', "+phone@").to_uppercase();
    lmtp.answer(&own, &first, &text).await;
    email(&server, &anna, &format!("Played: {text}.")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_play_nothing() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    for (command, words) in [
        ("help", "Reply with your move on the first line. Nothing was played.".to_owned()),
        ("Board", "Here is the board of Magma: Spring cup. Nothing was played.".to_owned()),
        (&*format!("preview {text}"), format!("{text} is legal. Nothing was played.")),
    ] {
        lmtp.answer(&anna.address, &first, command).await;
        let told = email(&server, &anna, &words).await;
        assert_eq!(told.subject(), "Your reply: Magma, Spring cup");
        // Each can be answered with the move.
        assert_eq!(told.text().lines().next(), Some("Reply above this line with your move."), "{command}");
    }
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_unsubscribes_and_the_last_email_subscribes_again() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    for text in ["stop", "Stop.\n\nThank you"] {
        lmtp.answer(&anna.address, &first, text).await;
    }
    all_read(&server, 2).await;
    let told: Vec<Received> = emails(&server, &anna).into_iter().skip(2).collect();
    assert_eq!(told.len(), 1, "the second one stops nothing");
    assert_eq!(told[0].subject(), "You unsubscribed from emails about your turns");
    assert!(told[0].flowing().contains("Your match and its clock keep running."), "{}", told[0].text());
    assert_eq!(server.count("SELECT count(*) FROM users WHERE NOT mail_turns").await, 1);
    let path = told[0].link().unwrap().replace("https://turnpost.example", "");
    let page = server.get(&path).await.text();
    assert!(page.contains("Subscribe again"), "{page}");
    assert_eq!(server.count("SELECT count(*) FROM users WHERE NOT mail_turns").await, 1, "opening it changes nothing");
    server.post(&format!("{path}/undo"), &json!({})).await.expect(200);
    assert_eq!(server.count("SELECT count(*) FROM users WHERE NOT mail_turns").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_shows_the_place_the_reason_and_the_ways_to_go_on() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    lmtp.answer(&anna.address, &first, "e5 to e9").await;
    let told = email(&server, &anna, "This line could not be played:").await;
    assert_eq!(told.subject(), "Not played: Magma, Spring cup");
    assert!(told.text().contains("\n  e5 to e9\n") && told.text().contains("^\n"), "{}", told.text());
    assert!(told.flowing().contains("Your move can start with:"), "{}", told.text());
    assert!(told.flowing().contains("To learn it by short exercises, reply: learn magma"), "{}", told.text());
    // One other line is a move.
    lmtp.answer(&anna.address, &told, &format!("Good morning\n\n{text}\n\nAnna")).await;
    let told = email(&server, &anna, "Reply yes to play").await;
    assert!(told.flowing().contains(&format!(". Reply yes to play {text}.")), "{}", told.text());
    lmtp.answer(&anna.address, &told, &text).await;
    email(&server, &anna, &format!("Played: {text}.")).await;
    // The turn is over now: the email opens no more than a spectator sees, and is refused. Commands can still be sent.
    lmtp.answer(&anna.address, &first, "pass").await;
    let stale = email(&server, &anna, "The match has moved on since the email that you replied to.").await;
    assert!(stale.header("Reply-To").is_some() && !stale.flowing().contains("(you)"), "{}", stale.text());
}
