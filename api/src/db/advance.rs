//! The one write of the road of a move: append to the log, advance the match, owe the letters, in one statement.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, Found, statement};

/// What becomes of a match.
#[derive(Clone, Debug)]
pub struct Advance {
    pub id: Uuid,
    /// The last ply that the rules knew of; if the match has gone on meanwhile, nothing is written.
    pub before: i32,
    pub phase: &'static str,
    pub ply: i32,
    pub turn: i32,
    pub moment: i64,
    pub left_seats: i16,
    pub awaited: i16,
    pub lapses: Vec<u8>,
    pub deadlines: Vec<i64>,
    pub wake_at: Option<DateTime<Utc>>,
    pub due_at: Option<DateTime<Utc>>,
    pub state: String,
    pub outcome: Option<String>,
    pub now: DateTime<Utc>,
    pub lines: Vec<NewLine>,
    pub letters: Vec<NewLetter>,
}

/// A line to append to the log.
#[derive(Clone, Debug)]
pub struct NewLine {
    pub ply: i32,
    pub turn: i32,
    pub seat: Option<i16>,
    pub cause: String,
    pub text: String,
    pub events: String,
    pub moment: i64,
}

/// A letter to owe.
#[derive(Clone, Debug)]
pub struct NewLetter {
    pub id: Uuid,
    pub kind: &'static str,
    pub user_id: Uuid,
    pub seat: i16,
}

/// The statement; public for the benchmark, which lets pgbench run the same. When the worker has to look (`due_at`) stays
/// as it is if that is soon enough: changing it at every move would change an index at every move.
pub const SQL: &str = "WITH advanced AS (
            UPDATE matches SET phase = $phase, ply = $ply, turn = $turn, moment = $moment, left_seats = $left_seats,
                awaited = $awaited, lapses = $lapses, deadlines = $deadlines, wake_at = $wake_at,
                due_at = CASE WHEN due_at > $now AND due_at <= $due_at THEN due_at ELSE $due_at END,
                state = $state, outcome = $outcome, started_at = coalesce(started_at, $now),
                ended_at = CASE WHEN $phase = 'over' THEN $now END
            WHERE id = $id AND ply = $before AND phase IN ('open', 'running') RETURNING id
         ), logged AS (
            INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at)
            SELECT a.id, ($plies)[n], ($turns)[n], ($seats)[n], ($causes)[n], ($texts)[n], ($events)[n], ($moments)[n], $now
            FROM advanced a, generate_series(1, cardinality($plies)) n
         ), owed AS (
            INSERT INTO letters (id, kind, user_id, match_id, seat, created_at, due_at)
            SELECT ($letters)[n], ($kinds)[n], ($readers)[n], a.id, ($letter_seats)[n], $now, $now
            FROM advanced a, generate_series(1, cardinality($letters)) n
         )
         SELECT id FROM advanced";

statement! {
    AdvanceMatch<'a> {
        id: Uuid => sql::Uuid, before: i32 => sql::Integer, phase: &'a str => sql::Text, ply: i32 => sql::Integer,
        turn: i32 => sql::Integer, moment: i64 => sql::BigInt, left_seats: i16 => sql::SmallInt,
        awaited: i16 => sql::SmallInt, lapses: &'a [u8] => sql::Binary, deadlines: &'a [i64] => sql::Array<sql::BigInt>,
        wake_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
        due_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, state: &'a str => sql::Text,
        outcome: Option<&'a str> => sql::Nullable<sql::Text>, now: DateTime<Utc> => sql::Timestamptz,
        plies: Vec<i32> => sql::Array<sql::Integer>, turns: Vec<i32> => sql::Array<sql::Integer>,
        seats: Vec<Option<i16>> => sql::Array<sql::Nullable<sql::SmallInt>>, causes: Vec<&'a str> => sql::Array<sql::Text>,
        texts: Vec<&'a str> => sql::Array<sql::Text>, events: Vec<&'a str> => sql::Array<sql::Text>,
        moments: Vec<i64> => sql::Array<sql::BigInt>, letters: Vec<Uuid> => sql::Array<sql::Uuid>,
        kinds: Vec<&'a str> => sql::Array<sql::Text>, readers: Vec<Uuid> => sql::Array<sql::Uuid>,
        letter_seats: Vec<i16> => sql::Array<sql::SmallInt>,
    } = SQL
}

/// Writes what becomes of a match; `false`, and nothing written, if it has gone on meanwhile.
pub async fn advance(connection: &mut Connection, step: &Advance) -> Found<bool> {
    let (lines, letters) = (&step.lines, &step.letters);
    let statement = AdvanceMatch {
        id: step.id,
        before: step.before,
        phase: step.phase,
        ply: step.ply,
        turn: step.turn,
        moment: step.moment,
        left_seats: step.left_seats,
        awaited: step.awaited,
        lapses: &step.lapses,
        deadlines: &step.deadlines,
        wake_at: step.wake_at,
        due_at: step.due_at,
        state: &step.state,
        outcome: step.outcome.as_deref(),
        now: step.now,
        plies: lines.iter().map(|line| line.ply).collect(),
        turns: lines.iter().map(|line| line.turn).collect(),
        seats: lines.iter().map(|line| line.seat).collect(),
        causes: lines.iter().map(|line| line.cause.as_str()).collect(),
        texts: lines.iter().map(|line| line.text.as_str()).collect(),
        events: lines.iter().map(|line| line.events.as_str()).collect(),
        moments: lines.iter().map(|line| line.moment).collect(),
        letters: letters.iter().map(|letter| letter.id).collect(),
        kinds: letters.iter().map(|letter| letter.kind).collect(),
        readers: letters.iter().map(|letter| letter.user_id).collect(),
        letter_seats: letters.iter().map(|letter| letter.seat).collect(),
    };
    Ok(statement.execute(connection).await? == 1)
}
