//! /move/{token}: moving from an email, in a browser without scripts.

mod emails_alone;

use chrono::TimeDelta;
use serde_json::json;
use tests::mailbox::Received;
use tests::{Person, Reply, Server};

/// Creates a match of Magma between these players, seated in the order of the list.
async fn table(people: &[&Person]) -> String {
    let new = json!({"game": "magma", "seats": people.len(), "seating": "joined", "visibility": "private",
        "options": {"board": "pointed43"}});
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        let invited = json!({"handle": person.handle});
        people[0].post(&format!("/v1/matches/{id}/invitations"), &invited).await.expect(202);
        person.joins(&id).await;
    }
    id
}

/// Returns the path of "Move here".
fn move_path(email: &Received) -> String {
    let link = email.text().lines().find(|line| line.contains("/move/")).map(str::to_owned);
    link.unwrap().strip_prefix("https://turnpost.example").unwrap().to_owned()
}

/// Returns the same from the email that holds these words.
async fn moves_at(server: &Server, person: &Person, words: &str) -> String {
    move_path(&server.mailbox.wait_for(&person.address, |email| email.flowing().contains(words)).await)
}

/// Sends a form with these fields.
async fn press(server: &Server, path: &str, fields: &[(&str, &str)]) -> Reply {
    is_page(server.fill(path, fields).await)
}

fn is_page(reply: Reply) -> Reply {
    let text = reply.text();
    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8", "{} {text}", reply.status);
    assert_eq!((reply.header("cache-control"), reply.header("referrer-policy")), ("no-store", "same-origin"));
    assert!(reply.header("content-security-policy").contains("default-src 'none'"));
    let scripts = text.matches("<script type=\"module\" src=\"/assets/").count();
    assert!(text.matches("<script").count() == scripts && text.contains("width=device-width"), "{text}");
    reply
}

async fn shown(server: &Server, path: &str) -> String {
    let reply = is_page(server.get(path).await);
    assert_eq!(reply.status, 200);
    reply.text()
}

async fn lines(server: &Server) -> i64 {
    server.count("SELECT count(*) FROM moves WHERE ply > 0").await
}

