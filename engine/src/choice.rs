//! Choices: the continuations of a text that is becoming a move.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Display;

use serde::{Deserialize, Serialize};

/// A possible continuation of the text of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"text": "e5-e7", "kind": "move", "on": {"kind": "cell", "name": "e7"}, "cell": "e7", "words": "Move it to e7.", "short": "e7", "complete": true})))]
pub struct Choice {
    /// The whole text, including this continuation.
    pub text: String,
    /// What the text does.
    pub kind: ChoiceKind,
    /// The thing on the page that it refers to, if any; a player can select it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<On>,
    /// The cell that it refers to, if any: the same as in `on`.
    pub cell: Option<String>,
    /// Its meaning, in a short sentence for people.
    pub words: String,
    /// Its meaning in two or three words, for a button.
    pub short: String,
    /// True if the text is a complete legal move.
    pub complete: bool,
}

impl Choice {
    /// A move or its beginning that points at nothing. Its button has the first words of the sentence, up to a comma or colon.
    pub fn new(text: impl Into<String>, words: impl Into<String>, complete: bool) -> Choice {
        let words = words.into();
        let short = words.split([':', ';', ',', '.']).next().unwrap_or_default().to_owned();
        Choice { text: text.into(), kind: ChoiceKind::Move, on: None, cell: None, words, short, complete }
    }

    /// The choice of a kind whose word is the whole text, see [`ChoiceKind::word`].
    pub fn word(kind: ChoiceKind, words: impl Into<String>) -> Choice {
        Choice::new(kind.word(), words, true).with_kind(kind)
    }

    /// The same choice as one of this kind.
    #[must_use]
    pub fn with_kind(self, kind: ChoiceKind) -> Choice {
        Choice { kind, ..self }
    }

    /// The same choice, pointing at a cell, if one is given.
    #[must_use]
    pub fn at(self, cell: Option<impl Display>) -> Choice {
        let Some(cell) = cell.map(|cell| cell.to_string()) else { return self };
        Choice { on: Some(On { kind: OnKind::Cell, name: cell.clone() }), cell: Some(cell), ..self }
    }

    /// The same choice, pointing at an item of a panel, if one is given.
    #[must_use]
    pub fn on_item(self, item: Option<impl Display>) -> Choice {
        let Some(name) = item.map(|item| item.to_string()) else { return self };
        Choice { on: Some(On { kind: OnKind::Item, name }), ..self }
    }

    /// True if it points at the item of this name.
    #[must_use]
    pub fn is_on_item(&self, name: &str) -> bool {
        self.on.as_ref().is_some_and(|on| on.kind == OnKind::Item && on.name == name)
    }

    /// The same choice with these words on its button.
    #[must_use]
    pub fn short(self, short: impl Into<String>) -> Choice {
        Choice { short: short.into(), ..self }
    }
}

/// What bounds a list of continuations.
pub struct Most<'a> {
    /// The number of choices.
    pub choices: usize,
    /// True once no more are to be looked for: the list is cut there.
    pub time_is_over: &'a dyn Fn() -> bool,
}

/// What a choice does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("move")))]
pub enum ChoiceKind {
    /// A move, or the beginning of one.
    Move,
    /// Do nothing.
    Pass,
    /// Agree to end the match. Possible out of turn.
    Agree,
    /// Take the agreement back. Possible out of turn.
    Disagree,
    /// Leave the match for good. Possible out of turn.
    Resign,
}

impl ChoiceKind {
    /// All kinds.
    pub const ALL: [ChoiceKind; 5] =
        [ChoiceKind::Move, ChoiceKind::Pass, ChoiceKind::Agree, ChoiceKind::Disagree, ChoiceKind::Resign];

    /// The kinds that play on. The others are about the end of the match.
    pub const PLAYING_ON: [ChoiceKind; 2] = [ChoiceKind::Move, ChoiceKind::Pass];

    /// Its word: also the whole text of `agree`, `disagree` and `resign` in every game, and the usual text of a pass.
    pub const fn word(self) -> &'static str {
        match self {
            ChoiceKind::Move => "move",
            ChoiceKind::Pass => "pass",
            ChoiceKind::Agree => "agree",
            ChoiceKind::Disagree => "disagree",
            ChoiceKind::Resign => "resign",
        }
    }

    /// True if a choice of this kind plays on.
    pub fn plays_on(self) -> bool {
        ChoiceKind::PLAYING_ON.contains(&self)
    }
}

/// A text that is to be continued.
#[derive(Clone, Copy, Debug)]
pub struct Begun<'a> {
    /// The text; empty for a new move.
    pub so_far: &'a str,
    /// The kinds of choices that are wanted.
    pub kinds: &'a [ChoiceKind],
}

impl Begun<'_> {
    /// Those of these choices that are wanted.
    pub fn of_kinds(&self, mut choices: Vec<Choice>) -> Vec<Choice> {
        choices.retain(|choice| self.kinds.contains(&choice.kind));
        choices
    }
}

/// Whole moves that continue a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeMoves {
    /// The complete choices, the shortest texts first.
    pub choices: Vec<Choice>,
    /// True if there may be others.
    pub truncated: bool,
}

impl WholeMoves {
    /// The number of texts that are followed at most for each whole move that a client asks for.
    pub(crate) const TEXTS: usize = 10;

