//! Answers to an invitation by the link of its letter. The reader of the mail is the invited person, with an account or without.

use super::{InvitationAnswer, Match, Phase, Refusal, Result, links, lobby, sign_in};
use crate::address;
use crate::app::App;
use crate::db::people::{self, Changes, Person};
use crate::db::{self, Connection, invitations::InvitationRow};
use crate::secrets::hash;

/// The state of an invitation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It waits for an answer.
    Open,
    /// The invited person has a seat.
    Seated,
    /// The match has started without the invited person.
    Late,
    /// The invited person declined, or gave the seat back.
    Refused,
    /// The inviter took it back.
    Withdrawn,
    /// The match was cancelled.
    CalledOff,
}

/// An invitation that a link has opened.
pub struct OpenedInvitation {
    /// The invitation: the latest of this person to this match.
    pub invitation: InvitationRow,
    /// The match.
    pub m: Match,
    /// Its state.
    pub state: State,
}

async fn invitee(connection: &mut Connection, invitation: &InvitationRow) -> db::Result<Option<Person>> {
    match (invitation.user_id, &invitation.address) {
        (Some(user), _) => people::person(connection, user).await,
        (None, Some(address)) => people::at(connection, address).await,
        (None, None) => Ok(None),
    }
}

/// The invitation of a token, its match and its state.
pub async fn read(app: &App, token: &str) -> Result<OpenedInvitation> {
    let id = links::open_invitation(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    let found = db::invitations::latest(&mut connection, id).await?;
    let invitation = found.ok_or(Refusal::NotFound("link"))?;
    let user = invitee(&mut connection, &invitation).await?.map(|person| person.id);
    let row = db::matches::find(&mut connection, invitation.match_id, user).await?;
    let m = Match::new(row.ok_or(Refusal::NotFound("match"))?)?;
    let state = match (m.phase(), invitation.answer) {
        (Phase::Cancelled, _) => State::CalledOff,
        _ if user.is_some_and(|user| m.has_player(user)) => State::Seated,
        (Phase::Running | Phase::Over, _) => State::Late,
        (Phase::Open, None) => State::Open,
        (Phase::Open, Some(InvitationAnswer::Withdrawn)) => State::Withdrawn,
        (Phase::Open, Some(InvitationAnswer::Accepted | InvitationAnswer::Declined)) => State::Refused,
    };
    Ok(OpenedInvitation { invitation, m, state })
}

/// Takes the seat, with an account that is made now if there is none. If that is not possible, nothing changes, and
/// [`read`] returns the state that prevents it.
pub async fn accept(app: &App, token: &str) -> Result<()> {
    let OpenedInvitation { invitation, state, .. } = read(app, token).await?;
    if state != State::Open {
        return Ok(());
    }
    let user = match (invitation.user_id, &invitation.address) {
        (Some(user), _) => user,
        (None, Some(address)) => sign_in::account_at(&mut *app.db.get().await?, address, app.clock.now()).await?,
        (None, None) => return Ok(()),
    };
    match lobby::join(app, invitation.match_id, user).await {
        // Another player was faster.
        Ok(_) | Err(Refusal::Conflict(_) | Refusal::Forbidden(_) | Refusal::NotFound(_)) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// Declines the invitation, if it is open.
pub async fn decline(app: &App, token: &str) -> Result<()> {
    let OpenedInvitation { invitation, .. } = read(app, token).await?;
    db::invitations::answer(&mut *app.db.get().await?, &invitation, InvitationAnswer::Declined, app.clock.now())
        .await?;
    Ok(())
}

/// Declines this invitation and all further letters about invitations.
pub async fn stop(app: &App, token: &str) -> Result<()> {
    let OpenedInvitation { invitation, .. } = read(app, token).await?;
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    db::invitations::answer(&mut connection, &invitation, InvitationAnswer::Declined, now).await?;
    match (invitee(&mut connection, &invitation).await?, invitation.address) {
        (Some(person), _) => {
            let changes = Changes { mail_invitations: Some(false), ..Changes::default() };
            people::change(&mut connection, person.id, &changes).await?;
        }
        (None, Some(address)) => {
            db::invitations::refuse_all(&mut connection, &hash(&address::mailbox(&address)), now).await?;
        }
        (None, None) => {}
    }
    Ok(())
}
