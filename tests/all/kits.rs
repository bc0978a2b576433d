//! The examples of the packages in `openapi`: each plays a whole match of every game against a computer player, and bears what a network
//! does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use engine::ChoiceKind;
use serde_json::{Value, json};
use tests::{Person, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;

use crate::generators::{DOCUMENT, games};
use crate::packages::{CLIENTS, Tools, npm, pip, run};

#[path = "../../openapi/rust/examples/bot.rs"]
#[allow(dead_code, unreachable_pub, reason = "an example, of which the test calls one function")]
mod bot;

/// The package for npm.
const TYPESCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/typescript");
/// The package for Python.
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/python");
/// The package for Rust.
const RUST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/rust");

/// A game to play: the address of the server, a token, the game and its options.
struct Task<'a> {
    url: &'a str,
    token: &'a str,
    game: &'a str,
    options: &'a Value,
}

/// Runs a program with the task as the bots take it.
async fn run_for(task: Task<'_>, command: &mut Command) {
    command.env("BOT_URL", task.url).env("BOT_TOKEN", task.token);
    run(command.arg(task.game).arg(task.options.to_string())).await;
}

/// A personal access token with the scopes that a bot needs.
async fn token(server: &Server, person: &Person) -> String {
    let new = json!({"name": "my bot", "scopes": ["matches:read", "moves:write"]});
    let made = person.proves(server).await.post("/v1/me/tokens", &new).await.expect(201);
    made["token"].as_str().unwrap().to_owned()
}

/// True if a text of a log is not one by which a player ends or leaves a match.
pub(crate) fn plays_on(text: &str) -> bool {
    ChoiceKind::ALL.iter().all(|kind| kind.plays_on() || kind.word() != text)
}

/// Lets a bot play every game, one of them over a bad network, and looks whether all matches are over.
async fn plays_every_game(bot: impl AsyncFn(Task<'_>)) {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let network = BadNetwork::before(&server).await;
    let games: BTreeMap<String, Value> = serde_json::from_value(games()).unwrap();
    for (game, options) in &games {
        // Each has a limit of its own, which does not grow while the clock of the server stands.
        let token = token(&server, &anna).await;
        let url = if game == "magnapoco" { &network.url } else { &server.url };
        bot(Task { url, token: &token, game, options }).await;
    }
    let list = anna.get("/v1/matches?filter=finished").await.expect(200);
    let over: BTreeMap<&str, &str> = list["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["game"].as_str().unwrap(), one["id"].as_str().unwrap()))
        .collect();
    assert_eq!(over.keys().copied().collect::<Vec<_>>(), games.keys().collect::<Vec<_>>());
    for (game, id) in over {
        let players = anna.sees(id).await["players"].clone();
        assert!(players.as_array().unwrap().iter().any(|player| player["computer"] == 1), "{game}: {players}");
        let played = format!("SELECT text FROM moves WHERE match_id = '{id}' AND cause = 'chosen'");
        let played = server.rows(&played).await.concat();
        assert!(played.len() > 1 && played.iter().all(|text| plays_on(text)), "{game} was given up: {played:?}");
    }
    let met = network.met.lock().unwrap();
    assert!(met.too_many && met.outdated && met.cut && met.resumed, "{met:?}");
}

/// The faults that a bot has met.
#[derive(Default, Debug)]
struct Met {
    /// A request was answered with 429.
    too_many: bool,
    /// A move quoted an earlier turn than that which its client saw, as if the turn had gone on meanwhile.
    outdated: bool,
    /// A stream ended after its first event.
    cut: bool,
    /// The client has connected again with the id of an event.
    resumed: bool,
}

impl Met {
    /// Looks at what a client sends. Gives the answer to it, if the server shall not see it; changes the turn of the first move.
    /// Answers shall not be compressed.
    fn request(&mut self, bytes: &mut [u8]) -> Option<&'static str> {
        let text = String::from_utf8_lossy(bytes).to_lowercase();
        if let Some(encoding) = text.find("accept-encoding:") {
            bytes[encoding] = b'x';
        }
        let id = text.lines().find_map(|line| line.strip_prefix("last-event-id:"));
        self.resumed |= self.cut && id.is_some_and(|id| !id.trim().is_empty());
        // A client that takes the choices from its events sends only moves. The whole request is in one piece.
        let decides = text.contains("/choices") || (text.contains("/moves") && text.contains("\"turn\":"));
        if decides && !self.too_many {
            self.too_many = true;
            return Some(
                "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Type: application/problem+json\r\n\
                 Content-Length: 85\r\n\r\n{\"type\": \"/problems/rate-limited\", \"title\": \"Slow\", \"status\": 429, \"detail\": \"Wait.\"}",
            );
        }
        let turn = bytes.windows(7).position(|part| part == b"\"turn\":").filter(|_| !self.outdated);
        if let Some(digit) = turn.and_then(|at| bytes.get_mut(at + 7)) {
            (self.outdated, *digit) = (true, b'0');
        }
        None
    }
}

/// A network between a client and a server that shows the client one fault of each kind.
struct BadNetwork {
    /// The address for clients.
    url: String,
    met: Arc<Mutex<Met>>,
}

impl BadNetwork {
    async fn before(server: &Server) -> BadNetwork {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (to, met) = (server.url.trim_start_matches("http://").to_owned(), Arc::new(Mutex::new(Met::default())));
        let shared = met.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass_on(client, to.clone(), shared.clone()));
            }
        });
        BadNetwork { url, met }
    }
}

