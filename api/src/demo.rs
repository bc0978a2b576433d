//! A match of six people over the HTTP API, as any client plays it, and one against the computer: a first look at Turnpost.
//!
//! It knows no rules: it finds moves by following the choices at random, until all pass in sequence.
#![allow(clippy::print_stdout, reason = "the output of the demo is for its reader")]

use std::error::Error;
use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};

use crate::boot::{self, Database, Running};
use crate::client::Client;
use crate::clock::Clock;
use crate::config::{Config, Environment};
use crate::play::telling::links;
use crate::secrets::Code;

type Done<T> = Result<T, Box<dyn Error>>;

const NAMES: [&str; 6] = ["Anna", "Bob", "Cleo", "Dan", "Eve", "Finn"];
/// The player who replies to emails instead of using the API.
const BY_EMAIL: &str = "Cleo";
/// The number of rounds before all pass.
const ROUNDS: usize = 5;
/// The time that an email may take, in tenths of a second.
const LOOKS: usize = 300;

/// Plays the match at a running server that keeps its emails, or at one that is started for the demo and leaves nothing behind.
pub async fn run(mailbox: Option<String>) -> Done<()> {
    if let Some(mailbox) = mailbox {
        let mailbox = mailbox.trim_end_matches('/');
        let Some((url, _)) = mailbox.rsplit_once("/mailbox/") else {
            return Err("--mailbox must be the mailbox link that the server prints when it starts".into());
        };
        let id = play(url, mailbox).await?;
        println!("See it at {url}/v1/matches/{id}/board.svg while the server runs.");
        return Ok(());
    }
    println!("Starting a server of its own for the demo ...");
    let port = std::net::TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let folder = std::env::temp_dir().join(format!("turnpost-demo-{}", std::process::id()));
    let table: toml::Table = format!("listen = '127.0.0.1:{port}'\ndata_folder = '{}'", folder.display()).parse()?;
    // Of the settings only those that say where Postgres comes from.
    let own = Config::load()?;
    let config = Config {
        postgres_programs: own.postgres_programs,
        cache_folder: own.cache_folder,
        fetch_postgres: own.fetch_postgres,
        ..Config::read(&table, &Environment::new())?
    };
    let database = Database::temporary(&config).await?;
    let app = boot::app(config.clone(), Clock::system(), &database.access).await?;
    let mailbox = app.url(&links::mailbox_path(&app.secrets));
    let running = Running::start(app, true)?;
    let played = play(&config.public_url, &mailbox).await;
    running.stop().await;
    database.close().await?;
    played.map(drop)
}

