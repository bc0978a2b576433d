//! Settling clocks: the worker's look at matches in which a clock has expired.

use chrono::{DateTime, Duration, Utc};
use chrono_tz::Tz;

use super::idle::{self, Idle};
use super::{alive, submit};
use crate::app::App;
use crate::db::{self, Trouble};
use crate::events::Event;
use crate::ids::MatchId;
use crate::play::matches::{deadline, reminder};
use crate::play::{Match, Phase, Refusal, Result, caught};

/// The pause before the next look at a clock that waits for a message to be read.
const UNREAD: Duration = Duration::milliseconds(250);

/// The maximum number of rounds of a look. After an outage there are many matches whose clocks only seem to have expired.
const MAX_ROUNDS: usize = 16;

/// Settles every clock that has expired. Returns the number of acts that followed: none while the machine's clock is wrong.
pub async fn settle(app: &App) -> Result<usize> {
    alive::ensure(app).await?;
    if alive::holds_clocks(app) {
        return Ok(0);
    }
    let mut connection = app.db.get().await?;
    let mut settled = 0;
    for _ in 0..MAX_ROUNDS {
        let ids = db::due_matches::due(&mut connection, app.clock.now()).await?;
        let is_last = ids.len() < db::due_matches::MAX_DUE;
        settled += settle_all(app, &mut connection, ids).await?;
        if is_last {
            break;
        }
    }
    Ok(settled)
}

async fn settle_all(app: &App, connection: &mut db::Connection, ids: Vec<MatchId>) -> Result<usize> {
    let mut settled = 0;
    for id in ids {
        match caught(settle_one(app, connection, id)).await {
            Ok(acts) => settled += acts,
            Err(refusal @ Refusal::Database(Trouble::Unavailable(_))) => return Err(refusal),
            Err(refusal) => {
                tracing::error!(match_id = %id, %refusal, "cannot settle a clock; retrying in a minute");
                db::due_matches::postpone(connection, id, app.clock.now() + Duration::minutes(1)).await?;
            }
        }
    }
    Ok(settled)
}

async fn settle_one(app: &App, connection: &mut db::Connection, id: MatchId) -> Result<usize> {
    // The next act in this match is due at the next look, so that one match never holds up the others.
    let Some(m) = Match::find(connection, id, None).await? else { return Ok(0) };
    let now = app.clock.now();
    let Some(due) = alive::due(app, &m, now)? else {
        let idle = match idle::look(connection, &m, now).await? {
            Some(Idle::Abandoned) => return Ok(usize::from(submit::abandon(app, m, now).await?.is_some())),
            Some(Idle::Until(at)) => Some(at),
            None => None,
        };
        // A move came before its deadline and left `due_at` as it was (see `db/advance.sql`), or a reminder may be owed.
        let reminder = remind(app, connection, &m, now).await?;
        let next = deadline::next_of(&m).into_iter().chain(reminder).chain(idle).min();
        db::due_matches::look_again(connection, id, m.version(), next).await?;
        return Ok(0);
    };
    if submit::is_unread(connection, &m, &due).await? {
        db::due_matches::postpone(connection, id, now + UNREAD).await?;
        return Ok(0);
    }
    Ok(usize::from(submit::settle(app, connection, m, due, now).await?.is_some()))
}

/// Owes the reminders that are due, at most one for each seat. Returns when the next one is due.
async fn remind(
    app: &App,
    connection: &mut db::Connection,
    m: &Match,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let mut next = None;
    if m.phase() != Phase::Running {
        return Ok(next);
    }
    for seat in m.awaited().iter() {
        let (Some(deadline), Some(running)) = (m.deadline(seat), m.clock(seat).running) else { continue };
        let Some(player) = m.player_at(seat) else { continue };
        let Some(person) = db::people::person(connection, player.id).await? else { continue };
        // A new account has the zone UTC, which its owner has not chosen.
        let zone = person.time_zone.parse().ok().filter(|zone| *zone != Tz::UTC);
        let (passed, ahead): (Vec<_>, Vec<_>) =
            reminder::times(deadline, running.since, zone).into_iter().partition(|at| *at <= now);
        next = next.into_iter().chain(ahead).min();
        if passed.is_empty() {
            continue;
        }
        // Another server may look at the match, too.
        let of = (m.id(), seat, player.id);
        let owe = async |connection: &mut db::Connection| {
            db::matches::lock(connection, m.id()).await?;
            Ok::<_, Refusal>(db::emails::owe_reminder(connection, of, deadline, passed.len() as i64, now).await?)
        };
        if db::transaction(connection, owe).await? {
            app.hub.publish(Event::EmailOwed);
        }
    }
    Ok(next)
}
