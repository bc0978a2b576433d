//! The database: the only place that imports diesel. It knows rows and statements, no decisions.

#![allow(missing_docs, reason = "the fields of rows are columns, which migrations/ describes")]

pub mod about;
pub mod address_changes;
pub mod advance;
pub mod alive;
pub mod analyses;
pub mod auto_reply_counts;
pub mod bots;
pub mod bounces;
pub mod brought;
pub mod budgets;
pub mod calls;
pub mod clients;
pub mod computers;
pub mod conditional;
mod connect;
pub mod decks;
pub mod deletion;
pub mod digests;
pub mod distribute;
pub mod due_emails;
pub mod due_matches;
pub mod dump;
mod email_kinds;
pub mod emails;
pub mod entries;
pub mod feeds;
pub mod former_handles;
pub mod grants;
pub mod guests;
pub mod hints;
pub mod hooks;
pub mod host;
pub mod idempotency;
pub mod incoming;
pub mod invitations;
pub mod kept;
pub mod kept_emails;
mod limited;
pub mod lists;
pub mod match_numbers;
pub mod matches;
mod migrations;
pub mod moves;
pub mod networks;
pub mod new_emails;
pub mod notes;
pub mod notices;
pub mod offers;
pub mod own;
pub mod pairings;
pub mod past;
pub mod people;
pub mod personal_tokens;
pub mod played_on;
mod pool;
pub mod private_notes;
pub mod proposals;
pub mod pushes;
pub mod ratings;
pub mod relay;
pub mod reliability;
pub mod rematches;
pub mod reports;
pub mod rights;
#[allow(clippy::wildcard_imports, reason = "generated: each table names the SQL types in its own way")]
mod schema;
pub mod seat_clocks;
pub mod seed_values;
pub mod sessions;
pub mod sign_ins;
pub mod snapshots;
mod statement;
mod stored;
pub mod tables;
pub mod tournaments;
mod types;
pub mod vacations;
pub mod watches;
pub mod words;
pub mod writer;
pub mod writes;

use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::{AnsiTransactionManager, RunQueryDsl, SimpleAsyncConnection, TransactionManager};

pub use limited::Connection;
pub use migrations::{Migration, has_schema, migrate, migrate_down_and_up, pending};
pub use pool::{Layout, Pool, PoolFigures, Pooled, SETTINGS};
pub use rights::Access;
pub use statement::declared;
use statement::{CountRow, FoundRow, arrays, columns, parameters, statement};

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
                // It was made read-only, or is a standby that has not taken over yet.
                DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ReadOnlyTransaction,
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

/// Runs statements in a transaction: all of them take effect or none; a refusal undoes them.
pub async fn transaction<T, E, F>(connection: &mut Connection, work: F) -> Result<T, E>
where
    F: AsyncFnOnce(&mut Connection) -> Result<T, E>,
    E: From<Trouble>,
{
    begin(connection).await?;
    // On the heap: unoptimised, a thread's stack has no room for the futures of a long chain of calls within each other.
    match Box::pin(work(connection)).await {
        Ok(done) => {
            commit(connection).await?;
            Ok(done)
        }
        Err(refusal) => {
            // A connection that cannot undo is lost: the pool drops it, and Postgres undoes the transaction.
            if let Err(why) = AnsiTransactionManager::rollback_transaction(connection).await {
                tracing::warn!(%why, "cannot roll back a transaction");
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
    if !has_database(admin_url, name).await? {
        connect::open(admin_url).await?.batch_execute(&format!("CREATE DATABASE {name}")).await?;
    }
    Ok(())
}

/// Returns whether there is a database of this name.
pub async fn has_database(admin_url: &str, name: &str) -> Result<bool> {
    let found =
        diesel::sql_query("SELECT 1 FROM pg_database WHERE datname = $1").bind::<diesel::sql_types::Text, _>(name);
    Ok(found.execute(&mut connect::open(admin_url).await?).await? > 0)
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
