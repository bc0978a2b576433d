//! A socketmap (Postfix, socketmap_table(5)): a mail server asks whether mail to an address is taken, while the sender waits. It gets
//! the answer that `RCPT TO` of the other listeners gives, and no more. All that is read is bounded.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::hand_over::connect;
use super::listen::{Socket, Stream};
use super::receive::{self, NotTaken};
use crate::app::App;
use crate::config::MailPlace;

/// The name of the map.
const MAP: &str = "turnpost";

/// The most bytes of a request: an address has at most 254, and what a client of the mail server invents is refused there.
const LONGEST_REQUEST: usize = 1000;

/// The most digits of the length of a request.
const LONGEST_LENGTH: usize = 4;

/// At most this many connections at a time; others wait. Each process of Postfix that takes mail has one, of 100 by default.
const MAX_CONNECTIONS: usize = 256;

/// The longest wait for a request. Postfix closes a connection that was idle for 10 seconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// The longest wait of a client for an answer.
const PATIENCE_OF_A_CLIENT: Duration = Duration::from_secs(5);

/// The most time that a connection lasts. Postfix makes a new one after 100 seconds.
const LONGEST: Duration = Duration::from_secs(300);

/// A listener for questions about recipients.
pub struct Socketmap(Socket);

impl Socketmap {
    /// Opens the listener, if the settings name a place for it.
    pub fn open(app: &App) -> io::Result<Option<Socketmap>> {
        app.config.socketmap_listen.as_ref().map(|place| Socket::open(place).map(Socketmap)).transpose()
    }

    /// The address that it listens at; none for a socket in the file system.
    pub fn address(&self) -> Option<SocketAddr> {
        self.0.address()
    }

    /// Answers until `stop`. A mail server that is cut off in the middle asks again, or tells its client to come again.
    pub async fn serve(self, app: App, stop: CancellationToken) {
        let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let tasks = TaskTracker::new();
        while let Ok(place) = free.clone().acquire_owned().await {
            let accepted = tokio::select! {
                accepted = self.0.accept() => accepted,
                () = stop.cancelled() => break,
            };
            let stream = match accepted {
                Ok(stream) => stream,
                Err(why) => {
                    tracing::error!(%why, "cannot accept a socketmap connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let (app, stop) = (app.clone(), stop.clone());
            tasks.spawn(async move {
                let talk = async {
                    match stream {
                        Stream::Tcp(stream, _) => talk(&app, stream).await,
                        Stream::Unix(stream) => talk(&app, stream).await,
                    }
                };
                tokio::select! {
                    _ = timeout(LONGEST, talk) => {}
                    () = stop.cancelled() => {}
                }
                drop(place);
            });
        }
        tasks.close();
        tasks.wait().await;
    }
}

/// Asks the socketmap at this place whether mail to an address is taken; none if nothing answers within a few seconds.
pub async fn ask(place: &MailPlace, address: &str) -> Option<String> {
    let asked = async {
        let mut wire = connect(place).await?;
        let request = format!("{MAP} {address}");
        wire.write_all(format!("{}:{request},", request.len()).as_bytes()).await?;
        netstring(&mut wire).await
    };
    let answer = timeout(PATIENCE_OF_A_CLIENT, asked).await.ok()?.ok()?;
    String::from_utf8(answer).ok()
}

/// Answers requests until the client leaves, sends something else, or lets too much time pass: each of them is an error.
async fn talk(app: &App, stream: impl AsyncRead + AsyncWrite + Unpin) -> io::Result<()> {
    let mut wire = BufReader::new(stream);
    loop {
        let exchange = async {
            let request = netstring(&mut wire).await?;
            let answer = answer(app, &request);
            wire.write_all(format!("{}:{answer},", answer.len()).as_bytes()).await?;
            wire.flush().await
        };
        timeout(PATIENCE, exchange).await??;
    }
}

/// Reads a request or an answer, which is a netstring: its length in digits, a colon, so many bytes, a comma.
async fn netstring(wire: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let broken = || io::Error::from(io::ErrorKind::InvalidData);
    let mut digits = String::new();
    loop {
        match wire.read_u8().await? {
            b':' => break,
            digit if digit.is_ascii_digit() && digits.len() < LONGEST_LENGTH => digits.push(char::from(digit)),
            _ => return Err(broken()),
        }
    }
    let length = digits.parse().ok().filter(|length| *length <= LONGEST_REQUEST).ok_or_else(broken)?;
    let mut text = vec![0; length];
    wire.read_exact(&mut text).await?;
    if wire.read_u8().await? == b',' { Ok(text) } else { Err(broken()) }
}

/// The answer to a request, which is the name of the map, a blank and an address.
fn answer(app: &App, request: &[u8]) -> &'static str {
    let Some(address) = request.strip_prefix(MAP.as_bytes()).and_then(|rest| rest.strip_prefix(b" ")) else {
        return "PERM The name of the map must be turnpost";
    };
    // Addresses of this server are ASCII.
    let Ok(address) = std::str::from_utf8(address) else { return "NOTFOUND " };
    match receive::recipient(app, address) {
        Ok(_) => "OK turnpost",
        Err(NotTaken::NoSuchAddress) => "NOTFOUND ",
        Err(
            NotTaken::TooLarge | NotTaken::BareNewline | NotTaken::TooMany | NotTaken::Circle | NotTaken::Unavailable,
        ) => "TEMP Try again later",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_is_read_to_its_comma_and_everything_else_is_refused() {
        let read = async |bytes: &[u8]| {
            let mut rest = bytes;
            netstring(&mut rest).await.map(|request| (request, rest.len())).map_err(|why| why.kind())
        };
        assert_eq!(read(b"5:a b,c,9:").await, Ok((b"a b,c".to_vec(), 2)));
        assert_eq!(read(b"0:,").await, Ok((Vec::new(), 0)));
        assert_eq!(read(b"0003:a\n\0,").await, Ok((b"a\n\0".to_vec(), 0)));
        let long = "a".repeat(LONGEST_REQUEST + 1);
        let too_long = format!("{}:{long},", long.len());
        for broken in [
            &b":,"[..],
            b"3:abcd",
            b"-1:a,",
            b"+1:a,",
            b" 1:a,",
            b"1;a,",
            b"00001:a,",
            b"99999999999999999999:a,",
            b"x",
            too_long.as_bytes(),
        ] {
            assert_eq!(read(broken).await, Err(io::ErrorKind::InvalidData), "{broken:?}");
        }
        for cut in [&b""[..], b"3", b"3:", b"3:ab", b"3:abc"] {
            assert_eq!(read(cut).await, Err(io::ErrorKind::UnexpectedEof), "{cut:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_nothing_more_is_sent_away() {
        let (mut client, server) = tokio::io::duplex(100);
        client.write_all(b"20:turnp").await.unwrap();
        let begun = tokio::time::Instant::now();
        let mut wire = server;
        assert!(timeout(PATIENCE, netstring(&mut wire)).await.is_err());
        assert_eq!(begun.elapsed(), PATIENCE);
    }
}
