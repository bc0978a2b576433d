//! Lists, options and other forms that many rules use.

use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax};
use crate::magic::cards::cost::Amount;
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::Who;

/// One or more, with this between them.
#[derive(Debug)]
pub(super) struct List(pub(super) &'static str);

impl<T: Syntax + Clone> Form<Vec<T>> for List {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<T>, usize)> {
        let first = T::read(scan, at).into_iter().map(|(item, at)| (vec![item], at)).collect();
        longest(first, |at| scan.literal(at, self.0).map_or_else(Vec::new, |at| T::read(scan, at)))
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
        longest(vec![(Vec::new(), at)], |at| scan.literal(at, self.0).map_or_else(Vec::new, |at| T::read(scan, at)))
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

impl EachBefore {
    /// The item that begins at this byte, if any, with the byte behind it and its sign.
    pub(super) fn next<T: Syntax>(&self, scan: &Scan<'_>, at: usize) -> Option<(T, usize)> {
        let items = T::read(scan, at).into_iter();
        furthest(items.filter_map(|(item, at)| Some((item, scan.literal(at, self.0)?))).collect()).pop()
    }

    /// Prints the items.
    pub(super) fn write<T: Syntax>(&self, value: &[T], out: &mut Out) {
        for item in value {
            item.write(out);
            out.push(self.0);
        }
    }
}

/// Keywords in a sentence: printed as `flying, fear and menace`, read with commas alone too.
#[derive(Debug)]
pub(super) struct And;

impl Form<Vec<Keyword>> for And {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<Keyword>, usize)> {
        let first = Keyword::read(scan, at).into_iter().map(|(item, at)| (vec![item], at)).collect();
        longest(first, |at| {
            let next = scan.literal(at, ", ").or_else(|| scan.literal(at, " and "));
            next.map_or_else(Vec::new, |at| Keyword::read(scan, at))
        })
    }

    fn write(&self, value: &Vec<Keyword>, out: &mut Out) {
        write_list(value, " and ", out);
    }
}

/// Prints values with commas between them, and this before the last.
pub(super) fn write_list<T: Syntax>(values: &[T], last: &'static str, out: &mut Out) {
    for (number, value) in values.iter().enumerate() {
        match number {
            0 => {}
            end if end + 1 == values.len() => out.push(last),
            _ => out.push(", "),
        }
        value.write(out);
    }
}

/// Either nothing, or `with` and keywords.
#[derive(Debug)]
pub(super) struct With;

impl Form<Vec<Keyword>> for With {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<Keyword>, usize)> {
        let lists = scan.literal(at, " with ").map_or_else(Vec::new, |at| And.read(scan, at));
        if lists.is_empty() { vec![(Vec::new(), at)] } else { lists }
    }

    fn write(&self, value: &Vec<Keyword>, out: &mut Out) {
        if !value.is_empty() {
            out.push(" with ");
            And.write(value, out);
        }
    }
}

/// The most readings of a list that are kept: a line with two meanings is refused (C4), so further ones change nothing.
const MAX_MEANINGS: usize = 2;

/// The longest lists that grow from these by further items.
///
/// No shorter list is a reading: in no rule can the words behind a list be those of a further item. So a list is read once from its beginning
/// to its end, in time and memory that grow with its length alone.
fn longest<T: Clone>(first: Vec<(Vec<T>, usize)>, more: impl Fn(usize) -> Vec<(T, usize)>) -> Vec<(Vec<T>, usize)> {
    let mut lists = furthest(first);
    while let Some((_, at)) = lists.first() {
        let at = *at;
        // An item of no length would grow for ever.
        let mut items = furthest(more(at));
        items.retain(|(_, after)| *after > at);
        items.truncate(MAX_MEANINGS);
        let Some((item, after)) = items.pop() else { break };
        let with_others: Vec<_> = items
            .into_iter()
            .flat_map(|(item, after)| {
                lists.iter().map(move |(list, _)| ([list.as_slice(), std::slice::from_ref(&item)].concat(), after))
            })
            .collect();
        for (list, at) in &mut lists {
            list.push(item.clone());
            *at = after;
        }
        lists.extend(with_others);
        lists.truncate(MAX_MEANINGS);
    }
    lists
}

/// Those readings that go furthest. No shorter one can be part of a reading of the whole line: no word that may follow a part of a line is one by
/// which that part could go on, but for the last adjective of a noun.
pub(super) fn furthest<T>(mut readings: Vec<(T, usize)>) -> Vec<(T, usize)> {
    let end = readings.iter().map(|(_, at)| *at).max();
    readings.retain(|(_, at)| Some(*at) == end);
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
    pub(super) fn for_amount(self, amount: &Amount) -> Words {
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

/// A player and a verb: the first words for the controller of the ability, the second behind any other player. `You` is read too, and printed
/// where another player has done something before.
#[derive(Debug)]
pub(super) struct Does(pub(super) &'static str, pub(super) &'static str);

impl Form<Who> for Does {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Who, usize)> {
        let named = || scan.literal(scan.literal(at, "you ")?, self.0);
        let you = scan.literal(at, self.0).or_else(named);
        let mut readings: Vec<_> = you.map(|at| (Who::You, at)).into_iter().collect();
        let others = Who::OTHERS.into_iter().filter_map(|who| Some((who, scan.literal(at, who.words())?)));
        readings.extend(others.filter_map(|(who, at)| Some((who, scan.literal(at, self.1)?))));
        readings
    }

    fn write(&self, who: &Who, out: &mut Out) {
        if *who == Who::You {
            out.push(if out.names_you() && !self.0.starts_with("you ") { "you " } else { "" });
            out.push(self.0);
        } else {
            out.other_acts(true);
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
