//! Lists of cards as people write and paste them (N10): one card a line, with numbers before or behind the name, sets in brackets,
//! headers and comments. Which cards there are is not asked here.

use super::names::{MAX_NUMBER, Word};

/// A list of cards as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::magic) struct CardList {
    /// The cards of the deck, in the order of the text.
    pub(in crate::magic) main: Vec<Entry>,
    /// The cards under a header such as `Sideboard`, which are no part of the deck.
    pub(in crate::magic) side: Vec<Entry>,
    /// What could not be read, in the order of the text.
    pub(in crate::magic) faults: Vec<ListFault>,
}

/// A card of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::magic) struct Entry {
    /// How many; `None` if the text does not say.
    pub(in crate::magic) count: Option<u16>,
    /// The name as it was written, with single blanks.
    pub(in crate::magic) name: String,
    /// Where the name begins.
    pub(in crate::magic) place: Place,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::magic) struct Place {
    /// The line.
    pub(in crate::magic) line: usize,
    /// The character, counted from the beginning of the whole text.
    pub(in crate::magic) at: usize,
}

/// A part of a list that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::magic) struct ListFault {
    /// Where.
    pub(in crate::magic) place: Place,
    /// The word there; empty at the end of an entry.
    pub(in crate::magic) found: String,
    /// What would be right.
    pub(in crate::magic) expected: &'static str,
}

impl Entry {
    /// The id of a card of this name (N3); `None` if no card can have it.
    pub(in crate::magic) fn word(&self) -> Option<Word> {
        let mut spelt = String::new();
        for c in self.name.chars().filter(|c| !is_dropped(*c)) {
            spelt.push(if c == ' ' || c == '_' || is_dash(c) { '-' } else { c.to_ascii_lowercase() });
        }
        let parts: Vec<&str> = spelt.split('-').filter(|part| !part.is_empty()).collect();
        Word::new(&parts.join("-"))
    }
}

/// Characters of a name that an id does not have: apostrophes, and invisible ones that mail programs put in.
fn is_dropped(c: char) -> bool {
    matches!(
        c,
        '\'' | '`' | '\u{b4}' | '\u{2018}' | '\u{2019}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}'
    )
}

/// The hyphen, and the dashes and the minus sign that word processors put in its place.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}')
}

/// The part of a list to which lines belong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    /// The deck.
    Main,
    /// Cards beside the deck.
    Side,
    /// The name of the deck and other words about it.
    About,
}

/// What a line without cards means.
enum Header {
    /// The lines below it belong to this section.
    Begins(Section),
    /// It names a kind of cards and changes nothing.
    Kind,
}

/// The header in a line, such as `Deck`, `Sideboard:`, `Creatures (12)`.
fn header(line: &str) -> Option<Header> {
    let line = line.trim_matches(is_blank).trim_end_matches([':', ')']).trim_end_matches(|c: char| c.is_ascii_digit());
    let line = line.trim_end_matches(|c: char| is_blank(c) || matches!(c, '(' | ':'));
    let word: String = line.chars().filter(|c| *c != ' ').map(|c| c.to_ascii_lowercase()).collect();
    match word.as_str() {
        "deck" | "main" | "maindeck" | "mainboard" => Some(Header::Begins(Section::Main)),
        "side" | "sideboard" | "maybeboard" => Some(Header::Begins(Section::Side)),
        "about" => Some(Header::Begins(Section::About)),
        "creatures" | "spells" | "instants" | "sorceries" | "artifacts" | "enchantments" | "auras" => {
            Some(Header::Kind)
        }
        _ => None,
    }
}

/// The pieces of a text between gaps, each with the character at which it begins.
fn pieces(text: &str, first: usize, is_gap: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let mut at = first;
    let mut pieces = Vec::new();
    for piece in text.split(is_gap) {
        pieces.push((at, piece));
        at += piece.chars().count() + 1;
    }
    pieces
}

