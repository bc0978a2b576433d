//! Secrecy of replies by email: two matches that differ only in facts hidden from a player. The player sends the same messages in both, and
//! every part of the emails that come back is the same.

use chrono::Duration;
use serde_json::json;
use tests::mailbox::Received;
use tests::{Person, Server};
use turnpost::play::game::clock;

use super::{all_read, emails};
use crate::secrecy::{self, common_move, magic, starts};
use crate::windows;

/// The time between two messages.
const STEP: Duration = Duration::minutes(10);

/// A match on a server of its own, and its players in the order of their seats.
struct World {
    server: Server,
    id: String,
    people: Vec<Person>,
}

/// The email that a message answers, and its sender.
#[derive(Clone, Copy)]
enum To {
    /// The latest email of a turn.
    Latest,
    /// The latest email of an earlier turn.
    Older,
    /// The latest email of a turn, from an address that is not the reader's.
    Elsewhere,
}

/// A message, and what the server makes of it.
type Message<'a> = (To, &'a str, &'a str);

impl World {
    async fn new(names: &[&str]) -> World {
        let server = Server::answerable(|_| {}).await;
        let mut people = Vec::new();
        for name in names {
            people.push(server.person(name).await);
        }
        World { server, id: String::new(), people }
    }

    /// The emails to a player that ask for a move, the oldest first. Those that answer a message are none of them.
    fn turns(&self, who: usize) -> Vec<Received> {
        let asks = |email: &Received| {
            let is_marked = email.text().starts_with("Reply above this line");
            is_marked && email.header("Auto-Submitted").as_deref() != Some("auto-replied")
        };
        emails(&self.server, &self.people[who]).into_iter().filter(asks).collect()
    }

    /// Sends messages of a player, one after the other. Each is answered by one email, but for notes.
    async fn writes(&self, who: usize, messages: &[Message<'_>]) {
        let (server, person) = (&self.server, &self.people[who]);
        let turns = self.turns(who);
        let latest = turns.last().unwrap();
        for (to, text, result) in messages {
            server.later(STEP);
            // The bounds on emails of answer, by the hour, the day and the turn, count none that came before.
            server
                .query("DELETE FROM deliveries; DELETE FROM emails WHERE kind IN ('move-refused', 'reply-held')")
                .await;
            clock::settle(&server.app).await.unwrap();
            server.emails_are_out().await;
            let earlier = || turns.iter().rfind(|email| email.header("Reply-To") != latest.header("Reply-To"));
            let (email, from) = match to {
                To::Latest => (latest, &*person.address),
                To::Older => (earlier().unwrap(), &*person.address),
                To::Elsewhere => (latest, "thief@evil.example"),
            };
            let (read, told) = (server.count("SELECT count(*) FROM incoming").await, emails(server, person).len());
            assert_eq!(server.lmtp().await.answer(from, email, text).await, "250 2.0.0 Stored", "{text}");
            all_read(server, read + 1).await;
            let results = server.rows("SELECT result FROM incoming ORDER BY received_at DESC LIMIT 1").await;
            assert_eq!(results, [[*result]], "{text}");
            assert_eq!(emails(server, person).len() - told, 1, "{text}");
        }
    }

    /// Sends a move of a player by mail.
    async fn plays(&self, who: usize, text: &str) {
        let before = self.server.count("SELECT count(*) FROM incoming").await;
        let email = self.turns(who).pop().unwrap();
        self.server.lmtp().await.answer(&self.people[who].address, &email, text).await;
        all_read(&self.server, before + 1).await;
        let results = self.server.rows("SELECT result FROM incoming ORDER BY received_at DESC, id DESC LIMIT 1").await;
        assert_eq!(results, [["played"]], "{text}");
    }

    /// Sends `resign` twice: to the email of a turn, and to the question that comes back.
    async fn resigns(&self, who: usize) {
        self.writes(who, &[(To::Latest, "resign", "resign-asked")]).await;
        let asked = emails(&self.server, &self.people[who]).pop().unwrap();
        let before = self.server.count("SELECT count(*) FROM incoming").await;
        self.server.lmtp().await.answer(&self.people[who].address, &asked, "resign").await;
        all_read(&self.server, before + 1).await;
    }

    /// All emails to a player after the sign-in.
    fn told(&self, who: usize) -> Vec<Told> {
        let mut keys = Keys(Vec::new());
        emails(&self.server, &self.people[who])[1..].iter().map(|email| Told::new(email, &mut keys)).collect()
    }
}

/// The keys and ids of emails, which are signed or drawn at random, in the order in which they first stand there.
pub(crate) struct Keys(pub(crate) Vec<String>);

impl Keys {
    /// Replaces each by its number, so that emails with the same key stay alike.
    pub(crate) fn without(&mut self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let mut without = String::new();
        for run in text.split_inclusive(|c| !is_part(c)) {
            let key = run.trim_end_matches(|c| !is_part(c));
            // The ids of messages are numbers.
            let is_message = run.ends_with('@') && !key.is_empty() && key.bytes().all(|c| c.is_ascii_digit());
            if (key.len() < 32 || !key.contains(char::is_alphanumeric)) && !is_message {
                without.push_str(run);
                continue;
            }
            let known = self.0.iter().position(|other| other == key).unwrap_or(self.0.len());
            if known == self.0.len() {
                self.0.push(key.to_owned());
            }
            without.push_str(&format!("KEY{known}{}", &run[key.len()..]));
        }
        without
    }
}

/// An email without its keys.
#[derive(PartialEq, Eq)]
pub(crate) struct Told {
    /// The envelope, the headers in their order, the text and the HTML, each with its name.
    pub(crate) parts: Vec<(String, String)>,
    pub(crate) pictures: Vec<Vec<u8>>,
}

impl Told {
    pub(crate) fn new(email: &Received, keys: &mut Keys) -> Told {
        let parsed = email.parsed();
        let envelope = [("from", email.from.clone()), ("to", email.to.join(" "))];
        let headers = parsed.headers_raw().map(|(name, value)| (name, value.to_owned()));
        let bodies = [("text", email.text()), ("html", email.html())];
        let parts = envelope.into_iter().chain(headers).chain(bodies);
        let parts = parts.map(|(name, text)| (name.to_owned(), keys.without(&text))).collect();
        Told { parts, pictures: email.pictures().into_iter().map(|(_, bytes)| bytes).collect() }
    }

