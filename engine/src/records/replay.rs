//! From a record to its match: each line is followed, and each expectation replaced by what the rules give.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Lines;

use serde_json::Value;

use super::chain::Chain;
use super::write::{start, write_head, write_line, write_outcome, write_time, written};
use super::{BLOCK, COMMITMENT, EARLIER, GAP, HEAD, Link, NO_SEAT, Run, VALUES, is_comment};
use crate::chair::Names;
use crate::dice::{MAX_EARLIER, MAX_VALUES, Seed};
use crate::game::{Clock, Eye};
use crate::moment::{Moment, Span};
use crate::rules::{Act, Advance, Fault, Frame, Line, Rules, Setup};
use crate::seat::{Seat, Seats};

/// A record that is being followed.
pub(super) struct Replay {
    rules: &'static dyn Rules,
    setup: Setup,
    frame: Frame,
    log: Vec<Line>,
    /// The number of log lines that the last act caused.
    latest: usize,
    now: Moment,
    chain: Chain,
    /// The lines after the start, each with the head of the chain after it.
    links: Vec<Link>,
    /// True if the record states the head of its chain.
    states_head: bool,
    /// The reason for which the rules refused the last move, if they did.
    pub(super) refused: Option<String>,
    pub(super) written: String,
}

impl Replay {
    pub(super) fn new(header: &str) -> Result<Replay, String> {
        let (rules, seats, options, seed) = read_header(header)?;
        let setup = rules.setup(seats, &options).map_err(|fault| fault.to_string())?;
        let Advance { frame, lines, .. } = rules.start(seats, &options, &seed).map_err(|fault| fault.to_string())?;
        let (chain, latest) = (start(rules, seats, &setup.options, &seed), lines.len());
        let (now, written) = (Moment(0), String::new());
        Ok(Replay {
            rules,
            setup,
            frame,
            latest,
            log: lines,
            now,
            chain,
            links: Vec::new(),
            states_head: false,
            refused: None,
            written,
        })
    }

    /// Follows one line. Returns the number of lines after it that belong to it.
    pub(super) fn line(&mut self, line: &str, rest: &mut Peekable<Lines<'_>>) -> Result<usize, String> {
        if is_comment(line) {
            let _ = writeln!(self.written, "{}", line.trim_end());
        } else if line.starts_with("outcome ") || line.starts_with('*') {
            // The rules write these expectations again.
        } else if line.starts_with(HEAD) {
            self.states_head = true;
        } else if line.starts_with(COMMITMENT) {
            let _ = writeln!(self.written, "{COMMITMENT}{}", self.frame.seed.commitment());
        } else if let Some(question) = line.strip_prefix("= ") {
            let answer = self.answer(question)?;
            let _ = writeln!(self.written, "= {}", question.trim_end());
            for line in answer.lines() {
                let _ = writeln!(self.written, "{}", format!("{BLOCK} {line}").trim_end());
            }
            return Ok(std::iter::from_fn(|| rest.next_if(|line| line.starts_with(BLOCK))).count());
        } else if let Some(time) = line.strip_prefix("at ") {
            let span: Span = time.trim().parse().map_err(|why| format!("{why}"))?;
            let at = Moment(0).plus(span);
            if at < self.now {
                return Err(format!("time runs forward: it was {} already", self.now.since(Moment(0))));
            }
            write_time(&mut self.written, &mut self.now, at);
        } else if let Some(act) = line.strip_prefix('~') {
            return self.clock(act, rest);
        } else {
            self.chosen(line)?;
        }
        Ok(0)
    }

    /// A move, with or without an expectation behind it: `red: e5-e7`, `!red: pass   illegal not-awaited`.
    fn chosen(&mut self, line: &str) -> Result<(), String> {
        let (id, rest) = line.trim_start_matches(['!', '?']).split_once(':').ok_or(
            "expected a move (`red: e5-e7`), a clock's line (`~red: lapse`), a time (`at PT5S`), a question \
             (`= red sees`) or a comment (`# ...`)",
        )?;
        let by = self.seat(id)?;
        let expects_refusal = line.starts_with(['!', '?']);
        let text = if expects_refusal { rest.split_once(GAP).map_or(rest, |(text, _)| text) } else { rest };
        // Wider gaps would be taken for the beginning of an expectation when the record is read again.
        let text = &text.split_whitespace().collect::<Vec<_>>().join(" ");
        let id = id.trim();
        match self.rules.advance(&self.frame, Act::Chosen { by, text }, self.now) {
            Ok(advance) => self.accept(advance),
            Err(Fault::Unreadable(refusal)) => {
                self.refused = Some(refusal.to_string());
                writeln!(self.written, "?{id}: {text}{GAP}unreadable").unwrap_or_default();
            }
            Err(Fault::Illegal(illegal)) => {
                self.refused = Some(illegal.to_string());
                writeln!(self.written, "!{id}: {text}{GAP}illegal {}", illegal.code).unwrap_or_default();
            }
            Err(fault) => return Err(fault.to_string()),
        }
        Ok(())
    }

