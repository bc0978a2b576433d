//! Records: matches as text, written by people or by the machine, checked by replaying them.
//!
//! ```text
//! game magma   seats 2   options {"board":"pointed43"}   seed 07
//! # Anything after a hash is a comment.
//! red: a1-b1
//! at PT5S                          the lines below happened 5 seconds after the start
//! !red: pass   illegal not-awaited
//! ?blue: e5 e7   unreadable
//! ~blue: lapse                     written by the clock: lapse, forfeit or timer-out
//! *red: pass                       forced by the rules
//! = anyone sees
//! | the text board
//! = blue reads                     what the last act tells this eye
//! = blue may a1-                   how this beginning of a move can go on
//! = blue ends                      the end conditions
//! outcome 2 1   Blue wins: everybody else has left.
//! ```
//!
//! Eyes are the chairs' ids, `anyone` for somebody without a seat, `all` for after the end. Everything but the header, the
//! moves and the clock's lines is an expectation: [`run`] replaces it by what the rules really give, so a record is right
//! exactly if running it changes nothing.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Lines;

use serde_json::Value;

use crate::dice::Seed;
use crate::game::{Cause, Eye, Names};
use crate::moment::{Moment, Span};
use crate::rules::{Act, Advance, Fault, Frame, Line, Rules, Setup};
use crate::seat::Seat;

/// What stands between a move and what is expected of it.
const GAP: &str = "   ";
/// Whose line it is, where it is no seat's.
const NOBODY: &str = "nobody";
const BLOCK: char = '|';
/// A record longer than this, in bytes, is not read.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// A record that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Misread {
    /// Which line, counted from 1.
    pub line: usize,
    /// Why, and what would be right.
    pub why: String,
}

/// A record that has been followed to its end.
#[derive(Clone, Debug)]
pub struct Run {
    /// The record with every expectation as it should be.
    pub text: String,
    /// Where the match stands.
    pub frame: Frame,
    /// Its log, the start included.
    pub log: Vec<Line>,
}

/// Follows a record.
pub fn run(text: &str) -> Result<Run, Misread> {
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
        number += replay.line(line, &mut lines).map_err(|why| Misread { line: number, why })?;
    }
    replay.finish().map_err(|why| Misread { line: number, why })
}

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

fn write_time(text: &mut String, now: &mut Moment, at: Moment) {
    if at != *now {
        *now = at;
        let _ = writeln!(text, "at {}", at.since(Moment(0)));
    }
}

fn write_line(text: &mut String, setup: &Setup, line: &Line) {
    let sign = match line.cause {
        Cause::Start | Cause::Chosen => "",
        Cause::Forced => "*",
        Cause::Lapse | Cause::Forfeit | Cause::TimerOut => "~",
    };
    let seat = line.seat.and_then(|seat| setup.chairs.get(seat.index())).map_or(NOBODY, |chair| chair.id.as_str());
    let _ = writeln!(text, "{sign}{seat}: {}", line.text);
}

fn write_outcome(text: &mut String, rules: &dyn Rules, frame: &Frame) -> Result<(), Fault> {
    if let Some(outcome) = rules.status(frame)?.outcome {
        let ranks: Vec<String> = outcome.ranks.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "outcome {}{GAP}{}", ranks.join(" "), outcome.reason);
    }
    Ok(())
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// A record on its way.
struct Replay {
    rules: &'static dyn Rules,
    setup: Setup,
    frame: Frame,
    log: Vec<Line>,
    /// How many lines of the log the last act caused.
    latest: usize,
    now: Moment,
    written: String,
}

impl Replay {
    fn new(header: &str) -> Result<Replay, String> {
        let (game, seats, options, seed) = read_header(header)?;
        let rules = crate::game(game).ok_or_else(|| {
            let ids: Vec<&str> = crate::GAMES.iter().map(|rules| rules.info().id).collect();
            format!("there is no game \"{game}\"; there is: {}", ids.join(", "))
        })?;
        let setup = rules.setup(seats, &options).map_err(|fault| fault.to_string())?;
        let Advance { frame, lines, .. } = rules.start(seats, &options, &seed).map_err(|fault| fault.to_string())?;
        Ok(Replay { rules, setup, frame, latest: lines.len(), log: lines, now: Moment(0), written: String::new() })
    }

