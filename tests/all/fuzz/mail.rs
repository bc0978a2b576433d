//! Whole messages, and the lines of a mail server. `api/src/mail/read/tests/properties.rs` has more of the first.

use std::time::Duration;

use proptest::prelude::*;
use tests::Server;
use tests::server::takes_answers;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use turnpost::mail::read::read;

use super::{fuzz, near, texts, time_costly};

const WORDS: &[&str] = &[
    "\r\n",
    "\r\n\r\n",
    "\n",
    "\r",
    ".",
    "\r\n.\r\n",
    "--b",
    "--b--",
    "Content-Type: ",
    "multipart/mixed; boundary=b",
    "text/html",
    "base64",
    "message/rfc822",
    "charset=utf-16",
    "charset=x",
    "=?utf-8?q?=?=",
    "=?utf-7?b?+AGE-?=",
    "> ",
    "<blockquote>",
    "<div class=gmail_quote>",
    "</",
    "&#",
    "&#x110000;",
    "=0",
    "=\r\n",
    "On 1/1/2026 Anna wrote:",
    "\u{0}",
    "\u{feff}",
    "é",
    "(",
    "\"",
    ";",
    "a*0*=utf-8''%",
    "-- \r\n",
];

const PLAIN: &str = "From: Anna <anna@example.org>\r\nTo: play+x@turnpost.example\r\nSubject: Re: =?utf-8?q?Your_turn?=\r\n\
    Date: Thu, 1 Jan 2026 00:00:00 +0000\r\nMessage-ID: <1@mail.example>\r\nMIME-Version: 1.0\r\n\
    Content-Type: text/plain; charset=utf-8; format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
    e5-e7\r\n\r\nOn Thu, 1 Jan 2026 at 10:00, Turnpost wrote:\r\n\r\n> Your turn=\r\n";
const PARTS: &str = "From: anna@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"b\"\r\n\r\n\
    --b\r\nContent-Type: text/plain\r\n\r\ne5-e7\r\n--b\r\nContent-Type: text/html; charset=iso-8859-1\r\n\
    Content-Transfer-Encoding: base64\r\n\r\nPHA+ZTUtZTc8L3A+\r\n--b--\r\n";
const BOUNCE: &str = "From: MAILER-DAEMON@example.org\r\nAuto-Submitted: auto-replied\r\n\
    Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
    Reporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822; a@b.c\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n";

#[test]
fn messages() {
    let samples = [PLAIN, PARTS, BOUNCE].map(str::to_owned).to_vec();
    // Some bytes are no UTF-8.
    let inputs =
        (texts(samples, WORDS), proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..4));
    fuzz("messages", &inputs, |(text, bytes)| {
        let mut raw = text.into_bytes();
        for (at, byte) in bytes {
            raw.insert(at.index(raw.len() + 1), byte);
        }
        let received = read(&raw);
        assert!(received.text.contains(received.first()));
    });
    let body = |text: &str| read(format!("From: a@b.c\r\nContent-Type: text/html\r\n\r\n{text}").as_bytes());
    let units = ["<div>", "<blockquote>", "</div>", "<a b=\"", "<!--", "&#", "a ", "<p>a</p>\n"];
    time_costly("messages in HTML", &units, [1 << 16, 1 << 18], body);
    let body = |text: &str| read(format!("From: a@b.c\r\n\r\n{text}").as_bytes());
    time_costly(
        "messages in text",
        &["> a\n", "a\n", ">", "On 1/1/2026 Anna wrote:\n", "-----\n", "a <\n"],
        [1 << 16, 1 << 18],
        body,
    );
    let mixed = "From: a@b.c\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
    let parts = |text: &str| read(format!("{mixed}{text}").as_bytes());
    // The boundaries of the second do not come: a reader that looks for each would take 16 times as long.
    let units = ["--b\r\n\r\na\r\n", "--b\r\nContent-Type: multipart/x; boundary=c\r\n\r\na\r\n"];
    time_costly("parts of messages", &units, [1 << 17, 1 << 19], parts);
    let head = |text: &str| read(format!("From: a@b.c\r\n{text}\r\n\r\ne5-e7").as_bytes());
    time_costly(
        "heads of messages",
        &["X: a\r\n", "Subject: =?utf-8?q?a?=\r\n", "a", " a\r\n", "To: a@b.c, "],
        [1 << 16, 1 << 18],
        head,
    );
}

