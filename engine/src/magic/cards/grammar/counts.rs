//! Numbers of things as people say them: `a card`, `two cards`, `12 cards`, `X cards`.

use super::form::Plural;
use super::out::{Out, takes_an};
use super::scan::Scan;
use super::{Form, Syntax};
use crate::magic::cards::cost::Amount;

/// The numbers that are printed as words, from 1.
const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The number that a word here names, and the byte behind it.
pub(super) fn word(scan: &Scan<'_>, at: usize) -> Option<(u16, usize)> {
    let word = scan.run(at, |byte| byte.is_ascii_alphabetic());
    let number = (1..).zip(WORDS).find(|(_, known)| known.eq_ignore_ascii_case(word));
    number.map(|(number, _)| (number, at + word.len()))
}

/// The byte behind `a ` or `an `, if it stands here before a word that asks for it (C5).
pub(super) fn article(scan: &Scan<'_>, at: usize) -> Option<usize> {
    let read = |words| scan.literal(at, words).filter(|at| takes_an(scan.rest(*at)) == (words == "an "));
    read("an ").or_else(|| read("a "))
}

/// A number of things, read as digits, as a word or as `X`. It says how one thing is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// `a`, `an`; also read as `1` and `one`.
    Article,
    /// `one`; also read as `1`.
    One,
}

impl Form<Amount> for Count {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Amount, usize)> {
        let numbers = Amount::read(scan, at);
        if !numbers.is_empty() || *self == Count::One {
            return numbers;
        }
        // The blank belongs to what follows the number.
        article(scan, at).map(|behind| (Amount::Number(1), behind - 1)).into_iter().collect()
    }

    fn write(&self, amount: &Amount, out: &mut Out) {
        let Amount::Number(number) = amount else { return amount.write(out) };
        match number.checked_sub(1).and_then(|index| WORDS.get(usize::from(index))) {
            Some(_) if *number == 1 && *self == Count::Article => out.article(),
            Some(word) => out.push(word),
            None => out.push(&number.to_string()),
        }
    }
}

/// `a card`, `two cards`.
pub(super) struct Cards;

impl Form<Amount> for Cards {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Amount, usize)> {
        let behind = |(amount, at): (Amount, usize)| {
            let words = Plural(" card", " cards").for_amount(&amount);
            Some((amount, words.read(scan, at).pop()?.1))
        };
        Count::Article.read(scan, at).into_iter().filter_map(behind).collect()
    }

    fn write(&self, amount: &Amount, out: &mut Out) {
        Count::Article.write(amount, out);
        Plural(" card", " cards").for_amount(amount).write(&(), out);
    }
}

/// Behind `the top`: ` card`, ` two cards`. One card is also read as ` 1 card` and, as it was once printed, ` 1 cards`.
pub(super) struct TopCards;

impl Form<Amount> for TopCards {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Amount, usize)> {
        let Some(first) = scan.literal(at, " ") else { return Vec::new() };
        if let Some(behind) = scan.literal(first, "card") {
            return vec![(Amount::Number(1), behind)];
        }
        let behind = |(amount, at): (Amount, usize)| {
            let one = || scan.literal(at, " card").filter(|_| amount == Amount::Number(1));
            scan.literal(at, " cards").or_else(one).map(|at| (amount, at))
        };
        Count::One.read(scan, first).into_iter().filter_map(behind).collect()
    }

    fn write(&self, amount: &Amount, out: &mut Out) {
        out.push(" ");
        if *amount == Amount::Number(1) {
            out.push("card");
        } else {
            Count::One.write(amount, out);
            out.push(" cards");
        }
    }
}
