//! Counts of the automatic replies to messages that played nothing.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::incoming::{KeyBytes, MessageRow};
use super::types::{Bytes, Word};
use super::words::CountedAs;
use super::{Connection, CountRow, Result, statement};
use crate::ids::{EmailId, Home, UserId};

/// The limit that an automatic reply reaches: it is the last one of its count for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutoReplyLimit {
    /// Until the turn of the message, or its invitation or proposal, is over.
    pub in_turn: bool,
    /// Until this time.
    pub until: Option<DateTime<Utc>>,
}

statement! {
    CountInvitationReplies { home: Home => sql::Uuid, counted_as: CountedAs => Word } =
    "SELECT count(*) AS count FROM incoming i JOIN emails l ON l.home = i.home AND l.replies_to = i.id
     WHERE i.home = $home AND i.counted_as = $counted_as"
}

/// Returns the number of automatic replies of this count to messages about an invitation.
pub async fn auto_replies_about(connection: &mut Connection, row: &MessageRow, counted_as: CountedAs) -> Result<i64> {
    let found: CountRow = CountInvitationReplies { home: row.home, counted_as }.get_result(connection).await?;
    Ok(found.count)
}

/// The automatic replies of one count to a person.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct AutoReplyFigures {
    #[diesel(sql_type = sql::BigInt)]
    pub in_an_hour: i64,
    #[diesel(sql_type = sql::BigInt)]
    pub in_a_day: i64,
    /// The time of the first of the last hour.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub first_of_hour: Option<DateTime<Utc>>,
    /// The time of the first of the last day.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub first_of_day: Option<DateTime<Utc>>,
    /// Those to messages with one of the keys.
    #[diesel(sql_type = sql::BigInt)]
    pub in_turn: i64,
}

statement! {
    CountAutoReplies {
        user: UserId => sql::Uuid, home: Home => sql::Uuid, keys: Vec<KeyBytes> => sql::Array<Bytes>, counted_as: CountedAs => Word, hour: DateTime<Utc> => sql::Timestamptz, day: EmailId => sql::Uuid,
    } = "SELECT in_an_hour, in_a_day, first_of_hour, first_of_day, in_turn FROM (
            SELECT count(*) FILTER (WHERE l.created_at > $hour) AS in_an_hour, count(*) AS in_a_day,
                min(l.created_at) FILTER (WHERE l.created_at > $hour) AS first_of_hour, min(l.created_at) AS first_of_day
            FROM emails l JOIN incoming i ON i.home = l.home AND i.id = l.replies_to
            WHERE l.user_id = $user AND l.id > $day AND i.counted_as = $counted_as
         ) lately, (
            SELECT count(*) AS in_turn FROM incoming i JOIN emails l ON l.home = i.home AND l.replies_to = i.id
            WHERE i.home = $home AND i.reply_key = ANY($keys) AND i.counted_as = $counted_as
         ) at_the_turn"
}

/// Counts the automatic replies of the last hour and day to this person, of this count, and those to messages with one of these keys.
/// Until the transaction ends no other reader of messages counts those of this person.
pub async fn auto_replies(
    connection: &mut Connection,
    (home, keys): (Home, Vec<KeyBytes>),
    user: UserId,
    counted_as: CountedAs,
    (hour, day): (DateTime<Utc>, EmailId),
) -> Result<AutoReplyFigures> {
    super::people::lock(connection, user).await?;
    Ok(CountAutoReplies { user, home, keys, counted_as, hour, day }.get_result(connection).await?)
}
