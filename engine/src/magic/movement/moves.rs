//! Movement (R28-R40): what is legal, and what happens.

use super::passage::Passed;
use crate::game::Illegal;
use crate::magic::cards::LandType;
use crate::magic::cards::effect::Verb;
use crate::magic::cards::keyword::Keyword;
use crate::magic::notation::{CreatureName, LandNumber, Leg, Move, Thing, Walk};
use crate::magic::state::{Entry, Event, Happened, Permanent, Phase, Place, Table, World, refuse};
use crate::magic::values::traits::Traits;
use crate::seat::Seat;

/// The points of movement of a creature, and of one that is native in plains (R29).
const ALLOWANCE: i32 = 3;
const ALLOWANCE_OF_PLAINS: i32 = 4;

/// A creature of a group, with what it needs to know on its way.
struct Walker {
    name: CreatureName,
    traits: Traits,
    /// Points left.
    left: u8,
    /// The kinds of landwalk not used this turn (R33).
    walks: Vec<LandType>,
    /// The type in which an animated wall is native besides (R32).
    home_type: Option<LandType>,
}

impl Walker {
    fn is_native_in(&self, kind: LandType) -> bool {
        self.traits.is_native_in(kind) || self.home_type == Some(kind)
    }

    /// The cost of entering a land of this type that costs so much more (R30).
    fn cost(&self, kind: LandType, more: u8) -> u8 {
        let cheap = kind == LandType::Plains || self.is_native_in(kind) || self.traits.has(Keyword::Flying);
        more.saturating_add(if cheap { 1 } else { 2 })
    }
}

impl Table {
    /// True if this creature can attack (R36).
    pub(crate) fn can_attack(&self, name: CreatureName) -> bool {
        let (Some(creature), Some(traits)) = (self.creatures.get(&name), self.traits(name)) else { return false };
        !creature.tapped && !traits.stands_still() && !traits.cannot(&Verb::Attack)
    }

    /// The type in which an animated wall is native besides those of its colours (R32).
    fn home_type(&self, creature: &Permanent, traits: &Traits) -> Option<LandType> {
        let land = creature.deeds.began.or(creature.land()).filter(|_| traits.moves_as_though)?;
        self.kind_of(land)
    }

    /// The points of movement that a creature with these values has in a turn (R29).
    pub(crate) fn allowance(&self, creature: &Permanent, traits: &Traits) -> u8 {
        // Nothing is added to the 0 of a wall (R29) or of one that cannot move (C10).
        if traits.stands_still() || traits.cannot(&Verb::Move) {
            return 0;
        }
        let native =
            traits.is_native_in(LandType::Plains) || self.home_type(creature, traits) == Some(LandType::Plains);
        let usual = if native { ALLOWANCE_OF_PLAINS } else { ALLOWANCE };
        let points = usual.saturating_add(traits.movement).clamp(0, u8::MAX.into());
        u8::try_from(points).unwrap_or(u8::MAX)
    }

    fn walker(&self, name: CreatureName) -> Option<Walker> {
        let (creature, traits) = (self.creatures.get(&name)?, self.traits(name)?);
        let walks = traits.keywords.walks().filter(|kind| !creature.deeds.walked.contains(kind)).collect();
        let left = self.allowance(creature, &traits).saturating_sub(creature.deeds.used);
        let home_type = self.home_type(creature, &traits);
        Some(Walker { name, traits, left, walks, home_type })
    }

    /// May these creatures of one player be together on a land (R23)?
    pub(crate) fn may_share(&self, names: impl IntoIterator<Item = CreatureName>) -> bool {
        let loners = names.into_iter().filter(|name| !self.traits(*name).is_some_and(|it| it.has(Keyword::Banding)));
        loners.count() <= 1
    }

    /// True if one of these has banding.
    pub(crate) fn has_bander(&self, names: &[CreatureName]) -> bool {
        names.iter().any(|name| self.traits(*name).is_some_and(|it| it.has(Keyword::Banding)))
    }

