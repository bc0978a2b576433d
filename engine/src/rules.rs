//! The rules as the service sees them: object-safe, moves and options as text, positions as stored.

pub(crate) mod exploration;
mod replaying;
mod setup;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::exploration::{Explored, Plan, Unexplored};
use self::replaying::{differs, run_out_together};
pub use self::setup::Setup;
use crate::chair::{Chair, Names};
use crate::choice::{Begun, Most, Steps, WholeMoves};
use crate::dice::{Dice, Seed};
use crate::game::{
    BadOption, Cause, Choice, Clock, EndCondition, Entry, Eye, Illegal, Info, Outcome, Request, Waiting, Wake,
};
use crate::library::{Library, ReadCard, ReadDeck};
use crate::moment::Moment;
use crate::notation::Unreadable;
use crate::options::Chosen;
use crate::players::{Budget, Pick};
use crate::scene::Scene;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::settings::Settings;
use crate::{svg, text};

/// The most bytes of a move.
pub const MAX_MOVE_BYTES: usize = 4096;

/// The number of lapses in a row after which a seat is forfeited (common rules, "The match clock lapses").
pub const LAPSES_TO_FORFEIT: u8 = 3;

/// The stored state of a match for the rules, apart from its log.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The number of seats.
    pub seats: u8,
    /// The secret seed.
    pub seed: Seed,
    /// The number of the last log line; the start of the match is line 0.
    pub ply: u32,
    /// The number of times the table has moved on.
    pub turn: u32,
    /// The seats that resigned or were forfeited.
    pub left: Seats,
    /// For each seat the number of turns that lapsed in a row.
    pub lapses: [u8; MAX_SEATS as usize],
    /// True if the match is over. It was abandoned if the game gives no result for the position.
    pub over: bool,
    /// The position as JSON, secrets included.
    pub state: String,
}

/// Something that happens to a match: a new log line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act<'a> {
    /// A player sends a move.
    Chosen {
        /// The seat that moves.
        by: Seat,
        /// The text as sent.
        text: &'a str,
    },
    /// The match clocks of these seats ran out at one instant and the match goes on.
    Lapse(Seats),
    /// The match clocks of these seats ran out at one instant and the seats are out of the match.
    Forfeit(Seats),
    /// The timer of the rules ran out.
    TimerOut,
    /// The match is given up because no player goes on with it. It ends as a draw of all seats that have not left, and the
    /// position stays as it is.
    Abandoned,
}

/// The consequence of a lapse: the time for a move has run out.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = OnLapse))]
pub enum LapsePolicy {
    /// The player forfeits.
    #[default]
    Forfeit,
    /// The player passes, where the rules allow it. After three lapses in sequence the player forfeits.
    // The number is `LAPSES_TO_FORFEIT`.
    Pass,
}

/// A line of the log. Every position can be derived from the lines and the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, from 0.
    pub ply: u32,
    /// Its cause.
    pub cause: Cause,
    /// The seat of the line, if any.
    pub seat: Option<Seat>,
    /// The move in its canonical spelling, or the word for an expired clock.
    pub text: String,
    /// The events as JSON, secrets included.
    pub events: String,
    /// Its moment.
    pub at: Moment,
}

/// The state of a match for the service: the seats to mail, the clocks to run, the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The seats that have to move. Secret where [`Waiting::undisclosed`] may be true.
    pub awaited: Seats,
    /// The awaited seats whose match clocks run, each with the effect of running out.
    pub clocks: Vec<(Seat, Clock)>,
    /// The awaited seat that is in the middle of a turn in parts, if any.
    pub midway: Option<Seat>,
    /// The result, once the match is over.
    pub outcome: Option<Outcome>,
    /// The running timer of the rules. Secret where [`Waiting::undisclosed`] may be true.
    pub wake: Option<Wake>,
}

impl Status {
    /// The effect of the match clock on this seat; [`Clock::Stopped`] if it is not awaited.
    pub fn clock(&self, seat: Seat) -> Clock {
        self.clocks.iter().find(|(awaited, _)| *awaited == seat).map_or(Clock::Stopped, |(_, clock)| *clock)
    }
}

/// The consequence of an act.
#[derive(Clone, PartialEq, Debug)]
pub struct Advance {
    /// The frame to store.
    pub frame: Frame,
    /// The lines to append to the log: one for the act, then one for each forced move.
    pub lines: Vec<Line>,
    /// The status of the match now.
    pub status: Status,
}

