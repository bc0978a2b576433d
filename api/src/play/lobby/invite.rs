//! Invitations: by handle to a player with an account, or to any email address.

use crate::address::{self, Address};
use crate::app::App;
use crate::db::invitations::{InvitationRow, Invitee, Part};
use crate::db::{self, Connection};
use crate::events::Event;
use crate::ids::{InvitationId, MatchId, UserId};
use crate::play::game::{computers, offers};
use crate::play::people::names;
use crate::play::telling::news;
use crate::play::{InvitationAnswer, Match, Phase, Refusal, Result};

/// The person to invite.
#[derive(Clone, Debug)]
pub enum Whom {
    /// By handle.
    Handle(String),
    /// By email address.
    Address(Address),
}

impl Whom {
    /// Reads an email address, if the text has an @ inside, else a handle.
    pub fn read(text: &str) -> Result<Whom> {
        let text = text.trim();
        if text.contains('@') && !text.starts_with('@') {
            return Ok(Whom::Address(Address::read(text)?));
        }
        Ok(Whom::Handle(names::handle(text.trim_start_matches('@'))?))
    }
}

/// At most this many invitations of one player to one match are kept, answered or not.
const MAX: i64 = 100;

/// Stores an invitation to this match, in a transaction that holds it, and returns the invited person, if there is an account. Publish it
/// once it is committed. Emails count for the person who is responsible for the inviter. Where a limit forbids the email, the invitation stands without one, and the result does not tell.
pub(in crate::play) async fn store(
    app: &App,
    connection: &mut Connection,
    m: &Match,
    (inviter, responsible): (UserId, UserId),
    whom: &Whom,
) -> Result<Option<UserId>> {
    let (invitee, mailbox) = match whom {
        Whom::Handle(handle) => {
            let unknown = || Refusal::Field("handle", "There is no player with this handle.".to_owned());
            let person = db::people::by_handle(connection, handle).await?.ok_or_else(unknown)?;
            if computers::is_account(person.id) {
                let why = "Computer players cannot be invited: the creator of the match seats them.";
                return Err(Refusal::Field("handle", why.to_owned()));
            }
            if m.has_player(person.id) {
                return Err(Refusal::Conflict("This player already has a seat.".to_owned()));
            }
            (Invitee::User(person.id), address::mailbox(&person.address.unwrap_or_default()))
        }
        Whom::Address(address) => (Invitee::Address(address.as_str()), address.mailbox()),
    };
    check_number(connection, m.id(), inviter).await?;
    let id = InvitationId::new();
    let is_owed = db::invitations::invite(connection, (id, m.id(), inviter), invitee, app.clock.now()).await?;
    // Counted here, because only invitations with an email count.
    if is_owed && !app.limits.email(&mailbox, responsible) {
        tracing::warn!(inviter = %inviter.0, "sent no invitation email: limit reached");
        db::invitations::keep_email_back(connection, m.id(), id).await?;
    }
    match invitee {
        Invitee::User(user) => Ok(Some(user)),
        Invitee::Address(address) => {
            Ok(db::people::at(connection, address).await?.filter(|person| !person.deleted).map(|person| person.id))
        }
    }
}

/// Locks a match to which this player is about to invite, or refuses.
pub(super) async fn check(connection: &mut Connection, id: MatchId, inviter: UserId) -> Result<Match> {
    // Of two invitations at once, the later statement sees the earlier invitation.
    db::matches::lock(connection, id).await?;
    let m = Match::visible(connection, id, Some(inviter)).await?;
    if m.creator() != inviter && !m.has_player(inviter) {
        return Err(Refusal::Forbidden("Only the players and the creator of the match can invite."));
    }
    if m.phase() != Phase::Open && offers::free(&m).is_none() {
        return Err(Refusal::Conflict("The match has started or was cancelled.".to_owned()));
    }
    Ok(m)
}

/// Refuses one more invitation of a player to a match than are kept.
pub(super) async fn check_number(connection: &mut Connection, id: MatchId, inviter: UserId) -> Result<()> {
    if db::invitations::count(connection, id, inviter).await? >= MAX {
        let why = format!("You have already sent {MAX} invitations to this match, the maximum.");
        return Err(Refusal::Conflict(why));
    }
    Ok(())
}

