//! Lists of matches, newest first, by keyset: an index gives each list its order.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use engine::{RatingClass, Seat};

use super::alive::{Outages, outages};
use super::schema::matches;
use super::seat_clocks::SeatClocks;
use super::types::{SeatNumber, Word};
use super::words::{Phase, Visibility};
use super::{Connection, CountRow, Layout, Result, statement};
use crate::ids::{MatchId, UserId};

/// A match in a list.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = matches)]
pub struct SummaryRow {
    pub id: MatchId,
    pub game: String,
    pub name: String,
    pub options: String,
    pub seats: u8,
    pub players: i16,
    pub visibility: Visibility,
    pub phase: Phase,
    /// The terms of the match clock, as JSON.
    pub clock: String,
    pub clocks: SeatClocks,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    /// The class of ratings that the result counts for, if any.
    pub rated: Option<RatingClass>,
    /// True if it came from a record.
    pub imported: bool,
    /// The asking user's own seat, if seated.
    #[diesel(sql_type = sql::Nullable<SeatNumber>)]
    pub seat: Option<Seat>,
    #[diesel(sql_type = sql::Bool)]
    pub awaited: bool,
    /// The vacations of the people at the table, as JSON, those of the asking user first; empty unless the user is awaited.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub vacations: Vec<String>,
    #[diesel(embed)]
    pub outages: Outages,
}

/// A part of a list.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Only this game.
    pub game: Option<&'a str>,
    /// Only matches that are rated, or that are not.
    pub rated: Option<bool>,
    /// Only matches with smaller ids, which come after it in the list.
    pub before: MatchId,
    /// The greatest number of matches.
    pub max: i64,
}

macro_rules! columns {
    () => {
        concat!("SELECT m.id, m.game, m.name, m.options, m.seats, m.players, m.visibility, m.phase, m.clock, m.clocks, m.created_at,
            m.ended_at, m.rated, m.imported, s.seat, m.phase = 'running' AND s.seat IS NOT NULL AND m.awaited & (1 << s.seat) <> 0 AS awaited,
            CASE WHEN m.phase = 'running' AND m.awaited & (1 << s.seat) <> 0 THEN ARRAY(
                SELECT (SELECT vacations FROM users WHERE id = t.user_id) FROM seats t WHERE t.match_id = m.id
                ORDER BY t.user_id <> $user
            ) ELSE '{}' END AS vacations, ", outages!(), " ")
    };
}

/// The asking user's seat.
macro_rules! own_seat {
    () => {
        "LEFT JOIN seats s ON s.match_id = m.id AND s.user_id = $user "
    };
}

/// The match with this id. The limit has Postgres look it up by its key, in the order of the list. Without it Postgres, which plans before it
/// knows the parameters, read and sorted all matches of a person for a page of twenty.
macro_rules! match_of {
    ($id:literal) => {
        concat!("CROSS JOIN LATERAL (SELECT * FROM matches WHERE id = ", $id, " LIMIT 1) m ")
    };
}

/// The rows with these values in these columns that come after those of the last page. Columns and id are compared and ordered together, as in the
/// index of the list, though the columns are always the same: for the id alone Postgres read the whole table in the order of its key, as most of
/// its matches are over and it does not know which ones are asked for.
macro_rules! rows_of {
    ($columns:literal, $values:literal, $id:literal) => {
        concat!("(", $columns, ") >= (", $values, ") AND (", $columns, ", ", $id, ") < (", $values, ", $before) ")
    };
}

/// The order of these rows, the newest first, and the length of a page.
macro_rules! newest_of {
    ($($column:literal),+; $id:literal) => {
        concat!("ORDER BY ", $($column, " DESC, ",)+ $id, " DESC LIMIT $max")
    };
}
pub(super) use {columns, match_of, newest_of, rows_of};

/// Leaves out open matches of a creator with so many newer ones in the list: no account can fill it. It reads so many entries of an index,
/// whose order keeps Postgres from reading the table instead, and as it depends on no page, pages fit each other.
macro_rules! among_the_newest_of_its_creator {
    () => {
        "(m.phase <> 'open' OR m.id >= coalesce((
            SELECT o.id FROM matches o WHERE o.creator = m.creator AND o.phase = 'open' AND o.visibility = 'public'
            ORDER BY o.id DESC OFFSET $each - 1 LIMIT 1
         ), m.id))"
    };
}

