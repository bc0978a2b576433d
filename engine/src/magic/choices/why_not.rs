//! Why a card of the hand cannot be cast now: the refusals of the same checks that casting makes, in a sentence for its owner (L1).

use super::acting::Begun;
use super::{Foreseen, MAX_SHOWN};
use crate::game::Illegal;
use crate::magic::cards::card::Card;
use crate::magic::cards::targets::Target as Slot;
use crate::magic::cards::{Colour, LandType};
use crate::magic::casting::due::Due;
use crate::magic::chairs::chair_of;
use crate::magic::notation::{Act, Cast, HandName, Step, Tail};
use crate::magic::state::{Stage, View};
use crate::magic::words::{list, or};
use crate::seat::Seat;

/// The most parts of a cost that are tried for the mana that is missing: players can write cards with a cost of any size.
const MAX_PARTS: u64 = 300;

impl View {
    /// Why the reader can cast nothing at all now: another player is to act, or the match is over.
    pub(in crate::magic) fn why_nothing(&self, you: Seat) -> Option<String> {
        let Stage::Play(turn) = &self.table.stage else { return Some("The match is over.".to_owned()) };
        if !self.table.is_in(you) {
            return Some("You are out of the match.".to_owned());
        }
        match (&self.table.question, self.table.window) {
            (Some(question), _) if question.seat == you => {
                Some("First make the choice that is asked of you.".to_owned())
            }
            (Some(question), _) => Some(format!("{} has to make a choice first.", chair_of(question.seat).name)),
            (None, None) if turn.seat != you => {
                Some(format!("It is the turn of {}, and no response is awaited.", chair_of(turn.seat).name))
            }
            (None, _) => None,
        }
    }

    /// Ways in which the card of this name in the reader's hand can be cast now, at most 24; if there are none, why.
    pub(in crate::magic) fn casts_or_why(&self, foreseen: &Foreseen, name: HandName) -> Result<Vec<Act>, String> {
        if let Some(nothing) = self.why_nothing(foreseen.you) {
            // That another player is to act matters only for what can be cast then at all.
            return Err(foreseen.wrong_time(name).unwrap_or(nothing));
        }
        let acts = foreseen.casts_of(name, MAX_SHOWN);
        if acts.is_empty() { Err(foreseen.why_not(name)) } else { Ok(acts) }
    }
}

impl Foreseen {
    fn why_not(&self, name: HandName) -> String {
        let act = Act::Cast(Cast { card: name, site: None, tail: Tail::default() });
        let why = self.card(name).and_then(|card| self.with_begun(&act, |begun| self.why(begun, &card)));
        why.unwrap_or_else(|| "It cannot be cast now.".to_owned())
    }

