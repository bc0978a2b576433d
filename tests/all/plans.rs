//! The plans of all statements on a database with many matches that are over: none reads a whole table that grows with them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tests::database;

/// The tables that grow with matches that are over.
const LARGE: [&str; 5] = ["matches", "seats", "invitations", "moves", "emails"];

/// The indexes of the few rows that are due, have failed, were withdrawn, or offer a seat.
const SMALL: [&str; 5] = ["matches_due", "matches_offered", "invitations_withdrawn", "emails_due", "emails_failed"];

/// The statements that read a whole one on purpose: the host looks for a part of a name, where the rows are distributed the lobby reads all
/// open matches, `turnpost replay` takes all matches in order, and the next match to rate is one of those that ended after the last one.
const WHOLE: [&str; 4] = ["ListMatchesOfHost < 'a >", "ListPublicDistributed < 'a >", "ListPlayed", "NextToRate"];

/// Matches that are over, each of two of the people, and a few that run. One person has a quarter of them. The ids of matches and emails follow
/// each other, as those that the server makes: so Postgres expects that it reads a table in the order of its key at little cost.
const FILL: &str = "
    INSERT INTO users (id, handle, name, time_zone, created_at)
        SELECT gen_random_uuid(), 'player' || n, 'Player', 'UTC', now() FROM generate_series(0, PEOPLE - 1) n;
    INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, clock, clocks, on_lapse, notes, creator,
            created_at, seed, phase, players, started_at, ply, turn, state, outcome, ended_at)
        SELECT lpad(to_hex(n), 32, '0')::uuid, 'magma', 1, 'Club', '{}', 2, 'joined', 'public', '{}', repeat('x', 200), 'pass', false, u.id,
            now(), decode(repeat('00', 32), 'hex'), CASE WHEN n % 100 = 0 THEN 'running' ELSE 'over' END, 2, now(), 1, 0,
            repeat('x', 600), CASE WHEN n % 100 > 0 THEN '{}' END, CASE WHEN n % 100 > 0 THEN now() END
        FROM generate_series(1, 6000) n JOIN users u ON u.handle = 'player' || CASE n % 4 WHEN 0 THEN 0 ELSE n % PEOPLE END
        ORDER BY n;
    INSERT INTO seats (match_id, user_id, joined_at, seat, over_at, listed)
        SELECT id, creator, now(), 0, ended_at, true FROM matches ORDER BY id;
    INSERT INTO seats (match_id, user_id, joined_at, seat, over_at, listed)
        SELECT m.id, (SELECT id FROM users u WHERE u.id <> m.creator ORDER BY md5(u.id::text || m.id) LIMIT 1), now(), 1, m.ended_at, true
        FROM matches m ORDER BY m.id;
    INSERT INTO invitations (id, match_id, inviter, user_id, created_at, answer, answered_at)
        SELECT m.id, m.id, m.creator, s.user_id, now(), CASE WHEN m.phase = 'over' THEN 'accepted' END, m.ended_at
        FROM matches m JOIN seats s ON s.match_id = m.id AND s.seat = 1 ORDER BY m.id;
    INSERT INTO moves (match_id, ply, turn, cause, text, events, moment, at)
        SELECT id, n, 0, 'chosen', 'e5', '[]', 0, now() FROM matches, generate_series(0, 3) n ORDER BY id, n;
    INSERT INTO emails (home, id, kind, user_id, match_id, seat, created_at, due_at, attempts, state, done_at)
        SELECT match_id, lpad(to_hex(row_number() OVER ()), 32, '0')::uuid, 'match-over', user_id, match_id, seat, now(), now(), 1, 'sent', now()
        FROM seats;
";

/// A step of a plan: its fields.
pub(super) type Step = serde_json::Map<String, Value>;

/// The text of a field of a step; empty if it has none.
pub(super) fn text<'a>(step: &'a Step, field: &str) -> &'a str {
    step.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// The steps of a plan.
