//! A line that is read, and the furthest place where reading stopped.

use std::cell::{Cell, RefCell};

/// The most expectations that a refusal names.
const MAX_EXPECTED: usize = 8;

/// What would be right at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    /// These words.
    Words(&'static str),
    /// What is described like this.
    Part(&'static str),
}

/// A line, and what would have let the reading go on at the furthest place that it reached.
#[derive(Debug)]
pub(in super::super) struct Scan<'a> {
    text: &'a str,
    furthest: Cell<usize>,
    expected: RefCell<Vec<Expected>>,
    quoting: Cell<bool>,
    of_many: Cell<bool>,
    noting: bool,
}

impl<'a> Scan<'a> {
    /// A reader of this line that does not note where it stops, which is faster.
    pub(in super::super) const fn new(text: &'a str) -> Scan<'a> {
        let expected = RefCell::new(Vec::new());
        Scan {
            text,
            furthest: Cell::new(0),
            expected,
            quoting: Cell::new(false),
            of_many: Cell::new(false),
            noting: false,
        }
    }

    /// A reader of this line that notes where it stops.
    pub(in super::super) fn noting(text: &'a str) -> Scan<'a> {
        Scan { noting: true, ..Scan::new(text) }
    }

    /// The rest of the line.
    pub(super) fn rest(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or_default()
    }

    /// True behind the last character; otherwise notes that the line had to end here.
    pub(super) fn is_end(&self, at: usize) -> bool {
        let end = self.rest(at).is_empty();
        if !end {
            self.missed(at, "the end of the line");
        }
        end
    }

    /// Notes what part would be right at this place, in words for people.
    pub(super) fn missed(&self, at: usize, part: &'static str) {
        self.note(at, Expected::Part(part));
    }

    /// Notes what words would be right at this place.
    pub(super) fn missed_words(&self, at: usize, words: &'static str) {
        self.note(at, Expected::Words(words));
    }

    fn note(&self, at: usize, expected: Expected) {
        if !self.noting || at < self.furthest.get() {
            return;
        }
        let mut all = self.expected.borrow_mut();
        if at > self.furthest.replace(at) {
            all.clear();
        }
        if !all.contains(&expected) {
            all.push(expected);
        }
    }

    /// The byte behind this literal if it stands here, in capitals or small letters (C2).
    pub(super) fn literal(&self, at: usize, literal: &'static str) -> Option<usize> {
        let rest = self.rest(at);
        let same = rest.bytes().zip(literal.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
        if same == literal.len() {
            return Some(at + same);
        }
        if !self.noting {
            return None;
        }
        // The mistake is in the word that differs, not at the first word of the literal.
        let word = literal.get(..same).and_then(|read| read.rfind(' ')).map_or(0, |blank| blank + 1);
        self.missed_words(at + word, literal.get(word..).unwrap_or(literal).trim());
        None
    }

    /// True between quotation marks.
    pub(super) const fn is_quoting(&self) -> bool {
        self.quoting.get()
    }

    /// Reads what stands between quotation marks.
    pub(super) fn quote<T>(&self, read: impl FnOnce() -> T) -> T {
        self.quoting.set(true);
        let value = read();
        self.quoting.set(false);
        value
    }

    /// Reads verbs behind several subjects.
    pub(super) fn of_many<T>(&self, read: impl FnOnce() -> T) -> T {
        self.of_many.set(true);
        let value = read();
        self.of_many.set(false);
        value
    }

    /// True for verbs behind several subjects.
    pub(super) const fn is_of_many(&self) -> bool {
        self.of_many.get()
    }

    /// The bytes from here on that the test holds for.
    pub(super) fn run(&self, at: usize, holds: fn(u8) -> bool) -> &'a str {
        let rest = self.rest(at);
        let length = rest.bytes().take_while(|byte| byte.is_ascii() && holds(*byte)).count();
        rest.get(..length).unwrap_or_default()
    }

    /// The words that would be right at the furthest byte that the reading reached.
    pub(super) fn expected_words(&self) -> Vec<&'static str> {
        let word = |expected: &Expected| match expected {
            Expected::Words(words) => Some(*words),
            Expected::Part(_) => None,
        };
        self.expected.borrow().iter().filter_map(word).collect()
    }

    /// The furthest byte that the reading reached, and what would be right there.
    pub(in super::super) fn stopped(&self) -> (usize, String) {
        let expected = self.expected.borrow();
        // A part says more than the words that it may begin with.
        let (parts, words): (Vec<Expected>, Vec<Expected>) =
            expected.iter().partition(|expected| matches!(expected, Expected::Part(_)));
        let told = parts.into_iter().chain(words).take(MAX_EXPECTED);
        let mut words: Vec<String> = told
            .map(|expected| match expected {
                Expected::Part(part) => part.to_owned(),
                Expected::Words(words) => format!("`{words}`"),
            })
            .collect();
        if expected.len() > MAX_EXPECTED {
            words.push("another word of the grammar".to_owned());
        }
        let last = words.pop().unwrap_or_else(|| "a text".to_owned());
        let joined = if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) };
        (self.furthest.get(), joined)
    }
}
