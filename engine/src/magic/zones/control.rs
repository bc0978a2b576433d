//! Who controls what: effects on permanents, the youngest of which decides (R51, R68), and effects on lands, each of which acts at
//! once (R52).

use crate::magic::cards::Card;
use crate::magic::notation::{LandNumber, Target, Thing};
use crate::magic::state::{How, Lasting, Lasts, Permanent, Place, Table, Until, World};
use crate::magic::values::traits::creature;
use crate::seat::Seat;

impl Table {
    /// The controller of a permanent by all effects; that of an aura on a land follows the land (R52).
    fn controller_by_effects(&self, name: Thing, thing: &Permanent) -> Seat {
        if matches!((name, thing.place), (Thing::Permanent(_), Place::Land(_))) {
            return thing.seat;
        }
        let own = thing.changes.iter().filter_map(|lasting| match lasting.what {
            Lasts::Control(seat) => Some((lasting.age, seat)),
            Lasts::Change(_) | Lasts::Loan(_) => None,
        });
        let takes = |aura: &&Permanent| {
            let card = self.cards.card(aura.card.as_str()).filter(|_| aura.lost_at().is_none());
            card.is_some_and(Card::takes_control)
        };
        let auras = self.permanents.values().filter(|aura| aura.place == Place::Thing(name)).filter(takes);
        let youngest = own.chain(auras.map(|aura| (aura.age, aura.seat))).max_by_key(|(age, _)| *age);
        youngest.map_or(thing.holder, |(_, seat)| seat)
    }

    /// True if a change of this duration has ended because its source is gone or has another controller.
    fn is_over(&self, until: Until) -> bool {
        match until {
            Until::While(source, seat) => self.controller(source) != Some(seat),
            Until::EndOfTurn | Until::TurnOf(_) | Until::Ever => false,
        }
    }

    /// A land goes to a seat, or becomes neutral; what was lent before is lent no more (R52).
    pub(crate) fn set_holder(&mut self, number: LandNumber, seat: Option<Seat>) {
        self.on_lands.retain(|(land, lasting)| *land != number || !matches!(lasting.what, Lasts::Loan(_)));
        if let Some(land) = self.land_mut(number) {
            land.seat = seat;
        }
    }

    /// Ends the changes for which this holds; lands that were lent go back.
    pub(crate) fn end_changes(&mut self, ends: impl Fn(Until) -> bool) {
        let things = self.creatures.values_mut().chain(self.permanents.values_mut()).map(|thing| &mut thing.changes);
        let spells = self.stack.iter_mut().map(|object| &mut object.changes);
        things.chain(spells).for_each(|changes| changes.retain(|lasting| !ends(lasting.until)));
        let ended: Vec<(LandNumber, Lasting)> =
            self.on_lands.extract_if(.., |(_, lasting)| ends(lasting.until)).collect();
        for (number, lasting) in ended {
            if let Lasts::Loan(from) = lasting.what {
                let from = from.filter(|seat| self.is_in(*seat));
                self.set_holder(number, from);
            }
        }
    }
}

impl World<'_> {
    /// A seat controls a land from now on (R52).
    pub(crate) fn give_land(&mut self, number: LandNumber, seat: Seat) {
        if self.table.land(number).is_some_and(|land| !land.hole && land.seat != Some(seat)) {
            self.table.set_holder(number, Some(seat));
            self.note_how(&Target::Land(number), How::Controlled { seat });
        }
    }

    /// A seat controls an object or a land for so long.
    pub(crate) fn gain_control(&mut self, target: &Target, until: Until, seat: Seat) {
        let age = self.table.next_age();
        match target {
            Target::Thing(name) => {
                if let Some(thing) = self.table.thing_mut(*name) {
                    thing.changes.push(Lasting { age, until, what: Lasts::Control(seat) });
                }
                self.settle_control();
            }
            Target::Land(number) => {
                let before = self.table.land(*number).filter(|land| !land.hole).map(|land| land.seat);
                self.give_land(*number, seat);
                if let Some(from) = before.filter(|from| *from != Some(seat) && until != Until::Ever) {
                    self.table.on_lands.push((*number, Lasting { age, until, what: Lasts::Loan(from) }));
                }
            }
            Target::Stack(_) | Target::Player(_) | Target::Grave(..) => {}
        }
    }

    /// Works out the controllers of all permanents anew; true if any has changed. A permanent with a new controller is fresh
    /// (R28) and leaves its battle (R41).
    pub(crate) fn settle_control(&mut self) -> bool {
        let table = &self.table;
        let is_over = |lasting: &Lasting| table.is_over(lasting.until);
        let of_spells = table.stack.iter().flat_map(|object| &object.changes);
        let all_changes = table.things().flat_map(|(_, thing)| &thing.changes).chain(of_spells);
        let ended: Vec<Until> = all_changes
            .chain(table.on_lands.iter().map(|(_, lasting)| lasting))
            .filter(|lasting| is_over(lasting))
            .map(|lasting| lasting.until)
            .collect();
        if !ended.is_empty() {
            self.table.end_changes(|until| ended.contains(&until));
        }
        let table = &self.table;
        let seats = table.things().map(|(name, thing)| (name, thing.seat, table.controller_by_effects(name, thing)));
        let changed: Vec<(Thing, Seat)> =
            seats.filter(|(_, before, now)| before != now).map(|(name, _, now)| (name, now)).collect();
        for (name, seat) in &changed {
            if let Some(thing) = self.table.thing_mut(*name) {
                thing.seat = *seat;
                thing.fresh = true;
            }
            if let Some(name) = creature(*name) {
                self.table.leave_battle(name);
            }
            self.note_how(&Target::Thing(*name), How::Controlled { seat: *seat });
        }
        !changed.is_empty() || !ended.is_empty()
    }
}
