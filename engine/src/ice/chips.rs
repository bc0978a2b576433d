//! The chips, their colours and values, and the bag.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::options::BoardKind;
use crate::as_text::as_text;
use crate::chair::Names;
use crate::dice::Dice;
use crate::scene::Paint;
use crate::seat::Seat;

/// A colour of chips and pyramids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Color {
    Red,
    Blue,
    Green,
    Yellow,
    Orange,
    Purple,
}

impl Color {
    /// All colours, in the order of the seats that play them (D24).
    pub const ALL: [Color; 6] = [Color::Red, Color::Blue, Color::Green, Color::Yellow, Color::Orange, Color::Purple];

    /// The colour that this seat plays (D24). For a seat beyond the sixth, the last colour.
    pub fn for_seat(seat: Seat) -> Color {
        Color::ALL[seat.index().min(Color::ALL.len() - 1)]
    }

    /// The seat that plays this colour, in a match with enough seats.
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The name, with a capital.
    pub fn name(self) -> &'static str {
        match self {
            Color::Red => "Red",
            Color::Blue => "Blue",
            Color::Green => "Green",
            Color::Yellow => "Yellow",
            Color::Orange => "Orange",
            Color::Purple => "Purple",
        }
    }

    /// The capital letter that doubles the colour.
    pub fn letter(self) -> char {
        self.name().chars().next().unwrap_or('?')
    }

    /// The seats by the names of their colours.
    pub(super) fn names() -> Names {
        Names(Color::ALL.map(|color| color.name().to_owned()).into())
    }

    pub(super) fn of_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// The colour in pictures.
    pub fn paint(self) -> Paint {
        match self {
            Color::Red => Paint::Red,
            Color::Blue => Paint::Blue,
            Color::Green => Paint::Green,
            Color::Yellow => Paint::Yellow,
            Color::Orange => Paint::Orange,
            Color::Purple => Paint::Purple,
        }
    }
}

/// A chip: a colour with a value from 1 to 3, or the neutral one. Written and stored as `R1` or `N`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chip(u8);

/// The values of coloured chips.
const VALUES: u8 = 3;
/// The number of kinds of chips.
const KINDS: u8 = 1 + VALUES * Color::ALL.len() as u8;

impl Chip {
    /// The neutral chip: it has no owner, and any number of pieces may stand on it.
    pub const NEUTRAL: Chip = Chip(0);

    /// The chip of this colour and value; `None` for a value that no chip has.
    pub fn new(color: Color, value: u8) -> Option<Chip> {
        (1..=VALUES).contains(&value).then(|| Chip(VALUES * color as u8 + value))
    }

    /// Its colour; the neutral chip has none.
    pub fn color(self) -> Option<Color> {
        (self.0 > 0).then(|| Color::ALL[usize::from((self.0 - 1) / VALUES)])
    }

    /// Its value; the neutral chip has 0, because its number does not matter.
    pub fn value(self) -> u8 {
        if self.0 > 0 { (self.0 - 1) % VALUES + 1 } else { 0 }
    }

    /// Every kind of chip, the neutral one first.
    pub fn all() -> impl Iterator<Item = Chip> {
        (0..KINDS).map(Chip)
    }

    /// The number of chips of this kind that belong to the board.
    pub fn count(self, board: BoardKind) -> u8 {
        match (self.color(), self.value(), board) {
            (Some(color), ..) if color as u8 >= board.colors() => 0,
            (Some(_), 1, BoardKind::Five) => 3,
            (Some(_), 1, BoardKind::Seven) => 5,
            (Some(_), 2, _) => 2,
            (None | Some(_), ..) => 1,
        }
    }

    /// The chip in a sentence: `the red 1`, `the neutral chip`.
    pub(super) fn words(self) -> String {
        match self.color() {
            None => "the neutral chip".to_owned(),
            Some(color) => format!("the {} {}", color.name().to_lowercase(), self.value()),
        }
    }
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.color() {
            None => f.write_str("N"),
            Some(color) => write!(f, "{}{}", color.letter(), self.value()),
        }
    }
}

impl FromStr for Chip {
    type Err = String;

    fn from_str(text: &str) -> Result<Chip, String> {
        let mut letters = text.chars();
        let chip = match (letters.next(), letters.next(), letters.next()) {
            (Some('N'), None, None) => Some(Chip::NEUTRAL),
            (Some(letter), Some(value), None) => Color::of_letter(letter)
                .zip(value.to_digit(10))
                .and_then(|(color, value)| Chip::new(color, u8::try_from(value).ok()?)),
            _ => None,
        };
        chip.ok_or_else(|| format!("no chip is {text:?}"))
    }
}

as_text!(Chip);

/// The chips that are neither on the board nor in a hand. The next chip is not decided before it is drawn (D2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bag([u8; KINDS as usize]);

impl Bag {
    /// All chips of the board.
    pub(super) fn full(board: BoardKind) -> Bag {
        let mut bag = Bag([0; KINDS as usize]);
        Chip::all().for_each(|chip| bag.0[usize::from(chip.0)] = chip.count(board));
        bag
    }

    /// The number of chips of this kind in it.
    pub(super) fn count(&self, chip: Chip) -> u8 {
        self.0[usize::from(chip.0)]
    }

    /// The number of chips in it.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Takes this chip out; false if there is none.
    pub(super) fn take(&mut self, chip: Chip) -> bool {
        let count = &mut self.0[usize::from(chip.0)];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// Takes a chip out at random, each as likely as any other; `None` from an empty bag.
    pub(super) fn draw(&mut self, dice: &mut Dice) -> Option<Chip> {
        let mut number = (self.len() > 0).then(|| dice.below(self.len()))?;
        let drawn = Chip::all().find(|&chip| {
            let count = u32::from(self.count(chip));
            let found = number < count;
            number = number.saturating_sub(count);
            found
        })?;
        self.take(drawn).then_some(drawn)
    }

    /// True if every draw gives the same chip.
    pub(super) fn is_of_one_kind(&self) -> bool {
        self.0.iter().filter(|count| **count > 0).count() <= 1
    }
}
