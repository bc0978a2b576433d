//! From the first visit to a match that has begun, in browsers alone.

use tests::Server;
use tests::browser::{Browser, DESK, PHONE};
use tests::mailbox::Received;

use super::start;

/// Signs in by the code of the email, and chooses a name.
async fn enters(server: &Server, browser: &Browser, name: &str) {
    let address = format!("{}@example.org", name.to_lowercase());
    browser.goto("/").await;
    browser.write("#address", &address).await;
    browser.click("#sign-in button").await;
    browser.wait("#code").await;
    let id = browser.path().await.rsplit('/').next().unwrap().to_owned();
    server.mailbox.wait_for(&address, |email: &Received| email.text().contains("/sign-in/")).await;
    browser.write("#code", "BBBB BBBB").await;
    browser.click("form button").await;
    browser.wait("#code[aria-invalid]").await;
    let id: turnpost::ids::SignInId = id.parse().unwrap();
    browser.write("#code", &server.app.secrets.code(id.0).to_string()).await;
    browser.click("form button").await;
    browser.wait("#name").await;
    browser.write("#name", name).await;
    browser.click("form button").await;
    browser.until("location.pathname === '/'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_newcomers_begin_a_match_in_their_browsers() {
    let Some((server, driver)) = start().await else { return };
    let (phone, desk) = (driver.open(&server, PHONE).await, driver.open(&server, DESK).await);
    enters(&server, &phone, "Anna").await;
    enters(&server, &desk, "Bob").await;
    phone.goto("/new").await;
    phone.click("a[href='/new/magma']").await;
    phone.write("#invite", "bob@example.org").await;
    phone.click("details:has(#name) summary").await;
    phone.write("#name", "Lava evening").await;
    phone.click("main form > button").await;
    phone.until("location.pathname.startsWith('/matches/')").await;
    assert!(phone.words("main").await.contains("bob@example.org"), "{}", phone.words("main").await);
    let path = phone.path().await;
    // The list of the invited player shows it without a reload.
    desk.until("document.body.innerText.includes('Lava evening')").await;
    desk.click("form[action$='/accept'] button").await;
    desk.wait("article.match .grid").await;
    assert_eq!(desk.path().await, path);
    // The page of the open match turns into the match by itself. It is not left before that.
    phone.wait("article.match .grid").await;
    phone.goto("/").await;
    phone.goto(&path).await;
    phone.wait("article.match .grid").await;
    // A name that is refused stays in its field; the account says why.
    desk.goto("/account").await;
    desk.write("#handle", "x").await;
    desk.click("#profile button").await;
    desk.wait("#profile .wrong").await;
    assert_eq!(desk.value("document.getElementById('handle').value").await, "x");
    desk.click("form[action='/sign-out'] button").await;
    // The page of the account has a field for an address, too.
    desk.until("location.pathname === '/' && document.readyState === 'complete'").await;
    desk.goto("/account").await;
    assert_eq!(desk.path().await, "/sign-in");
    for browser in [&phone, &desk] {
        let console: Vec<String> = browser
            .console()
            .into_iter()
            .filter(|line| !line.contains("status of 4") && !line.contains("Clear-Site-Data header"))
            .collect();
        assert_eq!(console, Vec::<String>::new());
    }
}
