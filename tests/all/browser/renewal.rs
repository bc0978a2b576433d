//! What an open page hears, says and keeps while the match goes on.

use serde_json::json;
use tests::browser::{DESK, PHONE};

use super::{SEND, choose, numbers, open_match, small_table, start, table};

#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_hears_of_a_proposal_and_a_tap_leaves_it_in_place() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magnapoco", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}});
    let id = anna.creates(new).await;
    server.later(chrono::Duration::seconds(1));
    bob.joins(&id).await;
    let browser = open_match(&server, &driver, PHONE, &bob, &id).await;
    browser.wait(".grid").await;
    // Neither the turn nor who is awaited changes.
    let proposed = json!({"kind": "pause", "length": "P7D"});
    anna.post(&format!("/v1/matches/{id}/proposals"), &proposed).await.expect(201);
    browser.wait("#status a[href*='/proposals/']").await;
    // He is not to move: a tap tells what is there, and the links stay.
    browser.click(".cell").await;
    browser.until("document.getElementById('news').innerText.endsWith('empty.')").await;
    assert!(browser.has("#status a[href*='/proposals/']").await);
    assert_eq!(browser.value("document.getElementById('news').getAttribute('role')").await, json!("status"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_no_match_page_is_said_and_the_move_stays() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, DESK, &anna, &id).await;
    browser.wait(".grid .cell.can").await;
    choose(&browser, &mut numbers(3)).await;
    let chosen = browser.words("#say code").await;
    let proxy = "window.kept = window.fetch, window.fetch = async () => new Response('<h1>Bad gateway</h1><main><p>Come back later.</p></main>', \
                 {status: 502, headers: {'content-type': 'text/html'}}), true";
    browser.value(proxy).await;
    browser.click(SEND).await;
    browser.until("document.getElementById('news').innerText === 'Bad gateway: Come back later.'").await;
    assert_eq!(browser.words("#say code").await, chosen);
    browser.value("(window.fetch = window.kept, true)").await;
    // A second tap while the answer is on its way sends nothing.
    browser
        .value(&format!(
            "(() => {{ const send = document.querySelector('{SEND}'); send.click(); send.click(); return true; }})()"
        ))
        .await;
    browser.until("document.getElementById('news').textContent.startsWith('Sent:')").await;
    assert_eq!(bob.sees(&id).await["page"]["turn"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_signed_out_lets_another_page_have_the_stream() {
    let Some((server, driver, [anna, _], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, DESK, &anna, &id).await;
    browser.until("(async () => (await navigator.locks.query()).held.length === 1)()").await;
    // The cookie is believed for a quarter of an hour.
    server.later(chrono::Duration::minutes(20));
    anna.proves(&server).await.delete("/v1/me").await.expect(204);
    browser.until("document.getElementById('news').innerText.startsWith('You are signed out')").await;
    browser.until("(async () => (await navigator.locks.query()).held.length === 0)()").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_comes_back_from_the_history_is_up_to_date() {
    let Some((server, driver, [anna, _], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, PHONE, &anna, &id).await;
    browser.goto("/").await;
    assert_eq!(browser.words("h1").await, "One match is waiting for you");
    browser.goto(&format!("/matches/{id}")).await;
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    // The events since then are older than those that the feed of a page that was just opened repeats.
    server.later(chrono::Duration::minutes(1));
    browser.client.back().await.unwrap();
    browser.until("document.querySelector('h1').innerText === 'My matches'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_an_open_match_turns_into_the_match() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnapoco", "seats": 2})).await;
    let browser = driver.open(&server, PHONE).await;
    browser.sign_in(&anna).await;
    browser.goto(&format!("/matches/{id}")).await;
    assert!(browser.words("main").await.contains("waiting for players"));
    browser.until("(async () => (await navigator.locks.query()).held.length === 1)()").await;
    bob.joins(&id).await;
    browser.wait("article.match").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_of_another_player_leaves_a_move_that_has_begun() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], "magma", json!({})).await;
    let browser = open_match(&server, &driver, PHONE, &anna, &id).await;
    browser.wait(".grid .cell.can").await;
    // A choice that is only the beginning of a move.
    let begun = "[...document.querySelectorAll('#bar .ways button')].find((one) => !('complete' in one.dataset))";
    browser.value(&format!("({begun} ?? document.querySelector('.cell.can')).click()")).await;
    browser.until("!!document.querySelector('#say code')").await;
    let chosen = browser.words("#say code").await;
    bob.post(&format!("/v1/matches/{id}/notes"), &json!({"text": "Good luck"})).await.expect(201);
    browser.until("document.getElementById('more').innerText.includes('Good luck')").await;
    assert_eq!(browser.words("#say code").await, chosen);
    assert!(!browser.words("#news").await.contains("moved on"));
}
