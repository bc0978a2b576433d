//! The statement that writes moves of several matches at once: each of them costs Postgres a part of what it costs alone.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use engine::Moment;

use super::advance::{Advance, Lines, ManyProgress};
use super::matches::IdRow;
use super::new_emails::Emails;
use super::types::{Count, Milliseconds};
use super::{Connection, Result, statement};
use crate::ids::{IncomingId, MatchId};

/// The statement; public for the benchmark, which lets pgbench run the same.
pub const SQL: &str = include_str!("advance_many.sql");

statement! {
    AdvanceMatches<'a> {
        ids: Vec<MatchId> => sql::Array<sql::Uuid>, before: Vec<Option<u32>> => sql::Array<sql::Nullable<Count>>,
        known_moments: Vec<Moment> => sql::Array<Milliseconds>,
        revisions: Vec<u32> => sql::Array<Count>, due_at: Vec<Option<DateTime<Utc>>> => sql::Array<sql::Nullable<sql::Timestamptz>>,
        outcomes: Vec<Option<&'a str>> => sql::Array<sql::Nullable<sql::Text>>, now: Vec<DateTime<Utc>> => sql::Array<sql::Timestamptz>,
        line_at: Vec<DateTime<Utc>> => sql::Array<sql::Timestamptz>,
        line_ids: Vec<MatchId> => sql::Array<sql::Uuid>, vias: Vec<Option<IncomingId>> => sql::Array<sql::Nullable<sql::Uuid>>,
        email_ids: Vec<MatchId> => sql::Array<sql::Uuid>,
    } with progress: ManyProgress<'a>, lines: Lines<'a>, emails: Emails = SQL
}

/// Writes moves of matches that have started, at most one of each match. Returns the matches whose moves were written: those that had not
/// changed meanwhile. An error means that no move was written, or that the connection was lost and it is not known.
pub async fn advance_many(connection: &mut Connection, steps: &[&Advance]) -> Result<Vec<MatchId>> {
    let mut steps = steps.to_vec();
    steps.sort_unstable_by_key(|step| step.id);
    // The step of each line, in the order of the lines.
    let of_lines = || steps.iter().flat_map(|step| step.lines.iter().map(move |_| step));
    let statement = AdvanceMatches {
        ids: steps.iter().map(|step| step.id).collect(),
        before: steps.iter().map(|step| step.before).collect(),
        known_moments: steps.iter().map(|step| step.known_moment).collect(),
        revisions: steps.iter().map(|step| step.revision).collect(),
        due_at: steps.iter().map(|step| step.due_at).collect(),
        outcomes: steps.iter().map(|step| step.outcome.as_deref()).collect(),
        now: steps.iter().map(|step| step.now).collect(),
        line_at: steps.iter().map(|step| step.line_at).collect(),
        line_ids: of_lines().map(|step| step.id).collect(),
        vias: of_lines().map(|step| step.via).collect(),
        email_ids: steps.iter().flat_map(|step| step.emails.iter().map(|_| step.id)).collect(),
        progress: &steps.iter().map(|step| &step.progress).collect(),
        lines: &steps.iter().flat_map(|step| &step.lines).collect(),
        emails: &steps.iter().flat_map(|step| &step.emails).collect(),
    };
    let rows: Vec<IdRow> = statement.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
