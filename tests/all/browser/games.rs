//! Whole matches of every game by two browsers: a phone and a screen on a desk.

use serde_json::{Value, json};
use tests::browser::{DESK, PHONE};
use tests::needs;

use super::{choose, is_mine, numbers, send, settled, start, table};

/// The most moves of a match: each is sent by one of the browsers.
const MAX: usize = 120;

async fn plays(game: &str, options: Value, seed: u64) {
    if !matches!(game, "magma" | "magic") && !needs::permission("20 s of two browsers") {
        return;
    }
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], game, options).await;
    let browsers = [driver.open(&server, PHONE).await, driver.open(&server, DESK).await];
    for (browser, person) in browsers.iter().zip([&anna, &bob]) {
        browser.sign_in(person).await;
        browser.goto(&format!("/matches/{id}")).await;
        browser.wait(".grid").await;
    }
    let mut numbers = numbers(seed);
    let mut moves = 0;
    while !is_over(&browsers).await {
        let mut mover = None;
        for browser in &browsers {
            settled(browser).await;
            if is_mine(browser).await {
                mover = Some(browser);
                break;
            }
        }
        // The news of the last move may be on its way.
        let Some(browser) = mover else { continue };
        choose(browser, &mut numbers).await;
        send(browser).await;
        moves += 1;
        assert!(moves < MAX, "{game}: not over after {moves} moves: {}", browser.words("#status").await);
    }
    for browser in &browsers {
        browser.until("document.getElementById('side').innerText.includes('The result')").await;
        assert_eq!(browser.console(), Vec::<String>::new());
    }
    let page = anna.sees(&id).await;
    assert_eq!(page["phase"], "over", "{page}");
}

async fn is_over(browsers: &[tests::browser::Browser; 2]) -> bool {
    browsers[0].has("#bar .end").await || browsers[1].has("#bar .end").await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_magma_to_its_end() {
    plays("magma", json!({"board": "pointed43", "max_rounds": 2}), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_magnet_to_its_end() {
    plays("magnet", json!({"max_rounds": 1}), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_magnapoco_to_its_end() {
    plays("magnapoco", json!({"board": "square3"}), 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_ice_to_its_end() {
    plays("ice", json!({"board": "5x5", "max_rounds": 1}), 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_magic_to_its_end() {
    plays("magic", json!({"layout": "shuffled", "decks": "dealt", "max_rounds": 1}), 5).await;
}
