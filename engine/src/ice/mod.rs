//! The Great Martian Ice Machine, for two to six players. RULES.md beside this file is the specification; clauses such as
//! (D9) are its.

mod chips;
mod choices;
mod draw;
mod field;
mod legal;
mod notation;
mod options;
#[cfg(test)]
mod oracle;
mod public;
mod race;
mod refusals;
mod result;
mod spaces;
mod stored;
mod story;
mod suggest;
#[cfg(test)]
mod tests;
mod turns;
mod view;

use serde::{Deserialize, Serialize};

pub use self::chips::{Chip, Color};
pub use self::notation::Move;
pub use self::options::{Adjacency, AllPass, BoardKind, Options, Setup};
pub use self::spaces::Size;
pub use self::story::{Ending, Event};
pub use self::view::View;

use self::chips::Bag;
use self::public::{Public, Stage};
use self::spaces::Spaces;
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

/// A position of the Ice Machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ice {
    public: Public,
    /// The starts that seats have chosen, each known to its seat only until all players have chosen (D27).
    sealed: Sealed,
}

/// For each seat the spaces of its first two pyramids, if it has chosen them and they do not stand there yet.
type Sealed = [Option<[Name; 2]>; MAX_SEATS as usize];

impl Ice {
    /// Puts all first pyramids on the board together once every player has chosen a start or left (D5, D30).
    fn start_if_all_ready(&mut self, events: &mut Events<Event>) {
        let public = &mut self.public;
        let board = &public.field().board;
        let Stage::Start { ready } = public.stage else { return };
        if !ready.contains_all(public.remaining()) {
            return;
        }
        for (seat, at) in Seat::all(MAX_SEATS).zip(self.sealed) {
            for cell in at.into_iter().flatten().filter_map(|name| board.find(name)) {
                public.spaces.put(seat, Size::Small, cell);
            }
        }
        events.push(Event::Started { at: std::mem::take(&mut self.sealed) });
        public.begin_play(events);
    }

    fn step(self, events: Events<Event>, before: &Ice) -> Step<Ice> {
        let (now, then) = (&self.public, &before.public);
        // One of several secret choices leaves those of the others valid, and so does a player who leaves before the first
        // turn. Later the chips of a leaver change what others can do (D25).
        let moved_on = match (now.stage, then.stage) {
            (Stage::Start { .. }, Stage::Start { .. }) => false,
            (now, then) if now != then => true,
            _ => matches!(now.stage, Stage::Play { .. }) || now.spaces != then.spaces,
        };
        Step { position: self, events, moved_on }
    }
}