    /// Follows a line of the clock, with those after it that belong to the same act. Returns the number of these.
    fn clock(&mut self, act: &str, lines: &mut Peekable<Lines<'_>>) -> Result<usize, String> {
        let (id, word) = act.split_once(':').ok_or("expected a clock's line such as `~red: lapse`")?;
        if id.trim() != NO_SEAT {
            self.seat(id)?;
        }
        let mut more = 0;
        let act = match word.trim() {
            word @ ("lapse" | "forfeit") => {
                let mut latest = self.seat(id)?;
                let mut seats = Seats::just(latest);
                while let Some(seat) = lines.peek().and_then(|line| self.also_ran_out(line, word, latest)) {
                    lines.next();
                    more += 1;
                    latest = seat;
                    seats.insert(seat);
                }
                if word == "lapse" { Act::Lapse(seats) } else { Act::Forfeit(seats) }
            }
            "timer-out" => Act::TimerOut,
            "abandoned" => Act::Abandoned,
            other => return Err(format!("a clock writes lapse, forfeit, timer-out or abandoned, not \"{other}\"")),
        };
        let advance = self.rules.advance(&self.frame, act, self.now).map_err(|fault| fault.to_string())?;
        self.accept(advance);
        Ok(more)
    }

    /// The seat of this line, if its clock, too, ran out in the act of the line before it, which was that of an earlier seat.
    fn also_ran_out(&self, line: &str, word: &str, before: Seat) -> Option<Seat> {
        let (id, said) = line.strip_prefix('~')?.split_once(':')?;
        let seat = self.seat(id).ok().filter(|seat| said.trim() == word && *seat > before)?;
        let status = self.rules.status(&self.frame).ok()?;
        let together = status.clock(before) != Clock::Stopped && status.clock(seat) != Clock::Stopped;
        together.then_some(seat)
    }

    fn accept(&mut self, advance: Advance) {
        for line in &advance.lines {
            write_line(&mut self.written, &self.setup.chairs, line, &mut self.chain);
            self.links.push(Link {
                head: self.chain.head(),
                line: written(&self.setup.chairs, line),
                turn: self.frame.turn,
            });
        }
        self.frame = advance.frame;
        self.latest = advance.lines.len();
        self.log.extend(advance.lines);
    }

    /// The answer of the rules to a question such as `red sees`.
    fn answer(&self, question: &str) -> Result<String, String> {
        let mut words = question.trim().splitn(3, ' ');
        let (id, verb, rest) = (words.next().unwrap_or_default(), words.next(), words.next().unwrap_or_default());
        let eye = match id {
            "anyone" => Eye::Public,
            "all" => Eye::Open,
            id => Eye::Seat(self.seat(id)?),
        };
        let shown = |fault: Fault| fault.to_string();
        match verb {
            Some("sees") => Ok(self.rules.page(&self.frame, eye).map_err(shown)?.text()),
            Some("ends") => {
                let ends = self.rules.page(&self.frame, eye).map_err(shown)?.ends;
                Ok(ends.iter().map(|end| end.words.as_str()).collect::<Vec<_>>().join("\n"))
            }
            Some("reads") => {
                let names = Names::new(&self.setup.chairs);
                let mut answer = Vec::new();
                for line in &self.log[self.log.len() - self.latest..] {
                    let told = self.rules.tell(line, eye, &names).map_err(shown)?;
                    answer.push(told.entry.map_or_else(|| "(nothing)".to_owned(), |entry| entry.text));
                    answer.extend(told.story);
                }
                Ok(answer.join("\n"))
            }
            Some("may") => {
                let seat = eye.seat().ok_or("only a seat has choices")?;
                let choices = self.rules.choices(&self.frame, seat, rest).map_err(shown)?;
                let texts: Vec<String> = choices
                    .iter()
                    .map(|choice| if choice.complete { choice.text.clone() } else { format!("{}...", choice.text) })
                    .collect();
                Ok(textwrap::fill(&texts.join(", "), crate::text::WIDTH))
            }
            _ => Err("an eye sees, reads, may or ends: `= red sees`".to_owned()),
        }
    }

