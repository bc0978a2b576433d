//! The form of a new match: whom it is played with, the boards it shows, and its words.

use serde_json::{Value, json};
use tests::{Person, Server};

/// The match that this form makes.
async fn made(server: &Server, person: &Person, game: &str, fields: &[(&str, &str)]) -> Value {
    let cookie = person.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    // What the form sends besides: it is shown with these choices.
    let usual = [("time", "P3D"), ("level", "4"), ("join", "on"), ("computers_level", "2")];
    let reply = server.fill_with(&format!("/new/{game}"), &headers, &[&usual[..], fields].concat()).await;
    assert_eq!(reply.status, 303, "{fields:?}: {}", reply.text());
    person.get(&format!("/v1{}", reply.header("location"))).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_choice_of_opponents_decides_on_seats_clock_and_readers() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let levels = |made: &Value| -> Vec<Value> {
        let players = made["players"].as_array().unwrap().iter();
        players.filter_map(|player| player["computer"].as_u64()).map(Value::from).collect()
    };
    let clock = json!({"kind": "per-move", "time": "P3D"});
    for (fields, phase, visibility, clock, computers) in [
        (&[("opponent", "computer"), ("seats", "3")][..], "running", "unlisted", &Value::Null, &[4, 4][..]),
        (&[("opponent", "friend")], "open", "unlisted", &clock, &[]),
        (&[("opponent", "anyone")], "open", "public", &clock, &[]),
        (&[("opponent", "friend"), ("seats", "3"), ("computers", "1")], "open", "unlisted", &clock, &[2]),
        (&[("opponent", "computer"), ("visibility", "public")], "running", "public", &Value::Null, &[4]),
        (&[("opponent", "computer"), ("other_time", "P3D")], "running", "unlisted", &clock, &[4]),
    ] {
        let made = made(&server, &anna, "magma", fields).await;
        assert_eq!(
            (&made["phase"], &made["visibility"], &made["clock"]),
            (&json!(phase), &json!(visibility), clock),
            "{fields:?}"
        );
        assert_eq!(levels(&made), computers, "{fields:?}: {made}");
    }
    // Friends who are not named get a link.
    let bob = server.person("Bob").await;
    for (invite, links) in [("", 1), (bob.handle.as_str(), 0)] {
        let made = made(&server, &anna, "magma", &[("opponent", "friend"), ("invite", invite)]).await;
        let page = anna.get(&format!("/matches/{}", made["id"].as_str().unwrap())).await.text();
        assert_eq!(page.matches("data-share=").count(), links, "{invite}: {page}");
    }
    let cookie = anna.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    let reply = server.fill_with("/new/magma", &headers, &[("opponent", "wombat")]).await;
    assert_eq!((reply.status, reply.text().contains("Choose one from the list.")), (422, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn lengths_of_time_are_written_in_words() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let form = anna.get("/new/magma").await.text();
    assert!(
        form.contains("name=\"options.sand\" value=\"1 day\"") && form.contains("placeholder=\"10 seconds\""),
        "{form}"
    );
    let made = made(&server, &anna, "magma", &[("options.tempo", "hot"), ("options.sand", "2 hours")]).await;
    assert_eq!(made["options"]["sand"], "PT2H");
    let cookie = anna.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    for (text, words) in [
        ("soon", "expected a time, such as 2 hours"),
        ("0 seconds", "expected a time from 1 second"),
        ("99999999999999999999 days", "expected a time"),
        ("18446744073709551 days", "expected a time"),
    ] {
        let reply = server.fill_with("/new/magma", &headers, &[("options.tempo", "hot"), ("options.sand", text)]).await;
        assert_eq!((reply.status, reply.text().contains(words)), (422, true), "{text}: {}", reply.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_shows_the_board_of_the_chosen_options() {
    let server = Server::start().await;
    let board = async |query: &str| {
        let reply = server.get(&format!("/games/magma/start.svg{query}")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "image/svg+xml"), "{query}: {}", reply.text());
        reply.text()
    };
    let usual = board("").await;
    let (small, three) = (board("?options.board=pointed43").await, board("?seats=3").await);
    assert_eq!([&usual, &small].map(|svg| svg.matches("data-cell=").count()), [91, 43]);
    assert_ne!(usual, three);
    // Texts and numbers do not count, and neither does what is no option, or no number of seats.
    for query in
        ["?options.max_rounds=7", "?options.sand=nonsense", "?invite=bob%40example.org", "?seats=99", "?seats=x"]
    {
        assert_eq!(board(query).await, usual, "{query}");
    }
    for (path, status) in [("magma/start.svg?options.board=wombat", 422), ("wombat/start.svg", 404)] {
        assert_eq!(server.get(&format!("/games/{path}")).await.status, status, "{path}");
    }
    let anna = server.person("Anna").await;
    for (game, boards) in [("magma", 6), ("magnet", 0), ("magnapoco", 22), ("ice", 3), ("magic", 0)] {
        let form = anna.get(&format!("/new/{game}")).await.text();
        assert_eq!(form.matches("start.svg?options.board=").count(), boards, "{game}");
    }
}

/// Words of programmers, which say nothing to players. Forms and rows of every kind are on these pages.
#[tokio::test(flavor = "multi_thread")]
async fn pages_for_players_have_no_words_of_programmers() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut paths = ["/", "/new", "/lobby", "/games", "/account", "/me/matches", "/me/past", "/people/bob"]
        .map(str::to_owned)
        .to_vec();
    for rules in engine::newest() {
        let game = rules.info().id;
        let id = anna
            .begins(json!({"game": game, "seating": "joined", "clock": {"kind": "per-move", "time": "P1D"}}), &bob)
            .await;
        let open = anna.creates(json!({"game": game})).await;
        paths.extend([
            format!("/new/{game}"),
            format!("/matches/{id}"),
            format!("/matches/{id}/log"),
            format!("/matches/{open}"),
        ]);
    }
    for path in paths {
        let page = anna.get(&path).await.text();
        let words: String = page.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text).collect();
        for word in ["null", "True if", "`", "ISO 8601", "PT1", "P1D"] {
            assert!(
                !words.contains(word),
                "{path} says {word:?}: {}",
                &words[words.find(word).unwrap().saturating_sub(80)..]
            );
        }
    }
}