    /// Follows one line; gives the number of lines of its block, if it has one.
    fn line(&mut self, line: &str, rest: &mut Peekable<Lines<'_>>) -> Result<usize, String> {
        if is_comment(line) {
            let _ = writeln!(self.written, "{}", line.trim_end());
        } else if line.starts_with("outcome ") || line.starts_with('*') {
            // Expectations that the rules give again by themselves.
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
            self.clock(act)?;
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
            Err(Fault::Unreadable(_)) => writeln!(self.written, "?{id}: {text}{GAP}unreadable").unwrap_or_default(),
            Err(Fault::Illegal(illegal)) => {
                writeln!(self.written, "!{id}: {text}{GAP}illegal {}", illegal.code).unwrap_or_default();
            }
            Err(fault) => return Err(fault.to_string()),
        }
        Ok(())
    }

    fn clock(&mut self, act: &str) -> Result<(), String> {
        let (id, word) = act.split_once(':').ok_or("expected a clock's line such as `~red: lapse`")?;
        if id.trim() != NOBODY {
            self.seat(id)?;
        }
        let act = match word.trim() {
            "lapse" => Act::Lapse(self.seat(id)?),
            "forfeit" => Act::Forfeit(self.seat(id)?),
            "timer-out" => Act::TimerOut,
            other => return Err(format!("a clock writes lapse, forfeit or timer-out, not \"{other}\"")),
        };
        let advance = self.rules.advance(&self.frame, act, self.now).map_err(|fault| fault.to_string())?;
        self.accept(advance);
        Ok(())
    }

    fn accept(&mut self, advance: Advance) {
        for line in &advance.lines {
            write_line(&mut self.written, &self.setup, line);
        }
        self.frame = advance.frame;
        self.latest = advance.lines.len();
        self.log.extend(advance.lines);
    }

    /// What the rules answer to a question such as `red sees`.
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
                let names = Names::of(&self.setup.chairs);
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

    fn finish(mut self) -> Result<Run, String> {
        write_outcome(&mut self.written, self.rules, &self.frame).map_err(|fault| fault.to_string())?;
        Ok(Run { text: self.written, frame: self.frame, log: self.log })
    }
}

fn read_header(header: &str) -> Result<(&str, u8, Value, Seed), String> {
    const EXPECTED: &str = "expected a header: game <id>   seats <number>   options {...}   seed <hexadecimal>";
    let mut rest = header;
    let game = field(&mut rest, "game").ok_or(EXPECTED)?;
    let seats = field(&mut rest, "seats").and_then(|seats| seats.parse().ok()).ok_or(EXPECTED)?;
    rest = rest.trim_start().strip_prefix("options").ok_or(EXPECTED)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let options = values.next().ok_or(EXPECTED)?.map_err(|why| format!("the options are no JSON: {why}"))?;
    let end = values.byte_offset();
    rest = &rest[end..];
    let seed = field(&mut rest, "seed")
        .and_then(Seed::from_hex)
        .ok_or("the seed is up to 64 hexadecimal digits, an even number")?;
    if rest.trim().is_empty() { Ok((game, seats, options, seed)) } else { Err(EXPECTED.to_owned()) }
}