/// True if a request states a body that has not begun.
fn lacks_body(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let length = text.lines().find_map(|line| line.strip_prefix("content-length:"));
    length.is_some_and(|length| length.trim() != "0") && text.ends_with("\r\n\r\n")
}

/// Passes on what a client and the server say to each other, until one of them closes or the connection is cut.
async fn pass_on(mut client: TcpStream, to: String, met: Arc<Mutex<Met>>) {
    let mut server = TcpStream::connect(to).await.unwrap();
    let (mut sent, mut answered, mut follows) = ([0; 65536], [0; 65536], false);
    loop {
        tokio::select! {
            Ok(mut length @ 1..) = client.read(&mut sent) => {
                // Some clients send the body after the head.
                while lacks_body(&sent[..length]) {
                    match client.read(&mut sent[length..]).await {
                        Ok(more @ 1..) => length += more,
                        Ok(0) | Err(_) => return,
                    }
                }
                let bytes = &mut sent[..length];
                follows |= bytes.windows(7).any(|part| part == b"/events");
                let answer = met.lock().unwrap().request(bytes);
                let passed = match answer {
                    Some(answer) => client.write_all(answer.as_bytes()).await,
                    None => server.write_all(bytes).await,
                };
                if passed.is_err() {
                    return;
                }
            }
            Ok(length @ 1..) = server.read(&mut answered) => {
                let bytes = &answered[..length];
                let is_event = follows && bytes.windows(5).any(|part| part == b"data:");
                if client.write_all(bytes).await.is_err() || (is_event && !std::mem::replace(&mut met.lock().unwrap().cut, true)) {
                    return;
                }
            }
            else => return,
        }
    }
}