/// Invites a person to a match that has not started, or in which a seat is offered. Inviting twice changes nothing.
pub async fn invite(app: &App, id: MatchId, inviter: UserId, whom: &Whom) -> Result<()> {
    let mut connection = app.db.get().await?;
    let responsible = db::bots::responsible(&mut connection, inviter).await?;
    app.limits.invitation(responsible).map_err(Refusal::TooOften)?;
    let invited = db::transaction(&mut connection, async |connection| {
        let m = check(connection, id, inviter).await?;
        store(app, connection, &m, (inviter, responsible), whom).await
    })
    .await?;
    app.hub.publish(Event::EmailOwed);
    if let Some(user) = invited {
        news::publish_invitation(app, id, user);
    }
    Ok(())
}

/// The invitations to a match, for its players and its creator: a part of the list.
pub async fn of_match(app: &App, id: MatchId, user: UserId, part: Part) -> Result<Vec<InvitationRow>> {
    let mut connection = app.db.get().await?;
    let m = Match::get(&mut connection, id, Some(user)).await?;
    if m.creator() != user && !m.has_player(user) {
        let known = m.is_visible_to(Some(user));
        return Err(if known {
            Refusal::Forbidden("Only the players and the creator of the match can see its invitations.")
        } else {
            Refusal::NotFound("match")
        });
    }
    let mut list = db::invitations::of_match(&mut connection, id, part).await?;
    // Only the sender of an invitation may see its address.
    for invitation in list.iter_mut().filter(|invitation| invitation.inviter != user) {
        invitation.address = invitation.address.take().map(|_| "(an address)".to_owned());
    }
    Ok(list)
}

/// Takes the seat that the invitation offers.
pub async fn accept(app: &App, id: InvitationId, user: UserId) -> Result<Match> {
    let invitation = own(app, id, user).await?;
    super::open_matches::join(app, invitation.match_id, user).await
}

/// The maximum number of characters of a reason.
const MAX_REASON: usize = 200;

/// Declines an invitation, with a reason if the player gives one.
pub async fn decline(app: &App, id: InvitationId, user: UserId, reason: Option<&str>) -> Result<()> {
    let reason = reason.map(|reason| names::title("reason", reason, MAX_REASON)).transpose()?;
    let invitation = own(app, id, user).await?;
    answer(app, &invitation, (InvitationAnswer::Declined, reason.as_deref())).await
}

/// Withdraws an invitation. Only its sender can.
pub async fn withdraw(app: &App, id: InvitationId, user: UserId) -> Result<()> {
    let mut connection = app.db.get().await?;
    let found = db::invitations::find(&mut connection, id).await?;
    drop(connection);
    let own = found.filter(|invitation| invitation.inviter == user).ok_or(Refusal::NotFound("invitation"))?;
    answer(app, &own, (InvitationAnswer::Withdrawn, None)).await
}

async fn answer(app: &App, invitation: &InvitationRow, answer: (InvitationAnswer, Option<&str>)) -> Result<()> {
    let mut connection = app.db.get().await?;
    if db::invitations::answer(&mut connection, invitation, answer, app.clock.now()).await? {
        news::uninvited(app, &mut connection, invitation.match_id, invitation.inviter).await;
        Ok(())
    } else {
        Err(Refusal::Conflict("The invitation has already been answered.".to_owned()))
    }
}

/// The invitation, if it is to this user and still open.
async fn own(app: &App, id: InvitationId, user: UserId) -> Result<InvitationRow> {
    let mut connection = app.db.get().await?;
    let found = db::invitations::find(&mut connection, id).await?.ok_or(Refusal::NotFound("invitation"))?;
    if !db::invitations::is_invitee(&mut connection, &found, user).await? {
        return Err(Refusal::NotFound("invitation"));
    }
    match found.answer {
        None => Ok(found),
        Some(answer) => Err(Refusal::Conflict(format!("The invitation is already {}.", answer.name()))),
    }
}
