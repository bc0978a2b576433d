//! Standing orders and presets that players send (P15-P17).

use crate::game::Illegal;
use crate::magic::chairs::seat_called;
use crate::magic::notation::{
    Act, BattleAsk, CreatureName, Divide, LandNumber, Order, RetreatTo, Step, Stop, Target, Thing, Word,
};
use crate::magic::state::{Event, MAX_WHENS, Orders, Own, Table, World, refuse};
use crate::seat::Seat;

impl Table {
    fn check_creature(&self, name: CreatureName) -> Result<(), Illegal> {
        if self.creatures.contains_key(&name) {
            return Ok(());
        }
        refuse("no-such-creature", format!("There is no creature {name} in play."))
    }

    fn check_thing(&self, name: Thing) -> Result<(), Illegal> {
        match name {
            Thing::Creature(name) => self.check_creature(name),
            Thing::Permanent(_) if self.thing(name).is_some() => Ok(()),
            Thing::Permanent(_) => refuse("no-such-object", format!("There is no {name} in play.")),
        }
    }

    fn check_lands(&self, lands: &[LandNumber]) -> Result<(), Illegal> {
        match lands.iter().find(|land| !self.board().has(**land)) {
            None => Ok(()),
            Some(land) => {
                let max = self.board().lands().len();
                refuse("no-such-land", format!("There is no land {land}; the lands are 1 to {max}."))
            }
        }
    }

    fn check_divide(&self, divide: &Divide) -> Result<(), Illegal> {
        self.check_creature(divide.creature)?;
        divide.shares.iter().try_for_each(|(hit, _)| self.check_creature(*hit))
    }

    fn check_chair(&self, word: &Word) -> Result<(), Illegal> {
        let seat = seat_called(word.as_str()).filter(|seat| seat.0 < self.seat_count());
        if seat.is_some() || word.as_str() == "any" {
            return Ok(());
        }
        refuse("no-such-seat", format!("No player of this match is called {word}; name a chair, or `any`."))
    }

    /// Refuses an order about what is not there.
    fn check_order(&self, order: &Order) -> Result<(), Illegal> {
        match order {
            Order::Battle(BattleAsk::Watch(lands)) | Order::Retreat(RetreatTo::Lands(lands)) => self.check_lands(lands),
            Order::Block { creature: Some(creature), .. } => self.check_creature(*creature),
            Order::Pay { thing: Some(thing), .. } | Order::May { thing: Some(thing), .. } => self.check_thing(*thing),
            Order::Divide(divide) => self.check_divide(divide),
            Order::Stop(Stop::At { of: Some(word), .. }) => self.check_chair(word),
            Order::When(when) => self.check_chair(&when.who),
            Order::Stack(_)
            | Order::Battle(BattleAsk::Any | BattleAsk::Involved | BattleAsk::None)
            | Order::Block { creature: None, .. }
            | Order::Retreat(RetreatTo::Home)
            | Order::Discard(_)
            | Order::Sacrifice(_)
            | Order::Pay { thing: None, .. }
            | Order::May { thing: None, .. }
            | Order::Surprise(_)
            | Order::Drop(_)
            | Order::Stop(Stop::None | Stop::At { of: None, .. }) => Ok(()),
        }
    }
}

