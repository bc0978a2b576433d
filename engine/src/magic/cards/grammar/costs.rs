//! Numbers, costs, counters and prices.

use super::counts::{self, Cards, Count};
use super::form::Plural;
use super::nouns::Number;
use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Syntax, grammar};
use crate::magic::cards::colour::Colour;
use crate::magic::cards::cost::{Amount, Bill, Cost, Counters, Mark, Part, Payment, TapSome};
use crate::magic::cards::effect::{Side, Signed, Size};

/// The most that a number in a text says.
const MAX: u16 = 999;

/// A number without leading zeros, and the byte behind it.
pub(super) fn number(scan: &Scan<'_>, at: usize) -> Option<(u16, usize)> {
    let digits = scan.run(at, |byte| byte.is_ascii_digit());
    let one_spelling = digits == "0" || !digits.starts_with('0');
    let read = digits.parse().ok().filter(|number| one_spelling && *number <= MAX);
    if read.is_none() {
        scan.missed(at, "a number, such as 3 or `three`, up to 999");
    }
    read.map(|number| (number, at + digits.len()))
}

/// The byte behind this letter, if no other letter or digit follows it.
fn letter_alone(scan: &Scan<'_>, at: usize, letter: &'static str) -> Option<usize> {
    let behind = scan.literal(at, letter)?;
    scan.run(behind, |byte| byte.is_ascii_alphanumeric()).is_empty().then_some(behind)
}

impl Syntax for Amount {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Amount, usize)> {
        let number = number(scan, at).map(|(number, at)| (Amount::Number(number), at));
        let x = || Some((Amount::X, letter_alone(scan, at, "X")?));
        let word = || counts::word(scan, at).map(|(number, at)| (Amount::Number(number), at));
        number.or_else(x).or_else(word).into_iter().collect()
    }

    fn write(&self, out: &mut Out) {
        match self {
            Amount::Number(number) => out.push(&number.to_string()),
            Amount::X => {
                out.mention(Mention::X);
                out.push("X");
            }
        }
    }
}

impl Syntax for Cost {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Cost, usize)> {
        let signs = scan.run(at, |byte| byte.is_ascii_alphanumeric());
        let read = Cost::from_signs(signs);
        if read.is_none() {
            scan.missed(at, "a cost, such as 2WW");
        }
        read.map(|cost| (cost, at + signs.len())).into_iter().collect()
    }

    fn write(&self, out: &mut Out) {
        if self.x {
            out.mention(Mention::X);
        }
        out.push(&self.to_string());
    }
}

impl Cost {
    /// The cost that is spelled like this: X, a number, then letters in the order W U B R G; one spelling a cost (C3).
    pub fn from_signs(signs: &str) -> Option<Cost> {
        let small = signs.to_ascii_uppercase();
        let rest = small.strip_prefix('X').unwrap_or(&small);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (generic, letters) = rest.split_at_checked(digits)?;
        let mut cost = Cost { x: rest.len() < small.len(), ..Cost::default() };
        if !generic.is_empty() {
            cost.generic = generic.parse().ok().filter(|number| *number <= MAX)?;
        }
        for letter in letters.chars() {
            let count = cost.coloured.get_mut(Colour::from_letter(letter)? as usize)?;
            *count = count.checked_add(1)?;
        }
        // Letters in another order, and superfluous zeros, print differently.
        (cost.to_string() == small).then_some(cost)
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.x {
            f.write_str("X")?;
        }
        if self.generic > 0 || (!self.x && self.colours().is_empty()) {
            write!(f, "{}", self.generic)?;
        }
        for colour in Colour::ALL {
            (0..self.count(colour)).try_for_each(|_| write!(f, "{}", colour.letter()))?;
        }
        Ok(())
    }
}

impl Syntax for Signed {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Signed, usize)> {
        let sign = |minus, sign| scan.literal(at, sign).map(|at| (minus, at));
        let Some((minus, at)) = sign(false, "+").or_else(|| sign(true, "-")) else { return Vec::new() };
        Amount::read(scan, at).into_iter().map(|(amount, at)| (Signed { minus, amount }, at)).collect()
    }

    fn write(&self, out: &mut Out) {
        out.push(if self.minus { "-" } else { "+" });
        self.amount.write(out);
    }
}

impl Syntax for Side {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Side, usize)> {
        let number = number(scan, at).map(|(number, at)| (Side::Number(number), at));
        number.or_else(|| Some((Side::Star, scan.literal(at, "*")?))).into_iter().collect()
    }

    fn write(&self, out: &mut Out) {
        match self {
            Side::Number(number) => out.push(&number.to_string()),
            Side::Star => {
                out.mention(Mention::Star);
                out.push("*");
            }
        }
    }
}

impl Syntax for Mark {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Mark, usize)> {
        let plus = scan.literal(at, "+1/+1").map(|at| (Mark::Plus, at));
        let sign = plus.or_else(|| Some((Mark::Minus, scan.literal(at, "-1/-1")?)));
        let word = scan.run(at, |byte| byte.is_ascii_lowercase());
        if sign.is_none() && word.is_empty() {
            scan.missed(at, "a word in small letters");
        }
        sign.or_else(|| (!word.is_empty()).then(|| (Mark::Word(word.to_owned()), at + word.len())))
            .into_iter()
            .collect()
    }

    fn write(&self, out: &mut Out) {
        out.push(match self {
            Mark::Plus => "+1/+1",
            Mark::Minus => "-1/-1",
            Mark::Word(word) => word,
        });
    }
}

grammar! {
    struct Size { power, toughness } = [power "/" toughness];
    struct Counters { amount, mark } = [(amount: Count::Article) " " mark {Plural(" counter", " counters").for_amount(&amount)}];
    struct TapSome { amount, noun } = ["tap " (amount: Count::Article) " " (noun: Number::for_amount(&amount))];
}

grammar! {
    enum Part {
        Tap = ["tap"];
        Payment(payment) = [payment];
        Mana(cost) = [cost];
    }
    enum Payment {
        SacrificeThis = ["sacrifice this"];
        Sacrifice(article, noun) = ["sacrifice " article (noun: Number::One)];
        Discard(amount) = ["discard " (amount: Cards)];
        Life(amount) = ["pay " amount " life"];
        Remove(counters) = ["remove " counters " from this"];
        TapSome(some) = [some];
        ReturnThis = ["return this to its owner's hand"];
    }
    enum Bill {
        Mana(cost) = ["pay " cost];
        Sacrifice(article, noun) = ["sacrifice " article (noun: Number::One)];
        Discard(amount) = ["discard " (amount: Cards)];
        TapSome(some) = [some];
    }
}
