//! A move by keys alone, and one without script.

use fantoccini::key::Key;
use serde_json::json;
use tests::browser::{DESK, Kind, PHONE};

use super::{SEND, open_match, settled, small_table, start, table};

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_made_by_keys_alone() {
    let Some((server, driver, [anna, _], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, DESK, &anna, &id).await;
    browser.wait(".grid .cell.can").await;
    // The first stop is the link that skips the frame, and the board has one stop of its own.
    let key = |key: Key| char::from(key).to_string();
    browser.press(&key(Key::Tab)).await;
    assert_eq!(browser.value("document.activeElement.className").await, "skip");
    browser.press(&key(Key::Enter)).await;
    let mut stops = 0;
    while browser.value("document.activeElement.className.includes('cell')").await != json!(true) {
        browser.press(&key(Key::Tab)).await;
        stops += 1;
        assert!(stops < 10, "the board has no stop");
    }
    let first = browser.value("document.activeElement.dataset.cell").await;
    browser.press(&key(Key::Right)).await;
    browser.press(&key(Key::Down)).await;
    let moved = browser.value("document.activeElement.dataset.cell").await;
    assert_ne!(first, moved);
    assert!(
        browser.value("document.activeElement.getAttribute('aria-label')").await.as_str().unwrap().contains("empty")
    );
    browser.press(&key(Key::Home)).await;
    browser.press("n").await;
    browser.press(&key(Key::Enter)).await;
    settled(&browser).await;
    browser.wait(SEND).await;
    assert!(browser.value("document.activeElement.className.includes('cell')").await == json!(true), "the focus stays");
    browser.press(&key(Key::Escape)).await;
    settled(&browser).await;
    assert!(!browser.has(SEND).await && browser.words("#lead").await.starts_with("Tap "));
    browser.press(&key(Key::Enter)).await;
    settled(&browser).await;
    browser.wait(SEND).await;
    let mut stops = 0;
    while browser.value("document.activeElement.textContent").await != json!("Send") {
        browser.press(&key(Key::Tab)).await;
        stops += 1;
        assert!(stops < 10, "no stop at Send");
    }
    browser.press(&key(Key::Enter)).await;
    browser.until("document.getElementById('news').textContent.startsWith('Sent:')").await;
    assert_eq!(anna.sees(&id).await["page"]["turn"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_every_game_is_made_without_script() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let browser = driver.open(&server, Kind { script: false, ..PHONE }).await;
    for game in engine::newest().map(|rules| rules.info().id) {
        let id = table(&server, [&anna, &bob], game, json!({})).await;
        let is_annas = anna.sees(&id).await["page"]["awaited"].as_array().unwrap().contains(&json!(0));
        browser.sign_in(if is_annas { &anna } else { &bob }).await;
        browser.goto(&format!("/matches/{id}")).await;
        let mut steps = 0;
        while !browser.has(SEND).await {
            // As scripts see them: WebDriver tells words with other blanks.
            let before = browser.value("document.querySelector('.dock').innerText").await;
            // The first way in the list stands before the first button.
            browser.click("#cells button, #bar .ways button").await;
            // The whole of the next page.
            let next =
                format!("document.readyState === 'complete' && document.querySelector('.dock').innerText !== {before}");
            browser.until(&next).await;
            steps += 1;
            assert!(steps < 60, "{game}: {}", browser.words("#bar").await);
        }
        browser.click(SEND).await;
        browser.until("document.getElementById('bar').innerText.startsWith('Sent:')").await;
        assert_eq!(
            anna.sees(&id).await["page"]["turn"],
            browser.value("Number(document.querySelector('article').dataset.turn)").await,
            "{game}"
        );
    }
}
