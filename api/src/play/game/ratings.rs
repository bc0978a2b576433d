//! Rates matches that are over, in the order in which they ended: one at a time, in the background, and never in the statement of a move.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Cause, Chair, Outcome, RatingClass};

use crate::app::App;
use crate::db::ratings::{self, ChangeRow, CountedRow, NextRow, RatedRow, RatingRow};
use crate::db::words::Unrated;
use crate::db::{self, Connection};
use crate::ids::{MatchId, UserId};
use crate::play::matches::chairs;
use crate::play::matches::rating::{Skill, rate};
use crate::play::{Match, Refusal, Result};

/// Of a person's losses by the clock within this time, only the first counts.
const ABSENT: TimeDelta = TimeDelta::days(14);
/// A match counts if each player has made so many moves.
const MOVES: i64 = 2;
/// The number of matches that are read at once for computing all ratings again.
const BATCH: i64 = 500;
/// The most matches that are rated in one go.
const MAX: usize = 100;

/// Rates the matches that have ended; returns their number.
pub async fn catch_up(app: &App) -> Result<usize> {
    let mut connection = app.db.get().await?;
    for count in 0..MAX {
        if ratings::next(&mut connection).await?.is_none() {
            return Ok(count);
        }
        db::transaction(&mut connection, async |connection| rate_next(connection).await).await?;
    }
    Ok(MAX)
}

/// Rates the next match, in a transaction. Only one process does so at a time.
async fn rate_next(connection: &mut Connection) -> Result<()> {
    ratings::lock(connection).await?;
    let Some(NextRow { id, ended_at }) = ratings::next(connection).await? else { return Ok(()) };
    let unrated = match rate_match(connection, id, ended_at).await {
        Ok(unrated) => unrated,
        Err(refusal @ Refusal::Database(_)) => return Err(refusal),
        // It must not keep the others from being rated.
        Err(refusal) => {
            tracing::error!(match_id = %id, %refusal, "cannot rate a match");
            Some((Unrated::Broken, None))
        }
    };
    Ok(ratings::add(connection, id, ended_at, unrated).await?)
}

/// Changes the ratings of the players of a match, or returns why it does not count.
async fn rate_match(
    connection: &mut Connection,
    id: MatchId,
    ended_at: DateTime<Utc>,
) -> Result<Option<(Unrated, Option<UserId>)>> {
    let m = Match::get(connection, id, None).await?;
    let class = m.rated().ok_or_else(|| broken(id, "no class"))?;
    let lines = ratings::end_lines(connection, id).await?;
    let forfeited = |user| {
        let seat = m.seat_of(user);
        lines.iter().any(|line| line.cause == Cause::Forfeit && line.seat == seat)
    };
    let is_abandoned = lines.iter().any(|line| line.cause == Cause::Abandoned);
    let unrated = unrated(connection, &m, is_abandoned, &forfeited).await?;
    if unrated.is_some() {
        return Ok(unrated);
    }
    let outcome = m.outcome()?.ok_or_else(|| broken(id, "no result"))?;
    let mut users: Vec<_> = m.players().iter().map(|player| (player.seat, player.id)).collect();
    users.sort_unstable();
    let mut before = Vec::new();
    for (_, user) in &users {
        before.push(ratings::find(connection, *user, m.game(), class).await?);
    }
    let users = users.into_iter().map(|(_, user)| user).collect();
    let rated = Rated { id, game: m.game(), class, ended_at, chairs: &m.chairs()?, outcome: &outcome, users };
    for (change, row) in rated.apply(&before, &forfeited)? {
        ratings::store_change(connection, &change).await?;
        ratings::store(connection, &row).await?;
    }
    Ok(None)
}

fn broken(id: MatchId, what: &str) -> Refusal {
    Refusal::Broken(format!("match {id} cannot be rated: {what}"))
}

