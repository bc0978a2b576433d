//! Notices between the servers on one database, by LISTEN and NOTIFY, each on a connection of its own: NOTIFY in the statement of a move
//! halves the rate of moves, as its commits wait for one another.

use std::time::Duration;

use diesel::sql_types as sql;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::StreamExt;

use super::{Pool, Pooled, Result, Trouble, statement};

/// A connection that is silent for this time is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(5);

statement! {
    NotifyServers<'a> { payloads: &'a [String] => sql::Array<sql::Text> } =
    "SELECT pg_notify('turnpost', payload) FROM unnest($payloads) AS payload"
}

/// Sends payloads to all servers, each of less than 8000 bytes.
pub async fn send(connection: &mut super::Connection, payloads: &[String]) -> Result<()> {
    NotifyServers { payloads }.execute(connection).await?;
    Ok(())
}

/// A connection that hears what other servers send.
pub struct Listener(Pooled);

impl Listener {
    /// Listens on a new connection.
    pub async fn open(pool: &Pool) -> Result<Listener> {
        let mut connection = pool.another(1)?.get().await?;
        connection.batch_execute("LISTEN turnpost").await?;
        Ok(Listener(connection))
    }

    /// The next payload; none if there was none for a while.
    ///
    /// # Errors
    ///
    /// The connection is lost.
    pub async fn next(&mut self) -> Result<Option<String>> {
        let next = {
            let mut stream = self.0.notifications();
            tokio::time::timeout(SILENCE, stream.next()).await
        };
        match next {
            Ok(Some(notification)) => Ok(Some(notification?.payload)),
            Ok(None) => Err(Trouble::Unavailable("the connection was lost".to_owned())),
            Err(_) => {
                self.0.batch_execute("SELECT 1").await?;
                Ok(None)
            }
        }
    }
}
