//! Battles (R41-R48) and what follows from them: retreats (R49), conquest (R50).

use super::damage::{Blow, Fighter, Pass, blows};
use crate::magic::cards::keyword::Keyword;
use crate::magic::notation::{CreatureName, LandNumber, Source, Step, Thing};
use crate::magic::state::{Battle, Edition, Event, Happened, Hidden, Table, World};
use crate::seat::Seat;

impl World<'_> {
    /// The battles of the turn are fought, all at once (R41, P14).
    pub(crate) fn fight(&mut self, active: Seat) {
        for pass in [Pass::First, Pass::Second] {
            self.strike(active, pass);
            if self.is_over() {
                self.table.battles.clear();
                return;
            }
        }
        let battles = std::mem::take(&mut self.table.battles);
        self.retreats(&battles, active);
        self.settle();
    }

    /// Who fights where. Attackers are tapped, unless they have vigilance (R48).
    pub(crate) fn begin_battles(&mut self, active: Seat) {
        let mut battles = Vec::new();
        for land in self.table.board().lands() {
            let defenders = self.table.enemies_on(land, active);
            let friends = self.table.friends_on(land, active);
            if defenders.is_empty() || friends.is_empty() {
                continue;
            }
            let attackers: Vec<CreatureName> =
                friends.iter().copied().filter(|name| self.table.can_attack(*name)).collect();
            // Who moved in and cannot attack any more does not fight and retreats (R43).
            let stragglers = friends.iter().copied().filter(|name| {
                !attackers.contains(name)
                    && self.table.creatures.get(name).is_some_and(|creature| creature.deeds.home.is_some())
            });
            battles.push(Battle { land, stragglers: stragglers.collect(), attackers, defenders });
        }
        for battle in &battles {
            for name in &battle.attackers {
                if !self.table.traits(*name).is_some_and(|it| it.has(Keyword::Vigilance)) {
                    self.turn_to(Source::Thing(Thing::Creature(*name)), true);
                }
            }
            if !battle.attackers.is_empty() {
                let attackers = self.table.pieces(&battle.attackers);
                let defenders = self.table.pieces(&battle.defenders);
                self.note(Event::Battle { land: battle.land, attackers, defenders });
            }
        }
        self.table.battles.clone_from(&battles);
        // Attackers count as blocked, and defenders as blocking (R41).
        for battle in battles.iter().filter(|battle| !battle.attackers.is_empty()) {
            let attack = |name: &CreatureName| [Happened::Attacks(*name), Happened::IsBlocked(*name)];
            let defend = |name: &CreatureName| [Happened::Defends(*name), Happened::Blocks(*name)];
            battle.attackers.iter().flat_map(attack).for_each(|happened| self.happened(happened));
            battle.defenders.iter().flat_map(defend).for_each(|happened| self.happened(happened));
        }
    }

    /// One pass of damage in all battles, then deaths (R46). A creature hits those of its own battle only (R47).
    fn strike(&mut self, active: Seat, pass: Pass) {
        if self.table.turn().is_some_and(|turn| turn.peace) {
            return;
        }
        let presets = |seat: Seat, dealer: CreatureName| preset_of(&self.hidden, active, seat, dealer);
        let mut all: Vec<Blow> = Vec::new();
        for battle in self.table.battles.iter().filter(|battle| !battle.attackers.is_empty()) {
            all.extend(blows(&self.fighters(battle, active), pass, &presets));
        }
        for blow in all {
            self.deal_blow(blow);
        }
        self.settle();
    }

    /// The creatures that still fight: who died, left the land or changed its controller does not (R41).
    fn fighters(&self, battle: &Battle, active: Seat) -> Vec<Fighter> {
        let side = |names: &[CreatureName], attacks: bool| -> Vec<Fighter> {
            let fighters = names.iter().filter_map(|name| self.table.fighter(*name, attacks));
            let stays = |it: &Fighter| {
                let there = self.table.creatures.get(&it.name).is_some_and(|at| at.land() == Some(battle.land));
                there && (it.traits.seat == active) == attacks
            };
            fighters.filter(stays).collect()
        };
        let mut fighters = side(&battle.attackers, true);
        fighters.extend(side(&battle.defenders, false));
        fighters
    }

    /// Deals a blow, unless its target is protected (R66) or the damage is prevented (R69).
    fn deal_blow(&mut self, blow: Blow) {
        let (Some(dealer), Some(target)) = (self.table.traits(blow.from), self.table.traits(blow.to)) else { return };
        let deeds = |name: &CreatureName| self.table.creatures.get(name).map(|creature| &creature.deeds);
        let prevented = deeds(&blow.from).is_some_and(|deeds| deeds.no_battle_damage_by)
            || deeds(&blow.to).is_some_and(|deeds| deeds.no_battle_damage_to)
            || self.table.prevents(Some(Thing::Creature(blow.from)), blow.to, true);
        if prevented || target.is_protected_from(dealer.nature()) {
            return;
        }
        let amount = self.table.deal(blow.to, blow.amount);
        if amount > 0 {
            let from = self.table.piece(Thing::Creature(blow.from));
            let to = self.table.piece(Thing::Creature(blow.to));
            self.note(Event::Damage { from, to, amount });
            self.happened(Happened::Hurt { name: blow.to, by: Some(Thing::Creature(blow.from)) });
        }
    }

    /// Each land that holds creatures of the active player only becomes his; if it is newly his, it is tapped (R50).
    pub(crate) fn conquer(&mut self, active: Seat) {
        let mut conquered: Vec<LandNumber> = Vec::new();
        let held: Vec<LandNumber> = self.table.standing_lands().map(|(number, _)| number).collect();
        for number in held {
            let mine = !self.table.friends_on(number, active).is_empty();
            if !mine || !self.table.enemies_on(number, active).is_empty() {
                continue;
            }
            if self.table.land(number).is_some_and(|land| land.seat != Some(active)) {
                conquered.push(number);
            }
            // A land that was lent to the player is now held by conquest: it does not go back (R52).
            self.table.set_holder(number, Some(active));
        }
        for number in &conquered {
            self.turn_to(Source::Land(*number), true);
            self.note(Event::Conquered { seat: active, land: *number });
        }
        for number in conquered {
            self.happened(Happened::Conquered(number));
            self.table.friends_on(number, active).into_iter().for_each(|name| self.happened(Happened::Conquers(name)));
        }
        self.settle();
    }
}

