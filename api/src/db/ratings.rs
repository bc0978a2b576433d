//! Ratings of people, and what each rated match did to them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::RatingClass;

use super::schema::{rated_matches, rating_changes, ratings};
use super::types::Word;
use super::words::Unrated;
use super::{Connection, CountRow, FoundRow, Result, statement};
use crate::ids::{MatchId, UserId};

/// A rating of a person in a class of a game.
#[derive(QueryableByName, Clone, PartialEq, Debug)]
#[diesel(table_name = ratings)]
pub struct RatingRow {
    pub user_id: UserId,
    pub game: String,
    pub class: RatingClass,
    pub mu: f64,
    pub sigma: f64,
    pub settled: bool,
    /// The number of rated matches.
    pub matches: i32,
    /// The end of the last one.
    pub last_at: DateTime<Utc>,
}

/// What a match did to the rating of a person.
#[derive(QueryableByName, Clone, PartialEq, Debug)]
#[diesel(table_name = rating_changes)]
pub struct ChangeRow {
    pub match_id: MatchId,
    pub user_id: UserId,
    pub game: String,
    pub class: RatingClass,
    pub mu_before: f64,
    pub sigma_before: f64,
    pub mu: f64,
    pub sigma: f64,
    /// True if the time of the player expired.
    pub forfeited: bool,
    /// The end of the match.
    pub at: DateTime<Utc>,
}

/// A rated match that is over.
#[derive(QueryableByName, Clone, Copy, PartialEq, Eq, Debug)]
#[diesel(table_name = rated_matches)]
pub struct RatedRow {
    pub number: i64,
    pub unrated: Option<Unrated>,
    pub about: Option<UserId>,
}

statement! {
    LeaveOut { id: MatchId => sql::Uuid } = "UPDATE matches SET rated = NULL WHERE id = $id"
}

/// Takes a match that has not started out of the rated ones.
pub async fn leave_out(connection: &mut Connection, id: MatchId) -> Result<()> {
    LeaveOut { id }.execute(connection).await?;
    Ok(())
}

statement! {
    LockRatings { one: bool => sql::Bool } =
    "INSERT INTO rating_lock (one) VALUES ($one) ON CONFLICT (one) DO UPDATE SET one = excluded.one"
}

/// Lets no other process rate until the transaction ends.
pub async fn lock(connection: &mut Connection) -> Result<()> {
    LockRatings { one: true }.execute(connection).await?;
    Ok(())
}

/// A match that is to be rated.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct NextRow {
    #[diesel(sql_type = sql::Uuid)]
    pub id: MatchId,
    #[diesel(sql_type = sql::Timestamptz)]
    pub ended_at: DateTime<Utc>,
}

statement! {
    /// Matches may become known in another order than that of their ends, by as much as their statements can last: well below two minutes.
    NextToRate { first: DateTime<Utc> => sql::Timestamptz } =
    "SELECT m.id, m.ended_at FROM matches m LEFT JOIN rated_matches r ON r.match_id = m.id
     WHERE m.rated IS NOT NULL AND m.phase = 'over' AND r.match_id IS NULL
        AND m.ended_at >= (SELECT coalesce(max(ended_at), $first) FROM rated_matches) - interval '2 minutes'
     ORDER BY m.ended_at, m.id LIMIT 1"
}

/// The match that is to be rated next.
pub async fn next(connection: &mut Connection) -> Result<Option<NextRow>> {
    Ok(NextToRate { first: DateTime::UNIX_EPOCH }.get_result(connection).await.optional()?)
}

/// A line of a log that decides whether the match counts.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = super::schema::moves)]
pub struct EndLine {
    pub seat: Option<engine::Seat>,
    pub cause: engine::Cause,
}

statement! {
    ListEndLines { id: MatchId => sql::Uuid } =
    "SELECT seat, cause FROM moves WHERE match_id = $id AND cause IN ('forfeit', 'abandoned') ORDER BY ply LIMIT 16"
}

/// The lines by which seats were out by the clock, or the match was abandoned.
pub async fn end_lines(connection: &mut Connection, id: MatchId) -> Result<Vec<EndLine>> {
    Ok(ListEndLines { id }.load(connection).await?)
}

statement! {
    HasMoved { id: MatchId => sql::Uuid, seat: engine::Seat => super::types::SeatNumber, count: i64 => sql::BigInt } =
    "SELECT (SELECT count(*) FROM (
        SELECT FROM moves WHERE match_id = $id AND seat = $seat AND cause = 'chosen' LIMIT $count
     ) m) >= $count AS found"
}

/// Returns whether a seat has made as many moves.
pub async fn has_moved(connection: &mut Connection, id: MatchId, seat: engine::Seat, count: i64) -> Result<bool> {
    let row: FoundRow = HasMoved { id, seat, count }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    HasForfeited { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, until: DateTime<Utc> => sql::Timestamptz } =
    "SELECT EXISTS (SELECT FROM rating_changes WHERE user_id = $user AND forfeited AND at > $since AND at <= $until) AS found"
}

