//! /openapi.json: the document is valid and complete, and describes what the server does.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use serde_json::{Value, json};
use tests::operations::{self, Operation, resolved};
use tests::{Person, Reply, Server};
use turnpost::app::App;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");

#[test]
fn the_committed_document_is_the_one_that_is_served() {
    let text = turnpost::routes::document_text();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(COMMITTED, &text).unwrap();
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap();
    assert!(committed == text, "openapi/openapi.json is stale: UPDATE=1 cargo test -p tests document");
}

#[test]
fn every_operation_is_named_tagged_summed_up_and_lists_its_problems() {
    let document = operations::document();
    assert_eq!(document["openapi"], "3.1.0");
    let all = operations::all();
    let ids: BTreeSet<&str> = all.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids.len(), all.len(), "an operationId stands twice");
    for operation in &all {
        let Operation { id, spec, path, .. } = operation;
        let (verb, noun) = id.split_once('_').unwrap_or_else(|| panic!("{id} is no verb_noun"));
        let verbs: &[&str] = match operation.method.as_str() {
            "GET" => &["list", "show", "follow", "export"],
            "PUT" => &["save"],
            "DELETE" => &["delete"],
            _ => &[],
        };
        assert!(
            verbs.is_empty() || verbs.contains(&verb),
            "{id} is no {} in the words of the others",
            operation.method
        );
        assert!(!verb.is_empty() && !noun.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{id}");
        assert_eq!(spec["tags"].as_array().unwrap().len(), 1, "{id}");
        assert!(spec["summary"].as_str().unwrap().len() > 8, "{id}");
        let responses = spec["responses"].as_object().unwrap();
        assert!(responses.keys().any(|status| status.starts_with(['2', '3'])), "{id}");
        for (status, response) in responses {
            assert!(response["description"].as_str().is_some_and(|words| !words.is_empty()), "{id} {status}");
            // Clients of OAuth know only its own errors.
            let json = response["content"]["application/json"]["schema"]["$ref"].as_str();
            let json = json.is_some_and(|of| of != "#/components/schemas/OauthErrorDocument");
            assert!(!(json && status.starts_with(['4', '5'])), "{id} {status}: problems have a type of their own");
        }
        let listed = |statuses: &[&str]| statuses.iter().all(|status| responses.contains_key(*status));
        assert!(listed(&["5XX"]), "{id}");
        let security = spec["security"].as_array().unwrap_or_else(|| panic!("{id}: a public operation says []"));
        assert!(security.is_empty() || listed(&["401", "429"]), "{id}");
        assert!(!operation.takes_token() || listed(&["403"]), "{id}");
        assert!(spec["description"].as_str().is_some_and(|words| words.len() > 8), "{id} has no description");
        let of_form = operation.path.starts_with("/oauth/") && operation.body(&document).is_none();
        let of_body: &[&str] = if of_form { &["400", "401", "408", "413"] } else { &["400", "413", "415", "422"] };
        assert!(spec["requestBody"].is_null() || listed(of_body), "{id}");
        let parameters = spec["parameters"].as_array().map_or(0, Vec::len);
        assert!(parameters == 0 || listed(&["400"]), "{id}");
        for name in path.split('{').skip(1).map(|part| part.split('}').next().unwrap()) {
            let named = spec["parameters"].as_array().unwrap().iter().any(|one| one["name"] == name);
            assert!(named, "{id}: {name}");
        }
    }
}

