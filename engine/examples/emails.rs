//! Counts the emails of a match: how often a player is called, and what for.
//!
//! ```text
//! cargo run --release --example emails -- magma --seats 3 --matches 50
//! ```
//!
//! All seats play by suggestions. They give no standing orders but those of `--orders`, such as `"orders stack any; battle any"` of
//! players of Magic who want to be asked whenever they could respond. Where a time of its own runs for an answer, a player takes the first
//! complete choice half of the time: where players are asked whether they respond, that is to do nothing.
//!
//! Emails are counted as the service sends them: a seat gets one when it is awaited and was not before, or when it has acted and is
//! awaited for something else; none while it is in the middle of its turn. The emails of the start and of the end are not counted.
#![allow(clippy::print_stdout, reason = "a program at a terminal has output")]

use std::collections::BTreeMap;

use clap::Parser;
use engine::{Act, Advance, Clock, Dice, Eye, Frame, LapsePolicy, Moment, Rules, Seat, Seats, Seed, Span, Status};

/// The most texts that a player thinks of before it sends one that leaves everything as it is.
const MAX_THOUGHTS: usize = 12;

/// Counts the emails of matches.
#[derive(Parser)]
struct Arguments {
    /// The game.
    game: String,
    /// The number of seats; by default the fewest of the game.
    #[arg(long)]
    seats: Option<u8>,
    /// The number of matches.
    #[arg(long, default_value_t = 10)]
    matches: u64,
    /// The options of the matches, as JSON.
    #[arg(long, default_value = "{}", value_parser = |text: &str| serde_json::from_str::<serde_json::Value>(text))]
    options: serde_json::Value,
    /// The number of the first match: the same number gives the same match.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of lines after which a match is broken off.
    #[arg(long, default_value_t = 4000)]
    lines: u32,
    /// A text that each seat sends before its first turn.
    #[arg(long)]
    orders: Option<String>,
}

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let arguments = Arguments::parse();
    let rules = engine::game_named(&arguments.game)?;
    let seats = arguments.seats.unwrap_or(*rules.info().seats.start());
    let mut sum = Count::default();
    for number in arguments.seed..arguments.seed + arguments.matches {
        sum.add(&play(rules, seats, number, &arguments)?);
    }
    sum.print(&format!("{}, {seats} seats", rules.info().id));
    Ok(())
}

/// What an email is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// A turn begins.
    Turn,
    /// A turn goes on after others have acted in it.
    GoesOn,
    /// An answer, or another decision with a time of its own.
    Answer,
    /// A decision at which no player can be put out of the match, such as one of the set-up.
    SetUp,
}

/// The emails of one match or several.
#[derive(Default)]
struct Count {
    matches: u64,
    /// Those that came to their end.
    over: u64,
    lines: u64,
    emails: BTreeMap<Reason, u64>,
    /// Answers by what they answer, where the view of the game says so.
    kinds: BTreeMap<String, u64>,
}

impl Count {
    fn count(&self, reason: Reason) -> u64 {
        self.emails.get(&reason).copied().unwrap_or(0)
    }

    fn add(&mut self, other: &Count) {
        self.matches += other.matches;
        self.over += other.over;
        self.lines += other.lines;
        other.emails.iter().for_each(|(reason, number)| *self.emails.entry(*reason).or_default() += number);
        other.kinds.iter().for_each(|(kind, number)| *self.kinds.entry(kind.clone()).or_default() += number);
    }

    fn print(&self, title: &str) {
        let turns = self.count(Reason::Turn).max(1);
        let a_turn = |number: u64| number as f64 / turns as f64;
        let a_match = |number: u64| number as f64 / self.matches.max(1) as f64;
        let all = turns + self.count(Reason::GoesOn) + self.count(Reason::Answer);
        println!("{title}: {} matches, {} of them to the end, {} lines", self.matches, self.over, self.lines);
        println!("{:8} turns, {:.1} a match", turns, a_match(turns));
        println!("{:8.2} emails a turn", a_turn(all));
        println!("{:8.2}   for one's own turn", a_turn(turns));
        println!("{:8.2}   for an answer", a_turn(self.count(Reason::Answer)));
        for (kind, number) in &self.kinds {
            println!("{:8.2}     {kind}", a_turn(*number));
        }
        println!("{:8.2}   for the rest of one's own turn", a_turn(self.count(Reason::GoesOn)));
        println!("{:8.2} emails a match for the set-up, besides", a_match(self.count(Reason::SetUp)));
    }
}

/// A match that is played, and its emails.
struct Match<'a> {
    rules: &'a dyn Rules,
    frame: Frame,
    status: Status,
    now: Moment,
    dice: Dice,
    count: Count,
    /// The seat whose turn it is or was.
    turn_of: Option<Seat>,
    /// What each seat sends before its first turn, and the seats that have sent it.
    orders: Option<&'a str>,
    ordered: Seats,
}

