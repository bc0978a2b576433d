//! More time by consent, while the match waits for responses: it tells no reader who is asked.

use chrono::Duration;
use serde_json::json;
use tests::Server;

use super::{ATTACK, begin, emails, four, time};

#[tokio::test(flavor = "multi_thread")]
async fn more_time_moves_the_time_of_responses_alike_for_all_readers() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, cleo, dan] = &people;
    let id = begin(&server, &people, "").await;
    anna.plays(&id, ATTACK).await;
    let before = time(&ben.sees(&id).await["page"]["responses_until"]);
    // Cleo, who is not asked, proposes it.
    let new = json!({"kind": "extension", "length": "P2D"});
    cleo.post(&format!("/v1/matches/{id}/proposals"), &new).await.expect(201);
    for person in [anna, dan, ben] {
        person.act(&format!("/v1/matches/{id}/proposals/1/agree")).await.expect(200);
    }
    for reader in [None, Some(anna), Some(ben), Some(cleo), Some(dan)] {
        let page = match reader {
            Some(person) => person.sees(&id).await["page"].clone(),
            None => server.get(&format!("/v1/matches/{id}")).await.expect(200)["page"].clone(),
        };
        assert_eq!(time(&page["responses_until"]), before + Duration::days(2));
        let is_asked = reader.is_some_and(|person| person.id() == ben.id());
        assert_eq!(page["awaited"], if is_asked { json!([1]) } else { json!([]) });
    }
    server.emails_are_out().await;
    let told = |person| {
        let email = emails(&server, person).into_iter().find(|email| email.subject().starts_with("More time: "));
        email.unwrap().flowing()
    };
    let sentence =
        "All players agreed: the running clocks of Magic: the Board Game, Four lands have 2 days of extra time.";
    for person in &people {
        assert!(told(person).starts_with(sentence), "{}", told(person));
    }
}
