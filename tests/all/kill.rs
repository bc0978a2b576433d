//! A server that is killed (`kill -9`) between any two steps of a move loses nothing, and sends nothing twice that it has
//! recorded as sent. The place is not left to chance: the server kills itself at a named point.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;
use tests::mailbox::Mailbox;
use tests::sender::{self, MailClient};
use tests::{Client, Person, Reply, Server, database, eventually, server};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use turnpost::boot::{self, Database, Running};
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::failpoint;

/// Not a test: the server that the test below starts as a process, and that kills itself.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "started by the test below"]
async fn a_server_to_be_killed() {
    let Ok(table) = std::env::var("SETTINGS_OF_THE_SERVER_TO_BE_KILLED") else { return };
    let config = Config::read(&table.parse().unwrap(), &Environment::new()).unwrap();
    let database = config.database_url.clone().unwrap();
    let app =
        boot::app(config, Clock::standing(server::beginning()), &database::access(database.reveal())).await.unwrap();
    let running = Running::start(app, true).unwrap();
    eprintln!("listening {} {}", running.address, running.lmtp.unwrap());
    std::future::pending::<()>().await;
}

/// Starts that server with a fault armed; gives its address and that of its LMTP server.
async fn doomed(database: &str, mailbox: &Mailbox, point: &str) -> (Child, String, SocketAddr) {
    let mut table = server::settings(mailbox);
    server::takes_answers(&mut table);
    table.insert("database_url".to_owned(), database.into());
    table.insert("failpoint".to_owned(), point.into());
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "kill::a_server_to_be_killed", "--nocapture"])
        .env("SETTINGS_OF_THE_SERVER_TO_BE_KILLED", table.to_string())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some((address, lmtp)) = line.strip_prefix("listening ").and_then(|both| both.split_once(' ')) {
            return (child, format!("http://{address}"), lmtp.parse().unwrap());
        }
    }
    panic!("the server did not start");
}

