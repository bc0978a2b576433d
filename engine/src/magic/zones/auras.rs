//! Auras: who controls those on lands (R52), and which have no legal host any more (R54, R65, R66).

use crate::magic::cards::CardKind;
use crate::magic::notation::{Target, Thing};
use crate::magic::state::{Permanent, Place, Table, World};
use crate::magic::values::speaker::Speaker;

impl Table {
    /// True unless this is an aura without a legal host: one that is there, that fits its `Enchant`, and that is not protected
    /// from it. Shroud does not matter to an aura that is there.
    fn has_legal_host(&self, name: Thing, thing: &Permanent) -> bool {
        let Some(card) = self.cards.card(thing.card.as_str()) else { return true };
        if card.kind != CardKind::Aura {
            return true;
        }
        let speaker = Speaker { you: thing.seat, this: Some(name), it: None };
        let Some(host) = self.host_of(&speaker) else { return false };
        card.enchants().is_some_and(|noun| self.fits(noun, &host, &speaker, thing.x)) && !self.is_warded(&host, name)
    }

    /// True if the host is protected from a quality of the aura (R66).
    pub(crate) fn is_warded(&self, host: &Target, aura: Thing) -> bool {
        match host {
            Target::Thing(host) => {
                let (host, aura) = (self.traits_of(*host), self.traits_of(aura));
                host.zip(aura).is_some_and(|(host, aura)| host.is_protected_from(aura.nature()))
            }
            Target::Land(_) | Target::Stack(_) | Target::Player(_) | Target::Grave(..) => false,
        }
    }
}

impl World<'_> {
    /// Gives auras on lands to the controllers of the lands, on neutral ones to their owners (R52), and puts those without a legal
    /// host on the graveyard (R65). True if any left play.
    pub(crate) fn settle_auras(&mut self) -> bool {
        let Table { permanents, lands, .. } = &mut self.table;
        for aura in permanents.values_mut() {
            if let Place::Land(number) = aura.place {
                let land = usize::from(number.0).checked_sub(1).and_then(|at| lands.get(at));
                aura.seat = land.and_then(|land| land.seat).unwrap_or(aura.owner);
            }
        }
        let table = &self.table;
        let all = table.permanents.iter().map(|(name, thing)| (Thing::Permanent(*name), thing));
        let fallen: Vec<Thing> =
            all.filter(|(name, thing)| !table.has_legal_host(*name, thing)).map(|(name, _)| name).collect();
        fallen.iter().for_each(|name| self.die(*name));
        self.leaving.clear();
        !fallen.is_empty()
    }
}
