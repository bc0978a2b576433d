//! Reads texts: one method for each rule of the grammar (N5). Case, blanks and dashes are forgiven (N4).

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use super::card_list::CardList;
use super::names::{
    CreatureName, HandName, LandNumber, LookedName, MAX_NUMBER, PermanentName, StackName, Thing, Word, read_by,
};
use super::{Act, Answer, Choose, Deck, Source, Step, Target, Text};
use crate::magic::cards::LandType;
use crate::notation::{LONGEST_FOUND, Reader, Unreadable, clean};
use crate::rules::MAX_MOVE_BYTES;

type Read<T> = Result<T, Unreadable>;

/// A reader of the grammar's rules. Each method reads its rule from the place where the parser stands, or refuses there.
#[derive(Clone, Debug)]
pub(in crate::magic) struct Parser<'a> {
    pub(in crate::magic) reader: Reader<'a>,
    /// A comma may close a list and begin the next order: so in the table text (T5).
    pub(in crate::magic) comma_ends: bool,
}

impl FromStr for Text {
    type Err = Unreadable;

    fn from_str(text: &str) -> Read<Text> {
        let read = Parser::new(text).whole(Parser::text)?;
        // The log holds the canonical spelling, so that one has to be read again.
        if text.len().max(read.to_string().len()) > MAX_MOVE_BYTES {
            let expected = format!("a text of at most {MAX_MOVE_BYTES} bytes");
            return Err(Unreadable { at: text.chars().count() + 1, found: String::new(), expected });
        }
        Ok(read)
    }
}

read_by!(Act, act);
read_by!(Answer, answer);
read_by!(Choose, choice);
read_by!(Step, step);
read_by!(Target, target);
read_by!(Source, source);

