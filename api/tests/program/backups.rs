//! The commands `turnpost backup` and `turnpost restore`.

use std::fs::File;
use std::path::Path;
use std::process::Child;

use serde_json::{Value, json};
use tests::Client;
use tests::mailbox::{Mailbox, Security};

use super::{Place, complaint, free_port, output, sign_in, turnpost};

const PASSPHRASE: &str = "cigar-lantern-ocean-basalt";

type Settings<'a> = Vec<(&'a str, &'a str)>;

/// A server as a process, which is ended with its test.
struct Serving(Child);

impl Serving {
    fn start(settings: &[(&str, &str)]) -> Serving {
        let null = || std::process::Stdio::null();
        Serving(turnpost(&["serve"], settings).stdout(null()).stderr(null()).spawn().unwrap())
    }

    fn end(mut self) {
        assert!(std::process::Command::new("kill").arg(self.0.id().to_string()).status().unwrap().success());
        self.0.wait().unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a command says that has to succeed.
fn says(arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let output = output(arguments, settings);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

async fn match_at(client: &Client, url: &str, id: &str) -> Value {
    tests::eventually("the server", async || {
        tokio::net::TcpStream::connect(url.trim_start_matches("http://")).await.ok()
    })
    .await;
    client.get(&format!("/v1/matches/{id}")).await.expect(200)
}

/// A server with a private Postgres is backed up while it runs, and goes on on another data folder, where people are still signed in.
#[test]
fn a_server_is_restored_with_its_sessions() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let place = Place::new();
    let (first, second, file) = (place.folder("first"), place.folder("second"), place.folder("backup"));
    let mailbox = runtime.block_on(Mailbox::open(Security::Plain));
    let (listen, smtp) = (format!("127.0.0.1:{}", free_port()), mailbox.url());
    let url = format!("http://{listen}");
    let settings = |data| -> Settings<'_> {
        vec![
            ("TURNPOST_DATA_FOLDER", data),
            ("TURNPOST_LISTEN", &listen),
            ("TURNPOST_PUBLIC_URL", &url),
            ("TURNPOST_SMTP_URL", &smtp),
            ("TURNPOST_MAIL_FROM", "Turnpost <post@turnpost.example>"),
            ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE),
        ]
    };
    let server = Serving::start(&settings(&first));
    let (anna, id, before) = runtime.block_on(async {
        tests::eventually("the server", async || tokio::net::TcpStream::connect(&listen).await.ok()).await;
        let (anna, _) = sign_in(&url, &mailbox, "anna@example.org").await;
        let (bob, _) = sign_in(&url, &mailbox, "bob@example.org").await;
        let new = json!({"game": "magnapoco", "seating": "joined"});
        let id = anna.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
        bob.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
        anna.post(&format!("/v1/matches/{id}/moves"), &json!({"move": "d4", "turn": 0})).await.expect(200);
        let before = match_at(&anna, &url, &id).await;
        (anna, id, before)
    });
    let said = says(&["backup", &file], &settings(&first));
    assert!(said.contains(&file) && said.contains("recomputed from their logs: 1."), "{said}");
    let busy = complaint(&["restore", &file], &settings(&first));
    assert!(busy.contains("secrets that are not in the backup") || busy.contains("another Turnpost server"), "{busy}");
    server.end();
    let full = complaint(&["restore", &file], &settings(&first));
    assert!(full.contains("the database is not empty"), "{full}");
    let said = says(&["restore", &file], &settings(&second));
    assert!(said.contains("recomputed from their logs: 1."), "{said}");
    let server = Serving::start(&settings(&second));
    assert_eq!(runtime.block_on(match_at(&anna, &url, &id)), before);
    server.end();
    let secrets = |folder: &str| std::fs::read_to_string(Path::new(folder).join("secrets")).unwrap();
    assert_eq!(secrets(&first), secrets(&second));
    assert!(says(&["replay", "--all"], &settings(&second)).starts_with("Matches recomputed from their logs: 1;"));
}

/// A backup of a server with nothing in it, and the settings of an empty database.
fn small(place: &Place, runtime: &tokio::runtime::Runtime) -> (String, String, String) {
    let (full, empty) = runtime.block_on(async { (tests::database::fresh().await, tests::database::empty().await) });
    let (file, secrets) = (place.folder("backup"), format!("a:{}", "s".repeat(40)));
    let settings =
        [("TURNPOST_DATABASE_URL", &*full), ("TURNPOST_SECRETS", &secrets), ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE)];
    let said = says(&["backup", &file], &settings);
    assert!(said.contains("from their logs: 0."), "{said}");
    (file, secrets, empty)
}

