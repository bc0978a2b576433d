//! Letters that are due: claimed by a sender, which no other sender can do until its transaction ends.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use engine::Seat;
use uuid::Uuid;

use super::schema::letters;
use super::types::Word;
use super::words::{Lane, LetterKind};
use super::{Connection, Layout, Result, statement};
use crate::ids::{Home, IncomingId, LetterId, MatchId, UserId};

/// A letter that is due.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = letters)]
pub struct LetterRow {
    pub home: Home,
    pub id: LetterId,
    pub kind: LetterKind,
    pub user_id: Option<UserId>,
    pub match_id: Option<MatchId>,
    /// The sign-in, the change of address or the invitation it is about.
    pub about: Option<Uuid>,
    /// The seat; for a change of address 0 for the old one and 1 for the new one; for letters that are off, and
    /// for an answered list, the category.
    pub seat: Option<Seat>,
    /// The message of the reader that it answers.
    pub answers: Option<IncomingId>,
    /// The deadline that a reminder is about; for a question whether players still play the time of the last line of the log.
    pub deadline: Option<DateTime<Utc>>,
    /// The proposal that it is about.
    pub proposal: Option<u32>,
    pub created_at: DateTime<Utc>,
    pub attempts: i16,
    /// The letter of the same match that this reader got last.
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    pub earlier: Option<LetterId>,
    /// True if there is a later letter of the same kind about the same match for this reader.
    #[diesel(sql_type = sql::Bool)]
    pub overtaken: bool,
    /// True if the account of its reader is blocked.
    #[diesel(sql_type = sql::Bool)]
    pub blocked: bool,
}

impl LetterRow {
    /// Returns the key of the letter.
    pub fn key(&self) -> (Home, LetterId) {
        (self.home, self.id)
    }
}

/// Letters that can be sent, from this home. A letter about a turn waits until the worker has looked at the conditional moves of its reader,
/// which may end the turn.
macro_rules! due_letters {
    ($home:literal) => {
        concat!(
            "FROM letters l WHERE l.state = 'due' AND l.lane = $lane AND l.due_at <= $now
            AND NOT EXISTS (SELECT FROM incoming i WHERE i.home = ",
            $home,
            " AND i.id = l.answers AND i.due_at IS NOT NULL)
            AND NOT (l.kind = 'your-turn' AND EXISTS (
                SELECT FROM conditional_moves c WHERE c.match_id = ",
            $home,
            " AND c.user_id = l.user_id)) "
        )
    };
}

/// Letters that can be sent, from this home, as a sender needs them.
macro_rules! claimed_letters {
    ($home:literal) => {
        concat!("SELECT l.home, l.id, l.kind, l.user_id, l.match_id, l.about, l.seat, l.answers, l.deadline, l.proposal, l.created_at, l.attempts,
            (SELECT e.id FROM letters e WHERE e.home = ", $home, " AND l.match_id IS NOT NULL AND e.user_id = l.user_id AND e.state = 'sent'
                AND e.kind <> 'invitation' ORDER BY e.id DESC LIMIT 1) AS earlier,
            EXISTS (SELECT FROM letters o WHERE o.home = ", $home, " AND o.user_id = l.user_id AND o.id > l.id
                AND o.kind = l.kind AND l.kind = 'your-turn') AS overtaken,
            EXISTS (SELECT FROM users u WHERE u.id = l.user_id AND u.blocked_at IS NOT NULL) AS blocked ", due_letters!($home))
    };
}

statement! {
    ClaimLetter { lane: Lane => Word, now: DateTime<Utc> => sql::Timestamptz } =
    concat!(claimed_letters!("l.home"), "ORDER BY l.due_at LIMIT 1 FOR UPDATE OF l SKIP LOCKED")
}

statement! {
    ListDueLetters { lane: Lane => Word, now: DateTime<Utc> => sql::Timestamptz } =
    concat!("SELECT l.home, l.id ", due_letters!("l.home"), "ORDER BY l.due_at LIMIT 16")
}

statement! {
    ClaimThisLetter { home: Home => sql::Uuid, id: LetterId => sql::Uuid, lane: Lane => Word, now: DateTime<Utc> => sql::Timestamptz } =
    concat!(claimed_letters!("$home"), "AND l.home = $home AND l.id = $id FOR UPDATE OF l SKIP LOCKED")
}

/// The key of a letter.
#[derive(QueryableByName)]
#[diesel(table_name = letters)]
struct KeyRow {
    home: Home,
    id: LetterId,
}

/// Returns the letter of a lane that has been due longest, if any, and locks it until the transaction ends. Where the rows are distributed, a
/// lock needs the node of the letter: the letters are listed first.
pub async fn claim(
    connection: &mut Connection,
    layout: Layout,
    lane: Lane,
    now: DateTime<Utc>,
) -> Result<Option<LetterRow>> {
    match layout {
        Layout::Single => Ok(ClaimLetter { lane, now }.get_result(connection).await.optional()?),
        Layout::Distributed => {
            let due: Vec<KeyRow> = ListDueLetters { lane, now }.load(connection).await?;
            for KeyRow { home, id } in due {
                let claim = ClaimThisLetter { home, id, lane, now };
                if let Some(row) = claim.get_result(connection).await.optional()? {
                    return Ok(Some(row));
                }
            }
            Ok(None)
        }
    }
}