/// Only rated matches, or only others, if that is asked for.
macro_rules! if_rated {
    () => {
        "($rated IS NULL OR (m.rated IS NOT NULL) = $rated) "
    };
}

statement! {
    ListPublic {
        phase: Phase => Word, user: UserId => sql::Uuid, before: MatchId => sql::Uuid,
        max: i64 => sql::BigInt, each: i64 => sql::BigInt, rated: Option<bool> => sql::Nullable<sql::Bool>,
    } = concat!(columns!(), "FROM matches m ", own_seat!(), "
        WHERE m.visibility = 'public' AND ", rows_of!("m.phase", "$phase", "m.id"), "AND ", if_rated!(), "AND ",
        among_the_newest_of_its_creator!(), " ",
        newest_of!("m.phase"; "m.id"))
}

statement! {
    ListPublicOfGame<'a> {
        phase: Phase => Word, user: UserId => sql::Uuid, before: MatchId => sql::Uuid,
        max: i64 => sql::BigInt, game: &'a str => sql::Text, each: i64 => sql::BigInt, rated: Option<bool> => sql::Nullable<sql::Bool>,
    } = concat!(columns!(), "FROM matches m ", own_seat!(), "
        WHERE m.visibility = 'public' AND ", rows_of!("m.game, m.phase", "$game, $phase", "m.id"), "AND ", if_rated!(), "AND ",
        among_the_newest_of_its_creator!(), " ", newest_of!("m.game", "m.phase"; "m.id"))
}

statement! {
    /// Both lists where the rows are distributed, as no node has all matches of a creator: it reads all open matches.
    ListPublicDistributed<'a> {
        phase: Phase => Word, user: UserId => sql::Uuid, before: MatchId => sql::Uuid,
        max: i64 => sql::BigInt, game: Option<&'a str> => sql::Nullable<sql::Text>, each: i64 => sql::BigInt,
        rated: Option<bool> => sql::Nullable<sql::Bool>,
    } = concat!("WITH crowds AS MATERIALIZED (
            SELECT creator, (array_agg(id ORDER BY id DESC))[$each] AS last FROM matches
            WHERE phase = 'open' AND visibility = 'public' GROUP BY creator HAVING count(*) >= $each
        ) ", columns!(), "FROM matches m ", own_seat!(), " LEFT JOIN crowds ON crowds.creator = m.creator
        WHERE m.phase = $phase AND m.visibility = 'public' AND m.id < $before AND ($game IS NULL OR m.game = $game) AND ", if_rated!(), "
            AND (m.phase <> 'open' OR crowds.last IS NULL OR m.id >= crowds.last)
        ORDER BY m.id DESC LIMIT $max")
}

statement! {
    ListOffered<'a> {
        user: UserId => sql::Uuid, before: MatchId => sql::Uuid, max: i64 => sql::BigInt,
        game: Option<&'a str> => sql::Nullable<sql::Text>, rated: Option<bool> => sql::Nullable<sql::Bool>,
    } = concat!(columns!(), "FROM matches m ", own_seat!(), "
        WHERE m.offered <> 0 AND m.visibility = 'public' AND m.id < $before AND ($game IS NULL OR m.game = $game) AND ", if_rated!(), "
        ORDER BY m.id DESC LIMIT $max")
}

/// Public matches in which a seat is offered.
pub async fn offered(connection: &mut Connection, user: Option<UserId>, part: &Part<'_>) -> Result<Vec<SummaryRow>> {
    let (before, max, game, rated) = (part.before, part.max, part.game, part.rated);
    let user = user.unwrap_or(UserId::OF_NO_ONE);
    Ok(ListOffered { user, before, max, game, rated }.load(connection).await?)
}

/// Not `coalesce($game, m.game)`: Postgres would expect that few matches have the game, and look among all of them.
macro_rules! among_own {
    () => {
        concat!("m.phase <> 'cancelled' AND ($game IS NULL OR m.game = $game) AND ($phase IS NULL OR m.phase = $phase) AND ", if_rated!(), "AND ",
            with_player!())
    };
}

