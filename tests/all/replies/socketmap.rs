//! The socketmap by which a mail server asks for recipients: it answers as the listeners for mail do, and no more.

use std::time::Duration;

use tests::sender::reply_to;
use tests::{Server, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use turnpost::config::MailPlace;
use turnpost::inbox::socketmap;

use super::magma;

/// The answer to a request as it stands; an empty text if the server hangs up.
async fn answer(server: &Server, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.socketmap_address()).await.unwrap();
    stream.write_all(request).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = String::new();
    // A server that hangs up with bytes unread resets the connection.
    let _ = stream.read_to_string(&mut answer).await;
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recipient_is_known_if_mail_to_it_is_taken() {
    let server = Server::answerable(|table| {
        table.insert("mail_from".to_owned(), "Turnpost <post@turnpost.example>".into());
    })
    .await;
    let (_, [anna, _], first) = magma(&server).await;
    let place = MailPlace::Address(server.socketmap_address());
    let (key, mut smtp) = (reply_to(&first), server.smtp().await);
    let forged = format!("play+{}@turnpost.example", "a".repeat(55));
    for (address, is_known) in [
        (&*key, true),
        (&key.to_uppercase(), true),
        (&first.from, true),
        ("postmaster@turnpost.example", true),
        ("Post@Turnpost.example", true),
        ("abuse@turnpost.example", true),
        ("Play@turnpost.example", true),
        (&forged, false),
        ("plays@turnpost.example", false),
        ("anna@turnpost.example", false),
        ("post+x@turnpost.example", false),
        ("@turnpost.example", false),
        ("turnpost.example", false),
        ("postmaster@elsewhere.example", false),
        (&anna.address, false),
        ("", false),
    ] {
        let answer = socketmap::ask(&place, address).await.unwrap();
        assert_eq!(answer, if is_known { "OK turnpost" } else { "NOTFOUND " }, "{address}");
        if !address.is_empty() {
            let reply = smtp.send("", address, "Subject: x\r\n\r\nx").await;
            assert_eq!(reply.starts_with("250"), is_known, "{address}: {reply}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_requests_are_refused_and_do_no_harm() {
    let server = Server::quiet(tests::server::takes_answers).await;
    let netstring = |text: &str| format!("{}:{text},", text.len());
    let two = ["turnpost postmaster@turnpost.example", "turnpost a"].map(netstring).concat();
    let no_such_map = netstring("PERM The name of the map must be turnpost");
    let long = netstring(&format!("turnpost {}", "a".repeat(992)));
    for (request, told) in [
        (two.as_bytes(), &*["OK turnpost", "NOTFOUND "].map(netstring).concat()),
        (netstring("aliases postmaster@turnpost.example").as_bytes(), &no_such_map),
        (b"8:turnpost,", &no_such_map),
        (b"0:,", &no_such_map),
        (b"12:turnpost \xff\xfe\0,", "9:NOTFOUND ,"),
        (b"10:turnpost ab,", ""),
        (b"99999:turnpost a,", ""),
        (
            b"GET / HTTP/1.1

",
            "",
        ),
        (long.as_bytes(), ""),
    ] {
        assert_eq!(answer(&server, request).await, told, "{}", String::from_utf8_lossy(request));
    }
    // Clients that send nothing take no place from others: there are more places than processes of a mail server.
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(TcpStream::connect(server.socketmap_address()).await.unwrap());
    }
    assert_eq!(answer(&server, b"10:turnpost a,").await, "9:NOTFOUND ,");
    server.stop().await;
    for mut client in idle {
        eventually("the connection ends", async || {
            tokio::time::timeout(Duration::from_secs(1), client.read(&mut [0])).await.ok()
        })
        .await
        .unwrap();
    }
}