/// Sends a move to the doomed server; there is no answer if it is killed first.
async fn send(url: &str, id: &str, person: &Person, text: &str) -> Option<u16> {
    let body = json!({"move": text, "turn": 0});
    let client = Client::new(url, Some(&person.access()));
    let request = client.request("POST", &format!("/v1/matches/{id}/moves")).json(&body);
    request.send().await.ok().map(|answer| answer.status().as_u16())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_any_two_steps_loses_nothing_and_repeats_nothing() {
    for point in failpoint::POINTS.iter().filter(|point| !point.starts_with("mail-")) {
        let first = Server::start().await;
        let [anna, bob] = first.people(["Anna", "Bob"]).await;
        let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
        bob.joins(&id).await;
        let begun = |email: &tests::mailbox::Received| email.text().contains("has begun");
        first.mailbox.wait_for(&anna.address, begun).await;
        first.mailbox.wait_for(&bob.address, begun).await;
        let (database, mailbox) = first.stop().await;
        let before = mailbox.emails_to(&bob.address).len();

        let (mut child, url, _) = doomed(&database, &mailbox, point).await;
        let answered = send(&url, &id, &anna, "d4").await;
        let died = child.wait().await.unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&died), Some(9), "{point}");

        let committed = *point != "move-judged";
        let log = format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND ply = 1");
        let count = database::query(&database, &log).await[0][0].clone();
        assert_eq!(count.as_deref(), Some(if committed { "1" } else { "0" }), "{point}");
        if matches!(*point, "move-judged" | "move-committed") {
            assert_eq!(answered, None, "{point}");
        }
        let recorded = *point == "email-recorded";
        let accepted = matches!(*point, "email-accepted" | "email-recorded");
        let taken = mailbox.emails_to(&bob.address).len() - before;
        // Right after the commit a sender may have been faster than the kill.
        let accepted = accepted || (*point == "move-committed" && taken == 1);
        assert_eq!(taken, usize::from(accepted), "{point}");

        // The next server answers the same move sent again, and sends the email if it is still owed.
        let second = Server::on(&database, mailbox, |_| {}).await;
        let body = json!({"move": "d4", "turn": 0});
        let path = format!("/v1/matches/{id}/moves");
        let reply = Reply::send(second.request("POST", &path).bearer_auth(anna.access()).json(&body)).await;
        assert_eq!(reply.expect(200)["move"], "d4", "{point}");
        assert_eq!(second.count(&log).await, 1, "{point}");
        let turn = |email: &tests::mailbox::Received| email.text().contains("your turn") && email.text().contains("d4");
        second.emails_are_out().await;
        assert!(second.mailbox.emails_to(&bob.address).iter().any(turn), "{point}");
        // The match goes on.
        let mv = json!({"move": "a1", "turn": 1});
        Reply::send(second.request("POST", &path).bearer_auth(bob.access()).json(&mv)).await.expect(200);
        second.mailbox.wait_for(&anna.address, |email| email.text().contains("a1")).await;
        let emails: Vec<_> = second.mailbox.emails_to(&bob.address).into_iter().filter(turn).collect();
        let mut ids: Vec<String> = emails.iter().map(|email| email.header("Message-ID").unwrap()).collect();
        if recorded {
            assert_eq!(emails.len(), 1, "{point}");
        }
        // An email that was taken but not recorded is sent again, with the same Message-ID.
        let heads: Vec<String> =
            emails.iter().map(|email| format!("{:?} {:.70}", email.header("Message-ID"), email.text())).collect();
        assert_eq!(emails.len(), if accepted && !recorded { 2 } else { 1 }, "{point} {heads:?}");
        ids.dedup();
        assert_eq!(ids.len(), 1, "{point} {heads:?}");
        let state =
            second.query(&format!("SELECT state, count(*) FROM emails WHERE match_id = '{id}' GROUP BY state")).await;
        assert!(state.iter().all(|row| row[0].as_deref() != Some("failed")), "{point} {state:?}");
        let wrong = turnpost::play::matches::history::verify_all(&second.app).await.unwrap();
        assert_eq!(wrong, (1, Vec::new()), "{point}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_any_two_steps_of_an_answer_plays_and_answers_once() {
    let points = failpoint::POINTS.iter().filter(|point| point.starts_with("mail-") || point.starts_with("move-"));
    for point in points {
        let first = Server::answerable(|_| {}).await;
        let [anna, bob] = first.people(["Anna", "Bob"]).await;
        let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
        bob.joins(&id).await;
        let email = first.mailbox.wait_for(&anna.address, |email| email.text().contains("has begun")).await;
        first.emails_are_out().await;
        let (database, mailbox) = first.stop().await;

        let (mut child, _, lmtp) = doomed(&database, &mailbox, point).await;
        let (to, message) = (sender::reply_to(&email), sender::message(&anna.address, &email, "d4"));
        let reply = MailClient::lmtp(lmtp).await.send(&anna.address, &to, &message).await;
        let died = child.wait().await.unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&died), Some(9), "{point}");
        // What was taken is stored; what was not is sent again by the mail server.
        let stored = database::query(&database, "SELECT count(*) FROM incoming").await;
        assert_eq!(stored, [[Some("1".to_owned())]], "{point}");
        assert_eq!(*point == "mail-stored", reply.is_empty(), "{point}: {reply}");

        let second = Server::on(&database, mailbox, server::takes_answers).await;
        assert_eq!(second.lmtp().await.send(&anna.address, &to, &message).await, "250 2.0.0 Stored", "{point}");
        second.until("SELECT count(*) = 1 FROM incoming WHERE done_at IS NOT NULL").await;
        second.emails_are_out().await;
        let told = |email: &tests::mailbox::Received| email.flowing().contains("Played: d4.");
        second.mailbox.wait_for(&anna.address, told).await;
        assert_eq!(second.mailbox.emails_to(&anna.address).into_iter().filter(told).count(), 1, "{point}");
        assert_eq!(second.count("SELECT count(*) FROM moves WHERE ply > 0").await, 1, "{point}");
        assert_eq!(second.count("SELECT count(*) FROM incoming").await, 1, "{point}");
        let wrong = turnpost::play::matches::history::verify_all(&second.app).await.unwrap();
        assert_eq!(wrong, (1, Vec::new()), "{point}");
    }
}

