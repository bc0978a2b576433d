//! Answers to an invitation by the link of its email. The reader of the mail is the invited person, with an account or without.

use engine::SeedValue;

use super::brought::Given;
use super::open_matches;
use crate::address;
use crate::app::App;
use crate::db::people::{self, Changes, Person};
use crate::db::{self, Connection, invitations::InvitationRow};
use crate::ids::{InvitationId, UserId};
use crate::play::game::offers;
use crate::play::people::{names, sign_in};
use crate::play::telling::{links, news};
use crate::play::{InvitationAnswer, Match, Phase, Refusal, Result, refusal};
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
    /// The invited person, if they have an account.
    pub person: Option<Person>,
}

/// What the invited person says of themselves when they accept.
#[derive(Clone, Copy, Default, Debug)]
pub struct Introduction<'a> {
    /// The name for people, for a new account.
    pub name: Option<&'a str>,
    /// The IANA name of the time zone, for an account that does not have one yet.
    pub time_zone: Option<&'a str>,
    /// A value that is mixed into the seed of the match.
    pub seed_value: Option<SeedValue>,
}

/// The time zone of an account whose owner has not said one.
const UNSAID_ZONE: &str = "UTC";

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
            State::Refused => Some("You have declined the invitation, or left the match."),
            State::Withdrawn => Some("The invitation was withdrawn."),
            State::CalledOff => Some("The match was cancelled before it began."),
        }
    }
}

impl OpenedInvitation {
    /// Returns whether accepting makes an account, which can be given a name.
    pub fn asks_name(&self) -> bool {
        self.person.is_none()
    }

    /// Returns whether the account of the reader has no time zone of its own yet.
    pub fn asks_time_zone(&self) -> bool {
        self.person.as_ref().is_none_or(|person| person.time_zone == UNSAID_ZONE)
    }

    /// What the match waits for, for a person who has a seat.
    pub fn begins(&self) -> String {
        match usize::from(self.m.seats()).saturating_sub(self.m.players().len()) {
            0 => "It has begun.".to_owned(),
            1 => "It begins when one more player joins; an email tells you.".to_owned(),
            more => format!("It begins when {more} more players join; an email tells you."),
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
    let person = invitee(&mut connection, &invitation).await?;
    let user = person.as_ref().map(|person| person.id);
    let m = Match::get(&mut connection, invitation.match_id, user).await?;
    let state = match (m.phase(), invitation.answer) {
        (Phase::Cancelled, _) => State::CalledOff,
        _ if user.is_some_and(|user| m.has_player(user)) => State::Seated,
        (Phase::Running, _) if offers::free(&m).is_none() => State::Late,
        (Phase::Over, _) => State::Late,
        (Phase::Open | Phase::Running, None) => State::Open,
        (Phase::Open | Phase::Running, Some(InvitationAnswer::Withdrawn)) => State::Withdrawn,
        (Phase::Open | Phase::Running, Some(InvitationAnswer::Accepted | InvitationAnswer::Declined)) => State::Refused,
    };
    Ok(OpenedInvitation { invitation, m, state, person })
}

/// Takes the seat, with an account that is made now if there is none. If that is not possible, nothing changes, and [`find`] returns
/// the state that prevents it. Refuses a name and a time zone that cannot be had, by field, before anything changes.
pub async fn accept(app: &App, opened: &OpenedInvitation, introduction: Introduction<'_>) -> Result<()> {
    let OpenedInvitation { invitation, state, .. } = opened;
    if *state != State::Open {
        return Ok(());
    }
    let name = introduction.name.map(|name| names::own_name("name", name)).transpose()?;
    let time_zone = introduction.time_zone.map(names::time_zone).transpose()?;
    let Some(user) = account(app, invitation, name.as_deref(), time_zone).await? else { return Ok(()) };
    let given = Given { value: introduction.seed_value, cards: None };
    match open_matches::join_with(app, invitation.match_id, user, given).await {
        // Another player was faster.
        Ok(_) | Err(Refusal::Conflict(_) | Refusal::Forbidden(_) | Refusal::NotFound(_)) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// The account of the invited person, made now if there is none. A new one gets the name; the time zone is set where none has been
/// said before. The email of the start, which tells a deadline in that zone, is drawn later.
async fn account(
    app: &App,
    invitation: &InvitationRow,
    name: Option<&str>,
    time_zone: Option<&str>,
) -> Result<Option<UserId>> {
    let mut connection = app.db.get().await?;
    let known = invitee(&mut connection, invitation).await?;
    let user = match (&known, &invitation.address) {
        (Some(person), _) if person.blocked => return Err(refusal::blocked(app)),
        (Some(person), _) => person.id,
        (None, Some(address)) => sign_in::account_at(&mut connection, address, app.clock.now()).await?,
        (None, None) => return Ok(None),
    };
    let is_unsaid = known.as_ref().is_none_or(|person| person.time_zone == UNSAID_ZONE);
    let (name, time_zone) = (name.filter(|_| known.is_none()), time_zone.filter(|_| is_unsaid));
    if name.is_some() || time_zone.is_some() {
        people::change(&mut connection, user, &Changes { name, time_zone, ..Changes::default() }).await?;
    }
    Ok(Some(user))
}

/// Declines the invitation, if it is open.
pub async fn decline(app: &App, opened: &OpenedInvitation) -> Result<()> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    db::invitations::answer(&mut connection, &opened.invitation, (InvitationAnswer::Declined, None), now).await?;
    news::uninvited(app, &mut connection, opened.m.id(), opened.invitation.inviter).await;
    Ok(())
}

/// Declines this invitation and all further emails about invitations.
pub async fn stop(app: &App, token: &str) -> Result<()> {
    let OpenedInvitation { invitation, .. } = read(app, token).await?;
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    db::invitations::answer(&mut connection, &invitation, (InvitationAnswer::Declined, None), now).await?;
    news::uninvited(app, &mut connection, invitation.match_id, invitation.inviter).await;
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
