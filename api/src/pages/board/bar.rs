//! The bar under the board: the text so far, the next choices, and the buttons.

use engine::{Choice, ChoiceKind, Settings, Wanted};

use crate::brief::Turn;
use crate::http::Result;
use crate::play::game::turn_link::{LinkState, TurnLink};
use crate::play::telling::look::{self, Thought};

/// The bar.
pub(super) struct Bar {
    /// The label of the field for the text.
    pub(super) label: &'static str,
    /// What to do next.
    pub(super) lead: String,
    /// The text so far.
    pub(super) draft: String,
    /// True if the text can be sent.
    pub(super) is_complete: bool,
    /// True if it can be sent, but leaves the turn open: more of it is to be chosen first, as what is sent is final.
    pub(super) is_part: bool,
    /// The continuations that point at a cell.
    pub(super) cells: Vec<Choice>,
    /// The others: the label of the button, and the choice.
    pub(super) words: Vec<(String, Choice)>,
    /// The choices of the menu.
    pub(super) menu: Vec<(&'static str, Choice)>,
}

impl Bar {
    /// The bar for a turn, with the continuations of the draft; with those of nothing, if it has none.
    pub(super) fn new(
        (link, settings): (&TurnLink, Option<&Settings>),
        label: &'static str,
        turn: &Turn,
        draft: &str,
        thought: Option<&Thought>,
    ) -> Result<Bar> {
        let is_complete = thought.is_some();
        let after =
            if draft.trim().is_empty() { turn.choices.clone() } else { look::choices(&link.m, link.person.id, draft)? };
        // A text that is no beginning can be mended, or a new move be begun; after a complete move there may be nothing.
        let (so_far, choices) =
            if after.is_empty() && !is_complete { ("", turn.choices.clone()) } else { (draft, after) };
        let is_part = thought.is_some_and(|thought| thought.partial);
        let prompt = look::prompt(&link.m, link.person.id, so_far, &choices)?;
        let lead = if is_complete && !is_part { sendable(&prompt) } else { prompt };
        let mut bar = Bar { is_part, ..Bar::empty(label, lead, draft, is_complete) };
        // The ways to make an open choice can be sent as they are.
        let request =
            turn.request.as_ref().filter(|request| request.wanted == Wanted::Choice && draft.trim().is_empty());
        bar.words.extend(request.into_iter().flat_map(|request| &request.ways).map(|way| (button(way), way.clone())));
        // Standing orders have sentences of their own.
        let is_order = |choice: &Choice| settings.is_some_and(|settings| settings.word == choice.text);
        bar.add(choices.into_iter().filter(|choice| !is_order(choice)));
        // On a phone the row is longer than the screen: what can be sent at once comes first.
        bar.words.sort_by_key(|(_, choice)| !choice.complete);
        Ok(bar)
    }

    /// A bar without choices.
    pub(super) fn empty(label: &'static str, lead: String, draft: &str, is_complete: bool) -> Bar {
        let (cells, words, menu) = (Vec::new(), Vec::new(), Vec::new());
        Bar { label, lead, draft: draft.to_owned(), is_complete, is_part: false, cells, words, menu }
    }

    /// Adds choices, each to its list.
    pub(super) fn add(&mut self, choices: impl IntoIterator<Item = Choice>) {
        for choice in choices {
            match (in_menu(&choice), &choice.cell) {
                (Some(label), _) => self.menu.push((label, choice)),
                (None, Some(_)) => self.cells.push(choice),
                (None, None) => self.words.push((button(&choice), choice)),
            }
        }
    }
}

/// What to do with a whole move, and how it can be continued.
pub(super) fn sendable(prompt: &str) -> String {
    let mut letters = prompt.chars();
    match letters.next() {
        None => "Send the move.".to_owned(),
        Some(first) => format!("Send the move, or {}{}", first.to_lowercase(), letters.as_str()),
    }
}

/// The words that end or leave a match, for a player who is not to move: they are possible at any time.
pub(super) fn menu(link: &TurnLink) -> Result<Vec<(&'static str, Choice)>> {
    let choices = look::choices(&link.m, link.person.id, "")?;
    let labelled = |choice: Choice| in_menu(&choice).map(|label| (label, choice));
    Ok(choices.into_iter().filter_map(labelled).collect())
}

/// The label of a choice of the menu. Choices that end or leave a match are not moves on the board; they are in a menu.
fn in_menu(choice: &Choice) -> Option<&'static str> {
    match choice.kind {
        ChoiceKind::Move | ChoiceKind::Pass => None,
        ChoiceKind::Agree => Some("Agree to end"),
        ChoiceKind::Disagree => Some("Withdraw your agreement"),
        ChoiceKind::Resign => Some("Resign"),
    }
}

/// The label of the button of a choice.
fn button(choice: &Choice) -> String {
    if choice.short.trim().is_empty() { choice.text.trim().to_owned() } else { choice.short.clone() }
}

/// The label of the field for the text.
pub(super) fn label(standing: LinkState, wanted: Option<Wanted>) -> &'static str {
    match (wanted, standing) {
        (Some(Wanted::Answer), _) => "Your response",
        (Some(Wanted::Choice), _) => "Your choice",
        (None, LinkState::Midway) => "The rest of your move",
        (
            None,
            LinkState::YourTurn
            | LinkState::OthersMove
            | LinkState::TurnIsOver
            | LinkState::Left
            | LinkState::MatchIsOver,
        ) => "Your move",
    }
}
