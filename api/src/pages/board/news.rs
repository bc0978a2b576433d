//! The texts of the reader, and what became of them.

use engine::Page;

use crate::brief::Passage;
use crate::http::problem::Problem;
use crate::play::game::turn_link::{LinkState, TurnLink};
use crate::play::telling::look::Thought;

/// Texts that the reader has written and not sent.
#[derive(Clone, Copy, Default)]
pub(crate) struct Drafts<'a> {
    /// Of a move.
    pub(crate) text: &'a str,
    /// The name of the card whose sheet is shown; empty for none.
    pub(crate) card: &'a str,
    /// Of a note.
    pub(crate) note: &'a str,
    /// Of a private note; `None` for the stored one.
    pub(crate) private_note: Option<&'a str>,
    /// Of conditional moves; `None` for the stored ones.
    pub(crate) conditional: Option<&'a str>,
    /// The days of a proposal, if they were filled in.
    pub(crate) days: Option<&'a str>,
}

/// The state of the reader's text.
pub(crate) enum News {
    /// Nothing was written, or the beginning of a move.
    None,
    /// It was played, in this spelling.
    Sent(String),
    /// It was only checked.
    Thought(Box<Thought>),
    /// It is neither a move nor the beginning of one.
    Unclear(Problem),
    /// It was refused.
    Refused(Problem),
}

impl News {
    /// The checked move, if it can be played.
    pub(super) fn legal(&self) -> Option<&Thought> {
        match self {
            News::Thought(thought) if thought.refused.is_none() => Some(thought),
            News::Thought(_) | News::None | News::Sent(_) | News::Unclear(_) | News::Refused(_) => None,
        }
    }

    /// A sentence about the text.
    pub(super) fn sentence(&self) -> Option<String> {
        Some(match self {
            News::None => return None,
            News::Sent(text) => format!("Sent: {text}"),
            // The bar says that it can be sent.
            News::Thought(thought) if thought.refused.is_none() && !thought.partial => return None,
            News::Thought(thought) => thought.words(),
            News::Unclear(problem) => problem.detail().to_owned(),
            News::Refused(problem) => format!("Nothing has been sent: {}", problem.detail()),
        })
    }

    /// What a checked text leads to.
    pub(super) fn foretold(&self) -> Vec<Passage> {
        match self {
            News::Thought(thought) if !thought.foretold.is_empty() => {
                vec![Passage::heading("If no other player responds"), Passage::List(thought.foretold.clone())]
            }
            News::Thought(_) | News::None | News::Sent(_) | News::Unclear(_) | News::Refused(_) => Vec::new(),
        }
    }
}

/// The state of the match for the reader, where the bar does not say it.
pub(super) fn state(link: &TurnLink, standing: LinkState, news: &News, page: &Page) -> Option<String> {
    let (was, is) = (link.turn.turn, link.m.turn());
    match standing {
        // What was sent was a part, or a word that ends no turn.
        LinkState::YourTurn if matches!(news, News::Sent(_)) => Some("It is still your turn.".to_owned()),
        LinkState::Midway => Some("Your turn is not complete: send the rest of it.".to_owned()),
        LinkState::OthersMove if page.waiting.undisclosed => {
            Some("You have nothing to do now. Until the match continues, you can send another response.".to_owned())
        }
        LinkState::YourTurn | LinkState::OthersMove | LinkState::Left | LinkState::MatchIsOver => None,
        // The move of the reader has ended the turn of the link.
        LinkState::TurnIsOver if matches!(news, News::Sent(_)) => {
            Some("For 15 minutes, this page also shows your next turn. Later, an email tells you when it is your turn again.".to_owned())
        }
        LinkState::TurnIsOver => Some(format!(
            "This link is for turn {was}, but the match is now in turn {is}. Use the link in the latest email."
        )),
    }
}
