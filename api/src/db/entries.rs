//! The people of tournaments.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::RatingClass;

use super::schema::{entries, ratings, tournaments};
use super::types::{Small, Word};
use super::{Connection, FoundRow, Result, statement};
use crate::ids::{TournamentId, UserId};

/// A person who has entered a tournament.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = entries)]
pub struct EntryRow {
    pub user_id: UserId,
    #[diesel(sql_type = sql::Text)]
    pub handle: String,
    #[diesel(sql_type = sql::Text)]
    pub name: String,
    pub entered_at: DateTime<Utc>,
    /// The group; none before the start.
    pub division: Option<u8>,
    /// When the person withdrew after the start, if so.
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// The place in a ladder, from 1.
    pub place: Option<i32>,
}

statement! {
    ListEntries { id: TournamentId => sql::Uuid } =
    "SELECT e.user_id, u.handle, u.name, e.entered_at, e.division, e.withdrawn_at, e.place FROM entries e JOIN users u ON u.id = e.user_id
     WHERE e.tournament_id = $id ORDER BY e.entered_at, e.user_id"
}

/// The people who have entered a tournament, at most 200, in that order.
pub async fn list(connection: &mut Connection, id: TournamentId) -> Result<Vec<EntryRow>> {
    Ok(ListEntries { id }.load(connection).await?)
}

statement! {
    /// A tournament with enough entries is due. A later edition waits until entry closes, so that people have time to stay out of it.
    AddEntry { id: TournamentId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz, least: i64 => sql::BigInt } =
    "WITH entered AS (
        INSERT INTO entries (tournament_id, user_id, entered_at)
        SELECT $id, u.id, $now FROM users u WHERE u.id = $user AND u.deleted_at IS NULL FOR KEY SHARE
        ON CONFLICT DO NOTHING RETURNING user_id
     )
     UPDATE tournaments SET due_at = CASE
            WHEN (c.entered >= max_entries AND edition = 1) OR (closes_at <= $now AND c.entered >= $least) THEN $now ELSE due_at
        END
     FROM (SELECT count(*) + (SELECT count(*) FROM entered) AS entered FROM entries WHERE tournament_id = $id) c WHERE id = $id"
}

/// Enters a person, unless the person has. Lock the tournament first. `least` entries start it once its day has come.
pub async fn enter(
    connection: &mut Connection,
    id: TournamentId,
    user: UserId,
    now: DateTime<Utc>,
    least: i64,
) -> Result<()> {
    AddEntry { id, user, now, least }.execute(connection).await?;
    Ok(())
}

statement! {
    /// Who was here or has written within 30 days.
    RenewEntries { id: TournamentId => sql::Uuid, previous: TournamentId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO entries (tournament_id, user_id, entered_at)
     SELECT $id, u.id, $now FROM entries e JOIN users u ON u.id = e.user_id
     WHERE e.tournament_id = $previous AND e.withdrawn_at IS NULL AND u.deleted_at IS NULL AND u.blocked_at IS NULL
        AND (u.seen_at > $now - interval '30 days'
            OR EXISTS (SELECT FROM incoming WHERE user_id = u.id AND received_at > $now - interval '30 days'))"
}

/// Enters the people of the edition before, but for those who have withdrawn or were away.
pub async fn renew(
    connection: &mut Connection,
    id: TournamentId,
    previous: TournamentId,
    now: DateTime<Utc>,
) -> Result<()> {
    RenewEntries { id, previous, now }.execute(connection).await?;
    Ok(())
}

statement! {
    RemoveEntry { id: TournamentId => sql::Uuid, user: UserId => sql::Uuid } =
    "DELETE FROM entries WHERE tournament_id = $id AND user_id = $user AND division IS NULL"
}

/// Takes an entry back before the start; `false` if there is none. Lock the tournament first.
pub async fn leave(connection: &mut Connection, id: TournamentId, user: UserId) -> Result<bool> {
    Ok(RemoveEntry { id, user }.execute(connection).await? == 1)
}

statement! {
    WithdrawEntry { id: TournamentId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH withdrawn AS (
        UPDATE entries SET withdrawn_at = $now, place = NULL
        WHERE tournament_id = $id AND user_id = $user AND division IS NOT NULL AND withdrawn_at IS NULL RETURNING tournament_id
     )
     UPDATE tournaments SET due_at = $now WHERE id IN (SELECT tournament_id FROM withdrawn) AND phase = 'running'"
}

/// Withdraws a person after the start; `false` if the person does not play. Lock the tournament first.
pub async fn withdraw(connection: &mut Connection, id: TournamentId, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(WithdrawEntry { id, user, now }.execute(connection).await? == 1)
}

statement! {
    SetGroups<'a> { id: TournamentId => sql::Uuid, users: &'a [UserId] => sql::Array<sql::Uuid>, groups: &'a [u8] => sql::Array<Small> } =
    "UPDATE entries SET division = g.division FROM unnest($users, $groups) AS g(user_id, division)
     WHERE entries.tournament_id = $id AND entries.user_id = g.user_id"
}

/// Stores the group of each of these people.
pub async fn set_groups(connection: &mut Connection, id: TournamentId, users: &[UserId], groups: &[u8]) -> Result<()> {
    SetGroups { id, users, groups }.execute(connection).await?;
    Ok(())
}

/// The rating of a person in the class of a tournament.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = ratings)]
pub struct StrengthRow {
    pub user_id: UserId,
    pub mu: f64,
    pub settled: bool,
}

statement! {
    ListStrengths<'a> { users: &'a [UserId] => sql::Array<sql::Uuid>, game: &'a str => sql::Text, class: RatingClass => Word } =
    "SELECT user_id, mu, settled FROM ratings WHERE user_id = ANY($users) AND game = $game AND class = $class"
}

/// The ratings of those of these people who have one.
pub async fn strengths(
    connection: &mut Connection,
    users: &[UserId],
    game: &str,
    class: RatingClass,
) -> Result<Vec<StrengthRow>> {
    Ok(ListStrengths { users, game, class }.load(connection).await?)
}

/// What a person has promised to play.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = tournaments)]
pub struct PromiseRow {
    pub name: String,
    pub at_once: u8,
}

statement! {
    ListPromises { user: UserId => sql::Uuid } =
    "SELECT t.name, t.at_once FROM entries e JOIN tournaments t ON t.id = e.tournament_id
     WHERE e.user_id = $user AND e.withdrawn_at IS NULL AND t.phase IN ('entry', 'running') ORDER BY t.id"
}

/// The tournaments that a person plays or has entered. Lock the person first.
pub async fn promises(connection: &mut Connection, user: UserId) -> Result<Vec<PromiseRow>> {
    Ok(ListPromises { user }.load(connection).await?)
}

statement! {
    CountEnded { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, count: i64 => sql::BigInt } =
    "SELECT (SELECT count(*) FROM (
        SELECT FROM seats WHERE user_id = $user AND seat IS NOT NULL AND over_at > $since LIMIT $count
     ) s) >= $count AS found"
}

