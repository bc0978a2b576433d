//! Changes of address: asked for in a session, confirmed at both addresses.

use chrono::{DateTime, Duration, Utc};

use super::account;
use super::caller::Caller;
use crate::address::Address;
use crate::app::App;
use crate::db::{Trouble, address_changes};
use crate::events::Event;
use crate::play::telling::links::{self, Side};
use crate::play::{Refusal, Result};

/// The lifetime of the links in the emails, in hours.
pub const EMAIL_HOURS: i64 = 24;

/// Asks for a change. Nothing in the response tells whether the new address has an account, or has had as many emails as it may get: then
/// nothing is sent.
pub async fn ask(app: &App, caller: &Caller, address: &str) -> Result<DateTime<Utc>> {
    caller.needs_session()?;
    let address = Address::read(address)?;
    let (mut connection, person) = account::present(app, caller).await?;
    if person.address.as_deref() == Some(address.as_str()) {
        return Err(Refusal::Field("address", "This is already your email address.".to_owned()));
    }
    app.limits.address_change(person.id).map_err(Refusal::TooOften)?;
    let now = app.clock.now();
    let expires_at = now + Duration::hours(EMAIL_HOURS);
    if !app.limits.address_email(&address.mailbox()) {
        tracing::warn!("did not start a change of email address: too many emails to the new address");
        return Ok(expires_at);
    }
    address_changes::ask(&mut connection, person.id, address.as_str(), now, expires_at).await?;
    app.hub.publish(Event::AccessEmailOwed);
    Ok(expires_at)
}

/// A confirmation of a change of address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// The address at which it was confirmed.
    pub side: Side,
    /// True if it is confirmed at both, so that the address is changed.
    pub done: bool,
}

/// Confirms a change with the token of an email's link. The token is the proof; no session is needed.
pub async fn confirm(app: &App, token: &str) -> Result<Confirmation> {
    let (id, side) = links::open_address(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    match address_changes::confirm(&mut connection, id, side == Side::New, app.clock.now()).await {
        Ok(Some(confirmed)) => Ok(Confirmation { side, done: confirmed.done }),
        Ok(None) => Err(Refusal::BadCode),
        Err(Trouble::Taken(_)) => {
            let why = "The new address already has an account. Use another address, or delete that account first.";
            Err(Refusal::Taken("address", why))
        }
        Err(trouble) => Err(trouble.into()),
    }
}