    fn seat(&self, id: &str) -> Result<Seat, String> {
        let id = id.trim();
        let at = self.setup.chairs.iter().position(|chair| chair.id == id).ok_or_else(|| {
            let ids: Vec<&str> = self.setup.chairs.iter().map(|chair| chair.id.as_str()).collect();
            format!("there is no seat \"{id}\"; there is: {}", ids.join(", "))
        })?;
        Ok(Seat(at as u8))
    }

    pub(super) fn finish(mut self) -> Result<Run, String> {
        write_outcome(&mut self.written, self.rules, &self.frame).map_err(|fault| fault.to_string())?;
        if self.states_head {
            write_head(&mut self.written, &self.chain);
        }
        let (game, edition) = (self.rules.info().id, self.rules.info().edition);
        Ok(Run {
            game,
            edition,
            text: self.written,
            frame: self.frame,
            log: self.log,
            links: self.links,
            refused: Vec::new(),
        })
    }
}

fn read_header(header: &str) -> Result<(&'static dyn Rules, u8, Value, Seed), String> {
    const EXPECTED: &str =
        "expected a header: game <id>   edition <number>   seats <number>   options {...}   seed <hexadecimal>";
    let mut rest = header;
    let game = field(&mut rest, "game").ok_or(EXPECTED)?;
    // Records that were written by hand are of the newest edition.
    let edition = field(&mut rest, "edition").map(|edition| edition.parse().map_err(|_| EXPECTED)).transpose()?;
    let seats = field(&mut rest, "seats").and_then(|seats| seats.parse().ok()).ok_or(EXPECTED)?;
    rest = rest.trim_start().strip_prefix("options").ok_or(EXPECTED)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let options = values.next().ok_or(EXPECTED)?.map_err(|why| format!("the options are no JSON: {why}"))?;
    let end = values.byte_offset();
    rest = &rest[end..];
    let seed = field(&mut rest, "seed")
        .and_then(Seed::from_hex)
        .ok_or("the seed is up to 64 hexadecimal digits, an even number")?;
    let seed = match field(&mut rest, VALUES) {
        None => seed,
        Some(text) => seed.with_values_of(text).ok_or_else(|| {
            format!("the values of players are at most {MAX_VALUES}, each of 32 hexadecimal digits, such as 07..,9c..; they rise")
        })?,
    };
    let seed = match field(&mut rest, EARLIER) {
        None => seed,
        Some(text) => seed.with_earlier(text).ok_or_else(|| {
            format!("the earlier seeds are at most {MAX_EARLIER}, each with its last line, such as 12:07..,40:9c..; lines rise")
        })?,
    };
    if !rest.trim().is_empty() {
        return Err(EXPECTED.to_owned());
    }
    Ok((rules(game, edition)?, seats, options, seed))
}

/// The rules of a game in an edition, the newest if none is given.
fn rules(game: &str, edition: Option<u16>) -> Result<&'static dyn Rules, String> {
    let newest = crate::game(game).ok_or_else(|| {
        let ids: Vec<&str> = crate::newest().map(|rules| rules.info().id).collect();
        format!("there is no game \"{game}\"; there is: {}", ids.join(", "))
    })?;
    let Some(edition) = edition else { return Ok(newest) };
    crate::edition(game, edition).ok_or_else(|| {
        let all = crate::GAMES.iter().map(|rules| rules.info()).filter(|info| info.id == game);
        let known: Vec<String> = all.map(|info| info.edition.to_string()).collect();
        format!("there is no edition {edition} of {game}; there is: {}", known.join(", "))
    })
}

/// Reads `name value` from the front of the text.
fn field<'a>(rest: &mut &'a str, name: &str) -> Option<&'a str> {
    let value = rest.trim_start().strip_prefix(name)?.strip_prefix(char::is_whitespace)?.trim_start();
    let end = value.find(char::is_whitespace).unwrap_or(value.len());
    *rest = &value[end..];
    Some(&value[..end])
}
