//! The limits on automatic replies to messages that play nothing: the last one says so, and no count uses up another.

use chrono::Duration;
use tests::mailbox::Received;
use tests::{Person, Server};

use super::{all_read, emails, magma};

/// The emails that answer messages of a person.
fn answers(server: &Server, person: &Person) -> Vec<Received> {
    let of_answer = |email: &Received| email.header("Auto-Submitted").as_deref() == Some("auto-replied");
    emails(server, person).into_iter().filter(of_answer).collect()
}

/// Sends a message, and returns the emails that answer it.
async fn told(server: &Server, person: &Person, (from, first, text): (&str, &Received, &str)) -> Vec<Received> {
    let (read, told) = (server.count("SELECT count(*) FROM incoming").await, answers(server, person).len());
    assert_eq!(server.lmtp().await.answer(from, first, text).await, "250 2.0.0 Stored", "{text}");
    all_read(server, read + 1).await;
    answers(server, person).split_off(told)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_auto_reply_to_mistakes_says_so_and_moves_and_commands_still_get_one() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    let says = async |text: &str| told(&server, &anna, (&anna.address, &first, text)).await;
    let mistakes = ["Hi Ben, my move is b1-b2. Thanks", "Hi Ben!", "my move: +b2 (I hope that works)"];
    let last = "Until this turn is over, this is the last email about lines that the server cannot read as a move.";
    for (number, text) in (1..).zip(mistakes) {
        let answered = says(text).await;
        assert_eq!(answered.len(), 1, "{text}");
        assert_eq!(answered[0].flowing().contains(last), number == 3, "{text}: {}", answered[0].text());
        // It has the page of the match.
        assert!(answered[0].text().contains("https://turnpost.example/move/"), "{}", answered[0].text());
    }
    assert!(says("Is there still a reader here?").await.is_empty(), "the fourth one");
    // A line in the notation of the game, which cannot be played, is answered each time, and so is a command.
    for _ in 0..5 {
        let refused = says("e5-e7").await;
        assert!(refused.len() == 1 && refused[0].subject().starts_with("Not played: "), "{}", refused.len());
        assert!(!refused[0].flowing().contains("this is the last email"), "{}", refused[0].text());
    }
    for command in ["help", "board"] {
        assert_eq!(says(command).await.len(), 1, "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_use_up_no_auto_reply_of_the_owner() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    for number in 1..=8 {
        let held = told(&server, &anna, ("thief@evil.example", &first, &format!("Hello {number}"))).await;
        assert_eq!(held.len(), usize::from(number <= 6), "{number}");
        let last = held.first().is_some_and(|held| {
            held.flowing().contains("this is the last email about replies from other addresses. The server still reads")
        });
        assert_eq!(last, number == 6, "{number}");
    }
    for text in ["help", "board", "Good luck everybody!", "e5-e7"] {
        assert_eq!(told(&server, &anna, (&anna.address, &first, text)).await.len(), 1, "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_have_a_count_of_their_own_and_the_last_auto_reply_names_the_time() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    let says = async |text: &str| told(&server, &anna, (&anna.address, &first, text)).await;
    let until = (server.app.clock.now() + Duration::minutes(61)).format("%H:%M (UTC)").to_string();
    for number in 1..=12 {
        let answered = says(if number % 2 == 0 { "help" } else { "board" }).await;
        assert_eq!(answered.len(), 1, "{number}");
        let last = format!("{until}, in 61 minutes, this is the last email about commands that change nothing.");
        assert_eq!(answered[0].flowing().contains(&last), number == 12, "{number}: {}", answered[0].text());
    }
    assert!(says("help").await.is_empty());
    assert_eq!(says("Good luck everybody!").await.len(), 1, "another count");
    server.later(Duration::minutes(62));
    assert_eq!(says("help").await.len(), 1, "a later hour");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_hears_the_invited_after_messages_of_strangers() {
    let server = Server::answerable(|_| {}).await;
    let anna = server.person("Anna").await;
    let id = anna.creates(serde_json::json!({"game": "magma", "name": "Spring cup", "seats": 3})).await;
    let address = "zoe@example.org";
    anna.post(&format!("/v1/matches/{id}/invitations"), &serde_json::json!({ "address": address })).await.expect(202);
    let email = server.mailbox.wait_for(address, |email| email.subject().contains("invites you")).await;
    let mut lmtp = server.lmtp().await;
    for number in 1..=8 {
        lmtp.answer("thief@evil.example", &email, "yes").await;
        all_read(&server, number).await;
    }
    assert_eq!(server.mailbox.emails_to(address).len(), 1 + 6);
    lmtp.answer(address, &email, "Perhaps").await;
    server.mailbox.wait_for(address, |email| email.flowing().contains("Reply with yes or no on the first line.")).await;
}