/// The link of an email is not enough to sign in: emails are forwarded.
#[tokio::test(flavor = "multi_thread")]
async fn a_code_from_the_mailbox_keeps_a_player_signed_in() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&[&anna, &bob]).await;
    let path = moves_at(&server, &anna, "has begun, and it is your turn").await;
    assert!(shown(&server, &path).await.contains(&format!("action=\"{path}/sign-in\"")));
    let own = ("sec-fetch-site", "same-origin");
    let asked = server.fill_with(&format!("{path}/sign-in"), &[own], &[("address", "eve@example.org")]).await;
    let (to, cookie) = (asked.header("location"), asked.header("set-cookie").split(';').next().unwrap());
    assert_eq!((asked.status, to.starts_with("/sign-in/code/")), (303, true), "{}", asked.text());
    // The holder of the link sees no address and has no session, only a field for the code.
    assert!(cookie.starts_with("turnpost-asked=") || cookie.starts_with("__Host-turnpost-asked="), "{cookie}");
    let form = server.get(to).await.text();
    assert!(!form.contains(&anna.address) && form.contains(&format!("value=\"/matches/{id}\"")), "{form}");
    let email = server.mailbox.wait_for(&anna.address, |email| email.text().contains("/sign-in/")).await;
    assert_eq!(email.to, std::slice::from_ref(&anna.address));
    assert_eq!(server.mailbox.emails_to("eve@example.org").len(), 0);
    let code = to.trim_start_matches("/sign-in/code/").split('?').next().unwrap();
    let code = server.app.secrets.code(code.parse::<turnpost::ids::SignInId>().unwrap().0).to_string();
    let next = format!("/matches/{id}");
    let fields = [("code", code.as_str()), ("next", next.as_str())];
    let entered = server.fill_with(to.split('?').next().unwrap(), &[own, ("cookie", cookie)], &fields).await;
    assert_eq!((entered.status, entered.header("location")), (303, next.as_str()), "{}", entered.text());
    // Another site cannot have codes sent, and a wrong link sends none.
    let foreign = server.fill_with(&format!("{path}/sign-in"), &[("sec-fetch-site", "cross-site")], &[]).await;
    assert_eq!(foreign.status, 403);
    assert_eq!(server.fill_with(&format!("{path}x/sign-in"), &[own], &[]).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_can_move_by_the_email_alone() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&[&anna, &bob]).await;
    let path = moves_at(&server, &anna, "has begun, and it is your turn").await;
    let page = shown(&server, &path).await;
    for words in ["Tap a marked space for a new piece", "<svg", "name=\"move\"", "value=\"pass\""] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(page.contains("How to write a move") && page.contains("<code>a1"), "{page}");
    // A preview and an illegal move: the text stays in the form, and no move is played.
    let tried = press(&server, &path, &[("move", " PASS"), ("preview", "1")]).await;
    assert!(tried.status == 200 && tried.text().contains("Send the move."));
    assert!(tried.text().contains("value=\" PASS\""), "{}", tried.text());
    let nonsense = press(&server, &path, &[("move", "<b>"), ("preview", "1")]).await;
    assert_eq!(nonsense.status, 422);
    assert!(nonsense.text().contains("expected") && nonsense.text().contains("value=\"&#60;b&#62;\""));
    let illegal = press(&server, &path, &[("move", "disagree")]).await;
    assert!(illegal.status == 422 && illegal.text().contains("Nothing has been sent:"), "{}", illegal.text());
    assert_eq!(lines(&server).await, 0);
    // The button moves, and pressed again it moves no more.
    for _ in 0..2 {
        let sent = press(&server, &path, &[("move", "pass")]).await;
        assert!(sent.status == 200 && sent.text().contains("Sent: pass"), "{}", sent.text());
        assert!(sent.text().contains("The match is waiting for Bob (Blue).") && !sent.text().contains("name=\"move\""));
        assert!(sent.text().contains("an email tells you when it is your turn again."), "{}", sent.text());
        assert!(!sent.text().contains("This link is for"), "no fault of the reader");
        assert_eq!(lines(&server).await, 1);
    }
    // The turn is over, and some minutes later so is the link, even when it is the same player's turn again.
    server.later(TimeDelta::minutes(15));
    for bobs_move in [None, Some("a1")] {
        if bobs_move.is_some() {
            let path = moves_at(&server, &bob, "It is your turn, Bob").await;
            let first = shown(&server, &path).await;
            assert!(first.contains("Tap a marked space for a new piece"), "{first}");
            press(&server, &path, &[("move", "resign"), ("preview", "1")]).await;
            let agreed = press(&server, &path, &[("move", "agree")]).await.text();
            assert!(agreed.contains("It is still your turn."), "{agreed}");
            assert_eq!(lines(&server).await, 2, "a word ends no turn");
            let still = shown(&server, &path).await;
            assert!(still.contains("value=\"disagree\"") && still.contains("name=\"move\""), "{still}");
            let legal = bob.finds_a_move(&id).await;
            assert_eq!(press(&server, &path, &[("move", &legal)]).await.status, 200);
        }
        let before = lines(&server).await;
        let stale = press(&server, &path, &[("move", "agree")]).await;
        assert_eq!(stale.status, 409);
        for words in ["Nothing has been sent:", "This link is for turn", "You wrote", "<svg"] {
            assert!(stale.text().contains(words), "{words}: {}", stale.text());
        }
        let looked = shown(&server, &path).await;
        assert!(looked.contains("This link is for turn") && !looked.contains("<form"), "{looked}");
        assert_eq!(lines(&server).await, before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_can_send_a_turn_in_parts_by_the_email_alone() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnet", "seating": "joined"})).await;
    bob.joins(&id).await;
    bob.plays(&id, "setup T3 2 4 2 3 3 3 K 4 4 2 T2").await;
    anna.plays(&id, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    let path = moves_at(&server, &anna, "It is your turn, Anna").await;
    assert_eq!(lines(&server).await, 2);
    for (text, goes_on) in [("f5", true), ("f5: j1", false)] {
        let seen = anna.post(&format!("/v1/matches/{id}/preview"), &json!({"move": text})).await.expect(200);
        assert_eq!((&seen["legal"], &seen["partial"]), (&json!(true), &json!(goes_on)), "{seen}");
    }
    // The magnet first; sent twice, it is put once.
    for _ in 0..2 {
        let begun = press(&server, &path, &[("move", "f5")]).await;
        assert!(begun.status == 200 && begun.text().contains("Sent: f5"), "{}", begun.text());
        assert!(
            begun.text().contains("Your turn is not complete") && begun.text().contains("name=\"move\""),
            "{}",
            begun.text()
        );
        assert_eq!(lines(&server).await, 3);
    }
    let again = shown(&server, &path).await;
    assert!(again.contains("Your turn is not complete") && again.contains("<code>j1"), "{again}");
    let tried = press(&server, &path, &[("move", "j1"), ("preview", "1")]).await;
    assert!(tried.status == 200 && tried.text().contains("j1"), "{}", tried.text());
    // The rest by the same link; then the turn is over, and so is the link.
    for _ in 0..2 {
        let ended = press(&server, &path, &[("move", "j1")]).await;
        assert!(ended.status == 200 && ended.text().contains("Sent: j1"), "{}", ended.text());
        assert!(!ended.text().contains("name=\"move\""), "{}", ended.text());
        assert_eq!(lines(&server).await, 4);
    }
    server.later(TimeDelta::minutes(15));
    assert!(shown(&server, &path).await.contains("This link is for turn"));
    assert_eq!(press(&server, &path, &[("move", "f6")]).await.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_goes_on_to_the_next_turns_of_its_seat_for_some_minutes_after_a_move() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&[&anna, &bob]).await;
    let path = moves_at(&server, &anna, "has begun, and it is your turn").await;
    let sent = press(&server, &path, &[("move", "pass"), ("turn", "0")]).await.text();
    assert!(sent.contains(&format!("href=\"{path}\">Look again")), "{sent}");
    let waits = shown(&server, &path).await;
    assert!(waits.contains("waiting for Bob") && !waits.contains("name=\"move\""), "{waits}");
    bob.moves(&id).await;
    // Her next turn is on the same page; a form of the old turn, sent again, is not played in it.
    let again = shown(&server, &path).await;
    assert!(again.contains("name=\"turn\" value=\"2\"") && again.contains("Tap a marked space"), "{again}");
    let choices = server.get(&format!("{path}/choices?so_far=")).await.json();
    assert!(!choices["choices"].as_array().unwrap().is_empty(), "{choices}");
    let old = press(&server, &path, &[("move", "pass"), ("turn", "0")]).await;
    assert!(old.status == 200 && old.text().contains("Sent: pass"), "{}", old.text());
    assert_eq!(lines(&server).await, 2);
    let sent = press(&server, &path, &[("move", "pass"), ("turn", "2")]).await;
    assert!(sent.status == 200 && sent.text().contains("Sent: pass"), "{}", sent.text());
    assert_eq!(lines(&server).await, 3);
    // The minutes count from the move in the turn of the email.
    bob.moves(&id).await;
    server.later(TimeDelta::minutes(15));
    let late = shown(&server, &path).await;
    assert!(late.contains("This link is for turn 0") && !late.contains("name=\"move\""), "{late}");
    assert_eq!(press(&server, &path, &[("move", "pass"), ("turn", "4")]).await.status, 409);
    assert_eq!(lines(&server).await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_works_for_its_own_turn_only_and_cannot_be_forged() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    table(&[&anna, &bob]).await;
    let path = moves_at(&server, &anna, "it is your turn").await;
    let token = path.strip_prefix("/move/").unwrap();
    // Another match, seat, turn, or proof: one digit is enough.
    for at in 0..token.len() {
        let mut forged = token.as_bytes().to_vec();
        forged[at] = if forged[at] == b'0' { b'1' } else { b'0' };
        let forged = format!("/move/{}", String::from_utf8(forged).unwrap());
        assert_eq!(is_page(server.get(&forged).await).status, 404, "{at}");
        assert_eq!(press(&server, &forged, &[("move", "pass")]).await.status, 404, "{at}");
    }
    let stop = turnpost::category::Category::Turns;
    let foreign = turnpost::play::telling::links::unsubscribe_path(&server.app.secrets, anna.id(), stop);
    assert_eq!(is_page(server.get(&foreign.replace("/unsubscribe/", "/move/")).await).status, 404);
    // A body that is not a form is refused, too.
    Reply::send(server.request("POST", &path).json(&json!({"move": "pass"}))).await.problem("unsupported-media-type");
    assert_eq!(lines(&server).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_the_view_of_its_seat_until_the_turn_is_over() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnet", "seating": "joined"})).await;
    bob.joins(&id).await;
    let [annas, bobs] =
        [moves_at(&server, &anna, "it is your turn").await, moves_at(&server, &bob, "it is your turn").await];
    let look =
        async |path: &str| shown(&server, path).await.replace("&#60;", "<").replace("&#62;", ">").replace("&#39;", "'");
    let text = |seen: &serde_json::Value| seen["page"]["text"].as_str().unwrap().to_owned();
    // Anna has hidden her pieces; the turn is over when Bob has, too.
    let hidden = anna.finds_a_move(&id).await;
    assert_eq!(press(&server, &annas, &[("move", &hidden)]).await.status, 200);
    let (own, others) = (text(&anna.sees(&id).await), text(&bob.sees(&id).await));
    assert_ne!(own, others);
    assert!(look(&annas).await.contains(&own) && !look(&bobs).await.contains(&own));
    assert!(look(&bobs).await.contains(&others) && !look(&annas).await.contains(&others));
    let hidden = bob.finds_a_move(&id).await;
    assert_eq!(press(&server, &bobs, &[("move", &hidden)]).await.status, 200);
    let public = text(&server.get(&format!("/v1/matches/{id}?include=text")).await.expect(200));
    server.later(TimeDelta::minutes(15));
    for (person, path) in [(&anna, &annas), (&bob, &bobs)] {
        let page = look(path).await;
        assert!(page.contains(&public) && !page.contains(&text(&person.sees(&id).await)), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_has_left_or_deleted_the_account_is_told_so() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&[&anna, &bob, &cleo]).await;
    let path = moves_at(&server, &anna, "it is your turn").await;
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert!(shown(&server, &path).await.contains("You have left this match."));
    assert_eq!(press(&server, &path, &[("move", "pass")]).await.status, 409);
    let path = moves_at(&server, &bob, "It is your turn, Bob").await;
    bob.delete("/v1/me").await.expect(204);
    let before = lines(&server).await;
    for reply in [is_page(server.get(&path).await), press(&server, &path, &[("move", "pass")]).await] {
        assert!(reply.status == 409 && reply.text().contains("has been deleted"), "{}", reply.text());
        assert!(!reply.text().contains("<svg"));
    }
    assert_eq!(lines(&server).await, before);
    // The end of the match.
    let [dora, emil] = server.people(["Dora", "Emil"]).await;
    let id = table(&[&dora, &emil]).await;
    let path = moves_at(&server, &dora, "it is your turn").await;
    emil.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let page = shown(&server, &path).await;
    assert!(page.contains("The match is over.") && page.contains("<svg") && !page.contains("<form"), "{page}");
}
