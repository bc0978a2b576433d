//! Calendars of deadlines. The address of a calendar is its only proof, as calendar programs do not sign in. It is not stored: it follows from
//! the person and from a number, which changes when the person signs out everywhere. Then no one who had the address can read on.

use crate::app::App;
use crate::db;
use crate::db::people::{self, Person};
use crate::play::telling::links;
use crate::play::{Refusal, Result};

/// The path of the calendar of a person.
pub fn path(app: &App, person: &Person) -> String {
    links::calendar_path(&app.secrets, person.id, person.calendar)
}

/// The person whose calendar a token shows, and a connection to continue with. Refuses an earlier token, and one of an account that is
/// deleted or blocked.
pub async fn reader(app: &App, token: &str) -> Result<(db::Pooled, Person)> {
    let (user, number) = links::open_calendar(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    let person = people::person(&mut connection, user).await?;
    let may_read = |person: &Person| person.calendar == number && !person.deleted && !person.blocked;
    let person = person.filter(may_read).ok_or(Refusal::NotFound("link"))?;
    Ok((connection, person))
}
