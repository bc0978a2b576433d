//! What a Citus cluster needs of the schema and of the statements, on a plain Postgres: that a node finds all rows of a match by its id.
//! `tests/citus.sh` runs other tests on a cluster.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use tests::{Server, database};
use turnpost::db::Pool;
use turnpost::db::advance::{FUNCTION, advance, advance_on_its_node};
use turnpost::db::distribute::{EVERYWHERE, LOOSE_KEYS, OF_HOMES, OF_MATCHES};
use turnpost::db::words::Phase;

use super::one_statement::steps;
use super::plans::{self, text};

/// Statements for a single Postgres, which have another form where the rows are distributed.
const SINGLE: [&str; 5] = ["ListPublic", "ListPublicOfGame < 'a >", "ClaimEmail", "ClaimMessage", "AdvanceMany < 'a >"];

/// Statements that ask all nodes beside the one of a match, with the reason.
const BOTH: [(&str, &str); 2] = [
    ("CountAutoReplies", "the emails of a person are on all nodes, and the message is on one"),
    ("ForgetConditional", "the condition of the join, which this test does not read, names the match"),
];

/// The column by which the rows of a table are distributed, if they are.
fn key(table: &str) -> Option<&'static str> {
    match table {
        "matches" => Some("id"),
        _ if OF_MATCHES.contains(&table) => Some("match_id"),
        _ if OF_HOMES.contains(&table) => Some("home"),
        _ => None,
    }
}

/// How a part of a plan finds the rows of a distributed table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum By {
    /// By a parameter: one node is asked.
    Name,
    /// By the match of a row of another table, which is on the same node, or by a list of matches.
    Join,
    /// By neither: all nodes are asked.
    Nothing,
    /// By another column of a row of another table, which may be on another node.
    Elsewhere,
}

/// The distributed tables that a plan reads, by the names that the statement gives them.
fn aliases(plan: &Value) -> BTreeMap<&str, &str> {
    let tables = plans::steps(plan).into_iter().map(|step| (text(step, "Alias"), text(step, "Relation Name")));
    tables.filter(|(_, table)| key(table).is_some()).collect()
}

/// How the parts of a plan find the rows of distributed tables.
fn reads(plan: &Value) -> BTreeSet<(By, String)> {
    let known = aliases(plan);
    let mut found = BTreeSet::new();
    for step in plans::steps(plan) {
        let (table, alias) = (text(step, "Relation Name"), text(step, "Alias"));
        if let Some(key) = key(table).filter(|_| text(step, "Node Type") != "ModifyTable") {
            let conditions = ["Index Cond", "Recheck Cond", "Filter"].map(|field| text(step, field)).join(" ");
            found.insert((way(key, &conditions, &known), format!("{table} {alias}: {conditions}")));
        }
    }
    found
}

