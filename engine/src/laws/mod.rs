//! The laws of every game, checked by random play over every number of seats and every value of every option.
//!
//! The laws look at a game as the service does, through [`Rules`]. `tests.rs` tests the laws themselves: a toy game (`toy/`) with
//! one deliberate fault at a time, each of which must be found by the law that it offends.

mod drawing;
mod options;
mod played_on;
mod players;
mod ranks;
mod secrecy;
mod tests;
mod toy;
mod trial;
mod words;

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::dice::{Dice, Seed};
use crate::rules::{Fault, Rules};

pub(crate) use self::options::values_to_try;
use self::trial::Trial;

/// A law.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Law {
    /// A seat or a timer is awaited exactly until there is an outcome, and never a seat that has left.
    Awaited,
    /// An awaited seat always has a suggestion, and it is accepted. So is the move of a computer opponent.
    Suggestion,
    /// Walking the choices ends in accepted moves and reaches every suggested one; their cells are on the board.
    Choices,
    /// A move has one spelling; capitals, blanks, quotation marks and a full stop do not matter.
    Spelling,
    /// No junk makes the rules panic.
    Junk,
    /// The same act gives the same advance; the log replays to the stored position; a record gives the match back.
    Replay,
    /// A match that is played on from a line of another one shows each eye what that line showed, and replays with both seeds.
    PlayedOn,
    /// Positions that an eye cannot tell apart give it the same page, choices and refusals.
    Secrecy,
    /// Acts that leave the same page are told alike, and acts that are told alike leave the same page.
    Story,
    /// Imagining starts from what the eye knows: with the same dice it gives the same position for all that the eye cannot tell apart.
    /// So a computer opponent makes the same move in all of them, and explored moves lead to the same answer.
    Imagining,
    /// A game is marked secret if and only if imagining changes something; imagining changes everything that is secret.
    Marked,
    /// The turn moves on exactly when another seat's answer may have become stale; in one turn no move can be made twice.
    Turn,
    /// A match ends within a bound.
    End,
    /// Every seat may resign at any time; a seat that left is never awaited again; a side that left ranks last.
    Leaving,
    /// Ranks count sides: they start at 1, equal sides share one, and the seats of a side have the same. An abandoned match is a draw.
    Ranks,
    /// The text board is at most 76 columns wide; the SVG is well-formed and light; colours are doubled.
    Drawing,
    /// Unknown or impossible options are refused with their names; accepted ones are filled in and do not change; all have words.
    Options,
    /// The game has rules and examples of its notation for people.
    Words,
    /// After the end no move is accepted, nothing is awaited, everything is open, and all eyes read the same result.
    Over,
}

/// A law that a game offends, and where.
struct Breach {
    law: Law,
    what: String,
    /// The match up to the breach, as a record.
    record: String,
}

impl Breach {
    fn of_no_match((law, what): (Law, String)) -> Breach {
        Breach { law, what, record: String::new() }
    }
}

impl fmt::Debug for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law {:?}: {}\n{}", self.law, self.what, self.record)
    }
}

/// The result of a check: an error holds the offended law and the details.
type Result<T = (), E = (Law, String)> = std::result::Result<T, E>;

/// Refuses what does not hold as a breach of the law.
fn insist(holds: bool, law: Law, what: impl FnOnce() -> String) -> Result {
    if holds { Ok(()) } else { Err((law, what())) }
}

/// Counts of what random play has seen.
#[derive(Default, Debug)]
struct Tally {
    matches: u32,
    lines: u32,
    /// The different causes of log lines.
    causes: BTreeSet<String>,
    /// The different reasons for the end, figures left out.
    endings: BTreeSet<String>,
    /// The paths in the stored JSON at which imagined positions differed from real ones.
    imagined: BTreeSet<String>,
    /// The paths at which real positions differed that look the same to an eye: the secrets.
    secret: BTreeSet<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.matches += other.matches;
        self.lines += other.lines;
        self.causes.extend(other.causes);
        self.endings.extend(other.endings);
        self.imagined.extend(other.imagined);
        self.secret.extend(other.secret);
    }
}

/// How many matches are played.
#[derive(Clone, Copy)]
enum Length {
    /// Each value of each option once, spread over the seat counts.
    Short,
    /// Each value of each option this many times at every seat count.
    Rounds(u32),
}

/// Plays matches with every value of every option and every seat count, the other options at random; the seat counts side by side.
fn obey(rules: &dyn Rules, length: Length) -> Result<Tally, Breach> {
    words::check(rules).map_err(Breach::of_no_match)?;
    let tallies: Vec<Result<Tally, Breach>> = std::thread::scope(|scope| {
        let seat_counts = rules.info().seats.clone();
        let fault = toy::fault::present();
        let played = move |seats| {
            toy::fault::set(fault);
            obey_with(rules, seats, length)
        };
        let threads: Vec<_> = seat_counts.map(|seats| scope.spawn(move || played(seats))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut sum = Tally::default();
    for tally in tallies {
        sum.add(tally?);
    }
    secrecy::check_imagination(rules, &sum, length).map_err(Breach::of_no_match)?;
    Ok(sum)
}

fn obey_with(rules: &dyn Rules, seats: u8, length: Length) -> Result<Tally, Breach> {
    options::check(rules, seats).map_err(Breach::of_no_match)?;
    let samples = options::samples(&rules.option_schema());
    let mut tally = Tally::default();
    let fixed: Vec<(String, Value)> = options::each_value(&samples).chain([(String::new(), Value::Null)]).collect();
    let seat_counts = u32::from(rules.info().seats.end() - rules.info().seats.start()) + 1;
    let (rounds, share) = match length {
        Length::Short => (1, seat_counts),
        Length::Rounds(rounds) => (rounds, 1),
    };
    let all = (0u32..).zip(fixed.iter().cycle().take(fixed.len() * rounds as usize));
    for (number, (name, value)) in all.filter(|(number, _)| number % share == u32::from(seats) % share) {
        let mut seed = [seats; 32];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        let seed = Seed::new(seed);
        // The log's own dice start at ply 0; those of the player come from far behind any log.
        let dice = Dice::at(&seed, u32::MAX);
        let trial = Trial::new(rules, seats, &samples, (name, value), &seed, dice).map_err(Breach::of_no_match)?;
        if let Some(mut trial) = trial {
            let played = catch_unwind(AssertUnwindSafe(|| trial.play(&mut tally)));
            let played = played.unwrap_or_else(|_| Err((Law::Junk, "the rules panic".to_owned())));
            played.map_err(|(law, what)| Breach { law, what, record: trial.record() })?;
        }
    }
    Ok(tally)
}

/// Turns an unexpected fault into a breach.
fn broken(law: Law) -> impl Fn(Fault) -> (Law, String) {
    move |fault| (law, fault.to_string())
}
