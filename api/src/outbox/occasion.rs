//! The occasions on which webhooks and browsers are told beside an email, each about a match.

use chrono::{DateTime, Duration, Utc};

use crate::app::App;
pub(super) use crate::db::words::Occasion;
use crate::db::{self, words::EmailKind};
use crate::events::Event;
use crate::ids::{MatchId, UserId};
use crate::play::{self, Match, Phase};

/// Emails of this time before the last look are looked at again: one is stored a little after the time that it is given.
const OVERLAP: Duration = Duration::minutes(1);
/// The first look of a process goes back this far: calls that were owed while no server ran.
pub const FIRST_LOOK: Duration = Duration::days(1);
/// Calls and messages that are done with are kept for this time, which is longer than looks go back.
const KEPT: Duration = Duration::days(2);
/// A call or message that a process has in hand is due again after this time, in case the process is killed.
pub(super) const LEASE: Duration = Duration::seconds(60);

impl Occasion {
    /// The type of a call of a webhook.
    pub(super) fn word(self) -> &'static str {
        match self {
            Occasion::YourTurn => "turn.started",
            Occasion::Started => "match.started",
            Occasion::Over => "match.over",
            Occasion::Invitation => "invitation.created",
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

/// Owes calls and messages for the emails that were owed since a time. Returns the time for the next look.
pub async fn owe(app: &App, since: DateTime<Utc>) -> play::Result<DateTime<Utc>> {
    let now = app.clock.now();
    let mut connection = app.db.get().await?;
    let calls = db::hooks::owe(&mut connection, since, now).await?;
    let messages = db::pushes::owe(&mut connection, since, now).await?;
    if calls + messages > 0 {
        app.hub.publish(Event::CallOwed);
    }
    Ok(now - OVERLAP)
}

/// Removes calls and messages that are done with, and subscriptions of sessions that have expired.
pub async fn forget_old(app: &App) -> play::Result<()> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    db::hooks::forget_old(&mut connection, now - KEPT).await?;
    Ok(db::pushes::forget_old(&mut connection, now, now - KEPT).await?)
}
