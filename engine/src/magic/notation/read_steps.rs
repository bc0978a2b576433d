//! Reads turns and answers (N5).

use super::names::{CreatureName, HandName};
use super::read::Parser;
use super::words::{Last, TrickWhen};
use super::{
    Act, Answer, Cast, Choose, Chosen, Divide, Given, Leg, MAX_STEPS, Move, Response, Retreat, Script, Source, Step,
    Tail, Target, Text, Use, Walk,
};
use crate::magic::chairs::seat_called;
use crate::notation::Unreadable;

type Read<T> = Result<T, Unreadable>;

impl Parser<'_> {
    /// A turn, or acts of an answer.
    pub(super) fn steps(&mut self) -> Read<Text> {
        let mut parts = Parts::default();
        loop {
            // The ending step is one of them (N4).
            if parts.count() == MAX_STEPS {
                return Err(self.reader.refuse(&format!("at most {MAX_STEPS} steps")));
            }
            if let Some(last) =
                Last::ALL.iter().copied().find(|last| parts.blocks == 0 && self.reader.eat_word(last.word()))
            {
                return Ok(Text::Script(Script { steps: parts.steps, last: Some(last) }));
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

    pub(super) fn answer(&mut self) -> Read<Answer> {
        self.text()?.as_answer().ok_or_else(|| self.reader.refuse("an answer"))
    }

    pub(super) fn choice(&mut self) -> Read<Choose> {
        if let Step::Choose(choose) = self.step()? { Ok(choose) } else { Err(self.reader.refuse("a choice")) }
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

    pub(super) fn source(&mut self) -> Read<Source> {
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
