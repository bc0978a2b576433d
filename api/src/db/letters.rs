//! Letters that are owed, and the result of each try.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use engine::Seat;

use super::due_letters::LetterRow;
use super::types::{Count, SeatNumber, Word};
use super::words::{LetterKind, LetterState};
use super::{Connection, FoundRow, Result, statement};
use crate::ids::{Home, LetterId, MatchId, UserId};

/// The result of a try.
#[derive(Clone, Debug)]
pub struct Try<'a> {
    /// The key of the letter.
    pub key: (Home, LetterId),
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
        home: Home => sql::Uuid, id: LetterId => sql::Uuid, state: LetterState => Word, accepted: bool => sql::Bool, answer: &'a str => sql::Text,
        again_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH tried AS (
            UPDATE letters SET attempts = attempts + 1, state = $state, due_at = coalesce($again_at, due_at),
                done_at = CASE WHEN $state = 'due' THEN NULL ELSE $now END
            WHERE home = $home AND id = $id RETURNING home, id, attempts
         ), recorded AS (
            INSERT INTO deliveries (home, letter_id, attempt, at, accepted, answer)
            SELECT home, id, attempts, $now, $accepted, $answer FROM tried
         )
         SELECT attempts FROM tried"
}

/// Records a try of a letter that is claimed.
pub async fn record(connection: &mut Connection, tried: &Try<'_>) -> Result<()> {
    let state = match (tried.accepted, tried.again_at) {
        (true, _) => LetterState::Sent,
        (false, Some(_)) => LetterState::Due,
        (false, None) => LetterState::Failed,
    };
    let Try { key: (home, id), accepted, answer, again_at, now } = *tried;
    RecordTry { home, id, state, accepted, answer, again_at, now }.execute(connection).await?;
    Ok(())
}

