//! The first position of a match as text (T1-T5): its syntax tree, with every name checked.

mod check;
mod read;
#[cfg(test)]
mod tests;

use super::cards::token::Token;
use super::cards::{CardId, Cards, Colour, LandType};
use super::notation::{LandNumber, Order, Thing};
use crate::game::BadOption;
use crate::notation::Unreadable;
use crate::seat::Seat;

/// The most creatures, and the most other permanents, of a position: there are no more names (N1).
pub const MAX_NAMES: usize = 99;

/// The first position of a match, as its text says it. All lands, cards, creatures and seats in it are there, a land has at
/// most one holder, and no seat holds a majority of the lands (T4). R23 and R25 may be broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableText {
    /// The types of the lands, from land 1; as many as the match has, holes included.
    pub lands: Vec<LandType>,
    /// The holes, in rising order.
    pub holes: Vec<LandNumber>,
    /// The tapped lands, in rising order. None of them is a hole.
    pub tapped: Vec<LandNumber>,
    /// The seat whose turn it is.
    pub turn: Seat,
    /// The phase.
    pub phase: FirstPhase,
    /// The round, from 1.
    pub round: u16,
    /// One for each seat.
    pub seats: Vec<SeatText>,
    /// The creatures, in the order of the text: the first is `c1`.
    pub creatures: Vec<CreatureText>,
    /// The other permanents, in the order of the text: the first is `p1`.
    pub permanents: Vec<PermanentText>,
}

/// The phase in which a match can begin (T2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FirstPhase {
    /// Summoning.
    #[default]
    Summoning,
    /// Movement.
    Movement,
}

/// What the text says of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatText {
    /// Its lands, in rising order. None of them is a hole.
    pub holds: Vec<LandNumber>,
    /// Its mana.
    pub mana: ManaText,
    /// Its standing orders.
    pub orders: Vec<Order>,
    /// Its hand, in the order of the text: the first card is `h1`.
    pub hand: Vec<CardId>,
    /// Its library from the top; `None` for its starter deck, shuffled.
    pub library: Option<Vec<CardId>>,
    /// Its graveyard.
    pub grave: Vec<CardId>,
    /// Its cards in exile.
    pub exile: Vec<CardId>,
}

/// Mana in a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ManaText {
    /// Mana without colour.
    pub colourless: u16,
    /// Mana of each colour, in the order of [`Colour::ALL`].
    pub colours: [u16; Colour::ALL.len()],
}

/// What a permanent is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// A token (T3).
    Token(Token),
    /// A card.
    Card(CardId),
}

/// A creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreatureText {
    /// Who controls and owns it.
    pub seat: Seat,
    /// What it is: a token, or a card that is a creature.
    pub body: Body,
    /// Its land, which is no hole.
    pub land: LandNumber,
    /// It is tapped.
    pub tapped: bool,
    /// It came this turn (R28).
    pub fresh: bool,
    /// It has a regeneration shield (R69).
    pub shielded: bool,
    /// It moves and attacks this turn as though it had no defender (R32).
    pub animated: bool,
    /// The damage on it.
    pub damage: u16,
}

/// A permanent that is no creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PermanentText {
    /// Who controls and owns it.
    pub seat: Seat,
    /// An artifact, enchantment or aura.
    pub card: CardId,
    /// The host of an aura; `None` for all else.
    pub on: Option<Host>,
    /// It is tapped.
    pub tapped: bool,
}

/// The host of an aura.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Host {
    /// A creature or another permanent of the text.
    Thing(Thing),
    /// A land that is no hole.
    Land(LandNumber),
}

impl TableText {
    /// Reads the position of a match of so many seats with these cards, or refuses it with the place and what would be right
    /// (T4, O2).
    pub fn read(text: &str, seats: u8, cards: &Cards) -> Result<TableText, Unreadable> {
        check::Checks::new(seats, cards).table(&read::read(text, seats)?)
    }
}

/// The refusal of an option that holds a text (O2): line and character count from 1.
pub(super) fn refused(name: &str, text: &str, why: &Unreadable) -> BadOption {
    let before: Vec<char> = text.chars().take(why.at.saturating_sub(1)).collect();
    let line = before.iter().filter(|c| **c == '\n').count() + 1;
    let character = before.iter().rev().take_while(|c| **c != '\n').count() + 1;
    let found = if why.found.is_empty() { String::new() } else { format!(", \"{}\"", why.found) };
    BadOption {
        name: name.to_owned(),
        why: format!("line {line}, character {character}{found}: expected {}", why.expected),
    }
}
