//! Casting cards (R19-R28, R62, R63).

use crate::game::Illegal;
use crate::magic::cards::ability::{Ability, Moment};
use crate::magic::cards::card::Card;
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::{CardId, CardKind};
use crate::magic::notation::{Cast, CreatureName, LandNumber, StackName};
use crate::magic::state::{Event, Happened, InHand, MAX_NAMES, Object, Phase, Table, World, refuse};
use crate::magic::values::speaker::Speaker;
use crate::seat::Seat;

impl Table {
    /// Refuses a site where a creature of this card cannot be summoned (R19, R20, R22, R23).
    pub(crate) fn check_site(&self, by: Seat, card: &Card, site: Option<LandNumber>) -> Result<(), Illegal> {
        if !card.kind.is_creature() {
            return match site {
                None => Ok(()),
                Some(_) => refuse("no-site", format!("{} is no creature and has no site; leave out `@`.", card.name)),
            };
        }
        let Some(site) = site else {
            return refuse("no-site", format!("Name the land where {} is summoned, for example: @7.", card.name));
        };
        let held = self.land(site).is_some_and(|land| !land.hole && land.seat == Some(by));
        let Some(kind) = self.kind_of(site).filter(|_| held) else {
            return refuse(
                "no-site",
                format!("You do not control land {site}; a creature is summoned on a land of yours."),
            );
        };
        if !card.colours().is_empty() && !card.colours().has(kind.colour()) {
            let kinds: Vec<&str> = card.colours().iter().map(|colour| colour.land().word()).collect();
            let why = format!("Land {site} is {}; {} is native in {}.", kind.word(), card.name, kinds.join(" and "));
            return refuse("not-native", why);
        }
        self.check_space(by, card, site)
    }

    /// Checks that there is room on the site (R19, R23).
    pub(crate) fn check_space(&self, by: Seat, card: &Card, site: LandNumber) -> Result<(), Illegal> {
        let there: Vec<CreatureName> = self.creatures_on(site).collect();
        if there.is_empty() {
            return Ok(());
        }
        let loner = |name: &CreatureName| !self.traits(*name).is_some_and(|it| it.has(Keyword::Banding));
        let loners = there.iter().filter(|name| loner(name)).count() + usize::from(!card.has(Keyword::Banding));
        let enemies = !self.enemies_on(site, by).is_empty();
        if !enemies && loners <= 1 {
            return Ok(());
        }
        let banding = card.has(Keyword::Banding) || self.has_bander(&there);
        if banding && !enemies {
            let why = format!("Of the creatures on land {site} at most one has no banding; choose another site.");
            return refuse("too-many-nonbanders", why);
        }
        refuse("occupied", format!("A creature stands on land {site}; choose another site."))
    }

    /// Refuses what is cast at the wrong time (R27): all but instants and creatures with flash only in one's own Summoning, with an empty stack.
    pub(crate) fn check_time(&self, by: Seat, card: &Card) -> Result<(), Illegal> {
        match card.kind {
            CardKind::Instant => {}
            // A creature with flash is cast like an instant (C26).
            CardKind::Creature { .. } if card.has(Keyword::Flash) => {}
            CardKind::Creature { .. }
            | CardKind::Artifact
            | CardKind::Enchantment
            | CardKind::Aura
            | CardKind::Sorcery => {
                if self.active() != Some(by) {
                    let why = format!("{} can be cast in your own Summoning only.", card.name);
                    return refuse("wrong-phase", why);
                }
                if self.phase() != Some(Phase::Summoning) {
                    let why = format!("{} can be cast in Summoning only, before your creatures move.", card.name);
                    return refuse("wrong-phase", why);
                }
                if !self.stack.is_empty() {
                    return refuse(
                        "wrong-phase",
                        format!("{} can be cast only while nothing is on the stack.", card.name),
                    );
                }
            }
        }
        let only =
            card.abilities.iter().filter_map(|ability| if let Ability::Only(it) = ability { Some(*it) } else { None });
        only.into_iter().try_for_each(|moment| self.check_moment(by, moment))
    }

    /// Refuses what is limited to another moment (C15).
    pub(crate) fn check_moment(&self, by: Seat, moment: Moment) -> Result<(), Illegal> {
        let own = self.active() == Some(by);
        let (holds, when) = match moment {
            Moment::YourSummoning => (own && self.phase() == Some(Phase::Summoning), "in your Summoning"),
            Moment::YourUpkeep => (own && self.phase() == Some(Phase::Upkeep), "in your upkeep"),
            Moment::YourTurn => (own, "in your turn"),
            Moment::Battle => (!self.battles.is_empty(), "in a battle"),
        };
        if holds { Ok(()) } else { refuse("wrong-phase", format!("This is possible only {when}.")) }
    }

    /// The lowest free name on the stack (N1).
    pub(crate) fn free_on_stack(&self) -> Result<StackName, Illegal> {
        let free = |name: &StackName| self.stack.iter().all(|object| object.name != *name);
        let name = (1..=MAX_NAMES).map(StackName).find(free);
        name.ok_or_else(|| {
            Illegal::new("stack-full", "There are 99 objects on the stack; nothing more can be cast or used.")
        })
    }
}

impl World<'_> {
    /// The card of this name in the hand.
    fn held_card(&self, by: Seat, cast: &Cast) -> Result<CardId, Illegal> {
        let held = self.hidden.own(by).and_then(|own| own.held(cast.card));
        let Some(InHand { card: Some(id), .. }) = held.cloned() else {
            return refuse("not-in-hand", format!("There is no card {} in your hand.", cast.card));
        };
        Ok(id)
    }

    /// Casts a card: it is put on the stack. A refusal changes nothing.
    pub(crate) fn cast(&mut self, by: Seat, cast: &Cast) -> Result<(), Illegal> {
        let id = self.held_card(by, cast)?;
        let cards = std::sync::Arc::clone(&self.table.cards);
        let Some(card) = cards.get(id.as_str()) else {
            return refuse("unknown-card", format!("There is no card {id} in this match."));
        };
        self.table.check_time(by, &card)?;
        self.table.check_site(by, &card, cast.site)?;
        let demand = self.table.demand_of(&card, by);
        let tail = &cast.tail;
        demand.check_parts(tail)?;
        let speaker = Speaker { you: by, this: None, it: None };
        self.table.aimed(&demand.aim(speaker, tail.mode, tail.x), &tail.on)?;
        let object = self.table.free_on_stack()?;
        let held = self.own_mut(by).and_then(|own| own.take_card(cast.card));
        let paid = match self.pay_price(by, None, &demand, tail, cast.site) {
            Ok(paid) => paid,
            Err(why) => {
                if let (Some(own), Some((at, held))) = (self.own_mut(by), held) {
                    own.hand.insert(at.min(own.hand.len()), held);
                }
                return Err(why);
            }
        };
        self.table.stack.push(Object {
            name: object,
            card: id,
            ability: None,
            occasion: None,
            changes: Vec::new(),
            owner: by,
            seat: by,
            site: cast.site,
            x: tail.x,
            mode: tail.mode,
            on: tail.on.clone(),
        });
        self.note(Event::Cast {
            seat: by,
            card: card.name.clone(),
            object,
            site: cast.site,
            x: tail.x,
            mode: tail.mode,
            on: tail.on.clone(),
            paid,
        });
        self.fresh_casts.push(object);
        self.happened(Happened::Cast { object, seat: by });
        self.was_put(by, &tail.on);
        self.settle();
        Ok(())
    }
}
