//! Dumps: the rows of all tables as lines of JSON, and a schema that is filled from them. Works with every Postgres, also one that has
//! no `pg_dump` on this machine, and is independent of its version.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};

use super::{
    Access, Connection, CountRow, FoundRow, Migration, Result, Trouble, connect, distribute, migrations, rights,
};

/// The schema in which a dump is tried out; it exists in a transaction only, which is undone.
const SCRATCH: &str = "turnpost_check";

/// The form in which values are written, which no setting of the database changes, and no limit of time.
const FORM: &str = "SET LOCAL timezone = 'UTC'; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// A table of a dump.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub name: String,
    /// Those that hold values. Generated columns follow from them.
    pub columns: Vec<String>,
}

impl Table {
    /// The columns for a statement.
    fn list(&self) -> String {
        self.columns.iter().map(|column| quoted(column)).collect::<Vec<_>>().join(", ")
    }
}

#[derive(QueryableByName)]
struct TableRow {
    #[diesel(sql_type = sql::Text)]
    name: String,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    columns: Vec<String>,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    parents: Vec<String>,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = sql::Text)]
    line: String,
}

/// A connection that sees the database as it is now, also while others write, and can write nothing.
///
/// Nodes of a cluster have no common moment. Each takes its own at its first row, all of them here, so that they are close together; a
/// match is as it was at one of them. One connection to a node sees one moment.
pub async fn snapshot(url: &str) -> Result<Connection> {
    let mut connection = connect::open(url).await?;
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL citus.max_adaptive_executor_pool_size = 1";
    connection.batch_execute(&format!("{begin}; {FORM}")).await?;
    if distribute::node(&mut connection).await?.is_some_and(|node| node.is_distributed) {
        connection.batch_execute("SELECT count(*) FROM matches; SELECT FROM sessions LIMIT 1").await?;
    }
    Ok(connection)
}

/// Returns whether the role may make the schema of [`scratch`].
pub async fn may_make_scratch(url: &str) -> Result<bool> {
    let sql = "SELECT has_database_privilege(current_database(), 'CREATE') AS found";
    let row: FoundRow = diesel::sql_query(sql).get_result(&mut connect::open(url).await?).await?;
    Ok(row.found)
}

/// A connection in a transaction whose statements find an empty schema of their own, and nothing of the database.
pub async fn scratch(url: &str) -> Result<Connection> {
    let mut connection = connect::open(url).await?;
    super::begin(&mut connection).await?;
    // The coordinator would make the schema on all nodes, too.
    let sql = format!(
        "{FORM}; SET LOCAL citus.enable_ddl_propagation = off; CREATE SCHEMA {SCRATCH}; SET LOCAL search_path = {SCRATCH}"
    );
    connection.batch_execute(&sql).await?;
    Ok(connection)
}

/// A connection in a transaction that may fill the database, while no other process migrates it.
pub async fn target(url: &str) -> Result<Connection> {
    let mut connection = connect::open(url).await?;
    super::begin(&mut connection).await?;
    connection.batch_execute(FORM).await?;
    migrations::lock(&mut connection).await?;
    Ok(connection)
}

const HAS_RELATIONS: &str = "SELECT EXISTS (SELECT FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relname <> '__turnpost_restore') AS found";

/// Returns whether the schema has no table, no view and nothing else that holds rows, apart from the mark of a restore.
pub async fn is_empty(connection: &mut Connection) -> Result<bool> {
    let row: FoundRow = diesel::sql_query(HAS_RELATIONS).get_result(connection).await?;
    Ok(!row.found)
}

const LIST_TABLES: &str = "SELECT c.relname::text AS name,
        ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
            ORDER BY attnum) AS columns,
        ARRAY(SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
              WHERE k.conrelid = c.oid AND k.contype = 'f' AND p.oid <> c.oid) AS parents
     FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND NOT starts_with(c.relname, '__')
     ORDER BY c.relname";

/// All tables, each after those that its rows refer to. The list of migrations is none of them.
pub async fn tables(connection: &mut Connection) -> Result<Vec<Table>> {
    let mut rows: Vec<TableRow> = diesel::sql_query(LIST_TABLES).load(connection).await?;
    let mut tables: Vec<Table> = Vec::new();
    while !rows.is_empty() {
        let is_listed = |name: &String| tables.iter().any(|table| table.name == *name);
        let Some(at) = rows.iter().position(|row| row.parents.iter().all(is_listed)) else {
            return Err(Trouble::Fault("tables refer to each other in a circle".to_owned()));
        };
        let TableRow { name, columns, .. } = rows.remove(at);
        tables.push(Table { name, columns });
    }
    Ok(tables)
}

/// The number of rows of a table.
pub async fn count(connection: &mut Connection, table: &Table) -> Result<i64> {
    let sql = format!("SELECT count(*) AS count FROM {}", quoted(&table.name));
    let row: CountRow = diesel::sql_query(sql).get_result(connection).await?;
    Ok(row.count)
}

