//! The abilities of the permanents in play.

use super::candidates::Speaker;
use super::cards::ability::{Ability, Static};
use super::notation::Thing;
use super::permanent::Permanent;
use super::table::Table;
use crate::seat::Seat;

/// The most cards in a hand at the end of a turn (R58).
const HAND_LIMIT: u16 = 5;

/// A line of the card of a permanent in play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule<'t> {
    /// The permanent.
    pub(super) source: Thing,
    /// The same.
    pub(super) thing: &'t Permanent,
    /// The place of the line on the card, from 0.
    pub(super) line: u16,
    /// The line.
    pub(super) ability: &'t Ability,
}

impl<'t> Rule<'t> {
    /// The rule, if the line is static.
    pub(super) fn fixed(&self) -> Option<&'t Static> {
        if let Ability::Static(fixed) = self.ability { Some(fixed) } else { None }
    }

    /// The place from where the line speaks.
    pub(super) fn speaker(&self) -> Speaker {
        Speaker { you: self.thing.seat, this: Some(self.source), it: None }
    }
}

impl Table {
    /// The lines of all cards in play, by the names of the permanents; none of a permanent that has lost all abilities. Tokens are
    /// left out: they have keywords and bans of their own, and say nothing of others.
    pub(super) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        let speaks = |(_, thing): &(Thing, &Permanent)| !thing.is_token() && thing.lost_at().is_none();
        self.things().filter(speaks).flat_map(move |(source, thing)| {
            let card = self.cards.card(thing.card.as_str());
            let lines = card.map_or(&[][..], |card| card.abilities.as_slice());
            (0..).zip(lines).map(move |(line, ability)| Rule { source, thing, line, ability })
        })
    }

    /// The most cards that the seat keeps at the end of a turn (R58); `None` if its hand has no limit. What its permanents say
    /// stands in place of the usual limit: one that says that there is no limit is stronger than all others, else the lowest
    /// number counts.
    pub(super) fn hand_limit(&self, seat: Seat) -> Option<u16> {
        let own = || self.rules().filter(|rule| rule.thing.seat == seat).filter_map(|rule| rule.fixed());
        if own().any(|fixed| *fixed == Static::NoHandLimit) {
            return None;
        }
        let limits =
            own().filter_map(|fixed| if let Static::HandLimit(limit) = fixed { Some(limit.number(0)) } else { None });
        Some(limits.min().unwrap_or(HAND_LIMIT))
    }
}
