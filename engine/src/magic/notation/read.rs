//! Reads texts: one method for each rule of the grammar (N5). Case, blanks and dashes are forgiven (N4).

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use super::names::{
    CreatureName, HandName, LandNumber, LookedName, MOST_NUMBER, PermanentName, StackName, Thing, Word, read_by,
};
use super::words::{Last, TrickWhen};
use super::{
    Act, Answer, Cast, Choose, Chosen, Deck, Divide, Given, Leg, MOST_STEPS, Move, Response, Retreat, Script, Source,
    Step, Tail, Target, Text, Use, Walk,
};
use crate::magic::cards::LandType;
use crate::magic::chairs::seat_called;
use crate::notation::{Reader, Unreadable};
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
            self.reader.number("a number").ok().filter(|number| *number <= MOST_NUMBER && !self.reader.goes_on());
        number.ok_or_else(|| {
            self.reader = before;
            self.reader.refuse(&format!("a number up to {MOST_NUMBER}"))
        })
    }

    pub(in crate::magic) fn land(&mut self) -> Read<LandNumber> {
        self.number()
            .map(LandNumber)
            .map_err(|refusal| Unreadable { expected: "the number of a land".to_owned(), ..refusal })
    }

    /// A letter and a number.
    fn tagged(&mut self, letter: &str, expected: &str) -> Read<u16> {
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

    fn deck(&mut self) -> Read<Deck> {
        if !self.reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            let name = self.word().map_err(|refusal| Unreadable {
                expected: "a starter deck, or cards, such as 4 kiln-sprite; 3 late-rent".to_owned(),
                ..refusal
            })?;
            return Ok(Deck::Starter(name));
        }
        let mut cards: BTreeMap<Word, u16> = BTreeMap::new();
        loop {
            let number = self.number()?;
            let before = self.reader.clone();
            let sum = cards.entry(self.word()?).or_default();
            // The canonical spelling adds entries up, and has to be read again (N4).
            if *sum + number > MOST_NUMBER {
                self.reader = before;
                return Err(self.reader.refuse(&format!("at most {MOST_NUMBER} of a card")));
            }
            *sum += number;
            if !self.reader.eat(';') {
                return Ok(Deck::Cards(cards.into_iter().map(|(card, number)| (number, card)).collect()));
            }
        }
    }

    /// A turn, or acts of an answer.
    fn steps(&mut self) -> Read<Text> {
        let mut parts = Parts::default();
        loop {
            if let Some(last) =
                Last::ALL.iter().copied().find(|last| parts.blocks == 0 && self.reader.eat_word(last.word()))
            {
                return Ok(Text::Script(Script { steps: parts.steps, last: Some(last) }));
            }
            if parts.count() == MOST_STEPS {
                return Err(self.reader.refuse(&format!("at most {MOST_STEPS} steps")));
            }
            self.part(&mut parts)?;
            if parts.is_answer() && self.reader.eat_word("commit") {
                return Ok(Text::Answer(Answer::Acts { acts: parts.acts, commit: true }));
            }
            if !self.reader.eat(';') {
                break;
            }
        }
        if self.reader.peek().is_some() {
            return Err(self.reader.refuse("`;` and another step, or the end of the text"));
        }
        Ok(match parts.blocks {
            0 => Text::Script(Script { steps: parts.steps, last: None }),
            _ => Text::Answer(Answer::Acts { acts: parts.acts, commit: false }),
        })
    }

    /// A step, or an act of an answer, after others.
    fn part(&mut self, parts: &mut Parts) -> Read<()> {
        if parts.is_answer() && self.reader.eat_word("block") {
            let first = self.creature()?;
            let mut pair = [Some(first), None];
            if self.reader.eat('+') {
                pair[1] = Some(self.other_creature(&[first])?);
                pair.sort();
            }
            let [Some(first), second] = pair else { return Err(self.reader.refuse("a creature")) };
            parts.blocks += 1;
            parts.acts.push(Response::Block(first, second));
            return Ok(());
        }
        if parts.blocks > 0 {
            let act = self.act().map_err(|refusal| Unreadable {
                expected: "an act of an answer: cast, use or block".to_owned(),
                ..refusal
            })?;
            parts.acts.push(Response::Act(act));
            return Ok(());
        }
        let step = self.step()?;
        if let Step::Act(act) = &step {
            parts.acts.push(Response::Act(act.clone()));
        }
        parts.steps.push(step);
        Ok(())
    }

    pub(in crate::magic) fn step(&mut self) -> Read<Step> {
        if self.reader.eat_word("move") {
            return self.way().map(Step::Move);
        }
        if self.reader.eat_word("choose") {
            return self.choose().map(Step::Choose);
        }
        if self.reader.eat_word("divide") {
            return self.divide().map(Step::Divide);
        }
        if self.reader.eat_word("retreat") {
            let creature = self.creature()?;
            self.sign(':')?;
            return Ok(Step::Retreat(Retreat { creature, lands: self.list(Parser::land)? }));
        }
        if self.reader.eat_word("trick") {
            return Ok(Step::Trick { when: self.one_of(TrickWhen::ALL)?, act: self.act()? });
        }
        if self.reader.eat_word("discard") {
            return self.list(Parser::hand).map(Step::Discard);
        }
        self.if_act()?.map(Step::Act).ok_or_else(|| {
            let expected = "a step such as cast h3 @7, use c1, move c9: 2,1, retreat c9: 7 or end; an answer such as pass; \
                            or orders, deck, lay or take";
            self.reader.refuse(expected)
        })
    }

    pub(super) fn act(&mut self) -> Read<Act> {
        self.if_act()?.ok_or_else(|| self.reader.refuse("cast or use"))
    }

    fn if_act(&mut self) -> Read<Option<Act>> {
        if self.reader.eat_word("cast") {
            let card = self.hand()?;
            let site = if self.reader.eat('@') { Some(self.land()?) } else { None };
            return Ok(Some(Act::Cast(Cast { card, site, tail: self.tail()? })));
        }
        if self.reader.eat_word("use") {
            let source = self.thing()?;
            let ability = if self.reader.eat('.') { self.number()? } else { 1 };
            return Ok(Some(Act::Use(Use { source, ability, tail: self.tail()? })));
        }
        Ok(None)
    }

    fn tail(&mut self) -> Read<Tail> {
        let x = if self.reader.eat_word("x") { Some(self.number()?) } else { None };
        let mode = if self.reader.eat_word("mode") { Some(self.number()?) } else { None };
        let on = if self.reader.eat_word("on") { self.list(Parser::target)? } else { Vec::new() };
        let with = if self.reader.eat_word("with") { self.list(Parser::given)? } else { Vec::new() };
        let pay = if self.reader.eat_word("pay") { self.list(Parser::source)? } else { Vec::new() };
        Ok(Tail { x, mode, on, with, pay })
    }

    pub(super) fn target(&mut self) -> Read<Target> {
        if let Some(thing) = self.if_next(Parser::thing) {
            return Ok(Target::Thing(thing));
        }
        if let Some(name) = self.if_next(Parser::on_stack) {
            return Ok(Target::Stack(name));
        }
        if let Some(land) = self.if_next(Parser::land) {
            return Ok(Target::Land(land));
        }
        let before = self.reader.clone();
        match seat_called(&self.reader.letters()).filter(|_| !self.reader.goes_on()) {
            Some(seat) if self.reader.eat('/') => Ok(Target::Grave(seat, self.word()?)),
            Some(seat) => Ok(Target::Player(seat)),
            None => {
                self.reader = before;
                Err(self
                    .reader
                    .refuse("a target: such as c1, p1, s1, the land 7, ash, or ash/late-rent in a graveyard"))
            }
        }
    }

    fn given(&mut self) -> Read<Given> {
        if let Some(thing) = self.if_next(Parser::thing) {
            return Ok(Given::Thing(thing));
        }
        self.tagged("h", "a thing to give: such as c1, p1 or h1").map(|name| Given::Hand(HandName(name)))
    }

    fn source(&mut self) -> Read<Source> {
        if let Some(thing) = self.if_next(Parser::thing) {
            return Ok(Source::Thing(thing));
        }
        let expected = "a source of mana: the number of a land, or a permanent such as p1";
        self.land().map(Source::Land).map_err(|refusal| Unreadable { expected: expected.to_owned(), ..refusal })
    }

    fn chosen(&mut self) -> Read<Chosen> {
        if let Some(name) = self.if_next(Parser::hand) {
            return Ok(Chosen::Hand(name));
        }
        if let Some(name) = self.if_next(Parser::looked) {
            return Ok(Chosen::Looked(name));
        }
        self.target().map(Chosen::Target)
    }

    fn choose(&mut self) -> Read<Choose> {
        let words = [("yes", Choose::Yes), ("no", Choose::No), ("none", Choose::Nothing)];
        match words.into_iter().find(|(word, _)| self.reader.eat_word(word)) {
            Some((_, choose)) => Ok(choose),
            None => self.list(Parser::chosen).map(Choose::These),
        }
    }

    fn way(&mut self) -> Read<Move> {
        let mut group = vec![self.creature()?];
        while self.reader.eat('+') {
            let next = self.other_creature(&group)?;
            group.push(next);
        }
        group.sort_unstable();
        self.sign(':')?;
        Ok(Move { group, legs: self.list(Parser::leg)? })
    }

    /// A creature that is none of these.
    fn other_creature(&mut self, others: &[CreatureName]) -> Read<CreatureName> {
        let before = self.reader.clone();
        let creature = self.creature()?;
        if others.contains(&creature) {
            self.reader = before;
            return Err(self.reader.refuse("another creature: each is named once"));
        }
        Ok(creature)
    }

    fn leg(&mut self) -> Read<Leg> {
        let land = self.land()?;
        let walk = match (self.reader.eat_word("free"), self.reader.eat_word("evade")) {
            (true, _) => Walk::Free,
            (false, true) => Walk::Evade,
            (false, false) => Walk::Plain,
        };
        Ok(Leg { land, walk })
    }

    pub(super) fn divide(&mut self) -> Read<Divide> {
        let creature = self.creature()?;
        self.sign(':')?;
        let shares = self.list(|parser| Ok((parser.creature()?, parser.number()?)))?;
        Ok(Divide { creature, shares })
    }

    fn sign(&mut self, sign: char) -> Read<()> {
        if self.reader.eat(sign) { Ok(()) } else { Err(self.reader.refuse(&format!("`{sign}`"))) }
    }
}

/// What was read of a turn or an answer.
#[derive(Default)]
struct Parts {
    steps: Vec<Step>,
    /// The same, as long as they could be an answer.
    acts: Vec<Response>,
    /// The number of blocks among the acts: more than none, and the text is an answer.
    blocks: usize,
}

impl Parts {
    fn count(&self) -> usize {
        self.steps.len().max(self.acts.len())
    }

    /// Could all of it be an answer?
    fn is_answer(&self) -> bool {
        self.blocks > 0 || self.acts.len() == self.steps.len()
    }
}
