//! Tournaments: from the entry to the table, by the API, by email and by pages.

mod by_email;
mod ladders;
mod order;
mod played;
mod series;

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server, eventually};
use turnpost::play::people::host::Reason;
use turnpost::play::tournaments::{conduct, hosted};

/// Creates a tournament of Magnapoco on the smallest board, with these settings; gives its path. The creator does not enter.
pub(crate) async fn cup(creator: &Person, more: &Value) -> String {
    let mut wish = json!({"game": "magnapoco", "name": "Autumn Cup", "options": {"board": "square3"}, "entry_time": "P7D", "enter": false});
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let made = creator.post("/v1/tournaments", &wish).await.expect(201);
    format!("/v1/tournaments/{}", made["id"].as_str().unwrap())
}

async fn enter(person: &Person, path: &str) -> Reply {
    person.put(&format!("{path}/entry"), &json!({})).await
}

const NAMES: [&str; 12] = ["Ana", "Ben", "Cai", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea"];

/// The first so many of these people.
async fn people(server: &Server, count: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for name in &NAMES[..count] {
        people.push(server.person_by_secret(name).await);
    }
    people
}

/// Moves tournaments on until nothing is left to do.
async fn moved_on(server: &Server) {
    while conduct::run_due(&server.app).await.unwrap() > 0 {}
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// The matches of a tournament in this state.
fn in_state<'a>(page: &'a Value, state: &str) -> Vec<&'a Value> {
    let all = list(&page["groups"]).iter().flat_map(|group| list(&group["pairings"]));
    all.filter(|pairing| pairing["state"] == state).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_waits_for_enough_people_and_then_for_no_one() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 6).await;
    let path = cup(&people[0], &json!({})).await;
    for person in &people[1..4] {
        enter(person, &path).await.expect(204);
        // A second time changes nothing.
        enter(person, &path).await.expect(204);
    }
    people[0].act(&format!("{path}/start")).await.problem("conflict");
    server.later(Duration::days(8));
    moved_on(&server).await;
    let page = people[5].get(&path).await.expect(200);
    assert_eq!((&page["phase"], &page["entry_count"], &page["entered"]), (&json!("entry"), &json!(3), &json!(false)));
    let shown = server.get(&path.replace("/v1", "")).await.text();
    assert!(shown.contains("3 entered. It starts with at least 4."), "{shown}");
    // Entry has closed by its day, but the tournament takes who is missing.
    enter(&people[4], &path).await.expect(204);
    moved_on(&server).await;
    let page = people[4].get(&path).await.expect(200);
    assert_eq!((&page["phase"], &page["entered"]), (&json!("running"), &json!(true)));
    assert_eq!(in_state(&page, "playing").len(), 6);
    enter(&people[5], &path).await.problem("closed");
    people[0].act(&format!("{path}/call-off")).await.problem("conflict");
    people[5].delete(&format!("{path}/entry")).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused_by_field_and_changes_nothing() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let with = |name: &str, value: Value| {
        let mut wish = json!({"game": "magma", "name": "Cup", "entry_time": "P7D"});
        wish[name] = value;
        wish
    };
    for (name, value, field) in [
        ("game", json!("chess"), "game"),
        ("seats", json!(7), "seats"),
        ("options", json!({"board": "round"}), "options.board"),
        ("entry_time", json!("PT0S"), "entry_time"),
        ("entry_time", json!("P91D"), "entry_time"),
        ("max_entries", json!(3), "max_entries"),
        ("max_entries", json!(201), "max_entries"),
        ("at_once", json!(0), "at_once"),
        ("at_once", json!(13), "at_once"),
        ("name", json!(""), "name"),
        ("clock", json!({"kind": "per-move", "time": "PT1S"}), "clock"),
    ] {
        anna.post("/v1/tournaments", &with(name, value)).await.refused("bad-field", Some(field));
    }
    let mut six = with("seats", json!(6));
    six["max_entries"] = json!(5);
    anna.post("/v1/tournaments", &six).await.refused("bad-field", Some("max_entries"));
    assert_eq!(server.count("SELECT count(*) FROM tournaments").await, 0);
    // Five at a time.
    let few = json!({"at_once": 1});
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(cup(&anna, &few).await);
    }
    anna.post("/v1/tournaments", &with("at_once", json!(1))).await.problem("conflict");
    anna.act(&format!("{}/call-off", made[0])).await.expect(204);
    enter(&bob, &made[0]).await.problem("closed");
    // Twenty matches at a time.
    for _ in 0..2 {
        enter(&bob, &cup(&bob, &json!({"at_once": 10})).await).await.expect(204);
    }
    let refused = enter(&bob, &made[1]).await.problem("too-many-matches");
    assert_eq!(refused["tournaments"], json!(["Autumn Cup", "Autumn Cup"]), "{refused}");
    // A bot is no person; and who has not made a tournament neither starts nor ends it.
    let bot = json!({"handle": "cup-bot", "name": "Bot", "scopes": ["moves:write"]});
    let token = bob.proves(&server).await.post("/v1/bots", &bot).await.expect(201)["token"]["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let by_bot = server.client(token.as_str()).request("PUT", &format!("{}/entry", made[1]));
    Reply::send(by_bot).await.problem("forbidden");
    for act in ["start", "call-off"] {
        bob.act(&format!("{}/{act}", made[1])).await.problem("forbidden");
    }
    anna.get("/v1/tournaments/0198c0de-7a11-7000-8000-00c0ffee0001").await.problem("not-found");
    bob.delete(&format!("{}/entry", made[1])).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_entered_hears_of_the_start_once_and_of_a_cancellation() {
    let server = Server::start().await;
    let people = people(&server, 4).await;
    let path = cup(&people[0], &json!({"at_once": 12})).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    people[0].act(&format!("{path}/start")).await.expect(204);
    eventually("all matches have started", async || {
        let page = people[0].get(&path).await.expect(200);
        (in_state(&page, "playing").len() == 6).then_some(())
    })
    .await;
    server.emails_are_out().await;
    for person in &people {
        let emails = server.mailbox.emails_to(&person.address);
        let begins: Vec<_> = emails.iter().filter(|email| email.subject().starts_with("Tournament begins")).collect();
        assert_eq!(begins.len(), 1);
        let text = begins[0].flowing();
        assert!(text.contains("Autumn Cup begins, ") && text.contains("3 matches"), "{text}");
        assert!(emails.iter().all(|email| !email.subject().starts_with("Match started")), "never one for each match");
        // The matches with the first turn ask for it.
        let asked = emails.iter().filter(|email| email.subject().starts_with("Your turn")).count();
        assert!((1..=2).contains(&asked), "{asked}");
    }
    let called_off = cup(&people[0], &json!({"at_once": 1})).await;
    enter(&people[1], &called_off).await.expect(204);
    people[0].act(&format!("{called_off}/call-off")).await.expect(204);
    server
        .mailbox
        .wait_for(&people[1].address, |email| email.subject() == "Tournament called off: Magnapoco, Autumn Cup")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_start_each_match_once() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 10).await;
    let path = cup(&people[0], &json!({"at_once": 5, "max_entries": 10})).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    let (database, mailbox) = server.stop().await;
    let one = Server::asleep(&database, mailbox).await;
    let other = Server::asleep(&database, tests::mailbox::Mailbox::open(tests::mailbox::Security::Plain).await).await;
    tokio::join!(moved_on(&one), moved_on(&other));
    moved_on(&one).await;
    let sql = "SELECT count(*) FROM matches WHERE tournament IS NOT NULL";
    let playing = one.count("SELECT count(DISTINCT match_id) FROM pairings WHERE state = 'playing'").await;
    assert_eq!((one.count(sql).await, playing), (playing, 25));
    let emails = "SELECT count(*) FROM emails WHERE kind = 'tournament-begins'";
    assert_eq!(one.count(emails).await, 10);
    assert_eq!(one.count("SELECT count(*) FROM pairings").await, 45);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_withdraws_resigns_and_the_others_play_on() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 5).await;
    let path = cup(&people[0], &json!({"at_once": 2, "max_entries": 5})).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    moved_on(&server).await;
    people[4].delete(&format!("{path}/entry")).await.expect(204);
    moved_on(&server).await;
    let page = people[0].get(&path).await.expect(200);
    let own = |pairing: &&&Value| list(&pairing["players"]).iter().any(|player| *player == people[4].handle);
    let (over, called_off) = (in_state(&page, "over"), in_state(&page, "called-off"));
    assert_eq!((over.iter().filter(own).count(), called_off.iter().filter(own).count()), (2, 2), "{page}");
    assert!(in_state(&page, "playing").iter().all(|pairing| !own(&pairing)));
    let standings = &page["groups"][0]["standings"];
    let last = list(standings).last().unwrap();
    assert_eq!((&last["handle"], &last["place"]), (&json!(people[4].handle), &Value::Null), "{standings}");
    assert!(list(standings).iter().all(|line| line["points"] == 0.0), "{standings}");
    people[4].delete(&format!("{path}/entry")).await.problem("conflict");
    // A deleted account withdraws, too.
    people[3].proves(&server).await.delete("/v1/me").await.expect(204);
    moved_on(&server).await;
    let page = people[0].get(&path).await.expect(200);
    let withdrawn = list(&page["entries"]).iter().filter(|entry| !entry["withdrawn_at"].is_null()).count();
    assert_eq!(withdrawn, 2);
    // The clocks of the others are not paused by agreement.
    let id = in_state(&page, "playing")[0]["match_id"].as_str().unwrap().to_owned();
    let player = people
        .iter()
        .find(|person| list(&in_state(&page, "playing")[0]["players"]).iter().any(|handle| *handle == person.handle));
    let pause = json!({"kind": "pause", "length": "P7D"});
    player.unwrap().post(&format!("/v1/matches/{id}/proposals"), &pause).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_ends_after_180_days() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 4).await;
    let slow = json!({"clock": {"kind": "per-move", "time": "P300D"}, "at_once": 1, "max_entries": 4});
    let path = cup(&people[0], &slow).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    moved_on(&server).await;
    server.later(Duration::days(179));
    moved_on(&server).await;
    assert_eq!(people[0].get(&path).await.expect(200)["phase"], "running");
    server.later(Duration::days(2));
    moved_on(&server).await;
    let page = people[0].get(&path).await.expect(200);
    assert_eq!((&page["phase"], in_state(&page, "unfinished").len()), (&json!("over"), 6));
    let points: Vec<f64> =
        list(&page["groups"][0]["standings"]).iter().map(|line| line["points"].as_f64().unwrap()).collect();
    assert_eq!(points, [1.5; 4]);
    // The matches that run go on.
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE phase = 'running'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lost_on_time_enters_again_after_other_matches() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 4).await;
    let path = cup(&people[0], &json!({"at_once": 1, "max_entries": 4})).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    moved_on(&server).await;
    let page = people[0].get(&path).await.expect(200);
    let id = in_state(&page, "playing")[0]["match_id"].as_str().unwrap().to_owned();
    server.lets_run_out(&id, 0).await;
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    moved_on(&server).await;
    let page = people[0].get(&path).await.expect(200);
    let lost = list(&page["groups"][0]["standings"]).iter().find(|line| line["lost_on_time"] == 1).unwrap().clone();
    let late = people.iter().find(|person| lost["handle"] == person.handle).unwrap();
    let other = people.iter().find(|person| lost["handle"] != person.handle).unwrap();
    let next = cup(other, &json!({"at_once": 1})).await;
    enter(late, &next).await.problem("forbidden");
    for _ in 0..2 {
        let id = late.begins(json!({"game": "magma"}), other).await;
        other.plays(&id, "resign").await;
    }
    enter(late, &next).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_features_and_ends_tournaments() {
    let server = Server::start().await;
    let people = people(&server, 4).await;
    let [first, second] =
        [cup(&people[0], &json!({"at_once": 12})).await, cup(&people[0], &json!({"at_once": 1})).await];
    let reason = Reason::read("the cup of our club").unwrap();
    hosted::feature(&server.app, 1, true, &reason).await.unwrap();
    assert!(hosted::feature(&server.app, 1, true, &reason).await.is_err(), "it is featured");
    let shown = server.get("/tournaments").await.text();
    assert!(shown.contains("Featured by the host"), "{shown}");
    for person in &people {
        enter(person, &first).await.expect(204);
        enter(person, &second).await.expect(204);
    }
    people[0].act(&format!("{first}/start")).await.expect(204);
    eventually("all matches have started", async || {
        (in_state(&people[0].get(&first).await.expect(200), "playing").len() == 6).then_some(())
    })
    .await;
    for (number, phase) in [(1, "over"), (2, "called-off")] {
        let ended = hosted::end(&server.app, number, &reason).await.unwrap();
        assert_eq!(ended.row.phase.name(), phase);
        assert!(hosted::end(&server.app, number, &reason).await.is_err());
    }
    assert!(hosted::end(&server.app, 3, &reason).await.is_err(), "there is none");
    let page = people[0].get(&first).await.expect(200);
    assert_eq!(in_state(&page, "void").len(), 6);
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE phase = 'running'").await, 6);
    for subject in ["Tournament over: Magnapoco, Autumn Cup", "Tournament called off: Magnapoco, Autumn Cup"] {
        server.mailbox.wait_for(&people[1].address, |email| email.subject() == subject).await;
    }
    let acts = server.rows("SELECT act FROM host_acts ORDER BY id").await;
    assert_eq!(acts, [["feature"], ["end-tournament"], ["end-tournament"]]);
}
