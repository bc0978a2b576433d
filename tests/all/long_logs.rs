//! Long logs: parts of them and earlier positions, which are derived from snapshots, are those that the whole log gives.

use engine::{Cause, Eye, Frame, Line, Moment, Names, Seat, Seed};
use serde_json::{Value, json};
use tests::{Person, Reply, Server};

use crate::windows;

/// The stored log of a match, as the rules know it.
async fn log(server: &Server, id: &str) -> Vec<Line> {
    let sql = format!("SELECT ply, cause, seat, text, events, moment FROM moves WHERE match_id = '{id}' ORDER BY ply");
    let rows = server.query(&sql).await;
    let line = |row: &Vec<Option<String>>| Line {
        ply: row[0].as_ref().unwrap().parse().unwrap(),
        cause: serde_json::from_value::<Cause>(json!(row[1])).unwrap(),
        seat: row[2].as_ref().map(|seat| Seat(seat.parse().unwrap())),
        text: row[3].clone().unwrap(),
        events: row[4].clone().unwrap(),
        at: Moment(row[5].as_ref().unwrap().parse().unwrap()),
    };
    rows.iter().map(line).collect()
}

/// Every line of the log that a reader gets, by pages of this size.
async fn pages(reader: &Person, id: &str, limit: usize) -> Vec<Value> {
    let (mut lines, mut after) = (Vec::new(), String::new());
    loop {
        let page = reader.get(&format!("/v1/matches/{id}/log?limit={limit}{after}")).await.expect(200);
        lines.extend(page["lines"].as_array().unwrap().clone());
        match page["next"].as_u64() {
            Some(next) => after = format!("&after={next}"),
            None => return lines,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_and_positions_of_a_long_log_are_those_of_the_whole() {
    let server = Server::start().await;
    let people = server.people(["Anna", "Ben", "Cleo", "Dan"]).await;
    let stranger = server.person("Eve").await;
    let id = windows::begin(&server, &people, "").await;
    // Ben changes his orders again and again, which only he may know of.
    for round in 0..8 {
        for at in 0..70 {
            people[1].plays(&id, ["orders block never", "orders block worth"][at % 2]).await;
        }
        people[round % 4].plays(&id, "end").await;
    }
    let lines = log(&server, &id).await;
    assert!(lines.len() > 560);
    let created = server.query(&format!("SELECT options, encode(seed, 'hex') FROM matches WHERE id = '{id}'")).await;
    let options: Value = serde_json::from_str(created[0][0].as_ref().unwrap()).unwrap();
    let seed = Seed::from_hex(created[0][1].as_ref().unwrap()).unwrap();
    let rules = engine::game("magic").unwrap();
    let names = Names(vec!["Anna (Ash)".into(), "Ben (Birch)".into(), "Cleo (Cedar)".into(), "Dan (Dogwood)".into()]);
    for (reader, eye) in [(&people[0], Eye::Seat(Seat(0))), (&people[1], Eye::Seat(Seat(1))), (&stranger, Eye::Public)]
    {
        let told: Vec<_> = lines
            .iter()
            .map(|line| (line.ply, rules.tell(line, eye, &names).unwrap()))
            .filter(|(_, told)| told.entry.is_some() || !told.story.is_empty())
            .collect();
        for limit in [7, 100, 500] {
            let read = pages(reader, &id, limit).await;
            assert_eq!(read.len(), told.len(), "{eye:?}");
            for (number, (line, (_, told))) in read.iter().zip(&told).enumerate() {
                assert_eq!((&line["line"], &line["story"]), (&json!(number), &json!(told.story)), "{eye:?} {number}");
                assert_eq!(line["entry"], json!(told.entry), "{eye:?} {number}");
            }
        }
        let last = told.len() - 1;
        for number in (0..last).step_by(37).chain([99, 100, 101, last].into_iter().filter(|number| *number <= last)) {
            let known = lines.iter().filter(|line| line.ply <= told[number].0).count();
            let forced = lines[known..].iter().take_while(|line| line.cause == Cause::Forced).count();
            let frame: Frame = rules.replay(4, &options, &seed, &lines[..known + forced]).unwrap();
            let board = reader.request("GET", &format!("/v1/matches/{id}/board.txt?line={number}"));
            let board = Reply::send(board).await;
            assert_eq!(board.text(), rules.page(&frame, eye).unwrap().text(), "{eye:?} {number}");
        }
        // The page of the match lists its end, with the same numbers.
        let page = server.request("GET", &format!("/matches/{id}")).header("cookie", reader.cookie());
        let page = Reply::send(page).await.text();
        let rows = page.split("data-row=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap());
        let listed: Vec<usize> = rows.collect();
        let end: Vec<usize> = (last + 1 - listed.len()..=last).rev().collect();
        assert!(
            listed == end && (listed.len() == last + 1 || (100..=200).contains(&listed.len())),
            "{eye:?} {listed:?}"
        );
        assert_eq!(page.contains("words\">orders block"), eye == Eye::Seat(Seat(1)), "{eye:?}");
        reader.get(&format!("/v1/matches/{id}?line={}", last + 1)).await.problem("not-found");
        let beyond = reader.get(&format!("/v1/matches/{id}/log?after={last}")).await.expect(200);
        assert_eq!((&beyond["lines"], &beyond["next"]), (&json!([]), &Value::Null));
    }
    // They were derived from snapshots, which are made once.
    let snapshots = server.count(&format!("SELECT count(*) FROM snapshots WHERE match_id = '{id}'")).await;
    assert!((4..=5).contains(&snapshots), "{snapshots}");
}

/// Prints the time of a request.
#[expect(clippy::print_stdout, reason = "it prints its figures")]
async fn timed(reader: &Person, what: &str, path: &str) -> Reply {
    let began = std::time::Instant::now();
    let reply = reader.get(path).await;
    println!("{what}: {:.1} ms", began.elapsed().as_secs_f64() * 1000.0);
    reply
}

/// `TURNPOST_LINES=100000 cargo test -p tests --test all -- log_of_many_lines --nocapture` prints the times of a longer log.
#[expect(clippy::print_stdout, reason = "it prints its figures")]
#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_many_lines_is_read_in_parts() {
    let number = std::env::var("TURNPOST_LINES").map_or(3000, |text| text.parse::<u32>().unwrap()) / 2 * 2;
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magma", "seats": 2, "seating": "joined"})).await;
    bob.joins(&id).await;
    for text in ["agree", "disagree"] {
        bob.plays(&id, text).await;
    }
    // The same two lines again and again, as before they were bounded.
    let columns = "turn, seat, cause, text, events, moment, at";
    server
        .query(&format!(
            "INSERT INTO moves (match_id, ply, {columns}) SELECT match_id, ply + 2 * n, {columns}
             FROM moves, generate_series(1, {}) n WHERE match_id = '{id}' AND ply > 0;
             UPDATE matches SET ply = {number} WHERE id = '{id}'",
            number / 2 - 1
        ))
        .await;
    println!("{number} lines");
    let path = format!("/v1/matches/{id}");
    timed(&anna, "an earlier position, first", &format!("{path}?line={}", number - 3)).await.expect(200);
    let agreed =
        timed(&anna, "an earlier position", &format!("{path}?include=view&line={}", number - 3)).await.expect(200);
    assert_eq!(agreed["page"]["view"]["agreed"], json!([1]));
    let middle = timed(&anna, "an earlier board", &format!("{path}/board.txt?line={}", number / 2)).await;
    assert_eq!(middle.status, 200);
    let last = timed(&anna, "the end of the log", &format!("{path}/log?after={}", number - 2)).await.expect(200);
    assert_eq!((last["lines"].as_array().unwrap().len(), &last["next"]), (2, &Value::Null));
    let story = timed(&anna, "full history", &format!("/matches/{id}/log")).await;
    assert_eq!(story.status, 200);
    timed(&anna, "the match", &path).await.expect(200);
    let snapshots = server.count(&format!("SELECT count(*) FROM snapshots WHERE match_id = '{id}'")).await;
    assert!((snapshots - i64::from(number / 100)).abs() < 4, "{snapshots}");
}