/// Returns why a match does not count, and the person for whom it does not, if it is for one.
async fn unrated(
    connection: &mut Connection,
    m: &Match,
    is_abandoned: bool,
    forfeited: &impl Fn(UserId) -> bool,
) -> Result<Option<(Unrated, Option<UserId>)>> {
    let ended_at = m.ended_at().unwrap_or_default();
    if m.is_hidden() || m.ended_by_host().is_some() {
        return Ok(Some((Unrated::Host, None)));
    }
    if is_abandoned {
        return Ok(Some((Unrated::Abandoned, None)));
    }
    if m.players().iter().any(|player| player.holder > 0) {
        return Ok(Some((Unrated::ChangedHands, None)));
    }
    for player in m.players() {
        let Some(seat) = player.seat else { continue };
        if !ratings::has_moved(connection, m.id(), seat, MOVES).await? {
            return Ok(Some((Unrated::FewMoves, Some(player.id))));
        }
    }
    for player in m.players().iter().filter(|player| forfeited(player.id)) {
        if ratings::has_forfeited(connection, player.id, (ended_at - ABSENT, ended_at)).await? {
            return Ok(Some((Unrated::Absent, Some(player.id))));
        }
    }
    Ok(None)
}

/// A match that counts.
struct Rated<'a> {
    id: MatchId,
    game: &'a str,
    class: RatingClass,
    ended_at: DateTime<Utc>,
    chairs: &'a [Chair],
    outcome: &'a Outcome,
    /// The players by seat.
    users: Vec<UserId>,
}

impl Rated<'_> {
    /// What the match does to the ratings of its players, which were these before.
    fn apply(
        &self,
        before: &[Option<RatingRow>],
        forfeited: &impl Fn(UserId) -> bool,
    ) -> Result<Vec<(ChangeRow, RatingRow)>> {
        let now = |row: &RatingRow| Skill { mu: row.mu, sigma: row.sigma }.after(self.ended_at - row.last_at);
        let skills: Vec<Skill> = before.iter().map(|row| row.as_ref().map_or(Skill::NEW, now)).collect();
        let after = rate(&skills, self.chairs, &self.outcome.ranks)
            .ok_or_else(|| broken(self.id, "its result does not fit its seats"))?;
        let each = self.users.iter().zip(before).zip(skills).zip(after);
        Ok(each
            .map(|(((user, row), was), Skill { mu, sigma })| {
                let change = ChangeRow {
                    match_id: self.id,
                    user_id: *user,
                    game: self.game.to_owned(),
                    class: self.class,
                    mu_before: was.mu,
                    sigma_before: was.sigma,
                    mu,
                    sigma,
                    forfeited: forfeited(*user),
                    at: self.ended_at,
                };
                let row = RatingRow {
                    user_id: *user,
                    game: self.game.to_owned(),
                    class: self.class,
                    mu,
                    sigma,
                    settled: Skill { mu, sigma }.is_settled(),
                    matches: row.as_ref().map_or(0, |row| row.matches) + 1,
                    last_at: self.ended_at,
                };
                (change, row)
            })
            .collect())
    }
}

/// What a rated match that is over has done, as its players are told.
pub struct Verdict {
    /// Why it does not count; `None` if it does.
    pub unrated: Option<String>,
    /// The ratings before and after, of the players whom the reader may know.
    pub changes: Vec<(UserId, Skill, Skill)>,
}

impl Verdict {
    /// What became of a match, once it is rated, for this reader. Who hides the own ratings hides them from all but the other players.
    pub async fn read(connection: &mut Connection, m: &Match, user: Option<UserId>) -> Result<Option<Verdict>> {
        if m.rated().is_none() || m.outcome()?.is_none() {
            return Ok(None);
        }
        let Some(RatedRow { unrated, about, .. }) = ratings::of_match(connection, m.id()).await? else {
            return Ok(None);
        };
        let about = about.and_then(|user| m.players().iter().find(|player| player.id == user));
        let name = about.map_or("a player", |player| player.name.as_str());
        let unrated = unrated.map(|why| match why {
            Unrated::Host => "The host has ended or hidden it.".to_owned(),
            Unrated::Abandoned => "It was abandoned.".to_owned(),
            Unrated::Broken => "The server could not rate it.".to_owned(),
            Unrated::ChangedHands => "A seat was taken over by another player.".to_owned(),
            Unrated::FewMoves => format!("{name} made fewer than {MOVES} moves."),
            Unrated::Absent => {
                format!("{name} was away: another match was lost on time in the {} days before.", ABSENT.num_days())
            }
        });
        let is_player = user.is_some_and(|user| m.has_player(user));
        let changes = ratings::changes_of_match(connection, m.id(), is_player).await?;
        let change = |row: ChangeRow| (row.user_id, before(&row), skill(&row));
        Ok(Some(Verdict { unrated, changes: changes.into_iter().map(change).collect() }))
    }

