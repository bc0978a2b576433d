//! The common parts of notations: names of cells, and a reader whose refusals name the place of the mistake.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::as_text::as_text;

/// A text that is no move on any board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{}: expected {expected}", self.place())]
pub struct Unreadable {
    /// The place of the mistake: the number of the character, counted from 1; one past the last at the end.
    pub at: usize,
    /// The word at that place, shortened and without control characters; empty at the end of the text.
    pub found: String,
    /// The text that would be right there, in words for people.
    pub expected: String,
}

impl Unreadable {
    fn place(&self) -> String {
        match self.found.as_str() {
            "" => "at the end of the text".to_owned(),
            found => format!("at character {}, \"{found}\"", self.at),
        }
    }
}

/// The name of a cell or vertex: a letter, then a number from 1, such as `e5`. Names sort in reading order of the
/// notation, letter first.
///
/// A name says nothing about boards: [`crate::board::Board`] tells whether it has such a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    letter: u8,
    number: u8,
}

impl Name {
    /// The name with this letter (0 is `a`) and this number.
    ///
    /// # Panics
    /// If there is no such letter.
    pub const fn new(letter: u8, number: u8) -> Name {
        assert!(letter < 26);
        Name { letter, number }
    }

    /// The letter, 0 for `a`.
    pub fn letter_index(self) -> u8 {
        self.letter
    }

    /// The letter as written.
    pub fn letter(self) -> char {
        char::from(b'a' + self.letter)
    }

    /// The number.
    pub fn number(self) -> u8 {
        self.number
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number)
    }
}

impl FromStr for Name {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Name, Unreadable> {
        let mut reader = Reader::new(text);
        let name = reader.name()?;
        reader.end("nothing more")?;
        Ok(name)
    }
}

as_text!(Name);

impl schemars::JsonSchema for Name {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[a-z][1-9][0-9]?$" })
    }

    fn inline_schema() -> bool {
        true
    }
}

/// The most characters of a word that a refusal repeats.
pub(crate) const LONGEST_FOUND: usize = 20;

/// Reads a move from left to right, forgiving capitals and blanks, and refuses with the place where it stopped.
///
/// Every method skips blanks first. A method that reads something optional leaves the text untouched where it is absent.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// A reader at the start of the text.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, rest: text }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_blank);
    }

    /// The next character in lower case, left where it is; `None` at the end.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.rest.chars().next().map(|c| c.to_ascii_lowercase())
    }

    /// Reads this character if it is next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        found
    }

    /// Reads a hyphen if one is next; the dashes and the minus sign that word processors put in its place count as one.
    pub fn eat_dash(&mut self) -> bool {
        ['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}']
            .into_iter()
            .any(|dash| self.eat(dash))
    }

    /// Reads this word if it is next and no letter or digit follows it.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let Some(head) = self.rest.get(..word.len()) else { return false };
        let tail = &self.rest[word.len()..];
        let found = head.eq_ignore_ascii_case(word) && !tail.starts_with(char::is_alphanumeric);
        if found {
            self.rest = tail;
        }
        found
    }

    /// Reads the letters `a` to `z` that are next, up to the first other character, and returns them in lower case; an empty
    /// text if there are none. Unlike in [`Reader::eat_word`], a digit may follow.
    pub fn letters(&mut self) -> String {
        self.skip_blanks();
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (letters, rest) = self.rest.split_at(end);
        self.rest = rest;
        letters.to_ascii_lowercase()
    }

    /// Does a letter or digit follow without a blank?
    pub fn goes_on(&mut self) -> bool {
        self.rest = self.rest.trim_start_matches(is_invisible);
        self.rest.starts_with(char::is_alphanumeric)
    }

    /// Reads a whole number from 0 to 65535, in at most five digits.
    pub fn number(&mut self, expected: &str) -> Result<u16, Unreadable> {
        self.skip_blanks();
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        match self.rest[..digits].parse() {
            Ok(number) if digits <= 5 => {
                self.rest = &self.rest[digits..];
                Ok(number)
            }
            _ => Err(self.refuse(expected)),
        }
    }

    /// Reads the name of a cell.
    pub fn name(&mut self) -> Result<Name, Unreadable> {
        const EXPECTED: &str = "the name of a cell: a letter and a number, such as e5";
        let before = self.clone();
        let letter = self.peek().filter(char::is_ascii_lowercase);
        let name = letter.and_then(|letter| {
            self.eat(letter);
            self.rest = self.rest.trim_start_matches(is_invisible);
            // One spelling a cell: no blank within a name, no zero before the number.
            let number = self.rest.starts_with(|c: char| matches!(c, '1'..='9')).then(|| self.number(EXPECTED))?;
            let number = number.ok().filter(|number| *number <= 99)?;
            Some(Name::new(letter as u8 - b'a', number as u8))
        });
        name.filter(|_| !self.rest.starts_with(char::is_alphanumeric)).ok_or_else(|| {
            *self = before;
            self.refuse(EXPECTED)
        })
    }

    /// Reads all that is left, and returns it with the number of characters before it.
    pub fn take_rest(&mut self) -> (usize, &'a str) {
        let rest = std::mem::take(&mut self.rest);
        (self.text[..self.text.len() - rest.len()].chars().count(), rest)
    }

    /// Insists that the text ends here.
    pub fn end(&mut self, expected: &str) -> Result<(), Unreadable> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.refuse(expected)),
        }
    }

    /// A refusal at this place.
    pub fn refuse(&mut self, expected: &str) -> Unreadable {
        self.skip_blanks();
        let at = self.text[..self.text.len() - self.rest.len()].chars().count() + 1;
        // The word is cut before its end is looked for: much may be tried, and refused, at one place of a long text.
        let word: String = self.rest.chars().take(LONGEST_FOUND).take_while(|c| !c.is_whitespace()).collect();
        Unreadable { at, found: clean(&word, LONGEST_FOUND), expected: expected.to_owned() }
    }
}

