//! Casting cards and using abilities (R19-R28, R62-R64).

use super::cards::card::Card;
use super::cards::cost::{Cost, Part};
use super::cards::keyword::Keyword;
use super::event::Event;
use super::hidden::InHand;
use super::mana::Mana;
use super::notation::{Act, Cast, CreatureName, LandNumber, Source, StackName, Tail, Thing, Use};
use super::payment::{Due, Payment, mana_of};
use super::permanent::{Permanent, Place};
use super::table::{Object, Table};
use super::traits::creature;
use super::turn::Phase;
use super::world::{MOST_NAMES, World, refuse};
use crate::game::Illegal;
use crate::seat::Seat;

impl Table {
    /// Refuses a site where a creature of this card cannot be summoned (R19, R20, R22, R23).
    pub(super) fn check_site(&self, by: Seat, card: &Card, site: Option<LandNumber>) -> Result<(), Illegal> {
        if !card.kind.is_creature() {
            return match site {
                None => Ok(()),
                Some(_) => refuse("no-site", format!("{} is no creature and has no site; leave out `@`.", card.name)),
            };
        }
        let Some(site) = site else {
            return refuse("no-site", format!("Name the land where {} is summoned, for example: @7.", card.name));
        };
        let land = self.land(site).filter(|land| !land.hole);
        let Some(land) = land.filter(|land| land.seat == Some(by)) else {
            return refuse(
                "no-site",
                format!("You do not control land {site}; a creature is summoned on a land of yours."),
            );
        };
        if !card.colours().is_empty() && !card.colours().has(land.kind.colour()) {
            let kinds: Vec<&str> = card.colours().iter().map(|colour| colour.land().word()).collect();
            let why =
                format!("Land {site} is {}; {} is native in {}.", land.kind.word(), card.name, kinds.join(" and "));
            return refuse("not-native", why);
        }
        self.check_space(by, card, site)
    }

    /// Checks that there is room on the site (R19, R23).
    fn check_space(&self, by: Seat, card: &Card, site: LandNumber) -> Result<(), Illegal> {
        let there: Vec<CreatureName> = self.creatures_on(site).collect();
        if there.is_empty() {
            return Ok(());
        }
        let loner = |name: &CreatureName| !self.traits(*name).is_some_and(|it| it.has(Keyword::Banding));
        let loners = there.iter().filter(|name| loner(name)).count() + usize::from(!card.has(Keyword::Banding));
        let enemies = !self.enemies_on(site, by).is_empty();
        if !enemies && loners <= 1 {
            return Ok(());
        }
        let banding = card.has(Keyword::Banding) || self.has_bander(&there);
        if banding && !enemies {
            let why = format!("Of the creatures on land {site} at most one has no banding; choose another site.");
            return refuse("too-many-nonbanders", why);
        }
        refuse("occupied", format!("A creature stands on land {site}; choose another site."))
    }

    /// The lowest free name on the stack (N1).
    fn free_on_stack(&self) -> Option<StackName> {
        (1..=MOST_NAMES).map(StackName).find(|name| self.stack.iter().all(|object| object.name != *name))
    }
}

/// Refuses parts that a card or ability without targets does not ask for, and X where it is wanted or not (N7).
fn check_parts(cost: &Cost, tail: &Tail, modes: usize) -> Result<(), Illegal> {
    match (cost.x, tail.x) {
        (true, None) => return refuse("wrong-parts", "The cost has an X; say how much it is, for example: x 2."),
        (false, Some(_)) => return refuse("wrong-parts", "The cost has no X; leave out `x`."),
        (true, Some(_)) | (false, None) => {}
    }
    match tail.mode {
        Some(mode) if mode == 0 || usize::from(mode) > modes => {
            let why = match modes {
                0 => "It has no modes; leave out `mode`.".to_owned(),
                _ => format!("Its modes are 1 to {modes}."),
            };
            return refuse("wrong-parts", why);
        }
        Some(_) | None => {}
    }
    if !tail.with.is_empty() {
        return refuse("wrong-parts", "It asks for nothing but mana; leave out `with`.");
    }
    if !tail.on.is_empty() {
        return refuse("wrong-number-of-targets", "It has no target; leave out `on`.");
    }
    Ok(())
}

