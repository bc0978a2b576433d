//! Events, and the abilities that they set off (C6).

use std::sync::Arc;

use crate::magic::cards::CardId;
use crate::magic::cards::ability::{Ability, Event, Happening, PhaseOf, Trigger, Triggered};
use crate::magic::cards::effect::Text;
use crate::magic::cards::noun::{Article, Noun, Subject};
use crate::magic::notation::{CreatureName, Source, StackName, Target, Thing};
use crate::magic::state::{Happened, MAX_RESOLUTIONS, Occasion, Permanent, Table, Waiting, World};
use crate::magic::values::measures::is_other;
use crate::magic::values::speaker::{Speaker, Values};
use crate::seat::Seat;

/// A triggered ability of a permanent that is in play, or was until now.
struct Watcher<'t> {
    source: Thing,
    thing: &'t Permanent,
    /// The card and the line where its text stands.
    card: &'t CardId,
    line: u16,
    ability: &'t Triggered,
}

impl Watcher<'_> {
    fn speaker(&self) -> Speaker {
        Speaker { you: self.thing.seat, this: Some(self.source), it: None }
    }
}

/// A land or permanent as a target.
fn target_of(source: Source) -> Target {
    match source {
        Source::Land(land) => Target::Land(land),
        Source::Thing(name) => Target::Thing(name),
    }
}

impl Happened {
    /// What it happens to, or what does it, if the words of the card speak of this kind of event.
    fn subject(self, happening: &Happening) -> Option<Target> {
        let creature = |name: CreatureName| Some(Target::Thing(Thing::Creature(name)));
        match (happening, self) {
            (Happening::Enters, Happened::Enters(name))
            | (Happening::Dies, Happened::Leaves { name, dies: true })
            | (Happening::LeavesPlay, Happened::Leaves { name, .. })
            | (Happening::IsTargeted, Happened::Targeted(name)) => Some(Target::Thing(name)),
            (Happening::Attacks, Happened::Attacks(name))
            | (Happening::Defends, Happened::Defends(name))
            | (Happening::Blocks, Happened::Blocks(name))
            | (Happening::IsBlocked, Happened::IsBlocked(name))
            | (Happening::IsDealtDamage, Happened::Hurt { name, .. })
            | (Happening::Conquers, Happened::Conquers(name)) => creature(name),
            (Happening::IsTappedForMana, Happened::TappedForMana(source))
            | (Happening::IsTapped, Happened::Tapped(source)) => Some(target_of(source)),
            (Happening::DealsDamageTo(..), Happened::Hurt { by, .. }) => by.map(Target::Thing),
            (Happening::IsConquered, Happened::Conquered(land))
            | (Happening::IsTargeted, Happened::TargetedLand(land)) => Some(Target::Land(land)),
            (
                Happening::Enters
                | Happening::Dies
                | Happening::LeavesPlay
                | Happening::Attacks
                | Happening::Defends
                | Happening::Blocks
                | Happening::IsBlocked
                | Happening::IsTappedForMana
                | Happening::IsTapped
                | Happening::IsDealtDamage
                | Happening::DealsDamageTo(..)
                | Happening::IsTargeted
                | Happening::Conquers
                | Happening::IsConquered,
                _,
            ) => None,
        }
    }
}

impl Table {
    /// The controller and the owner of a target, if it has both.
    fn holders(&self, target: &Target) -> Option<(Seat, Seat)> {
        self.controller_of(target).zip(self.owner_of(target))
    }

    /// True if the event speaks of this subject.
    fn is_subject(&self, watcher: &Watcher<'_>, subject: &Subject, target: &Target) -> bool {
        match subject {
            Subject::This => *target == Target::Thing(watcher.source),
            Subject::It | Subject::Enchanted(_) => watcher.thing.place.host().as_ref() == Some(target),
            Subject::Any(article, noun) => self.is_any(watcher, *article, noun, target),
        }
    }

    fn is_any(&self, watcher: &Watcher<'_>, article: Article, noun: &Noun, target: &Target) -> bool {
        let speaker = watcher.speaker();
        is_other(article, target, &speaker) && self.fits(noun, target, &speaker, watcher.thing.x)
    }

