//! Continuations of `cast` and `use`.

use super::{Foreseen, Next};
use crate::magic::cards::card::Card;
use crate::magic::cards::targets::Target as Slot;
use crate::magic::casting::demand::Demand;
use crate::magic::notation::{Act, Cast, HandName, LandNumber, Source, Step, Tail, Target, Use};
use crate::magic::state::Permanent;
use crate::magic::values::speaker::Speaker;
use crate::magic::values::usable::Usable;

/// The most X that is offered: what can be paid is found out one by one.
const MAX_X: u16 = 40;

/// An act that is begun, with what it asks for.
pub(in crate::magic) struct Begun<'a> {
    pub(super) act: &'a Act,
    pub(in crate::magic) demand: Demand<'a>,
    pub(super) speaker: Speaker,
    /// True for a creature that is cast.
    pub(super) wants_site: bool,
    /// The number of kinds of mana that it adds, if it adds mana only.
    pub(super) kinds: usize,
}

impl Begun<'_> {
    pub(super) fn tail(&self) -> &Tail {
        self.act.tail()
    }

    pub(super) fn site(&self) -> Option<LandNumber> {
        match self.act {
            Act::Cast(cast) => cast.site,
            Act::Use(_) => None,
        }
    }

    /// The act with other parts.
    pub(super) fn with(&self, site: Option<LandNumber>, tail: Tail) -> Act {
        match self.act {
            Act::Cast(cast) => Act::Cast(Cast { site, tail, ..cast.clone() }),
            Act::Use(used) => Act::Use(Use { tail, ..used.clone() }),
        }
    }

    pub(super) fn slots(&self) -> Vec<Slot<'_>> {
        self.demand.slots(self.tail().mode)
    }
}

impl Foreseen {
    pub(in crate::magic) fn hand(&self) -> Vec<HandName> {
        self.world.hidden.own(self.you).map(|own| own.hand.iter().map(|held| held.name).collect()).unwrap_or_default()
    }

