//! Passages: who may block a group on its way, and who does (R37, R38, P13).

use super::cards::Colour;
use super::cards::effect::Verb;
use super::cards::keyword::Keyword;
use super::notation::{BlockWhen, CreatureName, LandNumber, Target, Thing};
use super::table::Table;
use super::traits::Ban;
use super::world::World;
use crate::seat::Seat;

impl Table {
    /// True if the one can block the other in a passage (R37), menace left aside.
    pub(super) fn can_block(&self, blocker: CreatureName, mover: CreatureName) -> bool {
        let (Some(own), Some(other)) = (self.traits(blocker), self.traits(mover)) else { return false };
        let ready = self.creatures.get(&blocker).is_some_and(|it| !it.tapped && !it.deeds.has_blocked);
        let reaches = !other.has(Keyword::Flying) || own.has(Keyword::Flying) || own.has(Keyword::Reach);
        let dares = !other.has(Keyword::Fear) || own.artifact || own.colours.has(Colour::Black);
        let allowed = !own.cannot(&Verb::Block) && !other.is_protected_from(&own);
        let target = Target::Thing(Thing::Creature(mover));
        ready
            && reaches
            && dares
            && allowed
            && own.blocks_only.iter().all(|(noun, speaker)| self.fits(noun, &target, speaker, 0))
            && !other.cannot.iter().any(|ban| self.keeps_off(ban, blocker))
    }

    /// True if what is forbidden about a creature keeps this one from blocking it.
    fn keeps_off(&self, ban: &Ban, blocker: CreatureName) -> bool {
        let fits = |noun| self.fits(noun, &Target::Thing(Thing::Creature(blocker)), &ban.speaker, 0);
        match &ban.verb {
            Verb::BeBlocked => true,
            Verb::BeBlockedBy(noun) => fits(noun),
            Verb::BeBlockedExceptBy(noun) => !fits(noun),
            Verb::Attack | Verb::Block | Verb::BeRegenerated | Verb::Move | Verb::BeTargetedByOpponents => false,
        }
    }

    /// True if this creature has to block the group, as it is able to (R38).
    fn must_block(&self, blocker: CreatureName, group: &[CreatureName]) -> bool {
        let lures = |name: CreatureName| self.traits(name).is_some_and(|it| it.must_be_blocked);
        self.blockable(blocker, group).into_iter().any(lures)
    }

    /// The members of the group that this creature can block.
    fn blockable(&self, blocker: CreatureName, group: &[CreatureName]) -> Vec<CreatureName> {
        group.iter().copied().filter(|mover| self.can_block(blocker, *mover)).collect()
    }

    /// The enemy creatures on a land that could block the group, alone or with another (R37).
    pub(super) fn possible_blockers(&self, by: Seat, group: &[CreatureName], land: LandNumber) -> Vec<CreatureName> {
        let enemies = self.enemies_on(land, by).into_iter();
        let able: Vec<CreatureName> = enemies.filter(|name| !self.blockable(*name, group).is_empty()).collect();
        let alone = |name: &CreatureName| !self.needs_two(*name, group);
        if able.len() < 2 { able.into_iter().filter(alone).collect() } else { able }
    }

    /// True if this creature can block the group only together with another one, because of menace.
    fn needs_two(&self, blocker: CreatureName, group: &[CreatureName]) -> bool {
        let menacing = |name: &CreatureName| self.traits(*name).is_some_and(|it| it.has(Keyword::Menace));
        self.blockable(blocker, group).iter().all(menacing)
    }
}

impl World<'_> {
    /// The creatures that block the group on its way through this land; none if no creature does, as on every view (P23).
    pub(super) fn passage(&mut self, by: Seat, group: &[CreatureName], land: LandNumber) -> Option<Vec<CreatureName>> {
        if !self.is_real() {
            return None;
        }
        let possible = self.table.possible_blockers(by, group, land);
        let willing: Vec<CreatureName> = possible.into_iter().filter(|name| self.is_willing(*name, group)).collect();
        let alone = willing.iter().find(|name| !self.table.needs_two(**name, group));
        match (alone, willing.as_slice()) {
            (Some(one), _) => Some(vec![*one]),
            (None, [first, second, ..]) => Some(vec![*first, *second]),
            (None, _) => None,
        }
    }

    /// True if the creature has to block (R38), or blocks by its controller's orders (P13).
    fn is_willing(&self, blocker: CreatureName, group: &[CreatureName]) -> bool {
        if self.table.must_block(blocker, group) {
            return true;
        }
        let Some(seat) = self.table.creatures.get(&blocker).map(|creature| creature.seat) else { return false };
        let Some(own) = self.hidden.of(seat) else { return false };
        let when = own.orders.blocks(blocker);
        match when {
            BlockWhen::Always => true,
            BlockWhen::Never | BlockWhen::Ask => false,
            BlockWhen::Worth | BlockWhen::Survives => {
                let dead = self.table.duel(group, &[blocker]);
                let lives = !dead.contains(&blocker);
                lives || when == BlockWhen::Worth && group.iter().any(|mover| dead.contains(mover))
            }
        }
    }
}
