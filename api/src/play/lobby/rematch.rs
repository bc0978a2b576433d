//! Rematches: the same people play the same game again.

use serde_json::Value;

use super::invite::{self, Whom};
use super::open_matches::{self, Wish};
use crate::app::App;
use crate::db::{self, Connection, rematches};
use crate::events::Event;
use crate::ids::{MatchId, UserId};
use crate::play::telling::news;
use crate::play::{Match, Phase, Refusal, Result};

/// Returns the rematch of a match that is over, if there is one. One that was cancelled does not count.
pub async fn find(connection: &mut Connection, m: &Match, user: UserId) -> Result<Option<Match>> {
    let Some(next) = rematches::find(connection, m.id()).await? else { return Ok(None) };
    let next = Match::find(connection, next, Some(user)).await?;
    Ok(next.filter(|next| next.phase() != Phase::Cancelled))
}

/// Returns whether a player of the first match can still join this rematch.
pub fn is_open_to(next: &Match, user: UserId) -> bool {
    next.phase() == Phase::Open && !next.has_player(user)
}

/// Takes a player of a match that is over to its rematch: one that waits for players is joined, and if there is none, it is made, with the
/// same game, options, clock and visibility, its computer players take seats, and all others who still have an account are
/// invited.
pub async fn play_again(app: &App, id: MatchId, user: UserId) -> Result<Match> {
    let mut connection = app.db.get().await?;
    let m = Match::visible(&mut connection, id, Some(user)).await?;
    drop(connection);
    // Refused only if there is none yet to join.
    let new = open_matches::check(app, user, wish(&m)?).await;
    let mut connection = app.db.get().await?;
    let (next, invited) = db::transaction(&mut connection, async |connection| {
        // Of two players at once, the later one finds the match of the earlier one.
        db::matches::lock(connection, id).await?;
        let m = Match::visible(connection, id, Some(user)).await?;
        if !m.has_player(user) {
            return Err(Refusal::Forbidden("A rematch is for the players of a match."));
        }
        if m.phase() != Phase::Over {
            return Err(Refusal::Conflict("A rematch is possible once the match is over.".to_owned()));
        }
        if let Some(next) = find(connection, &m, user).await? {
            return Ok((next, None));
        }
        let next = open_matches::insert(app, connection, user, MatchId::new(), new?).await?;
        rematches::store(connection, id, next.id()).await?;
        let invited = invite_all(app, connection, &m, &next, user).await?;
        Ok((next, Some(invited)))
    })
    .await?;
    drop(connection);
    match invited {
        Some(invited) => {
            app.hub.publish(Event::EmailOwed);
            news::publish_seats(app, &next, Phase::Open, None);
            invited.into_iter().for_each(|user| news::publish_invitation(app, next.id(), user));
            Ok(next)
        }
        None if !next.is_visible_to(Some(user)) => Err(Refusal::Conflict(
            "The rematch is private, and you are no longer invited. Ask one of its players to invite you.".to_owned(),
        )),
        None if is_open_to(&next, user) => open_matches::join(app, next.id(), user).await,
        None => Ok(next),
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
        computers: m.players().iter().filter_map(|player| player.computer).collect(),
        computer_pace: m.computer_pace(),
        rated: (m.rated().is_none()).then_some(false),
        past: None,
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
    let responsible = db::bots::responsible(connection, user).await?;
    let mut invited = Vec::new();
    for player in m.players().iter().filter(|player| player.id != user && player.computer.is_none()) {
        if db::people::by_handle(connection, &player.handle).await?.is_some() {
            let whom = Whom::Handle(player.handle.clone());
            invited.extend(invite::store(app, connection, next, (user, responsible), &whom).await?);
        }
    }
    Ok(invited)
}
