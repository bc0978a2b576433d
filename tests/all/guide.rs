//! The samples of the guide "Write a client": in each language they are a program that moves, and a whole bot.

use std::fs;
use std::path::Path;

use serde_json::json;
use tests::{Server, eventually, needs};
use tokio::process::Command;

use crate::kits::{npm_package, plays_on};
use crate::packages::{npm, run};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The samples of the guide in a language of code blocks, in their order. The last one is the whole bot.
fn samples(language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("api/docs/write-a-client.md")).unwrap();
    let part = text.split("\n## ").find(|part| part.starts_with("From a token to a move")).unwrap();
    let start = format!("```{language}\n");
    part.split(&start).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

/// Runs the samples of a language, put together, and looks whether they have begun a match and made one move in it.
async fn makes_a_move(mut program: Command) {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let new = json!({"handle": "lava-bot", "name": "Lava bot", "scopes": ["matches:read", "moves:write"], "expires_in_days": 365});
    let made = anna.proves(&server).await.post("/v1/bots", &new).await.expect(201);
    program.env("BOT_URL", &server.url).env("BOT_TOKEN", made["token"]["token"].as_str().unwrap());
    let told = run(&mut program).await;
    let played = server.rows("SELECT text FROM moves WHERE cause = 'chosen' AND seat = 0").await.concat();
    assert!(played.len() == 1 && plays_on(&played[0]) && told.contains(&played[0]), "{played:?}: {told}");
    assert!(told.contains(&format!("{}/matches/", server.url)), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_samples_for_curl_move() {
    let Some(_) = needs::program("curl", "apt-get install curl") else { return };
    let Some(_) = needs::program("jq", "apt-get install jq") else { return };
    let all = samples("sh");
    // Nothing more happens while the last one waits.
    let script: String = all.concat().replace("wait=25", "wait=1");
    assert!(script.contains("wait=1"), "{script}");
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", &format!("cd $(mktemp -d)\n{script}")]);
    makes_a_move(command).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_samples_for_python_move_and_the_bot_plays_with_a_person_who_invites_it() {
    let Some(python) = needs::program("python3", "apt-get install python3") else { return };
    let folder = std::env::temp_dir().join(format!("turnpost-samples-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let openapi = root().join("openapi");
    run(Command::new("cp").arg("-r").arg(openapi.join("python")).arg(openapi.join("openapi.json")).arg(&folder)).await;
    let sources = folder.join("python");
    run(Command::new(&python).arg(sources.join("generate.py"))).await;
    let all = samples("python");
    let (bot, steps) = all.split_last().unwrap();
    let program = steps.concat();
    assert!(program.lines().count() <= 15 && bot.lines().count() <= 15, "{program}{bot}");
    let python = || {
        let mut command = Command::new(&python);
        command.env("PYTHONPATH", sources.join("src")).kill_on_drop(true);
        command
    };
    let mut command = python();
    command.args(["-c", &program]);
    makes_a_move(command).await;
    let readme = fs::read_to_string(sources.join("README.md")).unwrap();
    assert!(readme.contains(bot.as_str()), "the bot in the README of the package is another one");
    plays_with_a_person(python().args(["-c", bot])).await;
    fs::remove_dir_all(folder).unwrap();
}

/// Lets a bot run, which a person invites to a match, until the match is over.
async fn plays_with_a_person(command: &mut Command) {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"handle": "lava-bot", "name": "Lava bot", "scopes": ["matches:read", "moves:write"]});
    let made = bob.proves(&server).await.post("/v1/bots", &new).await.expect(201);
    command.env("BOT_URL", &server.url).env("BOT_TOKEN", made["token"]["token"].as_str().unwrap());
    let mut bot = command.spawn().unwrap();
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": {"max_rounds": 2}})).await;
    let invited = anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "lava-bot"})).await;
    invited.expect(202);
    eventually("the match with the bot is over", async || {
        assert!(bot.try_wait().unwrap().is_none(), "the bot has ended");
        let seen = anna.sees(&id).await;
        let awaited = seen["page"]["awaited"].as_array();
        if awaited.is_some_and(|awaited| awaited.contains(&seen["page"]["your_seat"])) {
            let text = anna.may_find_a_move(&id).await.unwrap_or_else(|| "pass".to_owned());
            anna.plays(&id, &text).await;
        }
        (seen["phase"] == "over").then_some(())
    })
    .await;
    let played = format!("SELECT text FROM moves WHERE match_id = '{id}' AND cause = 'chosen' AND seat = 1");
    let played = server.rows(&played).await.concat();
    assert!(!played.is_empty() && played.iter().all(|text| plays_on(text)), "{played:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_samples_for_typescript_move_and_the_bot_plays_with_a_person_who_invites_it() {
    let Some(tools) = npm().await else { return };
    // A file in the folder of a package can import it by its name.
    let folder = npm_package(tools, "samples").await;
    let all = samples("typescript");
    let (bot, steps) = all.split_last().unwrap();
    assert!(bot.lines().count() <= 15, "{bot}");
    fs::write(folder.join("steps.mjs"), steps.concat()).unwrap();
    fs::write(folder.join("bot.mjs"), bot).unwrap();
    let node = |file: &str| {
        let mut command = Command::new("node");
        command.arg(folder.join(file)).kill_on_drop(true);
        command
    };
    makes_a_move(node("steps.mjs")).await;
    plays_with_a_person(&mut node("bot.mjs")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_samples_for_rust_move() {
    let all = samples("rust");
    let (bot, steps) = all.split_last().unwrap();
    let example = fs::read_to_string(root().join("openapi/rust/examples/guide.rs")).unwrap();
    assert_eq!(
        Some(steps.concat().as_str()),
        example.split_once('\n').map(|(_, rest)| rest),
        "the samples are this example"
    );
    let readme = fs::read_to_string(root().join("openapi/rust/README.md")).unwrap();
    assert!(
        readme.contains(bot.as_str()) && bot.lines().count() <= 16,
        "the bot in the README of the package is another one"
    );
    // Cargo builds it with the tests.
    let built = std::env::current_exe().unwrap();
    let program = built.parent().unwrap().with_file_name("examples").join("guide");
    makes_a_move(Command::new(program)).await;
}
