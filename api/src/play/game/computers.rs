//! Computer players: the seats that they take, and their moves. Each is an account without an address, so its seat is like any other.

use chrono::{DateTime, TimeDelta, Utc};
use std::time::{Duration, Instant};

use engine::players::{Budget, Level};
use engine::{ChoiceKind, Dice, Seat, Seats, Seed};
use uuid::Uuid;

use super::submit::{self, NewMove};
use crate::app::App;
use crate::db::computers::AwaitedRow;
use crate::db::{self, Connection};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::{Match, Phase, Refusal, Result};
use crate::secrets::random_bytes;
use crate::work_pool::Lane;

/// The accounts of each level: a table has at most one seat fewer for computer players than it has seats.
const OF_A_LEVEL: u8 = 5;
/// At most this many seats are looked at at a time: as many as wait, so that no person's are hidden behind those of others.
const MAX: i64 = 1000;

impl Match {
    /// Returns the seats of people who have not left; computer players are no people.
    pub(in crate::play) fn staying_people(&self) -> Seats {
        self.staying().without(self.computers())
    }

    /// Returns whether a computer player is to move.
    pub(in crate::play) fn awaits_computer(&self) -> bool {
        self.phase() == Phase::Running && self.computers().iter().any(|seat| self.awaited().contains(seat))
    }

    /// Returns whether a computer player is at the table.
    pub(in crate::play) fn has_computer(&self) -> bool {
        self.players().iter().any(|player| player.computer.is_some())
    }

    /// The seats of computer players, once the match has started.
    fn computers(&self) -> Seats {
        self.players().iter().filter(|player| player.computer.is_some()).filter_map(|player| player.seat).collect()
    }
}

/// The ids of their accounts are this number and the level and number in the last 8 bits. A random id (RFC 9562) of today differs in its time.
const ACCOUNTS: u128 = 0x0000_0000_0000_7000_8000_0000_0000_0000;

/// The account of a computer player.
fn account(level: Level, number: u8) -> UserId {
    UserId(Uuid::from_u128(ACCOUNTS | u128::from(level.number()) << 4 | u128::from(number)))
}

/// Returns whether this is the account of a computer player.
pub(in crate::play) fn is_account(user: UserId) -> bool {
    user.0.as_u128() >> 8 == ACCOUNTS >> 8
}

/// Returns the account of a computer player of this level that has no seat at this table; makes it if it is the first match that needs it.
async fn newcomer(connection: &mut Connection, m: &Match, level: Level, now: DateTime<Utc>) -> Result<UserId> {
    let mut all = (0..OF_A_LEVEL).map(|number| (number, account(level, number)));
    let full = || Refusal::Conflict("The match already has every computer player of this level.".to_owned());
    let (number, id) = all.find(|(_, id)| !m.has_player(*id)).ok_or_else(full)?;
    let letter = char::from(b'a' + number);
    let (handle, name) = (
        format!("computer-{}{letter}", level.number()),
        format!("Computer {}, {}", letter.to_ascii_uppercase(), level.name()),
    );
    db::computers::make(connection, id, level, (&handle, &name), now).await?;
    Ok(id)
}

/// Seats computer players in a new match of this person, in a transaction that holds it. Refuses if no seat is left for a person.
pub(in crate::play) async fn seat_all(
    app: &App,
    connection: &mut Connection,
    (mut m, user): (Match, UserId),
    levels: &[Level],
    now: DateTime<Utc>,
) -> Result<Match> {
    let max = m.seats() - 1;
    if levels.len() > usize::from(max) {
        let why = format!(
            "A match with {} seats can have at most {max} computer players: one seat must remain for a person.",
            m.seats()
        );
        return Err(Refusal::Field("computers", why));
    }
    for (level, number) in levels.iter().zip(1..) {
        let player = choose(app, connection, (&m, user), *level, now).await?;
        // Seats are in the order of joining: after the creator, one after the other.
        let joined_at = now + TimeDelta::milliseconds(number);
        db::matches::add_player(connection, m.id(), player, joined_at).await?;
        m = Match::get(connection, m.id(), Some(user)).await?;
    }
    Ok(m)
}

