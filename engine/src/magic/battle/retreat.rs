//! Retreat after battles (R49, P15).

use crate::magic::notation::{CreatureName, LandNumber, RetreatTo, Step, Thing};
use crate::magic::state::{Battle, Edition, Event, Place, World};
use crate::seat::Seat;

impl World<'_> {
    /// Where both sides still have creatures, each surviving attacker retreats (R49).
    pub(crate) fn retreats(&mut self, battles: &[Battle], active: Seat) {
        let mut leaving: Vec<CreatureName> = Vec::new();
        for battle in battles {
            let still = |name: &CreatureName| {
                self.table.creatures.get(name).is_some_and(|it| it.land() == Some(battle.land) && it.seat == active)
            };
            if self.table.enemies_on(battle.land, active).is_empty() {
                continue;
            }
            leaving.extend(battle.attackers.iter().chain(&battle.stragglers).copied().filter(still));
        }
        let wishes = self.wishes(active);
        let place = |name: &CreatureName| wishes.iter().position(|(wish, _)| wish == name).unwrap_or(usize::MAX);
        leaving.sort_by_key(|name| (place(name), *name));
        for name in leaving {
            let wish = wishes.iter().find(|(wish, _)| *wish == name).map(|(_, lands)| lands.clone());
            self.retreat(name, &wish.unwrap_or_default());
        }
    }

    /// The `retreat` steps of the script, in their order.
    fn wishes(&self, seat: Seat) -> Vec<(CreatureName, Vec<LandNumber>)> {
        let presets = self.hidden.own(seat).map_or(&[][..], |own| own.presets.as_slice());
        let wish = |preset: &Step| match preset {
            Step::Retreat(retreat) => Some((retreat.creature, retreat.lands.clone())),
            Step::Act(_)
            | Step::Move(_)
            | Step::Choose(_)
            | Step::Divide(_)
            | Step::Trick { .. }
            | Step::Discard(_) => None,
        };
        presets.iter().filter_map(wish).collect()
    }

    /// A creature retreats to one of these lands, else by the order `retreat`, else to where it came from, else to the lowest
    /// possible; it dies if there is none, and no regeneration helps (R49).
    pub(crate) fn retreat(&mut self, name: CreatureName, wish: &[LandNumber]) {
        let Some(creature) = self.table.creatures.get(&name) else { return };
        let Some(from) = creature.land() else { return };
        let (seat, home) = (creature.seat, creature.deeds.home);
        let ordered = match self.hidden.own(seat).map(|own| &own.orders.retreat) {
            Some(RetreatTo::Lands(lands)) => lands.clone(),
            Some(RetreatTo::Home) | None => Vec::new(),
        };
        let near = self.table.board().neighbours(from);
        let all = wish.iter().chain(&ordered).chain(&home).chain(near);
        let to = all.copied().find(|land| near.contains(land) && self.is_refuge(*land, seat, name));
        let Some(to) = to else {
            if self.table.edition >= Edition::Second {
                let piece = self.table.piece(Thing::Creature(name));
                self.note(Event::NoRefuge { piece });
            }
            return self.die(Thing::Creature(name));
        };
        if let Some(creature) = self.table.creatures.get_mut(&name) {
            creature.place = Place::Land(to);
        }
        let piece = self.table.piece(Thing::Creature(name));
        self.note(Event::Retreated { piece, from, to });
    }

    /// May the creature retreat to this land: its controller's, empty or with creatures with which it bands (R49)?
    fn is_refuge(&self, land: LandNumber, seat: Seat, name: CreatureName) -> bool {
        let held = self.table.land(land).is_some_and(|it| !it.hole && it.seat == Some(seat));
        let there: Vec<CreatureName> = self.table.creatures_on(land).collect();
        let friends = self.table.enemies_on(land, seat).is_empty();
        held && friends && self.table.may_share(there.into_iter().chain([name]))
    }
}
