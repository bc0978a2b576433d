//! Using abilities (R28, R64, C15).

use super::demand::Demand;
use crate::game::Illegal;
use crate::magic::cards::ability::{Activated, Limit};
use crate::magic::cards::effect::Clause;
use crate::magic::cards::noun::Who;
use crate::magic::notation::{Source, Tail, Thing, Use};
use crate::magic::state::{Event, Happened, Mana, Object, Origin, Piece, Table, World, refuse};
use crate::magic::values::speaker::Speaker;
use crate::magic::values::traits::creature;
use crate::magic::values::usable::Usable;
use crate::seat::Seat;

impl Table {
    /// True if an ability that can be used once each turn was used in this one (C15).
    fn was_used(&self, name: Thing, usable: &Usable) -> bool {
        let key = (usable.card.clone(), usable.line);
        self.thing(name).is_some_and(|thing| thing.deeds.uses.contains(&key))
    }

    /// What a mana ability gives to other players.
    fn mana_for_others(&self, ability: &Activated, speaker: &Speaker, x: u16) -> Vec<(Seat, Mana)> {
        let mut given = Vec::new();
        for clause in ability.text.clauses() {
            let Clause::Add { who, mana } = clause else { continue };
            let mana = mana.0.first().map(|manas| Mana::of_text(manas, x)).unwrap_or_default();
            let seats: Vec<Seat> = match who {
                Who::You | Who::TargetPlayer | Who::ThatPlayer => Vec::new(),
                Who::EachPlayer | Who::EachOpponent => {
                    self.seats_in().iter().filter(|seat| *seat != speaker.you).collect()
                }
                Who::ItsController => {
                    self.host_of(speaker).and_then(|host| self.controller_of(&host)).into_iter().collect()
                }
                Who::ItsOwner => self.host_of(speaker).and_then(|host| self.owner_of(&host)).into_iter().collect(),
            };
            given.extend(seats.into_iter().map(|seat| (seat, mana)));
        }
        given
    }

    /// The X of a use: what was paid now, else for the permanent (C9).
    fn x_of_use(&self, used: &Use) -> Option<u16> {
        let of_thing = || self.thing(used.source).map(|thing| thing.x).filter(|x| *x > 0);
        used.tail.x.or_else(of_thing)
    }

    /// Notes that such an ability was used.
    fn mark_used(&mut self, name: Thing, usable: &Usable) {
        if usable.activated.limits.contains(&Limit::OnceEachTurn)
            && let Some(thing) = self.thing_mut(name)
        {
            thing.deeds.uses.insert((usable.card.clone(), usable.line));
        }
    }
}

