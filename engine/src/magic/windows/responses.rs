//! Responses that a player has ordered: `when .. do ..` (P16), and tricks for the battle (P4).

use crate::magic::cards::CardKind;
use crate::magic::chairs::is_named;
use crate::magic::notation::{Act, CastKind, CreatureName, StackName, Step, Target, Thing, TrickWhen, When, WhenEvent};
use crate::magic::state::{Battle, Table, World};
use crate::seat::Seat;

impl CastKind {
    fn fits(self, kind: CardKind) -> bool {
        match self {
            CastKind::Creature => kind.is_creature(),
            CastKind::Artifact => kind.is_artifact(),
            CastKind::Enchantment => kind.is_enchantment(),
            CastKind::Aura => kind == CardKind::Aura,
            CastKind::Instant => kind == CardKind::Instant,
            CastKind::Sorcery => kind == CardKind::Sorcery,
        }
    }
}

impl Act {
    /// The act with this target, if it names none.
    fn aimed_at(&self, target: &Target) -> Act {
        let mut act = self.clone();
        let tail = match &mut act {
            Act::Cast(cast) => &mut cast.tail,
            Act::Use(used) => &mut used.tail,
        };
        if tail.on.is_empty() {
            tail.on.push(target.clone());
        }
        act
    }
}

impl Table {
    /// True if a player's cast sets off the response.
    fn sets_off(&self, name: StackName, when: &When) -> bool {
        let Some(object) = self.object(name) else { return false };
        let WhenEvent::Casts { kind, least } = when.event else { return false };
        let Some(card) = self.cards.get(object.card.as_str()) else { return false };
        let value = card.mana_value().saturating_add(object.x.unwrap_or(0));
        is_named(&when.who, object.seat)
            && kind.is_none_or(|kind| kind.fits(card.kind))
            && least.is_none_or(|least| value >= least)
    }

    /// The lowest creature of that player that faces this one, or any of the owner's.
    fn facing(&self, owner: Seat, when: &When) -> Option<CreatureName> {
        let WhenEvent::Attacks { creature } = when.event else { return None };
        let of = |name: CreatureName| self.controller(Thing::Creature(name));
        let is_mine =
            |name: &CreatureName| of(*name) == Some(owner) && creature.is_none_or(|creature| creature == *name);
        let is_theirs =
            |name: &&CreatureName| of(**name).is_some_and(|seat| seat != owner && is_named(&when.who, seat));
        let sides = self
            .battles
            .iter()
            .flat_map(|battle| [(&battle.attackers, &battle.defenders), (&battle.defenders, &battle.attackers)]);
        let faced = sides.filter(|(own, _)| own.iter().any(is_mine)).flat_map(|(_, others)| others);
        faced.filter(is_theirs).min().copied()
    }

    /// The battle of a target.
    fn battle_of(&self, target: &Target) -> Option<&Battle> {
        self.battles.iter().find(|battle| match target {
            Target::Thing(Thing::Creature(name)) => battle.attackers.contains(name) || battle.defenders.contains(name),
            Target::Land(land) => battle.land == *land,
            Target::Thing(Thing::Permanent(_)) | Target::Stack(_) | Target::Player(_) | Target::Grave(..) => false,
        })
    }
}

