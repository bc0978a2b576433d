//! The socket of a client: it ends where the client does not take what is sent to it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::Place;

/// The time within which a client has to take [`LEAST`] bytes of what waits for it.
pub(super) const WINDOW: Duration = Duration::from_secs(60);
/// The minimum number of bytes that a client takes in a [`WINDOW`], if as many wait: 512 a second.
const LEAST: usize = 512 * 60;

/// A socket that is counted. A write that waits fails when a [`WINDOW`] is over in which too little was taken; all that waited is freed.
pub(super) struct Socket<S> {
    stream: S,
    _place: Place,
    waiting: Option<Waiting>,
}

/// A write that the client has not taken at once.
struct Waiting {
    end: Pin<Box<Sleep>>,
    taken: usize,
}

impl<S> Socket<S> {
    /// The socket of a client that has a place.
    pub(super) fn new(stream: S, place: Place) -> Socket<S> {
        Socket { stream, _place: place, waiting: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Socket<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Socket<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let socket = &mut *self;
        if let Poll::Ready(written) = Pin::new(&mut socket.stream).poll_write(context, bytes) {
            if let (Some(waiting), Ok(number)) = (&mut socket.waiting, &written) {
                waiting.taken += number;
            }
            return Poll::Ready(written);
        }
        let waiting = socket.waiting.get_or_insert_with(|| Waiting { end: Box::pin(sleep(WINDOW)), taken: 0 });
        while waiting.end.as_mut().poll(context).is_ready() {
            if waiting.taken < LEAST {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            waiting.taken = 0;
            waiting.end.as_mut().reset(Instant::now() + WINDOW);
        }
        Poll::Pending
    }

    /// All that was to be written has been.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.waiting = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;
    use crate::connections::Connections;

    /// A client whose connection holds 1000 bytes, and its socket.
    fn pair() -> (DuplexStream, Socket<DuplexStream>) {
        let (client, server) = duplex(1000);
        (client, Socket::new(server, Connections::new(1, 1).enter(None).unwrap()))
    }

    async fn send(mut socket: Socket<DuplexStream>, number: usize) -> io::Result<()> {
        socket.write_all(&vec![b'a'; number]).await?;
        socket.flush().await
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_left_after_a_minute() {
        let (_client, socket) = pair();
        let began = Instant::now();
        assert_eq!(send(socket, 2000).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), 60);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_a_little_now_and_then_is_left_too() {
        let (mut client, socket) = pair();
        let sending = tokio::spawn(send(socket, 1_000_000));
        let mut buffer = [0; 100];
        while client.read_exact(&mut buffer).await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
        assert_eq!(sending.await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_gets_all_of_it() {
        let (mut client, socket) = pair();
        let sending = tokio::spawn(send(socket, 200_000));
        let mut buffer = [0; 1000];
        for _ in 0..200 {
            client.read_exact(&mut buffer).await.unwrap();
            sleep(Duration::from_secs(1)).await;
        }
        sending.await.unwrap().unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_with_little_to_say_goes_on() {
        let (mut client, mut socket) = pair();
        for _ in 0..50 {
            socket.write_all(&[b'a'; 900]).await.unwrap();
            socket.flush().await.unwrap();
            sleep(Duration::from_secs(25)).await;
            client.read_exact(&mut [0; 900]).await.unwrap();
        }
    }
}
