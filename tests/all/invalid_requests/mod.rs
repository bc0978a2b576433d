//! Invalid requests: each is refused with a problem document, changes no data, and leaves the server running.

mod foreign;
mod forms;

use reqwest::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};
use tests::operations::{self, Operation, resolved};
use tests::{Person, Reply, Server};
use turnpost::http::extract::{BODY_LIMIT, RECORD_LIMIT};

/// A server, a player, and existing things as the targets of all operations with a body.
struct Desk {
    server: Server,
    anna: Person,
    running: String,
    open: String,
    sign_in: String,
    document: Value,
    operations: Vec<Operation>,
}

const TABLES: [&str; 18] = [
    "users",
    "sessions",
    "matches",
    "seats",
    "moves",
    "emails",
    "invitations",
    "address_changes",
    "personal_tokens",
    "proposals",
    "hooks",
    "private_notes",
    "conditional_moves",
    "watches",
    "decks",
    "pushes",
    "clients",
    "grants",
];

impl Desk {
    async fn set() -> Desk {
        let server = Server::start().await;
        let [anna, bob] = server.people(["Anna", "Bob"]).await;
        let running = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
        bob.joins(&running).await;
        let open = anna.creates(json!({"game": "magma"})).await;
        let asked = server.post("/v1/sign-in", &json!({"address": "cleo@example.org"})).await.expect(202);
        let sign_in = asked["sign_in"].as_str().unwrap().to_owned();
        server.mailbox.wait_for("cleo@example.org", |_| true).await;
        for person in [&anna, &bob] {
            server.mailbox.wait_for(&person.address, |email| email.subject().contains("Magma")).await;
        }
        let document = operations::document();
        let operations = operations::all().into_iter().filter(|one| one.body(&document).is_some()).collect();
        Desk { server, anna, running, open, sign_in, document, operations }
    }

    fn request(&self, operation: &Operation) -> reqwest::RequestBuilder {
        let path = operation.at(|name| match name {
            "sign_in_id" => self.sign_in.clone(),
            "game_id" if ["save_deck", "read_deck", "read_cards"].contains(&operation.id.as_str()) => {
                "magic".to_owned()
            }
            "game_id" => "magma".to_owned(),
            "deck_name" => "my-birds".to_owned(),
            "lesson" | "step" => "1".to_owned(),
            _ if operation.id == "create_invitation" => self.open.clone(),
            _ => self.running.clone(),
        });
        self.anna.request(&operation.method, &path)
    }

    async fn raw(&self, operation: &Operation, body: impl Into<Vec<u8>>) -> Reply {
        Reply::send(self.request(operation).header(CONTENT_TYPE, "application/json").body(body.into())).await
    }

    /// All stored rows, without the delivery state of emails.
    async fn stored(&self) -> Vec<Vec<Vec<Option<String>>>> {
        let mut all = Vec::new();
        for table in TABLES {
            let what = if table == "emails" { "id" } else { "md5(x::text)" };
            all.push(self.server.query(&format!("SELECT {what} FROM {table} x ORDER BY 1")).await);
        }
        all
    }

    /// The fields of an operation's body, each with the types it may have.
    fn fields(&self, operation: &Operation) -> Vec<(String, Vec<String>)> {
        let schema = operation.body(&self.document).unwrap();
        let properties = schema["properties"].as_object().unwrap().clone();
        properties.into_iter().map(|(name, schema)| (name, types(&self.document, &schema))).collect()
    }
}

fn types(document: &Value, schema: &Value) -> Vec<String> {
    let schema = resolved(document, schema);
    match (&schema["type"], schema["oneOf"].as_array()) {
        (Value::String(one), _) => vec![one.clone()],
        (Value::Array(several), _) => several.iter().map(|one| one.as_str().unwrap().to_owned()).collect(),
        (_, Some(one_of)) => one_of.iter().flat_map(|one| types(document, one)).collect(),
        _ => Vec::new(),
    }
}

