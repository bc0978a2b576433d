//! Numbers that are counted: `where X is the number of Guards you control`, `for each Guard you control`.

use super::agree::Beings;
use super::form::{List, Maybe};
use super::nouns::Number;
use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax};
use crate::magic::cards::ability::Being;
use crate::magic::cards::cost::Amount;
use crate::magic::cards::effect::{Change, Clause, Clauses, Signed};
use crate::magic::cards::measure::{Measure, Test};
use crate::magic::cards::noun::{Noun, Subjects};

/// `, where X is ..`, or nothing.
struct Defined;

impl Form<Option<Measure>> for Defined {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Option<Measure>, usize)> {
        Maybe(", where X is ").read(scan, at)
    }

    fn write(&self, value: &Option<Measure>, out: &mut Out) {
        if value.is_some() {
            out.mention(Mention::DefinesX);
        }
        Maybe(", where X is ").write(value, out);
    }
}

const FOR_EACH: &str = " for each ";

/// What has amounts that `for each` can count: `+1/+1 for each Guard` is `+X/+X, where X is the number of Guards`.
trait Counted: Clone {
    /// Its amounts, if it has some that can be counted.
    fn amounts(&mut self) -> Vec<&mut Amount>;

    /// The same with X for each of its amounts that is 1, if there is one, and if the others are 0.
    fn with_x(&self) -> Option<Self> {
        self.with(Amount::Number(1), Amount::X)
    }

    /// The same with 1 for each of its amounts that is X, if there is one, and if the others are 0.
    fn with_ones(&self) -> Option<Self> {
        self.with(Amount::X, Amount::Number(1))
    }

    /// The same with one amount for another, if there is one such, and if all others are 0.
    fn with(&self, from: Amount, to: Amount) -> Option<Self> {
        let mut changed = self.clone();
        let mut amounts = changed.amounts();
        let is_counted = amounts.iter().all(|amount| **amount == from || **amount == Amount::Number(0));
        let mut any = false;
        for amount in amounts.iter_mut().filter(|amount| ***amount == from) {
            **amount = to;
            any = true;
        }
        (is_counted && any).then_some(changed)
    }
}

/// Both sides of `+1/+1`.
fn sides<'a>(power: &'a mut Signed, toughness: &'a mut Signed) -> Vec<&'a mut Amount> {
    vec![&mut power.amount, &mut toughness.amount]
}

impl Counted for Vec<Being> {
    fn amounts(&mut self) -> Vec<&mut Amount> {
        match self.as_mut_slice() {
            [Being::Gets(power, toughness)] => sides(power, toughness),
            [Being::Movement(by)] => vec![&mut by.amount],
            _ => Vec::new(),
        }
    }
}

impl Counted for Vec<Clause> {
    fn amounts(&mut self) -> Vec<&mut Amount> {
        let [clause] = self.as_mut_slice() else { return Vec::new() };
        match clause {
            Clause::Modify { changes, .. } => match changes.as_mut_slice() {
                [Change::Gets(power, toughness)] => sides(power, toughness),
                _ => Vec::new(),
            },
            Clause::PutCounters(counters, _) => vec![&mut counters.amount],
            Clause::Create(creation) => vec![&mut creation.amount],
            Clause::Deals { amount, .. } | Clause::Draw { amount, .. } | Clause::Discard { amount, .. } => vec![amount],
            Clause::DealsEqual { .. }
            | Clause::Divides { .. }
            | Clause::Carry { .. }
            | Clause::Destroy { .. }
            | Clause::Regenerate(_)
            | Clause::Exile(_)
            | Clause::Tap(_)
            | Clause::Untap(_)
            | Clause::Animate(_)
            | Clause::GainControl { .. }
            | Clause::Counter { .. }
            | Clause::Return(_)
            | Clause::PutOnLibrary { .. }
            | Clause::PutIntoPlay(_)
            | Clause::PreventNext { .. }
            | Clause::PreventAllBattle
            | Clause::PreventBattle { .. }
            | Clause::RemoveCounters(..)
            | Clause::Add { .. }
            | Clause::SacrificeThis
            | Clause::Sacrifice { .. }
            | Clause::Look { .. }
            | Clause::Search { .. }
            | Clause::Mill { .. }
            | Clause::Shuffle
            | Clause::GainLife { .. }
            | Clause::LoseLife { .. } => Vec::new(),
        }
    }
}

