//! Who may do what: every operation of the OpenAPI document and every page, asked by every kind of caller. The expected answers are the
//! [`table`].

mod scene;
mod table;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use tests::client::encoded;
use tests::{Reply, needs, operations};
use uuid::Uuid;

use scene::{Proof, Scene, Sender, Things};
use table::{OPEN_TO_GUESTS, TABLE, Thing};

/// A line of the table.
struct Row {
    method: String,
    path: String,
    thing: Thing,
    expected: Vec<String>,
}

impl Row {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns whether its game must have cards.
    fn is_about_cards(&self) -> bool {
        ["cards", "deck"].iter().any(|word| self.path.contains(word))
    }
}

fn rows() -> Vec<Row> {
    let lines = TABLE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut rows = Vec::new();
    for line in lines.skip(1) {
        let mut words = line.split_whitespace().map(str::to_owned);
        let (Some(method), Some(path), Some(thing)) = (words.next(), words.next(), words.next()) else {
            panic!("a line of the table has too few words: {line}")
        };
        let thing = Thing::named(&thing).unwrap_or_else(|| panic!("no thing of the table: {line}"));
        rows.push(Row { method, path, thing, expected: words.collect() });
    }
    rows
}

#[test]
fn the_table_has_every_operation_and_every_page_and_nothing_else() {
    let listed: BTreeSet<String> = rows().iter().map(Row::name).collect();
    let known: BTreeSet<String> =
        operations::routes().into_iter().map(|(method, path)| format!("{method} {path}")).collect();
    let missing: Vec<&String> = known.difference(&listed).collect();
    let unknown: Vec<&String> = listed.difference(&known).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing in the table: {missing:#?}\nunknown: {unknown:#?}");
    let mut lines: Vec<(String, Thing)> = rows().iter().map(|row| (row.name(), row.thing)).collect();
    let all = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), all, "a line stands twice");
}

