//! Cards that players bring into a match before it starts.

use serde_json::{Value, json};
use tests::client::encoded;
use tests::{Person, Server};
use turnpost::play::matches::history;

const OX: &str = "Quarry Ox   1R\nCreature - Ox   2/2";
const LAMP: &str = "Tallow Lamp   2\nArtifact\nTap: Add R.";

/// A deck with cards of both.
const DECK: &str = "deck 4 quarry-ox; 4 tallow-lamp; 4 kiln-sprite; 4 chalk-finch; 4 drove-bull; 4 hedge-weasel; 4 kerb-sentry; \
                    4 turnstile-guard; 4 orchard-boar; 4 late-rent";

async fn bring(person: &Person, id: &str, cards: &str) -> tests::Reply {
    person.act(&format!("/v1/matches/{id}/join?{}", encoded(&[("cards", cards)]))).await
}

fn why(reply: &tests::Reply) -> String {
    reply.problem("bad-field")["detail"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_bring_cards_that_all_see_and_may_use() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let options = json!({"bring": "players", "layout": "dealt", "decks": "chosen"});
    let new = json!({"game": "magic", "seats": 2, "seating": "joined", "options": options});
    let id = anna.creates(new).await;
    assert_eq!(anna.sees(&id).await.get("brought"), None);

    // A player who has a seat joins again to bring cards, and others see them before they join.
    bring(&anna, &id, OX).await.expect(200);
    assert_eq!(bob.sees(&id).await["brought"], json!([{"handle": anna.handle, "cards": OX}]));
    // A card with a fault or with the name of another card is refused, and its sender gets no seat.
    assert!(why(&bring(&bob, &id, "Quarry Cow   1R\nCreature - Cow   2/2\nFlies").await).contains("line 3"));
    assert!(why(&bring(&bob, &id, OX).await).starts_with("Together with the cards of others:"));
    assert!(why(&bring(&bob, &id, &"x".repeat(17_000)).await).contains("16 kB"));
    assert_eq!(bob.sees(&id).await["players"].as_array().unwrap().len(), 1);

    let begun = bring(&bob, &id, LAMP).await.expect(200);
    assert_eq!((&begun["phase"], begun.get("brought")), (&json!("running"), None));
    assert_eq!(begun["options"]["cards"], json!(format!("{OX}\n\n{LAMP}")));
    anna.plays(&id, DECK).await;
    bob.plays(&id, DECK).await;
    bob.plays(&id, "resign").await;
    let (seen, wrong) = history::verify_all(&server.app).await.unwrap();
    assert!(seen == 1 && wrong.is_empty(), "{wrong:?}");
    // A match that has begun takes none.
    assert_eq!(bring(&cleo, &id, LAMP).await.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_go_with_their_player_and_stay_out_of_other_matches() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = |options: Value| json!({"game": "magic", "seats": 3, "options": options});
    let id = anna.creates(new(json!({"bring": "players", "cards": LAMP}))).await;
    bring(&bob, &id, OX).await.expect(200);
    bob.act(&format!("/v1/matches/{id}/leave")).await.expect(200);
    assert_eq!(anna.sees(&id).await.get("brought"), None);
    bring(&bob, &id, OX).await.expect(200);
    bring(&bob, &id, " ").await.expect(200);
    assert_eq!(anna.sees(&id).await.get("brought"), None);

    let closed = anna.creates(new(json!({}))).await;
    assert_eq!(why(&bring(&bob, &closed, OX).await), "Players bring no cards into this match.");
    let ice = anna.creates(json!({"game": "ice", "seats": 3})).await;
    assert_eq!(why(&bring(&bob, &ice, OX).await), "Players bring no cards into this match.");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_an_open_match_shows_and_takes_them() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magic", "seats": 3, "options": {"bring": "players"}})).await;
    let (path, cookie) = (format!("/matches/{id}"), bob.cookie());
    let own = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    let join = format!("{path}/join");
    let refused = server.fill_with(&join, &own, &[("cards", "Quarry Ox")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("aria-invalid=\"true\"") && refused.text().contains(">Quarry Ox</textarea>"));
    assert_eq!(server.fill_with(&join, &own, &[("cards", OX)]).await.status, 303);
    let request = server.request("GET", &path).header("accept", "text/html").header("cookie", anna.cookie());
    let page = tests::Reply::send(request).await.text();
    assert!(page.contains(&format!("<summary>Bob</summary><pre>{OX}</pre>")), "{page}");
    assert!(page.contains(">Join with these cards<") != page.contains(">Save<"), "{page}");
}