impl<'a> Parser<'a> {
    pub(in crate::magic) fn new(text: &'a str) -> Parser<'a> {
        Parser { reader: Reader::new(text), comma_ends: false }
    }

    /// Reads one rule up to the end of the text.
    pub(super) fn whole<T>(mut self, rule: impl Fn(&mut Self) -> Read<T>) -> Read<T> {
        let read = rule(&mut self)?;
        self.reader.end("nothing more")?;
        Ok(read)
    }

    /// Reads a rule if it stands here; otherwise leaves the text untouched.
    pub(super) fn if_next<T>(&mut self, rule: impl Fn(&mut Self) -> Read<T>) -> Option<T> {
        let before = self.reader.clone();
        let read = rule(self).ok();
        if read.is_none() {
            self.reader = before;
        }
        read
    }

    /// One or more, with commas between them.
    pub(in crate::magic) fn list<T>(&mut self, rule: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = vec![rule(self)?];
        loop {
            let before = self.reader.clone();
            if !self.reader.eat(',') {
                return Ok(items);
            }
            match rule(self) {
                Ok(item) => items.push(item),
                Err(_) if self.comma_ends => {
                    self.reader = before;
                    return Ok(items);
                }
                Err(refusal) => return Err(refusal),
            }
        }
    }

    /// One of these words.
    pub(super) fn one_of<T: Copy + Display>(&mut self, all: &[T]) -> Read<T> {
        let words: Vec<String> = all.iter().map(T::to_string).collect();
        let found = words.iter().position(|word| self.reader.eat_word(word));
        found.and_then(|at| all.get(at).copied()).ok_or_else(|| self.reader.refuse(&words.join(", ")))
    }

    /// A number from 0 to 999.
    pub(in crate::magic) fn number(&mut self) -> Read<u16> {
        let before = self.reader.clone();
        let number =
            self.reader.number("a number").ok().filter(|number| *number <= MAX_NUMBER && !self.reader.goes_on());
        number.ok_or_else(|| {
            self.reader = before;
            self.reader.refuse(&format!("a number up to {MAX_NUMBER}"))
        })
    }

    pub(in crate::magic) fn land(&mut self) -> Read<LandNumber> {
        self.number()
            .map(LandNumber)
            .map_err(|refusal| Unreadable { expected: "the number of a land".to_owned(), ..refusal })
    }

    /// A letter and a number.
    pub(super) fn tagged(&mut self, letter: &str, expected: &str) -> Read<u16> {
        let before = self.reader.clone();
        if self.reader.letters() == letter
            && self.reader.goes_on()
            && let Ok(number) = self.number()
        {
            return Ok(number);
        }
        self.reader = before;
        Err(self.reader.refuse(expected))
    }

    pub(in crate::magic) fn creature(&mut self) -> Read<CreatureName> {
        self.tagged("c", "a creature, such as c1").map(CreatureName)
    }

    pub(in crate::magic) fn permanent(&mut self) -> Read<PermanentName> {
        self.tagged("p", "a permanent, such as p1").map(PermanentName)
    }

    pub(super) fn on_stack(&mut self) -> Read<StackName> {
        self.tagged("s", "an object on the stack, such as s1").map(StackName)
    }

    pub(super) fn hand(&mut self) -> Read<HandName> {
        self.tagged("h", "a card of your hand, such as h1").map(HandName)
    }

    pub(super) fn looked(&mut self) -> Read<LookedName> {
        self.tagged("l", "a card that you look at, such as l1").map(LookedName)
    }

    pub(in crate::magic) fn thing(&mut self) -> Read<Thing> {
        if let Some(name) = self.if_next(Parser::creature) {
            return Ok(Thing::Creature(name));
        }
        self.tagged("p", "a creature or another permanent, such as c1 or p1")
            .map(|name| Thing::Permanent(PermanentName(name)))
    }

    /// Letters with hyphens between them.
    pub(in crate::magic) fn word(&mut self) -> Read<Word> {
        let before = self.reader.clone();
        let mut word = self.reader.letters();
        // Whether a letter follows is asked at once: looking for a hyphen skips blanks.
        let mut whole = !word.is_empty() && !self.reader.goes_on();
        while whole && self.reader.eat_dash() {
            let part = self.reader.letters();
            whole = !part.is_empty() && !self.reader.goes_on();
            word = format!("{word}-{part}");
        }
        match Word::new(&word).filter(|_| whole) {
            Some(word) => Ok(word),
            None => {
                self.reader = before;
                Err(self.reader.refuse("a word of letters and hyphens"))
            }
        }
    }

    fn letter(&mut self) -> Read<LandType> {
        let before = self.reader.clone();
        let letters = self.reader.letters();
        let found = LandType::ALL.into_iter().find(|kind| letters.eq_ignore_ascii_case(&kind.letter().to_string()));
        found.ok_or_else(|| {
            self.reader = before;
            self.reader.refuse("a type of land: P, I, S, M or F")
        })
    }

    pub(super) fn text(&mut self) -> Read<Text> {
        if self.reader.eat_word("deck") {
            return self.deck().map(Text::Deck);
        }
        if self.reader.eat_word("lay") {
            return self.list(Parser::letter).map(Text::Lay);
        }
        if self.reader.eat_word("take") {
            return self.list(Parser::land).map(Text::Take);
        }
        if self.reader.eat_word("orders") {
            return self.orders().map(Text::Orders);
        }
        if self.reader.eat_word("pass") {
            return Ok(Text::Answer(Answer::Pass { finally: self.reader.eat_word("final") }));
        }
        self.steps()
    }

    /// A starter deck, or a list of cards as people write it (N10).
    fn deck(&mut self) -> Read<Deck> {
        const EXPECTED: &str = "a starter deck, or cards, such as 4 kiln-sprite; 3 late-rent";
        let nothing = self.reader.refuse(EXPECTED);
        let (before, text) = self.reader.take_rest();
        let list = CardList::read(text);
        if let Some(fault) = list.faults.into_iter().next() {
            return Err(refusal(before + fault.place.at, &fault.found, fault.expected));
        }
        let mut cards: BTreeMap<Word, u16> = BTreeMap::new();
        for entry in &list.main {
            let refuse = |expected: &str| refusal(before + entry.place.at, &entry.name, expected);
            let Some(word) = entry.word() else {
                return Err(refuse("the name of a card: letters, with blanks or hyphens between its words"));
            };
            if let ([_], [], None) = (list.main.as_slice(), list.side.as_slice(), entry.count) {
                // A deck that is called as a header would not be read back (N4).
                let is_header = CardList::read(word.as_str()).main.is_empty();
                return if is_header { Err(nothing) } else { Ok(Deck::Starter(word)) };
            }
            let sum = cards.entry(word).or_default();
            // The canonical spelling adds entries up, and has to be read again (N4).
            *sum += entry.count.unwrap_or(1);
            if *sum > MAX_NUMBER {
                return Err(refuse(&format!("at most {MAX_NUMBER} of a card")));
            }
        }
        if cards.is_empty() {
            return Err(nothing);
        }
        Ok(Deck::Cards(cards.into_iter().map(|(card, number)| (number, card)).collect()))
    }
}

fn refusal(at: usize, found: &str, expected: &str) -> Unreadable {
    let word = found.split_whitespace().next().unwrap_or_default();
    Unreadable { at, found: clean(word, LONGEST_FOUND), expected: expected.to_owned() }
}
