//! Open choices (P24): one player is awaited in public, perhaps in another's turn.

use chrono::Duration;
use serde_json::json;
use tests::{Person, Server, eventually};
use turnpost::play::game::clock;
use turnpost::play::matches::history;

use super::{begin, emails, four, last, move_path, press, read, stored, time, words};

const CULLING: &str = "Test Culling   1
Sorcery
Each player sacrifices a creature.
";

/// A match of two in which Anna has cast a card by which both sacrifice a creature; Ben wants to be asked, and has his email.
async fn asked(server: &Server, people: &[Person; 2]) -> String {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1 2; birch holds 13 14; ash has g1/1 @1; ash has g2/2 @2; \
                 birch has g1/1 @13; birch has g2/2 @14; ash hand test-culling; birch orders sacrifice ask; \
                 ash library test-culling; birch library test-culling";
    let new = json!({"game": "magic", "seats": 2, "seating": "joined", "name": "Four lands", "clock": {"kind": "per-move", "time": "P3D"},
        "options": {"cards": CULLING, "table": table}});
    let id = people[0].creates(new).await;
    people[1].joins(&id).await;
    server.emails_are_out().await;
    press(server, &move_path(&last(server, &people[0])), "cast h1; move c2: 7; end").await;
    server.emails_are_out().await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_in_the_turn_of_another_comes_by_email_and_goes_back_by_its_link() {
    let server = Server::start().await;
    let people = server.people(["Anna", "Ben"]).await;
    let [anna, ben] = &people;
    let id = asked(&server, &people).await;
    let email = last(&server, ben);
    let flowing = email.flowing();
    for said in [
        "Choose by Friday 2 January 2026, 00:00 (UTC), in 24 hours. After that the usual choice is made for you.",
        "Your choice is needed, Ben (Birch), in Magic: the Board Game, Four lands (turn 1).",
        "Choose: the permanent to sacrifice",
        "You choose the permanent to sacrifice, of c3 1/1 Token and c4 2/2 Token. * If you send nothing in time, it is `choose c3`.",
        "Choose: choose c3 or choose c4",
    ] {
        assert!(flowing.contains(said), "{said}: {flowing}");
    }
    assert_eq!(email.subject(), "Your choice: Magic: the Board Game, Four lands");
    assert!(!flowing.contains("It is your turn"), "{flowing}");
    let page = words(&server.get(&move_path(&email)).await);
    for said in
        ["Make the choice that is asked of you.", "<h2>Choose: the permanent to sacrifice</h2>", "value=\"choose c4\""]
    {
        assert!(page.contains(said), "{said}: {page}");
    }
    // All may know who chooses; no other player can do it.
    let page = anna.sees(&id).await["page"].clone();
    assert_eq!((&page["awaited"], &page["undisclosed"]), (&json!([1]), &json!(false)));
    assert_eq!(time(&page["deadlines"][0]["at"]), server.app.clock.now() + Duration::days(1));
    let refused = anna.tries(&id, "move c1: 3; end").await.problem("illegal-move");
    assert_eq!(refused["code"], "not-awaited", "{refused}");
    let wrong = words(&press(&server, &move_path(&email), "choose c1").await);
    assert!(wrong.contains("Choose one of c3 and c4, for example: choose c3."), "{wrong}");

    let sent = words(&press(&server, &move_path(&email), "choose c4").await);
    assert!(sent.contains("choose c4"), "{sent}");
    server.emails_are_out().await;
    // What Anna has written goes on by itself, and Ben gets the email of his turn.
    assert_eq!(stored(&server, &id).await, ["0 chosen cast h1; move c2: 7; end", "1 chosen choose c4"]);
    assert_eq!(read(&server, Some(anna), &id).await, ["0 cast h1; move c2: 7; end", "1 choose c4"]);
    let told = last(&server, ben).flowing();
    assert!(told.contains("Birch to move: Summoning, round 1") && told.contains("2 - 7"), "{told}");
    assert_eq!((emails(&server, anna).len(), emails(&server, ben).len()), (1, 3));
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_does_not_come_in_time_is_the_first_and_is_told() {
    let server = Server::start().await;
    let people = server.people(["Anna", "Ben"]).await;
    let id = asked(&server, &people).await;
    server.later(Duration::days(1));
    clock::settle(&server.app).await.unwrap();
    let lapsed = eventually("the lapse", async || Some(stored(&server, &id).await).filter(|log| log.len() > 1)).await;
    assert_eq!(lapsed, ["0 chosen cast h1; move c2: 7; end", "1 lapse lapse"]);
    let page = people[1].sees(&id).await["page"].clone();
    let left = page["view"]["creatures"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap());
    assert_eq!(left.collect::<Vec<_>>(), ["c2", "c4"]);
    assert_eq!(page["awaited"], json!([1]), "the turn is Ben's, with its full time");
    assert_eq!(time(&page["deadlines"][0]["at"]), server.app.clock.now() + Duration::days(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_not_awaited_finds_its_orders_if_it_includes_moves() {
    let server = Server::start().await;
    let people = four(&server).await;
    let id = begin(&server, &people, "").await;
    let path = format!("/v1/matches/{id}/choices");
    for ben in &people[1..] {
        let found = ben.get(&path).await.expect(200);
        assert_eq!((&found["awaited"], &found["choices"]), (&json!(false), &json!([])));
        let found = ben.get(&format!("{path}?include=move")).await.expect(200);
        assert_eq!((&found["awaited"], &found["choices"][0]["text"]), (&json!(false), &json!("orders")), "{found}");
        let further = ben.get(&format!("{path}?include=move&so_far=orders%20stack")).await.expect(200);
        assert!(further["choices"].as_array().unwrap().iter().all(|choice| choice["kind"] == "move"), "{further}");
        let order = further["choices"][0]["text"].as_str().unwrap();
        ben.plays(&id, order).await;
    }
}
