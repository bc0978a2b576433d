//! A real mail server in front, set up as the manual says: it carries the emails of the server out, and messages in.

use tests::mailbox::{Mailbox, Security};
use tests::postfix::{Postfix, recipe};
use tests::sender::{message, reply_to};
use tests::server::takes_answers;
use tests::{Server, database};
use turnpost::inbox::round_trip::round_trip;

use super::{email, magma};

/// A server that sends by this Postfix, with the settings of the recipe; its ports are chosen at the start.
pub(super) async fn server_behind(postfix: &Postfix) -> Server {
    let mailbox = Mailbox::open(Security::Plain).await;
    Server::on(&database::fresh().await, mailbox, |table| {
        takes_answers(table);
        let recipe: toml::Table = recipe("/etc/turnpost.toml").parse().unwrap();
        table.extend(recipe.into_iter().filter(|(name, _)| !name.ends_with("_listen")));
        table.insert("mail_from".to_owned(), "Turnpost <post@turnpost.example>".into());
        table.insert("smtp_url".to_owned(), postfix.url().into());
    })
    .await
}

/// The lines of `main.cf` that lead to this server.
pub(super) fn settings(server: &Server) -> String {
    let (lmtp, socketmap) = (server.lmtp_address().to_string(), server.socketmap_address().to_string());
    recipe("/etc/postfix/main.cf").replace("127.0.0.1:2424", &lmtp).replace("127.0.0.1:2425", &socketmap)
}

#[tokio::test(flavor = "multi_thread")]
async fn postfix_carries_emails_out_and_replies_in_and_probes_no_address() {
    let Some(postfix) = Postfix::new() else { return };
    let server = server_behind(&postfix).await;
    postfix.start(&settings(&server), "", &server.mailbox.url());
    let mut smtp = postfix.client().await;
    // The people sign in by emails that leave by Postfix, to a mail server that refuses probes.
    let (id, [anna, _], first) = magma(&server).await;
    let (text, to) = (anna.finds_a_move(&id).await, reply_to(&first));
    // A key that this server did not make, and addresses that are no keys.
    let forged = format!("play+{}@turnpost.example", "a".repeat(55));
    for (address, code) in
        [(&*forged, "550 5.1.1"), ("anna@turnpost.example", "550 5.1.1"), ("a@elsewhere.example", "454 4.7.1")]
    {
        let reply = smtp.send(&anna.address, address, "").await;
        assert!(reply.starts_with(code), "{address}: {reply}\n{}", postfix.log());
    }
    let reply = smtp.send(&anna.address, &to, &message(&anna.address, &first, &text)).await;
    assert!(reply.starts_with("250"), "{reply}\n{}", postfix.log());
    email(&server, &anna, &format!("Played: {text}.")).await;
    // An email that comes back has an empty sender.
    assert!(smtp.send("", &first.from, "Subject: Undelivered\r\n\r\nNo.").await.starts_with("250"));
    // Mail to the host, and to the sender of emails.
    for (name, subject) in [("postmaster", "One"), ("post", "Two")] {
        let reply = smtp
            .send(&anna.address, &format!("{name}@turnpost.example"), &format!("Subject: {subject}\r\n\r\nx"))
            .await;
        assert!(reply.starts_with("250"), "{name}: {reply}\n{}", postfix.log());
        let has = |file: &[u8]| String::from_utf8_lossy(file).contains(&format!("Subject: {subject}"));
        server.mailbox.wait_for("ada@club.example", |email| has(&email.raw)).await;
    }
    assert!(!round_trip(&server.app).await.unwrap().is_probed, "{}", postfix.log());
    // A probe takes three seconds, and a server that refuses it would never get the email.
    assert_eq!(server.mailbox.probes(), 0);
    assert!(!postfix.log().contains("double-bounce"), "{}", postfix.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_probes_addresses_is_found_out() {
    let Some(postfix) = Postfix::new() else { return };
    let server = server_behind(&postfix).await;
    let main = settings(&server) + "smtpd_recipient_restrictions = reject_unverified_recipient\n";
    postfix.start(&main, "", &server.mailbox.url());
    postfix.client().await;
    let came = round_trip(&server.app).await.unwrap();
    assert!(came.is_probed, "{came:?}\n{}", postfix.log());
    assert_eq!(server.count("SELECT count(*) FROM incoming").await, 0);
}
