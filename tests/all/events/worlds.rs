//! Secrecy: an event comes exactly if what its reader can see has changed, so it tells nothing that the page and the log do not tell.

use serde_json::{Value, json};
use tests::{Person, Server};
use turnpost::events::Change;
use turnpost::ids::MatchId;

use super::{Follower, Told, send_sentinel, sentinel};
use crate::secrecy::{self, magic, without_heads};
use crate::windows;

/// A reader of two matches, with streams of all own matches and of each of the two.
struct Watcher<'a> {
    person: Option<&'a Person>,
    mine: Option<Follower>,
    tables: [Follower; 2],
}

/// Two matches that differ only in what is hidden from some readers, and all readers.
struct Worlds<'a> {
    server: &'a Server,
    ids: [String; 2],
    watchers: Vec<Watcher<'a>>,
}

impl<'a> Worlds<'a> {
    async fn open(server: &'a Server, ids: [String; 2], people: &[&'a Person]) -> Worlds<'a> {
        let mut watchers = Vec::new();
        for person in people.iter().copied().map(Some).chain([None]) {
            let request = |path: &str| match person {
                Some(person) => person.request("GET", path),
                None => server.request("GET", path),
            };
            let [one, other] = ids.each_ref().map(|id| request(&format!("/v1/matches/{id}/events")));
            let mut tables = [Follower::open(one).await, Follower::open(other).await];
            for table in &mut tables {
                table.next().await.unwrap();
            }
            let mine = match person {
                Some(person) => Some(Follower::start(person).await),
                None => None,
            };
            watchers.push(Watcher { person, mine, tables });
        }
        let mut worlds = Worlds { server, ids, watchers };
        // What happened before.
        worlds.told().await;
        worlds
    }

    /// All that a reader can read of a match, without what names it.
    async fn sees(&self, who: usize, world: usize) -> String {
        let id = &self.ids[world];
        let mut found = String::new();
        for path in ["", "/log?limit=500"] {
            let path = format!("/v1/matches/{id}{path}");
            let reply = match self.watchers[who].person {
                Some(person) => person.get(&path).await,
                None => self.server.get(&path).await,
            };
            found += &without_heads(&reply.expect(200).to_string()).replace(id, "ID");
        }
        found
    }

    /// The events that each reader was sent since the last time, about each match: of the own matches, and of the match alone.
    async fn told(&mut self) -> Vec<[[Vec<Value>; 2]; 2]> {
        let mut all = Vec::new();
        for id in &self.ids {
            let match_id: MatchId = id.parse().unwrap();
            let spectators = Some(sentinel(match_id));
            let change = Change { match_id, players: Vec::new(), told: Vec::new(), spectators };
            self.server.app.hub.feeds.tell(&change);
        }
        for watcher in &mut self.watchers {
            let mut mine = [vec![], vec![]];
            if let (Some(person), Some(follower)) = (watcher.person, &mut watcher.mine) {
                let last = send_sentinel(self.server, person.id()).to_string();
                for Told { data, .. } in before(follower, &last).await {
                    if let Some(world) = self.ids.iter().position(|id| data["match_id"] == **id) {
                        mine[world].push(without(&data, &self.ids[world]));
                    }
                }
            }
            let mut tables = [vec![], vec![]];
            for (world, follower) in watcher.tables.iter_mut().enumerate() {
                let told = before(follower, &self.ids[world]).await;
                tables[world] = told.into_iter().map(|told| without(&told.data, &self.ids[world])).collect();
            }
            all.push([mine, tables]);
        }
        all
    }

    /// Plays a move in some of the worlds, and compares what each reader is told with what the reader sees.
    async fn plays(&mut self, worlds: &[usize], by: &Person, text: &str) {
        let mut before = Vec::new();
        for who in 0..self.watchers.len() {
            before.push([self.sees(who, 0).await, self.sees(who, 1).await]);
        }
        for world in worlds {
            by.plays(&self.ids[*world], text).await;
        }
        let told = self.told().await;
        for (who, (before, told)) in before.iter().zip(&told).enumerate() {
            for world in [0, 1] {
                let changed = self.sees(who, world).await != before[world];
                let [mine, table] = told.each_ref().map(|feed| &feed[world]);
                let what = format!("{text} in world {world}, reader {who}: {mine:?} {table:?}");
                assert_eq!(!table.is_empty(), changed, "{what}");
                let plays = !self.watchers[who].person.is_none_or(|person| self.stranger(person));
                assert_eq!(!mine.is_empty(), changed && plays, "{what}");
                assert!(mine.is_empty() || mine == table, "{what}");
                let spectator = table.iter().filter(|_| !plays);
                assert!(spectator.clone().all(|event| event["awaited"] != true && event.get("deadline").is_none()));
            }
        }
    }

    fn stranger(&self, person: &Person) -> bool {
        person.handle == "eve"
    }

    /// Fails if a reader who cannot tell the worlds apart can do so by starting a feed now, or if a list of the last moments differs.
    async fn look_the_same(&mut self, readers: &[&Person], when: &str) {
        for person in readers {
            let who = self.watchers.iter().position(|one| one.person.is_some_and(|one| one.handle == person.handle));
            let who = who.unwrap();
            let is_same = self.sees(who, 0).await == self.sees(who, 1).await;
            assert!(is_same, "{when}: or the test would prove nothing");
            let list = person.get("/v1/me/events").await.expect(200)["events"].clone();
            let of = |id: &str| {
                let events = list.as_array().unwrap().iter().filter(|event| event["match_id"] == *id);
                events.map(|event| without(event, id)).collect::<Vec<_>>()
            };
            assert_eq!(of(&self.ids[0]), of(&self.ids[1]), "{when}");
        }
    }
}

