//! The API does not break clients without saying so: the document is compared with the last released one.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tests::compatible::{Break, breaks};
use tests::operations;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The points of CHANGELOG.md about changes that are not released yet and that are marked as breaking.
fn notes(changes: &str) -> Vec<String> {
    let part = changes.split("\n## ").find(|part| part.starts_with("Not yet released")).unwrap();
    let points = part.split("\n* ").skip(1).filter(|point| point.starts_with("Breaking: "));
    points.map(str::to_owned).collect()
}

/// The breaks that no note names by their operations.
fn untold(breaks: Vec<Break>, notes: &[String]) -> Vec<Break> {
    breaks.into_iter().filter(|one| !notes.iter().any(|note| note.contains(&format!("`{}`", one.operation)))).collect()
}

#[test]
fn breaking_changes_since_the_last_release_are_noted() {
    let released: Value = serde_json::from_str(&read("openapi/released.json")).unwrap();
    let untold = untold(breaks(&released, &operations::document()), &notes(&read("CHANGELOG.md")));
    assert!(
        untold.is_empty(),
        "these changes break clients; undo them, or add a point \"* Breaking: `METHOD /path` ...\" to CHANGELOG.md: {untold:#?}"
    );
}

#[test]
fn operations_that_will_end_are_in_the_document() {
    let all = operations::all();
    for one in turnpost::deprecation::ALL {
        let found = all.iter().find(|operation| operation.method == one.method && operation.path == one.path);
        assert!(found.is_some_and(|found| found.spec["deprecated"] == true), "{one:?}");
    }
}

#[test]
fn a_break_is_told_by_a_note_that_names_the_operation() {
    let one = Break { operation: "GET /v1/games".to_owned(), change: "it is removed".to_owned() };
    let changes = |point: &str| {
        format!("# Changes\n\n## Not yet released\n\n* Players: more.\n* {point}\n\n## 1\n\n* Breaking: `GET /v1/x`\n")
    };
    let told = |point: &str| untold(vec![one.clone()], &notes(&changes(point))).is_empty();
    assert!(told("Breaking: `GET /v1/games` is gone."));
    assert!(!told("`GET /v1/games` is gone.") && !told("Breaking: `GET /v1/x` is gone."));
}

/// Each change of a document, and what is found of it.
#[test]
fn changes_that_break_clients_are_found_and_others_are_not() {
    let older = operations::document();
    assert_eq!(breaks(&older, &older), []);
    let schema = |name: &str, field: &str| format!("/components/schemas/{name}/{field}");
    let bot = "/paths/~1v1~1bots/post";
    for (pointer, change, expected) in [
        ("/paths/~1v1~1bots/post".to_owned(), Value::Null, Some("it is removed")),
        (
            format!("{bot}/operationId"),
            json!("make_bot"),
            Some("operationId is \"make_bot\" instead of \"create_bot\""),
        ),
        (format!("{bot}/responses/201"), Value::Null, Some("the answer 201 is removed")),
        (schema("Bot", "properties/name"), Value::Null, Some("answer 201.bot.name is removed")),
        (schema("Bot", "properties/name/type"), json!(["string", "null"]), Some("answer 201.bot.name has the types")),
        (schema("Bot", "required"), json!(["id", "handle", "created_at"]), Some("answer 201.bot.name may be missing")),
        (
            schema("BotRequest", "required"),
            json!(["handle", "name", "scopes", "expires_in_days"]),
            Some("body.expires_in_days is required"),
        ),
        (
            schema("BotRequest", "properties/name/maxLength"),
            json!(20),
            Some("body.name: maxLength is 20 instead of 40"),
        ),
        (schema("BotRequest", "properties/expires_in_days"), Value::Null, Some("body.expires_in_days is removed")),
        (
            schema("Scope", "enum"),
            json!(["matches:read", "moves:write", "account:read"]),
            Some("body.scopes[] is never \"account:write\""),
        ),
        // What clients bear.
        (schema("Bot", "properties/colour"), json!({"type": "string"}), None),
        (schema("BotRequest", "properties/colour"), json!({"type": ["string", "null"]}), None),
        (schema("BotRequest", "properties/name/maxLength"), json!(80), None),
        (schema("BotRequest", "required"), json!(["handle", "name"]), None),
        (
            schema("Scope", "enum"),
            json!(["matches:read", "moves:write", "account:read", "account:write", "more"]),
            None,
        ),
        (schema("Bot", "description"), json!("A program."), None),
        ("/paths/~1v2".to_owned(), json!({"get": {"operationId": "show_two", "responses": {}}}), None),
    ] {
        let mut newer = older.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = newer.pointer_mut(parent).and_then(Value::as_object_mut).unwrap_or_else(|| panic!("{pointer}"));
        let name = name.replace("~1", "/");
        if change.is_null() {
            assert!(parent.remove(&name).is_some(), "{pointer}");
        } else {
            parent.insert(name, change.clone());
        }
        let found: Vec<String> = breaks(&older, &newer).into_iter().map(|one| one.change).collect();
        match expected {
            Some(words) => assert!(found.iter().any(|found| found.contains(words)), "{pointer} {change}: {found:?}"),
            None => assert!(found.is_empty(), "{pointer} {change}: {found:?}"),
        }
    }
}
