//! Continuations of presets: `divide`, `retreat`, `discard`.

use super::{Foreseen, Next};
use crate::magic::notation::{CreatureName, Divide, HandName, LandNumber, Retreat, Step, Thing};
use crate::magic::state::{InHand, Permanent};

impl Foreseen {
    pub(in crate::magic) fn divides(&self, piece: &str) -> Vec<Next> {
        if piece == "divide" {
            let can = |name: &CreatureName| self.damage_of(*name) > 0 && !self.enemies().is_empty();
            return self.fighters().filter(can).map(|name| self.about(format!("divide {name}:"), name)).collect();
        }
        let Some((head, shares)) = piece.split_once(':') else { return Vec::new() };
        let Some(creature) = head.strip_prefix("divide ").and_then(|name| name.parse::<CreatureName>().ok()) else {
            return Vec::new();
        };
        // A creature that is hit may have been named already, and its damage is wanting.
        let (listed, hit) = match shares.rsplit_once(',') {
            Some((listed, hit)) => (listed.trim(), hit.trim()),
            None => ("", shares.trim()),
        };
        if let Ok(hit) = hit.parse::<CreatureName>() {
            let left = self.left_of(creature, listed);
            let amount =
                |amount: u16| Next::new(format!("{piece} {amount}"), format!("{amount} damage to {hit}."), true);
            return (1..=left).map(amount).collect();
        }
        let listed = shares.trim();
        if self.left_of(creature, listed) == 0 {
            return Vec::new();
        }
        let sign = if listed.is_empty() { " " } else { "," };
        let named: Vec<CreatureName> =
            divide_of(creature, listed).map(|it| it.shares.iter().map(|(hit, _)| *hit).collect()).unwrap_or_default();
        let enemies = self.enemies().into_iter().filter(|enemy| !named.contains(enemy));
        enemies.map(|enemy| self.about(format!("{piece}{sign}{enemy}"), enemy)).collect()
    }

    /// The damage of the creature that these shares leave.
    fn left_of(&self, creature: CreatureName, listed: &str) -> u16 {
        let all = self.damage_of(creature);
        if listed.is_empty() {
            return all;
        }
        let shares = divide_of(creature, listed);
        shares.map_or(0, |it| all.saturating_sub(it.shares.iter().fold(0, |sum, (_, part)| sum.saturating_add(*part))))
    }

    fn damage_of(&self, name: CreatureName) -> u16 {
        let own = self.world.table.creatures.get(&name).is_some_and(|creature| creature.seat == self.you);
        self.world.table.traits(name).filter(|_| own).map_or(0, |it| it.damage())
    }

    fn enemies(&self) -> Vec<CreatureName> {
        let others = self.world.table.creatures.iter().filter(|(_, creature)| creature.seat != self.you);
        others.map(|(name, _)| *name).collect()
    }

    /// The own creatures for which presets are of use: those that moved in this turn, so that they may be blocked, and those that
    /// share a land with enemies.
    pub(in crate::magic) fn fighters(&self) -> impl Iterator<Item = CreatureName> {
        let table = &self.world.table;
        self.own_creatures().filter(|name| {
            let meets = |land: LandNumber| !table.enemies_on(land, self.you).is_empty();
            let creature = table.creatures.get(name);
            creature.is_some_and(|it| it.deeds.used > 0 || it.land().is_some_and(meets))
        })
    }

    /// A choice that names a creature.
    fn about(&self, text: String, name: CreatureName) -> Next {
        let table = &self.world.table;
        let land = table.creatures.get(&name).and_then(Permanent::land);
        Next::new(text, format!("{name} {}.", table.called(Thing::Creature(name))), false).at(land)
    }

    pub(in crate::magic) fn retreats(&self, piece: &str) -> Vec<Next> {
        if piece == "retreat" {
            return self.fighters().map(|name| self.about(format!("retreat {name}:"), name)).collect();
        }
        let Some((head, lands)) = piece.split_once(':') else { return Vec::new() };
        let Some(creature) = head.strip_prefix("retreat ").and_then(|name| name.parse::<CreatureName>().ok()) else {
            return Vec::new();
        };
        let listed: Vec<LandNumber> = if lands.trim().is_empty() {
            Vec::new()
        } else {
            match piece.parse() {
                Ok(Step::Retreat(retreat)) => retreat.lands,
                Ok(_) | Err(_) => return Vec::new(),
            }
        };
        let board = self.world.table.board();
        let at = self.world.table.creatures.get(&creature).filter(|it| it.seat == self.you).and_then(Permanent::land);
        let near = at.map(|at| board.neighbours(at)).unwrap_or_default().iter();
        let further = near.filter(|land| !listed.contains(land) && self.world.table.kind_of(**land).is_some());
        let next = |land: &LandNumber| {
            let lands = listed.iter().copied().chain([*land]).collect();
            let text = Step::Retreat(Retreat { creature, lands }).to_string();
            Next::new(text, format!("To land {land}, if it can."), true).at(Some(*land))
        };
        further.map(next).collect()
    }

    /// Presets for the end of the turn, where the hand is larger than its limit.
    pub(in crate::magic) fn discards(&self, piece: &str) -> Vec<Next> {
        if self.world.excess(self.you) == 0 {
            return Vec::new();
        }
        let listed: Vec<HandName> = match piece.parse() {
            Ok(Step::Discard(cards)) => cards,
            Err(_) if piece == "discard" => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        let hand = self.world.hidden.own(self.you).map(|own| own.hand.clone()).unwrap_or_default();
        let further = hand.into_iter().filter(|held| !listed.contains(&held.name));
        let next = |held: InHand| {
            let cards = listed.iter().copied().chain([held.name]).collect();
            let called = held.card.map(|card| self.world.table.name_of(&card)).unwrap_or_default();
            let words = format!("Discard {called} at the end, if your hand is too large then.");
            Next::new(Step::Discard(cards).to_string(), words, true)
        };
        further.map(next).collect()
    }
}

fn divide_of(creature: CreatureName, shares: &str) -> Option<Divide> {
    match format!("divide {creature}: {shares}").parse() {
        Ok(Step::Divide(divide)) => Some(divide),
        Ok(_) | Err(_) => None,
    }
}
