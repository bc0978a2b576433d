//! A list of the matches that wait for a person, sent again to an address: for people who have lost an email.

use super::sign_in;
use crate::address::Address;
use crate::app::App;
use crate::db;
use crate::events::Event;
use crate::limits::Asker;
use crate::play::Result;
use crate::play::refusal::Refusal;

/// Owes one email with every match that waits for the reader of this address. The response is the same if there is no account. Counted
/// like a sign-in email.
pub async fn ask(app: &App, address: &str, from: Asker) -> Result<()> {
    let address = Address::read(address)?;
    app.limits.sign_in(&address.mailbox(), from).map_err(Refusal::TooOften)?;
    let mut connection = app.db.get().await?;
    let known = sign_in::is_known(app, &mut connection, &address, from).await?;
    if sign_in::has_room(app, &address, known) {
        db::emails::owe_matches(&mut connection, address.as_str(), app.clock.now()).await?;
        app.hub.publish(Event::EmailOwed);
    }
    Ok(())
}