statement! {
    RetryLetters { now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE letters SET state = 'due', due_at = $now, done_at = NULL WHERE state = 'failed'"
}

/// Makes every letter that was given up due again, for one more try at least; gives how many there are. The tries so far stay
/// counted, as each is on record by its number.
pub async fn retry(connection: &mut Connection, now: DateTime<Utc>) -> Result<usize> {
    Ok(RetryLetters { now }.execute(connection).await?)
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
    /// A letter that a sender has in hand is left alone.
    HoldTurnLetter { match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    concat!("WITH held AS (
        SELECT home, id FROM letters WHERE home = $match_id AND user_id = $user AND kind = 'your-turn' AND state = 'due' AND attempts = 0
            AND answers IS NULL AND due_at < ", held_until!("created_at"), " FOR UPDATE SKIP LOCKED
     )
     UPDATE letters l SET due_at = ", held_until!("created_at"), " FROM held WHERE l.home = $match_id AND l.id = held.id")
}

/// Lets letters about a turn that no one has tried to send go two minutes after they were owed.
pub async fn hold_turn(connection: &mut Connection, match_id: MatchId, user: UserId) -> Result<()> {
    HoldTurnLetter { match_id, user }.execute(connection).await?;
    Ok(())
}

statement! {
    DropLetter { home: Home => sql::Uuid, id: LetterId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE letters SET state = 'moot', done_at = $now WHERE home = $home AND id = $id"
}

/// Drops a letter that is of no more use.
pub async fn drop_moot(connection: &mut Connection, (home, id): (Home, LetterId), now: DateTime<Utc>) -> Result<()> {
    DropLetter { home, id, now }.execute(connection).await?;
    Ok(())
}

statement! {
    OweLettersOff {
        user: UserId => sql::Uuid, id: LetterId => sql::Uuid, hour: LetterId => sql::Uuid, number: Seat => SeatNumber,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO letters (home, id, kind, user_id, seat, created_at, due_at)
         SELECT $user, $id, 'letters-off', $user, $number, $now, $now
         WHERE NOT EXISTS (SELECT 1 FROM letters WHERE user_id = $user AND id > $hour AND kind = 'letters-off' AND seat = $number)"
}

/// Owes the letter that tells a person that letters of the category with this number are off, at most one an hour: the holder of the
/// link could stop them and turn them on for ever.
pub async fn owe_letters_off(connection: &mut Connection, user: UserId, number: u8, now: DateTime<Utc>) -> Result<()> {
    let hour = LetterId::earliest(now - TimeDelta::hours(1));
    OweLettersOff { user, id: LetterId::new(), hour, number: Seat(number), now }.execute(connection).await?;
    Ok(())
}

statement! {
    OweMatches<'a> { address: &'a str => sql::Text, id: LetterId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO letters (home, id, kind, user_id, created_at, due_at)
     SELECT id, $id, 'your-matches', id, $now, $now FROM users WHERE address = $address AND deleted_at IS NULL"
}

/// Owes the reader of an address, if it has an account, the list of the matches that wait for them.
pub async fn owe_matches(connection: &mut Connection, address: &str, now: DateTime<Utc>) -> Result<()> {
    OweMatches { address, id: LetterId::new(), now }.execute(connection).await?;
    Ok(())
}

statement! {
    OweReminder {
        match_id: MatchId => sql::Uuid, id: LetterId => sql::Uuid, user: UserId => sql::Uuid, seat: Seat => SeatNumber,
        deadline: DateTime<Utc> => sql::Timestamptz, number: i64 => sql::BigInt, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH owed AS (
            INSERT INTO letters (home, id, kind, user_id, match_id, seat, deadline, created_at, due_at)
            SELECT $match_id, $id, 'reminder', $user, $match_id, $seat, $deadline, $now, $now
            WHERE (SELECT count(*) FROM letters l WHERE l.home = $match_id AND l.user_id = $user AND l.kind = 'reminder'
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
    let statement = OweReminder { match_id, id: LetterId::new(), user, seat, deadline, number, now };
    Ok(statement.execute(connection).await? == 1)
}

/// A time, if there is one.
#[derive(QueryableByName)]
struct TimeRow {
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

statement! {
    FindTurnLetters {
        user: UserId => sql::Uuid, besides: MatchId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz,
        earliest: LetterId => sql::Uuid, number: i64 => sql::BigInt,
    } = "SELECT CASE WHEN count(*) = $number THEN min(at) END AS at FROM (
            SELECT max(created_at) AS at FROM letters WHERE user_id = $user AND id > $earliest AND created_at > $since
                AND kind = 'your-turn' AND state = 'sent' AND match_id <> $besides GROUP BY match_id ORDER BY 1 DESC LIMIT $number
         ) last"
}

/// Returns the time of the first of the last letters about turns that were owed to a reader after a time and are sent, one for each
/// match besides this one, if there are this many.
pub async fn first_of_turns(
    connection: &mut Connection,
    user: UserId,
    besides: MatchId,
    since: DateTime<Utc>,
    number: i64,
) -> Result<Option<DateTime<Utc>>> {
    let earliest = LetterId::earliest(since);
    let row: TimeRow = FindTurnLetters { user, besides, since, earliest, number }.get_result(connection).await?;
    Ok(row.at)
}

statement! {
    OweTurnList {
        user: UserId => sql::Uuid, id: LetterId => sql::Uuid, until: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH owed AS (
            SELECT 1 AS one FROM letters WHERE home = $user AND state = 'due' AND kind = 'turn-list' AND due_at > $now AND due_at <= $until
         ), new AS (
            INSERT INTO letters (home, id, kind, user_id, created_at, due_at)
            SELECT $user, $id, 'turn-list', $user, $now, $until WHERE NOT EXISTS (SELECT 1 FROM owed) ON CONFLICT DO NOTHING RETURNING id
         )
         SELECT EXISTS (SELECT 1 FROM owed) OR EXISTS (SELECT 1 FROM new) AS found"
}

/// Owes a reader the list of the matches that wait, in place of letters about turns, at this time, unless one is owed already that is
/// drawn later than now and goes by then. Returns whether one is owed so: it will have every turn that has begun by now.
pub async fn owe_turn_list(
    connection: &mut Connection,
    user: UserId,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let row: FoundRow = OweTurnList { user, id: LetterId::new(), until, now }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    FindAsked { match_id: MatchId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT min(created_at) AS at FROM letters
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
    OweAgain { home: Home => sql::Uuid, id: LetterId => sql::Uuid, new: LetterId => sql::Uuid, at: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO letters (home, id, kind, user_id, match_id, seat, created_at, due_at)
     SELECT home, $new, kind, user_id, match_id, seat, created_at, $at FROM letters WHERE home = $home AND id = $id"
}

/// Owes a letter about a seat again, at a later time: it is too early for it now.
pub async fn owe_again(connection: &mut Connection, row: &LetterRow, at: DateTime<Utc>) -> Result<()> {
    let (home, id) = row.key();
    OweAgain { home, id, new: LetterId::new(), at }.execute(connection).await?;
    Ok(())
}

/// What letters to players of a match are about, beside the match.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// The proposal with this number.
    Proposal(u32),
    /// The last line of the log, which is of this time.
    LastLine(DateTime<Utc>),
}

statement! {
    OweToPlayers {
        match_id: MatchId => sql::Uuid, kind: LetterKind => Word, ids: Vec<LetterId> => sql::Array<sql::Uuid>,
        users: Vec<UserId> => sql::Array<sql::Uuid>, proposal: Option<u32> => sql::Nullable<Count>,
        since: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO letters (home, id, kind, user_id, match_id, proposal, deadline, created_at, due_at)
         SELECT $match_id, ($ids)[n], $kind, ($users)[n], $match_id, $proposal, $since, $now, $now
         FROM generate_series(1, cardinality($ids)) n"
}

/// Owes players of a match letters of one kind.
pub async fn owe_to_players(
    connection: &mut Connection,
    match_id: MatchId,
    (kind, subject): (LetterKind, Subject),
    users: Vec<UserId>,
    now: DateTime<Utc>,
) -> Result<()> {
    let (proposal, since) = match subject {
        Subject::Proposal(number) => (Some(number), None),
        Subject::LastLine(at) => (None, Some(at)),
    };
    let ids = users.iter().map(|_| LetterId::new()).collect();
    OweToPlayers { match_id, kind, ids, users, proposal, since, now }.execute(connection).await?;
    Ok(())
}

/// The numbers of letters by state.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct LetterFigures {
    /// Due now, the late ones among them.
    #[diesel(sql_type = sql::BigInt)]
    pub due: i64,
    /// Due to a person with an account for ten minutes, which is a sign of a fault.
    #[diesel(sql_type = sql::BigInt)]
    pub late: i64,
    /// Sign-in and address letters that have been due for a minute; to people without an account only those that were not tried.
    #[diesel(sql_type = sql::BigInt)]
    pub sign_ins_late: i64,
    /// Owed to a person with an account and given up in the last day.
    #[diesel(sql_type = sql::BigInt)]
    pub failed: i64,
}

statement! {
    /// Letters to people without an account are not counted once they were tried: an address that was mistyped is no fault of the server.
    CountLetters { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) FILTER (WHERE state = 'due' AND (due_at <= $now OR attempts > 0)) AS due,
        count(*) FILTER (WHERE state = 'due' AND user_id IS NOT NULL AND least(due_at, (
            SELECT at FROM deliveries d WHERE d.home = l.home AND d.letter_id = l.id AND d.attempt = 1
        )) < $now - interval '10 minutes') AS late,
        count(*) FILTER (WHERE state = 'due' AND lane = 'access' AND (user_id IS NOT NULL OR attempts = 0) AND least(due_at, (
            SELECT at FROM deliveries d WHERE d.home = l.home AND d.letter_id = l.id AND d.attempt = 1
        )) < $now - interval '1 minute') AS sign_ins_late,
        count(*) FILTER (WHERE state = 'failed' AND user_id IS NOT NULL) AS failed
     FROM letters l WHERE state = 'due' OR (state = 'failed' AND done_at > $now - interval '1 day')"
}

/// Counts letters that are due, late, or lately given up.
pub async fn figures(connection: &mut Connection, now: DateTime<Utc>) -> Result<LetterFigures> {
    Ok(CountLetters { now }.get_result(connection).await?)
}
