//! Messages with several lines, for turns that are sent in parts.

use serde_json::json;
use tests::mailbox::Received;
use tests::sender::MailClient;
use tests::{Person, Server};

use super::{all_read, email};

/// A match of Magnet after both secret set-ups, and the email of its first turn to Anna.
async fn magnet(server: &Server, lmtp: &mut MailClient) -> (String, [Person; 2], Received) {
    let people = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magnet", "name": "Spring cup", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}});
    let id = people[0].creates(new).await;
    people[1].joins(&id).await;
    for (number, person) in (1..).zip(&people) {
        let asked = email(server, person, "it is your turn").await;
        let setup = person.finds_a_move(&id).await;
        assert!(setup.starts_with("setup "), "{setup}");
        lmtp.answer(&person.address, &asked, &setup).await;
        all_read(server, number).await;
    }
    let first = email(server, &people[0], "It is your turn, Anna, in Magnet: Spring cup (turn 1)").await;
    (id, people, first)
}

/// The parts of a turn of Anna: those before the last, and the last one, found on a copy of the match that is played by API.
async fn parts(server: &Server) -> Vec<String> {
    let [carl, dora] = server.people(["Carl", "Dora"]).await;
    let id = carl
        .creates(json!({"game": "magnet", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}}))
        .await;
    dora.joins(&id).await;
    for person in [&carl, &dora] {
        let setup = person.finds_a_move(&id).await;
        person.plays(&id, &setup).await;
    }
    let mut parts = Vec::new();
    while carl.sees(&id).await["page"]["awaited"] == json!([0]) {
        let part = carl.finds_a_move(&id).await;
        carl.plays(&id, &part).await;
        parts.push(part);
    }
    parts
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lines_of_a_message_are_the_parts_of_one_turn() {
    let server = Server::answerable(|_| {}).await;
    let mut lmtp = server.lmtp().await;
    let parts = parts(&server).await;
    assert!(parts.len() > 1, "{parts:?}");
    let (id, [anna, bob], first) = magnet(&server, &mut lmtp).await;
    let before = server.count("SELECT count(*) FROM incoming").await;

    // The first part, and a word that would end the match for Anna: it is asked about first.
    lmtp.answer(&anna.address, &first, &format!("{}\nresign", parts[0])).await;
    all_read(&server, before + 1).await;
    let asked = email(&server, &anna, "Do you resign in Magnet: Spring cup?").await;
    assert!(asked.flowing().contains(&format!("Played: {}. Do you resign", parts[0])), "{}", asked.text());
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE text = 'resign'").await, 0);

    // The part that was played is said again, and the rest follows. What stands below the last part is not read.
    let rest = format!("{}\n\nGood luck!", parts.join("\n"));
    lmtp.answer(&anna.address, &first, &rest).await;
    all_read(&server, before + 2).await;
    let played = parts[1..].join("; then ");
    email(&server, &anna, &format!("Played: {played}. The match is waiting for Bob")).await;
    email(&server, &bob, "It is your turn, Bob").await;
    let log = server
        .rows(&format!("SELECT text FROM moves WHERE match_id = '{id}' AND cause = 'chosen' AND seat = 0 ORDER BY ply"))
        .await;
    assert_eq!(log.len(), 1 + parts.len(), "the set-up and the parts: {log:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_line_is_told_with_those_that_were_played() {
    let server = Server::answerable(|_| {}).await;
    let mut lmtp = server.lmtp().await;
    let parts = parts(&server).await;
    let (_, [anna, _], first) = magnet(&server, &mut lmtp).await;
    lmtp.answer(&anna.address, &first, &format!("{}\nnonsense", parts[0])).await;
    let told = email(&server, &anna, &format!("Played: {}. This line could not be played:", parts[0])).await;
    assert!(told.text().contains("\n  nonsense\n"), "{}", told.text());
    assert_eq!(told.text().lines().next(), Some("Reply above this line with your move."));
}
