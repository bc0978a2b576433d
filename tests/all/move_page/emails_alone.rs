//! A player who has emails only: every move is found and sent on the page behind "Move here".

use serde_json::json;
use tests::Server;

use super::{moves_at, press, shown};

/// The way that a page offers first among those that say something about the board.
fn first_way(page: &str) -> String {
    let mut ways = tests::pages::ways(page).into_iter();
    let way = ways.find(|way| !["pass", "agree", "disagree", "resign"].contains(&way.as_str()));
    way.unwrap_or_else(|| panic!("no way: {page}"))
}

/// Writes a move from what the page offers, until the page says that it can be played; gives the move and the page.
async fn write(server: &Server, path: &str) -> (String, String) {
    let mut text = first_way(&shown(server, path).await);
    for _ in 0..30 {
        let page = press(server, path, &[("move", &text), ("preview", "1")]).await.text();
        if page.contains("type=\"hidden\" name=\"move\"") {
            return (text, page);
        }
        text = first_way(&page);
    }
    panic!("{text} never becomes a move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_in_parts_is_played_to_its_end_by_one_email() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna
        .creates(json!({"game": "magnet", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}}))
        .await;
    bob.joins(&id).await;
    // The secret set-ups, each found on the page kind by kind.
    let paths = [moves_at(&server, &anna, "it is your turn").await, moves_at(&server, &bob, "it is your turn").await];
    for path in &paths {
        let (text, page) = write(&server, path).await;
        assert!(text.starts_with("setup ") && !page.contains("does not end your turn"), "{page}");
        let sent = press(&server, path, &[("move", &text)]).await;
        assert!(sent.status == 200 && sent.text().contains("Sent: setup"), "{}", sent.text());
    }
    // Each part that is sent counts as a turn.
    let mut turn = 1;
    for (person, name) in [(&anna, "Anna"), (&bob, "Bob"), (&anna, "Anna")] {
        let path =
            moves_at(&server, person, &format!("It is your turn, {name}, in Magnet: Anna and Bob (turn {turn})")).await;
        let mut parts = 0;
        loop {
            let page = shown(&server, &path).await;
            assert_eq!(page.contains("Your turn is not complete: send the rest of it."), parts > 0, "{page}");
            assert!(page.contains("Move by "), "the deadline stands on the page: {page}");
            let (text, preview) = write(&server, &path).await;
            let sent = press(&server, &path, &[("move", &text)]).await;
            let goes_on = sent.text().contains("Your turn is not complete");
            assert!(sent.status == 200 && sent.text().contains("Sent: "), "{text}: {}", sent.text());
            assert_eq!(preview.contains("does not end your turn"), goes_on, "{text}: {preview}");
            assert_eq!(sent.text().contains("name=\"move\""), goes_on, "{}", sent.text());
            parts += 1;
            if !goes_on {
                break;
            }
        }
        assert!(parts > 1, "the turn was sent in {parts} parts");
        turn += parts;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_names_the_drawn_chip_and_has_the_deadline_and_story_of_the_email() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id =
        anna.creates(json!({"game": "ice", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}})).await;
    bob.joins(&id).await;
    // In the draft the page names the chip that was drawn: without it the player cannot choose a place for it.
    for turn in 0..4 {
        let seen = anna.sees(&id).await;
        // The first player is drawn by lot.
        let (person, name) = if seen["page"]["awaited"] == json!([0]) { (&anna, "Anna") } else { (&bob, "Bob") };
        let words = match turn {
            0 => format!("has begun, and it is your turn, {name}."),
            _ => format!("It is your turn, {name}, in The Great Martian Ice Machine: Anna and Bob (turn {turn})"),
        };
        let email = server.mailbox.wait_for(&person.address, |email| email.flowing().contains(&words)).await;
        let path = super::move_path(&email);
        let page = shown(&server, &path).await;
        let title = person.sees(&id).await["page"]["scene"]["title"].as_str().unwrap().to_owned();
        let chip = title.split_once(" to place ").unwrap().1;
        assert!(page.contains(&format!("<span id=\"lead\">Tap a space for {chip}.</span>")), "{chip}: {page}");
        assert!(page.contains("Move by ") && page.contains("After that "), "{page}");
        if turn > 0 {
            let told = email.text().lines().find_map(|line| line.strip_prefix("* ").map(str::to_owned)).unwrap();
            assert!(page.contains(&told), "the story {told:?}: {page}");
        }
        let (text, _) = write(&server, &path).await;
        assert_eq!(press(&server, &path, &[("move", &text)]).await.status, 200);
    }
}
