//! What a match of Magma is created with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BadOption;
use crate::moment::Span;
use crate::notation::Name;
use crate::scene::Paint;

/// The options of a match. See RULES.md for the clause each belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board: a pointed hexagon of 43, 91 or 157 hexes, or a straight-edged one with 5, 6 or 7 hexes on an edge.
    #[schemars(title = "Board")]
    pub board: BoardKind,
    /// The colour of the solo player. Matters with five players only.
    #[schemars(title = "Solo player", extend("x-matters-with" = {"seats": [5]}))]
    pub solo_color: Color,
    /// May a piece that enters on the vacant home go on jumping in the same move?
    #[schemars(title = "A piece that enters on the vacant home may jump on")]
    pub entry_continue: bool,
    /// Do team mates put pieces in play from one common supply?
    #[schemars(title = "One common supply for each team", extend("x-matters-with" = {"seats": [4, 5, 6]}))]
    pub pool_team_supply: bool,
    /// When does only one colour reach a vacant space: `turn`, with one turn's move; `region`, if only that colour borders
    /// the vacant region.
    #[schemars(title = "A vacant space counts for")]
    pub reach: Reach,
    /// After so many rounds the match is scored; null for no such end.
    #[schemars(title = "Most rounds", range(min = 1, max = 10_000), example = 12)]
    pub max_rounds: Option<u32>,
    /// `calm` without timers, `hot` with a full timer each turn, `whitehot` with one running timer that is passed on.
    #[schemars(title = "Timers")]
    pub tempo: Tempo,
    /// How long the sand runs, from PT1S to P365D, as an ISO 8601 duration. Matters in hot and white-hot matches only.
    #[schemars(title = "Sand", example = &"PT30S", extend("x-matters-with" = {"tempo": ["hot", "whitehot"]}))]
    pub sand: Span,
    /// Where a piece goes that is removed as a penalty: back to the `supply`, or `out` of the match.
    #[schemars(title = "Pieces removed as a penalty", extend("x-matters-with" = {"tempo": ["hot", "whitehot"]}))]
    pub penalty_piece: PenaltyPiece,
    /// The home whose player begins, such as `j10`; null for seat 0's.
    #[schemars(title = "Home that begins", example = &"a1")]
    pub first: Option<Name>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            board: BoardKind::Pointed91,
            solo_color: Color::Yellow,
            entry_continue: false,
            pool_team_supply: false,
            reach: Reach::Turn,
            max_rounds: None,
            tempo: Tempo::Calm,
            sand: Span::days(1),
            penalty_piece: PenaltyPiece::Supply,
            first: None,
        }
    }
}

const LONGEST_MATCH: u32 = 10_000;
const SHORTEST_SAND: Span = Span::seconds(1);
const LONGEST_SAND: Span = Span::days(365);

impl Options {
    /// Refuses values out of range. Whether `first` is a home in use depends on the seats and is checked at the start.
    pub(super) fn check(&self) -> Result<(), BadOption> {
        let bad = |name: &str, why: String| Err(BadOption { name: name.to_owned(), why });
        if self.max_rounds.is_some_and(|rounds| !(1..=LONGEST_MATCH).contains(&rounds)) {
            return bad("max_rounds", format!("expected a number from 1 to {LONGEST_MATCH}, or null"));
        }
        if !(SHORTEST_SAND..=LONGEST_SAND).contains(&self.sand) {
            return bad("sand", format!("expected a duration from {SHORTEST_SAND} to {LONGEST_SAND}"));
        }
        Ok(())
    }
}

/// The boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// 43 hexes, pointed corners.
    Pointed43,
    /// 91 hexes, pointed corners.
    Pointed91,
    /// 157 hexes, pointed corners.
    Pointed157,
    /// 61 hexes, five on an edge.
    Hexhex5,
    /// 91 hexes, six on an edge.
    Hexhex6,
    /// 127 hexes, seven on an edge.
    Hexhex7,
}

/// A colour of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl Color {
    /// All colours, in the order of the corners they are printed on.
    pub const ALL: [Color; 3] = [Color::Red, Color::Blue, Color::Yellow];

    /// The colour as an index into a list with one entry a colour.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The colour's name, with a capital.
    pub fn name(self) -> &'static str {
        match self {
            Color::Red => "Red",
            Color::Blue => "Blue",
            Color::Yellow => "Yellow",
        }
    }

    /// The capital letter that doubles the colour in pictures.
    pub fn letter(self) -> char {
        match self {
            Color::Red => 'R',
            Color::Blue => 'B',
            Color::Yellow => 'Y',
        }
    }

    /// The colour in pictures.
    pub fn paint(self) -> Paint {
        match self {
            Color::Red => Paint::Red,
            Color::Blue => Paint::Blue,
            Color::Yellow => Paint::Yellow,
        }
    }
}

/// When only one colour reaches a vacant space (A14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// The only colour that could bring a piece there in one turn.
    Turn,
    /// The only colour that borders its vacant region.
    Region,
}

/// How fast the match is (A25).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tempo {
    /// None (calm).
    Calm,
    /// A full one each turn (hot).
    Hot,
    /// One, started by `magma`, flipped and passed on (white-hot).
    Whitehot,
}

/// Where a penalised piece goes (A29).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PenaltyPiece {
    /// Back to the penalised player's supply.
    Supply,
    /// Out of the match.
    Out,
}
