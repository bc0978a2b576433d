//! Decks that people keep, on their pages and by the API, and chosen in a match by page, API and email; the pages of the cards.

use serde_json::{Value, json};
use tests::client::encoded;
use tests::{Person, Reply, Server};

/// Forty cards in the usual spellings.
const LIST: &str = "Deck\n4 Chalk Finch\n4x Drove Bull\nHedge Weasel x4\n4 kerb-sentry\n4 Turnstile Guard (SET) 12\n# beasts\n4 hedge column\n\
                    4 Orchard Boar, 4 Late Rent\n4 Briar Tortoise\n4 Heron Hunter\n";

async fn page(server: &Server, path: &str, reader: Option<&Person>, status: u16) -> String {
    let request = server.request("GET", path).header("accept", "text/html");
    let request = if let Some(person) = reader { request.header("cookie", person.cookie()) } else { request };
    let reply = Reply::send(request).await;
    assert_eq!(reply.status, status, "{path}: {}", reply.text());
    reply.text()
}

async fn send(server: &Server, path: &str, person: &Person, fields: &[(&str, &str)]) -> String {
    let request =
        server.request("POST", path).header("cookie", person.cookie()).header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(encoded(fields));
    Reply::send(request).await.text()
}

async fn put(person: &Person, path: &str, body: &Value) -> Reply {
    Reply::send(person.request("PUT", path).json(body)).await
}

/// A match in which both are to choose a deck.
async fn begin(server: &Server, name: &str, [anna, bob]: [&Person; 2]) -> String {
    let options = json!({"layout": "dealt", "decks": "chosen"});
    let id = anna.creates(json!({"game": "magic", "name": name, "seating": "joined", "options": options})).await;
    server.later(chrono::Duration::seconds(1));
    bob.joins(&id).await;
    id
}

