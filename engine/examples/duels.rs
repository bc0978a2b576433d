//! Plays matches of two seats between ways to begin, such as starter decks, and counts who wins.
//!
//! ```text
//! cargo run --release --example duels -- magic --word deck --matches 200 --options '{"max_rounds": 40}' --ended "last round"
//! ```
//!
//! Each seat begins with a complete choice behind `--word`; all pairs of them meet, and change their seats in every other match. Each
//! match is a line of the file `--out`; those that stand there are not played again, so the command can be stopped and continued, and
//! several can run at once with `--part 1/2` and `--part 2/2`.
//!
//! Both seats are simple players: of some suggestions they send the one after whose preview they are best off, by the score of the
//! game, and of equal ones the longest. Where a time of its own runs for an answer, they take the first complete choice half of the
//! time.
#![allow(clippy::print_stdout, reason = "a program at a terminal has output")]
#![allow(clippy::disallowed_methods, reason = "a program at a terminal reads and writes files")]

mod kept;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Parser;
use engine::{Act, Advance, Clock, Dice, EndKind, Frame, LapsePolicy, Moment, Rules, Seat, Seats, Seed, Span, Status};
use kept::{Kept, Word};

/// Lets ways to begin meet.
#[derive(Parser)]
struct Arguments {
    /// The game.
    game: String,
    /// The first word of the texts that are compared.
    #[arg(long)]
    word: String,
    /// The number of matches of each pair.
    #[arg(long, default_value_t = 4)]
    matches: u64,
    /// The options of the matches, as JSON.
    #[arg(long, default_value = "{}", value_parser = |text: &str| serde_json::from_str::<serde_json::Value>(text))]
    options: serde_json::Value,
    /// Words in the reason of an end that decides nothing.
    #[arg(long, default_value = "last round")]
    ended: String,
    /// The number of suggestions among which a player chooses.
    #[arg(long, default_value_t = 8)]
    thoughts: usize,
    /// The number of lines after which a match is broken off.
    #[arg(long, default_value_t = 4000)]
    lines: u32,
    /// The file with a line for each match.
    #[arg(long, default_value = "target/duels.txt")]
    out: PathBuf,
    /// Which part of the matches is played, such as `1/2`.
    #[arg(long, default_value = "1/1", value_parser = part)]
    part: (u64, u64),
}

fn part(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    parts.filter(|(part, of)| (1..=*of).contains(part)).ok_or_else(|| "write a part such as 1/2".to_owned())
}

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let arguments = Arguments::parse();
    let rules = engine::game_named(&arguments.game)?;
    let seed = Seed::new([0; 32]);
    let first = rules.start(2, &arguments.options, &seed)?.frame;
    let choices = rules.choices(&first, Seat(0), &arguments.word)?;
    let texts: Vec<String> = choices.into_iter().filter(|choice| choice.complete).map(|choice| choice.text).collect();
    let mut played = Kept::open(&arguments.out)?;
    let mut count = 0;
    for number in 0..arguments.matches {
        for (one, other) in pairs(&texts) {
            count += 1;
            let key = format!("{one}, {other}, {number}");
            if count % arguments.part.1 != arguments.part.0 - 1 || played.results.contains_key(&key) {
                continue;
            }
            let result = play(rules, [one, other], number, &arguments)?;
            played.add(key, result)?;
        }
    }
    Table { results: played.results }.print(&texts);
    Ok(())
}

fn pairs(texts: &[String]) -> impl Iterator<Item = (&String, &String)> {
    let all = texts.iter().enumerate();
    all.flat_map(|(at, one)| texts.iter().skip(at + 1).map(move |other| (one, other)))
}

/// Who won a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Won {
    One,
    Other,
    /// It was not decided.
    Open,
}

impl Word for Won {
    const ALL: &'static [Won] = &[Won::One, Won::Other, Won::Open];

    fn word(self) -> &'static str {
        match self {
            Won::One => "one",
            Won::Other => "other",
            Won::Open => "open",
        }
    }
}

/// The matches that were played, by pair and number.
struct Table {
    results: BTreeMap<String, Won>,
}

impl Table {
    /// The matches of a pair: won by the one, by the other, and not decided.
    fn get(&self, one: &str, other: &str) -> [u32; 3] {
        let key = format!("{one}, {other}, ");
        let of_pair = self.results.iter().filter(|(name, _)| name.starts_with(&key));
        let mut counts = [0; 3];
        of_pair.for_each(|(_, won)| counts[*won as usize] += 1);
        counts
    }

    fn print(&self, texts: &[String]) {
        let mut sums: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        let (mut decided, mut all) = (0, 0);
        for (one, other) in pairs(texts) {
            let [won, lost, open] = self.get(one, other);
            println!("{one:>20} {won:4} : {lost:<4} {other:20} {open} not decided");
            for (text, wins) in [(one, won), (other, lost)] {
                let sum = sums.entry(text).or_default();
                *sum = (sum.0 + wins, sum.1 + won + lost);
            }
            decided += won + lost;
            all += won + lost + open;
        }
        println!();
        for (text, (wins, matches)) in sums {
            println!("{text:>20} {:5.1} % of {matches} decided", 100.0 * f64::from(wins) / f64::from(matches.max(1)));
        }
        println!(
            "{decided} of {all} matches were decided, {:.1} %",
            100.0 * f64::from(decided) / f64::from(all.max(1))
        );
    }
}

