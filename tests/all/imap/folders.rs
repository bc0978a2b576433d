//! Messages in the folders of a real server.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Handing, message};
use super::{dovecot, mailbox, mailbox_with};
use tests::dovecot::Dovecot;
use turnpost::mail::imap::{Batch, Fetched, Mailbox, run};

#[tokio::test]
async fn a_message_is_met_once_and_moved_by_its_result() {
    for capabilities in [None, Some("IMAP4rev1 UIDPLUS"), Some("IMAP4rev1")] {
        let Some(dovecot) = Dovecot::start(capabilities) else { return };
        let (mut mailbox, handing) = (mailbox(&dovecot), Handing::default());
        let store = async |handed: Fetched| handing.take(handed);
        for (number, text) in ["e5-e7", "refuse", "later", "b2"].iter().enumerate() {
            dovecot.deliver(number, &message(text));
        }
        let batch = mailbox.look(&store).await.unwrap();
        assert_eq!(batch, Batch { stored: 2, refused: 1, left: 1, more: false }, "{capabilities:?}");
        assert_eq!(handing.texts(), ["e5-e7", "refuse", "later", "b2"]);
        assert_eq!(["", "Turnpost", "Turnpost-refused"].map(|folder| dovecot.count(folder)), [1, 2, 1]);
        assert_eq!(["", "Turnpost"].map(|folder| dovecot.seen(folder)), [0, 0]);

        let batch = mailbox.look(&store).await.unwrap();
        assert_eq!(batch, Batch { left: 1, ..Batch::default() });
        assert_eq!(handing.texts(), ["later"]);
        assert_eq!(["", "Turnpost", "Turnpost-refused"].map(|folder| dovecot.count(folder)), [1, 2, 1]);
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_unread() {
    let Some(dovecot) = dovecot() else { return };
    let (mut mailbox, handing) = (mailbox_with(&dovecot, "", 1000), Handing::default());
    dovecot.deliver(0, &message(&"x".repeat(1000)));
    dovecot.deliver(1, &message("e5-e7"));
    let batch = mailbox.look(&async |handed| handing.take(handed)).await.unwrap();
    assert_eq!(batch, Batch { stored: 1, refused: 1, ..Batch::default() });
    assert_eq!(handing.texts(), ["e5-e7"]);
    assert_eq!(["", "Turnpost", "Turnpost-refused"].map(|folder| dovecot.count(folder)), [0, 1, 1]);
}

#[tokio::test]
async fn a_message_in_all_its_bytes_is_handed_over() {
    let Some(dovecot) = dovecot() else { return };
    let (mut mailbox, handing) = (mailbox_with(&dovecot, "", 3_000_000), Handing::default());
    let text = "a line ) \"{500000000}\r\n* 1 FETCH (BODY[] {7}\r\nt7 OK done\r\n".repeat(40_000);
    dovecot.deliver(0, &message(&text));
    mailbox.look(&async |handed| handing.take(handed)).await.unwrap();
    assert_eq!(handing.all().first().map(|handed| handed.raw == message(&text).as_bytes()), Some(true));
}

#[tokio::test]
async fn a_hundred_and_twenty_messages_are_each_taken_once() {
    let Some(dovecot) = dovecot() else { return };
    let handing = Handing::default();
    for number in 0..120 {
        dovecot.deliver(number, &message(&format!("a{number}")));
    }
    let stop = CancellationToken::new();
    let store = async |handed: Fetched| {
        let taken = handing.take(handed.clone());
        if handed.raw.windows(4).any(|four| four == b"a119") {
            stop.cancel();
        }
        taken
    };
    let running = run(mailbox(&dovecot), Duration::from_secs(60), stop.clone(), store);
    tokio::time::timeout(Duration::from_secs(50), running).await.unwrap();
    assert_eq!(handing.texts(), (0..120).map(|number| format!("a{number}")).collect::<Vec<_>>());
    // The end came between the last message and its move.
    assert_eq!(["", "Turnpost"].map(|folder| dovecot.count(folder)), [1, 119]);
}

#[tokio::test]
async fn messages_that_stay_do_not_keep_later_ones_waiting() {
    let Some(dovecot) = dovecot() else { return };
    let (mut mailbox, handing) = (mailbox(&dovecot), Handing::default());
    let store = async |handed: Fetched| handing.take(handed);
    for number in 0..60 {
        dovecot.deliver(number, &message("later"));
    }
    for number in 60..70 {
        dovecot.deliver(number, &message("e5-e7"));
    }
    assert_eq!(mailbox.look(&store).await.unwrap(), Batch { left: 50, ..Batch::default() });
    assert_eq!(mailbox.look(&store).await.unwrap(), Batch { stored: 10, left: 10, ..Batch::default() });
    assert_eq!(handing.texts().len(), 70);
    assert_eq!(mailbox.look(&store).await.unwrap(), Batch { left: 50, ..Batch::default() });
    assert_eq!(mailbox.look(&store).await.unwrap(), Batch { left: 10, ..Batch::default() });
}

#[tokio::test]
async fn folders_may_have_other_names_and_be_in_others() {
    let Some(dovecot) = dovecot() else { return };
    let handing = Handing::default();
    let mut mailbox = mailbox_with(&dovecot, "?done=Turnpost/Read%20ones&refused=Turnpost/Not", 10_000);
    dovecot.deliver(0, &message("e5-e7"));
    dovecot.deliver(1, &message("refuse"));
    mailbox.look(&async |handed| handing.take(handed)).await.unwrap();
    assert_eq!(["", "Turnpost.Read ones", "Turnpost.Not"].map(|folder| dovecot.count(folder)), [0, 1, 1]);
    let mut mailbox = mailbox_with(&dovecot, "Turnpost/Read%20ones", 10_000);
    mailbox.look(&async |handed| handing.take(handed)).await.unwrap();
    assert_eq!(["Turnpost.Read ones", "Turnpost"].map(|folder| dovecot.count(folder)), [0, 1]);
    assert_eq!(handing.texts(), ["e5-e7", "refuse", "e5-e7"]);
}

#[tokio::test]
async fn tls_takes_the_given_certificate_and_no_unknown_one() {
    let Some(dovecot) = dovecot() else { return };
    let handing = Handing::default();
    dovecot.deliver(0, &message("e5-e7"));
    let url = format!("imaps://anna%40example.org:top%20secret@localhost:{}", dovecot.tls_port);
    let mut stranger = Mailbox::new(url.parse().unwrap(), None, 10_000).unwrap();
    let why = stranger.look(&async |handed| handing.take(handed)).await.unwrap_err();
    assert_eq!(why.to_string(), "TLS: invalid peer certificate: UnknownIssuer");
    let mut mailbox = Mailbox::new(url.parse().unwrap(), Some(&dovecot.roots), 10_000).unwrap();
    mailbox.look(&async |handed| handing.take(handed)).await.unwrap();
    assert_eq!(handing.texts(), ["e5-e7"]);
    assert_eq!(dovecot.count("Turnpost"), 1);
}

#[tokio::test]
async fn a_wrong_password_is_an_error_that_shows_none() {
    let Some(dovecot) = dovecot() else { return };
    for (user, password) in [("anna%40example.org", "bottom%20secret"), ("anna%40example.com", "top%20secret")] {
        let url = format!("imap://{user}:{password}@127.0.0.1:{}", dovecot.port);
        let mut mailbox = Mailbox::new(url.parse().unwrap(), None, 10_000).unwrap();
        let why = mailbox.look(&async |_| panic!("nothing is handed over")).await.unwrap_err();
        assert_eq!(why.to_string(), "login: the server refused: [AUTHENTICATIONFAILED] Authentication failed.");
        assert!(!format!("{why:?}").contains("secret"));
    }
}

#[tokio::test]
async fn a_server_that_ends_in_the_middle_is_an_error_and_the_message_comes_again() {
    let Some(dovecot) = dovecot() else { return };
    let (mut mailbox, handing) = (mailbox(&dovecot), Handing::default());
    dovecot.deliver(0, &message("e5-e7"));
    let dovecot = std::sync::Mutex::new(dovecot);
    let store = async |handed: Fetched| {
        dovecot.lock().unwrap().stop();
        handing.take(handed)
    };
    let why = mailbox.look(&store).await.unwrap_err();
    // The system may say first that nothing listens any more.
    let is_end = ["move: the server ended the connection: (no reason)", "move: connection reset", "move: broken pipe"];
    assert!(is_end.contains(&why.to_string().as_str()), "{why}");
    assert_eq!(handing.texts(), ["e5-e7"]);
    let why = mailbox.look(&store).await.unwrap_err();
    assert!(why.to_string().starts_with("connect: Connection refused"), "{why}");
    dovecot.lock().unwrap().restart();
    mailbox.look(&async |handed| handing.take(handed)).await.unwrap();
    assert_eq!(handing.texts(), ["e5-e7"]);
    assert_eq!(dovecot.lock().unwrap().count("Turnpost"), 1);
}