    /// Refuses a group that may not move: names, whose they are, then the rest in the order of N9.
    fn check_group(&self, by: Seat, group: &[CreatureName]) -> Result<LandNumber, Illegal> {
        for name in group {
            let Some(creature) = self.creatures.get(name) else {
                return refuse("no-such-creature", format!("There is no creature {name} in play."));
            };
            if creature.seat != by {
                return refuse("not-yours", format!("{name} {} is not yours.", self.called(Thing::Creature(*name))));
            }
        }
        for name in group {
            self.check_mover(*name)?;
        }
        let lands: Vec<LandNumber> = group.iter().filter_map(|name| self.creatures.get(name)?.land()).collect();
        let Some(first) = lands.first() else {
            return refuse("no-such-creature", "Name the creature that moves, for example: move c1: 2.");
        };
        if lands.iter().any(|land| land != first) {
            return refuse("no-band", "A band moves from one land; these creatures stand on different lands.");
        }
        if group.len() > 1 && !self.may_share(group.iter().copied()) {
            let why = "At most one creature of a band has no banding; move the others by steps of their own.";
            return refuse("no-band", why);
        }
        Ok(*first)
    }

    fn check_mover(&self, name: CreatureName) -> Result<(), Illegal> {
        let (Some(creature), Some(traits)) = (self.creatures.get(&name), self.traits(name)) else { return Ok(()) };
        let called = self.called(Thing::Creature(name));
        if creature.fresh && !traits.has(Keyword::Haste) {
            return refuse(
                "came-this-turn",
                format!("{name} {called} came this turn; it moves from your next turn on."),
            );
        }
        if creature.deeds.was_blocked {
            return refuse("was-blocked", format!("{name} {called} was blocked and moves no more this turn."));
        }
        if self.allowance(creature, &traits) == 0 {
            let why = if traits.stands_still() { "is a wall and does not move" } else { "cannot move now" };
            return refuse("cannot-move", format!("{name} {called} {why}."));
        }
        Ok(())
    }

    /// Checks a move as if no creature blocked, in the order of N9; returns the land where the group stands.
    pub(crate) fn check_move(&self, by: Seat, way: &Move) -> Result<LandNumber, Illegal> {
        let from = self.check_group(by, &way.group)?;
        let mut walkers: Vec<Walker> = way.group.iter().filter_map(|name| self.walker(*name)).collect();
        let mut at = from;
        for leg in &way.legs {
            self.check_leg(&mut walkers, at, *leg)?;
            at = leg.land;
            if !self.enemies_on(at, by).is_empty()
                && let Some(walker) = walkers.iter().find(|walker| !self.can_attack(walker.name))
            {
                let name = walker.name;
                let why = format!("{name} cannot attack, so it may not enter land {at}, where an enemy creature is.");
                return refuse("cannot-attack", why);
            }
        }
        self.check_room(by, &way.group, at)?;
        Ok(from)
    }

    fn check_leg(&self, walkers: &mut [Walker], at: LandNumber, leg: Leg) -> Result<(), Illegal> {
        let to = leg.land;
        let Some(land) = self.land(to) else {
            let why = format!("There is no land {to}; the lands are 1 to {}.", self.lands.len());
            return refuse("no-such-land", why);
        };
        if land.hole {
            return refuse("hole", format!("Land {to} is a hole; nothing enters it."));
        }
        if !self.board().touch(at, to) {
            let near: Vec<String> = self.board().neighbours(at).iter().map(ToString::to_string).collect();
            return refuse("not-adjacent", format!("Land {to} does not touch {at}; {} do.", near.join(", ")));
        }
        let Some(kind) = self.kind_of(to) else { return Ok(()) };
        let more = self.entering_more(to);
        for walker in walkers {
            let name = walker.name;
            if leg.walk != Walk::Plain {
                if !walker.traits.has(Keyword::Walk(kind)) {
                    let why = format!("{name} has no {}walk, so it enters land {to} at its cost.", kind.word());
                    return refuse("no-landwalk", why);
                }
                let Some(unused) = walker.walks.iter().position(|walk| *walk == kind) else {
                    let why =
                        format!("{name} has used its {}walk this turn; enter land {to} at its cost.", kind.word());
                    return refuse("walk-used", why);
                };
                walker.walks.remove(unused);
            }
            let cost = if leg.walk == Walk::Free { 0 } else { walker.cost(kind, more) };
            let Some(left) = walker.left.checked_sub(cost) else {
                let why = format!("Entering land {to} costs {name} {cost}; it has {} left.", walker.left);
                return refuse("too-far", why);
            };
            walker.left = left;
        }
        Ok(())
    }

    /// Checks that there is room for the group at the end of its way (R34).
    fn check_room(&self, by: Seat, group: &[CreatureName], at: LandNumber) -> Result<(), Illegal> {
        let there = self.friends_on(at, by).into_iter().filter(|name| !group.contains(name));
        let all: Vec<CreatureName> = there.chain(group.iter().copied()).collect();
        self.room_among(&all, at)
    }

