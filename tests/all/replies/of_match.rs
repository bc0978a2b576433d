//! What a reply can ask for beside a move, in its turn and out of it.

use chrono::Duration;
use serde_json::json;
use tests::mailbox::Received;
use tests::{Server, eventually};

use super::{all_read, email, emails, magma};

#[tokio::test(flavor = "multi_thread")]
async fn one_move_among_other_words_is_played_by_a_yes() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    lmtp.answer(&anna.address, &first, &format!("Hi, my move is {text}. Thanks!")).await;
    let asked = email(&server, &anna, &format!("Reply yes to play {text}.")).await;
    assert_eq!(asked.subject(), "Not played: Magma, Spring cup");
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
    // From another address, or with a no, nothing is played.
    lmtp.answer("thief@evil.example", &asked, "yes").await;
    lmtp.answer(&anna.address, &asked, "no").await;
    all_read(&server, 3).await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
    lmtp.answer(&anna.address, &asked, "Yes please, Turnpost!").await;
    email(&server, &anna, &format!("Played: {text}. The match is waiting for Bob")).await;
    // A second yes is for a turn that is over.
    email(&server, &bob, "It is your turn, Bob").await;
    lmtp.answer(&anna.address, &asked, "yes").await;
    all_read(&server, 5).await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_email_takes_another_move_in_place_of_the_yes() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    // A word that is a move and stands in many sentences is no meaning.
    lmtp.answer(&anna.address, &first, "I would rather not pass this time").await;
    all_read(&server, 1).await;
    lmtp.answer(&anna.address, &first, &format!("I would play {text} here")).await;
    let asked = email(&server, &anna, &format!("Reply yes to play {text}.")).await;
    lmtp.answer(&anna.address, &asked, &text).await;
    email(&server, &anna, &format!("Played: {text}.")).await;
    // Two moves in a line are two meanings, and to leave the match is never proposed.
    lmtp.answer(&anna.address, &asked, "I resign you see").await;
    all_read(&server, 4).await;
    assert_eq!(
        server
            .mailbox
            .emails_to(&anna.address)
            .iter()
            .filter(|email| email.flowing().contains("Reply yes to play"))
            .count(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_conditional_moves_and_emails_are_asked_for_out_of_turn_and_confirmed_in_a_line() {
    let server = Server::answerable(|_| {}).await;
    let people = server.people(["Anna", "Bob"]).await;
    let [anna, bob] = &people;
    let id = anna
        .creates(json!({"game": "magnapoco", "name": "Tea", "options": {"board": "square4"}, "seats": 2, "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}}))
        .await;
    bob.joins(&id).await;
    let started = email(&server, bob, "has begun, Bob").await;
    email(&server, anna, "it is your turn, Anna").await;
    let mut lmtp = server.lmtp().await;
    let mut read = 0;
    for (text, words) in [
        ("say: Hello!", "Your note is passed on to the other players."),
        ("if they play a1 then b1 c1", "Your conditional move is stored: If Anna (White) plays a1, you play b1 c1."),
        ("if they play a1 then z9", "Line 2"),
        ("if clear", "You have no conditional moves in this match now."),
        ("if they play a1 then b1 c1", "Your conditional move is stored"),
        ("stop", "You unsubscribed from emails about your turns, Bob."),
        ("start", "You get emails about your turns again."),
        ("vacation 2026-08-01", "Your vacation is booked for Saturday 1 August 2026"),
        ("list", "Magnapoco: Tea. The match is waiting for Anna (White)."),
        ("rematch", "A rematch is possible once the match is over."),
    ] {
        assert_eq!(lmtp.answer(&bob.address, &started, text).await, "250 2.0.0 Stored");
        read += 1;
        all_read(&server, read).await;
        let told = email(&server, bob, words).await;
        assert!(told.header("Reply-To").is_some(), "{text}");
        assert!(
            !told.text().contains("Nothing was played") || text.contains("z9") || text == "rematch",
            "{text}: {}",
            told.text()
        );
    }
    anna.plays(&id, "a1").await;
    let told = email(&server, anna, "It is your turn, Anna, in Magnapoco: Tea").await;
    assert!(told.flowing().contains("b1"), "the conditional move was played: {}", told.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_email_can_be_answered() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, bob], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    lmtp.answer(&anna.address, &first, "resign").await;
    let asked = email(&server, &anna, "Do you resign in Magma").await;
    lmtp.answer(&anna.address, &asked, "resign").await;
    let over = email(&server, &bob, "is over, Bob: you won").await;
    lmtp.answer(&bob.address, &over, "stop").await;
    email(&server, &bob, "You unsubscribed from emails about your turns").await;
    lmtp.answer(&bob.address, &over, "help").await;
    email(&server, &bob, "Reply with one of the commands below").await;
    lmtp.answer(&bob.address, &over, "rematch").await;
    email(&server, &bob, "You have a seat in the rematch of Magma").await;
    for email in server.mailbox.all() {
        assert!(email.header("Reply-To").is_some(), "{}", email.subject());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_reaches_a_player_who_was_to_move_when_it_was_written() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], _) = magma(&server).await;
    anna.moves(&id).await;
    let turn = email(&server, &bob, "It is your turn, Bob").await;
    let mut lmtp = server.lmtp().await;
    // It is Bob's turn. Anna writes, twice the same; then Bob moves, and Anna.
    server.later(Duration::minutes(1));
    let played = server.mailbox.emails_to(&anna.address).pop().unwrap();
    for read in 1..=2 {
        lmtp.answer(&anna.address, &played, "say: Sorry for the wait").await;
        all_read(&server, read).await;
    }
    server.later(Duration::minutes(1));
    let text = bob.finds_a_move(&id).await;
    // A greeting above the move.
    lmtp.answer(&bob.address, &turn, &format!("say: Hello Anna\n{text}")).await;
    email(&server, &bob, &format!("Played: {text}.")).await;
    let told = email(&server, &anna, "It is your turn, Anna").await;
    assert!(told.flowing().contains("Bob: Hello Anna"), "{}", told.text());
    server.later(Duration::minutes(1));
    anna.moves(&id).await;
    let is_second = |email: &Received| email.subject().starts_with("Your turn") && email.flowing().contains("(turn 3)");
    let told = server.mailbox.wait_for(&bob.address, is_second).await;
    assert_eq!(told.flowing().matches("Anna: Sorry for the wait").count(), 1, "{}", told.text());
    // It is shown once.
    server.later(Duration::minutes(1));
    bob.moves(&id).await;
    anna.moves(&id).await;
    let is_third = |email: &Received| email.subject().starts_with("Your turn") && email.flowing().contains("(turn 5)");
    let told = server.mailbox.wait_for(&bob.address, is_third).await;
    assert!(!told.flowing().contains("Sorry for the wait"), "{}", told.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_a_match_is_answered_with_a_move() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], _) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    // Without a look at the list before.
    lmtp.write(&anna.address, "play@turnpost.example", "board 1").await;
    let board = email(&server, &anna, "The match is waiting for you alone.").await;
    let board = if board.subject().starts_with("Board") {
        board
    } else {
        server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Board")).await
    };
    lmtp.answer(&anna.address, &board, &format!("Hello Bob,\n{text}\nAnna")).await;
    let asked = email(&server, &anna, &format!("Reply yes to play {text}.")).await;
    lmtp.answer(&anna.address, &asked, "yes, thank you").await;
    email(&server, &anna, &format!("Played: {text}.")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_below_a_move_that_is_not_passed_on_is_named() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    let text = anna.finds_a_move(&id).await;
    lmtp.answer(&anna.address, &first, &format!("{text}\nThanks!\nI did not see that coming, Bob.")).await;
    let played = email(&server, &anna, "The match is waiting for Bob").await;
    let words = "This was not passed on; a line that begins with say: is. I did not see that coming, Bob.";
    assert!(played.flowing().contains(words), "{}", played.text());
    let turn = email(&server, &bob, "It is your turn, Bob").await;
    assert!(!turn.flowing().contains("coming"), "{}", turn.text());
    // A greeting is no note.
    let text = bob.finds_a_move(&id).await;
    lmtp.answer(&bob.address, &turn, &format!("{text}\nBest wishes, Bob")).await;
    let played = email(&server, &bob, "The match is waiting for Anna").await;
    assert!(!played.flowing().contains("Not passed on"), "{}", played.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_against_the_computer_brings_one_email() {
    let server = Server::answerable(|_| {}).await;
    let anna = server.person("Anna").await;
    let mut lmtp = server.lmtp().await;
    let options = json!({"board": "square5"});
    let id = anna.creates(json!({"game": "magnapoco", "options": options, "seats": 2, "seating": "joined"})).await;
    anna.post(&format!("/v1/matches/{id}/computers"), &json!({"level": 1})).await.expect(200);
    for number in 1..=3 {
        let turns = || emails(&server, &anna).into_iter().filter(|email| email.text().contains("For example:"));
        eventually("it is Anna's turn", async || (turns().count() == number).then_some(())).await;
        let text = anna.finds_a_move(&id).await;
        lmtp.answer(&anna.address, &turns().next_back().unwrap(), &text).await;
    }
    let turns = async || emails(&server, &anna).iter().filter(|email| email.text().contains("For example:")).count();
    eventually("the computer has moved", async || (turns().await == 4).then_some(())).await;
    // The confirmations are due by now.
    server.later(Duration::seconds(10));
    server.emails_are_out().await;
    let subjects: Vec<String> = emails(&server, &anna).iter().map(Received::subject).collect();
    assert!(subjects.iter().all(|subject| !subject.starts_with("Played")), "{subjects:?}");
}
