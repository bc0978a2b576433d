//! The chain of a log: a hash that depends on the match and on each line so far, in their order.

use std::fmt;

use crate::dice::{Seed, hex};

/// The head of the chain of a log after one of its lines. It depends on the match and on all lines so far.
///
/// As long as the seed is secret, a head tells nothing of the lines, even to a reader who knows all of them but one. The seed was promised
/// by its commitment, so afterwards no other log has the same head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head([u8; 32]);

impl Head {
    /// The head with these bytes.
    pub fn new(bytes: [u8; 32]) -> Head {
        Head(bytes)
    }

    /// The 32 bytes.
    pub fn bytes(self) -> [u8; 32] {
        self.0
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// The chain of a log. Its head is HMAC-SHA256 (RFC 2104) with the 32 bytes of the seed as the key. The first head is that of the header
/// without the seed; each further one is that of the 32 bytes of the head before and the line.
#[derive(Clone)]
pub(super) struct Chain {
    seed: Seed,
    head: Head,
}

impl Chain {
    /// The chain of a match without moves.
    pub(super) fn new(seed: &Seed, header: &str) -> Chain {
        Chain::from(seed, Head(seed.mac(&[header.as_bytes()])))
    }

    /// The chain of a match after the line with this head.
    pub(super) fn from(seed: &Seed, head: Head) -> Chain {
        Chain { seed: seed.clone(), head }
    }

    /// Adds a line: the time since the start as an ISO 8601 duration, a blank, and the line as records write it.
    pub(super) fn add(&mut self, time: &str, line: &str) {
        self.head = Head(self.seed.mac(&[&self.head.0, time.as_bytes(), b" ", line.as_bytes()]));
    }

    /// The head.
    pub(super) fn head(&self) -> Head {
        self.head
    }
}
