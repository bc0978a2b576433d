//! Rights: two roles of the database. That of migrations owns the tables; that of the server reads and writes rows, and may only append to the
//! log of moves and to the record of the host's acts.

use diesel::{QueryableByName, sql_types as sql};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::{Connection, FoundRow, Result, connect};

/// The two addresses of a database, by which the two roles sign in. They may be the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// For the statements of the server.
    pub server: String,
    /// For migrations and backups: the role that owns the tables.
    pub admin: String,
}

impl Access {
    /// One role for everything: it can rewrite the log once it has dropped the trigger.
    pub fn one(url: &str) -> Access {
        Access { server: url.to_owned(), admin: url.to_owned() }
    }
}

/// Returns whether a role lacks a right of the server, or has another one on a table.
const DIFFERS: &str = "SELECT NOT has_schema_privilege($1, current_schema(), 'USAGE') OR EXISTS (
    SELECT FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) AS one
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND has_table_privilege($1, c.oid, one) <> CASE c.relname
        WHEN '__diesel_schema_migrations' THEN one = 'SELECT'
        WHEN 'moves' THEN one IN ('SELECT', 'INSERT')
        WHEN 'host_acts' THEN one IN ('SELECT', 'INSERT')
        ELSE one IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
    END) AS found";

#[derive(QueryableByName)]
struct Names {
    #[diesel(sql_type = sql::Text)]
    role: String,
    #[diesel(sql_type = sql::Text)]
    quoted: String,
    #[diesel(sql_type = sql::Text)]
    schema: String,
    #[diesel(sql_type = sql::Bool)]
    has_log: bool,
    #[diesel(sql_type = sql::Bool)]
    has_acts: bool,
}

const NAMES: &str =
    "SELECT current_user::text AS role, quote_ident(current_user) AS quoted, quote_ident(current_schema()) AS schema,
    to_regclass('moves') IS NOT NULL AS has_log, to_regclass('host_acts') IS NOT NULL AS has_acts";

/// Gives the role of the server its rights to the tables, and takes others from it, by a connection of the admin. Needs no schema yet.
pub(super) async fn grant(connection: &mut Connection, access: &Access) -> Result<()> {
    if access.server == access.admin {
        return Ok(());
    }
    let admin: Names = diesel::sql_query(NAMES).get_result(connection).await?;
    let server: Names = diesel::sql_query(NAMES).get_result(&mut connect::open(&access.server).await?).await?;
    if admin.role == server.role || !admin.has_log {
        return Ok(());
    }
    // Only where something changes: it could meet an ANALYZE of the same table.
    let differs = diesel::sql_query(DIFFERS).bind::<sql::Text, _>(&server.role);
    let FoundRow { found: differs } = differs.get_result(connection).await?;
    if !differs {
        return Ok(());
    }
    let (role, schema) = (server.quoted, admin.schema);
    let appended = if admin.has_acts { "moves, host_acts" } else { "moves" };
    // Statements that are sent together are one transaction.
    let sql = format!(
        "GRANT USAGE ON SCHEMA {schema} TO {role};
         REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role};
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role};
         REVOKE UPDATE, DELETE ON {appended} FROM {role};
         REVOKE INSERT, UPDATE, DELETE ON __diesel_schema_migrations FROM {role}"
    );
    Ok(connection.batch_execute(&sql).await?)
}

/// Returns whether there is a role of this name.
pub async fn has_role(admin_url: &str, name: &str) -> Result<bool> {
    let mut connection = connect::open(admin_url).await?;
    let sql = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS found";
    let row: FoundRow = diesel::sql_query(sql).bind::<sql::Text, _>(name).get_result(&mut connection).await?;
    Ok(row.found)
}

/// Makes the role of the server, if there is none of this name, with its rights to the tables that are there.
pub async fn make_role(access: &Access, name: &'static str) -> Result<()> {
    if has_role(&access.admin, name).await? {
        return Ok(());
    }
    let mut connection = connect::open(&access.admin).await?;
    connection.batch_execute(&format!("CREATE ROLE {name} LOGIN")).await?;
    grant(&mut connection, access).await
}

/// Returns whether the role of the connection may change the log of moves.
pub async fn may_rewrite_the_log(connection: &mut Connection) -> Result<bool> {
    let sql = "SELECT has_table_privilege('moves', 'UPDATE, DELETE, TRUNCATE') AS found";
    let row: FoundRow = diesel::sql_query(sql).get_result(connection).await?;
    Ok(row.found)
}
