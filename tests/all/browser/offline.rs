//! Pages that are read without a connection.

use serde_json::json;
use tests::browser::{Browser, DESK, PHONE};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::{small_table, start};

/// Stands between browsers and the server, and returns its address and the switch that cuts the connection.
async fn line_to(server: &str) -> (String, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (cut, is_cut) = watch::channel(false);
    let server = server.trim_start_matches("http://").to_owned();
    tokio::spawn(async move {
        while let Ok((mut browser, _)) = listener.accept().await {
            let (mut is_cut, server) = (is_cut.clone(), server.clone());
            tokio::spawn(async move {
                let mut server = TcpStream::connect(server).await.unwrap();
                tokio::select! {
                    _ = is_cut.wait_for(|is_cut| *is_cut) => {}
                    _ = copy_bidirectional(&mut browser, &mut server) => {}
                }
            });
        }
    });
    (url, cut)
}

/// Waits until the browser keeps the page of a path.
async fn kept(browser: &Browser, path: &str) {
    browser.until(&format!("caches.match('{path}').then((page) => !!page)")).await;
}

/// Opens a page, which may fail.
async fn tries(browser: &Browser, path: &str) {
    let _ = browser.client.goto(&format!("{}{path}", browser.origin())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_ones_matches_are_read_without_a_connection() {
    let Some((mut server, driver, [anna, bob], id)) = small_table().await else { return };
    anna.plays(&id, "a1").await;
    let (url, cut) = line_to(&server.url).await;
    server.url = url;
    let (browser, path) = (driver.open(&server, PHONE).await, format!("/matches/{id}"));
    browser.sign_in(&anna).await;
    // The first page is kept, too, which came before the worker.
    browser.goto(&path).await;
    kept(&browser, &path).await;
    browser.goto("/").await;
    kept(&browser, "/").await;
    for path in ["/account", "/lobby", "/me/matches", &format!("{path}?line=0"), &format!("{path}/log")] {
        browser.goto(path).await;
    }
    cut.send(true).unwrap();
    browser.goto(&path).await;
    browser.wait("#offline").await;
    assert!(browser.words("#offline").await.starts_with("Offline: as last seen on "));
    // The board with its script and its style.
    browser.wait(".grid [data-cell=a1]").await;
    assert!(browser.has("#board [data-cell=a1] .token").await);
    assert_eq!(browser.value("getComputedStyle(document.querySelector('.match')).display").await, json!("flex"));
    browser.goto("/").await;
    browser.wait("#offline").await;
    assert!(browser.words("main").await.contains("In the browser"), "{}", browser.words("main").await);
    for path in ["/account", &format!("{path}?line=0"), &format!("{path}/log")] {
        tries(&browser, path).await;
        assert!(!browser.has("article, main").await, "{path}");
    }
    // What happens while the connection is away is shown once it is there again.
    cut.send(false).unwrap();
    browser.goto(&path).await;
    browser.wait(".grid").await;
    assert!(!browser.has("#offline").await);
    cut.send(true).unwrap();
    browser.client.refresh().await.unwrap();
    browser.wait("#offline").await;
    cut.send(false).unwrap();
    bob.moves(&id).await;
    browser.until("!document.getElementById('offline') && !!document.querySelector('article[data-mine]')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_of_an_account_is_shown_to_another() {
    let Some((mut server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = super::table(&server, [&anna, &bob], "magnapoco", json!({"board": "square4"})).await;
    let carol = server.person("Carol").await;
    let (url, cut) = line_to(&server.url).await;
    server.url = url;
    let (browser, path) = (driver.open(&server, DESK).await, format!("/matches/{id}"));
    let none = "caches.keys().then((names) => names.length === 0)";
    browser.sign_in(&anna).await;
    browser.goto(&path).await;
    kept(&browser, &path).await;
    // Nothing stays when its reader signs out.
    browser.goto("/account").await;
    browser.click("form[action='/sign-out'] button").await;
    browser.until("location.pathname === '/' && document.readyState === 'complete'").await;
    browser.until(none).await;
    cut.send(true).unwrap();
    tries(&browser, &path).await;
    assert!(!browser.has("#offline, article").await);
    cut.send(false).unwrap();
    // Another account of the browser, without a sign-out: the first own page removes what is there.
    browser.sign_in(&bob).await;
    browser.goto(&path).await;
    kept(&browser, &path).await;
    browser.sign_in(&carol).await;
    browser.goto("/").await;
    browser.until(&format!("caches.match('{path}').then((page) => !page)")).await;
    kept(&browser, "/").await;
    cut.send(true).unwrap();
    tries(&browser, &path).await;
    assert!(!browser.has("#offline, article").await);
    browser.goto("/").await;
    browser.wait("#offline").await;
    assert!(!browser.words("main").await.contains("In the browser"));
    // A session that has ended elsewhere.
    cut.send(false).unwrap();
    browser.client.delete_all_cookies().await.unwrap();
    browser.goto("/").await;
    browser.until(none).await;
}
