//! What the host of the server decides and looks at.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::people::IdRow;
use super::reports::Subject;
use super::schema::{matches, users};
use super::types::Word;
use super::words::{HostAct, Phase, Visibility};
use super::{Connection, Result, statement};
use crate::ids::{HostActId, MatchId, TournamentId, UserId};

/// A person in a list of the host.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct PersonRow {
    pub handle: String,
    pub name: String,
    pub address: Option<String>,
    pub created_at: DateTime<Utc>,
    pub seen_at: Option<DateTime<Utc>>,
    pub blocked_at: Option<DateTime<Utc>>,
}

statement! {
    /// A look of the host, which may read the whole table.
    ListPeople<'a> { like: Option<&'a str> => sql::Nullable<sql::Text>, max: i64 => sql::BigInt } =
    "SELECT handle, name, address, created_at, seen_at, blocked_at FROM users
     WHERE deleted_at IS NULL AND ($like IS NULL OR handle ILIKE $like OR name ILIKE $like OR address ILIKE $like)
     ORDER BY created_at DESC, id DESC LIMIT $max"
}

/// The people with an account whose handle, name or address is like a pattern of LIKE, the newest first; at most so many.
pub async fn people(connection: &mut Connection, like: Option<&str>, max: i64) -> Result<Vec<PersonRow>> {
    Ok(ListPeople { like, max }.load(connection).await?)
}

/// A match in a list of the host.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = matches)]
pub struct MatchLine {
    pub id: MatchId,
    pub game: String,
    pub name: String,
    pub phase: Phase,
    pub visibility: Visibility,
    /// The visibility that a hidden match had; none if it is not hidden.
    #[diesel(sql_type = sql::Nullable<Word>)]
    pub hidden_from: Option<Visibility>,
    pub created_at: DateTime<Utc>,
    /// The handle of the creator.
    #[diesel(sql_type = sql::Text)]
    pub creator: String,
    /// The handles of the players.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub players: Vec<String>,
    /// True if it was imported from a record.
    pub imported: bool,
}

statement! {
    /// A look of the host, which may read the whole table.
    ListMatchesOfHost<'a> { like: Option<&'a str> => sql::Nullable<sql::Text>, max: i64 => sql::BigInt } =
    "SELECT m.id, m.game, m.name, m.phase, m.visibility, h.visibility AS hidden_from, m.created_at, c.handle AS creator,
        ARRAY(SELECT u.handle FROM seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = m.id ORDER BY s.joined_at, u.id) AS players,
        m.imported
     FROM matches m JOIN users c ON c.id = m.creator LEFT JOIN hidden_matches h ON h.match_id = m.id
     WHERE $like IS NULL OR m.name ILIKE $like OR m.game ILIKE $like OR c.handle ILIKE $like OR EXISTS (
        SELECT FROM seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = m.id AND u.handle ILIKE $like)
     ORDER BY m.id DESC LIMIT $max"
}

/// The matches whose name, game, creator or player is like a pattern of LIKE, the newest first; at most so many.
pub async fn matches(connection: &mut Connection, like: Option<&str>, max: i64) -> Result<Vec<MatchLine>> {
    Ok(ListMatchesOfHost { like, max }.load(connection).await?)
}

statement! {
    /// The bots of the person are blocked, too. A change of address is forgotten: its emails are not sent any more.
    BlockPerson { id: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH person AS (
        UPDATE users SET blocked_at = $now WHERE (id = $id OR owner = $id) AND blocked_at IS NULL AND deleted_at IS NULL RETURNING id
     ), revoked AS (
        UPDATE personal_tokens SET revoked_at = $now FROM person WHERE user_id = person.id AND revoked_at IS NULL
     ), changes AS (
        DELETE FROM address_changes USING person WHERE user_id = person.id
     )
     SELECT id FROM person"
}

/// Blocks an account and those of its bots, and revokes their tokens; returns the accounts that were not blocked before. Its sessions are
/// ended by [`super::sessions::end_all`].
pub async fn block(connection: &mut Connection, id: UserId, now: DateTime<Utc>) -> Result<Vec<UserId>> {
    let rows: Vec<IdRow> = BlockPerson { id, now }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    /// Bots that were blocked before their owner stay blocked.
    UnblockPerson { id: UserId => sql::Uuid } =
    "WITH bots AS (
        UPDATE users SET blocked_at = NULL FROM users o WHERE o.id = $id AND users.owner = o.id AND users.blocked_at = o.blocked_at
     )
     UPDATE users SET blocked_at = NULL WHERE id = $id AND blocked_at IS NOT NULL"
}

