//! Magnet, for two players. RULES.md beside this file is the specification; clauses such as (B14) are its.
//!
//! The public part of a match is a `Table`; a position is a table and all kinds, a [`View`] is a table and the kinds
//! that one eye knows. One function plays on both, so that a preview is the move itself as far as the eye can know.

mod checks;
mod choices;
mod field;
mod imagine;
mod notation;
mod options;
mod picture;
mod pieces;
mod pull;
mod repetition;
mod stored;
mod story;
mod suggest;
mod table;
#[cfg(test)]
mod tests;
mod view;

use serde::{Deserialize, Serialize};

pub use self::field::Vertex;
pub use self::notation::{Move, Named};
pub use self::options::{Options, SetUp, Start};
pub use self::pieces::{Fate, Kind};
pub use self::pull::{LastTurn, Pull, Taken};
pub use self::story::{Ending, Event};
pub use self::view::{Figure, Phase, View};

use self::pieces::{Id, Kinds, TWELVE};
use self::story::SIDES;
use self::table::{After, Stage, Table};
use crate::chair::{Chair, Names};
use crate::dice::Dice;
use crate::game::{
    BadOption, Choice, Clock, EndCondition, Entry, Events, Eye, Game, Illegal, Info, Leaving, Limits, Outcome, Request,
    Step, Waiting, Wake,
};
use crate::moment::Moment;
use crate::rating::{NotRatable, RatingClass};
use crate::scene::{Paint, Scene};
use crate::seat::{MAX_SEATS, Seat, Seats};

/// A position of Magnet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Magnet {
    /// The public part, and the start vertices that the players choose.
    table: Table,
    /// The kind of each piece; unknown only before its owner has set it up.
    kinds: Kinds,
}

impl Magnet {
    /// The kinds that this eye knows: its own side's, and those that were revealed (B26).
    fn known_to(&self, eye: Eye) -> Kinds {
        let mut known = Kinds::UNKNOWN;
        for id in Id::all() {
            let own = eye == Eye::Open || eye == Eye::Seat(id.seat);
            known.set(id, if own { self.kinds.get(id) } else { self.table.piece(id).revealed() });
        }
        known
    }
}

impl From<After> for Step<Magnet> {
    fn from(after: After) -> Step<Magnet> {
        let position = Magnet { table: after.table, kinds: after.kinds };
        Step { position, events: after.events, moved_on: after.moved_on }
    }
}