impl World<'_> {
    /// Conditional responses to what was cast, in turn order, each seat's by number, until nothing more is cast (P16).
    pub(crate) fn respond_to_casts(&mut self) {
        if !self.is_real() {
            return self.fresh_casts.clear();
        }
        while !self.fresh_casts.is_empty() && !self.is_over() {
            let cast = self.fresh_casts.remove(0);
            for seat in self.table.in_turn_order() {
                for (number, when) in self.whens(seat) {
                    if self.table.sets_off(cast, &when) {
                        self.respond(seat, number, &when, &Target::Stack(cast));
                    }
                }
            }
        }
    }

    /// Conditional responses to battles, as their window opens (P16).
    pub(crate) fn respond_to_attacks(&mut self) {
        if !self.is_real() {
            return;
        }
        for seat in self.table.in_turn_order() {
            for (number, when) in self.whens(seat) {
                if let Some(enemy) = self.table.facing(seat, &when) {
                    self.respond(seat, number, &when, &Target::Thing(Thing::Creature(enemy)));
                }
            }
        }
        self.respond_to_casts();
    }

    fn whens(&self, seat: Seat) -> Vec<(u16, When)> {
        let own = self.hidden.own(seat);
        own.map(|own| own.orders.when.iter().map(|(number, when)| (*number, when.clone())).collect())
            .unwrap_or_default()
    }

    /// One response: it is skipped if it is illegal, and spent when used, if it does not stay.
    fn respond(&mut self, seat: Seat, number: u16, when: &When, cause: &Target) {
        let is_done = self.act(seat, &when.act).is_ok() || self.act(seat, &when.act.aimed_at(cause)).is_ok();
        if is_done
            && !when.always
            && let Some(own) = self.own_mut(seat)
        {
            own.orders.when.remove(&number);
        }
    }

    /// The tricks of the active player whose condition holds; each is spent (P4).
    pub(crate) fn play_tricks(&mut self) {
        let Some(active) = self.table.active().filter(|_| self.is_real() && !self.table.battles.is_empty()) else {
            return;
        };
        while let Some(act) = self.next_trick(active) {
            // What is illegal now is skipped.
            drop(self.act(active, &act));
            self.respond_to_casts();
        }
    }

    /// Takes the next trick whose condition holds out of the presets.
    fn next_trick(&mut self, active: Seat) -> Option<Act> {
        let presets = self.hidden.own(active)?.presets.clone();
        let holds = |preset: &Step| match preset {
            Step::Trick { when, act } => self.holds_for_trick(active, *when, act),
            Step::Act(_) | Step::Move(_) | Step::Choose(_) | Step::Divide(_) | Step::Retreat(_) | Step::Discard(_) => {
                false
            }
        };
        let at = presets.iter().position(holds)?;
        let taken = self.own_mut(active)?.presets.remove(at);
        if let Step::Trick { act, .. } = taken { Some(act) } else { None }
    }

    fn holds_for_trick(&self, seat: Seat, when: TrickWhen, act: &Act) -> bool {
        let battle = act.tail().on.first().and_then(|target| self.table.battle_of(target));
        match (when, battle) {
            (TrickWhen::Always, _) => true,
            (TrickWhen::Attacked | TrickWhen::Losing | TrickWhen::Winning, None) => false,
            (TrickWhen::Attacked, Some(battle)) => {
                let there = |target: &Target| match target {
                    Target::Thing(Thing::Creature(name)) => {
                        self.table.is_of(seat, target)
                            && (battle.attackers.contains(name) || battle.defenders.contains(name))
                    }
                    Target::Land(land) => *land == battle.land,
                    Target::Thing(Thing::Permanent(_)) | Target::Stack(_) | Target::Player(_) | Target::Grave(..) => {
                        false
                    }
                };
                self.table.stack.iter().any(|object| object.seat != seat && object.on.iter().any(there))
            }
            (TrickWhen::Losing, Some(battle)) => self.loses(seat, battle),
            (TrickWhen::Winning, Some(battle)) => !self.loses(seat, battle),
        }
    }

    /// True if, as the board and the presets are, a creature of the active player in this battle would die, or the land would not
    /// be his.
    fn loses(&self, seat: Seat, battle: &Battle) -> bool {
        let mut world = self.fork();
        world.table.battles.retain(|other| other.land == battle.land);
        world.fight(seat);
        world.conquer(seat);
        let dies = battle.attackers.iter().any(|name| world.table.controller(Thing::Creature(*name)) != Some(seat));
        dies || world.table.land(battle.land).is_none_or(|land| land.seat != Some(seat))
    }
}