    fn card(&self, name: HandName) -> Option<std::borrow::Cow<'_, Card>> {
        let held = self.world.hidden.own(self.you).and_then(|own| own.held(name))?;
        self.world.table.cards.get(held.card.as_ref()?.as_str())
    }

    /// Why the card is not for this moment, if it is not (R27).
    fn wrong_time(&self, name: HandName) -> Option<String> {
        self.world.table.check_time(self.you, &*self.card(name)?).err().map(|illegal| illegal.why)
    }

    /// The first check that fails, in the order in which a player can do something about it.
    fn why(&self, begun: &Begun<'_>, card: &Card) -> String {
        let first = self.world.table.check_time(self.you, card).err().map(|illegal| illegal.why);
        first
            .or_else(|| self.why_no_site(card))
            .or_else(|| self.why_no_mana(begun))
            .or_else(|| self.why_no_part(begun))
            .or_else(|| {
                let act = self.candidates(begun).into_iter().next().unwrap_or_else(|| begun.act.clone());
                self.world.fork().step(self.you, &Step::Act(act)).err().map(|illegal| illegal.why)
            })
            .unwrap_or_else(|| "It cannot be cast now.".to_owned())
    }

    /// Why a creature has no land where it could be summoned (R19, R20, R22, R23).
    fn why_no_site(&self, card: &Card) -> Option<String> {
        if !card.kind.is_creature() {
            return None;
        }
        let own = self.world.table.standing_lands().filter(|(_, land)| land.seat == Some(self.you));
        let checked = own.map(|(number, _)| self.world.table.check_site(self.you, card, Some(number)));
        let refused = checked.map(Result::err).collect::<Option<Vec<Illegal>>>()?;
        let kinds: Vec<&str> = card.colours().iter().map(|colour| colour.land().word()).collect();
        let kind = if kinds.is_empty() { "land".to_owned() } else { or(&kinds) };
        let native: Vec<Illegal> = refused.into_iter().filter(|why| why.code != "not-native").collect();
        let special = native.iter().find(|why| why.code != "occupied");
        Some(match (special, native.len()) {
            (Some(illegal), _) => illegal.why.clone(),
            (None, 0) => format!("You control no {kind}, and it can be summoned on nothing else."),
            (None, 1) => format!("A creature stands on your only {kind}: move it away first."),
            (None, _) => format!("A creature stands on each {kind} that you control: move one away first."),
        })
    }

    /// Which mana is missing, and why the lands do not give it (R21, R64).
    fn why_no_mana(&self, begun: &Begun<'_>) -> Option<String> {
        let table = &self.world.table;
        let due = begun.demand.due(begun.tail().x.unwrap_or(0))?;
        let pays = |due: Due, site| table.pay(self.you, due, site, &[]);
        if let Err(illegal) = pays(due, None) {
            let missing = due.parts(MAX_PARTS).into_iter().find(|part| pays(due.without(part), None).is_ok());
            return Some(missing.map_or(illegal.why, |missing| self.missing(&missing)));
        }
        let sites = if begun.wants_site { self.sites(begun) } else { Vec::new() };
        if sites.is_empty() || sites.iter().any(|site| pays(due, Some(*site)).is_ok()) {
            return None;
        }
        let is = if sites.len() == 1 { "is" } else { "are" };
        Some(format!("1 mana has to come from the land where it is summoned, and {} {is} tapped.", list(&sites)))
    }

    /// `You need 1 green mana more: you control no forest.`
    fn missing(&self, missing: &Due) -> String {
        let lands = |kind: Option<LandType>| {
            let own = self.world.table.standing_lands().filter(|(_, land)| land.seat == Some(self.you));
            own.filter(move |(number, _)| kind.is_none() || self.world.table.kind_of(*number) == kind)
        };
        let colour = Colour::ALL.into_iter().find(|colour| missing.coloured[*colour as usize] > 0);
        let kind = colour.map(Colour::land);
        let (all, untapped) = (lands(kind).count(), lands(kind).filter(|(_, land)| !land.tapped).count());
        let (one, many) = kind.map_or(("land", "lands"), |kind| (kind.word(), kind.words()));
        let why = match (all, untapped) {
            (0, _) => format!(": you control no {one}"),
            (1, 0) => format!(": your {one} is tapped"),
            (_, 0) => format!(": all your {many} are tapped"),
            // How many lands are untapped stands above the hand.
            (..) if kind.is_none() => String::new(),
            (_, 1) => format!(": you have 1 untapped {one}"),
            (_, some) => format!(": you have {some} untapped {many}"),
        };
        match (missing.generic, colour.filter(|_| missing.coloured.iter().filter(|part| **part > 0).count() == 1)) {
            (0, Some(colour)) => format!("You need {} {} mana more{why}.", missing.total(), colour.word()),
            (generic, _) if generic == missing.total() => format!("You need {generic} mana more{why}."),
            (..) => format!("You need more mana ({missing}){why}."),
        }
    }

    /// The target or the thing to give that is wanting (R62, R63).
    fn why_no_part(&self, begun: &Begun<'_>) -> Option<String> {
        let modes = begun.demand.modes() as u16;
        let modes: Vec<Option<u16>> = if modes == 0 { vec![None] } else { (1..=modes).map(Some).collect() };
        let empty = |mode: &Option<u16>| {
            let aim = begun.demand.aim(begun.speaker.clone(), *mode, begun.tail().x);
            let none = |slot: &&Slot<'_>| {
                !matches!(slot, Slot::UpTo(..)) && self.world.table.possible_targets(&aim, **slot).is_empty()
            };
            aim.slots.iter().find(none).map(|slot| slot.words())
        };
        let wanting = modes.iter().map(empty).collect::<Option<Vec<String>>>()?;
        wanting.first().map(|words| format!("There is no {words} to target now."))
    }
}
