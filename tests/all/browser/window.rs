//! What a window shows without scrolling, and what stays in its place while a move is made.

use serde_json::{Value, json};
use tests::browser::{Browser, DESK, PHONE};

use super::{SEND, choose, numbers, open_match, settled, start, table};

/// Widths and heights of desktop windows, tablets and phones, upright and lying, each with whether it is touched.
const WINDOWS: [(u32, u32, bool); 8] = [
    (1920, 1080, false),
    (1280, 900, false),
    (1366, 768, false),
    (1180, 820, true),
    (820, 1180, true),
    (844, 390, true),
    (390, 844, true),
    (360, 640, true),
];

/// Gives the page another size.
fn resize(browser: &Browser, (width, height, mobile): (u32, u32, bool)) {
    let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
    browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
}

/// The right and lower edges of the board, of Send and of the window.
async fn edges(browser: &Browser) -> [[f64; 2]; 3] {
    let edges = "[...['#board svg', '#send > button'].map((one) => document.querySelector(one).getBoundingClientRect())
        .map((at) => [at.right, at.bottom]), [innerWidth, innerHeight]]";
    serde_json::from_value(browser.value(edges).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_and_send_are_in_every_window_without_scrolling() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let browser = driver.open(&server, DESK).await;
    for game in engine::newest().map(|rules| rules.info().id) {
        let id = table(&server, [&anna, &bob], game, json!({})).await;
        let is_annas = anna.sees(&id).await["page"]["awaited"].as_array().unwrap().contains(&json!(0));
        browser.sign_in(if is_annas { &anna } else { &bob }).await;
        for window in WINDOWS {
            resize(&browser, window);
            browser.goto(&format!("/matches/{id}")).await;
            browser.wait(".grid").await;
            let [board, send, inner] = edges(&browser).await;
            let fits = [board, send].iter().all(|[right, bottom]| *right <= inner[0] && *bottom <= inner[1]);
            assert!(fits, "{game} in {window:?}: board {board:?}, Send {send:?} of {inner:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_against_the_computer_leaves_the_board_in_its_place() {
    let Some((server, driver)) = start().await else { return };
    let anna = server.person("Anna").await;
    let browser = driver.open(&server, PHONE).await;
    browser.sign_in(&anna).await;
    browser.goto("/").await;
    browser.click("button[formaction='/new/magma/computer']").await;
    browser.wait(".grid").await;
    // Every place that the board has had, in each frame.
    let watch = "(window.tops = new Set(), (function look() {
        tops.add(Math.round(document.querySelector('#board').getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
    })(), true)";
    browser.value(watch).await;
    let mut numbers = numbers(3);
    for _ in 0..2 {
        browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
        settled(&browser).await;
        choose(&browser, &mut numbers).await;
        browser.value("(window.turn = document.querySelector('article').dataset.turn, true)").await;
        browser.click(SEND).await;
        browser.until("document.querySelector('article[data-mine]')?.dataset.turn - turn === 2").await;
    }
    let tops: Vec<Value> = serde_json::from_value(browser.value("[...tops]").await).unwrap();
    assert_eq!(tops.len(), 1, "the board was at {tops:?}");
    let names = browser.value("[...document.querySelectorAll('.seats .who')].map((name) => name.clientWidth)").await;
    let widths: Vec<f64> = names.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    assert!(widths.len() == 2 && widths.iter().all(|width| *width > 60.0), "names of players are {widths:?} wide");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_is_dealt_on_an_open_page_leaves_the_board_in_the_window() {
    let Some((server, driver)) = start().await else { return };
    let anna = server.person("Anna").await;
    let browser = driver.open(&server, DESK).await;
    resize(&browser, (360, 640, true));
    browser.sign_in(&anna).await;
    browser.goto("/").await;
    browser.click("button[formaction='/new/magic/computer']").await;
    browser.wait(".grid").await;
    let (mut numbers, mut moves) = (numbers(3), 0);
    while !browser.has("#hand .hand").await {
        browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
        settled(&browser).await;
        choose(&browser, &mut numbers).await;
        browser.click(SEND).await;
        settled(&browser).await;
        moves += 1;
        assert!(moves < 12, "no hand after {moves} moves");
    }
    browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
    // Taps have scrolled the page.
    browser.value("(scrollTo(0, 0), true)").await;
    let [board, send, inner] = edges(&browser).await;
    let dock = browser.value("document.querySelector('.dock').getBoundingClientRect().top").await.as_f64().unwrap();
    assert!(board[1] <= dock && send[1] <= inner[1], "board {board:?}, Send {send:?} of {inner:?}, bar at {dock}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bar_says_what_to_do_next_at_every_step() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], "magma", json!({})).await;
    let browser = open_match(&server, &driver, PHONE, &anna, &id).await;
    let says = async |words: &str| {
        browser.until(&format!("document.getElementById('lead').innerText === '{words}'")).await;
    };
    says("Tap a marked space for a new piece, or a piece of yours to move it.").await;
    browser.click(".cell[data-cell='a1']").await;
    says("Tap the space that the piece goes to.").await;
    browser.click(".cell[data-cell='b2']").await;
    says("Send the move.").await;
    browser.click("#back").await;
    says("Tap the space that the piece goes to.").await;
    browser.click(".cell[data-cell='b2']").await;
    says("Send the move.").await;
    let count = "(window.pages = 0, window.parse = DOMParser.prototype.parseFromString, DOMParser.prototype.parseFromString = function (...all) {
        window.pages++;
        return window.parse.apply(this, all);
    }, true)";
    browser.value(count).await;
    browser.click(SEND).await;
    says("The match is waiting for Bob (Blue).").await;
    // The news of one's own move bring the same page again, and leave what was said.
    browser.until("window.pages > 1").await;
    settled(&browser).await;
    browser.until("document.getElementById('news').textContent === 'Sent: a1-b2'").await;
}
