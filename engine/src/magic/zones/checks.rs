//! What is checked after everything that happens (R65).

use crate::magic::cards::cost::Mark;
use crate::magic::cards::effect::Verb;
use crate::magic::notation::{CreatureName, Source, Thing};
use crate::magic::state::{Ending, Event, Fate, Lasts, Own, Side, Until, Why, World};
use crate::seat::{Seat, Seats};

impl World<'_> {
    /// Checks until nothing changes (R65).
    pub(crate) fn settle(&mut self) {
        loop {
            self.leaving.clear();
            self.count_hands();
            let decked = std::mem::replace(&mut self.decked, Seats::NONE);
            if !decked.is_empty() {
                self.eliminate(decked, Why::Decked);
            }
            if self.is_over() {
                return;
            }
            let changed = self.settle_control() | self.settle_auras() | self.bury_the_dead() | self.cancel_counters();
            self.check_majority();
            if self.is_over() || !changed && self.decked.is_empty() {
                return;
            }
        }
    }

    /// Creatures with toughness 0 or less, and those with lethal damage.
    fn bury_the_dead(&mut self) -> bool {
        let names: Vec<CreatureName> = self.table.creatures.keys().copied().collect();
        let mut dead = Vec::new();
        for name in names {
            let (Some(traits), Some(creature)) = (self.table.traits(name), self.table.creatures.get(&name)) else {
                continue;
            };
            if traits.toughness <= 0 || i32::from(creature.damage) >= traits.toughness {
                dead.push((name, traits.toughness > 0));
            }
        }
        // All at once: nothing that dies here saves another.
        for (name, is_destroyed) in &dead {
            if *is_destroyed {
                self.destroy(*name);
            } else {
                self.die(Thing::Creature(*name));
            }
        }
        self.leaving.clear();
        !dead.is_empty()
    }

    /// A creature is destroyed, unless a shield of regeneration is used instead (R69). No shield helps one that cannot be
    /// regenerated.
    pub(crate) fn destroy(&mut self, name: CreatureName) {
        let doomed = self.table.traits(name).is_some_and(|it| it.cannot(&Verb::BeRegenerated));
        let Some(creature) = self.table.creatures.get_mut(&name) else { return };
        if doomed || creature.deeds.shields == 0 {
            return self.die(Thing::Creature(name));
        }
        creature.deeds.shields -= 1;
        creature.damage = 0;
        self.turn_to(Source::Thing(Thing::Creature(name)), true);
        self.table.leave_damage(name);
        let piece = self.table.piece(Thing::Creature(name));
        self.note(Event::Regenerated { piece });
    }

    /// +1/+1 and -1/-1 counters cancel in pairs.
    fn cancel_counters(&mut self) -> bool {
        let mut changed = false;
        for creature in self.table.creatures.values_mut() {
            let number = |mark: &Mark| creature.counters.get(mark).copied().unwrap_or(0);
            let pairs = number(&Mark::Plus).min(number(&Mark::Minus));
            if pairs == 0 {
                continue;
            }
            changed = true;
            for mark in [Mark::Plus, Mark::Minus] {
                let left = creature.counters.get(&mark).map_or(0, |number| number.saturating_sub(pairs));
                match left {
                    0 => drop(creature.counters.remove(&mark)),
                    left => drop(creature.counters.insert(mark, left)),
                }
            }
        }
        changed
    }

    /// A player who controls more than half of the lands wins (R18).
    pub(crate) fn check_majority(&mut self) {
        let left = self.table.lands_left();
        let winner = self.table.seats_in().iter().find(|seat| 2 * self.table.lands_held(*seat) > left);
        if let Some(seat) = winner.filter(|_| self.table.turn().is_some()) {
            self.finish(Ending::Majority(seat));
        }
    }

    /// Players without land and creature are out when a turn is over (R16).
    pub(crate) fn eliminate_landless(&mut self) {
        let table = &self.table;
        let has_creature = |seat: Seat| table.creatures.values().any(|creature| creature.seat == seat);
        let out = table.seats_in().iter().filter(|seat| table.lands_held(*seat) == 0 && !has_creature(*seat));
        let out: Seats = out.collect();
        if !out.is_empty() {
            self.eliminate(out, Why::Landless);
        }
    }

    /// Seats are out, all at once (R17). What they own leaves the match without triggers; their lands become neutral. The turn of
    /// the active player ends there.
    pub(crate) fn eliminate(&mut self, seats: Seats, why: Why) {
        let number = self.table.turn().map_or(0, |turn| turn.number);
        let before = self.table.seats_in();
        for seat in seats.iter() {
            let was_in = self.table.is_in(seat);
            if let Some(side) = self.table.side_mut(seat) {
                side.fate = match why {
                    Why::Decked | Why::Landless => Fate::Out(number),
                    Why::Resigned | Why::Forfeited => Fate::Left,
                };
            }
            self.note(Event::Out { seat, why });
            if was_in {
                self.clear(seat);
            }
        }
        if self.table.question.as_ref().is_some_and(|question| seats.contains(question.seat)) {
            self.table.question = None;
        }
        // No aura stays behind without its host.
        while self.settle_control() | self.settle_auras() {}
        let left = self.table.seats_in();
        match (left.len(), left.first()) {
            (0, _) if !before.is_empty() => self.finish(Ending::Together(before)),
            (1, Some(last)) => self.finish(Ending::Last(last)),
            _ => {}
        }
    }

    /// Takes away all that a seat owns and controls.
    fn clear(&mut self, seat: Seat) {
        let owned: Vec<Thing> =
            self.table.things().filter(|(_, thing)| thing.owner == seat).map(|(name, _)| name).collect();
        owned.into_iter().for_each(|name| drop(self.take_out(name)));
        // His effects of control end, and others' objects stay where they stand (R25).
        let things = self.table.creatures.values_mut().chain(self.table.permanents.values_mut());
        for thing in things {
            thing.changes.retain(|lasting| lasting.what != Lasts::Control(seat));
            if thing.holder == seat {
                thing.holder = thing.owner;
            }
        }
        self.table.end_changes(|until| until == Until::TurnOf(seat));
        self.table.stack.retain(|object| object.owner != seat);
        self.table.waiting.retain(|waiting| waiting.seat != seat);
        for number in self.table.numbers() {
            if self.table.land(number).is_some_and(|land| land.seat == Some(seat)) {
                self.table.set_holder(number, None);
            }
        }
        if let Some(side) = self.table.side_mut(seat) {
            let fate = side.fate;
            *side = Side { fate, ..Side::new() };
        }
        let none = Own::new(self.table.edition);
        if let Some(own) = self.own_mut(seat) {
            *own = Own { deck: std::mem::take(&mut own.deck), ..none };
        }
    }
}
