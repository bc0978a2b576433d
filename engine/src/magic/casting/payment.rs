//! Payment of mana: the sources of a player, the automatic payer, and payment by hand (R21, R64, N7).

use super::due::{Due, Payment, Tap};
use super::payer::{Choice, best, settle};
use crate::game::Illegal;
use crate::magic::cards::ability::Activated;
use crate::magic::cards::cost::Part;
use crate::magic::cards::effect::{Clause, Clauses, Sentence, Text};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::Who;
use crate::magic::notation::{LandNumber, Source, Thing};
use crate::magic::state::{Mana, Table, refuse};
use crate::magic::values::rules::Rule;
use crate::magic::values::speaker::Speaker;
use crate::magic::values::traits::creature;
use crate::seat::Seat;

/// The most kinds of mana among which one ability offers a choice.
const MAX_KINDS: usize = 32;

impl Table {
    /// What the seat can tap for mana without any other price: lands, then other permanents, then creatures, by number.
    pub(crate) fn taps(&self, seat: Seat) -> Vec<Tap> {
        let rules: Vec<Rule<'_>> = self.rules().collect();
        let lands = self.standing_lands().filter(|(_, land)| land.seat == Some(seat) && !land.tapped);
        let mut taps: Vec<Tap> = lands
            .map(|(number, _)| Tap { source: Source::Land(number), gives: vec![self.mana_by(&rules, number)] })
            .collect();
        let permanents = self.permanents.keys().map(|name| Thing::Permanent(*name));
        let things = permanents.chain(self.creatures.keys().map(|name| Thing::Creature(*name)));
        for name in things.filter(|name| self.controller(*name) == Some(seat) && self.may_tap(*name)) {
            let gives = self.gives(name, &rules);
            if !gives.is_empty() {
                taps.push(Tap { source: Source::Thing(name), gives });
            }
        }
        taps
    }

    /// May its controller use an ability with "Tap" in its price (R28)?
    pub(crate) fn may_tap(&self, name: Thing) -> bool {
        let hasty = creature(name).is_none_or(|name| self.traits(name).is_some_and(|it| it.has(Keyword::Haste)));
        self.thing(name).is_some_and(|thing| !thing.tapped && (hasty || !thing.fresh))
    }

