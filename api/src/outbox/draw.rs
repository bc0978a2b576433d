//! Draws an email that is owed, from the present state as its reader may see it, unless the email is moot.

use chrono::{DateTime, Utc};
use engine::Seat;

use super::{auto_replies, last_auto_reply, of_host, of_match, of_person, of_proposal, of_seat};
use crate::address;
use crate::app::App;
use crate::category::Category;
use crate::db::due_emails::EmailRow;
use crate::db::people::{self, Person};
use crate::db::{self, Connection, address_changes, sign_ins};
use crate::ids::{AddressChangeId, InvitationId, SignInId};
use crate::mail::{AccountBlocked, ConfirmAddress, Email, Invitation, LastAutoReply, Link, RegistrationClosed, SignIn};
use crate::play::links::{self, Side};
use crate::play::reply::Key;
use crate::play::{self, EmailKind, Match, Phase, Refusal, settings};
use crate::secrets::hash;

/// An email as it is to be sent.
pub(super) struct Drawn {
    /// The name of the reader; empty if it is not known.
    pub(super) name: String,
    /// The email address.
    pub(super) address: String,
    /// The email.
    pub(super) email: Box<dyn Email>,
    /// The path that stops emails of its kind, if they can be.
    pub(super) stop: Option<String>,
    /// The effect of a reply to the email; none if it has no address for replies.
    pub(super) key: Option<Key>,
    /// The Message-ID of the message that it replies to; empty if that has none.
    pub(super) answers: Option<String>,
}

/// Draws an email; nothing if it is moot, or if the account of its reader is blocked.
pub(super) async fn draw(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    if row.blocked {
        return Ok(None);
    }
    let now = app.clock.now();
    let message = auto_replies::message(connection, row).await?;
    let drawn = match row.kind {
        EmailKind::SignIn => sign_in(app, connection, row, now).await,
        EmailKind::ConfirmAddress => confirm_address(app, connection, row, now).await,
        EmailKind::Invitation => invitation(app, connection, row).await,
        EmailKind::InvitationAnswered => {
            auto_replies::invitation_answered(app, connection, row, message.as_ref()).await
        }
        EmailKind::MatchStarted => of_match::started(app, connection, row).await,
        EmailKind::YourTurn => of_match::your_turn(app, connection, row).await,
        EmailKind::Reminder => of_match::reminder(app, connection, row).await,
        EmailKind::MatchOver => of_match::over(app, connection, row).await,
        EmailKind::MovePlayed => auto_replies::move_played(app, connection, row).await,
        EmailKind::MoveRefused => auto_replies::move_refused(app, connection, row, message.as_ref()).await,
        EmailKind::EmailsOff => of_person::emails_off(app, connection, row).await,
        EmailKind::HookOff => of_person::hook_off(app, connection, row).await,
        EmailKind::Report => of_host::report(app, connection, row).await,
        EmailKind::AccountNotice => of_person::account_notice(app, connection, row).await,
        EmailKind::EmailsBounce => of_match::emails_bounce(app, connection, row).await,
        EmailKind::Lapsed => of_match::lapsed(app, connection, row).await,
        EmailKind::SeatOffered => of_seat::offered(app, connection, row).await,
        EmailKind::SeatTaken => of_seat::taken(app, connection, row).await,
        EmailKind::StillPlaying => of_match::still_playing(app, connection, row).await,
        EmailKind::Proposal => of_proposal::proposal(app, connection, row, message.as_ref()).await,
        EmailKind::ProposalAnswered => of_proposal::answered(app, connection, row).await,
        EmailKind::YourMatches | EmailKind::TurnList | EmailKind::Digest => {
            of_person::your_matches(app, connection, row, message.as_ref()).await
        }
        EmailKind::SeatIdle => of_seat::idle(app, connection, row).await,
        EmailKind::ReplyHeld => auto_replies::reply_held(app, connection, row, message.as_ref()).await,
    };
    let Some(drawn) = drawn? else { return Ok(None) };
    let Some(message) = message else { return Ok(Some(drawn)) };
    let email: Box<dyn Email> = match last_auto_reply::words(connection, row, &message, now).await? {
        Some(words) => Box::new(LastAutoReply { email: drawn.email, words }),
        None => drawn.email,
    };
    Ok(Some(Drawn { email, answers: Some(message.message_id.unwrap_or_default()), ..drawn }))
}

pub(super) fn link(app: &App, path: &str) -> play::Result<Link> {
    Link::new(app.url(path)).map_err(|why| Refusal::Broken(why.to_string()))
}

/// An email to a person with an account, at this address, with the effect of a reply to it.
pub(super) fn to_person(
    app: &App,
    person: Person,
    address: String,
    email: impl Email + 'static,
    key: Option<Key>,
) -> Drawn {
    let stop = email.category().map(|category| links::unsubscribe_path(&app.secrets, person.id, category));
    Drawn { name: person.name, address, email: Box::new(email), stop, key, answers: None }
}

