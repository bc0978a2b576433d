//! What a person is shown who has not played a game before.

use serde_json::json;
use tests::mailbox::Received;
use tests::{Person, Reply, Server};

/// Stands before the pictures on the page of a match.
const LESSON: &str = "<details class=\"learn\" open>";

async fn page(server: &Server, path: &str, reader: Option<&Person>) -> String {
    let request = server.request("GET", path);
    let request = if let Some(person) = reader { request.header("cookie", person.cookie()) } else { request };
    let reply = Reply::send(request).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.text()
}

/// A match of these two that has started.
async fn begun(game: &str, anna: &Person, bob: &Person) -> String {
    let id = anna.creates(json!({"game": game, "seating": "joined"})).await;
    bob.joins(&id).await;
    id
}

/// The link of an email to the page for a turn.
fn link_to_move(email: &Received) -> String {
    let begin = "https://turnpost.example";
    let text = email.text();
    let link = text.split_whitespace().find(|word| word.starts_with(&format!("{begin}/move/")));
    link.unwrap_or_else(|| panic!("{text}")).replace(begin, "")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_match_of_a_game_is_shown_with_its_pictures_and_emailed_with_three_sentences() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = begun("magnapoco", &anna, &bob).await;
    let path = format!("/matches/{id}");
    let started = async |count: usize| {
        let emails = async || {
            let emails = server.mailbox.emails_to(&anna.address);
            emails.into_iter().filter(|email| email.subject().starts_with("Match started")).collect::<Vec<_>>()
        };
        tests::eventually("the email about the start", async || emails().await.into_iter().nth(count - 1)).await
    };
    let first = started(1).await;
    let words = "Magnapoco is for two players, White and Black, who fill a board with stones.";
    assert!(
        first.flowing().contains(words) && first.flowing().contains("Your first match of this game"),
        "{}",
        first.text()
    );
    assert_eq!(first.text().matches("https://turnpost.example/games/magnapoco").count(), 1, "{}", first.text());

    let shown = page(&server, &path, Some(&anna)).await;
    let pictures = shown.matches("src=\"/games/magnapoco/pictures/").count();
    assert!(shown.contains(LESSON) && pictures >= 5, "{pictures}: {shown}");
    // It comes after the board, which it does not move.
    assert!(shown.find(LESSON) > shown.find("id=\"board\"") && shown.find(LESSON) > shown.find("id=\"bar\""));
    assert!(page(&server, &link_to_move(&first), None).await.contains(LESSON), "also by the link of the email");
    assert!(!page(&server, &path, None).await.contains(LESSON), "a visitor has no match of their own");

    // A move that is refused offers the exercises.
    let exercises = "<a href=\"/learn/magnapoco\">Learn Magnapoco by short exercises</a>";
    assert!(!shown.contains(exercises), "{shown}");
    let refused = page(&server, &format!("{path}?move=z99"), Some(&anna)).await;
    assert!(refused.contains(exercises), "{refused}");

    anna.plays(&id, "resign").await;
    assert!(!page(&server, &path, Some(&anna)).await.contains(LESSON), "the match is over");
    let again = begun("magnapoco", &anna, &bob).await;
    assert!(!page(&server, &format!("/matches/{again}"), Some(&anna)).await.contains(LESSON));
    let second = started(2).await;
    assert!(!second.flowing().contains(words) && !second.flowing().contains("Your first match"), "{}", second.text());
    assert_eq!(second.text().matches("https://turnpost.example/games/magnapoco").count(), 1, "{}", second.text());
    // Another game is new again.
    let other = begun("magma", &anna, &bob).await;
    assert!(page(&server, &format!("/matches/{other}"), Some(&anna)).await.contains("How to play Magma"));
}
