//! Two servers on copies of one database, in which the same is done but for what a reader may not know. All that any route, email, webhook
//! or message to a browser tells this reader is the same, with its headers.

use chrono::Duration;
use engine::Seed;
use serde_json::{Value, json};
use tests::mailbox::{Mailbox, Security};
use tests::receiver::Receiver;
use tests::server::takes_answers;
use tests::{Person, Reply, Server, database};
use turnpost::ids::{InvitationId, MatchId};
use turnpost::play::game::clock;
use turnpost::play::telling::digest;

use super::every_route::Eye;
use super::{SETUPS, common_move, magic, starts};
use crate::events::pushes::Browser;
use crate::replies::worlds::{Keys, Told};

/// One of the two servers, with the people as they are known there, in the order of their seats; the last one is in no match.
struct Twin {
    server: Server,
    people: Vec<Person>,
    /// Takes the webhooks and the messages to the browsers of all people.
    receivers: Vec<(Receiver, Browser, Receiver)>,
    /// Take the webhooks of all people in the form of plain text, which anyone may read.
    rooms: Vec<Receiver>,
}

struct Twins {
    both: [Twin; 2],
    id: MatchId,
    invitation: InvitationId,
    link: InvitationId,
    texts: Vec<String>,
    refused: Vec<String>,
}

/// The settings of both servers.
fn settings(table: &mut toml::Table) {
    takes_answers(table);
    table.insert("private_hooks".to_owned(), "true".into());
}

impl Twin {
    async fn on(database: &str, people: &[Person]) -> Twin {
        let server = Server::on(database, Mailbox::open(Security::Plain).await, settings).await;
        let people: Vec<Person> = people.iter().map(|person| person.at(&server)).collect();
        let (mut receivers, mut rooms) = (Vec::new(), Vec::new());
        for (person, number) in people.iter().zip(1..) {
            let hooks = Receiver::open(&["200 OK"]).await;
            person.post("/v1/me/hooks", &json!({"url": hooks.url})).await.expect(201);
            let room = Receiver::open(&["200 OK"]).await;
            person.post("/v1/me/hooks", &json!({"url": room.url, "form": "text"})).await.expect(201);
            rooms.push(room);
            let service = Receiver::open(&["201 Created"]).await;
            let browser = Browser::new(&service, number);
            browser.subscribes(person).await;
            receivers.push((hooks, browser, service));
        }
        Twin { server, people, receivers, rooms }
    }

    /// Waits until all that is owed has been sent.
    async fn is_quiet(&self) {
        let server = &self.server;
        server.emails_are_out().await;
        let told = "('your-turn', 'match-started', 'match-over', 'invitation')";
        let missing = format!(
            "SELECT count(*) = 0 FROM emails l JOIN receivers r ON r.user_id = l.user_id AND l.created_at >= r.created_at
             WHERE l.kind IN {told} AND l.match_id IS NOT NULL AND NOT EXISTS (
                SELECT FROM calls c WHERE c.email_id = l.id AND c.receiver_id = r.id)"
        );
        server.until(&missing).await;
        let now = server.app.clock.now().to_rfc3339();
        server.until(&format!("SELECT count(*) = 0 FROM calls WHERE due_at <= '{now}'")).await;
        server.until("SELECT count(*) = 0 FROM receivers WHERE busy_until IS NOT NULL").await;
    }

    /// All that this server has told a person, or a visitor who is not signed in, and tells now.
    async fn tells(&self, twins: &Twins, who: Option<usize>) -> Vec<(String, String)> {
        let mut keys = Keys(Vec::new());
        let mut found = Vec::new();
        if let Some(who) = who {
            let person = &self.people[who];
            for (at, email) in self.server.mailbox.emails_to(&person.address).iter().enumerate() {
                let Told { parts, pictures } = Told::new(email, &mut keys);
                found.extend(parts.into_iter().map(|(name, text)| (format!("email {at} {name}"), text)));
                found.extend(pictures.iter().map(|bytes| (format!("picture of email {at}"), format!("{bytes:?}"))));
            }
            let (hooks, browser, service) = &self.receivers[who];
            let calls: Vec<Value> = hooks.calls().iter().map(tests::receiver::Call::json).collect();
            let messages = service.calls();
            assert!(messages.iter().all(|call| call.body.len() == messages[0].body.len()));
            let messages: Vec<Value> = messages.iter().map(|call| browser.reads(call)).collect();
            found.extend(calls.iter().map(|call| ("webhook".to_owned(), keys.without(&call.to_string()))));
            found.extend(messages.iter().map(|one| ("message".to_owned(), keys.without(&one.to_string()))));
        }
        for room in &self.rooms {
            found.extend(room.calls().iter().map(|call| ("room".to_owned(), keys.without(call.text()))));
        }
        let texts: Vec<&str> = twins.texts.iter().map(String::as_str).collect();
        let refused: Vec<&str> = twins.refused.iter().map(String::as_str).collect();
        let eye = Eye {
            server: &self.server,
            person: who.map(|who| &self.people[who]),
            id: twins.id,
            invitation: twins.invitation,
            link: twins.link,
            handles: self.people.iter().map(|person| &*person.handle).collect(),
            texts: &texts,
            refused: &refused,
        };
        for (what, reply) in eye.sees().await {
            let headers = headers(&reply, &mut keys);
            let mut text = format!("{}\n{}", reply.status, headers.concat());
            text.extend(reply.bytes.iter().map(|byte| char::from(*byte)));
            for (hooks, ..) in &self.receivers {
                text = text.replace(&hooks.url, "RECEIVER");
            }
            for room in &self.rooms {
                text = text.replace(&room.url, "ROOM");
            }
            found.push((keys.without(&what), keys.without(&text)));
        }
        found
    }
}