/// The match that an email is about and its reader, with the reader's address; nothing if the reader's account is deleted, or emails to
/// the reader bounce.
pub(super) async fn match_and_reader(
    connection: &mut Connection,
    row: &EmailRow,
) -> play::Result<Option<(Match, Person, String)>> {
    let (Some(id), Some(user)) = (row.match_id, row.user_id) else { return Ok(None) };
    let Some(person) = people::person(connection, user).await? else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    // A message shows that its sender reads email.
    if person.unreachable_since.is_some() && row.answers.is_none() {
        return Ok(None);
    }
    let Some(m) = Match::find(connection, id, Some(user)).await? else { return Ok(None) };
    Ok(Some((m, person, address)))
}

/// The page of the rules of a match.
pub(super) fn rules_link(app: &App, m: &Match) -> play::Result<Link> {
    link(app, &format!("/games/{}", m.game()))
}

async fn sign_in(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    now: DateTime<Utc>,
) -> play::Result<Option<Drawn>> {
    let Some(id) = row.about.map(SignInId) else { return Ok(None) };
    let found = sign_ins::sign_in(connection, id).await?;
    let Some(asked) = found.filter(|asked| asked.used_at.is_none() && asked.expires_at > now) else { return Ok(None) };
    let person = people::at(connection, &asked.address).await?;
    let host = || app.config.host_address.as_ref().map(ToString::to_string);
    let email: Box<dyn Email> = if !play::sign_in::may_come_in(app, connection, &asked.address).await? {
        Box::new(RegistrationClosed { host: host() })
    } else if person.is_some_and(|person| person.blocked) {
        Box::new(AccountBlocked { host: host() })
    } else {
        Box::new(SignIn {
            code: app.secrets.code(id.0).to_string(),
            link: link(app, &links::sign_in_path(&app.secrets, id))?,
            valid_for: asked.expires_at - now,
        })
    };
    Ok(Some(Drawn { name: String::new(), address: asked.address, email, stop: None, key: None, answers: None }))
}

async fn confirm_address(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    now: DateTime<Utc>,
) -> play::Result<Option<Drawn>> {
    let (Some(id), at_new) = (row.about.map(AddressChangeId), row.seat == Some(Seat(1))) else { return Ok(None) };
    let Some(change) = address_changes::address_change(connection, id).await? else { return Ok(None) };
    let confirmed = if at_new { change.new_confirmed_at } else { change.old_confirmed_at };
    if confirmed.is_some() || change.expires_at <= now || !change.newest {
        return Ok(None);
    }
    let side = if at_new { Side::New } else { Side::Old };
    let email = ConfirmAddress {
        new: change.new_address.clone(),
        at_new,
        link: link(app, &links::confirm_address_path(&app.secrets, id, side))?,
        valid_for: change.expires_at - now,
    };
    let address = if at_new { change.new_address } else { change.old_address };
    Ok(Some(Drawn { name: String::new(), address, email: Box::new(email), stop: None, key: None, answers: None }))
}

async fn invitation(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(id) = row.about.map(InvitationId) else { return Ok(None) };
    let Some(invited) = db::invitations::find(connection, id).await? else { return Ok(None) };
    if invited.answer.is_some() {
        return Ok(None);
    }
    // The settings of an account hold also when its person is invited by address.
    let person = match (invited.user_id, &invited.address) {
        (Some(user), _) => people::person(connection, user).await?,
        (None, Some(address)) => people::at(connection, address).await?,
        (None, None) => None,
    };
    let address = match (&person, invited.address) {
        (Some(person), _) if person.blocked || !person.mail_invitations || person.unreachable_since.is_some() => {
            return Ok(None);
        }
        (Some(person), _) => person.address.clone(),
        (None, address) => address,
    };
    let Some(address) = address else { return Ok(None) };
    if person.is_none() && db::invitations::refuses_all(connection, &hash(&address::mailbox(&address))).await? {
        return Ok(None);
    }
    let Some(m) = Match::find(connection, invited.match_id, None).await? else { return Ok(None) };
    if m.phase() != Phase::Open && m.offered().is_empty() {
        return Ok(None);
    }
    let email = Invitation {
        from_name: invited.inviter_name,
        reader: person.as_ref().map(|person| person.name.clone()),
        game: m.rules.info().name.to_owned(),
        summary: m.rules.info().summary.to_owned(),
        title: m.name().to_owned(),
        settings: settings::sentences(&m)?,
        link: link(app, &links::invitation_path(&app.secrets, id))?,
        rules: rules_link(app, &m)?,
        account: person.is_some(),
    };
    Ok(Some(to_invitee(app, id, person, address, Box::new(email), true)))
}

/// An email about an invitation, to the account of the person if there is one.
pub(super) fn to_invitee(
    app: &App,
    id: InvitationId,
    person: Option<Person>,
    address: String,
    email: Box<dyn Email>,
    takes_replies: bool,
) -> Drawn {
    let stop = match &person {
        Some(person) => links::unsubscribe_path(&app.secrets, person.id, Category::Invitations),
        None => links::refuse_invitations_path(&app.secrets, id),
    };
    let name = person.map(|person| person.name).unwrap_or_default();
    let key = takes_replies.then_some(Key::Invitation(id));
    Drawn { name, address, email, stop: Some(stop), key, answers: None }
}
