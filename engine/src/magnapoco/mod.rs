//! Magnapoco, for two players. RULES.md beside this file is the specification; clauses such as (C4) are its.

mod field;
mod groups;
mod notation;
mod options;
mod story;
#[cfg(test)]
mod tests;
mod turns;
mod view;

use serde::{Deserialize, Serialize};

pub use self::notation::Move;
pub use self::options::{BoardKind, FirstTurn, Options, Start};
pub use self::story::{Ending, Event};
pub use self::view::View;

use self::field::{Field, Spaces, first_stones};
use self::groups::SIDES;
use crate::chair::{Chair, Names};
use crate::dice::Dice;
use crate::game::{
    BadOption, Choice, Clock, EndCondition, Entry, Events, Eye, Game, Illegal, Info, Leaving, Limits, Outcome, Request,
    Step, Waiting, Wake,
};
use crate::moment::Moment;
use crate::notation::Name;
use crate::rating::{NotRatable, RatingClass};
use crate::scene::{Paint, Scene};
use crate::seat::{Seat, Seats};

/// A position of Magnapoco. It holds no secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Magnapoco {
    options: Options,
    /// White's and Black's stones.
    stones: [Spaces; 2],
    /// Turns taken; White takes the even ones.
    turns: u16,
    ending: Option<Ending>,
    /// The stones of the last turn, for pictures; none after a swap.
    last: [Option<Name>; 2],
}

impl Magnapoco {
    fn field(&self) -> &'static Field {
        self.options.board.field()
    }

    fn empty(&self) -> Spaces {
        self.field().all - self.stones[0] - self.stones[1]
    }
}

