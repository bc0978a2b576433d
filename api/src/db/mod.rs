//! The database: the only place that imports diesel. It knows rows and statements, no decisions.

#![allow(missing_docs, reason = "the fields of rows are columns, which migrations/ describes")]

pub mod address_changes;
pub mod advance;
pub mod advance_many;
pub mod alive;
pub mod bots;
pub mod bounces;
pub mod budgets;
pub mod clients;
pub mod computers;
pub mod conditional;
mod connect;
pub mod deletion;
pub mod digests;
pub mod distribute;
pub mod due_letters;
pub mod due_matches;
pub mod dump;
pub mod feeds;
pub mod former_handles;
pub mod grants;
pub mod hooks;
pub mod host;
pub mod idempotency;
pub mod imports;
pub mod incoming;
pub mod invitations;
pub mod kept;
pub mod kept_letters;
pub mod letters;
pub mod lists;
pub mod matches;
mod migrations;
pub mod moves;
pub mod networks;
pub mod notes;
pub mod notices;
pub mod offers;
pub mod own;
pub mod people;
pub mod personal_tokens;
pub mod played_on;
pub mod private_notes;
pub mod proposals;
pub mod pushes;
pub mod relay;
pub mod rematches;
pub mod reports;
pub mod rights;
#[allow(clippy::wildcard_imports, reason = "generated: each table names the SQL types in its own way")]
mod schema;
pub mod seat_clocks;
pub mod sessions;
pub mod sign_ins;
pub mod snapshots;
mod statement;
mod types;
pub mod vacations;
pub mod watches;
pub mod words;
pub mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadpool::managed::QueueMode;
use diesel::result::{ConnectionError, ConnectionResult, DatabaseErrorKind, Error};
use diesel_async::pooled_connection::deadpool::{Object, Pool as Deadpool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection, TransactionManager};

use tokio::runtime::Handle;

pub use migrations::{Migration, migrate, migrate_down_and_up, pending};
pub use rights::Access;
pub use statement::declared;
use statement::{CountRow, FoundRow, columns, lists, parameters, statement};

/// A connection to the database.
pub type Connection = AsyncPgConnection;

/// A connection on loan from the pool.
pub type Pooled = Object<Connection>;

/// The longest wait for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// The errors of the database.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// It cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Unavailable(String),
    /// This transaction was undone, as it and another one waited for each other. It can be repeated.
    #[error("a deadlock: {0}")]
    Deadlock(String),
    /// The row would break this constraint: another transaction was first.
    #[error("constraint {0}")]
    Taken(String),
    /// A fault of the server, or of the stored data.
    #[error("database: {0}")]
    Fault(String),
}

impl Trouble {
    /// Returns whether another account was first to have a handle, or one that looks like it.
    pub fn is_handle_taken(&self) -> bool {
        matches!(self, Trouble::Taken(constraint) if ["users_handle_key", "users_skeleton_key"].contains(&constraint.as_str()))
    }
}

impl From<Error> for Trouble {
    #[expect(clippy::wildcard_enum_match_arm, reason = "diesel may add errors")]
    fn from(error: Error) -> Trouble {
        match error {
            Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => {
                // Citus passes on the message of a node, and not the name.
                let quoted = || info.message().split('"').nth(1).unwrap_or_default();
                Trouble::Taken(without_shard(info.constraint_name().unwrap_or_else(quoted)).to_owned())
            }
            Error::DatabaseError(
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
                info,
            ) => Trouble::Unavailable(info.message().to_owned()),
            Error::DatabaseError(DatabaseErrorKind::Unknown, info) if is_going_away(info.message()) => {
                Trouble::Unavailable(info.message().to_owned())
            }
            Error::DatabaseError(DatabaseErrorKind::Unknown, info) if info.message().contains("deadlock") => {
                Trouble::Deadlock(info.message().to_owned())
            }
            // The connection was lost inside a transaction.
            Error::BrokenTransactionManager | Error::NotInTransaction => {
                Trouble::Unavailable("the connection was lost".to_owned())
            }
            Error::RollbackErrorOnCommit { rollback_error, commit_error } => {
                match (Trouble::from(*commit_error), Trouble::from(*rollback_error)) {
                    (unavailable @ Trouble::Unavailable(_), _) | (_, unavailable @ Trouble::Unavailable(_)) => {
                        unavailable
                    }
                    (commit, _) => commit,
                }
            }
            other => Trouble::Fault(other.to_string()),
        }
    }
}