/// Takes the block from an account, and from the bots that were blocked with it; `false` if it is not blocked.
pub async fn unblock(connection: &mut Connection, id: UserId) -> Result<bool> {
    Ok(UnblockPerson { id }.execute(connection).await? == 1)
}

statement! {
    HideMatch { id: MatchId => sql::Uuid } =
    "WITH hidden AS (
        INSERT INTO hidden_matches (match_id, visibility) SELECT id, visibility FROM matches WHERE id = $id
        ON CONFLICT DO NOTHING RETURNING match_id
     )
     UPDATE matches SET visibility = 'private' FROM hidden WHERE matches.id = $id"
}

/// Hides a match; `false` if it is hidden already.
pub async fn hide(connection: &mut Connection, id: MatchId) -> Result<bool> {
    Ok(HideMatch { id }.execute(connection).await? == 1)
}

statement! {
    ShowMatch { id: MatchId => sql::Uuid } =
    "WITH shown AS (DELETE FROM hidden_matches WHERE match_id = $id RETURNING match_id, visibility)
     UPDATE matches SET visibility = shown.visibility FROM shown WHERE matches.id = $id"
}

/// Gives a hidden match the visibility that it had; `false` if it is not hidden.
pub async fn show(connection: &mut Connection, id: MatchId) -> Result<bool> {
    Ok(ShowMatch { id }.execute(connection).await? == 1)
}

/// What an act of the host is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActAbout {
    Person(UserId),
    Match(MatchId),
    Report(Subject),
    Tournament(TournamentId),
}

statement! {
    RecordAct<'a> {
        id: HostActId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz, act: HostAct => Word,
        user: Option<UserId> => sql::Nullable<sql::Uuid>, match_id: Option<MatchId> => sql::Nullable<sql::Uuid>,
        tournament: Option<TournamentId> => sql::Nullable<sql::Uuid>, reason: &'a str => sql::Text,
    } = "INSERT INTO host_acts (id, at, act, user_id, match_id, tournament_id, reason)
         VALUES ($id, $now, $act, $user, $match_id, $tournament, $reason)"
}

/// Puts an act of the host on record.
pub async fn record(
    connection: &mut Connection,
    act: HostAct,
    about: ActAbout,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let (user, match_id, tournament) = match about {
        ActAbout::Person(user) => (Some(user), None, None),
        ActAbout::Match(id) => (None, Some(id), None),
        ActAbout::Report(Subject { user_id, match_id }) => (user_id, match_id, None),
        ActAbout::Tournament(id) => (None, None, Some(id)),
    };
    RecordAct { id: HostActId::new(), now, act, user, match_id, tournament, reason }.execute(connection).await?;
    Ok(())
}

/// A line of the audit trail: an act of the host, or a report.
#[derive(QueryableByName, Clone, Debug)]
pub struct AuditRow {
    #[diesel(sql_type = sql::Timestamptz)]
    pub at: DateTime<Utc>,
    /// The act; none for a report.
    #[diesel(sql_type = sql::Nullable<Word>)]
    pub act: Option<HostAct>,
    /// The handle of the person who reports; none for an act of the host.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub reporter: Option<String>,
    /// The present handle of the person whom it is about.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub handle: Option<String>,
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    pub match_id: Option<MatchId>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub match_name: Option<String>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub tournament_name: Option<String>,
    /// The reason of the act, or the text of the report.
    #[diesel(sql_type = sql::Text)]
    pub text: String,
}

statement! {
    ListAudit { max: i64 => sql::BigInt } =
    "SELECT t.at, t.act, b.handle AS reporter, u.handle, t.match_id, m.name AS match_name, c.name AS tournament_name,
        t.text FROM (
        (SELECT id, at, act::text AS act, NULL::uuid AS reporter, user_id, match_id, tournament_id, reason AS text FROM host_acts
         ORDER BY id DESC LIMIT $max)
        UNION ALL
        (SELECT id, at, NULL, reporter, user_id, match_id, NULL, text FROM reports ORDER BY at DESC LIMIT $max)
     ) t LEFT JOIN users b ON b.id = t.reporter LEFT JOIN users u ON u.id = t.user_id LEFT JOIN matches m ON m.id = t.match_id
     LEFT JOIN tournaments c ON c.id = t.tournament_id ORDER BY t.at DESC, t.id DESC LIMIT $max"
}

/// The acts of the host and the reports, the latest first; at most so many.
pub async fn audit(connection: &mut Connection, max: i64) -> Result<Vec<AuditRow>> {
    Ok(ListAudit { max }.load(connection).await?)
}
