//! Backups: what is restored is what was there, a damaged file restores nothing, and backups of earlier versions are good for ever.

use std::path::{Path, PathBuf};

use serde_json::json;
use tests::mailbox::{Mailbox, Security};
use tests::oauth::{OauthApp, REDIRECT};
use tests::{Person, Server, database, server};
use turnpost::backup::{self, Summary, Trouble};
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::play::matches::history;

/// The bytes of a part of a file, with its proof.
const PART: usize = (64 << 10) + 16;

/// The passphrase of the backups in `tests/backups`, which hold nothing that is secret.
const PASSPHRASE: &str = "a passphrase that is known to all";

/// The settings of a test server on a database.
async fn config(database: &str) -> Config {
    let mut table = server::settings(&Mailbox::open(Security::Plain).await);
    table.insert("database_url".to_owned(), database.into());
    table.insert("backup_passphrase".to_owned(), PASSPHRASE.into());
    Config::read(&table, &Environment::new()).unwrap_or_else(|why| panic!("{why}"))
}

/// A folder for one test, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let folder = std::env::temp_dir().join(format!("turnpost-backups-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Place(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn make(database: &str, file: &Path) -> Summary {
    backup::make(&config(database).await, &Clock::standing(server::beginning()), file).await.unwrap()
}

/// Every row of every table, as text.
async fn contents(database: &str) -> Vec<(String, Vec<Vec<Option<String>>>)> {
    let tables =
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1";
    let mut all = Vec::new();
    for row in database::query(database, tables).await {
        let table = row[0].clone().unwrap();
        // The list of migrations says when each was run.
        let columns = if table.starts_with("__") { "version" } else { "t::text" };
        let rows = database::query(database, &format!("SELECT {columns} FROM {table} t ORDER BY 1")).await;
        all.push((table, rows));
    }
    all
}

async fn has_nothing(database: &str) -> bool {
    let sql = "SELECT count(*) FROM pg_class WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace, 'information_schema'::regnamespace)";
    database::query(database, sql).await[0][0].as_deref() == Some("0")
}

/// A match of each game, most of which run, one that waits for players, and two that are over, with all that belongs to them.
async fn play(server: &Server) {
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let clock = json!({"kind": "per-move", "time": "P3D"});
    for game in ["magma", "magnet", "magnapoco", "ice", "magic"] {
        let id = anna.creates(json!({"game": game, "seats": 2, "seating": "joined", "clock": clock})).await;
        bob.joins(&id).await;
        for _ in 0..4 {
            move_on(&[&anna, &bob], &id).await;
        }
        if game == "magnet" {
            anna.plays(&id, "resign").await;
        }
    }
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined", "visibility": "private"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "cleo"})).await.expect(202);
    let over = anna.creates(json!({"game": "magma", "seats": 2, "seating": "joined"})).await;
    cleo.joins(&over).await;
    anna.post(&format!("/v1/matches/{over}/notes"), &json!({"text": "Good luck: \u{1f340} \"\\n\" 'é' \t\n."}))
        .await
        .expect(201);
    anna.plays(&over, "resign").await;
    OauthApp::register(server, &bob, "Tram", REDIRECT).await.gets(&anna, "matches:read").await;
    server.emails_are_out().await;
}

