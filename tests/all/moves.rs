//! /v1/matches/{match_id}/moves

use std::collections::BTreeSet;

use serde_json::json;
use tests::{Person, Reply, Server};

/// A match of Magma between two, begun, with the board as wide as it gets.
async fn table(server: &Server) -> ([Person; 2], String) {
    let people = server.people(["Anna", "Bob"]).await;
    let id = people[0].creates(json!({"game": "magma", "seating": "joined"})).await;
    people[1].joins(&id).await;
    (people, id)
}

/// The complete moves that a client finds by following the choices, until there are so many.
async fn walked(person: &Person, id: &str, max: usize) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![String::new()]);
    while let Some(so_far) = open.pop()
        && found.len() < max
    {
        let request = person.request("GET", &format!("/v1/matches/{id}/choices")).query(&[("so_far", &so_far)]);
        for choice in Reply::send(request).await.expect(200)["choices"].as_array().unwrap() {
            let text = choice["text"].as_str().unwrap().to_owned();
            if choice["complete"] == true {
                found.insert(text.clone());
            }
            open.push(text);
        }
    }
    found
}

/// Some complete moves of an awaited player.
async fn complete_moves(person: &Person, id: &str) -> Vec<String> {
    walked(person, id, 20).await.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_eight_moves_sent_at_once_for_a_turn_one_is_accepted() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    bob.joins(&id).await;
    let moves = complete_moves(&anna, &id).await;
    assert!(moves.len() >= 8, "{moves:?}");
    let path = format!("/v1/matches/{id}/moves");
    let turn = anna.sees(&id).await["page"]["turn"].clone();
    let before = server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}'")).await;
    let racing: Vec<_> = moves[..8]
        .iter()
        .map(|text| tokio::spawn(Reply::send(anna.request("POST", &path).json(&json!({"move": text, "turn": turn})))))
        .collect();
    let (mut accepted, mut stale) = (0, 0);
    for reply in racing {
        let reply = reply.await.unwrap();
        match reply.status {
            200 => accepted += 1,
            _ => {
                assert_ne!(reply.problem("stale-turn")["turn"], turn);
                stale += 1;
            }
        }
    }
    assert_eq!((accepted, stale), (1, 7));
    let after = server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}'")).await;
    assert_eq!(after, before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_move_sent_again_is_answered_again_and_logged_once() {
    let server = Server::start().await;
    let ([anna, bob], id) = table(&server).await;
    let text = complete_moves(&anna, &id).await[0].clone();
    let path = format!("/v1/matches/{id}/moves");
    let body = json!({"move": text, "turn": anna.sees(&id).await["page"]["turn"]});
    let (one, other) = tokio::join!(anna.post(&path, &body), anna.post(&path, &body));
    assert_eq!(one.expect(200), other.expect(200));
    // In another spelling, and later.
    let shouted = json!({"move": format!("  {} ", text.to_uppercase()), "turn": body["turn"]});
    assert_eq!(anna.post(&path, &shouted).await.expect(200), one.json());
    assert_eq!(server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND ply > 0")).await, 1);
    // For the next turn it is another move.
    bob.plays(&id, "pass").await;
    let again = json!({"move": text, "turn": anna.sees(&id).await["page"]["turn"]});
    assert_ne!(anna.post(&path, &again).await.status, 500);
    // And the old one is stale by now: something else has been played for the same turn.
    let other = json!({"move": "pass", "turn": body["turn"]});
    anna.post(&path, &other).await.problem("stale-turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_agrees_and_disagrees_once_in_a_turn() {
    let server = Server::start().await;
    let ([anna, bob], id) = table(&server).await;
    let path = format!("/v1/matches/{id}/agree");
    let turn = anna.sees(&id).await["page"]["turn"].clone();
    for agree in [true, false] {
        bob.post(&path, &json!({"agree": agree, "turn": turn})).await.expect(200);
    }
    let again = bob.post(&path, &json!({"agree": true, "turn": turn})).await.problem("illegal-move");
    assert_eq!(again["code"], "enough-in-this-turn");
    assert_eq!(server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND ply > 0")).await, 2);
    // Anna has not agreed in this turn, and in the next turn Bob may agree again.
    anna.post(&path, &json!({"agree": true, "turn": turn})).await.expect(200);
    anna.moves(&id).await;
    bob.plays(&id, "agree").await;
    bob.moves(&id).await;
    bob.plays(&id, "agree").await;
    let over = anna.plays(&id, "agree").await;
    assert_eq!(over["phase"], "over");
    assert!(over["page"]["outcome"]["reason"].as_str().unwrap().len() > 10, "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_again_is_answered_as_the_first_time() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    for seats in [2, 3] {
        let id = anna.creates(json!({"game": "magma", "seats": seats, "seating": "joined"})).await;
        for person in &[&bob, &cleo][..seats - 1] {
            server.later(chrono::Duration::seconds(1));
            person.joins(&id).await;
        }
        let path = format!("/v1/matches/{id}/resign");
        let first = bob.act(&path).await.expect(200);
        assert_eq!(bob.act(&path).await.expect(200), first);
        if seats == 3 {
            anna.plays(&id, "pass").await;
            assert_eq!(bob.act(&path).await.expect(200)["move"], first["move"]);
        }
        let resigned = format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND text = 'resign'");
        assert_eq!(server.count(&resigned).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_say_what_would_be_right_and_change_nothing() {
    let server = Server::start().await;
    let ([anna, bob], id) = table(&server).await;
    let cleo = server.person("Cleo").await;
    let before = anna.sees(&id).await;
    let turn = &before["page"]["turn"];
    let path = format!("/v1/matches/{id}/moves");
    let try_as = async |person: &Person, text: &str| person.post(&path, &json!({"move": text, "turn": turn})).await;
    let unreadable = try_as(&anna, "e5 to nowhere").await.problem("unreadable-move");
    assert!(unreadable["at"].is_u64() && unreadable["expected"].is_string(), "{unreadable}");
    try_as(&anna, "").await.problem("unreadable-move");
    try_as(&anna, "\u{202e}\u{0}\u{7f}é漢").await.problem("unreadable-move");
    try_as(&anna, &"a1-".repeat(2000)).await.problem("unreadable-move");
    assert_eq!(try_as(&bob, "pass").await.problem("illegal-move")["code"], "not-awaited");
    try_as(&cleo, "pass").await.problem("forbidden");
    anna.post(&path, &json!({"move": "pass", "turn": 7})).await.problem("stale-turn");
    assert_eq!(
        server.request("POST", &path).json(&json!({"move": "pass", "turn": 0})).send().await.unwrap().status(),
        401
    );
    assert_eq!(anna.sees(&id).await, before);
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE ply > 0").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_shows_the_position_after_the_move() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    server.later(chrono::Duration::seconds(1));
    bob.joins(&id).await;
    let (path, text) = (format!("/v1/matches/{id}/preview"), anna.finds_a_move(&id).await);
    let seen = anna.post(&path, &json!({"move": text})).await.expect(200);
    let picture = |text: &str| {
        let request = anna.request("POST", &path).header("accept", "image/svg+xml");
        Reply::send(request.json(&json!({"move": text})))
    };
    let svg = picture(&text).await;
    assert_eq!((svg.status, svg.header("content-type")), (200, "image/svg+xml"), "{}", svg.text());
    picture("resign").await.problem("not-acceptable");
    let before = anna.sees(&id).await["page"]["scene"].clone();
    anna.plays(&id, &text).await;
    let after = anna.sees(&id).await["page"]["scene"].clone();
    assert_eq!(seen["scene"]["spots"], after["spots"], "marks of the last move included");
    assert_ne!(before["spots"], after["spots"]);
    let again = bob.post(&path, &json!({"move": text})).await.expect(200);
    assert_eq!((&again["legal"], &again["scene"]), (&json!(false), &json!(null)));
    picture(&text).await.problem("illegal-move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_returns_the_spelling_and_whether_the_move_is_legal() {
    let server = Server::start().await;
    let ([anna, bob], id) = table(&server).await;
    let path = format!("/v1/matches/{id}/preview");
    let text = complete_moves(&anna, &id).await[0].clone();
    let legal = anna.post(&path, &json!({"move": text.to_uppercase()})).await.expect(200);
    assert_eq!((&legal["move"], &legal["legal"]), (&json!(text), &json!(true)), "{legal}");
    let illegal = bob.post(&path, &json!({"move": text})).await.expect(200);
    assert_eq!((&illegal["legal"], &illegal["code"]), (&json!(false), &json!("not-awaited")), "{illegal}");
    anna.post(&path, &json!({"move": "?!"})).await.problem("unreadable-move");
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE ply > 0").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_is_possible_out_of_turn() {
    let server = Server::start().await;
    let ([anna, bob], id) = table(&server).await;
    let over = bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!(over["match"]["page"]["outcome"]["ranks"], json!([1, 2]));
    // Sent again, as after an answer that was lost, it is answered again; no other player can resign from a match that is over.
    assert_eq!(bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200), over);
    anna.act(&format!("/v1/matches/{id}/resign")).await.problem("illegal-move");
    let record = anna.get(&format!("/v1/matches/{id}/record")).await;
    let verified = engine::records::verify(&record.text()).unwrap();
    assert_eq!((verified.run.links.len(), json!(verified.commitment)), (1, over["match"]["seed_commitment"].clone()));
    assert_eq!(over["match"]["record_so_far"], json!({"line": 1, "head": verified.head}));
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_are_moves_and_passes_of_a_seat_that_is_awaited_and_others_if_they_are_included() {
    let server = Server::quiet(|_| {}).await;
    let people = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let [anna, bob] = &people;
    let lists = async |person: &Person, id: &str, query: &str| {
        let found = person.get(&format!("/v1/matches/{id}/choices?{query}")).await.expect(200);
        let part = |name: &str| {
            let choices = found["choices"].as_array().unwrap().iter();
            choices.map(|choice| choice[name].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        (found["awaited"] == true, part("kind"), part("text"))
    };
    for rules in engine::newest() {
        let game = rules.info().id;
        let id = anna.creates(json!({"game": game, "seating": "joined"})).await;
        bob.joins(&id).await;
        // In Ice, chance says who begins.
        let first = if lists(anna, &id, "").await.0 { anna } else { bob };
        for query in ["", "depth=2"] {
            let (awaited, kinds, texts) = lists(first, &id, query).await;
            let may_pass = ["magma", "ice"].contains(&game) && texts.contains(&"pass".to_owned());
            assert!(awaited && !texts.is_empty(), "{game}: {texts:?}");
            assert!(
                kinds.iter().all(|kind| kind == "move" || (may_pass && kind == "pass")),
                "{game}: {kinds:?} {texts:?}"
            );
        }
        let (_, kinds, texts) = lists(first, &id, "include=resign").await;
        assert_eq!((kinds.last().unwrap().as_str(), texts.last().unwrap().as_str()), ("resign", "resign"), "{game}");
    }
    // A seat that is not awaited has nothing to do; what ends the match is possible all the same, and listed on demand.
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    for query in ["", "all=true", "depth=3", "so_far=%2B", "include="] {
        assert_eq!(lists(bob, &id, query).await, (false, vec![], vec![]), "{query}");
    }
    let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    for query in ["include=agree,disagree,resign", "include=resign,%20agree,disagree&all=true"] {
        let expected = words(&["agree", "resign"]);
        assert_eq!(lists(bob, &id, query).await, (false, expected.clone(), expected), "{query}");
    }
    bob.post(&format!("/v1/matches/{id}/agree"), &json!({"agree": true, "turn": 0})).await.expect(200);
    let expected = words(&["disagree"]);
    assert_eq!(lists(bob, &id, "include=agree,disagree").await, (false, expected.clone(), expected));
    anna.get(&format!("/v1/matches/{id}/choices?include=agree,nothing")).await.refused("bad-field", Some("include"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_moves_are_listed_in_one_answer_where_they_are_not_too_many() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let new = |game: &str, options: serde_json::Value| json!({"game": game, "options": options, "seating": "joined", "computers": [1]});
    let id = anna.creates(new("magnapoco", json!({"board": "square4"}))).await;
    let all = anna.get(&format!("/v1/matches/{id}/choices?all=true")).await.expect(200);
    let listed = all["choices"].as_array().unwrap();
    let texts: BTreeSet<String> = listed.iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect();
    assert_eq!(texts.len(), listed.len());
    assert_eq!(texts, walked(&anna, &id, usize::MAX).await);
    let few = anna.get(&format!("/v1/matches/{id}/choices?all=true&so_far=c")).await.expect(200);
    assert!(few["choices"].as_array().unwrap().len() < listed.len(), "{few}");
    // Magnet's secret set-up has more arrangements than any answer could list.
    let id = anna.creates(new("magnet", json!({}))).await;
    let refused = anna.get(&format!("/v1/matches/{id}/choices?all=true")).await.problem("too-many-moves");
    assert!(refused["detail"].as_str().unwrap().contains("step by step"), "{refused}");
    // Where few are left, they are listed.
    let so_far = "setup%20K%20T3%20T2%204%204%204%203%203%203";
    let few = anna.get(&format!("/v1/matches/{id}/choices?all=true&so_far={so_far}")).await.expect(200);
    assert_eq!(few["choices"].as_array().unwrap().len(), 1, "{few}");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_steps_of_choices_come_in_one_answer_and_are_those_of_single_requests() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let new = json!({"game": "magma", "options": {"board": "pointed43"}, "seating": "joined", "computers": [1]});
    let id = anna.creates(new).await;
    let path = format!("/v1/matches/{id}/choices");
    let one = anna.get(&path).await.expect(200);
    assert_eq!((&one["further"], &one["truncated"]), (&json!([]), &json!(false)));
    let two = anna.get(&format!("{path}?depth=2")).await.expect(200);
    assert_eq!((&two["choices"], &two["truncated"]), (&one["choices"], &json!(false)));
    for choice in one["choices"].as_array().unwrap() {
        let request = anna.request("GET", &path).query(&[("so_far", choice["text"].as_str().unwrap())]);
        let asked = Reply::send(request).await.expect(200)["choices"].clone();
        let listed = two["further"].as_array().unwrap().iter().find(|step| step["so_far"] == choice["text"]);
        assert_eq!(listed.map_or(&json!([]), |step| &step["choices"]), &asked, "{choice}");
    }
    assert!(!two["further"].as_array().unwrap().is_empty());
    // Magnet's secret set-up has more steps than any answer could list.
    let id = anna.creates(json!({"game": "magnet", "seating": "joined", "computers": [1]})).await;
    let path = format!("/v1/matches/{id}/choices");
    let many = anna.get(&format!("{path}?depth=8")).await.expect(200);
    let further = many["further"].as_array().unwrap().iter().map(|step| step["choices"].as_array().unwrap().len());
    assert_eq!(many["truncated"], true);
    assert!((1..=1000).contains(&further.sum::<usize>()));
    for query in ["depth=0", "depth=9", "depth=2&all=true", "depth=-1", "depth=x"] {
        anna.get(&format!("{path}?{query}")).await.refused("bad-field", Some("depth"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_can_do_without_the_match_in_the_answer() {
    let server = Server::start().await;
    let ([anna, bob], id) = table(&server).await;
    let path = |name: &str| format!("/v1/matches/{id}/{name}");
    let sends = async |person: &Person, name: &str, prefer: &[&str], body: &serde_json::Value| {
        let request = person.request("POST", &path(name)).json(body);
        Reply::send(prefer.iter().fold(request, |request, text| request.header("prefer", *text))).await
    };
    let pass = |turn: u32| json!({"move": "pass", "turn": turn});
    let agree = |agree: bool| json!({"agree": agree, "turn": 1});
    let first = complete_moves(&anna, &id).await.remove(0);
    let first = json!({"move": first, "turn": 0});
    for (person, name, prefer, body) in [
        (&anna, "moves", &["return=minimal"][..], &first),
        // The same move again, with other words of the same.
        (&anna, "moves", &["respond-async, RETURN = \"minimal\"; foo=1"], &first),
        (&bob, "agree", &["wait=10", "return=minimal"], &agree(true)),
        (&bob, "moves", &["return=minimal, return=representation"], &pass(1)),
        (&anna, "resign", &["return=minimal"], &json!({})),
    ] {
        let reply = sends(person, name, prefer, body).await;
        assert_eq!((reply.status, reply.text().as_str()), (204, ""), "{name} {prefer:?}");
        assert_eq!(reply.header("preference-applied"), "return=minimal");
    }
    assert_eq!(anna.sees(&id).await["phase"], "over");
    // Other preferences change nothing, nor does one of a move that is refused.
    let ([cleo, dan], id) = table(&server).await;
    let path = |name: &str| format!("/v1/matches/{id}/{name}");
    let sends = async |person: &Person, prefer: &str, turn: u32| {
        let request = person.request("POST", &path("moves")).header("prefer", prefer).json(&pass(turn));
        Reply::send(request).await
    };
    let moves = complete_moves(&cleo, &id).await;
    cleo.plays(&id, &moves[0]).await;
    sends(&dan, "return=minimal", 0).await.problem("stale-turn");
    sends(&cleo, "return=minimal", 1).await.problem("illegal-move");
    for prefer in ["return=representation, return=minimal", "minimal", "return=min"] {
        let reply = sends(&dan, prefer, 1).await;
        assert_eq!((&reply.expect(200)["move"], reply.header("preference-applied")), (&json!("pass"), ""), "{prefer}");
    }
}
