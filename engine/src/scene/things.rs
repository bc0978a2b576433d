//! What lies and stands on a spot of a picture: ground, tokens, and the signs on them.

use serde::Serialize;

use super::Paint;

/// The ground of a spot, under the pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"paint": "red", "label": "r", "yours": false, "kind": "home"})))]
pub struct Ground {
    /// Its colour.
    pub paint: Paint,
    /// A few characters that identify the ground without colour; empty for plain ground.
    pub label: String,
    /// True if it belongs to the reader of the picture.
    pub yours: bool,
    /// The kind of ground; absent for plain ground.
    #[serde(skip_serializing_if = "GroundKind::is_plain")]
    pub kind: GroundKind,
    /// The number on it, such as the value of a chip; absent for 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub value: u8,
    /// The drawing on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emblem: Option<Emblem>,
    /// The colour of the seat that controls it, if seats can control ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Paint>,
    /// True if it is used up for now, like a tapped land.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub used: bool,
}

impl Ground {
    /// Ground that means nothing.
    pub fn plain() -> Ground {
        Ground::new(GroundKind::Plain, Paint::Plain, "")
    }

    /// Ground of this kind, without a number, a drawing or an owner.
    pub fn new(kind: GroundKind, paint: Paint, label: impl Into<String>) -> Ground {
        let label = label.into();
        Ground { paint, label, yours: false, kind, value: 0, emblem: None, owner: None, used: false }
    }
}

/// A kind of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("chip")))]
pub enum GroundKind {
    /// Ground that means nothing by itself.
    Plain,
    /// The place where pieces of its colour enter.
    Home,
    /// The middle of the board.
    Center,
    /// A chip with a value; one of no value is neutral.
    Chip,
    /// A land with a drawing.
    Land,
    /// Ground that was taken away.
    Hole,
    /// A place where nothing was laid yet.
    Vacant,
}

impl GroundKind {
    fn is_plain(&self) -> bool {
        *self == GroundKind::Plain
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn is_single(number: &u8) -> bool {
    *number == 1
}

/// A piece or another thing on a spot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"shape": {"kind": "disc"}, "paint": "red", "label": "R", "pips": 2, "badge": {"kind": "value", "value": 4}})))]
pub struct Token {
    /// Its shape.
    pub shape: Shape,
    /// Its colour.
    pub paint: Paint,
    /// A few characters that name it, including a letter for the colour.
    pub label: String,
    /// The number of dots on it, such as a rank; absent for none.
    #[serde(skip_serializing_if = "is_zero")]
    pub pips: u8,
    /// The number of identical things that it represents; absent for one.
    #[serde(skip_serializing_if = "is_single")]
    pub count: u8,
    /// Its identity, if the reader knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<Badge>,
    /// The drawing on it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emblem: Option<Emblem>,
    /// A short second line, such as power and toughness, with at most seven characters; absent for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// True if it lies on its side, like a card that is used up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lying: bool,
    /// Its present states.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flag>,
}

impl Token {
    /// A single upright token with a label.
    pub fn new(shape: Shape, paint: Paint, label: impl Into<String>) -> Token {
        Token {
            shape,
            paint,
            label: label.into(),
            pips: 0,
            count: 1,
            badge: None,
            emblem: None,
            detail: String::new(),
            lying: false,
            flags: Vec::new(),
        }
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
    /// A horseshoe: the neutral magnet.
    Horseshoe,
    /// A card, upright or lying.
    Card,
}

/// The identity of a token, as its sign in the picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum Badge {
    /// A king.
    King,
    /// A trap of this value.
    Trap(u8),
    /// A piece of this value.
    Value(u8),
}

/// A drawing on a ground or a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("tree")))]
pub enum Emblem {
    /// Dunes, of plains.
    Dunes,
    /// Waves, of islands.
    Waves,
    /// A skull, of swamps.
    Skull,
    /// Peaks, of mountains.
    Peaks,
    /// A tree, of forests.
    Tree,
    /// Wings: it flies.
    Wings,
    /// A wall: it does not move.
    Wall,
    /// A shield.
    Shield,
    /// An eye.
    Eye,
    /// A flame.
    Flame,
    /// A paw.
    Paw,
    /// A wheel with teeth: an artifact.
    Gear,
    /// A bolt: an instant.
    Bolt,
    /// A scroll: a sorcery.
    Scroll,
    /// A ring of light: an enchantment.
    Halo,
}

/// A present state of a token, such as attacking or damaged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("attacks")))]
pub enum Flag {
    /// It attacks.
    Attacks,
    /// It came this turn and cannot act yet.
    Fresh,
    /// It has damage.
    Hurt,
}
