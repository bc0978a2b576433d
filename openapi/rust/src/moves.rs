//! Whole moves, from the steps that the server lists.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::api::{Choice, Choices, Event, ListChoicesQuery, Match, MoveRequest, ProblemDocument, ProblemDocumentType};
use crate::client::{Client, Request, held, part, random};
use crate::problem::{Error, Problem};

/// The number of steps that the server lists at once, at most.
const DEPTH: i64 = 8;

/// A whole move, with the turn for which the server listed it and its meaning.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    /// The text.
    pub text: String,
    /// The turn for which you decided.
    pub turn: i64,
    /// The meaning, if the server listed the move.
    pub choice: Option<Choice>,
}

/// Which match a move is for: an event, a match, or the id of a match.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    match_id: &'a str,
    choices: Option<&'a Choices>,
}

impl<'a> From<&'a Event> for Position<'a> {
    fn from(event: &'a Event) -> Position<'a> {
        Position { match_id: event.match_id.as_deref().unwrap_or_default(), choices: event.choices.as_ref() }
    }
}

impl<'a> From<&'a Match> for Position<'a> {
    fn from(found: &'a Match) -> Position<'a> {
        Position { match_id: &found.id, choices: found.choices.as_ref() }
    }
}

impl<'a> From<&'a str> for Position<'a> {
    fn from(match_id: &'a str) -> Position<'a> {
        Position { match_id, choices: None }
    }
}

impl Client {
    /// Yields the whole moves with which you may continue, the first steps first.
    ///
    /// It uses the choices of the event, and asks the server for what is missing when it gets there. There can be very many moves: stop
    /// when you have enough, or use [`Client::random_move`].
    pub fn moves<'a>(&'a self, of: impl Into<Position<'a>>) -> impl Iterator<Item = Result<Move, Error>> {
        let (mut steps, mut ready) = (Steps::new(self, of.into()), VecDeque::new());
        // Texts to continue: those whose steps are listed come before those for which the server has to be asked.
        let (mut known, mut unknown, mut seen) = (VecDeque::from([String::new()]), VecDeque::new(), HashSet::new());
        let mut more = move || -> Result<Option<Move>, Error> {
            while ready.is_empty() {
                let Some(text) = known.pop_front().or_else(|| unknown.pop_front()) else { return Ok(None) };
                for choice in steps.after(&text, DEPTH)?.into_iter().filter(|choice| seen.insert(choice.text.clone())) {
                    let list = if steps.known.contains_key(&choice.text) { &mut known } else { &mut unknown };
                    list.push_back(choice.text.clone());
                    ready.extend(choice.complete.then(|| steps.found(choice)));
                }
            }
            Ok(ready.pop_front())
        };
        std::iter::from_fn(move || more().transpose())
    }

    /// Chooses a move step by step, without listing all. Every choice of a step is as likely as the others.
    pub fn random_move<'a>(&'a self, of: impl Into<Position<'a>>) -> Result<Move, Error> {
        let (mut steps, mut text) = (Steps::new(self, of.into()), String::new());
        loop {
            let mut choices = steps.after(&text, 1)?;
            if choices.is_empty() {
                return Err(self.outdated(steps.of.match_id));
            }
            let choice = choices.swap_remove((random() % choices.len() as u64) as usize);
            // A complete move may have longer ones, such as one more attacker.
            let is_last = steps.known.get(&choice.text).is_none_or(Vec::is_empty);
            if choice.complete && (is_last || random() & 1 == 0) {
                return Ok(steps.found(choice));
            }
            text = choice.text;
        }
    }

    /// Makes a move. [`Client::submit_move`] makes one, too, and returns the match after it.
    pub fn make_move<'a>(&self, of: impl Into<Position<'a>>, found: &Move) -> Result<(), Error> {
        let (of, body) = (of.into(), MoveRequest { r#move: found.text.clone(), turn: found.turn });
        let request = Request::new("POST", format!("/v1/matches/{}/moves", part(&of.match_id))).body(&body)?;
        match self.call(&request.key(None).header("Prefer", "return=minimal")) {
            // The server lists legal moves only. If it refuses one, the turn is the same, but a part of it has been played.
            Err(Error::Refused(problem)) if found.choice.is_some() => Err(self.has_continued(of.match_id, problem)),
            Err(Error::Outdated(problem)) => Err(self.has_continued(of.match_id, problem)),
            done => done,
        }
    }

    fn has_continued(&self, match_id: &str, problem: Problem) -> Error {
        held(&self.again).insert(match_id.to_owned());
        Error::Outdated(problem)
    }

    fn outdated(&self, match_id: &str) -> Error {
        let detail = "The match does not wait for you any more, or its turn is another.".to_owned();
        let (r#type, title) = (ProblemDocumentType::StaleTurn, "The match has continued".to_owned());
        let document = Box::new(ProblemDocument { r#type, title, status: 409, detail, ..ProblemDocument::default() });
        self.has_continued(match_id, Problem { status: 409, document, retry_after: None })
    }
}

/// The choices of one turn of a match: those of an event, and others as they are needed.
struct Steps<'a> {
    client: &'a Client,
    of: Position<'a>,
    turn: Option<i64>,
    known: HashMap<String, Vec<Choice>>,
}

impl<'a> Steps<'a> {
    fn new(client: &'a Client, of: Position<'a>) -> Steps<'a> {
        Steps { client, of, turn: None, known: HashMap::new() }
    }

    fn found(&self, choice: Choice) -> Move {
        Move { text: choice.text.clone(), turn: self.turn.unwrap_or_default(), choice: Some(choice) }
    }

    /// The choices that continue a text. If the server has to be asked, it lists this many steps; more than one cost five requests.
    fn after(&mut self, text: &str, depth: i64) -> Result<Vec<Choice>, Error> {
        if let Some(given) = self.of.choices.take() {
            self.learn("", given.clone(), DEPTH)?;
        }
        if !self.known.contains_key(text) {
            let query =
                ListChoicesQuery { so_far: Some(text.to_owned()), depth: Some(depth), ..ListChoicesQuery::default() };
            self.learn(text, self.client.list_choices(self.of.match_id, &query)?, depth)?;
        }
        Ok(self.known[text].clone())
    }

    fn learn(&mut self, so_far: &str, found: Choices, depth: i64) -> Result<(), Error> {
        if !found.awaited || self.turn.is_some_and(|turn| turn != found.turn) {
            return Err(self.client.outdated(self.of.match_id));
        }
        self.turn = Some(found.turn);
        let mut level = found.choices.clone();
        self.known.insert(so_far.to_owned(), found.choices);
        self.known.extend(found.further.into_iter().map(|step| (step.so_far, step.choices)));
        // The server lists steps in this order. A text before a listed one that is not listed itself has no continuation.
        let mut without = Vec::new();
        for _ in 1..depth {
            for choice in &level {
                if self.known.contains_key(&choice.text) {
                    self.known.extend(without.drain(..).map(|text| (text, Vec::new())));
                } else {
                    without.push(choice.text.clone());
                }
            }
            level = level.iter().flat_map(|choice| self.known.get(&choice.text).cloned().unwrap_or_default()).collect();
        }
        if !found.truncated {
            self.known.extend(without.into_iter().map(|text| (text, Vec::new())));
        }
        Ok(())
    }
}
