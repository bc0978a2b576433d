//! A tournament for which nobody opens a page: entry, all moves, the table and the withdrawal by email.

use serde_json::json;
use tests::mailbox::Received;
use tests::sender::MailClient;
use tests::{Person, Server, eventually};

use super::{NAMES, people};

const PLAY: &str = "play@turnpost.example";

async fn told(server: &Server, person: &Person, words: &str) -> Received {
    server.mailbox.wait_for(&person.address, |email| email.flowing().contains(words)).await
}

/// Replies to the emails about turns that were not answered: with the example of the first about a match, then with a pass.
async fn answers(server: &Server, client: &mut MailClient, person: &Person, answered: &mut Vec<Vec<u8>>) {
    let is_turn = |email: &Received| email.subject().starts_with("Your turn") && email.text().contains("For example:");
    for email in server.mailbox.emails_to(&person.address).into_iter().filter(is_turn) {
        if answered.contains(&email.raw) {
            continue;
        }
        let text = email.text();
        let example = text.lines().find_map(|line| line.trim().strip_prefix("For example:")).unwrap();
        let is_first = text.contains("Turn 1") || !text.contains("passed");
        let moved = if is_first { example.split("   or   ").next().unwrap().trim() } else { "pass" };
        client.answer(&person.address, &email, moved).await;
        answered.push(email.raw);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn six_people_play_tables_of_three_by_email_alone() {
    let server = Server::answerable(|_| {}).await;
    let mut client = server.lmtp().await;
    let people = people(&server, 6).await;
    let wish = json!({"game": "magma", "name": "Island League", "seats": 3, "options": {"board": "pointed43"}, "entry_time": "P7D",
        "max_entries": 6, "at_once": 2, "enter": false});
    people[0].post("/v1/tournaments", &wish).await.expect(201);

    client.write(&people[0].address, PLAY, "tournaments").await;
    let listed = told(&server, &people[0], "1. Island League: Magma. 0 entered. It starts with at least 4.").await;
    assert!(listed.flowing().contains("To enter one, write for example: enter 1"), "{}", listed.text());
    for person in &people {
        // Anyone can write a sender into a message, so the server asks.
        client.write(&person.address, PLAY, "enter 1").await;
        let asked = told(&server, person, "Reply with yes to do this").await;
        client.answer(&person.address, &asked, "yes").await;
        told(&server, person, "You have entered Island League.").await;
    }
    let begins = told(&server, &people[5], "Island League begins, Fay: Magma, 6 players.").await;
    client.answer(&people[5].address, &begins, "table 1").await;
    let table = told(&server, &people[5], "Numbers are ranks").await;
    let is_line = |line: &&str| NAMES.iter().any(|name| line.contains(&format!(" {name} ")));
    assert_eq!(table.text().lines().filter(is_line).count(), 6, "{}", table.text());

    let mut answered = Vec::new();
    eventually("the tournament is over", async || {
        for person in &people {
            answers(&server, &mut client, person, &mut answered).await;
        }
        let over = server.mailbox.emails_to(&people[0].address);
        over.into_iter().find(|email| email.subject() == "Tournament over: Magma, Island League")
    })
    .await;
    let results = server.rows("SELECT count(*)::text, min(state), max(state) FROM pairings").await;
    assert_eq!(results, [["6", "over", "over"]]);
    for person in &people {
        let over = told(&server, person, "Island League is over").await;
        let text = over.text();
        let lines: Vec<&str> =
            text.lines().filter(|line| NAMES.iter().any(|name| line.contains(&format!(" {name} ")))).collect();
        assert_eq!(lines.len(), 6, "{}", over.text());
        assert!(lines.iter().all(|line| line.chars().count() <= 76));
    }
    for path in ["SELECT 1 FROM sessions WHERE last_used_at > created_at"] {
        assert!(server.rows(path).await.is_empty(), "no page was opened");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_taken_back_by_email_and_unknown_tournaments_are_refused() {
    let server = Server::answerable(|_| {}).await;
    let mut client = server.lmtp().await;
    let people = people(&server, 1).await;
    let wish = json!({"game": "magnapoco", "name": "Winter Cup", "entry_time": "P7D"});
    people[0].post("/v1/tournaments", &wish).await.expect(201);
    client.write(&people[0].address, PLAY, "leave 1").await;
    let asked = told(&server, &people[0], "Reply with yes to do this").await;
    client.answer(&people[0].address, &asked, "yes").await;
    let left = told(&server, &people[0], "You have left Winter Cup.").await;
    client.answer(&people[0].address, &left, "leave 1").await;
    // A withdrawal cannot be undone: it is asked about, whoever proves to be the sender.
    let is_asked = |email: &Received| email.flowing().contains("Reply with yes") && email.raw != asked.raw;
    server.mailbox.wait_for(&people[0].address, is_asked).await;
    client.answer(&people[0].address, &left, "enter 7\ntable 8").await;
    let refused = told(&server, &people[0], "There is no tournament 7.").await;
    let text = refused.flowing();
    assert!(text.contains("There is no tournament 8."), "{text}");
}
