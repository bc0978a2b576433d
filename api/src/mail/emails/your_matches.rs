//! The matches that wait for the reader, as a list.

use super::Email;
use crate::brief::Deadline;
use crate::brief::clean::name;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The reason why a list comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyListed {
    /// The reader has asked for it.
    Asked,
    /// The reader has replied to such a list, which does not say to which match a reply belongs.
    Answered,
    /// Someone replied to such a list from another address.
    Held,
    /// Many turns began in a short time.
    ManyTurns,
    /// The reader gets one each morning.
    Daily,
}

/// The matches that wait for the reader.
pub struct YourMatches {
    /// The reason.
    pub why: WhyListed,
    /// The name of the reader.
    pub reader: String,
    /// The matches that wait, the most urgent first.
    pub waiting: Vec<WaitingMatch>,
    /// The number of matches that wait and are not listed.
    pub more: usize,
    /// The number of running matches that wait for others.
    pub others: usize,
    /// The page that sends such a list again.
    pub again: Link,
}

/// A match that waits for the reader.
pub struct WaitingMatch {
    /// What is needed, in a sentence.
    pub wanted: String,
    /// The deadline, if the clock runs.
    pub deadline: Option<Deadline>,
    /// The page to move on.
    pub link: Link,
    /// The subject and the address of a reply with a move, if the server reads replies.
    pub reply: Option<(String, String)>,
}

impl Email for YourMatches {
    fn subject(&self) -> String {
        match self.why {
            WhyListed::Asked | WhyListed::Answered | WhyListed::Held => "Your matches".to_owned(),
            WhyListed::ManyTurns => "Your turn in several matches".to_owned(),
            WhyListed::Daily => "Your matches today".to_owned(),
        }
    }

    /// None: a list does not say to which match a reply belongs.
    fn mark(&self) -> Option<&'static str> {
        None
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let reader = name(&self.reader);
        let number = self.waiting.len() + self.more;
        let others = match self.others {
            0 => "",
            1 => " Another one is waiting for other players.",
            _ => " The others are waiting for other players.",
        };
        let can_reply = self.waiting.iter().any(|waiting| waiting.reply.is_some());
        let number = match number {
            0 => format!("No match is waiting for you, {reader}.{others}"),
            1 => format!("One match is waiting for you, {reader}.{others}"),
            more => format!("{more} matches are waiting for you, {reader}.{others}"),
        };
        let first = match self.why {
            WhyListed::Answered => Some("Nothing was played: a reply to a list does not say which match it is for."),
            WhyListed::Held => {
                Some("Someone replied to a list of your matches from another address. Nothing was played.")
            }
            WhyListed::Asked | WhyListed::ManyTurns | WhyListed::Daily => None,
        };
        let mut blocks = match first {
            Some(first) => vec![Block::Lead(first.to_owned()), Block::words(number)],
            None => vec![Block::Lead(number)],
        };
        if self.why == WhyListed::ManyTurns {
            blocks.push(Block::words(
                "Many of your turns began within ten minutes, so you get this list instead of an email for each.",
            ));
        }
        if can_reply {
            let how = "To move by email, use the link below the match. To see its board first, write: board";
            blocks.push(Block::words(how));
        }
        for waiting in &self.waiting {
            blocks.push(Block::words(waiting.wanted.clone()));
            blocks.extend(waiting.deadline.map(|deadline| Block::words(deadline.words(envelope.date))));
            blocks.push(Block::Button("Move here", waiting.link.as_str()));
            let reply = waiting.reply.clone();
            blocks.extend(reply.map(|(subject, to)| Block::Reply { subject, to }));
        }
        if self.more > 0 {
            let waiting = match self.more {
                1 => "One more match is waiting.".to_owned(),
                more => format!("{more} more matches are waiting."),
            };
            blocks.push(Block::words(waiting));
            blocks.push(Block::Link("Get another list when you have moved in these", self.again.as_str()));
        }
        blocks
    }

    fn reason(&self) -> &'static str {
        match self.why {
            WhyListed::Asked => "Someone entered this address on Turnpost to get these links.",
            WhyListed::Answered => "You replied to a list of your matches on Turnpost.",
            WhyListed::Held => "Someone replied to a list of your matches on Turnpost.",
            WhyListed::ManyTurns => "You play in these matches on Turnpost.",
            WhyListed::Daily => "You asked Turnpost for this list every morning.",
        }
    }
}
