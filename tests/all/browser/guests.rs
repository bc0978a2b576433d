//! A visitor plays at once and keeps the match; a friend joins by a link.

use serde_json::json;
use tests::browser::{DESK, PHONE};
use turnpost::ids::SignInId;

use super::{choose, numbers, send, settled, start};

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_plays_at_once_and_keeps_the_match() {
    let Some((server, driver)) = start().await else { return };
    let browser = driver.open(&server, PHONE).await;
    browser.goto("/").await;
    browser.click("button[formaction='/new/magma/computer']").await;
    browser.wait(".grid").await;
    let mut numbers = numbers(3);
    for _ in 0..2 {
        // The answer of the computer arrives by itself.
        browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
        settled(&browser).await;
        choose(&browser, &mut numbers).await;
        send(&browser).await;
    }
    let path = browser.path().await;
    // The form is beside the board, which is replaced by the answer of the computer.
    browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
    settled(&browser).await;
    browser.write("#address", "gus@example.org").await;
    browser.click("#side form[action='/sign-in'] button").await;
    browser.wait("#code").await;
    let id: SignInId = browser.path().await.rsplit('/').next().unwrap().parse().unwrap();
    browser.write("#code", &server.app.secrets.code(id.0).to_string()).await;
    browser.click("form button").await;
    browser.wait("#name").await;
    browser.write("#name", "Gus").await;
    browser.click("form button").await;
    browser.until(&format!("location.pathname === '{path}'")).await;
    browser.wait(".seats").await;
    let words = browser.words("main").await;
    assert!(words.contains("Gus (you)") && !words.contains("Keep this match"), "{words}");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The first page is a board already: a tap, and Send.
#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_moves_on_the_first_page() {
    let Some((server, driver)) = start().await else { return };
    for kind in [PHONE, DESK] {
        let browser = driver.open(&server, kind).await;
        browser.goto("/").await;
        assert!(!browser.value("document.querySelector('.first button:not([type])').checkVisibility() && document.querySelector('#cell').checkVisibility()").await.as_bool().unwrap());
        // A stone lies there already.
        browser.click("[data-cell=c5].cell").await;
        assert!(browser.words("#lead").await.contains("Tap another point"), "{}", browser.words("#lead").await);
        browser.click("[data-cell=d4].cell").await;
        browser.until("!document.querySelector('.first button:not([type])').disabled").await;
        assert!(browser.has(".cell.chosen[data-cell=d4]").await);
        browser.click(".first button:not([type])").await;
        browser.wait("article.match .grid").await;
        browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
        let history = browser.words("#history").await;
        assert!(history.contains("d4"), "{history}");
        browser.goto("/").await;
        assert!(!browser.has(".first").await, "a guest with a match has that match there");
        assert_eq!(browser.console(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_joins_by_a_link_in_another_browser() {
    let Some((server, driver)) = start().await else { return };
    let (anna, bob) = (server.person("Anna").await, server.person("Bob").await);
    let (phone, desk) = (driver.open(&server, PHONE).await, driver.open(&server, DESK).await);
    phone.sign_in(&anna).await;
    desk.sign_in(&bob).await;
    let id = anna.creates(json!({"game": "magnapoco", "visibility": "private"})).await;
    phone.goto(&format!("/matches/{id}")).await;
    phone.click("form[action$='/link'] button").await;
    phone.wait("[data-share]:not([hidden])").await;
    let link = phone.words("code.copy").await;
    desk.goto(link.strip_prefix(&server.app.config.public_url).unwrap()).await;
    desk.click("main form button").await;
    desk.wait("article.match .grid").await;
    // The page of the open match turns into the match by itself.
    phone.wait("article.match .grid").await;
    assert_eq!(desk.console(), Vec::<String>::new());
}
