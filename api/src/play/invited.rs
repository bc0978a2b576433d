//! Answers to an invitation by the link of its letter. The reader of the mail is the invited person, with an account or without.

use super::{InvitationAnswer, Match, Phase, Refusal, Result, links, lobby, names, offers, sign_in};
use crate::address;
use crate::app::App;
use crate::db::people::{self, Changes, Person};
use crate::db::{self, Connection, invitations::InvitationRow};
use crate::ids::{InvitationId, UserId};
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

/// The invited person, if they have an account.
pub async fn invitee(connection: &mut Connection, invitation: &InvitationRow) -> db::Result<Option<Person>> {
    match (invitation.user_id, &invitation.address) {
        (Some(user), _) => people::person(connection, user).await,
        (None, Some(address)) => people::at(connection, address).await,
        (None, None) => Ok(None),
    }
}

impl State {
    /// The reason why the invitation cannot be accepted, in a sentence; `None` if it can, or if its person has a seat.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            State::Open | State::Seated => None,
            State::Late => Some("The match has started: every seat was taken."),
            State::Refused => Some("You have declined, or given your seat back."),
            State::Withdrawn => Some("The invitation has been taken back."),
            State::CalledOff => Some("The match was called off before it began."),
        }
    }
}

impl OpenedInvitation {
    /// What the match waits for, for a person who has a seat.
    pub fn begins(&self) -> String {
        match usize::from(self.m.seats()).saturating_sub(self.m.players().len()) {
            0 => "It has begun.".to_owned(),
            1 => "It begins when one more player has accepted; a letter tells you.".to_owned(),
            more => format!("It begins when {more} more players have accepted; a letter tells you."),
        }
    }
}

/// The invitation of a token, its match and its state.
pub async fn read(app: &App, token: &str) -> Result<OpenedInvitation> {
    find(app, links::open_invitation(&app.secrets, token)?).await
}

/// The same of an id that only the invited person knows by its key.
pub async fn find(app: &App, id: InvitationId) -> Result<OpenedInvitation> {
    let mut connection = app.db.get().await?;
    let found = db::invitations::latest(&mut connection, id).await?;
    let invitation = found.ok_or(Refusal::NotFound("link"))?;
    let user = invitee(&mut connection, &invitation).await?.map(|person| person.id);
    let row = db::matches::find(&mut connection, invitation.match_id, user).await?;
    let m = Match::new(row.ok_or(Refusal::NotFound("match"))?)?;
    let state = match (m.phase(), invitation.answer) {
        (Phase::Cancelled, _) => State::CalledOff,
        _ if user.is_some_and(|user| m.has_player(user)) => State::Seated,
        (Phase::Running, _) if offers::free(&m).is_none() => State::Late,
        (Phase::Over, _) => State::Late,
        (Phase::Open | Phase::Running, None) => State::Open,
        (Phase::Open | Phase::Running, Some(InvitationAnswer::Withdrawn)) => State::Withdrawn,
        (Phase::Open | Phase::Running, Some(InvitationAnswer::Accepted | InvitationAnswer::Declined)) => State::Refused,
    };
    Ok(OpenedInvitation { invitation, m, state })
}

/// Takes the seat, with an account that is made now if there is none; it gets this name, if there is one. If that is not possible,
/// nothing changes, and [`find`] returns the state that prevents it.
pub async fn accept(app: &App, opened: &OpenedInvitation, name: Option<&str>) -> Result<()> {
    let OpenedInvitation { invitation, state, .. } = opened;
    if *state != State::Open {
        return Ok(());
    }
    let name = name.map(|name| names::name("name", name)).transpose()?;
    let user = match (invitation.user_id, &invitation.address) {
        (Some(user), _) => user,
        (None, Some(address)) => newcomer(app, address, name.as_deref()).await?,
        (None, None) => return Ok(()),
    };
    match lobby::join(app, invitation.match_id, user).await {
        // Another player was faster.
        Ok(_) | Err(Refusal::Conflict(_) | Refusal::Forbidden(_) | Refusal::NotFound(_)) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// The account at this address, made now with this name if there is none.
async fn newcomer(app: &App, address: &str, name: Option<&str>) -> Result<UserId> {
    let mut connection = app.db.get().await?;
    let known = people::at(&mut connection, address).await?.is_some();
    let user = sign_in::account_at(&mut connection, address, app.clock.now()).await?;
    if !known && name.is_some() {
        people::change(&mut connection, user, &Changes { name, ..Changes::default() }).await?;
    }
    Ok(user)
}

/// Declines the invitation, if it is open.
pub async fn decline(app: &App, opened: &OpenedInvitation) -> Result<()> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    db::invitations::answer(&mut connection, &opened.invitation, InvitationAnswer::Declined, now).await?;
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
