//! The contract of a game. It knows nothing of people, clocks, storage or mail.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chair::{Chair, Names};
pub use crate::choice::{Choice, ChoiceKind, Request, Wanted};
use crate::dice::Dice;
pub use crate::info::{Info, Limits};
use crate::library::{Library, ReadCard, ReadDeck};
use crate::moment::{Moment, Span};
use crate::notation::Unreadable;
use crate::rating::{NotRatable, RatingClass};
use crate::scene::Scene;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::settings::Settings;

/// The rules of one game. A value of the type is a position: the whole state, secrets included.
///
/// No method that a match needs has a default: a default answer to "what is hidden?" or "what does leaving mean?" would lead to leaks and
/// injustices. The laws of every implementation are in `laws/`.
pub trait Game: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The facts about the game before any match.
    const INFO: Info;
    /// The options of a match. Give every field a default and a title; let serde refuse unknown fields.
    type Options: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + JsonSchema;
    /// A move. `Display` prints the one canonical spelling, `FromStr` forgives capitals and blanks. `resign` is not
    /// among them: the kernel knows it for every game.
    type Move: Clone + PartialEq + Debug + Display + FromStr<Err = Unreadable>;
    /// Something that happened, secrets included; stored with its log line.
    type Event: Clone + Debug + Serialize + DeserializeOwned;
    /// The position as one eye may see it. It has no field for a secret.
    type View: PartialEq + Debug + Serialize + JsonSchema;

    /// The first position of a match, for a number of seats within `INFO.seats`. Refuses options that contradict each
    /// other or the number of seats.
    fn start(seats: u8, options: &Self::Options, dice: &mut Dice) -> Result<Step<Self>, BadOption>;
    /// Checks that this is a position that can occur with so many seats. A stored one that was damaged is refused with these
    /// words before anything else is asked of it; a position that passes must not make any other method panic or run for ever.
    fn check(&self, seats: u8) -> Result<(), String>;
    /// The options of this match, every default filled in, each in its canonical spelling.
    fn options(&self) -> Self::Options;
    /// A chair for each seat: fixed for the whole match, known before it starts.
    fn chairs(seats: u8, options: &Self::Options) -> Vec<Chair>;
    /// Returns whether a match with these options may run a timer.
    fn has_timer(options: &Self::Options) -> bool;
    /// The class of ratings that matches of so many seats with these options count for, or why they can be compared to no others.
    fn rating_class(seats: u8, options: &Self::Options) -> Result<RatingClass, NotRatable>;

    /// The seats that have to move: one, several at once, or none: when the match is over, or while only a timer runs.
    fn awaited(&self) -> Seats;
    /// The result, once the match is over.
    fn outcome(&self) -> Option<Outcome>;
    /// How long this seat played until the rules put it out of the match, such as the number of the turn: the longer, the better
    /// its rank if the match is abandoned. `None` for a seat that is still in.
    fn eliminated(&self, seat: Seat) -> Option<u32>;
    /// Plays a move of a seat that has not left the match. Moves out of turn (agreeing to end, responding) come here too.
    fn play(&self, by: Seat, mv: &Self::Move, at: Moment, dice: &mut Dice) -> Result<Step<Self>, Illegal>;
    /// A move of an awaited seat that needs no asking, because nothing else is possible. The kernel plays it at once, as
    /// a log line of its own.
    fn forced(&self) -> Option<(Seat, Self::Move)>;
    /// The effect of the match clock on this awaited seat.
    fn clock(&self, seat: Seat) -> Clock;
    /// The awaited seat that is in the middle of a turn which may be sent in parts. It knows that it has to go on, and its
    /// match clock runs on: one turn, one time.
    fn midway(&self) -> Option<Seat>;
    /// These seats resigned, were forfeited, or let their turns lapse, all at once: one seat, or several awaited ones whose match
    /// clocks ran out at one instant. None of them wins over another.
    fn leave(&self, seats: Seats, why: Leaving, at: Moment, dice: &mut Dice) -> Step<Self>;
    /// The next timer of the rules to run out, if one runs.
    fn wake(&self) -> Option<Wake>;
    /// The moment named by `wake` has come; `at` is not earlier than it.
    fn woken(&self, at: Moment, dice: &mut Dice) -> Step<Self>;

    /// The position as this eye may see it. For [`Eye::Open`], the whole position. It shows at least as much as was told of the last act
    /// and the forced lines after it: what looks the same afterwards must have been told the same.
    fn view(&self, eye: Eye) -> Self::View;
    /// The awaited seats and the running timer, as far as this eye may know.
    fn waiting(view: &Self::View) -> Waiting;
    /// A picture of the view, as data.
    fn scene(view: &Self::View) -> Scene;
    /// The ways in which the match may end soon, and how near they are.
    fn ends(view: &Self::View) -> Vec<EndCondition>;
    /// The request to the seat whose view this is, with the seats called by these names: for an answer to what others do, or for a
    /// choice that is open. `None` where nothing is asked but the next move of a turn. While any player may answer, each of them
    /// gets the same request, whether the match waits for him or not.
    fn request(view: &Self::View, names: &Names) -> Option<Request>;
    /// The possible continuations of a text, for the seat whose view this is; none for a view of no seat.
    fn choices(view: &Self::View, so_far: &str) -> Vec<Choice>;
    /// What the reader does next on a page whose board can be tapped, as one short sentence: "Tap the piece to move." `choices` are those
    /// of this text, of which there is at least one. The words name no cell.
    fn prompt(view: &Self::View, so_far: &str, choices: &[Choice]) -> String;
    /// The view after a move of the seat whose view this is, at that moment, if no other seat responds; `None` where that depends
    /// on chance or on what the view does not show. Whether the move is legal has been found out before.
    fn preview(view: &Self::View, mv: &Self::Move, at: Moment) -> Option<Self::View>;
    /// What this legal move of the reader leads to if no other seat responds, in sentences with these names, as far as the view shows
    /// it; empty if that is the move itself and nothing more.
    fn foretell(view: &Self::View, mv: &Self::Move, names: &Names) -> Vec<String>;
    /// True if this legal move leaves a part of the turn to be sent and the match goes on after it. Answered from the view: what
    /// really follows may depend on what the view does not show.
    fn is_partial(view: &Self::View, mv: &Self::Move) -> bool;
    /// What a line of the log caused, in sentences for that eye; nothing of what it may not know.
    fn tell(events: &[Self::Event], eye: Eye, names: &Names) -> Vec<String>;
    /// A line of the log as that eye may read it: whole for the one whose line it is and for [`Eye::Open`]; for others
    /// without what they may not know; nothing if they may not even know that there is a line. `mv` is the move, if the line
    /// has one; `events` are those the line caused. The start, resignations and forfeits are public and do not come here.
    fn written(entry: Entry, mv: Option<&Self::Move>, events: &[Self::Event], eye: Eye) -> Option<Entry>;

    /// What the reader can order for later by choosing sentences, if the game has such orders.
    fn settings(_: &Self::View) -> Option<Settings> {
        None
    }

    /// The options of a match that begins by one press: nothing is asked before the first move.
    fn quick_options() -> serde_json::Value {
        serde_json::json!({})
    }
    /// The options that differ from the defaults in a match with days for each move.
    fn long_options() -> serde_json::Value {
        serde_json::json!({})
    }

    /// The cards of the game and its starter decks, if it has any.
    fn library() -> Option<&'static Library> {
        None
    }
    /// Reads a deck as people write it, with the texts of own cards; `None` if the game has no decks.
    fn read_deck(_list: &str, _cards: &str) -> Option<ReadDeck> {
        None
    }
    /// Reads cards of another game, or says why the whole text cannot be read; `None` if the game has no cards.
    fn read_cards(_text: &str) -> Option<Result<Vec<ReadCard>, String>> {
        None
    }
    /// The options of a new match with these texts of cards, which players bring before it starts; `None` if players bring none.
    fn with_brought(_options: &Self::Options, _texts: &[&str]) -> Option<Result<serde_json::Value, BadOption>> {
        None
    }
    /// How cards are written, in Markdown; `None` if the game has none.
    fn card_language() -> Option<&'static str> {
        None
    }

    /// The score of each seat so far, for computer opponents that look ahead to this position and no further; `None` if the game has
    /// none. A lead of 100 over the best other side is a match that is nearly won, a lead of 30 one that is won three times in four.
    fn scores_so_far(&self) -> Option<[i32; MAX_SEATS as usize]> {
        None
    }

    /// Some legal move of the seat, found fast, with a fair chance of any kind of move; `None` if it has none. A seat
    /// that is not awaited may get a move that is legal out of turn.
    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Self::Move>;
    /// A random position that this eye cannot tell from this one.
    #[must_use]
    fn imagine(&self, eye: Eye, dice: &mut Dice) -> Self;
    /// The position with everything drawn anew that no seat knows, such as the order of a pile of cards, for a match that is played on
    /// from another one. No seat can tell it from this one.
    #[must_use]
    fn redraw(&self, dice: &mut Dice) -> Self;
}