#[test]
fn files_that_are_no_backup_of_this_server_are_refused_with_the_reason() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let (file, secrets, empty) = small(&place, &runtime);
    let settings = [
        ("TURNPOST_DATABASE_URL", &*empty),
        ("TURNPOST_SECRETS", &secrets),
        ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE),
    ];
    let refused = |file: &str, change: Option<(&str, &str)>, words: &str| {
        let mut settings = settings.to_vec();
        settings.extend(change);
        let said = complaint(&["restore", file], &settings);
        assert!(said.contains(words), "{file} {change:?}: {said}");
        assert!(!said.contains(PASSPHRASE) && !said.contains("sssss"), "{said}");
    };
    let other = place.folder("other");
    refused(&other, None, "No such file");
    refused(&place.folder("."), None, "directory");
    for (bytes, words) in [
        (b"".as_slice(), "not a Turnpost backup"),
        (b"PGDMP\x01\x0e", "not a Turnpost backup"),
        (b"age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\n", "not a Turnpost backup"),
        (b"age-encryption.org/v1\n-> scrypt abc\nabc\n--- abc\n", "is damaged"),
    ] {
        std::fs::write(&other, bytes).unwrap();
        refused(&other, None, words);
    }
    // Zeros without end, and a beginning that never ends.
    File::create(&other).unwrap().set_len(1 << 40).unwrap();
    refused(&other, None, "not a Turnpost backup");
    std::fs::write(&other, b"age-encryption.org/v1\n-> scrypt ").unwrap();
    File::options().append(true).open(&other).unwrap().set_len(1 << 40).unwrap();
    refused(&other, None, "not a Turnpost backup");
    refused(&file, Some(("TURNPOST_BACKUP_PASSPHRASE", "cigar-lantern-ocean-basaltic")), "made with another one");
    refused(&file, Some(("TURNPOST_BACKUP_PASSPHRASE", "")), "TURNPOST_BACKUP_PASSPHRASE");
    refused(&file, Some(("TURNPOST_BACKUP_PASSPHRASE", "short")), "at least 16 characters");
    let foreign = format!("b:{}", "z".repeat(40));
    refused(&file, Some(("TURNPOST_SECRETS", &foreign)), "secrets: the setting lacks");
    assert!(complaint(&["backup", &file], &settings).contains("already exists"));
    // Nothing of all this has changed the database; and a setting that has further secrets is good.
    let both = format!("{foreign},{secrets}");
    let restored = [settings[0], ("TURNPOST_SECRETS", &both), settings[2]];
    assert!(says(&["restore", &file], &restored).contains("from their logs: 0."));
}

#[test]
fn a_role_that_could_not_check_a_backup_is_told_so() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let access = tests::database::access(&runtime.block_on(tests::database::fresh()));
    let (file, secrets) = (place.folder("backup"), format!("a:{}", "s".repeat(40)));
    let mut settings = vec![
        ("TURNPOST_DATABASE_URL", &*access.server),
        ("TURNPOST_SECRETS", &secrets),
        ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE),
    ];
    // Where this machine has no programs of Postgres, the backup is tried out in the database itself.
    settings.push(("TURNPOST_POSTGRES_PROGRAMS", "/nowhere"));
    assert!(complaint(&["backup", &file], &settings).contains("Set database_admin_url"));
    assert!(!Path::new(&file).exists());
    settings.push(("TURNPOST_DATABASE_ADMIN_URL", &access.admin));
    assert!(says(&["backup", &file], &settings).contains("from their logs: 0."));
}

#[test]
fn a_backup_of_a_database_without_the_schema_is_refused() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let empty = runtime.block_on(tests::database::empty());
    let secrets = format!("a:{}", "s".repeat(40));
    let mut settings = vec![("TURNPOST_DATABASE_URL", &*empty), ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE)];
    let data = place.folder("data");
    settings.push(("TURNPOST_DATA_FOLDER", &data));
    let file = place.folder("backup");
    assert!(complaint(&["backup", &file], &settings).contains("no secrets"));
    settings.push(("TURNPOST_SECRETS", &secrets));
    assert!(complaint(&["backup", &file], &settings).contains("turnpost migrate"));
    assert!(std::fs::read_dir(&place.0).unwrap().next().is_none(), "nothing is left of it");
}