impl Table {
    /// The battles that are still fought: with attackers and defenders that are there (P11).
    pub(crate) fn battles_left(&self) -> impl Iterator<Item = &Battle> {
        let active = self.active();
        let fights = move |battle: &Battle, name: &CreatureName, attacks: bool| {
            let there = self.creatures.get(name).filter(|it| it.land() == Some(battle.land));
            there.is_some_and(|it| (Some(it.seat) == active) == attacks)
        };
        self.battles.iter().filter(move |battle| match self.edition {
            Edition::First => true,
            Edition::Second | Edition::Third => {
                let attacked = battle.attackers.iter().any(|name| fights(battle, name, true));
                attacked && battle.defenders.iter().any(|name| fights(battle, name, false))
            }
        })
    }

    /// A regenerated creature takes no further part in the damage of its battle (R46, R69). An attacker retreats with the others
    /// (R49); a defender stays.
    pub(crate) fn leave_damage(&mut self, name: CreatureName) {
        let attacks = |battle: &Battle| battle.attackers.contains(&name) || battle.stragglers.contains(&name);
        let at = self.battles.iter().position(attacks).filter(|_| self.edition >= Edition::Second);
        self.leave_battle(name);
        if let Some(battle) = at.and_then(|at| self.battles.get_mut(at)) {
            battle.stragglers.push(name);
        }
    }

    /// A creature leaves its battle (R41).
    pub(crate) fn leave_battle(&mut self, name: CreatureName) {
        for battle in &mut self.battles {
            for side in [&mut battle.attackers, &mut battle.defenders, &mut battle.stragglers] {
                side.retain(|other| *other != name);
            }
        }
    }
}

/// How a seat has preset the damage of a creature: by its script, or by its orders (P15).
fn preset_of(hidden: &Hidden, active: Seat, seat: Seat, dealer: CreatureName) -> Option<Vec<(CreatureName, u16)>> {
    let own = hidden.own(seat)?;
    let by_script = own.presets.iter().rev().find_map(|preset| match preset {
        Step::Divide(divide) if divide.creature == dealer => Some(divide.shares.clone()),
        Step::Divide(_)
        | Step::Act(_)
        | Step::Move(_)
        | Step::Choose(_)
        | Step::Retreat(_)
        | Step::Trick { .. }
        | Step::Discard(_) => None,
    });
    by_script.filter(|_| seat == active).or_else(|| own.orders.divide.get(&dealer).cloned())
}