/// The nouns behind `for each`, if it stands here.
fn counted(scan: &Scan<'_>, at: usize) -> Vec<(Noun, usize)> {
    scan.literal(at, FOR_EACH).map_or_else(Vec::new, |at| Number::One.read(scan, at))
}

/// Prints what `write` prints and then `for each ..`, if no X stands in it: such an X would be read as one of the cost.
fn write_for_each(noun: &Noun, out: &mut Out, write: impl Fn(&mut Out)) -> bool {
    let mut tried = Out::default();
    write(&mut tried);
    Number::One.write(noun, &mut tried);
    let speaks_of_x = tried.mentions().iter().any(|(_, mention)| *mention == Mention::X);
    if !speaks_of_x {
        write(out);
        out.push(FOR_EACH);
        Number::One.write(noun, out);
    }
    !speaks_of_x
}

impl Syntax for Clauses {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Clauses, usize)> {
        let mut readings = Vec::new();
        for (clauses, at) in Form::<Vec<Clause>>::read(&List(", then "), scan, at) {
            for (noun, behind) in counted(scan, at) {
                let x = Some(Measure::Count(noun));
                readings.extend(clauses.with_x().map(|clauses| (Clauses { clauses, x }, behind)));
            }
            for (x, behind) in Defined.read(scan, at) {
                readings.push((Clauses { clauses: clauses.clone(), x }, behind));
            }
        }
        readings
    }

    fn write(&self, out: &mut Out) {
        out.other_acts(false);
        let Clauses { clauses, x } = self;
        let is_written = if let Some(Measure::Count(noun)) = x
            && let Some(ones) = clauses.with_ones()
        {
            write_for_each(noun, out, |out| List(", then ").write(&ones, out))
        } else {
            false
        };
        if !is_written {
            List(", then ").write(clauses, out);
            Defined.write(x, out);
        }
        out.mention(Mention::EndOfClauses);
    }
}

/// The parts of a rule about what its subjects are.
type Rule = (Subjects, Vec<Being>, Option<Test>, Option<Measure>);

/// A rule about what its subjects are: `creatures you control get +1/+1`.
pub(super) struct IsRule;

impl Form<Rule> for IsRule {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Rule, usize)> {
        let mut readings = Vec::new();
        for ((subjects, beings), at) in Beings.read(scan, at) {
            for (noun, behind) in counted(scan, at) {
                let Some(beings) = beings.with_x() else { continue };
                for (test, at) in Form::<Option<Test>>::read(&Maybe(" as long as "), scan, behind) {
                    let x = Some(Measure::Count(noun.clone()));
                    readings.push(((subjects.clone(), beings.clone(), test, x), at));
                }
            }
            for (test, at) in Form::<Option<Test>>::read(&Maybe(" as long as "), scan, at) {
                for (x, at) in Defined.read(scan, at) {
                    readings.push(((subjects.clone(), beings.clone(), test.clone(), x), at));
                }
            }
        }
        readings
    }

    fn write(&self, (subjects, beings, test, x): &Rule, out: &mut Out) {
        let is_written = if let Some(Measure::Count(noun)) = x
            && let Some(ones) = beings.with_ones()
        {
            write_for_each(noun, out, |out| Beings.write(&(subjects.clone(), ones.clone()), out))
        } else {
            false
        };
        if !is_written {
            Beings.write(&(subjects.clone(), beings.clone()), out);
        }
        Maybe(" as long as ").write(test, out);
        if !is_written {
            Defined.write(x, out);
        }
    }
}
