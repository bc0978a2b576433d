//! Tournaments that repeat: who is entered again, and in which group.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Server};

use super::{cup, enter, in_state, list, moved_on, people};

/// Plays a tournament to its end: of two players the one who comes later in the list resigns.
async fn play(server: &Server, people: &[Person], path: &str) -> Value {
    loop {
        moved_on(server).await;
        let page = people[0].get(path).await.expect(200);
        let playing = in_state(&page, "playing");
        if playing.is_empty() {
            assert_eq!(page["phase"], "over", "{page}");
            return page;
        }
        for one in playing {
            let place = |handle: &Value| people.iter().position(|person| *handle == person.handle).unwrap();
            let loser = list(&one["players"]).iter().map(place).max().unwrap();
            people[loser].act(&format!("/v1/matches/{}/resign", one["match_id"].as_str().unwrap())).await.expect(200);
        }
    }
}

/// The handles of the players of each group, in their order.
fn groups(page: &Value) -> Vec<Vec<String>> {
    let handles = |group: &Value| {
        list(&group["standings"]).iter().map(|line| line["handle"].as_str().unwrap().to_owned()).collect()
    };
    list(&page["groups"]).iter().map(handles).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_promotes_and_renews_entries() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 12).await;
    let league =
        json!({"name": "League", "at_once": 12, "max_entries": 12, "repeats": true, "promotion": {"up": 2, "down": 2}});
    let path = cup(&people[0], &league).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    let page = play(&server, &people, &path).await;
    let first = groups(&page);
    assert_eq!(first.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6]);
    let next = format!("/v1/tournaments/{}", page["next"].as_str().unwrap());
    let page = people[0].get(&next).await.expect(200);
    assert_eq!((&page["name"], &page["edition"], &page["entry_count"]), (&json!("League 2"), &json!(2), &json!(12)));
    assert_eq!(page["previous"].as_str().map(|id| format!("/v1/tournaments/{id}")), Some(path));
    // It is full at once, and yet leaves time to stay out of it.
    moved_on(&server).await;
    assert_eq!(people[0].get(&next).await.expect(200)["phase"], "entry");
    server.later(Duration::days(7));
    let page = play(&server, &people, &next).await;
    let second = groups(&page);
    let is_in = |group: &[String], handles: &[String]| handles.iter().all(|handle| group.contains(handle));
    assert!(is_in(&second[1], &first[0][4..]) && is_in(&second[0], &first[1][..2]), "{first:?} {second:?}");
    assert!(is_in(&second[0], &first[0][..4]) && is_in(&second[1], &first[1][2..]), "{first:?} {second:?}");
    assert_eq!(
        people[0].get(&format!("/v1/tournaments/{}", page["next"].as_str().unwrap())).await.expect(200)["edition"],
        3
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_left_or_was_away_is_not_entered_again() {
    let server = Server::quiet(|_| {}).await;
    let people = people(&server, 6).await;
    let path = cup(&people[0], &json!({"at_once": 12, "repeats": true, "entry_time": "P10D"})).await;
    for person in &people {
        enter(person, &path).await.expect(204);
    }
    people[0].act(&format!("{path}/start")).await.expect(204);
    moved_on(&server).await;
    people[5].delete(&format!("{path}/entry")).await.expect(204);
    server
        .query(&format!(
            "UPDATE users SET seen_at = seen_at - interval '31 days' WHERE handle = '{}'",
            people[4].handle
        ))
        .await;
    // The matches of those who are away are ended by the others.
    let mut left = true;
    while left {
        moved_on(&server).await;
        let page = people[0].get(&path).await.expect(200);
        left = page["phase"] != "over";
        for one in in_state(&page, "playing") {
            let handle =
                one["players"].as_array().unwrap().iter().find(|handle| **handle != people[4].handle).unwrap().clone();
            let loser = people.iter().find(|person| handle == person.handle).unwrap();
            loser.act(&format!("/v1/matches/{}/resign", one["match_id"].as_str().unwrap())).await.expect(200);
        }
    }
    let next = people[0].get(&path).await.expect(200)["next"].as_str().unwrap().to_owned();
    let next = format!("/v1/tournaments/{next}");
    let entered = |page: &Value| list(&page["entries"]).iter().map(|entry| entry["handle"].clone()).collect::<Vec<_>>();
    let page = people[0].get(&next).await.expect(200);
    assert_eq!(entered(&page), people[..4].iter().map(|person| json!(person.handle)).collect::<Vec<_>>());
    people[1].delete(&format!("{next}/entry")).await.expect(204);
    server.later(Duration::days(11));
    moved_on(&server).await;
    assert_eq!(people[0].get(&next).await.expect(200)["phase"], "entry", "three are too few");
    // A series ends when an edition is called off.
    people[0].act(&format!("{next}/call-off")).await.expect(204);
    assert_eq!(server.count("SELECT count(*) FROM tournaments").await, 2);
    for wrong in
        [json!({"promotion": {"up": 2, "down": 3}}), json!({"repeats": true, "promotion": {"up": 3, "down": 3}})]
    {
        let mut wish = json!({"game": "magma", "name": "League", "entry_time": "P7D"});
        wish.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        people[0].post("/v1/tournaments", &wish).await.refused("bad-field", Some("promotion"));
    }
}
