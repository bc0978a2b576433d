//! From a match to its record.

use std::fmt::Write;

use serde_json::Value;

use super::chain::{Chain, Head};
use super::{COMMITMENT, EARLIER, GAP, HEAD, NO_SEAT, VALUES};
use crate::chair::Chair;
use crate::dice::Seed;
use crate::game::Cause;
use crate::moment::Moment;
use crate::rules::{Fault, Frame, Line, Rules};

/// Writes the record of a match from its log, with all that [`verify`](super::verify) needs.
pub fn write(rules: &dyn Rules, frame: &Frame, log: &[Line]) -> Result<String, Fault> {
    let setup = rules.created_with(frame)?;
    let mut text = header(rules, frame.seats, &setup.options, &frame.seed);
    let mut chain = start(rules, frame.seats, &setup.options, &frame.seed);
    let _ = writeln!(text, "{COMMITMENT}{}", frame.seed.commitment());
    let mut now = Moment(0);
    for line in log.iter().filter(|line| line.cause != Cause::Start) {
        write_time(&mut text, &mut now, line.at);
        write_line(&mut text, &setup.chairs, line, &mut chain);
    }
    write_outcome(&mut text, rules, frame)?;
    write_head(&mut text, &chain);
    Ok(text)
}

/// The first line of a record.
fn header(rules: &dyn Rules, seats: u8, options: &Value, seed: &Seed) -> String {
    let hex = seed.to_hex();
    // Zero bytes at the end need not be written.
    let digits = hex.trim_end_matches('0').len().next_multiple_of(2).max(2);
    format!("{}{GAP}seed {}{}\n", facts(rules, seats, options, GAP), &hex[..digits], mixed_in(seed, GAP))
}

/// The fields of the values of players and of the seeds of earlier matches, each after these blanks; empty if there are none.
fn mixed_in(seed: &Seed, blanks: &str) -> String {
    let field =
        |name: &str, text: Option<String>| text.map_or_else(String::new, |text| format!("{blanks}{name} {text}"));
    field(VALUES, seed.values()) + &field(EARLIER, seed.earlier())
}

/// The facts of a match that are public from the start, with these blanks between.
fn facts(rules: &dyn Rules, seats: u8, options: &Value, blanks: &str) -> String {
    let (game, edition) = (rules.info().id, rules.info().edition);
    format!("game {game}{blanks}edition {edition}{blanks}seats {seats}{blanks}options {options}")
}

/// The chain of a match without moves. Its first text is the header with one blank between the fields, every option filled in, and
/// without the seed; the values of players and the seeds of earlier matches are part of it.
pub(super) fn start(rules: &dyn Rules, seats: u8, options: &Value, seed: &Seed) -> Chain {
    Chain::new(seed, &(facts(rules, seats, options, " ") + &mixed_in(seed, " ")))
}

/// The head of the chain of a match without moves. The options have every default filled in.
pub fn first_head(rules: &dyn Rules, seats: u8, options: &Value, seed: &Seed) -> Head {
    start(rules, seats, options, seed).head()
}

/// The heads of the chain of a match after each of these lines, which follow a line with the given head; those of a whole log, its start
/// included, follow the first head.
pub fn heads(chairs: &[Chair], seed: &Seed, before: Head, lines: &[Line]) -> Vec<Head> {
    let mut chain = Chain::from(seed, before);
    let after = |line: &Line| {
        if line.cause != Cause::Start {
            chain.add(&since_start(line), &written(chairs, line));
        }
        chain.head()
    };
    lines.iter().map(after).collect()
}

pub(super) fn write_time(text: &mut String, now: &mut Moment, at: Moment) {
    if at != *now {
        *now = at;
        let _ = writeln!(text, "at {}", at.since(Moment(0)));
    }
}

/// Writes a line of the log, and adds it to the chain.
pub(super) fn write_line(text: &mut String, chairs: &[Chair], line: &Line, chain: &mut Chain) {
    let written = written(chairs, line);
    chain.add(&since_start(line), &written);
    let _ = writeln!(text, "{written}");
}

fn since_start(line: &Line) -> String {
    line.at.since(Moment(0)).to_string()
}

/// A line of the log as records write it: `red: a1-b1`.
pub(super) fn written(chairs: &[Chair], line: &Line) -> String {
    let sign = match line.cause {
        Cause::Start | Cause::Chosen => "",
        Cause::Forced => "*",
        Cause::Lapse | Cause::Forfeit | Cause::TimerOut | Cause::Abandoned => "~",
    };
    let seat = line.seat.and_then(|seat| chairs.get(seat.index())).map_or(NO_SEAT, |chair| chair.id.as_str());
    format!("{sign}{seat}: {}", line.text)
}

pub(super) fn write_head(text: &mut String, chain: &Chain) {
    let _ = writeln!(text, "{HEAD}{}", chain.head());
}

pub(super) fn write_outcome(text: &mut String, rules: &dyn Rules, frame: &Frame) -> Result<(), Fault> {
    if let Some(outcome) = rules.status(frame)?.outcome {
        let ranks: Vec<String> = outcome.ranks.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "outcome {}{GAP}{}", ranks.join(" "), outcome.reason);
    }
    Ok(())
}
