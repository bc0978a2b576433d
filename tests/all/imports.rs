//! Import of records: a record that is right becomes a match that is over and marked; any other is refused with the line, and nothing is
//! stored.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};
use turnpost::play::matches::history;

/// Sends a record, with these further fields.
async fn sent(person: &Person, mut fields: Value, record: &str) -> Reply {
    fields["record"] = json!(record);
    person.post("/v1/matches/import", &fields).await
}

/// The id and the record of a match of Magma in which two people moved and one has resigned.
async fn played(server: &Server, anna: &Person, bob: &Person) -> (String, String) {
    let new = json!({"game": "magma", "seating": "joined", "name": "Club final", "options": {"board": "pointed43"}});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    for person in [anna, bob] {
        server.later(Duration::hours(5));
        person.moves(&id).await;
    }
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let record = anna.get(&format!("/v1/matches/{id}/record")).await;
    assert_eq!(record.status, 200);
    (id, record.text())
}

async fn matches(server: &Server) -> [i64; 3] {
    let count = async |rows: &str| server.count(&format!("SELECT count(*) FROM {rows}")).await;
    [count("matches").await, count("moves").await, count("matches WHERE imported").await]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_becomes_a_finished_match_of_its_importer() {
    let server = Server::start().await;
    let [anna, bob, cleo, dan] = server.people(["Anna", "Bob", "Cleo", "Dan"]).await;
    let (played_id, record) = played(&server, &anna, &bob).await;
    server.emails_are_out().await;
    let emails = async || server.count("SELECT count(*) FROM emails").await;
    let before = emails().await;
    server.later(Duration::days(20));
    let reply = sent(&cleo, json!({"name": "From the club"}), &record).await;
    let m = reply.expect(201);
    let id = m["id"].as_str().unwrap().to_owned();
    assert_eq!(reply.header("location"), format!("/v1/matches/{id}"));
    let original = anna.sees(&played_id).await;
    for same in ["game", "options", "seats", "seed", "seed_commitment", "record_so_far", "phase"] {
        assert_eq!(m[same], original[same], "{same}");
    }
    let shown = cleo.sees(&id).await;
    for same in ["view", "outcome", "text"] {
        assert_eq!(shown["page"][same], original["page"][same], "{same}");
    }
    assert_eq!((&m["imported"], &original["imported"]), (&json!(true), &json!(false)));
    assert_eq!((&m["players"], &m["visibility"], &m["creator"]), (&json!([]), &json!("private"), &json!(cleo.handle)));
    assert_eq!(m["ended_at"], m["created_at"]);
    // It can be read like any other, with its own times, and its record is the same.
    let log = cleo.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    let told = anna.get(&format!("/v1/matches/{played_id}/log")).await.expect(200);
    let texts =
        |log: &Value| log["lines"].as_array().unwrap().iter().map(|line| line["entry"].clone()).collect::<Vec<_>>();
    assert_eq!(texts(&log), texts(&told));
    let span = |log: &Value, from: usize, to: usize| {
        let at =
            |line: usize| log["lines"][line]["at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        at(to) - at(from)
    };
    assert_eq!((span(&log, 0, 2), span(&log, 1, 2)), (span(&told, 0, 2), Duration::hours(5)));
    assert_eq!(cleo.get(&format!("/v1/matches/{id}/record")).await.text(), record);
    let board = |id: &str| format!("/v1/matches/{id}/board.txt?line=1");
    assert_eq!(cleo.get(&board(&id)).await.text(), anna.get(&board(&played_id)).await.text());
    // Every page of it says what it is, and names no player of the original.
    for path in ["", "/log", "?line=1"] {
        let request = server.request("GET", &format!("/matches/{id}{path}")).header("cookie", cleo.cookie());
        let page = Reply::send(request).await;
        assert!(
            page.status == 200 && page.text().contains("Imported from a record by @cleo."),
            "{path} {}",
            page.text()
        );
        assert!(page.text().contains("Player 1 (Red)"), "{path} {}", page.text());
        assert!(!page.text().contains("Anna") && !page.text().contains("Bob"), "{path}");
    }
    // It is in no list but that of its importer, and in no profile; no email tells of it.
    let mine = cleo.get("/v1/matches?filter=mine").await.expect(200);
    assert_eq!((&mine["matches"][0]["id"], &mine["matches"][0]["imported"]), (&json!(id), &json!(true)));
    let finished = dan.get("/v1/matches?filter=finished").await.expect(200);
    assert!(
        finished["matches"].as_array().unwrap().iter().all(|m| m["imported"] == false && m["id"] != id),
        "{finished}"
    );
    assert!(!cleo.get("/people/cleo").await.text().contains("From the club"));
    assert_eq!(emails().await, before);
    for reader in [&anna, &dan] {
        reader.get(&format!("/v1/matches/{id}")).await.problem("not-found");
    }
    let export = cleo.get("/v1/me/export").await.expect(200);
    assert!(
        export["matches"].as_array().unwrap().iter().any(|one| one["id"] == id && one["imported"] == true),
        "{export}"
    );
    // Nothing can be done in it, and what it stores follows from its log.
    cleo.act(&format!("/v1/matches/{id}/resign")).await.problem("forbidden");
    cleo.act(&format!("/v1/matches/{id}/rematch")).await.problem("forbidden");
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (2, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unlisted_import_is_read_by_its_address_until_its_importer_has_gone() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let (_, record) = played(&server, &anna, &bob).await;
    let m = sent(&cleo, json!({"visibility": "unlisted"}), &record).await.expect(201);
    let path = format!("/v1/matches/{}", m["id"].as_str().unwrap());
    assert_eq!(server.get(&path).await.expect(200)["imported"], true);
    assert_eq!(server.get(&format!("{path}/record")).await.status, 200);
    cleo.proves(&server).await.delete("/v1/me").await.expect(204);
    server.get(&path).await.problem("not-found");
    anna.get(&path).await.problem("not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_proves_nothing_is_refused_with_its_line_and_nothing_is_stored() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (_, record) = played(&server, &anna, &bob).await;
    let before = matches(&server).await;
    let lines: Vec<&str> = record.lines().collect();
    let without = |at: usize| {
        lines.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    let head = lines.len() - 1;
    let swapped = record.replace(lines[2], "THIS").replace(lines[4], lines[2]).replace("THIS", lines[4]);
    let until = |end: usize| lines[..end].iter().map(|line| format!("{line}\n")).collect::<String>();
    let running = engine::records::run(&format!("{}{}\n", until(4), lines[head])).unwrap().text;
    let other_digit = if lines[0].ends_with('8') { "9" } else { "8" };
    let other_seed = record.replacen(lines[0], &format!("{}{other_digit}", &lines[0][..lines[0].len() - 1]), 1);
    for (changed, why) in [
        (without(head), "the record has no line `head ...`: it was cut, or written by hand"),
        (without(1), "the record has no line `commitment ...`"),
        (without(3), "line "),
        (swapped, "line "),
        (other_seed, "line 2: the seed is not the promised one"),
        (record.replace("edition 1", "edition 7"), "line 1: there is no edition 7 of magma; there is: 1"),
        (record.replace("PT5H", "PT4H"), "the lines before this one are not those that were played"),
        (record.replace("red: resign", "blue: resign"), "line "),
        (running, "the match is not over; only finished matches can be imported"),
        (
            record.replacen(lines[1], &format!("{}\n= red may", lines[1]), 1),
            "line 3: a record to import contains only played lines",
        ),
        (format!("{record}{}", "#\n".repeat(10_000)), "line 10001: a record to import has at most 10000 lines"),
        (String::new(), "line 1: expected a line `game ...`"),
    ] {
        let told = sent(&anna, json!({}), &changed).await.problem("bad-field");
        assert_eq!(told["field"], "record", "{told}");
        assert!(told["detail"].as_str().unwrap().contains(why), "{why}: {told}");
        // A record is costly to follow.
        server.later(Duration::minutes(2));
    }
    // A refusal is short, however long the line is that it quotes.
    let told = sent(&anna, json!({}), &record.replace("red: resign", &format!("red: {}", "x".repeat(5_000)))).await;
    let told = told.problem("bad-field");
    assert!(told["detail"].as_str().is_some_and(|why| why.starts_with("line ") && why.len() <= 300), "{told}");
    server.later(Duration::minutes(2));
    sent(&anna, json!({"visibility": "public"}), &record).await.refused("bad-field", Some("visibility"));
    sent(&anna, json!({"visible": "private"}), &record).await.refused("bad-field", Some("visible"));
    let long = format!("{record}{}", "# a comment that is long\n".repeat(400_000));
    assert!(long.len() > 9_000_000);
    sent(&anna, json!({}), &long).await.problem("too-large");
    let told = sent(&anna, json!({}), &format!("{record}# {}", "x".repeat(1 << 20))).await;
    assert_eq!(told.refused("bad-field", Some("record"))["detail"], "line 1: a record has at most 1048576 bytes");
    assert_eq!(matches(&server).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_imports_so_many_records_a_day() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (_, record) = played(&server, &anna, &bob).await;
    for _ in 0..20 {
        sent(&anna, json!({}), &record).await.expect(201);
        server.later(Duration::minutes(2));
    }
    let before = matches(&server).await;
    let refused = sent(&anna, json!({}), &record).await;
    refused.problem("rate-limited");
    assert_eq!(refused.header("retry-after"), (86_400 - 20 * 120).to_string());
    assert_eq!(matches(&server).await, before);
    sent(&bob, json!({}), &record).await.expect(201);
    server.later(Duration::hours(24));
    sent(&anna, json!({}), &record).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn records_that_are_refused_count_among_those_of_a_day() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (_, record) = played(&server, &anna, &bob).await;
    let id = sent(&anna, json!({}), &record).await.expect(201)["id"].clone();
    server.later(Duration::minutes(2));
    for _ in 0..19 {
        let damaged = record.replace("red: resign", "blue: resign");
        sent(&anna, json!({}), &damaged).await.refused("bad-field", Some("record"));
        server.later(Duration::minutes(2));
    }
    let refused = sent(&anna, json!({}), &record).await;
    refused.problem("rate-limited");
    assert_eq!(refused.header("retry-after"), (86_400 - 20 * 120).to_string());
    sent(&bob, json!({}), &record).await.expect(201);
    server.later(Duration::days(1) - Duration::minutes(40));
    assert_ne!(sent(&anna, json!({}), &record).await.expect(201)["id"], id);
}

/// Sends the form of the page.
async fn fills(server: &Server, person: &Person, fields: &[(&str, &str)]) -> Reply {
    let cookie = person.cookie();
    let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", "same-origin"), ("accept", "text/html")];
    server.fill_with("/import", &headers, fields).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_imports_a_record_by_the_page() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (played_id, record) = played(&server, &anna, &bob).await;
    let page = async |path: &str| Reply::send(server.request("GET", path).header("cookie", anna.cookie())).await.text();
    for path in ["/new".to_owned(), format!("/matches/{played_id}/log")] {
        assert!(page(&path).await.contains("href=\"/import\""), "{path}");
    }
    let empty = page("/import").await;
    let form = empty.split_once("name=\"form\" value=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
    // Browsers end lines so.
    let in_form = |record: &str| record.replace('\n', "\r\n");
    // The refusal stands behind its field, which keeps its text.
    let (cut, before) = (record.replace("red: resign", "red: b99"), matches(&server).await);
    let number = cut.lines().position(|line| line.contains("red: b99")).unwrap() + 1;
    let refused =
        fills(&server, &anna, &[("record", &in_form(&cut)), ("name", "<Club>"), ("visibility", "unlisted")]).await;
    let text = refused.text();
    assert_eq!(refused.status, 422, "{text}");
    let (field, told) = text.split_once("</textarea>").unwrap();
    assert!(field.contains("aria-describedby=\"refused\">\ngame magma") && field.contains("red: b99"), "{text}");
    assert!(
        told.trim().starts_with(&format!("<p class=\"wrong\" role=\"alert\" id=\"refused\">line {number}: ")),
        "{text}"
    );
    assert!(told.contains("value=\"&#60;Club&#62;\"") && told.contains("value=\"unlisted\" selected"), "{text}");
    for (fields, field) in [
        ([("record", &*record), ("name", &*"x".repeat(81))], "name"),
        ([("record", &*record), ("visibility", "public")], "visibility"),
    ] {
        let refused = fills(&server, &anna, &fields).await;
        let wrong = format!("name=\"{field}\"");
        let (_, at) = refused.text().split_once(&wrong).map(|(before, at)| (before.to_owned(), at.to_owned())).unwrap();
        assert!(
            refused.status == 422 && at.split_once('>').unwrap().0.contains("aria-invalid=\"true\""),
            "{field}: {at}"
        );
    }
    assert_eq!(matches(&server).await, before);
    server.later(Duration::minutes(2));
    // A form that is sent twice makes one match, whose page is shown.
    let sent_text = in_form(&record);
    let fields = [("form", form), ("record", &*sent_text), ("name", "Club final"), ("visibility", "unlisted")];
    let made = fills(&server, &anna, &fields).await;
    assert_eq!(made.status, 303, "{}", made.text());
    server.later(Duration::minutes(2));
    let again = fills(&server, &anna, &fields).await;
    assert_eq!((again.status, again.header("location")), (303, made.header("location")));
    let path = made.header("location");
    let shown = page(path).await;
    assert!(shown.contains("Club final") && shown.contains("Imported from a record by @anna."), "{shown}");
    let m = anna.get(&format!("/v1{path}")).await.expect(200);
    assert_eq!((&m["visibility"], &m["imported"]), (&json!("unlisted"), &json!(true)));
    assert_eq!(anna.get(&format!("/v1{path}/record")).await.text(), record);
    // A longer text than other forms have is read.
    server.later(Duration::minutes(2));
    let comment = "# A word about the match, with a sign of three bytes: €\n".repeat(9_000);
    let long = in_form(&record.replace("red: resign", &format!("{comment}red: resign")));
    assert!(long.len() > 500_000);
    let told = fills(&server, &anna, &[("record", &long)]).await;
    assert_eq!(told.status, 303, "{}", told.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_comes_too_soon_keeps_its_record() {
    let server = Server::with(|table| drop(table.insert("requests_per_minute".to_owned(), 70.into()))).await;
    let anna = server.person("Anna").await;
    assert_eq!(fills(&server, &anna, &[("record", "game x")]).await.status, 422);
    let reply = fills(&server, &anna, &[("record", "game x"), ("name", "Club final")]).await;
    assert!(reply.status == 429 && !reply.header("retry-after").is_empty(), "{} {}", reply.status, reply.text());
    for kept in ["game x</textarea>", "value=\"Club final\"", "role=\"alert\">Too many requests of this kind"] {
        assert!(reply.text().contains(kept), "{kept}: {}", reply.text());
    }
}