/// Plays the match and returns its id.
async fn play(url: &str, mailbox: &str) -> Done<String> {
    let table = Table { client: Client::new(), url: url.to_owned(), mailbox: mailbox.to_owned() };
    heading("Six people sign in by email");
    let mut people = Vec::new();
    for name in NAMES {
        people.push(table.sign_in(name).await?);
    }
    heading("Anna creates a match and invites the others by email");
    // A name of its own, by which its emails are told from those of an earlier demo at the same server.
    let name = format!("Demo {:08x}", rand::random::<u32>());
    let called = format!("Magma: {name}");
    let new = json!({"game": "magma", "seats": 6, "name": name, "visibility": "unlisted", "clock": {"kind": "per-move", "time": "P3D"}});
    let created = table.ask(&people[0], Method::POST, "/v1/matches", Some(new)).await?;
    let id = text(&created["id"]);
    for person in &people[1..] {
        let invite = json!({ "address": person.address });
        table.ask(&people[0], Method::POST, &format!("/v1/matches/{id}/invitations"), Some(invite)).await?;
    }
    println!("{}", indent(&table.email(&people[1], &format!("invites you to a match of {called}")).await?.text));
    for person in &people[1..] {
        let open = table.ask(person, Method::GET, "/v1/me/invitations", None).await?;
        let list = open["invitations"].as_array().ok_or("no list of invitations")?;
        let invitation = list.iter().find(|one| one["match_id"] == *id).ok_or("no invitation arrived")?;
        let path = format!("/v1/invitations/{}/accept", text(&invitation["id"]));
        table.ask(person, Method::POST, &path, None).await?;
        println!("  {} accepts", person.name);
    }
    let seen = table.ask(&people[0], Method::GET, &format!("/v1/matches/{id}"), None).await?;
    for player in seen["players"].as_array().into_iter().flatten() {
        println!("  seat {}: {} plays {}", player["seat"], text(&player["name"]), text(&player["chair_name"]));
    }
    heading("They play random choices");
    for number in 0..ROUNDS * NAMES.len() {
        let (person, page) = table.awaited(&people, &id).await?;
        let words = match number {
            0 => format!("{called} has begun, and it is your turn"),
            _ => format!("in {called} (turn {})", page["turn"]),
        };
        let email = table.email(person, &words).await?;
        if number == 0 || number == NAMES.len() {
            println!("An email to {}:\n{}", person.name, indent(&email.text));
        }
        let told = table.one_move(person, &id, (&email, &page["turn"])).await?;
        if let Some(told) = told.filter(|_| number < NAMES.len()) {
            println!("The email back to {}:\n{}", person.name, indent(&told));
        }
        if (number + 1) % NAMES.len() == 0 {
            let seen = table.ask(person, Method::GET, &format!("/v1/matches/{id}"), None).await?;
            println!("\n{}", indent(&text(&seen["page"]["text"])));
        }
    }
    heading("All players pass in sequence");
    loop {
        let seen = table.ask(&people[0], Method::GET, &format!("/v1/matches/{id}"), None).await?;
        if seen["phase"] == "over" {
            break;
        }
        let (person, page) = table.awaited(&people, &id).await?;
        let sent = json!({"move": "pass", "turn": page["turn"]});
        table.ask(person, Method::POST, &format!("/v1/matches/{id}/moves"), Some(sent)).await?;
        println!("  {} passes", person.name);
    }
    heading("Everyone gets the result by email");
    println!("{}", indent(&table.email(&people[0], &format!("{called} is over")).await?.text));
    let record = table.client.send(Method::GET, &format!("{url}/v1/matches/{id}/record"), None, None).await?;
    let replayed = engine::records::run(&record)?;
    println!("The record of the match has {} lines and replays to the same result.", replayed.log.len());
    heading("Anna plays a short match against the computer: one request creates it");
    against_computer(&table, &people[0]).await?;
    Ok(id)
}

