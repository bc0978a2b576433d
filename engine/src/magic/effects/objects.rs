//! Effects on objects, lands and cards: destroy, exile, return, tap, counter (R53, R62).

use super::super::cards::CardId;
use super::super::cards::cost::Cost;
use super::super::notation::{CreatureName, LandNumber, Source, Target, Thing};
use super::Doing;
use super::asking::{Asking, Paused};
use crate::magic::casting::due::Due;
use crate::magic::state::{How, Object, Permanent, Place, Table, World};
use crate::seat::Seat;

impl World<'_> {
    /// Destroys a permanent or a land (R53).
    pub(super) fn destroy_target(&mut self, target: &Target, regenerates: bool) {
        match target {
            Target::Thing(Thing::Creature(name)) if regenerates => self.destroy(*name),
            Target::Thing(name) => self.die(*name),
            Target::Land(land) => self.make_hole(*land),
            Target::Stack(_) | Target::Player(_) | Target::Grave(..) => {}
        }
    }

    /// A land becomes a hole for good (R53). Creatures there move at once, the active player's first, then in turn order, then by
    /// number, or they die (R55).
    pub(super) fn make_hole(&mut self, number: LandNumber) {
        self.note_how(&Target::Land(number), How::Ruined);
        self.table.set_holder(number, None);
        self.table.on_lands.retain(|(land, _)| *land != number);
        if let Some(land) = self.table.land_mut(number) {
            land.hole = true;
            land.tapped = false;
        }
        let order = self.table.in_turn_order();
        let mut there: Vec<CreatureName> = self.table.creatures_on(number).collect();
        let place = |name: &CreatureName| {
            let seat = self.table.controller(Thing::Creature(*name));
            order.iter().position(|other| Some(*other) == seat)
        };
        there.sort_by_key(|name| (place(name), *name));
        there.into_iter().for_each(|name| self.retreat(name, &[]));
    }

    /// A creature is moved to a land without points or passages, if no enemy is there and it may share the land (C27). It leaves its battle.
    pub(super) fn carry(&mut self, target: &Target, land: LandNumber) {
        let Target::Thing(Thing::Creature(name)) = target else { return };
        let Some(creature) = self.table.creatures.get(name) else { return };
        let there: Vec<CreatureName> = self.table.creatures_on(land).filter(|other| other != name).collect();
        let is_open = self.table.land(land).is_some_and(|land| !land.hole)
            && self.table.enemies_on(land, creature.seat).is_empty()
            && self.table.may_share(there.into_iter().chain([*name]));
        if !is_open || creature.land() == Some(land) {
            return;
        }
        self.table.leave_battle(*name);
        if let Some(creature) = self.table.creatures.get_mut(name) {
            creature.place = Place::Land(land);
            creature.deeds.unasked = false;
        }
        self.note_how(target, How::Carried(land));
    }

    pub(super) fn exile(&mut self, target: &Target) {
        match target {
            Target::Thing(name) => self.exile_thing(*name),
            Target::Land(land) => self.make_hole(*land),
            Target::Grave(seat, word) => {
                self.note_how(target, How::Exiled);
                if let Some(card) = self.take_from_grave(*seat, word.as_str())
                    && let Some(side) = self.table.side_mut(*seat)
                {
                    side.exile.push(card);
                }
            }
            Target::Stack(_) | Target::Player(_) => {}
        }
    }

    /// A permanent goes from play to exile.
    pub(in super::super) fn exile_thing(&mut self, name: Thing) {
        self.note_how(&Target::Thing(name), How::Exiled);
        if let Some(Permanent { owner, card, .. }) = self.leave_play(name)
            && !card.is_token()
            && self.table.is_in(owner)
            && let Some(side) = self.table.side_mut(owner)
        {
            side.exile.push(card);
        }
    }

    pub(super) fn set_tapped(&mut self, target: &Target, tapped: bool) {
        let source = match target {
            Target::Thing(name) => Source::Thing(*name),
            Target::Land(land) => Source::Land(*land),
            Target::Stack(_) | Target::Player(_) | Target::Grave(..) => return,
        };
        if self.turn_to(source, tapped) {
            self.note_how(target, if tapped { How::Tapped } else { How::Untapped });
        }
    }

    /// Returns something to its owner's hand; a token is gone.
    pub(super) fn return_target(&mut self, target: &Target) {
        match target {
            Target::Thing(name) => self.return_thing(*name),
            Target::Grave(seat, word) => {
                self.note_how(target, How::Returned);
                if let Some(card) = self.take_from_grave(*seat, word.as_str()) {
                    self.give_card(*seat, card);
                }
            }
            Target::Stack(name) => {
                self.note_how(target, How::Returned);
                if let Some(Object { owner, card, ability: None, .. }) = self.table.take_object(*name) {
                    self.give_card(owner, card);
                }
            }
            Target::Land(_) | Target::Player(_) => {}
        }
    }

    /// A permanent goes to its owner's hand.
    pub(in super::super) fn return_thing(&mut self, name: Thing) {
        self.note_how(&Target::Thing(name), How::Returned);
        if let Some(Permanent { owner, card, .. }) = self.leave_play(name)
            && !card.is_token()
        {
            self.give_card(owner, card);
        }
    }

    pub(super) fn put_on_library(&mut self, target: &Target, top: bool) {
        self.note_how(target, if top { How::OnTop } else { How::AtBottom });
        let card = match target {
            Target::Thing(name) => self.leave_play(*name).filter(|it| !it.is_token()).map(|it| (it.owner, it.card)),
            Target::Grave(seat, word) => self.take_from_grave(*seat, word.as_str()).map(|card| (*seat, card)),
            Target::Stack(name) => {
                let object = self.table.take_object(*name);
                object.filter(|object| object.ability.is_none()).map(|object| (object.owner, object.card))
            }
            Target::Land(_) | Target::Player(_) => None,
        };
        if let Some((owner, card)) = card
            && self.table.is_in(owner)
            && let Some(own) = self.own_mut(owner)
        {
            let at = if top { 0 } else { own.library.len() };
            own.library.insert(at, Some(card));
        }
    }

    /// Counters spells, each of them unless its controller pays (C11).
    pub(super) fn counter_all(
        &mut self,
        targets: &[Target],
        unless: Option<Cost>,
        doing: &Doing,
    ) -> Result<(), Paused> {
        let mut asking = Asking::new(doing.you());
        let due = unless.map(|cost| Due::new(&cost, doing.x));
        let mut payers = Vec::new();
        for target in targets {
            let object = if let Target::Stack(name) = target { self.table.object(*name) } else { None };
            let (seat, source) = object.map(|object| (object.seat, object.source())).unzip();
            let payer = seat.filter(|seat| due.is_some_and(|due| self.table.pay(*seat, due, None, &[]).is_ok()));
            payers.push(match payer {
                Some(seat) if self.would_pay(&mut asking, seat, source.flatten())? => Some(seat),
                Some(_) | None => None,
            });
        }
        self.take_choices(&asking);
        for (target, payer) in targets.iter().zip(payers) {
            match payer.zip(due) {
                Some((seat, due)) if self.pay_mana(seat, due) => self.note_how(target, How::Paid { seat }),
                Some(_) | None => self.counter(target),
            }
        }
        Ok(())
    }

    fn counter(&mut self, target: &Target) {
        let Target::Stack(name) = target else { return };
        self.note_how(target, How::Countered);
        if let Some(object) = self.table.take_object(*name) {
            self.spend(&object);
        }
    }

    /// A card goes to its owner's hand; that of a seat that is out leaves the match (R17).
    pub(super) fn give_card(&mut self, owner: Seat, card: CardId) {
        if self.table.is_in(owner)
            && let Some(own) = self.own_mut(owner)
        {
            own.add_to_hand(Some(card));
        }
    }

    pub(super) fn take_from_grave(&mut self, seat: Seat, word: &str) -> Option<CardId> {
        let side = self.table.side_mut(seat)?;
        let at = side.grave.iter().rposition(|card| card.as_str() == word)?;
        Some(side.grave.remove(at))
    }
}

impl Table {
    /// Takes an object off the stack.
    fn take_object(&mut self, name: super::super::notation::StackName) -> Option<Object> {
        let at = self.stack.iter().position(|object| object.name == name)?;
        Some(self.stack.remove(at))
    }

    /// The owner of a target; of a land its controller.
    pub(in super::super) fn owner_of(&self, target: &Target) -> Option<Seat> {
        match target {
            Target::Thing(name) => {
                self.thing(*name).map(|thing| thing.owner).or_else(|| self.gone.get(name).map(|known| known.owner))
            }
            Target::Stack(name) => self.object(*name).map(|object| object.owner),
            Target::Land(_) | Target::Player(_) | Target::Grave(..) => self.controller_of(target),
        }
    }

    /// The seats that are in, the active player first, then clockwise.
    pub(in super::super) fn in_turn_order(&self) -> Vec<Seat> {
        let first = self.active().unwrap_or(Seat(0));
        let seats = self.seat_count();
        let all = std::iter::successors(Some(first), |seat| Some(seat.left(seats)));
        all.take(seats.into()).filter(|seat| self.is_in(*seat)).collect()
    }
}
