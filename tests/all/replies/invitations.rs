//! Invitations that people reply to by email, by people with an account and without.

use serde_json::json;
use tests::Server;
use tests::mailbox::Received;

use super::all_read;

async fn invited(server: &Server, address: &str) -> Received {
    server.mailbox.wait_for(address, |email| email.subject().contains("invites you")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_begins_by_a_yes() {
    let server = Server::answerable(|_| {}).await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma", "name": "Spring cup", "seats": 3, "visibility": "private"})).await;
    for address in ["zoe@example.org", "yan@example.org", "xi@example.org"] {
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({ "address": address })).await.expect(202);
    }
    let mut lmtp = server.lmtp().await;
    let email = invited(&server, "zoe@example.org").await;
    assert_eq!(email.text().lines().next(), Some("Reply above this line with yes or no."));
    // Neither yes nor no, and from another address: nothing changes.
    lmtp.answer("zoe@example.org", &email, "Perhaps").await;
    let told = |words: &'static str| move |email: &Received| email.flowing().contains(words);
    let unclear = server.mailbox.wait_for("zoe@example.org", told("Reply with yes or no on the first line.")).await;
    // One with email only reads how to play before the answer, with pictures and the rules.
    lmtp.answer("zoe@example.org", &email, "Rules.").await;
    let how = server.mailbox.wait_for("zoe@example.org", told("once you have read how to play:")).await;
    assert!(
        how.flowing().contains("Do one of three things: move a piece") && how.pictures().len() == 3,
        "{}",
        how.text()
    );
    assert_eq!(how.text().lines().next(), Some("Reply above this line with yes or no."));
    lmtp.answer("thief@evil.example", &email, "yes").await;
    server.mailbox.wait_for("zoe@example.org", told(" from another address. Nothing has changed.")).await;
    assert_eq!(server.count("SELECT count(*) FROM seats").await, 1, "that of the creator");

    // The email that asks again can be answered, too. The next line is the name of the new account.
    assert!(unclear.header("Reply-To").is_some());
    lmtp.answer("zoe@example.org", &how, "Yes!\nZoë").await;
    server
        .mailbox
        .wait_for("zoe@example.org", told("You have a seat in Magma: Spring cup. It begins when one more player"))
        .await;
    assert_eq!(server.rows("SELECT name FROM users WHERE address = 'zoe@example.org'").await, [["Zoë"]]);

    let email = invited(&server, "yan@example.org").await;
    lmtp.answer("yan@example.org", &email, "no").await;
    server.mailbox.wait_for("yan@example.org", told("You declined to play Magma: Spring cup.")).await;
    assert_eq!(server.count("SELECT count(*) FROM users WHERE address = 'yan@example.org'").await, 0);
    lmtp.answer("yan@example.org", &email, "yes").await;
    server
        .mailbox
        .wait_for("yan@example.org", told("Your reply changed nothing in Magma: Spring cup. You have declined"))
        .await;

    // The last seat: the email of the start is the answer.
    let email = invited(&server, "xi@example.org").await;
    lmtp.answer("xi@example.org", &email, "yes").await;
    server.mailbox.wait_for("xi@example.org", told("has begun")).await;
    all_read(&server, 7).await;
    let emails = server.mailbox.emails_to("xi@example.org");
    assert_eq!(emails.len(), 2, "{:?}", emails.iter().map(Received::subject).collect::<Vec<_>>());
}