/// Reads `name value` from the front of the text.
fn field<'a>(rest: &mut &'a str, name: &str) -> Option<&'a str> {
    let value = rest.trim_start().strip_prefix(name)?.strip_prefix(char::is_whitespace)?.trim_start();
    let end = value.find(char::is_whitespace).unwrap_or(value.len());
    *rest = &value[end..];
    Some(&value[..end])
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use proptest::prelude::*;

    use super::*;
    use crate::golden;

    fn files() -> Vec<PathBuf> {
        golden::files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "records", "txt")
    }

    #[test]
    fn every_record_is_what_the_rules_give() {
        let files = files();
        assert!(!files.is_empty());
        for file in files {
            let record = golden::read(&file);
            let run = run(&record).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
            golden::compare(&file, &run.text);
        }
    }

    #[test]
    fn every_game_has_records_for_three_matches() {
        for rules in crate::GAMES {
            let id = rules.info().id;
            let full = files()
                .iter()
                .filter(|file| file.to_string_lossy().contains(&format!("/{}/", id.replace('-', "_"))))
                .filter(|file| run(&golden::read(file)).unwrap().frame.over)
                .count();
            assert!(full >= 3, "{id} has {full} records of whole matches");
        }
    }

    #[test]
    fn a_stored_match_writes_the_record_that_gives_it_back() {
        for file in files() {
            let first = run(&golden::read(&file)).unwrap();
            let rules = crate::game(
                golden::read(&file)
                    .lines()
                    .find(|line| line.starts_with("game "))
                    .and_then(|line| line.split(' ').nth(1))
                    .unwrap(),
            )
            .unwrap();
            let again = run(&write(rules, &first.frame, &first.log).unwrap()).unwrap();
            assert_eq!(again.frame, first.frame, "{}", file.display());
            assert_eq!(again.log, first.log);
        }
    }

    #[test]
    fn a_record_that_cannot_be_followed_says_where_and_what_would_be_right() {
        let why = |text: &str| run(text).unwrap_err().to_string();
        let ids: Vec<&str> = crate::GAMES.iter().map(|rules| rules.info().id).collect();
        let start = "# a comment\ngame magma   seats 2   options {}   seed 07\n";
        assert_eq!(why(""), "line 1: expected a line `game ...`");
        assert_eq!(
            why("game chess   seats 2   options {}   seed 07"),
            format!("line 1: there is no game \"chess\"; there is: {}", ids.join(", "))
        );
        assert_eq!(why("game magma seats 9 options {} seed 07"), "line 1: Magma is for 2 to 6 players, not for 9");
        assert_eq!(
            why("game magma seats 2 options {\"bord\":1} seed 07"),
            "line 1: option bord: unknown field `bord`, expected one of `board`, `solo_color`, `entry_continue`, `pool_team_supply`, `reach`, `max_rounds`, `tempo`, `sand`, `penalty_piece`, `first`"
        );
        assert!(why("game magma seats 2 options {x} seed 07").starts_with("line 1: the options are no JSON"));
        assert_eq!(
            why("game magma seats 2 options {} seed 7"),
            "line 1: the seed is up to 64 hexadecimal digits, an even number"
        );
        assert_eq!(why(&format!("{start}green: pass")), "line 3: there is no seat \"green\"; there is: red, blue");
        assert!(why(&format!("{start}hello")).starts_with("line 3: expected a move"));
        assert!(
            why(&format!("{start}= red sees\n| x\n| y\nat now")).starts_with("line 6: expected an ISO 8601 duration")
        );
        assert_eq!(why(&format!("{start}at PT5S\nat PT1S")), "line 4: time runs forward: it was PT5S already");
        assert_eq!(why(&format!("{start}~red: nap")), "line 3: a clock writes lapse, forfeit or timer-out, not \"nap\"");
        assert_eq!(why(&format!("{start}= red thinks")), "line 3: an eye sees, reads, may or ends: `= red sees`");
    }

    #[test]
    fn wrong_expectations_are_replaced() {
        let run = run("game magma   seats 2   options {}   seed 07\nblue: pass\nred: +b2   \n!red: pass   illegal nonsense\nred: nonsense\nblue: resign\noutcome 2 1   because\n").unwrap();
        assert_eq!(
            run.text,
            "game magma   seats 2   options {}   seed 07\n!blue: pass   illegal not-awaited\nred: +b2\n!red: pass   illegal not-awaited\n?red: nonsense   unreadable\nblue: resign\noutcome 1 2   Red wins: everybody else has left.\n"
        );
    }

    #[test]
    fn what_fuzzing_found_stays_mended() {
        let start = "game magma   seats 2   options {}   seed 07\n";
        for text in [
            format!("{start}red: pass   x\n"),
            format!("{start}red: x   y\n"),
            format!("# a\r\r\n{start}"),
            format!("{start}at P7304482DT23H\nat P7304482DT25H\n"),
            format!("{start}{}", "~red: lapse\n~blue: lapse\n".repeat(300)),
        ] {
            let first = run(&text).unwrap().text;
            assert_eq!(run(&first).unwrap().text, first);
        }
        assert!(run("game magma seats 2 options{}seed \n").is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "(game magma   seats [2-6]   options \\{\\}   seed 07\n)?([!?~*=#]?(red|blue|yellow|at|outcome)?[: ]?.{0,12}\n){0,6}") {
            if let Ok(first) = run(&text) {
                // What is written is a fixed point: it reads back to itself.
                prop_assert_eq!(run(&first.text).unwrap().text, first.text);
            }
        }
    }
}