/// A name without the number of the part of a table that Citus adds to it: `users_handle_key_102008` is `users_handle_key`.
fn without_shard(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((table, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => table,
        Some(_) | None => name,
    }
}

/// Returns whether Postgres says that it starts, stops, restarts, or lacks resources: the classes 57P, 08 and 53 of
/// SQLSTATE. diesel keeps the message of an error and not its code; these are the messages of Postgres' source for them.
fn is_going_away(message: &str) -> bool {
    const MESSAGES: &[&str] = &[
        // 57P01, 57P02, 57P03, 57P05
        "terminating connection",
        "terminating background worker",
        "the database system is",
        "canceling the wait for synchronous replication",
        // 08
        "connection to client lost",
        "could not receive data from client",
        "unexpected EOF on client connection",
        "protocol synchronization was lost",
        // 53
        "sorry, too many clients already",
        "too many connections for",
        "remaining connection slots are reserved",
        "out of memory",
        "out of shared memory",
        "could not extend file",
        "No space left on device",
        "could not resize shared memory segment",
        // 08, of Citus: another node is away.
        "connection to the remote node",
        "connection establishment for",
        "could not establish any connections to the node",
        "failure on connection marked as essential",
    ];
    MESSAGES.iter().any(|known| message.contains(known))
}

/// The result of a statement.
pub type Result<T, E = Trouble> = std::result::Result<T, E>;

/// Where the rows of a database are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// In one Postgres.
    Single,
    /// On the nodes of a Citus cluster, each match with all that belongs to it on one of them.
    Distributed,
}

/// Connections to the database.
#[derive(Clone)]
pub struct Pool {
    connections: Deadpool<Connection>,
    url: Arc<str>,
    is_distributed: Arc<AtomicBool>,
}

impl Pool {
    /// A pool of at most this many connections; none is opened before it is needed. They live on the runtime of the caller,
    /// and end with it.
    pub fn new(url: &str, most: u32) -> Result<Pool> {
        Pool::with(url, most, Arc::default())
    }

    fn with(url: &str, most: u32, is_distributed: Arc<AtomicBool>) -> Result<Pool> {
        let mut settings = ManagerConfig::default();
        // `Verified` would add a round trip to every checkout; a broken connection shows at its first use and is dropped.
        settings.recycling_method = RecyclingMethod::Fast;
        // Also of those that another runtime asks for.
        let home = Handle::current();
        let found = Arc::clone(&is_distributed);
        settings.custom_setup = Box::new(move |url| {
            let opened = home.spawn(open_for_requests(url.to_owned(), Arc::clone(&found)));
            Box::pin(async { opened.await.unwrap_or_else(|why| Err(ConnectionError::BadConnection(why.to_string()))) })
        });
        let manager = AsyncDieselConnectionManager::new_with_config(url, settings);
        Deadpool::builder(manager)
            .max_size(most as usize)
            // The connection used last has its plans and catalogues still in the processor's caches.
            .queue_mode(QueueMode::Lifo)
            .build()
            .map(|connections| Pool { connections, url: url.into(), is_distributed })
            .map_err(|why| Trouble::Fault(why.to_string()))
    }

    /// Another pool to the same database, for the runtime of the caller.
    pub fn another(&self, most: u32) -> Result<Pool> {
        Pool::with(&self.url, most, Arc::clone(&self.is_distributed))
    }

    /// Where the rows are, as the connection found that was opened last. It is known once a connection of this pool, or of one that this pool
    /// comes from, was opened.
    pub fn layout(&self) -> Layout {
        if AtomicBool::load(&self.is_distributed, Ordering::Relaxed) { Layout::Distributed } else { Layout::Single }
    }

    /// A connection, as soon as one is free; fails if none is free in time.
    pub async fn get(&self) -> Result<Pooled> {
        let found = tokio::time::timeout(PATIENCE, self.connections.get()).await;
        let found = found.map_err(|_| Trouble::Unavailable("no connection became free".to_owned()))?;
        found.map_err(|why| Trouble::Unavailable(why.to_string()))
    }

