//! The request to a player in the set-up: what is chosen, what it is for, and what holds for what is left open (L1, P22).

use crate::chair::Names;
use crate::game::{Choice, Request, Wanted};
use crate::magic::cards::{Colour, Deck as Starter, LandType};
use crate::magic::notation::{LandNumber, Text};
use crate::magic::state::{Stage, View};
use crate::magic::words::list;
use crate::seat::Seat;

/// The lands in the list that is offered.
const LISTED: usize = 8;

/// One of the things that are chosen together.
struct Part {
    about: &'static str,
    facts: Vec<String>,
    ways: Vec<Choice>,
}

impl View {
    /// The request to this player, the reader, if something of the set-up is wanted of him.
    pub(crate) fn setup_request(&self, you: Seat, names: &Names) -> Option<Request> {
        if !self.awaited.contains(you) {
            return None;
        }
        let parts: Vec<Part> = match self.table.stage {
            Stage::Decks { .. } => self.deck_part(you).into_iter().chain(self.lay_part(you)).collect(),
            Stage::Layout => self.lay_part(you).into_iter().collect(),
            Stage::Selection { .. } => self.take_part(you, names).into_iter().collect(),
            Stage::Play(_) | Stage::Over(_) => Vec::new(),
        };
        let about: Vec<&str> = parts.iter().map(|part| part.about).collect();
        let about = if about.is_empty() { return None } else { list(&about) };
        let (facts, ways): (Vec<_>, Vec<_>) = parts.into_iter().map(|part| (part.facts, part.ways)).unzip();
        Some(Request { wanted: Wanted::Choice, about, facts: facts.concat(), ways: ways.concat() })
    }

    fn deck_part(&self, you: Seat) -> Option<Part> {
        let ways: Vec<Choice> = self.deck_choices(you, "deck").into_iter().filter(|way| way.complete).collect();
        if ways.is_empty() {
            return None;
        }
        let starters: Vec<String> = self.table.cards.starters().iter().map(|deck| self.starter_words(deck)).collect();
        let usual = self.table.cards.starter(you.0).0;
        let facts = vec![
            format!("The starter decks are {}. If you choose none, you play {usual}.", list(&starters)),
            "A deck of your own has 40 to 60 cards, at most four of a name, such as deck 4 ebb-skater; 2 weir-tender; and so on."
                .to_owned(),
        ];
        Some(Part { about: "your deck", facts, ways })
    }

    /// `tollgate (white and green)`
    fn starter_words(&self, deck: &Starter) -> String {
        format!("{} ({})", deck.name, self.colour_words(deck))
    }

    fn lay_part(&self, you: Seat) -> Option<Part> {
        if self.lay_choices("lay").is_empty() {
            return None;
        }
        let (laid, all) = (self.table.lands.len(), self.table.board().lands().len());
        let number = (laid..all).filter(|laid| self.table.placer_of(*laid) == you).count();
        let kinds: Vec<LandType> = self.types_of_deck(you).into_iter().cycle().take(number).collect();
        let facts = vec![
            format!("You lay {number} of the {all} lands. List their types, first to last: {}.", letters()),
            "Creatures come into play on lands of their colour. Where the list ends, or a type is used up, the type of \
             which most are left is laid."
                .to_owned(),
        ];
        Some(Part { about: "the lands that you lay", facts, ways: self.way(&Text::Lay(kinds), "Lands for your deck.") })
    }

    fn take_part(&self, you: Seat, names: &Names) -> Option<Part> {
        if self.take_choices("take").is_empty() {
            return None;
        }
        let kinds = self.types_of_deck(you);
        let fits = |land: &LandNumber| self.table.kind_of(*land).is_some_and(|kind| kinds.contains(&kind));
        let free = self.table.board().lands().filter(|land| self.table.is_selectable(*land));
        let lands: Vec<LandNumber> = free.filter(fits).take(LISTED).collect();
        let order: Vec<&str> =
            (0..self.table.seat_count()).filter_map(|pick| self.table.picker(pick)).map(|seat| &names[seat]).collect();
        let facts = vec![
            format!("Each player takes two lands: {} take one in this order, and then one more.", list(&order)),
            "List lands, best first, as others may take them before you. Where the list ends, it is the free land with \
             the lowest number."
                .to_owned(),
        ];
        let ways = if lands.is_empty() { Vec::new() } else { self.way(&Text::Take(lands), "Lands for your deck.") };
        Some(Part { about: "the lands that you take", facts, ways })
    }

    /// The text, if it is legal.
    fn way(&self, text: &Text, words: &str) -> Vec<Choice> {
        let way = || Choice::new(text.to_string(), words, true);
        self.check(text).is_ok().then(way).into_iter().collect()
    }

    /// The types of lands for the colours of the reader's deck, or of his starter deck while he has none; all types for a deck
    /// without colours.
    fn types_of_deck(&self, you: Seat) -> Vec<LandType> {
        let deck = self.own().map(|own| own.deck.clone()).filter(|deck| !deck.is_empty());
        let colours = self.table.colours_of(&deck.unwrap_or_else(|| self.table.cards.starter(you.0).1));
        let kinds: Vec<LandType> = colours.into_iter().map(Colour::land).collect();
        if kinds.is_empty() { LandType::ALL.to_vec() } else { kinds }
    }
}

/// `P plains, I island, S swamp, M mountain, F forest`
fn letters() -> String {
    let words = LandType::ALL.map(|kind| format!("{} {}", kind.letter(), kind.word()));
    words.join(", ")
}
