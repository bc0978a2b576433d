//! An invitation to a match.

use super::{Email, INVITES, RULES, YES_OR_NO};
use crate::brief::called;
use crate::brief::clean::{line, name};
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
            (true, true) => "Or reply with yes or no on the first line. ",
            (true, false) => {
                "Or reply with yes or no on the first line, and with the name that others will see on the second. "
            }
        };
        vec![
            Block::Lead(format!("{hello}{from} invites you to a match of {called}.")),
            Block::words(format!(
                "{} Play at your own pace: an email tells you when it is your turn.",
                line(&self.summary)
            )),
            Block::list(&self.settings),
            Block::Button("See the match and accept", self.link.as_str()),
            Block::Link(RULES, self.rules.as_str()),
            Block::words(format!("{by_email}If you don't want to play, you can ignore this email.{account}")),
        ]
    }

    fn reason(&self) -> &'static str {
        "Turnpost runs board games by email. You get emails about this match only if you accept."
    }
}