    /// What the ability knows of the event, if it is set off by it; its condition left aside.
    fn occasion(&self, watcher: &Watcher<'_>, happened: Happened) -> Option<Occasion> {
        let you = watcher.thing.seat;
        let of = |it: Option<Target>, player: Option<Seat>| {
            let its = it.as_ref().and_then(|it| self.holders(it));
            Some(Occasion { it, its, player, left: matches!(happened, Happened::Leaves { .. }) })
        };
        let event = match (&watcher.ability.trigger, happened) {
            (Trigger::Phase(whose, word), Happened::Begins(begun)) if *word == begun => {
                let active = self.active()?;
                let host = watcher.thing.place.host();
                let holder = host.as_ref().map_or(Some(you), |host| self.controller_of(host));
                let is_right = match whose {
                    PhaseOf::Your => active == you,
                    PhaseOf::Each => true,
                    PhaseOf::ItsControllers => holder == Some(active),
                };
                return if is_right { of(host, Some(active)) } else { None };
            }
            (Trigger::Phase(..), _) => return None,
            (Trigger::Event(event), _) => event,
        };
        match (event, happened) {
            (Event::Of(subject, happening), _) => {
                let target = happened.subject(happening)?;
                let hits = match (happening, happened) {
                    (Happening::DealsDamageTo(article, noun), Happened::Hurt { name, .. }) => {
                        self.is_any(watcher, *article, noun, &Target::Thing(Thing::Creature(name)))
                    }
                    _ => true,
                };
                if hits && self.is_subject(watcher, subject, &target) { of(Some(target), None) } else { None }
            }
            (Event::YouCast(article, noun), Happened::Cast { object, seat }) if seat == you => {
                self.of_cast(watcher, *article, noun, object, seat)
            }
            (Event::OpponentCasts(article, noun), Happened::Cast { object, seat }) if seat != you => {
                self.of_cast(watcher, *article, noun, object, seat)
            }
            (Event::PlayerCasts(article, noun), Happened::Cast { object, seat }) => {
                self.of_cast(watcher, *article, noun, object, seat)
            }
            (Event::YouDraw, Happened::Draws(seat)) | (Event::YouDiscard, Happened::Discards(seat)) if seat == you => {
                of(None, Some(seat))
            }
            (Event::OpponentDraws, Happened::Draws(seat)) | (Event::OpponentDiscards, Happened::Discards(seat))
                if seat != you =>
            {
                of(None, Some(seat))
            }
            (
                Event::YouCast(..)
                | Event::OpponentCasts(..)
                | Event::PlayerCasts(..)
                | Event::YouDraw
                | Event::OpponentDraws
                | Event::YouDiscard
                | Event::OpponentDiscards,
                _,
            ) => None,
        }
    }

    fn of_cast(
        &self,
        watcher: &Watcher<'_>,
        article: Article,
        noun: &Noun,
        object: StackName,
        seat: Seat,
    ) -> Option<Occasion> {
        let it = Target::Stack(object);
        let its = self.holders(&it);
        let is_right = self.is_any(watcher, article, noun, &it);
        is_right.then_some(Occasion { it: Some(it), its, player: Some(seat), left: false })
    }
}

impl World<'_> {
    /// Something happens: the abilities that it sets off wait until they are put on the stack (R67); those that only add mana for
    /// what is tapped act at once (R64).
    pub(crate) fn happened(&mut self, happened: Happened) {
        if self.table.turn().is_none() || self.resolutions > MAX_RESOLUTIONS {
            return;
        }
        for waiting in self.set_off(happened) {
            if matches!(happened, Happened::TappedForMana(_)) && self.adds_at_once(&waiting) {
                continue;
            }
            self.table.waiting.push(waiting);
        }
    }

    /// The abilities that an event sets off.
    fn set_off(&self, happened: Happened) -> Vec<Waiting> {
        let table = &self.table;
        let mut set_off = Vec::new();
        for watcher in self.watchers() {
            // What lands and auras on them add is a part of their mana (`values/lands.rs`).
            let is_counted = watcher.ability.adds_for_tapping().is_some()
                && matches!(happened, Happened::TappedForMana(Source::Land(_)));
            let Some(occasion) = table.occasion(&watcher, happened).filter(|_| !is_counted) else { continue };
            let (thing, x) = (watcher.thing, watcher.thing.x);
            let speaker = Speaker { it: occasion.it.clone(), ..watcher.speaker() };
            if watcher.ability.condition.as_ref().is_none_or(|test| table.holds(test, &speaker, x)) {
                let (card, line) = (watcher.card.clone(), watcher.line);
                set_off.push(Waiting { source: watcher.source, card, line, seat: thing.seat, x, occasion });
            }
        }
        set_off
    }

    /// All triggered abilities of what is in play, and of what leaves play at the same moment.
    fn watchers(&self) -> Vec<Watcher<'_>> {
        let table = &self.table;
        let mut watchers = Vec::new();
        for rule in table.rules() {
            let (line, card) = (rule.line, &rule.thing.card);
            if let Some(ability) = rule.ability.as_triggered() {
                watchers.push(Watcher { source: rule.source, thing: rule.thing, card, line, ability });
            }
            let Some((subjects, ability)) = rule.grant() else { continue };
            let Some(ability) = ability.as_triggered() else { continue };
            let all = table.reached_by(Values::Current, &rule, subjects);
            watchers.extend(all.map(|(source, thing)| Watcher { source, thing, card, line, ability }));
        }
        for (source, thing) in &self.leaving {
            let own = table.lines_of(thing).filter_map(|(line, ability)| Some((line, ability.as_triggered()?)));
            let card = &thing.card;
            watchers.extend(own.map(|(line, ability)| Watcher { source: *source, thing, card, line, ability }));
        }
        watchers
    }

    /// Carries out an ability that only adds mana; false if it does more.
    fn adds_at_once(&mut self, waiting: &Waiting) -> bool {
        let cards = Arc::clone(&self.table.cards);
        let Some(card) = cards.get(waiting.card.as_str()) else { return true };
        let text = card.line(waiting.line).and_then(Ability::text);
        if !text.is_some_and(Text::only_adds_mana) {
            return false;
        }
        // Of several modes it is the first (C11).
        let object = waiting.object(StackName(0), text.and_then(Text::modes).map(|_| 1));
        self.do_at_once(&object, &card);
        true
    }
}