/// A log line as one eye may read it. Before the end a player must see nothing else of a line: its number (a gap would
/// reveal a secret line), its seat and its cause may be secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// The line, as far as the eye may read it; `None` if the line itself is secret.
    pub entry: Option<Entry>,
    /// The events, a sentence each.
    pub story: Vec<String>,
}

/// The effect of a move that was not sent yet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// The move in its canonical spelling.
    pub text: String,
    /// The picture after it, if no other seat responds; `None` where that depends on secrets.
    pub scene: Option<Scene>,
    /// The ways to end after it, the score among them; empty where there is no picture.
    pub ends: Vec<EndCondition>,
    /// True if it leaves a part of the turn to be sent and the match goes on after it.
    pub partial: bool,
}

/// A match played by suggestions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The number of its log lines.
    pub moves: u32,
    /// The result, unless it was stopped.
    pub outcome: Option<Outcome>,
}

/// A match as one eye may see it, with its picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Page {
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// The number of times the table has moved on; a client quotes it with its move.
    pub turn: u32,
    /// The awaited seats, as far as the reader may know.
    pub waiting: Waiting,
    /// The ways in which the match may end soon.
    pub ends: Vec<EndCondition>,
    /// The result, once the match is over.
    pub outcome: Option<Outcome>,
    /// The game's own view. That of an abandoned match shows the last position, in which seats are still to move.
    pub view: Value,
    /// The picture.
    pub scene: Scene,
}

impl Page {
    /// The page of a match that was abandoned in the position of this page.
    pub(crate) fn abandoned(mut self, draw: Outcome) -> Page {
        self.scene.title.clone_from(&draw.reason);
        self.scene.panels.iter_mut().for_each(|panel| panel.awaited = false);
        let waiting = Waiting { seats: Seats::NONE, undisclosed: false, wake: None };
        Page { waiting, ends: Vec::new(), outcome: Some(draw), ..self }
    }

    /// The picture as monospaced text of at most [`text::WIDTH`] columns.
    pub fn text(&self) -> String {
        text::paint(&self.scene)
    }

    /// The picture as SVG, in the style of pages.
    pub fn svg(&self) -> String {
        svg::paint(&self.scene, svg::Style::Full)
    }
}

/// A refusal of the rules. All but `Stored` are mistakes of the client.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The text is no move on any board.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// An option is unknown or impossible.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// The game is not for this number of players.
    #[error("{game} is for {least} to {max} players, not for {asked}")]
    Seats {
        /// The game's name.
        game: &'static str,
        /// The fewest seats.
        least: u8,
        /// The most seats.
        max: u8,
        /// The number asked for.
        asked: u8,
    },
    /// The stored position or log cannot be read: a fault of the server, not to be shown to clients.
    #[error("stored {what} cannot be read: {why}")]
    Stored {
        /// The thing that was read.
        what: &'static str,
        /// The reason.
        why: String,
    },
}

