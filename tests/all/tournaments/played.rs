//! A tournament that is played to its end by the API, and looked at on the way.

use serde_json::{Value, json};
use tests::{Person, Server, eventually};

use super::{cup, enter, in_state, list, people};

/// Moves in every match that waits for a person; false if none did.
async fn plays(person: &Person) -> bool {
    let waiting = person.get("/v1/matches?filter=waiting&limit=100").await.expect(200);
    let waiting = list(&waiting["matches"]).clone();
    for one in &waiting {
        let id = one["id"].as_str().unwrap();
        match person.may_find_a_move(id).await {
            Some(text) => person.plays(id, &text).await,
            None => person.plays(id, "pass").await,
        };
    }
    !waiting.is_empty()
}

/// The cells of the table that a reader sees, by line.
fn cells(page: &str) -> Vec<String> {
    let table = page.split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap();
    table.split("<tr>").skip(1).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_people_play_a_cup_to_its_end() {
    let server = Server::start().await;
    let people = people(&server, 10).await;
    let path = cup(&people[0], &json!({"at_once": 3, "max_entries": 10})).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    let shown = path.replace("/v1", "");
    let mut most = 0;
    let page = eventually("the tournament is over", async || {
        let mut moved = false;
        for person in &people {
            moved |= plays(person).await;
        }
        let page = people[0].get(&path).await.expect(200);
        let playing = in_state(&page, "playing");
        let of = |person: &Person| {
            playing.iter().filter(|one| list(&one["players"]).iter().any(|player| *player == person.handle)).count()
        };
        most = most.max(people.iter().map(of).max().unwrap());
        (!moved && page["phase"] == "over").then_some(page)
    })
    .await;
    assert_eq!(most, 3, "never more at once");
    assert_eq!(in_state(&page, "over").len(), 45);
    let standings = list(&page["groups"][0]["standings"]).clone();
    let sum: f64 = standings.iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert!((sum - 45.0).abs() < 1e-9, "a point for each match: {sum}");
    assert_eq!(standings[0]["place"], 1);
    assert!(standings.iter().all(|line| line["played"] == 9 && line["match_count"] == 9));
    // Each has had each seat.
    let firsts = |handle: &Value| in_state(&page, "over").iter().filter(|one| one["players"][0] == *handle).count();
    assert!(standings.iter().all(|line| (4..=5).contains(&firsts(&line["handle"]))));
    // The page shows the same, and each cell leads to its match, which leads back.
    let html = server.get(&shown).await.text();
    let rows = cells(&html);
    assert_eq!(rows.len(), 10);
    assert!(rows[0].contains(standings[0]["handle"].as_str().unwrap()), "{}", rows[0]);
    assert!(rows.iter().all(|row| row.matches("href=\"/matches/").count() == 9), "{}", rows[0]);
    let id = in_state(&page, "over")[0]["match_id"].as_str().unwrap();
    let of_match = server.get(&format!("/matches/{id}")).await.text();
    assert!(of_match.contains(&format!("Part of <a href=\"{shown}\">Autumn Cup</a>")), "{of_match}");
    assert_eq!(format!("/v1/tournaments/{}", people[0].sees(id).await["tournament"].as_str().unwrap()), path);
    // One email at the end, with the table at no more than 76 columns.
    server.emails_are_out().await;
    for person in &people {
        let emails = server.mailbox.emails_to(&person.address);
        let over: Vec<_> =
            emails.iter().filter(|email| email.subject() == "Tournament over: Magnapoco, Autumn Cup").collect();
        assert_eq!(over.len(), 1);
        let text = over[0].text();
        let table: Vec<&str> = text.lines().filter(|line| line.contains('\\')).collect();
        assert_eq!(table.len(), 10, "{text}");
        assert!(table.iter().all(|line| line.chars().count() <= 76), "{text}");
        assert!(text.contains("of 10, with"), "{text}");
    }
    // The matches are rated, and count for the results of people.
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE rated IS NOT NULL").await, 45);
}
