//! Continuations of `cast` and `use`.

use super::{Foreseen, Next};
use crate::magic::cards::card::Card;
use crate::magic::notation::{Act, Cast, HandName, LandNumber, Source, Step, Tail, Thing, Use};
use crate::magic::payment::{Due, mana_of};
use crate::magic::permanent::Permanent;
use crate::magic::turn::Phase;
use crate::magic::view::View;
use crate::magic::world::World;

/// The most X that is offered: what can be paid is found out one by one.
const MOST_X: u16 = 40;

impl View {
    /// The texts with which the card of this name in the reader's hand can be cast now (V1).
    pub(in crate::magic) fn castable_now(&self, name: HandName) -> Vec<String> {
        let Some(you) = self.you.filter(|you| self.table.active() == Some(*you)) else { return Vec::new() };
        let foreseen = Foreseen { you, world: World::of_view(self) };
        let casts = foreseen.casts_of(name).into_iter();
        casts.map(|cast| Act::Cast(cast).to_string()).collect()
    }
}

impl Foreseen {
    pub(in crate::magic) fn hand(&self) -> Vec<HandName> {
        self.world.hidden.of(self.you).map(|own| own.hand.iter().map(|held| held.name).collect()).unwrap_or_default()
    }

    /// Runs this with the card of a name in the hand, if it is known.
    fn with_card<T>(&self, name: HandName, look: impl FnOnce(&Card) -> T) -> Option<T> {
        let id = self.world.hidden.of(self.you)?.held(name)?.card.clone()?;
        let card = self.world.table.cards.get(id.as_str())?;
        Some(look(&card))
    }

    /// Every way to cast the card, paid automatically, with X as small as can be.
    pub(in crate::magic) fn casts_of(&self, name: HandName) -> Vec<Cast> {
        if self.world.table.phase() != Some(Phase::Summoning) {
            return Vec::new();
        }
        let casts = self.with_card(name, |card| {
            let sites: Vec<Option<LandNumber>> =
                if card.kind.is_creature() { self.own_lands().into_iter().map(Some).collect() } else { vec![None] };
            let cast = |site: Option<LandNumber>| {
                let x = card.cost.is_some_and(|cost| cost.x).then_some(0);
                let tail = Tail { x, ..Tail::default() };
                self.pays(card, site, x, &[]).is_ok().then_some(Cast { card: name, site, tail })
            };
            let casts: Vec<Cast> = sites.into_iter().filter_map(cast).collect();
            // Only what this edition executes is offered; that does not depend on the site.
            let is_executed = |cast: &Cast| self.allows(&Step::Act(Act::Cast(cast.clone())));
            if casts.first().is_some_and(is_executed) { casts } else { Vec::new() }
        });
        casts.unwrap_or_default()
    }

    fn own_lands(&self) -> Vec<LandNumber> {
        let lands = self.world.table.standing_lands().filter(|(_, land)| land.seat == Some(self.you));
        lands.map(|(number, _)| number).collect()
    }

