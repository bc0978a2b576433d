//! What is around a match: the rematch, the watch list, private notes, and when players were last here.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};

const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// A match of these two people that is over, with settings that are not the usual ones.
async fn ended(server: &Server, anna: &Person, bob: &Person, visibility: &str) -> String {
    let new = json!({"game": "magnapoco", "name": "Sunday", "options": {"board": "square4"},
        "clock": {"kind": "per-move", "time": "P2D"}, "on_lapse": "pass", "seating": "joined", "visibility": visibility});
    let id = anna.creates(new).await;
    if visibility == "private" {
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": bob.handle})).await.expect(202);
    }
    server.later(Duration::seconds(1));
    bob.joins(&id).await;
    anna.plays(&id, "resign").await;
    id
}

async fn again(person: &Person, id: &str) -> Reply {
    person.post(&format!("/v1/matches/{id}/rematch"), &json!({})).await
}

/// Sends a form of a page.
async fn send(server: &Server, person: &Person, path: &str, fields: &[(&str, &str)]) -> Reply {
    server.fill_with(path, &[OWN, ("cookie", &person.cookie())], fields).await
}

/// A page as a person sees it.
async fn page(server: &Server, person: &Person, path: &str) -> String {
    let request = server.request("GET", path).header("cookie", person.cookie()).header("accept", "text/html");
    let reply = Reply::send(request).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_the_same_match_with_the_same_people() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    for visibility in ["public", "private"] {
        let id = ended(&server, &anna, &bob, visibility).await;
        again(&cleo, &id).await.problem(if visibility == "public" { "forbidden" } else { "not-found" });
        let made = again(&anna, &id).await.expect(200);
        let next = made["id"].as_str().unwrap().to_owned();
        assert_ne!(next, id);
        let (before, after) = (anna.sees(&id).await, anna.sees(&next).await);
        for same in ["game", "name", "options", "clock", "on_lapse", "visibility", "seats", "notes"] {
            assert_eq!(before[same], after[same], "{same}");
        }
        assert_eq!(after["phase"], "open");
        // The other one is invited by email, sees it on the page of the old match, and joins by the same request.
        server.mailbox.wait_for(&bob.address, |email| email.subject().starts_with("Anna invites you")).await;
        assert!(
            page(&server, &anna, &format!("/matches/{id}"))
                .await
                .contains(&format!("href=\"/matches/{next}\">Go to the rematch"))
        );
        assert!(page(&server, &bob, &format!("/matches/{id}")).await.contains("Join the rematch"));
        assert_eq!(again(&anna, &id).await.expect(200)["id"], json!(next), "made once");
        let joined = again(&bob, &id).await.expect(200);
        assert_eq!((&joined["id"], &joined["phase"]), (&json!(next), &json!("running")));
        assert_eq!(again(&bob, &id).await.expect(200)["id"], json!(next), "and joined once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_who_ask_at_once_get_one_rematch() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = ended(&server, &anna, &bob, "public").await;
    let (one, other) = tokio::join!(again(&anna, &id), again(&bob, &id));
    assert_eq!(one.expect(200)["id"], other.expect(200)["id"]);
    let phase = server.query("SELECT count(*)::text, min(phase) FROM matches WHERE phase <> 'over'").await;
    assert_eq!(phase, [[Some("1".to_owned()), Some("running".to_owned())]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_needs_an_end_and_leaves_out_who_is_gone() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    again(&anna, &id).await.problem("conflict");
    bob.joins(&id).await;
    let refused = again(&anna, &id).await.problem("conflict");
    assert!(refused["detail"].as_str().unwrap().contains("once the match is over"), "{refused}");
    bob.delete("/v1/me").await.expect(204);
    let next = again(&anna, &id).await.expect(200)["id"].as_str().unwrap().to_owned();
    let invitations = anna.get(&format!("/v1/matches/{next}/invitations")).await.expect(200);
    assert_eq!(invitations["invitations"], json!([]));
    // A rematch that was called off does not count.
    anna.delete(&format!("/v1/matches/{next}")).await.expect(204);
    assert_ne!(again(&anna, &id).await.expect(200)["id"], json!(next));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_rematch_is_not_shown_to_a_player_who_declined_it() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = ended(&server, &anna, &bob, "private").await;
    let next = again(&anna, &id).await.expect(200)["id"].as_str().unwrap().to_owned();
    assert!(page(&server, &bob, &format!("/matches/{id}")).await.contains("Join the rematch"));
    let invitation = bob.get("/v1/me/invitations").await.expect(200)["invitations"][0]["id"].clone();
    bob.act(&format!("/v1/invitations/{}/decline", invitation.as_str().unwrap())).await.expect(204);
    let seen = page(&server, &bob, &format!("/matches/{id}")).await;
    assert!(!seen.contains("ematch</button>") && !seen.contains(&next), "{seen}");
    let refused = again(&bob, &id).await.problem("conflict");
    assert!(refused["detail"].as_str().unwrap().contains("no longer invited"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_note_is_read_by_its_writer_alone() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    server.later(Duration::seconds(1));
    bob.joins(&id).await;
    let path = format!("/v1/matches/{id}/private-note");
    let put = |person: &Person, text: &str| Reply::send(person.request("PUT", &path).json(&json!({"text": text})));
    assert_eq!(anna.get(&path).await.expect(200), json!({"text": "", "written_at": null}));
    put(&anna, " Wombat <b>\r\nnext: e5 ").await.expect(204);
    assert_eq!(anna.get(&path).await.expect(200)["text"], "Wombat <b>\nnext: e5");
    let own = page(&server, &anna, &format!("/matches/{id}")).await;
    assert!(own.contains("Wombat &#60;b&#62;\nnext: e5</textarea>"), "{own}");
    // No other reader, no email and no feed has a word of it.
    assert_eq!(bob.get(&path).await.expect(200)["text"], "");
    cleo.get(&path).await.problem("forbidden");
    put(&cleo, "x").await.problem("forbidden");
    server.get(&path).await.problem("unauthenticated");
    // Before the move: an email says how the match stands when it is sent.
    let link = server.mailbox.wait_for(&anna.address, |email| email.text().contains("/move/")).await.path_to("/move/");
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let email = server.mailbox.wait_for(&bob.address, |email| email.subject().starts_with("Your turn")).await;
    let moves = email.path_to("/move/");
    let mut seen = vec![email.text(), server.get(&moves).await.text(), server.get(&link).await.text()];
    for person in [&bob, &cleo] {
        for path in [format!("/matches/{id}"), format!("/matches/{id}/log"), format!("/people/{}", anna.handle)] {
            seen.push(page(&server, person, &path).await);
        }
        for path in ["", "/log", "/events"] {
            let path = format!("/v1/matches/{id}{path}");
            seen.push(Reply::send(person.request("GET", &path).header("accept", "application/json")).await.text());
        }
    }
    seen.push(bob.get("/v1/me/export").await.text());
    assert!(seen.iter().all(|text| !text.is_empty() && !text.contains("Wombat")));
    assert!(anna.get("/v1/me/export").await.text().contains("Wombat"));
    // Too much is refused, with the text still in the form; nothing removes it.
    let long = "w".repeat(2001);
    put(&anna, &long).await.refused("bad-field", Some("text"));
    let refused = send(&server, &anna, &format!("/matches/{id}/private-note"), &[("text", &long)]).await;
    assert_eq!(refused.status, 422);
    let refused = refused.text();
    assert!(refused.contains("at most 2000 characters") && refused.contains(&long));
    assert_eq!(anna.get(&path).await.expect(200)["text"], "Wombat <b>\nnext: e5");
    put(&anna, " \n").await.expect(204);
    assert_eq!(anna.get(&path).await.expect(200)["written_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_list_has_matches_of_others() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "name": "The final"})).await;
    let private = anna.creates(json!({"game": "magma", "visibility": "private"})).await;
    let listed = async |person: &Person| person.get("/v1/matches?filter=watched").await.expect(200)["matches"].clone();
    let put = |person: &Person, id: &str| Reply::send(person.request("PUT", &format!("/v1/me/watches/{id}")));
    put(&anna, &id).await.problem("conflict");
    put(&cleo, &private).await.problem("not-found");
    server.get("/v1/matches?filter=watched").await.problem("unauthenticated");
    // The page has the button, and the first page the list.
    let path = format!("/matches/{id}");
    bob.joins(&id).await;
    assert!(!page(&server, &bob, &path).await.contains("watch list"));
    assert!(page(&server, &cleo, &path).await.contains("Add to my watch list"));
    assert_eq!(send(&server, &cleo, &format!("{path}/watch"), &[]).await.status, 303);
    assert!(page(&server, &cleo, &path).await.contains("Remove from my watch list"));
    assert_eq!((&listed(&cleo).await[0]["name"], listed(&bob).await), (&json!("The final"), json!([])));
    let home = page(&server, &cleo, "/").await;
    assert!(home.contains("Watching") && home.contains("The final"), "{home}");
    assert!(cleo.get("/v1/me/export").await.expect(200)["watches"][0]["match_id"] == json!(id));
    put(&cleo, &id).await.expect(204);
    assert_eq!(listed(&cleo).await.as_array().unwrap().len(), 1, "once");
    assert_eq!(send(&server, &cleo, &format!("{path}/unwatch"), &[]).await.status, 303);
    assert_eq!(listed(&cleo).await, json!([]));
    // The list has an end.
    let max = usize::try_from(turnpost::play::lobby::watches::MAX).unwrap();
    let mut last = String::new();
    for _ in 0..max {
        last = anna.creates(json!({"game": "magma"})).await;
        put(&cleo, &last).await.expect(204);
    }
    put(&cleo, &last).await.expect(204);
    let full = put(&cleo, &id).await.problem("conflict");
    assert!(full["detail"].as_str().unwrap().contains("100 matches"), "{full}");
}

#[tokio::test(flavor = "multi_thread")]
async fn others_see_the_day_on_which_a_player_was_last_here_unless_it_is_hidden() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    server.later(Duration::seconds(1));
    bob.joins(&id).await;
    let (table, profile) = (format!("/matches/{id}"), format!("/people/{}", anna.handle));
    let day = server.app.clock.now().date_naive().to_string();
    assert_eq!(server.get(&format!("/v1{profile}")).await.expect(200)["last_seen"], json!(day));
    assert!(page(&server, &bob, &table).await.contains("last seen within a day"));
    assert!(!server.get(&table).await.text().contains("last seen"), "visitors see it on the page of the player only");
    let email = server.mailbox.wait_for(&anna.address, |email| email.text().contains("/move/")).await;
    server.later(Duration::days(3));
    assert!(page(&server, &bob, &profile).await.contains("last seen 3 days ago"));
    // Looking at an email is not being here, as programs open its links; moving by it is.
    let path = email.path_to("/move/");
    let text = anna.finds_a_move(&id).await;
    server.get(&format!("{path}?move={text}")).await.page(200);
    assert!(page(&server, &bob, &profile).await.contains("last seen 3 days ago"));
    server.fill(&path, &[("move", &text)]).await.page(200);
    assert!(page(&server, &bob, &profile).await.contains("last seen within a day"));
    let hidden = anna.patch("/v1/me", &json!({"shows_last_seen": false})).await.expect(200);
    assert_eq!(hidden["shows_last_seen"], false);
    assert_eq!(server.get(&format!("/v1{profile}")).await.expect(200)["last_seen"], Value::Null);
    assert!(!page(&server, &bob, &profile).await.contains("last seen"));
    assert!(!page(&server, &bob, &table).await.contains("last seen"));
    server.get("/v1/people/no-such-player").await.problem("not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_around_matches_goes_with_the_account() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (own, other) = (anna.creates(json!({"game": "magma"})).await, bob.creates(json!({"game": "magma"})).await);
    Reply::send(anna.request("PUT", &format!("/v1/matches/{own}/private-note")).json(&json!({"text": "x"})))
        .await
        .expect(204);
    Reply::send(anna.request("PUT", &format!("/v1/me/watches/{other}"))).await.expect(204);
    anna.delete("/v1/me").await.expect(204);
    let left = "SELECT (SELECT count(*) FROM private_notes)::text, (SELECT count(*) FROM watches)::text,
        (SELECT seen_at::text FROM users WHERE deleted_at IS NOT NULL)";
    assert_eq!(server.query(left).await, [[Some("0".to_owned()), Some("0".to_owned()), None]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_not_to_move_can_resign_on_the_page() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3, "seating": "joined"})).await;
    for person in [&bob, &cleo] {
        server.later(Duration::seconds(1));
        person.joins(&id).await;
    }
    let path = format!("/matches/{id}");
    let button = "<button class=\"quiet\" name=\"move\" value=\"resign\">Resign</button>";
    assert!(page(&server, &bob, &path).await.contains(button));
    assert!(!server.get(&path).await.text().contains("value=\"resign\""), "spectators have none");
    let answer = send(&server, &bob, &path, &[("move", "resign")]).await;
    assert!(answer.status == 200 && answer.text().contains("Sent: resign"), "{}", answer.text());
    assert!(!page(&server, &bob, &path).await.contains(button));
    let seen = anna.sees(&id).await;
    assert_eq!((&seen["phase"], &seen["page"]["awaited"]), (&json!("running"), &json!([0])));
    // A page that is behind agrees to nothing: it quotes the turn that it shows.
    let shown = anna.sees(&id).await["page"]["turn"].to_string();
    assert!(page(&server, &cleo, &path).await.contains(&format!("name=\"turn\" value=\"{shown}\">")));
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let late = send(&server, &cleo, &path, &[("move", "resign"), ("turn", &shown)]).await;
    assert!(late.status == 409 && late.text().contains("Nothing has been sent"), "{}", late.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn my_matches_show_those_that_ended_last() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut ids = Vec::new();
    for number in 0..6 {
        let new = json!({"game": "magnapoco", "name": format!("Evening {number}"), "options": {"board": "square4"}});
        let id = anna.creates(new).await;
        bob.joins(&id).await;
        ids.push(id);
    }
    // The oldest match ends last.
    for id in ids[1..].iter().chain(&ids[..1]) {
        server.later(Duration::minutes(1));
        anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    }
    let home = page(&server, &bob, "/").await;
    let shown: Vec<usize> = (0..6).filter(|number| home.contains(&format!("Evening {number}"))).collect();
    assert_eq!(shown, [0, 2, 3, 4, 5]);
    assert!(home.find("Evening 0") < home.find("Evening 5"));
}
