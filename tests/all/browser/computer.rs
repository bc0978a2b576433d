//! A match against the computer, from the first page on.

use tests::browser::PHONE;

use super::{choose, is_mine, numbers, send, settled, start};

#[tokio::test(flavor = "multi_thread")]
async fn one_click_begins_a_match_against_the_computer() {
    let Some((server, driver)) = start().await else { return };
    let anna = server.person("Anna").await;
    let browser = driver.open(&server, PHONE).await;
    browser.sign_in(&anna).await;
    for game in ["magma", "magic"] {
        browser.goto("/").await;
        browser.click(&format!("button[formaction='/new/{game}/computer']")).await;
        browser.wait(".grid").await;
        let mut numbers = numbers(3);
        for _ in 0..2 {
            // The answer of the computer arrives by itself.
            browser.until("document.querySelector('article').hasAttribute('data-mine')").await;
            settled(&browser).await;
            assert!(is_mine(&browser).await);
            choose(&browser, &mut numbers).await;
            send(&browser).await;
        }
        let words = browser.words("main").await;
        assert!(words.contains("Computer A, Medium"), "{words}");
        assert_eq!(browser.console(), Vec::<String>::new());
    }
}