impl Game for Ice {
    const INFO: Info = Info {
        id: "ice",
        name: "The Great Martian Ice Machine",
        summary: "Move your pyramids over the chips, let them grow on your own chips, and be the first with five large ones.",
        seats: 2..=6,
        edition: 1,
        // The starts that others have chosen, until all have chosen (D27).
        secret: true,
        windows: false,
        how_to_play: include_str!("HOW_TO_PLAY.md"),
        rules: include_str!("RULES.md"),
        lessons: &[
            include_str!("lessons/01-chips-and-growing.txt"),
            include_str!("lessons/02-spawning.txt"),
            include_str!("lessons/03-who-may-go-where.txt"),
            include_str!("lessons/04-the-neutral-chip.txt"),
            include_str!("lessons/05-placing-the-chips.txt"),
            include_str!("lessons/06-five-large-win.txt"),
        ],
        notation: notation::EXAMPLES,
        levels: Limits::of_levels([(40, 30), (130, 60), (420, 90), (3_000, 1_000), (50_000, 8_000)]),
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn start(seats: u8, options: &Options, dice: &mut Dice) -> Result<Step<Ice>, BadOption> {
        options.check(seats)?;
        let board = options.board_for(seats);
        let first = Seat(dice.below(seats.into()) as u8);
        let mut public = Public {
            options: *options,
            seats,
            spaces: Spaces::empty(board),
            stage: Stage::Start { ready: Seats::NONE },
            unplaced: None,
            first: Some(first),
            turns: 0,
            passed: Seats::NONE,
            by_choice: false,
            arrived: [None; MAX_SEATS as usize],
            absent: Seats::NONE,
            left: Seats::NONE,
            last: None,
        };
        let mut events = Events::new();
        match options.setup {
            Setup::Draft => {
                public.first = None;
                public.draw(first, Bag::full(board), dice, &mut events);
            }
            Setup::Random => {
                public.lay_at_random(dice);
                events.extend([Event::Laid, Event::Drew { seat: first, chip: Chip::NEUTRAL }, Event::AllPlaced]);
            }
        }
        let position = Ice { public, sealed: [None; MAX_SEATS as usize] };
        Ok(Step { position, events, moved_on: false })
    }

    fn check(&self, seats: u8) -> Result<(), String> {
        self.check_stored(seats)
    }

    fn options(&self) -> Options {
        self.public.options
    }

    fn chairs(seats: u8, _: &Options) -> Vec<Chair> {
        let chair = |seat: Seat| {
            let color = Color::for_seat(seat);
            let name = color.name().to_owned();
            Chair { id: name.to_lowercase(), name, side: seat.0, paint: color.paint() }
        };
        Seat::all(seats).map(chair).collect()
    }

    fn has_timer(_: &Options) -> bool {
        false
    }

    fn rating_class(seats: u8, _: &Options) -> Result<RatingClass, NotRatable> {
        Ok(RatingClass::by_seats(seats))
    }

    fn awaited(&self) -> Seats {
        self.public.awaited()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome()
    }

    fn eliminated(&self, _: Seat) -> Option<u32> {
        None
    }

    fn play(&self, by: Seat, mv: &Move, _: Moment, dice: &mut Dice) -> Result<Step<Ice>, Illegal> {
        let mut next = *self;
        let mut events = Events::new();
        match *mv {
            Move::Place { at } => next.public.place(by, at, dice, &mut events)?,
            Move::Start { at } => {
                self.public.check_start(by, at)?;
                next.sealed[by.index()] = Some(at);
                next.public.ready(by);
                events.push(Event::Ready { seat: by });
                next.start_if_all_ready(&mut events);
            }
            mv @ (Move::Step { .. } | Move::Grow { .. } | Move::Spawn { .. } | Move::Jump { .. } | Move::Pass) => {
                next.public.act(by, mv, &mut events)?;
            }
        }
        Ok(next.step(events, self))
    }

    fn forced(&self) -> Option<(Seat, Move)> {
        match self.public.stage {
            Stage::Play { turn } if !self.public.can_act(turn) => Some((turn, Move::Pass)),
            Stage::Draft { .. } | Stage::Start { .. } | Stage::Play { .. } | Stage::Over(_) => None,
        }
    }

    fn clock(&self, _: Seat) -> Clock {
        match self.public.stage {
            // There is no pass before the first turn (D29).
            Stage::Draft { .. } | Stage::Start { .. } => Clock::Forfeits,
            Stage::Play { .. } | Stage::Over(_) => Clock::CanLapse,
        }
    }

    fn midway(&self) -> Option<Seat> {
        None
    }

    fn leave(&self, seats: Seats, why: Leaving, _: Moment, _: &mut Dice) -> Step<Ice> {
        let mut next = *self;
        let mut events = Events::new();
        next.public.leave(seats, why, &mut events);
        next.start_if_all_ready(&mut events);
        next.step(events, self)
    }

    fn wake(&self) -> Option<Wake> {
        None
    }

    fn woken(&self, _: Moment, _: &mut Dice) -> Step<Ice> {
        Step { position: *self, events: Events::new(), moved_on: false }
    }

    fn view(&self, eye: Eye) -> View {
        let seen = |seat: &Seat| eye == Eye::Open || eye == Eye::Seat(*seat);
        let starts = Seat::all(self.public.seats).filter(seen);
        let starts = starts.filter_map(|seat| Some((seat, self.sealed[seat.index()]?)));
        View::new(self.public, eye, starts.collect())
    }

    fn waiting(view: &View) -> Waiting {
        Waiting { seats: view.public().awaited(), undisclosed: false, wake: None }
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

    fn preview(view: &View, mv: &Move, _: Moment) -> Option<View> {
        view.preview(*mv)
    }

    fn prompt(view: &View, so_far: &str, choices: &[Choice]) -> String {
        view.prompt(so_far, choices)
    }

    fn foretell(_: &View, _: &Move, _: &Names) -> Vec<String> {
        Vec::new()
    }

    /// A draft takes two dozen moves before the first pyramid.
    fn long_options() -> serde_json::Value {
        serde_json::json!({"setup": "random"})
    }

    fn is_partial(_: &View, _: &Move) -> bool {
        false
    }

    fn tell(events: &[Event], _: Eye, names: &Names) -> Vec<String> {
        events.iter().map(|event| event.tell(names)).collect()
    }

    fn written(entry: Entry, mv: Option<&Move>, events: &[Event], eye: Eye) -> Option<Entry> {
        let revealed = events.iter().any(|event| matches!(event, Event::Started { .. }));
        let own = eye == Eye::Open || entry.by.is_some_and(|by| eye == Eye::Seat(by));
        match mv {
            Some(Move::Start { .. }) if !revealed && !own => Some(Entry { text: "start ? ?".to_owned(), ..entry }),
            Some(_) | None => Some(entry),
        }
    }

    fn scores_so_far(&self) -> Option<[i32; MAX_SEATS as usize]> {
        let mut so_far = [0; MAX_SEATS as usize];
        for seat in self.public.remaining().iter() {
            so_far[seat.index()] = self.public.score_so_far(seat);
        }
        Some(so_far)
    }

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        self.public.suggestion(by, dice)
    }

    fn imagine(&self, eye: Eye, dice: &mut Dice) -> Ice {
        let mut imagined = *self;
        for seat in Seat::all(self.public.seats).filter(|seat| eye != Eye::Open && eye != Eye::Seat(*seat)) {
            if let Some(at) = &mut imagined.sealed[seat.index()] {
                *at = self.public.start_at_random(seat, dice).unwrap_or(*at);
            }
        }
        imagined
    }

    fn redraw(&self, _: &mut Dice) -> Ice {
        // Each secret place is known to its own seat.
        *self
    }
}
