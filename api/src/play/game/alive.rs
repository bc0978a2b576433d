//! Time that no player had does not count: in which no server was alive, or by which the machine's clock has jumped.
//!
//! A process that settles clocks or plays moves has to have noted within the last two minutes that it is alive ([`ensure`]). One that has
//! not, as it has just started, was stopped, or could not reach its database, looks first when any server of the database was alive. The
//! time since then is an *outage*: one row, in which no match clock runs and no timer of the rules.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::clock::{self, Moment};
use crate::db;
use crate::db::alive::{self, AliveRow};
use crate::play::matches::deadline::{self, Due};
use crate::play::{Match, Result};

/// The pause between two notes that a server is alive.
pub const NOTED: TimeDelta = TimeDelta::minutes(1);
/// A time without a server up to this is none that counts.
const SHORT: TimeDelta = TimeDelta::minutes(2);
/// But one that is longer than this, which is more than the pause between two notes, does if a clock has expired in it.
const SHORTEST: TimeDelta = TimeDelta::seconds(65);

/// What a process knows when it looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// It has just started.
    Nothing,
    /// It was awake before.
    Asleep,
}

/// Finds out whether no server was alive before this one. To be called at its start, before anything else.
pub async fn begin(app: &App) -> Result<()> {
    look(app, Before::Nothing).await
}

/// Notes that this server is alive, if it has noted it lately. Otherwise it finds out whether any server was alive since.
pub async fn beat(app: &App) -> Result<()> {
    // The moment is read first: this process may be stopped between any two steps, and has not been alive after it then.
    let moment = app.clock.read();
    let Some((_, AliveRow { accepted, .. })) = noted_lately(app) else { return ensure(app).await };
    let row = alive::note(&mut *app.db.get().await?, moment.now).await?;
    if row.accepted != accepted && app.clock.jump().is_some() {
        return resume(app).await;
    }
    app.alive.note(moment.awake, row);
    Ok(())
}

/// What this process noted last, unless that was long ago.
fn noted_lately(app: &App) -> Option<(DateTime<Utc>, AliveRow)> {
    app.alive.noted().filter(|(at, _)| app.clock.read().awake - *at <= SHORT)
}

/// Finds out whether no server was alive lately, if this one cannot know. To be called before a clock is settled or a move is judged.
pub async fn ensure(app: &App) -> Result<()> {
    if noted_lately(app).is_some() {
        return Ok(());
    }
    // The time since then may seem longer than it was, as the clock has just jumped. `jump` looks at the clock, which is right after that.
    if app.clock.jump().is_some() && noted_lately(app).is_some() {
        return Ok(());
    }
    let before = if app.alive.noted().is_some() { Before::Asleep } else { Before::Nothing };
    Box::pin(look(app, before)).await
}

async fn look(app: &App, before: Before) -> Result<()> {
    let _looking = app.alive.look().await;
    if before == Before::Asleep && noted_lately(app).is_some() {
        return Ok(());
    }
    let mut connection = app.db.get().await?;
    let (row, awake, outage) = db::transaction(&mut connection, async |connection| {
        let known = alive::lock(connection).await?;
        let Moment { now, awake } = app.clock.read();
        let outage = match known {
            Some(AliveRow { at, .. }) => is_outage(connection, at, now, before).await?.then_some((at, now)),
            None => None,
        };
        if let Some((began, ended)) = outage {
            alive::add_outage(connection, began, ended).await?;
        }
        Ok::<_, db::Trouble>((alive::note(connection, now).await?, awake, outage))
    })
    .await?;
    if let Some((began, ended)) = outage {
        tracing::warn!(%began, %ended, "no server was running; match clocks were paused");
    }
    if before == Before::Nothing {
        // A clock that is behind what servers have noted was put back while none ran.
        app.clock.is_at_least(row.at);
        app.alive.note(app.clock.read().awake, row);
    } else {
        forget(app);
        app.alive.note(awake, row);
    }
    Ok(())
}

/// Returns whether the time since a server was last alive counts as an outage.
async fn is_outage(
    connection: &mut db::Connection,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
    before: Before,
) -> db::Result<bool> {
    let away = now - at;
    Ok(match before {
        Before::Nothing | Before::Asleep if away > SHORT => true,
        Before::Nothing => away > SHORTEST && alive::has_run_out(connection, now).await?,
        Before::Asleep => false,
    })
}

/// Forgets what was kept with earlier times, and has open pages load again.
fn forget(app: &App) {
    app.kept.forget_all();
    app.hub.feeds.resync();
}

/// Notes the time at which this server stops, after everything else that it does.
pub async fn end(app: &App) {
    let noted = async { alive::note(&mut *app.db.get().await?, app.clock.now()).await };
    if let Err(trouble) = noted.await {
        tracing::warn!(%trouble, "cannot record the time at which the server stopped");
    }
}

/// Lets the servers whose clocks have jumped go by them from now on. They do so within a second or two.
pub async fn accept(app: &App) -> Result<()> {
    alive::accept(&mut *app.db.get().await?).await?;
    Ok(())
}

/// Goes by the machine's clock, which has jumped. The time by which it has jumped forward is none that a player had.
async fn resume(app: &App) -> Result<()> {
    let _looking = app.alive.look().await;
    let Some(jump) = app.clock.jump() else { return Ok(()) };
    let passed = app.clock.now();
    let right = passed + jump;
    let mut connection = app.db.get().await?;
    let row = db::transaction(&mut connection, async |connection| {
        alive::lock(connection).await?;
        if jump > TimeDelta::zero() {
            alive::add_outage(connection, passed, right).await?;
        } else {
            alive::cut_outages(connection, right).await?;
            alive::set_back(connection, right).await?;
        }
        alive::note(connection, right).await
    })
    .await?;
    app.clock.accept();
    forget(app);
    app.alive.note(app.clock.read().awake, row);
    tracing::warn!(seconds = jump.num_seconds(), "the host accepted the clock of this machine; match clocks continue");
    Ok(())
}

/// Returns whether no clock may expire now, as the machine's clock has jumped.
pub fn holds_clocks(app: &App) -> bool {
    app.clock.jump().is_some()
}

/// Returns what is due in a match by its clocks, for a move that was received at this time; nothing while the machine's clock is wrong. To be
/// called after [`ensure`].
pub(in crate::play) fn due(app: &App, m: &Match, received_at: DateTime<Utc>) -> Result<Option<Due>> {
    let due = deadline::due(m, app.clock.now(), received_at)?;
    // The process may have been stopped since it was ensured that a server is alive.
    Ok(due.filter(|_| !holds_clocks(app) && noted_lately(app).is_some()))
}

/// The time by which the machine's clock is wrong, in words for the log.
pub fn in_words(jump: TimeDelta) -> String {
    let way = if jump > TimeDelta::zero() { "forward" } else { "back" };
    format!(
        "the clock of this machine has jumped {way} by {} seconds, more than {} minutes: no match clock expires until the clock \
         is correct again or the host runs `turnpost clock accept`",
        jump.num_seconds().abs(),
        clock::JUMP.num_minutes()
    )
}
