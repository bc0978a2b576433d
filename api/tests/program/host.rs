//! turnpost people and turnpost matches, beside a server that runs.

use chrono::Utc;
use serde_json::json;
use tests::{Server, database, eventually};

use super::output;

/// The output of a command on the database of a server; `Err` with its complaint.
async fn command(server: &Server, arguments: &[&str]) -> Result<String, String> {
    let url = database::access(&server.database).server;
    let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
    let secrets = format!("new:{}", "n".repeat(40));
    let run = move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        output(&arguments, &[("TURNPOST_DATABASE_URL", &url), ("TURNPOST_SECRETS", &secrets)])
    };
    let output = tokio::task::spawn_blocking(run).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_blocks_people_and_ends_matches_by_commands() {
    let server = Server::quiet(|_| {}).await;
    // Commands take the time of the system.
    server.later(Utc::now() - server.app.clock.now());
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "name": "Sunday match"})).await;
    // No name can have it; a terminal must not obey one that has.
    server.query("UPDATE matches SET name = E'Sunday \\x1b[31m match'").await;
    bob.joins(&id).await;
    let why = ["--reason", "One person played both seats"];
    let run = async |words: &[&str]| command(&server, &[words, &why].concat()).await;

    let people = command(&server, &["people", "list"]).await.unwrap();
    assert!(
        people.contains("@anna") && people.contains("bob@example.org") && people.ends_with("2 people.\n"),
        "{people}"
    );
    let found = command(&server, &["people", "list", "b*b@example"]).await.unwrap();
    assert!(!found.contains("@anna") && found.ends_with("1 person.\n"), "{found}");
    assert_eq!(command(&server, &["people", "list", "%"]).await.unwrap(), "0 people.\n");

    let matches = command(&server, &["matches", "list", "sunday"]).await.unwrap();
    assert!(
        matches.contains(&id) && matches.contains("players: anna, bob") && !matches.contains('\u{1b}'),
        "{matches}"
    );
    assert!(run(&["matches", "hide", &id]).await.unwrap().contains("is hidden"));
    server.get(&format!("/v1/matches/{id}")).await.problem("not-found");
    assert!(command(&server, &["matches", "list"]).await.unwrap().contains("hidden"));
    assert!(run(&["matches", "hide", &id]).await.unwrap_err().contains("The match is already hidden."));
    assert!(run(&["matches", "show", &id]).await.unwrap().contains("is public again"));
    assert!(run(&["matches", "end", &id]).await.unwrap().contains("is over"));
    assert_eq!(bob.sees(&id).await["ended_by_host"], "One person played both seats");

    assert!(run(&["people", "block", "anna"]).await.unwrap().contains("@anna is blocked."));
    eventually("the end of the session", async || (anna.get("/v1/me").await.status == 401).then_some(())).await;
    assert!(command(&server, &["people", "list"]).await.unwrap().contains("blocked since"));
    server.later(Utc::now() - server.app.clock.now());
    bob.post("/v1/reports", &json!({"person": "anna", "match_id": id, "text": "Plays both seats"})).await.expect(201);
    let reports = command(&server, &["reports"]).await.unwrap();
    assert!(
        reports
            .contains(&format!("@bob reports @anna in match {id} (Sunday [31m match): Plays both seats\n1 report.\n")),
        "{reports}"
    );
    let audit = command(&server, &["audit"]).await.unwrap();
    let lines: Vec<&str> = audit.lines().map(|line| line.split_at(17.min(line.len())).1).collect();
    assert_eq!(lines.len(), 6, "{audit}");
    assert!(lines[0].starts_with("@bob reports @anna in match "), "{audit}");
    assert_eq!(lines[1], "host: block @anna: One person played both seats");
    let of_match = |act: &str| format!("host: {act} match {id} (Sunday [31m match): One person played both seats");
    assert_eq!(lines[2..5], [of_match("end"), of_match("show"), of_match("hide")]);

    assert!(run(&["people", "block", "carl"]).await.unwrap_err().contains("There is no such player"));
    assert!(run(&["people", "unblock", "anna"]).await.unwrap().contains("can sign in again"));
    let empty = command(&server, &["people", "block", "anna", "--reason", " "]).await.unwrap_err();
    assert!(empty.contains("Expected a reason of 1 to 500 characters."), "{empty}");
}