    /// What a permanent gives for tapping alone, where these are the rules in play.
    fn gives(&self, name: Thing, rules: &[Rule<'_>]) -> Vec<Mana> {
        let mut gives: Vec<Mana> = Vec::new();
        let Some(thing) = self.thing(name) else { return gives };
        let speaker = Speaker { you: thing.seat, this: Some(name), it: None };
        self.each_activated(name, rules, |_, _, ability| {
            if ability.is_mana_ability() && ability.price == [Part::Tap] && ability.limits.is_empty() {
                gives.extend(self.mana_of(ability, &speaker, thing.x));
            }
        });
        gives.retain(|mana| !mana.is_empty());
        gives.sort();
        gives.dedup();
        gives
    }

    /// Pays what is due, at least one mana of it from the site (R21). `by_hand` names the sources in order; if it is empty, the
    /// automatic payer chooses.
    pub(crate) fn pay(
        &self,
        seat: Seat,
        due: Due,
        site: Option<LandNumber>,
        by_hand: &[Source],
    ) -> Result<Payment, Illegal> {
        let pool = self.side(seat).map(|side| side.pool).unwrap_or_default();
        let taps = self.taps(seat);
        if by_hand.is_empty() {
            let site = site.filter(|_| due.total() > 0);
            return match self.pay_from(due, site, &taps, pool) {
                Some(payment) => Ok(payment),
                None if site.is_some() && self.pay_from(due, None, &taps, pool).is_some() => {
                    refuse("no-mana-from-site", site_wanted(site))
                }
                None => refuse("cannot-pay", format!("This costs {} mana, which you cannot pay.", due.total())),
            };
        }
        let mut listed: Vec<Tap> = Vec::new();
        for source in by_hand {
            let Some(tap) = taps.iter().find(|tap| tap.source == *source) else {
                return Err(self.no_source(seat, *source));
            };
            if listed.contains(tap) {
                return refuse("cannot-pay", format!("{source} is named twice."));
            }
            listed.push(tap.clone());
        }
        let site = site.filter(|_| due.total() > 0);
        let covered = (0..=listed.len()).find_map(|number| {
            let payment = self.pay_all(due, site, listed.get(..number)?, pool)?;
            Some((number, payment))
        });
        match covered {
            Some((number, payment)) if number == listed.len() => Ok(payment),
            Some((number, _)) => {
                let further = by_hand.get(number).map(ToString::to_string).unwrap_or_default();
                refuse("pays-too-much", format!("The cost is paid before {further}; leave it out."))
            }
            None if site.is_some() && self.pay_all(due, None, &listed, pool).is_some() => {
                refuse("no-mana-from-site", site_wanted(site))
            }
            None => {
                refuse("cannot-pay", format!("These do not pay {} mana; add sources, or leave out `pay`.", due.total()))
            }
        }
    }

    /// Takes the mana of the site first, then lets the automatic payer choose the rest.
    fn pay_from(&self, due: Due, site: Option<LandNumber>, taps: &[Tap], pool: Mana) -> Option<Payment> {
        let Some(site) = site else { return best(&[(due, pool)], taps, None) };
        let of_site = taps.iter().find(|tap| tap.source == Source::Land(site))?;
        let rest: Vec<Tap> = taps.iter().filter(|tap| *tap != of_site).cloned().collect();
        best(&starts(due, pool, of_site), &rest, Some(of_site.source))
    }

    /// Taps all of these, in one way in which they cover what is due.
    fn pay_all(&self, due: Due, site: Option<LandNumber>, taps: &[Tap], pool: Mana) -> Option<Payment> {
        let mut others: Vec<&Tap> = taps.iter().collect();
        let mut open = vec![(due, pool)];
        if let Some(site) = site {
            let at = others.iter().position(|tap| tap.source == Source::Land(site))?;
            open = starts(due, pool, others.remove(at));
        }
        let sums = Choice::all(&others);
        let left = |(due, pool): (Due, Mana)| sums.iter().find_map(|mana| settle(due, pool, *mana, &[]));
        let pool = open.into_iter().find_map(left)?;
        Some(Payment { taps: taps.iter().map(|tap| tap.source).collect(), pool })
    }

    /// The refusal of a source that cannot be tapped for mana.
    fn no_source(&self, seat: Seat, source: Source) -> Illegal {
        let (there, holder, tapped) = match source {
            Source::Land(number) => {
                let land = self.land(number).filter(|land| !land.hole);
                (land.is_some(), land.and_then(|land| land.seat), land.is_some_and(|land| land.tapped))
            }
            Source::Thing(name) => {
                let thing = self.thing(name);
                (thing.is_some(), thing.map(|thing| thing.seat), thing.is_some_and(|thing| thing.tapped))
            }
        };
        match (there, source) {
            (false, Source::Land(number)) => Illegal::new("no-such-land", format!("There is no land {number}.")),
            (false, Source::Thing(name)) => Illegal::new("no-such-object", format!("There is no {name} in play.")),
            (true, _) if holder != Some(seat) => Illegal::new("not-yours", format!("{source} is not yours.")),
            (true, _) if tapped => Illegal::new("cannot-pay", format!("{source} is tapped.")),
            (true, _) => Illegal::new("cannot-pay", format!("{source} gives no mana for tapping alone now.")),
        }
    }
}

/// What is due and what is in the pool once the site was tapped and one mana of it was spent (R21), for each colour that it can
/// be. The rest of its mana is in the pool.
fn starts(due: Due, pool: Mana, site: &Tap) -> Vec<(Due, Mana)> {
    let mut starts = Vec::new();
    for mana in &site.gives {
        let one = |colour| Some((due.after_one(colour)?, pool.plus(mana.less(colour))));
        starts.extend(mana.colours().filter_map(one));
    }
    starts
}

fn site_wanted(site: Option<LandNumber>) -> String {
    let site = site.map(|site| site.to_string()).unwrap_or_default();
    format!("At least one mana comes from the site, so land {site} must be untapped and among what pays.")
}

impl Table {
    /// What a mana ability gives its controller, one of several: the modes of its text, or the kinds of its one clause (C11).
    pub(crate) fn mana_of(&self, ability: &Activated, speaker: &Speaker, x: u16) -> Vec<Mana> {
        let kinds = |groups: &[&Clauses]| -> Vec<Mana> {
            let mut sum = vec![Mana::default()];
            for group in groups {
                let x = group.x.as_ref().map_or(x, |measure| self.measure(measure, speaker, x));
                for clause in &group.clauses {
                    let Clause::Add { who: Who::You | Who::EachPlayer, mana } = clause else { continue };
                    let given: Vec<Mana> = mana.0.iter().map(|manas| Mana::of_text(manas, x)).collect();
                    sum = sum.iter().flat_map(|one| given.iter().map(|other| one.plus(*other))).collect();
                    sum.truncate(MAX_KINDS);
                }
            }
            sum
        };
        match &ability.text {
            Text::ChooseOne(modes) => modes.iter().flat_map(|mode| kinds(&[mode])).collect(),
            Text::Sentences(sentences) => kinds(&sentences.iter().map(Sentence::effects).collect::<Vec<_>>()),
        }
    }
}