/// Returns whether a person has ended so many matches since then.
pub async fn has_ended(connection: &mut Connection, user: UserId, since: DateTime<Utc>, count: i64) -> Result<bool> {
    let row: FoundRow = CountEnded { user, since, count }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    /// Who has left the ladder comes back at its end.
    EnterLadder { id: TournamentId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO entries (tournament_id, user_id, entered_at, division, place)
     SELECT $id, u.id, $now, 1, coalesce((SELECT max(place) FROM entries WHERE tournament_id = $id), 0) + 1
     FROM users u WHERE u.id = $user AND u.deleted_at IS NULL FOR KEY SHARE OF u
     ON CONFLICT (tournament_id, user_id) DO UPDATE SET entered_at = excluded.entered_at, withdrawn_at = NULL, place = excluded.place"
}

/// Puts a person at the end of a ladder. Lock the ladder first.
pub async fn enter_ladder(
    connection: &mut Connection,
    id: TournamentId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<()> {
    EnterLadder { id, user, now }.execute(connection).await?;
    Ok(())
}

statement! {
    SetPlaces<'a> { id: TournamentId => sql::Uuid, users: &'a [UserId] => sql::Array<sql::Uuid> } =
    "UPDATE entries SET place = o.place FROM unnest($users) WITH ORDINALITY AS o(user_id, place)
     WHERE entries.tournament_id = $id AND entries.user_id = o.user_id"
}

/// Stores the order of a ladder. Lock the ladder first.
pub async fn set_places(connection: &mut Connection, id: TournamentId, users: &[UserId]) -> Result<()> {
    SetPlaces { id, users }.execute(connection).await?;
    Ok(())
}

/// A tournament that a person has made or entered.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = tournaments)]
pub struct OwnTournamentRow {
    pub id: TournamentId,
    pub name: String,
    /// True if the person made it.
    #[diesel(sql_type = sql::Bool)]
    pub made: bool,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub entered_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub withdrawn_at: Option<DateTime<Utc>>,
}

statement! {
    ListOwnTournaments { user: UserId => sql::Uuid } =
    "SELECT t.id, t.name, t.creator = $user AS made, e.entered_at, e.withdrawn_at
     FROM tournaments t LEFT JOIN entries e ON e.tournament_id = t.id AND e.user_id = $user
     WHERE t.creator = $user OR e.user_id = $user ORDER BY t.id DESC"
}

/// All tournaments that a person has made or entered, the newest first.
pub async fn own(connection: &mut Connection, user: UserId) -> Result<Vec<OwnTournamentRow>> {
    Ok(ListOwnTournaments { user }.load(connection).await?)
}
