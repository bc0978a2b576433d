//! What a text counts and asks, worked out at a moment (C9).
use super::candidates::Speaker;
use super::cards::cost::Mark;
use super::cards::fit::Candidate;
use super::cards::measure::{Measure, Test, Tested};
use super::cards::noun::{Article, Figure, Noun, Whose};
use super::notation::Target;
use super::permanent::Place;
use super::table::Table;
use super::world::World;
use crate::seat::Seat;

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl Table {
    /// The controller of a target: of a card in a graveyard its owner, of a player himself; `None` for a neutral land and for what
    /// is not there.
    pub(super) fn controller_of(&self, target: &Target) -> Option<Seat> {
        match target {
            Target::Thing(name) => self.controller(*name),
            Target::Stack(name) => self.object(*name).map(|object| object.seat),
            Target::Player(seat) | Target::Grave(seat, _) => Some(*seat),
            Target::Land(number) => self.land(*number)?.seat,
        }
    }

    /// What an aura is on.
    pub(super) fn host_of(&self, speaker: &Speaker) -> Option<Target> {
        match self.thing(speaker.this?)?.place {
            Place::Land(land) => Some(Target::Land(land)),
            Place::Thing(host) => Some(Target::Thing(host)),
            Place::Nowhere => None,
        }
    }

    /// A figure of a target as it is now, at least 0; 0 if it is not there.
    fn figure_of(&self, figure: Figure, target: Option<&Target>, speaker: &Speaker) -> u16 {
        let read = |candidate: &Candidate<'_>| match figure {
            Figure::Power => u16::try_from(candidate.power.max(0)).unwrap_or(u16::MAX),
            Figure::Toughness => u16::try_from(candidate.toughness.max(0)).unwrap_or(u16::MAX),
            Figure::ManaValue => candidate.value,
        };
        target.and_then(|target| self.look_at(target, speaker, read)).unwrap_or(0)
    }

    /// Those of the noun that a player controls.
    fn controlled(&self, noun: &Noun, by: impl Fn(Seat) -> bool, speaker: &Speaker, x: u16) -> Vec<Target> {
        let mut all = self.all_fitting(noun, speaker, x);
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
fn is_other(article: Article, target: &Target, speaker: &Speaker) -> bool {
    article == Article::A || speaker.this.is_none_or(|this| *target != Target::Thing(this))
}

impl World<'_> {
    /// What a measure counts now; `x` is the X that was paid.
    pub(super) fn measure(&self, measure: &Measure, speaker: &Speaker, x: u16) -> u16 {
        let table = &self.table;
        match measure {
            Measure::Count(noun) => small(table.all_fitting(noun, speaker, x).len()),
            Measure::CardsInHand(whose) => self
                .players(*whose, speaker)
                .into_iter()
                .map(|seat| self.cards_in_hand(seat))
                .fold(0, u16::saturating_add),
            Measure::CountersOnThis(mark) => table.counters_of(speaker.this, mark),
            Measure::Its(figure) => table.figure_of(*figure, speaker.it.as_ref(), speaker),
            Measure::This(figure) => table.figure_of(*figure, speaker.this.map(Target::Thing).as_ref(), speaker),
        }
    }

    /// True if the test holds now; what is not there is nothing.
    pub(super) fn holds(&self, test: &Test, speaker: &Speaker, x: u16) -> bool {
        let table = &self.table;
        let you = speaker.you;
        let own = |noun: &Noun| table.controlled(noun, |seat| seat == you, speaker, x);
        match test {
            Test::YouControlNo(noun) => own(noun).is_empty(),
            Test::YouControlMany(amount, noun) => own(noun).len() >= usize::from(amount.number(x)),
            Test::YouControl(article, noun) => own(noun).iter().any(|target| is_other(*article, target, speaker)),
            Test::OpponentControls(article, noun) => {
                let theirs = table.controlled(noun, |seat| seat != you, speaker, x);
                theirs.iter().any(|target| is_other(*article, target, speaker))
            }
            Test::IsAdjective(tested, adjective) => {
                let target = table.tested(*tested, speaker);
                target.is_some_and(|it| table.look_at(&it, speaker, |seen| adjective.fits(seen)).unwrap_or(false))
            }
            Test::IsNoun(tested, article, noun) => {
                let target = table.tested(*tested, speaker);
                target.is_some_and(|it| is_other(*article, &it, speaker) && table.fits(noun, &it, speaker, x))
            }
            Test::YourTurn => table.active() == Some(you),
            Test::HandAtLeast(amount) => self.cards_in_hand(you) >= amount.number(x),
            Test::HandAtMost(amount) => self.cards_in_hand(you) <= amount.number(x),
            Test::CountersOnThis(amount, mark) => self.has_counters(speaker, mark, amount.number(x)),
        }
    }

    fn has_counters(&self, speaker: &Speaker, mark: &Mark, number: u16) -> bool {
        self.table.counters_of(speaker.this, mark) >= number
    }

    fn cards_in_hand(&self, seat: Seat) -> u16 {
        self.hidden.of(seat).map_or(0, |own| small(own.hand.len()))
    }

    /// The players that a text means by these words, those who are out left aside.
    pub(super) fn players(&self, whose: Whose, speaker: &Speaker) -> Vec<Seat> {
        let of_it = || speaker.it.as_ref().and_then(|it| self.table.controller_of(it));
        match whose {
            Whose::Your => vec![speaker.you],
            Whose::ItsControllers | Whose::TargetPlayers => of_it().into_iter().collect(),
            Whose::EachPlayers => self.table.seats_in().iter().collect(),
            Whose::EachOpponents => self.table.seats_in().iter().filter(|seat| *seat != speaker.you).collect(),
        }
    }
}
