//! Every record of every game, replayed as its players would play it: over HTTP, as signed-in people, and by answers to emails.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::Duration;
use engine::Seat;
use engine::records::{self, Run};
use serde_json::{Value, json};
use tests::server::takes_answers;
use tests::{Person, Reply, Server, needs};
use turnpost::inbox::processing::{self, Looked};
use turnpost::play::game::clock;
use turnpost::play::telling::links::Turn;
use turnpost::play::telling::reply::Key;

/// The separator between a move and the expected refusal.
const GAP: &str = "   ";

/// The records of all games; in the short form of the tests the smallest of each game.
fn files() -> Vec<PathBuf> {
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src"));
    let folders = std::fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path().join("records"));
    let in_folder = |folder: PathBuf| {
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        // Only a record of an earlier edition names it.
        files.retain(|file| !std::fs::read_to_string(file).unwrap().contains("   edition "));
        files.sort_by_key(|file| std::fs::metadata(file).unwrap().len());
        files.truncate(if needs::long_form() { usize::MAX } else { 1 });
        files
    };
    let mut files: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).flat_map(in_folder).collect();
    files.sort();
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn every_record_replays_the_same_over_http() {
    replay(&Server::start().await, Way::Http).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_record_replays_the_same_by_answers() {
    // Without a worker: the test itself reads each message, so it knows when that is done.
    let server = Server::quiet(takes_answers).await;
    replay(&server, Way::Mail).await;
}

/// The way in which moves are sent. Boards, stories and choices are always asked for over HTTP.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Http,
    Mail,
}

async fn replay(server: &Server, way: Way) {
    let mut people = Vec::new();
    for name in ["Anna", "Bob", "Cleo", "Dan", "Eve", "Finn"] {
        people.push(server.person_by_secret(name).await);
    }
    let files = files();
    assert!(files.len() >= 5);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let run = records::run(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        // New matches are played by the newest edition.
        if engine::newest().all(|rules| (rules.info().id, rules.info().edition) != (run.game, run.edition)) {
            continue;
        }
        let mut table = Table::set(server, &people, &text, way).await;
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let block = std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|')));
            let block: Vec<&str> = block.map(|line| line[1..].strip_prefix(' ').unwrap_or("")).collect();
            table.follow(line, &block).await.unwrap_or_else(|why| panic!("{}: {line}: {why}", file.display()));
        }
        table.compare(&run).await;
    }
}

/// A record on its way.
struct Table<'a> {
    way: Way,
    server: &'a Server,
    people: &'a [Person],
    id: String,
    /// The chairs' words, in order of seats.
    chairs: Vec<String>,
    /// The time by which the clock was moved on since the start, in milliseconds.
    now: i64,
    /// The latest move of each chair.
    latest: BTreeMap<String, String>,
}