    /// Refuses creatures of one player that may not share a land (R23).
    pub(crate) fn room_among(&self, all: &[CreatureName], at: LandNumber) -> Result<(), Illegal> {
        if self.may_share(all.iter().copied()) {
            return Ok(());
        }
        let list: Vec<String> = all.iter().map(ToString::to_string).collect();
        if self.has_bander(all) {
            let why = format!("At most one creature without banding stands on land {at}; {} would.", list.join(", "));
            return refuse("too-many-nonbanders", why);
        }
        refuse("occupied", format!("Your own creature stands on land {at}, and without banding none joins it."))
    }
}

impl World<'_> {
    /// Carries out a `move`. On a view no creature blocks (P23).
    pub(crate) fn step_move(&mut self, by: Seat, way: &Move) -> Result<(), Illegal> {
        let from = self.table.check_move(by, way)?;
        if let Some(turn) = self.table.turn_mut() {
            turn.phase = Phase::Movement;
        }
        let group = self.table.pieces(&way.group);
        let mut entered: Vec<Entry> = Vec::new();
        // Who moves on from enemies that were not asked, in a land entered this turn, passes them now (R37).
        let unasked = way.group.iter().any(|name| self.table.creatures.get(name).is_some_and(|it| it.deeds.unasked));
        let mut passed = if unasked { self.passage(by, &way.group, from) } else { Passed::Free };
        let mut at = from;
        for (number, leg) in way.legs.iter().enumerate() {
            if passed != Passed::Free {
                break;
            }
            self.enter_land(&way.group, at, *leg);
            at = leg.land;
            entered.push(Entry::from(*leg));
            let passes = number + 1 < way.legs.len() && leg.walk != Walk::Evade;
            if passes {
                passed = self.passage(by, &way.group, at);
            } else if leg.walk != Walk::Evade {
                // The path ends here, and no player is asked.
                self.mark_unasked(by, &way.group, at);
            }
        }
        if !entered.is_empty() {
            self.note(Event::Moved { seat: by, group: group.clone(), from, legs: entered.clone() });
        }
        match passed {
            Passed::Free => {}
            Passed::Blocked(blockers) => {
                self.stop_group(&way.group, &blockers);
                let by = self.table.pieces(&blockers);
                self.note(Event::Blocked { group, land: at, by });
            }
            Passed::Asks => {
                let legs = way.legs.get(entered.len()..).map(<[Leg]>::to_vec).unwrap_or_default();
                self.interrupted = Some(Move { group: way.group.clone(), legs });
                self.open_passage(by, &way.group, at);
            }
        }
        Ok(())
    }

    /// The group enters a land, each member paying for itself (R39).
    fn enter_land(&mut self, group: &[CreatureName], from: LandNumber, leg: Leg) {
        let Some(kind) = self.table.kind_of(leg.land) else { return };
        let more = self.table.entering_more(leg.land);
        for name in group {
            let cost = self.table.walker(*name).map_or(0, |walker| walker.cost(kind, more));
            let Some(creature) = self.table.creatures.get_mut(name) else { continue };
            let deeds = &mut creature.deeds;
            deeds.used = deeds.used.saturating_add(if leg.walk == Walk::Free { 0 } else { cost });
            if leg.walk != Walk::Plain {
                deeds.walked.insert(kind);
            }
            deeds.began = deeds.began.or(Some(from));
            deeds.home = Some(from);
            deeds.unasked = false;
            creature.place = Place::Land(leg.land);
        }
    }

    fn mark_unasked(&mut self, by: Seat, group: &[CreatureName], at: LandNumber) {
        let enemies = !self.table.enemies_on(at, by).is_empty();
        for name in group {
            if let Some(creature) = self.table.creatures.get_mut(name) {
                creature.deeds.unasked = enemies;
            }
        }
    }

    /// The group was blocked: it ends its way here (R37).
    pub(crate) fn stop_group(&mut self, group: &[CreatureName], blockers: &[CreatureName]) {
        for name in group {
            if let Some(creature) = self.table.creatures.get_mut(name) {
                creature.deeds.was_blocked = true;
            }
        }
        for name in blockers {
            if let Some(creature) = self.table.creatures.get_mut(name) {
                creature.deeds.has_blocked = true;
            }
        }
        group.iter().for_each(|name| self.happened(Happened::IsBlocked(*name)));
        blockers.iter().for_each(|name| self.happened(Happened::Blocks(*name)));
    }
}
