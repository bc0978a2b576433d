//! A real Postfix that hands messages over by pipe(8) to the program, set up as the manual says.

use std::fs;

use tests::Server;
use tests::postfix::{Postfix, recipe};
use tests::sender::{message, reply_to};

use super::output;

#[tokio::test(flavor = "multi_thread")]
async fn postfix_hands_messages_over_by_a_pipe() {
    let Some(postfix) = Postfix::new() else { return };
    let server = Server::answerable(|_| {}).await;
    let (program, file) = (postfix.folder().join("turnpost"), postfix.folder().join("turnpost.toml"));
    // The account of the pipe may not be able to reach the folder in which the program was built.
    fs::copy(env!("CARGO_BIN_EXE_turnpost"), &program).unwrap();
    let lmtp = server.lmtp_address();
    fs::write(&file, format!("reply_address = \"play+%@turnpost.example\"\nlmtp_listen = \"{lmtp}\"\n")).unwrap();
    let main = recipe("/etc/postfix/main.cf").replace("127.0.0.1:2425", &server.socketmap_address().to_string());
    let master = recipe("/etc/postfix/master.cf")
        .replace("user=turnpost", "user=nobody")
        .replace("/etc/turnpost.toml", file.to_str().unwrap())
        .replace("/usr/local/bin/turnpost", program.to_str().unwrap());
    postfix.start(&(main + &recipe("/etc/postfix/main.cf, for a pipe")), &master, &server.mailbox.url());
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = serde_json::json!({"game": "magnapoco", "seating": "joined"});
    bob.joins(&anna.creates(new).await).await;
    let first = server.mailbox.wait_for(&anna.address, |email| email.text().contains("has begun")).await;
    let mut smtp = postfix.client().await;
    let reply = smtp.send(&anna.address, &reply_to(&first), &message(&anna.address, &first, "d4")).await;
    assert!(reply.starts_with("250"), "{reply}\n{}", postfix.log());
    // Without a sender, for two recipients.
    for line in ["MAIL FROM:<>", &format!("RCPT TO:<{}>", first.from), &format!("RCPT TO:<{}>", reply_to(&first))] {
        assert!(smtp.say(line).await.starts_with("250"), "{line}\n{}", postfix.log());
    }
    assert!(smtp.say("DATA").await.starts_with("354"));
    assert!(smtp.raw(b"Subject: Undelivered\r\n\r\nNo.\r\n.\r\n").await.starts_with("250"));
    tests::eventually("both messages are handed over", async || {
        (server.count("SELECT count(*) FROM incoming WHERE done_at IS NOT NULL").await == 3
            || postfix.log().contains("status=bounced"))
        .then_some(())
    })
    .await;
    assert!(!postfix.log().contains("status=bounced"), "{}", postfix.log());
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'd4'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_asks_the_socketmap_and_the_dns_and_mails_itself() {
    let Some(postfix) = Postfix::new() else { return };
    let server = Server::answerable(|_| {}).await;
    let (lmtp, socketmap) = (server.lmtp_address().to_string(), server.socketmap_address().to_string());
    let main = recipe("/etc/postfix/main.cf").replace("127.0.0.1:2424", &lmtp).replace("127.0.0.1:2425", &socketmap);
    postfix.start(&main, "", &server.mailbox.url());
    postfix.client().await;
    let (secrets, url) = (format!("old:{},new:{}", "o".repeat(40), "n".repeat(40)), postfix.url());
    let mut settings = vec![
        ("TURNPOST_DATABASE_URL", &*server.database),
        ("TURNPOST_SECRETS", &*secrets),
        ("TURNPOST_PUBLIC_URL", "https://turnpost.example"),
        ("TURNPOST_SMTP_URL", &*url),
        ("TURNPOST_MAIL_FROM", "Turnpost <post@turnpost.example>"),
        ("TURNPOST_REPLY_ADDRESS", "play+%@turnpost.example"),
        ("TURNPOST_POSTMASTER", "ada@club.example"),
        ("TURNPOST_LMTP_LISTEN", &*lmtp),
        ("TURNPOST_SOCKETMAP_LISTEN", &*socketmap),
    ];
    let told = tokio::task::block_in_place(|| output(&["doctor", "--mail"], &settings));
    let words = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{words}{}", String::from_utf8_lossy(&told.stderr));
    let found = format!("recipients by the socketmap at {socketmap}; the server answers");
    for line in ["\nSPF  ", "\nDMARC  ", "\nPTR  ", &*found, "\ntest       it came back after"] {
        assert!(words.contains(line), "{line}: {words}");
    }
    settings[1].1 = "other:0123456789abcdef0123456789abcdef";
    let told = tokio::task::block_in_place(|| output(&["doctor"], &settings));
    assert!(!told.status.success());
    assert!(String::from_utf8(told.stdout).unwrap().contains("does it have the same secrets?"));
}