/// A match that is played.
struct Match<'a> {
    rules: &'a dyn Rules,
    arguments: &'a Arguments,
    frame: Frame,
    status: Status,
    now: Moment,
    dice: Dice,
    /// How each seat begins.
    begins: [&'a str; 2],
}

fn play(rules: &dyn Rules, pair: [&String; 2], number: u64, arguments: &Arguments) -> Outcome<Won> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let name = format!("{}{}", pair[0], pair[1]);
    seed.iter_mut().skip(8).zip(name.bytes().rev()).for_each(|(byte, letter)| *byte = letter);
    let seed = Seed::new(seed);
    let Advance { frame, status, .. } = rules.start(2, &arguments.options, &seed)?;
    let swapped = number % 2 == 1;
    let begins = if swapped { [pair[1].as_str(), pair[0].as_str()] } else { [pair[0].as_str(), pair[1].as_str()] };
    let dice = Dice::at(&seed, u32::MAX);
    let mut played = Match { rules, arguments, frame, status, now: Moment(0), dice, begins };
    while !played.frame.over && played.frame.ply < arguments.lines {
        played.go_on()?;
    }
    let Some(outcome) = &played.status.outcome else { return Ok(Won::Open) };
    let is_open = outcome.reason.contains(&arguments.ended);
    Ok(match (outcome.ranks.as_slice(), swapped) {
        _ if is_open => Won::Open,
        ([1, 1], _) => Won::Open,
        ([1, _], false) | ([_, 1], true) => Won::One,
        _ => Won::Other,
    })
}

impl Match<'_> {
    /// One line more.
    fn go_on(&mut self) -> Outcome {
        self.now = self.now.plus(Span::seconds(10));
        let awaited: Vec<Seat> = self.status.awaited.iter().collect();
        let seat = *self.dice.pick(&awaited).ok_or("no seat is awaited")?;
        let text = self.thought(seat)?;
        let sent = text.map(|text| self.rules.advance(&self.frame, Act::Chosen { by: seat, text: &text }, self.now));
        let advance = if let Some(Ok(advance)) = sent {
            advance
        } else {
            let act = self.rules.on_lapse(&self.frame, Seats::just(seat), LapsePolicy::Pass)?;
            self.rules.advance(&self.frame, act, self.now)?
        };
        self.frame = advance.frame;
        self.status = advance.status;
        Ok(())
    }

    /// What the simple player of this seat sends.
    fn thought(&mut self, seat: Seat) -> Outcome<Option<String>> {
        let begin = self.begins.get(seat.index()).copied().unwrap_or_default();
        match self.status.clock(seat) {
            Clock::AlwaysLapses { within: None } if self.is_legal(seat, begin) => return Ok(Some(begin.to_owned())),
            Clock::AlwaysLapses { within: Some(_) } => return self.answer(seat),
            Clock::AlwaysLapses { within: None } | Clock::Stopped | Clock::CanLapse | Clock::Forfeits => {}
        }
        let mut best: Option<(i32, usize, String)> = None;
        for _ in 0..self.arguments.thoughts {
            let Some(text) = self.rules.suggest(&self.frame, seat, &mut self.dice)? else { break };
            let thought = (self.lead(seat, &text), text.len(), text);
            if best.as_ref().is_none_or(|best| (best.0, best.1) < (thought.0, thought.1)) {
                best = Some(thought);
            }
        }
        Ok(best.map(|(_, _, text)| text))
    }

    fn answer(&mut self, seat: Seat) -> Outcome<Option<String>> {
        if self.dice.one_in(2) {
            let choices = self.rules.choices(&self.frame, seat, "")?;
            if let Some(first) = choices.into_iter().find(|choice| choice.complete) {
                return Ok(Some(first.text));
            }
        }
        Ok(self.rules.suggest(&self.frame, seat, &mut self.dice)?)
    }

    fn is_legal(&self, seat: Seat, text: &str) -> bool {
        self.rules.preview(&self.frame, seat, text, self.now).is_ok()
    }

    /// By how much the seat leads after its text, if no other seat responds; far behind where that is not known.
    fn lead(&self, seat: Seat, text: &str) -> i32 {
        let Ok(preview) = self.rules.preview(&self.frame, seat, text, self.now) else { return i32::MIN };
        let scores = preview.ends.iter().find_map(|end| match &end.kind {
            EndKind::ScoreNow { scores } => Some(scores.clone()),
            EndKind::Passes { .. }
            | EndKind::Agreement { .. }
            | EndKind::Repetition { .. }
            | EndKind::Rounds { .. }
            | EndKind::Other => None,
        });
        // Where the match is over after it there are no ends.
        let Some(scores) = scores else { return if preview.scene.is_some() { i32::MAX } else { i32::MIN } };
        let own = scores.get(seat.index()).copied().unwrap_or(0);
        let others = scores.iter().enumerate().filter(|(at, _)| *at != seat.index()).map(|(_, score)| *score);
        own - others.max().unwrap_or(0)
    }
}
