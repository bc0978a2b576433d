//! The pages for people: the first one, and the emails kept where no mail server is set.

use serde_json::json;
use tests::mailbox::Received;
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

/// Asks for the kept emails with more headers.
async fn ask(server: &Server, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request =
        headers.iter().fold(server.request("GET", path), |request, (name, value)| request.header(*name, *value));
    Reply::send(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_emails_are_shown_on_the_machine_of_the_server_only() {
    let server = at_home(|_| {}).await;
    server.post("/v1/sign-in", &json!({"address": "ada@example.org"})).await.expect(202);
    server.emails_are_out().await;
    let id = server.query("SELECT id FROM kept_emails").await[0][0].clone().unwrap();
    let places = ["".to_owned(), "/emails.json".to_owned(), format!("/{id}"), format!("/{id}/html")];
    let paths = places.clone().map(|place| format!("{}{place}", server.mailbox_path()));
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
        assert!(ask(&server, "/", headers).await.text().contains("emails are kept"), "{headers:?}");
    }
    for headers in foreign {
        assert!(!ask(&server, "/", headers).await.text().contains("emails are kept"), "{headers:?}");
    }
    // A proxy on this machine that says nothing of itself looks like a reader there: no page tells the key, and no other key opens.
    let key = server.mailbox_path();
    let wrong = format!("/mailbox/{}", "0".repeat(key.len() - "/mailbox/".len()));
    let nothing = server.get("/no-such-page").await.expect(404);
    for mailbox in ["/mailbox", "/mailbox/", "/mailbox/%00", &wrong, &key[..key.len() - 1], &format!("{key}0")] {
        for place in places.iter().map(String::as_str).chain(["/x", "/x/html"]) {
            let path = format!("{mailbox}{place}");
            assert_eq!(server.get(&path).await.expect(404), nothing, "{path}");
        }
    }
    let sign_in = server.post("/v1/sign-in", &json!({"address": "ada@example.org"})).await.expect(202);
    for path in ["/", "/sign-in", &format!("/sign-in/code/{}", sign_in["sign_in"].as_str().unwrap())] {
        let page = ask(&server, path, &[]).await.text();
        assert!(page.contains("<main") && !page.contains(key.rsplit('/').next().unwrap()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_or_wrong_key_of_the_emails_is_told_where_the_right_one_is() {
    let server = at_home(|_| {}).await;
    let key = server.mailbox_path();
    let wrong = format!("/mailbox/{}", "0".repeat(key.len() - "/mailbox/".len()));
    let mut pages = Vec::new();
    for path in ["/mailbox", "/mailbox/", &wrong, &format!("{wrong}/html"), &key[..key.len() - 1], &format!("{key}0")] {
        pages.push(ask(&server, path, &[("accept", "text/html")]).await.page(404));
    }
    assert!(pages[0].contains("The link to them ends with a key"), "{}", pages[0]);
    assert!(pages.iter().all(|page| *page == pages[0]), "no answer may tell how near a key is");
    // Others are not told that there are emails, and an email that does not exist has no wrong key.
    let foreign = ask(&server, &wrong, &[("accept", "text/html"), ("via", "1.1 proxy")]).await.page(404);
    let no_email = ask(&server, &format!("{key}/x"), &[("accept", "text/html")]).await.page(404);
    for page in [foreign, no_email] {
        assert!(page.contains("There is no such page"), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_line_of_a_story_is_the_start_and_no_secret() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    bob.joins(&id).await;
    for path in [format!("/matches/{id}/log"), format!("/matches/{id}?line=0")] {
        let page = server.get(&path).await.text();
        assert!(page.contains("The match began.") && !page.contains("Only its player can read"), "{path}: {page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_public_address_shows_no_emails() {
    let set = |name: &'static str, value: &'static str| {
        move |table: &mut toml::Table| drop(table.insert(name.to_owned(), value.into()))
    };
    for server in [
        // A proxy that says nothing of itself asks as a program on this machine would.
        at_home(set("public_url", "https://turnpost.example")).await,
        at_home(set("proxies", "1")).await,
        Server::with(set("public_url", "http://127.0.0.1:8080")).await,
    ] {
        for place in ["", "/emails.json"] {
            assert_eq!(server.get(&format!("{}{place}", server.mailbox_path())).await.status, 404, "{place}");
        }
        assert!(!server.get("/").await.text().contains("emails are kept"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_which_player_has_which_colour() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3})).await;
    bob.joins(&id).await;
    let open = server.get(&format!("/matches/{id}")).await.text();
    assert!(open.contains("<li>Anna</li>\n<li>Bob</li>") && open.contains("2 of 3 players"), "{open}");
    cleo.joins(&id).await;
    let players = anna.sees(&id).await["players"].as_array().unwrap().clone();
    let named = |player: &serde_json::Value| format!("{} ({})", player["name"], player["chair_name"]).replace('"', "");
    let by_seat: Vec<String> = players.iter().map(named).collect();
    let page = server.get(&format!("/matches/{id}")).await.text();
    let places: Vec<Option<usize>> = by_seat.iter().map(|name| page.find(&format!(">{name}</a>"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{by_seat:?}: {page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_has_a_page_of_its_rules_and_one_that_shows_how_to_play() {
    let server = Server::quiet(|_| {}).await;
    let list = server.get("/games").await.text();
    assert!(server.get("/").await.text().contains("href=\"/games\""));
    for info in engine::newest().map(engine::Rules::info) {
        let path = format!("/games/{}", info.id);
        assert!(
            list.contains(&format!("href=\"{path}\"")) && list.contains(&info.summary.replace('\'', "&#39;")),
            "{list}"
        );
        let reply = server.get(&path).await;
        assert_eq!((reply.status, reply.header("cache-control")), (200, "public, max-age=3600"), "{path}");
        let shown = reply.text();
        let pictures = shown.matches("<figcaption>").count();
        assert!((5..=8).contains(&pictures) && shown.matches("<svg").count() >= pictures, "{path}: {pictures}");
        assert!(shown.contains(&format!("href=\"{path}/rules\"")) && shown.matches("<h1").count() == 1, "{path}");
        for number in 0..=pictures + 1 {
            let reply = server.get(&format!("{path}/pictures/{number}.svg")).await;
            let is_picture = (1..=pictures).contains(&number);
            assert_eq!(reply.status, if is_picture { 200 } else { 404 }, "{path} {number}");
            assert!(!is_picture || reply.header("content-type") == "image/svg+xml");
        }
        let (how, path) = (format!("href=\"{path}\""), format!("{path}/rules"));
        let reply = server.get(&path).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
        assert_eq!(reply.header("cache-control"), "public, max-age=3600");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
        let text = reply.text();
        assert!(text.contains(&how), "{path}");
        for part in [info.name, "<svg", "width=device-width", "<h2 id=\"options\">", "<div class=\"wide\"", "</table>"]
        {
            assert!(text.contains(part) || (info.id == "magnapoco" && part.contains("options")), "{path}: {part}");
        }
        assert!(!text.contains("<script") && text.matches("<h1").count() == 1, "{path}");
        let (kinds, shown) = (info.notation.len(), text.split("id=\"kinds-of-moves\"").nth(1).unwrap());
        assert_eq!(shown.matches("<dt><code>").count(), kinds, "{path}");
    }
    for path in ["/games/chess", "/games/MAGMA", "/games/%00", "/games/chess/rules", "/games/magma/pictures/+1.svg"] {
        assert!(server.get(path).await.page(404).contains("There is no such page"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_and_pages_lead_to_the_rules() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnet", "seating": "joined"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    let link = "https://turnpost.example/games/magnet";
    let leads = |email: &Received| email.text().contains(link) && email.html().contains(&format!("href=\"{link}\""));
    let invitation = server.mailbox.wait_for(&bob.address, |email| email.subject().contains("invites you")).await;
    let path = |email: &Received, kind: &str| {
        let (text, kind) = (email.text(), format!("https://turnpost.example/{kind}/"));
        let link = text.split_whitespace().find(|word| word.starts_with(&kind)).map(str::to_owned);
        link.unwrap_or_else(|| panic!("{text}")).replace("https://turnpost.example", "")
    };
    let mut pages = vec![format!("/matches/{id}")];
    let open = server.get(&path(&invitation, "invitations")).await.page(200);
    assert!(open.contains("href=\"/games/magnet\""), "{open}");
    bob.joins(&id).await;
    let started = |email: &Received| email.subject().starts_with("Match started");
    let starts =
        [server.mailbox.wait_for(&anna.address, started).await, server.mailbox.wait_for(&bob.address, started).await];
    anna.plays(&id, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    bob.plays(&id, "setup T3 2 4 2 3 3 3 K 4 4 2 T2").await;
    let turn = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Your turn")).await;
    pages.push(path(&turn, "move"));
    for email in [&invitation, &starts[0], &starts[1], &turn] {
        assert!(leads(email), "{}", email.text());
        assert_eq!(email.text().matches(link).count(), 1, "once is enough: {}", email.text());
    }
    for path in &pages {
        assert!(server.get(path).await.text().contains("href=\"/games/magnet\""), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_of_a_new_match_offers_every_clock() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    anna.patch("/v1/me", &json!({"time_zone": "Europe/Berlin"})).await.expect(200);
    let cookie = anna.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str()), ("accept", "text/html")];
    let send = async |fields: &[(&str, &str)]| {
        let fields = [&[("time", "P3D"), ("join", "on")], fields].concat();
        server.fill_with("/new/magma", &headers, &fields).await
    };
    let made = async |fields: &[(&str, &str)]| {
        let reply = send(fields).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        anna.get(&format!("/v1{}", reply.header("location"))).await.expect(200)
    };
    assert_eq!(made(&[]).await["clock"], json!({"kind": "per-move", "time": "P3D"}));
    assert_eq!(made(&[("reserve", "P14D")]).await["clock"], json!({"kind": "bank", "time": "P3D", "reserve": "P14D"}));
    let fischer = json!({"kind": "fischer", "initial": "P3D", "increment": "P1D", "cap": "P5D"});
    assert_eq!(made(&[("increment", "P1D"), ("cap", "P5D")]).await["clock"], fischer);
    let weekend = [("day_off", "saturday"), ("day_off", "sunday"), ("night_from", "22:00"), ("night_until", "07:00")];
    let weekend = made(&[&weekend[..], &[("vacation", "all")]].concat()).await;
    let hours = json!({"zone": "Europe/Berlin", "days_off": ["saturday", "sunday"], "night": {"from": "22:00", "until": "07:00"}});
    assert_eq!((&weekend["hours"], &weekend["vacation"]), (&hours, &json!("all")));
    for (fields, words) in [
        (&[("increment", "P1D"), ("reserve", "P1D")][..], "not both"),
        (&[("day_off", "caturday")], "Invalid value"),
        (&[("night_from", "25:00"), ("night_until", "x")], "Invalid value"),
        (&[("night_from", "22:00")], "Invalid value"),
        (&[("vacation", "never")], "Invalid value"),
        (&[("increment", "P30D"), ("cap", "PT1H")], "cap"),
    ] {
        let reply = send(fields).await;
        assert_eq!(reply.status, 422, "{fields:?}");
        let (text, name) = (reply.text(), fields[0].0);
        assert!(text.contains(words), "{fields:?}: {text}");
        // The fields are open, and hold what was sent.
        assert!(
            text.contains("<details class=\"for-people\" open><summary>More about the clock"),
            "{fields:?}: {text}"
        );
        assert!(name != "night_from" || text.contains(&format!("value=\"{}\"", fields[0].1)), "{fields:?}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_can_be_invited_are_invited_beside_those_who_cannot() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let invited = format!("no-such-one, {}, nor-this-one", bob.handle);
    let cookie = anna.cookie();
    let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin")];
    let fields = [("invite", invited.as_str()), ("seats", "2"), ("join", "on"), ("notes", "on")];
    let page = server.fill_with("/new/magnapoco", &headers, &fields).await;
    let text = page.text();
    assert!(text.contains("no-such-one: ") && text.contains("nor-this-one: "), "{text}");
    let asked = bob.get("/v1/me/invitations").await.expect(200);
    assert_eq!(asked["invitations"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_a_new_match_that_is_sent_again_makes_no_second_match() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let cookie = anna.cookie();
    let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin")];
    let page = Reply::send(server.request("GET", "/new/magma").header("cookie", &cookie)).await.text();
    let form = page.split_once("name=\"form\" value=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
    let fields = [("form", form), ("name", "Thursday"), ("seats", "3"), ("join", "on"), ("invite", &bob.handle)];
    // A double click, and a reload of the answer.
    let send = || server.fill_with("/new/magma", &headers, &fields);
    let (one, other) = tokio::join!(send(), send());
    let again = send().await;
    for reply in [&one, &other, &again] {
        assert_eq!((reply.status, reply.header("location")), (303, one.header("location")), "{}", reply.text());
    }
    assert_eq!(anna.get("/v1/matches?filter=mine").await.expect(200)["matches"].as_array().unwrap().len(), 1);
    assert_eq!(bob.get("/v1/me/invitations").await.expect(200)["invitations"].as_array().unwrap().len(), 1);
    // A form that was changed makes another match, and so does the same one after its match was called off.
    let mut changed = fields;
    changed[1].1 = "Friday";
    let changed = server.fill_with("/new/magma", &headers, &changed).await;
    assert_ne!(changed.header("location"), one.header("location"));
    anna.delete(&format!("/v1{}", one.header("location"))).await.expect(204);
    let after = send().await;
    assert_eq!(after.status, 303, "{}", after.text());
    assert_ne!(after.header("location"), one.header("location"));
    // The form of another person makes a match of their own.
    let cookie = bob.cookie();
    let of_bob = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin")];
    let of_bob = server.fill_with("/new/magma", &of_bob, &fields[..4]).await;
    assert_eq!(of_bob.status, 303, "{}", of_bob.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_a_match_too_many_keeps_what_was_typed() {
    let server = Server::with(|table| drop(table.insert("matches_per_account".to_owned(), "1".into()))).await;
    let anna = server.person("Anna").await;
    anna.creates(json!({"game": "magma"})).await;
    let cookie = anna.cookie();
    let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin"), ("accept", "text/html")];
    let fields = [("name", "Thursday wombat"), ("seats", "3"), ("join", "on")];
    let reply = server.fill_with("/new/magma", &headers, &fields).await;
    assert_eq!(reply.status, 409, "{}", reply.text());
    assert!(reply.text().contains("value=\"Thursday wombat\""), "{}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_with_no_id_of_a_match_is_no_page() {
    let server = Server::quiet(|_| {}).await;
    for path in ["/matches/nonsense", "/matches/nonsense/log", "/sign-in/code/nonsense"] {
        let reply = ask(&server, path, &[("accept", "text/html")]).await;
        assert_eq!(
            (reply.status, reply.text().contains("There is no such page")),
            (404, true),
            "{path}: {}",
            reply.text()
        );
    }
    assert_eq!(server.get("/v1/matches/nonsense").await.expect(400)["type"], "/problems/bad-request");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_match_of_a_person_is_reached_from_the_first_page() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut all = Vec::new();
    for number in 1..=31 {
        let new = json!({"game": "magnapoco", "name": format!("Evening {number}"), "visibility": "unlisted"});
        let id = anna.creates(new).await;
        if number <= 6 {
            bob.joins(&id).await;
            anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
        }
        all.push(id);
        server.later(chrono::Duration::seconds(1));
    }
    let read = async |path: &str| {
        let cookie = anna.cookie();
        let reply = ask(&server, path, &[("accept", "text/html"), ("cookie", &cookie)]).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.text()
    };
    let home = read("/").await;
    assert!(!home.contains(&all[0]), "the first page has the last five that are over");
    assert!(home.contains("href=\"/me/matches\""), "{home}");
    let first = read("/me/matches").await;
    let older = first.split('"').find(|part| part.starts_with("/me/matches?after=")).expect("a link to older ones");
    let last = read(older).await;
    for id in &all {
        let (a, b) = (first.contains(&format!("/matches/{id}")), last.contains(&format!("/matches/{id}")));
        assert!(a != b, "{id}: {a} {b}");
    }
    assert!(!last.contains("/me/matches?after="), "{last}");
}
