//! What became of a message, before it is recorded.

use super::auto_reply::AutoReply;
use crate::brief::clean;
use crate::db::incoming::Finished;
use crate::db::words::IncomingResult;
use crate::ids::UserId;
use crate::play::telling::answers::{self, Answer};
use crate::play::{self, Refusal};

/// What became of a message.
#[derive(Clone, Debug)]
pub(super) struct Handled {
    pub(super) result: IncomingResult,
    /// The person whom the reply goes to; none gets none.
    pub(super) user: Option<UserId>,
    /// The Message-ID of the message.
    pub(super) message_id: Option<String>,
    /// The line that was not played, or was asked about.
    pub(super) line: Option<String>,
    /// The reason or the outcome, in sentences.
    pub(super) reason: Option<String>,
    /// What the commands of the message came to, as text.
    pub(super) answers: Option<String>,
    /// The place of the mistake in the line, in characters, counted from 1.
    pub(super) place: Option<i32>,
    /// True if a line of the message was played.
    pub(super) has_played: bool,
    /// True if a computer player that moves at once is at the table: the email about its move confirms those of the message.
    pub(super) waits: bool,
    /// True if the line that was refused is a move by the notation of the game, or a request with all that it needs.
    pub(super) is_readable: bool,
}

impl Handled {
    /// A result without further facts.
    pub(super) fn from_result(result: IncomingResult) -> Handled {
        let (user, message_id, line, reason, answers, place) = (None, None, None, None, None, None);
        let (has_played, waits, is_readable) = (false, false, false);
        Handled { result, user, message_id, line, reason, answers, place, has_played, waits, is_readable }
    }

    /// What the commands of a message came to; `false` if it began with something else.
    pub(super) fn answered(answers: &[Answer], has_commands: bool) -> play::Result<Handled> {
        if answers.contains(&Answer::Deleted) {
            return Ok(Handled::from_result(IncomingResult::NoReader));
        }
        let result = if answers.iter().any(|answer| matches!(answer, Answer::Asks(_))) {
            IncomingResult::Asked
        } else if has_commands {
            IncomingResult::Answered
        } else {
            IncomingResult::Refused
        };
        // No program changes something by itself.
        let is_readable = answers.iter().any(|answer| matches!(answer, Answer::Done(_)));
        Ok(Handled { answers: Some(answers::to_text(answers)?), is_readable, ..Handled::from_result(result) })
    }

    /// The row to record, with the reply that is owed, if any.
    pub(super) fn finished(&self, answer: Option<AutoReply>) -> Finished<'_> {
        Finished {
            result: self.result,
            user: self.user,
            message_id: self.message_id.as_deref(),
            line: self.line.as_deref(),
            reason: self.reason.as_deref(),
            answers: self.answers.as_deref(),
            place: self.place,
            counted_as: answer.and_then(|answer| answer.counted_as),
            last: answer.and_then(|answer| answer.last),
        }
    }

    /// With the line that it is about, at most 200 characters of it.
    pub(super) fn about(self, line: &str) -> Handled {
        Handled { line: Some(clean::line(line)), ..self }
    }

    /// With the reason or the outcome.
    pub(super) fn because(self, reason: &str) -> Handled {
        Handled { reason: Some(reason.to_owned()), ..self }
    }

    /// A line that was refused; an error if another try may succeed, or the refusal is a fault of the server.
    pub(super) fn refused(line: &str, refusal: Refusal) -> play::Result<Handled> {
        if let Refusal::Database(_) | Refusal::Broken(_) | Refusal::Busy = refusal {
            return Err(refusal);
        }
        let handled = Handled::from_result(IncomingResult::Refused).about(line);
        // The sentence of the page asks to look at the page.
        if let Refusal::Stale { .. } = &refusal {
            return Ok(handled
                .because("The match has moved on since the email that you replied to. Reply to the latest email."));
        }
        // The code of a refusal is for programs.
        if let Refusal::Rules(engine::Fault::Illegal(illegal)) = &refusal {
            return Ok(handled.because(&illegal.why));
        }
        let Refusal::Rules(engine::Fault::Unreadable(unreadable)) = &refusal else {
            return Ok(handled.because(&refusal.to_string()));
        };
        // The place counts the characters of the line as it came; it is shown only if cleaning has not moved it.
        let same = handled.line.as_deref() == Some(line);
        let place = i32::try_from(unreadable.at).ok().filter(|_| same);
        Ok(Handled { place, ..handled.because(&unreadable.to_string()) })
    }
}
