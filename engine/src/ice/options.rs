//! The options of a match of the Ice Machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BadOption;
use crate::square;

/// The options of a match. RULES.md names the clause of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board: 25 spaces for two to four players, or 49 for two to six. The default is 25 with up to four players, and 49 with more.
    #[schemars(title = "Board")]
    pub board: Option<BoardKind>,
    /// The set-up of the chips: one at a time by the players, or all of them at random.
    #[schemars(title = "Chips")]
    pub setup: Setup,
    /// The spaces next to a space: the four that share an edge, or all eight.
    #[schemars(title = "Adjacent spaces")]
    pub adjacency: Adjacency,
    /// A player may put both there; without this, they stand on different chips.
    #[schemars(title = "Both first pyramids may stand on one chip")]
    pub start_same_chip: bool,
    /// Without this, it can be teleported in any later turn.
    #[schemars(title = "A piece can be teleported only in the turn after it came to the neutral chip")]
    pub teleport_next_only: bool,
    /// The match is drawn, or goes on.
    #[schemars(title = "If all players pass in sequence")]
    pub allpass: AllPass,
    /// The number of rounds after which the match ends and the pieces on the board decide. Without a number there is no such end.
    #[schemars(title = "Most rounds", range(min = 1, max = 10_000), example = 4, example = 60)]
    pub max_rounds: Option<u32>,
}

const LONGEST_MATCH: u32 = 10_000;

impl Options {
    /// The board of a match with this many seats (D26).
    pub(super) fn board_for(&self, seats: u8) -> BoardKind {
        let usual = if seats <= BoardKind::Five.max_seats() { BoardKind::Five } else { BoardKind::Seven };
        self.board.unwrap_or(usual)
    }

    /// Refuses values out of range, and a board that is too small for the seats.
    pub(super) fn check(&self, seats: u8) -> Result<(), BadOption> {
        let bad = |name: &str, why: String| Err(BadOption { name: name.to_owned(), why });
        if self.max_rounds.is_some_and(|rounds| !(1..=LONGEST_MATCH).contains(&rounds)) {
            return bad("max_rounds", format!("expected a number from 1 to {LONGEST_MATCH}"));
        }
        let max = self.board_for(seats).max_seats();
        if seats > max {
            return bad("board", format!("5x5 is for two to {max} players; with {seats}, expected 7x7 or none"));
        }
        Ok(())
    }
}

/// The boards (D26).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum BoardKind {
    /// 25 spaces, four colours of chips.
    #[serde(rename = "5x5")]
    Five,
    /// 49 spaces, six colours of chips.
    #[serde(rename = "7x7")]
    Seven,
}

impl BoardKind {
    /// Both of them.
    pub const ALL: [BoardKind; 2] = [BoardKind::Five, BoardKind::Seven];

    /// The number of spaces on a side.
    pub fn side(self) -> u8 {
        match self {
            BoardKind::Five => 5,
            BoardKind::Seven => 7,
        }
    }

    /// The name, as in the options.
    pub fn name(self) -> &'static str {
        match self {
            BoardKind::Five => "5x5",
            BoardKind::Seven => "7x7",
        }
    }

    /// The number of colours of chips, used or not.
    pub fn colors(self) -> u8 {
        match self {
            BoardKind::Five => 4,
            BoardKind::Seven => 6,
        }
    }

    /// The most players: each needs a colour.
    pub fn max_seats(self) -> u8 {
        self.colors()
    }
}

/// The set-up of the chips (D3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// Drawn and placed by the players, one at a time.
    #[default]
    Draft,
    /// All laid at random.
    Random,
}

/// The adjacent spaces (D6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Adjacency {
    /// Those that share an edge.
    #[default]
    Ortho,
    /// Those that share an edge or a corner.
    All8,
}

impl Adjacency {
    pub(super) fn on_squares(self) -> square::Adjacency {
        match self {
            Adjacency::Ortho => square::Adjacency::Edges,
            Adjacency::All8 => square::Adjacency::EdgesAndCorners,
        }
    }
}

/// The consequence of a run of passes (D8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AllPass {
    /// The match is drawn.
    #[default]
    Draw,
    /// The match goes on.
    Continue,
}
