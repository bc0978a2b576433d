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
//! The header of a match that was played on from another one ends with the field `earlier`: each earlier seed with the last line that was
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
pub use self::verify::{Unproved, Verified, verify, verify_while};
pub use self::write::{first_head, heads, write};
use crate::rules::{Frame, Line};

/// The blanks between a move and the expectation behind it.
const GAP: &str = "   ";
/// The word in the place of a chair's id, in a line that belongs to no seat.
const NO_SEAT: &str = "no-seat";
const BLOCK: char = '|';
/// The beginning of the line with the hash of the seed.
const COMMITMENT: &str = "commitment ";
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
    run_while(text, &|| true)
}

/// The same as long as this is true, which is asked before each line.
fn run_while(text: &str, goes_on: &dyn Fn() -> bool) -> Result<Run, Misread> {
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
    while let Some(line) = lines.next() {
        number += 1;
        if !goes_on() {
            return Err(Misread { line: number, why: "it takes too long to follow the record to its end".to_owned() });
        }
        number += replay.line(line, &mut lines).map_err(|why| Misread { line: number, why })?;
    }
    replay.finish().map_err(|why| Misread { line: number, why })
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}
