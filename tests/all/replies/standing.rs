//! What people write to the standing address.

use tests::mailbox::Received;
use tests::sender::{MailClient, reply_to};
use tests::{Person, Server};

use super::{all_read, email, magma};

const PLAY: &str = "play@turnpost.example";

/// The next email to this address whose text has these words.
async fn told(server: &Server, address: &str, words: &str) -> Received {
    server.mailbox.wait_for(address, |email| email.flowing().contains(words)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_gets_one_question_and_a_yes_makes_the_account_and_does_what_was_asked() {
    let server = Server::answerable(|_| {}).await;
    let mut lmtp = server.lmtp().await;
    lmtp.write("zoe@far.example", PLAY, "Rules Magnapoco.\n\nThank you!\nZoe").await;
    let asked = told(&server, "zoe@far.example", "Reply with yes on the first line").await;
    assert_eq!(asked.text().lines().next(), Some("Reply above this line with yes or no."));
    assert!(asked.flowing().contains("The server then answers your command: rules."), "{}", asked.text());
    assert!(!asked.text().contains("Zoe"), "words of a message that anyone can have written: {}", asked.text());
    assert_eq!(server.count("SELECT count(*) FROM users").await, 0);

    lmtp.answer("zoe@far.example", &asked, "yes\nZoë\n\nGreetings").await;
    let done = told(&server, "zoe@far.example", "Welcome to Turnpost, Zoë.").await;
    assert!(done.flowing().contains("You put one or two stones each turn"), "{}", done.text());
    assert!(done.flowing().contains("How to write a move"));
    let parsed = done.parsed();
    let is_picture =
        |part: &&mail_parser::MessagePart<'_>| mail_parser::MimeHeaders::is_content_type(*part, "image", "png");
    assert_eq!(parsed.attachments().filter(is_picture).count(), 3);
    let files: Vec<String> = parsed
        .attachments()
        .filter_map(|part| mail_parser::MimeHeaders::attachment_name(part).map(str::to_owned))
        .collect();
    assert!(files.contains(&"rules-magnapoco.txt".to_owned()), "{files:?}");
    assert_eq!(server.rows("SELECT name FROM users WHERE address = 'zoe@far.example'").await, [["Zoë"]]);
    // A second yes does nothing again.
    lmtp.answer("zoe@far.example", &asked, "yes\nEve").await;
    all_read(&server, 3).await;
    assert_eq!(server.rows("SELECT name FROM users").await, [["Zoë"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_is_asked_three_times_a_day_and_never_after_a_no() {
    let server = Server::answerable(|_| {}).await;
    let mut lmtp = server.lmtp().await;
    for number in 1..=5 {
        lmtp.write("victim@far.example", PLAY, &format!("name http://evil.example/{number}")).await;
    }
    all_read(&server, 5).await;
    let emails = server.mailbox.emails_to("victim@far.example");
    assert_eq!(emails.len(), 3);
    assert!(emails.iter().all(|email| !String::from_utf8_lossy(&email.raw).contains("evil")), "{}", emails[0].text());
    lmtp.write("other@far.example", PLAY, "help").await;
    let asked = told(&server, "other@far.example", "Reply with yes on the first line").await;
    // Neither yes nor no: the question comes again, and says so.
    lmtp.answer("other@far.example", &asked, "Who are you?").await;
    let again = told(&server, "other@far.example", "Your reply says neither yes nor no.").await;
    assert!(again.flowing().contains("The server then answers your command: help."), "{}", again.text());
    lmtp.answer("other@far.example", &again, "No thanks").await;
    all_read(&server, 8).await;
    lmtp.write("other@far.example", PLAY, "help").await;
    all_read(&server, 9).await;
    assert_eq!(server.mailbox.emails_to("other@far.example").len(), 2);
    assert_eq!(server.count("SELECT count(*) FROM users").await, 0);
}

/// A running match of Magma, and a connection of its first player.
async fn running(server: &Server) -> (String, [Person; 2], Received, MailClient) {
    let (id, people, first) = magma(server).await;
    (id, people, first, server.lmtp().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_commands_are_answered_and_changes_need_a_yes_or_a_key() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first, mut lmtp) = running(&server).await;
    lmtp.write(&anna.address, PLAY, "list\nopen\nhelp\ngames").await;
    let list = told(&server, &anna.address, "Your matches").await;
    assert!(list.flowing().contains("1. It is your turn, Anna, in Magma: Spring cup"), "{}", list.text());
    assert!(list.flowing().contains("No match waits for players now"));
    lmtp.write(&anna.address, PLAY, "board 1\nhistory 1\nrecord 1\nnote 1\nboard 9\nhistory 0").await;
    let shown = told(&server, &anna.address, "You have no match 9.").await;
    for words in [
        "The last moves of Magma: Spring cup",
        "once the match is over",
        "Your note about Magma: Spring cup",
        "For example, write: history 3",
    ] {
        assert!(shown.flowing().contains(words), "{words}: {}", shown.text());
    }

    // In the name of Anna anyone can write this: nothing happens before her yes.
    lmtp.write(&anna.address, PLAY, "name Eve\nzone europe/berlin\nvacation 2026-07-01").await;
    let asked = told(&server, &anna.address, "Reply with yes to do this:").await;
    all_read(&server, 3).await;
    assert_eq!(server.rows("SELECT name, time_zone FROM users WHERE name = 'Eve'").await, Vec::<[String; 2]>::new());
    lmtp.answer(&anna.address, &asked, "perhaps").await;
    told(&server, &anna.address, "Reply with yes or no to the email before this one.").await;
    assert_eq!(lmtp.answer("thief@evil.example", &asked, "yes").await, "250 2.0.0 Stored");
    all_read(&server, 5).await;
    assert_eq!(server.count("SELECT count(*) FROM users WHERE name = 'Eve'").await, 0);
    lmtp.answer(&anna.address, &asked, "Yes").await;
    let done = told(&server, &anna.address, "Your name is Eve now.").await;
    assert!(done.flowing().contains("Your time zone is Europe/Berlin now."), "{}", done.text());
    assert!(done.flowing().contains("Your vacation is booked for Wednesday 1 July 2026"), "{}", done.text());

    // With the key of any email to her it happens at once; what the match wants is still a move.
    lmtp.answer(&anna.address, &first, "name Anna\nnote 1 Watch the left side").await;
    told(&server, &anna.address, "Your name is Anna now.").await;
    assert_eq!(server.rows("SELECT text FROM private_notes").await, [["Watch the left side"]]);
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_does_what_was_left_to_do_and_does_it_once() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first, mut lmtp) = running(&server).await;
    let number = async |game: &str| server.count(&format!("SELECT count(*) FROM matches WHERE game = '{game}'")).await;
    lmtp.write(&anna.address, PLAY, "new magnapoco\nlist").await;
    let asked = told(&server, &anna.address, "Reply with yes to do this:").await;
    assert!(asked.flowing().contains("Your matches"), "what reads is answered at once: {}", asked.text());
    for read in 2..=3 {
        lmtp.answer(&anna.address, &asked, "yes").await;
        all_read(&server, read).await;
    }
    assert_eq!(number("magnapoco").await, 1);
    lmtp.answer(&anna.address, &first, "new magnet\ndelete account").await;
    let asked = server.mailbox.wait_for(&anna.address, |email| email.flowing().contains("* delete account")).await;
    assert_eq!(number("magnet").await, 1);
    lmtp.answer(&anna.address, &asked, "no").await;
    told(&server, &anna.address, "Nothing was done.").await;
    lmtp.answer(&anna.address, &asked, "yes").await;
    told(&server, &anna.address, "was deleted").await;
    assert_eq!(number("magnet").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_deleted_by_two_messages() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, bob], first, mut lmtp) = running(&server).await;
    lmtp.answer(&anna.address, &first, "delete account").await;
    let asked = told(&server, &anna.address, "Reply with yes to do this:").await;
    assert_eq!(server.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 0);
    lmtp.answer(&anna.address, &asked, "yes").await;
    email(&server, &bob, "is over, Bob: you won").await;
    told(&server, &anna.address, "was deleted").await;
    all_read(&server, 2).await;
    assert_eq!(server.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 1);
    assert_eq!(server.count("SELECT count(*) FROM incoming WHERE raw IS NOT NULL OR answers IS NOT NULL").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn open_matches_are_joined_by_their_numbers_which_stay_the_same() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, bob], first, mut lmtp) = running(&server).await;
    lmtp.answer(&anna.address, &first, "new magnapoco\nnew magnet days 7\nnew ice players 3").await;
    let created = told(&server, &anna.address, "2 more players can join it").await;
    assert_eq!(created.flowing().matches("is created; it is match").count(), 3, "{}", created.text());
    assert_eq!(
        server.rows("SELECT options::json->>'setup' FROM matches WHERE game = 'ice'").await,
        [["random"]],
        "a draft by email takes two dozen moves"
    );
    lmtp.write(&bob.address, PLAY, "open").await;
    let open = told(&server, &bob.address, "Open matches").await;
    let text = open.flowing();
    assert!(text.contains(". The Great Martian Ice Machine: Anna, 2 free seats"), "{}", open.text());
    let number = text.split(". Magnapoco: Anna, one free seat").next().unwrap().rsplit(' ').next().unwrap();
    // A match that is new since does not change the numbers of the old list.
    lmtp.answer(&anna.address, &first, "new magma").await;
    told(&server, &anna.address, "Magma is created").await;
    lmtp.answer(&bob.address, &open, &format!("open\njoin {number}\njoin {number}")).await;
    let joined = told(&server, &bob.address, "You play in Magnapoco").await;
    assert!(joined.flowing().contains("4. Magma: Anna, one free seat"), "{}", joined.text());
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE game = 'magnapoco' AND phase = 'running'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_floods_and_options_that_cannot_be_are_answered_or_refused() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first, mut lmtp) = running(&server).await;
    let hundred: Vec<String> = (0..100).map(|number| format!("p{number}@far.example")).collect();
    for (command, words) in [
        (format!("new magma with {}", hundred.join(", ")), "You named 100."),
        ("new magma speed 9".to_owned(), "Magma has no option speed. It has: board,"),
        ("new magma board moon".to_owned(), "board"),
        ("new magma days 0".to_owned(), "expected a number from 1 to 60"),
        ("new magma players 2 with a@far.example, b@far.example".to_owned(), "You named 3 players for 2 seats."),
        ("new magma with nobody".to_owned(), "There is no player with this handle."),
        ("new magma with a@b".to_owned(), "After the @: expected a domain"),
        (format!("new magma with {}, a@far.example", anna.address), "You cannot invite yourself."),
        ("zone Moon/Base".to_owned(), "Expected the IANA name of a time zone"),
        ("name Turnpost".to_owned(), "name"),
        ("join 2147483647".to_owned(), "You have no match 2147483647."),
    ] {
        lmtp.answer(&anna.address, &first, &command).await;
        let refused = server
            .mailbox
            .wait_for(&anna.address, |email| {
                email.flowing().contains("This line could not be carried out") && email.flowing().contains(words)
            })
            .await;
        assert!(refused.subject() == "Not understood", "{}", refused.subject());
    }
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'invitation'").await, 0);
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 1, "nothing is half done");
    // Our own addresses get no answer, nor does a message without a sender that can be written to.
    for from in [reply_to(&first), PLAY.to_owned(), "root@localhost.localdomain.".to_owned()] {
        lmtp.write(&from, PLAY, "help").await;
    }
    all_read(&server, 14).await;
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'welcome'").await, 0);
}
