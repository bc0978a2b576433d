//! An app on a desk is given access in a browser: from the sign-in to a call of the API, and back on the page of the account.

use serde_json::json;
use tests::browser::PHONE;
use tests::oauth::{OauthApp, with};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::pages::{Axe, findings};
use super::start;

/// Waits for the browser at the address of an app; returns the path and the query with which it came.
async fn arrival(listener: &TcpListener) -> String {
    loop {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut bytes = vec![0; 8192];
        let length = stream.read(&mut bytes).await.unwrap();
        let head = String::from_utf8_lossy(&bytes[..length]).into_owned();
        let page = "<!doctype html><title>App</title><p id=\"back\">Back in the app.</p>";
        let answer = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{page}",
            page.len()
        );
        stream.write_all(answer.as_bytes()).await.unwrap();
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        // Browsers open connections beforehand, and ask for an icon.
        if path.starts_with("/in?") {
            return path;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_in_gives_an_app_access_and_takes_it_back() {
    let Some((server, driver)) = start().await else { return };
    let Some(axe) = Axe::load().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut app = OauthApp::register(&server, &bob, "Magma on the tram to Tübingen", "http://127.0.0.1/in").await;
    app.redirect = format!("http://127.0.0.1:{port}/in");
    let wish = with(&app.wish("matches:read moves:write account:read"), "state", Some("s+1"));
    let browser = driver.open(&server, PHONE).await;
    // The app opens a browser that has no session.
    browser.goto(&OauthApp::path(&wish)).await;
    browser.write("#address", &anna.address).await;
    browser.click("main form button").await;
    browser.wait("#code").await;
    let id: turnpost::ids::SignInId = browser.path().await.rsplit('/').next().unwrap().parse().unwrap();
    browser.write("#code", &server.app.secrets.code(id.0).to_string()).await;
    browser.click("main form button").await;
    browser.wait("button[value=allow]").await;
    assert_eq!(browser.path().await, "/oauth/authorize");
    let words = browser.words("main").await;
    for part in ["Magma on the tram to Tübingen", "@bob", "@anna", "a program on this device", "Read your account"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert_eq!(findings(&browser, &axe).await, json!([]));
    let wide = browser.value("document.documentElement.scrollWidth > 390").await;
    assert_eq!(wide, json!(false), "the page scrolls to the side");
    let (path, ()) = tokio::join!(arrival(&listener), browser.click("button[value=allow]"));
    browser.wait("#back").await;
    let back = reqwest::Url::parse(&format!("http://127.0.0.1:{port}{path}")).unwrap();
    let of = |name: &str| back.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned());
    assert_eq!((of("state").as_deref(), of("iss").as_deref()), (Some("s+1"), Some("http://127.0.0.1:8080")));
    let tokens = app.tokens(&app.exchange(&of("code").expect("a code"))).await.expect(200);
    let client = server.client(tokens["access_token"].as_str().unwrap());
    assert_eq!(client.get("/v1/me").await.expect(200)["handle"], "anna");
    // What was given is taken back.
    browser.goto("/account#apps").await;
    assert!(browser.words("#apps").await.contains("Magma on the tram to Tübingen"), "{}", browser.words("#apps").await);
    browser.click("#apps form button").await;
    browser.wait("#apps .strong").await;
    assert!(browser.words("#apps").await.contains("no longer has access"));
    client.get("/v1/me").await.problem("unauthenticated");
    // A refusal goes back to the app, too.
    browser.goto(&OauthApp::path(&wish)).await;
    browser.wait("button[value=refuse]").await;
    let (path, ()) = tokio::join!(arrival(&listener), browser.click("button[value=refuse]"));
    assert!(path.contains("error=access_denied") && path.contains("iss="), "{path}");
    let console: Vec<String> = browser.console().into_iter().filter(|line| !line.contains("/favicon.ico")).collect();
    assert_eq!(console, Vec::<String>::new());
}