/// How these conditions find rows by the key of their table. Columns of other tables have the name of their table before them.
fn way(key: &str, conditions: &str, known: &BTreeMap<&str, &str>) -> By {
    if conditions.contains(&format!("({key} = $")) {
        return By::Name;
    }
    if conditions.contains(&format!("({key} = ")) {
        return By::Join;
    }
    let mut words = conditions.split([' ', '(', ')']);
    let is_elsewhere = words.any(|word| word.split_once('.').is_some_and(|(alias, _)| known.contains_key(alias)));
    if is_elsewhere { By::Elsewhere } else { By::Nothing }
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_name_their_match_for_each_table_or_ask_all_nodes_by_one() {
    let url = plans::filled(200).await;
    let mut wrong = BTreeMap::new();
    // Indexes also where a table is empty, so that each condition shows.
    for (name, plan) in plans::plans(&url, "SET enable_seqscan = off").await {
        let found = reads(&plan);
        let ways: BTreeSet<By> = found.iter().map(|(by, _)| *by).collect();
        let names_some = ways.contains(&By::Name) && ways.len() > 1;
        let is_known = BOTH.iter().any(|(known, _)| *known == name);
        if !SINGLE.contains(&name) && (ways.contains(&By::Elsewhere) || names_some) != is_known {
            wrong.insert(name, found);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_with_a_key_to_a_match_are_distributed_with_it() {
    let url = database::fresh().await;
    let keys = "SELECT conrelid::regclass::text, a.attname FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE contype = 'f' AND confrelid = 'matches'::regclass";
    for row in database::query(&url, keys).await {
        let [table, column] = &row[..] else { panic!("{row:?}") };
        let (table, column) = (table.as_deref().unwrap(), column.as_deref().unwrap());
        let is_loose = LOOSE_KEYS.contains(&(table, column));
        assert_ne!(is_loose, key(table) == Some(column), "{table}.{column}");
    }
    // A key that says that a row is the only one has to name the match.
    let unique = "SELECT indrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
        WHERE indisunique AND indrelid::regclass::text !~ '^pg_'";
    for row in database::query(&url, unique).await {
        let (table, index) = (row[0].as_deref().unwrap(), row[1].as_deref().unwrap());
        if let Some(key) = key(table) {
            let mut columns = index.split(['(', ')', ' ', ',']);
            assert!(columns.any(|column| column == key), "{index}");
        }
    }
    let tables = database::query(&url, "SELECT relname FROM pg_class WHERE relkind = 'r'").await;
    let tables: BTreeSet<String> = tables.into_iter().flatten().flatten().collect();
    for table in OF_MATCHES.iter().chain(&OF_HOMES).chain(&EVERYWHERE) {
        assert!(tables.contains(*table), "{table}");
    }
}

/// The migration that makes the schema, which is not run on distributed tables.
const BASELINE: &str = "2026-11-27-000000_baseline";

/// The words of a statement, without comments.
fn words(statement: &str) -> Vec<&str> {
    let lines = statement.lines().filter(|line| !line.trim_start().starts_with("--"));
    lines.flat_map(|line| line.split([' ', '(', ')', ','])).filter(|word| !word.is_empty()).collect()
}

/// The word of a statement after this one.
fn after<'a>(words: &[&'a str], word: &str) -> Option<&'a str> {
    words.iter().skip_while(|one| **one != word).nth(1).copied()
}

/// The statements of a migration that Citus would refuse, or that would find no rows, by the rules in `migrations/README.md`.
fn refused(sql: &str) -> Vec<Vec<&str>> {
    // Each second part is inside of `$$`, where every statement is sent by itself.
    let outside = sql.split("$$").step_by(2).flat_map(|part| part.split(';'));
    let statements: Vec<Vec<&str>> = outside.map(words).filter(|words| !words.is_empty()).collect();
    let made: Vec<&str> =
        statements.iter().filter(|words| words[0] == "CREATE").filter_map(|words| after(words, "TABLE")).collect();
    let is_refused = |words: &Vec<&str>| {
        let has = |word: &str| words.contains(&word);
        let is_made = |word: &str| after(words, word).is_some_and(|table| made.contains(&table));
        let is_on_nodes = |table: &str| key(table).is_some() || EVERYWHERE.contains(&table);
        match words[0] {
            "CREATE" if has("INDEX") => !is_made("ON") && statements.len() > 1,
            "CREATE" if has("TRIGGER") => after(words, "ON").is_some_and(is_on_nodes),
            "ALTER" if has("TABLE") && has("ADD") && !is_made("TABLE") => {
                let is_constraint = has("CONSTRAINT");
                let has_constraint = !is_constraint && ["CHECK", "UNIQUE", "PRIMARY"].into_iter().any(has);
                let has_key = after(words, "REFERENCES") == Some("matches");
                is_constraint && statements.len() > 1 || has_constraint || has_key
            }
            "INSERT" => is_made("INTO"),
            _ => false,
        }
    };
    statements.iter().filter(|words| is_refused(words)).cloned().collect()
}

#[test]
fn migrations_run_on_distributed_tables() {
    let made = "CREATE TABLE t (match_id uuid REFERENCES matches, CHECK (true));\nCREATE INDEX i ON t (match_id)";
    for good in [
        made,
        "CREATE INDEX i ON matches (phase);\n",
        "ALTER TABLE matches ADD a integer;\nDO $$ BEGIN CREATE INDEX i ON matches (a); END $$;\n",
        "-- A reason.\nALTER TABLE matches ADD CONSTRAINT c CHECK (true);\n",
        "ALTER DOMAIN d DROP CONSTRAINT c;\nALTER DOMAIN d ADD CONSTRAINT c CHECK (true);\n",
    ] {
        assert_eq!(refused(good), [[""; 0]; 0], "{good}");
    }
    for bad in [
        "CREATE INDEX i ON matches (a)",
        "ALTER TABLE matches ADD CONSTRAINT c CHECK (true)",
        "ALTER TABLE matches ADD b integer CHECK (b > 0)",
        "ALTER TABLE matches ADD b uuid REFERENCES matches",
        "INSERT INTO t SELECT id FROM matches",
        "CREATE TRIGGER t AFTER UPDATE ON users EXECUTE FUNCTION f()",
    ] {
        assert_eq!(refused(&format!("{made};\n-- A reason.\n{bad};\n")), [words(bad)]);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.is_dir() && !path.ends_with(BASELINE)) {
        let sql = std::fs::read_to_string(path.join("up.sql")).unwrap();
        assert_eq!(refused(&sql), [[""; 0]; 0], "{}", path.display());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_function_of_a_node_writes_what_the_statement_writes() {
    let server = Server::start().await;
    database::execute(&server.database, &FUNCTION).await;
    let mut steps = steps(&server, 2).await;
    for step in &mut steps {
        step.progress.phase = Phase::Over;
        step.progress.ended_at = Some(step.now);
        step.outcome = Some("{}".to_owned());
        let mut second = step.lines[0].clone();
        second.line.ply += 1;
        step.progress.ply = Some(second.line.ply);
        step.lines.push(second);
    }
    let pool = Pool::new(&database::access(&server.database).server, 1).unwrap();
    let mut connection = pool.get().await.unwrap();
    for is_written in [true, false] {
        assert_eq!(advance(&mut connection, &steps[0]).await.unwrap(), is_written);
        assert_eq!(advance_on_its_node(&mut connection, &steps[1]).await.unwrap(), is_written);
    }
    let apart =
        ["id", "home", "match_id", "seed", "creator", "user_id", "created_at"].map(|name| format!(" - '{name}'"));
    for (table, key) in [
        ("matches", "id"),
        ("moves", "ply > 0 AND match_id"),
        ("emails", "kind = 'your-turn' AND home"),
        ("seats", "match_id"),
    ] {
        let of = |id| {
            let row = format!("(to_jsonb(t) {})::text", apart.join(""));
            format!("SELECT {row} FROM {table} t WHERE {key} = '{id}' ORDER BY {row}")
        };
        let [by_statement, by_function] = [server.rows(&of(steps[0].id)).await, server.rows(&of(steps[1].id)).await];
        assert_eq!(by_statement, by_function, "{table}");
    }
}