/// Returns whether a person was out by the clock in a match that counted and ended in this time.
pub async fn has_forfeited(
    connection: &mut Connection,
    user: UserId,
    (since, until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<bool> {
    let row: FoundRow = HasForfeited { user, since, until }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    FindRating<'a> { user: UserId => sql::Uuid, game: &'a str => sql::Text, class: RatingClass => Word } =
    "SELECT * FROM ratings WHERE user_id = $user AND game = $game AND class = $class"
}

/// The rating of a person, if one match at least was rated.
pub async fn find(
    connection: &mut Connection,
    user: UserId,
    game: &str,
    class: RatingClass,
) -> Result<Option<RatingRow>> {
    Ok(FindRating { user, game, class }.get_result(connection).await.optional()?)
}

statement! {
    AddRatedMatch {
        id: MatchId => sql::Uuid, ended_at: DateTime<Utc> => sql::Timestamptz, unrated: Option<Unrated> => sql::Nullable<Word>,
        about: Option<UserId> => sql::Nullable<sql::Uuid>, number: i64 => sql::BigInt,
    } = "INSERT INTO rated_matches (match_id, number, ended_at, unrated, about) VALUES ($id, $number, $ended_at, $unrated, $about)"
}

statement! {
    CountRated { none: i64 => sql::BigInt } = "SELECT coalesce(max(number), $none) AS count FROM rated_matches"
}

/// Notes that a match is rated, as the next one; or why it does not count.
pub async fn add(
    connection: &mut Connection,
    id: MatchId,
    ended_at: DateTime<Utc>,
    unrated: Option<(Unrated, Option<UserId>)>,
) -> Result<()> {
    let last: CountRow = CountRated { none: 0 }.get_result(connection).await?;
    let (unrated, about) = unrated.map_or((None, None), |(why, about)| (Some(why), about));
    AddRatedMatch { id, ended_at, unrated, about, number: last.count + 1 }.execute(connection).await?;
    Ok(())
}

statement! {
    StoreRating<'a> {
        user: UserId => sql::Uuid, game: &'a str => sql::Text, class: RatingClass => Word, mu: f64 => sql::Double, sigma: f64 => sql::Double,
        settled: bool => sql::Bool, matches: i32 => sql::Integer, last_at: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO ratings (user_id, game, class, mu, sigma, settled, matches, last_at)
         SELECT u.id, $game, $class, $mu, $sigma, $settled, $matches, $last_at FROM users u WHERE u.id = $user AND u.deleted_at IS NULL
         ON CONFLICT (user_id, game, class) DO UPDATE SET
            mu = excluded.mu, sigma = excluded.sigma, settled = excluded.settled, matches = excluded.matches, last_at = excluded.last_at"
}

/// Stores the rating of a person, unless the account is deleted.
pub async fn store(connection: &mut Connection, row: &RatingRow) -> Result<()> {
    let RatingRow { user_id: user, game, class, mu, sigma, settled, matches, last_at } = row;
    let (user, class, mu, sigma, settled) = (*user, *class, *mu, *sigma, *settled);
    StoreRating { user, game, class, mu, sigma, settled, matches: *matches, last_at: *last_at }
        .execute(connection)
        .await?;
    Ok(())
}

statement! {
    StoreChange<'a> {
        id: MatchId => sql::Uuid, user: UserId => sql::Uuid, game: &'a str => sql::Text, class: RatingClass => Word,
        mu_before: f64 => sql::Double, sigma_before: f64 => sql::Double, mu: f64 => sql::Double, sigma: f64 => sql::Double,
        forfeited: bool => sql::Bool, at: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO rating_changes (match_id, user_id, game, class, mu_before, sigma_before, mu, sigma, forfeited, at)
         SELECT $id, u.id, $game, $class, $mu_before, $sigma_before, $mu, $sigma, $forfeited, $at
         FROM users u WHERE u.id = $user AND u.deleted_at IS NULL
         ON CONFLICT (match_id, user_id) DO UPDATE SET
            mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu = excluded.mu, sigma = excluded.sigma"
}

/// Stores what a match did to the rating of a person, unless the account is deleted.
pub async fn store_change(connection: &mut Connection, row: &ChangeRow) -> Result<()> {
    let ChangeRow { match_id: id, user_id: user, game, class, mu_before, sigma_before, mu, sigma, forfeited, at } = row;
    let statement = StoreChange {
        id: *id,
        user: *user,
        game,
        class: *class,
        mu_before: *mu_before,
        sigma_before: *sigma_before,
        mu: *mu,
        sigma: *sigma,
        forfeited: *forfeited,
        at: *at,
    };
    statement.execute(connection).await?;
    Ok(())
}

statement! {
    FindRated { id: MatchId => sql::Uuid } = "SELECT number, unrated, about FROM rated_matches WHERE match_id = $id"
}

/// What became of a rated match, once that is known.
pub async fn of_match(connection: &mut Connection, id: MatchId) -> Result<Option<RatedRow>> {
    Ok(FindRated { id }.get_result(connection).await.optional()?)
}

statement! {
    ListChanges { id: MatchId => sql::Uuid, all: bool => sql::Bool } =
    "SELECT c.* FROM rating_changes c JOIN users u ON u.id = c.user_id WHERE c.match_id = $id AND (u.shows_rating OR $all)"
}

/// What a match did to the ratings of its players: of all, or of those who show theirs. Those whose accounts are deleted are left out.
pub async fn changes_of_match(connection: &mut Connection, id: MatchId, all: bool) -> Result<Vec<ChangeRow>> {
    Ok(ListChanges { id, all }.load(connection).await?)
}

statement! {
    ListRatings { user: UserId => sql::Uuid } = "SELECT * FROM ratings WHERE user_id = $user ORDER BY matches DESC, game, class"
}

/// All ratings of a person, the most played first.
pub async fn of_person(connection: &mut Connection, user: UserId) -> Result<Vec<RatingRow>> {
    Ok(ListRatings { user }.load(connection).await?)
}

statement! {
    ListCurve<'a> { user: UserId => sql::Uuid, game: &'a str => sql::Text, class: RatingClass => Word, max: i64 => sql::BigInt } =
    "SELECT * FROM rating_changes WHERE user_id = $user AND game = $game AND class = $class ORDER BY at DESC, match_id DESC LIMIT $max"
}

