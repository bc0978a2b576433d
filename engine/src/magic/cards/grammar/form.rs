//! Lists, options and other forms that many rules use.

use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax};
use crate::magic::cards::cost::Amount;
use crate::magic::cards::noun::Who;

/// One or more, with this between them.
#[derive(Debug)]
pub(super) struct List(pub(super) &'static str);

impl<T: Syntax + Clone> Form<Vec<T>> for List {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<T>, usize)> {
        let first = T::read(scan, at).into_iter().map(|(item, at)| (vec![item], at)).collect();
        grown(first, |at| scan.literal(at, self.0).map_or_else(Vec::new, |at| T::read(scan, at)))
    }

    fn write(&self, value: &Vec<T>, out: &mut Out) {
        for (number, item) in value.iter().enumerate() {
            if number > 0 {
                out.push(self.0);
            }
            item.write(out);
        }
    }
}

/// None or more, each with this before it.
#[derive(Debug)]
pub(super) struct EachAfter(pub(super) &'static str);

impl<T: Syntax + Clone> Form<Vec<T>> for EachAfter {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<T>, usize)> {
        grown(vec![(Vec::new(), at)], |at| scan.literal(at, self.0).map_or_else(Vec::new, |at| T::read(scan, at)))
    }

    fn write(&self, value: &Vec<T>, out: &mut Out) {
        for item in value {
            out.push(self.0);
            item.write(out);
        }
    }
}

/// None or more, each with this behind it.
#[derive(Debug)]
pub(super) struct EachBefore(pub(super) &'static str);

impl<T: Syntax + Clone> Form<Vec<T>> for EachBefore {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<T>, usize)> {
        grown(vec![(Vec::new(), at)], |at| {
            let items = T::read(scan, at).into_iter();
            items.filter_map(|(item, at)| Some((item, scan.literal(at, self.0)?))).collect()
        })
    }

    fn write(&self, value: &Vec<T>, out: &mut Out) {
        for item in value {
            item.write(out);
            out.push(self.0);
        }
    }
}

/// Either nothing, or words and then a list with this between its items.
#[derive(Debug)]
pub(super) struct ListAfter(pub(super) &'static str, pub(super) &'static str);

impl<T: Syntax + Clone> Form<Vec<T>> for ListAfter {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<T>, usize)> {
        let mut readings = vec![(Vec::new(), at)];
        if let Some(at) = scan.literal(at, self.0) {
            readings.extend(Form::<Vec<T>>::read(&List(self.1), scan, at));
        }
        readings
    }

    fn write(&self, value: &Vec<T>, out: &mut Out) {
        if !value.is_empty() {
            out.push(self.0);
            List(self.1).write(value, out);
        }
    }
}

/// Every list that grows from these by further items.
fn grown<T: Clone>(
    mut readings: Vec<(Vec<T>, usize)>,
    more: impl Fn(usize) -> Vec<(T, usize)>,
) -> Vec<(Vec<T>, usize)> {
    let mut done = 0;
    while let Some((items, at)) = readings.get(done).cloned() {
        done += 1;
        // An item of no length would grow for ever.
        for (item, after) in more(at).into_iter().filter(|(_, after)| *after > at) {
            let mut items = items.clone();
            items.push(item);
            readings.push((items, after));
        }
    }
    readings
}

/// A value with these words before it, or nothing.
#[derive(Debug)]
pub(super) struct Maybe(pub(super) &'static str);

impl<T: Syntax> Form<Option<T>> for Maybe {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Option<T>, usize)> {
        let mut readings = vec![(None, at)];
        if let Some(at) = scan.literal(at, self.0) {
            readings.extend(T::read(scan, at).into_iter().map(|(value, at)| (Some(value), at)));
        }
        readings
    }

    fn write(&self, value: &Option<T>, out: &mut Out) {
        if let Some(value) = value {
            out.push(self.0);
            value.write(out);
        }
    }
}

/// Words for true and words for false, of which one may be empty.
#[derive(Debug)]
pub(super) struct Either(pub(super) &'static str, pub(super) &'static str);

impl Form<bool> for Either {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(bool, usize)> {
        [(true, self.0), (false, self.1)]
            .into_iter()
            .filter_map(|(value, words)| Some((value, scan.literal(at, words)?)))
            .collect()
    }

    fn write(&self, value: &bool, out: &mut Out) {
        out.push(if *value { self.0 } else { self.1 });
    }
}

/// Words behind a number: the first for 1, the second for all others (C5).
#[derive(Debug)]
pub(super) struct Plural(pub(super) &'static str, pub(super) &'static str);

impl Plural {
    /// The words that this number asks for.
    pub(super) fn of(self, amount: &Amount) -> Words {
        Words(if *amount == Amount::Number(1) { self.0 } else { self.1 })
    }
}

/// Words without a value.
#[derive(Debug)]
pub(super) struct Words(pub(super) &'static str);

impl Form<()> for Words {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        scan.literal(at, self.0).map(|at| ((), at)).into_iter().collect()
    }

    fn write(&self, (): &(), out: &mut Out) {
        out.push(self.0);
    }
}

/// The next letter is printed as a capital.
#[derive(Debug)]
pub(super) struct Capital;

impl Form<()> for Capital {
    fn read(&self, _: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        vec![((), at)]
    }

    fn write(&self, (): &(), out: &mut Out) {
        out.capital();
    }
}

impl Form<()> for Mention {
    fn read(&self, _: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        vec![((), at)]
    }

    fn write(&self, (): &(), out: &mut Out) {
        out.mention(*self);
    }
}

/// A player and a verb: the first words for the controller of the ability, the second behind any other player.
#[derive(Debug)]
pub(super) struct Does(pub(super) &'static str, pub(super) &'static str);

impl Form<Who> for Does {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Who, usize)> {
        let mut readings: Vec<_> = scan.literal(at, self.0).map(|at| (Who::You, at)).into_iter().collect();
        let others = Who::OTHERS.into_iter().filter_map(|who| Some((who, scan.literal(at, who.words())?)));
        readings.extend(others.filter_map(|(who, at)| Some((who, scan.literal(at, self.1)?))));
        readings
    }

    fn write(&self, who: &Who, out: &mut Out) {
        if *who == Who::You {
            out.push(self.0);
        } else {
            match who {
                Who::ItsController | Who::ItsOwner => out.mention(Mention::It),
                Who::ThatPlayer => out.mention(Mention::ThatPlayer),
                Who::You | Who::TargetPlayer | Who::EachPlayer | Who::EachOpponent => {}
            }
            out.push(who.words());
            out.push(self.1);
        }
    }
}

impl Who {
    /// All but the controller of the ability.
    const OTHERS: [Who; 6] =
        [Who::TargetPlayer, Who::EachPlayer, Who::EachOpponent, Who::ItsController, Who::ItsOwner, Who::ThatPlayer];

    const fn words(self) -> &'static str {
        match self {
            Who::You => "you",
            Who::TargetPlayer => "target player",
            Who::EachPlayer => "each player",
            Who::EachOpponent => "each opponent",
            Who::ItsController => "its controller",
            Who::ItsOwner => "its owner",
            Who::ThatPlayer => "that player",
        }
    }
}
