//! The page for authors of clients says what is true.

use std::collections::BTreeSet;
use std::fs;

use serde_json::json;
use tests::{Server, needs, operations};
use tokio::process::Command;

use crate::kits::plays_on;
use crate::packages::run;

const TEXT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../api/src/pages/write_a_client.md");

#[tokio::test(flavor = "multi_thread")]
async fn the_page_names_routes_that_there_are() {
    let server = Server::quiet(|_| {}).await;
    let page = server.get("/docs/write-a-client").await;
    assert_eq!(page.status, 200);
    let page = page.text();
    let routes: BTreeSet<String> =
        operations::routes().into_iter().map(|(method, path)| format!("{method} {path}")).collect();
    let named: Vec<&str> = page.split("<code>").skip(1).filter_map(|rest| rest.split("</code>").next()).collect();
    let named: Vec<&str> =
        named.into_iter().filter(|code| code.contains(" /v1/")).filter(|code| !code.contains('\n')).collect();
    assert!(named.len() >= 5, "{named:?}");
    for name in named {
        assert!(routes.contains(name), "{name}");
    }
    let links = page.split("<a href=\"/").skip(1).filter_map(|rest| rest.split('"').next());
    for link in links {
        assert!([200, 303].contains(&server.get(&format!("/{link}")).await.status), "{link}");
    }
    // The bot at the end is the one that the tests let play.
    let bot = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/kits/bot.py")).unwrap();
    let line = bot.lines().find(|line| line.starts_with("class ")).unwrap();
    assert!(page.contains(line), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_of_the_page_moves() {
    let Some(python) = needs::program("python3", "apt-get install python3") else { return };
    let text = fs::read_to_string(TEXT).unwrap();
    let program = text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(program.lines().filter(|line| !line.is_empty()).count() <= 10, "{program}");
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut matches = Vec::new();
    // Who joined first begins in all of them.
    for rules in engine::newest() {
        let game = rules.info().id;
        let id = anna.creates(json!({"game": game, "seating": "joined"})).await;
        bob.joins(&id).await;
        matches.push((game, id));
    }
    let new = json!({"name": "my bot", "scopes": ["matches:read", "moves:write"]});
    let made = anna.proves(&server).await.post("/v1/me/tokens", &new).await.expect(201);
    let mut command = Command::new(python);
    command.args(["-c", program]).env("BOT_URL", &server.url).env("BOT_TOKEN", made["token"].as_str().unwrap());
    run(&mut command).await;
    for (game, id) in matches {
        let played = format!("SELECT text FROM moves WHERE match_id = '{id}' AND cause = 'chosen'");
        let played = server.rows(&played).await.concat();
        assert_eq!(played.len(), 1, "{game}: {played:?}");
        assert!(plays_on(&played[0]), "{game}: {played:?}");
        assert_eq!(anna.sees(&id).await["phase"], "running", "{game}: {played:?}");
    }
}