#[test]
fn every_reference_resolves_and_every_example_fits_its_schema() {
    fn walk(document: &Value, value: &Value) {
        resolved(document, value);
        match value {
            Value::Object(members) => members.values().for_each(|member| walk(document, member)),
            Value::Array(members) => members.iter().for_each(|member| walk(document, member)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let document = operations::document();
    walk(&document, &document);
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let example = schema.get("example").unwrap_or_else(|| panic!("{name} has no example"));
        check(&document, schema, example, name);
    }
}

/// Go has no constructors: the generator names those of `Match` `NewMatch` and `NullableMatch`, and calls a part of its own `Client`.
#[test]
fn no_schema_has_a_name_that_generators_of_clients_make_themselves() {
    let document = operations::document();
    let taken = |name: &&String| {
        let made = ["New", "Nullable"].iter().any(|before| {
            name.strip_prefix(before).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
        });
        made || *name == "Client"
    };
    let all = document["components"]["schemas"].as_object().unwrap();
    assert_eq!(all.keys().filter(taken).collect::<Vec<_>>(), Vec::<&String>::new());
}

/// Checks a value against a schema: types, required members and unknown members.
pub(crate) fn check(document: &Value, schema: &Value, value: &Value, place: &str) {
    let schema = resolved(document, schema);
    if let Some(all) = schema["allOf"].as_array() {
        all.iter().for_each(|part| members(document, part, value, place, false));
        return;
    }
    if let Some(one_of) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        let null = one_of.iter().any(|one| one["type"] == "null");
        if !(null && value.is_null()) {
            let rest: Vec<&Value> = one_of.iter().filter(|one| one["type"] != "null").collect();
            if let [one] = rest[..] {
                check(document, one, value, place);
            }
        }
        return;
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().map(|one| one.as_str().unwrap()).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return,
    };
    let found = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(types.contains(&found), "{place}: {types:?} expected, found {value}");
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{place}: {value} is none of {words:?}");
    }
    if let Value::Array(items) = value {
        items.iter().for_each(|item| check(document, &schema["items"], item, place));
    }
    members(document, schema, value, place, true);
}

fn members(document: &Value, schema: &Value, value: &Value, place: &str, only_known: bool) {
    let schema = resolved(document, schema);
    let (Some(known), Value::Object(found)) = (schema["properties"].as_object(), value) else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(found.contains_key(name.as_str().unwrap()), "{place}: {name} is missing");
    }
    for (name, member) in found {
        match known.get(name) {
            Some(schema) => check(document, schema, member, &format!("{place}.{name}")),
            None => assert!(!only_known, "{place}: the document does not know {name}"),
        }
    }
}

