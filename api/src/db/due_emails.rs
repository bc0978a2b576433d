//! Emails that are due: claimed by a sender, which no other sender can do until its transaction ends.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::about::About;
use super::schema::emails;
use super::types::Word;
use super::words::{EmailKind, Lane};
use super::{Connection, Layout, Result, statement};
use crate::ids::{EmailId, Home, IncomingId, MatchId, UserId};

/// An email that is due.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = emails)]
pub struct EmailRow {
    pub home: Home,
    pub id: EmailId,
    pub kind: EmailKind,
    pub user_id: Option<UserId>,
    pub match_id: Option<MatchId>,
    #[diesel(embed)]
    pub about: About,
    /// The message of the reader that it replies to.
    pub replies_to: Option<IncomingId>,
    pub created_at: DateTime<Utc>,
    pub attempts: i16,
    /// The email of the same match that this reader got last.
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    pub earlier: Option<EmailId>,
    /// True if there is a later email of the same kind about the same match for this reader.
    #[diesel(sql_type = sql::Bool)]
    pub overtaken: bool,
    /// True if the account of its reader is blocked.
    #[diesel(sql_type = sql::Bool)]
    pub blocked: bool,
}

impl EmailRow {
    /// Returns the key of the email.
    pub fn key(&self) -> (Home, EmailId) {
        (self.home, self.id)
    }
}

/// Emails that can be sent, from this home. An email about a turn waits until the worker has looked at the conditional moves of its reader,
/// which may end the turn.
macro_rules! due_emails {
    ($home:literal) => {
        concat!(
            "FROM emails l WHERE l.state = 'due' AND l.lane = $lane AND l.due_at <= $now
            AND NOT EXISTS (SELECT FROM incoming i WHERE i.home = ",
            $home,
            " AND i.id = l.replies_to AND i.due_at IS NOT NULL)
            AND NOT (l.kind = 'your-turn' AND EXISTS (
                SELECT FROM conditional_moves c WHERE c.match_id = ",
            $home,
            " AND c.user_id = l.user_id)) "
        )
    };
}

/// Emails that can be sent, from this home, as a sender needs them.
macro_rules! claimed_emails {
    ($home:literal) => {
        concat!("SELECT l.home, l.id, l.kind, l.user_id, l.match_id, l.about, l.seat, l.replies_to, l.deadline, l.proposal, l.created_at, l.attempts,
            (SELECT e.id FROM emails e WHERE e.home = ", $home, " AND l.match_id IS NOT NULL AND e.user_id = l.user_id AND e.state = 'sent'
                AND e.kind <> 'invitation' ORDER BY e.id DESC LIMIT 1) AS earlier,
            EXISTS (SELECT FROM emails o WHERE o.home = ", $home, " AND o.user_id = l.user_id AND o.id > l.id
                AND o.kind = l.kind AND l.kind = 'your-turn') AS overtaken,
            EXISTS (SELECT FROM users u WHERE u.id = l.user_id AND u.blocked_at IS NOT NULL) AS blocked ", due_emails!($home))
    };
}

statement! {
    ClaimEmail { lane: Lane => Word, now: DateTime<Utc> => sql::Timestamptz } =
    concat!(claimed_emails!("l.home"), "ORDER BY l.due_at LIMIT 1 FOR UPDATE OF l SKIP LOCKED")
}

statement! {
    ListDueEmails { lane: Lane => Word, now: DateTime<Utc> => sql::Timestamptz } =
    concat!("SELECT l.home, l.id ", due_emails!("l.home"), "ORDER BY l.due_at LIMIT 16")
}

statement! {
    ClaimThisEmail { home: Home => sql::Uuid, id: EmailId => sql::Uuid, lane: Lane => Word, now: DateTime<Utc> => sql::Timestamptz } =
    concat!(claimed_emails!("$home"), "AND l.home = $home AND l.id = $id FOR UPDATE OF l SKIP LOCKED")
}

/// The key of an email.
#[derive(QueryableByName)]
#[diesel(table_name = emails)]
struct KeyRow {
    home: Home,
    id: EmailId,
}

/// Returns the email of a lane that has been due longest, if any, and locks it until the transaction ends. Where the rows are distributed, a
/// lock needs the node of the email: the emails are listed first.
pub async fn claim(
    connection: &mut Connection,
    layout: Layout,
    lane: Lane,
    now: DateTime<Utc>,
) -> Result<Option<EmailRow>> {
    match layout {
        Layout::Single => Ok(ClaimEmail { lane, now }.get_result(connection).await.optional()?),
        Layout::Distributed => {
            let due: Vec<KeyRow> = ListDueEmails { lane, now }.load(connection).await?;
            for KeyRow { home, id } in due {
                let claim = ClaimThisEmail { home, id, lane, now };
                if let Some(row) = claim.get_result(connection).await.optional()? {
                    return Ok(Some(row));
                }
            }
            Ok(None)
        }
    }
}
