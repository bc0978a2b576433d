//! Removes what is old.

use tokio_util::sync::CancellationToken;

use super::{TIDYING, pause};
use crate::app::App;
use crate::db;
use crate::outbox::calls;
use crate::play::{self, caught};

/// The maximum number of players whose old conditional moves are removed at a time.
const OLD_CONDITIONAL: i64 = 10_000;

pub(super) async fn run(app: App, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(refusal) = caught(forget_old(&app)).await {
            tracing::error!(%refusal, "cannot clean up old rows");
        }
        pause(TIDYING, &stop).await;
    }
}

async fn forget_old(app: &App) -> play::Result<()> {
    calls::forget_old(app).await?;
    let mut connection = app.db.get().await?;
    db::sign_ins::forget_old(&mut connection, app.clock.now()).await?;
    db::reports::forget_old(&mut connection, app.clock.now()).await?;
    db::invitations::forget_old(&mut connection, app.clock.now()).await?;
    db::networks::forget_old(&mut connection, app.clock.now()).await?;
    play::people::handles::forget_old(app).await?;
    play::people::guests::forget_old(app).await?;
    play::game::idempotency::forget_old(app).await?;
    db::grants::forget_old(&mut connection, app.clock.now()).await?;
    db::alive::forget_old(&mut connection, app.clock.now()).await?;
    db::conditional::forget_old(&mut connection, OLD_CONDITIONAL).await?;
    db::notices::forget_old(&mut connection, app.clock.now()).await?;
    db::incoming::forget_old(&mut connection, app.clock.now()).await?;
    db::bounces::forget_old(&mut connection, app.clock.now()).await?;
    Ok(db::kept_emails::forget_old(&mut connection, app.clock.now()).await?)
}
