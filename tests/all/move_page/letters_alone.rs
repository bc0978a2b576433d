//! A player who has letters only: every move is found and sent on the page behind "Move here".

use serde_json::json;
use tests::Server;

use super::{moves_at, press, shown};

/// The way that a page offers first among those that say something about the board.
fn first_way(page: &str) -> String {
    let ways = page.split("<p>It may be: ").nth(1).and_then(|rest| rest.split("</p>").next());
    let ways = ways.unwrap_or_else(|| panic!("no form: {page}")).split("<code>").skip(1);
    let mut ways = ways.map(|way| way.split("</code>").next().unwrap().to_owned());
    ways.find(|way| !["pass", "agree", "disagree", "resign"].contains(&way.as_str())).unwrap()
}

/// Writes a move from what the page offers, until the page says that it can be played; gives the move and the page.
async fn write(server: &Server, path: &str) -> (String, String) {
    let mut text = first_way(&shown(server, path).await);
    for _ in 0..30 {
        let page = press(server, path, &[("move", &text), ("preview", "1")]).await.text();
        if page.contains("can be played") {
            return (text, page);
        }
        text = first_way(&page);
    }
    panic!("{text} never becomes a move");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_says_what_the_letter_says() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "ice", "seating": "joined", "move_time": "P3D"})).await;
    bob.joins(&id).await;
    let mut path = moves_at(&server, &anna, "has begun, and it is your turn").await;
    // In the draft the headline names the chip that was drawn: without it there is no choosing where to put it.
    for (turn, person, name) in [(1, &bob, "Bob"), (2, &anna, "Anna"), (3, &bob, "Bob")] {
        let mover = if name == "Bob" { &anna } else { &bob };
        let headline = mover.sees(&id).await["page"]["scene"]["title"].as_str().unwrap().to_owned();
        let page = shown(&server, &path).await;
        assert!(page.contains(&headline), "{headline}: {page}");
        assert!(page.contains("Move by ") && page.contains("After that "), "{page}");
        let (text, _) = write(&server, &path).await;
        assert_eq!(press(&server, &path, &[("move", &text)]).await.status, 200);
        let words = format!("It is your turn, {name}, in The Great Martian Ice Machine (turn {turn})");
        let letter = server.mailbox.wait_for(&person.address, |letter| letter.flowing().contains(&words)).await;
        path = super::move_path(&letter);
        let page = shown(&server, &path).await;
        let told = letter.text().lines().filter_map(|line| line.strip_prefix("* ")).next().map(str::to_owned).unwrap();
        assert!(page.contains(&told), "the story {told:?}: {page}");
    }
}
