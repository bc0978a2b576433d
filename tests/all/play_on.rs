//! Playing on from a line of a match that is over.

use chrono::Duration;
use engine::{Act, Cause, Dice, Eye, Line, Moment, Names, Seat, Seed, records};
use serde_json::{Value, json};
use tests::work_pool::Busy;
use tests::{Person, Reply, Server};
use turnpost::play::matches::history;

/// The settings of a match of this game that is played on from a line.
fn from(game: &str, id: &str, line: u32) -> Value {
    json!({"game": game, "seating": "joined", "played_on_from": {"match_id": id, "line": line}})
}

/// A match of Magma in which the two people moved twice each, two hours apart, and the first has resigned.
async fn played(server: &Server, anna: &Person, bob: &Person) -> String {
    let new = json!({"game": "magma", "seating": "joined", "name": "Club final", "options": {"board": "pointed43"}});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    for person in [anna, bob, anna, bob] {
        server.later(Duration::hours(2));
        person.moves(&id).await;
    }
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    id
}

/// The lines of a log that a person reads, without their times.
async fn told(person: &Person, id: &str) -> Vec<Value> {
    let log = person.get(&format!("/v1/matches/{id}/log?limit=500")).await.expect(200);
    let lines = log["lines"].as_array().unwrap().iter();
    lines.map(|line| json!([line["line"], line["entry"]])).collect()
}

/// The picture of a position in emails, now or after a line.
async fn board(person: &Person, id: &str, line: Option<u32>) -> String {
    let line = line.map_or_else(String::new, |line| format!("?line={line}"));
    person.get(&format!("/v1/matches/{id}/board.txt{line}")).await.text().replace(" (you)", "")
}

