//! One conversation with the mail server for tests (RFC 5321), stricter than most servers are.

use std::io;
use std::time::Instant;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use super::{Desk, Received, Trouble};

/// The end of a conversation.
pub(super) enum End<S> {
    /// The client has gone.
    Closed,
    /// It wants to go on encrypted.
    StartTls(S),
}

struct Line<S>(BufReader<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> Line<S> {
    async fn say(&mut self, reply: &str) -> io::Result<()> {
        self.0.write_all(format!("{reply}\r\n").as_bytes()).await?;
        self.0.flush().await
    }

    /// A line with its end; nothing when the client has gone.
    async fn hear(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.0.read_until(b'\n', &mut line).await?;
        Ok(line)
    }

    /// The email up to the lone dot, its doubled dots taken back (4.5.2), and what is wrong with it.
    async fn email(&mut self) -> io::Result<(Vec<u8>, Option<&'static str>)> {
        let (mut raw, mut wrong) = (Vec::new(), None);
        loop {
            let line = self.hear().await?;
            if line.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line == b".\r\n" {
                return Ok((raw, wrong));
            }
            // 4.5.3.1.6, 2.3.8, and no 8BITMIME is offered.
            if line.len() > 1000 {
                wrong = Some("500 5.5.2 line too long");
            } else if !line.ends_with(b"\r\n") || line[..line.len() - 2].iter().any(|c| b"\r\0".contains(c)) {
                wrong = Some("500 5.6.0 bare CR, LF or NUL");
            } else if !line.is_ascii() {
                wrong = Some("500 5.6.1 eight bits");
            }
            raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        }
    }
}

/// Talks with a client. `tls`: nothing if it is not to be had, else whether this line is encrypted already; if it is to be had,
/// nothing is taken in the clear. `greet`: does the conversation begin here, or after STARTTLS?
pub(super) async fn session<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    desk: &Desk,
    connection: usize,
    tls: Option<bool>,
    greet: bool,
) -> io::Result<End<S>> {
    let mut line = Line(BufReader::new(stream));
    let mut known = desk.password.is_none();
    let (mut from, mut to, mut trouble) = (None, Vec::new(), None);
    if greet {
        line.say("220 sink ESMTP").await?;
    }
    loop {
        let heard = line.hear().await?;
        let Ok(heard) = String::from_utf8(heard) else { return Ok(End::Closed) };
        if heard.is_empty() {
            return Ok(End::Closed);
        }
        let heard = heard.trim_end();
        let verb = heard.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let clear = tls == Some(false) && matches!(verb.as_str(), "AUTH" | "MAIL" | "RCPT" | "DATA");
        let reply = match verb.as_str() {
            _ if clear => "530 5.7.0 must issue a STARTTLS command first".to_owned(),
            "EHLO" if tls == Some(false) => "250-sink\r\n250 STARTTLS".to_owned(),
            "EHLO" if desk.password.is_some() => "250-sink\r\n250 AUTH PLAIN".to_owned(),
            "EHLO" | "HELO" => "250 sink".to_owned(),
            "STARTTLS" if tls == Some(false) => {
                line.say("220 2.0.0 ready").await?;
                // What was sent ahead of the handshake is thrown away, or it could be smuggled in (RFC 3207, 6).
                return Ok(End::StartTls(line.0.into_inner()));
            }
            "AUTH" => {
                known = heard.strip_prefix("AUTH PLAIN ").is_some_and(|token| desk.admits(token));
                if known { "235 2.7.0 welcome" } else { "535 5.7.8 wrong name or password" }.to_owned()
            }
            "MAIL" | "RCPT" | "DATA" if !known => "530 5.7.0 authentication required".to_owned(),
            "MAIL" => {
                (from, to) = (address(heard), Vec::new());
                trouble = desk.trouble_with(from.as_deref().unwrap_or_default());
                "250 2.1.0 ok".to_owned()
            }
            "RCPT" => match (&trouble, address(heard)) {
                (Some(Trouble::Refuse(reply)), _) => reply.clone(),
                (_, Some(address)) if from.is_some() => {
                    to.push(address);
                    "250 2.1.5 ok".to_owned()
                }
                _ => "503 5.5.1 MAIL first".to_owned(),
            },
            "DATA" if to.is_empty() => "503 5.5.1 RCPT first".to_owned(),
            "DATA" => {
                line.say("354 go on").await?;
                let (raw, wrong) = line.email().await?;
                let (from, to) = (from.take().unwrap_or_default(), std::mem::take(&mut to));
                let email = Received { from, to, raw, connection, encrypted: tls == Some(true), at: Instant::now() };
                let trouble = trouble.take();
                match wrong {
                    Some(wrong) => wrong.to_owned(),
                    None => match take(desk, email, trouble).await {
                        Some(reply) => reply,
                        None => return Ok(End::Closed),
                    },
                }
            }
            "RSET" | "NOOP" => "250 2.0.0 ok".to_owned(),
            "QUIT" => {
                line.say("221 2.0.0 bye").await?;
                return Ok(End::Closed);
            }
            _ => "502 5.5.1 not understood".to_owned(),
        };
        line.say(&reply).await?;
    }
}

/// Takes an email, or makes the trouble that the test has asked for; returns the reply, or nothing to hang up.
async fn take(desk: &Desk, email: Received, trouble: Option<Trouble>) -> Option<String> {
    match trouble {
        Some(Trouble::HangUp) => None,
        Some(Trouble::RefuseData(reply)) => Some(reply),
        Some(Trouble::Stall) => {
            desk.keep(email);
            desk.go_on.notified().await;
            Some("250 2.0.0 taken at last".to_owned())
        }
        Some(Trouble::Refuse(_)) | None => {
            desk.keep(email);
            Some("250 2.0.0 taken".to_owned())
        }
    }
}

/// The text between angle brackets.
fn address(command: &str) -> Option<String> {
    let (_, rest) = command.split_once('<')?;
    Some(rest.split_once('>')?.0.to_owned())
}
