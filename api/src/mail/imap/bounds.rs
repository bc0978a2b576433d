//! The bounds of what a server may send.

use std::fmt;
use std::io::{ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// At most this many bytes of a line. The parser begins again with each piece of a line that comes.
const LONGEST_LINE: usize = 64 * 1024;
/// At most this many opening brackets in a line. The parser calls itself for each.
const MOST_BRACKETS: usize = 64;

/// A stream from which at most so many bytes are read; another byte is an error of the kind `FileTooLarge`.
///
/// A literal (RFC 3501, section 4.3) counts from the line that announces it, before its bytes come: async-imap reserves its room
/// at once, for up to 512 MiB.
pub(super) struct Bounded<S> {
    stream: S,
    /// The bytes that may still come.
    left: usize,
    /// The bytes of a literal that still have to come.
    literal: usize,
    line: Line,
}

/// The line that is being read.
#[derive(Clone, Copy, Default)]
struct Line {
    bytes: usize,
    brackets: usize,
    start: [u8; 3],
    announced: Announced,
}

/// The part of `{NUMBER}` that the line ends with so far.
#[derive(Clone, Copy, Default)]
enum Announced {
    #[default]
    Nothing,
    Number(usize),
    Closed(usize),
    Return(usize),
}

impl<S> Bounded<S> {
    /// No byte may come before [`Bounded::allow`].
    pub(super) fn new(stream: S) -> Bounded<S> {
        Bounded { stream, left: 0, literal: 0, line: Line::default() }
    }

    /// Allows so many more bytes, and no more than these.
    pub(super) fn allow(&mut self, bytes: usize) {
        self.left = bytes;
    }

    fn take(&mut self, mut bytes: &[u8]) -> Result<()> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(ErrorKind::FileTooLarge)?;
        while !bytes.is_empty() {
            if self.literal > 0 {
                let skipped = self.literal.min(bytes.len());
                self.literal -= skipped;
                bytes = bytes.get(skipped..).unwrap_or_default();
            } else if let Some((byte, rest)) = bytes.split_first() {
                bytes = rest;
                if let Some(literal) = self.line.next(*byte)? {
                    if literal > self.left.saturating_add(bytes.len()) {
                        return Err(ErrorKind::FileTooLarge.into());
                    }
                    if self.line.has_literals() {
                        self.literal = literal;
                        self.line.announced = Announced::Nothing;
                    } else {
                        self.line = Line::default();
                    }
                }
            }
        }
        Ok(())
    }
}

impl Line {
    /// Returns whether the line is `* NUMBER ...`. Others may end with free text, in which `{5}` announces nothing.
    fn has_literals(&self) -> bool {
        matches!(self.start, [b'*', b' ', b'0'..=b'9'])
    }

    /// Adds a byte. Returns the bytes of the literal that the line announces, if it ends so.
    fn next(&mut self, byte: u8) -> Result<Option<usize>> {
        if let Some(place) = self.start.get_mut(self.bytes) {
            *place = byte;
        }
        self.bytes += 1;
        self.brackets += usize::from(byte == b'(');
        if self.bytes > LONGEST_LINE || self.brackets > MOST_BRACKETS {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.announced = match (self.announced, byte) {
            (_, b'{') => Announced::Number(0),
            (Announced::Number(number), b'0'..=b'9') => {
                Announced::Number(number.saturating_mul(10).saturating_add(usize::from(byte - b'0')))
            }
            (Announced::Number(number), b'}') => Announced::Closed(number),
            (Announced::Closed(number), b'\r') => Announced::Return(number),
            (Announced::Return(number), b'\n') => return Ok(Some(number)),
            _ => Announced::Nothing,
        };
        if byte == b'\n' {
            *self = Line::default();
        }
        Ok(None)
    }
}

impl<S> fmt::Debug for Bounded<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bounded").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        Poll::Ready(this.take(buffer.filled().get(before..).unwrap_or_default()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