    /// True if the card can be cast there, paid by these sources.
    fn pays(&self, card: &Card, site: Option<LandNumber>, x: Option<u16>, by: &[Source]) -> Result<(), &'static str> {
        let table = &self.world.table;
        table.check_site(self.you, card, site).map_err(|why| why.code)?;
        let cost = card.cost.ok_or("cannot-pay")?;
        let due = Due::of(&cost, x.unwrap_or(0));
        table.pay(self.you, due, site, by).map(drop).map_err(|why| why.code)
    }

    pub(in crate::magic) fn casts(&self, piece: &str) -> Vec<Next> {
        if piece == "cast" {
            return self.hand().into_iter().filter_map(|name| self.card_choice(name)).collect();
        }
        let (act, wants_source) = match piece.strip_suffix(" pay") {
            Some(act) => (act, true),
            None => (piece, false),
        };
        let Ok(Act::Cast(cast)) = act.parse() else { return Vec::new() };
        let written = act == cast.to_string();
        let next = self.with_card(cast.card, |card| self.cast_continued(card, &cast, wants_source));
        if written { next.unwrap_or_default() } else { Vec::new() }
    }

    /// `cast h3`
    fn card_choice(&self, name: HandName) -> Option<Next> {
        let casts = self.casts_of(name);
        let first = casts.first()?;
        let complete = casts.iter().any(|cast| cast.site.is_none() && cast.tail.x.is_none());
        let words = self.with_card(first.card, |card| {
            let cost = card.cost.map(|cost| format!(" for {cost}")).unwrap_or_default();
            format!("Cast {}{cost}.", card.name)
        })?;
        Some(Next::new(format!("cast {name}"), words, complete))
    }

    fn cast_continued(&self, card: &Card, cast: &Cast, wants_source: bool) -> Vec<Next> {
        let wants_x = card.cost.is_some_and(|cost| cost.x);
        let sited = cast.site.is_some() || !card.kind.is_creature();
        if wants_source || !cast.tail.pay.is_empty() {
            return self.sources(card, cast);
        }
        if !sited {
            let casts = self.casts_of(cast.card).into_iter();
            let at = |site: LandNumber| {
                Next::new(format!("{cast} @{site}"), format!("Summon {} on land {site}.", card.name), !wants_x)
                    .at(Some(site))
            };
            return casts.filter_map(|cast| cast.site).map(at).collect();
        }
        if wants_x && cast.tail.x.is_none() {
            let with = |x: u16| Cast { tail: Tail { x: Some(x), ..Tail::default() }, ..cast.clone() };
            let paid = (0..=MOST_X).take_while(|x| self.pays(card, cast.site, Some(*x), &[]).is_ok());
            return paid.map(|x| Next::new(with(x).to_string(), format!("X is {x}."), true)).collect();
        }
        if self.sources(card, cast).is_empty() {
            return Vec::new();
        }
        vec![Next::new(format!("{cast} pay"), "Say what pays, one source after the other.", false)]
    }

    /// Sources that can pay next, if the cost can be covered with them.
    fn sources(&self, card: &Card, cast: &Cast) -> Vec<Next> {
        let (site, x) = (cast.site, cast.tail.x);
        let all: Vec<Source> = self.world.table.taps(self.you).into_iter().map(|tap| tap.source).collect();
        let paid = &cast.tail.pay;
        if !paid.is_empty() && self.pays(card, site, x, paid).is_ok() {
            return Vec::new();
        }
        let mut next = Vec::new();
        for source in all.iter().filter(|source| !paid.contains(source)) {
            let mut pay = paid.clone();
            pay.push(*source);
            let complete = match self.pays(card, site, x, &pay) {
                Ok(()) => true,
                Err(_) if self.can_be_covered(card, cast, pay.clone(), &all) => false,
                Err(_) => continue,
            };
            let cell = match source {
                Source::Land(land) => Some(*land),
                Source::Thing(_) => None,
            };
            let tail = Tail { pay, ..cast.tail.clone() };
            let text = Cast { tail, ..cast.clone() }.to_string();
            next.push(Next::new(text, format!("Tap {source} for mana."), complete).at(cell));
        }
        next
    }

    /// True if these sources cover the cost together with others, the site first.
    fn can_be_covered(&self, card: &Card, cast: &Cast, mut pay: Vec<Source>, all: &[Source]) -> bool {
        let site = cast.site.map(Source::Land);
        let others = site.into_iter().chain(all.iter().copied());
        for source in others {
            if pay.contains(&source) {
                continue;
            }
            pay.push(source);
            match self.pays(card, cast.site, cast.tail.x, &pay) {
                Ok(()) => return true,
                Err("cannot-pay" | "no-mana-from-site") => {}
                Err(_) => return false,
            }
        }
        false
    }

    pub(in crate::magic) fn uses(&self, piece: &str) -> Vec<Next> {
        let mut next = Vec::new();
        let own = self.world.table.things().filter(|(_, thing)| thing.seat == self.you).map(|(name, _)| name);
        for used in own.flat_map(|name| self.uses_of(name)) {
            let act = Act::Use(used.clone());
            let text = act.to_string();
            let is_next =
                if used.tail.mode.is_none() { piece == "use" } else { text.starts_with(&format!("{piece} mode ")) };
            if is_next && self.allows(&Step::Act(act)) {
                let cell = self.world.table.thing(used.source).and_then(Permanent::land);
                let words = match used.tail.mode {
                    None => format!("Use {} {}.", used.source, self.world.table.called(used.source)),
                    Some(mode) => format!("Mana number {mode} of the text."),
                };
                next.push(Next::new(text, words, true).at(cell));
            }
        }
        next
    }

    /// The ways to use what a permanent can be tapped for.
    fn uses_of(&self, source: Thing) -> Vec<Use> {
        let table = &self.world.table;
        let card = table.thing(source).and_then(|thing| table.cards.get(thing.card.as_str()));
        let Some(card) = card else { return Vec::new() };
        let mut uses = Vec::new();
        for (ability, activated) in (1..).zip(card.activated()) {
            if !activated.is_mana_ability() {
                continue;
            }
            uses.push(Use { source, ability, tail: Tail::default() });
            let kinds = mana_of(activated).len() as u16;
            let mode = |mode: u16| Use { source, ability, tail: Tail { mode: Some(mode), ..Tail::default() } };
            uses.extend((1..=kinds).filter(|_| kinds > 1).map(mode));
        }
        uses
    }
}
