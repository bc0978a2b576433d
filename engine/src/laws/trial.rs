//! One random match, with the laws of its positions, its lines and its end.

use serde_json::Value;

use super::{Law, Result, Tally, broken, drawing, insist, options, played_on, players, ranks, secrecy, words};
use crate::chair::Names;
use crate::dice::{Dice, Seed};
use crate::game::{Cause, Clock, Eye};
use crate::moment::{Moment, Span};
use crate::records;
use crate::rules::{Act, Advance, Fault, Frame, LapsePolicy, Line, Rules, Setup, Status};
use crate::seat::{Seat, Seats};

/// The most lines of a match whose bounding option is set.
const LONGEST_LOG: u32 = 3000;

/// One match in this many has a position damaged in every way.
const DAMAGE: u32 = 12;

/// After this many lines a match shows nothing new: the laws of single positions are no longer checked.
const LATE: u32 = 500;

/// A move of every game.
const RESIGN: &str = "resign";

/// The laws of single positions are checked at one line in this many.
const THOROUGH: u32 = 6;

/// The most lines of a match at which the laws of single positions are checked.
const MAX_LOOKS: u32 = 5;

/// A random match that is checked while it is played.
pub(super) struct Trial<'a> {
    pub(super) rules: &'a dyn Rules,
    pub(super) options: Value,
    pub(super) setup: Setup,
    pub(super) names: Names,
    seed: Seed,
    pub(super) dice: Dice,
    pub(super) frame: Frame,
    pub(super) log: Vec<Line>,
    /// Earlier frames, each with the length of the log at that time.
    kept: Vec<(usize, Frame)>,
    pub(super) now: Moment,
    /// How often the laws of single positions have been checked.
    looks: u32,
}

