//! What servers and commands on the same database tell each other, for the streams of each.

use super::news;
use crate::app::App;
use crate::db;
use crate::events::{Change, Item, Kind, Relay};
use crate::play::{Match, Result};

/// Sends what a command has gathered for the servers that run.
pub async fn send(app: &App) -> Result<()> {
    let payloads = app.hub.relay.as_ref().map(Relay::payloads).unwrap_or_default();
    Ok(db::relay::send(&mut *app.db.get().await?, &payloads).await?)
}

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
                app.kept.forget(match_id);
                if !app.hub.feeds.follow(match_id, people.iter().copied()) {
                    continue;
                }
                let mut connection = app.db.get().await?;
                let Some(m) = Match::find(&mut connection, match_id, None).await? else { continue };
                app.hub.feeds.tell(&news::change(&m, kind, &people, public));
            }
            Item::Ended(ended) => app.hub.end_here(ended, app.clock.now()),
            Item::Resync => {
                app.kept.forget_all();
                app.hub.feeds.resync();
            }
        }
    }
    Ok(())
}
