//! Links of pages, shared by a button.

use tests::browser::{Browser, DESK};

use super::{open_match, small_table};

/// Presses the button, and returns the address that it copies.
async fn copies(browser: &Browser) -> String {
    browser.value("(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)").await;
    browser.click("[data-share]:not([hidden])").await;
    browser.until("document.querySelector('[data-share]').innerText === 'Copied'").await;
    browser.value("copied.slice(location.origin.length)").await.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_positions_and_profiles_are_shared() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    anna.plays(&id, "a1").await;
    let browser = open_match(&server, &driver, DESK, &bob, &id).await;
    browser.until("document.querySelector('[data-share]')?.innerText === 'Copy link'").await;
    // What is being chosen is not in it.
    browser.click(".cell[data-cell='a4']").await;
    browser.until("location.search.startsWith('?move=')").await;
    assert_eq!(copies(&browser).await, format!("/matches/{id}"));
    browser.click("#steps a").await;
    browser
        .until("location.search === '?line=0' && document.querySelector('[data-share]').innerText === 'Copy link'")
        .await;
    assert_eq!(copies(&browser).await, format!("/matches/{id}?line=0"));
    let handle = anna.get("/v1/me").await.expect(200)["handle"].as_str().unwrap().to_owned();
    browser.goto(&format!("/people/{handle}")).await;
    assert_eq!(copies(&browser).await, format!("/people/{handle}"));
    // The system shares where it can.
    browser.value("(navigator.share = async ({ url }) => { window.shared = url; }, true)").await;
    browser.click("[data-share]").await;
    browser.until("window.shared === location.href").await;
    server.query(&format!("UPDATE matches SET visibility = 'private' WHERE id = '{id}'")).await;
    browser.goto(&format!("/matches/{id}")).await;
    browser.wait(".grid").await;
    assert!(!browser.has("[data-share]").await);
    assert_eq!(browser.console(), Vec::<String>::new());
}
