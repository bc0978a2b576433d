//! Digests: who gets one, and when.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::users;
use super::{Connection, Result, statement};
use crate::ids::{EmailId, UserId};

/// A reader whose digest is due.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct ReaderRow {
    pub id: UserId,
    /// The IANA name.
    pub time_zone: String,
}

statement! {
    DueDigests { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT id, time_zone FROM users WHERE digest_at <= $now ORDER BY digest_at LIMIT 64 FOR NO KEY UPDATE SKIP LOCKED"
}

/// Returns readers whose digest is due, at most 64, and locks them until the transaction ends.
pub async fn due(connection: &mut Connection, now: DateTime<Utc>) -> Result<Vec<ReaderRow>> {
    Ok(DueDigests { now }.load(connection).await?)
}

statement! {
    OweDigests {
        users: Vec<UserId> => sql::Array<sql::Uuid>, nexts: Vec<DateTime<Utc>> => sql::Array<sql::Timestamptz>,
        emails: Vec<EmailId> => sql::Array<sql::Uuid>, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH reader AS (
            SELECT * FROM unnest($users, $nexts, $emails) AS r(id, next, email)
         ), awaited AS MATERIALIZED (
            SELECT DISTINCT s.user_id FROM seats s JOIN matches m ON m.id = s.match_id
            WHERE s.user_id = ANY($users) AND s.over_at IS NULL AND m.phase = 'running' AND m.awaited & (1 << s.seat) <> 0
         ), owed AS (
            INSERT INTO emails (home, id, kind, user_id, created_at, due_at)
            SELECT r.id, r.email, 'digest', r.id, $now, $now FROM reader r JOIN users u ON u.id = r.id
            WHERE u.unreachable_since IS NULL AND r.id IN (SELECT user_id FROM awaited)
         )
         UPDATE users SET digest_at = r.next FROM reader r WHERE users.id = r.id"
}

/// Owes the digest of each of these readers for whom a match waits, and stores the time of the next one.
pub async fn owe(connection: &mut Connection, readers: &[(UserId, DateTime<Utc>)], now: DateTime<Utc>) -> Result<()> {
    let (users, nexts): (Vec<_>, Vec<_>) = readers.iter().copied().unzip();
    let emails = users.iter().map(|_| EmailId::new()).collect();
    OweDigests { users, nexts, emails, now }.execute(connection).await?;
    Ok(())
}
