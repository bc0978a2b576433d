//! Decks as people paste them, read outside of a match: for pages that keep decks (N10).

use std::collections::BTreeMap;
use std::fmt;

use super::choosing::{MAX_OF_A_NAME, SIZES};
use super::pool::cards_of;
use crate::library::{Copies, DeckFault, ReadDeck};
use crate::magic::cards::{Card, CardId, Cards, Colour, Colours, Deck as Starter, distance};
use crate::magic::notation::{CardList, Deck as Named, Entry, ListFault, MAX_NUMBER, Place, Text, Word};
use crate::magic::state::Edition;
use crate::magic::words::list;
use crate::notation::clean;

/// The most bytes of a text.
const MAX_BYTES: usize = 16 * 1024;
/// The most faults that are told; the last one then says how many there are.
const MAX_FAULTS: usize = 100;
/// The most names for which the nearest card is looked for, because each is compared with all cards.
const MAX_GUESSES: usize = 24;
/// The most characters of a name that a fault repeats. No card's name is longer.
const LONGEST_FOUND: usize = 40;

/// A deck that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeckList {
    /// The move that chooses this deck, in its canonical spelling: `deck 4 kiln-sprite; 3 late-rent`.
    pub(crate) text: String,
    /// The cards, in the order of their ids.
    pub(crate) cards: Vec<DeckCard>,
    /// The number of cards that have each colour, in the order of colours; cards of two colours count twice.
    pub(crate) colours: Vec<(Colour, u32)>,
    /// What its player should know: first what a match refuses, see [`Advice::is_refused`].
    pub(crate) advice: Vec<Advice>,
}

/// A card of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeckCard {
    /// How many of it there are.
    pub(crate) count: u16,
    /// Its id.
    pub(crate) id: CardId,
    /// Its name as printed.
    pub(crate) name: String,
}

/// Something about a deck that could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    /// It has too few cards or too many (R8).
    Size {
        /// The number of its cards.
        cards: u32,
    },
    /// It has too many of a name (R8).
    Copies {
        /// The name.
        name: String,
        /// How many it has.
        count: u16,
    },
    /// The card only targets players, and such cards are out (R9).
    OnlyPlayers {
        /// The name of the card.
        name: String,
    },
    /// Cards of a sideboard are left out: decks have none here.
    Sideboard {
        /// How many.
        cards: u32,
    },
    /// The deck has more colours than its player begins with lands (R2, R4).
    Lands {
        /// The colours.
        colours: Vec<Colour>,
    },
}

/// Reads a deck that a person wrote or pasted: a list of cards, or the name of a starter deck, with or without the word `deck` before it. The
/// cards are those of the set and of this text of further cards, as in the option `cards` of a match.
///
/// # Errors
/// All faults of the text, at most 100 of them, in the order of lines.
pub(crate) fn read_deck(text: &str, own_cards: Option<&str>) -> Result<DeckList, Vec<DeckFault>> {
    let whole = |why: String| vec![DeckFault { line: None, why }];
    if text.len() > MAX_BYTES {
        return Err(whole(format!("A deck has at most {} kB of text.", MAX_BYTES / 1024)));
    }
    let cards = cards_of(Edition::numbered(Edition::NEWEST), own_cards)
        .map_err(|why| whole(format!("The further cards: {why}")))?;
    let list = CardList::read(text);
    if let Some(starter) = starter_in(&list, &cards)
        && let Some(name) = Word::new(starter.name)
    {
        return Ok(described(Named::Starter(name), &starter.entries, 0, &cards));
    }
    let (entries, faults) = found_in(&list, &cards);
    if !faults.is_empty() {
        // What else a match would refuse is told at once, but for the size: some cards are not known.
        let known: Vec<(u16, CardId)> = entries.into_iter().map(|(id, count)| (count, id)).collect();
        let refused = refused_cards(&known, &cards).into_iter().flat_map(|advice| whole(advice.to_string()));
        return Err(faults.into_iter().chain(refused).take(MAX_FAULTS).collect());
    }
    if entries.is_empty() {
        return Err(whole("There is no card in this text. Write one card a line, such as 4 Kiln Sprite.".to_owned()));
    }
    let side = list.side.iter().map(|entry| u32::from(entry.count.unwrap_or(1))).sum();
    let words = entries.iter().filter_map(|(id, count)| Some((*count, Word::new(id.as_str())?))).collect();
    let entries: Vec<(u16, CardId)> = entries.into_iter().map(|(id, count)| (count, id)).collect();
    Ok(described(Named::Cards(words), &entries, side, &cards))
}

