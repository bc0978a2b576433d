//! Rematches: the same people play the same game again.

use serde_json::Value;

use super::invite::{self, Whom};
use super::lobby::{self, Wish};
use super::{Match, Phase, Refusal, Result, news};
use crate::app::App;
use crate::db::{self, Connection, rematches};
use crate::events::Event;
use crate::ids::{MatchId, UserId};

/// The rematch of a match, as a player of that match sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rematch {
    /// There is none: the player can make it.
    None,
    /// It waits for players, and this player has no seat yet.
    Open(MatchId),
    /// The player has a seat in it, or it has started.
    Made(MatchId),
}

/// Returns the rematch of a match that is over. One that was called off does not count.
pub async fn find(connection: &mut Connection, m: &Match, user: UserId) -> Result<Rematch> {
    let Some(next) = rematches::find(connection, m.id()).await? else { return Ok(Rematch::None) };
    let Some(next) = Match::find(connection, next, Some(user)).await? else { return Ok(Rematch::None) };
    Ok(match next.phase() {
        Phase::Cancelled => Rematch::None,
        Phase::Open if !next.has_player(user) => Rematch::Open(next.id()),
        Phase::Open | Phase::Running | Phase::Over => Rematch::Made(next.id()),
    })
}

/// Takes a player of a match that is over to its rematch: one that waits for players is joined, and if there is none, it is made, with the
/// same game, options, clock and visibility, and all others who still have an account are invited.
pub async fn play_again(app: &App, id: MatchId, user: UserId) -> Result<Match> {
    let mut connection = app.db.get().await?;
    let (found, made) = db::transaction(&mut connection, async |connection| {
        // Of two players at once, the later one finds the match of the earlier one.
        db::matches::lock(connection, id).await?;
        let m = Match::visible(connection, id, Some(user)).await?;
        if !m.has_player(user) {
            return Err(Refusal::Forbidden("A rematch is for the players of a match."));
        }
        if m.phase() != Phase::Over {
            return Err(Refusal::Conflict("A rematch is possible when the match is over.".to_owned()));
        }
        match find(connection, &m, user).await? {
            found @ (Rematch::Open(_) | Rematch::Made(_)) => Ok((found, None)),
            Rematch::None => {
                let next = lobby::insert(connection, user, wish(&m)?, app.clock.now()).await?;
                rematches::store(connection, id, next.id()).await?;
                let invited = invite_all(app, connection, &m, &next, user).await?;
                Ok((Rematch::Made(next.id()), Some((next, invited))))
            }
        }
    })
    .await?;
    drop(connection);
    app.hub.publish(Event::LetterOwed);
    match found {
        Rematch::Open(next) => lobby::join(app, next, user).await,
        Rematch::Made(next) => {
            if let Some((m, invited)) = made {
                news::seated(app, &m, Phase::Open, None);
                invited.into_iter().for_each(|user| news::invited(app, next, user));
            }
            Match::visible(&mut *app.db.get().await?, next, Some(user)).await
        }
        Rematch::None => Err(Refusal::NotFound("match")),
    }
}

fn wish(m: &Match) -> Result<Wish> {
    let options: Value = m.options()?;
    Ok(Wish {
        game: m.game().to_owned(),
        name: Some(m.name().to_owned()),
        options,
        seats: Some(m.seats()),
        seating: m.seating(),
        visibility: m.visibility(),
        pace: m.terms.pace,
        hours: m.terms.hours.clone(),
        vacation: Some(m.terms.vacation),
        on_lapse: m.on_lapse(),
        notes: m.takes_notes(),
        join: true,
    })
}

/// Invites the other players of a match to its rematch, and returns them. Deleted accounts are left out.
async fn invite_all(
    app: &App,
    connection: &mut Connection,
    m: &Match,
    next: &Match,
    user: UserId,
) -> Result<Vec<UserId>> {
    let mut invited = Vec::new();
    for player in m.players().iter().filter(|player| player.id != user) {
        if db::people::by_handle(connection, &player.handle).await?.is_some() {
            let whom = Whom::Handle(player.handle.clone());
            invited.extend(invite::store(app, connection, next, user, &whom).await?);
        }
    }
    Ok(invited)
}