/// The moves of a seat in the log that its player sees.
async fn moves(person: &Person, id: &str) -> Vec<String> {
    let log = person.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    let lines = log["lines"].as_array().unwrap().clone();
    lines.iter().filter_map(|line| Some(line["entry"]["text"].as_str()?.to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_deck_is_kept_and_chosen_in_matches_by_its_name() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let saved = put(&anna, "/v1/me/decks/magic/my-birds", &json!({ "list": LIST })).await.expect(200);
    assert_eq!(saved["list"], LIST);
    let decks = anna.get("/v1/me/decks").await.expect(200);
    assert_eq!(decks["decks"][0]["name"], "my-birds", "{decks}");
    let read = server.post("/v1/games/magic/read-deck", &json!({ "list": LIST })).await.expect(200);
    assert_eq!(read["faults"], json!([]), "{read}");
    let whole = read["move"].as_str().unwrap().to_owned();
    assert!(whole.starts_with("deck 4 briar-tortoise; 4 chalk-finch; "), "{whole}");

    // By the API: the log has the cards, so that the record is whole.
    let id = begin(&server, "First", [&anna, &bob]).await;
    let checked = anna.post(&format!("/v1/matches/{id}/preview"), &json!({"move": "deck my-birds"})).await.expect(200);
    assert!(checked["legal"] == true && checked["move"] == whole, "{checked}");
    anna.plays(&id, "deck my-birds").await;
    assert_eq!(moves(&anna, &id).await.last(), Some(&whole));
    // It is hers alone, and Bob learns nothing of it.
    let refused = bob.post(&format!("/v1/matches/{id}/moves"), &json!({"move": "deck my-birds", "turn": 0})).await;
    assert!(refused.problem("illegal-move")["detail"].as_str().unwrap().contains("no starter deck my-birds"));
    assert!(moves(&bob, &id).await.iter().all(|text| !text.contains("finch")));

    // By the page: a tap and Send.
    let id = begin(&server, "Second", [&anna, &bob]).await;
    let board = page(&server, &format!("/matches/{id}"), Some(&anna), 200).await;
    assert!(
        board.contains(&format!("<a href=\"/matches/{id}?move=deck+my-birds\">my-birds <small>40 cards, WG")),
        "{board}"
    );
    let tapped = page(&server, &format!("/matches/{id}?move=deck+my-birds"), Some(&anna), 200).await;
    assert!(tapped.contains("value=\"deck my-birds\"") && !tapped.contains("class=\"alert\""), "{tapped}");
    send(&server, &format!("/matches/{id}"), &anna, &[("move", "deck my-birds"), ("turn", "0")]).await;
    assert_eq!(moves(&anna, &id).await.last(), Some(&whole));
    let board = page(&server, &format!("/matches/{id}"), Some(&anna), 200).await;
    assert!(!board.contains("my-birds"), "it is chosen: {board}");

    // By email.
    let id = begin(&server, "Third", [&bob, &anna]).await;
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject().ends_with("Third")).await;
    server.lmtp().await.answer(&anna.address, &email, "Deck my-birds.").await;
    server.mailbox.wait_for(&anna.address, |email| email.flowing().contains("Played: deck 4 briar-tortoise")).await;
    assert_eq!(moves(&anna, &id).await.last(), Some(&whole));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_that_cannot_be_played_is_refused_with_all_its_faults() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let list = "5 Chalk Finch\n4 Kiln Spright\nfour Drove Bull\n";
    let fields = [("game", "magic"), ("name", "my-birds"), ("list", list), ("check", "1")];
    let form = send(&server, "/account/decks", &anna, &fields).await;
    let refused = put(&anna, "/v1/me/decks/magic/my-birds", &json!({ "list": list })).await.problem("bad-field");
    assert_eq!(refused["field"], "list", "{refused}");
    let told = refused["detail"].as_str().unwrap().to_owned();
    for words in [
        "Line 2: ",
        "Do you mean Kiln Sprite?",
        "Line 3: ",
        "Do you mean Drove Bull?",
        "at most 4 of a name; this one has 5",
    ] {
        assert!(told.contains(words) && form.contains(words), "{words}: {told}\n{form}");
    }
    assert!(form.contains("This deck cannot be played:") && form.contains("4 Kiln Spright"), "{form}");
    let few = put(&anna, "/v1/me/decks/magic/my-birds", &json!({"list": "4 Chalk Finch"})).await.problem("bad-field");
    assert_eq!(few["detail"], "A deck has 40 to 60 cards; this one has 4.");
    let cards = json!({"list": LIST});
    for name in ["tollgate", "-x", "4x", "a b", "a/b", &"a".repeat(31), "ünï"] {
        let path = format!("/v1/me/decks/magic/{}", name.replace(' ', "%20").replace('/', "%2F"));
        let reply = put(&anna, &path, &cards).await;
        assert!([404, 422].contains(&reply.status), "{name}: {}", reply.text());
    }
    put(&anna, "/v1/me/decks/magma/my-birds", &cards).await.problem("not-found");
    assert_eq!(server.count("SELECT count(*) FROM decks").await, 0);
    for number in 0..41 {
        let reply = put(&anna, &format!("/v1/me/decks/magic/d{number}"), &cards).await;
        assert_eq!(reply.status, if number < 40 { 200 } else { 409 }, "{}", reply.text());
    }
    // In place of another one there is room, if the texts are not too long in all.
    put(&anna, "/v1/me/decks/magic/d1", &cards).await.expect(200);
    for number in 0..4 {
        let long = json!({"list": format!("{LIST}{}", "# x\n".repeat(4000))});
        let reply = put(&anna, &format!("/v1/me/decks/magic/d{number}"), &long).await;
        assert_eq!(reply.status, if number < 3 { 200 } else { 409 }, "{}", reply.text());
    }
    assert_eq!(anna.delete("/v1/me/decks/magic/d1").await.status, 204);
    assert_eq!(server.count("SELECT count(*) FROM decks").await, 39);
}

#[tokio::test(flavor = "multi_thread")]
async fn decks_are_saved_edited_and_deleted_on_their_page() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let empty = page(&server, "/account/decks", Some(&anna), 200).await;
    assert!(empty.contains("You have none yet."), "{empty}");
    let saved =
        send(&server, "/account/decks", &anna, &[("game", "magic"), ("name", "My-Birds"), ("list", LIST)]).await;
    assert!(saved.contains("Saved. In a match, tap my-birds or write: deck my-birds"), "{saved}");
    assert!(saved.contains("40 cards, WG"), "{saved}");
    let edit = page(&server, "/account/decks?edit=my-birds", Some(&anna), 200).await;
    assert!(edit.contains("4x Drove Bull\nHedge Weasel x4"), "{edit}");
    let deleted = send(&server, "/account/decks/magic/my-birds/delete", &anna, &[]).await;
    assert!(deleted.contains("The deck my-birds is deleted.") && deleted.contains("You have none yet."), "{deleted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_found_by_what_they_are_and_say_what_they_mean() {
    let server = Server::start().await;
    let titles = |page: &str| page.matches("class=\"face\"").count();
    let all = page(&server, "/games/magic/cards", None, 200).await;
    assert!(titles(&all) == 180 && all.contains("All 180 cards."), "{}", titles(&all));
    let found = page(&server, "/games/magic/cards?colour=Green&kind=Instant&cost=1&q=target+creature", None, 200).await;
    assert!(found.contains("Late Rent") && titles(&found) < 10, "{found}");
    assert!(found.contains("<option value=\"Green\" selected>"), "{found}");
    let cards = server.get("/v1/games/magic/cards").await.expect(200);
    let has = |card: &&Value, group: &str, value: &str| {
        let traits = card["traits"].as_array().unwrap();
        traits.iter().any(|one| one["group"] == group && one["values"].as_array().unwrap().contains(&json!(value)))
    };
    let flyers = cards["cards"].as_array().unwrap().iter().filter(|card| has(card, "Keyword", "Flying")).count();
    assert_eq!(titles(&page(&server, "/games/magic/cards?keyword=Flying", None, 200).await), flyers);
    let cheap = page(&server, "/games/magic/cards?colour=Green&kind=Instant&cost=2&q=target+creature", None, 200).await;
    assert!(titles(&cheap) > titles(&found) && cheap.contains("Late Rent"), "a number is the most: {cheap}");
    let none = page(&server, "/games/magic/cards?keyword=Xyzzy&q=%3Cscript%3E", None, 200).await;
    assert!(none.contains("No card has all of this.") && !none.contains("<script>"), "{none}");
    let heron = page(&server, "/games/magic/cards/estuary-heron", None, 200).await;
    for words in [
        "Only creatures with flying or reach can block it.",
        "<strong>R37</strong>",
        "in <a href=\"/games/magic/decks#estuary\">",
    ] {
        assert!(heron.contains(words), "{words}: {heron}");
    }
    let decks = page(&server, "/games/magic/decks", None, 200).await;
    assert_eq!(decks.matches("<section class=\"card\"").count(), cards["decks"].as_array().unwrap().len(), "{decks}");
    for path in ["/games/magma/cards", "/games/magic/cards/nothing", "/games/chess/cards", "/games/magma/own-cards"] {
        page(&server, path, None, 404).await;
    }
}
