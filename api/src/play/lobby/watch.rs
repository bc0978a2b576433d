//! A match as the link for spectators opens it. A player shows the link to friends, also that of a private match. It gives the view
//! of a spectator, which is the same whichever player it came from, and nothing can be done by it.

use crate::app::App;
use crate::db::people;
use crate::play::telling::links;
use crate::play::{Match, Refusal, Result};

/// The match of a link. A link that this server did not make opens nothing, nor does that of a player whose account is deleted or of a
/// match that the host has hidden.
///
/// Requests count for the network of the spectator, never for the account of the player: friends must not use up its limit.
pub async fn open(app: &App, token: &str) -> Result<Match> {
    let not_found = || Refusal::NotFound("link");
    let (id, seat) = links::open_watch(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    let m = Match::find(&mut connection, id, None).await?.ok_or_else(not_found)?;
    if m.is_hidden() {
        return Err(not_found());
    }
    let owner = m.player_at(seat).ok_or_else(not_found)?.id;
    let is_there = people::person(&mut connection, owner).await?.is_some_and(|person| !person.deleted);
    if is_there { Ok(m) } else { Err(not_found()) }
}