/// The events of one move, most often one or two.
pub type Events<E> = SmallVec<[E; 4]>;

/// A new position and how it came about.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    /// The position afterwards.
    pub position: G,
    /// The events, in order.
    pub events: Events<G::Event>,
    /// True if the table has moved on. If not, every answer that another seat was about to give is still good: this was one of
    /// several secret simultaneous decisions, part of no turn, or a word out of turn.
    pub moved_on: bool,
}

/// A reader of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eye {
    /// The player of this seat.
    Seat(Seat),
    /// A spectator.
    Public,
    /// Any reader after the end, when everything is open.
    Open,
}

impl Eye {
    /// The seat whose eyes these are.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Eye::Seat(seat) => Some(seat),
            Eye::Public | Eye::Open => None,
        }
    }
}

/// The effect of the match clock on an awaited seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// It runs, and after a lapse the match can go on without anything done, if its policy allows that.
    CanLapse,
    /// It runs, for so long if that is not the match's own time, and running out always counts as doing nothing, under
    /// either policy; such lapses are not counted.
    AlwaysLapses {
        /// Its time; `None` for the match's time per move.
        within: Option<Span>,
    },
    /// It runs, and running out counts as leaving the match, under every policy of the match.
    Forfeits,
    /// It stands still: the rules have a timer of their own for what the seat is to decide.
    Stopped,
}

