//! Computer players: how they get their seats, and how they move.

use chrono::Duration;
use engine::Seat;
use serde_json::{Value, json};
use tests::{Person, Reply, Server, eventually};
use turnpost::play::game::computers;
use turnpost::play::matches::history;
use turnpost::play::telling::links::{self, Turn};

/// A short match of this game with these computer players; the creator has the first seat.
fn against(game: &str, options: &Value, seats: u8, levels: &[u8]) -> Value {
    json!({"game": game, "options": options, "seats": seats, "seating": "joined", "computers": levels})
}

/// Waits until this person is awaited or the match is over, and returns the match.
async fn waits(person: &Person, id: &str) -> Value {
    eventually("the turn of a person", async || {
        let m = person.sees(id).await;
        let own = &m["page"]["your_seat"];
        let is_awaited = m["page"]["awaited"].as_array().is_some_and(|seats| seats.contains(own));
        (is_awaited || m["phase"] != "running").then_some(m)
    })
    .await
}

/// Plays until the match is over, passes where nothing else is possible, and returns the match.
async fn plays_on(person: &Person, id: &str) -> Value {
    loop {
        let m = waits(person, id).await;
        if m["phase"] == "over" {
            return m;
        }
        let found = person.may_find_a_move(id).await.unwrap_or_else(|| "pass".to_owned());
        person.tries(id, &found).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_each_game_against_computer_players_comes_to_its_end() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    for (game, options, levels) in [
        ("magma", json!({"board": "pointed43", "max_rounds": 3}), vec![1, 2]),
        ("magnet", json!({"max_rounds": 3}), vec![1]),
        ("magnapoco", json!({"board": "square4"}), vec![1]),
        ("ice", json!({"board": "5x5", "max_rounds": 1}), vec![1]),
        ("magic", json!({"layout": "shuffled", "decks": "dealt", "max_rounds": 1}), vec![1]),
    ] {
        let seats = u8::try_from(levels.len() + 1).unwrap();
        let id = anna.creates(against(game, &options, seats, &levels)).await;
        let m = plays_on(&anna, &id).await;
        assert_eq!(m["players"][0]["computer"], Value::Null, "{game}: {m}");
        let found: Vec<_> = m["players"].as_array().unwrap()[1..].iter().map(|player| &player["computer"]).collect();
        assert_eq!(json!(found), json!(levels), "{game}");
        let by_computers =
            format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND seat > 0 AND cause = 'chosen'");
        assert!(server.count(&by_computers).await > 0, "{game}");
    }
    server.emails_are_out().await;
    let to_computers = "SELECT count(*) FROM emails l JOIN users u ON u.id = l.user_id WHERE u.computer IS NOT NULL";
    assert_eq!(server.count(to_computers).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_seat_is_for_a_person_and_the_creator_seats_computer_players() {
    let server = Server::quiet(|table| {
        table.insert("computer_matches_per_account".to_owned(), "2".into());
    })
    .await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let too_many = against("magma", &json!({}), 3, &[1, 1, 1]);
    anna.post("/v1/matches", &too_many).await.refused("bad-field", Some("computers"));
    anna.post("/v1/matches", &against("magma", &json!({}), 3, &[6])).await.refused("bad-field", Some("computers[0]"));

    let id = anna.creates(json!({"game": "magma", "seats": 3, "join": false})).await;
    let (path, level) = (format!("/v1/matches/{id}/computers"), json!({"level": 2}));
    bob.post(&path, &level).await.refused("forbidden", None);
    anna.post(&path, &level).await.expect(200);
    anna.post(&path, &level).await.expect(200);
    let last = anna.post(&path, &level).await.refused("conflict", None);
    assert_eq!(last["detail"], "The last seat must remain for a person.");
    let m = bob.joins(&id).await;
    assert_eq!(m["phase"], "running");
    let names: Vec<_> =
        m["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    for name in ["Computer A, Easy", "Computer B, Easy", "Bob"] {
        assert!(names.contains(&name), "{names:?}");
    }
    anna.post(&path, &level).await.refused("conflict", None);

    anna.creates(against("magnet", &json!({}), 2, &[1])).await;
    let many = anna.post("/v1/matches", &against("magnet", &json!({}), 2, &[1])).await.refused("conflict", None);
    assert!(
        many["detail"].as_str().unwrap().starts_with("An account and its bots can have at most 2 matches"),
        "{many}"
    );
    bob.creates(against("magnet", &json!({}), 2, &[1])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_bots_against_computer_players_count_for_their_owner() {
    let server = Server::quiet(|table| {
        table.insert("computer_matches_per_account".to_owned(), "2".into());
    })
    .await;
    let anna = server.person_by_secret("Anna").await;
    let bot = async |handle: &str| {
        let wish = json!({"handle": handle, "name": "Bot", "scopes": ["matches:read", "moves:write"]});
        let made = anna.post("/v1/bots", &wish).await.expect(201);
        server.client(made["token"]["token"].as_str())
    };
    let (one, other) = (bot("lava-bot").await, bot("ash-bot").await);
    let new = against("magnet", &json!({}), 2, &[1]);
    anna.creates(new.clone()).await;
    one.post("/v1/matches", &new).await.expect(201);
    for answer in [other.post("/v1/matches", &new).await, anna.post("/v1/matches", &new).await] {
        let many = answer.refused("conflict", None);
        assert!(many["detail"].as_str().unwrap().starts_with("An account and its bots can have at most 2"), "{many}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_move_for_each_person_in_turn() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    // They think for long, and all are the same computer player.
    let new = against("magma", &json!({}), 2, &[5]);
    let moved = async |person: &Person| {
        let by_computers = format!(
            "SELECT count(*) FROM moves o JOIN matches m ON m.id = o.match_id
             WHERE m.creator = '{}' AND o.seat = 1 AND o.cause = 'chosen'",
            person.id().0
        );
        server.count(&by_computers).await
    };
    let begin = async |person: &Person| {
        let id = person.creates(new.clone()).await;
        let text = person.may_find_a_move(&id).await.unwrap();
        person.tries(&id, &text).await.expect(200);
    };
    for _ in 0..4 {
        begin(&anna).await;
    }
    begin(&bob).await;
    eventually("a move for Bob", async || (moved(&bob).await == 1).then_some(())).await;
    let before = moved(&anna).await;
    assert!(before < 4, "all {before} matches of Anna went first");
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_agree_to_a_pause_and_play_again_at_once() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut new = against("magma", &json!({"board": "pointed43", "max_rounds": 3}), 2, &[1]);
    new["clock"] = json!({"kind": "per-move", "time": "P1D"});
    let id = anna.creates(new).await;
    waits(&anna, &id).await;
    let pause = json!({"kind": "pause", "length": "P7D"});
    let proposed = anna.post(&format!("/v1/matches/{id}/proposals"), &pause).await.expect(201);
    assert_eq!(proposed["answer"], "agreed", "{proposed}");
    assert_eq!(anna.sees(&id).await["pauses"].as_array().unwrap().len(), 1);
    anna.tries(&id, "resign").await.expect(200);
    let next = anna.act(&format!("/v1/matches/{id}/rematch")).await.expect(200);
    assert_eq!(next["phase"], "running");
    assert!(next["players"].as_array().unwrap().iter().any(|player| player["computer"] == 1), "{next}");
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_resign_where_no_person_plays_on() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let id = anna.creates(against("magma", &json!({"board": "pointed43"}), 4, &[1, 1, 1])).await;
    waits(&anna, &id).await;
    anna.tries(&id, "resign").await.expect(200);
    server.until(&format!("SELECT phase = 'over' FROM matches WHERE id = '{id}'")).await;
    let resigned = format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND text = 'resign' AND seat > 0");
    assert_eq!(server.count(&resigned).await, 2, "the last one has won");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_takes_a_seat_that_is_offered() {
    let server = Server::start().await;
    let [anna, bob, carl] = server.people(["Anna", "Bob", "Carl"]).await;
    let id = anna
        .creates(json!({"game": "magma", "seats": 2, "seating": "joined", "options": {"board": "pointed43"},
            "clock": {"kind": "per-move", "time": "P1D"}, "on_lapse": "replace"}))
        .await;
    server.later(Duration::seconds(1));
    bob.joins(&id).await;
    let (path, level) = (format!("/v1/matches/{id}/computers"), json!({"level": 1}));
    bob.post(&path, &level).await.refused("conflict", None);
    server.lets_run_out(&id, 0).await;
    server.until(&format!("SELECT offered = 1 FROM matches WHERE id = '{id}'")).await;
    carl.post(&path, &level).await.refused("forbidden", None);
    // A stranger can take the seat on the page; a player can give it away.
    let page = format!("/matches/{id}");
    let seen = async |person: &Person| {
        Reply::send(server.request("GET", &page).header("cookie", person.cookie())).await.text()
    };
    assert!(seen(&carl).await.contains("Take the seat"));
    assert!(seen(&bob).await.contains("Seat a computer player"));
    let own = [("sec-fetch-site", "same-origin"), ("cookie", &*bob.cookie())];
    let reply = server.fill_with(&format!("{page}/computer"), &own, &[("level", "1")]).await;
    assert_eq!((reply.status, reply.header("location")), (303, &*page), "{}", reply.text());
    let m = waits(&bob, &id).await;
    assert!(!seen(&bob).await.contains("Seat a computer player"));
    assert_eq!(m["players"][0]["computer"], 1, "{m}");
    bob.moves(&id).await;
    assert_eq!(waits(&bob, &id).await["page"]["turn"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_can_take_its_time() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let mut new = against("magma", &json!({"board": "pointed43"}), 2, &[1]);
    let at_once = anna.creates(new.clone()).await;
    new["computer_pace"] = "like-a-person".into();
    let slow = anna.creates(new).await;
    assert_eq!(anna.sees(&slow).await["computer_pace"], "like-a-person");
    for id in [&at_once, &slow] {
        anna.moves(id).await;
    }
    let awaited = async |only: Option<&String>| {
        let rows = computers::list_awaited(&server.app, only.map(|id| id.parse().unwrap())).await.unwrap();
        rows.into_iter().map(|row| row.match_id.to_string()).collect::<Vec<_>>()
    };
    for wait in [0, 59] {
        server.later(Duration::seconds(wait));
        for only in [None, Some(&at_once)] {
            assert_eq!(awaited(only).await, std::slice::from_ref(&at_once));
        }
        assert!(awaited(Some(&slow)).await.is_empty());
    }
    server.later(Duration::minutes(20));
    assert!(awaited(None).await.contains(&slow));
    assert_eq!(awaited(Some(&slow)).await, [slow]);
}

/// A move of the seat that is awaited, found by a player who may explore.
async fn move_of_the_awaited(person: &Person, id: &str) -> String {
    let mut so_far = String::new();
    loop {
        let asked = json!({"moves": [], "so_far": so_far});
        let found = person.post(&format!("/v1/matches/{id}/explore"), &asked).await.expect(200);
        let choices = found["choices"].as_array().unwrap();
        let choice = choices.iter().find(|choice| choice["kind"] == "move").unwrap_or_else(|| panic!("{found}"));
        so_far = choice["text"].as_str().unwrap().to_owned();
        if choice["complete"] == true {
            return so_far;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_person_moves_for_a_computer_player() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob, carl] = server.people(["Anna", "Bob", "Carl"]).await;
    let mut new = against("magma", &json!({"board": "pointed43"}), 3, &[1]);
    // It thinks for a minute at least: the clock of the server stands still meanwhile.
    (new["join"], new["computer_pace"]) = (false.into(), "like-a-person".into());
    let id = carl.creates(new).await;
    // Seats are in the order of joining.
    server.later(Duration::seconds(1));
    anna.joins(&id).await;
    bob.joins(&id).await;
    let m = anna.sees(&id).await;
    assert_eq!((&m["players"][0]["computer"], &m["page"]["awaited"]), (&json!(1), &json!([0])), "{m}");
    let text = move_of_the_awaited(&anna, &id).await;
    let played = async || server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}'")).await;
    let before = played().await;
    let (not_yours, no_seat) = ("It is the turn of Red.", "You have no seat in this match.");
    for (person, kind, why) in
        [(&anna, "illegal-move", not_yours), (&bob, "illegal-move", not_yours), (&carl, "forbidden", no_seat)]
    {
        for text in [&*text, "pass"] {
            assert_eq!(person.tries(&id, text).await.problem(kind)["detail"], why, "{}", person.handle);
        }
        // A move is of the seat of its sender; it can name no other.
        let named = json!({"move": text, "turn": 0, "by": 0});
        person.post(&format!("/v1/matches/{id}/moves"), &named).await.refused("bad-field", Some("by"));
        let own = [("sec-fetch-site", "same-origin"), ("cookie", &*person.cookie()), ("accept", "text/html")];
        let page = server.fill_with(&format!("/matches/{id}"), &own, &[("move", &text), ("turn", "0")]).await;
        assert!(page.status >= 400 && page.text().contains(why), "{}: {}", person.handle, page.text());
    }
    // Nor does the link of an email, or an answer to one, move for another seat than its own.
    let turn = Turn { match_id: id.parse().unwrap(), seat: Seat(1), holder: 0, turn: 0 };
    let page = server.fill_with(&links::move_path(&server.app.secrets, &turn), &[], &[("move", &text)]).await;
    assert!(page.status == 422 && page.text().contains(not_yours), "{}", page.text());
    assert_eq!(played().await, before);
    server.later(Duration::minutes(20));
    server.until(&format!("SELECT turn = 1 FROM matches WHERE id = '{id}'")).await;
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Your turn")).await;
    for person in [&anna, &bob] {
        person.moves(&id).await;
    }
    let (text, before) = (move_of_the_awaited(&anna, &id).await, played().await);
    server.lmtp().await.answer(&anna.address, &email, &text).await;
    let told = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Not played")).await;
    assert!(told.flowing().contains("This line could not be played:"), "{}", told.flowing());
    assert_eq!(played().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_which_computer_players_are_left_alone_ends() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let (mut ids, mut waiting) = (Vec::new(), Vec::new());
    for (game, options) in [
        ("magma", json!({})),
        ("ice", json!({"board": "5x5"})),
        ("magic", json!({"layout": "shuffled", "decks": "dealt"})),
    ] {
        for leaves in ["resigns", "lapses", "is deleted"] {
            let person = server.person(&format!("Bob{}", ids.len())).await;
            let mut new = against(game, &options, 4, &[1, 1]);
            new["clock"] = json!({"kind": "per-move", "time": "P1D"});
            let id = person.creates(new).await;
            // A person who has left before is no reason for the others to play on.
            server.later(Duration::seconds(1));
            anna.joins(&id).await;
            anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
            ids.push(id.clone());
            match leaves {
                "resigns" => drop(person.act(&format!("/v1/matches/{id}/resign")).await.expect(200)),
                "is deleted" => drop(person.proves(&server).await.delete("/v1/me").await.expect(204)),
                _ => waiting.push((person, id)),
            }
        }
    }
    // In Magic the first lapse stands for a choice. Where the clock of a computer player runs, that of the person would begin anew.
    loop {
        let mut running = Vec::new();
        for (person, id) in &waiting {
            if waits(person, id).await["phase"] == "running" {
                running.push((id, server.count(&format!("SELECT ply FROM matches WHERE id = '{id}'")).await));
            }
        }
        if running.is_empty() {
            break;
        }
        server.later(Duration::days(2));
        for (id, ply) in running {
            server.until(&format!("SELECT ply > {ply} FROM matches WHERE id = '{id}'")).await;
        }
    }
    for id in &ids {
        server.until(&format!("SELECT phase = 'over' FROM matches WHERE id = '{id}'")).await;
    }
    // They have not played to the end: one of them has resigned.
    let resigned =
        "SELECT count(DISTINCT m.match_id) FROM moves m JOIN seats s ON s.match_id = m.match_id AND s.seat = m.seat
        JOIN users u ON u.id = s.user_id WHERE m.text = 'resign' AND u.computer IS NOT NULL";
    assert_eq!(server.count(resigned).await, 9);
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (ids.len(), Vec::<String>::new()));
}
