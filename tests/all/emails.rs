//! The emails that a match brings, as they come out of a real mail server.

mod again;
mod bounces;
mod budgets;
mod by_offers;
mod dkim;
mod four_seats;
mod idle_seats;
mod lanes;
mod lists;
mod reminders;
mod trouble;

use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Reply, Server};

/// Creates a calm match of Magma between these players, seated in the order of the list.
async fn table(server: &Server, people: &[&Person]) -> String {
    let new = json!({"game": "magma", "seats": people.len(), "seating": "joined", "name": "Spring cup",
        "clock": {"kind": "per-move", "time": "P3D"}, "options": {"board": "pointed43"}});
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        server.later(chrono::Duration::seconds(1));
        person.joins(&id).await;
    }
    id
}

/// Waits until no email is owed any more.
async fn all_sent(server: &Server) {
    server.until("SELECT count(*) = 0 FROM emails WHERE state = 'due'").await;
}

/// Returns the emails about the match to a person, in order.
fn of_matches(server: &Server, person: &Person) -> Vec<Received> {
    let emails = server.mailbox.emails_to(&person.address);
    emails.into_iter().filter(|email| email.subject().contains("Spring cup")).collect()
}

fn first_line(email: &Received) -> String {
    email.text().lines().next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_player_gets_the_emails_that_concern_them() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&server, &[&anna, &bob, &cleo]).await;
    all_sent(&server).await;
    for person in [&anna, &bob, &cleo] {
        assert_eq!(of_matches(&server, person).len(), 1, "one email says that it has begun");
    }
    let started = &of_matches(&server, &anna)[0];
    assert_eq!(started.subject(), "Match started: Magma, Spring cup");
    assert_eq!(first_line(started), "Magma: Spring cup has begun, and it is your turn, Anna.");
    assert!(started.text().contains("Move by Sunday 4 January 2026"), "{}", started.text());
    let waits = &of_matches(&server, &bob)[0];
    assert_eq!(first_line(waits), "Magma: Spring cup has begun, Bob.");
    assert!(
        !waits.text().contains("Move by") && waits.text().contains("The match is waiting for Anna"),
        "{}",
        waits.text()
    );

    // Each pass brings one email, to the player who is next.
    anna.plays(&id, "pass").await;
    all_sent(&server).await;
    let counts = |server: &Server| [&anna, &bob, &cleo].map(|person| of_matches(server, person).len());
    assert_eq!(counts(&server), [1, 2, 1]);
    let turn = &of_matches(&server, &bob)[1];
    assert!(first_line(turn).starts_with("It is your turn, Bob, in Magma: Spring cup (turn 1)"), "{}", turn.text());
    assert!(turn.text().contains("Anna (") && turn.text().contains("pass"), "the story since: {}", turn.text());
    assert!(turn.text().contains("What has happened\n---"), "Bob has not moved yet: {}", turn.text());
    // A repeated, previewed or refused move brings no email.
    let body = json!({"move": "pass", "turn": 0});
    anna.post(&format!("/v1/matches/{id}/moves"), &body).await.expect(200);
    anna.tries(&id, "pass").await.problem("illegal-move");
    bob.post(&format!("/v1/matches/{id}/preview"), &json!({"move": "pass"})).await.expect(200);
    // After a word out of turn no further seat is awaited.
    cleo.plays(&id, "agree").await;
    all_sent(&server).await;
    assert_eq!(counts(&server), [1, 2, 1]);
    bob.plays(&id, "pass").await;
    all_sent(&server).await;
    assert_eq!(counts(&server), [1, 2, 2]);
    // The end goes to all, and says how it ended for each.
    let over = cleo.plays(&id, "pass").await;
    assert_eq!(over["phase"], "over", "{over}");
    all_sent(&server).await;
    assert_eq!(counts(&server), [2, 3, 3]);
    for person in [&anna, &bob, &cleo] {
        let last = of_matches(&server, person).pop().unwrap();
        assert!(first_line(&last).starts_with("Magma: Spring cup is over, "), "{}", first_line(&last));
        let reason = over["page"]["outcome"]["reason"].as_str().unwrap();
        assert!(last.text().replace('\n', " ").contains(reason), "{reason}: {}", last.text());
    }
    let listed = bob.get("/v1/me/emails").await.expect(200);
    let kinds: Vec<&str> =
        listed["emails"].as_array().unwrap().iter().map(|email| email["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["match-over", "your-turn", "match-started"]);
    assert_eq!(listed["emails"][0]["deliveries"][0]["answer"], "250 2.0.0 taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_is_text_then_html_with_the_board_and_stays_in_its_thread() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    anna.plays(&id, "pass").await;
    all_sent(&server).await;
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    all_sent(&server).await;
    let emails = of_matches(&server, &bob);
    assert_eq!(emails.len(), 3);
    let root = format!("<match.{id}@localhost>");
    let mut before: Option<String> = None;
    for email in &emails {
        let header = |name: &str| email.header(name).unwrap_or_default();
        assert!(header("Content-Type").starts_with("multipart/alternative"), "{}", header("Content-Type"));
        let raw = String::from_utf8(email.raw.clone()).unwrap();
        assert!(raw.find("text/plain").unwrap() < raw.find("text/html").unwrap());
        let board = server.get(&format!("/v1/matches/{id}/board.txt")).await.text();
        let row = board.lines().find(|line| line.matches('.').count() > 4).unwrap().trim().to_owned();
        assert!(email.text().contains(&row), "{row}\n{}", email.text());
        let pictures = email.pictures();
        assert_eq!(pictures.len(), 1);
        assert!(pictures[0].1.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(email.html().contains(&format!("cid:{}", pictures[0].0)), "{}", email.html());
        assert_eq!(header("Auto-Submitted"), "auto-generated");
        assert!(header("List-Unsubscribe").starts_with("<https://turnpost.example/unsubscribe/"));
        assert_eq!(header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        let link = email.link().unwrap();
        let moves = link.starts_with("https://turnpost.example/move/");
        assert!(moves || link == format!("https://turnpost.example/matches/{id}"), "{link}");
        assert_eq!(
            moves,
            email.flowing().contains("The server does not read replies to this email."),
            "{}",
            email.text()
        );
        match &before {
            None => {
                assert_eq!((header("In-Reply-To"), header("References")), (root.clone(), root.clone()));
                assert_eq!(email.subject(), "Match started: Magma, Spring cup");
            }
            Some(earlier) => {
                assert_eq!(
                    (header("In-Reply-To"), header("References")),
                    (earlier.clone(), format!("{root} {earlier}"))
                );
                let is_over = email.flowing().contains("Magma: Spring cup is over");
                let news = if is_over { "Match over" } else { "Your turn" };
                assert_eq!(email.subject(), format!("{news}: Magma, Spring cup"));
            }
        }
        before = Some(header("Message-ID"));
    }
    // No secrets before the end: no seed, no tokens, and no address but the reader's.
    let seed = anna.sees(&id).await["seed"].as_str().unwrap().to_owned();
    for email in server.mailbox.all() {
        let whole = format!("{}{}", String::from_utf8_lossy(&email.raw), email.html());
        assert!(!whole.contains(&seed) && !whole.contains("tpr_") && !whole.contains("eyJ"), "{whole}");
        let other = if email.is_to(&anna.address) { &bob.address } else { &anna.address };
        assert!(!whole.contains(other.as_str()), "{whole}");
    }
}

/// Returns the path that one click posts to.
fn stop_path(email: &Received) -> String {
    let header = email.header("List-Unsubscribe").unwrap();
    header.trim_matches(['<', '>']).strip_prefix("https://turnpost.example").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_the_same_in_each_email_is_left_out_from_the_fourth_turn_on_and_can_be_asked_for() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    let always = ["How to write a move", "How it may end", "marks the player to move", "check value"];
    for round in 1..5 {
        anna.moves(&id).await;
        bob.moves(&id).await;
        let turn = format!("(turn {}).", 2 * round);
        let is_it = |email: &Received| email.subject().starts_with("Your turn") && email.flowing().contains(&turn);
        let email = server.mailbox.wait_for(&anna.address, is_it).await;
        let text = email.text();
        for words in always {
            assert_eq!(text.contains(words), round < 3, "{round}, {words}: {text}");
        }
        for words in ["Move by", "Move here", "Bob (Blue)", "The board", "For example:"] {
            assert!(text.contains(words), "{round}, {words}: {text}");
        }
        if round == 4 {
            assert!(text.split_whitespace().count() <= 250, "{text}");
            assert_eq!(server.lmtp().await.answer(&anna.address, &email, "help").await, "250 2.0.0 Stored");
            let help = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Your reply")).await;
            for words in &always[..3] {
                assert!(help.text().contains(words), "{words}: {}", help.text());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_about_turns_are_as_long_as_their_reader_chose() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    for (round, length) in [(1, "short"), (2, "auto"), (3, "full"), (4, "full"), (5, "auto")] {
        let me = anna.patch("/v1/me", &json!({"email_length": length})).await.expect(200);
        assert_eq!(me["email_length"], length);
        anna.moves(&id).await;
        bob.moves(&id).await;
        let turn = format!("(turn {}).", 2 * round);
        let is_it = |email: &Received| email.subject().starts_with("Your turn") && email.flowing().contains(&turn);
        let text = server.mailbox.wait_for(&anna.address, is_it).await.text();
        let is_full = length == "full" || (length == "auto" && round < 3);
        assert_eq!(text.contains("How to write a move"), is_full, "{round}, {length}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_stops_one_kind_and_opening_the_link_stops_none() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    anna.plays(&id, "pass").await;
    let turn = server.mailbox.wait_for(&bob.address, |email| email.text().contains("It is your turn, Bob")).await;
    let path = stop_path(&turn);
    server.get(&path).await.expect(200);
    let mail = async || bob.get("/v1/me").await.expect(200)["mail"].clone();
    assert_eq!(mail().await, json!({"turns": true, "matches": true, "invitations": true, "digest": false}));
    let click = server.request("POST", &path).header("content-type", "application/x-www-form-urlencoded");
    Reply::send(click.body("List-Unsubscribe=One-Click")).await.expect(200);
    assert_eq!(mail().await, json!({"turns": false, "matches": true, "invitations": true, "digest": false}));
    bob.plays(&id, "agree").await;
    anna.tries(&id, "pass").await.problem("illegal-move");
    let count = of_matches(&server, &bob).len();
    bob.tries(&id, "pass").await.expect(200);
    all_sent(&server).await;
    let after = of_matches(&server, &bob);
    assert!(after[count..].iter().all(|email| !email.text().starts_with("It is your turn")));
    // The other kind still comes, and its link stops that one.
    let next = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    let started = of_matches(&server, &bob).pop().unwrap();
    assert_eq!(first_line(&started), "Magma: Spring cup has begun, Bob.");
    Reply::send(server.request("POST", &stop_path(&started))).await.expect(200);
    assert_eq!(mail().await, json!({"turns": false, "matches": false, "invitations": true, "digest": false}));
    let count = of_matches(&server, &bob).len();
    anna.plays(&next, "pass").await;
    anna.act(&format!("/v1/matches/{next}/resign")).await.expect(200);
    all_sent(&server).await;
    assert_eq!(of_matches(&server, &bob).len(), count);
    // A player who wants emails of turns only learns of the start if it is their turn, by an email whose link stops those.
    bob.patch("/v1/me", &json!({"mail": {"turns": true}})).await.expect(200);
    table(&server, &[&bob, &anna]).await;
    all_sent(&server).await;
    let begins = of_matches(&server, &bob).pop().unwrap();
    assert_eq!(first_line(&begins), "Magma: Spring cup has begun, and it is your turn, Bob.");
    Reply::send(server.request("POST", &stop_path(&begins))).await.expect(200);
    assert_eq!(mail().await["turns"], json!(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn times_are_given_in_the_readers_zone_and_names_do_no_harm() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    anna.patch("/v1/me", &json!({"time_zone": "Asia/Kathmandu", "name": "<b>Anna</b> evil.example"})).await.expect(200);
    table(&server, &[&anna, &bob]).await;
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject().contains("Spring cup")).await;
    assert!(email.text().contains("05:45 (Asia/Kathmandu)"), "{}", email.text());
    assert!(!email.html().contains("<b>Anna") && !email.html().contains("evil.example"), "{}", email.html());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_a_link_is_no_link_in_the_story() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    anna.patch("/v1/me", &json!({"name": "https://evil.example/x"})).await.expect(200);
    let id = table(&server, &[&anna, &bob]).await;
    anna.plays(&id, "pass").await;
    let turn = server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
    assert!(turn.flowing().contains("* https:evil. example/x (Red) passed."), "{}", turn.text());
    for part in [turn.text(), turn.html()] {
        assert!(!part.contains("//evil") && !part.contains("evil.example"), "{part}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_gets_no_emails() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&server, &[&anna, &bob, &cleo]).await;
    all_sent(&server).await;
    let count = server.mailbox.emails_to(&bob.address).len();
    bob.delete("/v1/me").await.expect(204);
    anna.plays(&id, "pass").await;
    all_sent(&server).await;
    let emails = server.mailbox.emails_to(&bob.address);
    assert_eq!(emails.len(), count + 1);
    assert_eq!(emails[count].subject(), "Your Turnpost account was deleted");
    let players = anna.sees(&id).await["players"].clone();
    assert_eq!(players[1]["name"], "deleted player", "{players}");
    anna.post("/v1/matches", &json!({"game": "magma"})).await.expect(201);
    // The match goes on without the player who has left.
    let email = server.mailbox.wait_for(&cleo.address, |email| email.text().contains("It is your turn, Cleo")).await;
    assert!(email.text().contains("deleted player"), "{}", email.text());
    assert_eq!(server.mailbox.emails_to(&bob.address).len(), count + 1);
    let seen: Value = anna.sees(&id).await;
    assert_eq!(seen["players"][1]["has_left"], true, "{seen}");
}