    /// Follows the choices from a text on, until there are more whole moves than `max` says, or more than `max_texts` whole moves and
    /// beginnings of moves, or the time is over, which is asked before each text but the first is followed.
    pub(crate) fn follow(
        choices: impl Fn(&str) -> Vec<Choice>,
        so_far: &str,
        max: &Most<'_>,
        max_texts: usize,
    ) -> WholeMoves {
        let mut found = WholeMoves { choices: Vec::new(), truncated: false };
        let mut known = BTreeSet::new();
        let mut open = VecDeque::from([so_far.to_owned()]);
        while let Some(so_far) = open.pop_front() {
            if !known.is_empty() && (max.time_is_over)() {
                found.truncated = true;
                return found;
            }
            for choice in choices(&so_far) {
                if !known.insert(choice.text.clone()) {
                    continue;
                }
                if known.len() > max_texts || (choice.complete && found.choices.len() == max.choices) {
                    found.truncated = true;
                    return found;
                }
                open.push_back(choice.text.clone());
                if choice.complete {
                    found.choices.push(choice);
                }
            }
        }
        found
    }
}

/// The continuations of a text in several steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The continuations of the text itself.
    pub choices: Vec<Choice>,
    /// The steps that follow: those of shorter ways first. A choice that is no beginning of a longer text has none.
    pub further: Vec<FurtherStep>,
    /// True if there may be other steps within the depth.
    pub truncated: bool,
}

/// The continuations of a text that is itself a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FurtherStep {
    /// The text.
    #[cfg_attr(feature = "openapi", schema(example = "e5-"))]
    pub so_far: String,
    /// All continuations of the text, at least one.
    pub choices: Vec<Choice>,
}

impl Steps {
    /// Follows the choices from a text on for this many steps, the first included. A step is listed as a whole, or not at all if there
    /// were more than `max` choices then, or if the time is over; the first one always is.
    pub(crate) fn follow(choices: impl Fn(&str) -> Vec<Choice>, so_far: &str, depth: usize, max: &Most<'_>) -> Steps {
        let mut found = Steps { choices: choices(so_far), further: Vec::new(), truncated: false };
        let texts = |choices: &[Choice]| choices.iter().map(|choice| choice.text.clone()).collect::<Vec<_>>();
        let (mut number, mut open) = (found.choices.len(), texts(&found.choices));
        for _ in 1..depth {
            let mut next = Vec::new();
            for so_far in open {
                if (max.time_is_over)() {
                    found.truncated = true;
                    return found;
                }
                let choices = choices(&so_far);
                if choices.is_empty() {
                    continue;
                }
                number += choices.len();
                if number > max.choices {
                    found.truncated = true;
                    return found;
                }
                next.extend(texts(&choices));
                found.further.push(FurtherStep { so_far, choices });
            }
            open = next;
        }
        found
    }
}

/// A thing on the page that a choice refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"kind": "cell", "name": "e7"})))]
pub struct On {
    /// The kind of thing.
    pub kind: OnKind,
    /// The name of a spot in the picture, or of an item in one of its panels.
    pub name: String,
}

/// The kind of thing that a choice refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("cell")))]
pub enum OnKind {
    /// A spot of the picture.
    Cell,
    /// An item of a panel, such as a card of a hand.
    Item,
}

/// What is asked of a seat besides the next move of its turn, in words for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The kind of text that is asked for.
    pub wanted: Wanted,
    /// What it is about, in a few words, such as `the battle on 4`.
    pub about: String,
    /// The facts, a sentence or two each: what is asked, and what happens without an answer.
    pub facts: Vec<String>,
    /// Whole texts that answer it in this position, with their meanings: of choices as many as fit a line, of answers the first two
    /// serve as examples.
    pub ways: Vec<Choice>,
}

/// The kind of text that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// An answer to what others do; to do nothing is one.
    Answer,
    /// A choice that is open, without which the match does not go on.
    Choice,
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Two continuations of each text, without an end; every text is a complete move.
    fn endless(so_far: &str) -> Vec<Choice> {
        ["a", "b"].into_iter().map(|letter| Choice::new(format!("{so_far}{letter}"), "", true)).collect()
    }

    /// Gives a limit of time that is over when it is asked for the fourth time.
    fn with_little_time<T>(list: impl FnOnce(&Most<'_>) -> T) -> T {
        let asked = Cell::new(0);
        let time_is_over = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        list(&Most { choices: 1000, time_is_over: &time_is_over })
    }

    #[test]
    fn lists_are_cut_when_the_time_is_over() {
        let whole = with_little_time(|max| WholeMoves::follow(endless, "", max, 10_000));
        assert_eq!((whole.choices.len(), whole.truncated), (8, true));
        let steps = with_little_time(|max| Steps::follow(endless, "", 8, max));
        assert_eq!((steps.choices.len(), steps.further.len(), steps.truncated), (2, 3, true));
        let in_time = Most { choices: 1000, time_is_over: &|| false };
        let whole =
            WholeMoves::follow(|so_far| if so_far.len() < 3 { endless(so_far) } else { Vec::new() }, "", &in_time, 100);
        assert_eq!((whole.choices.len(), whole.truncated), (14, false));
    }
}
