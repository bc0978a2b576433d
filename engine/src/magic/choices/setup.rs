//! Continuations of `deck`, `lay` and `take` (P22).

use super::Next;
use crate::game::Choice;
use crate::magic::cards::LandType;
use crate::magic::notation::{Deck, LandNumber, Text, Word};
use crate::magic::state::View;
use crate::magic::words::capital;
use crate::seat::Seat;

/// The fewest and the most cards of a deck, and the most of a name (R8).
const FEWEST: usize = 40;
const MAX: usize = 60;
const MAX_OF_A_NAME: u16 = 4;

impl View {
    pub(in crate::magic) fn deck_choices(&self, you: Seat, so_far: &str) -> Vec<Choice> {
        let own = self.starter(you.0).map(|name| Text::Deck(Deck::Starter(name)));
        if own.is_none_or(|text| self.check(&text).is_err()) {
            return Vec::new();
        }
        let (listed, number) = match so_far.parse() {
            _ if so_far == "deck" => (Vec::new(), None),
            Ok(Text::Deck(Deck::Cards(cards))) => (cards, None),
            Ok(_) => return Vec::new(),
            // A number without its card is no deck yet.
            Err(_) => match beginning(so_far) {
                Some((listed, number)) => (listed, Some(number)),
                None => return Vec::new(),
            },
        };
        let total: usize = listed.iter().map(|(number, _)| usize::from(*number)).sum();
        let last = listed.last().map(|(_, card)| card.as_str().to_owned());
        let ids: Vec<String> = self.playable_ids().into_iter().filter(|id| Some(id) > last.as_ref()).collect();
        let enough = |total: usize, after: usize| total + (ids.len() - after) * usize::from(MAX_OF_A_NAME) >= FEWEST;
        match number {
            Some(number) => {
                let total = total + usize::from(number);
                let next = |(at, id): (usize, &String)| {
                    let text = format!("{so_far} {id}");
                    let complete = (FEWEST..=MAX).contains(&total);
                    let name = self.table.cards.get(id).map_or_else(|| id.clone(), |card| card.name.clone());
                    enough(total, at + 1).then(|| Next::new(text, format!("{number} {name}."), complete).after(""))
                };
                ids.iter().enumerate().filter_map(next).collect()
            }
            None => {
                let mut next: Vec<Choice> = Vec::new();
                if listed.is_empty() {
                    let names = (0..self.table.cards.starters().len() as u8).filter_map(|seat| self.starter(seat));
                    let choice = |name: Word| {
                        let words = format!("Play the deck {}.", capital(name.as_str()));
                        Next::new(format!("deck {name}"), words, true).after("").on_item(Some(&name))
                    };
                    next.extend(names.map(choice));
                }
                let sign = if listed.is_empty() { " " } else { "; " };
                let possible = |number: &u16| {
                    let total = total + usize::from(*number);
                    total <= MAX && !ids.is_empty() && enough(total, 1)
                };
                let choice = |number: u16| {
                    let words = format!("{number} of the next card; names go in alphabetical order.");
                    Next::new(format!("{so_far}{sign}{number}"), words, false).after("")
                };
                next.extend((1..=MAX_OF_A_NAME).filter(possible).map(choice));
                next
            }
        }
    }

    /// The name of the starter deck of a seat.
    fn starter(&self, seat: u8) -> Option<Word> {
        Word::new(self.table.cards.starter(seat).0)
    }

    /// The ids of cards that may be in a deck, in alphabetical order.
    fn playable_ids(&self) -> Vec<String> {
        let playable = self.table.cards.all().filter(|card| !card.only_targets_players());
        let mut ids: Vec<String> = playable.map(|card| card.id.to_string()).collect();
        ids.sort();
        ids
    }

    pub(in crate::magic) fn lay_choices(&self, so_far: &str) -> Vec<Choice> {
        let listed: Vec<LandType> = match so_far.parse() {
            Ok(Text::Lay(kinds)) => kinds,
            Err(_) if so_far.eq_ignore_ascii_case("lay") => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        if listed.len() >= self.table.board().lands().len() {
            return Vec::new();
        }
        let next = |kind: LandType| {
            let kinds: Vec<LandType> = listed.iter().copied().chain([kind]).collect();
            let text = Text::Lay(kinds);
            let words = format!("{}.", capital(kind.word()));
            self.check(&text).is_ok().then(|| Next::new(text.to_string(), words, true).after(""))
        };
        LandType::ALL.into_iter().filter_map(next).collect()
    }

    pub(in crate::magic) fn take_choices(&self, so_far: &str) -> Vec<Choice> {
        let listed: Vec<LandNumber> = match so_far.parse() {
            Ok(Text::Take(lands)) => lands,
            Err(_) if so_far.eq_ignore_ascii_case("take") => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        let next = |land: LandNumber| {
            let lands: Vec<LandNumber> = listed.iter().copied().chain([land]).collect();
            let text = Text::Take(lands);
            let kind = self.table.kind_of(land).map_or("land", LandType::word);
            let words = format!("Land {land}, {kind}.");
            self.check(&text).is_ok().then(|| Next::new(text.to_string(), words, true).at(Some(land)).after(""))
        };
        let further =
            self.table.board().lands().filter(|land| !listed.contains(land) && self.table.is_selectable(*land));
        further.filter_map(next).collect()
    }
}

/// The entries before a number without a card, and the number.
fn beginning(so_far: &str) -> Option<(Vec<(u16, Word)>, u16)> {
    let (head, number) = match so_far.rsplit_once(';') {
        Some((head, number)) => (Some(head), number),
        None => (None, so_far.strip_prefix("deck")?),
    };
    let number = number.trim().parse().ok().filter(|number| (1..=MAX_OF_A_NAME).contains(number))?;
    let listed = match head.map(str::parse) {
        None => Vec::new(),
        Some(Ok(Text::Deck(Deck::Cards(cards)))) => cards,
        Some(_) => return None,
    };
    Some((listed, number))
}
