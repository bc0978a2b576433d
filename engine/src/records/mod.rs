//! Records: matches as text, written by people or by the machine, checked by replaying them.
//!
//! ```text
//! game magma   edition 1   seats 2   options {"board":"pointed43"}   seed 07
//! commitment 3f2a...               the hash of the seed, which was published at the start
//! # Anything after a hash is a comment.
//! red: a1-b1
//! at PT5S                          the lines below happened 5 seconds after the start
//! !red: pass   illegal not-awaited
//! ?blue: e5 e7   unreadable
//! ~blue: lapse                     written by the clock: lapse, forfeit or timer-out
//! ~no-seat: abandoned              the match was abandoned
//! *red: pass                       forced by the rules
//! = anyone sees
//! | the text board
//! = blue reads                     what the last act tells this eye
//! = blue may a1-                   how this beginning of a move can go on
//! = blue ends                      the end conditions
//! outcome 2 1   Blue wins: all others have left.
//! head 9c01...                     the head of the chain of the lines
//! ```
//!
//! The header of a match with values of players has the field `values` after the seed, with 32 digits each: `values 00..,9c..`. The header of a match that was played on from another one ends with the field `earlier`: each earlier seed with the last line that was
//! played with it, such as `earlier 12:07..,40:9c..` with 64 digits each.
//!
//! Eyes are the chairs' ids, `anyone` for a spectator, `all` for after the end. All lines but the header, the moves
//! and the clock's lines are expectations: [`run`] replaces them by what the rules give, so a record is right if and only if
//! running it changes nothing. The edition, the commitment and the head may be missing; [`verify`] wants the last two.

mod chain;
mod replay;
#[cfg(test)]
mod tests;
mod verify;
mod write;

use std::fmt::Write;

pub use self::chain::Head;
use self::replay::Replay;
pub use self::verify::{Part, Unproved, Verified, Verifying, verify};
pub use self::write::{first_head, heads, write};
use crate::rules::{Frame, Line};

/// The blanks between a move and the expectation behind it.
const GAP: &str = "   ";
/// The word in the place of a chair's id, in a line that belongs to no seat.
const NO_SEAT: &str = "no-seat";
const BLOCK: char = '|';
/// The beginning of the line with the hash of the seed.
const COMMITMENT: &str = "commitment ";
/// The field of the header with the values of players.
const VALUES: &str = "values";
/// The field of the header with the seeds of earlier matches.
const EARLIER: &str = "earlier";
/// The beginning of the last line, with the head of the chain.
const HEAD: &str = "head ";
/// The most bytes of a record.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// A record that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Misread {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason, and what would be right.
    pub why: String,
}

/// A record that has been followed to its end.
#[derive(Clone, Debug)]
pub struct Run {
    /// The id of the game.
    pub game: &'static str,
    /// The edition of its rules.
    pub edition: u16,
    /// The record with every expectation as it should be.
    pub text: String,
    /// The match after its last line.
    pub frame: Frame,
    /// Its log, the start included.
    pub log: Vec<Line>,
    /// The lines of the log without the start, each with the head of the chain after it.
    pub links: Vec<Link>,
    /// The moves that the rules refused, each with the reason.
    pub refused: Vec<Misread>,
}

/// A line of a record, with the head of the chain after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The head.
    pub head: Head,
    /// The line as records write it: `red: a1-b1`.
    pub line: String,
    /// The turn in which it was played.
    pub turn: u32,
}

/// Follows a record.
pub fn run(text: &str) -> Result<Run, Misread> {
    let mut following = Following::new(text)?;
    following.go_on(text, &|| true)?;
    following.finish()
}

/// A record that is followed in parts.
struct Following {
    replay: Replay,
    /// The byte of the next line.
    at: usize,
    /// The number of the last line, counted from 1.
    number: usize,
    refused: Vec<Misread>,
}

impl Following {
    /// Begins a record: reads its header.
    fn new(text: &str) -> Result<Following, Misread> {
        if text.len() > MAX_RECORD_BYTES {
            return Err(Misread { line: 1, why: format!("a record has at most {MAX_RECORD_BYTES} bytes") });
        }
        let mut lines = text.lines().peekable();
        let mut number = 0;
        let mut written = String::new();
        let header = loop {
            number += 1;
            match lines.next() {
                None => return Err(Misread { line: number, why: "expected a line `game ...`".to_owned() }),
                Some(line) if is_comment(line) => writeln!(written, "{}", line.trim_end()).unwrap_or_default(),
                Some(line) => break line,
            }
        };
        let mut replay = Replay::new(header).map_err(|why| Misread { line: number, why })?;
        replay.written = written + header.trim_end() + "\n";
        Ok(Following { replay, at: place(text, lines.peek().copied()), number, refused: Vec::new() })
    }

    /// Follows the next lines of the record, at least one, as long as this is true, which is asked before each further line. Returns whether
    /// its end is reached.
    fn go_on(&mut self, text: &str, goes_on: &dyn Fn() -> bool) -> Result<bool, Misread> {
        let mut lines = text.get(self.at..).unwrap_or_default().lines().peekable();
        let mut is_first = true;
        while lines.peek().is_some() && (std::mem::take(&mut is_first) || goes_on()) {
            let line = lines.next().unwrap_or_default();
            self.number += 1;
            let number = self.number;
            self.number += self.replay.line(line, &mut lines).map_err(|why| Misread { line: number, why })?;
            self.refused.extend(self.replay.refused.take().map(|why| Misread { line: number, why }));
        }
        self.at = place(text, lines.peek().copied());
        Ok(self.at == text.len())
    }

    fn finish(self) -> Result<Run, Misread> {
        let Following { replay, number, refused, .. } = self;
        let run = replay.finish().map_err(|why| Misread { line: number, why })?;
        Ok(Run { refused, ..run })
    }
}

/// The byte at which a line of the text begins; the end of the text if there is none.
fn place(text: &str, line: Option<&str>) -> usize {
    line.map_or(text.len(), |line| line.as_ptr().addr() - text.as_ptr().addr())
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}