/// Only matches at whose table this person sits, too.
macro_rules! with_player {
    () => {
        "($player IS NULL OR (SELECT true FROM seats o WHERE o.match_id = m.id AND o.user_id = $player LIMIT 1)) "
    };
}

statement! {
    /// A page of each kind, then a page of both: neither reads further than the page goes. A match that is in both is looked up once;
    /// `UNION` would make a table of hashes for a tenth of all matches of the person, which took longer than the reading.
    ListMine<'a> {
        user: UserId => sql::Uuid, before: MatchId => sql::Uuid, max: i64 => sql::BigInt,
        game: Option<&'a str> => sql::Nullable<sql::Text>, phase: Option<Phase> => sql::Nullable<Word>,
        player: Option<UserId> => sql::Nullable<sql::Uuid>, rated: Option<bool> => sql::Nullable<sql::Bool>,
    } = concat!(columns!(), "FROM matches m ", own_seat!(), " WHERE m.id = ANY(ARRAY(
            (SELECT m.id FROM seats s ", match_of!("s.match_id"), "
             WHERE ", rows_of!("s.user_id", "$user", "s.match_id"), "AND ", among_own!(), newest_of!("s.user_id"; "s.match_id"), ")
            UNION ALL
            (SELECT m.id FROM matches m
             WHERE ", rows_of!("m.creator", "$user", "m.id"), "AND ", among_own!(), newest_of!("m.creator"; "m.id"), ")
        )) ORDER BY m.id DESC LIMIT $max")
}

statement! {
    ListWaiting<'a> {
        user: UserId => sql::Uuid, before: MatchId => sql::Uuid, max: i64 => sql::BigInt,
        game: Option<&'a str> => sql::Nullable<sql::Text>, player: Option<UserId> => sql::Nullable<sql::Uuid>,
        rated: Option<bool> => sql::Nullable<sql::Bool>,
    } = concat!(columns!(), "FROM seats s ", match_of!("s.match_id"), "
        WHERE s.user_id = $user AND s.over_at IS NULL AND s.match_id < $before AND m.phase = 'running' AND m.awaited & (1 << s.seat) <> 0
            AND ($game IS NULL OR m.game = $game) AND ", if_rated!(), "AND ", with_player!(), "
        ORDER BY s.match_id DESC LIMIT $max")
}

statement! {
    CountWaiting { user: UserId => sql::Uuid } = concat!("SELECT count(*) AS count FROM (
        SELECT FROM seats s ", match_of!("s.match_id"), "
        WHERE s.user_id = $user AND s.over_at IS NULL AND m.phase = 'running' AND m.awaited & (1 << s.seat) <> 0 LIMIT 100
    ) w")
}

/// The number of matches in which the user is awaited; 100 stands for all greater ones.
pub async fn waiting(connection: &mut Connection, user: UserId) -> Result<i64> {
    let row: CountRow = CountWaiting { user }.get_result(connection).await?;
    Ok(row.count)
}

statement! {
    /// Matches without an end: those with a seat of the user, and open ones that the user created.
    ListStanding { user: UserId => sql::Uuid, max: i64 => sql::BigInt } = concat!(columns!(), "FROM matches m ", own_seat!(), " WHERE m.id = ANY(ARRAY(
            (SELECT match_id FROM seats WHERE user_id = $user AND over_at IS NULL ORDER BY match_id DESC LIMIT $max)
            UNION ALL
            (SELECT id FROM matches WHERE creator = $user AND phase = 'open' ORDER BY id DESC LIMIT $max)
        )) AND m.phase IN ('open', 'running') ORDER BY m.id DESC LIMIT $max")
}

/// The open and running matches at whose table the user sits, and the open ones that the user created; at most so many, the newest.
pub async fn standing(connection: &mut Connection, user: UserId, max: i64) -> Result<Vec<SummaryRow>> {
    Ok(ListStanding { user, max }.load(connection).await?)
}