/// The headers of an answer, without those that are new for each answer. The server has no order of headers, nor of the words of some.
fn headers(reply: &Reply, keys: &mut Keys) -> Vec<String> {
    let told = reply.headers.iter().filter(|(name, _)| !["date", "ratelimit", "x-request-id"].contains(&name.as_str()));
    let mut lines: Vec<String> = told
        .map(|(name, value)| {
            let mut words: Vec<&str> = value.to_str().unwrap().split(", ").collect();
            words.sort_unstable();
            match name.as_str() {
                // A hash of what follows, with the commitment to the seed in it.
                "etag" => format!("{name}: {}\n", keys.without(&words.concat().trim_matches('"').repeat(2))),
                _ => format!("{name}: {words:?}\n"),
            }
        })
        .collect();
    lines.sort_unstable();
    lines
}

impl Twins {
    /// A match of this game, begun in both worlds. `seeds` are the numbers of their seeds.
    async fn begin(players: &[&str], game: Value, seeds: [u64; 2]) -> Twins {
        let server = Server::with(settings).await;
        let mut people = Vec::new();
        for name in players.iter().chain(&["Eve"]) {
            people.push(server.person_by_secret(name).await);
        }
        people[0].patch("/v1/me", &json!({"mail": {"digest": true}})).await.expect(200);
        // A second match of the same players, so that the order of lists could tell something.
        let other = people[0].creates(json!({"game": "magma", "seating": "joined", "name": "Another"})).await;
        people[1].joins(&other).await;
        let id = people[0].creates(game).await;
        let wish = json!({"handle": people[1].handle});
        people[0].post(&format!("/v1/matches/{id}/invitations"), &wish).await.expect(202);
        let invited = people[1].get("/v1/me/invitations").await.expect(200)["invitations"][0]["id"].clone();
        let made = format!(
            "INSERT INTO invitations (id, match_id, inviter, link, created_at)
             SELECT gen_random_uuid(), id, creator, true, created_at FROM matches WHERE id = '{id}' RETURNING id::text"
        );
        let link = server.rows(&made).await[0][0].parse().unwrap();
        server.emails_are_out().await;
        let (first, _) = server.stop().await;
        let second = database::copy_of(&first).await;
        let both = [Twin::on(&first, &people).await, Twin::on(&second, &people).await];
        let (match_id, invitation) = (id.parse().unwrap(), invited.as_str().unwrap().parse().unwrap());
        let twins = Twins { both, id: match_id, invitation, link, texts: Vec::new(), refused: vec!["x".to_owned()] };
        for (twin, seed) in twins.both.iter().zip(seeds) {
            let sql = format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", Seed::numbered(seed).to_hex());
            twin.server.query(&sql).await;
            for person in &twin.people[1..players.len()] {
                twin.server.later(Duration::seconds(1));
                person.joins(&id).await;
            }
            twin.is_quiet().await;
        }
        twins
    }

    fn think_of(&mut self, texts: &[&str]) {
        self.texts.extend(texts.iter().map(|text| (*text).to_owned()));
    }

    /// Plays a move in each world, or none in one of them. A minute passes.
    async fn play(&self, who: usize, texts: [Option<&str>; 2]) {
        for (twin, text) in self.both.iter().zip(texts) {
            twin.server.later(Duration::minutes(1));
            if let Some(text) = text {
                twin.people[who].plays(&self.id.to_string(), text).await;
            }
            twin.is_quiet().await;
        }
    }

    async fn both_play(&self, who: usize, text: &str) {
        self.play(who, [Some(text); 2]).await;
    }

    /// Plays a move that is possible in both worlds.
    async fn move_on(&self) {
        let id = self.id.to_string();
        let seen = self.both[0].people[0].sees(&id).await;
        let who = if seen["page"]["awaited"] == json!([0]) { 0 } else { 1 };
        let movers = self.both.each_ref().map(|twin| &twin.people[who]);
        let text = common_move(movers, [&id, &id]).await;
        self.both_play(who, &text).await;
    }

    /// Lets hours pass in both worlds, with their reminders and lists.
    async fn wait(&self, hours: i64) {
        for twin in &self.both {
            twin.server.later(Duration::hours(hours));
            digest::owe(&twin.server.app).await.unwrap();
            clock::settle(&twin.server.app).await.unwrap();
            twin.is_quiet().await;
        }
    }