    /// Looks at an act that is begun, if there is such a card or ability.
    pub(in crate::magic) fn with_begun<T>(&self, act: &Act, look: impl FnOnce(&Begun<'_>) -> T) -> Option<T> {
        match act {
            Act::Cast(cast) => {
                let id = self.world.hidden.own(self.you)?.held(cast.card)?.card.clone()?;
                let card = self.world.table.cards.get(id.as_str())?;
                let speaker = Speaker { you: self.you, this: None, it: None };
                let wants_site = card.kind.is_creature();
                let demand = self.world.table.demand_of(&card, self.you);
                Some(look(&Begun { act, demand, speaker, wants_site, kinds: 0 }))
            }
            Act::Use(used) => {
                let usable = self.usable(used)?;
                let called = self.world.table.called(used.source);
                let nature = self.world.table.nature_of(used.source);
                let demand = Demand::of_ability(called, &usable.activated, nature);
                let speaker = Speaker { you: self.you, this: Some(used.source), it: None };
                let is_mana = usable.activated.is_mana_ability();
                let kinds = || self.world.table.mana_of(&usable.activated, &speaker, used.tail.x.unwrap_or(0)).len();
                let kinds = if is_mana { kinds() } else { 0 };
                Some(look(&Begun { act, demand, speaker, wants_site: false, kinds }))
            }
        }
    }

    fn usable(&self, used: &Use) -> Option<Usable> {
        let number = usize::from(used.ability).checked_sub(1)?;
        self.world.table.activated_of(used.source).into_iter().nth(number)
    }

    /// Continuations of `cast` and `use`.
    pub(in crate::magic) fn acts(&self, piece: &str) -> Vec<Next> {
        match piece {
            "cast" => return self.hand().into_iter().filter_map(|name| self.card_choice(name)).collect(),
            "use" => return self.uses().into_iter().filter_map(|used| self.use_choice(used)).collect(),
            _ => {}
        }
        let (text, wants_source) = match piece.strip_suffix(" pay") {
            Some(text) => (text, true),
            None => (piece, false),
        };
        let Ok(Step::Act(act)) = text.parse() else { return Vec::new() };
        if act.to_string() != text {
            return Vec::new();
        }
        self.with_begun(&act, |begun| self.continued(begun, wants_source)).unwrap_or_default()
    }

    /// `cast h3`
    fn card_choice(&self, name: HandName) -> Option<Next> {
        let act = Act::Cast(Cast { card: name, site: None, tail: Tail::default() });
        self.ways(&act, 1).first()?;
        let words = self.with_begun(&act, |begun| {
            let x = if begun.demand.cost.is_some_and(|cost| cost.x) { "X and " } else { "" };
            let due = begun.demand.due(0).map(|due| format!(" for {x}{due}")).unwrap_or_default();
            format!("Cast {}{due}.", begun.demand.called)
        })?;
        Some(Next::new(act.to_string(), words, self.allows(&Step::Act(act))))
    }

    /// `use c1`
    fn use_choice(&self, used: Use) -> Option<Next> {
        let source = used.source;
        let act = Act::Use(used);
        self.ways(&act, 1).first()?;
        let cell = self.world.table.thing(source).and_then(Permanent::land);
        let words = format!("Use {source} {}.", self.world.table.called(source));
        Some(Next::new(act.to_string(), words, self.allows(&Step::Act(act))).at(cell))
    }

    /// Every ability that the reader might use, without its parts.
    pub(in crate::magic) fn uses(&self) -> Vec<Use> {
        let table = &self.world.table;
        let all = table.things().flat_map(|(name, _)| {
            let numbers = 1..=table.activated_of(name).len() as u16;
            numbers.map(move |ability| Use { source: name, ability, tail: Tail::default() })
        });
        all.collect()
    }

    /// The next parts of an act: site, X, mode, targets, what is given, sources.
    fn continued(&self, begun: &Begun<'_>, wants_source: bool) -> Vec<Next> {
        let tail = begun.tail();
        if wants_source || !tail.pay.is_empty() {
            return self.sources(begun);
        }
        if begun.wants_site && begun.site().is_none() {
            return self.offered(begun, self.sites(begun), |begun, site| {
                (
                    begun.with(Some(site), begun.tail().clone()),
                    format!("Summon {} on land {site}.", begun.demand.called),
                    Some(site),
                )
            });
        }
        let named = !tail.on.is_empty() || !tail.with.is_empty();
        if begun.demand.cost.is_some_and(|cost| cost.x) && tail.x.is_none() && !named {
            // The highest first: it is what examples show.
            return self.offered(begun, (0..=self.max_x(begun)).rev().collect(), |begun, x| {
                let tail = Tail { x: Some(x), ..begun.tail().clone() };
                (begun.with(begun.site(), tail), format!("X is {x}."), None)
            });
        }
        let modes = begun.demand.modes().max(if begun.kinds > 1 { begun.kinds } else { 0 });
        let mut next = Vec::new();
        if modes > 0 && tail.mode.is_none() && !named {
            let numbers: Vec<u16> = (1..=modes as u16).collect();
            next.extend(self.offered(begun, numbers, |begun, mode| {
                let tail = Tail { mode: Some(mode), ..begun.tail().clone() };
                (begun.with(begun.site(), tail), format!("Number {mode} of its text."), None)
            }));
            return next;
        }
        if tail.with.is_empty() {
            next.extend(self.offered(begun, self.next_targets(begun), |begun, target| {
                let mut tail = begun.tail().clone();
                tail.on.push(target.clone());
                let cell = self.cell_of(&target);
                (begun.with(begun.site(), tail), format!("On {}.", self.target_words(&target)), cell)
            }));
        }
        next.extend(self.offered(begun, self.next_given(begun), |begun, given| {
            let mut tail = begun.tail().clone();
            tail.with.push(given);
            (begun.with(begun.site(), tail), format!("Give {given}."), None)
        }));
        if self.allows(&Step::Act(begun.act.clone())) && !self.sources(begun).is_empty() {
            next.push(Next::new(format!("{} pay", begun.act), "Say what pays, one source after the other.", false));
        }
        next
    }

    /// Those of these parts with which the act can be completed.
    fn offered<T>(
        &self,
        begun: &Begun<'_>,
        parts: Vec<T>,
        with: impl Fn(&Begun<'_>, T) -> (Act, String, Option<LandNumber>),
    ) -> Vec<Next> {
        let next = parts.into_iter().filter_map(|part| {
            let (act, words, cell) = with(begun, part);
            let complete = self.allows(&Step::Act(act.clone()));
            let offered = complete || !self.ways(&act, 1).is_empty();
            offered.then(|| Next::new(act.to_string(), words, complete).at(cell))
        });
        next.collect()
    }

    pub(super) fn target_words(&self, target: &Target) -> String {
        match target {
            Target::Thing(name) => format!("{name} {}", self.world.table.called(*name)),
            Target::Land(land) => format!("land {land}"),
            Target::Stack(name) => {
                let called = self.world.table.object(*name).map(|object| self.world.table.name_of(&object.card));
                format!("{name} {}", called.unwrap_or_default())
            }
            Target::Player(_) | Target::Grave(..) => target.to_string(),
        }
    }

    pub(super) fn cell_of(&self, target: &Target) -> Option<LandNumber> {
        match target {
            Target::Thing(name) => self.world.table.thing(*name).and_then(Permanent::land),
            Target::Land(land) => Some(*land),
            Target::Stack(_) | Target::Player(_) | Target::Grave(..) => None,
        }
    }

    /// The lands of the reader where the creature can be summoned.
    pub(super) fn sites(&self, begun: &Begun<'_>) -> Vec<LandNumber> {
        let Act::Cast(cast) = begun.act else { return Vec::new() };
        let lands = self.world.table.standing_lands().filter(|(_, land)| land.seat == Some(self.you));
        let lands: Vec<LandNumber> = lands.map(|(number, _)| number).collect();
        let fits = |card: &Card, land: LandNumber| self.world.table.check_site(self.you, card, Some(land)).is_ok();
        let id = self.world.hidden.own(self.you).and_then(|own| own.held(cast.card)).and_then(|held| held.card.clone());
        let card = id.and_then(|id| self.world.table.cards.get(id.as_str()).map(std::borrow::Cow::into_owned));
        card.map(|card| lands.into_iter().filter(|land| fits(&card, *land)).collect()).unwrap_or_default()
    }

    /// The highest X that can be paid.
    pub(super) fn max_x(&self, begun: &Begun<'_>) -> u16 {
        let is_paid = |due| self.world.table.pay(self.you, due, begun.site(), &[]).is_ok();
        let pays = |x: &u16| begun.demand.due(*x).is_some_and(is_paid);
        (1..=MAX_X).take_while(pays).last().unwrap_or(0)
    }

    /// Sources that can pay next, if the cost can be covered with them.
    pub(super) fn sources(&self, begun: &Begun<'_>) -> Vec<Next> {
        let table = &self.world.table;
        let tail = begun.tail();
        let Some(due) = begun.demand.due(tail.x.unwrap_or(0)) else { return Vec::new() };
        let pays = |pay: &[Source]| table.pay(self.you, due, begun.site(), pay);
        if !tail.pay.is_empty() && pays(&tail.pay).is_ok() {
            return Vec::new();
        }
        let all: Vec<Source> = table.taps(self.you).into_iter().map(|tap| tap.source).collect();
        let mut next = Vec::new();
        for source in all.iter().filter(|source| !tail.pay.contains(source)) {
            let mut pay = tail.pay.clone();
            pay.push(*source);
            let complete = match pays(&pay) {
                Ok(_) => true,
                Err(_) if self.can_be_covered(begun, pay.clone(), &all) => false,
                Err(_) => continue,
            };
            let cell = match source {
                Source::Land(land) => Some(*land),
                Source::Thing(_) => None,
            };
            let act = begun.with(begun.site(), Tail { pay, ..tail.clone() });
            next.push(Next::new(act.to_string(), format!("Tap {source} for mana."), complete).at(cell));
        }
        next
    }

    /// True if these sources cover the cost together with others, the site first.
    fn can_be_covered(&self, begun: &Begun<'_>, mut pay: Vec<Source>, all: &[Source]) -> bool {
        let Some(due) = begun.demand.due(begun.tail().x.unwrap_or(0)) else { return false };
        let site = begun.site().map(Source::Land);
        let others = site.into_iter().chain(all.iter().copied());
        for source in others {
            if pay.contains(&source) {
                continue;
            }
            pay.push(source);
            match self.world.table.pay(self.you, due, begun.site(), &pay) {
                Ok(_) => return true,
                Err(why) if matches!(why.code, "cannot-pay" | "no-mana-from-site") => {}
                Err(_) => return false,
            }
        }
        false
    }
}
