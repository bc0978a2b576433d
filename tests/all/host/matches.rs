//! turnpost matches: hidden matches, and matches that the host ends.

use serde_json::{Value, json};
use tests::{Person, Reply, Server};
use turnpost::play::Refusal;
use turnpost::play::matches::history;
use turnpost::play::people::host;

use super::{command, reason};

async fn running(anna: &Person, bob: &Person, name: &str) -> String {
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "name": name})).await;
    bob.joins(&id).await;
    id
}

fn names(list: &Value) -> Vec<String> {
    list["matches"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_match_is_for_its_players_until_it_is_shown_again() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = running(&anna, &bob, "Rude name").await;
    let path = format!("/v1/matches/{id}");
    let started = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Match started")).await;
    let watch = started.path_to("/watch/");
    Reply::send(cleo.request("PUT", &format!("/v1/me/watches/{id}"))).await.expect(204);
    let seen = async || {
        let mut seen = Vec::new();
        for list in ["/v1/matches?filter=running", "/v1/matches?filter=watched"] {
            seen.push(names(&cleo.get(list).await.expect(200)).len());
        }
        for page in ["/lobby", "/people/anna", watch.as_str()] {
            seen.push(usize::from(server.get(page).await.text().contains("Rude name")));
        }
        seen.push(usize::from(cleo.get(&path).await.status == 200));
        seen.push(usize::from(server.get(&format!("{path}/board.txt")).await.status == 200));
        seen
    };
    assert_eq!(seen().await, [1; 7]);
    let id_of = id.parse().unwrap();
    command(&server, async |app| host::hide(app, id_of, &reason()).await).await.unwrap();
    assert_eq!(seen().await, [0; 7]);
    server.get(&watch).await.page(404);
    let of_player = bob.sees(&id).await;
    assert_eq!((&of_player["visibility"], &of_player["hidden"]), (&json!("private"), &json!(true)));
    let page = Reply::send(server.request("GET", &format!("/matches/{id}")).header("cookie", anna.cookie())).await;
    assert!(page.text().contains("The host of this server has hidden the match."), "{}", page.text());
    anna.plays(&id, "pass").await;
    let again = command(&server, async |app| host::hide(app, id_of, &reason()).await).await;
    assert!(matches!(again, Err(Refusal::Conflict(_))));
    command(&server, async |app| host::show(app, id_of, &reason()).await).await.unwrap();
    assert_eq!(seen().await, [1; 7]);
    assert_eq!(bob.sees(&id).await["hidden"], false);
    let again = command(&server, async |app| host::show(app, id_of, &reason()).await).await;
    assert!(matches!(again, Err(Refusal::Conflict(_))));
    assert_eq!(server.rows("SELECT act FROM host_acts ORDER BY at, act").await, [["hide"], ["show"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_joins_a_hidden_match_is_shown_with_it() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "name": "Rude name"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    let id_of = id.parse().unwrap();
    command(&server, async |app| host::hide(app, id_of, &reason()).await).await.unwrap();
    bob.joins(&id).await;
    assert!(!server.get("/people/bob").await.text().contains("Rude name"));
    command(&server, async |app| host::show(app, id_of, &reason()).await).await.unwrap();
    assert!(server.get("/people/bob").await.text().contains("Rude name"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_match_that_the_host_ends_is_a_draw_and_replays() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = running(&anna, &bob, "Both seats").await;
    anna.plays(&id, "pass").await;
    let log = server.rows("SELECT ply, text FROM moves ORDER BY ply").await;
    let id_of = id.parse().unwrap();
    command(&server, async |app| host::end(app, id_of, &reason()).await).await.unwrap();
    let over = bob.sees(&id).await;
    assert_eq!((&over["phase"], &over["ended_by_host"]), (&json!("over"), &json!("One person played both seats")));
    assert_eq!(over["page"]["outcome"]["ranks"], json!([1, 1]));
    let words = "The host of this server ended the match. Reason: One person played both seats.";
    for person in [&anna, &bob] {
        let email = server.mailbox.wait_for(&person.address, |email| email.subject().starts_with("Match over")).await;
        assert!(email.flowing().contains(words), "{}", email.text());
    }
    assert!(server.get(&format!("/matches/{id}")).await.text().contains(words));
    let log_now = anna.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    let last = log_now["lines"].as_array().unwrap().last().unwrap();
    assert_eq!(last["story"], json!(["The host of this server ended the match as a draw."]));
    assert_eq!(last["entry"]["cause"], "abandoned", "records name the act");
    // One line was added to the log, and the log still says all.
    let after = server.rows("SELECT ply, text FROM moves ORDER BY ply").await;
    assert_eq!((&after[..log.len()], after.len()), (&log[..], log.len() + 1));
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
    bob.tries(&id, "pass").await.problem("illegal-move");
    let again = command(&server, async |app| host::end(app, id_of, &reason()).await).await;
    assert!(matches!(again, Err(Refusal::Conflict(_))));
    assert_eq!(server.rows("SELECT act, reason FROM host_acts").await, [["end", "One person played both seats"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_has_not_started_is_called_off() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma"})).await;
    let id_of = id.parse().unwrap();
    command(&server, async |app| host::end(app, id_of, &reason()).await).await.unwrap();
    let called_off = anna.sees(&id).await;
    assert_eq!(
        (&called_off["phase"], &called_off["ended_by_host"]),
        (&json!("cancelled"), &json!("One person played both seats"))
    );
    let page = server.get(&format!("/matches/{id}")).await.text();
    assert!(page.contains("The host of this server cancelled the match."), "{page}");
    let again = command(&server, async |app| host::end(app, id_of, &reason()).await).await;
    assert!(matches!(again, Err(Refusal::Conflict(_))));
}
