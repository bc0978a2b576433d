//! A real mail server in front, set up as the README says.

use tests::postfix::Postfix;
use tests::sender::{MailClient, message, reply_to};
use tests::{Server, eventually};

use super::{letter, magma};

/// The lines of the README between the name of a file and the next blank line.
fn lines_of(file: &str) -> String {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
    let after = readme.split(&format!("# {file}\n")).nth(1).unwrap_or_else(|| panic!("the README has no {file}"));
    let lines = after.lines().map(str::trim).take_while(|line| !line.is_empty() && *line != "```");
    lines.map(|line| format!("{line}\n")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn postfix_hands_answers_over_and_refuses_all_other_mail() {
    let server = Server::answerable(|_| {}).await;
    let settings = lines_of("/etc/postfix/main.cf");
    assert!(settings.contains("lmtp_destination_recipient_limit = 1"), "{settings}");
    let Some(postfix) = Postfix::start(server.lmtp_address(), &settings, &lines_of("/etc/postfix/turnpost")) else {
        return;
    };
    let (id, [anna, _], first) = magma(&server).await;
    let text = anna.finds_a_move(&id).await;
    let address = format!("127.0.0.1:{}", postfix.port).parse().unwrap();
    let mut smtp = eventually("Postfix listens", async || {
        tokio::net::TcpStream::connect(address).await.ok()?;
        Some(MailClient::smtp(address).await)
    })
    .await;
    let to = reply_to(&first);
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
    letter(&server, &anna, &format!("Played: {text}.")).await;
    // A letter that comes back has an empty sender.
    assert!(smtp.send("", &first.from, "Subject: Undelivered\r\n\r\nNo.").await.starts_with("250"));
}