#[test]
fn a_backup_needs_no_room_in_the_database() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let database = runtime.block_on(tests::database::fresh());
    let (file, data, secrets) = (place.folder("backup"), place.folder("data"), format!("a:{}", "s".repeat(40)));
    std::fs::create_dir(&data).unwrap();
    let settings = [
        ("TURNPOST_DATABASE_URL", &*database),
        ("TURNPOST_DATA_FOLDER", &data),
        ("TURNPOST_SECRETS", &secrets),
        ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE),
    ];
    runtime.block_on(tests::database::refuse_writes(&database));
    let doctor = output(&["doctor"], &settings);
    let told = String::from_utf8(doctor.stdout).unwrap();
    assert!(!doctor.status.success() && told.contains("rejects writes"), "{told}");
    assert!(told.contains("none was made from the data folder"), "{told}");
    assert!(says(&["backup", &file], &settings).contains("recomputed from their logs: 0."));
    runtime.block_on(tests::database::take_writes(&database));
    let told = String::from_utf8(output(&["doctor"], &settings).stdout).unwrap();
    assert!(told.contains("accepts writes") && told.contains("the last one was made 0 hours ago"), "{told}");
    assert!(told.contains("GB are free at"), "{told}");
    // The Postgres in which it was tried out is gone, and so is its folder.
    runtime.block_on(tests::eventually("the end of the check", async || {
        let left = std::fs::read_dir(&place.0).unwrap().count();
        (left == 2).then_some(())
    }));
}

#[test]
fn parts_of_backups_that_were_broken_off_are_replaced_or_named() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let (file, secrets, _) = small(&place, &runtime);
    let database = runtime.block_on(tests::database::fresh());
    let settings = [
        ("TURNPOST_DATABASE_URL", &*database),
        ("TURNPOST_SECRETS", &secrets),
        ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE),
    ];
    // As kill -9 leaves them.
    let (own, other, foreign) = (place.folder("new.part"), place.folder("old.part"), place.folder("film.part"));
    let bytes = std::fs::read(&file).unwrap();
    for part in [&own, &other] {
        std::fs::write(part, &bytes[..bytes.len() / 2]).unwrap();
    }
    std::fs::write(&foreign, b"half a film").unwrap();
    let new = place.folder("new");
    let made = output(&["backup", &new], &settings);
    let log = String::from_utf8(made.stderr).unwrap();
    assert!(made.status.success(), "{log}");
    assert!(Path::new(&new).exists() && !Path::new(&own).exists());
    assert!(log.contains(&other) && !log.contains(&foreign), "{log}");
    assert!(complaint(&["backup", &place.folder("film")], &settings).contains("film.part already exists"));
    // One that is being written is left alone.
    let busy = File::options().read(true).open(&other).unwrap();
    busy.lock().unwrap();
    assert!(complaint(&["backup", &place.folder("old")], &settings).contains("old.part already exists"));
}

#[test]
fn a_restore_that_was_broken_off_is_told() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let (file, secrets, empty) = small(&place, &runtime);
    let settings = [
        ("TURNPOST_DATABASE_URL", &*empty),
        ("TURNPOST_SECRETS", &secrets),
        ("TURNPOST_BACKUP_PASSPHRASE", PASSPHRASE),
    ];
    let killed = [settings.as_slice(), &[("TURNPOST_FAILPOINT", "restore-computed")]].concat();
    assert_eq!(output(&["restore", &file], &killed).status.code(), None, "a signal has ended it");
    let told = String::from_utf8(output(&["doctor"], &settings).stdout).unwrap();
    assert!(told.contains(&format!("restore    interrupted; {file}, started at ")), "{told}");
    // It can be restored again, and then all is well.
    assert!(says(&["restore", &file], &settings).contains("from their logs: 0."));
    let told = String::from_utf8(output(&["doctor"], &settings).stdout).unwrap();
    assert!(!told.contains("restore    interrupted"), "{told}");
    // A server that comes up empty says why.
    let empty = runtime.block_on(tests::database::empty());
    let mut settings = killed;
    settings[0].1 = &empty;
    assert_eq!(output(&["restore", &file], &settings).status.code(), None);
    settings.pop();
    let (listen, log) = (format!("127.0.0.1:{}", free_port()), place.folder("log"));
    settings.push(("TURNPOST_LISTEN", &listen));
    let mut command = turnpost(&["serve"], &settings);
    command.stdout(std::process::Stdio::null()).stderr(File::create(&log).unwrap());
    let server = Serving(command.spawn().unwrap());
    runtime.block_on(tests::eventually("the server", async || tokio::net::TcpStream::connect(&listen).await.ok()));
    server.end();
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(
        log.contains("WARN")
            && log.contains("an interrupted restore left no people and matches")
            && log.contains(&file),
        "{log}"
    );
}
