//! Invitations by a link, which can be sent by any messenger: the person who opens it first takes a seat.

use crate::app::App;
use crate::db;
use crate::db::invitations::InvitationRow;
use crate::ids::{InvitationId, MatchId, UserId};
use crate::play::game::offers;
use crate::play::lobby::{invite, open_matches};
use crate::play::telling::links;
use crate::play::{InvitationAnswer, Match, Phase, Refusal, Result};

/// The reason why a link that another person has taken cannot be used.
const USED: &str = "The link has been used: it is for one person.";

/// Makes a link to a match that has not started, or in which a seat is offered. It ends when it is taken or withdrawn.
pub async fn make(app: &App, id: MatchId, inviter: UserId) -> Result<()> {
    let mut connection = app.db.get().await?;
    let responsible = db::bots::responsible(&mut connection, inviter).await?;
    app.limits.invitation(responsible).map_err(Refusal::TooOften)?;
    db::transaction(&mut connection, async |connection| {
        invite::check(connection, id, inviter).await?;
        invite::check_number(connection, id, inviter).await?;
        let new = (InvitationId::new(), id, inviter);
        Ok(db::invitations::make_link(connection, new, app.clock.now()).await?)
    })
    .await
}

/// The invitation of a link and its match.
pub async fn read(app: &App, token: &str) -> Result<(InvitationRow, Match)> {
    let id = links::open_join(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    let found = db::invitations::find(&mut connection, id).await?;
    let invitation = found.filter(|found| found.link).ok_or(Refusal::NotFound("link"))?;
    let m = Match::get(&mut connection, invitation.match_id, None).await?;
    Ok((invitation, m))
}

/// The reason why the link cannot be used by this reader, in a sentence; `None` if it can.
pub fn reason(invitation: &InvitationRow, m: &Match, user: Option<UserId>) -> Option<&'static str> {
    match (m.phase(), invitation.answer) {
        (Phase::Cancelled, _) => Some("The match was cancelled before it began."),
        (_, Some(InvitationAnswer::Withdrawn)) => Some("The link was withdrawn."),
        (_, Some(InvitationAnswer::Accepted | InvitationAnswer::Declined)) => Some(USED),
        _ if invitation.user_id.is_some() && invitation.user_id != user => Some(USED),
        (Phase::Running, None) if offers::free(m).is_none() => Some("The match has started: every seat was taken."),
        (Phase::Over, None) => Some("The match is over."),
        (Phase::Open | Phase::Running, None) => None,
    }
}

/// Takes a seat by a link.
pub async fn take(app: &App, token: &str, user: UserId) -> Result<Match> {
    let (invitation, m) = read(app, token).await?;
    if m.has_player(user) {
        return Ok(m);
    }
    if let Some(reason) = reason(&invitation, &m, Some(user)) {
        return Err(Refusal::Conflict(reason.to_owned()));
    }
    // From now on it is an invitation of this person, who can still accept it if joining is refused for now.
    if !db::invitations::take_link(&mut *app.db.get().await?, &invitation, user).await? {
        return Err(Refusal::Conflict(USED.to_owned()));
    }
    open_matches::join(app, m.id(), user).await
}
