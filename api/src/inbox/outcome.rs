//! What became of a message, before it is recorded.

use crate::brief::clean;
use crate::db::incoming::Finished;
use crate::db::words::IncomingResult;
use crate::ids::UserId;
use crate::play::{self, Refusal};

/// What became of a message.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) result: IncomingResult,
    /// The person whom the answer goes to; none gets none.
    pub(super) user: Option<UserId>,
    /// The Message-ID of the message.
    pub(super) message_id: Option<String>,
    /// The line that was not played, or was asked about.
    pub(super) line: Option<String>,
    /// The reason or the outcome, in sentences.
    pub(super) reason: Option<String>,
    /// The place of the mistake in the line, in characters, counted from 1.
    pub(super) place: Option<i32>,
    /// True if a line of the message was played.
    pub(super) has_played: bool,
}

impl Outcome {
    /// A result without further facts.
    pub(super) fn of(result: IncomingResult) -> Outcome {
        Outcome { result, user: None, message_id: None, line: None, reason: None, place: None, has_played: false }
    }

    /// The row to record.
    pub(super) fn finished(&self) -> Finished<'_> {
        Finished {
            result: self.result,
            user: self.user,
            message_id: self.message_id.as_deref(),
            line: self.line.as_deref(),
            reason: self.reason.as_deref(),
            place: self.place,
        }
    }

    /// With the line that it is about, at most 200 characters of it.
    pub(super) fn about(self, line: &str) -> Outcome {
        Outcome { line: Some(clean::line(line)), ..self }
    }

    /// With the reason or the outcome.
    pub(super) fn because(self, reason: &str) -> Outcome {
        Outcome { reason: Some(reason.to_owned()), ..self }
    }

    /// A line that was refused; an error if another try may succeed, or the refusal is a fault of the server.
    pub(super) fn refused(line: &str, refusal: Refusal) -> play::Result<Outcome> {
        if let Refusal::Database(_) | Refusal::Broken(_) | Refusal::Busy = refusal {
            return Err(refusal);
        }
        let outcome = Outcome::of(IncomingResult::Refused).about(line);
        let Refusal::Rules(engine::Fault::Unreadable(unreadable)) = &refusal else {
            return Ok(outcome.because(&refusal.to_string()));
        };
        // The place counts the characters of the line as it came; it is shown only if cleaning has not moved it.
        let same = outcome.line.as_deref() == Some(line);
        let place = i32::try_from(unreadable.at).ok().filter(|_| same);
        Ok(Outcome { place, ..outcome.because(&unreadable.to_string()) })
    }
}