/// Pairs of quotation marks that people and word processors put around a move.
const QUOTES: [(char, char); 9] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('\u{201c}', '\u{201d}'),
    ('\u{201e}', '\u{201c}'),
    ('\u{201e}', '\u{201d}'),
    ('\u{2018}', '\u{2019}'),
    ('\u{201a}', '\u{2018}'),
    ('\u{ab}', '\u{bb}'),
];

/// A move without the marks of writing around it: blanks and invisible characters at both ends, one closing `.` or `!`, and one
/// pair of quotation marks or backticks, the closing mark inside or outside of them. Comes with the number of characters
/// that stood before it.
pub(crate) fn bare(text: &str) -> (usize, &str) {
    let lead = |text: &str| text.len() - text.trim_start_matches(is_blank).len();
    let sent = text.trim_matches(is_blank);
    let open = without_stop(sent);
    let (before, bare) = match QUOTES.iter().find_map(|&(first, last)| open.strip_prefix(first)?.strip_suffix(last)) {
        None => (lead(text), open),
        Some(quoted) => {
            let quote = open.chars().next().map_or(0, char::len_utf8);
            let inner = quoted.trim_matches(is_blank);
            // The one closing mark may stand inside of the quotation marks instead.
            let inner = if open.len() == sent.len() { without_stop(inner) } else { inner };
            (lead(text) + quote + lead(quoted), inner)
        }
    };
    (text[..before].chars().count(), bare)
}

/// The text without one `.` or `!` at its end, and without the blanks before that.
fn without_stop(text: &str) -> &str {
    text.strip_suffix(['.', '!']).map_or(text, |text| text.trim_end_matches(is_blank))
}

/// Characters that separate and mean nothing.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_invisible(c)
}

/// Invisible characters that mail programs put into texts.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// A foreign text, fit to be repeated to people: at most `max` characters, dangerous ones replaced.
pub(crate) fn clean(text: &str, max: usize) -> String {
    text.chars().take(max).map(|c| if is_unsafe(c) { '\u{fffd}' } else { c }).collect()
}

/// Characters that must not be repeated to people: control characters and those that change the direction of writing.
fn is_unsafe(c: char) -> bool {
    c.is_control() || is_invisible(c) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_forgive_capitals_and_blanks_around_them() {
        for text in ["e5", " E5 ", "\u{feff}e\u{200b}5\u{200b}"] {
            assert_eq!(text.parse::<Name>().unwrap().to_string(), "e5", "{text:?}");
        }
    }

    #[test]
    fn names_with_a_blank_or_a_leading_zero_are_refused() {
        for text in ["e 5", "e\t5", "e05", "e005", "e0 5"] {
            assert_eq!(text.parse::<Name>().unwrap_err().at, 1, "{text:?}");
        }
    }

    #[test]
    fn a_refusal_names_the_place_the_word_and_what_would_be_right() {
        let refusal = |text: &str| text.parse::<Name>().unwrap_err();
        assert_eq!(
            refusal("5e").to_string(),
            "at character 1, \"5e\": expected the name of a cell: a letter and a number, such as e5"
        );
        assert_eq!(refusal("e5 x").to_string(), "at character 4, \"x\": expected nothing more");
        assert_eq!(
            refusal("").to_string(),
            "at the end of the text: expected the name of a cell: a letter and a number, such as e5"
        );
        assert_eq!(refusal("é5").at, 1);
        assert_eq!(refusal("e5 é x").at, 4);
        for text in ["e", "e0", "e100", "e999999999999", "e5f", "ee5", "e-5"] {
            assert_eq!(refusal(text).at, 1, "{text}");
        }
    }

    #[test]
    fn a_refusal_repeats_nothing_dangerous() {
        let refusal = "\u{202e}evil\u{7}".parse::<Name>().unwrap_err();
        assert_eq!(refusal.found, "\u{fffd}evil\u{fffd}");
        assert_eq!("x".repeat(1000).parse::<Name>().unwrap_err().found.len(), 20);
    }

    #[test]
    fn a_move_is_found_between_blanks_quotation_marks_and_one_closing_mark() {
        for text in [
            "pass",
            "pass.",
            "pass!",
            " pass . ",
            "`pass`",
            "'pass'",
            "\"pass.\"",
            "\"pass\".",
            "“pass”!",
            "„pass“",
            "«pass»",
            "\u{feff}“ pass. ”\u{200b}",
            "‚pass‘",
            "‘pass’",
        ] {
            let (before, found) = bare(text);
            assert_eq!(found, "pass", "{text}");
            assert!(text.chars().skip(before).collect::<String>().starts_with("pass"), "{text}: {before}");
        }
        for (text, left) in [("pass..", "pass."), ("\"pass.\".", "pass."), ("`pass", "`pass"), ("''pass''", "'pass'")] {
            assert_eq!(bare(text).1, left, "one closing mark and one pair of quotation marks");
        }
        for text in ["", ".", "!", "\"", "\"\"", "\".\"", " . ", "`"] {
            assert!(bare(text).1.len() <= 1, "{text}");
        }
    }

    #[test]
    fn dashes_of_word_processors_are_hyphens() {
        for dash in ["-", "–", "—", " − "] {
            assert!(Reader::new(dash).eat_dash(), "{dash}");
        }
        assert!(!Reader::new("_").eat_dash());
    }
}
