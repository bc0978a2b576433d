//! The tables in the program, compared with those that the migrations make.

use std::fmt::Write as _;

use tests::database;
use tokio_postgres::NoTls;
use tokio_postgres::types::Type;

const COLUMNS: &str = "
    SELECT c.relname, a.attname, a.attnotnull, CASE WHEN t.typtype = 'd' THEN t.typname END,
        format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, NULL)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT starts_with(c.relname, '__')
        AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum";

/// The SQL type of a column in the program: that of its domain, or else that of its base type.
fn sql_type(domain: Option<&str>, base: &str) -> String {
    if let Some(element) = base.strip_suffix("[]") {
        return format!("Array<Nullable<{}>>", sql_type(None, element));
    }
    let name = match (domain, base) {
        (Some("seat_number"), _) => "SeatNumber",
        (Some("seat_bits"), _) => "SeatBits",
        (Some(_), "text") => "Word",
        (Some(_), "smallint") => "Small",
        (Some(_), "integer") => "Count",
        (Some(_), "bigint") => "Milliseconds",
        (Some(_), "bytea") => "Bytes",
        (None, "uuid") => "Uuid",
        (None, "text") => "Text",
        (None, "bytea") => "Binary",
        (None, "smallint") => "SmallInt",
        (None, "integer") => "Integer",
        (None, "bigint") => "BigInt",
        (None, "double precision") => "Double",
        (None, "boolean") => "Bool",
        (None, "date") => "Date",
        (None, "timestamp with time zone") => "Timestamptz",
        unknown => panic!("no SQL type for {unknown:?}"),
    };
    name.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_the_program_are_those_of_the_database() {
    let url = database::fresh().await;
    let mut text =
        "//! The tables as the migrations make them. Generated: `UPDATE=1 cargo test -p tests --test all schema` \
                    writes this file.\n\ncrate::db::statement::tables! {\n"
            .to_owned();
    let mut table = String::new();
    for row in database::query(&url, COLUMNS).await {
        let cell = |at: usize| row[at].as_deref().unwrap_or_default();
        if table != cell(0) {
            let end = if table.is_empty() { "" } else { "    }\n\n" };
            cell(0).clone_into(&mut table);
            let _ = writeln!(text, "{end}    {table} {{");
        }
        let found = sql_type(row[3].as_deref(), cell(4));
        let found = if cell(2) == "t" { found } else { format!("Nullable<{found}>") };
        let _ = writeln!(text, "        {} -> {found},", cell(1));
    }
    text.push_str("    }\n}\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../api/src/db/schema.rs");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), text, "UPDATE=1 rewrites it");
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_understands_every_statement() {
    let url = database::fresh().await;
    // It is there only where the rows are distributed.
    database::execute(&url, &turnpost::db::advance::FUNCTION).await;
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    let declared = turnpost::db::declared();
    assert!(declared.len() > 60, "only {} statements were found", declared.len());
    for (name, sql, types) in declared {
        let types: Vec<Type> = types
            .into_iter()
            .map(|oid| Type::from_oid(oid).unwrap_or_else(|| panic!("{name} has no parameter for each name in {sql}")))
            .collect();
        client.prepare_typed(&sql, &types).await.unwrap_or_else(|why| panic!("{name}: {why:?}"));
    }
    drop(client);
    driver.await.unwrap().unwrap();
}
