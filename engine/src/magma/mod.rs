//! Magma, for two to six players. RULES.md beside this file is the specification; clauses such as (A14) are its.

mod checks;
mod choices;
mod field;
mod notation;
mod options;
#[cfg(test)]
mod oracle;
mod picture;
mod reach;
mod sand;
mod score;
mod seating;
mod story;
mod suggest;
#[cfg(test)]
mod tests;
mod turns;
mod view;

use serde::{Deserialize, Serialize};

pub use self::notation::Move;
pub use self::options::{BoardKind, Color, Options, PenaltyPiece, Reach, Tempo};
pub use self::story::Event;
pub use self::view::View;

use self::field::{Cells, Field, Slot, Table};
use self::sand::Sand;
use crate::chair::{Chair, Names};
use crate::dice::Dice;
use crate::game::{
    BadOption, Choice, Clock, EndCondition, Entry, Events, Eye, Game, Illegal, Info, Leaving, Limits, Outcome, Request,
    Step, Waiting, Wake,
};
use crate::moment::Moment;
use crate::notation::Name;
use crate::rating::{NotRatable, RatingClass};
use crate::scene::Scene;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// Pieces a player starts with, counting those set up; a solo player has twice as many (Who sits where).
const PIECES_PER_PLAYER: u8 = 25;

/// A position of Magma. It holds no secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Magma {
    options: Options,
    seats: u8,
    /// Pieces on the board, by colour.
    pieces: [Cells; 3],
    /// Pieces yet to enter, by seat.
    supply: [u8; MAX_SEATS as usize],
    /// The current slot, as a place in the table's list.
    slot: u8,
    /// The number of turns since the start, those of seats that had left included.
    turns: u32,
    /// For each seat the number of the latest turn it took, counted from 1; 0 for none (A21).
    latest_turn: [u32; MAX_SEATS as usize],
    /// The seats that have passed in the current run of passes (A17, A18).
    passed: Seats,
    /// The seats that have agreed to end (A19).
    agreed: Seats,
    /// The seats that have let a turn lapse and sent nothing since (A27).
    absent: Seats,
    /// The seats that have resigned or been forfeited (A35).
    left: Seats,
    stage: Stage,
    sand: Sand,
    /// The last change of the board, for pictures.
    last: Option<Change>,
}

/// The act that the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// The turn of the current slot.
    Turn,
    /// The right-hand neighbour's decision about a penalty (A28, A30).
    Penalty { by: Seat, of: Seat },
    /// None: the match is over.
    Over(Ending),
}

/// The way in which a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All present players passed in one run (A17, A18).
    AllPassed,
    /// All present players agreed (A19).
    Agreed,
    /// All sides but one left (A35).
    LastSide,
    /// The last round was played (A24).
    Rounds,
}

/// A change of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Change {
    Moved { from: Name, to: Name },
    Entered { to: Name },
    Removed { from: Name },
}

impl Magma {
    fn field(&self) -> &'static Field {
        self.options.board.field()
    }

    fn table(&self) -> &'static Table {
        Table::for_seats(self.seats, &self.options)
    }

    fn current_slot(&self) -> Slot {
        self.table().slots()[usize::from(self.slot)]
    }

    /// The slot that began; its owner is the starting player (A37).
    fn first_slot(&self) -> Slot {
        first_slot(self.table(), self.field(), self.options.first).unwrap_or(self.table().slots()[0])
    }

    /// The number of pieces that the seat can still put in play (A13).
    fn stock(&self, seat: Seat) -> u8 {
        if self.options.pool_team_supply {
            let table = self.table();
            table.seats_of(table.color(seat)).map(|mate| self.supply[mate.index()]).sum()
        } else {
            self.supply[seat.index()]
        }
    }

    fn take_from_stock(&mut self, seat: Seat) {
        let table = self.table();
        let giver = std::iter::once(seat)
            .chain(table.seats_of(table.color(seat)))
            .find(|giver| self.supply[giver.index()] > 0)
            .unwrap_or(seat);
        self.supply[giver.index()] -= 1;
    }

    /// The seats still in the match and not absent: those whose passes and agreement count.
    fn present(&self) -> Seats {
        Seats::all(self.seats).without(self.left).without(self.absent)
    }

    fn names(&self) -> Names {
        Names::new(&Self::chairs(self.seats, &self.options))
    }
}

