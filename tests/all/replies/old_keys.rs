//! What a reply to an older email of a match, or to one that asks for no move, can do.

use chrono::Duration;
use serde_json::json;
use tests::Server;

use super::{all_read, email, emails, magma};

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_need_no_turn_work_by_the_email_of_an_old_turn() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    anna.moves(&id).await;
    let mut lmtp = server.lmtp().await;
    let day = (server.app.clock.now() + Duration::days(10)).date_naive();
    lmtp.answer(&anna.address, &first, &format!("vacation {day}")).await;
    email(&server, &anna, "Your vacation is booked for").await;
    assert_eq!(anna.get("/v1/me/vacations").await.expect(200)["vacations"].as_array().map(Vec::len), Some(1));
    lmtp.answer(&anna.address, &first, &format!("vacation end {day}")).await;
    email(&server, &anna, "is cancelled.").await;
    lmtp.answer(&anna.address, &first, "more time 2 days").await;
    email(&server, &anna, "Anna proposes 2 days of extra time").await;
    email(&server, &bob, "Anna proposes 2 days of extra time").await;
    // Another address does nothing of it.
    lmtp.answer("thief@evil.example", &first, "pause 2 days").await;
    email(&server, &anna, " from another address. Nothing was played.").await;
    assert_eq!(server.count("SELECT count(*) FROM proposals").await, 1);
    // The match ends by a second email only.
    lmtp.answer(&anna.address, &first, "resign").await;
    let asked = email(&server, &anna, "Do you resign in Magma: Spring cup? Nothing was played.").await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'resign'").await, 0);
    lmtp.answer(&anna.address, &asked, "resign").await;
    email(&server, &anna, "Played: resign. Magma: Spring cup is over, Anna: you lost.").await;
    // What is over cannot be resigned again.
    lmtp.answer(&anna.address, &first, "resign").await;
    all_read(&server, 7).await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'resign'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_of_an_older_turn_is_asked_again() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    lmtp.answer(&anna.address, &first, "resign").await;
    let asked = email(&server, &anna, "Do you resign in Magma: Spring cup?").await;
    anna.moves(&id).await;
    lmtp.answer(&anna.address, &asked, "resign").await;
    all_read(&server, 2).await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'resign'").await, 0);
    let again = emails(&server, &anna).pop().unwrap();
    assert!(again.flowing().contains("Do you resign in Magma: Spring cup?"), "{}", again.text());
    lmtp.answer(&anna.address, &again, "resign").await;
    email(&server, &anna, "is over, Anna: you lost.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_by_an_old_email_is_refused_in_words_for_an_email() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    anna.moves(&id).await;
    let mut lmtp = server.lmtp().await;
    for text in ["pass", "preview pass"] {
        lmtp.answer(&anna.address, &first, text).await;
    }
    all_read(&server, 2).await;
    let refused: Vec<_> =
        emails(&server, &anna).into_iter().filter(|one| one.subject().starts_with("Not played")).collect();
    assert_eq!(refused.len(), 2);
    for email in refused {
        let told = email.flowing();
        assert!(
            told.contains("The match has moved on since the email that you replied to.")
                && !told.contains("look at the page"),
            "{told}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_email_about_a_move_takes_replies_and_has_no_picture() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    lmtp.answer(&anna.address, &first, &text).await;
    let played = email(&server, &anna, &format!("Played: {text}. The match is waiting for Bob")).await;
    assert!(played.pictures().is_empty(), "a picture");
    assert!(!played.html().contains("<img") && !played.text().contains("The board"), "{}", played.text());
    assert!(played.header("Reply-To").is_some(), "{}", played.text());
    let mark = played.text().lines().next().unwrap_or_default().to_owned();
    assert!(mark.starts_with("Reply above this line with a command"), "{mark}");
    lmtp.answer(&anna.address, &played, "pause 2 days").await;
    email(&server, &bob, "Anna proposes a pause of 2 days").await;
    lmtp.answer(&anna.address, &played, "help").await;
    // Help can be answered, too, and so on.
    let help = email(&server, &anna, "Nothing was played. The match is waiting for Bob").await;
    assert!(help.header("Reply-To").is_some(), "{}", help.text());
    lmtp.answer(&anna.address, &help, "resign\nsay: Good luck!").await;
    email(&server, &anna, "Do you resign in Magma: Spring cup?").await;
    assert_eq!(bob.get(&format!("/v1/matches/{id}/notes")).await.expect(200)["notes"][0]["text"], json!("Good luck!"));
}