/// Commands of a client, in any order and broken.
const COMMANDS: &[&str] = &[
    "LHLO a\r\n",
    "EHLO a\r\n",
    "HELO a\r\n",
    "MAIL FROM:<a@example.org>\r\n",
    "MAIL FROM:<> SIZE=99999999999 BODY=8BITMIME\r\n",
    "RCPT TO:<play+x@turnpost.example>\r\n",
    "RCPT TO:<postmaster>\r\n",
    "DATA\r\n",
    "BDAT 10 LAST\r\n",
    "RSET\r\n",
    "NOOP\r\n",
    "VRFY a\r\n",
    "HELP\r\n",
    "STARTTLS\r\n",
    "QUIT\r\n",
    "\r\n",
    "\n",
    "\r",
    ".\r\n",
    "\r\n.\r\n",
    "From: a\r\n\r\nx",
    "<",
    ">",
    "\u{0}",
    "é",
    " ",
    ":",
    "AUTH PLAIN AGEAYg==\r\n",
    "XCLIENT ADDR=1\r\n",
    "MAIL FROM:<\"a b\"@[IPv6:::1]>\r\n",
];

#[test]
fn lines_of_a_mail_server() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // The connections to the mail server end within the runtime, so the server is dropped there.
    let _within = runtime.enter();
    let server = runtime.block_on(Server::quiet(takes_answers));
    let session = proptest::collection::vec(proptest::sample::select(COMMANDS), 0..14).prop_map(|lines| lines.concat());
    let inputs = prop_oneof![3 => session.clone(), 2 => session.prop_flat_map(|text| near(vec![text], COMMANDS)), 1 => any::<String>()];
    let places = [server.lmtp_address(), server.smtp_address()];
    fuzz("lines of a mail server", &(inputs, 0..places.len()), |(text, at)| {
        runtime.block_on(async {
            let mut stream = TcpStream::connect(places[at]).await.unwrap();
            let (mut greeting, mut rest) = ([0; 3], Vec::new());
            stream.read_exact(&mut greeting).await.unwrap();
            assert_eq!(&greeting, b"220");
            // The server may hang up before it has read everything.
            let sent = stream.write_all(text.as_bytes()).await;
            let ended = stream.shutdown().await;
            let read =
                tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut rest)).await.expect("an end");
            drop((sent, ended, read));
        });
    });
}

/// Parts of the requests of a socketmap.
const REQUESTS: &[&str] = &[
    "36:turnpost postmaster@turnpost.example,",
    "8:turnpost,",
    "0:,",
    "1000:",
    "9999:",
    "99999999999999999999:",
    "-1:",
    "3:a\u{e9},",
    "turnpost ",
    "play+x@turnpost.example",
    "@",
    "\u{0}",
    "\r\n",
    ":",
    ",",
    "GET / HTTP/1.1\r\n\r\n",
];

#[test]
fn requests_of_a_socketmap() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _within = runtime.enter();
    let server = runtime.block_on(Server::quiet(takes_answers));
    let place = server.socketmap_address();
    let inputs = texts(REQUESTS.iter().map(|request| (*request).to_owned()).collect(), REQUESTS);
    fuzz("requests of a socketmap", &inputs, |text| {
        runtime.block_on(async {
            let mut stream = TcpStream::connect(place).await.unwrap();
            let sent = stream.write_all(text.as_bytes()).await;
            let ended = stream.shutdown().await;
            let mut answers = Vec::new();
            let read =
                tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut answers)).await.expect("an end");
            drop((sent, ended, read));
            // An answer for each request at most, and none that is longer than an address.
            assert!(answers.len() <= 64 * text.matches(',').count(), "{}", String::from_utf8_lossy(&answers));
        });
    });
}