/// Returns a computer player of this level for a free seat of a match, at the wish of this user. Refuses if the user may not wish that, or
/// if no person would play then.
pub(in crate::play) async fn choose(
    app: &App,
    connection: &mut Connection,
    (m, user): (&Match, UserId),
    level: Level,
    now: DateTime<Utc>,
) -> Result<UserId> {
    let (is_open, is_player) = (m.phase() == Phase::Open, m.has_player(user));
    if m.creator() != user && (is_open || !is_player) {
        return Err(Refusal::Forbidden(
            "Only the creator can seat computer players before the start. In a running match, players and the creator \
             can, if a seat is on offer.",
        ));
    }
    let has_person = m.players().iter().any(|player| player.computer.is_none());
    if is_open && !has_person && m.players().len() + 1 >= usize::from(m.seats()) {
        return Err(Refusal::Conflict("The last seat must remain for a person.".to_owned()));
    }
    let max = app.config.computer_matches_per_account;
    let has_one = m.has_computer();
    if !has_one {
        let person = db::bots::responsible(connection, m.creator()).await?;
        // Of two matches at once, the later one counts the earlier one.
        db::people::lock(connection, person).await?;
        if db::computers::matches_of(connection, person).await? >= i64::from(max) {
            let why = format!(
                "An account and its bots can have at most {max} matches with computer players. Another is possible \
                 once one of them ends."
            );
            return Err(Refusal::Conflict(why));
        }
    }
    newcomer(connection, m, level, now).await
}

/// Returns the seats of computer players that are to move now, in all matches or in one.
pub async fn list_awaited(app: &App, only: Option<MatchId>) -> Result<Vec<AwaitedRow>> {
    Ok(db::computers::awaited(&mut *app.db.get().await?, only, MAX, app.clock.now()).await?)
}

/// Moves for a computer player, if its seat is still awaited. If no person plays on, it resigns: no match continues without people.
pub async fn move_for(app: &App, AwaitedRow { match_id, user_id, seat, person }: AwaitedRow) -> Result<()> {
    let m = Match::get(&mut *app.db.get().await?, match_id, Some(user_id)).await?;
    let player = m.player_at(seat).filter(|player| player.id == user_id);
    let (Some(level), Phase::Running, true) =
        (player.and_then(|player| player.computer), m.phase(), m.awaited().contains(seat))
    else {
        return Ok(());
    };
    let turn = m.turn();
    let text = if m.staying_people().is_empty() {
        ChoiceKind::Resign.word().to_owned()
    } else {
        think(app, &m, seat, person, level).await?
    };
    let new =
        NewMove { id: match_id, user: user_id, text: &text, turn: Some(turn), received_at: app.clock.now(), via: None };
    match submit::submit(app, new).await {
        Ok(_) | Err(Refusal::Stale { .. } | Refusal::Conflict(_)) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// Finds a move on a thread for such work; no connection is held meanwhile. The matches of one person take their turns, and if others wait, each
/// has its share of the time that a computer player has alone.
pub(super) async fn think(app: &App, m: &Match, seat: Seat, person: UserId, level: Level) -> Result<String> {
    let (frame, rules, limits) = (m.frame()?, m.rules, level.limits(m.rules.info()));
    let at = m.moment(app.clock.now());
    let (thinkers, person) = (app.thinkers.clone(), Asker::Account(person));
    let thought = app.thinkers.run_for(person, Lane::Long, move |_| {
        // Time in which the thread waits for its turn does not count.
        let (begun, alone) = (Instant::now(), Duration::from_millis(limits.time.0));
        let time_is_over = || begun.elapsed() >= share(alone, thinkers.others_wait(person));
        let budget = Budget { playouts: limits.playouts, time_is_over: &time_is_over };
        rules.pick(&frame, seat, at, &budget, &mut Dice::at(&Seed::new(random_bytes()), frame.ply))
    });
    let none = || Refusal::Broken(format!("match {}: a computer player finds no move", m.id()));
    let pick = thought.await.map_err(|why| Refusal::Broken(why.to_string()))??;
    pick.map(|pick| pick.text).ok_or_else(none)
}

/// The time for a move while computer players of so many other people wait.
fn share(alone: Duration, others: usize) -> Duration {
    alone / u32::try_from(others).unwrap_or(u32::MAX).saturating_add(1)
}
