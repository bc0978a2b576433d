//! The stack: what is on it resolves last in, first out (R62).

use std::sync::Arc;

use super::candidates::Speaker;
use super::cards::ability::{Ability, Static};
use super::cards::card::Card;
use super::cards::effect::Text;
use super::cards::noun::Noun;
use super::cards::targets::Target as Slot;
use super::effects::Doing;
use super::event::Event;
use super::notation::{Target, Thing};
use super::permanent::{Permanent, Place};
use super::table::{Object, Table};
use super::targeting::{Aim, Aimed, Nature};
use super::world::World;
use crate::seat::Seat;

/// The most resolutions in one line of the log; then the stack is emptied (R70).
pub(super) const MOST_RESOLUTIONS: u16 = 500;

impl Card {
    /// The ability on this line, from 0; of a line that grants an ability, the one that it grants.
    pub(super) fn line(&self, line: u16) -> Option<&Ability> {
        let ability = self.abilities.get(usize::from(line))?;
        if let Ability::Static(Static::Has(_, granted)) = ability { Some(granted) } else { Some(ability) }
    }
}

impl Object {
    /// The texts that it carries out on resolution, in their order; none for a permanent.
    pub(super) fn texts<'a>(&self, card: &'a Card) -> Vec<&'a Text> {
        match self.ability {
            None => card.spells().collect(),
            Some(origin) => card.line(origin.line).and_then(Ability::text).into_iter().collect(),
        }
    }

    /// What an aura may be on, if this is one (C14).
    fn host<'a>(&self, card: &'a Card) -> Option<&'a Noun> {
        if self.ability.is_none() { card.enchants() } else { None }
    }

    /// The permanent with the ability.
    pub(super) fn source(&self) -> Option<Thing> {
        self.ability.map(|origin| origin.source)
    }
}

impl Table {
    /// The object of this name on the stack.
    pub(super) fn object(&self, name: super::notation::StackName) -> Option<&Object> {
        self.stack.iter().find(|object| object.name == name)
    }

    /// What the object targets, as its text asks for it.
    pub(super) fn aim_of<'a>(&self, object: &Object, card: &'a Card) -> Aim<'a> {
        let mode = object.mode.map(usize::from);
        let host = object.host(card).map(Slot::One);
        let slots = host.into_iter().chain(object.texts(card).into_iter().flat_map(|text| text.targets(mode)));
        let nature = match object.source() {
            Some(source) if self.thing(source).is_some() => self.nature_of(source),
            Some(_) | None => Nature::of_card(card),
        };
        let speaker = Speaker { you: object.seat, this: object.source(), it: None };
        Aim { speaker, nature, slots: slots.collect(), x: object.x.unwrap_or(0) }
    }
}

/// The targets as they were assigned on announcement: the number of each `target` follows from the text alone.
fn assigned(table: &Table, aim: &Aim<'_>, on: &[Target]) -> Aimed {
    if let Ok(aimed) = table.aimed(aim, on) {
        return aimed;
    }
    // Some are illegal by now: the first ones of the text take one each, lists take the rest.
    let mut rest = on.iter().cloned();
    let singles = aim.slots.iter().filter(|slot| !matches!(slot, Slot::UpTo(..))).count();
    let mut spare = on.len().saturating_sub(singles);
    let take = |slot: &Slot<'_>| match slot {
        Slot::UpTo(amount, _) => {
            let number = spare.min(usize::from(amount.number(aim.x)));
            spare -= number;
            number
        }
        Slot::One(_) | Slot::CreatureOrPlayer | Slot::Player => 1,
    };
    let numbers: Vec<usize> = aim.slots.iter().map(take).collect();
    numbers.into_iter().map(|number| rest.by_ref().take(number).collect()).collect()
}

impl World<'_> {
    /// An object was put on the stack: another player's is a surprise for the active one (P3), and who is newly targeted is asked
    /// again in the open window (P11).
    pub(super) fn was_put(&mut self, by: Seat, on: &[Target]) {
        if let Some(turn) = self.table.turn_mut() {
            turn.surprised |= turn.seat != by;
        }
        for seat in self.table.seats_in().iter().filter(|seat| *seat != by) {
            if on.iter().any(|target| self.table.is_of(seat, target))
                && let Some(own) = self.own_mut(seat)
            {
                own.finally = false;
            }
        }
    }

    /// Resolves all that is on the stack, as if no player responded (P23).
    pub(super) fn resolve_all(&mut self) {
        while !self.is_over() && !self.table.stack.is_empty() {
            self.resolve();
        }
    }

    /// The top object of the stack resolves (R62).
    pub(super) fn resolve(&mut self) {
        let Some(object) = self.table.stack.pop() else { return };
        self.resolutions = self.resolutions.saturating_add(1);
        if self.resolutions > MOST_RESOLUTIONS {
            self.clear_stack();
            return self.spend(&object);
        }
        let cards = Arc::clone(&self.table.cards);
        let Some(card) = cards.get(object.card.as_str()) else { return };
        let aim = self.table.aim_of(&object, &card);
        let aimed = assigned(&self.table, &aim, &object.on);
        let Some(legal) = self.table.still_aimed(&aim, &aimed) else {
            self.lose(&object);
            return self.settle();
        };
        if object.ability.is_none() && card.kind.is_permanent() {
            if self.come_into_play(&object, &card, legal.front()).is_none() {
                self.lose(&object);
            }
            return self.settle();
        }
        let mut doing = Doing::of(&object, &card, &aim, legal);
        for text in object.texts(&card) {
            self.carry_out(text, object.mode, &mut doing);
        }
        self.spend(&object);
        self.settle();
    }

    /// Empties the stack; cards go to their owners' graveyards.
    pub(super) fn clear_stack(&mut self) {
        for object in std::mem::take(&mut self.table.stack) {
            self.spend(&object);
        }
    }

    /// A spell that is done goes to its owner's graveyard; an ability leaves nothing.
    pub(super) fn spend(&mut self, object: &Object) {
        if object.ability.is_none() {
            self.bury(object.owner, object.card.clone());
        }
    }

    /// An object has no effect.
    fn lose(&mut self, object: &Object) {
        let called = self.table.name_of(&object.card);
        self.note(Event::Lost { seat: object.owner, card: called });
        self.spend(object);
    }

    /// A permanent enters, if its site is still a land of its controller with room (R24) and a name is free (N1); an aura on its
    /// host.
    fn come_into_play(&mut self, object: &Object, card: &Card, host: Option<&Vec<Target>>) -> Option<Thing> {
        let is_creature = card.kind.is_creature();
        let place = match object.site {
            Some(site) if is_creature => {
                let held = self.table.land(site).is_some_and(|it| !it.hole && it.seat == Some(object.seat));
                let room = held && self.table.check_space(object.seat, card, site).is_ok();
                room.then_some(Place::Land(site))?
            }
            None if is_creature => return None,
            Some(_) | None if card.enchants().is_some() => match host?.first()? {
                Target::Thing(name) => Place::Thing(*name),
                Target::Land(land) => Place::Land(*land),
                Target::Stack(_) | Target::Player(_) | Target::Grave(..) => return None,
            },
            Some(_) | None => Place::Nowhere,
        };
        let mut permanent = Permanent::new(object.card.clone(), object.owner, place);
        permanent.seat = object.seat;
        permanent.tapped = card.enters_tapped();
        self.enter(permanent, is_creature)
    }
}
