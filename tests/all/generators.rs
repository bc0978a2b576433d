//! The OpenAPI document, read by the tools of client authors: linters report no fault, and generated clients play every game.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tests::Server;
use tokio::process::Command;

use crate::future::{later_in_go, later_in_typescript};
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
async fn a_go_client_of_openapi_generator_plays_every_game_and_reads_answers_of_a_later_version() {
    let Some(tools) = pip().await else { return };
    let folder = tools.empty("openapi-generator-go");
    // New members are not refused, variants are found by their tags, and words have the names of their types before them, as those of two
    // types may be the same. The client then needs no package beside Go's own.
    let options = "packageName=turnpost,withGoMod=false,enumClassPrefix=true,useOneOfDiscriminatorLookup=true,\
                   disallowAdditionalPropertiesIfNotPresent=false";
    let mut generator = tools.command("openapi-generator-cli");
    generator.args(["generate", "--generator-name=go", "-i", DOCUMENT, "--additional-properties", options, "-o"]);
    let parts =
        "--global-property=apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false";
    run(generator.arg(&folder).arg(parts)).await;
    fs::write(folder.join("go.mod"), "module turnpost\n\ngo 1.23\n").unwrap();
    fs::create_dir(folder.join("play")).unwrap();
    fs::copy(Path::new(CLIENTS).join("play_openapi_generator.go"), folder.join("play/main.go")).unwrap();
    fs::write(folder.join("play/later.go"), later_in_go()).unwrap();
    let mut go = tools.command("go");
    go.current_dir(&folder)
        .envs([("GOPROXY", "off"), ("GOTOOLCHAIN", "local")])
        .env("GOCACHE", tools.folder.join("go"));
    run(go.args(["build", "-o", "player", "./play"])).await;
    plays_every_game(&mut Command::new(folder.join("player"))).await;
}

/// Makes a client in TypeScript, whose types have to take every answer of a later version, and lets it play every game. The program that
/// plays has the name of the generator, whose command runs beside the document; `files` are what it needs besides.
async fn a_client_in_typescript_plays(name: &str, files: &[&str], generate: &[&str], types: &str) {
    let Some(tools) = npm().await else { return };
    let folder = tools.empty(name);
    let player = format!("play_{}", name.replace('-', "_"));
    for file in ["play.ts", "tsconfig.json", &format!("{player}.ts")].iter().chain(files) {
        fs::copy(Path::new(CLIENTS).join(file), folder.join(file)).unwrap();
    }
    fs::copy(DOCUMENT, folder.join("openapi.json")).unwrap();
    fs::write(folder.join("later.ts"), later_in_typescript(types)).unwrap();
    run(tools.command(generate[0]).args(&generate[1..]).current_dir(&folder)).await;
    run(tools.command("tsc").arg("--project").arg(&folder)).await;
    let mut client = Command::new("node");
    client.arg(folder.join(player).with_extension("js"));
    plays_every_game(&mut client).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_openapi_typescript_plays_every_game() {
    // A field with a default may be left out of a request. Each schema gets a name of its own, as with the other generators.
    let names = ["--root-types", "--root-types-no-schema-prefix"];
    let options = ["--default-non-nullable=false", "--output=client.d.ts"];
    let generate = [&["openapi-typescript", "openapi.json"], &options[..], &names].concat();
    a_client_in_typescript_plays("openapi-typescript", &[], &generate, "./client.js").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_hey_api_plays_every_game() {
    a_client_in_typescript_plays("hey-api", &["openapi-ts.config.ts"], &["openapi-ts"], "./client/index.js").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_orval_plays_every_game() {
    a_client_in_typescript_plays("orval", &["orval.config.ts", "orval_fetch.ts"], &["orval"], "./client.js").await;
}
