//! Messages that are too many, too large, no replies, or come again; and clocks.

use chrono::Duration;
use engine::Seat;
use serde_json::json;
use tests::sender::{MailClient, message, reply_to};
use tests::{Server, database};
use turnpost::inbox::{processing, receive};
use turnpost::play::Refusal;
use turnpost::play::game::clock;
use turnpost::play::game::submit::{NewMove, submit};
use turnpost::play::telling::links::Turn;
use turnpost::play::telling::reply::Key;

use super::{all_read, email, emails, magma};

#[tokio::test(flavor = "multi_thread")]
async fn an_inbound_email_that_is_no_reply_is_refused_at_once() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let (to, from) = (reply_to(&first), &anna.address);
    let mut lmtp = server.lmtp().await;
    let at = to.find('@').unwrap() - 3;
    let forged = format!("{}{}{}", &to[..at], if &to[at..=at] == "a" { "b" } else { "a" }, &to[at + 1..]);
    for address in ["plays@turnpost.example", "anna@turnpost.example", "a@elsewhere.example", &forged] {
        assert!(lmtp.send(from, address, "").await.starts_with("550 5.1.1"), "{address}");
    }
    let large = format!("{}\r\n{}", message(from, &first, &text), "x".repeat(2 << 20));
    assert!(lmtp.send(from, &to, &large).await.starts_with("552 5.3.4"));
    assert!(lmtp.say(&format!("MAIL FROM:<{from}> SIZE=2000000")).await.starts_with("552 5.3.4"));
    for line in [format!("MAIL FROM:<{from}>"), format!("RCPT TO:<{to}>"), "DATA".to_owned()] {
        assert!(lmtp.say(&line).await.starts_with(['2', '3']), "{line}");
    }
    // A second message inside the first.
    let smuggled = format!("{}\n.\nMAIL FROM:<{from}>\r\n.\r\n", message(from, &first, "pass"));
    assert!(lmtp.raw(smuggled.as_bytes()).await.starts_with("550 5.6.0"));
    let faults = [
        ("EHLO x", "500"),
        ("DATA", "503"),
        ("RCPT TO:<a@b.example>", "503"),
        ("NONSENSE", "500"),
        ("VRFY anna", "252"),
    ];
    for (line, reply) in faults {
        assert!(lmtp.say(line).await.starts_with(reply), "{line}");
    }
    assert_eq!(server.count("SELECT count(*) FROM incoming").await, 0);
    let mut patient = server.lmtp().await;
    for _ in 0..10 {
        assert!(patient.say("NONSENSE").await.starts_with("500"));
    }
    assert!(patient.say("NONSENSE").await.starts_with("421"));
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_refusals_in_one_turn_bring_three_emails() {
    let server = Server::answerable(|table| {
        table.insert("replies_per_email".to_owned(), "20".into());
    })
    .await;
    let (_, [anna, _], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    let mut replies = Vec::new();
    for _ in 0..50 {
        replies.push(lmtp.answer(&anna.address, &first, "no move at all").await);
    }
    assert_eq!(replies.iter().filter(|reply| reply.starts_with("250")).count(), 20);
    assert_eq!(replies.iter().filter(|reply| reply.starts_with("450 4.7.1")).count(), 30);
    all_read(&server, 20).await;
    let refusals = emails(&server, &anna).into_iter().filter(|email| email.subject().starts_with("Not played"));
    assert_eq!(refusals.count(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn vacation_replies_bring_no_email() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let (to, bounces) = (reply_to(&first), first.from.clone());
    let mut lmtp = server.lmtp().await;
    let before = emails(&server, &anna).len();
    let heads =
        ["Auto-Submitted: auto-replied", "X-Autoreply: yes", "Precedence: bulk", "Subject: Automatic reply: Magma"];
    for number in 0..100 {
        let head = heads[number / 2 % heads.len()];
        let vacation =
            format!("Message-ID: <v{number}@mail.example>\r\nFrom: {}\r\n{head}\r\n\r\n{text}\r\n", anna.address);
        let (address, sender) = if number % 2 == 0 { (&to, &*anna.address) } else { (&bounces, "") };
        assert!(lmtp.send(sender, address, &vacation).await.starts_with("250"));
    }
    all_read(&server, 100).await;
    assert_eq!(emails(&server, &anna).len(), before);
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timer_of_the_rules_does_not_wait_for_messages() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let options = json!({"tempo": "hot", "sand": "PT1H"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": options})).await;
    bob.joins(&id).await;
    let first = email(&server, &anna, "it is your turn, Anna").await;
    let text = anna.finds_a_move(&id).await;
    let (to, raw) = (reply_to(&first), message(&anna.address, &first, &text));
    server.emails_are_out().await;
    let (url, mailbox) = server.stop().await;
    let server = Server::asleep(&url, mailbox).await;
    server.later(Duration::minutes(59));
    let recipient = receive::recipient(&server.app, &to).unwrap();
    receive::store(&server.app, &recipient, Some(&anna.address), raw.as_bytes()).await.unwrap();
    server.later(Duration::minutes(2));
    assert_eq!(clock::settle(&server.app).await.unwrap(), 1);
    processing::process_one(&server.app).await.unwrap();
    let log = database::query(&url, "SELECT cause FROM moves WHERE ply > 0 ORDER BY ply").await;
    assert_eq!(log, [[Some("timer-out".to_owned())]], "the message came in time, and is stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_counts_the_time_of_receipt() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let (to, raw) = (reply_to(&first), message(&anna.address, &first, &text));
    server.emails_are_out().await;
    let (url, mailbox) = server.stop().await;
    // No worker: the message lies unread while its deadline passes.
    let server = Server::asleep(&url, mailbox).await;
    server.later(Duration::days(3) - Duration::seconds(1));
    let recipient = receive::recipient(&server.app, &to).unwrap();
    receive::store(&server.app, &recipient, Some(&anna.address), raw.as_bytes()).await.unwrap();
    server.later(Duration::seconds(10));
    assert_eq!(clock::settle(&server.app).await.unwrap(), 0, "the clock waits for the message");
    processing::process_one(&server.app).await.unwrap();
    let log = database::query(&url, "SELECT cause FROM moves WHERE ply > 0 ORDER BY ply").await;
    assert_eq!(log, [[Some("chosen".to_owned())]]);
    // The next player has the whole time from when the move was played.
    let began = server
        .rows("SELECT clocks::jsonb #>> '{1,running,since}', clocks::jsonb #>> '{1,running,allowed}' FROM matches")
        .await;
    assert_eq!(began, [["2026-01-04T00:00:09Z", "P3D"]]);
    // A message that came too late is refused, and the clock is settled by then.
    server.later(Duration::days(3));
    let turn = Turn { match_id: id.parse().unwrap(), seat: Seat(1), holder: 0, turn: 1 };
    let to = Key::Turn(turn).address(server.app.addresses.as_ref().unwrap(), &server.app.secrets);
    let late = message(&bob.address, &first, "pass").replace(&reply_to(&first), &to);
    let recipient = receive::recipient(&server.app, &to).unwrap();
    receive::store(&server.app, &recipient, Some(&bob.address), late.as_bytes()).await.unwrap();
    processing::process_one(&server.app).await.unwrap();
    let log = server.rows("SELECT cause FROM moves WHERE ply > 0 ORDER BY ply").await;
    assert_eq!(log, [["chosen"], ["forfeit"]]);
    let results = server.rows("SELECT result FROM incoming ORDER BY result").await;
    assert_eq!(results, [["played"], ["refused"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_read_holds_up_no_other_player() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let (to, raw) = (reply_to(&first), message(&anna.address, &first, "pass"));
    server.emails_are_out().await;
    let (url, mailbox) = server.stop().await;
    let server = Server::asleep(&url, mailbox).await;
    let recipient = receive::recipient(&server.app, &to).unwrap();
    receive::store(&server.app, &recipient, Some(&anna.address), raw.as_bytes()).await.unwrap();
    server.later(Duration::days(4));
    // While it is unread, the clock and the others wait; after some tries in vain they do not.
    let resign = async || {
        let (id, received_at) = (id.parse().unwrap(), server.app.clock.now());
        submit(&server.app, NewMove { id, user: bob.id(), text: "resign", turn: None, received_at, via: None }).await
    };
    assert!(matches!(resign().await, Err(Refusal::Busy)));
    server.query("UPDATE incoming SET attempts = 3").await;
    // Anna has been forfeited, and the match is over.
    assert!(matches!(resign().await, Err(Refusal::Rules(_))));
    assert_eq!(server.rows("SELECT cause FROM moves WHERE ply > 0 ORDER BY ply").await[0], ["forfeit"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_sent_again_brings_as_few_emails_as_a_refusal() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut lmtp = server.lmtp().await;
    for _ in 0..10 {
        assert!(lmtp.answer(&anna.address, &first, &text).await.starts_with("250"));
    }
    all_read(&server, 10).await;
    let count = |word: &str| emails(&server, &anna).iter().filter(|one| one.flowing().contains(word)).count();
    assert_eq!((count("Played: "), count("Already played: ")), (1, 6));
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 1);
    // The email about the end takes commands, and no move.
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let over = email(&server, &anna, "is over, Anna: you won").await;
    lmtp.answer(&anna.address, &over, &text).await;
    email(&server, &anna, "This line could not be played").await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen' AND text <> 'resign'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_messages_at_once_are_each_dealt_with_once() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let to = reply_to(&first);
    let clients = (0..10).map(async |client: usize| {
        let mut lmtp: MailClient = server.lmtp().await;
        for number in 0..20 {
            let raw = message(&anna.address, &first, if (client, number) == (3, 7) { &text } else { "help" });
            assert!(lmtp.send(&anna.address, &to, &raw).await.starts_with("250"));
        }
    });
    futures_util::future::join_all(clients).await;
    all_read(&server, 200).await;
    email(&server, &anna, &format!("Played: {text}.")).await;
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 1);
    assert_eq!(server.count("SELECT count(*) FROM incoming WHERE result = 'played'").await, 1);
    let helped = emails(&server, &anna).into_iter().filter(|email| email.subject().starts_with("Your reply"));
    assert_eq!(helped.count(), 12, "the bound of an hour");
}
