//! What Postgres itself can do, by pgbench.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use tests::database;

/// The same two statements by pgbench: what Postgres itself can do. (It finds the ids that a client knows in a small table.)
pub(super) async fn same(url: &str, clients: usize, time: Duration) -> f64 {
    let matches = database::query(
        url,
        "SELECT match_id, user_id FROM seats JOIN matches ON id = match_id WHERE state IS NOT NULL LIMIT 2000",
    )
    .await;
    // Each client advances matches of its own, as the clients over HTTP do.
    let sql = "CREATE TABLE IF NOT EXISTS bench_ids (n serial PRIMARY KEY, id uuid, user_id uuid); TRUNCATE bench_ids RESTART IDENTITY;";
    let mut fill = sql.to_owned();
    for row in matches.iter().step_by(2) {
        let _ = write!(
            fill,
            "INSERT INTO bench_ids (id, user_id) VALUES ('{}', '{}');",
            row[0].as_deref().unwrap(),
            row[1].as_deref().unwrap()
        );
    }
    database::execute(url, &fill).await;
    run(url, &pgbench_script(matches.len() / 2, clients), clients, time).await
}

/// The least move by pgbench: each client plays a match of its own.
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
    let rate = run(url, script, clients, time).await;
    let moves = database::query(url, "SELECT count(*) FROM least_moves").await;
    let moves: f64 = moves[0][0].as_deref().and_then(|count| count.parse().ok()).unwrap_or_default();
    assert!(moves > 0.9 * rate * time.as_secs_f64(), "{moves} moves were written, at {rate} a second");
    rate
}

/// Runs a script by pgbench; returns the transactions a second.
async fn run(url: &str, script: &str, clients: usize, time: Duration) -> f64 {
    let path = std::env::temp_dir().join(format!("turnpost-bench-{}.sql", std::process::id()));
    std::fs::write(&path, script).unwrap();
    let program = [
        "/usr/lib/postgresql/15/bin/pgbench",
        "/usr/lib/postgresql/16/bin/pgbench",
        "/usr/lib/postgresql/17/bin/pgbench",
    ];
    let program = program.into_iter().find(|path| std::path::Path::new(path).exists()).unwrap_or("pgbench");
    let (seconds, clients) = (time.as_secs().to_string(), clients.to_string());
    let mut command = Command::new(program);
    command
        .args(["-n", "-M", "prepared", "-T", &seconds, "-c", &clients, "-j", "2", "-D", "ply=0", "-f"])
        .arg(&path)
        .arg(url);
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap();
    let Ok(output) = output else { return f64::NAN };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.unwrap_or(f64::NAN)
}

/// The statements of a move, with variables for the parameters that differ between moves.
fn pgbench_script(matches: usize, clients: usize) -> String {
    let own = (matches / clients).max(1);
    let of = |column: &str| format!("(SELECT {column} FROM bench_ids WHERE n = :n)");
    let find = turnpost::db::matches::FIND.replace("$id", &of("id")).replace("$user", &of("user_id"));
    let values = [
        ("$now", "now()::timestamptz"),
        ("$phase", "'running'::text"),
        ("$before", ":ply"),
        ("$revision", "revision"),
        ("$plies", "array[:ply + 1]::integer[]"),
        ("$ply", ":ply + 1"),
        ("$turns", "array[:ply]::integer[]"),
        ("$turn", ":ply + 1"),
        ("$moments", "array[1]::bigint[]"),
        ("$heads", "array[decode(repeat('00', 32), 'hex')]"),
        ("$public_lines", "array[:ply + 1]::integer[]"),
        ("$moment", "1"),
        ("$left_seats", "0::smallint"),
        ("$awaited", "1::smallint"),
        ("$lapses", "'\\x000000000000'::bytea"),
        ("$clocks", "clocks"),
        ("$midway_since", "NULL::integer"),
        ("$started_at", "'2026-11-21'::timestamptz"),
        ("$ended_at", "NULL::timestamptz"),
        ("$wake_at", "NULL::timestamptz"),
        ("$due_at", "'2030-01-01'::timestamptz"),
        ("$state", ":state"),
        ("$outcome", "NULL::text"),
        ("$seats", "array[0]::smallint[]"),
        ("$causes", "array['chosen']"),
        ("$texts", "array['e5-e7']"),
        ("$events", "array['[{\"moved\":{\"seat\":0,\"from\":\"e5\",\"to\":\"e7\"}}]']"),
        ("$offered", "0::smallint"),
        ("$via", "NULL::uuid"),
        ("$answers", "array[NULL]::uuid[]"),
        // Before the name that it begins with.
        ("$letters_due", "array[now()]::timestamptz[]"),
        ("$letters", "array[gen_random_uuid()]"),
        ("$kinds", "array['your-turn']"),
        ("$readers", "array[(SELECT user_id FROM bench_ids WHERE n = :n)]::uuid[]"),
        ("$letter_seats", "array[0]::smallint[]"),
        ("$id", ":id"),
    ];
    let advance =
        values.iter().fold(turnpost::db::advance::SQL.to_owned(), |sql, (name, value)| sql.replace(name, value));
    let one_line = |sql: &str| {
        sql.lines().filter(|line| !line.starts_with("--")).flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    format!(
        "\\set n random(1 + :client_id * {own}, (:client_id + 1) * {own})\n\
         {} \\gset\n{};\n",
        one_line(&find),
        one_line(&advance)
    )
}
