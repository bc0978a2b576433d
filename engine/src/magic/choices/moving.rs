//! Continuations of `move`.

use super::{Foreseen, Next};
use crate::magic::cards::keyword::Keyword;
use crate::magic::notation::{CreatureName, LandNumber, Leg, Move, Step, Thing, Walk};
use crate::magic::state::Permanent;

/// The most groups that are offered: a land full of banders has more than are of use.
const MAX_GROUPS: usize = 200;
/// The most legs of a way that is looked for: points and landwalks are used up before.
const LONGEST_WAY: usize = 12;

impl Foreseen {
    pub(super) fn moves(&self, piece: &str) -> Vec<Next> {
        if piece == "move" {
            return self.groups().into_iter().map(|group| self.group_choice(&group)).collect();
        }
        let Some((group, legs)) = piece.split_once(':') else { return Vec::new() };
        let way = if legs.trim().is_empty() {
            format!("{group}: 1").parse::<Step>().ok().and_then(move_of).map(|way| Move { legs: Vec::new(), ..way })
        } else {
            piece.parse::<Step>().ok().and_then(move_of)
        };
        way.map(|way| self.legs(&way)).unwrap_or_default()
    }

    fn group_choice(&self, group: &[CreatureName]) -> Next {
        let table = &self.world.table;
        let land = group.first().and_then(|name| table.creatures.get(name)).and_then(Permanent::land);
        let names: Vec<String> =
            group.iter().map(|name| format!("{name} {}", table.called(Thing::Creature(*name)))).collect();
        let text: Vec<String> = group.iter().map(ToString::to_string).collect();
        Next::new(format!("move {}:", text.join("+")), format!("Move {}.", names.join(" and ")), false).at(land)
    }

    /// The creatures and bands that can move.
    pub(in crate::magic) fn groups(&self) -> Vec<Vec<CreatureName>> {
        let own: Vec<CreatureName> = self.own_creatures().collect();
        let mut open: Vec<Vec<CreatureName>> = own.iter().rev().map(|name| vec![*name]).collect();
        let mut groups = Vec::new();
        while let Some(group) = open.pop() {
            if groups.len() == MAX_GROUPS {
                break;
            }
            let last = group.last().copied();
            let joins = own.iter().rev().filter(|name| Some(**name) > last && self.may_join(&group, **name));
            open.extend(joins.map(|name| group.iter().copied().chain([*name]).collect()));
            if self.can_go_on(&Move { group: group.clone(), legs: Vec::new() }) {
                groups.push(group);
            }
        }
        groups
    }

    pub(in crate::magic) fn own_creatures(&self) -> impl Iterator<Item = CreatureName> {
        let own = self.world.table.creatures.iter().filter(|(_, creature)| creature.seat == self.you);
        own.map(|(name, _)| *name)
    }

    fn may_join(&self, group: &[CreatureName], name: CreatureName) -> bool {
        let land = |name: CreatureName| self.world.table.creatures.get(&name).and_then(Permanent::land);
        let together = group.iter().all(|other| land(*other) == land(name));
        together && self.world.table.may_share(group.iter().copied().chain([name]))
    }

    /// The lands that the group can enter next, with each way to enter them.
    fn legs(&self, way: &Move) -> Vec<Next> {
        let mut next = Vec::new();
        for leg in self.possible_legs(way) {
            let mut longer = way.clone();
            longer.legs.push(leg);
            let complete = self.is_legal(&longer);
            if complete || self.can_go_on(&longer) {
                let words = match leg.walk {
                    Walk::Plain => format!("To land {}.", leg.land),
                    Walk::Free => format!("To land {} by landwalk, at no cost.", leg.land),
                    Walk::Evade => format!("To land {} by landwalk, not to be blocked there.", leg.land),
                };
                next.push(Next::new(longer.to_string(), words, complete).at(Some(leg.land)));
            }
        }
        next
    }

    pub(in crate::magic) fn possible_legs(&self, way: &Move) -> Vec<Leg> {
        let table = &self.world.table;
        let start = way.group.first().and_then(|name| table.creatures.get(name)).and_then(Permanent::land);
        let Some(at) = way.legs.last().map(|leg| leg.land).or(start) else { return Vec::new() };
        let walks = |land: LandNumber| {
            let kind = table.kind_of(land);
            let walks = |name: &CreatureName| {
                table.traits(*name).is_some_and(|it| kind.is_some_and(|kind| it.has(Keyword::Walk(kind))))
            };
            let all = way.group.iter().all(walks);
            [Walk::Plain, Walk::Free, Walk::Evade].into_iter().filter(move |walk| *walk == Walk::Plain || all)
        };
        let near = table.board().neighbours(at).iter().filter(|land| table.kind_of(**land).is_some());
        near.flat_map(|land| walks(*land).map(|walk| Leg { land: *land, walk })).collect()
    }

    pub(in crate::magic) fn is_legal(&self, way: &Move) -> bool {
        !way.legs.is_empty() && self.world.table.check_move(self.you, way).is_ok()
    }

    /// True if the way can go on to one that is legal.
    pub(in crate::magic) fn can_go_on(&self, way: &Move) -> bool {
        if way.legs.len() >= LONGEST_WAY {
            return false;
        }
        self.possible_legs(way).into_iter().any(|leg| {
            let mut longer = way.clone();
            longer.legs.push(leg);
            match self.world.table.check_move(self.you, &longer) {
                Ok(_) => true,
                // Only the room at the end is wanting, so it may be passed.
                Err(why) if matches!(why.code, "occupied" | "too-many-nonbanders") => self.can_go_on(&longer),
                Err(_) => false,
            }
        })
    }
}

fn move_of(step: Step) -> Option<Move> {
    match step {
        Step::Move(way) => Some(way),
        Step::Act(_) | Step::Choose(_) | Step::Divide(_) | Step::Retreat(_) | Step::Trick { .. } | Step::Discard(_) => {
            None
        }
    }
}
