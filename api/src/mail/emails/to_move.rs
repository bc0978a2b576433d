//! The parts of emails to a player who is awaited.

use engine::{Choice, ChoiceKind, Page, Wanted};

use super::RULES;
use crate::brief::{Passage, Table, Turn};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// An email has at most this many links that begin a reply.
const MAX_BY_EMAIL: usize = 4;

/// The maximum number of beginnings of a move in an email. A longer list is left out.
const MAX_LISTED: usize = 8;

/// The turn of a player who is awaited, and the link to move.
pub struct ToMove {
    /// The page to move on, good for this turn only.
    pub link: Link,
    /// The page that shows how to play; none if the email has it elsewhere.
    pub rules: Option<Link>,
    /// The turn.
    pub turn: Turn,
}

impl ToMove {
    /// The same without the link to the rules, if the email has it elsewhere.
    #[must_use]
    pub fn without_rules_if(self, has_link: bool) -> ToMove {
        if has_link { ToMove { rules: None, ..self } } else { self }
    }

    /// The deadline, the other awaited players, the link to the page, and what is asked of the reader.
    pub(super) fn way(&self, table: &Table, page: &Page, envelope: &Envelope) -> Vec<Block<'_>> {
        let until = self.turn.deadline.map(|deadline| deadline.words(envelope.date));
        // That the match waits for the reader alone is the usual case.
        let others = table.waiting(page).filter(|_| page.waiting.undisclosed || page.waiting.seats.only().is_none());
        let mut blocks: Vec<Block<'_>> = until.into_iter().chain(others).map(Block::words).collect();
        blocks.push(Block::Button("Move here", self.link.as_str()));
        blocks.extend(self.by_email(envelope));
        blocks.extend(self.turn.asked().into_iter().map(Block::Passage));
        blocks
    }

    /// Links that begin a reply, for moves of one word, such as `pass`.
    fn by_email(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let Some(to) = &envelope.reply_to else { return Vec::new() };
        let is_word = |choice: &&Choice| choice.complete && choice.text.bytes().all(|byte| byte.is_ascii_lowercase());
        // A tap must not be the first step out of the match.
        let stays = |choice: &&Choice| choice.kind != ChoiceKind::Resign;
        let words = self.turn.choices.iter().filter(is_word).filter(stays).take(MAX_BY_EMAIL);
        words.map(|choice| Block::Message { text: &choice.text, to: to.email.to_string() }).collect()
    }

    /// Examples, for a reader who knows how to write a move. Answers and choices differ each time, so what they mean stays.
    pub(super) fn how_in_short(&self, page: &Page) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = self.turn.for_example(page).map(Block::Passage).into_iter().collect();
        if self.turn.wanted(page).is_some() && !self.turn.notation.is_empty() {
            blocks.push(Passage::Notation(self.turn.notation.clone()).into());
        }
        blocks.push(Block::words("For more, reply help."));
        blocks
    }

    /// Examples, notation and rules: how to write a move.
    pub(super) fn how(&self, page: &Page, envelope: &Envelope) -> Vec<Block<'_>> {
        let what = match self.turn.wanted(page) {
            Some(Wanted::Answer) => "answer",
            Some(Wanted::Choice) => "choice",
            None => "move",
        };
        let place = match envelope.reply_to {
            Some(_) => format!("Reply with your {what} on the first line, or use the page above."),
            None => "Use the page above. The server does not read replies to this email.".to_owned(),
        };
        let mut blocks = vec![Block::heading(self.turn.how(page)), Block::words(place)];
        blocks.extend(self.turn.for_example(page).map(Block::Passage));
        let choices = &self.turn.choices;
        if (1..=MAX_LISTED).contains(&choices.len()) {
            let listed: Vec<&str> = choices.iter().map(|choice| choice.text.trim_end()).collect();
            blocks.push(Block::words(format!("Your {what} can start with: {}.", listed.join(", "))));
        }
        if !self.turn.notation.is_empty() {
            blocks.push(Passage::Notation(self.turn.notation.clone()).into());
        }
        blocks.extend(self.rules.as_ref().map(|rules| Block::Link(RULES, rules.as_str())));
        blocks
    }
}