#[test]
fn the_package_for_rust_is_thin() {
    let lines = |file: &str| fs::read_to_string(Path::new(RUST).join(file)).unwrap().lines().count();
    let files = ["client", "events", "lib", "moves", "problem"].map(|file| lines(&format!("src/{file}.rs")));
    assert!(files.iter().sum::<usize>() <= 800, "{files:?}");
    assert!(lines("examples/bot.rs") <= 40);
    let readme = fs::read_to_string(Path::new(RUST).join("README.md")).unwrap();
    let bot = readme.split("```rust,no_run\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(bot.lines().count() <= 15, "{bot}");
}

#[test]
fn the_package_for_python_is_thin() {
    let lines = |file: &str| fs::read_to_string(Path::new(PYTHON).join(file)).unwrap().lines().count();
    let (client, bot) = (lines("src/turnpost/client.py") + lines("src/turnpost/__init__.py"), lines("examples/bot.py"));
    assert!(client <= 400, "the client has {client} lines");
    assert!(bot <= 15, "the bot has {bot} lines");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_in_rust_plays_every_game() {
    plays_every_game(async |Task { url, token, game, options }| {
        let (url, token, game, options) = (url.to_owned(), token.to_owned(), game.to_owned(), options.to_string());
        let played = tokio::task::spawn_blocking(move || bot::play(&url, &token, &game, &options));
        assert!(played.await.unwrap().unwrap().contains("/matches/"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_in_python_plays_every_game() {
    let Some(tools) = pip().await else { return };
    let folder = tools.empty("kit-in-python");
    // The build of a package writes into its folder, and reads the document beside that.
    run(Command::new("cp").args(["-r", PYTHON, DOCUMENT]).arg(&folder)).await;
    let (package, installed) = (folder.join("python"), folder.join("installed"));
    let mut pip = tools.command("pip");
    pip.args(["install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]).arg(&installed).arg(&package);
    run(&mut pip).await;
    let mut tests = tools.command("python");
    tests.env("PYTHONPATH", &installed).args(["-m", "unittest", "discover"]).arg(package.join("tests"));
    run(&mut tests).await;
    plays_every_game(async |task: Task<'_>| {
        let mut program = tools.command("python");
        program.env("PYTHONPATH", &installed).arg(package.join("examples/bot.py"));
        run_for(task, &mut program).await;
    })
    .await;
}

/// Builds the package for npm in an empty folder, with the tools of the tests in the same versions.
pub(crate) async fn npm_package(tools: &Tools, name: &str) -> PathBuf {
    let folder = tools.empty(name);
    for part in ["", "src", "examples", "test"] {
        fs::create_dir_all(folder.join(part)).unwrap();
        for entry in fs::read_dir(Path::new(TYPESCRIPT).join(part)).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), folder.join(part).join(entry.file_name())).unwrap();
            }
        }
    }
    let mut generator = tools.command("openapi-typescript");
    generator.args([DOCUMENT, "--default-non-nullable=false", "--output"]);
    run(generator.arg(folder.join("src/schema.ts"))).await;
    run(tools.command("tsc").arg("--project").arg(&folder)).await;
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_in_typescript_plays_every_game() {
    let Some(tools) = npm().await else { return };
    let folder = npm_package(tools, "typescript-example").await;
    plays_every_game(async |task: Task<'_>| {
        run_for(task, Command::new("node").arg(folder.join("examples/bot.js"))).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_package_for_npm_passes_its_tests() {
    let Some(tools) = npm().await else { return };
    let folder = npm_package(tools, "typescript-tests").await;
    run(Command::new("node").arg("--test").arg(folder.join("test/client.test.js"))).await;
}

#[test]
fn the_package_for_npm_is_small_and_takes_the_tools_of_the_tests() {
    let lines = |folder: &str| -> usize {
        let files = fs::read_dir(Path::new(TYPESCRIPT).join(folder)).unwrap().map(|entry| entry.unwrap().path());
        files
            .filter(|path| !path.ends_with("schema.ts"))
            .map(|path| fs::read_to_string(path).unwrap().lines().count())
            .sum()
    };
    assert!(lines("src") <= 400, "{} lines", lines("src"));
    assert!(lines("examples") <= 15, "{} lines", lines("examples"));
    let list = |folder: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(Path::new(folder).join("package.json")).unwrap()).unwrap()
    };
    let (package, tests) = (list(TYPESCRIPT), list(CLIENTS));
    for (tool, version) in package["devDependencies"].as_object().unwrap() {
        assert_eq!(*version, tests["devDependencies"][tool], "{tool}");
    }
    assert!(package["dependencies"].is_null());
}
