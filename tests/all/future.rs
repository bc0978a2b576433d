//! Answers of a later version: the document leaves room for them, and generated clients read them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value, json};
use tests::operations::{self, resolved};

use crate::generators::DOCUMENT;
use crate::packages::{CLIENTS, pip, run};

/// The member that lists the known words of an open string.
const KNOWN: &str = "x-extensible-enum";
/// A word and a member that no version knows.
const LATER: &str = "of-a-later-version";

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The names of the schemas that are reached from here.
fn reached(document: &Value, from: &[&Value]) -> BTreeSet<String> {
    fn walk(document: &Value, value: &Value, found: &mut BTreeSet<String>) {
        if let Some(name) = value["$ref"].as_str().and_then(|to| to.strip_prefix("#/components/schemas/"))
            && found.insert(name.to_owned())
        {
            walk(document, &document["components"]["schemas"][name], found);
        }
        members(value).for_each(|(_, inner)| walk(document, inner, found));
        value.as_array().into_iter().flatten().for_each(|inner| walk(document, inner, found));
    }
    let mut found = BTreeSet::new();
    from.iter().for_each(|value| walk(document, value, &mut found));
    found
}

/// The parts of the document that clients read, and those that the server reads.
fn sides(document: &Value) -> [Vec<&Value>; 2] {
    let operations =
        |items: &'static str| members(document.pointer(items).unwrap()).flat_map(|(_, item)| members(item));
    let part = |name: &'static str, items| operations(items).map(move |(_, operation)| &operation[name]);
    let calls = "/components/pathItems";
    let answers = part("responses", "/paths").chain(part("requestBody", calls)).collect();
    [answers, part("requestBody", "/paths").chain(part("parameters", "/paths")).collect()]
}

/// The breaches of the law in a schema: each number, text and list has limits; words and members of answers are open; variants have names.
fn breaches(place: &str, schema: &Value, is_answer: bool, found: &mut Vec<String>) {
    let has = |name: &str| !schema[name].is_null();
    let is =
        |name: &str| schema["type"] == name || schema["type"].as_array().is_some_and(|all| all.contains(&json!(name)));
    let mut note = |what: &str, is_breach: bool| {
        if is_breach {
            found.push(format!("{place}: {what}"));
        }
    };
    note("a number without limits", is("integer") && !(has("minimum") && has("maximum")));
    note("a list without a limit", is("array") && !has("maxItems"));
    let is_bound = ["maxLength", "format", "enum", "const"].into_iter().any(has);
    note("a text without a limit", is("string") && !is_bound);
    let is_tag = place.ends_with(".kind") && schema["enum"].as_array().is_some_and(|words| words.len() == 1);
    note("closed words", is_answer && has("enum") && !is_tag);
    note("closed members", is_answer && schema["additionalProperties"] == false);
    for variants in ["oneOf", "anyOf"] {
        let nameless = |one: &&Value| one["properties"].is_object() || one["enum"].is_array();
        note(
            "a variant without a name",
            schema[variants].as_array().is_some_and(|all| all.iter().any(|one| nameless(&one))),
        );
        let is_open = is_answer && variants == "anyOf";
        let is_union = schema[variants].as_array().is_some_and(|all| all.len() > 2);
        note("variants without a tag", is_union && !is_open && !has("discriminator"));
    }
    note("no plain map", schema["additionalProperties"] == json!({}));
    for (name, inner) in members(&schema["properties"]) {
        breaches(&format!("{place}.{name}"), inner, is_answer, found);
    }
    for inner in ["items", "additionalProperties"].into_iter().filter(|name| schema[*name].is_object()) {
        breaches(&format!("{place}[]"), &schema[inner], is_answer, found);
    }
    for part in ["allOf", "oneOf", "anyOf"].into_iter().flat_map(|all| schema[all].as_array().into_iter().flatten()) {
        breaches(place, part, is_answer, found);
    }
}

#[test]
fn the_document_leaves_room_for_growth_and_limits_everything_else() {
    let document = operations::document();
    let [answers, requests] = sides(&document);
    let mut found = Vec::new();
    for (parts, is_answer) in [(&answers, true), (&requests, false)] {
        for name in reached(&document, parts) {
            breaches(&name, &document["components"]["schemas"][&name], is_answer, &mut found);
        }
    }
    for one in requests.iter().flat_map(|part| part.as_array()).flatten() {
        breaches(one["name"].as_str().unwrap(), &one["schema"], false, &mut found);
    }
    for (name, header) in members(&document["components"]["headers"]) {
        breaches(name, &header["schema"], true, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
    assert!(reached(&document, &answers).len() > 100);
}

#[test]
fn breaches_of_the_law_are_found() {
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {
        "count": {"type": ["integer", "null"], "minimum": 0},
        "name": {"type": "string"},
        "list": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "clock": {"oneOf": [{"type": "object", "properties": {}}, {"type": "null"}]},
        "map": {"type": "object", "additionalProperties": {}},
    }});
    let mut found = Vec::new();
    breaches("X", &schema, true, &mut found);
    for breach in [
        "X: closed members",
        "X.count: a number without limits",
        "X.name: a text without a limit",
        "X.list: a list without a limit",
        "X.list[]: closed words",
        "X.clock: a variant without a name",
        "X.map: no plain map",
    ] {
        assert!(found.iter().any(|one| one == breach), "{breach}: {found:?}");
    }
    assert_eq!(found.len(), 7, "{found:?}");
}

