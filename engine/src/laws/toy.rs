//! A toy game that needs everything the contract offers and that Magma does not: secret simultaneous bids, a chip drawn in
//! mid-turn, turns given whole or in parts, forced moves, and sealed responses of players of whom nobody may know that
//! they are awaited. With `FAULT` it breaks one law on purpose.
//!
//! A round: everybody bids in secret. The highest bidder draws a chip, marks a cell and says `done`. Then he says `let`, and
//! so does, or says `block`, every other seat whose secret number is as odd or even as the chip. Unblocked, the chip counts.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

use crate::board::Place;
use crate::dice::Dice;
use crate::game::{
    BadOption, Chair, Choice, Clock, EndCondition, EndKind, Entry, Events, Eye, Game, Illegal, Info, Leaving, Names,
    Outcome, Step, Waiting, Wake,
};
use crate::moment::{Moment, Span};
use crate::notation::{Name, Reader, Unreadable};
use crate::scene::{Ground, Layout, Paint, Scene, Shape, Spot, Token};
use crate::seat::{Seat, Seats};

/// The deliberate faults.
pub(super) mod fault {
    pub(crate) const NONE: u8 = 0;
    pub(crate) const VIEW_LEAKS_BIDS: u8 = 1;
    pub(crate) const STORY_LEAKS_BIDS: u8 = 2;
    pub(crate) const LOG_LEAKS_BIDS: u8 = 3;
    pub(crate) const LAZY_IMAGINATION: u8 = 4;
    pub(crate) const UNMARKED_SECRET: u8 = 5;
    pub(crate) const PRINTER_DROPS_BLANK: u8 = 6;
    pub(crate) const CHOICES_MISS_ONE: u8 = 7;
    pub(crate) const CHOICES_OFFER_ILLEGAL: u8 = 8;
    pub(crate) const CHOICES_LEAK: u8 = 9;
    pub(crate) const REFUSAL_LEAKS: u8 = 10;
    pub(crate) const BID_MOVES_ON: u8 = 11;
    pub(crate) const TURN_NEVER_MOVES_ON: u8 = 12;
    pub(crate) const NOBODY_AWAITED: u8 = 13;
    pub(crate) const LEFT_IS_AWAITED: u8 = 14;
    pub(crate) const ENDLESS: u8 = 15;
    pub(crate) const RANKS_SKIP: u8 = 16;
    pub(crate) const FORGETS_WHEN_STORED: u8 = 17;
    pub(crate) const CHANCE_OF_ITS_OWN: u8 = 18;
    pub(crate) const WIDE_BOARD: u8 = 19;
    pub(crate) const COLORS_ONLY: u8 = 20;
    pub(crate) const AWAITED_LEAKS: u8 = 21;
    pub(crate) const NO_SUGGESTION: u8 = 22;
    pub(crate) const PANICS: u8 = 23;
    pub(crate) const OPTION_IGNORED: u8 = 24;
    pub(crate) const LEAVER_RANKS_FIRST: u8 = 25;
    pub(crate) const CLOSED_AFTER_THE_END: u8 = 26;
    pub(crate) const HALF_OF_THE_EXAMPLES_WRONG: u8 = 27;
    pub(crate) const CELL_OFF_BOARD: u8 = 28;
    pub(crate) const AWAITED_NOT_TOLD: u8 = 29;
    pub(crate) const GLYPHS_ALIKE: u8 = 30;
    pub(crate) const LAPSE_IS_TOLD: u8 = 31;
    pub(crate) const IMAGINATION_KEEPS_BIDS: u8 = 32;
    pub(crate) const PREVIEW_PEEKS: u8 = 33;
    pub(crate) const NUMBERS_ARE_TOLD: u8 = 34;
    pub(crate) const DAMAGE_UNNOTICED: u8 = 35;
    pub(crate) const BIDS_AGAIN: u8 = 36;
}

