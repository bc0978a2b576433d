//! Effects that last: changes, shields, prevention (R69, C10).

use super::super::cards::cost::{Amount, Mark};
use super::super::cards::effect::{Change, Signed};
use super::super::notation::{Target, Thing};
use crate::magic::state::{End, Event, How, Lasting, Lasts, Mention, Table, Until, World};
use crate::seat::Seat;

impl World<'_> {
    /// Changes an object or a land.
    pub(super) fn modify(&mut self, target: &Target, changes: &[Change], until: Until, x: u16) {
        let age = self.table.next_age();
        let changes: Vec<Change> = changes.iter().map(|change| with_number(change, x)).collect();
        let words: Vec<String> = changes.iter().map(ToString::to_string).collect();
        let lasting = changes.into_iter().map(|change| Lasting { age, until, what: Lasts::Change(change) });
        match target {
            Target::Thing(name) => match self.table.thing_mut(*name) {
                Some(thing) => thing.changes.extend(lasting),
                None => return,
            },
            Target::Land(number) if self.table.kind_of(*number).is_some() => {
                self.table.on_lands.extend(lasting.map(|lasting| (*number, lasting)));
            }
            Target::Stack(name) => match self.table.stack.iter_mut().find(|object| object.name == *name) {
                Some(object) => object.changes.extend(lasting),
                None => return,
            },
            Target::Land(_) | Target::Player(_) | Target::Grave(..) => return,
        }
        let end = match until {
            Until::EndOfTurn => End::Turn,
            Until::TurnOf(seat) => End::TurnOf(seat),
            Until::While(source, seat) => End::While { seat, source: self.table.piece(source) },
            Until::Ever => End::Never,
        };
        self.note_how(target, How::Changed { words: words.join(" and "), end });
    }

    /// A shield: the next time that the creature would be destroyed this turn, it is not (R69).
    pub(super) fn shield(&mut self, target: &Target) {
        let Target::Thing(name) = target else { return };
        if let Some(thing) = self.table.thing_mut(*name) {
            thing.deeds.shields = thing.deeds.shields.saturating_add(1);
            self.note_how(target, How::Shielded);
        }
    }

    /// A wall moves and attacks this turn as though it were none (R32).
    pub(super) fn animate(&mut self, target: &Target) {
        let Target::Thing(name) = target else { return };
        if let Some(thing) = self.table.thing_mut(*name) {
            thing.deeds.animated = true;
            self.note_how(target, How::Animated);
        }
    }

    /// The next damage of this amount is not dealt (R69).
    pub(super) fn prevent(&mut self, target: &Target, amount: u16) {
        let Target::Thing(name) = target else { return };
        if let Some(thing) = self.table.thing_mut(*name) {
            thing.deeds.prevented = thing.deeds.prevented.saturating_add(amount);
            self.note_how(target, How::Prevented { amount });
        }
    }

    /// No battle damage to it, or by it.
    pub(super) fn prevent_battle(&mut self, target: &Target, to: bool) {
        let Target::Thing(name) = target else { return };
        if let Some(thing) = self.table.thing_mut(*name) {
            let deeds = &mut thing.deeds;
            let flag = if to { &mut deeds.no_battle_damage_to } else { &mut deeds.no_battle_damage_by };
            *flag = true;
            self.note_how(target, if to { How::Unhurt } else { How::Harmless });
        }
    }

    pub(super) fn put_counters(&mut self, target: &Target, mark: &Mark, number: u16) {
        let Target::Thing(name) = target else { return };
        if number == 0 {
            return;
        }
        if let Some(thing) = self.table.thing_mut(*name) {
            let count = thing.counters.entry(mark.clone()).or_default();
            *count = count.saturating_add(number).min(super::super::notation::MAX_NUMBER);
            self.note_how(target, How::Counters { number, mark: mark.word().to_owned() });
        }
    }

    /// An event about cards that a seat lost from its library.
    pub(super) fn note_milled(&mut self, seat: Seat, cards: Vec<String>) {
        if !cards.is_empty() {
            self.note(Event::Milled { seat, cards });
        }
    }
}

impl Table {
    /// Takes up to so many counters of a mark away, if there are enough of them; returns how many were taken.
    pub(in super::super) fn take_counters(&mut self, name: Thing, mark: &Mark, number: u16) -> u16 {
        let Some(thing) = self.thing_mut(name) else { return 0 };
        let Some(count) = thing.counters.get_mut(mark) else { return 0 };
        let taken = number.min(*count);
        *count -= taken;
        if *count == 0 {
            thing.counters.remove(mark);
        }
        taken
    }

    /// What events call a target.
    pub(super) fn mention(&self, target: &Target) -> Mention {
        match target {
            Target::Thing(name) => Mention::Piece(self.piece(*name)),
            Target::Land(land) => Mention::Land(*land),
            Target::Stack(name) => {
                let called = self.object(*name).map(|object| self.name_of(&object.card)).unwrap_or_default();
                Mention::Object { name: *name, called }
            }
            Target::Player(seat) => Mention::Player(*seat),
            Target::Grave(_, card) => {
                Mention::Card(self.cards.card(card.as_str()).map(|card| card.name.clone()).unwrap_or_default())
            }
        }
    }
}

/// The change with every X replaced by its number.
fn with_number(change: &Change, x: u16) -> Change {
    let number = |signed: &Signed| Signed { amount: Amount::Number(signed.amount.number(x)), ..*signed };
    match change {
        Change::Gets(power, toughness) => Change::Gets(number(power), number(toughness)),
        Change::Movement(bonus) => Change::Movement(number(bonus)),
        Change::Gains(_)
        | Change::Loses(_)
        | Change::LosesAll
        | Change::BecomesColour(_)
        | Change::BecomesType(..)
        | Change::BecomesSize(_)
        | Change::Cannot(_)
        | Change::DoesNotUntap => change.clone(),
    }
}
