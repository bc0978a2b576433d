//! What another server on the same database has told its streams, for the streams of this one.

use super::{Match, Result, news};
use crate::app::App;
use crate::events::{Change, Item, Kind};

/// Tells the streams of this server.
pub async fn apply(app: &App, items: Vec<Item>) -> Result<()> {
    for item in items {
        match item {
            Item::Told { match_id, kind: Kind::Note, at, people, public: _ } => {
                let told = people.iter().map(|user| (*user, news::note_at(match_id, at))).collect();
                app.hub.feeds.tell(&Change { match_id, players: people, told, spectators: None });
            }
            Item::Told { match_id, kind: Kind::Invitation, people, public: _, at: _ } => {
                let told = people.iter().map(|user| (*user, news::invitation(match_id))).collect();
                app.hub.feeds.tell(&Change { match_id, players: people, told, spectators: None });
            }
            Item::Told { match_id, kind, public, people, at: _ } => {
                if !app.hub.feeds.follow(match_id, people.iter().copied()) {
                    continue;
                }
                let mut connection = app.db.get().await?;
                let Some(m) = Match::find(&mut connection, match_id, None).await? else { continue };
                app.hub.feeds.tell(&news::change(&m, kind, &people, public));
            }
            Item::Ended(ended) => app.hub.end_here(ended, app.clock.now()),
            Item::Resync => app.hub.feeds.resync(),
        }
    }
    Ok(())
}
