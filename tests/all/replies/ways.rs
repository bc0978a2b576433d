//! The ways in which messages come: LMTP by a socket in the file system, SMTP in plain text and by TLS, HTTP, and an email of the server
//! to itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use tests::dovecot::Dovecot;
use tests::sender::{MailClient, message, new_message, reply_to};
use tests::{Server, eventually};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::CertificateDer;
use turnpost::config::MailPlace;
use turnpost::inbox::hand_over::{self, HandedOver};
use turnpost::inbox::round_trip::{NotArrived, round_trip};

use super::{all_read, email, magma};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("turnpost-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn set(table: &mut toml::Table, name: &str, value: &Path) {
    table.insert(name.to_owned(), value.display().to_string().into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_comes_by_smtp_and_nothing_is_relayed() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut smtp = server.smtp().await;
    for address in ["a@elsewhere.example", "anna@turnpost.example", "postmaster@elsewhere.example", &anna.address] {
        assert!(smtp.send(&anna.address, address, "").await.starts_with("550 5.1.1"), "{address}");
    }
    for (line, reply) in [("LHLO x", "500"), ("AUTH PLAIN", "50"), ("STARTTLS", "502"), ("HELO mail.example", "250")] {
        assert!(smtp.say(line).await.starts_with(reply), "{line}");
    }
    // All commands at once (RFC 2920), for two recipients: they are answered once.
    let envelope = format!(
        "MAIL FROM:<{0}>\r\nRCPT TO:<{1}>\r\nRCPT TO:<{2}>\r\nDATA\r\n",
        anna.address,
        reply_to(&first),
        first.from
    );
    for reply in ["250 2.1.0", "250 2.1.5", "250 2.1.5", "354"] {
        let told = if reply == "250 2.1.0" { smtp.raw(envelope.as_bytes()).await } else { smtp.reply().await };
        assert!(told.starts_with(reply), "{told}");
    }
    let whole = format!("{}\r\n.\r\nNOOP\r\n", message(&anna.address, &first, &text));
    assert_eq!(smtp.raw(whole.as_bytes()).await, "250 2.0.0 Stored");
    assert_eq!(smtp.reply().await, "250 2.0.0 OK");
    email(&server, &anna, &format!("Played: {text}.")).await;
    all_read(&server, 2).await;
    let large = format!("{}\r\n{}", message(&anna.address, &first, &text), "x".repeat(2 << 20));
    assert!(smtp.send(&anna.address, &reply_to(&first), &large).await.starts_with("552 5.3.4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_comes_by_tls_and_nothing_said_before_it_counts() {
    let folder = Folder::new("tls");
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    fs::write(folder.file("chain.pem"), signed.cert.pem()).unwrap();
    fs::write(folder.file("key.pem"), signed.signing_key.serialize_pem()).unwrap();
    let root = CertificateDer::from(signed.cert.der().to_vec());
    let server = Server::answerable(|table| {
        set(table, "smtp_listen_certificate", &folder.file("chain.pem"));
        set(table, "smtp_listen_key", &folder.file("key.pem"));
    })
    .await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let mut early = server.smtp().await;
    assert!(early.say(&format!("MAIL FROM:<{}>", anna.address)).await.starts_with("250"));
    let mut smtp = early.with_tls(root.clone()).await;
    assert!(smtp.say(&format!("RCPT TO:<{}>", reply_to(&first))).await.starts_with("503"));
    assert!(smtp.say("EHLO mail.example").await.starts_with("250"));
    assert!(smtp.say("STARTTLS").await.starts_with("502"), "there is TLS already");
    assert_eq!(smtp.answer(&anna.address, &first, &text).await, "250 2.0.0 Stored");
    email(&server, &anna, &format!("Played: {text}.")).await;
    // A command sent together with STARTTLS was not protected: the connection ends.
    let mut injecting = server.smtp().await;
    assert!(injecting.raw(b"STARTTLS\r\nNOOP\r\n").await.starts_with("220"));
    assert_eq!(injecting.reply().await, "");
    // A certificate that was renewed is used at once.
    let renewed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    fs::write(folder.file("chain.pem"), renewed.cert.pem()).unwrap();
    fs::write(folder.file("key.pem"), renewed.signing_key.serialize_pem()).unwrap();
    let root = CertificateDer::from(renewed.cert.der().to_vec());
    let mut smtp = server.smtp().await.with_tls(root).await;
    assert!(smtp.say("EHLO mail.example").await.starts_with("250"));
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_to_the_postmaster_is_passed_on_and_does_not_circle() {
    let server = Server::answerable(|table| {
        table.insert("replies_per_email".to_owned(), "3".into());
    })
    .await;
    let mut smtp = server.smtp().await;
    let question = "From: ada@example.org\r\nSubject: Your server\r\n\r\nPlease look at it.";
    assert_eq!(smtp.send("ada@example.org", "Postmaster@turnpost.example", question).await, "250 2.0.0 Stored");
    let came =
        server.mailbox.wait_for("host@example.org", |email| email.subject() == "Message to the postmaster").await;
    assert!(came.text().starts_with("ada@example.org sent the attached message"), "{}", came.text());
    assert!(came.from.is_empty(), "{}", came.from);
    let parsed = came.parsed();
    let file = parsed.attachments().next().unwrap().text_contents().unwrap();
    assert!(file.contains("Please look at it."), "{file}");
    // Without a domain (RFC 5321, section 4.5.1).
    assert_eq!(smtp.send("", "postmaster", question).await, "250 2.0.0 Stored");
    let circling = format!("{}{question}", "Received: from a by b\r\n".repeat(51));
    assert!(smtp.send("", "postmaster", &circling).await.starts_with("554 5.4.6"));
    assert!(smtp.send("", "postmaster", question).await.starts_with("450 4.7.1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_has_at_most_four_connections_and_a_stop_is_told() {
    let server = Server::answerable(|_| {}).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(server.smtp().await);
    }
    let mut fifth = MailClient::plain(TcpStream::connect(server.smtp_address()).await.unwrap());
    assert!(fifth.reply().await.starts_with("421 4.7.0"));
    assert!(open.pop().unwrap().say("QUIT").await.starts_with("221"));
    let again = eventually("a place is free", async || {
        let mut client = MailClient::plain(TcpStream::connect(server.smtp_address()).await.unwrap());
        client.reply().await.starts_with("220").then_some(client)
    });
    let mut again = again.await;
    let lmtp = server.lmtp().await;
    server.stop().await;
    assert!(again.reply().await.starts_with("421 4.3.2"));
    for mut client in open.into_iter().chain([lmtp]) {
        assert!(client.reply().await.starts_with("421 4.3.2"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_finds_all_connections_in_use_is_told_to_try_again() {
    let server = Server::answerable(|table| {
        table.insert("mail_connections".to_owned(), "2".into());
    })
    .await;
    let open = [server.smtp().await, server.smtp().await];
    for _ in 0..3 {
        let mut refused = MailClient::plain(TcpStream::connect(server.smtp_address()).await.unwrap());
        let told = tokio::time::timeout(Duration::from_secs(5), refused.reply()).await;
        assert_eq!(told.as_deref(), Ok("421 4.3.2 Too many connections; try again later"));
    }
    drop(open);
    eventually("a place is free", async || {
        let mut client = MailClient::plain(TcpStream::connect(server.smtp_address()).await.unwrap());
        client.reply().await.starts_with("220").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_comes_by_a_socket_in_the_file_system() {
    let folder = Folder::new("socket");
    let path = folder.file("lmtp");
    // A server that was killed has left its socket behind.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let server = Server::answerable(|table| set(table, "lmtp_listen", &path)).await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let place = MailPlace::File(path.clone());
    assert!(hand_over::greeting(&place).await.unwrap().starts_with("220 turnpost.example LMTP"));
    let raw = message(&anna.address, &first, &text);
    let end = hand_over::by_lmtp(&place, &reply_to(&first), &anna.address, raw.as_bytes()).await;
    assert_eq!(end, Some(HandedOver::Taken));
    email(&server, &anna, &format!("Played: {text}.")).await;
    // A second server does not take the socket away.
    let config = server.app.config.clone();
    let other = turnpost::app::App { config, ..server.app.clone() };
    assert!(turnpost::inbox::listen::lmtp(&other).is_err());
    assert!(hand_over::greeting(&place).await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_comes_from_a_mailbox_and_all_else_is_put_aside() {
    let Some(dovecot) = Dovecot::start(None) else { return };
    let server = Server::answerable(|table| {
        table.insert("imap_url".to_owned(), dovecot.url("").into());
        table.insert("imap_seconds".to_owned(), "1".into());
    })
    .await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    dovecot.deliver(1, "To: anna@example.org\r\nSubject: Hello\r\n\r\nNot for Turnpost.\r\n");
    // The server of this mailbox does not write the sender of the envelope.
    dovecot.deliver(2, &message(&anna.address, &first, &text));
    // A program that answers by itself has none.
    dovecot.deliver(3, &format!("Return-Path: <>\r\n{}", message(&anna.address, &first, "help")));
    email(&server, &anna, &format!("Played: {text}.")).await;
    all_read(&server, 2).await;
    eventually("the messages are moved", async || {
        (["", "Turnpost", "Turnpost-refused"].map(|folder| dovecot.count(folder)) == [0, 2, 1]).then_some(())
    })
    .await;
    assert_eq!(server.rows("SELECT result FROM incoming ORDER BY result DESC").await, [["played"], ["automatic"]]);
    // The standing address, named beside a key or alone; who has no account is asked.
    let standing = "play@turnpost.example";
    dovecot.deliver(4, &new_message("zoe@far.example", standing, "Hello", "help"));
    server
        .mailbox
        .wait_for("zoe@far.example", |email| email.flowing().contains("Reply with yes on the first line"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_comes_by_http_from_the_hosts_own_program() {
    let token = "t".repeat(32);
    let server = Server::answerable(|table| {
        table.insert("inbox_token".to_owned(), token.clone().into());
        table.insert("replies_per_email".to_owned(), "2".into());
    })
    .await;
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let raw = message(&anna.address, &first, &text);
    let post = async |to: &str, token: &str, kind: &str, raw: String| {
        let client = reqwest::Client::new();
        let request = client.post(format!("{}/v1/inbox", server.url)).query(&[("to", to), ("from", &anna.address)]);
        let request = request.header("Authorization", format!("Bearer {token}")).header("Content-Type", kind);
        let response = request.body(raw).send().await.unwrap();
        let status = response.status().as_u16();
        let problem: Value = response.json().await.unwrap_or_default();
        (status, problem["type"].as_str().unwrap_or_default().to_owned())
    };
    let to = reply_to(&first);
    let mail = "message/rfc822";
    let refused = |status, kind: &str| (status, format!("/problems/{kind}"));
    assert_eq!(post(&to, "x", mail, raw.clone()).await, refused(401, "unauthenticated"));
    assert_eq!(post(&to, &anna.token, mail, raw.clone()).await, refused(401, "unauthenticated"));
    assert_eq!(post(&to, &token, "text/plain", raw.clone()).await, refused(415, "unsupported-media-type"));
    assert_eq!(post("a@elsewhere.example", &token, mail, raw.clone()).await, refused(404, "not-found"));
    assert_eq!(post(&to, &token, mail, "x".repeat(2 << 20)).await, refused(413, "too-large"));
    for _ in 0..2 {
        assert_eq!(post(&to, &token, mail, raw.clone()).await.0, 204, "also the second time: it is known");
    }
    assert_eq!(post(&to, &token, mail, raw.clone()).await, refused(429, "rate-limited"));
    email(&server, &anna, &format!("Played: {text}.")).await;
    assert_eq!(server.count("SELECT count(*) FROM incoming").await, 1);
    let closed = Server::quiet(|_| {}).await;
    closed.post("/v1/inbox?to=a@b.example", &Value::Null).await.problem("not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_learns_whether_its_own_email_comes_back() {
    let server = Server::answerable(|_| {}).await;
    let mut smtp = server.smtp().await;
    let passed_on = async {
        let email = eventually("the email to itself", async || server.mailbox.all().into_iter().next()).await;
        assert_eq!(email.subject(), "Turnpost email test");
        smtp.send(&email.from, &email.to[0], &String::from_utf8(email.raw).unwrap()).await
    };
    let (came, reply) = tokio::join!(round_trip(&server.app), passed_on);
    assert!(came.is_ok() && reply.starts_with("250"), "{came:?} {reply}");
    assert_eq!(server.count("SELECT count(*) FROM incoming").await, 0);
    server.emails_are_out().await;
    assert_eq!(server.mailbox.all().len(), 1, "a test is not answered");
    let unset = Server::quiet(|_| {}).await;
    assert!(matches!(round_trip(&unset.app).await, Err(NotArrived::NotSet("reply_address"))));
}
