//! An invitation to a match.

use super::{Email, INVITES, RULES, YES_OR_NO};
use crate::brief::clean::{line, name};
use crate::brief::{Passage, called};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// An invitation to a match.
pub struct Invitation {
    /// The name of the inviter.
    pub from_name: String,
    /// The name of the invited person, if it is known.
    pub reader: Option<String>,
    /// The game's name.
    pub game: String,
    /// The kind of game, in one sentence.
    pub summary: String,
    /// The title of the match.
    pub title: String,
    /// The settings of the match: seats, options, clock; a line each.
    pub settings: Vec<String>,
    /// A page with a button that accepts.
    pub link: Link,
    /// The rules of the game.
    pub rules: Link,
    /// True if the reader has an account already.
    pub account: bool,
    /// How to play, for a reader who may never have seen the game.
    pub how: Vec<Passage>,
}

impl Email for Invitation {
    fn subject(&self) -> String {
        format!("{}{INVITES}{}", name(&self.from_name), name(&self.game))
    }

    fn mark(&self) -> Option<&'static str> {
        Some(YES_OR_NO)
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let hello = self.reader.as_ref().map_or_else(String::new, |reader| format!("{}, ", name(reader)));
        let (from, called) = (name(&self.from_name), called(&self.game, &self.title));
        let account = if self.account {
            ""
        } else {
            " You don't need an account: if you accept, the server creates one for this address."
        };
        let by_email = match (envelope.reply_to.is_some(), self.account) {
            (false, _) => "",
            (true, true) => {
                "Reply with yes or no on the first line, or with rules, to read how to play first. Or use this page:"
            }
            (true, false) => {
                "Reply with yes or no on the first line, and with the name that others will see on the second; or with rules, to read how to play first. Or use this page:"
            }
        };
        let by_email = (!by_email.is_empty()).then(|| Block::words(by_email));
        let mut blocks = vec![
            Block::Lead(format!("{hello}{from} invites you to a match of {called}.")),
            Block::words(format!(
                "{} Play at your own pace: an email tells you when it is your turn.",
                line(&self.summary)
            )),
            Block::list(&self.settings),
        ];
        blocks.extend(by_email);
        blocks.extend([
            Block::Button("See the match and accept", self.link.as_str()),
            Block::words(format!("If you don't want to play, you can ignore this email.{account}")),
        ]);
        if !self.how.is_empty() {
            blocks.push(Block::heading("How to play"));
            blocks.extend(self.how.iter().cloned().map(Block::Passage));
        }
        blocks.push(Block::Link(RULES, self.rules.as_str()));
        blocks
    }

    fn reason(&self) -> &'static str {
        "Turnpost runs board games by email. You get emails about this match only if you accept."
    }
}
