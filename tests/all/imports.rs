//! Import of records: a record that is right becomes a match that is over and marked; any other is refused with the line, and nothing is
//! stored.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};
use turnpost::play::history;

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
    let count = async |table: &str| server.count(&format!("SELECT count(*) FROM {table}")).await;
    [count("matches").await, count("moves").await, count("imports").await]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_becomes_a_finished_match_of_its_importer() {
    let server = Server::start().await;
    let [anna, bob, cleo, dan] = server.people(["Anna", "Bob", "Cleo", "Dan"]).await;
    let (played_id, record) = played(&server, &anna, &bob).await;
    server.letters_are_out().await;
    let letters = async || server.count("SELECT count(*) FROM letters").await;
    let before = letters().await;
    server.later(Duration::days(20));
    let reply = sent(&cleo, json!({"name": "From the club"}), &record).await;
    let m = reply.expect(201);
    let id = m["id"].as_str().unwrap().to_owned();
    assert_eq!(reply.header("location"), format!("/v1/matches/{id}"));
    let original = anna.sees(&played_id).await;
    for same in ["game", "options", "seats", "seed", "seed_commitment", "record_so_far", "phase"] {
        assert_eq!(m[same], original[same], "{same}");
    }
    for same in ["view", "outcome", "text"] {
        assert_eq!(m["page"][same], original["page"][same], "{same}");
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
        let page = Reply::of(request).await;
        assert!(
            page.status == 200 && page.text().contains("Imported from a record by @cleo."),
            "{path} {}",
            page.text()
        );
        assert!(page.text().contains("Player 1 (Red)"), "{path} {}", page.text());
        assert!(!page.text().contains("Anna") && !page.text().contains("Bob"), "{path}");
    }
    // It is in no list but that of its importer, and in no profile; no letter tells of it.
    let mine = cleo.get("/v1/matches?filter=mine").await.expect(200);
    assert_eq!((&mine["matches"][0]["id"], &mine["matches"][0]["imported"]), (&json!(id), &json!(true)));
    let finished = dan.get("/v1/matches?filter=finished").await.expect(200);
    assert!(
        finished["matches"].as_array().unwrap().iter().all(|m| m["imported"] == false && m["id"] != id),
        "{finished}"
    );
    assert!(!cleo.get("/people/cleo").await.text().contains("From the club"));
    assert_eq!(letters().await, before);
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
        (running, "the match is not over; only finished matches are imported"),
        (
            record.replacen(lines[1], &format!("{}\n= red may", lines[1]), 1),
            "line 3: a record to import holds what was played",
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