impl Game for Magnapoco {
    const INFO: Info = Info {
        id: "magnapoco",
        name: "Magnapoco",
        summary: "Put one or two stones a turn; in the end your smallest groups must be larger than your opponent's.",
        seats: 2..=2,
        edition: 1,
        secret: false,
        windows: false,
        how_to_play: include_str!("HOW_TO_PLAY.md"),
        rules: include_str!("RULES.md"),
        lessons: &[
            include_str!("lessons/01-stones-and-groups.txt"),
            include_str!("lessons/02-compare-from-the-smallest.txt"),
            include_str!("lessons/03-never-a-single-group.txt"),
            include_str!("lessons/04-shut-a-group-in.txt"),
            include_str!("lessons/05-one-stone-or-two.txt"),
            include_str!("lessons/06-six-neighbours.txt"),
            include_str!("lessons/07-when-the-smallest-are-equal.txt"),
            include_str!("lessons/08-a-match-on-sixteen-spaces.txt"),
        ],
        notation: notation::EXAMPLES,
        levels: Limits::of_levels([(500, 50), (1_050, 60), (2_600, 90), (5_500, 500), (11_000, 1_500)]),
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn start(_: u8, options: &Options, _: &mut Dice) -> Result<Step<Magnapoco>, BadOption> {
        let stones = first_stones(options)?;
        let position = Magnapoco { options: *options, stones, turns: 0, ending: None, last: [None; 2] };
        Ok(Step { position, events: Events::new(), moved_on: false })
    }

    fn check(&self, _: u8) -> Result<(), String> {
        let sound = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let [white, black] = self.stones;
        sound(((white | black) - self.field().all).is_empty(), "a stone off the board")?;
        sound((white & black).is_empty(), "two stones on one space")?;
        // Every turn puts at least one stone, but for one swap.
        sound(usize::from(self.turns) <= self.field().board.len() + 1, "turns")?;
        match self.ending {
            None => sound(!self.empty().is_empty(), "a full board in a running match"),
            Some(Ending::OneGroup(seat) | Ending::Left(seat)) => sound(seat.0 < 2, "a seat that is not there"),
            Some(Ending::Full) => Ok(()),
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn chairs(_: u8, _: &Options) -> Vec<Chair> {
        let chair = |(seat, paint): (u8, Paint)| {
            let name = SIDES[usize::from(seat)];
            Chair { id: name.to_lowercase(), name: name.to_owned(), side: seat, paint }
        };
        [(0, Paint::White), (1, Paint::Black)].map(chair).into()
    }

    fn has_timer(_: &Options) -> bool {
        false
    }

    fn rating_class(seats: u8, _: &Options) -> Result<RatingClass, NotRatable> {
        Ok(RatingClass::by_seats(seats))
    }

    fn awaited(&self) -> Seats {
        if self.ending.is_some() { Seats::NONE } else { Seats::just(self.mover()) }
    }

    fn outcome(&self) -> Option<Outcome> {
        let lost = |seat: Seat, why: &str| {
            let (loser, winner) = (SIDES[seat.index()], SIDES[seat.left(2).index()]);
            Outcome {
                ranks: Seat::all(2).map(|other| if other == seat { 2 } else { 1 }).collect(),
                scores: None,
                reason: format!("{winner} wins: {loser} {why}."),
            }
        };
        Some(match self.ending? {
            Ending::OneGroup(seat) => lost(seat, "has fewer than two groups"),
            Ending::Left(seat) => lost(seat, "has left"),
            Ending::Full => self.counted(),
        })
    }

    fn eliminated(&self, _: Seat) -> Option<u32> {
        None
    }

    fn play(&self, by: Seat, mv: &Move, _: Moment, _: &mut Dice) -> Result<Step<Magnapoco>, Illegal> {
        self.play_surely(by, *mv)
    }

    fn forced(&self) -> Option<(Seat, Move)> {
        // The last stone is not forced: to resign instead is a choice.
        None
    }

    fn clock(&self, _: Seat) -> Clock {
        // Passing is not allowed (C2).
        Clock::Forfeits
    }

    fn midway(&self) -> Option<Seat> {
        None
    }

    fn leave(&self, seats: Seats, why: Leaving, _: Moment, _: &mut Dice) -> Step<Magnapoco> {
        let mut next = *self;
        let mut events = Events::new();
        // Only one seat at a time is awaited, so two never leave at once.
        if let Some(seat) = seats.first() {
            events.push(Event::Left { seat, by_clock: why != Leaving::Resigned });
            next.end(Ending::Left(seat), &mut events);
        }
        Step { position: next, events, moved_on: true }
    }

    fn wake(&self) -> Option<Wake> {
        None
    }

    fn woken(&self, _: Moment, _: &mut Dice) -> Step<Magnapoco> {
        Step { position: *self, events: Events::new(), moved_on: false }
    }

    fn view(&self, eye: Eye) -> View {
        View::new(*self, eye)
    }

    fn waiting(view: &View) -> Waiting {
        Waiting { seats: view.position().awaited(), undisclosed: false, wake: None }
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

    fn prompt(view: &View, so_far: &str, _: &[Choice]) -> String {
        let words = match (so_far.trim().is_empty(), view.two_allowed) {
            (true, _) if view.laying => "Tap an empty space for a stone that stands there at the start.",
            (true, true) => "Tap an empty space for your first stone.",
            (true, false) => "Tap an empty space for your stone.",
            (false, _) => "Tap a space for a second stone.",
        };
        let swap = if view.may_swap && so_far.trim().is_empty() { " Or swap: all stones change colour." } else { "" };
        format!("{words}{swap}")
    }

    fn preview(view: &View, mv: &Move, _: Moment) -> Option<View> {
        let by = view.you?;
        Some(View::new(view.position().play_surely(by, *mv).ok()?.position, Eye::Seat(by)))
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

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        if self.ending.is_some() || by != self.mover() {
            return None;
        }
        if self.may_swap() && dice.one_in(3) {
            return Some(Move::Swap);
        }
        let empty = self.open();
        let mut any = || empty.nth(dice.below(empty.len())).map(|cell| self.field().board.name(cell));
        let (one, other) = (any()?, any());
        Some(Move::new(one, other.filter(|other| self.two_allowed() && *other != one)))
    }

    fn imagine(&self, _: Eye, _: &mut Dice) -> Magnapoco {
        // Nothing is hidden, so no other position looks the same.
        *self
    }

    fn redraw(&self, _: &mut Dice) -> Magnapoco {
        // Nothing is hidden.
        *self
    }
}
