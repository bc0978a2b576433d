//! Emails that an act owes, written by its statement.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use engine::Seat;

use super::arrays;
use super::types::{SeatNumber, Word};
use super::words::EmailKind;
use crate::ids::{EmailId, IncomingId, UserId};

/// An email to owe.
#[derive(Clone, Debug)]
pub struct NewEmail {
    pub id: EmailId,
    pub kind: EmailKind,
    pub user_id: UserId,
    pub seat: Seat,
    /// The message of the reader that it replies to.
    pub replies_to: Option<IncomingId>,
    /// The time at which it is to be sent.
    pub due_at: DateTime<Utc>,
}

arrays! {
    /// Emails to owe.
    struct Emails of NewEmail as email {
        emails: EmailId => sql::Uuid = email.id,
        kinds: EmailKind => Word = email.kind,
        readers: UserId => sql::Uuid = email.user_id,
        email_seats: Seat => SeatNumber = email.seat,
        replies_to: Option<IncomingId> => sql::Nullable<sql::Uuid> = email.replies_to,
        emails_due: DateTime<Utc> => sql::Timestamptz = email.due_at,
    }
}
