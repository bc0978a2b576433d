//! Every page, light and dark: no finding of axe, no message in the console, no request to another host.

use std::path::Path;

use serde_json::{Value, json};
use tests::browser::{Browser, DESK, Kind, PHONE};
use tests::{Person, Server, eventually};

use super::{start, table};
use crate::packages::npm;

/// The script of axe.
pub(super) struct Axe(String);

impl Axe {
    /// Reads it; `None` if this machine cannot have it: the test has to return then.
    pub(super) async fn load() -> Option<Axe> {
        let tools = npm().await?;
        let axe = std::fs::read_to_string(tools.folder.join(Path::new("node_modules/axe-core/axe.min.js"))).unwrap();
        Some(Axe(format!("{axe};window.axe = axe;")))
    }
}

/// The findings of axe for what WCAG 2.2 AA asks, and its best practices.
pub(super) async fn findings(browser: &Browser, Axe(axe): &Axe) -> Value {
    browser.client.execute(axe, Vec::new()).await.unwrap();
    let script = "const done = arguments[arguments.length - 1];
        axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then((found) =>
            done(found.violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3)])));";
    browser.client.execute_async(script, Vec::new()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "a list of pages")]
async fn every_page_is_accessible_light_and_dark() {
    let Some((server, driver)) = start().await else { return };
    let Some(axe) = Axe::load().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let open = anna.creates(json!({"game": "ice", "seats": 3})).await;
    bob.post(&format!("/v1/matches/{open}/join"), &json!({})).await;
    let mut paths: Vec<String> = [
        "/",
        "/lobby",
        "/new",
        "/import",
        "/me/matches",
        "/me/past",
        "/me/past?q=no+such+player",
        "/people/bob",
        "/new/magma",
        "/new/magic",
        "/games",
        "/games/magma",
        "/learn/magma",
        "/learn/magnapoco/2?step=2",
        "/games/magic",
        "/games/magma/rules",
        "/games/magic/cards?colour=Green&q=target",
        "/games/magic/cards/late-rent",
        "/games/magic/decks",
        "/games/magma/ratings",
        "/tournaments",
        "/games/magic/own-cards",
        "/account/decks",
        "/account",
        "/account#email",
        "/account#devices",
        "/account#programs",
        "/account/apps",
        "/account/bots",
        "/docs/manual",
        "/docs/hosting",
        "/docs/write-a-client",
        "/docs/write-a-client?in=rust",
        "/welcome",
        "/problems",
        "/emails/again",
        "/nothing-here",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.push(format!("/matches/{open}"));
    paths.push(format!("/matches/{open}/report"));
    paths.push("/people/bob/report".to_owned());
    for rules in engine::newest() {
        let id = table(&server, [&anna, &bob], rules.info().id, json!({})).await;
        paths.push(format!("/matches/{id}"));
        paths.push(format!("/matches/{id}/log"));
        paths.push(format!("/matches/{id}?line=0"));
        paths.push(format!("/matches/{id}/try"));
    }
    let cards = json!({"table": "lands PFISM PFISM PFISM PFISM; ash holds 2; birch holds 13; ash hand hedge-weasel, hot-clinker"});
    paths.push(format!("/matches/{}?card=h2", table(&server, [&anna, &bob], "magic", cards).await));
    let over = table(&server, [&anna, &bob], "magma", json!({})).await;
    anna.act(&format!("/v1/matches/{over}/resign")).await.expect(200);
    let points = r#"[{"line":0,"shares":[0.6,0.4],"choice":{"seat":0,"text":"+b2","was_played":false}},
        {"line":1,"shares":[0.0,1.0],"choice":null}]"#;
    server.query(&format!("INSERT INTO analyses VALUES ('{over}', now(), 1, '{points}')")).await;
    paths.push(format!("/matches/{over}"));
    paths.push(format!("/matches/{over}?line=0"));
    paths.push(format!("/new/magma?match={over}&line=0"));
    paths.extend(tournaments(&server, [&anna, &bob]).await);
    let mut found = Vec::new();
    for kind in [PHONE, Kind { dark: true, ..DESK }] {
        let browser = driver.open(&server, kind).await;
        browser.goto("/").await;
        let is_dark = browser.value("matchMedia('(prefers-color-scheme: dark)').matches").await;
        assert_eq!(is_dark, json!(kind.dark), "the wish of the reader");
        found.push(("signed out".to_owned(), kind.dark, findings(&browser, &axe).await));
        browser.sign_in(&anna).await;
        for path in &paths {
            browser.goto(path).await;
            found.push((path.clone(), kind.dark, findings(&browser, &axe).await));
            let foreign = "performance.getEntriesByType('resource').filter((one) => !one.name.startsWith(location.origin)).length";
            assert_eq!(browser.value(foreign).await, json!(0), "{path}: requests to other hosts");
            // The inner width of a phone grows with the page.
            let wide = browser.value("document.documentElement.scrollWidth - outerWidth").await;
            if wide.as_i64().unwrap() > 0 {
                found.push((path.clone(), kind.dark, json!(format!("{wide} px too wide"))));
            }
        }
        let console: Vec<String> =
            browser.console().into_iter().filter(|line| !line.contains("/nothing-here")).collect();
        assert_eq!(console, Vec::<String>::new());
    }
    found.retain(|(_, _, list)| list != &json!([]));
    assert!(found.is_empty(), "{found:#?}");
}

/// The paths of a tournament that takes entries, of two that run, and of a ladder.
async fn tournaments(server: &Server, [anna, bob]: [&Person; 2]) -> Vec<String> {
    let mut others = Vec::new();
    for name in ["Cleo", "Dan", "Eve", "Fay"] {
        others.push(server.person_by_secret(name).await);
    }
    let mut paths = Vec::new();
    for (seats, people, more) in [
        (2, 2, json!({"max_entries": 10})),
        (2, 4, json!({"max_entries": 4})),
        (3, 6, json!({"max_entries": 6})),
        (2, 4, json!({"format": "ladder"})),
    ] {
        let mut wish = json!({"game": "magma", "name": "Cup", "seats": seats, "at_once": 2});
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = bob.post("/v1/tournaments", &wish).await.expect(201);
        let path = format!("/v1/tournaments/{}", made["id"].as_str().unwrap());
        for person in [anna].into_iter().chain(&others).take(people - 1) {
            person.put(&format!("{path}/entry"), &json!({})).await.expect(204);
        }
        if people > 2 && more["format"].is_null() {
            eventually("the tournament has begun", async || {
                let page = anna.get(&path).await.expect(200);
                page["groups"][0]["pairings"][0]["match_id"].is_string().then_some(())
            })
            .await;
        }
        paths.push(path.replace("/v1", ""));
    }
    paths
}
