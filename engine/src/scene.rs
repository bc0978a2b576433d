//! Pictures as data. Games make them; `text.rs` and `svg.rs` paint them.

use serde::Serialize;

pub use crate::board::Place;

/// A picture of a board, as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"title": "Blue to move", "layout": "hexes", "spots": [{"name": "a1", "at": {"x": 0, "y": 0}, "ground": {"paint": "plain", "label": "", "yours": false}, "tokens": [{"shape": {"kind": "disc"}, "paint": "red", "label": "R"}], "glyph": "R", "mark": "to"}], "panels": [{"title": "Red (you)", "paint": "red", "yours": true, "awaited": false, "lines": ["24 pieces in supply"]}], "notes": ["Red put a piece on a1."], "text_key": "R, B: pieces", "picture_key": "R, B: pieces"})))]
pub struct Scene {
    /// One sentence above the board: the player to move, or the winner.
    pub title: String,
    /// The kind of board.
    pub layout: Layout,
    /// The cells or vertices.
    pub spots: Vec<Spot>,
    /// Boxes beside the board: a seat with its supply, a hand of cards.
    pub panels: Vec<Panel>,
    /// Sentences beside the board: the last move, a result.
    pub notes: Vec<String>,
    /// The meaning of the signs on the text board.
    pub text_key: String,
    /// The meaning of the signs in the picture.
    pub picture_key: String,
}

/// The kind of board: the shape of its cells and the pattern of their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("hexes")))]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"name": "a1", "at": {"x": 0, "y": 0}, "ground": {"paint": "plain", "label": "", "yours": false}, "tokens": [{"shape": {"kind": "disc"}, "paint": "red", "label": "R"}], "glyph": "R", "mark": "to"})))]
pub struct Spot {
    /// Its name in the notation.
    pub name: String,
    /// Its place.
    pub at: Place,
    /// The ground under the pieces.
    pub ground: Ground,
    /// The tokens on it, from the bottom up.
    pub tokens: Vec<Token>,
    /// The same ground and tokens as a few characters, for the text board; several lines if it must be.
    pub glyph: String,
    /// The effect of the last move here, if any.
    pub mark: Option<Mark>,
}

/// The ground of a spot, under the pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"paint": "red", "label": "r", "yours": false})))]
pub struct Ground {
    /// Its colour.
    pub paint: Paint,
    /// A few characters that mean the same without colour; empty for plain ground.
    pub label: String,
    /// True if it belongs to the reader of the picture.
    pub yours: bool,
}

impl Ground {
    /// Ground that means nothing.
    pub fn plain() -> Ground {
        Ground { paint: Paint::Plain, label: String::new(), yours: false }
    }
}

/// A piece or another thing on a spot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"shape": {"kind": "disc"}, "paint": "red", "label": "R"})))]
pub struct Token {
    /// Its shape.
    pub shape: Shape,
    /// Its colour.
    pub paint: Paint,
    /// The characters on it, among them a letter for the colour: at most three on one line, or a letter on a line of its own
    /// and at most four characters below it.
    pub label: String,
    /// A second, shorter line below the label: at most seven characters, such as a size; empty for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Does it lie on its side, as things that are used up do?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lying: bool,
}

impl Token {
    /// An upright token with one label.
    pub fn new(shape: Shape, paint: Paint, label: impl Into<String>) -> Token {
        Token { shape, paint, label: label.into(), detail: String::new(), lying: false }
    }
}

/// The shape of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "kind", content = "size", rename_all = "lowercase")]
pub enum Shape {
    /// A flat round piece or stone.
    Disc,
    /// A pyramid, seen from the side, of size 1, 2 or 3.
    Pyramid(u8),
    /// A tall neutral thing, such as a magnet.
    Pillar,
    /// A small flag at the edge of a spot: the letter of the seat that the ground belongs to.
    Marker,
}

/// The effect of the last move on a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("to")))]
pub enum Mark {
    /// A piece left it.
    From,
    /// A piece came to it.
    To,
    /// A piece was taken off it.
    Gone,
}

/// A box beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"title": "Red (you)", "paint": "red", "yours": true, "awaited": false, "lines": ["24 pieces in supply"]})))]
pub struct Panel {
    /// Its heading.
    pub title: String,
    /// The colour of the seat it belongs to.
    pub paint: Paint,
    /// True if it belongs to the reader of the picture.
    pub yours: bool,
    /// True if this seat is awaited.
    pub awaited: bool,
    /// Its paragraphs.
    pub lines: Vec<String>,
    /// Do the paragraphs stand one below the other, like the cards of a hand? Otherwise they run on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
}

/// The colours of pictures. Those of players are chosen for colour-blind readers as far as so many colours allow; a letter
/// doubles each of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("red")))]
pub enum Paint {
    /// No colour: empty ground, a neutral piece.
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
    /// Pink.
    Pink,
    /// Teal.
    Teal,
    /// Brown.
    Brown,
}

impl Paint {
    /// Its name in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Paint::Plain => "plain",
            Paint::Red => "red",
            Paint::Blue => "blue",
            Paint::Yellow => "yellow",
            Paint::Green => "green",
            Paint::Orange => "orange",
            Paint::Purple => "purple",
            Paint::White => "white",
            Paint::Black => "black",
            Paint::Pink => "pink",
            Paint::Teal => "teal",
            Paint::Brown => "brown",
        }
    }
}
