//! Notifications on this device, in a browser whose push service is a script: the real one cannot be reached from a test.

use data_encoding::BASE64URL_NOPAD;
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tests::browser::{Browser, PHONE};

use super::start;

/// The titles, texts and tags of the notifications on the screen.
const SHOWN: &str = "navigator.serviceWorker.ready.then((one) => one.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.tag]))";

/// Lets the browser subscribe without a push service, from the next page on.
fn stub(browser: &Browser) {
    let key = SecretKey::from_slice(&[7; 32]).unwrap().public_key().to_encoded_point(false);
    let keys = json!({"p256dh": BASE64URL_NOPAD.encode(key.as_bytes()), "auth": BASE64URL_NOPAD.encode(&[7; 16])});
    let subscription = json!({"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "keys": keys});
    let source = format!(
        "PushManager.prototype.subscribe = async (options) => {{ window.asked = options; return {{ toJSON: () => ({subscription}) }}; }};"
    );
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
}

async fn shown(browser: &Browser) -> Value {
    let script = format!("const done = arguments[arguments.length - 1]; {SHOWN}.then(done);");
    browser.client.execute_async(&script, Vec::new()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_is_told_while_its_button_is_on() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let browser = driver.open(&server, PHONE).await;
    stub(&browser);
    let permit = |state: &str| {
        let permission = json!({"permission": {"name": "notifications"}, "setting": state, "origin": browser.origin()});
        browser.devtools("Browser.setPermission", &permission);
    };
    permit("granted");
    browser.sign_in(&anna).await;
    browser.goto("/account#devices").await;
    browser.wait("#push .off:not([hidden])").await;
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 0);
    browser.click("#push .off button").await;
    browser.wait("#push .on:not([hidden])").await;
    let key = server.get("/v1/push").await.expect(200)["key"].clone();
    assert_eq!(browser.value("window.asked").await, json!({"userVisibleOnly": true, "applicationServerKey": key}));
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 1);
    // Each visit sends the subscription again.
    server.app.clock.advance(chrono::Duration::hours(1));
    browser.goto("/").await;
    server.until("SELECT renewed_at > created_at FROM pushes JOIN receivers USING (id)").await;
    // What the server sends is shown, also while no page is open.
    browser.client.goto("about:blank").await.unwrap();
    let told = json!({"title": "Your turn: Magma", "body": "Move soon.", "url": format!("{}/matches/x", browser.origin()), "tag": "x"});
    let message = json!({"origin": browser.origin(), "registrationId": "0", "data": told.to_string()});
    browser.devtools("ServiceWorker.enable", &json!({}));
    browser.devtools("ServiceWorker.deliverPushMessage", &message);
    browser.goto("/account#devices").await;
    // A look between the moments in which the browser stores a notification and shows it takes it for one that was closed, and
    // removes it: after a look that finds none, the message comes once more.
    tests::eventually("a notification", async || {
        if shown(&browser).await == json!([]) {
            browser.devtools("ServiceWorker.deliverPushMessage", &message);
        }
        (shown(&browser).await == json!([["Your turn: Magma", "Move soon.", "x"]])).then_some(())
    })
    .await;
    browser.click("#push .on button").await;
    browser.wait("#push .off:not([hidden])").await;
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 0);
    browser.goto("/").await;
    browser.goto("/account#devices").await;
    browser.wait("#push .off:not([hidden])").await;
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 0, "it stays off");
    // Another person who signs in here does not get them by themselves.
    browser.click("#push .off button").await;
    browser.wait("#push .on:not([hidden])").await;
    browser.sign_in(&bob).await;
    browser.goto("/account#devices").await;
    browser.wait("#push .off:not([hidden])").await;
    permit("denied");
    browser.goto("/").await;
    browser.goto("/account#devices").await;
    browser.wait("#push .blocked:not([hidden])").await;
    assert_eq!(browser.console(), Vec::<String>::new());
}