/// The rules of one game, without its types. No method changes a frame: an act returns a new one, a refusal leaves the old one as it is.
pub trait Rules: Send + Sync {
    /// The facts about the game before any match.
    fn info(&self) -> &Info;
    /// The options as JSON Schema (draft 2020-12), with defaults and words.
    fn option_schema(&self) -> Value;
    /// The same of the view of a position.
    fn view_schema(&self) -> Value;
    /// The options of a match that begins by one press: those with which nothing is asked before the first move.
    fn quick_options(&self) -> Value;
    /// The options that differ from the defaults in a match with days for each move.
    fn long_options(&self) -> Value;
    /// The cards of the game and its starter decks, if it has any.
    fn library(&self) -> Option<&'static Library>;
    /// Reads a deck as people write it, with the texts of own cards; `None` if the game has no decks.
    fn read_deck(&self, list: &str, cards: &str) -> Option<ReadDeck>;
    /// Reads cards of another game, or says why the whole text cannot be read; `None` if the game has no cards.
    fn read_cards(&self, text: &str) -> Option<Result<Vec<ReadCard>, String>>;
    /// How cards are written, in Markdown; `None` if the game has none.
    fn card_language(&self) -> Option<&'static str>;
    /// The options of a new match with these texts of cards, which players bring before it starts; `None` if players bring none. A refusal
    /// names the text that has the fault.
    fn with_brought(&self, options: &Value, texts: &[&str]) -> Option<Result<Value, BadOption>>;
    /// Checks the options of a new match and fills in the defaults.
    fn setup(&self, seats: u8, options: &Value) -> Result<Setup, Fault>;
    /// The chairs of a match, one for each seat: the same as [`Rules::setup`] gives, without playing anything. The options are
    /// read, but whether they fit the seats and each other is not checked: ask only for options that were accepted.
    fn chairs(&self, seats: u8, options: &Value) -> Result<Vec<Chair>, Fault>;
    /// Begins a match.
    fn start(&self, seats: u8, options: &Value, seed: &Seed) -> Result<Advance, Fault>;
    /// The options and chairs of the match.
    fn created_with(&self, frame: &Frame) -> Result<Setup, Fault>;
    /// The same frame as this version writes it: a stored one may lack what came later, such as an option that has its default.
    fn as_written_now(&self, frame: &Frame) -> Result<Frame, Fault>;
    /// The status of the match.
    fn status(&self, frame: &Frame) -> Result<Status, Fault>;
    /// The one canonical spelling of a move, without looking at any board.
    ///
    /// Case, extra blanks and invisible characters do not matter, nor do one closing `.` or `!` and one pair of quotation
    /// marks or backticks around the move. Every method that takes a move reads it so.
    fn read(&self, text: &str) -> Result<String, Unreadable>;
    /// The same for a seat of a running match: a text that begins like no move is refused with examples of moves that are
    /// possible now.
    fn read_now(&self, frame: &Frame, by: Seat, text: &str) -> Result<String, Unreadable>;
    /// Takes a match one act further. The same frame, act and moment always give the same advance.
    fn advance(&self, frame: &Frame, act: Act<'_>, at: Moment) -> Result<Advance, Fault>;
    /// The act that follows when the match clocks of these seats have run out at one instant; all of them must have been
    /// running ([`Status::clock`]). Those who are out go first and together: ask again about the others.
    fn on_lapse(&self, frame: &Frame, seats: Seats, policy: LapsePolicy) -> Result<Act<'static>, Fault>;
    /// Would this move be legal, and what would it look like? The same for positions that the seat cannot tell apart.
    fn preview(&self, frame: &Frame, by: Seat, text: &str, at: Moment) -> Result<Preview, Fault>;
    /// What a legal move leads to if no other seat responds, in sentences; the same for positions that the seat cannot tell apart.
    fn foretell(&self, frame: &Frame, by: Seat, text: &str, names: &Names) -> Result<Vec<String>, Fault>;
    /// The match as this eye may see it; everything once the match is over.
    fn page(&self, frame: &Frame, eye: Eye) -> Result<Page, Fault>;
    /// The request to this seat, if it is asked for more than its next move; the same for positions that it cannot tell apart.
    fn request(&self, frame: &Frame, seat: Seat, names: &Names) -> Result<Option<Request>, Fault>;
    /// What this seat can order for later by choosing sentences, if the game has such orders.
    fn settings(&self, frame: &Frame, seat: Seat) -> Result<Option<Settings>, Fault>;
    /// The possible continuations of a text for this seat; the same for positions that it cannot tell apart.
    fn choices(&self, frame: &Frame, seat: Seat, so_far: &str) -> Result<Vec<Choice>, Fault>;
    /// What this seat does next after a text with these continuations, in a sentence; empty if none of them plays on.
    fn prompt(&self, frame: &Frame, seat: Seat, so_far: &str, choices: &[Choice]) -> Result<String, Fault>;
    /// The whole moves of this seat that continue a text, at most so many; the same for positions that it cannot tell apart.
    fn whole_moves(&self, frame: &Frame, seat: Seat, begun: Begun<'_>, max: &Most<'_>) -> Result<WholeMoves, Fault>;
    /// Like `choices`, in so many steps, with at most so many choices behind the first step.
    fn steps(&self, frame: &Frame, seat: Seat, begun: Begun<'_>, depth: usize, max: &Most<'_>) -> Result<Steps, Fault>;
    /// Whole moves of this seat that are possible now, of different kinds and at most so many; `resign` is not among them.
    fn examples(&self, frame: &Frame, seat: Seat, max: usize) -> Result<Vec<String>, Fault>;
    /// A log line as this eye may read it. Once the match is over, ask with [`Eye::Open`].
    fn tell(&self, line: &Line, eye: Eye, names: &Names) -> Result<Told, Fault>;
    /// Some legal move of the seat.
    fn suggest(&self, frame: &Frame, seat: Seat, dice: &mut Dice) -> Result<Option<String>, Fault>;
    /// The move that a computer opponent makes for the seat at this moment; `None` if the seat is not awaited. The same for positions that
    /// the seat cannot tell apart, with the same dice and a [`Budget`] of playouts.
    fn pick(
        &self,
        frame: &Frame,
        seat: Seat,
        at: Moment,
        budget: &Budget<'_>,
        dice: &mut Dice,
    ) -> Result<Option<Pick>, Fault>;
    /// Plays moves on a copy of what a seat may know. The same for positions that it cannot tell apart, with the same dice; never the match's.
    fn explore(&self, frame: &Frame, plan: &Plan<'_>, dice: &mut Dice) -> Result<Explored, Unexplored>;
    /// Plays a match by suggestions, without storing anything: a measure of the speed of the rules and the length of matches.
    /// Each move comes a second after the one before. Stops after `max` moves.
    fn playout(&self, seats: u8, options: &Value, seed: &Seed, max: u32) -> Result<Playout, Fault>;
    /// A frame that this eye cannot tell from the given one.
    fn imagine(&self, frame: &Frame, eye: Eye, dice: &mut Dice) -> Result<Frame, Fault>;

    /// The options of a match in words for people, a line each, such as `3 players` and `Board: 61 hexes, five on an edge`.
    ///
    /// `options` are those of a [`Setup`], with every default filled in. The lines name the number of players where the game is
    /// for several numbers, and each option that can matter and differs from its default or belongs to one that does. The words
    /// are those of the schema: `title` of the option, `description` of the value.
    fn in_words(&self, seats: u8, options: &Value) -> Vec<String> {
        Chosen { schema: &self.option_schema(), seats, options }.lines(&self.info().seats)
    }

    /// Derives the frame of a match from its log; the stored frame must be equal to it.
    ///
    /// Forced lines are not played but compared with what the rules force; any difference is a [`Fault::Stored`].
    fn replay(&self, seats: u8, options: &Value, seed: &Seed, log: &[Line]) -> Result<Frame, Fault> {
        let start = self.start(seats, options, seed)?;
        let (first, rest) = log.split_at(start.lines.len().min(log.len()));
        for (expected, line) in start.lines.iter().zip(first) {
            if expected != line {
                return Err(differs(line, "is not what the rules give"));
            }
        }
        match start.lines.get(first.len()) {
            None => self.replay_on(&start.frame, rest),
            Some(line) => Err(differs(line, "is missing")),
        }
    }

    /// The same for the lines that follow a frame, which must be between two acts.
    fn replay_on(&self, frame: &Frame, log: &[Line]) -> Result<Frame, Fault> {
        let status = self.status(frame)?;
        let mut advance = Advance { frame: frame.clone(), lines: Vec::new(), status };
        let mut expected = Vec::new().into_iter();
        for (number, line) in log.iter().enumerate() {
            if expected.len() == 0 {
                let act = match (line.cause, line.seat) {
                    (Cause::Chosen, Some(by)) => Act::Chosen { by, text: &line.text },
                    (Cause::Lapse, Some(_)) => Act::Lapse(run_out_together(&advance.status, &log[number..])),
                    (Cause::Forfeit, Some(_)) => Act::Forfeit(run_out_together(&advance.status, &log[number..])),
                    (Cause::TimerOut, _) => Act::TimerOut,
                    (Cause::Abandoned, None) => Act::Abandoned,
                    _ => return Err(differs(line, "cannot stand here")),
                };
                advance = self
                    .advance(&advance.frame, act, line.at)
                    .map_err(|fault| differs(line, &format!("is refused: {fault}")))?;
                expected = advance.lines.into_iter();
            }
            if expected.next().as_ref() != Some(line) {
                return Err(differs(line, "is not what the rules give"));
            }
        }
        match expected.next() {
            None => Ok(advance.frame),
            Some(line) => Err(differs(&line, "is missing")),
        }
    }
}
