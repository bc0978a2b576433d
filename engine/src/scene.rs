//! Pictures as data. Games make them; `text.rs` and `svg.rs` paint them.
//!
//! A client needs no text of a picture to draw it: what a token or a ground is stands in fields of its own. Labels are for readers
//! without colours.

mod things;

use serde::Serialize;

pub use self::things::{Badge, Emblem, Flag, Ground, GroundKind, Shape, Token};
pub use crate::board::Place;

/// A picture of a board, as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"title": "Blue to move", "layout": "hexes", "material": "basalt", "spots": [{"name": "a1", "at": {"x": 0, "y": 0}, "ground": {"paint": "plain", "label": "", "yours": false}, "tokens": [{"shape": {"kind": "disc"}, "paint": "red", "label": "R"}], "glyph": "R", "mark": "to"}], "panels": [{"title": "Red (you)", "paint": "red", "yours": true, "awaited": false, "lines": ["24 pieces in supply"]}], "notes": ["Red put a piece on a1."], "text_key": "R, B: pieces", "picture_key": "R, B: pieces"})))]
pub struct Scene {
    /// A sentence above the board that names the player to move or the winner.
    pub title: String,
    /// The kind of board.
    pub layout: Layout,
    /// The material that the board appears to be made of.
    pub material: Material,
    /// The parts of the turn, if the game has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<Phases>,
    /// The ground to lay next, such as a drawn chip, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Ground>,
    /// The cells or vertices.
    pub spots: Vec<Spot>,
    /// Arrows between cells, such as attacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
    /// The ways of the pieces that the last move moved, in order: the names of the spots of each, from the first to the last. Only
    /// pictures for pages have them.
    #[serde(skip)]
    pub ways: Vec<Vec<String>>,
    /// Boxes beside the board, such as a seat with its supply, or a hand of cards.
    pub panels: Vec<Panel>,
    /// Sentences beside the board, such as the last move or the result.
    pub notes: Vec<String>,
    /// The meaning of the signs on the text board.
    pub text_key: String,
    /// The meaning of the signs in the picture.
    pub picture_key: String,
}

impl Scene {
    /// The board without the texts beside it, for readers who have these texts in words: as a part of a picture they are too small on
    /// a phone.
    #[must_use]
    pub fn alone(&self) -> Scene {
        Scene {
            title: String::new(),
            panels: Vec::new(),
            notes: Vec::new(),
            picture_key: String::new(),
            ..self.clone()
        }
    }

    /// The ground that is to be laid next, as a board of one spot.
    #[must_use]
    pub fn drawn_alone(&self) -> Option<Scene> {
        let ground = self.drawn.clone()?;
        Some(Scene {
            spots: vec![Spot { ground, ..Spot::bare(String::new(), Place { x: 0, y: 0 }) }],
            drawn: None,
            ..self.alone()
        })
    }

    /// The picture with marks on the spots that decided the match, and a sentence that says what they are.
    pub(crate) fn decided_by(mut self, decided: Option<(Vec<String>, String)>) -> Scene {
        let Some((names, words)) = decided else { return self };
        for spot in self.spots.iter_mut().filter(|spot| names.contains(&spot.name)) {
            spot.decided = true;
        }
        self.notes.push(words);
        self
    }

    /// True if cards lie on the board.
    pub(crate) fn has_cards(&self) -> bool {
        self.spots.iter().flat_map(|spot| &spot.tokens).any(|token| token.shape == Shape::Card)
    }
}