impl<'a> Table<'a> {
    async fn set(server: &'a Server, persons: &'a [Person], record: &str, way: Way) -> Table<'a> {
        let header = record.lines().find(|line| line.starts_with("game ")).unwrap();
        let field = |name: &str| header.split(GAP).find_map(|part| part.trim().strip_prefix(name)).unwrap().trim();
        let seats: usize = field("seats").parse().unwrap();
        // The options are JSON, which may hold the gap.
        let (_, options) = header.split_once("options ").unwrap();
        let options: Value = serde_json::from_str(options.rsplit_once("seed ").unwrap().0).unwrap();
        let people = &persons[..seats];
        let new = json!({"game": field("game"), "seats": seats, "options": options, "seating": "joined",
            "clock": {"kind": "per-move", "time": "P300D"}, "visibility": "unlisted"});
        let id = people[0].creates(new).await;
        let seed = engine::Seed::from_hex(field("seed")).unwrap().to_hex();
        server.query(&format!("UPDATE matches SET seed = '\\x{seed}' WHERE id = '{id}'")).await;
        for person in &people[1..] {
            person.joins(&id).await;
        }
        let seen = people[0].sees(&id).await;
        let chairs =
            seen["players"].as_array().unwrap().iter().map(|player| player["chair"].as_str().unwrap().to_owned());
        Table { way, server, people, chairs: chairs.collect(), id, now: 0, latest: BTreeMap::new() }
    }

    fn person(&self, chair: &str) -> Option<&Person> {
        self.chairs.iter().position(|known| known == chair.trim()).map(|seat| &self.people[seat])
    }

    async fn follow(&mut self, line: &str, block: &[&str]) -> Result<(), String> {
        if let Some(time) = line.strip_prefix("at ") {
            let span: engine::Span = time.trim().parse().map_err(|why| format!("{why}"))?;
            // Below the moment itself nothing must happen early: the clock is set exactly.
            self.server.later(Duration::milliseconds(span.0 as i64 - self.now));
            self.now = span.0 as i64;
        } else if let Some(act) = line.strip_prefix('~') {
            let (chair, word) = act.split_once(':').ok_or("no colon")?;
            self.run_out(chair.trim(), word.trim()).await;
        } else if let Some(question) = line.strip_prefix("= ") {
            self.ask(question, block).await?;
        } else if let Some(refused) = line.strip_prefix(['!', '?']) {
            let (chair, rest) = refused.split_once(':').ok_or("no colon")?;
            let (text, _) = rest.split_once(GAP).ok_or("no expectation")?;
            let person = self.person(chair).ok_or("no player has this chair")?;
            if self.way == Way::Mail {
                let lines = self.lines().await;
                let result = self.answers(person, text).await;
                assert!(!["played", "broken"].contains(&result.as_str()), "{line}: {result}");
                // A timer that was due was settled first.
                assert!(line.ends_with("illegal too-late") || self.lines().await == lines, "{line}");
                return Ok(());
            }
            let reply = person.tries(&self.id, text).await;
            if line.ends_with("illegal too-late") {
                // Over HTTP the timer is settled first, and the move finds that the table has moved on.
                reply.problem("stale-turn");
                return Ok(());
            }
            if self.latest.get(chair.trim()).is_some_and(|latest| latest == text.trim()) && reply.status == 200 {
                // Said twice in one turn: the second is taken for the first sent again.
                return Ok(());
            }
            let slug = if line.starts_with('?') { "unreadable-move" } else { "illegal-move" };
            let problem = reply.problem(slug);
            if let Some(code) = line.split_once("illegal ").map(|(_, code)| code.trim()) {
                assert_eq!(problem["code"], code, "{problem}");
            }
        } else if let Some((chair, text)) = line.split_once(':')
            && !line.starts_with(['#', '*'])
            && let Some(person) = self.person(chair)
        {
            if self.way == Way::Mail {
                let result = self.answers(person, text).await;
                return if result == "played" { Ok(()) } else { Err(result) };
            }
            let reply = person.tries(&self.id, text).await;
            if reply.status != 200 {
                return Err(reply.text());
            }
            assert_eq!(reply.json()["move"], text.trim(), "the answer shows the canonical spelling");
            self.latest.insert(chair.trim().to_owned(), text.trim().to_owned());
        }
        Ok(())
    }

    /// The number of lines of the log.
    async fn lines(&self) -> i64 {
        self.server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{}'", self.id)).await
    }

    /// Answers the email of the present turn with this text, twice if it asks whether to resign. Returns what became of it.
    async fn answers(&self, person: &Person, text: &str) -> String {
        let app = &self.server.app;
        let turn = self.server.count(&format!("SELECT turn FROM matches WHERE id = '{}'", self.id)).await;
        let seat = self.people.iter().position(|one| one.id() == person.id()).unwrap();
        let turn = Turn { match_id: self.id.parse().unwrap(), seat: Seat(seat as u8), holder: 0, turn: turn as u32 };
        let mut lmtp = self.server.lmtp().await;
        for key in [Key::Turn(turn), Key::Resign(turn)] {
            let to = key.address(app.addresses.as_ref().unwrap(), &app.secrets);
            let (from, id) = (&person.address, uuid::Uuid::now_v7());
            let message = format!("From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{id}@mail.example>\r\n\r\n{text}\r\n");
            assert_eq!(lmtp.send(from, &to, &message).await, "250 2.0.0 Stored");
            while processing::process_one(app).await.unwrap() == Looked::One {}
            let result = self.server.rows("SELECT result FROM incoming ORDER BY id DESC LIMIT 1").await[0][0].clone();
            if result != "resign-asked" {
                return result;
            }
        }
        "resign-asked".to_owned()
    }

    /// Lets a clock run out: the timer of the rules by the time, a match clock by setting its deadline to now.
    async fn run_out(&self, chair: &str, word: &str) {
        if let Some(seat) = self.chairs.iter().position(|known| known == chair)
            && word != "timer-out"
        {
            let policy = if word == "lapse" { "pass" } else { "forfeit" };
            self.server.query(&format!("UPDATE matches SET on_lapse = '{policy}' WHERE id = '{}'", self.id)).await;
            self.server.lets_run_out(&self.id, seat).await;
        }
        clock::settle(&self.server.app).await.unwrap();
    }

    /// Sends GET as this person, or as a visitor who is not signed in.
    async fn get(&self, person: Option<&Person>, what: &str) -> Reply {
        let path = format!("/v1/matches/{}{what}", self.id);
        match person {
            Some(person) => person.get(&path).await,
            None => self.server.get(&path).await,
        }
    }

    /// The log as this reader may read it, the players called by their chairs as in records.
    async fn told(&self, person: Option<&Person>, match_page: &Value) -> String {
        let log = self.get(person, "/log?limit=500").await.expect(200);
        assert_eq!(log["next"], Value::Null);
        let each = log["lines"].as_array().unwrap().iter().flat_map(|line| {
            let text = line["entry"]["text"].as_str().into_iter();
            text.chain(line["story"].as_array().unwrap().iter().map(|words| words.as_str().unwrap()))
        });
        let told = each.map(|line| format!("{line}\n")).collect::<String>();
        match_page["players"].as_array().unwrap().iter().fold(told, |told, player| {
            let chair = player["chair_name"].as_str().unwrap();
            told.replace(&format!("{} ({chair})", player["name"].as_str().unwrap()), chair)
        })
    }

    async fn ask(&self, question: &str, block: &[&str]) -> Result<(), String> {
        let mut words = question.trim().splitn(3, ' ');
        let (who, verb, rest) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
        let person = self.person(who);
        let seen = self.get(person, "").await.expect(200);
        if person.is_none() && who == "all" && seen["phase"] != "over" {
            // Over HTTP no reader sees everything before the end.
            return Ok(());
        }
        if person.is_none() && !["anyone", "all"].contains(&who) {
            return Err(format!("there is no {who}"));
        }
        let found = match (person, verb) {
            (_, "sees") => self.get(person, "/board.txt").await.text(),
            (_, "ends") => {
                let ends = seen["page"]["ends"].as_array().unwrap();
                ends.iter().map(|end| end["words"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
            }
            (_, "reads") => {
                // Lines that the reader may not know of are left out over HTTP.
                let expected = block.iter().filter(|line| **line != "(nothing)").map(|line| format!("{line}\n"));
                let (told, expected) = (self.told(person, &seen).await, expected.collect::<String>());
                assert!(told.ends_with(&expected), "{question}: {expected}{told}");
                return Ok(());
            }
            (Some(person), "may") => {
                let reply = person.get(&Person::choices_path(&self.id, rest)).await;
                if reply.status != 200 {
                    // The engine answers for a match that is over, too; over HTTP there is nothing to choose then.
                    assert_eq!((&seen["phase"], block), (&json!("over"), &[""][..]), "{question}");
                    return Ok(());
                }
                let all = reply.json()["choices"].as_array().unwrap().clone();
                let found: Vec<&str> = all.iter().map(|choice| choice["text"].as_str().unwrap()).collect();
                assert_eq!(
                    found.iter().map(|text| text.trim().to_owned()).collect::<Vec<_>>(),
                    may(block),
                    "{question}"
                );
                return Ok(());
            }
            _ => return Err(format!("nothing answers \"{verb}\" for {who}")),
        };
        let (found, expected): (Vec<&str>, Vec<&str>) = (found.lines().map(str::trim_end).collect(), block.to_vec());
        assert_eq!(found, expected, "{question}");
        Ok(())
    }

    /// The stored log and the result are those that the engine gives.
    async fn compare(&self, Run { text, frame, log, links, .. }: &Run) {
        let sql = format!(
            "SELECT ply, seat, cause, text, moment, events FROM moves WHERE match_id = '{}' ORDER BY ply",
            self.id
        );
        let stored = self.server.query(&sql).await;
        let expected = log.iter().map(|line| {
            let cause = serde_json::to_value(line.cause).unwrap().as_str().unwrap().to_owned();
            let seat = line.seat.map(|seat| seat.to_string());
            let at = line.at.0.to_string();
            vec![
                Some(line.ply.to_string()),
                seat,
                Some(cause),
                Some(line.text.clone()),
                Some(at),
                Some(line.events.clone()),
            ]
        });
        assert_eq!(stored, expected.collect::<Vec<_>>());
        let heads =
            format!("SELECT encode(head, 'hex') FROM moves WHERE match_id = '{}' AND ply > 0 ORDER BY ply", self.id);
        let linked: Vec<Vec<String>> = links.iter().map(|link| vec![link.head.to_string()]).collect();
        assert_eq!(self.server.rows(&heads).await, linked);
        let seen = self.people[0].sees(&self.id).await;
        assert_eq!(seen["phase"], if frame.over { "over" } else { "running" });
        let result = text.lines().find_map(|line| line.strip_prefix("outcome "));
        let outcome = seen["page"]["outcome"].as_object().map(|outcome| {
            let ranks: Vec<String> = outcome["ranks"].as_array().unwrap().iter().map(Value::to_string).collect();
            format!("{}{GAP}{}", ranks.join(" "), outcome["reason"].as_str().unwrap())
        });
        assert_eq!(outcome.as_deref(), result);
        if frame.over {
            let reply = self.server.get(&format!("/v1/matches/{}/record", self.id)).await;
            reply.expect(200);
            assert_eq!(&records::run(&reply.text()).unwrap().log, log);
        }
    }
}

/// The texts of a `may` block: separated by commas, broken into lines at blanks, those that can go on ending in dots.
fn may(block: &[&str]) -> Vec<String> {
    let joined = block.join(" ");
    joined.split(", ").map(|text| text.trim().trim_end_matches('.').trim_end().to_owned()).collect()
}
