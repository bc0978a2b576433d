//! Damage in a battle: who deals how much to whom (R44-R46, P15).

use crate::magic::cards::keyword::Keyword;
use crate::magic::notation::CreatureName;
use crate::magic::state::Table;
use crate::magic::values::traits::Traits;
use crate::seat::Seat;

/// A creature in a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fighter {
    pub(crate) name: CreatureName,
    pub(crate) attacks: bool,
    pub(crate) traits: Traits,
    /// The damage on it already.
    pub(crate) damage: u16,
}

impl Fighter {
    /// The damage that kills it, at least 1.
    fn need(&self) -> u32 {
        let left = self.traits.toughness - i32::from(self.damage);
        u32::try_from(left).unwrap_or(0).max(1)
    }

    fn has_banding(&self) -> bool {
        self.traits.has(Keyword::Banding)
    }
}

/// The two passes of damage (R46).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    /// First strike.
    First,
    /// All others.
    Second,
}

/// Damage dealt to one creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blow {
    pub(crate) from: CreatureName,
    pub(crate) to: CreatureName,
    pub(crate) amount: u16,
}

/// A preset division: by this seat, of this creature's damage; `None` if there is none.
pub(crate) type Presets<'a> = &'a dyn Fn(Seat, CreatureName) -> Option<Vec<(CreatureName, u16)>>;

/// The blows of one pass, protection not yet counted.
pub(crate) fn blows(fighters: &[Fighter], pass: Pass, presets: Presets<'_>) -> Vec<Blow> {
    let mut blows = Vec::new();
    for dealer in fighters {
        let strikes_first = dealer.traits.has(Keyword::FirstStrike);
        let power = dealer.traits.damage();
        let opponents: Vec<&Fighter> = fighters.iter().filter(|other| other.attacks != dealer.attacks).collect();
        if strikes_first != (pass == Pass::First) || power == 0 || opponents.is_empty() {
            continue;
        }
        // A side with a bander divides the damage that it is dealt; of several the lowest number counts (R45).
        let bander = opponents.iter().filter(|other| other.has_banding()).min_by_key(|other| other.name);
        let right = bander.map_or(dealer.traits.seat, |bander| bander.traits.seat);
        let preset = presets(right, dealer.name).filter(|shares| is_possible(shares, power, &opponents));
        let shares = preset.unwrap_or_else(|| match bander {
            Some(_) => sacrifice(power, &opponents),
            None => best_kills(power, &opponents),
        });
        blows.extend(shares.into_iter().map(|(to, amount)| Blow { from: dealer.name, to, amount }));
    }
    blows.retain(|blow| blow.amount > 0);
    blows
}

/// True if a division names opposing creatures only and its sum is the power (P15).
fn is_possible(shares: &[(CreatureName, u16)], power: u16, opponents: &[&Fighter]) -> bool {
    let sum: u32 = shares.iter().map(|(_, amount)| u32::from(*amount)).sum();
    let all_there = shares.iter().all(|(to, _)| opponents.iter().any(|other| other.name == *to));
    sum == u32::from(power) && all_there
}

/// `auto` of a side that is hit: all on its least creature (P15).
fn sacrifice(power: u16, own: &[&Fighter]) -> Vec<(CreatureName, u16)> {
    let least = own.iter().min_by_key(|it| (it.traits.value, it.traits.power, !it.has_banding(), it.name));
    least.map(|least| (least.name, power)).into_iter().collect()
}

/// A set of creatures that can be killed: its mana values, its powers, and its names as bits, the lowest highest.
type Worth = (u32, i64, u128);