    /// Returns an error if the database cannot be reached.
    pub async fn ready(&self) -> Result<()> {
        let mut connection = self.get().await?;
        Ok(connection.batch_execute("SELECT 1").await?)
    }
}

/// The settings of a connection for requests. Postgres plans each statement once: planning anew for every set of parameters took longer than
/// running them. Without the parameters it takes each list for a long one, so it is told what holds for all of them: a join looks up few
/// rows by a key instead of keeping all rows of a person at hand, and compiling a plan takes a hundred times as long as reading the rows.
pub const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_hashjoin = off; SET enable_mergejoin = off; \
     SET enable_material = off; SET jit = off";

/// Further settings where the rows are distributed. Citus plans with the parameters, which name the node. A transaction may change people, who
/// are on all nodes, after it has changed several matches, and a list asks a node for one shard at a time.
const SETTINGS_DISTRIBUTED: &str = "SET plan_cache_mode = auto; SET citus.multi_shard_modify_mode = 'sequential'; \
    SET citus.max_adaptive_executor_pool_size = 1";

/// Opens a connection for requests, and notes where the rows are.
async fn open_for_requests(url: String, is_distributed: Arc<AtomicBool>) -> ConnectionResult<Connection> {
    let bad = ConnectionError::CouldntSetupConfiguration;
    let mut connection = connect::connect(&url).await?;
    connection.batch_execute(SETTINGS).await.map_err(bad)?;
    let node =
        distribute::node(&mut connection).await.map_err(|why| ConnectionError::BadConnection(why.to_string()))?;
    let found = node.is_some_and(|node| node.is_distributed);
    if found {
        connection.batch_execute(SETTINGS_DISTRIBUTED).await.map_err(bad)?;
    }
    AtomicBool::store(&is_distributed, found, Ordering::Relaxed);
    Ok(connection)
}

/// Runs statements in a transaction: all of them take effect or none; a refusal undoes them.
pub async fn transaction<T, E, F>(connection: &mut Connection, work: F) -> Result<T, E>
where
    F: AsyncFnOnce(&mut Connection) -> Result<T, E>,
    E: From<Trouble>,
{
    begin(connection).await?;
    match work(connection).await {
        Ok(done) => {
            commit(connection).await?;
            Ok(done)
        }
        Err(refusal) => {
            // A connection that cannot undo is lost: the pool drops it, and Postgres undoes the transaction.
            if let Err(why) = AnsiTransactionManager::rollback_transaction(connection).await {
                tracing::warn!(%why, "a transaction was not rolled back");
            }
            Err(refusal)
        }
    }
}

/// Begins a transaction. If its end is never reached, the pool drops the connection and Postgres undoes it.
pub async fn begin(connection: &mut Connection) -> Result<()> {
    Ok(AnsiTransactionManager::begin_transaction(connection).await?)
}

/// Ends a transaction: everything in it is done.
pub async fn commit(connection: &mut Connection) -> Result<()> {
    Ok(AnsiTransactionManager::commit_transaction(connection).await?)
}

/// Makes a database if there is none of this name.
pub async fn create_database(admin_url: &str, name: &'static str) -> Result<()> {
    let mut connection = connect::open(admin_url).await?;
    let found = diesel::sql_query("SELECT 1 FROM pg_database WHERE datname = $1")
        .bind::<diesel::sql_types::Text, _>(name)
        .execute(&mut connection)
        .await?;
    if found == 0 {
        connection.batch_execute(&format!("CREATE DATABASE {name}")).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_of_a_cluster_that_is_away_can_be_asked_again_later() {
        for message in [
            "connection to the remote node turnpost@10.0.0.3:5432 failed with the following error: Connection refused",
            "connection to the remote node turnpost@10.0.0.3:5432 failed",
            "failure on connection marked as essential: 10.0.0.3:5432",
            "connection establishment for node 10.0.0.3:5432 failed",
            "could not establish any connections to the node 10.0.0.3:5432 after 30000 ms",
        ] {
            let error = Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned()));
            let trouble = Trouble::from(error);
            assert!(matches!(trouble, Trouble::Unavailable(_)), "{trouble:?}");
        }
    }
}
