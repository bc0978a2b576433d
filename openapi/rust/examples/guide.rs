#![allow(clippy::print_stdout, reason = "the program of the guide, which is what follows")]
//! Begins a match against the computer, and makes a move in it.
use turnpost_client::api::Seating;
use turnpost_client::{Client, Error, MatchSettings};

fn main() -> Result<(), Error> {
    let [url, token] = ["BOT_URL", "BOT_TOKEN"].map(|name| std::env::var(name).unwrap());
    let client = Client::new(&url, &token);
    let settings = MatchSettings {
        game: "magma".to_owned(),
        computers: Some(vec![1]),
        seating: Some(Seating::Joined),
        ..MatchSettings::default()
    };
    let found = client.create_match(&settings, None)?;
    println!("{url}/matches/{}", found.id);
    let first = client.moves(&found).next().expect("a move")?;
    println!("{}", first.text);
    client.make_move(&found, &first)
}
