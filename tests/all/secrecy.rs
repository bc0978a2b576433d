//! Hidden information cannot be learnt by any route: two matches that differ only in facts hidden from Red look the same to Red
//! and to strangers, byte by byte, at every path and after every refused move.

mod every_route;
mod heads;
mod known_paths;
pub(super) mod magic;
mod twins;

use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Reply, Server};
use turnpost::play::telling::links::{Turn, move_path, watch_path};

/// Two ways in which Blue sets its pieces up; Red may not tell them apart.
pub(super) const SETUPS: [&str; 2] = ["setup T3 2 4 2 3 3 3 K 4 4 2 T2", "setup 2 T2 2 4 3 4 K 3 3 2 4 T3"];

/// A match of Magnet with the same seed and seats in both worlds, waiting for Blue's set-up.
pub(super) async fn world(server: &Server, red: &Person, blue: &Person) -> String {
    let new = json!({"game": "magnet", "seating": "joined", "clock": {"kind": "per-move", "time": "P9D"}, "name": "Two worlds"});
    let id = red.creates(new).await;
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", "5a".repeat(32))).await;
    blue.joins(&id).await;
    // An email shows the match as it is when it is sent.
    server.emails_are_out().await;
    red.plays(&id, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    id
}

/// All answers about the match that this person, or a visitor who is not signed in, can get without playing a move.
async fn everything(server: &Server, person: Option<&Person>, id: &str, moves: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut keep = |what: String, reply: &Reply| {
        let bytes = reply.bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
        let tag = reply.header("etag").to_owned();
        let is_board = what.contains("/board") && reply.status == 200;
        let is_note = reply.status == 200 && what.ends_with("/private-note");
        let is_page = is_note || (reply.status == 200 && what.contains(id) && bytes.starts_with("{\"id\""));
        assert_eq!(tag.is_empty(), !is_board && !is_page, "{what}");
        // The id is in a page, so the tags of pages differ; a tag is a hash of the page and says no more.
        let tag = if is_board { tag } else { String::new() };
        let told = without_heads(&bytes.replace(id, "ID"));
        found.push((what.replace(id, "ID"), format!("{} {tag} {told}", reply.status)));
    };
    for path in paths(id, moves) {
        let reply = match person {
            Some(person) => person.get(&path).await,
            None => server.get(&path).await,
        };
        keep(path, &reply);
    }
    for seat in [0, 1].map(engine::Seat) {
        let reply = server.get(&watch_path(&server.app.secrets, id.parse().unwrap(), seat)).await;
        assert!(!reply.page(200).contains(id), "the page gives no way to the players' pages");
        keep(format!("watch {seat}"), &reply);
    }
    if let Some(person) = person {
        let page = person.sees(id).await["page"].clone();
        let turn = page["turn"].clone();
        if let Some(seat) = page["your_seat"].as_u64() {
            let seat = engine::Seat(seat as u8);
            let here = Turn { match_id: id.parse().unwrap(), seat, holder: 0, turn: turn.as_u64().unwrap() as u32 };
            let mut reply = server.get(&move_path(&server.app.secrets, &here)).await;
            reply.expect(200);
            reply.bytes = without_tokens(&reply.text()).into_bytes();
            keep("page of the turn".to_owned(), &reply);
        }
        for text in [
            "f6",
            "f5: d1",
            "e6: a1 b1",
            "g5: k6 j5+",
            "f5: j1+",
            "declare",
            "setup K 4 3 T3 3 4 T2 2 2 4 3 2",
            "x",
            "agree",
        ]
        .iter()
        .chain(moves)
        {
            let preview = json!({ "move": text });
            keep(format!("preview {text}"), &person.post(&format!("/v1/matches/{id}/preview"), &preview).await);
        }
        // Refused moves only: the enemy's pieces, and no piece at all.
        for text in ["f5: a1", "f5: d1", "f5: f5", "setup 2"] {
            let sent = json!({"move": text, "turn": turn});
            let reply = person.post(&format!("/v1/matches/{id}/moves"), &sent).await;
            assert!(reply.status >= 400, "{text}");
            keep(format!("move {text}"), &reply);
        }
    }
    found
}

/// The paths at which a match can be read.
fn paths(id: &str, moves: &[&str]) -> Vec<String> {
    let mut paths: Vec<String> = [
        "",
        "?include=view,scene,text,choices",
        "/board.txt",
        "/board.svg",
        "/board.png",
        "/log",
        "/record",
        "/choices",
        "/choices?include=move",
        "/invitations",
    ]
    .iter()
    .map(|end| format!("/v1/matches/{id}{end}"))
    .collect();
    for line in 0..12 {
        paths.push(format!("/v1/matches/{id}?include=view,scene,text&line={line}"));
        paths.push(format!("/v1/matches/{id}/board.txt?line={line}"));
    }
    for so_far in ["e", "f5: ", "f5: j1", "g6: k3 ", "k3", "d", "start ", "start a1 "].iter().chain(moves) {
        paths.push(Person::choices_path(id, so_far));
    }
    // The pages of a browser: the match, its earlier positions, drafts of moves, the story.
    paths.extend(["", "/log", "?line=x"].map(|end| format!("/matches/{id}{end}")));
    paths.extend((0..12).map(|line| format!("/matches/{id}?line={line}")));
    paths.extend(["card=h1", "card=c2", "line=3&card=h1"].map(|query| format!("/matches/{id}?{query}")));
    for draft in ["f6", "f5: d1", "f5: ", "setup K 4 3", "declare", "x"].iter().chain(moves) {
        paths.push(format!("/matches/{id}?move={}", draft.replace(' ', "%20")));
    }
    paths.push(format!("/v1/matches/{id}/private-note"));
    paths.push(format!("/v1/matches/{id}/conditional-moves"));
    paths
}

/// A text without what signs the links in it: the match, the seat and the turn.
fn without_tokens(text: &str) -> String {
    let token = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let without = |text: String, path: &str| {
        let mut parts = text.split(path);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| format!("{text}{path}TOKEN{}", part.trim_start_matches(token)))
    };
    ["/move/", "/watch/"].into_iter().fold(text.to_owned(), without)
}

