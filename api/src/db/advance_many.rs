//! The statement that writes moves of several matches at once: each of them costs Postgres a part of what it costs alone.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use engine::records::Head;
use engine::{Cause, Moment, Seat};

use super::advance::{Advance, ManyProgress, NewLetter, NewLine};
use super::matches::IdRow;
use super::types::{Bytes, Count, Milliseconds, SeatNumber, Word};
use super::words::LetterKind;
use super::{Connection, Result, statement};
use crate::ids::{IncomingId, LetterId, MatchId, UserId};

/// The statement; public for the benchmark, which lets pgbench run the same.
pub const SQL: &str = include_str!("advance_many.sql");

statement! {
    AdvanceMatches<'a> {
        ids: Vec<MatchId> => sql::Array<sql::Uuid>, before: Vec<Option<u32>> => sql::Array<sql::Nullable<Count>>,
        revisions: Vec<u32> => sql::Array<Count>, due_at: Vec<Option<DateTime<Utc>>> => sql::Array<sql::Nullable<sql::Timestamptz>>,
        outcomes: Vec<Option<&'a str>> => sql::Array<sql::Nullable<sql::Text>>, now: Vec<DateTime<Utc>> => sql::Array<sql::Timestamptz>,
        line_ids: Vec<MatchId> => sql::Array<sql::Uuid>, plies: Vec<u32> => sql::Array<Count>, turns: Vec<u32> => sql::Array<Count>,
        seats: Vec<Option<Seat>> => sql::Array<sql::Nullable<SeatNumber>>, causes: Vec<Cause> => sql::Array<Word>,
        texts: Vec<&'a str> => sql::Array<sql::Text>, events: Vec<&'a str> => sql::Array<sql::Text>,
        moments: Vec<Moment> => sql::Array<Milliseconds>, vias: Vec<Option<IncomingId>> => sql::Array<sql::Nullable<sql::Uuid>>,
        heads: Vec<Option<Head>> => sql::Array<sql::Nullable<Bytes>>, public_lines: Vec<Option<u32>> => sql::Array<sql::Nullable<Count>>,
        letter_ids: Vec<MatchId> => sql::Array<sql::Uuid>, letters: Vec<LetterId> => sql::Array<sql::Uuid>,
        kinds: Vec<LetterKind> => sql::Array<Word>, readers: Vec<UserId> => sql::Array<sql::Uuid>,
        letter_seats: Vec<Seat> => sql::Array<SeatNumber>, answers: Vec<Option<IncomingId>> => sql::Array<sql::Nullable<sql::Uuid>>,
        letters_due: Vec<DateTime<Utc>> => sql::Array<sql::Timestamptz>,
    } with progress: ManyProgress<'a> = SQL
}

/// Writes moves of matches that have started, at most one of each match. Returns the matches whose moves were written: those that had not
/// gone on meanwhile. An error means that no move was written, or that the connection was lost and it is not known.
pub async fn advance_many(connection: &mut Connection, steps: &[&Advance]) -> Result<Vec<MatchId>> {
    let mut steps = steps.to_vec();
    steps.sort_unstable_by_key(|step| step.id);
    let lines: Vec<(&Advance, &NewLine)> =
        steps.iter().flat_map(|step| step.lines.iter().map(move |line| (*step, line))).collect();
    let letters: Vec<(MatchId, &NewLetter)> =
        steps.iter().flat_map(|step| step.letters.iter().map(move |letter| (step.id, letter))).collect();
    let statement = AdvanceMatches {
        ids: steps.iter().map(|step| step.id).collect(),
        before: steps.iter().map(|step| step.before).collect(),
        revisions: steps.iter().map(|step| step.revision).collect(),
        due_at: steps.iter().map(|step| step.due_at).collect(),
        outcomes: steps.iter().map(|step| step.outcome.as_deref()).collect(),
        now: steps.iter().map(|step| step.now).collect(),
        line_ids: lines.iter().map(|(step, _)| step.id).collect(),
        plies: lines.iter().map(|(_, new)| new.line.ply).collect(),
        turns: lines.iter().map(|(_, new)| new.turn).collect(),
        seats: lines.iter().map(|(_, new)| new.line.seat).collect(),
        causes: lines.iter().map(|(_, new)| new.line.cause).collect(),
        texts: lines.iter().map(|(_, new)| new.line.text.as_str()).collect(),
        events: lines.iter().map(|(_, new)| new.line.events.as_str()).collect(),
        moments: lines.iter().map(|(_, new)| new.line.at).collect(),
        vias: lines.iter().map(|(step, _)| step.via).collect(),
        heads: lines.iter().map(|(_, new)| new.chained.head).collect(),
        public_lines: lines.iter().map(|(_, new)| new.chained.public_line).collect(),
        letter_ids: letters.iter().map(|(id, _)| *id).collect(),
        letters: letters.iter().map(|(_, letter)| letter.id).collect(),
        kinds: letters.iter().map(|(_, letter)| letter.kind).collect(),
        readers: letters.iter().map(|(_, letter)| letter.user_id).collect(),
        letter_seats: letters.iter().map(|(_, letter)| letter.seat).collect(),
        answers: letters.iter().map(|(_, letter)| letter.answers).collect(),
        letters_due: letters.iter().map(|(_, letter)| letter.due_at).collect(),
        progress: &steps.iter().map(|step| &step.progress).collect(),
    };
    let rows: Vec<IdRow> = statement.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
