//! What every game must obey, checked by random play over every seat count and every value of every option.
//!
//! The laws look at a game exactly as the service does, through [`Rules`]. `tests.rs` attacks them: a toy game (`toy.rs`)
//! with one deliberate fault at a time, each of which the law it offends must find.

mod drawing;
mod options;
mod ranks;
mod secrecy;
mod tests;
mod toy;
mod words;

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::dice::{Dice, Seed};
use crate::game::{Cause, Clock, Eye, Names};
use crate::moment::{Moment, Span};
use crate::records;
use crate::rules::{Act, Advance, Fault, Frame, LapsePolicy, Line, Rules, Setup};
use crate::seat::{Seat, Seats};

/// A law.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Law {
    /// Somebody, or a timer, is awaited exactly until there is an outcome; nobody who has left.
    Awaited,
    /// An awaited seat always has a suggestion, and it is accepted.
    Suggestion,
    /// Walking the choices ends in accepted moves and reaches every suggested one; what they point at is on the board.
    Choices,
    /// A move has one spelling, and it is read back through shouting and blanks.
    Spelling,
    /// No junk makes the rules panic.
    Junk,
    /// The same act gives the same advance; the log replays to the stored position; a record gives the match back.
    Replay,
    /// A position that an eye cannot tell apart looks the same to it: page, choices, refusals.
    Secrecy,
    /// What leaves the same page is told alike, and what is told alike leaves the same page.
    Story,
    /// The game is marked secret if and only if imagining changes something; imagining changes everything that is secret.
    Marked,
    /// The turn moves on exactly when somebody's answer may have become stale; while it stays, the same move is not made twice.
    Turn,
    /// A match ends within a bound.
    End,
    /// Anybody may resign at any time; who has left is never awaited again; a side that left ranks last.
    Leaving,
    /// Ranks are those of sides: they start at 1, are shared where equal, and mates have the same.
    Ranks,
    /// The text board is at most 76 columns wide; the SVG is well-formed and light; colours are doubled.
    Drawing,
    /// Unknown or impossible options are refused with their names; accepted ones are filled in, once and for all.
    Options,
    /// Notation and rules can be shown to people.
    Words,
    /// After the end nothing is accepted and everything is open.
    Over,
}