    fn part(&self, name: &str) -> &str {
        self.parts.iter().find(|(other, _)| other == name).map(|(_, text)| text.as_str()).unwrap()
    }
}

/// Does the same in both worlds.
async fn both(worlds: &[World; 2], act: impl AsyncFn(&World)) {
    tokio::join!(act(&worlds[0]), act(&worlds[1]));
}

/// Fails if a player has got different emails in the two worlds.
#[track_caller]
fn look_the_same(worlds: &[World; 2], who: usize, when: &str) {
    let [one, other] = worlds.each_ref().map(|world| world.told(who));
    for (one, other) in one.iter().zip(&other) {
        for (one, other) in one.parts.iter().zip(&other.parts) {
            assert_eq!(one, other, "player {who} {when}");
        }
        assert!(one.pictures == other.pictures, "player {who} {when}: {}", one.part("Subject"));
        assert!(one == other, "player {who} {when}: {}", one.part("Subject"));
    }
    assert!(!one.is_empty() && one.len() == other.len(), "player {who} {when}: {} {}", one.len(), other.len());
}

/// Fails if the last email to a player, who knows more, says the same in both worlds: then the comparison would prove nothing. Returns
/// whether its pictures differ, too.
#[track_caller]
fn differ(worlds: &[World; 2], who: usize) -> bool {
    let [one, other] = worlds.each_ref().map(|world| world.told(who).pop().unwrap());
    assert_ne!(one.part("text"), other.part("text"));
    one.pictures != other.pictures
}

/// Messages that play nothing: commands, a move that cannot be played, a line that is none, a note, and another sender.
fn of_turn<'a>(previews: &[&'a str], illegal: &'a str) -> Vec<Message<'a>> {
    let previews = previews.iter().map(|text| (To::Latest, *text, "preview"));
    let others = [
        (To::Latest, "help", "help"),
        (To::Latest, "board", "board"),
        (To::Latest, illegal, "refused"),
        (To::Latest, "good morning", "refused"),
        (To::Latest, "resign", "resign-asked"),
        (To::Latest, "say: hello", "noted"),
        (To::Elsewhere, illegal, "held"),
        (To::Elsewhere, "board", "held"),
    ];
    previews.chain(others).collect()
}

