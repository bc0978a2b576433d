//! Matches that are over: those of a person, looked through, and the results of a person. Each statement looks at so many of the newest
//! matches of the person at most.

use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::Seat;

use super::alive::outages;
use super::lists::{Part, SummaryRow, columns, match_of, newest_of, rows_of};
use super::schema::{matches, seats};
use super::types::SeatNumber;
use super::{Connection, FoundRow, Result, statement};
use crate::ids::{MatchId, UserId};

/// As many matches of a person are looked through for a page, and for the results between two people.
const WINDOW: i64 = 2000;

/// The newest matches of the user before this one. Those that run are few: to leave them out here would have Postgres take another index.
macro_rules! own_past {
    () => {
        concat!(
            "SELECT s.user_id, s.match_id, s.seat FROM seats s
             WHERE ",
            rows_of!("s.user_id", "$user", "s.match_id"),
            "
             ORDER BY s.user_id DESC, s.match_id DESC LIMIT $window"
        )
    };
}

statement! {
    ListPast<'a> {
        user: UserId => sql::Uuid, before: MatchId => sql::Uuid, max: i64 => sql::BigInt,
        window: i64 => sql::BigInt, game: Option<&'a str> => sql::Nullable<sql::Text>, words: Option<&'a str> => sql::Nullable<sql::Text>,
    } = concat!(columns!(), "FROM (", own_past!(), ") s ", match_of!("s.match_id"), "
        WHERE m.phase = 'over' AND ($game IS NULL OR m.game = $game) AND ($words IS NULL OR strpos(lower(m.name), lower($words)) > 0 OR (
            SELECT bool_or(strpos(lower(u.name), lower($words)) > 0 OR strpos(u.handle, lower($words)) > 0)
            FROM seats t JOIN users u ON u.id = t.user_id WHERE t.match_id = m.id AND t.user_id <> $user
        )) ", newest_of!("s.user_id"; "s.match_id"))
}

#[derive(QueryableByName)]
#[diesel(table_name = seats)]
struct LastRow {
    match_id: MatchId,
}

statement! {
    /// The last match that was looked through, if there may be more.
    ListPastEnd { user: UserId => sql::Uuid, before: MatchId => sql::Uuid, window: i64 => sql::BigInt } =
        concat!("SELECT s.match_id FROM (", own_past!(), ") s OFFSET $window - 1 LIMIT 1")
}

/// The matches of the user that are over, the newest first, and the last one of the page if there may be more. `words` is a part of the name
/// of the match, or of that of another player.
pub async fn of_user(
    connection: &mut Connection,
    user: UserId,
    Part { game, before, max, .. }: Part<'_>,
    words: Option<&str>,
) -> Result<(Vec<SummaryRow>, Option<MatchId>)> {
    let rows: Vec<SummaryRow> = ListPast { user, before, max, window: WINDOW, game, words }.load(connection).await?;
    let last = match rows.last().filter(|_| rows.len() as i64 == max) {
        Some(row) => Some(row.id),
        None => {
            let end: Option<LastRow> =
                ListPastEnd { user, before, window: WINDOW }.get_result(connection).await.optional()?;
            end.map(|row| row.match_id)
        }
    };
    Ok((rows, last))
}

statement! {
    HasPast<'a> { user: UserId => sql::Uuid, before: MatchId => sql::Uuid, window: i64 => sql::BigInt, game: &'a str => sql::Text } =
        concat!("SELECT EXISTS (SELECT FROM (", own_past!(), ") s ", match_of!("s.match_id"), "
            WHERE m.phase = 'over' AND m.game = $game) AS found")
}

/// Returns whether a match of this game is over in which the user played.
pub async fn has_of_game(connection: &mut Connection, user: UserId, game: &str) -> Result<bool> {
    let row: FoundRow = HasPast { user, before: MatchId::LAST, window: WINDOW, game }.get_result(connection).await?;
    Ok(row.found)
}

/// The result of a person in a match.
#[derive(QueryableByName, Debug)]
#[diesel(table_name = matches)]
pub struct ResultRow {
    pub game: String,
    /// As JSON.
    pub outcome: Option<String>,
    #[diesel(sql_type = sql::Nullable<SeatNumber>)]
    pub seat: Option<Seat>,
}

statement! {
    /// Of public matches.
    ListResults { person: UserId => sql::Uuid, before: MatchId => sql::Uuid, max: i64 => sql::BigInt } = concat!("
        SELECT m.game, m.outcome, t.seat FROM (
            SELECT t.match_id, t.seat FROM seats t
            WHERE t.listed AND ", rows_of!("t.listed, t.user_id", "true, $person", "t.match_id"), newest_of!("t.listed", "t.user_id"; "t.match_id"), "
        ) t ", match_of!("t.match_id"), " WHERE m.phase = 'over' AND m.visibility = 'public'")
}

/// The results in the newest public matches of a person, at most so many.
pub async fn results(connection: &mut Connection, person: UserId, max: i64) -> Result<Vec<ResultRow>> {
    Ok(ListResults { person, before: MatchId::LAST, max }.load(connection).await?)
}

statement! {
    ListBetween {
        user: UserId => sql::Uuid, person: UserId => sql::Uuid, before: MatchId => sql::Uuid, window: i64 => sql::BigInt,
    } = concat!("
        SELECT m.game, m.outcome, s.seat FROM (", own_past!(), ") s
            CROSS JOIN LATERAL (SELECT FROM seats WHERE match_id = s.match_id AND user_id = $person LIMIT 1) t ", match_of!("s.match_id"), "
        WHERE m.phase = 'over' AND m.seats = 2")
}

/// The results of a user in matches for two against a person.
pub async fn between(connection: &mut Connection, user: UserId, person: UserId) -> Result<Vec<ResultRow>> {
    Ok(ListBetween { user, person, before: MatchId::LAST, window: WINDOW }.load(connection).await?)
}