/// The slot of the home with this name; the first one if none is named.
fn first_slot(table: &Table, field: &Field, home: Option<Name>) -> Option<Slot> {
    let Some(name) = home else { return table.slots().first().copied() };
    table.slots().iter().copied().find(|slot| field.board.name(field.corners[usize::from(slot.corner)]) == name)
}

impl Game for Magma {
    const INFO: Info = Info {
        id: "magma",
        name: "Magma",
        summary: "Put pieces in play through your home, step and jump over your own, and hold the spaces only you can reach.",
        seats: 2..=6,
        edition: 1,
        secret: false,
        windows: false,
        how_to_play: include_str!("HOW_TO_PLAY.md"),
        rules: include_str!("RULES.md"),
        lessons: &[
            include_str!("lessons/01-enter-and-step.txt"),
            include_str!("lessons/02-jumps-and-chains.txt"),
            include_str!("lessons/03-in-through-the-home.txt"),
            include_str!("lessons/04-what-counts.txt"),
            include_str!("lessons/05-passing-and-the-end.txt"),
            include_str!("lessons/06-agree-to-end.txt"),
            include_str!("lessons/07-a-match-of-five-rounds.txt"),
        ],
        notation: notation::EXAMPLES,
        levels: Limits::of_levels([(200, 30), (420, 60), (800, 90), (1_700, 500), (4_000, 1_500)]),
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn start(seats: u8, options: &Options, _: &mut Dice) -> Result<Step<Magma>, BadOption> {
        options.check()?;
        let field = options.board.field();
        let table = Table::for_seats(seats, options);
        let name = |slot: &Slot| field.board.name(field.corners[usize::from(slot.corner)]).to_string();
        let Some(first) = first_slot(table, field, options.first) else {
            let homes: Vec<String> = table.slots().iter().map(name).collect();
            let why = format!("expected a home in use with {seats} seats on this board ({})", homes.join(", "));
            return Err(BadOption { name: "first".to_owned(), why });
        };
        let mut magma = Magma {
            options: *options,
            seats,
            pieces: [Cells::EMPTY; 3],
            supply: [0; MAX_SEATS as usize],
            slot: table.slots().iter().position(|slot| *slot == first).unwrap_or(0) as u8,
            turns: 0,
            latest_turn: [0; MAX_SEATS as usize],
            passed: Seats::NONE,
            agreed: Seats::NONE,
            absent: Seats::NONE,
            left: Seats::NONE,
            stage: Stage::Turn,
            sand: Sand::default(),
            last: None,
        };
        for slot in table.slots() {
            magma.pieces[table.color(slot.seat).index()].insert(field.corners[usize::from(slot.corner)]);
            // One piece of each 25 stands on the home; the solo player has two homes and 50 pieces.
            magma.supply[slot.seat.index()] += PIECES_PER_PLAYER - 1;
        }
        let mut events = Events::new();
        magma.begin_turn(Moment(0), &mut events);
        Ok(Step { position: magma, events, moved_on: false })
    }

    fn check(&self, seats: u8) -> Result<(), String> {
        self.check_stored(seats)
    }

    fn options(&self) -> Options {
        self.options
    }

    fn chairs(seats: u8, options: &Options) -> Vec<Chair> {
        let field = options.board.field();
        let table = Table::for_seats(seats, options);
        let sides: Vec<Color> = table.sides().collect();
        let chair = |seat: Seat| {
            let color = table.color(seat);
            let team = table.seats_of(color).count() > 1;
            let home =
                table.slots_of(seat).next().map(|slot| field.board.name(field.corners[usize::from(slot.corner)]));
            let name = match home.filter(|_| team) {
                Some(home) => format!("{} {home}", color.name()),
                None => color.name().to_owned(),
            };
            let side = sides.iter().position(|side| *side == color).unwrap_or(0) as u8;
            Chair { id: name.to_lowercase().replace(' ', "-"), name, side, paint: color.paint() }
        };
        Seat::all(seats).map(chair).collect()
    }

    fn has_timer(options: &Options) -> bool {
        options.tempo != Tempo::Calm
    }

    fn rating_class(seats: u8, _: &Options) -> Result<RatingClass, NotRatable> {
        match seats {
            5 => Err("With five players, one of them plays against teams of two."),
            _ => Ok(RatingClass::by_seats(seats)),
        }
    }

    fn awaited(&self) -> Seats {
        match self.stage {
            Stage::Turn => Seats::just(self.current_slot().seat),
            Stage::Penalty { by, .. } => Seats::just(by),
            Stage::Over(_) => Seats::NONE,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(ending) => Some(self.result(ending)),
            Stage::Turn | Stage::Penalty { .. } => None,
        }
    }

    fn eliminated(&self, _: Seat) -> Option<u32> {
        None
    }

    fn play(&self, by: Seat, mv: &Move, at: Moment, _: &mut Dice) -> Result<Step<Magma>, Illegal> {
        self.play_surely(by, *mv, at)
    }

    fn forced(&self) -> Option<(Seat, Move)> {
        // Passing is always possible and always a choice.
        None
    }

    fn clock(&self, _: Seat) -> Clock {
        match self.stage {
            // "The game stops" for a penalty; it has a deadline of its own (A30).
            Stage::Penalty { .. } => Clock::Stopped,
            Stage::Turn | Stage::Over(_) => Clock::CanLapse,
        }
    }

    fn midway(&self) -> Option<Seat> {
        None
    }

    fn leave(&self, seats: Seats, why: Leaving, at: Moment, _: &mut Dice) -> Step<Magma> {
        self.after_leaving(seats, why, at)
    }

    fn wake(&self) -> Option<Wake> {
        self.sand.until.map(|at| Wake { at, seat: self.awaited().only() })
    }

    fn woken(&self, at: Moment, _: &mut Dice) -> Step<Magma> {
        self.after_sand_out(at)
    }

    fn view(&self, eye: Eye) -> View {
        View::new(*self, eye)
    }

    fn waiting(view: &View) -> Waiting {
        let position = view.position();
        Waiting { seats: position.awaited(), undisclosed: false, wake: position.wake() }
    }

    fn scene(view: &View) -> Scene {
        view.scene()
    }

    fn ends(view: &View) -> Vec<EndCondition> {
        view.ends()
    }

    fn request(_: &View, _: &Names) -> Option<Request> {
        None
    }

    fn choices(view: &View, so_far: &str) -> Vec<Choice> {
        view.choices(so_far)
    }

    fn prompt(_: &View, so_far: &str, choices: &[Choice]) -> String {
        choices::prompt(so_far, choices).to_owned()
    }

    fn preview(view: &View, mv: &Move, at: Moment) -> Option<View> {
        // Nothing is hidden and nothing is left to chance, so the position itself can be asked.
        let by = view.you?;
        let step = view.position().play_surely(by, *mv, at).ok()?;
        Some(View::new(step.position, Eye::Seat(by)))
    }

    fn foretell(_: &View, _: &Move, _: &Names) -> Vec<String> {
        Vec::new()
    }

    fn is_partial(_: &View, _: &Move) -> bool {
        false
    }

    fn tell(events: &[Event], _: Eye, names: &Names) -> Vec<String> {
        events.iter().map(|event| event.tell(names)).collect()
    }

    fn written(entry: Entry, _: Option<&Move>, _: &[Event], _: Eye) -> Option<Entry> {
        Some(entry)
    }

    fn scores_so_far(&self) -> Option<[i32; MAX_SEATS as usize]> {
        /// A lead of ten pieces or so is nearly a won match.
        const POINT: i32 = 10;
        let scores = self.scores();
        let mut so_far = [0; MAX_SEATS as usize];
        for seat in self.table().seats() {
            so_far[seat.index()] = POINT * scores[self.table().color(seat).index()];
        }
        Some(so_far)
    }

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        self.suggestion(by, dice)
    }

    fn imagine(&self, _: Eye, _: &mut Dice) -> Magma {
        // Nothing is hidden, so no other position looks the same.
        *self
    }

    fn redraw(&self, _: &mut Dice) -> Magma {
        // Nothing is hidden.
        *self
    }
}