/// Plays a match of three rounds against a computer player.
async fn against_computer(table: &Table, person: &Person) -> Done<()> {
    let options = json!({"board": "pointed43", "max_rounds": 3});
    let new = json!({"game": "magma", "options": options, "visibility": "unlisted", "computers": [3]});
    let created = table.ask(person, Method::POST, "/v1/matches", Some(new)).await?;
    let id = text(&created["id"]);
    for _ in 0..LOOKS {
        let seen = table.ask(person, Method::GET, &format!("/v1/matches/{id}"), None).await?;
        let page = &seen["page"];
        if seen["phase"] == "over" {
            println!("\n{}", indent(&text(&page["text"])));
            return Ok(());
        }
        if page["awaited"].as_array().is_some_and(|seats| seats.contains(&page["your_seat"])) {
            let sent = json!({"move": table.some_move(person, &id).await?, "turn": page["turn"]});
            let answer = table.ask(person, Method::POST, &format!("/v1/matches/{id}/moves"), Some(sent)).await?;
            println!("  turn {}: {} plays {}", page["turn"], person.name, text(&answer["move"]));
        } else {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Err("the match against the computer does not end".into())
}

fn heading(words: &str) {
    println!("\n== {words}\n");
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A player.
struct Person {
    name: &'static str,
    address: String,
    token: String,
}

/// A kept email.
struct Email {
    id: String,
    text: String,
}

/// A client of the API.
struct Table {
    client: Client,
    url: String,
    /// The address of the emails that the server keeps.
    mailbox: String,
}

impl Table {
    async fn send(&self, method: Method, path: &str, token: Option<&str>, body: Option<Value>) -> Done<Value> {
        let body = body.map(|body| ("application/json", body.to_string()));
        let answer = self.client.send(method, &format!("{}{path}", self.url), token, body).await?;
        Ok(if answer.is_empty() { Value::Null } else { serde_json::from_str(&answer)? })
    }

    async fn ask(&self, person: &Person, method: Method, path: &str, body: Option<Value>) -> Done<Value> {
        self.send(method, path, Some(&person.token), body).await
    }

    async fn sign_in(&self, name: &'static str) -> Done<Person> {
        let address = format!("{}@demo.example.org", name.to_lowercase());
        let asked = self.send(Method::POST, "/v1/sign-in", None, Some(json!({ "address": address }))).await?;
        let id = text(&asked["sign_in"]);
        let email = self.email_with(&address, &id.replace('-', "")).await?;
        let is_code = |word: &&str| word.contains('-') && Code::read(word).is_some();
        let code = email.text.split_whitespace().find(is_code).ok_or("the email holds no code")?;
        let entry = json!({ "code": code, "secret": asked["secret"] });
        let tokens = self.send(Method::POST, &format!("/v1/sign-in/{id}/code"), None, Some(entry)).await?;
        let person = Person { name, address, token: text(&tokens["access_token"]) };
        self.ask(&person, Method::PATCH, "/v1/me", Some(json!({ "name": name }))).await?;
        println!("  {name} types the code {code} from the email to {}", person.address);
        Ok(person)
    }

    /// The latest email to this person that says so.
    async fn email(&self, person: &Person, words: &str) -> Done<Email> {
        self.email_with(&person.address, words).await
    }

    async fn email_with(&self, address: &str, words: &str) -> Done<Email> {
        let url = format!("{}/emails.json?{}", self.mailbox, serde_urlencoded::to_string([("to", address)])?);
        for _ in 0..LOOKS {
            let emails: Value = serde_json::from_str(&self.client.send(Method::GET, &url, None, None).await?)?;
            let emails = emails.as_array().into_iter().flatten();
            let mut emails = emails.map(|email| Email { id: text(&email["id"]), text: text(&email["text"]) });
            // Sentences are broken into lines.
            let flowing = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(found) = emails.find(|email| flowing(&email.text).contains(words)) {
                return Ok(found);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Err(format!("no email to {address} says \"{words}\"").into())
    }

    /// Plays a move in the turn of this email. Returns the email that comes back, if the player replies to emails.
    async fn one_move(&self, person: &Person, id: &str, (email, turn): (&Email, &Value)) -> Done<Option<String>> {
        let mv = self.some_move(person, id).await?;
        if person.name == BY_EMAIL {
            println!("  turn {turn}: {} replies to the email with {mv}", person.name);
            return self.reply(person, email, &mv).await.map(Some);
        }
        let sent = json!({"move": mv, "turn": turn});
        let answer = self.ask(person, Method::POST, &format!("/v1/matches/{id}/moves"), Some(sent)).await?;
        println!("  turn {turn}: {} plays {}", person.name, text(&answer["move"]));
        Ok(None)
    }

    /// Replies to an email as from a mail program; returns the email that comes back.
    async fn reply(&self, person: &Person, email: &Email, mv: &str) -> Done<String> {
        let url = format!("{}/{}/answer", self.mailbox, email.id);
        let form = ("application/x-www-form-urlencoded", serde_urlencoded::to_string([("answer", mv)])?);
        self.client.send(Method::POST, &url, None, Some(form)).await?;
        Ok(self.email(person, &format!("Played: {mv}.")).await?.text)
    }

    /// The player to move, and the page as that player sees it.
    async fn awaited<'a>(&self, people: &'a [Person], id: &str) -> Done<(&'a Person, Value)> {
        for person in people {
            let seen = self.ask(person, Method::GET, &format!("/v1/matches/{id}"), None).await?;
            let page = &seen["page"];
            if page["awaited"].as_array().is_some_and(|seats| seats.contains(&page["your_seat"])) {
                return Ok((person, page.clone()));
            }
        }
        Err("the match continues, but waits for no player".into())
    }

    /// A whole move, found by following the choices.
    async fn some_move(&self, person: &Person, id: &str) -> Done<String> {
        let mut so_far = String::new();
        loop {
            let query = serde_urlencoded::to_string([("so_far", &so_far)])?;
            let path = format!("/v1/matches/{id}/choices?{query}");
            let answer = self.ask(person, Method::GET, &path, None).await?;
            let all = answer["choices"].as_array().ok_or("no list of choices")?;
            // The passing comes later.
            let choices: Vec<&Value> = all.iter().filter(|choice| choice["kind"] != "pass").collect();
            if choices.is_empty() {
                return Ok(if so_far.is_empty() { "pass".to_owned() } else { so_far });
            }
            let choice = choices[rand::random_range(0..choices.len())];
            so_far = text(&choice["text"]);
            if choice["complete"] == true && rand::random_range(0..3) > 0 {
                return Ok(so_far);
            }
        }
    }
}
