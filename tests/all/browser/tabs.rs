//! Several pages of one browser, and pages that are behind.

use tests::browser::{DESK, PHONE};

use super::{SEND, choose, is_mine, numbers, open_match, send, settled, small_table};

#[tokio::test(flavor = "multi_thread")]
async fn ten_tabs_share_one_stream_and_all_hear_of_a_move() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, DESK, &bob, &id).await;
    let mut tabs = vec![browser.client.window().await.unwrap()];
    for _ in 1..10 {
        tabs.push(browser.client.new_window(true).await.unwrap().handle);
    }
    for tab in &tabs[1..] {
        browser.client.switch_to_window(tab.clone()).await.unwrap();
        browser.goto(&format!("/matches/{id}")).await;
        browser.wait(".grid").await;
    }
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    for tab in &tabs {
        browser.client.switch_to_window(tab.clone()).await.unwrap();
        browser.until("'mine' in document.querySelector('article').dataset").await;
    }
    assert_eq!(server.app.hub.feeds.sizes().0, 1, "one stream for all tabs");
}

/// A page is made, a move comes, and only then the page's script begins: on a slow line these are seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_hears_of_a_move_that_came_before_its_script() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    server.later(chrono::Duration::minutes(1));
    let browser = open_match(&server, &driver, PHONE, &bob, &id).await;
    let since = browser.value("document.querySelector('article').dataset.since").await;
    let since = since.as_str().unwrap();
    let before = bob.get(&format!("/v1/me/events?after={since}")).await.expect(200);
    assert_eq!(before["events"], serde_json::json!([]), "nothing is new to the page");
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    // The stream of the page has told it, and tells it no more.
    browser.until("'mine' in document.querySelector('article').dataset").await;
    let late = format!(
        "import(document.querySelector('link[href*=server]').href).then(({{ listen }}) => {{
            listen(['/v1/me/events', '{since}'], () => {{ window.heard = true; }}, () => {{}});
            return true;
        }})"
    );
    browser.value(&late).await;
    browser.until("window.heard === true").await;
}

/// A busy server refuses the newer page once.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_could_not_be_renewed_tries_again() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, PHONE, &bob, &id).await;
    settled(&browser).await;
    let refuse = format!(
        "(() => {{
            const real = window.fetch;
            window.refused = 0;
            window.fetch = (path, init) => path === '/matches/{id}' && window.refused++ === 0
                ? Promise.resolve(new Response('<h1>Service unavailable</h1>', {{ status: 503 }}))
                : real(path, init);
            return true;
        }})()"
    );
    browser.value(&refuse).await;
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    browser.until("'mine' in document.querySelector('article').dataset").await;
    assert!(browser.value("window.refused").await.as_i64() > Some(1), "the first was refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_behind_loses_nothing() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, PHONE, &anna, &id).await;
    browser.wait(".grid .cell.can").await;
    choose(&browser, &mut numbers(7)).await;
    // She moves by email meanwhile; the page hears of it, and says that nothing of its own was sent.
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    browser.until("!('mine' in document.querySelector('article').dataset)").await;
    assert!(!browser.has(SEND).await && !is_mine(&browser).await);
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    browser.wait("article[data-mine]").await;
    settled(&browser).await;
    choose(&browser, &mut numbers(8)).await;
    send(&browser).await;
    browser.until("document.getElementById('news').textContent.startsWith('Sent:')").await;
}