impl World<'_> {
    /// A seat changes its orders, which it may at any time (P17).
    pub(crate) fn send_orders(&mut self, by: Seat, orders: &[Order]) -> Result<(), Illegal> {
        let Some(before) = self.hidden.own(by).map(|own| own.orders.clone()) else { return Ok(()) };
        let mut after = before.clone();
        for (part, order) in (1..).zip(orders) {
            let checked = self.table.check_order(order).and_then(|()| self.check_when(by, &after, order));
            checked.map_err(|why| Illegal { part: Some(part), ..why })?;
            after.give(order);
        }
        if after == before {
            return refuse("same-orders", "Your orders say this already.");
        }
        if let Some(own) = self.own_mut(by) {
            own.orders = after;
        }
        self.note(Event::Ordered { seat: by });
        Ok(())
    }

    /// Refuses a conditional response beyond the tenth, of what the seat does not have, and the end of one that there is not (P16).
    fn check_when(&self, by: Seat, orders: &Orders, order: &Order) -> Result<(), Illegal> {
        match order {
            Order::When(when) => {
                if orders.when.len() >= MAX_WHENS {
                    return refuse("too-many-orders", format!("You have {MAX_WHENS} conditional responses already."));
                }
                self.check_names(by, &when.act)
            }
            Order::Drop(number) if !orders.when.contains_key(number) => {
                refuse("no-such-order", format!("You have no conditional response number {number}."))
            }
            Order::Drop(_)
            | Order::Stack(_)
            | Order::Battle(_)
            | Order::Block { .. }
            | Order::Retreat(_)
            | Order::Discard(_)
            | Order::Sacrifice(_)
            | Order::Pay { .. }
            | Order::May { .. }
            | Order::Surprise(_)
            | Order::Divide(_)
            | Order::Stop(_) => Ok(()),
        }
    }

    /// Checks the names of an act that is done later: the card or the source, and targets that are creatures or lands (N9).
    fn check_names(&self, by: Seat, act: &Act) -> Result<(), Illegal> {
        match act {
            Act::Cast(cast) if self.hidden.own(by).is_none_or(|own| own.held(cast.card).is_none()) => {
                return refuse("not-in-hand", format!("There is no card {} in your hand.", cast.card));
            }
            Act::Use(used) => self.table.check_thing(used.source)?,
            Act::Cast(_) => {}
        }
        for target in &act.tail().on {
            match target {
                Target::Thing(name) => self.table.check_thing(*name)?,
                Target::Land(land) => self.table.check_lands(&[*land])?,
                Target::Stack(_) | Target::Player(_) | Target::Grave(..) => {}
            }
        }
        Ok(())
    }

    /// A preset of the turn's script; one of the same creature replaces it (P15).
    pub(crate) fn preset(&mut self, by: Seat, step: &Step) -> Result<(), Illegal> {
        match step {
            Step::Divide(divide) => self.table.check_divide(divide)?,
            Step::Retreat(retreat) => {
                self.table.check_creature(retreat.creature)?;
                if self.table.controller(Thing::Creature(retreat.creature)) != Some(by) {
                    return refuse("not-yours", format!("{} is not yours.", retreat.creature));
                }
                self.table.check_lands(&retreat.lands)?;
            }
            Step::Discard(cards) => {
                let missing = |own: &Own| cards.iter().find(|name| own.held(**name).is_none()).copied();
                if let Some(name) = self.hidden.own(by).and_then(missing) {
                    return refuse("not-in-hand", format!("There is no card {name} in your hand."));
                }
            }
            Step::Trick { act, .. } => self.check_names(by, act)?,
            Step::Act(_) | Step::Move(_) | Step::Choose(_) => return Ok(()),
        }
        if let Some(own) = self.own_mut(by) {
            match own.presets.iter_mut().find(|preset| is_same_kind(preset, step)) {
                Some(preset) => *preset = step.clone(),
                None => own.presets.push(step.clone()),
            }
        }
        Ok(())
    }
}

/// True if one preset replaces the other.
fn is_same_kind(one: &Step, other: &Step) -> bool {
    match (one, other) {
        (Step::Divide(one), Step::Divide(other)) => one.creature == other.creature,
        (Step::Retreat(one), Step::Retreat(other)) => one.creature == other.creature,
        (Step::Discard(_), Step::Discard(_)) => true,
        (Step::Trick { .. }, Step::Trick { .. }) => one == other,
        (
            Step::Divide(_)
            | Step::Retreat(_)
            | Step::Discard(_)
            | Step::Act(_)
            | Step::Move(_)
            | Step::Choose(_)
            | Step::Trick { .. },
            _,
        ) => false,
    }
}
