//! The starter decks beside the board, while their reader has none: the colours, how they play, and six cards of each (P22).

use super::card_line::in_a_line;
use super::drawing::{art_of, paint_of};
use crate::magic::cards::card::Card;
use crate::magic::cards::{CardId, Cards, Colour, Colours, Deck};
use crate::magic::chairs::chair_of;
use crate::magic::state::{DeckLists, Stage, View};
use crate::magic::words::{capital, list};
use crate::scene::{Emblem, Item, Panel, Term};
use crate::seat::Seat;

impl View {
    /// The decks that all players know because deck lists are open (P26).
    pub(super) fn open_decks(&self) -> impl Iterator<Item = (Seat, &[CardId])> {
        let open = self.table.options.deck_lists == DeckLists::Open && self.table.decks_are_public();
        let decks = (0..).map(Seat).zip(&self.hidden.seats).map(|(seat, own)| (seat, own.deck.as_slice()));
        decks.filter(move |(_, deck)| open && !deck.is_empty())
    }

    /// `deck 4 Kiln Sprite, 3 Late Rent`, if the deck of the seat is open to all.
    pub(super) fn open_deck_line(&self, seat: Seat) -> Option<String> {
        let (_, deck) = self.open_decks().find(|(of, _)| *of == seat)?;
        Some(format!("deck {}", self.table.cards.counted(deck).join(", ")))
    }

    /// The starter decks, for a reader who may choose one now.
    pub(super) fn decks_panel(&self, you: Seat) -> Option<Panel> {
        if !matches!(self.table.stage, Stage::Decks { .. }) || self.deck_choices(you, "deck").is_empty() {
            return None;
        }
        let starters = self.table.cards.starters();
        let line = |deck: &Deck| format!("{} ({}): {}", deck.name, self.colour_words(deck), deck.plan);
        Some(Panel {
            title: "Choose a deck".to_owned(),
            paint: chair_of(you).paint,
            yours: false,
            awaited: false,
            score: String::new(),
            lines: starters.iter().map(line).collect(),
            listed: true,
            items: starters.iter().map(|deck| starter(&self.table.cards, deck)).collect(),
        })
    }

    /// `white and green`
    pub(super) fn colour_words(&self, deck: &Deck) -> String {
        colour_words(&self.table.cards, deck)
    }
}

/// A starter deck, with six of its cards.
pub(super) fn starter(set: &Cards, deck: &Deck) -> Item {
    let colours: Colours = set.colours_of(deck.cards()).into_iter().collect();
    let cards: Vec<_> = deck.shown.iter().filter_map(|id: &CardId| set.get(id.as_str())).collect();
    let term = |card: &Card| {
        let line = in_a_line(card);
        let meaning = line.strip_prefix(card.name.as_str()).unwrap_or(&line).trim_start().to_owned();
        Term { word: card.name.clone(), meaning }
    };
    Item {
        name: deck.name.to_owned(),
        title: capital(deck.name),
        cost: colours.to_string(),
        kind: capital(&colour_words(set, deck)),
        pips: String::new(),
        text: deck.plan.to_owned(),
        art: cards.first().map_or(Emblem::Scroll, |card| art_of(card)),
        paint: paint_of(colours),
        ready: true,
        why: String::new(),
        terms: cards.iter().map(|card| term(card)).collect(),
    }
}

/// `white and green`
fn colour_words(set: &Cards, deck: &Deck) -> String {
    let colours = set.colours_of(deck.cards());
    let words: Vec<&str> = colours.iter().map(|colour| colour.word()).collect();
    if colours.len() == Colour::ALL.len() { "all colours".to_owned() } else { list(&words) }
}
