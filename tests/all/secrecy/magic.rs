//! Matches of Magic that differ in libraries, in the cards that Birch drew, and in what Birch has ordered and answered, look the same
//! to all others.

use engine::{Seat, Seed};
use serde_json::json;
use tests::{Person, Server};
use turnpost::play::telling::links::watch_path;

use super::{emails, everything};

/// The board, and the cards that Ash knows. The libraries of the others are starter decks in the order of the seed.
pub(super) const TABLE: &str = "lands PFISM PFISM PFISM PFISM PFISM; ash holds 7 10; birch holds 2 5; cedar holds 12 13; \
                     ash has slag-runner @7; birch has osier-reeve @2; cedar has ebb-skater @13; ash hand late-rent; \
                     birch hand hot-clinker; cedar hand late-rent; cedar orders battle any; \
                     ash library peat-clerk, kiln-song, harbour-light";

/// Texts that Ash may think of.
pub(super) const TEXTS: [&str; 10] = [
    "move c1: 2; end",
    "move c1: 2; cast h1 on c1; end",
    "cast h1 on c2",
    "end",
    "pass",
    "pass final",
    "cast h1 on c1 commit",
    "orders stack any; block never c1",
    "choose c1",
    "cast",
];

/// What Birch orders in secret, and answers, in each world.
pub(crate) const ORDERS: [&str; 2] = ["orders block never", "orders retreat 5; may no; surprise end"];
pub(crate) const ANSWERS: [&str; 2] = ["pass final", "cast h1 on c1"];

pub(crate) struct World {
    pub(crate) id: String,
    commitment: String,
}

pub(crate) async fn world(server: &Server, [ash, birch, cedar]: [&Person; 3], number: u64) -> World {
    let seed = Seed::numbered(number);
    let new = json!({"game": "magic", "seats": 3, "seating": "joined", "clock": {"kind": "per-move", "time": "P9D"}, "name": "Two worlds",
        "options": {"table": TABLE}});
    let id = ash.creates(new).await;
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", seed.to_hex())).await;
    birch.joins(&id).await;
    cedar.joins(&id).await;
    server.emails_are_out().await;
    World { id, commitment: seed.commitment() }
}

