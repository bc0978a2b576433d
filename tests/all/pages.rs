//! The pages for people: the first one, and the letters kept where no mail server is set.

use serde_json::json;
use tests::{Reply, Server};

/// A server as a person runs it on their own machine to try it.
async fn at_home(change: impl FnOnce(&mut toml::Table)) -> Server {
    Server::with(|table| {
        table.remove("smtp_url");
        table.insert("public_url".to_owned(), "http://127.0.0.1:8080".into());
        change(table);
    })
    .await
}

/// Asks for the kept letters with more headers.
async fn ask(server: &Server, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request =
        headers.iter().fold(server.request("GET", path), |request, (name, value)| request.header(*name, *value));
    Reply::of(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_letters_are_shown_on_the_machine_of_the_server_only() {
    let server = at_home(|_| {}).await;
    server.post("/v1/sign-in", &json!({"address": "ada@example.org"})).await.expect(202);
    server.letters_are_out().await;
    let id = server.query("SELECT id FROM kept_letters").await[0][0].clone().unwrap();
    let paths =
        ["/mailbox".to_owned(), "/mailbox.json".to_owned(), format!("/mailbox/{id}"), format!("/mailbox/{id}/html")];
    let own: [&[(&str, &str)]; 6] = [
        &[],
        &[("host", "localhost")],
        &[("host", "127.0.0.1")],
        &[("host", "[::1]:8080")],
        &[("sec-fetch-site", "none")],
        &[("sec-fetch-site", "same-origin")],
    ];
    let foreign: [&[(&str, &str)]; 11] = [
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("host", "evil.example")],
        &[("host", "evil.example"), ("x-forwarded-host", "127.0.0.1:8080")],
        &[("forwarded", "for=192.0.2.1")],
        &[("via", "1.1 proxy")],
        &[("x-real-ip", "192.0.2.1")],
        &[("x-forwarded-for", "192.0.2.1")],
        &[("x-forwarded-proto", "https")],
    ];
    for path in &paths {
        for headers in own {
            let reply = ask(&server, path, headers).await;
            assert_eq!(reply.status, 200, "{path} {headers:?}");
            assert_eq!(reply.header("access-control-allow-origin"), "", "{path} {headers:?}");
        }
        for headers in foreign {
            let reply = ask(&server, path, headers).await;
            assert_eq!(reply.status, 404, "{path} {headers:?}");
            assert_eq!(reply.header("access-control-allow-origin"), "", "{path} {headers:?}");
        }
    }
    for headers in own {
        assert!(ask(&server, "/", headers).await.text().contains("/mailbox"), "{headers:?}");
    }
    for headers in foreign {
        assert!(!ask(&server, "/", headers).await.text().contains("/mailbox"), "{headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_public_address_shows_no_letters() {
    let set = |name: &'static str, value: &'static str| {
        move |table: &mut toml::Table| drop(table.insert(name.to_owned(), value.into()))
    };
    for server in [
        // A proxy that says nothing of itself asks as a program on this machine would.
        at_home(set("public_url", "https://turnpost.example")).await,
        at_home(set("proxies", "1")).await,
        Server::with(set("public_url", "http://127.0.0.1:8080")).await,
    ] {
        for path in ["/mailbox", "/mailbox.json"] {
            assert_eq!(server.get(path).await.status, 404, "{path}");
        }
        assert!(!server.get("/").await.text().contains("/mailbox"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_which_player_has_which_colour() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3})).await;
    bob.joins(&id).await;
    let open = server.get(&format!("/matches/{id}")).await.text();
    assert!(open.contains("Players: Anna, Bob."), "{open}");
    cleo.joins(&id).await;
    let players = anna.sees(&id).await["players"].as_array().unwrap().clone();
    let named = |player: &serde_json::Value| format!("{} ({})", player["name"], player["chair_name"]).replace('"', "");
    let by_seat: Vec<String> = players.iter().map(named).collect();
    let page = server.get(&format!("/matches/{id}")).await.text();
    assert!(page.contains(&format!("Players: {}.", by_seat.join(", "))), "{by_seat:?}: {page}");
}
