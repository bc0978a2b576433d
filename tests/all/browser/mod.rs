//! The pages in a real browser.

mod account;
mod board;
mod computer;
mod games;
mod guests;
mod history;
mod kept;
mod keyboard;
mod lessons;
mod moving;
mod notifications;
mod oauth;
mod offline;
mod pages;
mod renewal;
mod seen;
mod share;
mod tabs;
mod tries;
mod window;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::browser::{Browser, Driver, Kind};
use tests::{Person, Server};

/// A server whose pages a browser opens, and a driver; `None` if there is no browser.
async fn start() -> Option<(Server, Driver)> {
    let driver = Driver::start().await?;
    let server = Server::with(|table| {
        // Without TLS the cookie has its plain name.
        table.insert("public_url".to_owned(), "http://127.0.0.1:8080".into());
    })
    .await;
    Some((server, driver))
}

/// Creates a match of these two people, who sit in this order.
async fn table(server: &Server, people: [&Person; 2], game: &str, options: Value) -> String {
    let [anna, bob] = people;
    let new = json!({"game": game, "options": options, "seating": "joined", "name": "In the browser"});
    let id = anna.creates(new).await;
    // Players sit in the order of joining.
    server.later(chrono::Duration::seconds(1));
    bob.joins(&id).await;
    id
}

/// A match of Anna and Bob on the smallest board of Magnapoco; `None` if there is no browser.
async fn small_table() -> Option<(Server, Driver, [Person; 2], String)> {
    let (server, driver) = start().await?;
    let people = server.people(["Anna", "Bob"]).await;
    let id = table(&server, people.each_ref(), "magnapoco", json!({"board": "square4"})).await;
    Some((server, driver, people, id))
}

/// Opens the match in a browser, where this person signs in.
async fn open_match(server: &Server, driver: &Driver, kind: Kind, person: &Person, id: &str) -> Browser {
    let browser = driver.open(server, kind).await;
    browser.sign_in(person).await;
    browser.goto(&format!("/matches/{id}")).await;
    browser.wait(".grid").await;
    browser
}

/// Waits until the page has the answers to what was done last.
async fn settled(browser: &Browser) {
    browser.until("!document.querySelector('article[aria-busy=true]')").await;
}

/// Returns whether the page takes a move.
async fn is_mine(browser: &Browser) -> bool {
    browser.has("article[data-mine]").await
}

/// The button that sends a whole move.
const SEND: &str = "#send button:not([name]):not([disabled])";

/// The most time for all choices of a move.
const LONG: Duration = Duration::from_secs(60);

/// Chooses on the board, or among the buttons, until there is a whole move; the numbers decide which.
async fn choose(browser: &Browser, numbers: &mut impl Iterator<Item = usize>) {
    let (mut steps, began) = (0, Instant::now());
    while steps < 60 && began.elapsed() < LONG {
        settled(browser).await;
        if browser.has(SEND).await {
            return;
        }
        let number = numbers.next().unwrap();
        // A card says what can be done with it.
        if browser.has("#sheet[open]").await {
            let ways = "#sheet button[name=move]";
            let tapped = if browser.has(ways).await { ways } else { "#sheet [method=dialog] button" };
            steps += usize::from(browser.taps(tapped, number).await);
            continue;
        }
        // Several choices on one cell are buttons.
        let cells = browser.value("document.querySelectorAll('.cell.can, .held.can').length").await;
        let ways = browser.value("document.querySelectorAll('#bar .ways li:not([hidden]) button').length").await;
        // A second tap on the cell would ask the same again.
        let asks = browser.value("document.getElementById('lead')?.innerText === 'Choose what to do there.'").await;
        let by_button = cells == json!(0) || (ways != json!(0) && (cells == json!(1) || asks == json!(true)));
        let tapped = if by_button { "#bar .ways li:not([hidden]) button" } else { ".cell.can, .held.can" };
        steps += usize::from(browser.taps(tapped, number).await);
    }
    panic!("no whole move after {steps} choices: {}", browser.words("#bar").await);
}

/// Sends the chosen move.
async fn send(browser: &Browser) {
    browser.click(SEND).await;
    settled(browser).await;
    // The inner width of a phone grows with the page.
    let wide = browser.value("document.documentElement.scrollWidth > outerWidth").await;
    assert_eq!(wide, json!(false), "the page scrolls to the side");
}

/// Numbers that look random and are the same in each run.
pub(crate) fn numbers(seed: u64) -> impl Iterator<Item = usize> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 40).ok()
    })
}