    /// Fails if one of these readers, or a visitor, can tell the worlds apart; or if the player who knows more cannot.
    async fn look_the_same(&self, readers: &[usize], knows: usize, when: &str) {
        for who in readers.iter().copied().map(Some).chain([None]) {
            let [one, other] = &self.both;
            // The reader before has written notes and a proposal.
            tokio::join!(one.is_quiet(), other.is_quiet());
            let (one, other) = tokio::join!(one.tells(self, who), other.tells(self, who));
            assert!(one.len() > 80, "{}", one.len());
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(one.0, other.0, "{who:?} {when}:\n{}\n{}", one.1, other.1);
                let differ = one.1.lines().zip(other.1.lines()).filter(|(one, other)| one != other).take(3);
                let differ: Vec<_> = differ.collect();
                assert!(one == other, "{who:?} {when}: {} {differ:#?}", one.0);
            }
            assert_eq!(one.len(), other.len(), "{who:?} {when}");
        }
        let own = self.both.each_ref().map(|twin| async { twin.people[knows].sees(&self.id.to_string()).await });
        let [one, other] = own;
        assert_ne!(one.await["page"], other.await["page"], "or the test would prove nothing {when}");
    }
}

fn game(game: &str, seats: u32, options: &Value) -> Value {
    json!({"game": game, "seats": seats, "seating": "joined", "name": "Two worlds", "options": options,
        "clock": {"kind": "per-move", "time": "P9D"}})
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_of_the_set_up_of_the_other_in_magnet() {
    let mut twins = Twins::begin(&["Anna", "Bob"], game("magnet", 2, &json!({})), [1, 1]).await;
    twins.think_of(&["f5: d1", "f5: j1+", "declare", "setup K 4 3 T3", "g6: k3 "]);
    twins.refused.extend(["f5: a1", "setup 2"].map(str::to_owned));
    twins.both_play(0, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    twins.play(1, SETUPS.map(Some)).await;
    twins.look_the_same(&[0, 2], 1, "after the set-up").await;
    for _ in 0..4 {
        twins.move_on().await;
    }
    twins.wait(31).await;
    twins.look_the_same(&[0, 2], 1, "a day after four moves").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_of_a_sealed_start_of_the_ice_machine() {
    let wish = game("ice", 3, &json!({"setup": "random"}));
    let mut twins = Twins::begin(&["Anna", "Bob", "Cleo"], wish, [1, 1]).await;
    let id = twins.id.to_string();
    let [mine, theirs] = [0, 1].map(|who| starts(&twins.both[0].people[who], &id));
    let (mine, theirs) = (mine.await, theirs.await);
    twins.think_of(&[&mine[0], &mine[1], "start ", "start a1 "]);
    twins.refused.push(theirs[0].clone());
    twins.play(1, [Some(&theirs[0]), Some(&theirs[1])]).await;
    twins.look_the_same(&[0, 2, 3], 1, "after a start").await;
    twins.both_play(0, &mine[0]).await;
    twins.wait(31).await;
    twins.look_the_same(&[2, 3], 1, "after another start").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_of_orders_and_sealed_answers_of_magic() {
    let wish = game("magic", 3, &json!({"table": magic::TABLE}));
    let mut twins = Twins::begin(&["Anna", "Ben", "Cleo"], wish, [1, 1]).await;
    twins.think_of(&magic::TEXTS);
    let (ash, birch, cedar, eve) = (0, 1, 2, 3);
    // Orders were given in one world only.
    twins.play(birch, [Some(magic::ORDERS[0]), None]).await;
    twins.look_the_same(&[ash, cedar, eve], birch, "after secret orders").await;
    twins.play(birch, [None, Some(magic::ORDERS[1])]).await;
    twins.both_play(ash, "move c1: 2; end").await;
    // So was an answer.
    twins.play(birch, [Some(magic::ANSWERS[0]), None]).await;
    twins.look_the_same(&[ash, cedar, eve], birch, "after a sealed answer").await;
    twins.play(birch, [None, Some(magic::ANSWERS[1])]).await;
    // The time for answers is a day.
    twins.wait(8).await;
    twins.look_the_same(&[ash, cedar, eve], birch, "in the morning after other answers").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_of_libraries_and_hands_of_magic() {
    let wish = game("magic", 3, &json!({"table": magic::TABLE}));
    let mut twins = Twins::begin(&["Anna", "Ben", "Cleo"], wish, [1, 2]).await;
    twins.think_of(&magic::TEXTS);
    let (ash, birch, cedar, eve) = (0, 1, 2, 3);
    twins.both_play(ash, "move c1: 2; end").await;
    for who in [birch, cedar] {
        twins.both_play(who, "pass").await;
    }
    twins.look_the_same(&[ash, eve], birch, "after a card was drawn").await;
    for who in [birch, cedar] {
        twins.both_play(who, "end").await;
    }
    twins.wait(31).await;
    twins.look_the_same(&[ash, eve], birch, "a day after a round").await;
}
