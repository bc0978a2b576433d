//! Draws the emails without which a person cannot get into their account.

use super::drawn::{Drawn, link};
use crate::app::App;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::{Connection, address_changes, people, sign_ins};
use crate::mail::{AccountBlocked, ConfirmAddress, Email, RegistrationClosed, SignIn};
use crate::play;
use crate::play::telling::links::{self, Side};

pub(super) async fn sign_in(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let About::SignIn(id) = row.about else { return Ok(None) };
    let now = app.clock.now();
    let found = sign_ins::sign_in(connection, id).await?;
    let Some(asked) = found.filter(|asked| asked.used_at.is_none() && asked.expires_at > now) else { return Ok(None) };
    let person = people::at(connection, &asked.address).await?;
    let host = || app.config.host_address.as_ref().map(ToString::to_string);
    let email: Box<dyn Email> = if !play::people::sign_in::may_come_in(app, connection, &asked.address).await? {
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
    Ok(Some(Drawn::to_address(asked.address, email)))
}

pub(super) async fn confirm_address(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
) -> play::Result<Option<Drawn>> {
    let About::AddressChange(id, side) = row.about else { return Ok(None) };
    let (at_new, now) = (side == Side::New, app.clock.now());
    let Some(change) = address_changes::address_change(connection, id).await? else { return Ok(None) };
    let confirmed = if at_new { change.new_confirmed_at } else { change.old_confirmed_at };
    if confirmed.is_some() || change.expires_at <= now || !change.newest {
        return Ok(None);
    }
    let email = ConfirmAddress {
        new: change.new_address.clone(),
        at_new,
        link: link(app, &links::confirm_address_path(&app.secrets, id, side))?,
        valid_for: change.expires_at - now,
    };
    let address = if at_new { change.new_address } else { change.old_address };
    Ok(Some(Drawn::to_address(address, Box::new(email))))
}
