//! Pictures, ways to end and results, for the document: the engine's types, which say how they become JSON but know no OpenAPI,
//! once more. A test compares the answers with them.

use serde::Serialize;
use utoipa::ToSchema;

/// The result of a match.
#[derive(Serialize, ToSchema)]
pub struct Outcome {
    /// A rank for each seat: 1 is best, equal ranks are shared, seats of one side have the same. Ranks count sides: two
    /// teams of two rank 1 2 1 2, never 1 3 1 3.
    pub ranks: Vec<u8>,
    /// A score for each seat, where the game has scores.
    pub scores: Option<Vec<i32>>,
    /// Why the match ended and what decided it, in a sentence for people.
    pub reason: String,
}

/// A way in which the match may end, and how near it is.
#[derive(Serialize, ToSchema)]
pub struct EndCondition {
    /// Which way, and the figures of it.
    #[serde(flatten)]
    pub kind: EndKind,
    /// The same, in a sentence for people.
    pub words: String,
}

/// The figures of an `EndCondition`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EndKind {
    /// Everybody passes in sequence.
    Passes {
        /// Who has passed in the current run.
        passed: Vec<u8>,
        /// Whose pass is still needed.
        missing: Vec<u8>,
    },
    /// Everybody present agrees to end.
    Agreement {
        /// Who has agreed.
        agreed: Vec<u8>,
        /// Whose agreement is still needed.
        missing: Vec<u8>,
    },
    /// A position occurs for the given time.
    Repetition {
        /// How often the position has occurred.
        count: u8,
        /// How often ends the match.
        limit: u8,
    },
    /// The last round is played.
    Rounds {
        /// Rounds played to the end.
        played: u32,
        /// How many there are.
        limit: u32,
    },
    /// Not a way to end: the score of each seat if the match ended now.
    ScoreNow {
        /// A score for each seat.
        scores: Vec<i32>,
    },
    /// Another way, said in words only.
    Other,
}

/// A picture of a board with what belongs beside it.
#[derive(Serialize, ToSchema)]
pub struct Scene {
    /// One sentence above the board: whose turn it is, or who has won.
    pub title: String,
    /// How the places become shapes.
    pub layout: Layout,
    /// The cells or vertices.
    pub spots: Vec<Spot>,
    /// Boxes beside the board: a seat with its supply, a hand of cards.
    pub panels: Vec<Panel>,
    /// What matters beside the board, a sentence each: the last move, a result.
    pub notes: Vec<String>,
    /// What the signs of the text board mean.
    pub text_key: String,
    /// What the signs of the picture mean.
    pub picture_key: String,
}

/// How places become shapes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Hexes in rows, each row shifted by half a hex. Names: row letter, number in the row.
    Hexes,
    /// Hexes in rows, all of one length, each row half a hex further to the right. Names: row letter, number in the row.
    Rhombus,
    /// Hexes in columns, each column shifted by half a hex. Names are free.
    Columns,
    /// Squares. Names: column letter, row number.
    Squares,
    /// Points joined by lines, in the places of hexes in rows. Names: row letter, number in the row.
    Points,
}

/// A cell or vertex.
#[derive(Serialize, ToSchema)]
pub struct Spot {
    /// Its name in the notation.
    pub name: String,
    /// Where it lies.
    pub at: Place,
    /// What lies under the pieces.
    pub ground: Ground,
    /// What stands on it.
    pub tokens: Vec<Token>,
    /// The same ground and tokens as a few characters, for the text board; several lines if it must be.
    pub glyph: String,
    /// What the last move did here.
    pub mark: Option<Mark>,
}

/// What lies under the pieces.
#[derive(Serialize, ToSchema)]
pub struct Ground {
    /// Its colour.
    pub paint: Paint,
    /// A few characters that say the same without colour; empty for plain ground.
    pub label: String,
    /// Does it belong to the reader of the picture?
    pub yours: bool,
}

/// A thing that stands on a spot.
#[derive(Serialize, ToSchema)]
pub struct Token {
    /// Its shape.
    pub shape: Shape,
    /// Its colour.
    pub paint: Paint,
    /// At most three characters on it that say the colour and whatever else matters.
    pub label: String,
}

/// The shape of a token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A flat round piece or stone.
    Disc,
    /// A pyramid, seen from the side, of size 1, 2 or 3.
    Pyramid(u8),
    /// A tall thing of nobody's, such as a magnet.
    Pillar,
}

/// What the last move did at a spot.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A piece left it.
    From,
    /// A piece came to it.
    To,
    /// A piece was taken off it.
    Gone,
}

/// A box beside the board.
#[derive(Serialize, ToSchema)]
pub struct Panel {
    /// Its heading.
    pub title: String,
    /// The colour of the seat it belongs to.
    pub paint: Paint,
    /// Does it belong to the reader of the picture?
    pub yours: bool,
    /// Is this seat awaited?
    pub awaited: bool,
    /// Its text, a paragraph each.
    pub lines: Vec<String>,
}

/// The colours of pictures. Those of players stay apart for colour-blind eyes as far as eight colours can; a letter
/// doubles each of them all the same.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Paint {
    /// No colour: empty ground, nobody's piece.
    Plain,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Purple.
    Purple,
    /// White.
    White,
    /// Black.
    Black,
}

/// Where a cell lies in a drawing, in half steps: neighbours in a row are 2 apart in `x`, rows are 2 apart in `y`.
/// `x` grows to the right, `y` downwards.
#[derive(Serialize, ToSchema)]
pub struct Place {
    /// Half steps to the right.
    pub x: i16,
    /// Half steps down.
    pub y: i16,
}
