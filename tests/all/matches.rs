//! /v1/matches

use serde_json::json;
use tests::{Reply, Server};

use crate::document::check;
use crate::generators::games;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_match() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    let seen = bob.joins(&id).await;
    assert_eq!(seen["phase"], "running", "{seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_view_of_every_game_has_a_schema() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    for (game, options) in games().as_object().unwrap() {
        let schema = server.get(&format!("/v1/games/{game}")).await.expect(200)["view"].clone();
        assert!(schema["properties"]["you"].is_object(), "{game}: {schema}");
        let id = anna.begins(json!({"game": game, "options": options, "seating": "joined"}), &bob).await;
        for _ in 0..8 {
            for person in [&anna, &bob] {
                let page = person.sees(&id).await["page"].clone();
                check(&schema, &schema, &page["view"], game);
                if page["awaited"].as_array().unwrap().contains(&page["your_seat"]) {
                    person.moves(&id).await;
                }
            }
            check(
                &schema,
                &schema,
                &server.get(&format!("/v1/matches/{id}?include=view")).await.expect(200)["page"]["view"],
                game,
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unchanged_page_is_not_sent_again_but_a_move_is_always_answered() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    let path = format!("/v1/matches/{id}");
    let first = anna.get(&path).await;
    let tag = first.header("etag").to_owned();
    let ask = async |tag: &str| Reply::send(anna.request("GET", &path).header("if-none-match", tag)).await;
    for known in [&tag[..], &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let reply = ask(known).await;
        assert_eq!((reply.status, reply.bytes.len(), reply.header("etag")), (304, 0, &tag[..]), "{known}");
    }
    assert_ne!(bob.get(&path).await.header("etag"), tag, "another eye, another page");
    let move_ = anna.request("POST", &format!("{path}/moves")).header("if-none-match", "*");
    let played = Reply::send(move_.json(&json!({"move": "pass", "turn": 0}))).await.expect(200);
    assert_eq!(played["move"], "pass");
    assert_eq!(ask(&tag).await.status, 200);
    let head = Reply::send(anna.request("HEAD", &path)).await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    assert!(head.header("etag").len() > 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_sent_again_only_if_it_has_changed_and_its_page_fits_a_phone() {
    let server = Server::quiet(|_| {}).await;
    let first = server.get("/openapi.json").await;
    let tag = first.header("etag").to_owned();
    assert!(first.status == 200 && tag.len() > 10 && first.header("cache-control") == "no-cache", "{tag}");
    let again = |known: &str| server.request("GET", "/openapi.json").header("if-none-match", known.to_owned());
    let unchanged = Reply::send(again(&tag)).await;
    assert_eq!((unchanged.status, unchanged.bytes.len(), unchanged.header("etag")), (304, 0, &tag[..]));
    let other = Reply::send(again("\"another\"")).await;
    assert_eq!((other.status, other.text()), (200, first.text()));
    let page = server.get("/docs/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1"));
    let files = page.text();
    let files = files.split(['"', '\'']).filter(|name| [".css", ".js", ".png"].iter().any(|end| name.ends_with(end)));
    for file in files {
        let path = if file.starts_with('/') { file.to_owned() } else { format!("/docs/{file}") };
        assert_eq!(server.get(&path).await.status, 200, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_headers_that_keep_browsers_from_guessing() {
    let server = Server::with(|table| drop(table.insert("origins".to_owned(), "https://club.example".into()))).await;
    for path in ["/", "/v1/games", "/v1/nothing", "/docs/", "/openapi.json", "/problems", "/healthz", "/v1/me"] {
        let reply = server.get(path).await;
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("x-frame-options"), "DENY", "{path}");
        // Pages with forms allow the origin to be sent to this server itself.
        let policy = if matches!(path, "/" | "/problems") { "same-origin" } else { "no-referrer" };
        assert_eq!(reply.header("referrer-policy"), policy, "{path}");
        assert!(reply.header("content-security-policy").contains("default-src"), "{path}");
        assert!(reply.header("x-request-id").len() == 36, "{path}");
    }
    let from = |origin: &str| server.request("GET", "/v1/games").header("origin", origin);
    let own = Reply::send(from("https://club.example")).await;
    assert_eq!(own.header("access-control-allow-origin"), "https://club.example");
    let foreign = Reply::send(from("https://evil.example")).await;
    assert_eq!(foreign.header("access-control-allow-origin"), "");
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let asked = server.request("OPTIONS", "/v1/matches").header("origin", "https://club.example");
        let asked = asked.header("access-control-request-method", method);
        let asked = asked.header("access-control-request-headers", "authorization,content-type");
        assert_eq!(Reply::send(asked).await.status, 200, "{method}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_not_sent_again_to_a_client_that_has_it() {
    let server = Server::start().await;
    let people = server.people(["Anna", "Ben", "Cleo", "Dan"]).await;
    let id = crate::windows::begin(&server, &people, "").await;
    let [anna, ben, ..] = &people;
    let ask = async |ending: &str, tag: &str| {
        let path = format!("/v1/matches/{id}/board.{ending}");
        Reply::send(anna.request("GET", &path).header("if-none-match", tag)).await
    };
    let mut tags = Vec::new();
    for ending in ["svg", "png", "txt"] {
        let first = ask(ending, "\"another\"").await;
        let tag = first.header("etag").to_owned();
        assert_eq!((first.status, first.header("cache-control")), (200, "private, no-cache"), "{ending}");
        for known in [tag.clone(), format!("\"another\", W/{tag}"), "*".to_owned()] {
            let again = ask(ending, &known).await;
            assert_eq!(
                (again.status, again.text().as_str(), again.header("etag")),
                (304, "", tag.as_str()),
                "{ending}"
            );
        }
        tags.push((ending, tag));
    }
    // What Ben orders is his secret, and the tag tells nothing of it.
    ben.plays(&id, "orders block never").await;
    for (ending, tag) in &tags {
        assert_eq!(ask(ending, tag).await.status, 304, "{ending}");
    }
    anna.plays(&id, "end").await;
    for (ending, tag) in &tags {
        assert_eq!(ask(ending, tag).await.status, 200, "{ending}");
    }
}