/// `auto`: of all sets of creatures that the damage can kill, the one with the highest sum of mana values, then of power, then
/// the lowest numbers. Each gets what kills it, the highest number of all gets the rest (P15).
fn best_kills(power: u16, opponents: &[&Fighter]) -> Vec<(CreatureName, u16)> {
    let max = usize::from(power).min(opponents.iter().map(|it| it.need() as usize).sum());
    // The best set for each sum of damage.
    let mut best: Vec<Worth> = vec![(0, 0, 0); max + 1];
    for other in opponents {
        let need = other.need() as usize;
        for spent in (need..=max).rev() {
            let Some(&(value, strength, names)) = best.get(spent - need) else { continue };
            let with = (
                value + u32::from(other.traits.value),
                strength + i64::from(other.traits.power),
                names | bit(other.name),
            );
            if let Some(now) = best.get_mut(spent)
                && with > *now
            {
                *now = with;
            }
        }
    }
    let names = best.last().map_or(0, |best| best.2);
    let killed = opponents.iter().filter(|it| names & bit(it.name) != 0);
    let mut shares: Vec<(CreatureName, u16)> =
        killed.map(|it| (it.name, u16::try_from(it.need()).unwrap_or(u16::MAX))).collect();
    let spent = shares.iter().fold(0u16, |sum, (_, amount)| sum.saturating_add(*amount));
    let rest = power.saturating_sub(spent);
    if let Some(last) = opponents.iter().map(|it| it.name).max()
        && rest > 0
    {
        match shares.iter_mut().find(|(to, _)| *to == last) {
            Some((_, amount)) => *amount = amount.saturating_add(rest),
            None => shares.push((last, rest)),
        }
    }
    shares
}

/// The bit of a name: the lower the name, the higher the bit. Names go up to 99.
fn bit(name: CreatureName) -> u128 {
    1u128.checked_shl(127 - u32::from(name.0.min(127))).unwrap_or(0)
}

impl Table {
    /// Damage of any kind to a creature, after protection: what is prevented is taken off (R69). Returns how much is dealt.
    pub(crate) fn deal(&mut self, to: CreatureName, amount: u16) -> u16 {
        let Some(creature) = self.creatures.get_mut(&to) else { return 0 };
        let prevented = amount.min(creature.deeds.prevented);
        creature.deeds.prevented -= prevented;
        let dealt = amount - prevented;
        creature.damage = creature.damage.saturating_add(dealt);
        creature.deeds.damaged |= dealt > 0;
        dealt
    }

    /// The creature as it fights.
    pub(crate) fn fighter(&self, name: CreatureName, attacks: bool) -> Option<Fighter> {
        let (creature, traits) = (self.creatures.get(&name)?, self.traits(name)?);
        Some(Fighter { name, attacks, traits, damage: creature.damage })
    }

    /// Those who would die in a battle of these alone, on public figures, without shields and presets (P13).
    pub(crate) fn duel(&self, attackers: &[CreatureName], defenders: &[CreatureName]) -> Vec<CreatureName> {
        let side = |names: &[CreatureName], attacks: bool| -> Vec<Fighter> {
            names.iter().filter_map(|name| self.fighter(*name, attacks)).collect()
        };
        let mut fighters = side(attackers, true);
        fighters.extend(side(defenders, false));
        let mut dead = Vec::new();
        for pass in [Pass::First, Pass::Second] {
            for blow in blows(&fighters, pass, &|_, _| None) {
                land_blow(&mut fighters, blow);
            }
            fighters.retain(|it| {
                let lives = i32::from(it.damage) < it.traits.toughness;
                if !lives {
                    dead.push(it.name);
                }
                lives
            });
        }
        dead
    }
}

/// Deals a blow, unless its target is protected from it (R66).
fn land_blow(fighters: &mut [Fighter], blow: Blow) {
    let dealer = fighters.iter().find(|it| it.name == blow.from).map(|it| it.traits.clone());
    let target = fighters.iter_mut().find(|it| it.name == blow.to);
    if let (Some(dealer), Some(target)) = (dealer, target)
        && !target.traits.is_protected_from(dealer.nature())
    {
        target.damage = target.damage.saturating_add(blow.amount);
    }
}
