//! People as others see them.

use super::Result;
use crate::app::App;
use crate::db::people::{self, Person};

/// The person with this handle, who has an account; handles are compared in small letters.
pub async fn by_handle(app: &App, handle: &str) -> Result<Option<Person>> {
    let handle = handle.trim_start_matches('@').to_lowercase();
    // No handle is longer, and Postgres takes no NUL.
    if handle.len() > 40 || handle.contains('\0') {
        return Ok(None);
    }
    Ok(people::by_handle(&mut *app.db.get().await?, &handle).await?)
}