    /// The verdict in a sentence for this player, or for a reader who has not played.
    pub fn in_words(&self, user: Option<UserId>) -> String {
        if let Some(why) = &self.unrated {
            return format!("Not rated: {why}");
        }
        let own = self.changes.iter().find(|(player, ..)| Some(*player) == user);
        own.map_or_else(
            || "Rated.".to_owned(),
            |(_, before, after)| {
                let (before, points) = (before.in_words(), after.in_words());
                format!("Rated: your rating went from {before} to {points} (\u{b1} {}).", after.plus_minus())
            },
        )
    }
}

/// What computing all ratings again has found.
#[derive(Debug, PartialEq, Eq)]
pub struct Recomputed {
    /// The number of matches that count.
    pub matches: usize,
    /// The number of stored ratings and changes that differed. They are corrected.
    pub differences: usize,
}

/// Computes all ratings again, in the order in which the matches were rated, and corrects what differs.
pub async fn recompute(app: &App) -> Result<Recomputed> {
    let mut connection = app.db.get().await?;
    db::transaction(&mut connection, async |connection| recompute_all(connection).await).await
}

async fn recompute_all(connection: &mut Connection) -> Result<Recomputed> {
    ratings::lock(connection).await?;
    let mut known: BTreeMap<(UserId, String, RatingClass), RatingRow> = BTreeMap::new();
    let (mut last, mut matches, mut differences) = (0, 0, 0);
    loop {
        let rows = ratings::counted(connection, last, BATCH).await?;
        let Some(end) = rows.last().map(|row| row.number) else { break };
        last = end;
        for row in rows {
            matches += 1;
            let stored = ratings::changes_of_match(connection, row.id, true).await?;
            let forfeited = |user| stored.iter().any(|change| change.user_id == user && change.forfeited);
            for (change, rating) in again(&row, &known, &forfeited)? {
                let differs = |one: &ChangeRow| {
                    one.user_id == change.user_id && !(skill(one).is(skill(&change)) && before(one).is(before(&change)))
                };
                if stored.iter().any(differs) {
                    differences += 1;
                    ratings::store_change(connection, &change).await?;
                }
                known.insert((rating.user_id, rating.game.clone(), rating.class), rating);
            }
        }
    }
    let mut after = UserId::OF_NO_ONE;
    loop {
        let rows = ratings::after_person(connection, after, BATCH).await?;
        let Some(end) = rows.last().map(|row| row.user_id) else { break };
        after = end;
        for row in rows {
            match known.get(&(row.user_id, row.game.clone(), row.class)) {
                Some(right) if is_same(right, &row) => {}
                Some(right) => {
                    differences += 1;
                    ratings::store(connection, right).await?;
                }
                None => differences += 1,
            }
        }
    }
    Ok(Recomputed { matches, differences })
}

fn is_same(one: &RatingRow, other: &RatingRow) -> bool {
    let skill = |row: &RatingRow| Skill { mu: row.mu, sigma: row.sigma };
    skill(one).is(skill(other))
        && (one.matches, one.settled, one.last_at) == (other.matches, other.settled, other.last_at)
}

/// The rating before a match.
fn before(change: &ChangeRow) -> Skill {
    Skill { mu: change.mu_before, sigma: change.sigma_before }
}

/// The rating after a match.
fn skill(change: &ChangeRow) -> Skill {
    Skill { mu: change.mu, sigma: change.sigma }
}

/// What a match does to these ratings.
fn again(
    row: &CountedRow,
    known: &BTreeMap<(UserId, String, RatingClass), RatingRow>,
    forfeited: &impl Fn(UserId) -> bool,
) -> Result<Vec<(ChangeRow, RatingRow)>> {
    let wrong = |what: &str| broken(row.id, what);
    let class = row.rated.ok_or_else(|| wrong("no class"))?;
    let rules = engine::edition(&row.game, row.edition).ok_or_else(|| wrong("unknown game or edition"))?;
    let outcome = row.outcome.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let rated = Rated {
        id: row.id,
        game: &row.game,
        class,
        ended_at: row.ended_at.ok_or_else(|| wrong("no end"))?,
        chairs: &chairs::of(rules, row.seats, &row.options)?,
        outcome: &outcome.ok_or_else(|| wrong("no result"))?,
        users: row.users.clone(),
    };
    let before: Vec<_> = row.users.iter().map(|user| known.get(&(*user, row.game.clone(), class)).cloned()).collect();
    rated.apply(&before, forfeited)
}
