//! Faults of card texts, with their place.

use std::fmt;

use super::grammar::{self, examples, page};
use super::keyword::Keyword;
use super::near::nearest;

/// The most faults of a text that are told.
const MAX_TOLD: usize = 10;
/// The most bytes of a line that is read once more for the nearest word and an example.
const LONGEST_ADVISED: usize = 400;

/// The faults of a text of cards (C16), in its order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Faults {
    /// The first.
    pub first: Box<Refused>,
    /// At most nine further ones.
    pub others: Vec<Refused>,
    /// How many more there are.
    pub more: usize,
}

impl Faults {
    /// The faults of this text; `None` if there are none.
    pub(super) fn new(text: &str, mut faults: Vec<Refused>) -> Option<Faults> {
        faults.sort_by_key(|fault| (fault.line, fault.at));
        let more = faults.len().saturating_sub(MAX_TOLD);
        faults.truncate(MAX_TOLD);
        let lines: Vec<&str> = text.lines().collect();
        for fault in &mut faults {
            fault.look_at(&lines);
        }
        let mut faults = faults.into_iter();
        Some(Faults { first: Box::new(faults.next()?), others: faults.collect(), more })
    }
}

impl fmt::Display for Faults {
    /// A line for each fault.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        self.others.iter().try_for_each(|fault| write!(f, "\n{fault}"))?;
        match self.more {
            0 => Ok(()),
            1 => f.write_str("\nand one more fault"),
            more => write!(f, "\nand {more} more faults"),
        }
    }
}

/// A fault of a card text (C16).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: line {line}, {}: expected {expected}{}", self.place(), self.advice())]
pub struct Refused {
    /// The code of C16, such as `card-text`.
    pub code: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1; one past the last at its end.
    pub at: usize,
    /// The word at that place, shortened and without control characters; empty at the end of the line.
    pub found: String,
    /// What would be right there, in words for people.
    pub expected: String,
    /// Where it is and what to do, of a fault that is told.
    pub advice: Option<Box<Advice>>,
}

/// Where a fault is, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The name of the card; shortened and without control characters.
    pub card: String,
    /// The nearest word that would be right there, or why there is no such word.
    pub hint: Option<String>,
    /// A line that is right and looks like this one.
    pub example: Option<&'static str>,
}

impl Refused {
    /// The fault at this byte of a line.
    pub(super) fn new(code: &'static str, line: Line<'_>, byte: usize, expected: impl Into<String>) -> Refused {
        let before = line.text.get(..byte).unwrap_or(line.text);
        let word = line.text.get(byte..).unwrap_or_default().split_whitespace().next().unwrap_or_default();
        Refused {
            code,
            line: line.number,
            at: before.chars().count() + 1,
            found: crate::notation::clean(word, 20),
            expected: expected.into(),
            advice: None,
        }
    }

    /// The fault at this byte of the line as it is printed, which may have other words than the line itself: it is at the same word.
    pub(super) fn in_print(
        code: &'static str,
        line: Line<'_>,
        (printed, at): (&str, usize),
        expected: impl Into<String>,
    ) -> Refused {
        Refused::new(code, line, same_place(printed, at, line.text), expected)
    }

    fn place(&self) -> String {
        let card = self.advice.as_ref().map(|advice| format!(" of {}", advice.card)).unwrap_or_default();
        match self.found.as_str() {
            "" => format!("character {}, the end of the line{card}", self.at),
            found => format!("character {}, \"{found}\"{card}", self.at),
        }
    }

    fn advice(&self) -> String {
        let Some(advice) = &self.advice else { return String::new() };
        let hint = advice.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        let example = advice.example.map(|example| format!("; an example is `{example}`")).unwrap_or_default();
        hint + &example
    }

    /// Adds the card, the nearest word and an example, from the lines of the text.
    fn look_at(&mut self, lines: &[&str]) {
        let before = lines.get(..self.line).unwrap_or(lines);
        let is_head = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let first = before.iter().rposition(|line| line.is_empty()).map_or(0, |empty| empty + 1);
        let card: Vec<&str> = before.get(first..).unwrap_or_default().iter().copied().filter(is_head).collect();
        let [name, .., line] = card.as_slice() else { return };
        let name = name.split("   ").next().unwrap_or_default();
        let mut advice = Advice { card: crate::notation::clean(name, 24), hint: None, example: None };
        let byte = line.char_indices().nth(self.at - 1).map_or(line.len(), |(byte, _)| byte);
        let rest = line.get(byte..).unwrap_or_default();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\''))).unwrap_or(rest.len());
        if card.len() > 2 && self.code == "card-text" && line.len() <= LONGEST_ADVISED {
            advice.hint = hint(line, rest.get(..end).unwrap_or_default());
            advice.example = page::example_like(line).filter(|example| example != line);
        }
        self.advice = Some(Box::new(advice));
    }
}

/// The nearest word that would be right in place of this one, or why there is no such word.
fn hint(line: &str, found: &str) -> Option<String> {
    let absent = examples::NOT_HERE.iter().find(|(word, _)| {
        let same = word.eq_ignore_ascii_case(found) || nearest(found, [*word]).is_some();
        same || line.trim_end_matches('.').eq_ignore_ascii_case(word)
    });
    if let Some((word, why)) = absent {
        return Some(format!("there is no `{word}` here: {why}"));
    }
    let here = grammar::words_at_stop(line);
    let keywords = Keyword::ALL.into_iter().flat_map(|keyword| keyword.words().split(' '));
    let near = nearest(found, here.into_iter().flat_map(|words| words.split(' ')).chain(keywords));
    near.map(|word| format!("did you mean `{word}`?"))
}

/// The byte of the written line where the word stands that stands at this byte of the printed one: as many words like it come before. A
/// subtype may be in the plural in one of them.
fn same_place(printed: &str, at: usize, written: &str) -> usize {
    if printed.eq_ignore_ascii_case(written) {
        return at;
    }
    let stem = |word: &'_ str| word.len() - usize::from(word.ends_with(['s', 'S']));
    let Some((_, wanted)) = words(printed.get(at..).unwrap_or_default()).next() else { return 0 };
    let wanted = wanted.get(..stem(wanted)).unwrap_or(wanted);
    let is_it =
        |(_, word): &(usize, &str)| word.get(..stem(word)).is_some_and(|word| word.eq_ignore_ascii_case(wanted));
    let before = words(printed.get(..at).unwrap_or_default()).filter(is_it).count();
    words(written).filter(is_it).nth(before).map_or(0, |(at, _)| at)
}

/// The words of a line with their bytes; every other sign is one by itself.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text.get(at..)?.find(|c: char| c != ' ')?;
        let rest = text.get(at..)?;
        let letters = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..letters.max(rest.chars().next()?.len_utf8()))?;
        let start = at;
        at += word.len();
        Some((start, word))
    })
}

/// What is legal, but of no use (C18).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, in words for people.
    pub text: &'static str,
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its characters, without its end.
    pub(super) text: &'a str,
}
