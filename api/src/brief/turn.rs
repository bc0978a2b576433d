//! The turn of a player who is awaited: deadline, examples and beginnings of moves, notation.

use std::collections::HashSet;

use engine::{Choice, Info, Page, Request, Wanted};

use super::clean::line;
use super::deadline::Deadline;
use super::passage::Passage;
use super::table::asks;

/// At most this many whole moves are shown as examples.
pub const MAX_EXAMPLES: usize = 3;

/// At most this many answers are shown as examples: to do nothing, and to do something.
const MAX_ANSWERS: usize = 2;

/// At most this many kinds of moves are explained; a game that has more explains those first that begin with different words.
const MAX_KINDS: usize = 12;

/// The turn of a player who is awaited.
pub struct Turn {
    /// The deadline, if the clock runs.
    pub deadline: Option<Deadline>,
    /// The request to the player, if more is asked than the next move of a turn.
    pub request: Option<Request>,
    /// Whole moves that are possible now.
    pub examples: Vec<String>,
    /// The possible beginnings of a move.
    pub choices: Vec<Choice>,
    /// The kinds of moves: an example, and what it does.
    pub notation: Vec<(String, String)>,
}

impl Turn {
    /// The kind of text that is asked of the reader of this page; `None` for the next move of a turn.
    pub fn wanted(&self, page: &Page) -> Option<Wanted> {
        let answer = asks(page).then_some(Wanted::Answer);
        self.request.as_ref().map(|request| request.wanted).or(answer)
    }

    /// The news of the turn, for the subject of an email to the reader of this page.
    pub fn news(&self, page: &Page) -> &'static str {
        match self.wanted(page) {
            Some(Wanted::Answer) => "Your answer",
            Some(Wanted::Choice) => "Your choice",
            None => "Your turn",
        }
    }

    /// What is asked, and what happens without a response; empty if nothing is asked but the next move of a turn.
    pub fn asked(&self) -> Vec<Passage> {
        let Some(Request { wanted, about, facts, ways: _ }) = &self.request else { return Vec::new() };
        let heading = match wanted {
            Wanted::Answer => format!("Respond to: {}", line(about)),
            Wanted::Choice => format!("Choose: {}", line(about)),
        };
        vec![Passage::heading(heading), Passage::List(facts.clone())]
    }

    /// The heading above the instructions for the reader of this page.
    pub fn how(&self, page: &Page) -> &'static str {
        match self.wanted(page) {
            Some(Wanted::Answer) => "How to answer",
            Some(Wanted::Choice) => "How to choose",
            None => "How to write a move",
        }
    }

    /// Whole moves to send as they are, for the reader of this page; nothing if there are none.
    pub fn for_example(&self, page: &Page) -> Option<Passage> {
        let words = match self.wanted(page) {
            Some(Wanted::Answer) => "Answer:",
            Some(Wanted::Choice) => "Choose:",
            None => "For example:",
        };
        (!self.examples.is_empty()).then(|| Passage::Examples(words, self.examples.clone()))
    }
}

/// Whole moves that answer a request.
pub fn ways(request: &Request) -> Vec<String> {
    let max = match request.wanted {
        Wanted::Answer => MAX_ANSWERS,
        Wanted::Choice => usize::MAX,
    };
    request.ways.iter().take(max).map(|way| way.text.clone()).collect()
}

/// The kinds of moves of a game, without those that begin with a word with which no move can begin now. Of a request these are the
/// ways to answer it.
pub fn notation(info: &Info, choices: &[Choice], request: Option<&Request>) -> Vec<(String, String)> {
    if let Some(request) = request.filter(|request| !request.ways.is_empty()) {
        let rows = request.ways.iter().filter(|_| request.wanted == Wanted::Answer);
        return rows.map(|way| (way.text.clone(), way.words.clone())).collect();
    }
    let first = |text: &str| text.split([' ', ':', ';']).next().unwrap_or_default().to_owned();
    let possible: HashSet<String> = choices.iter().map(|choice| first(&choice.text)).collect();
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    let is_kept = |(example, _): &&(&str, &str)| {
        let word = first(example);
        possible.is_empty() || !is_word(&word) || possible.contains(&word)
    };
    let kept: Vec<&(&str, &str)> = info.notation.iter().filter(is_kept).collect();
    let mut words = HashSet::new();
    let (begin, further): (Vec<usize>, Vec<usize>) =
        (0..kept.len()).partition(|at| kept.get(*at).is_some_and(|(example, _)| words.insert(first(example))));
    let mut shown: Vec<usize> = begin.into_iter().chain(further).take(MAX_KINDS).collect();
    shown.sort_unstable();
    let rows = shown.into_iter().filter_map(|at| kept.get(at));
    rows.map(|(example, words)| ((*example).to_owned(), (*words).to_owned())).collect()
}
