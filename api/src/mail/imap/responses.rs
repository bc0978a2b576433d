//! The responses of a server, and the bounds of what it may send.

use std::io::{Error, ErrorKind, Result};

use imap_proto::Response;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// At most this many bytes of a line.
const LONGEST_LINE: usize = 64 * 1024;
/// At most this many opening brackets in a response. The parser calls itself for each.
const MAX_BRACKETS: usize = 64;

/// A stream of responses. Each is read as a whole and then parsed, so the parser sees each byte once.
pub(super) struct Responses<S> {
    stream: BufReader<S>,
    /// The bytes that may still come.
    left: usize,
    response: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Responses<S> {
    /// At most `max` bytes may come before the first command.
    pub(super) fn new(stream: S, max: usize) -> Responses<S> {
        Responses { stream: BufReader::new(stream), left: max, response: Vec::new() }
    }

    /// Sends a command, after which at most `max` bytes may come.
    pub(super) async fn send(&mut self, command: &str, max: usize) -> Result<()> {
        self.left = max;
        self.stream.write_all(command.as_bytes()).await?;
        self.stream.flush().await
    }

    /// The next response; `None` if the connection has ended. An error of the kind `FileTooLarge` says that too many bytes would come,
    /// and `Other` that they are no IMAP.
    pub(super) async fn next(&mut self) -> Result<Option<Response<'_>>> {
        self.response.clear();
        let mut brackets = 0;
        loop {
            let start = self.response.len();
            self.read_line().await?;
            let line = &self.response[start..];
            if self.response.is_empty() {
                return Ok(None);
            }
            brackets += line.iter().filter(|&&byte| byte == b'(').count();
            if brackets > MAX_BRACKETS {
                return Err(ErrorKind::FileTooLarge.into());
            }
            match announced(line).filter(|_| !ends_with_text(&self.response)) {
                Some(bytes) => self.read_literal(bytes).await?,
                None if line.ends_with(b"\n") => break,
                None => return Err(ErrorKind::UnexpectedEof.into()),
            }
        }
        match Response::parse(&self.response) {
            Ok(([], response)) => Ok(Some(response)),
            // The text of the parser's error shows what was read.
            Ok(_) | Err(_) => Err(Error::other("no IMAP")),
        }
    }

    /// Reads a line, which may be cut short by the end of the connection.
    async fn read_line(&mut self) -> Result<()> {
        let max = self.left.min(LONGEST_LINE);
        let read = (&mut self.stream).take(max as u64 + 1).read_until(b'\n', &mut self.response).await?;
        if read > max {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.left -= read;
        Ok(())
    }

    async fn read_literal(&mut self, bytes: usize) -> Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or(ErrorKind::FileTooLarge)?;
        // The room for it grows as it comes.
        let read = (&mut self.stream).take(bytes as u64).read_to_end(&mut self.response).await?;
        if read < bytes { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

/// The bytes of the literal that a line announces at its end (RFC 3501, section 4.3).
fn announced(line: &[u8]) -> Option<usize> {
    let line = str::from_utf8(line.strip_suffix(b"}\r\n")?.rsplit(|&byte| byte == b'{').next()?).ok()?;
    let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| line.parse().unwrap_or(usize::MAX))
}

/// A response to a command, a status, or what is no response: `{5}` at its end announces nothing.
fn ends_with_text(response: &[u8]) -> bool {
    let Some(data) = response.strip_prefix(b"* ") else { return true };
    let word = data.split(|&byte| byte == b' ').next().unwrap_or_default();
    ["OK", "NO", "BAD", "BYE", "PREAUTH"].iter().any(|status| word.eq_ignore_ascii_case(status.as_bytes()))
}