/// The time that a part of the server may take to notice that another has ended.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_server_notices_that_its_postgres_is_killed() {
    let folder = std::env::temp_dir().join(format!("turnpost-killed-{}", std::process::id()));
    let table = format!("data_folder = '{}'", folder.display()).parse().unwrap();
    let config = Config {
        cache_folder: Config::load().unwrap().cache_folder,
        ..Config::read(&table, &Environment::new()).unwrap()
    };
    let mut database = Database::temporary(&config).await.unwrap();
    let file = std::fs::read_to_string(folder.join("postgres/postmaster.pid")).unwrap();
    let killed = Command::new("kill").args(["-9", file.lines().next().unwrap()]).status().await.unwrap();
    assert!(killed.success());
    let why = tokio::time::timeout(PATIENCE, database.ended()).await.unwrap();
    assert!(why.to_string().starts_with("Postgres exited unexpectedly"), "{why}");
    assert!(database.close().await.is_err(), "it did not stop as it should");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_notices_that_its_http_server_has_ended() {
    let mailbox = Mailbox::open(tests::mailbox::Security::Plain).await;
    let mut config = Config::read(&server::settings(&mailbox), &Environment::new()).unwrap();
    // No settings can say so; its threads end as soon as they begin.
    config.origins = vec![String::new()];
    let app = boot::app(config, Clock::standing(server::beginning()), &database::access(&database::fresh().await))
        .await
        .unwrap();
    let mut running = Running::start(app, true).unwrap();
    let why = tokio::time::timeout(PATIENCE, running.ended()).await.unwrap();
    assert!(why.to_string().starts_with("the HTTP server exited unexpectedly"), "{why}");
    running.stop().await;
}