fn play(rules: &dyn Rules, seats: u8, number: u64, arguments: &Arguments) -> Outcome<Count> {
    let seed = Seed::numbered(number);
    let Advance { frame, status, .. } = rules.start(seats, &arguments.options, &seed)?;
    let dice = Dice::at(&seed, u32::MAX);
    let count = Count { matches: 1, ..Count::default() };
    let orders = arguments.orders.as_deref();
    let mut played =
        Match { rules, frame, status, now: Moment(0), dice, count, turn_of: None, orders, ordered: Seats::NONE };
    // The emails of the start tell these seats that they are awaited.
    played.turn_of = played.first_with(Reason::Turn);
    while !played.frame.over && played.frame.ply < arguments.lines {
        played.go_on()?;
    }
    played.count.over = u64::from(played.frame.over);
    played.count.lines = played.frame.ply.into();
    Ok(played.count)
}

impl Match<'_> {
    /// One line more.
    fn go_on(&mut self) -> Outcome {
        self.now = self.now.plus(Span::seconds(10));
        if let Some(wake) = &self.status.wake
            && (wake.at <= self.now || self.status.awaited.is_empty())
        {
            self.now = self.now.max(wake.at);
            let advance = self.rules.advance(&self.frame, Act::TimerOut, self.now)?;
            self.take(Seats::NONE, advance)?;
            return Ok(());
        }
        let awaited: Vec<Seat> = self.status.awaited.iter().collect();
        let seat = *self.dice.pick(&awaited).ok_or("no seat is awaited, and no timer runs")?;
        let advance = match self.orders.filter(|_| self.reason(seat) == Reason::Turn && !self.ordered.contains(seat)) {
            Some(text) => {
                self.ordered.insert(seat);
                self.rules.advance(&self.frame, Act::Chosen { by: seat, text }, self.now)?
            }
            None => self.thought(seat)?,
        };
        self.take(Seats::just(seat), advance)
    }

    /// What the simple player does: no orders, that is no text after which the same turn waits for the same seats.
    fn thought(&mut self, seat: Seat) -> Outcome<Advance> {
        let mut last = None;
        for _ in 0..MAX_THOUGHTS {
            let Some(text) = self.text(seat)? else { break };
            let advance = self.rules.advance(&self.frame, Act::Chosen { by: seat, text: &text }, self.now)?;
            if advance.frame.turn != self.frame.turn || advance.status.awaited != self.status.awaited {
                return Ok(advance);
            }
            last = Some(advance);
        }
        if let Some(advance) = last {
            return Ok(advance);
        }
        let act = self.rules.on_lapse(&self.frame, Seats::just(seat), LapsePolicy::Pass)?;
        Ok(self.rules.advance(&self.frame, act, self.now)?)
    }

    fn text(&mut self, seat: Seat) -> Outcome<Option<String>> {
        if self.reason(seat) == Reason::Answer && self.dice.one_in(2) {
            let choices = self.rules.choices(&self.frame, seat, "")?;
            if let Some(first) = choices.into_iter().find(|choice| choice.complete) {
                return Ok(Some(first.text));
            }
        }
        Ok(self.rules.suggest(&self.frame, seat, &mut self.dice)?)
    }

    /// Takes the line over and counts its emails.
    fn take(&mut self, acted: Seats, advance: Advance) -> Outcome {
        let (before, turn) = (self.status.awaited, self.frame.turn);
        self.frame = advance.frame;
        self.status = advance.status;
        if self.frame.over {
            return Ok(());
        }
        let turn_over = self.frame.turn != turn;
        for seat in self.status.awaited.iter() {
            let acts_on = turn_over && acted.contains(seat) && self.status.midway != Some(seat);
            if !before.contains(seat) || acts_on {
                self.send(seat)?;
            }
        }
        self.turn_of = self.first_with(Reason::Turn).or(self.turn_of);
        Ok(())
    }

    fn send(&mut self, seat: Seat) -> Outcome {
        let mut reason = self.reason(seat);
        if reason == Reason::Turn && self.turn_of == Some(seat) {
            reason = Reason::GoesOn;
        }
        *self.count.emails.entry(reason).or_default() += 1;
        if reason == Reason::Answer {
            let view = self.rules.page(&self.frame, Eye::Seat(seat))?.view;
            if let Some(kind) = view["window"]["kind"].as_str() {
                *self.count.kinds.entry(kind.to_owned()).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Why the match waits for this seat: its clock tells.
    fn reason(&self, seat: Seat) -> Reason {
        match self.status.clock(seat) {
            Clock::AlwaysLapses { within: Some(_) } => Reason::Answer,
            Clock::AlwaysLapses { within: None } => Reason::SetUp,
            Clock::Stopped | Clock::CanLapse | Clock::Forfeits => Reason::Turn,
        }
    }

    /// The first seat that the match waits for with this reason.
    fn first_with(&self, reason: Reason) -> Option<Seat> {
        self.status.awaited.iter().find(|seat| self.reason(*seat) == reason)
    }
}