/// Compares all that these people, and a visitor, can read of both worlds.
async fn look_the_same(server: &Server, worlds: &[World; 2], people: &[&Person], when: &str) {
    server.emails_are_out().await;
    for person in people.iter().copied().map(Some).chain([None]) {
        let mut read = Vec::new();
        for World { id, commitment } in worlds {
            let found = everything(server, person, id, &TEXTS).await;
            let found: Vec<(String, String)> =
                found.into_iter().map(|(what, text)| (what, text.replace(commitment, "COMMITMENT"))).collect();
            read.push(found);
        }
        assert!(read[0].len() > 30 && read[0].len() == read[1].len());
        for (one, other) in read[0].iter().zip(&read[1]) {
            assert_eq!(one, other, "{when}");
        }
        if let Some(person) = person {
            let [one, other] = worlds.each_ref().map(|World { id, commitment }| {
                let emails = emails(server, person, id).into_iter();
                emails.map(|text| text.replace(commitment, "COMMITMENT")).collect::<Vec<_>>()
            });
            assert_eq!(one, other, "{when}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn libraries_orders_and_sealed_answers_of_magic_look_the_same_to_others() {
    let server = Server::start().await;
    let [ash, birch, cedar, stranger] = server.people(["Anna", "Ben", "Cleo", "Dan"]).await;
    let players = [&ash, &birch, &cedar];
    let worlds = [world(&server, players, 1).await, world(&server, players, 2).await];
    let both = async |person: &Person, text: &str| {
        for world in &worlds {
            person.plays(&world.id, text).await;
        }
    };
    look_the_same(&server, &worlds, &[&ash, &stranger], "at the start").await;
    for (world, orders) in worlds.iter().zip(ORDERS) {
        birch.plays(&world.id, orders).await;
    }
    look_the_same(&server, &worlds, &[&ash, &cedar, &stranger], "after secret orders").await;
    both(&ash, "move c1: 2; end").await;
    for (world, answer) in worlds.iter().zip(ANSWERS) {
        birch.plays(&world.id, answer).await;
    }
    look_the_same(&server, &worlds, &[&ash, &cedar, &stranger], "after a sealed answer").await;
    // An answer can be changed until all have answered.
    both(&birch, "pass").await;
    both(&cedar, "pass").await;
    look_the_same(&server, &worlds, &[&ash, &stranger], "after a card was drawn").await;
    let own = [birch.sees(&worlds[0].id).await, birch.sees(&worlds[1].id).await];
    assert_ne!(own[0]["page"]["text"], own[1]["page"]["text"], "or the test would prove nothing");
    both(&birch, "end").await;
    both(&cedar, "end").await;
    look_the_same(&server, &worlds, &[&ash, &stranger], "after a round").await;
}

/// The page of spectators of a running match, without what says how the reader came to it: the paths of requests, and the last words.
fn watched(text: &str) -> String {
    let (head, rest) = text.split_once("<article").unwrap();
    let (_, article) = rest.split_once('>').unwrap();
    let ends = ["<p>You are watching as a spectator", "<p>This is what spectators see"];
    let article = ends.iter().find_map(|end| Some(article.split_once(end)?.0)).unwrap();
    // Previews are for pages of everyone.
    let head: String = head.split_inclusive('\n').filter(|line| !line.contains("\"og:") && line.trim() != "").collect();
    // A link to watch does not lead to earlier positions, nor to moves that are tried, and it shares itself.
    let (play, rest) = article.split_once("<nav class=\"steps\"").unwrap();
    let play: String = play
        .split_inclusive('\n')
        .filter(|line| ![">Try moves here</a>", "data-share"].iter().any(|one| line.contains(one)))
        .collect();
    let (_, side) = rest.split_once("<div class=\"side\"").unwrap();
    format!("{head}{play}{side}")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_to_watch_shows_the_page_of_a_visitor_in_a_window() {
    let server = Server::start().await;
    let [ash, birch, cedar] = server.people(["Anna", "Ben", "Cleo"]).await;
    let World { id, .. } = world(&server, [&ash, &birch, &cedar], 1).await;
    ash.plays(&id, "move c1: 2; end").await;
    let look = async || {
        let public = server.get(&format!("/matches/{id}")).await.text();
        // The links of cards stay on the page.
        let public = public.replace(&format!("/matches/{id}?card="), "?card=");
        for seat in [0, 1, 2].map(Seat) {
            let page = server.get(&watch_path(&server.app.secrets, id.parse().unwrap(), seat)).await.page(200);
            assert_eq!(watched(&page), watched(&public), "{seat}");
        }
        watched(&public)
    };
    let before = look().await;
    assert!(before.contains("Responses are awaited until"), "{before}");
    assert!(!before.contains("The match is waiting for"), "a visitor may not know of any awaited player: {before}");
    let told = server.get(&format!("/v1/matches/{id}?include=text")).await.expect(200)["page"].clone();
    assert_eq!((&told["awaited"], &told["undisclosed"]), (&json!([]), &json!(true)));
    let text = told["text"].as_str().unwrap().replace('\'', "&#39;").replace('<', "&#60;").replace('>', "&#62;");
    assert!(before.contains(&text.replace('"', "&#34;")), "{before}");
    // A sealed answer changes nothing for spectators, nor do orders; the answers that end the window do.
    birch.plays(&id, ANSWERS[0]).await;
    cedar.plays(&id, ORDERS[0]).await;
    assert_eq!(look().await, before);
    cedar.plays(&id, "pass").await;
    assert_ne!(look().await, before, "or the test would prove nothing");
}
