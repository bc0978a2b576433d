//! Draws the emails to the host.

use super::drawn::Drawn;
use crate::app::App;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::{Connection, reports};
use crate::mail::Report;
use crate::play;

/// A report of a person. It is moot if the account of that person, and so the report, is deleted.
pub(super) async fn report(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let (About::Report(id), Some(host)) = (row.about, &app.config.host_address) else { return Ok(None) };
    let Some(report) = reports::find(connection, id).await? else { return Ok(None) };
    let of_match = report.match_id.map(|id| (report.match_name.unwrap_or_default(), id.to_string()));
    let email = Report {
        id: id.to_string(),
        reporter: report.reporter_handle,
        person: report.handle,
        of_match,
        note: report.note,
        text: report.text,
    };
    Ok(Some(Drawn::to_address(host.to_string(), Box::new(email))))
}
