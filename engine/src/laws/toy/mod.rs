//! A toy game that needs everything the contract offers and that Magma does not: secret simultaneous bids, a chip drawn in
//! mid-turn, turns given whole or in parts, forced moves, and sealed responses of players who are
//! awaited in secret. With a fault it breaks one law on purpose; `FAULT` is one of what the game declares of itself.
//!
//! A round: all bid in secret. The highest bidder draws a chip, marks a cell and says `done`. Then the bidder says `let`. Every
//! other seat whose secret number has the parity of the chip says `let` or `block`. If no seat blocks, the chip counts.

mod imagine;
mod notation;
mod turns;
mod view;

pub(super) mod fault;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::notation::Move;
use self::view::View;
use crate::chair::{Chair, Names};
use crate::dice::Dice;
use crate::game::{
    BadOption, Choice, Clock, EndCondition, EndKind, Entry, Events, Eye, Game, Illegal, Info, Leaving, Limits, Outcome,
    Request, Step, Waiting, Wake, Wanted,
};
use crate::moment::{Moment, Span};
use crate::notation::Name;
use crate::rating::{NotRatable, RatingClass};
use crate::scene::{Paint, Scene};
use crate::seat::{Seat, Seats};

const SEATS: usize = 3;
const CELLS: usize = 4;
const BIDS: [u8; 3] = [1, 2, 3];

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Toy<const FAULT: u8 = { fault::NONE }> {
    seats: u8,
    max_rounds: u8,
    round: u8,
    /// Known to its seat only.
    numbers: [u8; SEATS],
    /// Known to its seat only; its existence is known to all.
    bids: [Option<u8>; SEATS],
    marks: [Option<Seat>; CELLS],
    chip: u8,
    stage: Stage,
    #[serde(skip_serializing_if = "forgotten", default)]
    scores: [i32; SEATS],
    left: Seats,
    /// True if the active seat's last answer came by a lapse. Known to all.
    lapsed: bool,
    /// The cell marked last, so that a mark on a mark shows, too.
    last_mark: Option<u8>,
    /// The number of blocks in the last window: known to all once it is closed.
    last_blocks: u8,
}

