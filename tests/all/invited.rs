//! /invitations/{token}: the page to which the email of an invitation leads, for people with an account or without.

use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Reply, Server};

async fn invite(person: &Person, id: &str, body: Value) {
    person.post(&format!("/v1/matches/{id}/invitations"), &body).await.expect(202);
}

/// The email that invites, and the path of its page.
async fn email(server: &Server, address: &str) -> (Received, String) {
    let email = server.mailbox.wait_for(address, |email| email.subject().contains("invites you")).await;
    let text = email.text();
    let link = text.split_whitespace().find_map(|word| word.strip_prefix("https://turnpost.example/invitations/"));
    let path = format!("/invitations/{}", link.unwrap_or_else(|| panic!("{text}")));
    (email, path)
}

async fn page(server: &Server, path: &str) -> String {
    let reply = server.get(path).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"), "{}", reply.text());
    reply.text()
}

/// Presses a button, and gives the page as it is then.
async fn press(server: &Server, path: &str, button: &str) -> String {
    let reply = Reply::send(server.request("POST", &format!("{path}/{button}"))).await;
    assert_eq!((reply.status, reply.header("location")), (303, path), "{}", reply.text());
    page(server, path).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_without_an_account_gets_one_by_accepting() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let new = json!({"game": "magma", "seats": 2, "visibility": "private", "name": "Spring cup", "clock": {"kind": "per-move", "time": "P3D"},
        "on_lapse": "pass", "options": {"board": "hexhex5"}});
    let id = anna.creates(new).await;
    invite(&anna, &id, json!({"address": "dan@example.org"})).await;
    let (email, path) = email(&server, "dan@example.org").await;
    let text = email.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "See the match and accept",
        "if you accept, the server creates one for this address",
        "2 players",
        "Board: 61 hexes",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // Opening the page changes nothing, however often: mail scanners open it.
    for _ in 0..2 {
        let shown = page(&server, &path).await;
        for words in ["Spring cup", "Anna", "Magma", "3 days per move, then the turn passes", "Accept", "Decline"] {
            assert!(shown.contains(words), "{words}: {shown}");
        }
    }
    assert_eq!(server.count("SELECT count(*) FROM users").await, 1);
    let seated = press(&server, &path, "accept").await;
    assert!(seated.contains("You have a seat") && seated.contains("It has begun"), "{seated}");
    assert_eq!(press(&server, &path, "accept").await, seated, "a second time changes nothing");
    assert_eq!(press(&server, &path, "decline").await, seated);
    assert_eq!(server.count("SELECT count(*) FROM users").await, 2);
    assert_eq!(anna.sees(&id).await["phase"], "running");
    // It is the account of the address: emails come, and signing in finds it.
    server.mailbox.wait_for("dan@example.org", |email| email.text().contains("has begun")).await;
    let dan = server.person("Dan").await;
    assert_eq!(dan.sees(&id).await["players"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_with_an_account_takes_the_seat_with_it() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 4, "visibility": "private"})).await;
    invite(&anna, &id, json!({"handle": "bob"})).await;
    invite(&anna, &id, json!({"address": cleo.address})).await;
    for person in [&bob, &cleo] {
        let (email, path) = email(&server, &person.address).await;
        assert!(email.header("List-Unsubscribe").unwrap().contains("/unsubscribe/"));
        assert!(press(&server, &path, "accept").await.contains("more"));
    }
    let players = anna.sees(&id).await["players"].clone();
    assert_eq!(players.as_array().unwrap().len(), 3, "{players}");
    assert_eq!(server.count("SELECT count(*) FROM users").await, 3);
    assert_eq!(server.count("SELECT count(*) FROM invitations WHERE answer = 'accepted'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_or_declining_reader_sees_the_state_of_the_invitation() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 2})).await;
    invite(&anna, &id, json!({"address": "dan@example.org"})).await;
    let (_, path) = email(&server, "dan@example.org").await;
    let no = press(&server, &path, "decline").await;
    assert!(no.contains("You have declined") && no.contains("ask Anna"), "{no}");
    assert_eq!(press(&server, &path, "accept").await, no);
    // A second invitation brings no email; the link of the first one works for it.
    invite(&anna, &id, json!({"address": "dan@example.org"})).await;
    assert!(page(&server, &path).await.contains("invites you"));
    let list = anna.get(&format!("/v1/matches/{id}/invitations")).await.expect(200);
    let open = list["invitations"].as_array().unwrap().iter().find(|one| one["answer"].is_null()).unwrap();
    anna.delete(&format!("/v1/invitations/{}", open["id"].as_str().unwrap())).await.expect(204);
    assert!(press(&server, &path, "accept").await.contains("withdrawn"));
    invite(&anna, &id, json!({"address": "dan@example.org"})).await;
    bob.joins(&id).await;
    assert!(press(&server, &path, "accept").await.contains("every seat was taken"));
    let other = anna.creates(json!({"game": "magma", "seats": 2})).await;
    invite(&anna, &other, json!({"address": "eve@example.org"})).await;
    let (_, path) = email(&server, "eve@example.org").await;
    anna.delete(&format!("/v1/matches/{other}")).await.expect(204);
    assert!(press(&server, &path, "accept").await.contains("cancelled"));
    assert_eq!(server.count("SELECT count(*) FROM users").await, 2, "no account was created without a seat");
    for forged in
        ["nonsense", "00", &path["/invitations/".len() + 2..], &format!("{}00", &path["/invitations/".len()..])]
    {
        for (method, end) in
            [("GET", ""), ("POST", "/accept"), ("POST", "/decline"), ("GET", "/stop"), ("POST", "/stop")]
        {
            let reply = Reply::send(server.request(method, &format!("/invitations/{forged}{end}"))).await;
            assert_eq!((reply.status, reply.text().contains("There is no such page")), (404, true), "{forged}{end}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_stops_all_invitations_to_a_stranger() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma", "seats": 2})).await;
    invite(&anna, &id, json!({"address": "dan@example.org"})).await;
    let (email, path) = email(&server, "dan@example.org").await;
    assert_eq!(email.header("List-Unsubscribe-Post").unwrap(), "List-Unsubscribe=One-Click");
    let header = email.header("List-Unsubscribe").unwrap();
    let stop = header.trim_matches(['<', '>']).strip_prefix("https://turnpost.example").unwrap().to_owned();
    assert!(email.text().contains(&stop));
    assert!(page(&server, &stop).await.contains("Unsubscribe"));
    let stopped = async || server.count("SELECT count(*) FROM unwanted_invitations").await;
    assert_eq!(stopped().await, 0, "looking stops nothing");
    let click = server.request("POST", &stop).header("content-type", "application/x-www-form-urlencoded");
    let reply = Reply::send(click.body("List-Unsubscribe=One-Click")).await;
    assert_eq!((reply.status, reply.text().contains("Unsubscribed")), (200, true));
    assert_eq!(stopped().await, 1);
    assert!(page(&server, &path).await.contains("You have declined"));
    let all = server.query("SELECT * FROM unwanted_invitations").await;
    assert!(!format!("{all:?}").contains("dan"), "a hash, no address");
    // The same holds for other inviters and for tags added to the address.
    let bob = server.person("Bob").await;
    let other = bob.creates(json!({"game": "magma"})).await;
    for address in ["dan@example.org", "dan+2@example.org", "eve@example.org"] {
        invite(&bob, &other, json!({"address": address})).await;
    }
    server.emails_are_out().await;
    assert_eq!(server.mailbox.emails_to("dan@example.org").len(), 1);
    assert_eq!(server.mailbox.emails_to("dan+2@example.org").len(), 0);
    assert_eq!(server.mailbox.emails_to("eve@example.org").len(), 1);
    // For a person with an account it is a setting of the account.
    invite(&anna, &id, json!({"handle": "bob"})).await;
    let (_, path) = self::email(&server, &bob.address).await;
    Reply::send(server.request("POST", &format!("{path}/stop"))).await.expect(200);
    assert_eq!(bob.get("/v1/me").await.expect(200)["mail"]["invitations"], false);
}

/// The invitation of a stranger to a match of two, and the path of its page.
async fn stranger(server: &Server, anna: &Person) -> (String, String) {
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let id = anna.creates(json!({"game": "magma", "seats": 2, "clock": clock})).await;
    invite(anna, &id, json!({"address": "dan@example.org"})).await;
    let (_, path) = email(server, "dan@example.org").await;
    (id, path)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_account_gets_the_name_and_the_time_zone_of_the_page() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let (id, path) = stranger(&server, &anna).await;
    let shown = page(&server, &path).await;
    for words in ["name=\"name\"", "name=\"time_zone\"", "<option>Europe/Berlin</option>", "<option value=\"\">Not set"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    // What cannot be used is refused with its reason, nothing is stored, and what was written stays on the page.
    let long = "é".repeat(41);
    for (name, zone, reason, kept) in [
        (
            "D\u{202e}an",
            "Asia/Kolkata",
            "Your name: The character U+202E is invisible",
            "<option selected>Asia/Kolkata<",
        ),
        (&long, "", "Your name: Expected 1 to 40 characters.", &*long),
        ("<b>Dan", "Mars/Olympus", "Your time zone: Expected the IANA name", "value=\"&#60;b&#62;Dan\""),
    ] {
        let reply = server.fill(&format!("{path}/accept"), &[("name", name), ("time_zone", zone)]).await;
        let text = reply.page(422);
        for words in [reason, kept, "aria-invalid=\"true\"", "Nothing has changed."] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    assert_eq!(server.count("SELECT count(*) FROM users").await, 1);
    let fields = [("name", "  Dan   Smith "), ("time_zone", "Asia/Kolkata")];
    let reply = server.fill(&format!("{path}/accept"), &fields).await;
    assert_eq!((reply.status, reply.header("location")), (303, &*path), "{}", reply.text());
    assert!(page(&server, &path).await.contains("It has begun"));
    let stored = "SELECT name, time_zone FROM users WHERE address = 'dan@example.org'";
    assert_eq!(server.rows(stored).await, [["Dan Smith", "Asia/Kolkata"]]);
    assert_eq!(anna.sees(&id).await["phase"], "running");
    // The email of the start tells the deadline in that zone if it is Dan's turn, as that of the first turn does.
    server.mailbox.wait_for("dan@example.org", |email| email.flowing().contains("has begun")).await;
    if anna.sees(&id).await["page"]["awaited"] == json!([anna.sees(&id).await["page"]["your_seat"]]) {
        anna.plays(&id, "pass").await;
    }
    server.mailbox.wait_for("dan@example.org", |email| email.flowing().contains("(Asia/Kolkata)")).await;
    // A second time changes nothing of the account.
    let again = [("name", "Other"), ("time_zone", "Europe/Paris")];
    assert_eq!(server.fill(&format!("{path}/accept"), &again).await.status, 303);
    assert_eq!(server.rows(stored).await, [["Dan Smith", "Asia/Kolkata"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_fields_and_a_form_without_them_accept_as_well() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let (_, path) = stranger(&server, &anna).await;
    let reply = server.post(&format!("{path}/accept"), &json!({"name": "Dan"})).await;
    assert_eq!(reply.status, 415, "a form, or nothing at all: {}", reply.text());
    let reply = server.fill(&format!("{path}/accept"), &[("name", " "), ("time_zone", "")]).await;
    assert_eq!((reply.status, reply.header("location")), (303, &*path), "{}", reply.text());
    let stored = server.rows("SELECT name, time_zone FROM users WHERE address = 'dan@example.org'").await;
    assert!(stored[0][0].starts_with("Player ") && stored[0][1] == "UTC", "{stored:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_keeps_its_name_and_is_asked_only_for_a_zone_that_was_never_said() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let fields = [("name", "Thief"), ("time_zone", "Europe/Berlin")];
    for (known, asks) in [("UTC", true), ("Asia/Kolkata", false)] {
        server.query(&format!("UPDATE users SET time_zone = '{known}' WHERE address = '{}'", bob.address)).await;
        let id = anna.creates(json!({"game": "magma", "seats": 3, "name": known})).await;
        invite(&anna, &id, json!({"handle": "bob"})).await;
        let invites = |email: &Received| email.text().contains(&format!("Magma: {known}"));
        let email = server.mailbox.wait_for(&bob.address, invites).await;
        let text = email.text();
        let token = text.split("/invitations/").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap();
        let path = format!("/invitations/{token}");
        let shown = page(&server, &path).await;
        assert!(!shown.contains("name=\"name\""), "{shown}");
        assert_eq!(shown.contains("name=\"time_zone\""), asks, "{shown}");
        assert_eq!(server.fill(&format!("{path}/accept"), &fields).await.status, 303);
        let me = bob.get("/v1/me").await.expect(200);
        assert_eq!(
            (&me["name"], &me["time_zone"]),
            (&json!("Bob"), &json!(if asks { "Europe/Berlin" } else { known }))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_script_of_the_page_comes_from_this_server() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let (_, path) = stranger(&server, &anna).await;
    let reply = server.get(&path).await;
    let (shown, policy) = (reply.text(), reply.header("content-security-policy"));
    for part in
        ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'", "trusted-types turnpost"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert_eq!((reply.header("cache-control"), reply.header("referrer-policy")), ("no-store", "same-origin"));
    let script = shown.split("<script type=\"module\" src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(shown.matches("<script").count(), 1, "{shown}");
    let file = server.get(script).await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/javascript; charset=utf-8"));
    assert!(file.header("cache-control").contains("immutable") && file.text().contains("timeZone"));
    assert_eq!(server.get("/assets/0000000000000000/form.js").await.status, 404);
    assert_eq!(server.get(&script.replace("form.js", "other.js")).await.status, 404);
}