const SEATS: usize = 3;
const CELLS: usize = 4;
const BIDS: [u8; 3] = [1, 2, 3];

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Toy<const FAULT: u8> {
    seats: u8,
    max_rounds: u8,
    round: u8,
    /// Known to its seat only.
    numbers: [u8; SEATS],
    /// Known to its seat only; that there is one is known to all.
    bids: [Option<u8>; SEATS],
    marks: [Option<Seat>; CELLS],
    chip: u8,
    stage: Stage,
    #[serde(skip_serializing_if = "forgotten::<FAULT>", default)]
    scores: [i32; SEATS],
    left: Seats,
    /// Did the active seat's last answer come by a lapse? Known to all.
    lapsed: bool,
    /// The cell marked last, so that a mark on a mark shows, too.
    last_mark: Option<u8>,
    /// How many blocked in the last window: known to all once it is closed.
    last_blocks: u8,
}

fn forgotten<const FAULT: u8>(_: &[i32; SEATS]) -> bool {
    FAULT == fault::FORGETS_WHEN_STORED
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
    /// How many rounds are played.
    #[schemars(range(min = 1, max = 9), example = 2, example = 4)]
    max_rounds: u8,
    /// Is the board drawn upside down?
    flipped: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { max_rounds: 3, flipped: false }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Move<const FAULT: u8> {
    Bid(u8),
    Mark { cell: Name, done: bool },
    Done,
    Block,
    Let,
}

impl<const FAULT: u8> fmt::Display for Move<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Bid(bid) if FAULT == fault::PRINTER_DROPS_BLANK => write!(f, "bid{bid}"),
            Move::Bid(bid) => write!(f, "bid {bid}"),
            Move::Mark { cell, done: false } => write!(f, "mark {cell}"),
            Move::Mark { cell, done: true } => write!(f, "mark {cell} done"),
            Move::Done => f.write_str("done"),
            Move::Block => f.write_str("block"),
            Move::Let => f.write_str("let"),
        }
    }
}

impl<const FAULT: u8> FromStr for Move<FAULT> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut reader = Reader::new(text);
        let mv = if reader.eat_word("bid") {
            Move::Bid(reader.number("a number to bid")? as u8)
        } else if reader.eat_word("mark") {
            Move::Mark { cell: reader.name()?, done: reader.eat_word("done") }
        } else if reader.eat_word("done") {
            Move::Done
        } else if reader.eat_word("block") {
            Move::Block
        } else if reader.eat_word("let") {
            Move::Let
        } else {
            return Err(reader.refuse("bid, mark, done, block or let"));
        };
        assert!(FAULT != fault::PANICS || !text.contains('9'), "a deliberate panic");
        reader.end("nothing more")?;
        Ok(mv)
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

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct View {
    you: Option<Seat>,
    round: u8,
    your_number: Option<u8>,
    your_bid: Option<u8>,
    has_bid: Vec<bool>,
    marks: [Option<Seat>; CELLS],
    chip: u8,
    last_mark: Option<u8>,
    lapsed: bool,
    last_blocks: u8,
    stage: String,
    scores: [i32; SEATS],
    you_pending: bool,
    active: Option<Seat>,
    active_pending: bool,
    waiting: Waiting,
    leak: Vec<u8>,
    /// In the view but not on the page: for choices that leak.
    #[serde(skip)]
    hidden_leak: Vec<u8>,
    over: bool,
    /// The whole position, once it is open.
    everything: Option<String>,
    #[serde(skip)]
    fault: u8,
}

impl<const FAULT: u8> Toy<FAULT> {
    fn present(&self) -> Seats {
        Seats::all(self.seats).without(self.left)
    }

    fn next_round(&mut self) {
        self.round = self.round.saturating_add(1);
        self.bids = [None; SEATS];
        self.stage = if self.round >= self.max_rounds && FAULT != fault::ENDLESS { Stage::Over } else { Stage::Bid };
    }