/// Ids that exist, for Anna; a match that is over and one that is open.
async fn world(server: &Server) -> (Person, String) {
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna
        .creates(json!({"game": "magnapoco", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}}))
        .await;
    bob.joins(&id).await;
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let open = format!("/v1/matches/{}/invitations", bob.creates(json!({"game": "magma"})).await);
    bob.post(&open, &json!({"handle": "anna"})).await.expect(202);
    anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["matches:read"]})).await.expect(201);
    (anna, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_to_a_get_request_is_as_documented() {
    let (server, document) = (Server::start().await, operations::document());
    let (anna, over) = world(&server).await;
    let running = anna.begins(json!({"game": "magma", "seating": "joined"}), &server.person("Cleo").await).await;
    let cup = crate::tournaments::cup(&anna, &json!({})).await;
    let mut asked = 0;
    for operation in operations::all().iter().filter(|one| one.method == "GET") {
        let path = operation.at(|name| match name {
            "game_id" => "magma".to_owned(),
            "ending" => "svg".to_owned(),
            "handle" => "anna".to_owned(),
            "lesson" | "step" => "1".to_owned(),
            "tournament_id" => cup.rsplit('/').next().unwrap().to_owned(),
            _ if operation.id == "list_choices" => running.clone(),
            _ => over.clone(),
        });
        let reply = anna.get(&path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        let kind = reply.header("content-type").split(';').next().unwrap();
        let content = &operation.spec["responses"]["200"]["content"];
        assert!(content.get(kind).is_some(), "{path}: {kind} is not among {content}");
        if kind == "application/json" {
            check(&document, &content[kind]["schema"], &reply.json(), &operation.id);
        }
        asked += 1;
    }
    assert!(asked >= 20, "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_as_documented() {
    let (server, document) = (Server::start().await, operations::document());
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    server.person("Bob").await.joins(&id).await;
    let moves = format!("/v1/matches/{id}/moves");
    for reply in [
        anna.post(&moves, &json!({"move": "?", "turn": 0})).await,
        anna.post(&moves, &json!({"move": "a1-a1", "turn": 0})).await,
        anna.post(&moves, &json!({"move": "pass", "turn": 9})).await,
        Reply::send(anna.request("POST", &moves).header("content-type", "application/json").body("{")).await,
        anna.get("/v1/matches?filter=x").await,
    ] {
        check(&document, &document["components"]["schemas"]["ProblemDocument"], &reply.json(), "a problem");
    }
    // Schemas that were objects without properties before.
    let position = &document["components"]["schemas"]["Page"]["properties"];
    for name in ["scene", "ends", "outcome"] {
        assert!(position[name].to_string().contains("#/components/schemas/"), "{name}: {}", position[name]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documents_own_examples_can_be_posted() {
    let (server, document) = (Server::start().await, operations::document());
    let (anna, id) = world(&server).await;
    for operation in operations::all() {
        let Some(example) = operation.example(&document) else { continue };
        assert!(example.is_object(), "{} has no example", operation.id);
        let path = operation.at(|name| match name {
            "game_id" if ["save_deck", "read_deck", "read_cards"].contains(&operation.id.as_str()) => {
                "magic".to_owned()
            }
            "game_id" => "magma".to_owned(),
            "deck_name" => "my-birds".to_owned(),
            "lesson" | "step" => "1".to_owned(),
            _ => id.clone(),
        });
        let reply = Reply::send(anna.request(&operation.method, &path).json(&example)).await;
        let unfit = [400, 413, 415, 500].contains(&reply.status)
            || (reply.status == 422 && reply.json()["type"] == "/problems/bad-field");
        assert!(!unfit, "{}: {}", operation.id, reply.text());
    }
}

/// Invalid tokens, each with its fault.
fn bad_tokens(app: &App, anna: &Person) -> Vec<(&'static str, String)> {
    let forged = anna.access();
    let (head, _) = forged.rsplit_once('.').unwrap();
    let other = turnpost::secrets::Secrets::parse(&format!("new:{}", "x".repeat(40))).unwrap();
    let bearer =
        turnpost::token::Bearer { user: anna.id(), session: turnpost::ids::SessionId(anna.id().0), is_guest: false };
    let now = app.clock.now();
    let of = |secrets, at| turnpost::token::access(secrets, bearer, at).unwrap().0;
    vec![
        ("no signature", format!("{head}.")),
        ("a signature of nothing", format!("{head}.{}", "A".repeat(43))),
        ("another server's", of(&other, now)),
        ("expired", of(&app.secrets, now - Duration::minutes(15))),
        ("a refresh token", anna.refresh.clone()),
        ("an unknown personal token", format!("tpp_{}", "0".repeat(64))),
        ("nonsense", "é\u{a0}".to_owned()),
        ("empty", String::new()),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn operations_that_need_a_token_refuse_a_missing_or_invalid_one() {
    let (server, document) = (Server::start().await, operations::document());
    let (anna, id) = world(&server).await;
    let bad = bad_tokens(&server.app, &anna);
    let users = server.count("SELECT count(*) FROM users WHERE deleted_at IS NULL").await;
    let mut guarded = 0;
    for operation in operations::all() {
        let takes_token = operation.takes_token();
        let path = operation.at(|name| match name {
            "ending" => "svg".to_owned(),
            "first" => "2026-12-24".to_owned(),
            "number" => "1".to_owned(),
            _ => id.clone(),
        });
        let request = || match operation.example(&document) {
            Some(example) => server.request(&operation.method, &path).json(&example),
            None => server.request(&operation.method, &path),
        };
        if operation.needs_token() {
            guarded += 1;
            let reply = Reply::send(request()).await;
            assert_eq!((reply.status, reply.header("www-authenticate")), (401, "Bearer"), "{path}");
            reply.problem("unauthenticated");
        }
        for (what, token) in bad.iter().filter(|_| takes_token) {
            let reply = Reply::send(request().header("authorization", format!("Bearer {token}").as_bytes())).await;
            assert_eq!(reply.status, 401, "{} with {what}: {}", operation.id, reply.text());
            reply.problem("unauthenticated");
        }
        if takes_token {
            let basic = Reply::send(request().header("authorization", "Basic YTpi")).await;
            basic.problem("unauthenticated");
        }
    }
    assert!(guarded > 25, "{guarded}");
    assert_eq!(server.count("SELECT count(*) FROM users WHERE deleted_at IS NULL").await, users);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_personal_token_needs_the_scope_that_the_document_names() {
    let (server, document) = (Server::start().await, operations::document());
    let (anna, id) = world(&server).await;
    let scopes = ["matches:read", "moves:write", "account:read", "account:write", "session"];
    let mut tokens = BTreeMap::new();
    for scope in scopes {
        let others: Vec<&str> = scopes[..4].iter().copied().filter(|other| *other != scope).collect();
        let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": others})).await.expect(201);
        tokens.insert(scope, made["token"].as_str().unwrap().to_owned());
    }
    for operation in operations::all() {
        let scope = operation.spec["x-required-scope"].as_str();
        assert_eq!(scope.is_some(), operation.takes_token(), "{}", operation.id);
        let Some(scope) = scope else { continue };
        let path = operation.at(|name| match name {
            "ending" => "svg".to_owned(),
            "first" => "2026-12-24".to_owned(),
            "number" => "1".to_owned(),
            _ => id.clone(),
        });
        let request = server.request(&operation.method, &path).bearer_auth(&tokens[scope]);
        let request = match operation.example(&document) {
            Some(example) => request.json(&example),
            None => request,
        };
        assert_eq!(Reply::send(request).await.problem("scope-missing")["scope"], scope, "{}", operation.id);
    }
}

#[test]
fn lists_come_in_pages_of_one_style() {
    let document = operations::document();
    let mut lists = 0;
    for Operation { id, spec, .. } in operations::all() {
        // These are few, or have a limit for each account, and choices are counted by the rules.
        let whole =
            ["games", "lessons", "cards", "choices", "decks", "bots", "clients", "hooks", "pushes", "vacations"];
        if id.strip_prefix("list_").is_none_or(|what| whole.contains(&what)) {
            continue;
        }
        let has = |name: &str| spec["parameters"].as_array().unwrap().iter().any(|one| one["name"] == name);
        assert!(has("after") && has("limit"), "{id}");
        let page = resolved(&document, &spec["responses"]["200"]["content"]["application/json"]["schema"]);
        assert!(page["properties"]["next"].is_object(), "{id}");
        assert!(spec["responses"]["200"]["headers"]["Link"].is_object(), "{id}");
        lists += 1;
    }
    assert_eq!(lists, 13);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_ids_and_wrong_methods_are_refused() {
    let (server, document) = (Server::start().await, operations::document());
    let anna = server.person("Anna").await;
    let random = uuid::Uuid::new_v4().to_string();
    let huge = "a".repeat(6000);
    let ids = [&random, "nonsense", "%00", "%ff%fe", "..%2f..%2fetc", &huge, "-1", "%E2%80%AE", "%20", "{id}", "'--"];
    for operation in operations::all().iter().filter(|operation| operation.path.contains('{')) {
        for id in ids {
            let path = operation.at(|_| id.to_owned());
            let request = anna.request(&operation.method, &path);
            let reply = match operation.example(&document) {
                Some(example) => Reply::send(request.json(&example)).await,
                None => Reply::send(request).await,
            };
            let words = format!("{} {} {}", operation.id, &id[..id.len().min(20)], reply.text());
            assert!([400, 401, 404].contains(&reply.status), "{} {words}", reply.status);
            let kind = reply.header("content-type");
            assert_eq!(kind, "application/problem+json", "{words}");
        }
    }
    let paths: BTreeSet<String> = operations::all().iter().map(|operation| operation.at(|_| random.clone())).collect();
    for path in paths {
        let has = |method: &str| {
            operations::all().iter().any(|one| one.method == method && one.at(|_| random.clone()) == path)
        };
        for method in ["PUT", "TRACE", "PROPFIND", "NONSENSE"].into_iter().filter(|method| !has(method)) {
            let reply = Reply::send(anna.request(method, &path)).await;
            reply.problem("method-not-allowed");
            assert!(
                ["GET", "POST", "PUT", "PATCH", "DELETE"].iter().any(|one| reply.header("allow").contains(one)),
                "{path}"
            );
        }
    }
    for path in ["/v1", "/v2/matches", "/v1/matches/", "/v1//matches", "/%00", "/.env", "/docs/../v1/nothing"] {
        anna.get(path).await.problem("not-found");
    }
}
