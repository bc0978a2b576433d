//! Reports to the host: about a person, a match, or a note to its table. Nothing tells the person who is reported.

use super::profiles::with_handle;
use crate::app::App;
use crate::brief::clean;
use crate::db::people;
use crate::db::reports::{self, NewReport, PerDay};
use crate::db::{self, Connection, notes};
use crate::events::Event;
use crate::ids::{MatchId, NoteId, UserId};
use crate::play::{Match, Refusal, Result};

/// The maximum number of characters of the text of a report.
pub const LONGEST: usize = 1000;

/// The maximum number of reports of a person in a day.
pub const MAX_IN_A_DAY: i64 = 10;

/// The maximum number of emails about reports in a day. The host finds the others in the list.
const MAX_EMAILS: i64 = 50;

/// What a report is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// A match.
    Match(MatchId),
    /// A person, by handle, and the match if it is about what they do there.
    Person(String, Option<MatchId>),
    /// A note to the table of a match in which the reporter plays.
    Note(MatchId, NoteId),
}

/// Stores a report and owes the host an email about it. A report that is sent again within a day is not stored again.
pub async fn report(app: &App, reporter: UserId, about: &About, text: &str) -> Result<()> {
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(Refusal::Field("text", "Expected text without control characters.".to_owned()));
    }
    let text = clean::visible(text);
    if text.is_empty() || text.chars().count() > LONGEST {
        return Err(Refusal::Field("text", format!("Expected 1 to {LONGEST} characters.")));
    }
    let now = app.clock.now();
    let emails = if app.config.host_address.is_some() { MAX_EMAILS } else { 0 };
    let max = PerDay { reports: MAX_IN_A_DAY, emails };
    let work = async |connection: &mut Connection| {
        let (user, match_id, note) = named(connection, reporter, about).await?;
        // Of two reports at once, the later one counts the earlier one.
        people::lock(connection, reporter).await?;
        let new = NewReport { reporter, user, match_id, note, text: &text, now };
        if reports::store(connection, new, max).await? { Ok(()) } else { Err(Refusal::TooOften(3600)) }
    };
    db::transaction(&mut *app.db.get().await?, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(())
}

type Named = (Option<UserId>, Option<MatchId>, Option<NoteId>);

/// The ids of what a report is about, as far as the reporter may know of it.
async fn named(connection: &mut Connection, reporter: UserId, about: &About) -> Result<Named> {
    Ok(match about {
        About::Match(id) => {
            Match::visible(connection, *id, Some(reporter)).await?;
            (None, Some(*id), None)
        }
        About::Person(handle, match_id) => {
            let person = with_handle(connection, handle).await?.ok_or(Refusal::NotFound("player"))?;
            if let Some(id) = match_id {
                Match::visible(connection, *id, Some(reporter)).await?;
            }
            (Some(person.id), *match_id, None)
        }
        About::Note(id, note) => {
            let m = Match::visible(connection, *id, Some(reporter)).await?;
            let found = notes::find(connection, *id, *note).await?;
            let found = found.filter(|_| m.has_player(reporter)).ok_or(Refusal::NotFound("note"))?;
            (Some(found.user_id), Some(*id), Some(*note))
        }
    })
}