/// Creates matches and plays in them until told to stop; returns the status of each answer. `successes` counts those that did
/// what was asked.
async fn busy(url: String, people: [String; 2], stop: Arc<AtomicBool>, successes: Arc<AtomicUsize>) -> Vec<u16> {
    let clients = people.map(|token| Client::new(&url, Some(&token)));
    let mut statuses = Vec::new();
    let mut post = async |who: usize, path: &str, body: serde_json::Value| {
        let reply = clients[who].post(path, &body).await;
        successes.fetch_add(usize::from(reply.status < 300), Ordering::SeqCst);
        statuses.push(reply.status);
        serde_json::from_slice::<serde_json::Value>(&reply.bytes).unwrap_or_default()
    };
    while !stop.load(Ordering::SeqCst) {
        let new = post(0, "/v1/matches", json!({"game": "magnapoco", "seating": "joined"})).await;
        let Some(id) = new["id"].as_str() else { continue };
        post(1, &format!("/v1/matches/{id}/join"), json!({})).await;
        for (turn, text) in ["d4", "a1", "d5", "a2"].into_iter().enumerate() {
            post(turn % 2, &format!("/v1/matches/{id}/moves"), json!({"move": text, "turn": turn})).await;
        }
        post(0, &format!("/v1/matches/{id}/resign"), json!({})).await;
    }
    statuses
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_never_an_internal_error() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (stop, successes) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let client =
        |_| tokio::spawn(busy(server.url.clone(), [anna.access(), bob.access()], stop.clone(), successes.clone()));
    let clients: Vec<_> = (0..6).map(client).collect();
    for _ in 0..80 {
        // The server has recovered from the disconnection before; the clients are in the middle of their requests.
        let before = successes.load(Ordering::SeqCst);
        eventually("a success", async || (successes.load(Ordering::SeqCst) > before).then_some(())).await;
        database::disconnect(&server.database).await;
    }
    stop.store(true, Ordering::SeqCst);
    let mut seen = BTreeMap::new();
    for client in clients {
        for status in client.await.unwrap() {
            *seen.entry(status).or_insert(0) += 1;
        }
    }
    assert!(seen.contains_key(&503), "{seen:?}");
    assert!(seen.keys().all(|status| *status < 500 || *status == 503), "{seen:?}");
    let (matches, wrong) = turnpost::play::matches::history::verify_all(&server.app).await.unwrap();
    assert!(matches > 0 && wrong.is_empty(), "{wrong:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_whose_server_is_killed_while_it_thinks_moves_after_the_next_start() {
    let first = Server::start().await;
    let anna = first.person("Anna").await;
    let body = json!({"game": "magma", "seats": 2, "seating": "joined", "computers": [5]});
    let id = anna.creates(body).await;
    let (database, mailbox) = first.stop().await;

    let (mut child, url, _) = doomed(&database, &mailbox, "mail-stored").await;
    assert_eq!(send(&url, &id, &anna, "+b2").await, Some(200));
    // A computer player of level 5 thinks for seconds.
    child.kill().await.unwrap();
    let by_computer = format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND seat = 1");
    assert_eq!(database::query(&database, &by_computer).await, [[Some("0".to_owned())]]);

    let second = Server::on(&database, mailbox, |_| {}).await;
    eventually("the move of the computer player", async || (second.count(&by_computer).await == 1).then_some(())).await;
    assert_eq!(anna.at(&second).sees(&id).await["page"]["turn"], 2);
}

/// The process of a Postgres on a data folder.
fn postmaster(folder: &std::path::Path) -> String {
    let file = std::fs::read_to_string(folder.join("postgres/postmaster.pid")).unwrap_or_default();
    file.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_is_killed_is_started_again_three_times() {
    let folder = std::env::temp_dir().join(format!("turnpost-again-{}", std::process::id()));
    let table = format!("data_folder = '{}'", folder.display()).parse().unwrap();
    let own = Config::load().unwrap();
    let config = Config {
        cache_folder: own.cache_folder,
        postgres_programs: own.postgres_programs,
        ..Config::read(&table, &Environment::new()).unwrap()
    };
    let mut database = Database::open(&config).await.unwrap();
    let app = boot::app(config, Clock::system(), &database.access).await.unwrap();
    for time in 1..=4 {
        app.db.ready().await.unwrap();
        let process = postmaster(&folder);
        assert!(Command::new("kill").args(["-9", &process]).status().await.unwrap().success());
        let again = eventually("another Postgres", async || {
            let is_ready = postmaster(&folder) != process && app.db.ready().await.is_ok();
            is_ready.then_some(())
        });
        let given_up = tokio::select! {
            why = database.ended() => Some(why),
            () = again => None,
        };
        assert_eq!(given_up.is_some(), time == 4, "{time}: {given_up:?}");
    }
    drop(app);
    assert!(database.close().await.is_err(), "it did not stop as it should");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_in_any_step_of_a_tournament_starts_each_match_once() {
    for point in failpoint::OF_TOURNAMENTS {
        let first = Server::quiet(server::takes_answers).await;
        let wish = json!({"game": "magnapoco", "name": "Cup", "max_entries": 5, "at_once": 4, "enter": false});
        let mut people = Vec::new();
        for name in ["Anna", "Bob", "Cleo", "Dan", "Eve"] {
            people.push(first.person_by_secret(name).await);
        }
        let made = people[0].post("/v1/tournaments", &wish).await.expect(201);
        let entry = format!("/v1/tournaments/{}/entry", made["id"].as_str().unwrap());
        for person in &people {
            person.put(&entry, &json!({})).await.expect(204);
        }
        let (database, mailbox) = first.stop().await;
        let (mut child, ..) = doomed(&database, &mailbox, point).await;
        let died = child.wait().await.unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&died), Some(9), "{point}");
        let second = Server::asleep(&database, mailbox).await;
        while turnpost::play::tournaments::conduct::run_due(&second.app).await.unwrap() > 0 {}
        let counted = second
            .rows("SELECT count(*)::text, count(DISTINCT match_id)::text FROM pairings WHERE state = 'playing'")
            .await;
        assert_eq!(counted, [["10", "10"]], "{point}");
        let counted = second.rows("SELECT (SELECT count(*) FROM matches)::text, (SELECT count(*) FROM emails WHERE kind = 'tournament-begins')::text").await;
        assert_eq!(counted, [["10", "5"]], "{point}");
    }
}