/// A page as a person sees it.
async fn page(server: &Server, person: &Person, path: &str) -> String {
    Reply::send(server.request("GET", path).header("cookie", person.cookie())).await.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_on_from_a_line_of_one_that_is_over() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let source = played(&server, &anna, &bob).await;
    server.later(Duration::days(30));
    let made = cleo.post("/v1/matches", &from("magma", &source, 2)).await.expect(201);
    let id = made["id"].as_str().unwrap().to_owned();
    assert_eq!(made["played_on_from"], json!({"match_id": source, "line": 2}));
    let original = cleo.sees(&source).await;
    assert_eq!((&made["options"], &made["seats"]), (&original["options"], &original["seats"]));
    assert_eq!(original["played_on_from"], Value::Null);
    let open = page(&server, &cleo, &format!("/matches/{id}")).await;
    assert!(open.contains("Continued from line 2 of an earlier match"), "{open}");
    server.later(Duration::minutes(1));
    bob.joins(&id).await;

    // The match goes on where the other one was, at once and with its own seed.
    let now = cleo.sees(&id).await;
    assert_eq!((&now["phase"], &now["page"]["turn"]), (&json!("running"), &json!(2)));
    assert_ne!(now["seed_commitment"], original["seed_commitment"]);
    assert_eq!(board(&cleo, &id, None).await, board(&cleo, &source, Some(2)).await);
    assert_eq!(told(&cleo, &id).await, told(&cleo, &source).await[..3]);
    let log = cleo.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    let at = |line: usize| log["lines"][line]["at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!((at(2) - at(1), at(2)), (Duration::hours(2), server.app.clock.now()));
    // Other people may have played those lines.
    assert!(log["lines"][2]["story"][0].as_str().unwrap().starts_with("Blue "), "{log}");
    let email =
        server.mailbox.wait_for(&cleo.address, |email| email.subject() == "Match started: Magma, Cleo and Bob").await;
    assert!(email.text().contains("* Continued from line 2 of an earlier match"), "{}", email.text());

    server.later(Duration::hours(3));
    cleo.moves(&id).await;
    bob.moves(&id).await;
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (2, Vec::new()));
    cleo.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let record = bob.get(&format!("/v1/matches/{id}/record")).await.text();
    let verified = records::verify(&record).unwrap_or_else(|why| panic!("{why}: {record}"));
    let over = bob.sees(&id).await;
    assert_eq!(over["seed_commitment"], json!(verified.commitment));
    assert_eq!(over["record_so_far"], json!({"line": 5, "head": verified.head}));
    let earlier = format!("earlier 2:{}", original["seed"].as_str().unwrap());
    assert!(record.lines().next().unwrap().ends_with(&earlier), "{record}");
    // It can be played on itself, and its record can be imported and played on.
    let again = bob.post("/v1/matches", &from("magma", &id, 4)).await.expect(201);
    cleo.joins(again["id"].as_str().unwrap()).await;
    let imported = cleo.post("/v1/matches/import", &json!({"record": record})).await.expect(201);
    let mut new = from("magma", imported["id"].as_str().unwrap(), 1);
    new["visibility"] = json!("private");
    let third = cleo.post("/v1/matches", &new).await.expect(201);
    let third = third["id"].as_str().unwrap();
    cleo.post(&format!("/v1/matches/{third}/computers"), &json!({"level": 1})).await.expect(200);
    server.emails_are_out().await;
    assert_eq!(history::verify_all(&server.app).await.unwrap().1, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_on_by_the_work_pool_before_it_is_locked() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let source = played(&server, &anna, &bob).await;
    let made = cleo.post("/v1/matches", &from("magma", &source, 2)).await.expect(201);
    let id = made["id"].as_str().unwrap().to_owned();
    let busy = Busy::start(&server).await;
    let join = tokio::spawn(Reply::send(bob.request("POST", &format!("/v1/matches/{id}/join"))));
    busy.is_waited_for_by(1).await;
    // The match is free meanwhile.
    cleo.act(&format!("/v1/matches/{id}/leave")).await.expect(200);
    busy.end().await;
    join.await.unwrap().problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_cannot_be_played_on_is_refused_with_the_reason() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let source = played(&server, &anna, &bob).await;
    let wants = async |person: &Person, more: Value, line: u32, id: &str| {
        let mut new = from("magma", id, line);
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        person.post("/v1/matches", &new).await
    };
    let field = "played_on_from";
    for (line, why) in [(5, "The match was over after line 5"), (4_000_000_000, "Expected a line from 0 to 2000.")] {
        let refused = wants(&anna, json!({}), line, &source).await.refused("bad-field", Some(field));
        assert!(refused["detail"].as_str().unwrap().contains(why), "{refused}");
    }
    for (more, field) in
        [(json!({"options": {}}), "options"), (json!({"seats": 2}), "seats"), (json!({"game": "magnet"}), "game")]
    {
        wants(&anna, more, 2, &source).await.refused("bad-field", Some(field));
    }
    let running = anna.creates(json!({"game": "magma"})).await;
    let refused = wants(&anna, json!({}), 0, &running).await.refused("bad-field", Some(field));
    assert!(refused["detail"].as_str().unwrap().contains("only from a match that is over"), "{refused}");
    // A match that the person may not see, or that does not exist.
    server.query(&format!("UPDATE matches SET visibility = 'private' WHERE id = '{source}'")).await;
    for id in [source.clone(), anna.id().to_string()] {
        let refused = wants(&cleo, json!({}), 2, &id).await.refused("bad-field", Some(field));
        assert_eq!(refused["detail"], "There is no such match, or you may not see it.");
    }
    for visibility in ["public", "unlisted"] {
        let refused =
            wants(&anna, json!({"visibility": visibility}), 2, &source).await.refused("bad-field", Some(field));
        assert!(refused["detail"].as_str().unwrap().contains("at least as restricted"), "{refused}");
    }
    wants(&anna, json!({"visibility": "private"}), 2, &source).await.expect(201);
    // A match of three that one player has left.
    let of_three = anna.creates(json!({"game": "magma", "seats": 3, "seating": "joined"})).await;
    for person in [&bob, &cleo] {
        server.later(Duration::minutes(1));
        person.joins(&of_three).await;
    }
    bob.act(&format!("/v1/matches/{of_three}/resign")).await.expect(200);
    cleo.act(&format!("/v1/matches/{of_three}/resign")).await.expect(200);
    let refused = wants(&anna, json!({}), 1, &of_three).await.refused("bad-field", Some(field));
    assert!(refused["detail"].as_str().unwrap().contains("A player had left the match by then"), "{refused}");
    assert_eq!(server.count("SELECT count(*) FROM played_on").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_on_by_the_pages() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let source = played(&server, &anna, &bob).await;
    let position = page(&server, &anna, &format!("/matches/{source}?line=3")).await;
    let link = format!("/new/magma?match={source}&#38;line=3");
    assert!(position.contains(&format!("href=\"{link}\">Play on from here</a>")), "{position}");
    assert!(!page(&server, &anna, &format!("/matches/{source}?line=5")).await.contains("Play on"));
    let form = page(&server, &anna, &link.replace("&#38;", "&")).await;
    assert!(
        form.contains("line 3 of Club final") && !form.contains("<select id=\"seats\"") && !form.contains("options."),
        "{form}"
    );
    let hidden = tests::pages::hidden_fields(&form);
    let sends = async |more: &[(&str, &str)]| {
        let mut fields: Vec<(&str, &str)> =
            hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.extend([("seating", "joined"), ("join", "on")].iter().chain(more));
        let cookie = anna.cookie();
        let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin"), ("accept", "text/html")];
        server.fill_with("/new/magma", &headers, &fields).await
    };
    // A refusal keeps the place.
    let refused = sends(&[("visibility", "public"), ("computers", "1"), ("computers_level", "9")]).await;
    assert_eq!(refused.status, 422);
    assert_eq!(tests::pages::hidden_fields(&refused.text()), hidden);
    let more = [("visibility", "public"), ("computers", "1"), ("computers_level", "1")];
    let made = sends(&more).await;
    assert_eq!(made.status, 303, "{}", made.text());
    assert_eq!(sends(&more).await.header("location"), made.header("location"));
    let id = made.header("location").rsplit('/').next().unwrap();
    let m = anna.sees(id).await;
    assert_eq!((&m["played_on_from"]["line"], &m["phase"]), (&json!(3), &json!("running")));
    // Line 3 was Anna's, so the computer is next, which moves at once.
    server.until(&format!("SELECT count(*) > 4 FROM moves WHERE match_id = '{id}'")).await;
    let story = page(&server, &anna, &format!("/matches/{id}/log")).await;
    let back = format!("<a href=\"/matches/{source}?line=3\">Continued from line 3 of an earlier match</a>");
    assert!(story.contains(&back), "{story}");
    assert!(
        page(&server, &anna, &format!("/matches/{id}")).await.contains("Continued from line 3 of an earlier match")
    );
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (2, Vec::new()));
}

/// The record and the log of a match of Magic that two seats played by suggestions, the second with many orders, with so many lines before
/// the end.
fn long_match(lines: usize) -> (String, Vec<Line>) {
    let rules = engine::game("magic").unwrap();
    let played = |number: u64| {
        let mut dice = Dice::at(&Seed::numbered(number), u32::MAX);
        let start = rules.start(2, &json!({}), &Seed::numbered(3)).unwrap();
        let (mut frame, mut log) = (start.frame, start.lines);
        for number in 0.. {
            let (by, text) = match number % 20 {
                0 => {
                    let by = rules.status(&frame).unwrap().awaited.first()?;
                    (by, rules.suggest(&frame, by, &mut dice).unwrap().unwrap())
                }
                _ => (Seat(1), ["orders block never", "orders block worth"][number % 2].to_owned()),
            };
            let at = Moment(number as u64 * 60_000);
            let Ok(advance) = rules.advance(&frame, Act::Chosen { by, text: &text }, at) else { continue };
            frame = advance.frame;
            log.extend(advance.lines);
            if log.len() >= lines {
                break;
            }
        }
        Some((frame, log))
    };
    let (frame, mut log) = (0..500).find_map(played).unwrap();
    let resign = Act::Chosen { by: Seat(0), text: "resign" };
    let end = rules.advance(&frame, resign, log.last().unwrap().at).unwrap();
    log.extend(end.lines);
    (records::write(rules, &end.frame, &log).unwrap(), log)
}

/// Snapshots of lines on both sides of the place, and piles of cards that are shuffled anew.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_match_with_secrets_is_played_on() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let (record, lines) = long_match(170);
    let imported =
        anna.post("/v1/matches/import", &json!({"record": record, "visibility": "unlisted"})).await.expect(201);
    let source = imported["id"].as_str().unwrap();
    let mut new = from("magic", source, 150);
    new["visibility"] = json!("unlisted");
    let id = anna.creates(new).await;
    server.later(Duration::minutes(1));
    bob.joins(&id).await;
    let until = anna.sees(&id).await["played_on_from"]["line"].as_u64().unwrap() as u32;
    assert!((150..160).contains(&until), "{until}");
    // The piles are others, the rest is the same.
    let before = engine::game("magic").unwrap();
    let before = before.replay(2, &json!({}), &Seed::numbered(3), &lines[..=until as usize]).unwrap();
    let stored = server.rows(&format!("SELECT state FROM matches WHERE id = '{id}'")).await;
    let [mut before, mut now] =
        [&before.state, &stored[0][0]].map(|state| serde_json::from_str::<Value>(state).unwrap());
    let piles = |position: &mut Value| {
        let seats = position["hidden"].as_array_mut().unwrap();
        seats.iter_mut().map(|seat| seat.as_object_mut().unwrap().remove("library").unwrap()).collect::<Vec<_>>()
    };
    assert_ne!(piles(&mut before), piles(&mut now));
    assert_eq!(before, now);
    for _ in 0..3 {
        for at in 0..60 {
            bob.plays(&id, ["orders block never", "orders block worth"][at % 2]).await;
        }
        // One of them is awaited, or both.
        let turn = anna.sees(&id).await["page"]["turn"].clone();
        while anna.sees(&id).await["page"]["turn"] == turn {
            for person in [&anna, &bob] {
                let text = person.may_find_a_move(&id).await.unwrap_or_else(|| "pass".to_owned());
                person.tries(&id, &text).await;
            }
        }
    }
    // A player finds the positions of both parts as the seat would have seen them then, from snapshots.
    let last = told(&bob, &id).await.len();
    let mut shown = Vec::new();
    for number in (0..last).step_by(23) {
        shown.push((number, board(&bob, &id, Some(number as u32)).await));
    }
    let snapshots =
        server.rows(&format!("SELECT ply FROM snapshots WHERE match_id = '{id}' ORDER BY ply")).await.concat();
    let of_both = snapshots.iter().map(|ply| ply.parse::<u32>().unwrap() > until).collect::<Vec<_>>();
    assert_eq!(of_both, [false, true], "{snapshots:?}");
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let record = anna.get(&format!("/v1/matches/{id}/record")).await.text();
    let run = records::verify(&record).unwrap_or_else(|why| panic!("{why}: {record}")).run;
    let (rules, names) = (engine::game("magic").unwrap(), Names(vec!["Ash".into(), "Birch".into()]));
    let is_told = |line: &&Line| {
        let told = rules.tell(line, Eye::Seat(Seat(1)), &names).unwrap();
        told.entry.is_some() || !told.story.is_empty()
    };
    let plies: Vec<usize> = run.log.iter().filter(is_told).map(|line| line.ply as usize).collect();
    for (number, shown) in shown {
        let forced = run.log[plies[number] + 1..].iter().take_while(|line| line.cause == Cause::Forced).count();
        let known = &run.log[..=plies[number] + forced];
        let frame = rules.replay(2, &json!({}), &run.frame.seed, known).unwrap();
        assert_eq!(shown, rules.page(&frame, Eye::Seat(Seat(1))).unwrap().text().replace(" (you)", ""), "{number}");
    }
    // Its record can be imported, with both seeds.
    let again = bob.post("/v1/matches/import", &json!({"record": record})).await.expect(201);
    assert_eq!(again["played_on_from"], json!({"match_id": null, "line": until}));
    assert_eq!(again["record_so_far"], anna.sees(&id).await["record_so_far"]);
    let again = again["id"].as_str().unwrap();
    assert_eq!(bob.get(&format!("/v1/matches/{again}/record")).await.text(), record);
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (3, Vec::new()));
}

/// A timer of the rules goes on where it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_timer_of_the_rules_goes_on_where_it_was() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let options = json!({"tempo": "hot", "sand": "PT2H"});
    let source = anna.creates(json!({"game": "magma", "seating": "joined", "options": options})).await;
    server.later(Duration::minutes(1));
    bob.joins(&source).await;
    for person in [&anna, &bob] {
        server.later(Duration::minutes(10));
        person.moves(&source).await;
    }
    let timer = async |id: &str| {
        let at = anna.sees(id).await["page"]["timer_at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>();
        at.unwrap() - server.app.clock.now()
    };
    let left = timer(&source).await;
    anna.act(&format!("/v1/matches/{source}/resign")).await.expect(200);
    server.later(Duration::days(3));
    let id = anna.creates(from("magma", &source, 2)).await;
    server.later(Duration::minutes(30));
    bob.joins(&id).await;
    assert_eq!(timer(&id).await, left);
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (2, Vec::new()));
    server.later(left);
    assert_eq!(turnpost::play::game::clock::settle(&server.app).await.unwrap(), 1);
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (2, Vec::new()));
}
