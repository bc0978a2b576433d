//! What Postgres itself can do, by pgbench.

use std::process::Command;
use std::time::Duration;

use tests::database;

/// The moves a second by so many clients with a statement that writes a move in each of so many matches. Each client plays matches of its own,
/// on from where they are.
pub(super) async fn moves(url: &str, sql: &str, (clients, matches): (usize, usize), time: Duration) -> Figures {
    // The emails of each client have a reader of their own: a row that all of them lock would be waited for. The ids of matches that were
    // stored as copies come last, so no match is taken that others play over HTTP.
    let table = format!(
        "INSERT INTO users (id, handle, name, time_zone, created_at)
            SELECT gen_random_uuid(), 'reader' || client, 'Reader', 'UTC', now() FROM generate_series(0, {clients} - 1) client
            ON CONFLICT DO NOTHING;
         DROP TABLE IF EXISTS bench_matches;
         CREATE TABLE bench_matches AS
            SELECT m.id, m.client, u.id AS user_id
            FROM (SELECT id, row_number() OVER () % {clients} AS client
                FROM (SELECT id FROM matches WHERE phase = 'running' ORDER BY id DESC LIMIT {}) last) m
            JOIN users u ON u.handle = 'reader' || m.client;
         UPDATE matches SET ply = (SELECT max(ply) + 1 FROM matches) WHERE id IN (SELECT id FROM bench_matches)",
        clients * matches
    );
    database::execute(url, &table).await;
    let figures = run(url, &script(sql, matches), clients, time).await;
    Figures { rate: figures.rate * matches as f64, ..figures }
}

/// The least move by pgbench: each client plays a match of its own. Not a number where pgbench is not installed.
pub(super) async fn least(url: &str, clients: usize, time: Duration) -> f64 {
    let tables = format!(
        "DROP TABLE IF EXISTS least_matches, least_moves, least_outbox;
         CREATE TABLE least_matches (n integer PRIMARY KEY, ply integer NOT NULL, state text NOT NULL);
         CREATE TABLE least_moves (n integer, ply integer, text text NOT NULL, PRIMARY KEY (n, ply));
         CREATE TABLE least_outbox (id bigserial PRIMARY KEY, n integer NOT NULL, due_at timestamptz NOT NULL);
         INSERT INTO least_matches SELECT n, 0, repeat('x', 600) FROM generate_series(0, {clients} - 1) n"
    );
    database::execute(url, &tables).await;
    let script = "WITH advanced AS (\
             UPDATE least_matches SET ply = :ply + 1, state = repeat('y', 600) WHERE n = :client_id AND ply = :ply RETURNING n\
         ), logged AS (INSERT INTO least_moves SELECT n, :ply + 1, 'e5-e7' FROM advanced) \
         INSERT INTO least_outbox (n, due_at) SELECT n, now() FROM advanced;\n\\set ply :ply + 1\n";
    let rate = run(url, script, clients, time).await.rate;
    if rate.is_nan() {
        return rate;
    }
    let moves = database::query(url, "SELECT count(*) FROM least_moves").await;
    let moves: f64 = moves[0][0].as_deref().and_then(|count| count.parse().ok()).unwrap_or_default();
    assert!(moves > 0.9 * rate * time.as_secs_f64(), "{moves} moves were written, at {rate} a second");
    rate
}

/// The figures of a run of pgbench.
pub(super) struct Figures {
    /// Transactions, or moves, a second.
    pub(super) rate: f64,
    /// The time that each transaction took.
    pub(super) took: Vec<Duration>,
}