/// The last changes of a rating, the newest first.
pub async fn curve(
    connection: &mut Connection,
    RatingRow { user_id, game, class, .. }: &RatingRow,
    max: i64,
) -> Result<Vec<ChangeRow>> {
    Ok(ListCurve { user: *user_id, game, class: *class, max }.load(connection).await?)
}

/// A person in the list of a class.
#[derive(QueryableByName, Debug)]
#[diesel(table_name = ratings)]
pub struct ListedRow {
    #[diesel(sql_type = sql::Text)]
    pub handle: String,
    #[diesel(sql_type = sql::Text)]
    pub name: String,
    pub mu: f64,
    pub sigma: f64,
    pub matches: i32,
    pub last_at: DateTime<Utc>,
}

statement! {
    ListRated<'a> { game: &'a str => sql::Text, class: RatingClass => Word, max: i64 => sql::BigInt } =
    "SELECT u.handle, u.name, r.mu, r.sigma, r.matches, r.last_at FROM ratings r JOIN users u ON u.id = r.user_id
     WHERE r.game = $game AND r.class = $class AND r.settled AND u.shows_rating AND u.blocked_at IS NULL
     ORDER BY r.mu DESC, r.user_id LIMIT $max"
}

/// The people with the highest settled ratings, at most so many. Those who want to be in no list are left out.
pub async fn best(connection: &mut Connection, game: &str, class: RatingClass, max: i64) -> Result<Vec<ListedRow>> {
    Ok(ListRated { game, class, max }.load(connection).await?)
}

/// A match that counts, for computing all ratings again.
#[derive(QueryableByName, Debug)]
#[diesel(table_name = super::schema::matches)]
pub struct CountedRow {
    #[diesel(sql_type = sql::BigInt)]
    pub number: i64,
    pub id: MatchId,
    pub game: String,
    pub edition: u16,
    pub seats: u8,
    pub options: String,
    pub outcome: Option<String>,
    pub rated: Option<RatingClass>,
    pub ended_at: Option<DateTime<Utc>>,
    /// The players by seat.
    #[diesel(sql_type = sql::Array<sql::Uuid>)]
    pub users: Vec<UserId>,
}

statement! {
    ListCounted { after: i64 => sql::BigInt, max: i64 => sql::BigInt } =
    "SELECT r.number, m.id, m.game, m.edition, m.seats, m.options, m.outcome, m.rated, m.ended_at,
        ARRAY(SELECT user_id FROM seats WHERE match_id = m.id ORDER BY seat) AS users
     FROM rated_matches r JOIN matches m ON m.id = r.match_id
     WHERE r.number > $after AND r.unrated IS NULL ORDER BY r.number LIMIT $max"
}

/// The matches that count after this number, in their order.
pub async fn counted(connection: &mut Connection, after: i64, max: i64) -> Result<Vec<CountedRow>> {
    Ok(ListCounted { after, max }.load(connection).await?)
}

statement! {
    ListPeople { max: i64 => sql::BigInt, after: UserId => sql::Uuid } =
    "SELECT r.* FROM ratings r WHERE r.user_id IN (
        SELECT DISTINCT user_id FROM ratings WHERE user_id > $after ORDER BY user_id LIMIT $max
     ) ORDER BY r.user_id"
}

/// All ratings of the people after this one, at most so many people.
pub async fn after_person(connection: &mut Connection, after: UserId, max: i64) -> Result<Vec<RatingRow>> {
    Ok(ListPeople { max, after }.load(connection).await?)
}
