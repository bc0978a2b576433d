//! Lines and messages of SMTP (RFC 5321) on a connection. All that is read is bounded.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// The most bytes of a command with its line break: RFC 5321, section 4.5.3.1.4, asks for 512, and parameters may need more.
const LONGEST_COMMAND: usize = 1000;

/// The most bytes that are read at once.
const PIECE: usize = 8192;

/// The longest wait for a client that does not read a reply.
const PATIENCE: Duration = Duration::from_secs(30);

/// A message of so many times the allowed size is read to its end before it is refused; a longer one ends the connection.
const MAX_TIMES: usize = 16;

/// A line that a client has sent.
pub(super) enum Command {
    /// A command with its line break.
    Line(Vec<u8>),
    /// A line that is too long for a command.
    TooLong,
}

/// A message that a client has sent.
pub(super) enum Data {
    /// The message, with CR LF at the ends of lines.
    Whole(Vec<u8>),
    /// It has too many bytes.
    TooLarge,
    /// It has a CR or an LF alone. Servers that disagree about the ends of lines can be made to see a second message in it.
    BareNewline,
}

/// A connection with a client.
pub(super) struct Wire<S>(BufReader<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub(super) fn new(stream: S) -> Wire<S> {
        Wire(BufReader::new(stream))
    }

    /// The connection; none if the client has sent bytes that were not read.
    pub(super) fn without_rest(self) -> Option<S> {
        self.0.buffer().is_empty().then(|| self.0.into_inner())
    }

    /// Sends a reply: lines, the last one with a blank after its code. A client that does not read it is an error.
    pub(super) async fn say(&mut self, reply: &str) -> std::io::Result<()> {
        let reply = format!("{}\r\n", reply.replace('\n', "\r\n"));
        let sent = async {
            self.0.write_all(reply.as_bytes()).await?;
            self.0.flush().await
        };
        tokio::time::timeout(PATIENCE, sent).await?
    }

    /// Reads a command; none at the end of the connection.
    pub(super) async fn command(&mut self) -> std::io::Result<Option<Command>> {
        let mut line = Vec::new();
        self.piece(&mut line, LONGEST_COMMAND).await?;
        if line.ends_with(b"\n") {
            return Ok(Some(Command::Line(line)));
        }
        if line.len() < LONGEST_COMMAND {
            return Ok(None);
        }
        for _ in 0..MAX_TIMES {
            line.clear();
            self.piece(&mut line, PIECE).await?;
            if line.ends_with(b"\n") {
                return Ok(Some(Command::TooLong));
            }
        }
        Ok(None)
    }

    /// Reads a message of at most this many bytes to the line with a dot alone (RFC 5321, section 4.5.2); none at the end of the
    /// connection.
    pub(super) async fn data(&mut self, max: usize) -> std::io::Result<Option<Data>> {
        let (mut message, mut line) = (Vec::new(), Vec::new());
        let (mut bare, mut at_start, mut before, mut read) = (false, true, b'\n', 0_usize);
        loop {
            line.clear();
            self.piece(&mut line, PIECE).await?;
            read += line.len();
            if line.is_empty() {
                return Ok(None);
            }
            if at_start && line == b".\r\n" {
                break;
            }
            let stuffed = at_start && line.starts_with(b".");
            at_start = line.ends_with(b"\r\n") || (line == b"\n" && before == b'\r');
            for byte in &line {
                bare |= (*byte == b'\n') != (before == b'\r');
                before = *byte;
            }
            if read <= max {
                message.extend(&line[usize::from(stuffed)..]);
            } else if read > max.saturating_mul(MAX_TIMES) {
                return Ok(None);
            }
        }
        Ok(Some(if bare {
            Data::BareNewline
        } else if read > max {
            Data::TooLarge
        } else {
            Data::Whole(message)
        }))
    }

    /// Appends bytes up to a line feed, at most this many.
    async fn piece(&mut self, line: &mut Vec<u8>, max: usize) -> std::io::Result<()> {
        (&mut self.0).take(max as u64).read_until(b'\n', line).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn data(sent: &[u8], max: usize) -> (Option<Data>, Vec<u8>) {
        let (client, server) = tokio::io::duplex(1 << 20);
        let (mut client, mut wire) = (client, Wire::new(server));
        client.write_all(sent).await.unwrap();
        client.shutdown().await.unwrap();
        let data = wire.data(max).await.unwrap();
        let mut rest = Vec::new();
        wire.0.read_to_end(&mut rest).await.unwrap();
        (data, rest)
    }

    #[tokio::test]
    async fn a_message_ends_with_a_dot_alone_and_loses_the_dots_that_were_added() {
        for (sent, message) in [
            (&b".\r\n"[..], &b""[..]),
            (b"a\r\n.\r\n", b"a\r\n"),
            (b"a\r\n..\r\n.b\r\n.\r\n", b"a\r\n.\r\nb\r\n"),
            (b"a.\r\n .\r\n.\r\n", b"a.\r\n .\r\n"),
        ] {
            let (found, rest) = data(&[sent, b"QUIT\r\n"].concat(), 100).await;
            assert!(matches!(found, Some(Data::Whole(found)) if found == message), "{sent:?}");
            assert_eq!(rest, b"QUIT\r\n");
        }
        let long = [b"x".repeat(3 * PIECE - 1), b"\r\n.\r\n".to_vec()].concat();
        assert!(matches!(data(&long, 4 * PIECE).await.0, Some(Data::Whole(found)) if found.len() == 3 * PIECE + 1));
        // A line break that falls between two pieces.
        for length in PIECE - 3..PIECE + 3 {
            let sent = [b"x".repeat(length), b"\r\n.\r\n".to_vec()].concat();
            assert!(matches!(data(&sent, 4 * PIECE).await.0, Some(Data::Whole(found)) if found.len() == length + 2));
        }
    }

    #[tokio::test]
    async fn no_second_message_can_be_smuggled() {
        for sent in [
            &b"a\n.\nMAIL FROM:<>\r\n.\r\n"[..],
            b"a\n.\r\nb\r\n.\r\n",
            b"a\r\n.\nb\r\n.\r\n",
            b"a\r.\r\nb\r\n.\r\n",
            b"a\rb\r\n.\r\n",
        ] {
            let (found, rest) = data(sent, 100).await;
            assert!(matches!(found, Some(Data::BareNewline)), "{sent:?}");
            assert_eq!(rest, b"", "{sent:?}");
        }
    }

    #[tokio::test]
    async fn what_is_too_long_is_read_to_its_end_and_refused() {
        let (found, rest) = data(&[b"abcdefgh\r\n".repeat(20), b".\r\nQUIT\r\n".to_vec()].concat(), 100).await;
        assert!(matches!(found, Some(Data::TooLarge)) && rest == b"QUIT\r\n");
        assert!(data(&b"abcdefgh\r\n".repeat(1000), 100).await.0.is_none());
        assert!(data(b"abc", 100).await.0.is_none());
        let (client, server) = tokio::io::duplex(1 << 20);
        let (mut client, mut wire) = (client, Wire::new(server));
        client.write_all(&[b"x".repeat(5000), b"\r\nNOOP\r\n".to_vec()].concat()).await.unwrap();
        assert!(matches!(wire.command().await.unwrap(), Some(Command::TooLong)));
        assert!(matches!(wire.command().await.unwrap(), Some(Command::Line(line)) if line == b"NOOP\r\n"));
        drop(client);
        assert!(wire.command().await.unwrap().is_none());
    }
}
