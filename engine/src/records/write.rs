//! From a match to its record.

use std::fmt::Write;

use serde_json::Value;

use super::{GAP, NO_SEAT};
use crate::dice::Seed;
use crate::game::Cause;
use crate::moment::Moment;
use crate::rules::{Fault, Frame, Line, Rules, Setup};

/// Writes the record of a match from its log.
pub fn write(rules: &dyn Rules, frame: &Frame, log: &[Line]) -> Result<String, Fault> {
    let setup = rules.created_with(frame)?;
    let mut text = header(rules.info().id, frame.seats, &setup.options, &frame.seed);
    let mut now = Moment(0);
    for line in log.iter().filter(|line| line.cause != Cause::Start) {
        write_time(&mut text, &mut now, line.at);
        write_line(&mut text, &setup, line);
    }
    write_outcome(&mut text, rules, frame)?;
    Ok(text)
}

/// The first line of a record.
pub fn header(game: &str, seats: u8, options: &Value, seed: &Seed) -> String {
    let hex = seed.to_hex();
    // Zero bytes at the end need not be written.
    let digits = hex.trim_end_matches('0').len().next_multiple_of(2).max(2);
    format!("game {game}{GAP}seats {seats}{GAP}options {options}{GAP}seed {}\n", &hex[..digits])
}

pub(super) fn write_time(text: &mut String, now: &mut Moment, at: Moment) {
    if at != *now {
        *now = at;
        let _ = writeln!(text, "at {}", at.since(Moment(0)));
    }
}

pub(super) fn write_line(text: &mut String, setup: &Setup, line: &Line) {
    let sign = match line.cause {
        Cause::Start | Cause::Chosen => "",
        Cause::Forced => "*",
        Cause::Lapse | Cause::Forfeit | Cause::TimerOut | Cause::Abandoned => "~",
    };
    let seat = line.seat.and_then(|seat| setup.chairs.get(seat.index())).map_or(NO_SEAT, |chair| chair.id.as_str());
    let _ = writeln!(text, "{sign}{seat}: {}", line.text);
}

pub(super) fn write_outcome(text: &mut String, rules: &dyn Rules, frame: &Frame) -> Result<(), Fault> {
    if let Some(outcome) = rules.status(frame)?.outcome {
        let ranks: Vec<String> = outcome.ranks.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "outcome {}{GAP}{}", ranks.join(" "), outcome.reason);
    }
    Ok(())
}