/// The events before the sentinel.
async fn before(follower: &mut Follower, sentinel: &str) -> Vec<Told> {
    let mut found = Vec::new();
    loop {
        let told = follower.next().await.unwrap();
        if told.kind == "note" && told.data["match_id"] == *sentinel {
            return found;
        }
        found.push(told);
    }
}

fn without(event: &Value, id: &str) -> Value {
    serde_json::from_str(&event.to_string().replace(id, "ID")).unwrap()
}

async fn server() -> Server {
    Server::with(|table| {
        for name in ["streams_per_account", "streams_per_network"] {
            table.insert(name.to_owned(), "100".into());
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_set_up_of_magnet_is_told_to_its_player_only() {
    let server = server().await;
    let [red, blue, eve] = server.people(["Anna", "Bob", "Eve"]).await;
    let new = json!({"game": "magnet", "seating": "joined", "clock": {"kind": "per-move", "time": "P9D"}, "name": "Two worlds"});
    let ids = [red.creates(new.clone()).await, red.creates(new).await];
    for id in &ids {
        server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", "5a".repeat(32))).await;
        blue.joins(id).await;
    }
    server.later(chrono::Duration::minutes(1));
    let mut worlds = Worlds::open(&server, ids, &[&red, &blue, &eve]).await;
    // That a set-up was sent is public, what it is, is not.
    worlds.plays(&[0], &red, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    worlds.plays(&[1], &red, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    for (world, set_up) in secrecy::SETUPS.into_iter().enumerate() {
        worlds.plays(&[world], &blue, set_up).await;
    }
    worlds.look_the_same(&[&red, &eve], "after two set-ups").await;
    for _ in 0..6 {
        let first = red.sees(&worlds.ids[0]).await["page"]["awaited"] == json!([0]);
        let mover = if first { &red } else { &blue };
        let text = secrecy::common_move([mover; 2], worlds.ids.each_ref().map(String::as_str)).await;
        worlds.plays(&[0, 1], mover, &text).await;
        worlds.look_the_same(&[&red, &eve], "after a move").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_start_of_the_ice_machine_is_told_to_its_player_only() {
    let server = server().await;
    let [red, blue, green, eve] = server.people(["Anna", "Bob", "Cleo", "Eve"]).await;
    let ids = [secrecy::ice(&server, [&red, &blue, &green]).await, secrecy::ice(&server, [&red, &blue, &green]).await];
    server.later(chrono::Duration::minutes(1));
    let starts = secrecy::starts(&blue, &ids[0]).await;
    let mut worlds = Worlds::open(&server, ids, &[&red, &blue, &green, &eve]).await;
    worlds.plays(&[0], &blue, &starts[0]).await;
    worlds.plays(&[1], &blue, &starts[1]).await;
    worlds.look_the_same(&[&red, &green, &eve], "after another start").await;
    for player in [&red, &green] {
        let starts = secrecy::starts(player, &worlds.ids[0]).await;
        worlds.plays(&[0, 1], player, &starts[0]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_hands_and_sealed_answers_of_magic_are_told_to_their_player_only() {
    let server = server().await;
    let [ash, birch, cedar, eve] = server.people(["Anna", "Ben", "Cleo", "Eve"]).await;
    let players = [&ash, &birch, &cedar];
    let ids = [magic::world(&server, players, 1).await.id, magic::world(&server, players, 1).await.id];
    server.later(chrono::Duration::minutes(1));
    let mut worlds = Worlds::open(&server, ids, &[&ash, &birch, &cedar, &eve]).await;
    worlds.plays(&[0], &birch, magic::ORDERS[0]).await;
    worlds.look_the_same(&[&ash, &cedar, &eve], "after secret orders").await;
    worlds.plays(&[1], &birch, magic::ORDERS[1]).await;
    worlds.plays(&[0, 1], &ash, "move c1: 2; end").await;
    worlds.plays(&[0], &birch, magic::ANSWERS[0]).await;
    worlds.look_the_same(&[&ash, &cedar, &eve], "after a sealed answer").await;
    worlds.plays(&[1], &birch, magic::ANSWERS[1]).await;
    worlds.plays(&[0, 1], &birch, "pass").await;
    worlds.plays(&[0, 1], &cedar, "pass").await;
    worlds.look_the_same(&[&ash, &eve], "after a card was drawn").await;
    worlds.plays(&[0, 1], &birch, "end").await;
    worlds.plays(&[0, 1], &cedar, "end").await;
    worlds.look_the_same(&[&ash, &eve], "after a round").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_do_not_tell_who_is_asked_in_a_window_of_magic() {
    let server = server().await;
    let [anna, ben, cleo, dan, eve] = server.people(["Anna", "Ben", "Cleo", "Dan", "Eve"]).await;
    let people = [anna, ben, cleo, dan];
    let mut ids = Vec::new();
    // In the second world Cleo is asked, too.
    for orders in ["", windows::ASKED] {
        ids.push(windows::begin(&server, &people, orders).await);
    }
    server.later(chrono::Duration::minutes(1));
    let [anna, ben, cleo, dan] = &people;
    let readers = [anna, ben, cleo, dan, &eve];
    let mut worlds = Worlds::open(&server, ids.try_into().unwrap(), &readers).await;
    worlds.plays(&[0, 1], anna, windows::ATTACK).await;
    // Cleo answers in the world in which she is asked.
    worlds.plays(&[1], cleo, "pass").await;
    worlds.plays(&[0, 1], ben, "pass").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agreements_and_drafts_are_told_to_those_who_see_them() {
    let server = server().await;
    let [anna, bob, eve] = server.people(["Anna", "Bob", "Eve"]).await;
    let ids = async |new: Value| {
        let ids = [anna.creates(new.clone()).await, anna.creates(new).await];
        for id in &ids {
            server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", "5a".repeat(32))).await;
            bob.joins(id).await;
        }
        server.later(chrono::Duration::minutes(1));
        ids
    };
    let magma = ids(json!({"game": "magma", "seating": "joined", "name": "Two worlds"})).await;
    let mut worlds = Worlds::open(&server, magma, &[&anna, &bob, &eve]).await;
    worlds.plays(&[0], &bob, "agree").await;
    worlds.plays(&[0], &bob, "disagree").await;
    worlds.plays(&[1], &anna, "agree").await;
    worlds.plays(&[0, 1], &anna, "pass").await;
    let ice = ids(json!({"game": "ice", "seats": 2, "seating": "joined", "name": "Two worlds"})).await;
    let mut worlds = Worlds::open(&server, ice, &[&anna, &bob, &eve]).await;
    for _ in 0..4 {
        let first = anna.sees(&worlds.ids[0]).await["page"]["awaited"] == json!([0]);
        let mover = if first { &anna } else { &bob };
        let text = secrecy::common_move([mover; 2], worlds.ids.each_ref().map(String::as_str)).await;
        worlds.plays(&[0], mover, &text).await;
        worlds.plays(&[1], mover, &text).await;
    }
}