    /// Reveals the bids once all are in; the winner draws.
    fn reveal_if_all_in(&mut self, dice: &mut Dice, events: &mut Events<Event>) {
        if self.stage != Stage::Bid || self.present().iter().any(|seat| self.bids[seat.index()].is_none()) {
            return;
        }
        let Some(by) = self.present().iter().max_by_key(|seat| (self.bids[seat.index()], std::cmp::Reverse(*seat)))
        else {
            return;
        };
        self.chip = if FAULT == fault::CHANCE_OF_ITS_OWN { own_chance() } else { dice.below(10) as u8 };
        events.push(Event::Drawn { by, chip: self.chip, numbers: self.numbers });
        self.stage = Stage::Mark { by };
    }

    fn open_window(&mut self, active: Seat) {
        let concerned = |seat: &Seat| *seat != active && self.numbers[seat.index()] % 2 == self.chip % 2;
        let mut pending: Seats = self.present().iter().filter(concerned).collect();
        pending.insert(active);
        self.stage = Stage::Window { active, pending, blocks: 0 };
    }

    fn close_if_answered(&mut self, events: &mut Events<Event>) {
        if let Stage::Window { active, pending, blocks } = self.stage
            && pending.is_empty()
        {
            if blocks == 0 {
                self.scores[active.index()] += i32::from(self.chip);
            }
            self.last_blocks = blocks;
            events.push(Event::Closed { blocks });
            self.next_round();
        }
    }

    fn end_if_alone(&mut self) {
        if self.present().len() < 2 {
            self.stage = Stage::Over;
        }
    }

    fn cell(name: Name) -> Option<u8> {
        (name.letter() == 'a' && (1..=CELLS as u8).contains(&name.number())).then(|| name.number() - 1)
    }
}

/// A generator that no seed governs.
fn own_chance() -> u8 {
    use std::sync::atomic::{AtomicU8, Ordering};
    static NEXT: AtomicU8 = AtomicU8::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed) % 10
}

impl<const FAULT: u8> Game for Toy<FAULT> {
    const INFO: Info = Info {
        id: "toy",
        name: "Toy",
        summary: "A toy for the tests of the laws.",
        seats: 2..=3,
        edition: 1,
        secret: FAULT != fault::UNMARKED_SECRET,
        rules: "A round: everybody bids in secret. The highest bidder draws a chip, marks a cell and says done. Then he says \
                let, and so does, or says block, every other seat whose secret number is as odd or even as the chip. \
                Unblocked, the chip counts for the bidder. The most points win.",
        notation: if FAULT == fault::HALF_OF_THE_EXAMPLES_WRONG {
            &[("bid 2", "bid"), ("MARK a1", "mark")]
        } else {
            &[("bid 2", "bid"), ("mark a1 done", "mark"), ("block", "block")]
        },
    };
    type Options = Options;
    type Move = Move<FAULT>;
    type Event = Event;
    type View = View;