#[test]
fn requests_keep_their_words_and_calls_have_the_names_of_events() {
    let document = operations::document();
    let schemas = &document["components"]["schemas"];
    let clock = resolved(&document, &schemas["MatchSettings"]["properties"]["clock"]["oneOf"][0]);
    assert_eq!(clock["discriminator"]["mapping"]["per-move"], "#/components/schemas/PerMove", "{clock}");
    assert_eq!(schemas["Visibility"]["enum"], json!(["public", "unlisted", "private"]));
    assert_eq!(schemas["ShownVisibility"][KNOWN], schemas["Visibility"]["enum"]);
    let calls: Vec<&String> = members(&document["webhooks"]).map(|(name, _)| name).collect();
    assert_eq!(calls, ["invitation", "match-over", "match-started", "test", "your-turn"]);
    let events = schemas["EventKind"][KNOWN].as_array().unwrap();
    assert!(calls[..3].iter().all(|name| events.contains(&json!(name))), "{events:?}");
    let problem = &schemas["ProblemDocument"]["properties"]["type"];
    assert!(problem[KNOWN].as_array().unwrap().contains(&json!("/problems/stale-turn")), "{problem}");
    let headers = &document["paths"]["/v1/games"]["get"]["responses"];
    for (status, name) in [("200", "X-Request-Id"), ("200", "Sunset"), ("429", "Retry-After"), ("429", "RateLimit")] {
        assert!(headers[status]["headers"][name].is_object(), "{status} {name}");
    }
}

/// What a later version may answer: words, kinds and members that this one does not know.
fn later(document: &Value, schema: &Value) -> Value {
    let schema = resolved(document, schema);
    if schema[KNOWN].is_array() {
        return LATER.into();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().filter_map(|part| later(document, part).as_object().cloned()).flatten().collect();
    }
    // The variant of kinds that are not known is the last one.
    let variants = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
    if let Some(variant) = variants.and_then(|all| all.iter().rfind(|one| one["type"] != "null")) {
        return later(document, variant);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").unwrap(),
        kind @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => kind,
    };
    match (kind.as_str().unwrap_or_default(), schema["format"].as_str()) {
        ("string", _) if schema["enum"].is_array() => schema["enum"][0].clone(),
        ("string", Some("date-time")) => json!("2027-01-01T00:00:00Z"),
        ("string", Some("date")) => json!("2027-01-01"),
        ("string", Some("uuid")) => json!("0198c0de-7a11-7000-8000-00c0ffee0001"),
        ("string", _) => LATER.into(),
        ("integer" | "number", _) => json!(1),
        ("boolean", _) => json!(true),
        ("array", _) => json!([later(document, &schema["items"])]),
        ("object", _) => {
            let known = members(&schema["properties"]).map(|(name, inner)| (name.clone(), later(document, inner)));
            let new = Some((LATER.to_owned(), json!({"a": [1]}))).filter(|_| schema["properties"].is_object());
            known.chain(new).collect::<Map<_, _>>().into()
        }
        (other, _) => panic!("{other}: {schema}"),
    }
}

/// What a later version may answer, for each schema of answers.
fn answers() -> Map<String, Value> {
    let document = operations::document();
    let names = reached(&document, &sides(&document)[0]);
    let answers = names.into_iter().map(|name| {
        let answer = later(&document, &document["components"]["schemas"][&name]);
        (name, answer)
    });
    answers.filter(|(_, answer)| answer.is_object()).collect()
}

/// A module that fails to compile unless every answer has the type of its schema in another module.
pub(crate) fn later_in_typescript(types: &str) -> String {
    // With a type of its own, an answer may have members that the schema does not name, as what arrives over a network may.
    let check = "const read = <Type>() => <Answer extends Type>(answer: Answer) => answer;";
    let answers = answers();
    let reads = answers.iter().map(|(name, answer)| format!("read<types.{name}>()({answer});\n"));
    format!("import type * as types from \"{types}\";\n\n{check}\n{}", reads.collect::<String>())
}

/// A file of a program in Go that reads every answer with a function of the program.
pub(crate) fn later_in_go() -> String {
    // A schema without members of its own has no type in Go.
    let answers = answers().into_iter().filter(|(_, answer)| *answer != json!({}));
    // A string of JSON is one of Go.
    let reads = answers.map(|(name, answer)| format!("\tread[turnpost.{name}]({})\n", Value::from(answer.to_string())));
    format!("package main\n\nimport \"turnpost\"\n\nfunc readLater() {{\n{}}}\n", reads.collect::<String>())
}

/// Lets a generated client read every answer.
async fn reads(client: &str, folder: &Path, python: &mut tokio::process::Command) {
    let answers = answers();
    let count = answers.len();
    let file = folder.join("answers.json");
    std::fs::write(&file, Value::from(answers).to_string()).unwrap();
    let told = run(python.env("PYTHONPATH", folder).arg(Path::new(CLIENTS).join(client)).arg(file)).await;
    let read: usize = told.trim().parse().unwrap_or_else(|_| panic!("{told}"));
    assert!(read >= count * 9 / 10, "{read} of {count}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_openapi_python_client_reads_answers_of_a_later_version() {
    let Some(tools) = pip().await else { return };
    let folder = tools.empty("later-openapi-python-client");
    let mut generator = tools.command("openapi-python-client");
    generator.args(["generate", "--fail-on-warning", "--meta=none", "--path", DOCUMENT]);
    run(generator.arg("--output-path").arg(folder.join("turnpost_client"))).await;
    reads("read_later_answers.py", &folder, tools.command("python").env("MODELS", "turnpost_client.models")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_openapi_generator_reads_answers_of_a_later_version() {
    let Some(tools) = pip().await else { return };
    let folder = tools.empty("later-openapi-generator");
    let mut generator = tools.command("openapi-generator-cli");
    run(generator.args(["generate", "--generator-name=python", "-i", DOCUMENT, "-o"]).arg(&folder)).await;
    reads("read_later_answers.py", &folder, tools.command("python").env("MODELS", "openapi_client.models")).await;
}
