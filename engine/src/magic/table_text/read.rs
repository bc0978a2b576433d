//! Reads the items of a table text (T5), each with its place: names are checked when all items are known, since they may stand
//! in any order (T1).

use super::{FirstPhase, ManaText};
use crate::magic::cards::{Colour, LandType};
use crate::magic::chairs::{CHAIRS, chair_of, seat_called};
use crate::magic::notation::{LandNumber, Order, Parser, Thing, Word, words};
use crate::notation::{Reader, Unreadable};
use crate::seat::Seat;

type Read<T> = Result<T, Unreadable>;

/// A thing that the text names, and the place where it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed<'a, T> {
    pub(super) is: T,
    pub(super) at: Reader<'a>,
}

impl<T> Placed<'_, T> {
    /// A refusal at this place.
    pub(super) fn refuse<U>(&self, expected: &str) -> Read<U> {
        Err(self.at.clone().refuse(expected))
    }
}

/// An item of the text.
#[derive(Clone, Debug)]
pub(super) enum Item<'a> {
    Lands(Vec<LandType>),
    Tapped(Numbers<'a>),
    Holes(Numbers<'a>),
    Turn(Seat),
    Phase(FirstPhase),
    Round(u16),
    Holds(Seat, Numbers<'a>),
    Mana(Seat, ManaText),
    Orders(Seat, Vec<Order>),
    Has(Seat, Piece<'a>),
    Cards(Seat, Zone, Vec<Placed<'a, Word>>),
}

/// Lands, in the order of the text.
pub(super) type Numbers<'a> = Vec<Placed<'a, LandNumber>>;

words!(
    /// A zone of cards.
    pub(super) Zone {
        Hand = "hand",
        Library = "library",
        Grave = "grave",
        Exile = "exile",
    }
);

/// A permanent with the words after it.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) name: PieceName,
    pub(super) states: Vec<Placed<'a, State>>,
}

/// The first word of a permanent.
#[derive(Clone, Debug)]
pub(super) enum PieceName {
    Body(String),
    Card(Word),
}

/// A word after a permanent, and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    At(LandNumber),
    OnThing(Thing),
    OnLand(LandNumber),
    Damaged(u16),
    Value(u16),
    Word(Word),
}

/// All items of the text, each with its place.
pub(super) fn read(text: &str, seats: u8) -> Read<Vec<Placed<'_, Item<'_>>>> {
    let mut parser = Parser::new(text);
    parser.comma_ends = true;
    let mut items = Vec::new();
    while items.is_empty() || parser.reader.peek().is_some() {
        let at = parser.reader.clone();
        items.push(Placed { is: parser.item(seats)?, at });
        if !parser.reader.eat(';') {
            parser.reader.end("`;` and another item, or the end of the text")?;
        }
    }
    Ok(items)
}

impl<'a> Parser<'a> {
    fn item(&mut self, seats: u8) -> Read<Item<'a>> {
        for (word, rule) in [
            ("lands", Parser::types as fn(&mut Self) -> Read<Item<'a>>),
            ("tapped", |parser| parser.numbers().map(Item::Tapped)),
            ("holes", |parser| parser.numbers().map(Item::Holes)),
            ("phase", Parser::phase),
            ("round", Parser::round),
        ] {
            if self.reader.eat_word(word) {
                return rule(self);
            }
        }
        if self.reader.eat_word("turn") {
            return self.seat(seats, "").map(Item::Turn);
        }
        let seat = self.seat(seats, "lands, tapped, holes, turn, phase, round or ")?;
        self.item_of(seat)
    }

    /// A seat of the match.
    fn seat(&mut self, seats: u8, or: &str) -> Read<Seat> {
        let before = self.reader.clone();
        let found = seat_called(&self.reader.letters()).filter(|seat| seat.0 < seats && !self.reader.goes_on());
        found.ok_or_else(|| {
            self.reader = before;
            let chairs: Vec<&str> = CHAIRS.iter().take(seats.into()).map(|chair| chair.id).collect();
            self.reader.refuse(&format!("{or}a seat of the match: {}", chairs.join(", ")))
        })
    }

    fn item_of(&mut self, seat: Seat) -> Read<Item<'a>> {
        if self.reader.eat_word("holds") {
            return self.numbers().map(|lands| Item::Holds(seat, lands));
        }
        if self.reader.eat_word("mana") {
            return self.mana().map(|mana| Item::Mana(seat, mana));
        }
        if self.reader.eat_word("orders") {
            return self.list(Parser::order).map(|orders| Item::Orders(seat, orders));
        }
        if self.reader.eat_word("has") {
            return self.piece().map(|piece| Item::Has(seat, piece));
        }
        if let Some(zone) = Zone::ALL.iter().copied().find(|zone| self.reader.eat_word(zone.word())) {
            let card =
                |parser: &mut Self| parser.placed(|parser| parser.word_or("the id of a card, such as late-rent"));
            // A comma at the end is a mistake, not the beginning of anything.
            self.comma_ends = false;
            let cards = self.list(card);
            self.comma_ends = true;
            return cards.map(|cards| Item::Cards(seat, zone, cards));
        }
        let expected = format!("holds, has, hand, library, grave, exile, mana or orders after {}", chair_of(seat).id);
        Err(self.reader.refuse(&expected))
    }

    fn placed<T>(&mut self, rule: impl Fn(&mut Self) -> Read<T>) -> Read<Placed<'a, T>> {
        let at = self.reader.clone();
        Ok(Placed { is: rule(self)?, at })
    }

    fn word_or(&mut self, expected: &str) -> Read<Word> {
        self.word().map_err(|refusal| Unreadable { expected: expected.to_owned(), ..refusal })
    }

    fn types(&mut self) -> Read<Item<'a>> {
        let mut types = Vec::new();
        while types.is_empty() || self.reader.peek().is_some_and(|c| c != ';') {
            let before = self.reader.clone();
            let letters = self.reader.letters().to_ascii_uppercase();
            let found: Option<Vec<LandType>> = letters.chars().map(LandType::from_letter).collect();
            match found.filter(|found| !found.is_empty() && !self.reader.goes_on()) {
                Some(found) => types.extend(found),
                None => {
                    self.reader = before;
                    return Err(self.reader.refuse("types of lands: the letters P, I, S, M and F"));
                }
            }
        }
        Ok(Item::Lands(types))
    }

    /// Lands and ranges of lands, as in `7 3-5`.
    fn numbers(&mut self) -> Read<Numbers<'a>> {
        let mut lands = Vec::new();
        while lands.is_empty() || self.reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            let at = self.reader.clone();
            let first = self.land()?;
            let last = if self.reader.eat_dash() { self.land()? } else { first };
            if last < first {
                return Err(at.clone().refuse("a range that rises, such as 3-5"));
            }
            if lands.len() > usize::from(u8::MAX) {
                return Err(at.clone().refuse("each land once"));
            }
            lands.extend((first.0..=last.0).map(|land| Placed { is: LandNumber(land), at: at.clone() }));
        }
        Ok(lands)
    }

    fn phase(&mut self) -> Read<Item<'a>> {
        let words = [("summoning", FirstPhase::Summoning), ("movement", FirstPhase::Movement)];
        let found = words.into_iter().find(|(word, _)| self.reader.eat_word(word));
        found.map(|(_, phase)| Item::Phase(phase)).ok_or_else(|| self.reader.refuse("summoning or movement"))
    }

    fn round(&mut self) -> Read<Item<'a>> {
        let at = self.reader.clone();
        match self.number()? {
            0 => Err(at.clone().refuse("a round from 1")),
            round => Ok(Item::Round(round)),
        }
    }

    /// Mana as in a cost: a number, then letters in the order W U B R G.
    fn mana(&mut self) -> Read<ManaText> {
        const EXPECTED: &str = "mana: a number up to 999, then letters in the order W U B R G, as in 3R";
        let before = self.reader.clone();
        let digits = self.reader.peek().is_some_and(|c| c.is_ascii_digit());
        let colourless = if digits { self.reader.number(EXPECTED)? } else { 0 };
        let letters = if !digits || self.reader.goes_on() { self.reader.letters() } else { String::new() };
        let found: Option<Vec<Colour>> = letters.to_ascii_uppercase().chars().map(Colour::from_letter).collect();
        let in_order = found.filter(|found| found.is_sorted_by_key(|colour| place_of(*colour)));
        let in_order = in_order.filter(|found| usize::from(colourless).max(found.len()) <= MAX_MANA);
        let Some(found) = in_order.filter(|found| digits || !found.is_empty()).filter(|_| !self.reader.goes_on())
        else {
            self.reader = before;
            return Err(self.reader.refuse(EXPECTED));
        };
        let mut mana = ManaText { colourless, ..ManaText::default() };
        for (count, colour) in mana.colours.iter_mut().zip(Colour::ALL) {
            *count = found.iter().filter(|found| **found == colour).count() as u16;
        }
        Ok(mana)
    }

    fn piece(&mut self) -> Read<Piece<'a>> {
        let name = self.piece_name()?;
        let mut states = Vec::new();
        while self.reader.peek().is_some_and(|c| c != ';') {
            states.push(self.placed(Parser::state)?);
        }
        Ok(Piece { name, states })
    }

    fn piece_name(&mut self) -> Read<PieceName> {
        let before = self.reader.clone();
        let letters = self.reader.letters();
        if letters.is_empty() || !self.reader.goes_on() {
            self.reader = before;
            return self.word_or("a body such as g2/2, or the id of a card").map(PieceName::Card);
        }
        let body = self.number().and_then(|power| {
            let cut = self.reader.eat('/');
            self.number().map(|toughness| (cut, format!("{letters}{power}/{toughness}")))
        });
        match body {
            Ok((true, body)) => Ok(PieceName::Body(body)),
            Ok((false, _)) | Err(_) => {
                self.reader = before;
                Err(self.reader.refuse("a body such as g2/2, wg2/2 or a0/4, or the id of a card"))
            }
        }
    }

    fn state(&mut self) -> Read<State> {
        if self.reader.eat('@') {
            return self.land().map(State::At);
        }
        if self.reader.eat_word("on") {
            return self.host();
        }
        if self.reader.eat_word("damaged") {
            return self.number().map(State::Damaged);
        }
        if self.reader.eat_word("value") {
            return self.number().map(State::Value);
        }
        self.word_or("a state such as @7, on c3 or tapped, or a keyword such as flying").map(State::Word)
    }

    fn host(&mut self) -> Read<State> {
        if self.reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.land().map(State::OnLand);
        }
        let expected = "a host: a creature such as c1, a permanent such as p1, or the number of a land";
        self.thing().map(State::OnThing).map_err(|refusal| Unreadable { expected: expected.to_owned(), ..refusal })
    }
}

/// The most mana of a seat without colour, and the most with colours (N4).
const MAX_MANA: usize = 999;

/// The place of a colour in the order W U B R G.
fn place_of(colour: Colour) -> Option<usize> {
    Colour::ALL.iter().position(|other| *other == colour)
}