impl World<'_> {
    /// Carries out a `cast` or `use` of the active player.
    pub(super) fn step_act(&mut self, by: Seat, act: &Act) -> Result<(), Illegal> {
        match act {
            Act::Cast(cast) => self.step_cast(by, cast),
            Act::Use(used) => self.step_use(by, used),
        }
    }

    fn step_cast(&mut self, by: Seat, cast: &Cast) -> Result<(), Illegal> {
        let held = self.hidden.of(by).and_then(|own| own.held(cast.card));
        let Some(InHand { card: Some(id), .. }) = held.cloned() else {
            return refuse("not-in-hand", format!("There is no card {} in your hand.", cast.card));
        };
        let cards = std::sync::Arc::clone(&self.table.cards);
        let Some(card) = cards.get(id.as_str()) else {
            return refuse("unknown-card", format!("There is no card {id} in this match."));
        };
        if self.table.phase() != Some(Phase::Summoning) {
            let why = format!("{} is cast in Summoning, before the first `move`.", card.name);
            return refuse("wrong-phase", why);
        }
        self.table.check_site(by, &card, cast.site)?;
        let Some(cost) = card.cost else {
            return refuse("cannot-pay", format!("{} has no cost and cannot be cast.", card.name));
        };
        check_parts(&cost, &cast.tail, 0)?;
        let due = Due::of(&cost, cast.tail.x.unwrap_or(0));
        let payment = self.table.pay(by, due, cast.site, &cast.tail.pay)?;
        let Some(object) = self.table.free_on_stack() else {
            return refuse("stack-full", "There are 99 objects on the stack; nothing more can be cast.");
        };
        self.settle_payment(by, &payment);
        if let Some(own) = self.own_mut(by) {
            own.hand.retain(|held| held.name != cast.card);
        }
        let tail = &cast.tail;
        self.table.stack.push(Object {
            name: object,
            card: id,
            owner: by,
            seat: by,
            site: cast.site,
            x: tail.x,
            mode: tail.mode,
            on: tail.on.clone(),
        });
        self.note(Event::Cast {
            seat: by,
            card: card.name.clone(),
            object,
            site: cast.site,
            x: tail.x,
            mode: tail.mode,
            on: tail.on.clone(),
            paid: payment.taps,
        });
        self.settle();
        // No player can respond yet, so the spell resolves at once.
        while !self.is_over() && !self.table.stack.is_empty() {
            self.resolve();
        }
        Ok(())
    }

    /// Taps what pays and empties the pool by what was spent.
    fn settle_payment(&mut self, by: Seat, payment: &Payment) {
        for source in &payment.taps {
            match source {
                Source::Land(number) => {
                    if let Some(land) = self.table.land_mut(*number) {
                        land.tapped = true;
                    }
                }
                Source::Thing(name) => {
                    if let Some(thing) = self.table.thing_mut(*name) {
                        thing.tapped = true;
                    }
                }
            }
        }
        if let Some(side) = self.table.side_mut(by) {
            side.pool = payment.pool;
        }
    }

    /// The top object of the stack resolves (R62).
    pub(super) fn resolve(&mut self) {
        let Some(object) = self.table.stack.pop() else { return };
        let cards = std::sync::Arc::clone(&self.table.cards);
        let card = cards.get(object.card.as_str());
        let entered = card.as_ref().and_then(|card| self.come_into_play(&object, card));
        if entered.is_none() {
            let called = self.table.name_of(&object.card);
            self.note(Event::Lost { seat: object.owner, card: called });
            self.bury(object.owner, object.card);
        }
        self.settle();
    }

    /// A permanent enters, if its site is still a land of its controller with room (R24) and a name is free (N1).
    fn come_into_play(&mut self, object: &Object, card: &Card) -> Option<Thing> {
        let is_creature = card.kind.is_creature();
        let place = match object.site {
            Some(site) if is_creature => {
                let held = self.table.land(site).is_some_and(|it| !it.hole && it.seat == Some(object.seat));
                let room = held && self.table.check_space(object.seat, card, site).is_ok();
                room.then_some(Place::Land(site))?
            }
            None if is_creature => return None,
            Some(_) | None => Place::Nowhere,
        };
        let mut permanent = Permanent::new(object.card.clone(), object.owner, place);
        permanent.seat = object.seat;
        permanent.tapped = card.enters_tapped();
        self.enter(permanent, is_creature)
    }

    /// Uses an ability. Stage A knows mana abilities only, which act at once (R64).
    fn step_use(&mut self, by: Seat, used: &Use) -> Result<(), Illegal> {
        let name = used.source;
        let Some(thing) = self.table.thing(name) else {
            let code = if creature(name).is_some() { "no-such-creature" } else { "no-such-object" };
            return refuse(code, format!("There is no {name} in play."));
        };
        let called = self.table.called(name);
        if thing.seat != by {
            return refuse("not-yours", format!("{name} {called} is not yours."));
        }
        let (tapped, id) = (thing.tapped, thing.card.clone());
        let cards = std::sync::Arc::clone(&self.table.cards);
        let card = cards.get(id.as_str());
        let number = usize::from(used.ability).checked_sub(1);
        let ability = card.as_ref().and_then(|card| card.activated().nth(number?));
        let Some(ability) = ability.filter(|ability| ability.is_mana_ability()) else {
            return refuse("no-such-ability", format!("{name} {called} has no ability {}.", used.ability));
        };
        let taps = ability.price.contains(&Part::Tap);
        if taps && !tapped && !self.table.may_tap(name) {
            let why = format!("{name} {called} came this turn; it can be tapped from your next turn on.");
            return refuse("came-this-turn", why);
        }
        let mana: Vec<Mana> = mana_of(ability);
        let mut cost = Cost::default();
        for part in &ability.price {
            match part {
                Part::Tap => {}
                Part::Mana(part) => cost = *part,
                Part::Payment(_) => {
                    return refuse("no-such-ability", format!("The price of {called} cannot be paid in this edition."));
                }
            }
        }
        check_parts(&cost, &used.tail, mana.len())?;
        if taps && tapped {
            return refuse("cannot-pay", format!("{name} {called} is tapped."));
        }
        let mut table = self.table.clone();
        if let Some(thing) = table.thing_mut(name) {
            // What is tapped as its own price pays nothing besides.
            thing.tapped |= taps;
        }
        let due = Due::of(&cost, used.tail.x.unwrap_or(0));
        let payment = table.pay(by, due, None, &used.tail.pay)?;
        self.table = table;
        self.settle_payment(by, &payment);
        let mode = used.tail.mode.unwrap_or(1);
        let given = mana.get(usize::from(mode).saturating_sub(1)).copied().unwrap_or_default();
        if let Some(side) = self.table.side_mut(by) {
            side.pool = side.pool.plus(given);
        }
        self.note(Event::Used {
            seat: by,
            source: self.table.piece(name),
            ability: used.ability,
            x: used.tail.x,
            mode: used.tail.mode,
            on: Vec::new(),
            paid: payment.taps,
        });
        self.note(Event::Mana { seat: by, mana: given.to_string() });
        self.settle();
        Ok(())
    }
}
