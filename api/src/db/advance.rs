//! The statement that writes a move: it appends to the log, advances the match and owes the emails, all or nothing.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use engine::records::Head;
use engine::{Cause, MAX_SEATS, Moment, Seat, Seats};

use super::moves::Chained;
use super::new_emails::{Emails, NewEmail};
use super::schema::matches;
use super::seat_clocks::SeatClocks;
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
        /// The time at which the timer of the rules runs out.
        pub wake_at: Option<DateTime<Utc>>,
        /// The position; none before the start.
        pub state: Option<String>,
    }
}

/// The changes and the new rows of a move.
#[derive(Clone, Debug)]
pub struct Advance {
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
    /// The message that the move came by, if it came by mail.
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

/// The statement; public for the benchmark, which lets pgbench run the same.
pub const SQL: &str = include_str!("advance.sql");

parameters!([] Advance {
    before: sql::Nullable<Count>, known_moment: Milliseconds, revision: Count, due_at: sql::Nullable<sql::Timestamptz>,
    outcome: sql::Nullable<sql::Text>, now: sql::Timestamptz, line_at: sql::Timestamptz, via: sql::Nullable<sql::Uuid>,
});

statement! {
    AdvanceMatch<'a> { id: MatchId => sql::Uuid } with step: Advance, progress: Progress, lines: Lines<'a>, emails: Emails = SQL
}

/// Writes a move. Returns false, with nothing written, if the match has changed meanwhile.
pub async fn advance(connection: &mut Connection, step: &Advance) -> Result<bool> {
    let Advance { id, progress, lines, emails, .. } = step;
    let (lines, emails) = (&lines.iter().collect(), &emails.iter().collect());
    Ok(AdvanceMatch { id: *id, step, progress, lines, emails }.execute(connection).await? == 1)
}

/// The function that does the same on the node of a match, where the rows are distributed.
pub const FUNCTION: &str = include_str!("advance_match.sql");

/// Its call; public for the benchmark.
pub const CALL: &str = "SELECT advance_match($id, $before, $known_moment, $revision, $phase, $started_at, $ended_at, $ply, $turn, $midway_since, $moment,
    $left_seats, $awaited, $lapses, $clocks, $offered, $wake_at, $due_at, $state, $outcome, $now, $line_at, $via, $plies, $turns, $seats,
    $causes, $texts, $events, $moments, $heads, $public_lines, $emails, $kinds, $readers, $email_seats, $answers, $emails_due) AS found";

statement! {
    CallAdvanceMatch<'a> { id: MatchId => sql::Uuid } with step: Advance, progress: Progress, lines: Lines<'a>, emails: Emails = CALL
}

/// Writes a move by the function, where the rows are distributed. Outside of a transaction only: in one the function would run on the node
/// that is asked, and each of its statements go to the other node.
pub async fn advance_on_its_node(connection: &mut Connection, step: &Advance) -> Result<bool> {
    let Advance { id, progress, lines, emails, .. } = step;
    let (lines, emails) = (&lines.iter().collect(), &emails.iter().collect());
    let row: FoundRow = CallAdvanceMatch { id: *id, step, progress, lines, emails }.get_result(connection).await?;
    Ok(row.found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::matches::FIND;

    #[test]
    fn every_column_of_progress_is_read_and_written() {
        for (name, _) in Progress::parameters() {
            assert!(SQL.contains(&format!("{name} = ${name}")), "advance.sql does not write {name}");
            assert!(
                FUNCTION.contains(&format!("{name} = advance_match.{name}")),
                "advance_match.sql does not write {name}"
            );
            assert!(FIND.contains(&format!("m.{name},")), "FIND does not read {name}");
        }
    }
}
