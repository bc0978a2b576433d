//! Reports of people to the host.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::reports;
use super::{Connection, FoundRow, Result, statement};
use crate::ids::{EmailId, MatchId, NoteId, ReportId, UserId};

/// A report to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewReport<'a> {
    pub reporter: UserId,
    /// The person who is reported: for a note its writer.
    pub user: Option<UserId>,
    pub match_id: Option<MatchId>,
    pub note: Option<NoteId>,
    pub text: &'a str,
    pub now: DateTime<Utc>,
}

/// The limits of reports in a day.
#[derive(Clone, Copy, Debug)]
pub struct PerDay {
    /// At most this many of one person are stored.
    pub reports: i64,
    /// At most this many emails tell the host of reports.
    pub emails: i64,
}

statement! {
    StoreReport<'a> {
        id: ReportId => sql::Uuid, email: EmailId => sql::Uuid, reporter: UserId => sql::Uuid,
        user: Option<UserId> => sql::Nullable<sql::Uuid>, match_id: Option<MatchId> => sql::Nullable<sql::Uuid>,
        note: Option<NoteId> => sql::Nullable<sql::Uuid>, text: &'a str => sql::Text, max: i64 => sql::BigInt,
        max_emails: i64 => sql::BigInt, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH lately AS MATERIALIZED (
            SELECT user_id, match_id, note_id, text FROM reports WHERE reporter = $reporter AND at > $now - interval '1 day' LIMIT $max
         ), same AS MATERIALIZED (
            SELECT 1 AS one FROM lately WHERE text = $text AND user_id IS NOT DISTINCT FROM $user AND match_id IS NOT DISTINCT FROM $match_id
                AND note_id IS NOT DISTINCT FROM $note
         ), emails_lately AS MATERIALIZED (
            SELECT 1 AS one FROM reports WHERE told AND at > $now - interval '1 day' LIMIT $max_emails
         ), numbers AS MATERIALIZED (
            SELECT (SELECT count(*) FROM same) AS same, (SELECT count(*) FROM lately) AS lately, (SELECT count(*) FROM emails_lately) AS emails
         ), new AS (
            INSERT INTO reports (id, at, reporter, user_id, match_id, note_id, text, told)
            SELECT $id, $now, $reporter, $user, $match_id, $note, $text, emails < $max_emails
            FROM numbers WHERE same = 0 AND lately < $max
            RETURNING id, told
         ), email AS (
            INSERT INTO emails (home, id, kind, about, created_at, due_at) SELECT id, $email, 'report', id, $now, $now FROM new WHERE told
         )
         SELECT EXISTS (SELECT 1 FROM same) OR EXISTS (SELECT 1 FROM new) AS found"
}

/// Stores a report and owes the email about it, as far as the limits allow; the same report again within a day changes nothing. Returns
/// false if the reporter has made as many as one may in a day. Lock the reporter first.
pub async fn store(connection: &mut Connection, new: NewReport<'_>, max: PerDay) -> Result<bool> {
    let NewReport { reporter, user, match_id, note, text, now } = new;
    let (id, email) = (ReportId::new(), EmailId::new());
    let PerDay { reports: max, emails: max_emails } = max;
    let statement = StoreReport { id, email, reporter, user, match_id, note, text, max, max_emails, now };
    let row: FoundRow = statement.get_result(connection).await?;
    Ok(row.found)
}

/// A report, with the present names of all that it is about.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = reports)]
pub struct ReportRow {
    pub id: ReportId,
    pub at: DateTime<Utc>,
    pub match_id: Option<MatchId>,
    pub text: String,
    #[diesel(sql_type = sql::Text)]
    pub reporter_handle: String,
    /// The handle of the person who is reported.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub handle: Option<String>,
    /// The name of the match.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub match_name: Option<String>,
    /// The text of the note; none if it is about no note, or if the note is gone.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub note: Option<String>,
    /// The time at which the host marked it as done, if that is so.
    pub done_at: Option<DateTime<Utc>>,
}

macro_rules! report_columns {
    () => {
        "SELECT r.id, r.at, r.done_at, r.match_id, r.text, b.handle AS reporter_handle, u.handle, m.name AS match_name, n.text AS note
         FROM reports r JOIN users b ON b.id = r.reporter LEFT JOIN users u ON u.id = r.user_id
            LEFT JOIN matches m ON m.id = r.match_id LEFT JOIN notes n ON n.match_id = r.match_id AND n.id = r.note_id "
    };
}

statement! {
    FindReport { id: ReportId => sql::Uuid } = concat!(report_columns!(), "WHERE r.id = $id")
}

/// The report with this id.
pub async fn find(connection: &mut Connection, id: ReportId) -> Result<Option<ReportRow>> {
    Ok(FindReport { id }.get_result(connection).await.optional()?)
}

statement! {
    ListReports { all: bool => sql::Bool, max: i64 => sql::BigInt } =
    concat!(report_columns!(), "WHERE $all OR r.done_at IS NULL ORDER BY r.at DESC, r.id DESC LIMIT $max")
}

/// The reports, the latest first; at most so many. Those that are done are among them only if all are asked for.
pub async fn list(connection: &mut Connection, all: bool, max: i64) -> Result<Vec<ReportRow>> {
    Ok(ListReports { all, max }.load(connection).await?)
}

/// What a report is about: a person, a match, or both.
#[derive(QueryableByName, Clone, Copy, PartialEq, Eq, Debug)]
#[diesel(table_name = reports)]
pub struct Subject {
    pub user_id: Option<UserId>,
    pub match_id: Option<MatchId>,
}

statement! {
    FinishReport { id: ReportId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE reports SET done_at = $now WHERE id = $id AND done_at IS NULL RETURNING user_id, match_id"
}

/// Marks a report as done, and returns what it is about; none if there is no such report, or if it is done already.
pub async fn finish(connection: &mut Connection, id: ReportId, now: DateTime<Utc>) -> Result<Option<Subject>> {
    Ok(FinishReport { id, now }.get_result(connection).await.optional()?)
}

statement! {
    ListReportsOf { reporter: UserId => sql::Uuid } =
    concat!(report_columns!(), "WHERE r.reporter = $reporter ORDER BY r.at DESC, r.id DESC")
}

/// The reports that a person has made, the latest first.
pub async fn of_user(connection: &mut Connection, reporter: UserId) -> Result<Vec<ReportRow>> {
    Ok(ListReportsOf { reporter }.load(connection).await?)
}

statement! {
    ForgetReports { now: DateTime<Utc> => sql::Timestamptz } = "DELETE FROM reports WHERE at < $now - interval '1 year'"
}

/// Forgets reports of a year ago.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetReports { now }.execute(connection).await?;
    Ok(())
}