/// A deck as people paste it, in words for people.
pub(crate) fn pasted(list: &str, cards: &str) -> ReadDeck {
    let own = Some(cards).filter(|cards| !cards.trim().is_empty());
    let deck = match read_deck(list, own) {
        Ok(deck) => deck,
        Err(faults) => return ReadDeck { faults, ..ReadDeck::default() },
    };
    let (refused, advice): (Vec<_>, Vec<_>) = deck.advice.iter().partition(|advice| advice.is_refused());
    let colours: Colours = deck.colours.iter().map(|(colour, _)| *colour).collect();
    ReadDeck {
        text: if refused.is_empty() { deck.text } else { String::new() },
        cards: deck.cards.into_iter().map(|card| Copies { count: card.count, name: card.id.to_string() }).collect(),
        colours: colours.to_string(),
        faults: refused.into_iter().map(|advice| DeckFault { line: None, why: advice.to_string() }).collect(),
        advice: advice.into_iter().map(ToString::to_string).collect(),
    }
}

/// The starter deck that a list of one name is.
fn starter_in(list: &CardList, cards: &Cards) -> Option<&'static Starter> {
    let ([entry], [], []) = (list.main.as_slice(), list.side.as_slice(), list.faults.as_slice()) else { return None };
    let word = entry.word().filter(|_| entry.count.is_none())?;
    cards.starter_named(word.as_str().trim_start_matches("deck-"))
}

/// The cards of a list with their numbers, and the faults of the list.
fn found_in(list: &CardList, cards: &Cards) -> (BTreeMap<CardId, u16>, Vec<DeckFault>) {
    let known = Known::new(cards);
    let expected = |fault: &ListFault| at(fault.place, &fault.found, &format!("Expected {}.", fault.expected));
    let mut faults: Vec<(Place, DeckFault)> = list.faults.iter().map(expected).collect();
    let mut entries: BTreeMap<CardId, u16> = BTreeMap::new();
    let mut guesses = 0;
    for entry in &list.main {
        let mut fault = |why: &str| faults.push(at(entry.place, &entry.name, why));
        let Some(card) = known.card(entry) else {
            guesses += 1;
            let nearest = if guesses <= MAX_GUESSES { nearest(cards, &entry.name) } else { None };
            let hint = nearest.map(|card| format!(" Do you mean {}?", card.name)).unwrap_or_default();
            fault(&format!("There is no card of this name.{hint}"));
            continue;
        };
        let sum = entries.entry(card.id.clone()).or_default();
        *sum = sum.saturating_add(entry.count.unwrap_or(1));
        if *sum > MAX_NUMBER {
            fault(&format!("More than {MAX_NUMBER} of this card."));
        }
    }
    faults.sort_by_key(|(place, _)| place.at);
    let number = faults.len();
    let mut told: Vec<DeckFault> = faults.into_iter().map(|(_, fault)| fault).take(MAX_FAULTS).collect();
    if number > MAX_FAULTS
        && let Some(last) = told.last_mut()
    {
        last.why = format!("{} This text has {number} faults in all.", last.why);
    }
    (entries, told)
}

/// A fault at a place, where this stands, if anything does.
fn at(place: Place, found: &str, why: &str) -> (Place, DeckFault) {
    let found = clean(found, LONGEST_FOUND);
    let found = if found.is_empty() { found } else { format!("\"{found}\": ") };
    (place, DeckFault { line: Some(place.line), why: format!("{found}{why}") })
}

/// The cards by the letters of their names alone, so that blanks, hyphens and capitals do not matter.
struct Known<'a>(BTreeMap<String, &'a Card>);

impl<'a> Known<'a> {
    fn new(cards: &'a Cards) -> Known<'a> {
        Known(cards.all().map(|card| (letters(card.id.as_str()), card)).collect())
    }

    fn card(&self, entry: &Entry) -> Option<&'a Card> {
        self.0.get(&letters(entry.word()?.as_str())).copied()
    }
}

