//! The page on which moves are tried.

use fantoccini::key::Key;
use serde_json::json;
use tests::browser::{DESK, Kind, PHONE};

use super::{choose, open_match, settled, small_table};

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_tried_by_taps_and_the_address_opens_the_same() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, PHONE, &people[0], &id).await;
    browser.click("#more a[href$='/try?line=0']").await;
    browser.wait("article[data-tries] .cell.can").await;
    browser.value("(window.stays = true)").await;
    browser.click(".cell[data-cell='a1']").await;
    browser.until("location.search === '?line=0&moves=a1'").await;
    // The first of two stones, then the second.
    browser.click(".cell[data-cell='a4']").await;
    browser.until("location.search === '?line=0&moves=a1&move=a4'").await;
    browser.click(".cell[data-cell='d1']").await;
    browser.until("location.search === '?line=0&moves=a1%3Ea4+d1'").await;
    assert!(browser.value("document.querySelectorAll('#board .token').length").await == json!(7));
    // One stone alone, by the button.
    browser.click(".cell[data-cell='c1']").await;
    browser.click("#send button:not([disabled])").await;
    browser.until("location.search === '?line=0&moves=a1%3Ea4+d1%3Ec1'").await;
    browser.click("#bar .past a").await;
    browser.until("location.search.endsWith('&at=2')").await;
    settled(&browser).await;
    assert_eq!(browser.words("#history [aria-current] .words").await, "a4 d1");
    browser.until("[...document.querySelectorAll('#bar .past a')].some((link) => link.innerText === 'Forth')").await;
    // The arrows go the same steps.
    for (key, end) in [(Key::Left, "&at=1"), (Key::Left, "&at=0"), (Key::Right, "&at=1"), (Key::Right, "&at=2")] {
        browser.value("document.activeElement.blur()").await;
        browser.press(&char::from(key).to_string()).await;
        browser.until(&format!("location.search.endsWith('{end}')")).await;
        settled(&browser).await;
    }
    // Another cell begins another move, and the step back drops it.
    browser.click(".cell[data-cell='d4']").await;
    browser.until("location.search.endsWith('&move=d4')").await;
    browser.click("#back").await;
    browser.until("location.search.endsWith('&at=2')").await;
    assert_eq!(browser.value("window.stays").await, json!(true), "no other page was loaded");
    let (address, picture) =
        (browser.value("location.pathname + location.search").await, browser.words("#history").await);
    let visitor = driver.open(&server, DESK).await;
    visitor.goto(address.as_str().unwrap()).await;
    visitor.wait("article[data-tries] .cell.can").await;
    assert_eq!(visitor.words("#history").await, picture);
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(people[0].sees(&id).await["page"]["turn"], json!(0), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_script_moves_are_tried_by_buttons() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    people[0].moves(&id).await;
    let browser = driver.open(&server, Kind { script: false, ..PHONE }).await;
    browser.goto(&format!("/matches/{id}/try")).await;
    // Each press loads a page: the next one is for that page.
    for number in 1..=2 {
        browser.click("#cells button").await;
        browser.click("#send button:not([disabled])").await;
        browser.wait(&format!("#history li:nth-child({number})")).await;
    }
    browser.wait("#history li:nth-child(2) [aria-current]").await;
    browser.click("#bar .past a").await;
    browser.wait("#history li:first-child [aria-current]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tried_line_is_left_as_conditional_moves() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    people[0].moves(&id).await;
    let browser = open_match(&server, &driver, PHONE, &people[0], &id).await;
    browser.click("#more a[href$='/try?line=1']").await;
    browser.wait("article[data-tries] .cell.can").await;
    let mut numbers = super::numbers(3);
    for number in 1..=2 {
        choose(&browser, &mut numbers).await;
        browser.click("#send button:not([disabled])").await;
        browser.until(&format!("document.querySelectorAll('#history li').length === {number}")).await;
        settled(&browser).await;
    }
    browser.click("#bar .past form button").await;
    browser.wait("#planned[open] button[name=remove]").await;
    browser.click("#planned button[name=remove]").await;
    browser.until("!document.querySelector('#planned button[name=remove]')").await;
}