impl<'a> Trial<'a> {
    /// A match with this value of one option and the others at random. `None` if the options contradict each other or the seats.
    pub(super) fn new(
        rules: &'a dyn Rules,
        seats: u8,
        samples: &options::Samples,
        fixed: (&str, &Value),
        seed: &Seed,
        mut dice: Dice,
    ) -> Result<Option<Trial<'a>>> {
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
        let names = Names::new(&setup.chairs);
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
            looks: 0,
        }))
    }

    pub(super) fn play(&mut self, tally: &mut Tally) -> Result {
        tally.matches += 1;
        options::check_filled(self.rules, self.frame.seats, &self.options)?;
        let damaged_at = 1 + self.dice.below(20);
        // In some matches no seat leaves, in others many do.
        let leaving = [0, 0, 400, 60][self.dice.below(4) as usize];
        let lapsing = [0, 0, 100, 8][self.dice.below(4) as usize];
        while !self.frame.over {
            self.check(tally)?;
            self.one_line(leaving, lapsing)?;
            if [damaged_at, 10 * damaged_at].contains(&self.frame.ply) {
                self.check_abandoned(tally)?;
            }
            if self.frame.ply == damaged_at && tally.matches % DAMAGE == 1 {
                words::check_damage(self)?;
            }
            insist(self.frame.ply < LONGEST_LOG, Law::End, || format!("still running after {LONGEST_LOG} lines"))?;
        }
        self.check_end(tally)?;
        tally.lines += self.frame.ply;
        let outcome = self.status()?.outcome.ok_or((Law::Awaited, "over without an outcome".to_owned()))?;
        tally.endings.insert(outcome.reason.split([':', '.']).next().unwrap_or_default().to_owned());
        Ok(())
    }

    /// Abandons the match, checks that end, and goes back to the position before.
    fn check_abandoned(&mut self, tally: &mut Tally) -> Result {
        let status = self.status()?;
        if self.frame.over || status.wake.is_some_and(|wake| wake.at <= self.now) {
            return Ok(());
        }
        let (frame, length, dice) = (self.frame.clone(), self.log.len(), self.dice.clone());
        self.act(Act::Abandoned)?;
        ranks::check_draw(self, status.awaited)?;
        self.check_end(tally)?;
        self.frame = frame;
        self.log.truncate(length);
        self.dice = dice;
        Ok(())
    }

    /// Checks the laws of the end.
    fn check_end(&mut self, tally: &mut Tally) -> Result {
        self.check_awaited()?;
        drawing::check(self, Eye::Open)?;
        ranks::check(self)?;
        self.check_over()?;
        self.check_replay()?;
        played_on::check(self, &self.seed, &self.kept)?;
        tally.causes.extend(self.log.iter().map(|line| format!("{:?}", line.cause)));
        Ok(())
    }

    /// Checks the laws of positions.
    fn check(&mut self, tally: &mut Tally) -> Result {
        self.check_awaited()?;
        let late = self.frame.ply > LATE;
        if self.dice.one_in(16) {
            self.kept.push((self.log.len(), self.frame.clone()));
        }
        if self.frame.ply == 0 || !late && self.looks < MAX_LOOKS && self.dice.one_in(THOROUGH) {
            self.looks += 1;
            for eye in self.eyes() {
                drawing::check(self, eye)?;
                secrecy::check(self, eye, tally)?;
            }
            for seat in Seat::all(self.frame.seats) {
                words::check_choices(self, seat)?;
                words::check_spelling(self, seat)?;
                words::check_junk(self, seat)?;
                players::check_move(self, seat)?;
                secrecy::check_stories(self, seat, tally)?;
            }
        }
        Ok(())
    }

    /// Takes the match one act further and checks the laws of advances.
    fn one_line(&mut self, leaving: u32, lapsing: u32) -> Result {
        let status = self.status()?;
        let left = self.frame.left;
        let present: Vec<Seat> = Seat::all(self.frame.seats).filter(|seat| !left.contains(*seat)).collect();
        let awaited: Vec<Seat> = status.awaited.iter().collect();
        let any_seat = *self.dice.pick(&present).ok_or((Law::Leaving, "every seat has left".to_owned()))?;
        self.now = self.now.plus(Span(u64::from(self.dice.below(60_000))));
        if let Some(wake) = status.wake {
            // A timer of days would hardly ever run out without this.
            if awaited.is_empty() || self.dice.one_in(16) {
                self.now = self.now.max(wake.at);
            }
            if wake.at <= self.now {
                return self.act(Act::TimerOut);
            }
        }
        let mover = *self.dice.pick(&awaited).ok_or((Law::Awaited, "no seat is awaited".to_owned()))?;
        if leaving > 0 && self.dice.one_in(leaving) {
            return self.act(Act::Chosen { by: any_seat, text: RESIGN });
        }
        if lapsing > 0 && status.clock(mover) != Clock::Stopped && self.dice.one_in(lapsing) {
            let policy = if self.dice.one_in(8) { LapsePolicy::Forfeit } else { LapsePolicy::Pass };
            // Several clocks may run out at one instant.
            let running: Seats = status.clocks.iter().map(|(seat, _)| *seat).collect();
            let seats = if self.dice.one_in(2) { running } else { Seats::just(mover) };
            let act = self.rules.on_lapse(&self.frame, seats, policy).map_err(broken(Law::Leaving))?;
            return self.act(act);
        }
        let by = if self.dice.one_in(8) { any_seat } else { mover };
        match self.rules.suggest(&self.frame, by, &mut self.dice).map_err(broken(Law::Suggestion))? {
            Some(text) => self.act(Act::Chosen { by, text: &text }),
            None => {
                insist(!status.awaited.contains(by), Law::Suggestion, || format!("seat {by} is awaited and has none"))
            }
        }
    }

    fn act(&mut self, act: Act<'_>) -> Result {
        let is_move = matches!(act, Act::Chosen { text, .. } if text != RESIGN);
        let refused = |fault: Fault| {
            (if is_move { Law::Suggestion } else { Law::Leaving }, format!("{act:?} is refused: {fault}"))
        };
        let advance = self.rules.advance(&self.frame, act, self.now).map_err(refused)?;
        let again = self.rules.advance(&self.frame, act, self.now).map_err(refused)?;
        insist(advance == again, Law::Replay, || format!("{act:?} gives two different advances"))?;
        let actors = match act {
            Act::Chosen { by, .. } => Seats::just(by),
            Act::Lapse(seats) | Act::Forfeit(seats) => seats,
            Act::TimerOut | Act::Abandoned => Seats::NONE,
        };
        let before = self.status()?.awaited;
        let turn_before = self.frame.turn;
        let others = before.without(actors);
        let answers = self.answers_of(others)?;
        self.frame = advance.frame;
        self.log.extend(advance.lines);
        let after = self.status()?;
        insist(advance.status == after, Law::Replay, || "the advance tells another status".to_owned())?;
        let moved_on = self.frame.turn - turn_before;
        self.check_turn(moved_on, before, after.awaited)?;
        // A service must be able to tell that a move was sent twice: otherwise it would play the second one, too.
        let twice = moved_on == 0 && is_move && self.rules.advance(&self.frame, act, self.now).is_ok();
        insist(!twice, Law::Turn, || format!("{act:?} can be made twice in the same turn"))?;
        // A move can make an answer stale only if another seat is awaited as well.
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

    /// The turn moves on when a seat is newly awaited and at the end, at most once for each line.
    fn check_turn(&self, moved_on: u32, before: Seats, after: Seats) -> Result {
        let forced = self.log.iter().rev().take_while(|line| line.cause == Cause::Forced).count() as u32;
        insist(moved_on <= 1 + forced, Law::Turn, || format!("the turn moved on by {moved_on}"))?;
        let newly = after.without(before);
        insist(newly.is_empty() || moved_on > 0, Law::Turn, || format!("{newly:?} newly awaited in the same turn"))?;
        insist(!self.frame.over || moved_on > 0, Law::Turn, || "the match ended in the same turn".to_owned())
    }

    /// The choices of these seats, and one suggestion for each.
    #[allow(clippy::type_complexity, reason = "a list that only the caller above takes apart")]
    fn answers_of(&mut self, seats: Seats) -> Result<Vec<(Seat, Vec<String>, Option<String>)>> {
        let answer = |seat: Seat| {
            let suggested = self.rules.suggest(&self.frame, seat, &mut self.dice).map_err(broken(Law::Suggestion))?;
            Ok((seat, self.choices_of(seat)?, suggested))
        };
        seats.iter().map(answer).collect()
    }

    fn choices_of(&self, seat: Seat) -> Result<Vec<String>> {
        let choices = self.rules.choices(&self.frame, seat, "").map_err(broken(Law::Choices))?;
        Ok(choices.into_iter().map(|choice| choice.text).collect())
    }

    pub(super) fn status(&self) -> Result<Status> {
        self.rules.status(&self.frame).map_err(broken(Law::Replay))
    }

    fn check_awaited(&self) -> Result {
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

    fn check_over(&mut self) -> Result {
        for seat in Seat::all(self.frame.seats) {
            let refused = self.rules.advance(&self.frame, Act::Chosen { by: seat, text: RESIGN }, self.now);
            insist(is_over(&refused), Law::Over, || format!("after the end a move of seat {seat} gives {refused:?}"))?;
            let choices = self.rules.choices(&self.frame, seat, "").map_err(broken(Law::Over))?;
            insist(choices.is_empty(), Law::Over, || format!("after the end there are choices: {choices:?}"))?;
            let open = self.rules.page(&self.frame, Eye::Open).map_err(broken(Law::Over))?;
            let page = self.rules.page(&self.frame, Eye::Seat(seat)).map_err(broken(Law::Over))?;
            insist(open.view == page.view, Law::Over, || format!("after the end seat {seat} does not see everything"))?;
        }
        let refused = self.rules.advance(&self.frame, Act::Abandoned, self.now);
        insist(is_over(&refused), Law::Over, || format!("after the end the match can be abandoned: {refused:?}"))?;
        let outcome = self.status()?.outcome;
        for eye in self.eyes().into_iter().chain([Eye::Open]) {
            let page = self.rules.page(&self.frame, eye).map_err(broken(Law::Over))?;
            let waits = !page.waiting.seats.is_empty() || page.waiting.undisclosed || page.waiting.wake.is_some();
            let shown = page.scene.panels.iter().any(|panel| panel.awaited);
            insist(!waits && !shown, Law::Over, || format!("after the end {eye:?} waits for {:?}", page.waiting))?;
            insist(page.outcome == outcome, Law::Over, || format!("{eye:?} reads of the end {:?}", page.outcome))?;
        }
        Ok(())
    }

    /// Checks that the log gives the stored positions, the last and earlier ones, that a log with a line missing is refused,
    /// and that the record gives the match.
    fn check_replay(&mut self) -> Result {
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
            // Records know registered games only, not the toy.
            return Ok(());
        }
        let record = self.record();
        let run = records::run(&record).map_err(|why| (Law::Replay, format!("the record: {why}")))?;
        insist(run.text == record, Law::Replay, || "the record changes when it is run".to_owned())?;
        insist(run.frame == self.frame && run.log == self.log, Law::Replay, || {
            "the record gives another match".to_owned()
        })
    }

    pub(super) fn record(&self) -> String {
        records::write(self.rules, &self.frame, &self.log).unwrap_or_else(|fault| fault.to_string())
    }

    /// All eyes that may look at a running match.
    pub(super) fn eyes(&self) -> Vec<Eye> {
        Seat::all(self.frame.seats).map(Eye::Seat).chain([Eye::Public]).collect()
    }
}

/// True if the act was refused because the match is over.
fn is_over(answer: &Result<Advance, Fault>) -> bool {
    matches!(answer, Err(Fault::Illegal(illegal)) if illegal.code == "over")
}