/// A law that a game offends, and where.
struct Breach {
    law: Law,
    what: String,
    /// The match up to that place, as a record.
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

type Lawful<T = ()> = Result<T, (Law, String)>;

/// A breach unless it holds.
fn insist(holds: bool, law: Law, what: impl FnOnce() -> String) -> Lawful {
    if holds { Ok(()) } else { Err((law, what())) }
}

/// What random play has seen.
#[derive(Default, Debug)]
struct Tally {
    matches: u32,
    lines: u32,
    /// The different causes of log lines.
    causes: BTreeSet<String>,
    /// The different reasons for the end, figures left out.
    endings: BTreeSet<String>,
    /// Where imagined positions differed from real ones, as paths in the stored JSON.
    imagined: BTreeSet<String>,
    /// Where real positions differed that look the same to somebody: what is secret.
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

/// No match of a game whose bounding option is set may have more lines.
const LONGEST_LOG: u32 = 3000;
/// One match in so many has a position damaged in every way.
const DAMAGE: u32 = 12;
/// After so many lines a match shows nothing new and is only played to its end.
const LATE: u32 = 500;
/// A word that every game understands.
const RESIGN: &str = "resign";
/// One line in so many is looked at thoroughly.
const THOROUGH: u32 = 6;

/// Plays every value of every option at every seat count `rounds` times, the other options at random; the seat counts side
/// by side.
fn obey(rules: &dyn Rules, rounds: u32) -> Result<Tally, Breach> {
    words::check(rules).map_err(Breach::of_no_match)?;
    let tallies: Vec<Result<Tally, Breach>> = std::thread::scope(|scope| {
        let seat_counts = rules.info().seats.clone();
        let threads: Vec<_> = seat_counts.map(|seats| scope.spawn(move || obey_with(rules, seats, rounds))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut sum = Tally::default();
    for tally in tallies {
        sum.add(tally?);
    }
    secrecy::check_imagination(rules, &sum).map_err(Breach::of_no_match)?;
    Ok(sum)
}

fn obey_with(rules: &dyn Rules, seats: u8, rounds: u32) -> Result<Tally, Breach> {
    options::check(rules, seats).map_err(Breach::of_no_match)?;
    let samples = options::samples(&rules.option_schema());
    let mut tally = Tally::default();
    let fixed: Vec<(String, Value)> = options::each_value(&samples).chain([(String::new(), Value::Null)]).collect();
    for (number, (name, value)) in (0u32..).zip(fixed.iter().cycle().take(fixed.len() * rounds as usize)) {
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

/// One random match.
struct Trial<'a> {
    rules: &'a dyn Rules,
    options: Value,
    setup: Setup,
    names: Names,
    seed: Seed,
    dice: Dice,
    frame: Frame,
    log: Vec<Line>,
    /// Some frames as they were, each with the length of the log then.
    kept: Vec<(usize, Frame)>,
    now: Moment,
}

impl<'a> Trial<'a> {
    /// A match with this option so, the others at random. `None` if the options contradict each other or the seats.
    fn new(
        rules: &'a dyn Rules,
        seats: u8,
        samples: &options::Samples,
        fixed: (&str, &Value),
        seed: &Seed,
        mut dice: Dice,
    ) -> Lawful<Option<Trial<'a>>> {
        let options = options::at_random(samples, fixed, &mut dice);
        let setup = match rules.setup(seats, &options) {
            Ok(setup) => setup,
            Err(Fault::Option(bad)) => {
                insist(samples.contains_key(&bad.name), Law::Options, || format!("{bad}: there is no such option"))?;
                return Ok(None);
            }
            Err(fault) => return Err((Law::Options, format!("{options} with {seats} seats: {fault}"))),
        };
        let Advance { frame, lines, .. } =
            rules.start(seats, &options, seed).map_err(|fault| (Law::Options, format!("{options}: {fault}")))?;
        let names = Names::of(&setup.chairs);
        let seed = seed.clone();
        Ok(Some(Trial {
            rules,
            options,
            setup,
            names,
            seed,
            dice,
            frame,
            log: lines,
            kept: Vec::new(),
            now: Moment(0),
        }))
    }

    fn play(&mut self, tally: &mut Tally) -> Lawful {
        tally.matches += 1;
        options::check_filled(self.rules, self.frame.seats, &self.options)?;
        let damaged_at = 1 + self.dice.below(20);
        // Some matches are left by nobody, some by many.
        let leaving = [0, 0, 400, 60][self.dice.below(4) as usize];
        let lapsing = [0, 0, 100, 8][self.dice.below(4) as usize];
        while !self.frame.over {
            self.check(tally)?;
            self.one_line(leaving, lapsing)?;
            if self.frame.ply == damaged_at && tally.matches % DAMAGE == 1 {
                words::check_damage(self)?;
            }
            insist(self.frame.ply < LONGEST_LOG, Law::End, || format!("still running after {LONGEST_LOG} lines"))?;
        }
        self.check_awaited()?;
        drawing::check(self, Eye::Open)?;
        ranks::check(self)?;
        self.check_over()?;
        self.check_replay()?;
        tally.lines += self.frame.ply;
        tally.causes.extend(self.log.iter().map(|line| format!("{:?}", line.cause)));
        let outcome = self.status()?.outcome.ok_or((Law::Awaited, "over without an outcome".to_owned()))?;
        tally.endings.insert(outcome.reason.split([':', '.']).next().unwrap_or_default().to_owned());
        Ok(())
    }

    /// The laws that hold of every position.
    fn check(&mut self, tally: &mut Tally) -> Lawful {
        self.check_awaited()?;
        let late = self.frame.ply > LATE;
        if self.dice.one_in(16) {
            self.kept.push((self.log.len(), self.frame.clone()));
        }
        if self.frame.ply == 0 || !late && self.dice.one_in(THOROUGH) {
            for eye in self.eyes() {
                drawing::check(self, eye)?;
                secrecy::check(self, eye, tally)?;
            }
            for seat in Seat::all(self.frame.seats) {
                words::check_choices(self, seat)?;
                words::check_spelling(self, seat)?;
                words::check_junk(self, seat)?;
                secrecy::check_stories(self, seat, tally)?;
            }
        }
        Ok(())
    }

    /// Takes the match one act further, and checks the laws that hold of every advance.
    fn one_line(&mut self, leaving: u32, lapsing: u32) -> Lawful {
        let status = self.status()?;
        let left = self.frame.left;
        let everybody: Vec<Seat> = Seat::all(self.frame.seats).filter(|seat| !left.contains(*seat)).collect();
        let awaited: Vec<Seat> = status.awaited.iter().collect();
        let anybody = *self.dice.pick(&everybody).ok_or((Law::Leaving, "everybody has left".to_owned()))?;
        self.now = self.now.plus(Span(u64::from(self.dice.below(60_000))));
        if let Some(wake) = status.wake {
            // Timers of days would never run out by themselves.
            if awaited.is_empty() || self.dice.one_in(16) {
                self.now = self.now.max(wake.at);
            }
            if wake.at <= self.now {
                return self.act(Act::TimerOut);
            }
        }
        let mover = *self.dice.pick(&awaited).ok_or((Law::Awaited, "nobody is awaited".to_owned()))?;
        if leaving > 0 && self.dice.one_in(leaving) {
            return self.act(Act::Chosen { by: anybody, text: RESIGN });
        }
        if lapsing > 0 && status.clock(mover) != Clock::Stopped && self.dice.one_in(lapsing) {
            let policy = if self.dice.one_in(8) { LapsePolicy::Forfeit } else { LapsePolicy::Pass };
            let act = self.rules.on_lapse(&self.frame, mover, policy).map_err(broken(Law::Leaving))?;
            return self.act(act);
        }
        let by = if self.dice.one_in(8) { anybody } else { mover };
        match self.rules.suggest(&self.frame, by, &mut self.dice).map_err(broken(Law::Suggestion))? {
            Some(text) => self.act(Act::Chosen { by, text: &text }),
            None => {
                insist(!status.awaited.contains(by), Law::Suggestion, || format!("seat {by} is awaited and has none"))
            }
        }
    }

    fn act(&mut self, act: Act<'_>) -> Lawful {
        let is_move = matches!(act, Act::Chosen { text, .. } if text != RESIGN);
        let refused = |fault: Fault| {
            (if is_move { Law::Suggestion } else { Law::Leaving }, format!("{act:?} is refused: {fault}"))
        };
        let advance = self.rules.advance(&self.frame, act, self.now).map_err(refused)?;
        let again = self.rules.advance(&self.frame, act, self.now).map_err(refused)?;
        insist(advance == again, Law::Replay, || format!("{act:?} gives two different advances"))?;
        let actor = match act {
            Act::Chosen { by, .. } => Some(by),
            Act::Lapse(seat) | Act::Forfeit(seat) => Some(seat),
            Act::TimerOut => None,
        };
        let before = self.status()?.awaited;
        let turn_before = self.frame.turn;
        let others = before.without(actor.map_or(Seats::NONE, Seats::just));
        let answers = self.answers_of(others)?;
        self.frame = advance.frame;
        self.log.extend(advance.lines);
        let after = self.status()?;
        insist(advance.status == after, Law::Replay, || "the advance tells another status".to_owned())?;
        let moved_on = self.frame.turn - turn_before;
        self.check_turn(moved_on, before, after.awaited)?;
        // A service that is sent a move twice must be able to tell: it would play the second one, too.
        let twice = moved_on == 0 && is_move && self.rules.advance(&self.frame, act, self.now).is_ok();
        insist(!twice, Law::Turn, || format!("{act:?} can be made twice in the same turn"))?;
        // Whether a move makes others' answers stale can be told only where others are asked as well.
        let still: Vec<_> = answers.into_iter().filter(|answer| after.awaited.contains(answer.0)).collect();
        if still.is_empty() || self.frame.over {
            return Ok(());
        }
        let mut good = true;
        for (seat, choices, suggestion) in &still {
            let act = suggestion.as_ref().map(|text| Act::Chosen { by: *seat, text });
            good &= *choices == self.choices_of(*seat)?;
            good &= act.is_none_or(|act| self.rules.advance(&self.frame, act, self.now).is_ok());
        }
        insist(good || moved_on > 0, Law::Turn, || "the turn stayed, though other answers became stale".to_owned())?;
        let needless = good && moved_on > 0 && is_move;
        insist(!needless, Law::Turn, || "the turn moved on, though every other answer is still good".to_owned())
    }

    /// A turn moves on when somebody is newly asked and at the end, at most once a line.
    fn check_turn(&self, moved_on: u32, before: Seats, after: Seats) -> Lawful {
        let forced = self.log.iter().rev().take_while(|line| line.cause == Cause::Forced).count() as u32;
        insist(moved_on <= 1 + forced, Law::Turn, || format!("the turn moved on by {moved_on}"))?;
        let newly = after.without(before);
        insist(newly.is_empty() || moved_on > 0, Law::Turn, || format!("{newly:?} newly awaited in the same turn"))?;
        insist(!self.frame.over || moved_on > 0, Law::Turn, || "the match ended in the same turn".to_owned())
    }

    /// What these seats could answer, and one answer of each.
    #[allow(clippy::type_complexity, reason = "a list that only the caller above takes apart")]
    fn answers_of(&mut self, seats: Seats) -> Lawful<Vec<(Seat, Vec<String>, Option<String>)>> {
        let answer = |seat: Seat| {
            let suggested = self.rules.suggest(&self.frame, seat, &mut self.dice).map_err(broken(Law::Suggestion))?;
            Ok((seat, self.choices_of(seat)?, suggested))
        };
        seats.iter().map(answer).collect()
    }

    fn choices_of(&self, seat: Seat) -> Lawful<Vec<String>> {
        let choices = self.rules.choices(&self.frame, seat, "").map_err(broken(Law::Choices))?;
        Ok(choices.into_iter().map(|choice| choice.text).collect())
    }

    fn status(&self) -> Lawful<crate::rules::Status> {
        self.rules.status(&self.frame).map_err(broken(Law::Replay))
    }

    fn check_awaited(&self) -> Lawful {
        let status = self.status()?;
        let waits = !status.awaited.is_empty() || status.wake.is_some();
        insist(waits != status.outcome.is_some(), Law::Awaited, || {
            format!("{:?} and {:?} awaited with outcome {:?}", status.awaited, status.wake, status.outcome)
        })?;
        insist(self.frame.over == status.outcome.is_some(), Law::Awaited, || "over, or not?".to_owned())?;
        insist(Seats::all(self.frame.seats).contains_all(status.awaited), Law::Awaited, || {
            format!("{:?} are not all seats of the match", status.awaited)
        })?;
        insist(status.midway.is_none_or(|seat| status.awaited.contains(seat)), Law::Awaited, || {
            format!("{:?} is in the middle of a turn and not awaited", status.midway)
        })?;
        let left_and_awaited: Seats = status.awaited.iter().filter(|seat| self.frame.left.contains(*seat)).collect();
        insist(left_and_awaited.is_empty(), Law::Leaving, || format!("{left_and_awaited:?} left and are awaited"))
    }

    fn check_over(&mut self) -> Lawful {
        for seat in Seat::all(self.frame.seats) {
            let refused = self.rules.advance(&self.frame, Act::Chosen { by: seat, text: RESIGN }, self.now);
            insist(matches!(&refused, Err(Fault::Illegal(illegal)) if illegal.code == "over"), Law::Over, || {
                format!("after the end a move of seat {seat} gives {refused:?}")
            })?;
            let choices = self.rules.choices(&self.frame, seat, "").map_err(broken(Law::Over))?;
            insist(choices.is_empty(), Law::Over, || format!("after the end there are choices: {choices:?}"))?;
            let open = self.rules.page(&self.frame, Eye::Open).map_err(broken(Law::Over))?;
            let page = self.rules.page(&self.frame, Eye::Seat(seat)).map_err(broken(Law::Over))?;
            insist(open.view == page.view, Law::Over, || format!("after the end seat {seat} does not see everything"))?;
        }
        Ok(())
    }

    /// The log gives the positions that were stored, now and earlier; a log with a line missing is refused; the record gives
    /// the match.
    fn check_replay(&mut self) -> Lawful {
        let replay = |log: &[Line]| self.rules.replay(self.frame.seats, &self.options, &self.seed, log);
        let whole = replay(&self.log).map_err(|fault| (Law::Replay, fault.to_string()))?;
        insist(whole == self.frame, Law::Replay, || "the log replays to another position".to_owned())?;
        for (length, kept) in self.kept.iter().take(3) {
            let earlier = replay(&self.log[..*length]);
            insist(earlier.as_ref() == Ok(kept), Law::Replay, || {
                format!("the first {length} lines replay to {earlier:?}")
            })?;
        }
        insist(replay(&self.log[1..]).is_err(), Law::Replay, || "a log without its start is accepted".to_owned())?;
        for forced in self.log.iter().filter(|line| line.cause == Cause::Forced).take(2) {
            let cut = replay(&self.log[..forced.ply as usize]);
            insist(cut.is_err(), Law::Replay, || "a log that ends before a forced line is accepted".to_owned())?;
        }
        if crate::game(self.rules.info().id).is_none() {
            // A toy of the tests; records know registered games only.
            return Ok(());
        }
        let record = self.record();
        let run = records::run(&record).map_err(|why| (Law::Replay, format!("the record: {why}")))?;
        insist(run.text == record, Law::Replay, || "the record changes when it is run".to_owned())?;
        insist(run.frame == self.frame && run.log == self.log, Law::Replay, || {
            "the record gives another match".to_owned()
        })
    }

    fn record(&self) -> String {
        records::write(self.rules, &self.frame, &self.log).unwrap_or_else(|fault| fault.to_string())
    }

    /// Everybody who may look at a running match.
    fn eyes(&self) -> Vec<Eye> {
        Seat::all(self.frame.seats).map(Eye::Seat).chain([Eye::Public]).collect()
    }
}

/// Turns a fault that nobody expected into a breach.
fn broken(law: Law) -> impl Fn(Fault) -> (Law, String) {
    move |fault| (law, fault.to_string())
}