/// The cause of a log line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("chosen")))]
pub enum Cause {
    /// The match began.
    Start,
    /// A player chose the move.
    Chosen,
    /// Nothing else was possible.
    Forced,
    /// The match clock ran out and the match went on.
    Lapse,
    /// The match clock ran out and the seat was out.
    Forfeit,
    /// A timer of the rules ran out.
    TimerOut,
    /// The match was abandoned and ended as a draw.
    Abandoned,
}

impl Cause {
    /// The text of the log lines that no player writes; `None` for lines with a move.
    pub fn text(self) -> Option<&'static str> {
        match self {
            Cause::Start => Some("start"),
            Cause::Lapse => Some("lapse"),
            Cause::Forfeit => Some("forfeit"),
            Cause::TimerOut => Some("timer-out"),
            Cause::Abandoned => Some("abandoned"),
            Cause::Chosen | Cause::Forced => None,
        }
    }
}

/// A line of the log, as a given reader may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LogEntry, example = json!({"by": 0, "cause": "chosen", "text": "e5-e7"})))]
pub struct Entry {
    /// The seat of the line, if the reader may know it.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub by: Option<Seat>,
    /// The cause of the line.
    pub cause: Cause,
    /// The move in its canonical spelling, or the word for an expired clock.
    pub text: String,
}

/// The ways to leave a match or a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// By its own wish, for good.
    Resigned,
    /// By the match clock, for good.
    Forfeited,
    /// By the match clock, for this turn only; the seat is absent until it acts again.
    Lapsed,
}

/// A running timer of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Wake {
    /// From this moment on the timer has run out.
    pub at: Moment,
    /// The seat of the timer; `null` for a timer of the whole table.
    pub seat: Option<Seat>,
}

/// The awaited seats and the running timer, as far as one eye may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Waiting {
    /// The seats it may know to be awaited.
    pub seats: Seats,
    /// May other seats be awaited, unknown to the eye? ("Waiting for responses.")
    pub undisclosed: bool,
    /// The timer of the rules, if one runs and the eye may know it.
    pub wake: Option<Wake>,
}

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"ranks": [1, 2], "scores": [91, 78], "reason": "All passed: Red has 91 points, Blue 78."})))]
pub struct Outcome {
    /// A rank for each seat: 1 is best, and equal results share a rank. Seats of one side have the same rank. Ranks count sides: two teams
    /// of two rank 1 2 1 2, never 1 3 1 3.
    pub ranks: Vec<u8>,
    /// A score for each seat, if the game has scores; empty for an abandoned match.
    pub scores: Option<Vec<i32>>,
    /// The reason for the end and for the ranks, in a sentence for people.
    pub reason: String,
}

/// A way in which the match may end, and how close it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndCondition {
    /// The way and its figures.
    #[serde(flatten)]
    pub kind: EndKind,
    /// The same, in a sentence for people.
    pub words: String,
}

/// The figures of an [`EndCondition`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EndKind {
    /// All seats pass in sequence.
    Passes {
        /// The seats that passed in the current run.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
        passed: Seats,
        /// The seats whose pass is still needed.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
        missing: Seats,
    },
    /// All present seats agree to end.
    Agreement {
        /// The seats that have agreed.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
        agreed: Seats,
        /// The seats whose agreement is still needed.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
        missing: Seats,
    },
    /// A position occurs a given number of times.
    Repetition {
        /// The number of times the position has occurred.
        count: u8,
        /// The number of times that ends the match.
        limit: u8,
    },
    /// The last round is played.
    Rounds {
        /// The number of rounds that are over.
        played: u32,
        /// The number of rounds of the match.
        limit: u32,
    },
    /// Not a condition: the score of each seat if the match ended now.
    ScoreNow {
        /// A score for each seat.
        scores: Vec<i32>,
    },
    /// Another condition, in words only.
    Other,
}

/// A move that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{code}: {why}")]
pub struct Illegal {
    /// A stable word for programs.
    pub code: &'static str,
    /// Why, and what would be right, in words for people.
    pub why: String,
    /// Which part of a move in several parts was refused, counted from 1.
    pub part: Option<u16>,
}

impl Illegal {
    /// A refusal of the whole move.
    pub fn new(code: &'static str, why: impl Into<String>) -> Illegal {
        Illegal { code, why: why.into(), part: None }
    }
}

/// An option that is unknown or impossible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("option {name}: {why}")]
pub struct BadOption {
    /// The name of the option.
    pub name: String,
    /// Why it is refused, and what would be right.
    pub why: String,
}