    fn start(seats: u8, options: &Options, dice: &mut Dice) -> Result<Step<Self>, BadOption> {
        if !(1..=9).contains(&options.max_rounds) && FAULT != fault::OPTION_IGNORED {
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
        if self.seats != seats && FAULT != fault::DAMAGE_UNNOTICED {
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
            _ => true,
        };
        let known = all.contains_all(seats_named) && all.contains_all(marks) && all.contains_all(self.left);
        let numbers = self.scores.iter().all(|score| (-1_000_000..1_000_000).contains(score))
            && self.numbers.iter().all(|number| *number < 6);
        let blocks = !matches!(self.stage, Stage::Window { blocks, .. } if blocks > 3);
        let sound = known && numbers && waits && blocks;
        if sound || FAULT == fault::DAMAGE_UNNOTICED { Ok(()) } else { Err("damaged".to_owned()) }
    }

    fn options(&self) -> Options {
        Options { max_rounds: self.max_rounds, flipped: false }
    }

    fn chairs(seats: u8, _: &Options) -> Vec<Chair> {
        let chair = |(seat, (id, paint)): (Seat, (&str, Paint))| Chair {
            id: id.to_owned(),
            name: id.to_uppercase(),
            side: seat.0,
            paint,
        };
        Seat::all(seats).zip([("ann", Paint::Red), ("bob", Paint::Blue), ("cid", Paint::Green)]).map(chair).collect()
    }

    fn awaited(&self) -> Seats {
        match self.stage {
            Stage::Bid if FAULT == fault::LEFT_IS_AWAITED => {
                Seats::all(self.seats).iter().filter(|seat| self.bids[seat.index()].is_none()).collect()
            }
            Stage::Bid => self.present().iter().filter(|seat| self.bids[seat.index()].is_none()).collect(),
            Stage::Done { .. } if FAULT == fault::NOBODY_AWAITED => Seats::NONE,
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
            let gone = self.left.contains(seat) != (FAULT == fault::LEAVER_RANKS_FIRST);
            (!gone, if self.left.contains(seat) { 0 } else { self.scores[seat.index()] })
        };
        let rank = |seat: Seat| {
            1 + u8::from(FAULT == fault::RANKS_SKIP)
                + Seat::all(self.seats).filter(|other| merit(*other) > merit(seat)).count() as u8
        };
        Some(Outcome {
            ranks: Seat::all(self.seats).map(rank).collect(),
            scores: None,
            reason: "Played out.".to_owned(),
        })
    }

    fn play(&self, by: Seat, mv: &Move<FAULT>, _: Moment, dice: &mut Dice) -> Result<Step<Self>, Illegal> {
        let refuse = |code: &'static str| {
            let why = if FAULT == fault::REFUSAL_LEAKS { format!("{:?}", self.numbers) } else { "No.".to_owned() };
            Err(Illegal::new(code, why))
        };
        let mut next = self.clone();
        let mut events = Events::new();
        next.lapsed &= !matches!(self.stage, Stage::Window { active, .. } if active == by);
        match (*mv, self.stage) {
            (Move::Bid(bid), Stage::Bid) if self.bids[by.index()].is_none() || FAULT == fault::BIDS_AGAIN => {
                if !BIDS.contains(&bid) {
                    return refuse("no-such-bid");
                }
                next.bids[by.index()] = Some(bid);
                events.push(Event::Bid { by, bid });
                next.reveal_if_all_in(dice, &mut events);
            }
            (Move::Mark { cell, done }, Stage::Mark { by: mover }) if mover == by => {
                let Some(cell) = Self::cell(cell) else { return refuse("no-such-cell") };
                next.marks[usize::from(cell)] = Some(by);
                next.last_mark = Some(cell);
                events.push(Event::Marked { by, cell });
                next.stage = Stage::Done { by };
                if done {
                    next.open_window(by);
                }
            }
            (Move::Done, Stage::Done { by: mover }) if mover == by => next.open_window(by),
            (Move::Block | Move::Let, Stage::Window { active, mut pending, mut blocks }) if pending.contains(by) => {
                let block = *mv == Move::Block;
                if block && by == active {
                    return refuse("not-yours-to-block");
                }
                pending.remove(by);
                blocks += u8::from(block);
                events.push(Event::Answered { by, block, active: by == active });
                next.stage = Stage::Window { active, pending, blocks };
                next.close_if_answered(&mut events);
            }
            _ => return refuse("not-awaited"),
        }
        let sealed = std::mem::discriminant(&next.stage) == std::mem::discriminant(&self.stage);
        let moved_on = match FAULT {
            fault::BID_MOVES_ON => true,
            fault::TURN_NEVER_MOVES_ON => false,
            _ => !sealed,
        };
        Ok(Step { position: next, events, moved_on })
    }

