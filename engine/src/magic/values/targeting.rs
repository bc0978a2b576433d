//! Targets: which an act names, and whether they are legal (C8, R62, R66).

use std::collections::VecDeque;

use super::speaker::Speaker;
use super::traits::Nature;
use crate::game::Illegal;
use crate::magic::cards::effect::Verb;
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::{Adjective, Noun};
use crate::magic::cards::targets::Target as Slot;
use crate::magic::notation::{LandNumber, Target, Thing};
use crate::magic::state::{Fate, Table, refuse};

/// What names targets: a spell or ability with its controller.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Aim<'a> {
    /// The controller, the source of an ability, and nothing that was named before.
    pub(crate) speaker: Speaker,
    /// The qualities of the spell, or of the source.
    pub(crate) nature: Nature,
    /// What the text targets, in its order.
    pub(crate) slots: Vec<Slot<'a>>,
    /// X.
    pub(crate) x: u16,
}

/// The targets of an object: for each `target` of its text those that were named for it.
pub(crate) type Aimed = VecDeque<Vec<Target>>;

impl Slot<'_> {
    /// The least and the most targets of this `target`.
    pub(crate) fn bounds(self, x: u16) -> (usize, usize) {
        match self {
            Slot::One(_) | Slot::CreatureOrPlayer | Slot::Player => (1, 1),
            Slot::UpTo(amount, _) => (0, usize::from(amount.number(x))),
            Slot::Divided(amount, _) => (usize::from(amount.number(x)), usize::from(amount.number(x))),
        }
    }

    /// True if one target may be named several times (C28).
    pub(crate) const fn is_repeated(self) -> bool {
        matches!(self, Slot::Divided(..))
    }

    /// What it asks for, in words.
    pub(crate) fn words(self) -> String {
        match self {
            Slot::One(noun) | Slot::UpTo(_, noun) | Slot::Divided(_, noun) => noun.to_string(),
            Slot::CreatureOrPlayer => "creature or player".to_owned(),
            Slot::Player => "player".to_owned(),
        }
    }
}

impl Table {
    /// Assigns the targets of an act to those that its text asks for, in their order (C8).
    ///
    /// # Errors
    /// `wrong-number-of-targets`, `illegal-target`, or the name of what is not there.
    pub(crate) fn aimed(&self, aim: &Aim<'_>, on: &[Target]) -> Result<Aimed, Illegal> {
        let bounds: Vec<(usize, usize)> = aim.slots.iter().map(|slot| slot.bounds(aim.x)).collect();
        let least: usize = bounds.iter().map(|(least, _)| least).sum();
        let max = bounds.iter().fold(0usize, |sum, (_, max)| sum.saturating_add(*max));
        if on.len() < least || on.len() > max {
            let wanted: Vec<String> = aim.slots.iter().map(|slot| format!("target {}", slot.words())).collect();
            let why = match wanted.as_slice() {
                [] => "It has no target; leave out `on`.".to_owned(),
                _ if least == max => format!("It has {least} targets ({}), not {}.", wanted.join(", "), on.len()),
                _ => format!("It has {least} to {max} targets ({}), not {}.", wanted.join(", "), on.len()),
            };
            return refuse("wrong-number-of-targets", why);
        }
        self.assign(aim, 0, on, &Aimed::new())
    }

