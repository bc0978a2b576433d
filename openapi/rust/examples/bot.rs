//! Plays a match against a computer player: BOT_URL=... BOT_TOKEN=tpp_... bot magma '{"board": "pointed43"}'
use std::env;
use turnpost_client::{Client, Error, MatchSettings, Phase};

/// Plays a whole match, and returns its address.
pub fn play(url: &str, token: &str, game: &str, options: &str) -> Result<String, Error> {
    let (client, options) = (Client::new(url, token), serde_json::from_str(options)?);
    let (game, computers) = (game.to_owned(), Some(vec![1]));
    let settings = MatchSettings { game, options: Some(options), computers, ..MatchSettings::default() };
    let id = client.create_match(&settings, None)?.id;
    for event in client.match_events(&id, "choices") {
        let event = event?;
        if event.phase == Some(Phase::Over) {
            break;
        }
        if event.is_awaited() {
            match client.random_move(&event).and_then(|found| client.make_move(&event, &found)) {
                Err(Error::Outdated(_)) => {} // The next event is about the present turn.
                done => done?,
            }
        }
    }
    Ok(format!("{url}/matches/{id}"))
}

fn main() -> Result<(), Error> {
    let [url, token] = ["BOT_URL", "BOT_TOKEN"].map(|name| env::var(name).expect(name));
    let [game, options] = [1, 2].map(|at| env::args().nth(at).expect("a game and its options"));
    eprintln!("The match is over: {}", play(&url, &token, &game, &options)?);
    Ok(())
}
