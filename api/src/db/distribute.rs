//! The tables on the nodes of a Citus cluster: each match is on one node, with all rows that belong to it; people are on all nodes; what is
//! left is on the coordinator, within reach of all nodes.

use diesel::{QueryableByName, sql_types as sql};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::{Connection, FoundRow, Trouble, advance, connect, migrations, pending};

/// The tables whose rows belong to the match that they name in `match_id`.
pub const OF_MATCHES: [&str; 19] = [
    "seats",
    "invitations",
    "moves",
    "notes",
    "replacements",
    "proposals",
    "private_notes",
    "watches",
    "match_numbers",
    "rematches",
    "snapshots",
    "analyses",
    "hidden_matches",
    "conditional_moves",
    "hints",
    "played_on",
    "extensions",
    "rated_matches",
    "rating_changes",
];

/// The tables whose rows belong to the match, or to the other thing, that they name in `home`.
pub const OF_HOMES: [&str; 3] = ["emails", "deliveries", "incoming"];

/// The tables that are whole on each node: rows of the others refer to people, and each match that is shown asks for acts of the host and for
/// the times in which no server was alive.
pub const EVERYWHERE: [&str; 4] = ["users", "host_acts", "reports", "outages"];

/// The foreign keys that lead to a match on another node, which Postgres cannot check: they are not there while the tables are distributed.
/// Matches are never deleted.
pub const LOOSE_KEYS: [(&str, &str); 4] =
    [("rematches", "next_id"), ("played_on", "source"), ("host_acts", "match_id"), ("reports", "match_id")];

/// The trigger that refuses changes of the log. Citus takes none that fires once for a statement; the rights of the server's role refuse the
/// same.
const TRIGGER: &str = "CREATE TRIGGER moves_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_the_log()";

/// The reason why tables were not distributed, or not brought back. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum NotDistributed {
    /// The database has no extension `citus`.
    #[error("the database has no extension citus; see /docs/more-machines of any server")]
    NoCitus,
    /// It is that of a worker.
    #[error("this is the database of a worker; name that of the coordinator")]
    Worker,
    /// The schema is an older one.
    #[error("the schema is not up to date; run turnpost migrate first")]
    OutOfDate,
    /// They are distributed.
    #[error("the tables are distributed already")]
    Already,
    /// They are not.
    #[error("the tables are not distributed")]
    NotYet,
    /// A statement failed.
    #[error(transparent)]
    Database(#[from] Trouble),
}

/// What a node of a cluster says of itself.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub(super) struct Node {
    #[diesel(sql_type = sql::Bool)]
    pub(super) is_coordinator: bool,
    /// Are the tables distributed?
    #[diesel(sql_type = sql::Bool)]
    pub(super) is_distributed: bool,
}

/// Returns what the node of a connection says of itself; none if it has no Citus.
pub(super) async fn node(connection: &mut Connection) -> Result<Option<Node>, Trouble> {
    let citus = diesel::sql_query("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS found");
    let FoundRow { found } = citus.get_result(connection).await?;
    if !found {
        return Ok(None);
    }
    let node = diesel::sql_query(
        "SELECT (SELECT groupid FROM pg_dist_local_group) = 0 AS is_coordinator,
            EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('matches')) AS is_distributed",
    );
    Ok(Some(node.get_result(connection).await?))
}

/// Connects to the coordinator, whose tables have to be distributed or not.
async fn coordinator(admin: &str, is_distributed: bool) -> Result<Connection, NotDistributed> {
    let mut connection = connect::open(admin).await?;
    let node = node(&mut connection).await?.ok_or(NotDistributed::NoCitus)?;
    if !node.is_coordinator {
        return Err(NotDistributed::Worker);
    }
    if !pending(admin).await?.is_empty() {
        return Err(NotDistributed::OutOfDate);
    }
    match (node.is_distributed, is_distributed) {
        (true, false) => Err(NotDistributed::Already),
        (false, true) => Err(NotDistributed::NotYet),
        (true, true) | (false, false) => Ok(connection),
    }
}

/// Tables as a list of SQL.
fn list(tables: &[&str]) -> String {
    format!("unnest(ARRAY['{}'])", tables.join("', '"))
}

/// The statement that adds a loose key, with its name of the migrations.
fn key(table: &str, column: &str) -> String {
    format!("ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_fkey FOREIGN KEY ({column}) REFERENCES matches (id)")
}

/// Distributes the tables of the database that this address of the admin names, with so many parts of each: about twice as many as workers
/// that are expected. No server may run meanwhile.
pub async fn distribute(admin: &str, shards: u32) -> Result<(), NotDistributed> {
    let mut connection = coordinator(admin, false).await?;
    let matches = format!("SELECT create_distributed_table('matches', 'id', shard_count => {shards});");
    let sql =
        format!("BEGIN; {SCHEMA_SETTINGS}; DROP TRIGGER moves_are_append_only ON moves; {} COMMIT;", placing(&matches));
    run(&mut connection, &sql).await
}