/// A text without the heads of the record, which depend on secret lines and tell nothing of them. `heads` tries out when they change.
pub(super) fn without_heads(text: &str) -> String {
    let without = |text: String, before: &str| {
        let mut parts = text.split(before);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            format!("{text}{before}HEAD{}", part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
        })
    };
    ["check value ", "check\r\nvalue ", "check\nvalue ", "\"head\":\""].into_iter().fold(text.to_owned(), without)
}

/// The emails about a match that this person got, without what names the match.
fn emails(server: &Server, person: &Person, id: &str) -> Vec<String> {
    let of_match = |email: &Received| email.header("References").is_some_and(|root| root.contains(id));
    let emails = server.mailbox.emails_to(&person.address).into_iter().filter(of_match);
    emails
        .map(|email| {
            let html = email.html();
            // The picture is named after the email.
            let picture = html.split("cid:").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("none");
            assert_eq!(email.pictures().len(), 1);
            let told = format!("{}{}", email.text(), html.replace(picture, "PICTURE")).replace(id, "ID");
            without_heads(&without_tokens(&told))
        })
        .collect()
}

/// A move that is possible in both worlds, for the same player.
pub(super) async fn common_move(movers: [&Person; 2], ids: [&str; 2]) -> String {
    let mut open = vec![String::new()];
    while let Some(so_far) = open.pop() {
        let mut lists = Vec::new();
        for (mover, id) in movers.iter().zip(ids) {
            let request = mover.request("GET", &format!("/v1/matches/{id}/choices")).query(&[("so_far", &so_far)]);
            lists.push(Reply::send(request).await.expect(200)["choices"].as_array().unwrap().clone());
        }
        // The words of a choice may tell Blue about its own pieces.
        let same =
            |choice: &Value, other: &Value| choice["text"] == other["text"] && choice["complete"] == other["complete"];
        for choice in lists[0].iter().filter(|choice| lists[1].iter().any(|other| same(choice, other))) {
            let text = choice["text"].as_str().unwrap().to_owned();
            match (text.as_str(), &choice["complete"]) {
                ("declare", _) => {}
                (_, Value::Bool(true)) => return text,
                _ => open.push(text),
            }
        }
    }
    panic!("no move is possible in both worlds");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_matches_that_differ_in_secrets_look_the_same() {
    let server = Server::start().await;
    let [red, blue, stranger] = server.people(["Anna", "Bob", "Cleo"]).await;
    let ids = [world(&server, &red, &blue).await, world(&server, &red, &blue).await];
    for (id, setup) in ids.iter().zip(SETUPS) {
        blue.plays(id, setup).await;
        server.emails_are_out().await;
    }
    for number in 0..8 {
        for person in [Some(&red), Some(&stranger), None] {
            let worlds =
                [everything(&server, person, &ids[0], &[]).await, everything(&server, person, &ids[1], &[]).await];
            assert!(worlds[0].len() > 30);
            for (one, other) in worlds[0].iter().zip(&worlds[1]) {
                assert_eq!(one, other, "after {number} turns");
            }
            assert_eq!(worlds[0].len(), worlds[1].len());
        }
        // Blue's own pages differ, or the test would prove nothing.
        let own = [
            blue.get(&format!("/v1/matches/{}/board.txt", ids[0])).await,
            blue.get(&format!("/v1/matches/{}/board.txt", ids[1])).await,
        ];
        assert_ne!(own[0].text(), own[1].text());
        server.emails_are_out().await;
        assert_eq!(emails(&server, &red, &ids[0]), emails(&server, &red, &ids[1]));
        let reds = red.sees(&ids[0]).await["page"]["awaited"] == json!([0]);
        let mover = if reds { &red } else { &blue };
        let text = common_move([mover; 2], ids.each_ref().map(String::as_str)).await;
        for id in &ids {
            mover.plays(id, &text).await;
            server.emails_are_out().await;
        }
    }
    assert!(emails(&server, &red, &ids[0]).len() > 2);
    let export = red.get("/v1/me/export").await.text();
    assert!(
        !export.contains(&SETUPS[0][6..]) && !export.contains(&SETUPS[1][6..]) && !export.contains(&"5a".repeat(32))
    );
    // After the end everything is open.
    blue.act(&format!("/v1/matches/{}/resign", ids[0])).await.expect(200);
    let open = red.sees(&ids[0]).await;
    assert_eq!(open["seed"], "5a".repeat(32));
    assert!(red.get(&format!("/v1/matches/{}/log", ids[0])).await.text().contains(SETUPS[0]));
}

/// Every way to start that this player of the Ice Machine has.
pub(super) async fn starts(person: &Person, id: &str) -> Vec<String> {
    let (mut open, mut starts) = (vec!["start ".to_owned()], Vec::new());
    while let Some(so_far) = open.pop() {
        let request = person.request("GET", &format!("/v1/matches/{id}/choices")).query(&[("so_far", &so_far)]);
        for choice in Reply::send(request).await.expect(200)["choices"].as_array().unwrap() {
            let text = choice["text"].as_str().unwrap().to_owned();
            if choice["complete"] == true { starts.push(text) } else { open.push(text) }
        }
    }
    starts
}

/// A match of the Ice Machine with the same seed and seats in both worlds, waiting for the starts of all.
pub(super) async fn ice(server: &Server, [red, blue, green]: [&Person; 3]) -> String {
    let new = json!({"game": "ice", "seats": 3, "seating": "joined", "clock": {"kind": "per-move", "time": "P9D"}, "name": "Two worlds",
        "options": {"setup": "random"}});
    let id = red.creates(new).await;
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", "5a".repeat(32))).await;
    // The clock stands still: they sit in the order of their accounts.
    blue.joins(&id).await;
    green.joins(&id).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_stays_secret_until_all_players_have_chosen() {
    let server = Server::start().await;
    let [red, blue, green, stranger] = server.people(["Anna", "Bob", "Cleo", "Dan"]).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(ice(&server, [&red, &blue, &green]).await);
    }
    let (mine, theirs) = (starts(&red, &ids[0]).await, starts(&blue, &ids[0]).await);
    assert!(mine.len() > 2 && theirs.len() > 2);
    for (id, start) in ids.iter().zip(&theirs) {
        blue.plays(id, start).await;
    }
    let own = [blue.sees(&ids[0]).await, blue.sees(&ids[1]).await];
    assert_ne!(own[0]["page"]["text"], own[1]["page"]["text"], "or the test would prove nothing");
    let moves: Vec<&str> = mine.iter().chain(&theirs).take(8).map(String::as_str).collect();
    for red_has_chosen in [false, true] {
        if red_has_chosen {
            for id in &ids {
                red.plays(id, &mine[0]).await;
            }
        }
        for person in [Some(&red), Some(&green), Some(&stranger), None] {
            let of = async |id: &str| everything(&server, person, id, &moves).await;
            let (one, other) = (of(&ids[0]).await, of(&ids[1]).await);
            assert!(one.len() > 30);
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(one, other);
            }
            assert_eq!(one.len(), other.len());
        }
    }
    let last = starts(&green, &ids[0]).await;
    for id in &ids {
        green.plays(id, &last[0]).await;
    }
    let open = [stranger.sees(&ids[0]).await, stranger.sees(&ids[1]).await];
    assert_ne!(open[0]["page"]["text"], open[1]["page"]["text"], "after the end the pages differ");
}
