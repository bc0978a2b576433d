//! Matches that do not start: a seat is given back, or the match is cancelled.

use super::open_matches::read;
use crate::app::App;
use crate::db;
use crate::ids::{MatchId, UserId};
use crate::play::telling::news;
use crate::play::{Match, Phase, Refusal, Result};

/// Gives a seat back before the start. A creator who leaves as the last player cancels the match; no other departure does.
pub async fn leave(app: &App, id: MatchId, user: UserId) -> Result<Match> {
    let mut connection = app.db.get().await?;
    let left = db::transaction(&mut connection, async |connection| {
        db::matches::lock(connection, id).await?;
        let m = read(connection, id, user).await?;
        let refused = match m.phase() {
            Phase::Open if db::matches::remove_player(connection, id, user, app.clock.now()).await? => None,
            Phase::Open => Some("You have no seat in this match."),
            Phase::Cancelled => Some("The match was cancelled."),
            Phase::Running | Phase::Over => Some("You cannot leave a match that has started. Resign instead."),
        };
        if let Some(why) = refused {
            return Err(Refusal::Conflict(why.to_owned()));
        }
        Match::get(connection, id, Some(user)).await
    })
    .await?;
    news::publish_seats(app, &left, Phase::Open, Some(user));
    Ok(left)
}

/// Cancels a match before it starts; its creator only.
pub async fn cancel(app: &App, id: MatchId, user: UserId) -> Result<()> {
    let mut connection = app.db.get().await?;
    let m = read(&mut connection, id, user).await?;
    if m.creator() != user {
        return Err(Refusal::Forbidden("Only the creator of the match can cancel it."));
    }
    if db::matches::cancel(&mut connection, id, user, app.clock.now()).await? {
        news::publish_seats(app, &read(&mut connection, id, user).await?, m.phase(), None);
        Ok(())
    } else {
        Err(Refusal::Conflict("Only a match that has not started can be cancelled.".to_owned()))
    }
}
