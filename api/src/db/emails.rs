//! Emails that are owed, and the result of each try.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use engine::Seat;

use super::due_emails::EmailRow;
use super::types::{Count, SeatNumber, Word};
use super::words::{EmailKind, EmailState};
use super::{Connection, FoundRow, Result, statement};
use crate::category::Category;
use crate::ids::{EmailId, Home, MatchId, UserId};

/// The result of a try.
#[derive(Clone, Debug)]
pub struct Try<'a> {
    /// The key of the email.
    pub key: (Home, EmailId),
    /// Did the mail server take it?
    pub accepted: bool,
    /// The answer of the mail server.
    pub answer: &'a str,
    /// The time of the next try, if another is of use.
    pub again_at: Option<DateTime<Utc>>,
    pub now: DateTime<Utc>,
}

statement! {
    RecordTry<'a> {
        home: Home => sql::Uuid, id: EmailId => sql::Uuid, state: EmailState => Word, accepted: bool => sql::Bool, answer: &'a str => sql::Text,
        again_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH tried AS (
            UPDATE emails SET attempts = attempts + 1, state = $state, due_at = coalesce($again_at, due_at),
                done_at = CASE WHEN $state = 'due' THEN NULL ELSE $now END
            WHERE home = $home AND id = $id RETURNING home, id, attempts
         ), recorded AS (
            INSERT INTO deliveries (home, email_id, attempt, at, accepted, answer)
            SELECT home, id, attempts, $now, $accepted, $answer FROM tried
         )
         SELECT attempts FROM tried"
}

/// Records a try of an email that is claimed.
pub async fn record(connection: &mut Connection, tried: &Try<'_>) -> Result<()> {
    let state = match (tried.accepted, tried.again_at) {
        (true, _) => EmailState::Sent,
        (false, Some(_)) => EmailState::Due,
        (false, None) => EmailState::Failed,
    };
    let Try { key: (home, id), accepted, answer, again_at, now } = *tried;
    RecordTry { home, id, state, accepted, answer, again_at, now }.execute(connection).await?;
    Ok(())
}

