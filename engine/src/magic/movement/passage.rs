//! Passages: who may block a group on its way, and who does (R37, R38, P13).

use crate::game::Illegal;
use crate::magic::cards::Colour;
use crate::magic::cards::effect::Verb;
use crate::magic::cards::keyword::Keyword;
use crate::magic::notation::{BlockWhen, CreatureName, LandNumber, Target, Thing};
use crate::magic::state::{Event, Passing, Table, WindowKind, World, refuse};
use crate::magic::values::traits::Ban;
use crate::seat::Seat;

impl Table {
    /// True if the one can block the other in a passage (R37), menace left aside.
    pub(crate) fn can_block(&self, blocker: CreatureName, mover: CreatureName) -> bool {
        let (Some(own), Some(other)) = (self.traits(blocker), self.traits(mover)) else { return false };
        let ready = self.creatures.get(&blocker).is_some_and(|it| !it.tapped && !it.deeds.has_blocked);
        let reaches = !other.has(Keyword::Flying) || own.has(Keyword::Flying) || own.has(Keyword::Reach);
        let dares = !other.has(Keyword::Fear) || own.artifact || own.colours.has(Colour::Black);
        let allowed = !own.cannot(&Verb::Block) && !other.is_protected_from(own.nature());
        let target = Target::Thing(Thing::Creature(mover));
        ready
            && reaches
            && dares
            && allowed
            && own.blocks_only.iter().all(|(noun, speaker, x)| self.fits(noun, &target, speaker, *x))
            && !other.cannot.iter().any(|ban| self.keeps_off(ban, blocker))
    }

    /// True if what is forbidden about a creature keeps this one from blocking it.
    fn keeps_off(&self, ban: &Ban, blocker: CreatureName) -> bool {
        let fits = |noun| self.fits(noun, &Target::Thing(Thing::Creature(blocker)), &ban.speaker, ban.x);
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
    pub(crate) fn possible_blockers(&self, by: Seat, group: &[CreatureName], land: LandNumber) -> Vec<CreatureName> {
        let enemies = self.enemies_on(land, by).into_iter();
        let able: Vec<CreatureName> = enemies.filter(|name| !self.blockable(*name, group).is_empty()).collect();
        let alone = |name: &CreatureName| !self.needs_two(*name, group);
        if able.len() < 2 { able.into_iter().filter(alone).collect() } else { able }
    }

    /// Of creatures that are willing, those that block: the lowest that can do it alone, else the two lowest (P13).
    fn first_of(&self, willing: &[CreatureName], group: &[CreatureName]) -> Option<Vec<CreatureName>> {
        if group.is_empty() {
            return None;
        }
        let alone = willing.iter().find(|name| !self.needs_two(**name, group));
        match (alone, willing) {
            (Some(one), _) => Some(vec![*one]),
            (None, [first, second, ..]) => Some(vec![*first, *second]),
            (None, _) => None,
        }
    }

    /// True if this creature can block the group only together with another one, because of menace.
    fn needs_two(&self, blocker: CreatureName, group: &[CreatureName]) -> bool {
        let menacing = |name: &CreatureName| self.traits(*name).is_some_and(|it| it.has(Keyword::Menace));
        self.blockable(blocker, group).iter().all(menacing)
    }
}

/// What comes of a passage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Passed {
    /// No creature blocks.
    Free,
    /// These block.
    Blocked(Vec<CreatureName>),
    /// Owners of creatures that could block are asked (P13).
    Asks,
}