/// The meaning of one word of an entry.
enum Piece {
    /// `4`, `4x`
    Number(Option<u16>),
    /// `x4`, `(4)`, `(x4)`
    Times(Option<u16>),
    /// The beginning of a set in brackets, `(ABC)`.
    Bracket,
    /// A mark behind the card, such as `*F*`.
    Mark,
    /// A word of the name.
    Name,
}

fn counts(word: &str) -> bool {
    matches!(piece(word), Piece::Number(_))
}

fn piece(word: &str) -> Piece {
    let number = |digits: &str| {
        let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        all_digits.then(|| digits.parse().ok().filter(|number| *number <= MAX_NUMBER))
    };
    let signs = ['x', 'X', '\u{d7}'];
    if let Some(number) = number(word.strip_suffix(signs).unwrap_or(word)) {
        return Piece::Number(number);
    }
    let inner = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    let counted = inner.unwrap_or(word);
    let digits = counted.strip_prefix(signs).or_else(|| inner.map(|_| counted));
    match digits.and_then(number) {
        Some(number) => Piece::Times(number),
        None if word.starts_with(['(', '[']) => Piece::Bracket,
        None if word.starts_with('*') => Piece::Mark,
        None => Piece::Name,
    }
}

/// An entry while it is read.
#[derive(Default)]
struct Open {
    count: Option<u16>,
    words: Vec<String>,
    place: Option<Place>,
    /// True behind a set: the name is complete.
    closed: bool,
}

impl Open {
    fn is_empty(&self) -> bool {
        self.count.is_none() && self.words.is_empty()
    }

    /// True if the next line may go on with it, as where a mail program has broken a long line.
    fn goes_on(&self) -> bool {
        let broken = self.words.last().is_some_and(|word| word.ends_with(is_dash));
        !self.is_empty() && !self.closed && (self.words.is_empty() || broken)
    }
}

/// The list that is being read, and the entry in it.
struct Lister {
    list: CardList,
    section: Section,
    /// True for an entry behind `SB:`.
    beside: bool,
    open: Open,
}

impl CardList {
    /// Reads a text. Nothing of it is lost: what is no card, header or comment is a fault.
    pub(in crate::magic) fn read(text: &str) -> CardList {
        let list = CardList::default();
        let mut lister = Lister { list, section: Section::Main, beside: false, open: Open::default() };
        let mut end = Place { line: 1, at: 1 };
        for (number, (at, line)) in (1..).zip(pieces(text, 1, |c| c == '\n')) {
            let comment = [line.find("//"), line.find('#')].into_iter().flatten().min();
            let line = &line[..comment.unwrap_or(line.len())];
            end = Place { line: number, at: at + line.chars().count() };
            lister.line(Place { line: number, at }, line, end);
        }
        lister.finish(end);
        lister.list
    }
}

impl Lister {
    fn line(&mut self, begin: Place, line: &str, end: Place) {
        if let Some(header) = header(line) {
            self.finish(begin);
            if let Header::Begins(section) = header {
                self.section = section;
            }
            return;
        }
        if self.section == Section::About {
            return;
        }
        let segments = pieces(line, begin.at, |c| matches!(c, ',' | ';'));
        let last = segments.len() - 1;
        for (number, (at, segment)) in segments.into_iter().enumerate() {
            self.segment(begin.line, at, segment);
            if number < last {
                self.finish(Place { line: begin.line, at: at + segment.chars().count() });
            }
        }
        if !self.open.goes_on() {
            self.finish(end);
        }
    }