    fn forced(&self) -> Option<(Seat, Move<FAULT>)> {
        match self.stage {
            Stage::Done { by } if self.chip >= 5 => Some((by, Move::Done)),
            _ => None,
        }
    }

    fn clock(&self, _: Seat) -> Clock {
        match self.stage {
            // A window that runs out is a `let`.
            Stage::Window { .. } => Clock::AlwaysLapses { within: Some(Span::days(1)) },
            _ => Clock::Forfeits,
        }
    }

    fn leave(&self, seat: Seat, why: Leaving, at: Moment, dice: &mut Dice) -> Step<Self> {
        if why == Leaving::Lapsed {
            let nothing = Step { position: self.clone(), events: Events::new(), moved_on: false };
            let mut step = self.play(seat, &Move::Let, at, dice).unwrap_or(nothing);
            step.position.lapsed |= matches!(self.stage, Stage::Window { active, .. } if active == seat);
            return step;
        }
        let mut next = self.clone();
        let mut events: Events<Event> = smallvec![Event::Left { seat }];
        next.left.insert(seat);
        match next.stage {
            Stage::Mark { by } | Stage::Done { by } if by == seat => next.next_round(),
            Stage::Window { active, mut pending, blocks } => {
                pending.remove(seat);
                next.stage = Stage::Window { active, pending, blocks };
                next.close_if_answered(&mut events);
            }
            _ => next.reveal_if_all_in(dice, &mut events),
        }
        next.end_if_alone();
        let moved_on =
            std::mem::discriminant(&next.stage) != std::mem::discriminant(&self.stage) || next.round != self.round;
        Step { position: next, events, moved_on }
    }

    fn wake(&self) -> Option<Wake> {
        None
    }

    fn woken(&self, _: Moment, _: &mut Dice) -> Step<Self> {
        Step { position: self.clone(), events: Events::new(), moved_on: false }
    }

    fn view(&self, eye: Eye) -> View {
        let you = eye.seat();
        let own = |seat: Seat| you == Some(seat);
        let awaited = self.awaited();
        let (active, active_pending) = match self.stage {
            Stage::Mark { by } | Stage::Done { by } => (Some(by), true),
            Stage::Window { active, pending, .. } => (Some(active), pending.contains(active)),
            Stage::Bid | Stage::Over => (None, false),
        };
        let in_window = matches!(self.stage, Stage::Window { .. });
        let known: Seats = awaited.iter().filter(|&seat| !in_window || own(seat) || active == Some(seat)).collect();
        let told = match FAULT {
            fault::AWAITED_LEAKS => awaited,
            fault::AWAITED_NOT_TOLD => Seats::NONE,
            _ => known,
        };
        View {
            you,
            round: self.round,
            your_number: you.map(|seat| self.numbers[seat.index()]),
            your_bid: you.and_then(|seat| self.bids[seat.index()]),
            has_bid: self.bids.iter().map(Option::is_some).collect(),
            marks: self.marks,
            chip: self.chip,
            last_mark: self.last_mark,
            lapsed: self.lapsed,
            last_blocks: self.last_blocks,
            stage: format!("{:?}", self.stage).split([' ', '{']).next().unwrap_or_default().to_owned(),
            scores: self.scores,
            you_pending: you.is_some_and(|seat| awaited.contains(seat)),
            active,
            active_pending,
            waiting: Waiting { seats: told, undisclosed: in_window, wake: None },
            leak: if FAULT == fault::VIEW_LEAKS_BIDS {
                self.bids.iter().flatten().copied().collect()
            } else {
                Vec::new()
            },
            hidden_leak: if matches!(FAULT, fault::CHOICES_LEAK | fault::PREVIEW_PEEKS) {
                self.numbers.to_vec()
            } else {
                Vec::new()
            },
            over: self.stage == Stage::Over,
            everything: (eye == Eye::Open && FAULT != fault::CLOSED_AFTER_THE_END).then(|| format!("{self:?}")),
            fault: FAULT,
        }
    }

