//! The calendar of deadlines: what it shows, to whom, and for how long its address is valid.

use chrono::Duration;
use serde_json::json;
use tests::{Person, Reply, Server};

/// The path of the calendar, as the account page shows it.
async fn path(server: &Server, person: &Person) -> String {
    let page = Reply::send(server.request("GET", "/account").header("cookie", person.cookie())).await.text();
    let found = page.split("https://turnpost.example/calendar/").nth(1).unwrap();
    format!("/calendar/{}", found.split('<').next().unwrap())
}

/// The lines of the calendar, unfolded.
async fn read(server: &Server, path: &str) -> Vec<String> {
    let reply = server.get(path).await;
    reply.expect(200);
    assert_eq!(reply.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "no-store");
    reply.text().replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

fn of<'a>(lines: &'a [String], field: &str) -> Vec<&'a str> {
    let start = format!("{field}:");
    lines.iter().filter_map(|line| line.strip_prefix(&start)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_with_a_deadline_is_an_event() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    anna.patch("/v1/me", &json!({"time_zone": "Europe/Berlin"})).await.expect(200);
    let path = path(&server, &anna).await;
    assert!(path.ends_with(".ics"), "{path}");
    assert!(of(&read(&server, &path).await, "UID").is_empty());
    let begin = async |name: Option<&str>, clock: bool| {
        let mut new = json!({"game": "magma", "seats": 2, "seating": "joined", "visibility": "private"});
        if let Some(name) = name {
            new["name"] = json!(name);
        }
        if clock {
            new["clock"] = json!({"kind": "per-move", "time": "P3D"});
        }
        let id = anna.creates(new).await;
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
        bob.joins(&id).await;
        id
    };
    let id = begin(Some("Cup; one, two"), true).await;
    begin(None, false).await;
    server.later(Duration::hours(1));
    let second = begin(None, true).await;
    let lines = read(&server, &path).await;
    assert_eq!(of(&lines, "UID"), [format!("{id}-0@turnpost"), format!("{second}-0@turnpost")]);
    assert_eq!(of(&lines, "DTSTART"), ["20260104T000000Z", "20260104T010000Z"]);
    assert_eq!(of(&lines, "DTSTAMP"), ["20260101T010000Z"; 2]);
    let words = [
        "Magma\\, Cup\\; one\\, two: your move against Bob\\, by Sunday 4 January\\, 01:00",
        "Magma: your move against Bob\\, by Sunday 4 January\\, 02:00",
    ];
    assert_eq!(of(&lines, "SUMMARY"), words);
    assert_eq!(of(&lines, "URL")[0], format!("https://turnpost.example/matches/{id}"));
    // The turn is over, and the next one is another event.
    anna.moves(&id).await;
    assert_eq!(of(&read(&server, &path).await, "UID"), [format!("{second}-0@turnpost")]);
    bob.moves(&id).await;
    assert_eq!(of(&read(&server, &path).await, "UID")[1], format!("{id}-2@turnpost"));
}

#[tokio::test(flavor = "multi_thread")]
async fn its_address_is_valid_until_its_owner_signs_out_everywhere() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (first, other) = (path(&server, &anna).await, path(&server, &bob).await);
    assert_ne!(first, other);
    let token = first.strip_prefix("/calendar/").unwrap().strip_suffix(".ics").unwrap();
    let forged =
        format!("/calendar/{}.ics", token.replacen(&token[..1], if token.starts_with('0') { "1" } else { "0" }, 1));
    for bad in [forged.as_str(), "/calendar/.ics", "/calendar/nonsense.ics", "/calendar/%00.ics"] {
        assert_eq!(server.get(bad).await.status, 404, "{bad}");
    }
    // The address is no key to anything else.
    for path in ["/watch/", "/move/", "/unsubscribe/"] {
        assert_eq!(server.get(&format!("{path}{token}")).await.status, 404, "{path}");
    }
    anna.delete("/v1/me/sessions").await.expect(204);
    assert_eq!(server.get(&first).await.status, 404);
    read(&server, &other).await;
    let anna = server.person("Anna").await;
    let second = path(&server, &anna).await;
    assert_ne!(second, first);
    read(&server, &second).await;
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(server.get(&second).await.status, 404);
}
