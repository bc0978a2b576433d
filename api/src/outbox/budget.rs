//! The limits of the emails a day to one person, and to one person about one match.

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::db::Connection;
use crate::db::budgets::{self, PerDay};
use crate::db::due_emails::EmailRow;
use crate::db::words::Lane;
use crate::play;

/// Returns until when an email has to wait; none if it can be sent now.
///
/// Only other players can make many emails, so an email that replies to a message of its reader never waits and does not count: of two people
/// who play for an evening, neither uses up by their own messages what tells them of the other's moves. Nor does one of the lane for
/// sign-ins wait, whose limits hold before it is owed, nor one that is moot. The limit of a match is lower than that of a person, so one match cannot
/// hold up the emails of all others.
pub(super) async fn waits_until(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    lane: Lane,
) -> play::Result<Option<DateTime<Utc>>> {
    let reader = match lane {
        Lane::Access => None,
        Lane::Other => row.user_id.filter(|_| row.replies_to.is_none() && !row.overtaken),
    };
    let Some(reader) = reader else { return Ok(None) };
    let limits = PerDay { of_match: app.config.emails_per_match, of_person: app.config.emails_per_person };
    Ok(budgets::room_for_an_email(connection, (reader, row.home), limits, app.clock.now()).await?)
}
