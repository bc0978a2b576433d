//! The API does not break clients without saying so: its facts are compared with those of the last release.
//!
//! `RELEASE=1 cargo test -p tests --test all compatible` writes the facts of a release. Before the first one there are none.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::compatible::{Break, Facts, breaks, facts};
use tests::operations;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(name)
}

/// The parts of CHANGELOG.md that are not about a release, and those that are.
fn parts(changes: &str) -> (Vec<&str>, Vec<&str>) {
    changes.split("\n## ").skip(1).partition(|part| part.starts_with("Not yet released"))
}

/// The breaks that no point of the part about coming changes names by their operation or schema after "Breaking:".
fn untold(breaks: Vec<Break>, changes: &str) -> Vec<Break> {
    let points = parts(changes).0.concat();
    let notes: Vec<&str> = points.split("\n* ").skip(1).filter(|point| point.starts_with("Breaking: ")).collect();
    breaks.into_iter().filter(|one| !notes.iter().any(|note| note.contains(&format!("`{}`", one.place)))).collect()
}

#[test]
fn breaking_changes_since_the_last_release_are_noted() {
    let (file, present) = (file_of_release(), facts(&operations::document()));
    if std::env::var_os("RELEASE").is_some() {
        let lines: Vec<&str> = present.iter().map(String::as_str).collect();
        fs::write(&file, lines.join("\n") + "\n").unwrap();
    }
    let changes = fs::read_to_string(self::file("CHANGELOG.md")).unwrap();
    let released: Option<Facts> = fs::read_to_string(&file).ok().map(|text| text.lines().map(str::to_owned).collect());
    assert_eq!(released.is_some(), !parts(&changes).1.is_empty(), "{} belongs to a release", file.display());
    let untold = untold(released.map(|released| breaks(&released, &present)).unwrap_or_default(), &changes);
    assert!(
        untold.is_empty(),
        "these changes break clients; undo them, or add a point \"* Breaking: `METHOD /path` ...\" to CHANGELOG.md: {untold:#?}"
    );
}

fn file_of_release() -> PathBuf {
    file("openapi/released.txt")
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
    let one = Break { place: "GET /v1/games".to_owned(), change: "no longer: has GET /v1/games".to_owned() };
    let changes = |point: &str| {
        format!("# Changes\n\n## Not yet released\n\n* Players: more.\n* {point}\n\n## 1\n\n* Breaking: `GET /v1/x`\n")
    };
    let told = |point: &str| untold(vec![one.clone()], &changes(point)).is_empty();
    assert!(told("Breaking: `GET /v1/games` is gone."));
    assert!(!told("`GET /v1/games` is gone.") && !told("Breaking: `GET /v1/x` is gone."));
}

/// The breaks by a change of the document at a place: at a path of it, or in a schema.
fn planted(place: &str, change: &Value) -> Vec<Break> {
    let older = operations::document();
    let pointer = if place.starts_with('/') { place.to_owned() } else { format!("/components/schemas/{place}") };
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let mut newer = older.clone();
    let parent = newer.pointer_mut(parent).and_then(Value::as_object_mut).unwrap_or_else(|| panic!("{place}"));
    let before = parent.insert(name.replace("~1", "/"), change.clone());
    if change.is_null() {
        assert!(before.is_some() && parent.remove(name).is_some(), "{place}");
    }
    breaks(&facts(&older), &facts(&newer))
}

#[test]
fn changes_that_break_clients_are_found() {
    let bots = "/paths/~1v1~1bots/post";
    let scopes = json!(["matches:read", "moves:write", "account:read"]);
    let needed = json!(["handle", "name", "scopes", "expires_in_days"]);
    for (place, change, owner, line) in [
        (bots, Value::Null, "POST /v1/bots", "no longer: has POST /v1/bots"),
        (&format!("{bots}/operationId"), json!("make"), "POST /v1/bots", "new: is POST /v1/bots: operationId make"),
        (&format!("{bots}/responses/201"), Value::Null, "POST /v1/bots", "no longer: has POST /v1/bots 201"),
        (
            &format!("{bots}/parameters"),
            json!([{"name": "x", "required": true, "schema": {}}]),
            "POST /v1/bots",
            "new: needs POST /v1/bots: parameter x",
        ),
        ("Bot/properties/name", Value::Null, "Bot", "no longer: has answer Bot.name"),
        ("Bot/properties/name/type", json!(["string", "null"]), "Bot", "new: needs answer Bot.name: type null"),
        ("Bot/required", json!(["id", "handle"]), "Bot", "no longer: has answer Bot: field name always"),
        ("BotRequest/required", needed, "BotRequest", "new: needs request BotRequest: field expires_in_days"),
        (
            "BotRequest/properties/name/maxLength",
            json!(20),
            "BotRequest",
            "new: limit request BotRequest.name: maxLength 20",
        ),
        (
            "BotRequest/properties/name/minLength",
            json!(9),
            "BotRequest",
            "new: limit request BotRequest.name: minLength 9",
        ),
        ("BotRequest/properties/name/enum", json!(["a"]), "BotRequest", "new: needs request BotRequest.name: a word"),
        ("BotRequest/properties/name", Value::Null, "BotRequest", "no longer: has request BotRequest.name"),
        ("Scope/enum", scopes, "Scope", "no longer: has request Scope: word \"account:write\""),
    ] {
        let found = planted(place, &change);
        assert!(found.iter().any(|one| one.place == owner && one.change == line), "{place} {change}: {found:?}");
    }
}

#[test]
fn changes_that_clients_bear_are_no_breaks() {
    let scopes = json!(["matches:read", "moves:write", "account:read", "account:write", "more"]);
    for (place, change) in [
        ("Bot/properties/colour", json!({"type": "string"})),
        ("Bot/description", json!("A program.")),
        ("BotRequest/properties/colour", json!({"type": ["string", "null"]})),
        ("BotRequest/properties/colour", json!({"type": "object", "required": ["hue"]})),
        ("BotRequest/properties/name/maxLength", json!(80)),
        ("BotRequest/required", json!(["handle", "name"])),
        ("Scope/enum", scopes),
        ("/paths/~1v2", json!({"get": {"operationId": "show_two", "responses": {}}})),
    ] {
        assert_eq!(planted(place, &change), [], "{place} {change}");
    }
}
