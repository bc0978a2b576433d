//! A bot that plays a match against a computer player: `bot GAME OPTIONS`. It knows no rules: the server lists the choices.
use rand::seq::IteratorRandom;
use serde_json::{Value, json};
use std::{env, io::BufRead, io::BufReader, thread::sleep, time::Duration};

/// Sends a request and returns what the server answers; null if the match has moved on. Waits where the server asks for it.
fn ask(request: &reqwest::blocking::RequestBuilder) -> reqwest::Result<Value> {
    let answer = request.try_clone().expect("a body that can be repeated").send()?;
    let wait = answer.headers().get("Retry-After").and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(5);
    match answer.status().as_u16() {
        409 => Ok(Value::Null),
        429 | 503 => (sleep(Duration::from_secs(wait)), ask(request)).1,
        _ => answer.error_for_status()?.json(),
    }
}

/// Follows the choices, step by step, to a move or a pass; none if the match waits for others.
fn find_move(choices: &reqwest::blocking::RequestBuilder) -> reqwest::Result<Option<Value>> {
    let mut choice = json!({"text": "", "complete": false});
    while choice["complete"] == false {
        let found = ask(&choices.try_clone().expect("no body").query(&[("so_far", choice["text"].as_str())]))?;
        let all = found["choices"].as_array().into_iter().flatten();
        let Some(picked) = all.choose(&mut rand::rng()) else { return Ok(None) };
        choice = picked.clone();
    }
    Ok(Some(choice["text"].take()))
}

/// Plays a whole match and returns its result.
pub fn play(url: &str, token: &str, game: &str, options: &Value) -> reqwest::Result<Value> {
    let (api, new) = (reqwest::blocking::Client::new(), json!({"game": game, "options": options, "computers": [1]}));
    let created = ask(&api.post(format!("{url}/v1/matches")).bearer_auth(token).json(&new))?;
    let path = format!("{url}/v1/matches/{}", created["id"].as_str().unwrap_or_default());
    let (mut last, get) = (String::new(), |rest| api.get(format!("{path}{rest}")).bearer_auth(token));
    loop {
        let events = get("/events").header("Accept", "text/event-stream").header("Last-Event-ID", &last).send();
        for line in events.into_iter().flat_map(|events| BufReader::new(events).lines().map_while(Result::ok)) {
            last = line.strip_prefix("id: ").map_or(last, str::to_owned);
            let mut now = if line.starts_with("data: ") { ask(&get(""))? } else { continue };
            if now["phase"] == "over" {
                return Ok(now["page"]["outcome"]["reason"].take());
            }
            let (turn, seat, awaited) = (&now["page"]["turn"], &now["page"]["your_seat"], &now["page"]["awaited"]);
            if awaited.as_array().is_some_and(|seats| seats.contains(seat)) {
                let Some(text) = find_move(&get("/choices"))? else { break };
                let new = json!({"move": text, "turn": turn});
                if ask(&api.post(format!("{path}/moves")).bearer_auth(token).json(&new))?.is_null() {
                    break; // The first event of the next connection says where the match is.
                }
            }
        }
        sleep(Duration::from_secs(1));
    }
}

fn main() {
    let [url, token] = ["BOT_URL", "BOT_TOKEN"].map(|name| env::var(name).expect(name));
    let [game, options] = [1, 2].map(|at| env::args().nth(at).expect("a game and its options"));
    eprintln!("{}", play(&url, &token, &game, &options.parse().expect("JSON")).expect("a match"));
}