/// Plays, by mail, a turn of a player that is possible in both worlds.
async fn move_on(worlds: &[World; 2], who: usize) {
    let is_awaited = async || {
        let World { id, people, .. } = &worlds[0];
        people[who].sees(id).await["page"]["awaited"] == json!([who])
    };
    while is_awaited().await {
        let movers = worlds.each_ref().map(|world| &world.people[who]);
        let text = common_move(movers, worlds.each_ref().map(|world| &*world.id)).await;
        both(worlds, async |world| world.plays(who, &text).await).await;
    }
}

/// Both worlds with these players, before a match.
async fn two(names: &[&str]) -> [World; 2] {
    tokio::join!(World::new(names), World::new(names)).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_in_magnet_tell_nothing_of_the_other_set_up() {
    let mut worlds = two(&["Anna", "Bob"]).await;
    let (anna, bob) = (0, 1);
    for (world, set_up) in worlds.iter_mut().zip(secrecy::SETUPS) {
        world.id = secrecy::world(&world.server, &world.people[anna], &world.people[bob]).await;
        world.plays(bob, set_up).await;
    }
    look_the_same(&worlds, anna, "at the start");
    let mut messages = of_turn(&["preview f5: d1", "preview f5: j1+"], "f5: a1");
    for round in ["in the first turn", "in the second turn"] {
        both(&worlds, async |world| world.writes(anna, &messages).await).await;
        look_the_same(&worlds, anna, round);
        move_on(&worlds, anna).await;
        look_the_same(&worlds, anna, round);
        both(&worlds, async |world| world.writes(bob, &[(To::Latest, "board", "board")]).await).await;
        assert!(differ(&worlds, bob));
        move_on(&worlds, bob).await;
        look_the_same(&worlds, anna, round);
        let stale = [(To::Older, "board", "board"), (To::Older, "preview f5: j1+", "refused")];
        messages = of_turn(&["preview f5: a1"], "f5: d1").into_iter().chain(stale).collect();
    }
    both(&worlds, async |world| {
        world.server.later(Duration::days(8));
        clock::settle(&world.server.app).await.unwrap();
        world.server.emails_are_out().await;
        assert!(world.turns(anna).pop().unwrap().subject().starts_with("Reminder: "));
    })
    .await;
    look_the_same(&worlds, anna, "by a reminder");
    both(&worlds, async |world| world.resigns(anna).await).await;
    // After the end everything is open.
    differ(&worlds, anna);
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_in_the_ice_machine_tell_nothing_of_the_starts_of_others() {
    let mut worlds = two(&["Anna", "Bob", "Cleo"]).await;
    let (anna, bob, cleo) = (0, 1, 2);
    for world in &mut worlds {
        let [red, blue, green] = &world.people[..] else { unreachable!() };
        world.id = secrecy::ice(&world.server, [red, blue, green]).await;
        world.server.emails_are_out().await;
    }
    let [mine, theirs] = [anna, bob].map(|who| (&worlds[0].people[who], &worlds[0].id));
    let (mine, theirs) = (starts(mine.0, mine.1).await, starts(theirs.0, theirs.1).await);
    for (world, start) in worlds.iter().zip(&theirs) {
        world.plays(bob, start).await;
    }
    let preview = format!("preview {}", mine[1]);
    let messages = of_turn(&[&preview], &theirs[0]);
    for who in [anna, cleo] {
        both(&worlds, async |world| world.writes(who, &messages[..3]).await).await;
        look_the_same(&worlds, who, "before its start");
    }
    both(&worlds, async |world| world.plays(anna, &mine[0]).await).await;
    both(&worlds, async |world| world.writes(anna, &messages[1..]).await).await;
    look_the_same(&worlds, anna, "after its start");
    both(&worlds, async |world| world.writes(bob, &[(To::Latest, "board", "board")]).await).await;
    differ(&worlds, bob);
    both(&worlds, async |world| world.resigns(anna).await).await;
    for who in [anna, cleo] {
        look_the_same(&worlds, who, "after Anna has resigned");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_in_a_window_of_magic_do_not_tell_who_is_asked() {
    let mut worlds = two(&["Anna", "Ben", "Cleo", "Dan"]).await;
    let (anna, ben, cleo, dan) = (0, 1, 2, 3);
    // In the second world Cleo is asked, too.
    for (world, orders) in worlds.iter_mut().zip(["", windows::ASKED]) {
        let people: &[Person; 4] = world.people[..].try_into().unwrap();
        world.id = windows::begin(&world.server, people, orders).await;
    }
    let hidden = &[(To::Latest, "preview move c1: 8; end", "preview"), (To::Latest, "board", "board")];
    both(&worlds, async |world| world.writes(anna, hidden).await).await;
    both(&worlds, async |world| world.plays(anna, windows::ATTACK).await).await;
    both(&worlds, async |world| {
        let stale = [
            (To::Latest, "help", "help"),
            (To::Latest, "board", "board"),
            (To::Latest, "preview pass", "refused"),
            (To::Latest, "pass", "refused"),
            (To::Latest, "resign", "resign-asked"),
            (To::Elsewhere, "pass", "held"),
        ];
        world.writes(anna, &stale).await;
        world.writes(ben, &of_turn(&["preview pass", "preview cast h1 on c1"], "cast h2")).await;
    })
    .await;
    for who in [anna, ben, dan] {
        look_the_same(&worlds, who, "while responses are awaited");
    }
    let [one, other] = worlds.each_ref().map(|world| world.told(cleo).len());
    let asked = worlds[1].turns(cleo).into_iter().filter(|email| email.subject().starts_with("Your answer")).count();
    assert_eq!((one + 1, asked), (other, 1), "or the test would prove nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_in_magic_tell_nothing_of_hands_libraries_and_orders_of_others() {
    let mut worlds = two(&["Anna", "Ben", "Cleo"]).await;
    let (anna, ben, cleo) = (0, 1, 2);
    for (world, number) in worlds.iter_mut().zip(1..) {
        let [ash, birch, cedar] = &world.people[..] else { unreachable!() };
        world.id = magic::world(&world.server, [ash, birch, cedar], number).await.id;
        birch.plays(&world.id, magic::ORDERS[number as usize - 1]).await;
    }
    let previews = ["preview cast h1 on c2", "preview move c1: 2; cast h1 on c1; end"];
    both(&worlds, async |world| world.writes(anna, &of_turn(&previews, "cast h9 on c2")).await).await;
    look_the_same(&worlds, anna, "in its turn");
    both(&worlds, async |world| world.plays(anna, "move c1: 2; end").await).await;
    for (world, answer) in worlds.iter().zip(magic::ANSWERS) {
        world.plays(ben, answer).await;
    }
    both(&worlds, async |world| {
        world.writes(anna, &[(To::Latest, "board", "board"), (To::Latest, "pass", "refused")]).await;
        world.writes(cleo, &of_turn(&["preview pass"], "cast h9 on c1")).await;
    })
    .await;
    for who in [anna, cleo] {
        look_the_same(&worlds, who, "after a sealed answer");
    }
    // An answer can be changed until all have answered.
    both(&worlds, async |world| {
        world.plays(ben, "pass").await;
        world.plays(cleo, "pass").await;
        world.writes(ben, &[(To::Latest, "board", "board")]).await;
        world.writes(anna, &[(To::Latest, "board", "board"), (To::Latest, "preview end", "refused")]).await;
    })
    .await;
    differ(&worlds, ben);
    for who in [anna, cleo] {
        look_the_same(&worlds, who, "after Ben has drawn a card");
    }
}
