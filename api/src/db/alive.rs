//! When a server of the database was last alive, and the times in which none was.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::alive;
use super::{Connection, FoundRow, Result, statement};

/// An outage is kept for this time.
const OLD: TimeDelta = TimeDelta::days(731);

/// The times in which no server was alive, of those that ended after a match had started: the first moment of each, and the first one after
/// it, in the same order.
#[derive(QueryableByName, Clone, Default, Debug)]
pub struct Outages {
    #[diesel(sql_type = sql::Array<sql::Timestamptz>)]
    pub outages_began: Vec<DateTime<Utc>>,
    #[diesel(sql_type = sql::Array<sql::Timestamptz>)]
    pub outages_ended: Vec<DateTime<Utc>>,
}

/// The columns of [`Outages`] for a match `m`.
macro_rules! outages {
    () => {
        "ARRAY(SELECT away.began FROM outages away WHERE away.ended > m.started_at ORDER BY away.ended, away.began) AS outages_began,
         ARRAY(SELECT away.ended FROM outages away WHERE away.ended > m.started_at ORDER BY away.ended, away.began) AS outages_ended"
    };
}
pub(super) use outages;

/// What is known of the servers of a database.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = alive)]
pub struct AliveRow {
    /// The last time at which one of them was alive.
    pub at: DateTime<Utc>,
    /// How often the host has said that their clocks are right.
    pub accepted: i32,
}

statement! {
    BeAlive { now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO alive (at) VALUES ($now) ON CONFLICT (one) DO UPDATE SET at = GREATEST(alive.at, excluded.at) RETURNING at, accepted"
}

/// Notes that a server is alive now.
pub async fn note(connection: &mut Connection, now: DateTime<Utc>) -> Result<AliveRow> {
    Ok(BeAlive { now }.get_result(connection).await?)
}

statement! {
    LockAlive { one: bool => sql::Bool } = "SELECT at, accepted FROM alive WHERE one = $one FOR UPDATE"
}

/// Returns what is known of the servers, and lets no other process change it until the transaction ends; none before the first start.
pub async fn lock(connection: &mut Connection) -> Result<Option<AliveRow>> {
    let rows: Vec<AliveRow> = LockAlive { one: true }.load(connection).await?;
    Ok(rows.into_iter().next())
}

statement! {
    SetAlive { now: DateTime<Utc> => sql::Timestamptz } = "UPDATE alive SET at = $now"
}

/// Notes that a server is alive now, though a later time is known: the clocks were put back.
pub async fn set_back(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    SetAlive { now }.execute(connection).await?;
    Ok(())
}

statement! {
    AddOutage { began: DateTime<Utc> => sql::Timestamptz, ended: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO outages (began, ended) VALUES ($began, $ended)
     ON CONFLICT (began) DO UPDATE SET ended = GREATEST(outages.ended, excluded.ended)"
}

/// Stores a time in which no server was alive.
pub async fn add_outage(connection: &mut Connection, began: DateTime<Utc>, ended: DateTime<Utc>) -> Result<()> {
    AddOutage { began, ended }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetOutages { now: DateTime<Utc> => sql::Timestamptz } = "DELETE FROM outages WHERE began >= $now"
}

statement! {
    ShortenOutages { now: DateTime<Utc> => sql::Timestamptz } = "UPDATE outages SET ended = $now WHERE ended > $now"
}

/// Takes away what lies in the future, once the clocks were put back.
pub async fn cut_outages(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetOutages { now }.execute(connection).await?;
    ShortenOutages { now }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetOldOutages { before: DateTime<Utc> => sql::Timestamptz } = "DELETE FROM outages WHERE ended < $before"
}

/// Deletes outages that were over two years ago: no clock that runs has begun before them.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetOldOutages { before: now - OLD }.execute(connection).await?;
    Ok(())
}

statement! {
    HasRunOut { now: DateTime<Utc> => sql::Timestamptz } = "SELECT EXISTS (SELECT FROM matches WHERE due_at <= $now) AS found"
}

/// Returns whether a clock may have expired by now.
pub async fn has_run_out(connection: &mut Connection, now: DateTime<Utc>) -> Result<bool> {
    let row: FoundRow = HasRunOut { now }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    AcceptClocks { one: bool => sql::Bool } = "UPDATE alive SET accepted = accepted + 1 WHERE one = $one"
}

/// Notes that the host has said that the clocks of the servers are right. Returns false if there was no server yet.
pub async fn accept(connection: &mut Connection) -> Result<bool> {
    Ok(AcceptClocks { one: true }.execute(connection).await? == 1)
}

/// What the servers of this process know of it.
#[derive(Debug, Default)]
pub struct Alive {
    /// When this process last noted that it is alive, by [`crate::clock::Clock::awake`]; none before the first time.
    noted: Mutex<Option<(DateTime<Utc>, AliveRow)>>,
    /// Held by the task that looks.
    looking: tokio::sync::Mutex<()>,
}

impl Alive {
    /// Returns when this process last noted it, and what it found.
    pub fn noted(&self) -> Option<(DateTime<Utc>, AliveRow)> {
        *self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes it.
    pub fn note(&self, awake: DateTime<Utc>, row: AliveRow) {
        *self.noted.lock().unwrap_or_else(PoisonError::into_inner) = Some((awake, row));
    }

    /// Waits until no other task looks.
    pub async fn look(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.looking.lock().await
    }
}
