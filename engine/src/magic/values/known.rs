//! What is last known of permanents that left play this turn (R62).

use crate::magic::notation::{Target, Thing, Word};
use crate::magic::state::{Known, Permanent, Place, Table};

impl Table {
    /// What is known of a permanent that leaves play.
    pub(crate) fn known_of(&self, name: Thing, thing: &Permanent) -> Known {
        let traits = self.traits_of(name);
        let figures = traits.map_or((0, 0, 0), |traits| (traits.power, traits.toughness, traits.value));
        let (power, toughness, value) = figures;
        let (card, owner, seat, place) = (thing.card.clone(), thing.owner, thing.seat, thing.place);
        Known { card, owner, seat, place, power, toughness, value }
    }

    /// Where a permanent is, or was when it left play this turn.
    pub(crate) fn place_of(&self, name: Thing) -> Option<Place> {
        let here = self.thing(name).map(|thing| thing.place);
        here.or_else(|| self.gone.get(&name).map(|known| known.place))
    }

    /// The card in the graveyard that was this permanent until it left play this turn; the target itself if there is none.
    pub(crate) fn followed(&self, target: Target) -> Target {
        let Target::Thing(name) = target else { return target };
        let Some(known) = self.gone.get(&name).filter(|_| self.thing(name).is_none()) else { return target };
        let lies = self.side(known.owner).is_some_and(|side| side.grave.contains(&known.card));
        let word = Word::new(known.card.as_str()).filter(|_| lies);
        word.map_or(target, |word| Target::Grave(known.owner, word))
    }
}
