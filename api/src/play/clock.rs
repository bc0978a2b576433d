//! Settling clocks: the worker's look at matches in which a clock has run out.

use chrono::Duration;

use super::{Match, Refusal, Result, caught, deadline, submit};
use crate::app::App;
use crate::db::{self, Trouble};
use crate::ids::MatchId;

/// The pause before the next look at a clock that waits for a message to be read.
const UNREAD: Duration = Duration::milliseconds(250);

/// Settles every clock that has run out. Returns the number of acts that followed.
pub async fn settle(app: &App) -> Result<usize> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    let mut settled = 0;
    for id in db::matches::due(&mut connection, now).await? {
        match caught(settle_one(app, &mut connection, id)).await {
            Ok(acts) => settled += acts,
            Err(refusal @ Refusal::Database(Trouble::Unavailable(_))) => return Err(refusal),
            Err(refusal) => {
                tracing::error!(match_id = %id, %refusal, "a clock cannot be settled; trying again in a minute");
                db::matches::postpone(&mut connection, id, now + Duration::minutes(1)).await?;
            }
        }
    }
    Ok(settled)
}

async fn settle_one(app: &App, connection: &mut db::Connection, id: MatchId) -> Result<usize> {
    // The next act in this match is due at the next look, so that one match never holds up the others.
    let Some(row) = db::matches::find(connection, id, None).await? else { return Ok(0) };
    let m = Match::new(row)?;
    let now = app.clock.now();
    let Some(due) = deadline::due(&m, now, now)? else {
        // A move came before its deadline and left `due_at` as it was (see `db/advance.sql`).
        db::matches::look_again(connection, id, m.progress().ply, deadline::next_of(&m)).await?;
        return Ok(0);
    };
    if submit::is_unread(connection, &m, &due).await? {
        db::matches::postpone(connection, id, now + UNREAD).await?;
        return Ok(0);
    }
    Ok(usize::from(submit::settle(app, connection, m, due, now).await?.is_some()))
}