/// Checks that the request is refused for its content, with a problem document.
#[track_caller]
fn is_refused(reply: &Reply, words: &str) {
    assert!((400..500).contains(&reply.status), "{words}: {} {}", reply.status, reply.text());
    let slug = reply.json()["type"].as_str().unwrap_or_default().replace("/problems/", "");
    reply.problem(&slug);
    assert!(reply.bytes.len() < 1500, "{words}: too long an answer: {}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_json_is_refused() {
    let desk = Desk::set().await;
    let before = desk.stored().await;
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(10_000), close.repeat(10_000));
    let malformed: Vec<Vec<u8>> =
        ["", "{", "}", "nonsense", "{'a':1}", "{\"a\":1,}", "\u{0}", "\u{feff}{}", "{\"a\":NaN}", "{}{}"]
            .iter()
            .map(|text| text.as_bytes().to_vec())
            .chain([b"{\"move\":\"\xff\xfe\"}".to_vec(), b"{\"\xc3\x28\":1}".to_vec(), b"{\"a\":\"\\ud800\"}".to_vec()])
            .chain([deep("[", "]").into_bytes(), deep("{\"a\":", "}").into_bytes()])
            .collect();
    for operation in &desk.operations {
        for body in &malformed {
            let reply = desk.raw(operation, body.clone()).await;
            let slug = reply.json()["type"].clone();
            is_refused(&reply, &operation.id);
            let said = String::from_utf8_lossy(&body[..body.len().min(20)]).into_owned();
            let right = slug == "/problems/bad-request" || slug == "/problems/bad-field";
            assert!(right, "{} {said}: {}", operation.id, reply.text());
        }
        for body in ["null", "5", "\"text\"", "true", "[]", "[{}]", "[1,2,3]"] {
            desk.raw(operation, body).await.problem("bad-field");
        }
        for (name, _) in desk.fields(operation) {
            let body = format!("{{\"{name}\":{}}}", deep("[", "]"));
            is_refused(&desk.raw(operation, body).await, &format!("{} deep {name}", operation.id));
        }
    }
    assert_eq!(desk.stored().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_types_and_unknown_fields_are_refused_by_name() {
    let desk = Desk::set().await;
    let before = desk.stored().await;
    let values = [json!(true), json!(-1), json!(1.5), json!(1e300), json!("\u{1}"), json!([[]]), json!({"a": {}})];
    for operation in &desk.operations {
        let example = operation.example(&desk.document).unwrap().as_object().unwrap().clone();
        let mut strange = example.clone();
        strange.insert("surprise".to_owned(), json!(1));
        let problem = desk.raw(operation, json!(strange).to_string()).await.problem("bad-field");
        assert_eq!(problem["field"], "surprise", "{}: {problem}", operation.id);
        for (name, types) in desk.fields(operation) {
            let has = |kind: &str| types.iter().any(|one| one == kind);
            let is_number = |value: &Value| value.as_f64().is_some_and(|number| number >= 0.0);
            let fits = |value: &Value| (value.is_boolean() && has("boolean")) || (is_number(value) && has("number"));
            for value in values.iter().filter(|value| !fits(value)) {
                let mut wrong = example.clone();
                wrong.insert(name.clone(), value.clone());
                let reply = desk.raw(operation, json!(wrong).to_string()).await;
                is_refused(&reply, &format!("{} {name} {value}", operation.id));
            }
        }
        for name in example.keys().filter(|name| {
            operation.body(&desk.document).unwrap()["required"].as_array().is_some_and(|all| all.contains(&json!(name)))
        }) {
            let mut less: Map<String, Value> = example.clone();
            less.remove(name);
            let problem = desk.raw(operation, json!(less).to_string()).await.problem("bad-field");
            assert_eq!(problem["field"], *name, "{}", operation.id);
        }
    }
    assert_eq!(desk.stored().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_that_the_database_cannot_hold_is_refused_in_every_field() {
    let desk = Desk::set().await;
    let before = desk.stored().await;
    for operation in &desk.operations {
        let example = operation.example(&desk.document).unwrap().as_object().unwrap().clone();
        for (name, types) in desk.fields(operation) {
            let values: Vec<Value> = match types.iter().find(|one| *one != "null").map(String::as_str) {
                Some("string") => vec![json!("a\u{0}b"), json!("\u{0}"), json!("a@example.org\u{0}")],
                Some("array") => vec![json!(["\u{0}"])],
                Some("object") => vec![json!({"\u{0}": 1}), json!({"board": "\u{0}"}), json!({"turns": "\u{0}"})],
                _ => Vec::new(),
            };
            for value in values {
                let mut body = example.clone();
                if operation.id == "create_invitation" {
                    body.clear();
                }
                body.insert(name.clone(), value.clone());
                let reply = desk.raw(operation, json!(body).to_string()).await;
                is_refused(&reply, &format!("{} {name} {value}", operation.id));
            }
        }
    }
    assert_eq!(desk.stored().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_bodies_and_bodies_of_other_types_are_refused() {
    let desk = Desk::set().await;
    let before = desk.stored().await;
    for operation in &desk.operations {
        let example = operation.example(&desk.document).unwrap().to_string();
        let max = if operation.id == "import_record" { RECORD_LIMIT } else { BODY_LIMIT };
        let huge = format!("{}{example}", " ".repeat(max));
        desk.raw(operation, huge.clone()).await.problem("too-large");
        desk.raw(operation, "x".repeat(3 << 20)).await.problem("too-large");
        for kind in
            [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("json"), Some("a/\u{e9}")]
        {
            let request = desk.request(operation).body(example.clone());
            let request = match kind {
                Some(kind) => request.header(CONTENT_TYPE, kind.as_bytes()),
                None => request,
            };
            Reply::send(request).await.problem("unsupported-media-type");
        }
        let zipped =
            desk.request(operation).header(CONTENT_TYPE, "application/json").header("content-encoding", "gzip");
        Reply::send(zipped.body(vec![31, 139, 8, 0])).await.problem("unsupported-media-type");
    }
    assert_eq!(desk.stored().await, before);
    // A body without a length, in pieces, sent by hand.
    let piece = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
    let head = format!(
        "POST /v1/matches HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        desk.anna.access()
    );
    let answer = by_hand(&desk.server, &format!("{head}{}", piece.repeat(4))).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("application/problem+json"), "{answer}");
}

/// Sends bytes as they are and reads the beginning of the answer.
async fn by_hand(server: &Server, bytes: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let mut length = 0;
    while length < 16 || !answer[..length].windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read(&mut answer[length..]).await.unwrap() {
            0 => break,
            more => length += more,
        }
    }
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_queries_are_refused_or_answered_and_never_fail() {
    let desk = Desk::set().await;
    let huge = "9".repeat(4000);
    let values = [
        "",
        "-1",
        "0",
        "1e9",
        "99999999999999999999",
        "%00",
        "%ff",
        "%E2%80%AE",
        "[]",
        "open&filter=mine",
        &huge,
        "'--",
        "%",
    ];
    let (mut asked, mut refused) = (0, 0);
    for operation in operations::all().iter().filter(|one| one.method == "GET") {
        let path = operation.at(|name| match name {
            "game_id" => "magma".to_owned(),
            "ending" => "txt".to_owned(),
            "lesson" | "step" => "1".to_owned(),
            _ => desk.running.clone(),
        });
        let parameters = operation.spec["parameters"].as_array().cloned().unwrap_or_default();
        let names = parameters.iter().filter(|one| one["in"] == "query").map(|one| one["name"].as_str().unwrap());
        for name in names.chain(["surprise", "%00", ""]) {
            for value in values {
                let reply = desk.anna.get(&format!("{path}?{name}={value}")).await;
                asked += 1;
                if reply.status >= 400 {
                    refused += 1;
                    is_refused(&reply, &format!("{} {name} {value}", operation.id));
                }
            }
        }
    }
    assert!(asked > 400 && refused > 100, "{asked} {refused}");
    let known = desk.anna.get("/v1/matches?filter=nonsense").await.problem("bad-field");
    assert!(known["detail"].as_str().unwrap().contains("`mine`"), "{known}");
    let id = &desk.running;
    for (path, field) in [
        ("/v1/matches?filter=nonsense".to_owned(), "filter"),
        ("/v1/matches?surprise=1".to_owned(), "surprise"),
        (format!("/v1/matches/{id}?line=one"), "line"),
        (format!("/v1/matches/{id}/log?after=-1"), "after"),
        (format!("/v1/matches/{id}/choices?so_far=a&so_far=b"), "so_far"),
    ] {
        assert_eq!(desk.anna.get(&path).await.problem("bad-field")["field"], field, "{path}");
    }
}