statement! {
    ListEnded { user: UserId => sql::Uuid, max: i64 => sql::BigInt } = concat!(columns!(), "
        FROM seats s ", match_of!("s.match_id"), "
        WHERE s.user_id = $user AND s.over_at IS NOT NULL AND m.phase = 'over' ORDER BY s.over_at DESC LIMIT $max")
}

/// The matches of the user that are over, those that ended last first.
pub async fn ended(connection: &mut Connection, user: UserId, max: i64) -> Result<Vec<SummaryRow>> {
    Ok(ListEnded { user, max }.load(connection).await?)
}

statement! {
    /// As a visitor sees them: whose turn it is in them is not told.
    ListPublicOf<'a> { person: UserId => sql::Uuid, user: UserId => sql::Uuid, before: MatchId => sql::Uuid,
        max: i64 => sql::BigInt, game: Option<&'a str> => sql::Nullable<sql::Text>, phase: Option<Phase> => sql::Nullable<Word> } = concat!(columns!(), "
        FROM seats t ", match_of!("t.match_id"), own_seat!(), "
        WHERE t.listed AND ", rows_of!("t.listed, t.user_id", "true, $person", "t.match_id"), "AND m.visibility = 'public'
            AND m.phase <> 'cancelled' AND ($game IS NULL OR m.game = $game) AND ($phase IS NULL OR m.phase = $phase) ",
        newest_of!("t.listed", "t.user_id"; "t.match_id"))
}

/// The public matches at whose table a person sits, the newest first; all, or those in one phase.
pub async fn public_of(
    connection: &mut Connection,
    person: UserId,
    phase: Option<Phase>,
    part: &Part<'_>,
) -> Result<Vec<SummaryRow>> {
    let (before, max, game) = (part.before, part.max, part.game);
    Ok(ListPublicOf { person, user: UserId::OF_NO_ONE, before, max, game, phase }.load(connection).await?)
}

statement! {
    /// Without those in which the user plays by now, and those that the host has hidden.
    ListWatched<'a> { user: UserId => sql::Uuid, before: MatchId => sql::Uuid, max: i64 => sql::BigInt,
        game: Option<&'a str> => sql::Nullable<sql::Text> } = concat!(columns!(), "
        FROM watches w ", match_of!("w.match_id"), own_seat!(), "
        WHERE w.user_id = $user AND w.match_id < $before AND m.phase <> 'cancelled' AND ($game IS NULL OR m.game = $game)
            AND m.visibility <> 'private'
            AND NOT EXISTS (SELECT FROM seats WHERE match_id = m.id AND user_id = $user)
        ORDER BY w.match_id DESC LIMIT $max")
}

/// The matches on the watch list of the user, the newest first.
pub async fn watched(connection: &mut Connection, user: UserId, part: &Part<'_>) -> Result<Vec<SummaryRow>> {
    let (before, max, game) = (part.before, part.max, part.game);
    Ok(ListWatched { user, before, max, game }.load(connection).await?)
}

/// Public matches in one phase; of open ones the newest of each creator, at most so many.
pub async fn public(
    connection: &mut Connection,
    layout: Layout,
    phase: Phase,
    user: Option<UserId>,
    part: &Part<'_>,
    each: u32,
) -> Result<Vec<SummaryRow>> {
    let (before, max, game, rated, each) = (part.before, part.max, part.game, part.rated, i64::from(each));
    let user = user.unwrap_or(UserId::OF_NO_ONE);
    Ok(match (layout, game) {
        (Layout::Single, None) => ListPublic { phase, user, before, max, each, rated }.load(connection).await?,
        (Layout::Single, Some(game)) => {
            ListPublicOfGame { phase, user, before, max, game, each, rated }.load(connection).await?
        }
        (Layout::Distributed, game) => {
            ListPublicDistributed { phase, user, before, max, game, each, rated }.load(connection).await?
        }
    })
}

/// The own matches of a user that are asked for.
#[derive(Clone, Copy, Debug)]
pub enum Own {
    /// Those at whose table the user sits or which the user created, in this phase if one is named.
    All(Option<Phase>),
    /// Those in which the user is awaited.
    Waiting,
}

/// The own matches of a user, the newest first: all, or those at whose table this person sits, too.
pub async fn of_user(
    connection: &mut Connection,
    user: UserId,
    own: Own,
    player: Option<UserId>,
    part: &Part<'_>,
) -> Result<Vec<SummaryRow>> {
    let (before, max, game, rated) = (part.before, part.max, part.game, part.rated);
    Ok(match own {
        Own::Waiting => ListWaiting { user, before, max, game, player, rated }.load(connection).await?,
        Own::All(phase) => ListMine { user, before, max, game, phase, player, rated }.load(connection).await?,
    })
}
