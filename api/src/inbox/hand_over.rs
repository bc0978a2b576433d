//! The command `turnpost receive`: a mail server starts it for each message (a pipe), and it hands the message over.

use std::process::ExitCode;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UnixStream};

use super::receive;
use crate::app::App;
use crate::config::MailPlace;

/// What became of a message: the exit codes of `sysexits.h`, by which mail servers know whether to try again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandedOver {
    /// The message is stored.
    Taken,
    /// The message cannot be taken (EX_DATAERR).
    Refused,
    /// There is no such address (EX_NOUSER).
    NoSuchAddress,
    /// Another try may succeed (EX_TEMPFAIL).
    TryAgain,
}

impl From<HandedOver> for ExitCode {
    fn from(end: HandedOver) -> ExitCode {
        ExitCode::from(match end {
            HandedOver::Taken => 0,
            HandedOver::Refused => 65,
            HandedOver::NoSuchAddress => 67,
            HandedOver::TryAgain => 75,
        })
    }
}

impl HandedOver {
    fn by_reply(reply: &str) -> HandedOver {
        match reply.as_bytes().first() {
            Some(b'2') => HandedOver::Taken,
            Some(b'5') if reply.starts_with("550 5.1.1") => HandedOver::NoSuchAddress,
            Some(b'5') => HandedOver::Refused,
            Some(_) | None => HandedOver::TryAgain,
        }
    }
}

/// Stores a message by this process, for a server that is not running or does not listen.
pub async fn store(app: &App, to: &str, from: &str, raw: &[u8]) -> HandedOver {
    let taken = match receive::recipient(app, to) {
        Ok(recipient) => receive::store(app, &recipient, Some(from), raw).await,
        Err(why) => Err(why),
    };
    match taken {
        Ok(()) => HandedOver::Taken,
        Err(why) => HandedOver::by_reply(&why.to_string()),
    }
}

/// A connection with a server of mail.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}
pub(super) type Wire = BufReader<Box<dyn Stream>>;

/// Connects to a server at a place of this machine.
pub(super) async fn connect(place: &MailPlace) -> std::io::Result<Wire> {
    let stream: Box<dyn Stream> = match place {
        MailPlace::Address(address) => Box::new(TcpStream::connect(address).await?),
        MailPlace::File(path) => Box::new(UnixStream::connect(path).await?),
    };
    Ok(BufReader::new(stream))
}

/// Hands a message to a running server by LMTP; `None` if none listens there. Line breaks without CR, which a pipe brings, are completed.
pub async fn by_lmtp(place: &MailPlace, to: &str, from: &str, raw: &[u8]) -> Option<HandedOver> {
    let mut wire = connect(place).await.ok()?;
    Some(talk(&mut wire, to, from, raw).await.unwrap_or(HandedOver::TryAgain))
}

/// The greeting of a server of mail, if one answers within a few seconds.
pub async fn greeting(place: &MailPlace) -> Option<String> {
    let greeted = async { answer(&mut connect(place).await.ok()?).await.ok() };
    tokio::time::timeout(Duration::from_secs(5), greeted).await.ok().flatten()
}

async fn talk(wire: &mut Wire, to: &str, from: &str, raw: &[u8]) -> std::io::Result<HandedOver> {
    let mut reply = answer(wire).await?;
    let commands =
        ["LHLO localhost".to_owned(), format!("MAIL FROM:<{from}>"), format!("RCPT TO:<{to}>"), "DATA".to_owned()];
    for command in commands {
        if !reply.starts_with('2') {
            return Ok(HandedOver::by_reply(&reply));
        }
        wire.write_all(format!("{command}\r\n").as_bytes()).await?;
        reply = answer(wire).await?;
    }
    if !reply.starts_with("354") {
        return Ok(HandedOver::by_reply(&reply));
    }
    let mut message = Vec::with_capacity(raw.len() + raw.len() / 16);
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.starts_with(b".") {
            message.push(b'.');
        }
        message.extend(line);
        message.extend(b"\r\n");
    }
    message.extend(b".\r\n");
    wire.write_all(&message).await?;
    let reply = answer(wire).await?;
    wire.write_all(b"QUIT\r\n").await?;
    Ok(HandedOver::by_reply(&reply))
}

/// The last line of a reply (RFC 5321, section 4.2.1); an empty one at the end of the connection.
async fn answer(wire: &mut Wire) -> std::io::Result<String> {
    loop {
        let mut line = String::new();
        wire.read_line(&mut line).await?;
        if line.as_bytes().get(3) != Some(&b'-') {
            return Ok(line);
        }
    }
}
