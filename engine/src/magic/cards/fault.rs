//! Faults of card texts, with their place.

/// A fault of a card text (C16).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: line {line}, {}: expected {expected}", self.place())]
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
        }
    }

    fn place(&self) -> String {
        match self.found.as_str() {
            "" => format!("character {}, the end of the line", self.at),
            found => format!("character {}, \"{found}\"", self.at),
        }
    }
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
