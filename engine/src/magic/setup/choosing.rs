//! Decks and lists that players send before play (R7-R9, P22).

use super::deck_list::nearest;
use crate::game::Illegal;
use crate::magic::cards::{CardId, LandType};
use crate::magic::notation::{Deck, LandNumber};
use crate::magic::state::{Decks, Event, Layout, Stage, World, refuse};
use crate::seat::Seat;

/// The number of cards of a deck (R8).
pub(super) const SIZES: std::ops::RangeInclusive<u32> = 40..=60;
/// The most cards of one name in a deck (R8).
pub(super) const MAX_OF_A_NAME: u16 = 4;

impl World<'_> {
    /// A seat sends its deck.
    pub(crate) fn send_deck(&mut self, by: Seat, deck: &Deck) -> Result<(), Illegal> {
        if self.table.options.decks == Decks::Dealt {
            return refuse("wrong-phase", "In this match all play their starter decks.");
        }
        let chosen = self.hidden.own(by).is_some_and(|own| !own.deck.is_empty());
        match self.table.stage {
            Stage::Decks { .. } if !chosen => {}
            Stage::Decks { .. } | Stage::Layout | Stage::Selection { .. } | Stage::Play(_) | Stage::Over(_) => {
                return refuse("deck-chosen", "Your deck is chosen and final.");
            }
        }
        let cards = self.read_deck(deck)?;
        if let Some(own) = self.own_mut(by) {
            own.deck = cards;
        }
        self.sent(by);
        Ok(())
    }

    fn read_deck(&self, deck: &Deck) -> Result<Vec<CardId>, Illegal> {
        match deck {
            Deck::Starter(name) => {
                let found = self.table.cards.starter_named(name.as_str()).map(|deck| deck.cards().cloned().collect());
                found.ok_or_else(|| {
                    let names: Vec<&str> = self.table.cards.starters().iter().map(|deck| deck.name).collect();
                    let why = format!("There is no starter deck {name}; there are {}.", names.join(", "));
                    Illegal::new("unknown-card", why)
                })
            }
            Deck::Cards(entries) => {
                let mut cards = Vec::new();
                for (part, (number, word)) in (1..).zip(entries) {
                    let id = CardId::new(word.as_str());
                    self.check_entry(*number, &id).map_err(|why| Illegal { part: Some(part), ..why })?;
                    cards.extend(std::iter::repeat_n(id, usize::from(*number)));
                }
                check_size(entries.iter().map(|(number, _)| u32::from(*number)).sum())?;
                cards.sort();
                Ok(cards)
            }
        }
    }

    /// Checks one entry of a deck (R8, R9).
    fn check_entry(&self, number: u16, id: &CardId) -> Result<(), Illegal> {
        let Some(card) = self.table.cards.get(id.as_str()) else {
            let hint = nearest(&self.table.cards, id.as_str()).map(|card| format!(" Do you mean {}?", card.id));
            let why = format!("There is no card {id} in this match.{}", hint.unwrap_or_default());
            return refuse("unknown-card", why);
        };
        if number > MAX_OF_A_NAME {
            let why = format!("{number} cards {id}; a deck has at most {MAX_OF_A_NAME} of a name.");
            return refuse("too-many-of-a-name", why);
        }
        if card.only_targets_players() {
            return refuse("only-players", format!("{} only targets players; such cards are out.", card.name));
        }
        Ok(())
    }

    /// A seat sends types of lands to lay.
    pub(crate) fn send_types(&mut self, by: Seat, kinds: &[LandType]) -> Result<(), Illegal> {
        match (&self.table.stage, self.table.options.layout) {
            (_, Layout::Shuffled | Layout::Dealt) => {
                refuse("wrong-phase", "In this match the lands are laid by chance.")
            }
            (Stage::Decks { .. }, Layout::Orders) => {
                if self.hidden.own(by).is_some_and(|own| own.lay.is_some()) {
                    return refuse("lay-chosen", "Your list of lands is chosen and final.");
                }
                if let Some(own) = self.own_mut(by) {
                    own.lay = Some(kinds.to_vec());
                }
                self.sent(by);
                Ok(())
            }
            (Stage::Layout, Layout::Draft) => self.draft_land(by, kinds),
            (Stage::Decks { .. }, Layout::Draft) => {
                refuse("wrong-phase", "Decks are chosen first, then lands are laid.")
            }
            (Stage::Layout | Stage::Selection { .. } | Stage::Play(_) | Stage::Over(_), _) => {
                refuse("wrong-phase", "All lands are laid.")
            }
        }
    }

    /// A seat lays the next land in the open; the rest of its list waits for its later ones.
    fn draft_land(&mut self, by: Seat, kinds: &[LandType]) -> Result<(), Illegal> {
        if self.table.placer() != Some(by) {
            return refuse("not-awaited", "Another player lays the next land.");
        }
        if let Some(own) = self.own_mut(by) {
            own.lay = None;
        }
        for (at, kind) in kinds.iter().enumerate() {
            // Seat 0 lays two lands; the rest of the list waits in secret (P22).
            if self.table.placer() != Some(by) {
                if let Some(own) = self.own_mut(by) {
                    own.lay = kinds.get(at..).map(<[LandType]>::to_vec);
                }
                return Ok(());
            }
            let why = |code, why: &str| Illegal { part: u16::try_from(at + 1).ok(), ..Illegal::new(code, why) };
            if !self.table.pool_has(*kind) {
                return Err(why("pool-empty", "No land of this type is left in the common pool; choose another."));
            }
            if !self.table.may_lay(*kind) {
                return Err(why("same-type", "The first two lands are of different types; choose another type."));
            }
            self.lay(by, *kind);
        }
        Ok(())
    }

    /// A seat sends lands to select.
    pub(crate) fn send_lands(&mut self, by: Seat, lands: &[LandNumber]) -> Result<(), Illegal> {
        let Stage::Selection { ready, picks } = self.table.stage else {
            let chosen = matches!(self.table.stage, Stage::Play(_)) && self.table.options.table.is_none();
            return match chosen {
                true => refuse("take-chosen", "The lands are selected."),
                false => refuse("wrong-phase", "Lands are selected when all of them are laid."),
            };
        };
        for (part, land) in (1..).zip(lands) {
            if !self.table.board().has(*land) {
                let max = self.table.board().lands().len();
                let why = format!("There is no land {land}; the lands are 1 to {max}.");
                return Err(Illegal { part: Some(part), ..Illegal::new("no-such-land", why) });
            }
        }
        if self.table.options.layout == Layout::Draft {
            return self.draft_selection(by, lands, picks);
        }
        if ready.contains(by) {
            return refuse("take-chosen", "Your list of lands to select is final.");
        }
        if let Some(own) = self.own_mut(by) {
            own.take = Some(lands.to_vec());
        }
        self.sent(by);
        Ok(())
    }

    /// A seat selects a land in the open; the rest of its list waits for its later pick.
    fn draft_selection(&mut self, by: Seat, lands: &[LandNumber], picks: u8) -> Result<(), Illegal> {
        if self.table.picker(picks) != Some(by) {
            return refuse("not-awaited", "Another player selects the next land.");
        }
        let Some((first, rest)) = lands.split_first() else { return Ok(()) };
        if !self.table.is_selectable(*first) {
            let why = format!("Land {first} has been selected; choose another.");
            return Err(Illegal { part: Some(1), ..Illegal::new("land-taken", why) });
        }
        self.pick(by, *first);
        if let Some(own) = self.own_mut(by) {
            own.take = Some(rest.to_vec());
        }
        Ok(())
    }

    /// A seat selects a land, and the next seat is to.
    pub(crate) fn pick(&mut self, by: Seat, land: LandNumber) {
        self.select(by, land);
        if let Stage::Selection { picks, .. } = &mut self.table.stage {
            *picks = picks.saturating_add(1);
        }
    }

    /// Notes that a seat has sent a part of a joint secret decision (P22).
    pub(crate) fn sent(&mut self, seat: Seat) {
        let wants_lists = self.table.wants_lists();
        let own = self.hidden.own(seat);
        let done = match &mut self.table.stage {
            Stage::Decks { ready } => {
                let done = own.is_some_and(|own| !own.deck.is_empty() && (own.lay.is_some() || !wants_lists));
                if done {
                    ready.insert(seat);
                }
                done
            }
            Stage::Selection { ready, .. } => {
                ready.insert(seat);
                true
            }
            Stage::Layout | Stage::Play(_) | Stage::Over(_) => false,
        };
        self.note(Event::Sent { seat, done });
    }
}

/// Checks the number of cards of a deck (R8).
fn check_size(cards: u32) -> Result<(), Illegal> {
    let (least, max) = (SIZES.start(), SIZES.end());
    let why = format!("A deck has {least} to {max} cards; this one has {cards}.");
    if cards < *least {
        return refuse("too-few-cards", why);
    }
    if cards > *max {
        return refuse("too-many-cards", why);
    }
    Ok(())
}
