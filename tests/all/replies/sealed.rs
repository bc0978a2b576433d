//! Messages that cannot be read without a key or another program: the email back names what they are.

use tests::Server;
use tests::sender::reply_to;

use super::{all_read, email, magma};

/// A message with these header fields and this body.
fn sealed(from: &str, number: usize, rest: &str) -> String {
    let head =
        format!("From: <{from}>\nSubject: Re: Your turn\nMessage-ID: <s{number}@mail.example>\nMIME-Version: 1.0\n");
    format!("{head}{rest}").replace('\n', "\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_read_is_named_as_what_it_is() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    let smime = include_str!("../../../api/src/mail/read/tests/messages/smime-encrypted.eml");
    let smime = &smime[smime.find("Content-Type").unwrap()..];
    let pgp = "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n\n--b\n\
               Content-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream; name=a.asc\n\n\
               -----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n--b--\n";
    let inline = "Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n";
    let tnef = "Content-Type: application/ms-tnef; name=\"winmail.dat\"\nContent-Transfer-Encoding: base64\n\
                Content-Disposition: attachment; filename=\"winmail.dat\"\n\neJ8+IjUQ\n";
    let encrypted = "The server cannot read your email, because it is encrypted. Send your move without encryption.";
    let outlook = "because Outlook sent it as a file, winmail.dat. Send your move as plain text.";
    for (number, rest, words) in [(1, smime, encrypted), (2, pgp, encrypted), (3, inline, encrypted)] {
        // Of each turn three such messages are answered.
        server.query("DELETE FROM deliveries; DELETE FROM emails WHERE kind = 'move-refused'").await;
        let told = server.mailbox.emails_to(&anna.address).len();
        let raw = sealed(&anna.address, number, rest);
        assert_eq!(lmtp.send(&anna.address, &reply_to(&first), &raw).await, "250 2.0.0 Stored");
        all_read(&server, number as i64).await;
        let answered = server.mailbox.emails_to(&anna.address).split_off(told);
        assert!(answered.len() == 1 && answered[0].flowing().contains(words), "{rest}: {}", answered[0].text());
        assert!(answered[0].subject().starts_with("Not played: "), "{}", answered[0].subject());
    }
    server.query("DELETE FROM deliveries; DELETE FROM emails WHERE kind = 'move-refused'").await;
    let mixed = format!("Content-Type: multipart/mixed; boundary=b\n\n--b\n{tnef}\n--b--\n");
    for (number, rest) in [(4, tnef), (5, &mixed)] {
        let raw = sealed(&anna.address, number, rest);
        assert_eq!(lmtp.send(&anna.address, &reply_to(&first), &raw).await, "250 2.0.0 Stored");
        all_read(&server, number as i64).await;
        email(&server, &anna, outlook).await;
    }
    assert_eq!(server.count("SELECT count(*) FROM incoming WHERE result = 'refused'").await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_message_is_played() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    // It says `e5-e7`, which is a move by its notation.
    let signed = include_str!("../../../api/src/mail/read/tests/messages/smime-signed.eml");
    let raw = sealed(&anna.address, 1, &signed[signed.find("Content-Type").unwrap()..]);
    let mut lmtp = server.lmtp().await;
    assert_eq!(lmtp.send(&anna.address, &reply_to(&first), &raw).await, "250 2.0.0 Stored");
    let told = email(&server, &anna, "This line could not be played:").await;
    assert!(told.text().contains("\n  e5-e7\n"), "{}", told.text());
}