/// Plays a move of a player who is awaited.
async fn move_on(people: &[&Person], id: &str) {
    let seen = people[0].sees(id).await;
    let Some(seat) = seen["page"]["awaited"][0].as_u64() else { panic!("no seat is awaited: {seen}") };
    people[usize::try_from(seat).unwrap()].moves(id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_restored_is_what_was_there() {
    let (server, place) = (Server::start().await, Place::new("same"));
    play(&server).await;
    let file = place.file("backup");
    let made = make(&server.database, &file).await;
    assert!(made.matches == 6 && made.rows > 50, "{made:?}");
    let url = database::empty().await;
    assert_eq!(backup::restore(&config(&url).await, &file).await.unwrap(), made);
    let (before, after) = (contents(&server.database).await, contents(&url).await);
    assert_eq!(after, before);
    assert!(before.iter().filter(|(_, rows)| !rows.is_empty()).count() > 10, "{before:?}");
    let left =
        database::query(&server.database, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'turnpost%'").await;
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_one_moment_of_a_server_that_goes_on() {
    let (server, place) = (Server::start().await, Place::new("moment"));
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 2, "seating": "joined"})).await;
    bob.joins(&id).await;
    let file = place.file("backup");
    let busy = async {
        for turn in 0.. {
            if file.exists() {
                return turn;
            }
            // Passes in sequence would end the match.
            move_on(&[&anna, &bob], &id).await;
        }
        0
    };
    let (_, played) = tokio::join!(make(&server.database, &file), busy);
    assert!(played > 1, "nothing was played meanwhile");
    let url = database::empty().await;
    backup::restore(&config(&url).await, &file).await.unwrap();
    assert!(contents(&url).await != contents(&server.database).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_cut_or_changed_restores_nothing() {
    let (server, place) = (Server::quiet(|_| {}).await, Place::new("damaged"));
    server.person_by_secret("Anna").await;
    // More than a part of 64 KiB, each of which is encrypted for itself.
    let many = "INSERT INTO unwanted_invitations SELECT sha256(n::text::bytea), now() FROM generate_series(1, 5000) n";
    server.query(many).await;
    let (good, bad) = (place.file("good"), place.file("bad"));
    make(&server.database, &good).await;
    let bytes = std::fs::read(&good).unwrap();
    let url = database::empty().await;
    let config = config(&url).await;
    let length = bytes.len();
    let header = bytes.windows(5).position(|part| part == b"\n--- ").unwrap() + 5 + 43 + 1;
    for kept in [
        0,
        10,
        header - 20,
        header,
        header + 8,
        header + 16,
        header + 17,
        header + 40,
        header + 16 + PART,
        length / 2,
        length - 20,
        length - 1,
    ] {
        std::fs::write(&bad, &bytes[..kept]).unwrap();
        let why = backup::restore(&config, &bad).await.unwrap_err();
        assert!(matches!(why, Trouble::Damaged(_) | Trouble::Foreign(_)), "{kept} of {length}: {why}");
        assert!(has_nothing(&url).await, "{kept} of {length}");
    }
    for at in [header + 3, header + 20, header + 400, length / 2, length - 3] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        std::fs::write(&bad, changed).unwrap();
        let why = backup::restore(&config, &bad).await.unwrap_err();
        assert!(matches!(why, Trouble::Damaged(_) | Trouble::Passphrase(_)), "{at} of {length}: {why}");
        assert!(has_nothing(&url).await, "{at} of {length}");
    }
    std::fs::write(&bad, [&bytes[..], b"and more"].concat()).unwrap();
    assert!(matches!(backup::restore(&config, &bad).await, Err(Trouble::Damaged(_))));
    assert!(has_nothing(&url).await);
    backup::restore(&config, &good).await.unwrap();
    let why = backup::restore(&config, &good).await.unwrap_err();
    assert!(matches!(why, Trouble::NotEmpty), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_whose_log_gives_another_position_is_neither_made_nor_restored() {
    let (server, place) = (Server::quiet(|_| {}).await, Place::new("differs"));
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    bob.joins(&id).await;
    anna.moves(&id).await;
    let file = place.file("backup");
    server.query("UPDATE matches SET awaited = 3").await;
    let clock = Clock::standing(server::beginning());
    let why = backup::make(&config(&server.database).await, &clock, &file).await.unwrap_err();
    assert!(matches!(&why, Trouble::Differs(all) if all.len() == 1 && all[0].contains(&id)), "{why}");
    assert_eq!(std::fs::read_dir(&place.0).unwrap().count(), 0, "nothing is left of it");
}

/// The backups that are kept, one for each version of the program.
fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("backups")
}

/// The version of the program.
fn version() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/Cargo.toml");
    let text: toml::Table = std::fs::read_to_string(file).unwrap().parse().unwrap();
    text["package"]["version"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_this_version_is_kept() {
    let file = kept().join(format!("{}.backup", version()));
    if std::env::var_os("UPDATE").is_some() && !file.exists() {
        std::fs::create_dir_all(kept()).unwrap();
        let server = Server::start().await;
        play(&server).await;
        make(&server.database, &file).await;
    }
    assert!(file.exists(), "tests/README.md says how {} is made", file.display());
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_of_all_versions_are_restored_and_played_on() {
    let entries = std::fs::read_dir(kept()).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = entries.filter(|file| file.extension().is_some_and(|end| end == "backup")).collect();
    assert!(!files.is_empty());
    for file in files {
        let url = database::empty().await;
        let restored = backup::restore(&config(&url).await, &file).await;
        let restored = restored.unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert!(restored.matches >= 6, "{}: {restored:?}", file.display());
        assert_eq!(turnpost::db::pending(&url).await.unwrap(), [""; 0]);
        let server = Server::on(&url, Mailbox::open(Security::Plain).await, |_| {}).await;
        let rows = server.rows("SELECT game, phase, count(*) FROM matches GROUP BY 1, 2 ORDER BY 1, 2").await;
        let has = |phase: &str| rows.iter().filter(|row| row[1] == phase).count();
        assert!(has("running") >= 4 && has("open") > 0 && has("over") >= 2, "{}: {rows:?}", file.display());
        let [anna, bob] = server.people(["Anna", "Bob"]).await;
        let running = "SELECT id FROM matches WHERE phase = 'running'";
        for row in server.rows(running).await {
            move_on(&[&anna, &bob], &row[0]).await;
        }
        assert_eq!(history::verify_all(&server.app).await.unwrap(), (restored.matches, Vec::new()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_until_a_backup_is_restored_does_not_count() {
    let (server, place) = (Server::quiet(|_| {}).await, Place::new("later"));
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let clock = json!({"kind": "per-move", "time": "P1D"});
    let id = anna.begins(json!({"game": "magma", "seating": "joined", "clock": clock}), &bob).await;
    let due = anna.deadline(&id).await;
    let file = place.file("backup");
    make(&server.database, &file).await;
    let url = database::empty().await;
    backup::restore(&config(&url).await, &file).await.unwrap();
    let away = chrono::Duration::days(3);
    let restored = Server::on_at(&url, Mailbox::open(Security::Plain).await, server.app.clock.now() + away).await;
    turnpost::play::game::clock::settle(&restored.app).await.unwrap();
    let anna = anna.at(&restored);
    assert_eq!((&anna.sees(&id).await["phase"], anna.deadline(&id).await), (&json!("running"), due + away));
}