/// Runs a script by pgbench.
async fn run(url: &str, script: &str, clients: usize, time: Duration) -> Figures {
    let folder = std::env::temp_dir().join(format!("turnpost-pgbench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("script.sql");
    std::fs::write(&path, script).unwrap();
    let program = [
        "/usr/lib/postgresql/15/bin/pgbench",
        "/usr/lib/postgresql/16/bin/pgbench",
        "/usr/lib/postgresql/17/bin/pgbench",
    ];
    let program = program.into_iter().find(|path| std::path::Path::new(path).exists()).unwrap_or("pgbench");
    let (seconds, clients) = (time.as_secs().to_string(), clients.to_string());
    let mut command = Command::new(program);
    // As the connections of the server.
    let settings = turnpost::db::SETTINGS.replace("SET ", "-c ").replace(" = ", "=").replace(';', "");
    command.env("PGOPTIONS", settings).current_dir(&folder);
    command
        .args(["-n", "-M", "prepared", "-T", &seconds, "-c", &clients, "-j", "2", "-l", "--log-prefix=log"])
        .args(["-D", "ply=0", "-D", "begun=0", "-D", "moment=0", "-f"])
        .arg(&path)
        .arg(url);
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap();
    let Ok(output) = output else { return Figures { rate: f64::NAN, took: Vec::new() } };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    let mut took = Vec::new();
    for log in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|log| *log != path) {
        let log = std::fs::read_to_string(log).unwrap();
        // Client, transaction, its time in microseconds ...
        let times = log.lines().filter_map(|line| line.split(' ').nth(2)?.parse().ok());
        took.extend(times.map(Duration::from_micros));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    Figures { rate: rate.unwrap_or(f64::NAN), took }
}

/// The values of a step, each of them once for a move and as a list for several.
const OF_STEP: [(&str, &str); 22] = [
    ("$before", "(:ply)::integer"),
    ("$known_moment", "(:moment)::bigint"),
    ("$revision", "0"),
    ("$phase", "'running'::text"),
    ("$started_at", "'2026-11-21'::timestamptz"),
    ("$ended_at", "NULL::timestamptz"),
    ("$ply", "(:ply)::integer + 1"),
    ("$turn", "(:ply)::integer + 1"),
    ("$midway_since", "NULL::integer"),
    ("$moment", "1::bigint"),
    ("$left_seats", "0::smallint"),
    ("$awaited", "1::smallint"),
    ("$lapses", "'\\x000000000000'::bytea"),
    ("$clocks", "repeat('y', 200)"),
    ("$offered", "0::smallint"),
    ("$wake_at", "NULL::timestamptz"),
    ("$due_at", "'2030-01-01'::timestamptz"),
    ("$state", "repeat('y', 600)"),
    ("$outcome", "NULL::text"),
    ("$now", "now()::timestamptz"),
    ("$line_at", "now()::timestamptz"),
    ("$via", "NULL::uuid"),
];

/// The values of a line and of an email, which are lists in both statements.
const OF_LINE: [(&str, &str); 14] = [
    ("$plies", "(:ply)::integer + 1"),
    ("$turns", "(:ply)::integer"),
    ("$seats", "0::smallint"),
    ("$causes", "'chosen'::text"),
    ("$texts", "'e5-e7'::text"),
    ("$events", "'[{\"moved\":{\"seat\":0,\"from\":\"e5\",\"to\":\"e7\"}}]'::text"),
    ("$moments", "1::bigint"),
    ("$heads", "decode(repeat('00', 32), 'hex')"),
    ("$public_lines", "(:ply)::integer + 1"),
    ("$kinds", "'your-turn'::text"),
    ("$readers", "(:user_id)::uuid"),
    ("$email_seats", "0::smallint"),
    ("$replies_to", "NULL::uuid"),
    ("$emails_due", "now()::timestamptz"),
];

/// A statement that writes moves of so many matches, with values that are alike for all of them. The first time, a client reads where its
/// matches are.
fn script(sql: &str, matches: usize) -> String {
    let is_one = !sql.contains("$ids");
    let of_each = |value: &str| format!("array_fill({value}, array[{matches}])");
    let mut values: Vec<(&str, String)> = OF_STEP
        .iter()
        .map(|(name, value)| (*name, if is_one { (*value).to_owned() } else { of_each(value) }))
        .chain(OF_LINE.iter().map(|(name, value)| (*name, of_each(value))))
        .collect();
    let emails = format!("ARRAY(SELECT gen_random_uuid() FROM generate_series(1, {matches}))");
    let ids = "(:ids)::uuid[]";
    values.extend([("$id", format!("({ids})[1]")), ("$emails", emails)]);
    values.extend(["$ids", "$line_ids", "$email_ids"].map(|name| (name, ids.to_owned())));
    // A name before those that it begins with.
    values.sort_unstable_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut sql = values.iter().fold(sql.to_owned(), |sql, (name, value)| sql.replace(name, value));
    // A column that is not listed keeps a value of the table.
    while let Some(at) = sql.find('$') {
        let name = &sql[at + 1..];
        let name = &name[..name.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(name.len())];
        let value = format!("(SELECT {name} FROM matches LIMIT 1)");
        sql = sql.replace(&format!("${name}"), &if is_one { value } else { of_each(&value) });
    }
    let lines = sql.lines().filter(|line| !line.starts_with("--"));
    let sql = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    format!(
        "\\if :begun = 0\n\
         SELECT array_agg(b.id ORDER BY b.id)::text AS ids, min(m.ply) AS ply, min(m.moment) AS moment, \
         min(b.user_id::text) AS user_id \
         FROM bench_matches b JOIN matches m ON m.id = b.id WHERE b.client = :client_id \\gset\n\
         \\set begun 1\n\
         \\endif\n\
         {sql};\n\
         \\set ply :ply + 1\n\
         \\set moment 1\n"
    )
}
