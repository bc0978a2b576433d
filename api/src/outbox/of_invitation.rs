//! Draws invitations.

use super::drawn::{Drawn, link, rules_link, stops};
use crate::address;
use crate::app::App;
use crate::brief::how_to_begin;
use crate::category::Category;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::people::{self, Person};
use crate::db::{self, Connection};
use crate::ids::InvitationId;
use crate::mail::{Email, Invitation};
use crate::play::matches::settings;
use crate::play::telling::links;
use crate::play::telling::reply::Key;
use crate::play::{self, Match, Phase};
use crate::secrets::hash;

pub(super) async fn invitation(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let About::Invitation(id) = row.about else { return Ok(None) };
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
        how: if person.is_none() { how_to_begin(m.rules.info()) } else { Vec::new() },
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
    let stop_key = person.as_ref().map(|person| stops(person.id, Category::Invitations));
    let name = person.map(|person| person.name).unwrap_or_default();
    let key = takes_replies.then_some(Key::Invitation(id));
    Drawn { name, address, email, stop: Some(stop), stop_key, key, in_reply_to: None }
}
