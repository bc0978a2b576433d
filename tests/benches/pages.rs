//! What a page of a match costs in a real browser: `cargo bench -p tests --bench pages` prints it for every game. It needs `chromium` and
//! `chromedriver`. Browsers, server and Postgres share the machine.
//!
//! * kB, requests: what a first visit transfers, headers included: the page, its scripts, style sheet and pictures. The stream of events
//!   and the notice that the page is seen, which come after it, are not counted.
//! * LCP, playable: a phone with a slow network (1.6 Mbit/s, 150 ms) and a quarter of this processor; from the click on a link to the
//!   largest paint, and to the moment at which a cell or a button takes a tap. Cold: nothing in the cache of the browser.
//! * tap: from a tap on a cell to the next choices, without the slow network. move: from the tap on Send to the board of the other
//!   player in another browser.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use serde_json::{Value, json};
use tests::browser::{Browser, DESK, Driver, PHONE};
use tests::{Person, Server};

/// The moves that are timed.
const MOVES: usize = 8;

/// Notes when a page takes a tap, in milliseconds since its navigation began. It runs before the scripts of the page.
const WATCH: &str = "
    window.lcp = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.lcp = one.startTime; })
        .observe({ type: 'largest-contentful-paint', buffered: true });
    const look = () => {
        const can = document.querySelector('.grid') && document.querySelector('.cell.can, .held.can, #bar .ways li:not([hidden]) button');
        if (can) window.playable = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// What the page has transferred: bytes and requests. What comes from the cache counts as nothing.
const WEIGHT: &str = "(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((one) => one.transferSize > 0 && !one.name.includes('/v1/'));
    return [all.reduce((sum, one) => sum + one.transferSize, 0), all.length];
})()";

/// Taps the first of these elements, and gives the milliseconds until the part of the page has changed.
const TAP: &str = "
    const [what, part, done] = arguments;
    const place = document.querySelector(part);
    const began = performance.now();
    new MutationObserver((_, observer) => { observer.disconnect(); done(performance.now() - began); })
        .observe(place, { childList: true, subtree: true, characterData: true, attributes: true });
    document.querySelector(what).click();";

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run());
}

async fn run() {
    let Some(driver) = Driver::start().await else { return };
    let server = Server::with(|table| {
        // Without TLS the cookie has its plain name.
        table.insert("public_url".to_owned(), "http://127.0.0.1:8080".into());
    })
    .await;
    let people = server.people(["Anna", "Bob"]).await;
    println!(
        "{:<10} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "kB", "requests", "LCP cold", "LCP warm", "playable", "tap"
    );
    for (game, options) in [
        ("magma", json!({})),
        ("magnet", json!({})),
        ("magnapoco", json!({"board": "square4"})),
        ("ice", json!({})),
        ("magic", json!({})),
    ] {
        let id = table(&server, &people, game, options).await;
        visit(&server, &driver, &people, game, &id).await;
    }
    let id = table(&server, &people, "magnapoco", json!({"board": "square4"})).await;
    let took = moves(&server, &driver, &people, &id).await;
    println!("move to the board of the other: {took:.0?} ms");
}

/// A running match of two people.
async fn table(server: &Server, [anna, bob]: &[Person; 2], game: &str, options: Value) -> String {
    let id = anna.creates(json!({"game": game, "options": options, "seating": "joined"})).await;
    server.later(chrono::Duration::seconds(1));
    bob.joins(&id).await;
    // A page that is opened in the moment in which its match changes looks again.
    server.later(chrono::Duration::minutes(1));
    id
}

/// Visits a match on a slow phone twice, then taps once.
async fn visit(server: &Server, driver: &Driver, people: &[Person; 2], game: &str, id: &str) {
    let page = people[0].get(&format!("/v1/matches/{id}")).await.expect(200);
    let awaited = usize::try_from(page["page"]["awaited"][0].as_u64().unwrap_or(0)).unwrap();
    let phone = driver.open(server, PHONE).await;
    phone.sign_in(&people[awaited]).await;
    // The page of the sign-in has the style sheet, which must not be there yet.
    phone.devtools("Network.clearBrowserCache", &json!({}));
    slow(&phone, true);
    phone.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": WATCH}));
    let path = format!("/matches/{id}");
    let (lcp, playable, weight) = load(&phone, &path).await;
    let (warm, ..) = load(&phone, &path).await;
    slow(&phone, false);
    let target =
        if phone.has(".cell.can").await { ".cell.can" } else { ".held.can, #bar .ways li:not([hidden]) button" };
    let tap = number(&timed(&phone, target, "#bar").await);
    println!(
        "{game:<10} {:>6.1} {:>9} {lcp:>6.0} ms {warm:>6.0} ms {playable:>6.0} ms {tap:>6.1} ms",
        number(&weight[0]) / 1000.0,
        weight[1],
    );
}

/// Makes network and processor slow, or as fast as they are.
fn slow(browser: &Browser, is_slow: bool) {
    let (latency, bytes, rate) = if is_slow { (150, 200_000, 4) } else { (0, -1, 1) };
    let network = json!({"offline": false, "latency": latency, "downloadThroughput": bytes, "uploadThroughput": bytes});
    browser.devtools("Network.emulateNetworkConditions", &network);
    browser.devtools("Emulation.setCPUThrottlingRate", &json!({"rate": rate}));
}

/// Loads a page; returns its largest paint, when it can be played, and its weight.
async fn load(browser: &Browser, path: &str) -> (f64, f64, Value) {
    browser.goto(path).await;
    browser.until("window.playable > 0 && window.lcp > 0").await;
    let figures = browser.value("[window.lcp, window.playable]").await;
    (number(&figures[0]), number(&figures[1]), browser.value(WEIGHT).await)
}

/// Taps, and returns the milliseconds until a part of the page has changed.
async fn timed(browser: &Browser, what: &str, part: &str) -> Value {
    browser.client.execute_async(TAP, vec![json!(what), json!(part)]).await.unwrap()
}

/// Plays moves in two browsers; returns for each the milliseconds from the tap on Send to the board of the other player, sorted.
async fn moves(server: &Server, driver: &Driver, people: &[Person; 2], id: &str) -> Vec<f64> {
    let mut browsers = Vec::new();
    for person in people {
        let browser = driver.open(server, DESK).await;
        browser.sign_in(person).await;
        browser.goto(&format!("/matches/{id}")).await;
        browser.wait(".grid").await;
        browsers.push(browser);
    }
    let mut took = Vec::new();
    for _ in 0..MOVES {
        let mover = usize::from(browsers[1].has("article[data-mine]").await);
        let (mine, other) = (&browsers[mover], &browsers[1 - mover]);
        let send = "#send button:not([name]):not([disabled])";
        let ready = format!(
            "document.querySelector('.cell.can, {send}') && !document.querySelector('article[aria-busy=true]')"
        );
        mine.until(&ready).await;
        while !mine.has(send).await {
            timed(mine, ".cell.can", "#bar").await;
            mine.until(&ready).await;
        }
        let watch = "new MutationObserver((_, observer) => { observer.disconnect(); window.told = Date.now(); })
            .observe(document.getElementById('board'), { childList: true, subtree: true }), window.told = 0";
        other.value(watch).await;
        let tap =
            format!("(() => {{ const now = Date.now(); document.querySelector('{send}').click(); return now; }})()");
        let began = number(&mine.value(&tap).await);
        other.until("window.told > 0").await;
        took.push(number(&other.value("window.told").await) - began);
        other.until("'mine' in document.querySelector('article').dataset").await;
    }
    took.sort_by(f64::total_cmp);
    took
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}
