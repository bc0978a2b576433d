//! What a text counts and asks, worked out at a moment (C9).

use super::speaker::{Speaker, Values};
use crate::magic::cards::cost::Mark;
use crate::magic::cards::fit::Candidate;
use crate::magic::cards::measure::{Measure, Test, Tested};
use crate::magic::cards::noun::{Article, Figure, Noun, Whose};
use crate::magic::notation::Target;
use crate::magic::state::Table;
use crate::seat::Seat;

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl Table {
    /// The controller of a target, also of a permanent that left play this turn: of a card in a graveyard its owner, of a player
    /// himself; `None` for a neutral land and for what is not there.
    pub(crate) fn controller_of(&self, target: &Target) -> Option<Seat> {
        match target {
            Target::Thing(name) => self.controller(*name).or_else(|| self.gone.get(name).map(|known| known.seat)),
            Target::Stack(name) => self.object(*name).map(|object| object.seat),
            Target::Player(seat) | Target::Grave(seat, _) => Some(*seat),
            Target::Land(number) => self.land(*number)?.seat,
        }
    }

    /// What an aura is on, or was on when it left play.
    pub(crate) fn host_of(&self, speaker: &Speaker) -> Option<Target> {
        self.place_of(speaker.this?)?.host()
    }

    /// A figure of a target as it is now, or as it was when it left play this turn, at least 0; 0 if it is not there.
    fn figure_of(&self, values: Values, figure: Figure, target: Option<&Target>, speaker: &Speaker) -> u16 {
        let figures = |power: i32, toughness: i32, value: u16| match figure {
            Figure::Power => u16::try_from(power.max(0)).unwrap_or(u16::MAX),
            Figure::Toughness => u16::try_from(toughness.max(0)).unwrap_or(u16::MAX),
            Figure::ManaValue => value,
        };
        let read = |candidate: &Candidate<'_>| figures(candidate.power, candidate.toughness, candidate.value);
        let known = |target: &Target| match target {
            Target::Thing(name) => self.gone.get(name).map(|it| figures(it.power, it.toughness, it.value)),
            Target::Land(_) | Target::Stack(_) | Target::Player(_) | Target::Grave(..) => None,
        };
        let now = |target: &Target| self.with_candidate(values, target, speaker, read).or_else(|| known(target));
        target.and_then(now).unwrap_or(0)
    }

    /// Those of the noun that a player controls.
    fn controlled(
        &self,
        values: Values,
        noun: &Noun,
        by: impl Fn(Seat) -> bool,
        speaker: &Speaker,
        x: u16,
    ) -> Vec<Target> {
        let mut all = self.all_with(values, noun, speaker, x);
        all.retain(|target| self.controller_of(target).is_some_and(&by));
        all
    }

    /// The object of a test, if it is there.
    fn tested(&self, tested: Tested, speaker: &Speaker) -> Option<Target> {
        match tested {
            Tested::This => speaker.this.map(Target::Thing),
            Tested::It => speaker.it.clone(),
            Tested::Enchanted(_) => self.host_of(speaker),
        }
    }
}

/// False for the object with the text where the article says `another`.
pub(crate) fn is_other(article: Article, target: &Target, speaker: &Speaker) -> bool {
    article == Article::A || speaker.this.is_none_or(|this| *target != Target::Thing(this))
}

impl Table {
    /// What a measure counts now; `x` is the X that was paid.
    pub(crate) fn measure(&self, measure: &Measure, speaker: &Speaker, x: u16) -> u16 {
        self.measure_with(Values::Current, measure, speaker, x)
    }

    /// The same with these values. What values are worked out from is counted by printed ones, so that two permanents can count
    /// each other.
    pub(crate) fn measure_with(&self, values: Values, measure: &Measure, speaker: &Speaker, x: u16) -> u16 {
        match measure {
            Measure::Count(noun) => small(self.all_with(values, noun, speaker, x).len()),
            Measure::CardsInHand(whose) => self
                .players_of(*whose, speaker)
                .into_iter()
                .map(|seat| self.cards_in_hand(seat))
                .fold(0, u16::saturating_add),
            Measure::CountersOnThis(mark) => self.counters_of(speaker.this, mark),
            Measure::Its(figure) => self.figure_of(values, *figure, speaker.it.as_ref(), speaker),
            Measure::This(figure) => self.figure_of(values, *figure, speaker.this.map(Target::Thing).as_ref(), speaker),
        }
    }

    /// True if the test holds now; what is not there is nothing.
    pub(crate) fn holds(&self, test: &Test, speaker: &Speaker, x: u16) -> bool {
        self.holds_with(Values::Current, test, speaker, x)
    }

    /// The same with these values.
    pub(crate) fn holds_with(&self, values: Values, test: &Test, speaker: &Speaker, x: u16) -> bool {
        let table = self;
        let you = speaker.you;
        let own = |noun: &Noun| table.controlled(values, noun, |seat| seat == you, speaker, x);
        match test {
            Test::YouControlNo(noun) => own(noun).is_empty(),
            Test::YouControlMany(amount, noun) => own(noun).len() >= usize::from(amount.number(x)),
            Test::YouControl(article, noun) => own(noun).iter().any(|target| is_other(*article, target, speaker)),
            Test::OpponentControls(article, noun) => {
                let theirs = table.controlled(values, noun, |seat| seat != you, speaker, x);
                theirs.iter().any(|target| is_other(*article, target, speaker))
            }
            Test::IsAdjective(tested, adjective) => {
                let target = table.tested(*tested, speaker);
                target.is_some_and(|it| {
                    table.with_candidate(values, &it, speaker, |seen| adjective.fits(seen)).unwrap_or(false)
                })
            }
            Test::IsNoun(tested, article, noun) => {
                let target = table.tested(*tested, speaker);
                target.is_some_and(|it| {
                    is_other(*article, &it, speaker) && table.fits_with(values, noun, &it, speaker, x)
                })
            }
            Test::YourTurn => table.active() == Some(you),
            Test::HandAtLeast(amount) => self.cards_in_hand(you) >= amount.number(x),
            Test::HandAtMost(amount) => self.cards_in_hand(you) <= amount.number(x),
            Test::CountersOnThis(amount, mark) => self.has_counters(speaker, mark, amount.number(x)),
        }
    }

    fn has_counters(&self, speaker: &Speaker, mark: &Mark, number: u16) -> bool {
        self.counters_of(speaker.this, mark) >= number
    }

    fn cards_in_hand(&self, seat: Seat) -> u16 {
        self.side(seat).map_or(0, |side| side.held)
    }

    /// The players that a text means by these words, those who are out left aside.
    pub(crate) fn players_of(&self, whose: Whose, speaker: &Speaker) -> Vec<Seat> {
        let of_it = || speaker.it.as_ref().and_then(|it| self.controller_of(it));
        match whose {
            Whose::Your => vec![speaker.you],
            Whose::ItsControllers | Whose::TargetPlayers => of_it().into_iter().collect(),
            Whose::EachPlayers => self.seats_in().iter().collect(),
            Whose::EachOpponents => self.seats_in().iter().filter(|seat| *seat != speaker.you).collect(),
        }
    }
}
