//! Changing one's address: asked for by a session, confirmed at both addresses.

use chrono::{DateTime, Duration, Utc};

use super::account;
use super::address::Address;
use super::caller::Caller;
use super::links::{self, Side};
use crate::app::App;
use crate::db::{Trouble, address_changes};
use crate::events::Event;
use crate::http::problem::{Answer, Kind, Problem};

/// How long the letters are good.
pub const LETTER_HOURS: i64 = 24;

/// Asks for a change. Nothing in the answer tells whether the new address has an account.
pub async fn ask(app: &App, caller: &Caller, address: &str) -> Answer<DateTime<Utc>> {
    caller.needs_session()?;
    let address = Address::read(address)?;
    let (mut connection, person) = account::present(app, caller).await?;
    if person.address.as_deref() == Some(address.as_str()) {
        return Err(Problem::field("address", "This is your address already."));
    }
    app.limits.letter(&address.mailbox(), person.id).map_err(Problem::rate_limited)?;
    let now = app.clock.now();
    let expires_at = now + Duration::hours(LETTER_HOURS);
    address_changes::ask(&mut connection, person.id, address.as_str(), now, expires_at).await?;
    app.hub.publish(Event::LetterOwed);
    Ok(expires_at)
}

/// A confirmation: at which side, and whether the address has been changed by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// Where it was confirmed.
    pub side: Side,
    /// Is it confirmed at both?
    pub done: bool,
}

/// Confirms a change with the token of a letter's link; the token is the proof, nobody needs to be signed in.
pub async fn confirm(app: &App, token: &str) -> Answer<Confirmation> {
    let (id, side) = links::open_address(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    match address_changes::confirm(&mut connection, id, side == Side::New, app.clock.now()).await {
        Ok(Some(confirmed)) => Ok(Confirmation { side, done: confirmed.done }),
        Ok(None) => Err(links::bad_code()),
        Err(Trouble::Taken(_)) => {
            let detail =
                "The new address has an account of its own. Ask for another address, or delete that account first.";
            Err(Problem::new(Kind::CONFLICT, detail).with("field", "address"))
        }
        Err(trouble) => Err(trouble.into()),
    }
}
