//! The head of the pages of a signed-in reader: who is signed in, and how many matches wait.

use super::Result;
use crate::db::people::Person;
use crate::db::{Connection, lists};

/// The reader in the head of a page.
pub(super) struct Nav {
    pub(super) name: String,
    /// The number of matches in which it is the reader's turn.
    pub(super) waiting: i64,
}

impl Nav {
    pub(super) async fn of(connection: &mut Connection, person: &Person) -> Result<Nav> {
        let waiting = lists::waiting(connection, person.id).await?;
        Ok(Nav { name: person.name.clone(), waiting })
    }
}