impl World<'_> {
    /// What comes of the group's way through this land. On a view no creature blocks (P23).
    pub(crate) fn passage(&mut self, by: Seat, group: &[CreatureName], land: LandNumber) -> Passed {
        if !self.is_real() {
            return Passed::Free;
        }
        let possible = self.table.possible_blockers(by, group, land);
        let willing: Vec<CreatureName> =
            possible.iter().copied().filter(|name| self.is_willing(*name, group)).collect();
        if let Some(blockers) = self.table.first_of(&willing, group) {
            return Passed::Blocked(blockers);
        }
        if possible.iter().any(|name| self.asks_about(*name)) { Passed::Asks } else { Passed::Free }
    }

    /// True if the controller of the creature wants to be asked whether it blocks.
    fn asks_about(&self, name: CreatureName) -> bool {
        let seat = self.table.controller(Thing::Creature(name));
        let own = seat.and_then(|seat| self.hidden.own(seat));
        own.is_some_and(|own| own.orders.blocks(name) == BlockWhen::Ask)
    }

    /// Opens the window of a passage, in which all such controllers are asked at once (P13).
    pub(crate) fn open_passage(&mut self, by: Seat, group: &[CreatureName], land: LandNumber) {
        for name in group {
            if let Some(creature) = self.table.creatures.get_mut(name) {
                // Who goes on from here after this was asked.
                creature.deeds.unasked = false;
            }
        }
        self.table.passing = Some(Passing { group: group.to_vec(), land, blocks: Vec::new() });
        self.open_window(WindowKind::Passage, Some(by));
    }

    /// True if the seat has a creature that could block in the open passage and about which it wants to be asked.
    pub(crate) fn is_concerned_by_passage(&self, seat: Seat) -> bool {
        let (Some(passing), Some(active)) = (&self.table.passing, self.table.active()) else { return false };
        let possible = self.table.possible_blockers(active, &passing.group, passing.land).into_iter();
        let mut own = possible.filter(|name| self.table.controller(Thing::Creature(*name)) == Some(seat));
        own.any(|name| self.asks_about(name))
    }

    /// Notes that these creatures of the seat block in the open passage, if they are able to.
    pub(crate) fn block(&mut self, by: Seat, blockers: &[CreatureName]) -> Result<(), Illegal> {
        let (Some(passing), Some(active)) = (self.table.passing.clone(), self.table.active()) else {
            return refuse("not-awaited", "No passage is open, so nothing can be blocked.");
        };
        let possible = self.table.possible_blockers(active, &passing.group, passing.land);
        for name in blockers {
            let thing = Thing::Creature(*name);
            match self.table.controller(thing) {
                None => return refuse("no-such-creature", format!("There is no creature {name} in play.")),
                Some(seat) if seat != by => return refuse("not-yours", format!("{name} is not yours.")),
                Some(_) if !possible.contains(name) => {
                    let called = self.table.called(thing);
                    return refuse(
                        "cannot-block",
                        format!("{name} {called} cannot block the group that passes {}.", passing.land),
                    );
                }
                Some(_) => {}
            }
        }
        if let ([one], true) = (blockers, blockers.iter().any(|name| self.table.needs_two(*name, &passing.group))) {
            return refuse(
                "cannot-block",
                format!("Two creatures have to block it together; name another one besides {one}."),
            );
        }
        if let Some(passing) = self.table.passing.as_mut() {
            passing.blocks.extend(blockers);
        }
        Ok(())
    }

    /// The window of a passage closes: of the creatures that block and are still able to, the lowest stops the group (P10, P13).
    pub(crate) fn end_passage(&mut self) {
        let (Some(Passing { group, land, blocks }), Some(active)) = (self.table.passing.take(), self.table.active())
        else {
            return;
        };
        let group: Vec<CreatureName> =
            self.table.friends_on(land, active).into_iter().filter(|name| group.contains(name)).collect();
        let mut able = self.table.possible_blockers(active, &group, land);
        able.retain(|name| blocks.contains(name));
        if let Some(blockers) = self.table.first_of(&able, &group) {
            self.stop_group(&group, &blockers);
            let (group, by) = (self.table.pieces(&group), self.table.pieces(&blockers));
            self.note(Event::Blocked { group, land, by });
        }
    }

    /// True if the creature has to block (R38), or blocks by its controller's orders (P13).
    fn is_willing(&self, blocker: CreatureName, group: &[CreatureName]) -> bool {
        if self.table.must_block(blocker, group) {
            return true;
        }
        let Some(seat) = self.table.creatures.get(&blocker).map(|creature| creature.seat) else { return false };
        let Some(own) = self.hidden.own(seat) else { return false };
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