    fn waiting(view: &View) -> Waiting {
        view.waiting
    }

    fn scene(view: &View) -> Scene {
        let wide = if view.fault == fault::WIDE_BOARD { 80 } else { 1 };
        let spot =
            |cell: usize| {
                let mark = view.marks[cell];
                let letter = mark.map_or(".", |seat| {
                    if view.fault == fault::GLYPHS_ALIKE { "X" } else { ["A", "B", "C"][seat.index()] }
                });
                let label = if view.fault == fault::COLORS_ONLY { "o" } else { letter };
                let paint = |seat: Seat| [Paint::Red, Paint::Blue, Paint::Green][seat.index()];
                Spot {
                    name: format!("a{}", cell + 1),
                    at: Place { x: 0, y: -2 * cell as i16 },
                    ground: Ground::plain(),
                    tokens: mark
                        .map(|seat| Token { shape: Shape::Disc, paint: paint(seat), label: label.to_owned() })
                        .into_iter()
                        .collect(),
                    glyph: letter.repeat(wide),
                    mark: None,
                }
            };
        Scene {
            title: format!("{} <&> \"{}\"", view.stage, view.chip),
            layout: Layout::Squares,
            spots: (0..CELLS).map(spot).collect(),
            panels: Vec::new(),
            notes: Vec::new(),
            text_key: String::new(),
            picture_key: String::new(),
        }
    }

    fn ends(view: &View) -> Vec<EndCondition> {
        vec![EndCondition { kind: EndKind::Other, words: format!("Round {}.", view.round) }]
    }

    fn choices(view: &View, so_far: &str) -> Vec<Choice> {
        let choice = |text: String, complete| {
            let cell = text
                .split(' ')
                .nth(1)
                .filter(|word| word.starts_with('a'))
                .map(|cell| if view.fault == fault::CELL_OFF_BOARD { "z1".to_owned() } else { cell.to_owned() });
            Choice { words: format!("Say {text}."), cell, text, complete }
        };
        if !view.you_pending {
            return Vec::new();
        }
        match (view.stage.as_str(), so_far) {
            ("Bid", "") => {
                let bids: &[u8] = match view.fault {
                    fault::CHOICES_MISS_ONE => &[1, 2],
                    fault::CHOICES_OFFER_ILLEGAL => &[1, 2, 3, 4],
                    fault::CHOICES_LEAK if view.hidden_leak.iter().sum::<u8>() % 2 == 1 => &[3, 2, 1],
                    _ => &BIDS,
                };
                bids.iter().map(|bid| choice(format!("bid {bid}"), true)).collect()
            }
            ("Mark", "") => vec![choice("mark ".to_owned(), false)],
            ("Mark", "mark ") => (1..=CELLS).map(|cell| choice(format!("mark a{cell}"), true)).collect(),
            ("Mark", so_far)
                if so_far.strip_prefix("mark a").is_some_and(|cell| matches!(cell, "1" | "2" | "3" | "4")) =>
            {
                vec![choice(format!("{so_far} done"), true)]
            }
            ("Done", "") => vec![choice("done".to_owned(), true)],
            ("Window", "") if view.active == view.you => vec![choice("let".to_owned(), true)],
            ("Window", "") => vec![choice("let".to_owned(), true), choice("block".to_owned(), true)],
            _ => Vec::new(),
        }
    }

    fn preview(view: &View, mv: &Move<FAULT>, _: Moment) -> Option<View> {
        let mut after = view.clone();
        match mv {
            Move::Bid(_) if FAULT == fault::PREVIEW_PEEKS => after.chip = view.hidden_leak.iter().sum(),
            Move::Mark { cell, .. } => after.marks[usize::from(Self::cell(*cell)?)] = view.you,
            _ => {}
        }
        Some(after)
    }