fn forgotten(_: &[i32; SEATS]) -> bool {
    fault::is(fault::FORGETS_WHEN_STORED)
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
enum Stage {
    Bid,
    Mark {
        by: Seat,
    },
    Done {
        by: Seat,
    },
    /// `pending` and `blocks` are secret but for the active seat's own part.
    Window {
        active: Seat,
        pending: Seats,
        blocks: u8,
    },
    Over,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Options {
    /// The number of rounds.
    #[schemars(title = "Rounds", range(min = 1, max = 9), example = 2, example = 4)]
    max_rounds: u8,
    /// True if the board is drawn upside down.
    #[schemars(title = "Upside down")]
    flipped: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { max_rounds: 3, flipped: false }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Event {
    Bid { by: Seat, bid: u8 },
    Drawn { by: Seat, chip: u8, numbers: [u8; SEATS] },
    Marked { by: Seat, cell: u8 },
    Answered { by: Seat, block: bool, active: bool },
    Closed { blocks: u8 },
    Left { seat: Seat },
}

impl<const FAULT: u8> Game for Toy<FAULT> {
    const INFO: Info = Info {
        id: "toy",
        name: "Toy",
        summary: "A toy for the tests of the laws.",
        seats: 2..=3,
        edition: 1,
        secret: FAULT != fault::UNMARKED_SECRET,
        windows: true,
        how_to_play: "",
        rules: "A round: all players bid in secret. The highest bidder draws a chip, marks a cell and says done. Then he says \
                let, and so does, or says block, every other seat whose secret number is as odd or even as the chip. \
                Unblocked, the chip counts for the bidder. The most points win.",
        lessons: &[],
        notation: if FAULT == fault::HALF_OF_THE_EXAMPLES_WRONG {
            &[("bid 2", "bid"), ("MARK a1", "mark")]
        } else {
            &[("bid 2", "bid"), ("mark a1 done", "mark"), ("block", "block")]
        },
        levels: Limits::of_levels([(2, 10), (4, 20), (8, 40), (16, 80), (32, 160)]),
    };
    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn start(seats: u8, options: &Options, dice: &mut Dice) -> Result<Step<Self>, BadOption> {
        if !(1..=9).contains(&options.max_rounds) && !fault::is(fault::OPTION_IGNORED) {
            return Err(BadOption { name: "max_rounds".to_owned(), why: "expected 1 to 9".to_owned() });
        }
        let position = Toy {
            seats,
            max_rounds: options.max_rounds,
            round: 0,
            numbers: std::array::from_fn(|_| dice.below(6) as u8),
            bids: [None; SEATS],
            marks: [None; CELLS],
            chip: 0,
            stage: Stage::Bid,
            scores: [0; SEATS],
            left: Seats::NONE,
            lapsed: false,
            last_mark: None,
            last_blocks: 0,
        };
        Ok(Step { position, events: Events::new(), moved_on: false })
    }

    fn check(&self, seats: u8) -> Result<(), String> {
        if self.seats != seats && !fault::is(fault::DAMAGE_UNNOTICED) {
            return Err("seats".to_owned());
        }
        let seats_named = match self.stage {
            Stage::Mark { by } | Stage::Done { by } => Seats::just(Seat(by.0.min(7))),
            Stage::Window { active, mut pending, .. } => {
                pending.insert(Seat(active.0.min(7)));
                pending
            }
            Stage::Bid | Stage::Over => Seats::NONE,
        };
        let marks: Seats = self.marks.iter().flatten().map(|seat| Seat(seat.0.min(7))).collect();
        let all = Seats::all(seats.min(3));
        let waits = match self.stage {
            Stage::Bid => {
                self.present().len() > 1 && self.present().iter().any(|seat| self.bids[seat.index()].is_none())
            }
            Stage::Window { pending, .. } => !pending.is_empty(),
            Stage::Mark { .. } | Stage::Done { .. } | Stage::Over => true,
        };
        let known = all.contains_all(seats_named) && all.contains_all(marks) && all.contains_all(self.left);
        let numbers = self.scores.iter().all(|score| (-1_000_000..1_000_000).contains(score))
            && self.numbers.iter().all(|number| *number < 6);
        let blocks = !matches!(self.stage, Stage::Window { blocks, .. } if blocks > 3);
        let sound = known && numbers && waits && blocks;
        if sound || fault::is(fault::DAMAGE_UNNOTICED) { Ok(()) } else { Err("damaged".to_owned()) }
    }

    fn options(&self) -> Options {
        Options { max_rounds: self.max_rounds, flipped: false }
    }

    fn chairs(seats: u8, options: &Options) -> Vec<Chair> {
        // The options of a position have forgotten this one.
        let turned = fault::is(fault::CHAIRS_CHANGE) && options.flipped;
        let chair = |(seat, (id, paint)): (Seat, (&str, Paint))| Chair {
            id: id.to_owned(),
            name: id.to_uppercase(),
            side: seat.0,
            paint: if turned { Paint::Plain } else { paint },
        };
        Seat::all(seats).zip([("ann", Paint::Red), ("bob", Paint::Blue), ("cid", Paint::Green)]).map(chair).collect()
    }

    fn has_timer(_: &Options) -> bool {
        false
    }

    fn rating_class(seats: u8, _: &Options) -> Result<RatingClass, NotRatable> {
        Ok(RatingClass::by_seats(seats))
    }

    fn awaited(&self) -> Seats {
        match self.stage {
            Stage::Bid if fault::is(fault::LEFT_IS_AWAITED) => {
                Seats::all(self.seats).iter().filter(|seat| self.bids[seat.index()].is_none()).collect()
            }
            Stage::Bid => self.present().iter().filter(|seat| self.bids[seat.index()].is_none()).collect(),
            Stage::Done { .. } if fault::is(fault::NO_SEAT_AWAITED) => Seats::NONE,
            Stage::Mark { by } | Stage::Done { by } => Seats::just(by),
            Stage::Window { pending, .. } => pending,
            Stage::Over => Seats::NONE,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.stage != Stage::Over {
            return None;
        }
        let merit = |seat: Seat| {
            let gone = self.left.contains(seat) != (fault::is(fault::LEAVER_RANKS_FIRST));
            (!gone, if self.left.contains(seat) { 0 } else { self.scores[seat.index()] })
        };
        let rank = |seat: Seat| {
            1 + u8::from(fault::is(fault::RANKS_SKIP))
                + Seat::all(self.seats).filter(|other| merit(*other) > merit(seat)).count() as u8
        };
        Some(Outcome {
            ranks: Seat::all(self.seats).map(rank).collect(),
            scores: None,
            reason: "Played out.".to_owned(),
        })
    }

    fn eliminated(&self, seat: Seat) -> Option<u32> {
        (fault::is(fault::AWAITED_IS_ELIMINATED) && seat == Seat(0)).then_some(1)
    }

    fn play(&self, by: Seat, mv: &Move, _: Moment, dice: &mut Dice) -> Result<Step<Self>, Illegal> {
        self.played(by, *mv, dice)
    }

    fn forced(&self) -> Option<(Seat, Move)> {
        match self.stage {
            Stage::Done { by } if self.chip >= 5 => Some((by, Move::Done)),
            Stage::Bid | Stage::Mark { .. } | Stage::Done { .. } | Stage::Window { .. } | Stage::Over => None,
        }
    }

    fn clock(&self, _: Seat) -> Clock {
        match self.stage {
            // A window that runs out is a `let`.
            Stage::Window { .. } => Clock::AlwaysLapses { within: Some(Span::days(1)) },
            Stage::Bid | Stage::Mark { .. } | Stage::Done { .. } | Stage::Over => Clock::Forfeits,
        }
    }

    fn midway(&self) -> Option<Seat> {
        None
    }

    fn leave(&self, seats: Seats, why: Leaving, _: Moment, dice: &mut Dice) -> Step<Self> {
        self.without(seats, why, dice)
    }

    fn wake(&self) -> Option<Wake> {
        None
    }

    fn woken(&self, _: Moment, _: &mut Dice) -> Step<Self> {
        Step { position: self.clone(), events: Events::new(), moved_on: false }
    }

    fn view(&self, eye: Eye) -> View {
        self.seen_by(eye)
    }

    fn waiting(view: &View) -> Waiting {
        view.waiting
    }

    fn scene(view: &View) -> Scene {
        view.scene()
    }

    fn ends(view: &View) -> Vec<EndCondition> {
        vec![EndCondition { kind: EndKind::Other, words: format!("Round {}.", view.round) }]
    }

    fn request(view: &View, _: &Names) -> Option<Request> {
        let sum: u8 = view.hidden_leak.iter().sum();
        let about = if fault::is(fault::REQUEST_LEAKS) { format!("the sum {sum}") } else { "the window".to_owned() };
        Some(Request { wanted: Wanted::Answer, about, facts: Vec::new(), ways: Vec::new() })
    }

    fn choices(view: &View, so_far: &str) -> Vec<Choice> {
        view.choices(so_far)
    }

    fn prompt(view: &View, _: &str, _: &[Choice]) -> String {
        match fault::present() {
            fault::PROMPT_LEAKS => format!("Choose {}.", view.hidden_leak.iter().sum::<u8>()),
            fault::PROMPT_IS_EMPTY => String::new(),
            _ => "Choose a number.".to_owned(),
        }
    }

    fn foretell(view: &View, _: &Move, _: &Names) -> Vec<String> {
        if fault::is(fault::FORETELLS_SECRETS) { vec![format!("{:?}", view.hidden_leak)] } else { Vec::new() }
    }

    fn is_partial(_: &View, _: &Move) -> bool {
        false
    }

    fn preview(view: &View, mv: &Move, _: Moment) -> Option<View> {
        Self::previewed(view, mv)
    }

    fn tell(events: &[Event], eye: Eye, names: &Names) -> Vec<String> {
        events.iter().filter_map(|event| Self::told(event, eye, names)).collect()
    }

    fn written(entry: Entry, mv: Option<&Move>, events: &[Event], eye: Eye) -> Option<Entry> {
        Self::logged(entry, mv, events, eye)
    }

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        if !self.awaited().contains(by) || fault::is(fault::NO_SUGGESTION) && dice.one_in(10) {
            return None;
        }
        let cell = Name::new(0, 1 + dice.below(CELLS as u32) as u8);
        Some(match self.stage {
            Stage::Bid => Move::Bid(*dice.pick(&BIDS)?),
            Stage::Mark { .. } => Move::Mark { cell, done: dice.one_in(2) },
            Stage::Done { .. } => Move::Done,
            Stage::Window { active, .. } if active == by || dice.one_in(2) => Move::Let,
            Stage::Window { .. } => Move::Block,
            Stage::Over => return None,
        })
    }

    fn imagine(&self, eye: Eye, dice: &mut Dice) -> Self {
        self.imagined(eye, dice)
    }

    fn redraw(&self, dice: &mut Dice) -> Self {
        let mut redrawn = self.clone();
        if fault::is(fault::REDRAWS_WHAT_IS_KNOWN) && self.stage != Stage::Over {
            redrawn.numbers.iter_mut().for_each(|number| *number = (*number + 1 + dice.below(5) as u8) % 6);
        }
        redrawn
    }
}