impl World<'_> {
    /// The ability of this number that the seat may use (N7).
    fn usable(&self, by: Seat, used: &Use) -> Result<Usable, Illegal> {
        let name = used.source;
        let Some(thing) = self.table.thing(name) else {
            let code = if creature(name).is_some() { "no-such-creature" } else { "no-such-object" };
            return refuse(code, format!("There is no {name} in play."));
        };
        let called = self.table.called(name);
        let number = usize::from(used.ability).checked_sub(1);
        let ability = number.and_then(|number| self.table.activated_of(name).into_iter().nth(number));
        let is_for_all = ability.as_ref().is_some_and(|it| it.activated.limits.contains(&Limit::AnyPlayer));
        if thing.seat != by && !is_for_all {
            return refuse("not-yours", format!("{name} {called} is not yours."));
        }
        ability
            .ok_or_else(|| Illegal::new("no-such-ability", format!("{name} {called} has no ability {}.", used.ability)))
    }

    fn check_limits(&self, by: Seat, name: Thing, usable: &Usable) -> Result<(), Illegal> {
        for limit in &usable.activated.limits {
            match limit {
                Limit::Only(moment) => self.table.check_moment(by, *moment)?,
                Limit::OnceEachTurn if self.table.was_used(name, usable) => {
                    return refuse("wrong-phase", format!("This ability of {name} was used this turn."));
                }
                Limit::OnceEachTurn | Limit::AnyPlayer => {}
            }
        }
        Ok(())
    }

    /// Uses an ability: it is put on the stack, or acts at once if it adds mana only (R64). A refusal changes nothing.
    pub(crate) fn use_ability(&mut self, by: Seat, used: &Use) -> Result<(), Illegal> {
        let name = used.source;
        let usable = self.usable(by, used)?;
        self.check_limits(by, name, &usable)?;
        let called = self.table.called(name);
        let demand = Demand::of_ability(called.clone(), &usable.activated, self.table.nature_of(name));
        let tapped = self.table.thing(name).is_some_and(|thing| thing.tapped);
        if demand.taps && !tapped && !self.table.may_tap(name) {
            let why = format!("{name} {called} came this turn; it can be tapped from your next turn on.");
            return refuse("came-this-turn", why);
        }
        if usable.activated.is_mana_ability() {
            return self.add_mana(by, used, &usable, &demand);
        }
        let tail = &used.tail;
        demand.check_parts(tail)?;
        let speaker = Speaker { you: by, this: Some(name), it: None };
        let x = self.table.x_of_use(used);
        self.table.aimed(&demand.aim(speaker, tail.mode, x), &tail.on)?;
        let object = self.table.free_on_stack()?;
        let source = self.table.piece(name);
        if demand.taps && tapped {
            return refuse("cannot-pay", format!("{name} {called} is tapped."));
        }
        let paid = self.pay_price(by, Some(name), &demand, tail, None)?;
        self.table.mark_used(name, &usable);
        self.table.stack.push(Object {
            name: object,
            card: usable.card,
            ability: Some(Origin { source: name, line: usable.line }),
            occasion: None,
            changes: Vec::new(),
            owner: by,
            seat: by,
            site: None,
            x,
            mode: tail.mode,
            on: tail.on.clone(),
        });
        self.note_use(by, used, source, paid);
        self.was_put(by, &tail.on);
        self.settle();
        Ok(())
    }

    fn note_use(&mut self, by: Seat, used: &Use, source: Piece, paid: Vec<Source>) {
        let tail = &used.tail;
        self.note(Event::Used {
            seat: by,
            source,
            ability: used.ability,
            x: tail.x,
            mode: tail.mode,
            on: tail.on.clone(),
            paid,
        });
    }

    /// A mana ability acts at once; `mode` says which of several kinds (C11).
    fn add_mana(&mut self, by: Seat, used: &Use, usable: &Usable, demand: &Demand<'_>) -> Result<(), Illegal> {
        let (name, tail) = (used.source, &used.tail);
        let speaker = Speaker { you: by, this: Some(name), it: None };
        let x = self.table.x_of_use(used).unwrap_or(0);
        let given = kind_of_mana(&self.table.mana_of(&usable.activated, &speaker, x), tail.mode)?;
        let others = self.table.mana_for_others(&usable.activated, &speaker, x);
        if !tail.on.is_empty() {
            return refuse("wrong-number-of-targets", "It has no target; leave out `on`.");
        }
        // The mode says which kind of mana it is.
        let mode = (demand.modes() > 0).then_some(1);
        demand.check_parts(&Tail { mode, ..tail.clone() })?;
        if demand.taps && self.table.thing(name).is_some_and(|thing| thing.tapped) {
            return refuse("cannot-pay", format!("{name} {} is tapped.", demand.called));
        }
        let source = self.table.piece(name);
        let paid = self.pay_price(by, Some(name), demand, tail, None)?;
        self.table.mark_used(name, usable);
        self.note_use(by, used, source, paid);
        self.add_to_pool(by, given);
        others.into_iter().for_each(|(seat, mana)| self.add_to_pool(seat, mana));
        if demand.taps {
            self.happened(Happened::TappedForMana(Source::Thing(name)));
        }
        self.settle();
        Ok(())
    }
}

/// The mana of a mode; without one the first (C11).
fn kind_of_mana(kinds: &[Mana], mode: Option<u16>) -> Result<Mana, Illegal> {
    let number = usize::from(mode.unwrap_or(1)).checked_sub(1);
    let given = number.and_then(|number| kinds.get(number)).copied();
    given.ok_or_else(|| Illegal::new("wrong-parts", format!("Its modes are 1 to {}.", kinds.len())))
}
