//! Pages that need a server without a mail server, or a session whose last code is old: the kept emails, and the question for a code.

use serde_json::{Value, json};
use tests::Server;
use tests::browser::{Browser, DESK, Driver, Kind, PHONE};

use super::pages::{Axe, findings};
use super::table;

/// Finds what is wrong with the page: what axe finds, and what does not fit on the screen.
async fn faults(browser: &Browser, axe: &Axe, width: u32) -> Vec<Value> {
    let mut found: Vec<Value> = findings(browser, axe).await.as_array().unwrap().clone();
    let page = browser.value("document.documentElement.scrollWidth").await;
    if page.as_u64().unwrap() > u64::from(width) {
        found.push(json!(format!("{page} px wide")));
    }
    let email = "[...document.querySelectorAll('pre')].every((one) => one.scrollWidth <= one.clientWidth)";
    if browser.value(email).await != json!(true) {
        found.push(json!("an email runs past its edge"));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_emails_and_the_question_for_a_code_are_accessible_and_fit_on_a_phone() {
    let Some(driver) = Driver::start().await else { return };
    let Some(axe) = Axe::load().await else { return };
    let server = Server::with(|table| {
        table.remove("smtp_url");
        table.insert("public_url".to_owned(), "http://127.0.0.1:8080".into());
    })
    .await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    for rules in engine::newest() {
        table(&server, [&anna, &bob], rules.info().id, json!({})).await;
    }
    server.emails_are_out().await;
    // The sign-ins are too old for a token.
    server.later(chrono::Duration::minutes(11));
    let mailbox = server.mailbox_path();
    let mut paths = vec![mailbox.clone(), "/mailbox".to_owned()];
    let emails = server.rows("SELECT id FROM kept_emails").await;
    assert!(emails.len() > engine::newest().count(), "{emails:?}");
    paths.extend(emails.iter().map(|row| format!("{mailbox}/{}", row[0])));
    let mut found = Vec::new();
    for kind in [PHONE, Kind { dark: true, ..DESK }] {
        let browser = driver.open(&server, kind).await;
        for path in &paths {
            browser.goto(path).await;
            found.push((path.clone(), kind.dark, faults(&browser, &axe, kind.size.0).await));
        }
        browser.sign_in(&anna).await;
        browser.goto("/account#tokens").await;
        browser.write("#token_name", "bot").await;
        browser.click("#tokens form.stack button").await;
        browser.wait("#code").await;
        found.push(("the question".to_owned(), kind.dark, faults(&browser, &axe, kind.size.0).await));
        browser.write("#code", "x").await;
        browser.click("main form button").await;
        browser.wait("#code[aria-invalid]").await;
        found.push(("the question again".to_owned(), kind.dark, faults(&browser, &axe, kind.size.0).await));
    }
    found.retain(|(_, _, list)| !list.is_empty());
    assert!(found.is_empty(), "{found:#?}");
}