    /// Assigns the rest of the targets to the slots from this one on: the longest lists first.
    fn assign(&self, aim: &Aim<'_>, slot: usize, rest: &[Target], before: &Aimed) -> Result<Aimed, Illegal> {
        let Some(wanted) = aim.slots.get(slot) else {
            return if rest.is_empty() {
                Ok(before.clone())
            } else {
                refuse("wrong-number-of-targets", "Too many targets.")
            };
        };
        let (least, max) = wanted.bounds(aim.x);
        let mut first: Option<Illegal> = None;
        for number in (least..=max.min(rest.len())).rev() {
            let (Some(own), Some(others)) = (rest.get(..number), rest.get(number..)) else { continue };
            let mut aimed = before.clone();
            aimed.push_back(own.to_vec());
            let done =
                self.check_slot(aim, *wanted, own, before).and_then(|()| self.assign(aim, slot + 1, others, &aimed));
            match done {
                Ok(aimed) => return Ok(aimed),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or_else(|| Illegal::new("wrong-number-of-targets", "Too few targets.")))
    }

    fn check_slot(&self, aim: &Aim<'_>, slot: Slot<'_>, own: &[Target], before: &Aimed) -> Result<(), Illegal> {
        for (at, target) in own.iter().enumerate() {
            if !slot.is_repeated() && own.iter().skip(at + 1).any(|other| other == target) {
                return refuse("illegal-target", format!("{target} is named twice."));
            }
            self.check_target(aim, slot, target)?;
            let is_another = match slot {
                Slot::One(noun) | Slot::UpTo(_, noun) | Slot::Divided(_, noun) => asks_for_another(noun),
                Slot::CreatureOrPlayer | Slot::Player => false,
            };
            if is_another && before.iter().flatten().any(|other| other == target) {
                return refuse("illegal-target", format!("{target} is a target already; name another one."));
            }
        }
        Ok(())
    }

    /// Checks one target (R62, R66).
    pub(crate) fn check_target(&self, aim: &Aim<'_>, slot: Slot<'_>, target: &Target) -> Result<(), Illegal> {
        self.check_presence(target)?;
        let fits = match (slot, target) {
            (Slot::Player | Slot::CreatureOrPlayer, Target::Player(_))
            | (Slot::CreatureOrPlayer, Target::Thing(Thing::Creature(_))) => true,
            (Slot::One(noun) | Slot::UpTo(_, noun) | Slot::Divided(_, noun), target) => {
                self.fits(noun, target, &aim.speaker, aim.x)
            }
            (
                Slot::Player | Slot::CreatureOrPlayer,
                Target::Thing(_) | Target::Stack(_) | Target::Grave(..) | Target::Land(_),
            ) => false,
        };
        if !fits {
            return refuse("illegal-target", format!("{target} is no {}.", slot.words()));
        }
        if let Target::Land(number) = target {
            return self.check_land_target(aim, *number);
        }
        let Target::Thing(name) = target else { return Ok(()) };
        let Some(traits) = self.traits_of(*name) else { return Ok(()) };
        if traits.has(Keyword::Shroud) {
            return refuse("illegal-target", format!("{target} has shroud and cannot be a target."));
        }
        if traits.seat != aim.speaker.you && traits.cannot(&Verb::BeTargetedByOpponents) {
            return refuse("illegal-target", format!("{target} cannot be targeted by opponents."));
        }
        if traits.is_protected_from(aim.nature) {
            return refuse("illegal-target", format!("{target} is protected from it."));
        }
        Ok(())
    }

    fn check_land_target(&self, aim: &Aim<'_>, number: LandNumber) -> Result<(), Illegal> {
        if self.land_has(number, Keyword::Shroud) {
            return refuse("illegal-target", format!("Land {number} has shroud and cannot be a target."));
        }
        let foreign = self.land(number).is_some_and(|land| land.seat != Some(aim.speaker.you));
        if foreign && self.land_cannot(number, &Verb::BeTargetedByOpponents) {
            return refuse("illegal-target", format!("Land {number} cannot be targeted by opponents."));
        }
        if aim.nature.qualities().any(|quality| self.land_has(number, Keyword::Protection(quality))) {
            return refuse("illegal-target", format!("Land {number} is protected from it."));
        }
        Ok(())
    }

    /// Refuses the name of what is not there.
    fn check_presence(&self, target: &Target) -> Result<(), Illegal> {
        let (is_there, code) = match target {
            Target::Thing(Thing::Creature(name)) => (self.creatures.contains_key(name), "no-such-creature"),
            Target::Thing(Thing::Permanent(name)) => (self.permanents.contains_key(name), "no-such-object"),
            Target::Stack(name) => (self.object(*name).is_some(), "no-such-object"),
            Target::Player(seat) => (self.side(*seat).is_some_and(|side| side.fate == Fate::In), "no-such-seat"),
            Target::Grave(seat, card) => {
                let side = self.side(*seat);
                (side.is_some_and(|side| side.grave.iter().any(|it| it.as_str() == card.as_str())), "no-such-object")
            }
            Target::Land(land) => (self.kind_of(*land).is_some(), "no-such-land"),
        };
        if is_there { Ok(()) } else { refuse(code, format!("There is no {target}.")) }
    }

    /// The targets that are still legal; `None` if there were some and none is (R62).
    pub(crate) fn still_aimed(&self, aim: &Aim<'_>, aimed: &Aimed) -> Option<Aimed> {
        let legal: Aimed = aim
            .slots
            .iter()
            .zip(aimed)
            .map(|(slot, own)| {
                own.iter().filter(|target| self.check_target(aim, *slot, target).is_ok()).cloned().collect()
            })
            .collect();
        let number = |aimed: &Aimed| aimed.iter().map(Vec::len).sum::<usize>();
        (number(aimed) == 0 || number(&legal) > 0).then_some(legal)
    }

    /// The qualities that a permanent has now.
    pub(crate) fn nature_of(&self, name: Thing) -> Nature {
        self.traits_of(name).map(|it| it.nature()).unwrap_or_default()
    }

    /// What could be named for this `target`, one by one.
    pub(crate) fn possible_targets(&self, aim: &Aim<'_>, slot: Slot<'_>) -> Vec<Target> {
        let mut all: Vec<Target> = match slot {
            Slot::One(noun) | Slot::UpTo(_, noun) | Slot::Divided(_, noun) => {
                self.all_fitting(noun, &aim.speaker, aim.x)
            }
            Slot::CreatureOrPlayer => {
                self.creatures.keys().map(|name| Target::Thing(Thing::Creature(*name))).chain(self.players()).collect()
            }
            Slot::Player => self.players().collect(),
        };
        all.retain(|target| self.check_target(aim, slot, target).is_ok());
        all
    }

    fn players(&self) -> impl Iterator<Item = Target> {
        self.seats_in().iter().map(Target::Player)
    }
}

/// True if the noun says `other`, which holds between the targets of one ability too (C8).
fn asks_for_another(noun: &Noun) -> bool {
    noun.adjectives.contains(&Adjective::Other)
}
