//! The seed of a match, into which players mix values of their own.

use serde_json::{Value, json};
use tests::Server;

/// A value of a player.
fn value(digit: char) -> String {
    digit.to_string().repeat(32)
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_players_are_mixed_into_the_promised_seed() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "ice", "seats": 2})).await;
    let open = anna.sees(&id).await;
    assert_eq!(open["seed_values"], json!([]));
    // The creator has read the commitment and joins again, which changes nothing else; the first value stays.
    let join = format!("/v1/matches/{id}/join");
    for digit in ['c', 'd'] {
        anna.act(&format!("{join}?seed_value={}", value(digit))).await.expect(200);
    }
    bob.act(&format!("{join}?seed_value=nonsense")).await.refused("bad-field", Some("seed_value"));
    let begun = bob.act(&format!("{join}?seed_value={}", value('A'))).await.expect(200);
    assert_eq!(begun["seed_values"], json!([value('a'), value('c')]));
    assert_eq!((&begun["seed_commitment"], &begun["seed"]), (&open["seed_commitment"], &Value::Null));
    // After the start none comes in.
    anna.act(&format!("{join}?seed_value={}", value('e'))).await.expect(200);
    bob.plays(&id, "resign").await;
    let over = anna.sees(&id).await;
    assert_eq!(over["seed_values"], begun["seed_values"]);
    let record = anna.get(&format!("/v1/matches/{id}/record")).await.text();
    let field = format!("   values {},{}", value('a'), value('c'));
    assert!(record.lines().next().unwrap().ends_with(&field), "{record}");
    let proved = engine::records::verify(&record).unwrap_or_else(|why| panic!("{record}: {why}"));
    assert_eq!(proved.commitment, over["seed_commitment"].as_str().unwrap());
    // Neither the host nor a player can leave one out: another seed was played then.
    assert!(engine::records::verify(&record.replace(&field, "")).is_err());
    let (seen, wrong) = turnpost::play::matches::history::verify_all(&server.app).await.unwrap();
    assert_eq!((seen, wrong.len()), (1, 0));
    // The record is imported, and played on, with its values.
    let imported = anna.post("/v1/matches/import", &json!({"record": record})).await.expect(201);
    assert_eq!(imported["seed_values"], over["seed_values"]);
    let on = json!({"game": "ice", "played_on_from": {"match_id": id, "line": 0}, "seating": "joined"});
    let on = anna.creates(on).await;
    let on = bob.act(&format!("/v1/matches/{on}/join?seed_value={}", value('f'))).await.expect(200);
    assert_eq!(on["seed_values"], json!([value('f')]));
    let (seen, wrong) = turnpost::play::matches::history::verify_all(&server.app).await.unwrap();
    assert_eq!((seen, wrong.len()), (3, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_whose_players_give_no_values_is_played_by_the_seed_alone() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.begins(json!({"game": "ice", "seats": 2}), &bob).await;
    bob.plays(&id, "resign").await;
    let record = anna.get(&format!("/v1/matches/{id}/record")).await.text();
    assert!(!record.contains("values") && engine::records::verify(&record).is_ok(), "{record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_of_a_page_gives_a_value() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "ice", "seats": 3})).await;
    let cookie = bob.cookie();
    let own = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    let join = format!("/matches/{id}/join");
    let joined = server.fill_with(&join, &own, &[("seed_value", &value('b'))]).await;
    assert_eq!(joined.status, 303, "{}", joined.text());
    // Without scripts the field is empty, which is no fault.
    let cleo = server.person_by_secret("Cleo").await;
    let cookie = cleo.cookie();
    let own = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    assert_eq!(server.fill_with(&join, &own, &[("seed_value", "")]).await.status, 303);
    assert_eq!(anna.sees(&id).await["seed_values"], json!([value('b')]));
}