statement! {
    RetryEmails { now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE emails SET state = 'due', due_at = $now, done_at = NULL WHERE state = 'failed'"
}

/// Makes every email that was given up due again, for one more try at least; gives how many there are. The tries so far stay
/// counted, as each is on record by its number.
pub async fn retry(connection: &mut Connection, now: DateTime<Utc>) -> Result<usize> {
    Ok(RetryEmails { now }.execute(connection).await?)
}

/// The time until which what was owed at this time is held. A day of a time zone has not always 24 hours, so Citus takes a time with a zone
/// plus an interval for a value that may be another one on each node, and refuses it where a row is changed.
macro_rules! held_until {
    ($owed:literal) => {
        concat!("(", $owed, " AT TIME ZONE 'UTC' + interval '2 minutes') AT TIME ZONE 'UTC'")
    };
}
pub(super) use held_until;

statement! {
    /// An email that a sender has in hand is left alone.
    HoldTurnEmail { match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    concat!("WITH held AS (
        SELECT home, id FROM emails WHERE home = $match_id AND user_id = $user AND kind = 'your-turn' AND state = 'due' AND attempts = 0
            AND replies_to IS NULL AND due_at < ", held_until!("created_at"), " FOR UPDATE SKIP LOCKED
     )
     UPDATE emails l SET due_at = ", held_until!("created_at"), " FROM held WHERE l.home = $match_id AND l.id = held.id")
}

/// Lets emails about a turn that no one has tried to send go two minutes after they were owed.
pub async fn hold_turn(connection: &mut Connection, match_id: MatchId, user: UserId) -> Result<()> {
    HoldTurnEmail { match_id, user }.execute(connection).await?;
    Ok(())
}

statement! {
    DropEmail { home: Home => sql::Uuid, id: EmailId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE emails SET state = 'moot', done_at = $now WHERE home = $home AND id = $id"
}

/// Drops an email that is of no more use.
pub async fn drop_moot(connection: &mut Connection, (home, id): (Home, EmailId), now: DateTime<Utc>) -> Result<()> {
    DropEmail { home, id, now }.execute(connection).await?;
    Ok(())
}

statement! {
    OweEmailsOff {
        user: UserId => sql::Uuid, id: EmailId => sql::Uuid, hour: EmailId => sql::Uuid, number: Seat => SeatNumber,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO emails (home, id, kind, user_id, seat, created_at, due_at)
         SELECT $user, $id, 'emails-off', $user, $number, $now, $now
         WHERE NOT EXISTS (SELECT 1 FROM emails WHERE user_id = $user AND id > $hour AND kind = 'emails-off' AND seat = $number)"
}

/// Owes the email that tells a person that emails of a category are disabled, at most one an hour: the holder of the
/// link could disable and enable them for ever.
pub async fn owe_emails_off(
    connection: &mut Connection,
    user: UserId,
    category: Category,
    now: DateTime<Utc>,
) -> Result<()> {
    let hour = EmailId::earliest(now - TimeDelta::hours(1));
    OweEmailsOff { user, id: EmailId::new(), hour, number: Seat(category.number()), now }.execute(connection).await?;
    Ok(())
}

statement! {
    OweMatches<'a> { address: &'a str => sql::Text, id: EmailId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO emails (home, id, kind, user_id, created_at, due_at)
     SELECT id, $id, 'your-matches', id, $now, $now FROM users WHERE address = $address AND deleted_at IS NULL"
}

/// Owes the reader of an address, if it has an account, the list of the matches that wait for them.
pub async fn owe_matches(connection: &mut Connection, address: &str, now: DateTime<Utc>) -> Result<()> {
    OweMatches { address, id: EmailId::new(), now }.execute(connection).await?;
    Ok(())
}

statement! {
    OweReminder {
        match_id: MatchId => sql::Uuid, id: EmailId => sql::Uuid, user: UserId => sql::Uuid, seat: Seat => SeatNumber,
        deadline: DateTime<Utc> => sql::Timestamptz, number: i64 => sql::BigInt, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH owed AS (
            INSERT INTO emails (home, id, kind, user_id, match_id, seat, deadline, created_at, due_at)
            SELECT $match_id, $id, 'reminder', $user, $match_id, $seat, $deadline, $now, $now
            WHERE (SELECT count(*) FROM emails l WHERE l.home = $match_id AND l.user_id = $user AND l.kind = 'reminder'
                AND l.deadline = $deadline) < $number RETURNING id
         )
         SELECT id FROM owed"
}

/// Owes a reminder of a deadline, unless this number of them was owed before. Returns whether it is owed now. Lock the match first.
pub async fn owe_reminder(
    connection: &mut Connection,
    (match_id, seat, user): (MatchId, Seat, UserId),
    deadline: DateTime<Utc>,
    number: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let statement = OweReminder { match_id, id: EmailId::new(), user, seat, deadline, number, now };
    Ok(statement.execute(connection).await? == 1)
}

/// A time, if there is one.
#[derive(QueryableByName)]
struct TimeRow {
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

statement! {
    FindTurnEmails {
        user: UserId => sql::Uuid, besides: MatchId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz,
        earliest: EmailId => sql::Uuid, number: i64 => sql::BigInt,
    } = "SELECT CASE WHEN count(*) = $number THEN min(at) END AS at FROM (
            SELECT max(created_at) AS at FROM emails WHERE user_id = $user AND id > $earliest AND created_at > $since
                AND kind = 'your-turn' AND state = 'sent' AND match_id <> $besides GROUP BY match_id ORDER BY 1 DESC LIMIT $number
         ) last"
}

/// Returns the time of the first of the last emails about turns that were owed to a reader after a time and are sent, one for each
/// match besides this one, if there are this many.
pub async fn first_of_turns(
    connection: &mut Connection,
    user: UserId,
    besides: MatchId,
    since: DateTime<Utc>,
    number: i64,
) -> Result<Option<DateTime<Utc>>> {
    let earliest = EmailId::earliest(since);
    let row: TimeRow = FindTurnEmails { user, besides, since, earliest, number }.get_result(connection).await?;
    Ok(row.at)
}

statement! {
    OweTurnList {
        user: UserId => sql::Uuid, id: EmailId => sql::Uuid, until: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH owed AS (
            SELECT 1 AS one FROM emails WHERE home = $user AND state = 'due' AND kind = 'turn-list' AND due_at > $now AND due_at <= $until
         ), new AS (
            INSERT INTO emails (home, id, kind, user_id, created_at, due_at)
            SELECT $user, $id, 'turn-list', $user, $now, $until WHERE NOT EXISTS (SELECT 1 FROM owed) ON CONFLICT DO NOTHING RETURNING id
         )
         SELECT EXISTS (SELECT 1 FROM owed) OR EXISTS (SELECT 1 FROM new) AS found"
}

/// Owes a reader the list of the matches that wait, in place of emails about turns, at this time, unless one is owed already that is
/// drawn later than now and goes by then. Returns whether one is owed so: it will have every turn that has begun by now.
pub async fn owe_turn_list(
    connection: &mut Connection,
    user: UserId,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let row: FoundRow = OweTurnList { user, id: EmailId::new(), until, now }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    FindAsked { match_id: MatchId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT min(created_at) AS at FROM emails
     WHERE home = $match_id AND kind = 'still-playing' AND deadline = $since"
}

/// Returns when the players of a match were asked whether they still play, after its line of this time.
pub async fn asked(
    connection: &mut Connection,
    match_id: MatchId,
    since: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let row: TimeRow = FindAsked { match_id, since }.get_result(connection).await?;
    Ok(row.at)
}

statement! {
    OweAgain { home: Home => sql::Uuid, id: EmailId => sql::Uuid, new: EmailId => sql::Uuid, at: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO emails (home, id, kind, user_id, match_id, seat, created_at, due_at)
     SELECT home, $new, kind, user_id, match_id, seat, created_at, $at FROM emails WHERE home = $home AND id = $id"
}

/// Owes an email about a seat again, at a later time: it is too early for it now.
pub async fn owe_again(connection: &mut Connection, row: &EmailRow, at: DateTime<Utc>) -> Result<()> {
    let (home, id) = row.key();
    OweAgain { home, id, new: EmailId::new(), at }.execute(connection).await?;
    Ok(())
}

statement! {
    FindLastAboutTurn { match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    "SELECT max(created_at) AS at FROM emails
     WHERE home = $match_id AND user_id = $user AND kind = 'your-turn' AND state = 'sent'"
}

/// Returns when the last email about a turn that was sent to this reader of a match was owed; it showed all notes until then.
pub async fn last_about_turn(
    connection: &mut Connection,
    match_id: MatchId,
    user: UserId,
) -> Result<Option<DateTime<Utc>>> {
    let row: TimeRow = FindLastAboutTurn { match_id, user }.get_result(connection).await?;
    Ok(row.at)
}

/// What emails to players of a match are about, beside the match.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// The proposal with this number.
    Proposal(u32),
    /// The last line of the log, which is of this time.
    LastLine(DateTime<Utc>),
}

statement! {
    OweToPlayers {
        match_id: MatchId => sql::Uuid, kind: EmailKind => Word, ids: Vec<EmailId> => sql::Array<sql::Uuid>,
        users: Vec<UserId> => sql::Array<sql::Uuid>, proposal: Option<u32> => sql::Nullable<Count>,
        since: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO emails (home, id, kind, user_id, match_id, proposal, deadline, created_at, due_at)
         SELECT $match_id, ($ids)[n], $kind, ($users)[n], $match_id, $proposal, $since, $now, $now
         FROM generate_series(1, cardinality($ids)) n"
}

/// Owes players of a match emails of one kind.
pub async fn owe_to_players(
    connection: &mut Connection,
    match_id: MatchId,
    (kind, subject): (EmailKind, Subject),
    users: Vec<UserId>,
    now: DateTime<Utc>,
) -> Result<()> {
    let (proposal, since) = match subject {
        Subject::Proposal(number) => (Some(number), None),
        Subject::LastLine(at) => (None, Some(at)),
    };
    let ids = users.iter().map(|_| EmailId::new()).collect();
    OweToPlayers { match_id, kind, ids, users, proposal, since, now }.execute(connection).await?;
    Ok(())
}

/// The numbers of emails by state.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct EmailFigures {
    /// Due now, the late ones among them.
    #[diesel(sql_type = sql::BigInt)]
    pub due: i64,
    /// Due to a person with an account for ten minutes, which is a sign of a fault.
    #[diesel(sql_type = sql::BigInt)]
    pub late: i64,
    /// Sign-in and address emails that have been due for a minute; to people without an account only those that were not tried.
    #[diesel(sql_type = sql::BigInt)]
    pub sign_ins_late: i64,
    /// Owed to a person with an account and given up in the last day.
    #[diesel(sql_type = sql::BigInt)]
    pub failed: i64,
}

statement! {
    /// Emails to people without an account are not counted once they were tried: an address that was mistyped is no fault of the server.
    CountEmails { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) FILTER (WHERE state = 'due' AND (due_at <= $now OR attempts > 0)) AS due,
        count(*) FILTER (WHERE state = 'due' AND user_id IS NOT NULL AND least(due_at, (
            SELECT at FROM deliveries d WHERE d.home = l.home AND d.email_id = l.id AND d.attempt = 1
        )) < $now - interval '10 minutes') AS late,
        count(*) FILTER (WHERE state = 'due' AND lane = 'access' AND (user_id IS NOT NULL OR attempts = 0) AND least(due_at, (
            SELECT at FROM deliveries d WHERE d.home = l.home AND d.email_id = l.id AND d.attempt = 1
        )) < $now - interval '1 minute') AS sign_ins_late,
        count(*) FILTER (WHERE state = 'failed' AND user_id IS NOT NULL) AS failed
     FROM emails l WHERE state = 'due' OR (state = 'failed' AND done_at > $now - interval '1 day')"
}

/// Counts emails that are due, late, or lately given up.
pub async fn figures(connection: &mut Connection, now: DateTime<Utc>) -> Result<EmailFigures> {
    Ok(CountEmails { now }.get_result(connection).await?)
}
