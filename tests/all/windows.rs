//! Windows: times at which a match waits for some seats and does not tell others for which. Played in Magic, the game that has them.

mod choices;
mod lapses;
mod proposals;
mod vacations;

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Reply, Server};
use turnpost::play::matches::history;

use crate::secrecy::without_heads;

/// Cards that are enough to answer in a battle.
const CARDS: &str = "Test Bolt   R
Instant
Destroy target attacking creature.

Test Growth   G
Instant
Target creature gets +3/+3 until end of turn.
";

/// The orders of Cleo, if nothing else is said.
pub(super) const ONLY_OWN: &str = "; cedar orders battle involved";
/// The orders of Cleo where she is asked.
pub(super) const ASKED: &str = "; cedar orders battle any";

/// The text of Anna's turn: it opens the window of the battle on land 2.
pub(super) const ATTACK: &str = "move c1: 2; end";

/// A first position: Anna's 3/3 stands beside Ben's 2/2 on land 2. Anna, Ben and Cleo can pay for an instant; Dan does not want to
/// be asked in battles, Cleo only in her own if nothing else is said; what they want, no other player can see.
fn position(more: &str) -> Value {
    let more = if more.is_empty() { ONLY_OWN } else { more };
    let table = format!(
        "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 25; birch holds 5 2; cedar holds 12 13; dogwood holds 20; \
         ash has g3/3 @7; birch has g2/2 @2; ash hand test-bolt; birch hand test-bolt; cedar hand test-growth; \
         dogwood hand test-bolt; dogwood orders battle none{more}"
    );
    json!({"cards": CARDS, "table": table})
}

/// Starts a match of four, three days for each move and one for each answer. Anna is to move.
pub(super) async fn begin(server: &Server, people: &[Person; 4], more: &str) -> String {
    let new = json!({"game": "magic", "seats": 4, "seating": "joined", "name": "Four lands", "clock": {"kind": "per-move", "time": "P3D"},
        "options": position(more)});
    let id = people[0].creates(new).await;
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", "5a".repeat(32))).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    server.emails_are_out().await;
    id
}

async fn four(server: &Server) -> [Person; 4] {
    server.people(["Anna", "Ben", "Cleo", "Dan"]).await
}

/// The emails about the match to a person, in order.
fn emails(server: &Server, person: &Person) -> Vec<Received> {
    let emails = server.mailbox.emails_to(&person.address);
    emails.into_iter().filter(|email| email.subject().contains("Four lands")).collect()
}

/// The number of emails to each person that tell of a turn or ask for an answer.
async fn asked(server: &Server, people: &[Person; 4]) -> [usize; 4] {
    server.emails_are_out().await;
    // A reminder may come or not: the clock of the test passes its time in one step.
    let counts = |email: &&Received| !email.text().contains("has begun") && !email.subject().starts_with("Reminder: ");
    let of = |person| emails(server, person).iter().filter(counts).count();
    people.each_ref().map(of)
}

fn last(server: &Server, person: &Person) -> Received {
    emails(server, person).pop().unwrap()
}

/// The page behind "Move here".
fn move_path(email: &Received) -> String {
    let text = email.text();
    let link = text.lines().find(|line| line.contains("/move/")).unwrap();
    link.strip_prefix("https://turnpost.example").unwrap().to_owned()
}

/// The text of a page, with its signs.
fn words(reply: &Reply) -> String {
    reply.text().replace("&#39;", "'").replace("&#60;", "<").replace("&#62;", ">")
}

async fn press(server: &Server, path: &str, text: &str) -> Reply {
    server.fill(path, &[("move", text)]).await
}

/// The stored log after the start: seat, cause, text.
async fn stored(server: &Server, id: &str) -> Vec<String> {
    let sql = format!(
        "SELECT seat || ' ' || cause || ' ' || text FROM moves WHERE match_id = '{id}' AND ply > 0 ORDER BY ply"
    );
    server.rows(&sql).await.concat()
}

/// The log after the start as a reader reads it: the seat, or a dash; the text, or a dash for a line that only tells a story.
async fn read(server: &Server, reader: Option<&Person>, id: &str) -> Vec<String> {
    let path = format!("/v1/matches/{id}/log?limit=500");
    let log = match reader {
        Some(person) => person.get(&path).await.expect(200),
        None => server.get(&path).await.expect(200),
    };
    let line = |line: &Value| {
        let by = line["entry"]["by"].as_u64().map_or("-".to_owned(), |seat| seat.to_string());
        format!("{by} {}", line["entry"]["text"].as_str().unwrap_or("-"))
    };
    log["lines"].as_array().unwrap()[1..].iter().map(line).collect()
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap_or_else(|| panic!("{value} is no time")).parse().unwrap()
}

