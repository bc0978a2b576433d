//! A list of the matches that wait for a person, sent again to an address: for people who have lost a letter.

use super::Result;
use super::refusal::Refusal;
use crate::address::Address;
use crate::app::App;
use crate::db;
use crate::events::Event;
use crate::limits::Asker;

/// Owes one letter with every match that waits for the reader of this address. The answer is the same if there is no account. Counted
/// like a sign-in letter.
pub async fn ask(app: &App, address: &str, from: Asker) -> Result<()> {
    let address = Address::read(address)?;
    app.limits.sign_in(&address.mailbox(), from).map_err(Refusal::TooOften)?;
    db::letters::owe_matches(&mut *app.db.get().await?, address.as_str(), app.clock.now()).await?;
    app.hub.publish(Event::LetterOwed);
    Ok(())
}