/// The settings of a transaction that changes the schema of distributed tables. Citus changes their parts one after the other, as people may
/// be changed, too; and a new table that refers to people is no table of the coordinator before it is placed.
const SCHEMA_SETTINGS: &str = "SET LOCAL citus.multi_shard_modify_mode = 'sequential';
    SET LOCAL citus.enable_local_reference_table_foreign_keys = off;
    SET LOCAL client_min_messages = warning";

/// Begins a migration of distributed tables.
pub(super) async fn begin_migration(connection: &mut Connection) -> Result<(), Trouble> {
    super::begin(connection).await?;
    Ok(connection.batch_execute(SCHEMA_SETTINGS).await?)
}

/// Puts the tables that a migration has made where they belong, and ends it.
pub(super) async fn end_migration(connection: &mut Connection) -> Result<(), Trouble> {
    connection.batch_execute(&placing("")).await?;
    super::commit(connection).await
}

/// The statements that put all tables where they belong that are not there yet, in a transaction. `matches` distributes the table of
/// matches, by which the others go, if it is not distributed.
fn placing(matches: &str) -> String {
    let (of_matches, of_homes, everywhere) = (list(&OF_MATCHES), list(&OF_HOMES), list(&EVERYWHERE));
    let loose: String = LOOSE_KEYS
        .iter()
        .map(|(table, column)| {
            format!("ALTER TABLE IF EXISTS {table} DROP CONSTRAINT IF EXISTS {table}_{column}_fkey;")
        })
        .collect();
    let function = advance::FUNCTION.as_str();
    let is_new = |kind: &str| {
        format!(
            "to_regclass(name) IS NOT NULL
                AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(name) AND {kind})"
        )
    };
    let (is_not_distributed, is_not_everywhere) = (is_new("partmethod = 'h'"), is_new("repmodel = 't'"));
    // Keys between two distributed tables are taken away meanwhile, as one of the two is distributed first.
    format!(
        "{loose}
         CREATE TEMPORARY TABLE keys ON COMMIT DROP AS
            SELECT owner, key, definition
            FROM (SELECT conrelid::regclass::text AS name, conrelid::regclass::text AS owner, conname AS key,
                    confrelid::regclass::text AS other, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f') k
            WHERE other IN (SELECT 'matches' UNION ALL SELECT * FROM {of_matches} UNION ALL SELECT * FROM {of_homes})
                AND {is_not_distributed};
         DO $$ DECLARE one record; BEGIN
            FOR one IN SELECT * FROM keys LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.owner, one.key); END LOOP;
         END $$;
         SELECT create_reference_table(name) FROM {everywhere} AS name WHERE {is_not_everywhere};
         {matches}
         SELECT create_distributed_table(name, 'match_id', colocate_with => 'matches') FROM {of_matches} AS name WHERE {is_not_distributed};
         SELECT create_distributed_table(name, 'home', colocate_with => 'matches') FROM {of_homes} AS name WHERE {is_not_distributed};
         DO $$ DECLARE one record; BEGIN
            FOR one IN SELECT * FROM keys LOOP
                EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', one.owner, one.key, one.definition);
            END LOOP;
         END $$;
         SELECT citus_add_local_table_to_metadata(c.oid, cascade_via_foreign_keys => true) FROM pg_class c
            WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relpersistence = 'p'
                AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid);
         DROP FUNCTION IF EXISTS advance_match;
         {function}
         SELECT create_distributed_function(oid::regprocedure, 'id', colocate_with => 'matches') FROM pg_proc
            WHERE proname = 'advance_match';"
    )
}

/// Brings all rows back to the coordinator. No server may run meanwhile.
pub async fn bring_back(admin: &str) -> Result<(), NotDistributed> {
    let mut connection = coordinator(admin, true).await?;
    let loose: String = LOOSE_KEYS.iter().map(|(table, column)| key(table, column) + ";").collect();
    let sql = format!(
        "BEGIN;
         {SCHEMA_SETTINGS};
         DROP FUNCTION advance_match;
         DO $$ DECLARE name regclass; BEGIN
            LOOP
                SELECT logicalrelid INTO name FROM pg_dist_partition ORDER BY logicalrelid LIMIT 1;
                EXIT WHEN NOT FOUND;
                PERFORM undistribute_table(name, cascade_via_foreign_keys => true);
            END LOOP;
         END $$;
         {loose}
         {TRIGGER};
         COMMIT;"
    );
    run(&mut connection, &sql).await
}

/// Runs statements that are one transaction, while no other process migrates.
async fn run(connection: &mut Connection, sql: &str) -> Result<(), NotDistributed> {
    migrations::lock_session(connection).await?;
    Ok(connection.batch_execute(sql).await.map_err(Trouble::from)?)
}
