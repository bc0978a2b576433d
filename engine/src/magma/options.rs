//! The options of a match of Magma.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BadOption;
use crate::moment::Span;
use crate::notation::Name;
use crate::scene::Paint;

/// The options of a match. RULES.md names the clause of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board: a pointed hexagon of 43, 91 or 157 hexes, or a straight-edged one with 5, 6 or 7 hexes on an edge.
    #[schemars(title = "Board", extend("x-small" = "pointed43"))]
    pub board: BoardKind,
    /// The colour of the solo player. Matters with five players only.
    #[schemars(title = "Solo player", extend("x-matters-with" = {"seats": [5]}))]
    pub solo_color: Color,
    /// The seat of the solo player, from 0 to 4. Without one, the player is the first of that colour clockwise from a1. Matters with
    /// five players only.
    #[schemars(title = "Seat of the solo player", range(min = 0, max = 4))]
    #[schemars(example = 0, example = 1, example = 2, example = 3, example = 4, extend("x-matters-with" = {"seats": [5]}))]
    pub solo_seat: Option<u8>,
    /// The colour whose corners stay empty. Matters with four players only.
    #[schemars(title = "Colour left out", extend("x-matters-with" = {"seats": [4]}))]
    pub unused_color: Color,
    /// Such a piece goes on in the move with which it enters; without this, the move ends on the home.
    #[schemars(title = "A piece that enters on the vacant home may jump on")]
    pub entry_continue: bool,
    /// Team mates put pieces in play from one supply; without this, each has a supply of their own.
    #[schemars(title = "One common supply for each team", extend("x-matters-with" = {"seats": [4, 5, 6]}))]
    pub pool_team_supply: bool,
    /// The condition under which a colour alone reaches a vacant space: only that colour could move a piece there in one turn, or
    /// only that colour borders the vacant region.
    #[schemars(title = "A vacant space counts for")]
    pub reach: Reach,
    /// The points for a vacant space that counts: 3, or 2, so that pieces count for more.
    #[schemars(title = "Points for a vacant space", range(min = 2, max = 3), example = 2, example = 3)]
    pub vacant_worth: u8,
    /// The number of rounds after which the match is scored. Without a number there is no such end.
    #[schemars(title = "Most rounds", range(min = 1, max = 10_000), example = 12)]
    pub max_rounds: Option<u32>,
    /// No timers (calm), a full timer for each turn (hot), or one running timer that the players pass on (white-hot).
    #[schemars(title = "Timers")]
    pub tempo: Tempo,
    /// The time that the sand runs, from 1 second to 365 days. Matters in hot and white-hot matches only.
    #[schemars(title = "Sand", example = &"PT30S", extend("x-matters-with" = {"tempo": ["hot", "whitehot"]}))]
    pub sand: Span,
    /// The least time of a turn that follows another one, from 1 second to the time of the sand. Without a time there is none.
    /// Matters in white-hot matches only.
    #[schemars(title = "Least time of a turn", example = &"PT10S", extend("x-matters-with" = {"tempo": ["whitehot"]}))]
    pub floor: Option<Span>,
    /// The place of a piece that is removed as a penalty: back in the supply, or out of the match.
    #[schemars(title = "Pieces removed as a penalty", extend("x-matters-with" = {"tempo": ["hot", "whitehot"]}))]
    pub penalty_piece: PenaltyPiece,
    /// The home whose player begins, such as j10. Without one, the first player begins.
    #[schemars(title = "Home that begins", example = &"a1")]
    pub first: Option<Name>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            board: BoardKind::Pointed91,
            solo_color: Color::Yellow,
            solo_seat: None,
            unused_color: Color::Yellow,
            entry_continue: false,
            pool_team_supply: false,
            reach: Reach::Turn,
            vacant_worth: 3,
            max_rounds: None,
            tempo: Tempo::Calm,
            sand: Span::days(1),
            floor: None,
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
            return bad("max_rounds", format!("expected a number from 1 to {LONGEST_MATCH}"));
        }
        if self.solo_seat.is_some_and(|seat| seat > 4) {
            return bad("solo_seat", "expected a seat from 0 to 4, or null".to_owned());
        }
        if !(2..=3).contains(&self.vacant_worth) {
            return bad("vacant_worth", "expected 2 or 3".to_owned());
        }
        if !(SHORTEST_SAND..=LONGEST_SAND).contains(&self.sand) {
            let (least, most) = (SHORTEST_SAND.in_words(), LONGEST_SAND.in_words());
            return bad("sand", format!("expected a time from {least} to {most}"));
        }
        if self.floor.is_some_and(|floor| !(SHORTEST_SAND..=self.sand).contains(&floor)) {
            let (least, sand) = (SHORTEST_SAND.in_words(), self.sand.in_words());
            return bad("floor", format!("expected a time from {least} to that of the sand, {sand}"));
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

/// The meaning of a colour alone reaching a vacant space (A14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// The only colour that could bring a piece there in one turn.
    Turn,
    /// The only colour that borders its vacant region.
    Region,
}

/// The timers of a match (A25).
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

/// The place of a piece that was removed as a penalty (A29).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PenaltyPiece {
    /// Back to the penalised player's supply.
    Supply,
    /// Out of the match.
    Out,
}