pub(super) fn steps(plan: &Value) -> Vec<&Step> {
    match plan {
        Value::Array(parts) => parts.iter().flat_map(steps).collect(),
        Value::Object(step) => std::iter::once(step).chain(step.values().flat_map(steps)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Names the large table that a step reads from its first row to its last.
fn read_whole(step: &Step) -> Option<String> {
    let [node, table, index] = ["Node Type", "Relation Name", "Index Name"].map(|field| text(step, field));
    // A scan of an index reads as much, unless it looks for a value: an order alone, or a bound for it, is no condition.
    let looks_for = [" = ", "ROW("].iter().any(|part| text(step, "Index Cond").contains(part));
    let is_whole = match node {
        "Seq Scan" => true,
        "Index Scan" | "Index Only Scan" => !looks_for && !SMALL.contains(&index),
        _ => false,
    };
    (is_whole && LARGE.contains(&table)).then(|| format!("{node} of {table} {index}"))
}

/// The most rows that a step may be expected to take at once: fewer than a tenth of those of a person in a club of three, which Postgres expects
/// below a limit that it does not know.
const MAX_GATHERED: u64 = 100;

/// Names a step that takes many rows at once, with the number that Postgres expects: it sorts them, or makes a table of hashes for them.
fn gathered(step: &Step) -> Option<String> {
    let node = text(step, "Node Type");
    let gathers = matches!((node, text(step, "Strategy")), ("Sort" | "Hash", _) | ("Aggregate", "Hashed"));
    let rows = step.get("Plan Rows").and_then(Value::as_u64).unwrap_or_default();
    (gathers && rows > MAX_GATHERED).then(|| format!("{node} of {rows} rows"))
}

/// A database with such matches of so many people.
pub(super) async fn filled(people: usize) -> String {
    let url = database::fresh().await;
    database::execute(&url, &turnpost::db::advance::FUNCTION).await;
    database::execute(&url, &FILL.replace("PEOPLE", &people.to_string())).await;
    database::vacuum(&url).await;
    url
}

/// The plan of each statement, as on the connections of the server and with further settings.
pub(super) async fn plans(url: &str, settings: &str) -> Vec<(&'static str, Value)> {
    let mut plans = Vec::new();
    for (name, sql, types) in turnpost::db::declared() {
        let nulls = vec!["NULL"; types.len()].join(", ");
        let types: Vec<String> = types.iter().map(|oid| format!("format_type({oid}, NULL)")).collect();
        let types = database::query(url, &format!("SELECT concat_ws(', ', {})", types.join(", "))).await;
        let types = types[0][0].as_deref().unwrap();
        let settings = format!("{}; {settings}", turnpost::db::SETTINGS);
        let sql = format!("{settings}; PREPARE one ({types}) AS {sql}; EXPLAIN (FORMAT JSON) EXECUTE one ({nulls})");
        let plan = database::query_alone(url, &sql).await;
        plans.push((name, serde_json::from_str(plan[0][0].as_deref().unwrap()).unwrap()));
    }
    plans
}

/// What is found in the plans of the statements in a server of so many people.
async fn found(people: usize, find: fn(&Step) -> Option<String>) -> BTreeMap<&'static str, BTreeSet<String>> {
    let url = filled(people).await;
    let mut all = BTreeMap::new();
    for (name, plan) in plans(&url, "").await {
        let found: BTreeSet<String> = steps(&plan).into_iter().filter_map(find).collect();
        if !found.is_empty() {
            all.insert(name, found);
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn no_statement_reads_a_whole_table_that_grows_with_what_is_over() {
    let mut of_many = found(200, read_whole).await;
    of_many.retain(|name, _| !WHOLE.contains(name));
    assert!(of_many.is_empty(), "{of_many:#?}");
}

/// In a club of three a person has played in most matches: to read them all, for the export of an account, is to read the table.
#[tokio::test(flavor = "multi_thread")]
async fn no_list_reads_all_matches_of_a_small_club() {
    let mut of_few = found(3, read_whole).await;
    of_few.retain(|name, _| name.starts_with("List") && !name.starts_with("ListOwn") && !WHOLE.contains(name));
    assert!(of_few.is_empty(), "{of_few:#?}");
}

/// A page of a list is read in the order of an index; the export of an account reads all.
#[tokio::test(flavor = "multi_thread")]
async fn no_list_gathers_all_matches_of_a_person() {
    let mut of_few = found(3, gathered).await;
    of_few.retain(|name, _| !name.starts_with("ListOwn"));
    assert!(of_few.is_empty(), "{of_few:#?}");
}