fn letters(id: &str) -> String {
    id.chars().filter(char::is_ascii_lowercase).collect()
}

/// The card whose name is nearest to this one, if a third of its letters or fewer are wrong.
pub(crate) fn nearest<'a>(cards: &'a Cards, name: &str) -> Option<&'a Card> {
    let spelt: Vec<u8> =
        name.bytes().filter(u8::is_ascii_alphabetic).take(LONGEST_FOUND).map(|c| c.to_ascii_lowercase()).collect();
    let far = |card: &'a Card| (distance(&spelt, letters(card.id.as_str()).as_bytes()), card);
    let (far, best) = cards.all().map(far).min_by_key(|(far, _)| *far)?;
    (far * 3 <= spelt.len()).then_some(best)
}

/// The deck with its colours and what its player should know.
fn described(named: Named, entries: &[(u16, CardId)], side: u32, cards: &Cards) -> DeckList {
    let known: Vec<(u16, &Card)> =
        entries.iter().filter_map(|(count, id)| Some((*count, cards.card(id.as_str())?))).collect();
    let of = |colour: Colour| {
        let cards = known.iter().filter(|(_, card)| card.colours().has(colour));
        cards.map(|(count, _)| u32::from(*count)).sum::<u32>()
    };
    let colours: Vec<(Colour, u32)> =
        Colour::ALL.into_iter().map(|colour| (colour, of(colour))).filter(|(_, cards)| *cards > 0).collect();
    let total = known.iter().map(|(count, _)| u32::from(*count)).sum();
    let mut advice = Vec::new();
    if !SIZES.contains(&total) {
        advice.push(Advice::Size { cards: total });
    }
    advice.extend(refused_cards(entries, cards));
    if side > 0 {
        advice.push(Advice::Sideboard { cards: side });
    }
    if colours.len() > FIRST_LANDS {
        advice.push(Advice::Lands { colours: colours.iter().map(|(colour, _)| *colour).collect() });
    }
    let card = |(count, card): &(u16, &Card)| DeckCard { count: *count, id: card.id.clone(), name: card.name.clone() };
    DeckList { text: Text::Deck(named).to_string(), cards: known.iter().map(card).collect(), colours, advice }
}

/// The cards that no match accepts: too many of a name, and those that only target players.
fn refused_cards(entries: &[(u16, CardId)], cards: &Cards) -> Vec<Advice> {
    let known = || entries.iter().filter_map(|(count, id)| Some((*count, cards.card(id.as_str())?)));
    let copies = known().filter(|(count, _)| *count > MAX_OF_A_NAME);
    let copies = copies.map(|(count, card)| Advice::Copies { name: card.name.clone(), count });
    let out = known().filter(|(_, card)| card.only_targets_players());
    copies.chain(out.map(|(_, card)| Advice::OnlyPlayers { name: card.name.clone() })).collect()
}

/// The number of lands that a player selects before play (R4).
const FIRST_LANDS: usize = 2;

impl Advice {
    /// True if no match accepts the deck as it is.
    pub(crate) fn is_refused(&self) -> bool {
        match self {
            Advice::Size { .. } | Advice::Copies { .. } | Advice::OnlyPlayers { .. } => true,
            Advice::Sideboard { .. } | Advice::Lands { .. } => false,
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::Size { cards } => {
                write!(f, "A deck has {} to {} cards; this one has {cards}.", SIZES.start(), SIZES.end())
            }
            Advice::Copies { name, count } => {
                write!(f, "A deck has at most {MAX_OF_A_NAME} of a name; this one has {count} of {name}.")
            }
            Advice::OnlyPlayers { name } => write!(f, "{name} only targets players; such cards are out."),
            Advice::Sideboard { cards: 1 } => f.write_str("A card of the sideboard is left out; decks have none here."),
            Advice::Sideboard { cards } => {
                write!(f, "The {cards} cards of the sideboard are left out; decks have none here.")
            }
            Advice::Lands { colours } => {
                let words: Vec<&str> = colours.iter().map(|colour| colour.word()).collect();
                write!(
                    f,
                    "The deck is {}, but each player begins with {FIRST_LANDS} lands. The board has, of each type, two lands and \
                     one more for each player.",
                    list(&words)
                )
            }
        }
    }
}
