//! Calls of webhooks and messages to browsers, each beside an email and about its match: owed, made, recorded, retried if they fail.

use chrono::{DateTime, Duration, Utc};

use super::{hooks, pushes};
use crate::app::App;
use crate::db;
use crate::db::calls::{self, Call, Receiver};
pub(super) use crate::db::words::Occasion;
use crate::db::words::{EmailKind, ReceiverKind};
use crate::events::Event;
use crate::ids::{MatchId, UserId};
use crate::play::people::hooks::CallKind;
use crate::play::{self, Match, Phase};

/// Emails of this time before the last look are looked at again: one is stored a little after the time that it is given.
const OVERLAP: Duration = Duration::minutes(1);
/// The first look of a process goes back this far: calls that were owed while no server ran.
pub const FIRST_LOOK: Duration = Duration::days(1);
/// Calls that are done with are kept for this time, which is longer than looks go back.
const KEPT: Duration = Duration::days(2);
/// A call that a process has in hand is due again after this time, in case the process is killed.
const LEASE: Duration = Duration::seconds(60);

impl Occasion {
    /// The type of a call of a webhook.
    pub(super) fn call(self) -> CallKind {
        match self {
            Occasion::YourTurn => CallKind::YourTurn,
            Occasion::Started => CallKind::MatchStarted,
            Occasion::Over => CallKind::MatchOver,
            Occasion::Invitation => CallKind::Invitation,
        }
    }

    /// The occasion of an email and its match as it is now; nothing if it is moot, or if the person may not see the match any more.
    pub(super) async fn read(
        app: &App,
        kind: EmailKind,
        id: MatchId,
        user: UserId,
    ) -> play::Result<Option<(Occasion, Match)>> {
        let Some(occasion) = kind.facts().occasion else { return Ok(None) };
        let found = db::matches::find(&mut *app.db.get().await?, id, Some(user)).await?;
        let Some(m) = found.map(Match::new).transpose()? else { return Ok(None) };
        let is_awaited = m.seat_of(user).is_some_and(|seat| m.awaited().contains(seat));
        let is_moot = occasion == Occasion::YourTurn && !(m.phase() == Phase::Running && is_awaited);
        Ok((!is_moot && m.is_visible_to(Some(user))).then_some((occasion, m)))
    }
}

/// Owes calls for the emails that were owed since a time. Returns the time for the next look.
pub async fn owe(app: &App, since: DateTime<Utc>) -> play::Result<DateTime<Utc>> {
    let now = app.clock.now();
    let mut connection = app.db.get().await?;
    if calls::owe(&mut connection, since, now).await? > 0 {
        app.hub.publish(Event::CallOwed);
    }
    Ok(now - OVERLAP)
}

/// Returns the call to make next to a receiver of this kind, if one is due.
pub async fn next(app: &App, kind: ReceiverKind) -> play::Result<Option<Call>> {
    Ok(calls::claim(&mut *app.db.get().await?, kind, app.clock.now(), LEASE).await?)
}

/// Makes a call, or drops it if it is moot. No connection is held meanwhile: a receiver that is slow must not use up the pool.
pub async fn make(app: &App, call: &Call) -> play::Result<()> {
    match call.receiver {
        Receiver::Hook(id) => hooks::call(app, call, id).await,
        Receiver::Push(id) => pushes::send(app, call, id).await,
    }
}

/// Records a call that is done with.
pub(super) async fn done(app: &App, call: &Call) -> play::Result<()> {
    Ok(calls::record(&mut *app.db.get().await?, call, None).await?)
}

/// Records a call that has failed. It is due again after the pause for its number, given in seconds, if there is one.
pub(super) async fn failed(app: &App, call: &Call, pauses: &[i64]) -> play::Result<()> {
    let pause = usize::try_from(call.attempts).ok().and_then(|tries| pauses.get(tries));
    let again = pause.and_then(|pause| app.clock.now().checked_add_signed(Duration::seconds(*pause)));
    Ok(calls::record(&mut *app.db.get().await?, call, again).await?)
}

/// The label of a result in the metrics.
pub(super) fn label(result: &Result<u16, String>) -> &'static str {
    if matches!(result, Ok(200..=299)) { "accepted" } else { "failed" }
}

/// Removes calls that are done with, and subscriptions of sessions that have expired.
pub async fn forget_old(app: &App) -> play::Result<()> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    calls::forget_old(&mut connection, now - KEPT).await?;
    Ok(db::pushes::forget_old(&mut connection, now).await?)
}
