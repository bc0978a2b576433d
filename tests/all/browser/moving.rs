//! Moves along their ways, scores that count, and sounds.

use serde_json::json;
use tests::browser::{Browser, DESK, PHONE};
use tests::{Person, Server};

use super::{open_match, start, table};

/// Records what moves, counts and sounds from now on.
const RECORD: &str = "(() => {
    const [animate, start] = [Element.prototype.animate, OscillatorNode.prototype.start];
    [window.moves, window.scores, window.tones] = [[], [], []];
    Element.prototype.animate = function (steps, options) {
        moves.push([steps.map((step) => step.transform), options.duration, options.delay]);
        return animate.call(this, steps, options);
    };
    OscillatorNode.prototype.start = function (at) {
        tones.push(this.frequency.value);
        start.call(this, at);
    };
    new MutationObserver(() => scores.push(document.querySelector('#over .score').textContent))
        .observe(document.querySelector('#over'), { childList: true, characterData: true, subtree: true });
})()";

/// Anna, whose piece on a1 can jump to c5 over b2 and c4, and Bob, who passes.
async fn before_a_chain(server: &Server) -> ([Person; 2], String) {
    let people = server.people(["Anna", "Bob"]).await;
    let id = table(server, people.each_ref(), "magma", json!({})).await;
    for text in ["+b2", "+b3", "b3-c4"] {
        people[0].plays(&id, text).await;
        people[1].plays(&id, "pass").await;
    }
    (people, id)
}

/// Waits until a page shows that a piece came to a cell.
async fn came(browser: &Browser, cell: &str) {
    browser.until(&format!("!!document.querySelector('#board [data-cell={cell}] .token')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_of_jumps_is_shown_jump_by_jump() {
    let Some((server, driver)) = start().await else { return };
    let ([anna, bob], id) = before_a_chain(&server).await;
    let browser = open_match(&server, &driver, DESK, &bob, &id).await;
    browser.value(RECORD).await;
    anna.plays(&id, "a1-c5").await;
    came(&browser, "c5").await;
    let moves = browser.value("moves").await;
    let [steps, duration, delay] = [0, 1, 2].map(|at| moves[0][at].clone());
    assert_eq!((moves.as_array().unwrap().len(), duration, delay), (1, json!(300), json!(0)));
    assert_eq!((steps.as_array().unwrap().len(), &steps[2]), (3, &json!("translate(0px, 0px)")), "{steps}");
    assert_ne!(steps[0], steps[1]);
    // A step back goes the same way back.
    browser.value("(moves.length = 0)").await;
    browser.click("#steps a:nth-of-type(2)").await;
    came(&browser, "a1").await;
    let back = browser.value("moves[0][0]").await;
    assert_eq!((back.as_array().unwrap().len(), &back[2]), (3, &json!("translate(0px, 0px)")), "{back}");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_count_unless_nothing_may_move() {
    let Some((server, driver)) = start().await else { return };
    for is_still in [false, true] {
        let ([anna, bob], id) = before_a_chain(&server).await;
        let browser = open_match(&server, &driver, PHONE, &bob, &id).await;
        if is_still {
            let reduced = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
            browser.devtools("Emulation.setEmulatedMedia", &reduced);
        }
        browser.value(RECORD).await;
        let before = browser.words("#over .score").await;
        anna.plays(&id, "a1-c5").await;
        came(&browser, "c5").await;
        let page = bob.sees(&id).await;
        let panels = page["page"]["scene"]["panels"].as_array().unwrap().clone();
        let after = panels.iter().find(|panel| panel["yours"] == false).unwrap()["score"].as_str().unwrap().to_owned();
        assert_ne!(before, after);
        browser.until(&format!("document.querySelector('#over .score').textContent === '{after}'")).await;
        let shown = browser.value("[...new Set(scores)]").await;
        let between =
            shown.as_array().unwrap().iter().filter(|one| **one != json!(before) && **one != json!(after)).count();
        assert_eq!(between == 0, is_still, "{before} {after}: {shown}");
        assert_eq!(browser.value("moves.length").await == json!(0), is_still);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sounds_are_off_until_their_switch_is_on() {
    let Some((server, driver)) = start().await else { return };
    let ([anna, bob], id) = before_a_chain(&server).await;
    let browser = open_match(&server, &driver, PHONE, &bob, &id).await;
    browser.value(RECORD).await;
    anna.plays(&id, "a1-c5").await;
    browser.wait("article[data-mine]").await;
    assert_eq!(browser.value("tones").await, json!([]));
    bob.plays(&id, "pass").await;
    browser.wait("article:not([data-mine])").await;
    browser.click("label:has(#sounds)").await;
    assert_eq!(browser.value("tones.splice(0)").await, json!([170]), "the switch sounds itself");
    anna.plays(&id, "b2-b3").await;
    browser.wait("article[data-mine]").await;
    assert_eq!(browser.value("tones.splice(0)").await, json!([170, 660, 880]));
    // The browser remembers it.
    browser.client.refresh().await.unwrap();
    browser
        .until("document.getElementById('sounds')?.checked && document.getElementById('sounds').checkVisibility()")
        .await;
    browser.click("label:has(#sounds)").await;
    browser.client.refresh().await.unwrap();
    browser.until("document.getElementById('sounds')?.checkVisibility()").await;
    assert_eq!(browser.value("document.getElementById('sounds').checked").await, json!(false));
    assert_eq!(browser.console(), Vec::<String>::new());
}
