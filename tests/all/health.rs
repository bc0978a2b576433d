//! What `/readyz`, `/healthz` and `/metrics` say where the database rejects writes, hangs or ends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use tests::mailbox::{Mailbox, Security};
use tests::{Reply, Server, database, eventually};
use turnpost::config::Config;
use turnpost::postgres::{Cluster, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_write_is_not_ready_and_not_well() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.begins(json!({"game": "magnapoco", "seating": "joined"}), &bob).await;
    let hosts = server.operator();
    assert_eq!(hosts.get("/healthz").await.expect(200)["moves_refused"], 0.0);
    database::refuse_writes(&server.database).await;
    // Pages can still be read, once the connections that were cut are known.
    let page = eventually("a page", async || {
        let reply = anna.get(&format!("/v1/matches/{id}")).await;
        (reply.status == 200).then(|| reply.expect(200))
    });
    let turn = page.await["page"]["turn"].clone();
    let moves = async || anna.post(&format!("/v1/matches/{id}/moves"), &json!({"move": "d4", "turn": turn})).await;
    moves().await.problem("unavailable");
    server.get("/readyz").await.problem("unavailable");
    assert_eq!(server.get("/healthz").await.expect(200), json!({"status": "fault"}));
    let details = hosts.get("/healthz").await.expect(200);
    assert_eq!(details["status"], "moves-refused", "{details}");
    assert!(details["moves_refused"].as_f64().unwrap() > 0.4, "{details}");
    assert!(hosts.get("/metrics").await.text().contains("turnpost_moves_total{result=\"unavailable\"} "));
    database::take_writes(&server.database).await;
    eventually("a move", async || (moves().await.status == 200).then_some(())).await;
    eventually("the server is ready", async || (server.get("/readyz").await.status == 200).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_may_make_no_temporary_tables_can_be_ready() {
    let server = Server::quiet(|_| {}).await;
    let name = server.database.rsplit('/').next().unwrap();
    server.query(&format!("REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC")).await;
    server.get("/readyz").await.expect(200);
    assert_eq!(server.operator().get("/healthz").await.expect(200)["status"], "ok");
}

/// All processes of a Postgres, stopped until this is dropped.
struct Stopped(Vec<String>);

impl Stopped {
    fn all_of(folder: &Path) -> Stopped {
        let file = std::fs::read_to_string(folder.join("postgres/postmaster.pid")).unwrap();
        let postmaster = file.lines().next().unwrap().to_owned();
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", &postmaster]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        let all: Vec<String> =
            std::iter::once(postmaster).chain(children.split_whitespace().map(str::to_owned)).collect();
        signal("-STOP", &all);
        Stopped(all)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(which: &str, processes: &[String]) {
    // A process that has ended meanwhile gets none.
    let _ = Command::new("kill").arg(which).args(processes).status();
}

/// A Postgres of the test's own, in this folder.
async fn own_postgres(name: &str) -> (Cluster, PathBuf) {
    let folder = std::env::temp_dir().join(format!("turnpost-{name}-{}", std::process::id()));
    let config = Config::load().unwrap_or_else(|why| panic!("{why}"));
    let settings =
        Settings { folder: folder.clone(), durable: false, temporary: true, ..Settings::from_config(&config) };
    let cluster = tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.unwrap();
    (cluster.unwrap_or_else(|why| panic!("{why}")), folder)
}

/// The answer to a request, and the time that it took; it must come in this time.
async fn in_time(seconds: u64, answer: impl Future<Output = Reply>) -> (Reply, f64) {
    let began = Instant::now();
    let answer = tokio::time::timeout(Duration::from_secs(seconds), answer).await;
    (answer.unwrap_or_else(|_| panic!("no answer in {seconds} seconds")), began.elapsed().as_secs_f64())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_hangs_is_answered_with_503() {
    let (cluster, folder) = own_postgres("hangs").await;
    let url = database::create(&cluster, "hangs").await;
    let server = Server::on(&url, Mailbox::open(Security::Plain).await, |_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.begins(json!({"game": "magnapoco", "seating": "joined"}), &bob).await;
    server.get("/readyz").await.expect(200);
    let hosts = server.operator();
    let (path, body) = (format!("/v1/matches/{id}/moves"), json!({"move": "d4", "turn": 0}));
    let stopped = Stopped::all_of(&folder);
    let ((ready, took), (health, _), (details, _), (seen, _), (moved, _)) = tokio::join!(
        in_time(25, server.get("/readyz")),
        in_time(25, server.get("/healthz")),
        in_time(25, hosts.get("/healthz")),
        in_time(25, server.get("/lobby")),
        in_time(25, anna.post(&path, &body)),
    );
    assert_eq!(ready.status, 503, "{}", ready.text());
    assert!(took < 9.0, "ready after {took} s");
    assert_eq!(health.expect(200), json!({"status": "fault"}));
    assert_eq!(details.expect(200)["status"], "no-database");
    assert_eq!(seen.status, 503, "{}", seen.text());
    moved.problem("unavailable");
    drop(stopped);
    eventually("the server is ready", async || (server.get("/readyz").await.status == 200).then_some(())).await;
    // It may have been written after the answer.
    assert_eq!(anna.post(&path, &body).await.status, 200);
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'd4'").await, 1);
    drop(server);
    tokio::task::spawn_blocking(|| cluster.stop()).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn health_names_free_space_and_the_age_of_the_last_backup() {
    let folder = std::env::temp_dir().join(format!("turnpost-space-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let server = Server::quiet(|table| {
        table.insert("data_folder".to_owned(), folder.to_str().unwrap().into());
        table.insert("backup_passphrase".to_owned(), "cigar-lantern-ocean-basalt".into());
    })
    .await;
    let hosts = server.operator();
    let details = hosts.get("/healthz").await.expect(200);
    assert!(details["data_free_bytes"].as_u64().unwrap() > 0, "{details}");
    assert_eq!(details["backup_age_seconds"], json!(null), "none was made");
    let made_at = server.app.clock.now() - chrono::Duration::hours(3);
    std::fs::write(folder.join("last-backup"), format!("{}\n", made_at.to_rfc3339())).unwrap();
    assert_eq!(hosts.get("/healthz").await.expect(200)["backup_age_seconds"], 3 * 3600);
    let figures = hosts.get("/metrics").await.text();
    assert!(figures.contains("\nturnpost_backup_age_seconds 10800\n"), "{figures}");
    assert!(figures.contains("\nturnpost_data_free_bytes "), "{figures}");
    // Where the data is elsewhere, this disk does not matter.
    let elsewhere = Server::quiet(|_| {}).await;
    let details = elsewhere.operator().get("/healthz").await.expect(200);
    assert_eq!((&details["data_free_bytes"], &details["backup_age_seconds"]), (&json!(null), &json!(null)));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_says_what_it_is() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.begins(json!({"game": "magnapoco", "seating": "joined"}), &bob).await;
    anna.moves(&id).await;
    server.mailbox.wait_for(&bob.address, |email| email.text().contains("your turn")).await;
    let hosts = server.operator();
    let figures = eventually("the time to the email", async || {
        Some(hosts.get("/metrics").await.text()).filter(|text| text.contains("turnpost_move_to_email_seconds_count"))
    })
    .await;
    let version = concat!("turnpost_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1\n");
    assert!(figures.contains(version), "{figures}");
    for name in [
        "process_cpu_seconds_total ",
        "process_start_time_seconds ",
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "turnpost_database_connections{state=\"idle\"} ",
        "turnpost_database_connections{state=\"busy\"} ",
        "turnpost_database_connections_max ",
        "turnpost_database_connections_awaited 0\n",
        "turnpost_moves_total{result=\"accepted\"} ",
    ] {
        assert!(figures.contains(&format!("\n{name}")), "{name}: {figures}");
    }
    for line in figures.lines() {
        let Some(name) = line.strip_prefix("# TYPE ").and_then(|rest| rest.split(' ').next()) else { continue };
        assert!(figures.contains(&format!("# HELP {name} ")), "{name} says nothing of itself");
    }
}
