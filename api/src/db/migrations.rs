//! Migrations: the steps that make the schema, inside the program.

use diesel::migration::{MigrationSource, MigrationVersion};
use diesel::pg::Pg;
use diesel_async::{AsyncMigrationHarness, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use serde::{Deserialize, Serialize};

use super::{Access, Connection, Result, Trouble, connect, distribute, rights};

/// The migrations, inside the program.
const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// The number of the advisory lock under which migrations run: two servers that start at once must not both migrate.
const MIGRATION_LOCK: i64 = 0x7475_726e_706f_7374;

/// The version of a migration: the digits of its time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Migration(String);

impl Migration {
    fn from_version(version: &MigrationVersion<'_>) -> Migration {
        Migration(version.to_string())
    }
}

fn fault(why: impl std::fmt::Display) -> Trouble {
    Trouble::Fault(why.to_string())
}

/// Brings the schema up to date, under a lock, and gives the role of the server its rights. Needs tokio's multi-threaded runtime.
///
/// # Errors
///
/// The rows are distributed, this is not the coordinator, and the schema is an older one. Or the migrations of another line of versions have
/// made the schema.
pub async fn migrate(access: &Access) -> Result<()> {
    let mut connection = connect::open(&access.admin).await?;
    refuse_other_line(&applied(&mut connection).await?, &known()?)?;
    let node = distribute::node(&mut connection).await?.filter(|node| node.is_distributed);
    if let Some(node) = node {
        if pending(&access.admin).await?.is_empty() {
            return Ok(());
        }
        if !node.is_coordinator {
            return Err(fault(
                "the schema is not up to date; run turnpost migrate with the address of the coordinator",
            ));
        }
    }
    lock_session(&mut connection).await?;
    let mut connection = if node.is_some() { run_distributed(connection).await? } else { run(connection, |_| true)? };
    rights::grant(&mut connection, access).await
}

/// Refuses a schema to which the missing migrations cannot be added, because unknown ones have made it. A later version has made one that lacks
/// none, and servers of this version can use it.
fn refuse_other_line(applied: &[Migration], known: &[Migration]) -> Result<()> {
    match applied.iter().find(|one| !known.contains(one)) {
        Some(Migration(unknown)) if known.iter().any(|one| !applied.contains(one)) => Err(fault(format!(
            "its schema was made by a version of Turnpost whose migrations this version does not know, such as {unknown}. \
             Use that version, or an empty database"
        ))),
        _ => Ok(()),
    }
}

/// Runs the missing migrations on distributed tables. The tables that one has made are distributed before the next.
async fn run_distributed(mut connection: Connection) -> Result<Connection> {
    let done = applied(&mut connection).await?;
    for next in known()?.into_iter().filter(|one| !done.contains(one)) {
        distribute::begin_migration(&mut connection).await?;
        connection = run(connection, |one| *one == next)?;
        distribute::end_migration(&mut connection).await?;
    }
    Ok(connection)
}

/// Waits until no other process migrates; none does until the connection ends.
pub(super) async fn lock_session(connection: &mut Connection) -> Result<()> {
    let lock = diesel::sql_query(format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"));
    Ok(lock.execute(connection).await.map(drop)?)
}

/// Waits until no other process migrates; none does until the transaction ends.
pub(super) async fn lock(connection: &mut Connection) -> Result<()> {
    let lock = diesel::sql_query(format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"));
    Ok(lock.execute(connection).await.map(drop)?)
}

/// Runs those of the missing migrations that are selected, in order. In a transaction they are part of it.
pub(super) fn run(connection: Connection, wanted: impl Fn(&Migration) -> bool) -> Result<Connection> {
    let mut harness = AsyncMigrationHarness::new(connection);
    for migration in harness.pending_migrations(MIGRATIONS).map_err(fault)? {
        if wanted(&Migration::from_version(&migration.name().version())) {
            harness.run_migration(&migration).map_err(fault)?;
        }
    }
    Ok(harness.into_inner())
}

/// The names of the migrations that a database still needs, in order. Changes nothing, not even in a database without a schema.
pub async fn pending(url: &str) -> Result<Vec<String>> {
    let mut connection = connect::open(url).await?;
    let done = applied(&mut connection).await?;
    let all = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(fault)?;
    let missing = all.iter().filter(|one| !done.contains(&Migration::from_version(&one.name().version())));
    Ok(missing.map(|one| one.name().to_string()).collect())
}

/// Returns whether a server, of any version, has made its tables in a database.
pub async fn has_schema(url: &str) -> Result<bool> {
    Ok(!applied(&mut connect::open(url).await?).await?.is_empty())
}

/// The migrations that the program knows, in order.
pub(super) fn known() -> Result<Vec<Migration>> {
    let all = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(fault)?;
    let mut all: Vec<Migration> = all.iter().map(|one| Migration::from_version(&one.name().version())).collect();
    all.sort_unstable();
    Ok(all)
}

/// The migrations that have been run on a database, in order.
pub(super) async fn applied(connection: &mut Connection) -> Result<Vec<Migration>> {
    let table = diesel::sql_query("SELECT 1 FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations')");
    if table.execute(connection).await? == 0 {
        return Ok(Vec::new());
    }
    let sql = "SELECT version FROM __diesel_schema_migrations ORDER BY version";
    let done: Vec<Applied> = diesel::sql_query(sql).load(connection).await?;
    Ok(done.into_iter().map(|one| Migration::from_version(&MigrationVersion::from(one.version.as_str()))).collect())
}

/// A migration that has been run.
#[derive(diesel::QueryableByName)]
struct Applied {
    #[diesel(sql_type = diesel::sql_types::Text)]
    version: String,
}

/// Takes every migration back and brings the schema up to date again: the proof that each of them can be undone.
pub async fn migrate_down_and_up(url: &str) -> Result<()> {
    let connection = connect::open(url).await?;
    let mut harness = AsyncMigrationHarness::new(connection);
    harness.revert_all_migrations(MIGRATIONS).map_err(fault)?;
    harness.run_pending_migrations(MIGRATIONS).map(drop).map_err(fault)
}
