//! The statement that writes a move: it appends to the log, advances the match and owes the emails, all or nothing.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use engine::records::Head;
use engine::{Cause, MAX_SEATS, Moment, Seat, Seats};

use super::matches::IdRow;
use super::moves::Chained;
use super::new_emails::{Emails, NewEmail};
use super::schema::matches;
use super::seat_clocks::SeatClocks;
use super::statement::for_each_column;
use super::types::{Bytes, Count, Milliseconds, SeatNumber, Word};
use super::words::Phase;
use super::{Connection, FoundRow, Result, arrays, columns, parameters, statement};
use crate::ids::{IncomingId, MatchId};

columns! {
    /// The part of a match that a move changes: read with the match, and written with the move.
    pub struct Progress of matches, many ManyProgress {
        pub phase: Phase,
        pub started_at: Option<DateTime<Utc>>,
        pub ended_at: Option<DateTime<Utc>>,
        /// The number of the last log line; none before the start.
        pub ply: Option<u32>,
        pub turn: u32,
        /// While a seat is in the middle of a turn that it sends in parts: the turn in which it began, if every line since
        /// then is its own.
        pub midway_since: Option<u32>,
        /// The time at which the last log line was written.
        pub moment: Moment,
        pub left_seats: Seats,
        pub awaited: Seats,
        pub lapses: [u8; MAX_SEATS as usize],
        /// The match clock of each seat.
        pub clocks: SeatClocks,
        /// The seats that are offered to others, as `clocks` says.
        pub offered: Seats,
        /// The time at which the timer of the rules expires.
        pub wake_at: Option<DateTime<Utc>>,
        /// The position; none before the start.
        pub state: Option<String>,
    }
}

/// The changes and the new rows of a move, or of another act that the rules have judged.
#[derive(Clone, Debug)]
pub struct Step {
    pub id: MatchId,
    /// The last ply that the rules knew of; if the match has changed meanwhile, nothing is written.
    pub before: Option<u32>,
    /// The time of that line. After a database has failed and its standby has lost moves, a match may come to the same ply by others.
    pub known_moment: Moment,
    /// The revision of the match that was judged; the same holds if it has another one now.
    pub revision: u32,
    pub progress: Progress,
    /// The time at which the worker has to look at the match next.
    pub due_at: Option<DateTime<Utc>>,
    /// The result as JSON, once the match is over.
    pub outcome: Option<String>,
    pub now: DateTime<Utc>,
    /// The time of the new lines: now, or that of the line before them if the clock of the server was put back since.
    pub line_at: DateTime<Utc>,
    /// The message that the move came by, if it came by email.
    pub via: Option<IncomingId>,
    pub lines: Vec<NewLine>,
    pub emails: Vec<NewEmail>,
}

/// A line to append to the log.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The turn for which it was sent.
    pub turn: u32,
    pub line: engine::Line,
    pub chained: Chained,
}

arrays! {
    /// Lines to append.
    struct Lines<'a> of NewLine as new {
        plies: u32 => Count = new.line.ply,
        turns: u32 => Count = new.turn,
        seats: Option<Seat> => sql::Nullable<SeatNumber> = new.line.seat,
        causes: Cause => Word = new.line.cause,
        texts: &'a str => sql::Text = &new.line.text,
        events: &'a str => sql::Text = &new.line.events,
        moments: Moment => Milliseconds = new.line.at,
        heads: Option<Head> => sql::Nullable<Bytes> = new.chained.head,
        public_lines: Option<u32> => sql::Nullable<Count> = new.chained.public_line,
    }
}

parameters!([] Step {
    before: sql::Nullable<Count>, known_moment: Milliseconds, revision: Count, due_at: sql::Nullable<sql::Timestamptz>,
    outcome: sql::Nullable<sql::Text>, now: sql::Timestamptz, line_at: sql::Timestamptz, via: sql::Nullable<sql::Uuid>,
});

arrays! {
    /// The same of several steps.
    struct Steps<'a> of Step as step {
        before: Option<u32> => sql::Nullable<Count> = step.before,
        known_moment: Moment => Milliseconds = step.known_moment,
        revision: u32 => Count = step.revision,
        due_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz> = step.due_at,
        outcome: Option<&'a str> => sql::Nullable<sql::Text> = step.outcome.as_deref(),
        now: DateTime<Utc> => sql::Timestamptz = step.now,
        line_at: DateTime<Utc> => sql::Timestamptz = step.line_at,
        via: Option<IncomingId> => sql::Nullable<sql::Uuid> = step.via,
    }
}