/// Everything that a reader can read of a match, without what names the match.
async fn everything(server: &Server, reader: Option<&Person>, id: &str) -> Vec<String> {
    let mut found = Vec::new();
    for path in [
        "",
        "/board.txt",
        "/board.svg",
        "/log",
        "/record",
        "/choices",
        "/choices?so_far=cast&include=move",
        "?line=1",
        "?line=2",
    ] {
        let path = format!("/v1/matches/{id}{path}");
        let reply = match reader {
            Some(person) => person.get(&path).await,
            None => server.get(&path).await,
        };
        found.push(format!("{path} {} {}", reply.status, reply.text()).replace(id, "ID"));
    }
    if let Some(person) = reader {
        for text in ["pass", "orders stack any", "cast h1 on c1", "end"] {
            let reply = person.post(&format!("/v1/matches/{id}/preview"), &json!({"move": text})).await;
            found.push(format!("preview {text} {} {}", reply.status, reply.text()).replace(id, "ID"));
        }
        let mine = person.get("/v1/matches?filter=mine").await.expect(200)["matches"].clone();
        let summary = mine.as_array().unwrap().iter().find(|summary| summary["id"] == *id).unwrap();
        found.push(summary.to_string().replace(id, "ID"));
    }
    found.push(server.get(&format!("/matches/{id}")).await.text().replace(id, "ID"));
    found.iter().map(|text| without_heads(text)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_asked_gets_an_email_that_says_so_and_no_other_reader_learns_who_it_is() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, cleo, dan] = &people;
    let id = begin(&server, &people, "").await;
    let old = move_path(&last(&server, anna));
    let thought = words(&server.fill(&old, &[("move", "move c1: 2; end"), ("preview", "1")]).await);
    let foretold =
        "<li>Battle on 2: your c1 Token 3/3 against Ben (Birch)'s c2 Token 2/2; c2 dies and 2 becomes yours.</li>";
    assert!(thought.contains("If no other player responds") && thought.contains(foretold), "{thought}");
    let sent = press(&server, &old, ATTACK).await;
    assert_eq!(asked(&server, &people).await, [0, 1, 0, 0]);
    let email = last(&server, ben);
    let flowing = email.flowing();
    assert!(
        flowing.starts_with("Your answer is needed, Ben (Birch), in Magic: the Board Game, Four lands (turn 1)."),
        "{flowing}"
    );
    let until = "Friday 2 January 2026, 00:00 (UTC), in 24 hours";
    let asks = format!(
        "Answer by {until}. After that it counts as a pass. The match is waiting for you, and perhaps for others."
    );
    assert!(flowing.contains(&asks) && !flowing.contains("your turn"), "{flowing}");
    assert!(flowing.contains("Answer: pass or cast h1 on c1 "), "{flowing}");
    let matter =
        "Anna (Ash)'s c1 Token 3/3 attacks your c2 Token 2/2. If no player acts, c2 dies and 2 becomes Anna (Ash)'s.";
    assert!(flowing.contains("Respond to: the battle on 2 ") && flowing.contains(matter), "{flowing}");
    assert_eq!(email.subject(), "Your answer: Magic: the Board Game, Four lands");
    assert!(email.html().contains("<code"), "{}", email.html());
    // The page of the turn begins in the same way.
    let page = words(&server.get(&move_path(&email)).await);
    assert!(page.contains("Respond with a card or an ability, or pass."), "{page}");
    assert!(page.contains(&asks.replace(" The match", "</p>\n<p>The match")), "{page}");
    assert!(!page.contains("It is your turn"), "{page}");
    assert!(page.contains("<h2>Respond to: the battle on 2</h2>") && page.contains(matter), "{page}");
    let thought = words(&server.fill(&move_path(&email), &[("move", "cast h1 on c1"), ("preview", "1")]).await);
    assert!(thought.contains("Send the move"), "{thought}");
    // Anna's own page, the link of her turn that is over, and the page for spectators say until when, and nothing else.
    let told = format!("Responses are awaited until {until}.");
    for shown in [words(&sent), words(&server.get(&old).await), words(&server.get(&format!("/matches/{id}")).await)] {
        assert!(shown.contains(&told) && !shown.contains("The match is waiting for"), "{shown}");
    }
    let day = server.app.clock.now() + Duration::days(1);
    for reader in [None, Some(anna), Some(cleo), Some(dan)] {
        let page = match reader {
            Some(person) => person.sees(&id).await["page"].clone(),
            None => server.get(&format!("/v1/matches/{id}")).await.expect(200)["page"].clone(),
        };
        let known = [&page["awaited"], &page["deadlines"], &page["undisclosed"]];
        assert_eq!(known, [&json!([]), &json!([]), &json!(true)], "{page}");
        assert_eq!(time(&page["responses_until"]), day);
        if let Some(person) = reader {
            assert_eq!(person.get("/v1/matches?filter=waiting").await.expect(200)["matches"], json!([]));
        }
    }
    let page = ben.sees(&id).await["page"].clone();
    assert_eq!((&page["awaited"], time(&page["deadlines"][0]["at"])), (&json!([1]), day));
    assert_eq!(time(&page["responses_until"]), day);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_wait_for_different_seats_look_the_same_to_all_others() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, cleo, dan] = &people;
    // In the second match Cleo is asked, too.
    let [one, two] = [begin(&server, &people, "").await, begin(&server, &people, ASKED).await];
    for id in [&one, &two] {
        anna.plays(id, ATTACK).await;
    }
    assert_eq!(asked(&server, &people).await, [0, 2, 1, 0]);
    let orders = |seen: Vec<String>| -> Vec<String> {
        // The options are no secret of this window: the text of the first position.
        seen.into_iter().map(|text| text.replace(ASKED, ONLY_OWN)).collect()
    };
    let readers = [None, Some(anna), Some(dan)];
    let mut before = Vec::new();
    for reader in readers {
        let [first, second] =
            [everything(&server, reader, &one).await, orders(everything(&server, reader, &two).await)];
        assert_eq!(first, second);
        before.push(second);
    }
    // A sealed answer changes nothing that others can read, and brings no email.
    let waits = cleo.sees(&two).await["page"].clone();
    let answered = ben.plays(&two, "pass").await["page"].clone();
    assert_eq!((&answered["turn"], &answered["awaited"]), (&waits["turn"], &json!([])));
    assert_eq!(ben.tries(&two, "pass").await.status, 200, "the same answer again is the answer that was lost");
    for (reader, before) in readers.into_iter().zip(before) {
        assert_eq!(orders(everything(&server, reader, &two).await), before);
    }
    assert_eq!(cleo.sees(&two).await["page"], waits, "the other seat has the same time as before");
    assert_eq!(asked(&server, &people).await, [0, 2, 1, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_of_two_rounds_brings_an_email_to_each_seat_that_is_asked_and_none_to_others() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, cleo, dan] = &people;
    let id = begin(&server, &people, "").await;
    anna.plays(&id, ATTACK).await;
    server.later(Duration::hours(5));
    // A volunteer's answer is not waited for, and the turn does not move on.
    let turn = ben.sees(&id).await["page"]["turn"].clone();
    let sealed = cleo.plays(&id, "cast h1 on c2 commit").await["page"].clone();
    assert_eq!((&sealed["turn"], &sealed["awaited"]), (&turn, &json!([])));
    assert_eq!(asked(&server, &people).await, [0, 1, 0, 0]);
    // Before the round closes, only Cleo reads of it.
    assert_eq!(read(&server, Some(cleo), &id).await.last().unwrap(), "2 cast h1 on c2 commit");
    for reader in [None, Some(anna), Some(ben), Some(dan)] {
        assert_eq!(read(&server, reader, &id).await, ["0 move c1: 2; end"]);
    }
    // Ben closes the round by the link of his email. The next one asks Anna and him, a day each.
    press(&server, &move_path(&last(&server, ben)), "pass").await.page(200);
    assert_eq!(asked(&server, &people).await, [1, 2, 0, 0]);
    let day = server.app.clock.now() + Duration::days(1);
    for (seat, person) in [(0, anna), (1, ben)] {
        let page = person.sees(&id).await["page"].clone();
        assert_eq!((&page["deadlines"][0]["seat"], time(&page["deadlines"][0]["at"])), (&json!(seat), day), "{page}");
        let lead = last(&server, person).text().lines().next().unwrap().to_owned();
        assert!(lead.starts_with("Your answer is needed, "), "{lead}");
    }
    let released = "cast test-growth on c2";
    assert_eq!(read(&server, Some(ben), &id).await, ["0 move c1: 2; end", "1 pass"]);
    assert_eq!(
        read(&server, Some(cleo), &id).await,
        ["0 move c1: 2; end".to_owned(), "2 cast h1 on c2 commit".to_owned(), format!("- {released}")]
    );
    for reader in [None, Some(anna), Some(dan)] {
        assert_eq!(read(&server, reader, &id).await, ["0 move c1: 2; end".to_owned(), format!("- {released}")]);
    }
    // Both pass; the pump resolves, Anna's creature dies, and it is Ben's turn.
    server.later(Duration::hours(1));
    let path = move_path(&last(&server, anna));
    let sealed = words(&press(&server, &path, "pass final").await);
    assert!(sealed.contains("Sent: pass final") && sealed.contains("Responses are awaited until"), "{sealed}");
    assert!(sealed.contains("name=\"move\""), "an answer can be changed until the round closes: {sealed}");
    assert!(words(&press(&server, &path, "pass").await).contains("Sent: pass<"), "it is changed");
    assert!(words(&press(&server, &path, "pass final").await).contains("Sent: pass final"), "and changed back");
    assert_eq!(time(&ben.sees(&id).await["page"]["deadlines"][0]["at"]), day, "an answer extends no other time");
    assert_eq!(asked(&server, &people).await, [1, 2, 0, 0]);
    let over = ben.plays(&id, "pass final").await["page"].clone();
    assert_eq!(over["undisclosed"], false, "{over}");
    let names: Vec<&str> =
        over["view"]["creatures"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["c2"]);
    // The window has brought two emails to Ben, one to Anna and no other; this one is of his own turn.
    assert_eq!(asked(&server, &people).await, [1, 3, 0, 0]);
    assert!(last(&server, ben).text().starts_with("It is your turn, Ben, in Magic: the Board Game, Four lands"));
    let page = ben.sees(&id).await["page"].clone();
    assert_eq!(time(&page["deadlines"][0]["at"]), server.app.clock.now() + Duration::days(3));
    assert_eq!(page["responses_until"], Value::Null);
    let before = read(&server, None, &id).await;
    assert_eq!(before, ["0 move c1: 2; end".to_owned(), format!("- {released}"), "- pass".to_owned()]);
    // After the end all can read everything.
    for person in [anna, ben, dan] {
        person.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    }
    let whole = [
        "0 move c1: 2; end",
        "2 cast h1 on c2 commit",
        "1 pass",
        "0 pass final",
        "0 pass",
        "0 pass final",
        "1 pass final",
    ];
    for reader in [None, Some(cleo), Some(ben)] {
        let all = read(&server, reader, &id).await;
        assert_eq!(all[..7], whole, "{all:?}");
    }
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn if_the_active_player_resigns_in_a_window_the_asked_seat_gets_the_email_and_the_time_of_a_turn() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, ..] = &people;
    let id = begin(&server, &people, "").await;
    anna.plays(&id, ATTACK).await;
    assert_eq!(asked(&server, &people).await, [0, 1, 0, 0]);
    server.later(Duration::hours(3));
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let page = ben.sees(&id).await["page"].clone();
    assert_eq!((&page["awaited"], &page["undisclosed"]), (&json!([1]), &json!(false)));
    assert_eq!(time(&page["deadlines"][0]["at"]), server.app.clock.now() + Duration::days(3));
    assert_eq!(asked(&server, &people).await, [0, 2, 0, 0]);
    let page = words(&server.get(&move_path(&last(&server, ben))).await);
    assert!(page.contains("or end the turn.") && page.contains("name=\"move\""), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn if_another_player_resigns_those_who_are_awaited_get_a_link_that_is_good_and_no_more_time() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, cleo, dan] = &people;
    let id = begin(&server, &people, "").await;
    let due = server.app.clock.now() + Duration::days(3);
    server.later(Duration::hours(1));
    dan.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!(asked(&server, &people).await, [1, 0, 0, 0]);
    assert_eq!(time(&anna.sees(&id).await["page"]["deadlines"][0]["at"]), due);
    press(&server, &move_path(&last(&server, anna)), ATTACK).await.page(200);
    // The first email is out before the second is owed.
    assert_eq!(asked(&server, &people).await, [1, 1, 0, 0]);
    let due = server.app.clock.now() + Duration::days(1);
    server.later(Duration::hours(1));
    cleo.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!(asked(&server, &people).await, [1, 2, 0, 0]);
    assert_eq!(time(&ben.sees(&id).await["page"]["deadlines"][0]["at"]), due);
    press(&server, &move_path(&last(&server, ben)), "pass").await.page(200);
    assert_eq!(ben.sees(&id).await["page"]["undisclosed"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_bounded_in_a_turn_and_moves_are_not() {
    let server = Server::start().await;
    let people = four(&server).await;
    let id = begin(&server, &people, "").await;
    let [anna, ben, ..] = &people;
    let path = format!("/v1/matches/{id}/moves");
    let turn = ben.sees(&id).await["page"]["turn"].clone();
    let orders = |at: usize| json!({"move": (["orders block never", "orders block worth"][at % 2]), "turn": turn});
    for at in 0..100 {
        ben.post(&path, &orders(at)).await.expect(200);
    }
    let refused = ben.post(&path, &orders(100)).await.problem("illegal-move");
    assert_eq!(refused["code"], "enough-in-this-turn");
    // Sent again, the last one is answered as it was.
    ben.post(&path, &orders(99)).await.expect(200);
    // Others have sent none, and their moves move the turn on.
    anna.plays(&id, "orders block never").await;
    anna.plays(&id, "end").await;
    ben.plays(&id, "orders block never").await;
}