/// The rows of a table, each as JSON without a line break. They are read as they are asked for.
pub async fn rows<'a>(
    connection: &'a mut Connection,
    table: &Table,
) -> Result<impl Stream<Item = Result<String>> + use<'a>> {
    // The row of the table itself: that of a subquery has other names of its columns where the rows are distributed.
    let sql = format!("SELECT to_json(t)::text AS line FROM {} t", quoted(&table.name));
    let rows = diesel::sql_query(sql).load_stream::<Line>(connection).await?;
    Ok(rows.map(|row| Ok(row?.line)))
}

/// Adds rows to a table; gives their number. `rows` is a JSON array.
pub async fn add(connection: &mut Connection, table: &Table, rows: &str) -> Result<usize> {
    let (name, columns) = (quoted(&table.name), table.list());
    let sql =
        format!("INSERT INTO {name} ({columns}) SELECT {columns} FROM json_populate_recordset(NULL::{name}, $1::json)");
    Ok(diesel::sql_query(sql).bind::<sql::Text, _>(rows).execute(connection).await?)
}

/// The migrations that have been run on the database, in order.
pub async fn applied(connection: &mut Connection) -> Result<Vec<Migration>> {
    migrations::applied(connection).await
}

/// The migrations that the program knows, in order.
pub fn known() -> Result<Vec<Migration>> {
    migrations::known()
}

/// Makes the schema as it was after these migrations.
pub fn make_schema(connection: Connection, done: &[Migration]) -> Result<Connection> {
    migrations::run(connection, |one| done.contains(one))
}

/// Runs the migrations that are missing.
pub fn bring_up_to_date(connection: Connection) -> Result<Connection> {
    migrations::run(connection, |_| true)
}

/// Gives the role of the server its rights, removes the mark, ends the transaction of a target, and lets Postgres look at the new rows, so that it plans well from the start.
pub async fn keep(mut connection: Connection, access: &Access) -> Result<()> {
    rights::grant(&mut connection, access).await?;
    unmark(&mut connection).await?;
    super::commit(&mut connection).await?;
    if let Err(why) = connection.batch_execute("ANALYZE").await {
        tracing::warn!(%why, "cannot run ANALYZE on the restored tables");
    }
    Ok(())
}

/// A restore that was begun and not ended.
#[derive(QueryableByName, Clone, PartialEq, Eq, Debug)]
pub struct BrokenOff {
    /// The file of the backup.
    #[diesel(sql_type = sql::Text)]
    pub file: String,
    #[diesel(sql_type = sql::Timestamptz)]
    pub began_at: DateTime<Utc>,
}

/// Marks the database as one that a backup is being restored into. The end of the restore removes the mark, in its transaction.
pub async fn mark(url: &str, file: &str, now: DateTime<Utc>) -> Result<()> {
    let mut connection = connect::open(url).await?;
    let table = "CREATE TABLE IF NOT EXISTS __turnpost_restore (file text NOT NULL, began_at timestamptz NOT NULL)";
    connection.batch_execute(table).await?;
    let row = diesel::sql_query("INSERT INTO __turnpost_restore VALUES ($1, $2)");
    row.bind::<sql::Text, _>(file).bind::<sql::Timestamptz, _>(now).execute(&mut connection).await?;
    Ok(())
}

/// Removes the mark.
pub async fn unmark(connection: &mut Connection) -> Result<()> {
    Ok(connection.batch_execute("DROP TABLE IF EXISTS __turnpost_restore").await?)
}

/// Removes the mark of a restore that has failed and has said so.
pub async fn unmark_at(url: &str) -> Result<()> {
    unmark(&mut connect::open(url).await?).await
}

/// The last restore that was broken off, where no person has an account since.
pub async fn broken_off(url: &str) -> Result<Option<BrokenOff>> {
    let mut connection = connect::open(url).await?;
    let table = diesel::sql_query("SELECT to_regclass('__turnpost_restore') IS NOT NULL AS found");
    let FoundRow { found: is_marked } = table.get_result(&mut connection).await?;
    if !is_marked {
        return Ok(None);
    }
    let table = diesel::sql_query("SELECT to_regclass('users') IS NOT NULL AS found");
    let FoundRow { found: has_people } = table.get_result(&mut connection).await?;
    if has_people {
        let people = diesel::sql_query("SELECT EXISTS (SELECT FROM users) AS found");
        let FoundRow { found: is_used } = people.get_result(&mut connection).await?;
        if is_used {
            return Ok(None);
        }
    }
    let last = diesel::sql_query("SELECT file, began_at FROM __turnpost_restore ORDER BY began_at DESC LIMIT 1");
    Ok(last.get_result(&mut connection).await.optional()?)
}

/// A name of a table as SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
