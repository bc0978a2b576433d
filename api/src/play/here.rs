//! Notes that people are here.

use chrono::{DateTime, Utc};

use crate::db::{Connection, people};
use crate::ids::UserId;

/// Records that a person is here now. An error is logged and not returned.
pub(in crate::play) async fn note_seen(connection: &mut Connection, user: UserId, now: DateTime<Utc>) {
    if let Err(trouble) = people::note_seen(connection, user, now).await {
        tracing::error!(%trouble, "cannot save when a person was last seen");
    }
}