impl Game for Magnet {
    const INFO: Info = Info {
        id: "magnet",
        name: "Magnet",
        summary: "Place a magnet that pulls your pieces; find and capture a king that only its owner knows.",
        seats: 2..=2,
        edition: 1,
        secret: true,
        windows: false,
        how_to_play: include_str!("HOW_TO_PLAY.md"),
        rules: include_str!("RULES.md"),
        lessons: &[
            include_str!("lessons/01-set-up-and-magnet.txt"),
            include_str!("lessons/02-promotion-and-order.txt"),
            include_str!("lessons/03-captures-and-traps.txt"),
            include_str!("lessons/04-a-turn-in-parts.txt"),
            include_str!("lessons/05-king-to-the-centre.txt"),
            include_str!("lessons/06-a-piece-that-may-be-the-king.txt"),
        ],
        notation: notation::EXAMPLES,
        levels: Limits::of_levels([(60, 30), (200, 60), (700, 90), (4_000, 1_000), (50_000, 8_000)]),
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn start(_: u8, options: &Options, dice: &mut Dice) -> Result<Step<Magnet>, BadOption> {
        options.check()?;
        let mut position = Magnet { table: Table::new(*options), kinds: Kinds::UNKNOWN };
        let mut events = Events::new();
        if options.setup == SetUp::Random {
            for seat in Seat::all(2) {
                let mut side = TWELVE;
                dice.shuffle(&mut side);
                position.kinds.set_side(seat, side);
            }
            position.table.begin(&mut events);
        }
        Ok(Step { position, events, moved_on: false })
    }

    fn check(&self, _: u8) -> Result<(), String> {
        self.check_stored()
    }

    fn options(&self) -> Options {
        self.table.options
    }

    fn chairs(_: u8, _: &Options) -> Vec<Chair> {
        let chair = |(seat, paint): (u8, Paint)| {
            let name = SIDES[usize::from(seat)];
            Chair { id: name.to_lowercase(), name: name.to_owned(), side: seat, paint }
        };
        [(0, Paint::Red), (1, Paint::Blue)].map(chair).into()
    }

    fn has_timer(_: &Options) -> bool {
        false
    }

    fn rating_class(seats: u8, _: &Options) -> Result<RatingClass, NotRatable> {
        Ok(RatingClass::by_seats(seats))
    }

    fn awaited(&self) -> Seats {
        self.table.awaited()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.ending().map(Ending::outcome)
    }

    fn eliminated(&self, _: Seat) -> Option<u32> {
        None
    }

    fn play(&self, by: Seat, mv: &Move, _: Moment, _: &mut Dice) -> Result<Step<Magnet>, Illegal> {
        let after = self.table.after(&self.kinds, by, mv)?;
        // A position knows every kind, so there is always something after a legal move.
        after.map(Step::from).ok_or_else(|| Illegal::new("not-begun", "Both sides have to be set up first."))
    }

    fn forced(&self) -> Option<(Seat, Move)> {
        // A move can be forced because of the kind of a piece; a forced line in the log would tell that.
        None
    }

    fn clock(&self, _: Seat) -> Clock {
        // There is no pass (B37).
        Clock::Forfeits
    }

    fn midway(&self) -> Option<Seat> {
        matches!(self.table.stage, Stage::Pieces { .. }).then(|| self.table.mover())
    }

    fn leave(&self, seats: Seats, why: Leaving, _: Moment, _: &mut Dice) -> Step<Magnet> {
        let mut position = self.clone();
        let by_clock = why != Leaving::Resigned;
        let mut events: Events<Event> = seats.iter().map(|seat| Event::Left { seat, by_clock }).collect();
        // Both clocks of the set-up may run out at one instant (B37).
        let ending = seats.only().map_or(Ending::BothLeft, |seat| Ending::Left { seat });
        position.table.end(ending, &mut events);
        Step { position, events, moved_on: true }
    }

    fn wake(&self) -> Option<Wake> {
        None
    }

    fn woken(&self, _: Moment, _: &mut Dice) -> Step<Magnet> {
        Step { position: self.clone(), events: Events::new(), moved_on: false }
    }

    fn view(&self, eye: Eye) -> View {
        View::new(self.table.seen_by(eye), self.known_to(eye), eye)
    }

    fn waiting(view: &View) -> Waiting {
        // That a set-up is still awaited is public (B35).
        Waiting { seats: view.awaited, undisclosed: false, wake: None }
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

    fn prompt(view: &View, so_far: &str, choices: &[Choice]) -> String {
        view.prompt(so_far, choices)
    }

    fn preview(view: &View, mv: &Move, _: Moment) -> Option<View> {
        view.after(mv)
    }

    fn foretell(_: &View, _: &Move, _: &Names) -> Vec<String> {
        Vec::new()
    }

    fn is_partial(view: &View, mv: &Move) -> bool {
        matches!(mv, Move::Pull { .. }) && !view.choices(&mv.to_string()).is_empty()
    }

    fn tell(events: &[Event], _: Eye, names: &Names) -> Vec<String> {
        events.iter().map(|event| event.tell(names)).collect()
    }

    fn written(entry: Entry, mv: Option<&Move>, events: &[Event], eye: Eye) -> Option<Entry> {
        let own = eye == Eye::Open || entry.by.is_some_and(|by| eye == Eye::Seat(by));
        Some(match mv {
            Some(Move::SetUp(_) | Move::Place(_)) if !own => Entry { text: "setup".to_owned(), ..entry },
            Some(Move::Pull { .. }) if !own => Entry { text: Event::turn_of(events).to_string(), ..entry },
            Some(Move::SetUp(_) | Move::Place(_) | Move::Pull { .. } | Move::Declare) | None => entry,
        })
    }

    fn scores_so_far(&self) -> Option<[i32; MAX_SEATS as usize]> {
        let mut so_far = [0; MAX_SEATS as usize];
        for id in Id::all().filter(|id| self.table.piece(*id).at().is_some()) {
            // A piece is worth its rank and, a little less, what it may still rise to.
            let value = self.kinds.get(id).map_or(1, Kind::value);
            so_far[id.seat.index()] += 6 * i32::from(self.table.piece(id).rank) + 3 * i32::from(value);
        }
        Some(so_far)
    }

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        self.suggestion(by, dice)
    }

    fn imagine(&self, eye: Eye, dice: &mut Dice) -> Magnet {
        self.imagined(eye, dice)
    }

    fn redraw(&self, _: &mut Dice) -> Magnet {
        // Each piece is known to the seat that set it up.
        self.clone()
    }
}