/// What a request sends beside its path.
enum Body {
    Nothing,
    Json(Value),
    Form(Vec<(&'static str, String)>),
    Bytes,
}

/// A handle that no account has.
fn a_handle() -> String {
    format!("bot-{}", &Uuid::new_v4().simple().to_string()[..12])
}

/// The body of a request: one that is carried out if the caller may do so.
fn body(row: &Row, things: &Things, handle: &str) -> Body {
    let of = |name: &str| things.get(name).cloned().unwrap_or_default();
    let form = |fields: &[(&'static str, &str)]| {
        Body::Form(fields.iter().map(|(name, text)| (*name, (*text).to_owned())).collect())
    };
    let example = |method: &str, path: &str| {
        static DOCUMENT: LazyLock<Value> = LazyLock::new(operations::document);
        let all = operations::all();
        all.iter().find(|one| one.method == method && one.path == path).and_then(|one| one.example(&DOCUMENT))
    };
    let (is_page, post) = (!row.path.starts_with("/v1/"), row.method == "POST");
    match row.path.as_str() {
        "/v1/matches/{match_id}/moves" => Body::Json(json!({"move": "resign", "turn": 0})),
        "/v1/matches/{match_id}/preview" => Body::Json(json!({"move": "pass"})),
        "/v1/matches/{match_id}/explore" => Body::Json(json!({"moves": [{"move": "pass"}]})),
        "/v1/matches/{match_id}/conditional-moves" => Body::Json(json!({"turn": 0, "lines": []})),
        "/v1/matches/{match_id}/agree" => Body::Json(json!({"agree": true, "turn": 0})),
        "/v1/matches/{match_id}/invitations" if post => Body::Json(json!({"address": "gus@example.org"})),
        "/v1/matches/{match_id}/proposals" if post => Body::Json(json!({"kind": "extension", "length": "P7D"})),
        "/v1/me" if row.method == "PATCH" => Body::Json(json!({"name": "Ada"})),
        "/v1/me/seen" => Body::Json(json!({"match_id": of("match_id"), "turn": 0})),
        "/v1/me/vacations" if post => Body::Json(json!({"first": "2026-10-01", "last": "2026-10-03"})),
        "/v1/me/address" => Body::Json(json!({"address": "gus@example.org"})),
        "/v1/address-changes/confirm" => Body::Json(json!({"token": of("/confirm-address/")})),
        "/v1/sign-in/link" => Body::Json(json!({"token": of("/sign-in/")})),
        "/v1/sign-in/{sign_in_id}/code" => Body::Json(json!({"code": of("code"), "secret": of("secret")})),
        "/v1/tokens/refresh" => Body::Json(json!({"refresh_token": of("refresh")})),
        "/v1/inbox" => Body::Bytes,
        "/move/{token}" | "/matches/{match_id}" if post => form(&[("move", "resign")]),
        "/invitations/{token}/accept" => form(&[]),
        "/account/profile" => form(&[("name", "Ada"), ("handle", handle), ("time_zone", "UTC")]),
        "/emails/again" | "/account/address" | "/sign-in" if post => form(&[("address", "gus@example.org")]),
        "/account/delete" => form(&[("handle", handle)]),
        // Each handle is of one account.
        "/v1/bots" if post => Body::Json(json!({"handle": a_handle(), "name": "Lava bot", "scopes": ["matches:read"]})),
        "/account/bots" if post => form(&[("name", "Lava bot"), ("handle", &a_handle())]),
        "/account/apps" => form(&[("name", "Own"), ("redirects", "https://tram.example/in")]),
        "/account/tokens" => form(&[("name", "bot"), ("matches:read", "on")]),
        "/account/decks" if post => form(&[("game", "magic"), ("name", "my-birds"), ("list", "4 Chalk Finch")]),
        "/account/vacations" => form(&[("first", "2026-10-01"), ("last", "2026-10-03")]),
        "/matches/{match_id}/invite" => form(&[("whom", "gus@example.org")]),
        "/matches/{match_id}/conditional-moves" => form(&[("turn", "0"), ("lines", "")]),
        "/matches/{match_id}/private-note" => form(&[("text", "Next: e5-e7.")]),
        "/matches/{match_id}/propose" => form(&[("kind", "extension"), ("days", "7")]),
        "/matches/{match_id}/computer" => form(&[("level", "2")]),
        "/import" if post => {
            let example = example("POST", "/v1/matches/import").unwrap();
            form(&[("record", example["record"].as_str().unwrap())])
        }
        "/new/{game_id}" if post => form(&[("game", "magma")]),
        "/sign-in/code/{sign_in_id}" if post => Body::Form(vec![("code", of("code"))]),
        "/v1/reports" => Body::Json(json!({"match_id": of("match_id"), "text": "It is rude."})),
        "/matches/{match_id}/report" | "/people/{handle}/report" if post => {
            form(&[("about", "match"), ("text", "It is rude.")])
        }
        "/tournaments" if post => form(&[
            ("name", "Cup"),
            ("game", "magma"),
            ("seats", "2"),
            ("days", "7"),
            ("max_entries", "10"),
            ("at_once", "1"),
        ]),
        "/mailbox/{key}" if post => form(&[("from", "ada@example.org"), ("text", "help")]),
        "/mailbox/{key}/{email_id}/answer" => form(&[("answer", "resign")]),
        "/welcome" if post => form(&[("name", "Ada")]),
        _ if is_page && post => form(&[]),
        _ => example(&row.method, &row.path).map_or(Body::Nothing, Body::Json),
    }
}

fn address(row: &Row, things: &Things) -> String {
    operations::filled(&row.path, |name| match name {
        "token" => {
            let of = format!("/{}/", row.path.split('/').nth(1).unwrap());
            things.get(of.as_str()).unwrap_or_else(|| panic!("{}: no {of}", row.name())).clone()
        }
        "ending" => "svg".to_owned(),
        "game_id" if row.is_about_cards() => "magic".to_owned(),
        "game_id" => "magma".to_owned(),
        "card_id" => "late-rent".to_owned(),
        // That of someone who has saved it in an earlier line.
        "deck_name" if row.method == "PUT" => "my-birds".to_owned(),
        "deck_name" => "no-deck".to_owned(),
        "lesson" | "step" | "picture" => "1".to_owned(),
        "slug" => "not-found".to_owned(),
        "key" => "0".repeat(32),
        "email_id" => Uuid::from_u128(7).to_string(),
        name => things.get(name).unwrap_or_else(|| panic!("{}: no {name}", row.name())).clone(),
    })
}

async fn ask(scene: &Scene, row: &Row, things: &Things, sender: &Sender) -> Reply {
    let request = scene.server.request(&row.method, &address(row, things));
    // A list of events, not a stream of them.
    let request = if row.path.ends_with("/events") { request.header("accept", "application/json") } else { request };
    let request = match &sender.proof {
        Proof::Nothing => request,
        Proof::Token(token) => request.bearer_auth(token),
        Proof::Cookie(cookie, site) => request.header("cookie", cookie).header("sec-fetch-site", *site),
    };
    Reply::send(match body(row, things, &sender.handle) {
        Body::Nothing => request,
        Body::Json(json) => request.json(&json),
        Body::Form(fields) => {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (*name, text.as_str())).collect();
            request.header("content-type", "application/x-www-form-urlencoded").body(encoded(&fields))
        }
        Body::Bytes => request.query(&[("to", "play+x@turnpost.example"), ("from", "a@example.org")]).body("x"),
    })
    .await
}

/// The same ids and tokens, of things that do not exist.
fn unknown(things: &Things) -> Things {
    let other = |(name, text): (&&'static str, &String)| {
        let text = match text.parse::<Uuid>() {
            Ok(_) => Uuid::from_u128(0x0198_c0de_7a11_7000_8000_00c0_ffee_0001).to_string(),
            Err(_) => text.clone(),
        };
        (*name, text)
    };
    things.iter().map(other).collect()
}

/// All that an answer tells, without the ids in it.
fn told(reply: &Reply, things: &Things) -> String {
    let headers =
        reply.headers.iter().filter(|(name, _)| !["date", "ratelimit", "x-request-id"].contains(&name.as_str()));
    let mut text = format!("{} {:?} {}", reply.status, headers.collect::<Vec<_>>(), reply.text());
    for id in things.values().filter(|id| id.len() > 30) {
        text = text.replace(id, "ID");
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn every_caller_gets_the_answer_of_the_table() {
    let mut scene = Scene::set().await;
    let names: Vec<&str> = scene.senders().into_iter().map(|(name, _)| name).collect();
    let (mut differ, mut found) = (Vec::new(), String::new());
    // In the short form each line is asked by every third kind of caller, which are others from line to line.
    let share = if needs::long_form() { 1 } else { 3 };
    for (number, row) in rows().into_iter().enumerate() {
        let mut line = format!("{:<6} {:<60} {:<8}", row.method, row.path, row.thing.name());
        for (at, name) in names.iter().enumerate().filter(|(at, _)| (at + number) % share == 0) {
            // What a visitor gets, whose form is of a page of this server, too.
            let by_visitor = if *name == "guest" {
                let things = scene.thing(row.thing).await;
                let visitor = Proof::Cookie(String::new(), "same-origin");
                let (_, sender) = scene.senders().swap_remove(at);
                let reply = ask(&scene, &row, &things, &Sender { proof: visitor, ..sender }).await;
                if reply.status < 400 && row.method != "GET" {
                    scene.use_up(row.thing).await;
                }
                Some(reply.status.to_string())
            } else {
                None
            };
            let things = scene.thing(row.thing).await;
            let (_, sender) = scene.senders().swap_remove(at);
            let reply = ask(&scene, &row, &things, &sender).await;
            line += &format!(" {:>9}", reply.status);
            let said = format!("{} by {name}: {}", row.name(), reply.status);
            assert!(reply.status < 500, "{said} {}", reply.text());
            let column = |wanted: &str| names.iter().position(|name| *name == wanted).unwrap();
            let at = match *name {
                "app" => column("m:read"),
                "guest" if OPEN_TO_GUESTS.contains(&row.name().as_str()) => column("stranger"),
                _ => at,
            };
            let by_visitor = by_visitor.filter(|_| !OPEN_TO_GUESTS.contains(&row.name().as_str()));
            let expected = by_visitor.as_deref().or(row.expected.get(at).map(String::as_str));
            if expected != Some(reply.status.to_string().as_str()) {
                differ.push(format!("{said}, expected {expected:?}"));
            }
            let is_outside = ["nobody", "guest", "stranger", "elsewhere", "ended", "deleted"].contains(name);
            if row.path.contains("_id}") && (reply.status == 404 || is_outside && row.thing.is_secret()) {
                // It cannot be told from what does not exist.
                let none = unknown(&things);
                let other = ask(&scene, &row, &none, &sender).await;
                let (one, other) = (told(&reply, &things), told(&other, &none));
                if one != other {
                    differ.push(format!("{said} differs from that for an unknown one:\n{one}\n{other}"));
                }
            }
            if reply.status < 400 && row.method != "GET" {
                scene.use_up(row.thing).await;
            }
        }
        found += &format!("{line}\n");
    }
    assert!(differ.is_empty(), "{}\nThe table as it is found:\n{found}", differ.join("\n"));
}
