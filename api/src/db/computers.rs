//! Computer players: their accounts, and the matches in which they are awaited.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::Seat;
use engine::players::Level;

use super::types::{SeatNumber, Small};
use super::{Connection, CountRow, Result, statement};
use crate::ids::{MatchId, UserId};

statement! {
    /// An account made by an older version may have the handle, or another name.
    MakeAccount<'a> {
        id: UserId => sql::Uuid, handle: &'a str => sql::Text, name: &'a str => sql::Text, level: Level => Small,
        now: DateTime<Utc> => sql::Timestamptz,
    } =
    "INSERT INTO users (id, handle, name, time_zone, created_at, computer)
     SELECT $id, $handle || CASE WHEN EXISTS (SELECT FROM users WHERE handle = $handle) THEN '-' || substr(md5($id::text), 1, 6) ELSE '' END,
        $name, 'UTC', $now, $level
     ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE users.name <> excluded.name"
}

/// Makes the account of a computer player, if there is none.
pub async fn make(
    connection: &mut Connection,
    id: UserId,
    level: Level,
    (handle, name): (&str, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    MakeAccount { id, handle, name, level, now }.execute(connection).await?;
    Ok(())
}

/// A seat of a computer player that is awaited.
#[derive(QueryableByName, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AwaitedRow {
    #[diesel(sql_type = sql::Uuid)]
    pub match_id: MatchId,
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    #[diesel(sql_type = SeatNumber)]
    pub seat: Seat,
    /// The person who is responsible for the match: its creator, or the owner of the bot that created it.
    #[diesel(sql_type = sql::Uuid)]
    pub person: UserId,
}

/// The seats of computer players that are to move, in the matches for which this holds. One that moves like a person takes
/// 1 to 20 minutes, which depend on the match and the turn alone.
macro_rules! awaited_in {
    ($matches:literal) => {
        concat!("SELECT match_id, user_id, seat, person FROM (
            SELECT s.match_id, s.user_id, s.seat, coalesce(c.owner, m.creator) AS person, m.started_at + (m.moment - coalesce(e.moment, 0)) * interval '1 millisecond' AS since,
                CASE m.computer_pace
                    WHEN 'like-a-person' THEN interval '1 minute' * (1 + abs(hashtext(m.id::text || m.turn)::bigint) % 20)
                    ELSE interval '0'
                END AS pause
            FROM users u JOIN seats s ON s.user_id = u.id AND s.over_at IS NULL JOIN matches m ON m.id = s.match_id
                LEFT JOIN played_on e ON e.match_id = m.id LEFT JOIN users c ON c.id = m.creator
            WHERE u.computer IS NOT NULL AND m.phase = 'running' AND m.awaited >> s.seat & 1 = 1 ", $matches, "
         ) awaited WHERE since + pause <= $now ORDER BY since, match_id, seat LIMIT $max")
    };
}

statement! {
    FindAwaited { max: i64 => sql::BigInt, now: DateTime<Utc> => sql::Timestamptz } = awaited_in!("")
}

statement! {
    FindAwaitedInMatch { id: MatchId => sql::Uuid, max: i64 => sql::BigInt, now: DateTime<Utc> => sql::Timestamptz } =
    awaited_in!("AND s.match_id = $id AND m.id = $id")
}

/// The seats of computer players that are to move at this time, in all matches or in one, at most so many. Those that have waited for the
/// longest come first. To look at all of them takes the longer, the more matches with computer players run.
pub async fn awaited(
    connection: &mut Connection,
    only: Option<MatchId>,
    max: i64,
    now: DateTime<Utc>,
) -> Result<Vec<AwaitedRow>> {
    Ok(match only {
        None => FindAwaited { max, now }.load(connection).await?,
        Some(id) => FindAwaitedInMatch { id, max, now }.load(connection).await?,
    })
}

statement! {
    CountComputerMatches { person: UserId => sql::Uuid } =
    "SELECT count(*) AS count FROM matches m
     WHERE m.creator IN (SELECT id FROM users WHERE id = $person OR owner = $person) AND m.phase IN ('open', 'running') AND EXISTS (
        SELECT FROM seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = m.id AND u.computer IS NOT NULL
     )"
}

/// The number of matches with computer players that this person or one of the person's bots created and that are not over.
pub async fn matches_of(connection: &mut Connection, person: UserId) -> Result<i64> {
    let row: CountRow = CountComputerMatches { person }.get_result(connection).await?;
    Ok(row.count)
}
