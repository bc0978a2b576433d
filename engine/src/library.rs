//! The cards of a game for people who look for some, and the decks that come with it.

use std::fmt;

use serde::Serialize;

use crate::scene::Item;

/// The cards of a game, and its starter decks.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The cards of the game's own set, in its order.
    pub cards: Vec<Listed>,
    /// The decks that anyone can play.
    pub decks: Vec<StarterDeck>,
}

/// A card, with what it can be found by.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LibraryCard, example = json!({"name": "late-rent",
    "title": "Late Rent", "cost": "G", "kind": "Instant", "text": "Target creature gets +3/+3 until end of turn.", "art": "bolt",
    "paint": "green", "ready": false, "traits": [{"group": "Colour", "values": ["Green"]}, {"group": "Kind", "values": ["Instant"]}]})))]
pub struct Listed {
    /// The card; its name is the id in deck texts.
    #[serde(flatten)]
    pub item: Item,
    /// What it can be found by, such as its colours. Each card has each group, in the same order.
    pub traits: Vec<Trait>,
    /// A sentence that tells a story and means nothing for play; absent for none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub flavour: String,
    /// The clauses of the rules that concern it: the number of each, and its text.
    #[serde(skip)]
    pub rulings: Vec<(&'static str, String)>,
}

/// What cards can be found by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"group": "Colour", "values": ["White", "Blue"]})))]
pub struct Trait {
    /// What it is, such as `Colour`.
    pub group: &'static str,
    /// What the card has of it; none if it has nothing.
    pub values: Vec<String>,
}

/// A deck that comes with the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"deck": {"name": "hillside", "title": "Hillside",
    "cost": "RG", "kind": "Red and green", "text": "Large beasts win the battles.", "art": "paw", "paint": "yellow", "ready": true},
    "cards": [{"count": 2, "name": "hedge-weasel"}]})))]
pub struct StarterDeck {
    /// Its name, its colours in `cost` and `kind`, and how it plays.
    pub deck: Item,
    /// What it holds, in alphabetical order.
    pub cards: Vec<Copies>,
}

/// Copies of a card in a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"count": 2, "name": "hedge-weasel"})))]
pub struct Copies {
    /// How many.
    pub count: u16,
    /// The id of the card.
    pub name: String,
}

/// A deck as it was read.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"move": "deck 20 chalk-finch; 20 kiln-sprite",
    "cards": [{"count": 20, "name": "chalk-finch"}], "colours": "WR", "faults": [], "advice": ["This deck has 40 cards."]})))]
pub struct ReadDeck {
    /// The move that chooses the deck in a match; empty if the list has a fault.
    #[serde(rename = "move")]
    pub text: String,
    /// What it holds, in alphabetical order, as far as it could be read.
    pub cards: Vec<Copies>,
    /// Its colours, in the symbols of the game.
    pub colours: String,
    /// Why it cannot be played; none if it can.
    pub faults: Vec<DeckFault>,
    /// What its owner should know, in sentences.
    pub advice: Vec<String>,
}

impl ReadDeck {
    /// The number of its cards.
    pub fn number(&self) -> u32 {
        self.cards.iter().map(|copies| u32::from(copies.count)).sum()
    }
}

/// Why a deck cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"line": 3, "why": "There is no card \"kiln spright\". Did you mean Kiln Sprite?"})))]
pub struct DeckFault {
    /// The line of the list, from 1; absent for a fault of the whole deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong, and what would be right, in sentences.
    pub why: String,
}

impl fmt::Display for DeckFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "Line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

/// A card of another game as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"given": "Lightning Imp 1R\nCreature - Imp 2/1\nFlying. You gain 3 life.",
    "read": "Lightning Imp 1R\nCreature - Imp 2/1\nFlying", "lost": ["There is no life here: \"You gain 3 life\" was left out."]})))]
pub struct ReadCard {
    /// The text as given.
    pub given: String,
    /// The text as this game says it; null if it has no such card.
    pub read: Option<String>,
    /// What was lost or changed, in sentences; none if nothing was.
    pub lost: Vec<String>,
}

/// A numbered clause of a page of rules.
pub(crate) struct Clause {
    number: &'static str,
    text: String,
    /// The same in small letters.
    small: String,
}

/// The numbered clauses of a page of rules.
pub(crate) fn clauses(rules: &'static str) -> Vec<Clause> {
    let starts = rules.split("\n* **").skip(1).filter_map(|rest| rest.split_once("** "));
    let clause = |(number, rest): (&'static str, &str)| {
        let text = rest.split("\n\n").next().unwrap_or_default();
        let text = text.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ");
        Clause { number, small: text.to_lowercase(), text }
    };
    starts.map(clause).collect()
}

/// Those of the clauses that have one of these words, in small letters: the number of each, and its text.
pub(crate) fn with_words(clauses: &[Clause], words: &[String]) -> Vec<(&'static str, String)> {
    let has =
        |small: &str| words.iter().any(|word| small.match_indices(word.as_str()).any(|(at, _)| begins_word(small, at)));
    let found = clauses.iter().filter(|clause| has(&clause.small));
    found.map(|clause| (clause.number, clause.text.clone())).collect()
}

fn begins_word(text: &str, at: usize) -> bool {
    !text.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_by_whole_beginnings_of_words() {
        let rules = "# T\n\n* **R1** One\n  flyer.\n* **R2** A butterfly.\n* **R3** It FLIES.\n\nFlying.";
        let words = ["fly".to_owned(), "flies".to_owned()];
        assert_eq!(
            with_words(&clauses(rules), &words),
            [("R1", "One flyer.".to_owned()), ("R3", "It FLIES.".to_owned())]
        );
    }
}
