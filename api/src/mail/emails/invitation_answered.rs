//! The email about a reply to an invitation.

use super::{Email, HowToPlay};
use crate::brief::called;
use crate::brief::clean::{line, name};
use crate::mail::sheet::Block;
use crate::mail::{Attached, Envelope, Link};

/// The email about a reply to an invitation.
pub struct InvitationAnswered {
    /// The game's name.
    pub game: String,
    /// The title of the match.
    pub title: String,
    /// The name of the inviter.
    pub from_name: String,
    /// The effect of the reply.
    pub about: Answered,
    /// The page of the invitation.
    pub link: Link,
}

/// The effect of a reply to an invitation.
pub enum Answered {
    /// The reader has a seat now; a sentence says what the match waits for.
    Accepted(String),
    /// The reader has declined.
    Declined,
    /// The reply changed nothing, for this reason.
    TooLate(String),
    /// The line is neither yes nor no.
    Unclear(String),
    /// The reader asks how to play.
    Rules(Box<HowToPlay>),
    /// The reply came from another address.
    Held,
}

impl Email for InvitationAnswered {
    fn subject(&self) -> String {
        format!("Your reply: {} with {}", name(&self.game), name(&self.from_name))
    }

    fn mark(&self) -> Option<&'static str> {
        Some(super::YES_OR_NO)
    }

    fn attachments(&self) -> Vec<&Attached> {
        if let Answered::Rules(how) = &self.about { vec![&how.file] } else { Vec::new() }
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (called, from) = (called(&self.game, &self.title), name(&self.from_name));
        let mut blocks = match &self.about {
            Answered::Accepted(begins) => vec![Block::Lead(format!("You have a seat in {called}. {begins}"))],
            Answered::Declined => vec![
                Block::Lead(format!("You declined to play {called}.")),
                Block::words(format!("If you change your mind, ask {from} to invite you again.")),
            ],
            Answered::TooLate(reason) => vec![Block::Lead(format!("Your reply changed nothing in {called}. {reason}"))],
            Answered::Unclear(written) => vec![
                Block::Lead(format!(
                    "Do you want to play {called} with {from}? Reply with yes or no on the first line."
                )),
                Block::words("This line is neither yes nor no:"),
                Block::Mistake(line(written), None),
            ],
            Answered::Rules(how) => {
                let question =
                    format!("{from} invites you to {called}. Reply with yes or no, once you have read how to play:");
                let mut blocks = vec![Block::Lead(question)];
                how.write(&mut blocks, &mut 1);
                blocks.push(Block::words("The rules for arbiters are attached."));
                blocks
            }
            Answered::Held => vec![
                Block::Lead(format!(
                    "Someone replied to your invitation to {called} from another address. Nothing has changed."
                )),
                Block::words("If it was you, accept or decline on this page."),
            ],
        };
        blocks.push(Block::Link("See the match", self.link.as_str()));
        blocks
    }

    fn reason(&self) -> &'static str {
        "Someone replied to your invitation to a match on Turnpost."
    }
}