    fn tell(event: &Event, eye: Eye, names: &Names) -> Option<String> {
        let open = |by: Seat| eye == Eye::Open || eye == Eye::Seat(by);
        match *event {
            Event::Bid { by, bid } if open(by) || FAULT == fault::STORY_LEAKS_BIDS => {
                Some(format!("{} bids {bid}.", &names[by]))
            }
            Event::Bid { by, .. } => Some(format!("{} has bid.", &names[by])),
            Event::Drawn { by, chip, numbers } if FAULT == fault::NUMBERS_ARE_TOLD => {
                Some(format!("{} draws {chip} with {numbers:?}.", &names[by]))
            }
            Event::Drawn { by, chip, .. } => Some(format!("{} draws {chip}.", &names[by])),
            Event::Marked { by, cell } => Some(format!("{} marks a{}.", &names[by], cell + 1)),
            Event::Answered { by, active: true, .. } => Some(format!("{} lets it be.", &names[by])),
            Event::Answered { by, block, .. } => open(by).then(|| format!("{} answers {block}.", &names[by])),
            Event::Closed { blocks } => Some(format!("{blocks} blocks.")),
            Event::Left { seat } => Some(format!("{} left.", &names[seat])),
        }
    }

    fn written(entry: Entry, mv: Option<&Move<FAULT>>, events: &[Event], eye: Eye) -> Option<Entry> {
        let own = entry.by.is_some_and(|by| eye == Eye::Seat(by)) || eye == Eye::Open;
        // Of the answers to a window only those of the active seat are known to have been given.
        let secret = events.iter().any(|event| matches!(event, Event::Answered { active: false, .. }));
        match mv {
            _ if own || FAULT == fault::LOG_LEAKS_BIDS => Some(entry),
            None if FAULT == fault::LAPSE_IS_TOLD => Some(entry),
            Some(Move::Bid(_)) => Some(Entry { text: "bid".to_owned(), ..entry }),
            _ => (!secret).then_some(entry),
        }
    }

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Move<FAULT>> {
        if !self.awaited().contains(by) || FAULT == fault::NO_SUGGESTION && dice.one_in(10) {
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
        if eye == Eye::Open || self.stage == Stage::Over {
            return self.clone();
        }
        let others: Vec<Seat> = Seat::all(self.seats).filter(|seat| eye != Eye::Seat(*seat)).collect();
        // Redraw what the eye does not know, until it fits what it does know.
        for _ in 0..1000 {
            let mut world = self.clone();
            for &seat in &others {
                world.numbers[seat.index()] = dice.below(6) as u8;
                let redrawn = self.bids[seat.index()].and_then(|_| dice.pick(&BIDS).copied());
                if FAULT != fault::IMAGINATION_KEEPS_BIDS {
                    world.bids[seat.index()] = redrawn;
                }
            }
            if let Stage::Window { active, pending, .. } = self.stage {
                world.open_window(active);
                let Stage::Window { pending: mut still, .. } = world.stage else { continue };
                let mut blocks = 0;
                for seat in Seat::all(self.seats) {
                    let known = seat == active || eye == Eye::Seat(seat);
                    if known && !pending.contains(seat) || !known && still.contains(seat) && dice.one_in(2) {
                        still.remove(seat);
                        blocks += u8::from(seat != active && dice.one_in(2));
                    }
                }
                let own_fits = eye.seat().is_none_or(|seat| still.contains(seat) == pending.contains(seat));
                // A lazy imagination would forget that somebody must still be awaited, or the window would be closed.
                if !own_fits || still.contains(active) != pending.contains(active) || still.is_empty() {
                    continue;
                }
                world.stage = Stage::Window { active, pending: still, blocks };
            }
            if FAULT == fault::LAZY_IMAGINATION {
                world.chip = dice.below(10) as u8;
            }
            return world;
        }
        self.clone()
    }
}
