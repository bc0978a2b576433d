//! Matches of every game by people who send nothing but an example of each email, by LMTP and SMTP in turn.

use std::collections::BTreeMap;

use engine::{Dice, Seed};
use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::sender::MailClient;
use tests::{Person, Server, needs};
use turnpost::play::matches::history;

use super::emails;

/// The most answers of a match before its players resign.
const MAX: usize = 60;

/// The texts between `<code ...>` and `</code>` in the first paragraph with examples.
fn examples(html: &str) -> Vec<String> {
    let begins = ["For example:", "Answer:", "Choose:"];
    let paragraphs = html.split("<p").filter_map(|part| part.split_once('>').map(|(_, rest)| rest));
    let mut found = paragraphs.filter_map(|rest| rest.split("</p>").next());
    let Some(paragraph) = found.find(|words| begins.iter().any(|begin| words.starts_with(begin))) else {
        return Vec::new();
    };
    let codes = paragraph.split("<code").skip(1).filter_map(|code| code.split_once('>'));
    codes.filter_map(|(_, code)| code.split("</code>").next()).map(unescaped).collect()
}

fn unescaped(html: &str) -> String {
    html.replace("&#62;", ">").replace("&#60;", "<").replace("&#39;", "'").replace("&#34;", "\"").replace("&#38;", "&")
}

/// Answers each email that asks for a move until the match is over.
async fn play(server: &Server, ways: &mut [MailClient; 2], id: &str, people: &[Person], seed: u8) {
    let (mut read, mut sent, mut dice) = (vec![0; people.len()], 0, Dice::at(&Seed::new([seed; 32]), 0));
    for _ in 0..MAX * 20 {
        server.emails_are_out().await;
        if people[0].sees(id).await["phase"] == "over" {
            return;
        }
        for (person, read) in people.iter().zip(&mut read) {
            let came = emails(server, person);
            let asks = |email: &&Received| email.text().starts_with("Reply above this line with your move.");
            let new: Vec<_> = came[*read..].iter().filter(asks).collect();
            *read = came.len();
            // An older email of the same turn is no longer needed.
            let Some(email) = new.last() else { continue };
            let found = examples(&email.html());
            let text = if sent >= MAX {
                "resign".to_owned()
            } else {
                assert!(!found.is_empty(), "no examples: {}", email.text());
                found[dice.below(u32::try_from(found.len()).unwrap()) as usize].clone()
            };
            let before = server.count("SELECT count(*) FROM incoming").await;
            let reply = ways[sent % 2].answer(&person.address, email, &text).await;
            assert_eq!(reply, "250 2.0.0 Stored", "{text}");
            super::all_read(server, before + 1).await;
            let refused = emails(server, person).into_iter().find(|email| email.subject().starts_with("Not played"));
            assert!(refused.is_none(), "{text}: {}", refused.unwrap().text());
            sent += 1;
        }
    }
    panic!("the match does not end");
}

async fn whole(game: &str, seats: usize, options: Value) {
    if !matches!((game, seats), ("magnapoco", _) | ("magic", 3)) && !needs::permission("20 s") {
        return;
    }
    let server = Server::answerable(|_| {}).await;
    let people = server.people(["Anna", "Ben", "Cleo", "Dora"]).await;
    let people = &people[..seats];
    // Four people at Magic read most: all of their emails are short.
    for person in people.iter().filter(|_| seats == 4) {
        person.patch("/v1/me", &json!({"email_length": "short"})).await.expect(200);
    }
    let new = json!({"game": game, "name": "Winter cup", "options": options, "seats": seats, "seating": "joined",
        "clock": {"kind": "per-move", "time": "P3D"}});
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    let mut ways = [server.lmtp().await, server.smtp().await];
    play(&server, &mut ways, &id, people, 7).await;
    // Each email is bounded, and the log replays.
    for email in server.mailbox.all() {
        let text = email.text();
        assert!(text.lines().count() <= 250, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 76 || line.contains("://")), "{text}");
    }
    print_words(game, &server);
    let (seen, wrong) = history::verify_all(&server.app).await.unwrap();
    assert!(seen == 1 && wrong.is_empty(), "{wrong:?}");
}

/// Prints how many emails of each news came, and the median of their words, and the email of a turn that is the median: with `--nocapture`.
fn print_words(game: &str, server: &Server) {
    let mut of_news: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for email in server.mailbox.all() {
        let subject = email.subject();
        let news = subject.split_once(':').map_or(&*subject, |(news, _)| news).to_owned();
        of_news.entry(news).or_default().push(email.text());
    }
    let words = |text: &String| text.split_whitespace().count();
    for (news, mut texts) in of_news {
        texts.sort_by_key(words);
        let (median, most) = (&texts[texts.len() / 2], words(&texts[texts.len() - 1]));
        let drawn = drawing(median).split_whitespace().count();
        let (number, all) = (texts.len(), words(median));
        eprintln!("{game}, {news}: {number} emails, words: median {all}, {drawn} of them the board, most {most}");
        if news == "Your turn" {
            eprintln!("{median}");
        }
    }
}

/// The drawing of the board: the second paragraph of its part of an email.
fn drawing(text: &str) -> &str {
    let board = text.split_once("The board\n---------\n").map_or("", |(_, board)| board);
    board.split("\n\n").nth(1).unwrap_or_default()
}

macro_rules! games {
    ($($test:ident: $game:literal, $seats:literal, $options:tt;)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            whole($game, $seats, json!($options)).await;
        }
    )*};
}

games! {
    magma_is_played_by_answers_alone: "magma", 3, {"board": "hexhex5"};
    magnet_is_played_by_answers_alone: "magnet", 2, {};
    magnapoco_is_played_by_answers_alone: "magnapoco", 2, {};
    the_ice_machine_is_played_by_answers_alone: "ice", 2, {};
    magic_is_played_by_answers_alone: "magic", 3, {"max_rounds": 6};
    magic_of_four_is_played_by_answers_alone: "magic", 4, {"max_rounds": 6, "layout": "dealt", "decks": "dealt"};
}
