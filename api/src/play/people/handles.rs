//! Handles that others must not have: those that look like that of another account, and those that were given up lately.

use chrono::{DateTime, TimeDelta, Utc};

use super::names;
use crate::app::App;
use crate::db::former_handles;
use crate::db::people::Person;
use crate::db::{self, Connection};
use crate::play::{Refusal, Result};
use crate::secrets::Purpose;

/// The days for which others cannot have a handle that was given up.
const KEPT_DAYS: i64 = 90;
/// At most this many handles are kept for a person: they could keep all from others.
const MAX_KEPT: i64 = 3;

/// The digest of the address of a person; for an account without an address, of its id.
fn owner(app: &App, person: &Person) -> [u8; 32] {
    match &person.address {
        Some(address) => app.secrets.digest(Purpose::FormerHandle, address),
        None => app.secrets.digest(Purpose::FormerHandle, &person.id.to_string()),
    }
}

/// Refuses a handle that this person has just taken in this transaction and that is kept for another. The handle before is kept from now on.
pub(in crate::play) async fn change(
    app: &App,
    connection: &mut Connection,
    before: &Person,
    handle: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let (skeleton, former) = (names::skeleton(handle), names::skeleton(&before.handle));
    refuse_kept(app, connection, before, &skeleton, now).await?;
    if skeleton != former && !names::is_of_newcomer(&before.handle) {
        former_handles::give_up(connection, &former, (before.id, None), now, MAX_KEPT).await?;
    }
    Ok(())
}

/// Refuses a handle that looks like this, which the person has just taken in this transaction, if it is kept for another.
pub(in crate::play) async fn refuse_kept(
    app: &App,
    connection: &mut Connection,
    person: &Person,
    skeleton: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let since = now - TimeDelta::days(KEPT_DAYS);
    let own = owner(app, person);
    let is_kept = former_handles::is_kept_for_others(connection, skeleton, (person.id, &own), since).await?;
    if is_kept { Err(taken()) } else { Ok(()) }
}

/// The days for which the handle of a deleted account is kept for its address; none for one that the server made up.
pub fn kept_days(handle: &str) -> Option<i64> {
    (!names::is_of_newcomer(handle)).then_some(KEPT_DAYS)
}

/// Keeps the handle of an account that is deleted in this transaction for the owner of its address.
pub(in crate::play) async fn deleted(
    app: &App,
    connection: &mut Connection,
    before: &Person,
    now: DateTime<Utc>,
) -> db::Result<()> {
    if names::is_of_newcomer(&before.handle) {
        return Ok(());
    }
    let owner = owner(app, before);
    let former = names::skeleton(&before.handle);
    former_handles::give_up(connection, &former, (before.id, Some(&owner)), now, MAX_KEPT).await
}

/// The refusal of a handle that another person has, or had lately, or that looks like theirs. Which of these is not told.
pub(in crate::play) fn taken() -> Refusal {
    Refusal::Taken(
        "handle",
        "Another player has this handle or a similar one, or gave it up recently. Choose another handle.",
    )
}

/// Forgets the handles that others can have again.
pub async fn forget_old(app: &App) -> Result<()> {
    let since = app.clock.now() - TimeDelta::days(KEPT_DAYS);
    Ok(former_handles::forget_old(&mut *app.db.get().await?, since).await?)
}
