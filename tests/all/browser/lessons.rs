//! Lessons on the board.

use serde_json::json;
use tests::browser::{DESK, Kind, PHONE};

use super::{settled, small_table};

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_solved_by_taps() {
    let Some((server, driver, ..)) = small_table().await else { return };
    let lesson = &engine::lessons::of("magnapoco")[0];
    for kind in [PHONE, DESK] {
        let browser = driver.open(&server, kind).await;
        browser.goto("/learn/magnapoco").await;
        browser.click(".buttons a.button").await;
        browser.wait(".task").await;
        browser.value("(window.stays = true)").await;
        for (number, step) in (1..).zip(&lesson.steps) {
            browser.until(&format!("document.querySelector('.sub').innerText.includes('step {number} of')")).await;
            for space in step.solution().split(' ') {
                browser.click(&format!(".cell.can[data-cell='{space}']")).await;
                settled(&browser).await;
            }
            browser.click("#send button:not([disabled])").await;
            browser.until("document.querySelector('#bar')?.innerText.includes('Right.')").await;
            assert_eq!(browser.value("window.stays").await, json!(true), "another page was loaded");
            if number < lesson.steps.len() {
                browser.click("#next").await;
            }
        }
        browser.click("#next").await;
        browser.until("location.pathname === '/learn/magnapoco/2'").await;
        browser.goto("/learn/magnapoco").await;
        assert!(browser.words(".lessons li:first-child").await.ends_with("solved"));
        assert_eq!(browser.console(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_script_a_lesson_is_solved_by_buttons() {
    let Some((server, driver, ..)) = small_table().await else { return };
    let browser = driver.open(&server, Kind { script: false, ..PHONE }).await;
    browser.goto("/learn/magnapoco/1").await;
    browser.click("#cells button").await;
    browser.click("#send button:not([disabled])").await;
    browser.wait("#bar .alert, #bar #next").await;
    browser.goto("/learn/magnapoco/1?step=1&answer=z9").await;
    browser.wait("#bar .alert").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_of_a_lesson_is_cast_by_taps() {
    let Some((server, driver, ..)) = small_table().await else { return };
    for kind in [PHONE, DESK] {
        let browser = driver.open(&server, kind).await;
        browser.goto("/learn/magic/1").await;
        browser.click("#hand [data-item='h1']").await;
        browser.click("#sheet[open] button[name=move]").await;
        browser.wait(".cell.can[data-cell='7']").await;
        browser.click(".cell.can[data-cell='7']").await;
        settled(&browser).await;
        browser.click("#send button:not([disabled])").await;
        browser.until("document.querySelector('#bar')?.innerText.includes('Right.')").await;
        assert_eq!(browser.console(), Vec::<String>::new());
        // Without script the sheet is a page.
        browser.goto("/learn/magic/1?step=1&card=h1").await;
        browser.wait("#sheet[open] button[name=move]").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_creature_of_a_lesson_is_moved_by_taps() {
    let Some((server, driver, ..)) = small_table().await else { return };
    let browser = driver.open(&server, PHONE).await;
    browser.goto("/learn/magic/2").await;
    browser.click(".cell[data-cell='7']").await;
    browser.until("location.search.includes('move=move+c1') || location.search.includes('move=move%20c1')").await;
    // What cannot be reached drops nothing.
    browser.click(".cell[data-cell='15']").await;
    browser.until("document.getElementById('news').innerText.includes('cannot go on')").await;
    assert!(browser.value("location.search").await.as_str().unwrap().contains("move=move"));
}