/// Writes out the lists of columns in a text: those of a step and those of its [`Progress`]. Its comments are left out: they name the marks.
fn written_out(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("--")).collect();
    let text = for_each_column(&lines.join("\n"), "step", &Step::parameters());
    for_each_column(&text, "progress", &Progress::parameters())
}

const TEMPLATE: &str = include_str!("advance.sql");

/// The statement for one move; public for the benchmark, which lets pgbench run the same.
pub static ONE: LazyLock<String> = LazyLock::new(|| {
    written_out(TEMPLATE)
        .replace("/* steps */ ", "")
        .replace("/* from steps */ ", "")
        .replace("a@", "$")
        .replace('@', "$")
});

/// The statement for moves of several matches: each of them costs Postgres a part of what it costs alone.
pub static MANY: LazyLock<String> = LazyLock::new(|| {
    let steps = "steps AS (SELECT * FROM unnest($ids, [[$step]], [[$progress]]) AS s(id, [[step]], [[progress]])), ";
    let text = TEMPLATE.replace("/* steps */ ", steps).replace("/* from steps */", "FROM steps s");
    written_out(&text).replace("a@", "a.").replace('@', "s.")
});

/// The function that does the same as the statement for one move on the node of a match, where the rows are distributed.
pub static FUNCTION: LazyLock<String> = LazyLock::new(|| written_out(include_str!("advance_match.sql")));

/// Its call; public for the benchmark.
pub static CALL: LazyLock<String> = LazyLock::new(|| {
    written_out(
        "SELECT advance_match($id, [[$step]], [[$progress]], $plies, $turns, $seats, $causes, $texts, $events, $moments, $heads,
            $public_lines, $emails, $kinds, $readers, $email_seats, $replies_to, $emails_due) AS found",
    )
});

statement! {
    AdvanceOne<'a> {
        id: MatchId => sql::Uuid, line_ids: Vec<MatchId> => sql::Array<sql::Uuid>, email_ids: Vec<MatchId> => sql::Array<sql::Uuid>,
    } with step: Step, progress: Progress, lines: Lines<'a>, emails: Emails = &ONE
}

statement! {
    AdvanceMany<'a> {
        ids: Vec<MatchId> => sql::Array<sql::Uuid>, line_ids: Vec<MatchId> => sql::Array<sql::Uuid>,
        email_ids: Vec<MatchId> => sql::Array<sql::Uuid>,
    } with steps: Steps<'a>, progress: ManyProgress<'a>, lines: Lines<'a>, emails: Emails = &MANY
}

statement! {
    CallAdvanceMatch<'a> { id: MatchId => sql::Uuid } with step: Step, progress: Progress, lines: Lines<'a>, emails: Emails = &CALL
}

/// Writes a move. Returns false, with nothing written, if the match has changed meanwhile.
pub async fn advance(connection: &mut Connection, step: &Step) -> Result<bool> {
    let Step { id, progress, lines, emails, .. } = step;
    let (line_ids, email_ids) = (vec![*id; lines.len()], vec![*id; emails.len()]);
    let (lines, emails) = (&lines.iter().collect(), &emails.iter().collect());
    Ok(AdvanceOne { id: *id, line_ids, email_ids, step, progress, lines, emails }.execute(connection).await? == 1)
}

/// Writes moves of matches that have started, at most one of each match. Returns the matches whose moves were written: those that had not
/// changed meanwhile. An error means that no move was written, or that the connection was lost and it is not known.
pub async fn advance_many(connection: &mut Connection, steps: &[&Step]) -> Result<Vec<MatchId>> {
    let mut steps = steps.to_vec();
    steps.sort_unstable_by_key(|step| step.id);
    let statement = AdvanceMany {
        ids: steps.iter().map(|step| step.id).collect(),
        line_ids: steps.iter().flat_map(|step| step.lines.iter().map(|_| step.id)).collect(),
        email_ids: steps.iter().flat_map(|step| step.emails.iter().map(|_| step.id)).collect(),
        steps: &steps.iter().copied().collect(),
        progress: &steps.iter().map(|step| &step.progress).collect(),
        lines: &steps.iter().flat_map(|step| &step.lines).collect(),
        emails: &steps.iter().flat_map(|step| &step.emails).collect(),
    };
    let rows: Vec<IdRow> = statement.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Writes a move by the function, where the rows are distributed. Outside of a transaction only: in one the function would run on the node
/// that is asked, and each of its statements go to the other node.
pub async fn advance_on_its_node(connection: &mut Connection, step: &Step) -> Result<bool> {
    let Step { id, progress, lines, emails, .. } = step;
    let (lines, emails) = (&lines.iter().collect(), &emails.iter().collect());
    let row: FoundRow = CallAdvanceMatch { id: *id, step, progress, lines, emails }.get_result(connection).await?;
    Ok(row.found)
}
