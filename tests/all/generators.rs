//! The OpenAPI document, read by the tools of client authors: linters report no fault, and generated clients play every game.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tests::Server;
use tokio::process::Command;

use crate::kits::plays_on;
use crate::packages::{CLIENTS, npm, pip, run};

pub(crate) const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");

/// The games that clients play, each with the options of a short match.
pub(crate) fn games() -> Value {
    json!({
        "magma": {"board": "pointed43", "max_rounds": 3},
        "magnet": {"max_rounds": 3},
        "magnapoco": {"board": "square3"},
        "ice": {"board": "5x5", "max_rounds": 1},
        "magic": {"layout": "shuffled", "decks": "dealt", "max_rounds": 1},
    })
}

/// Lets a client play every game for two players, and looks whether all matches are over.
async fn plays_every_game(client: &mut Command) {
    let games = games();
    assert_eq!(games.as_object().unwrap().len(), engine::newest().count(), "a game is missing");
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let task = json!({"url": server.url, "tokens": [anna.access(), bob.access()], "games": games});
    let told = run(client.arg(task.to_string())).await;
    let list = anna.get("/v1/matches?filter=finished").await.expect(200);
    let mut over: Vec<&str> =
        list["matches"].as_array().unwrap().iter().map(|one| one["game"].as_str().unwrap()).collect();
    over.sort_unstable();
    assert_eq!(over, games.as_object().unwrap().keys().collect::<Vec<_>>(), "{told}");
    let played = server.rows("SELECT text FROM moves WHERE cause = 'chosen'").await.concat();
    assert!(played.iter().all(|text| plays_on(text)), "a match was given up: {played:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn redocly_reports_no_fault() {
    let Some(tools) = npm().await else { return };
    let mut redocly = tools.command("redocly");
    redocly.env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true").arg("lint").arg(DOCUMENT);
    redocly.args(["--format=json", "--config"]).arg(Path::new(CLIENTS).join("redocly.yaml"));
    let told = run(&mut redocly).await;
    let report: Value = serde_json::from_str(&told[told.find('{').unwrap()..]).unwrap();
    assert_eq!(report["totals"], json!({"errors": 0, "warnings": 0, "ignored": 0}), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn spectral_reports_no_fault() {
    let Some(tools) = npm().await else { return };
    let mut spectral = tools.command("spectral");
    spectral.args(["lint", "--fail-severity=hint", "--ruleset"]).arg(Path::new(CLIENTS).join("spectral.json"));
    run(spectral.arg(DOCUMENT)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_openapi_python_client_plays_every_game() {
    let Some(tools) = pip().await else { return };
    let folder = tools.empty("openapi-python-client");
    let mut generator = tools.command("openapi-python-client");
    generator.args(["generate", "--fail-on-warning", "--meta=none", "--path", DOCUMENT]);
    run(generator.arg("--output-path").arg(folder.join("turnpost_client"))).await;
    let mut client = tools.command("python");
    client.env("PYTHONPATH", folder).arg(Path::new(CLIENTS).join("play_openapi_python_client.py"));
    plays_every_game(&mut client).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_openapi_generator_plays_every_game() {
    let Some(tools) = pip().await else { return };
    let folder = tools.empty("openapi-generator");
    let mut generator = tools.command("openapi-generator-cli");
    run(generator.args(["generate", "--generator-name=python", "-i", DOCUMENT, "-o"]).arg(&folder)).await;
    let mut client = tools.command("python");
    client.env("PYTHONPATH", folder).arg(Path::new(CLIENTS).join("play_openapi_generator.py"));
    plays_every_game(&mut client).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_openapi_typescript_plays_every_game() {
    let Some(tools) = npm().await else { return };
    let folder = tools.empty("openapi-typescript");
    for file in ["play_openapi_typescript.ts", "tsconfig.json"] {
        fs::copy(Path::new(CLIENTS).join(file), folder.join(file)).unwrap();
    }
    // A field with a default may be left out of a request.
    let mut generator = tools.command("openapi-typescript");
    generator.args([DOCUMENT, "--default-non-nullable=false", "--output"]);
    run(generator.arg(folder.join("schema.d.ts"))).await;
    run(tools.command("tsc").arg("--project").arg(&folder)).await;
    let mut client = Command::new("node");
    client.arg(folder.join("play_openapi_typescript.js"));
    plays_every_game(&mut client).await;
}