/// The parts of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"names": ["Summoning", "Movement", "Combat"], "now": 1})))]
pub struct Phases {
    /// The names of the parts, in order.
    pub names: Vec<String>,
    /// The index of the present part in that list.
    pub now: usize,
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

/// The material that a board appears to be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("basalt")))]
pub enum Material {
    /// Dark stone with glowing joints.
    Basalt,
    /// A plate of light steel.
    Steel,
    /// A board of light wood, for stones.
    Wood,
    /// Red tiles, for chips.
    Mars,
    /// No board: things lie on the table.
    Table,
}

/// An arrow from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"from": "3", "to": "4", "paint": "red"})))]
pub struct Arrow {
    /// The name of the cell at which it begins.
    pub from: String,
    /// The name of the cell at which it ends.
    pub to: String,
    /// The colour of its seat.
    pub paint: Paint,
}

/// A cell or vertex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"name": "a1", "at": {"x": 0, "y": 0}, "ground": {"paint": "plain", "label": "", "yours": false}, "tokens": [{"shape": {"kind": "disc"}, "paint": "red", "label": "R"}], "glyph": "R", "mark": "to", "words": "a red piece"})))]
pub struct Spot {
    /// Its name in the notation.
    pub name: String,
    /// Its place.
    pub at: Place,
    /// The ground under the pieces.
    pub ground: Ground,
    /// The tokens on it, from the bottom up.
    pub tokens: Vec<Token>,
    /// The same ground and tokens as a few characters, for the text board; several lines if necessary.
    pub glyph: String,
    /// The effect of the last move here, if any.
    pub mark: Option<Mark>,
    /// The colour for which this ground scores in the present position, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Paint>,
    /// The ground and the tokens in words, for readers who cannot see the picture; absent for plain ground without tokens.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// The number of the group to which its token belongs, if the game counts groups. Numbers begin with 0 and may change from picture to
    /// picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// True if what stands or stood here decided the match, which is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
}

impl Spot {
    /// A spot of plain ground, without tokens.
    #[must_use]
    pub fn bare(name: String, at: Place) -> Spot {
        Spot {
            name,
            at,
            ground: Ground::plain(),
            tokens: Vec::new(),
            glyph: ".".to_owned(),
            mark: None,
            claim: None,
            words: String::new(),
            group: None,
            decided: false,
        }
    }
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"title": "Red (you)", "paint": "red", "yours": true, "awaited": false, "score": "score 12", "lines": ["24 pieces in supply, score 12"]})))]
pub struct Panel {
    /// Its heading.
    pub title: String,
    /// The colour of its seat.
    pub paint: Paint,
    /// True if it belongs to the reader of the picture.
    pub yours: bool,
    /// True if this seat is awaited.
    pub awaited: bool,
    /// What counts for its seat at present, in two or three words, such as `score 12`; empty if nothing does. The paragraphs say it, too.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub score: String,
    /// Its paragraphs.
    pub lines: Vec<String>,
    /// True if each paragraph is on a line of its own, like the cards of a hand. Otherwise they run together.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// The things in it, such as the cards in a hand or in play. If `listed` is true, each paragraph is about one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
}

impl Panel {
    /// True if it lists things for its reader to use, one a paragraph, as a hand of cards does.
    #[must_use]
    pub fn is_hand(&self) -> bool {
        self.listed && !self.items.is_empty()
    }
}

/// A thing in a panel, such as a card of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"name": "h3", "title": "Late Rent", "cost": "G", "kind": "Instant", "text": "Target creature gets +3/+3 until end of turn.", "art": "bolt", "paint": "green", "ready": true})))]
pub struct Item {
    /// Its name in the notation.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Its price, in the symbols of the game; absent for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cost: String,
    /// The kind of thing, in a word or two.
    pub kind: String,
    /// Its figures, such as power and toughness; absent for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pips: String,
    /// Its text; absent for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The drawing on it.
    pub art: Emblem,
    /// The colour of the drawing.
    pub paint: Paint,
    /// True if it can be used now.
    pub ready: bool,
    /// Why its owner cannot use it now, in a sentence; absent if it can be used, and for what is in no hand.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// What the words of it mean, such as its price and its abilities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
}

/// A word of a card and its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"word": "Flying", "meaning": "Only creatures with flying or reach can block it."})))]
pub struct Term {
    /// The word.
    pub word: String,
    /// Its meaning, in a sentence.
    pub meaning: String,
}

/// The colours of pictures. Players' colours are chosen for colour-blind readers as far as possible, and a letter repeats each of them.
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