    fn segment(&mut self, line: usize, at: usize, segment: &str) {
        let words: Vec<(usize, &str)> =
            pieces(segment, at, is_blank).into_iter().filter(|(_, word)| !word.is_empty()).collect();
        let bullet = |word: &str| matches!(word, "*" | "\u{2022}") || word.chars().all(is_dash);
        let mut rest = words.as_slice();
        while let [(at, word), after @ ..] = rest {
            let place = Place { line, at: *at };
            let begins = self.open.is_empty();
            rest = after;
            if begins && bullet(word) {
                continue;
            }
            // The word of the move, where a list is pasted behind it or with it.
            if begins && word.eq_ignore_ascii_case("deck") && after.first().is_some_and(|(_, next)| counts(next)) {
                continue;
            }
            if begins && word.eq_ignore_ascii_case("sb:") {
                self.beside = true;
                continue;
            }
            match piece(word) {
                Piece::Number(number) => self.number(place, word, number, after),
                Piece::Times(number) => self.times(place, word, number),
                Piece::Bracket => rest = self.bracket(rest, word),
                Piece::Mark => {}
                Piece::Name => self.name(place, word, after),
            }
        }
    }

    /// A number behind a name is its count if nothing follows; else it begins the next entry.
    fn number(&mut self, place: Place, word: &str, number: Option<u16>, after: &[(usize, &str)]) {
        let Some(number) = number else { return self.fault(place, word, "a number up to 999") };
        if !self.open.words.is_empty() && (self.open.count.is_some() || !after.is_empty()) {
            self.finish(place);
        }
        if self.open.count.is_some() {
            return self.fault(place, word, "the name of a card behind its number");
        }
        self.open.count = Some(number);
    }

    fn times(&mut self, place: Place, word: &str, number: Option<u16>) {
        match (number, self.open.count) {
            (None, _) => self.fault(place, word, "a number up to 999"),
            (Some(_), Some(_)) => self.fault(place, word, "one number for each card"),
            (Some(number), None) => self.open.count = Some(number),
        }
    }

    /// Skips a set in brackets, and the number of the card in it; returns what follows.
    fn bracket<'w, 't>(&mut self, rest: &'w [(usize, &'t str)], first: &str) -> &'w [(usize, &'t str)] {
        self.open.closed = true;
        let closes = |word: &str| word.ends_with([')', ']']);
        let end = if closes(first) {
            0
        } else {
            rest.iter().position(|(_, word)| closes(word)).map_or(rest.len(), |at| at + 1)
        };
        let rest = &rest[end..];
        let is_name = |word: &str| matches!(piece(word), Piece::Name);
        match rest {
            // A number before a name counts the next card.
            [(_, number), (_, next), ..] if number.bytes().all(|byte| byte.is_ascii_digit()) && is_name(next) => rest,
            [(_, number), after @ ..] if number.starts_with(|c: char| c.is_ascii_digit()) => after,
            rest => rest,
        }
    }

    fn name(&mut self, place: Place, word: &str, after: &[(usize, &str)]) {
        let is_sign = self.open.count.is_some() && self.open.words.is_empty() && matches!(word, "x" | "X" | "\u{d7}");
        // `2 x - ray` is two of a card whose name begins with x.
        let counts = |next: &str| matches!(piece(next), Piece::Name) && !next.starts_with(is_dash);
        if is_sign && after.first().is_some_and(|(_, next)| counts(next)) {
            return;
        }
        if self.open.closed {
            return self.fault(place, word, "`;` or a new line before the next card");
        }
        self.open.place.get_or_insert(place);
        self.open.words.push(word.to_owned());
    }

    fn fault(&mut self, place: Place, found: &str, expected: &'static str) {
        self.list.faults.push(ListFault { place, found: found.to_owned(), expected });
    }

    /// Ends the entry here, if one is open.
    fn finish(&mut self, here: Place) {
        let open = std::mem::take(&mut self.open);
        let beside = std::mem::take(&mut self.beside) || self.section == Section::Side;
        match open.place {
            Some(place) => {
                let entry = Entry { count: open.count, name: open.words.join(" "), place };
                if beside { self.list.side.push(entry) } else { self.list.main.push(entry) }
            }
            None if open.count.is_some() || open.closed => self.fault(here, "", "the name of a card"),
            None => {}
        }
    }
}
