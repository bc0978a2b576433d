//! What a person sees and touches: pictures and marks that can be seen, and a tap that news cannot take away.

use serde_json::{Value, json};
use tests::browser::{DESK, Kind, PHONE};
use tests::mailbox::Received;

use super::{SEND, open_match, settled, small_table, start, table};

#[tokio::test(flavor = "multi_thread")]
async fn the_drawn_chip_of_ice_is_whole() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], "ice", json!({"board": "5x5"})).await;
    for kind in [PHONE, DESK] {
        let browser = open_match(&server, &driver, kind, &anna, &id).await;
        // The chip fills the round window, in its middle.
        let places = "[document.querySelector('.drawn'), document.querySelector('.drawn svg [data-cell] .chip, .drawn svg [data-cell]')]
            .map((one) => one.getBoundingClientRect()).map((at) => [at.x + at.width / 2, at.y + at.height / 2, at.width])";
        let places: Vec<[f64; 3]> = serde_json::from_value(browser.value(places).await).unwrap();
        let [window, chip] = places[..] else { panic!("{places:?}") };
        assert!((window[0] - chip[0]).abs() < 2.0 && (window[1] - chip[1]).abs() < 2.0, "{kind:?}: {places:?}");
        assert!(chip[2] > 0.8 * window[2], "{kind:?}: {places:?}");
    }
}

/// The paints of the dots, each with the greater of the contrasts of its fill and its edge to the page.
const DOTS: &str = "(() => {
    const light = (paint) => {
        const parts = paint.match(/[0-9.]+/g).map(Number);
        const [r, g, b] = parts.slice(0, 3).map((one) => one / 255).map((one) => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4);
        return { value: .2126 * r + .7152 * g + .0722 * b, alpha: parts[3] ?? 1 };
    };
    const contrast = (one, other) => (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const paints = rules.filter((rule) => rule.style?.getPropertyValue('--paint')).map((rule) => rule.selectorText.slice(1));
    const panel = document.querySelector('.panels');
    let paper = panel;
    while (light(getComputedStyle(paper).backgroundColor).alpha === 0) paper = paper.parentElement;
    const ground = light(getComputedStyle(paper).backgroundColor).value;
    return paints.map((paint) => {
        const dot = document.createElement('span');
        dot.className = `dot ${paint}`;
        panel.append(dot);
        const style = getComputedStyle(dot);
        const edge = light(style.borderTopColor);
        const best = Math.max(contrast(light(style.backgroundColor).value, ground), edge.alpha === 1 ? contrast(edge.value, ground) : 0);
        dot.remove();
        return [paint, best];
    });
})()";

#[tokio::test(flavor = "multi_thread")]
async fn the_dot_of_each_colour_stands_out_in_both_themes() {
    let Some((server, driver, [anna, _], id)) = small_table().await else { return };
    for kind in [DESK, Kind { dark: true, ..DESK }] {
        let browser = open_match(&server, &driver, kind, &anna, &id).await;
        let dots: Vec<(String, f64)> = serde_json::from_value(browser.value(DOTS).await).unwrap();
        assert!(dots.iter().any(|(paint, _)| paint == "black") && dots.len() >= 11, "{dots:?}");
        let faint: Vec<_> = dots.iter().filter(|(_, contrast)| *contrast < 3.0).collect();
        assert!(faint.is_empty(), "dark: {}: {faint:?}", kind.dark);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mark_of_a_group_is_not_that_of_a_choice() {
    let Some((server, driver, [anna, _], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, DESK, &anna, &id).await;
    let marks = "(() => {
        const cell = document.querySelector('.cell');
        cell.classList.add('mate');
        const yours = document.createElement('i');
        yours.style.color = 'var(--yours)';
        document.body.append(yours);
        return [getComputedStyle(cell).outlineColor, getComputedStyle(yours).color];
    })()";
    let marks = browser.value(marks).await;
    assert_ne!(marks[0], marks[1], "gold means that it can be chosen");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_magnet_alone_the_bar_asks_for_a_piece_and_sends_no_turn() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], "magnet", json!({"setup": "random"})).await;
    let browser = open_match(&server, &driver, PHONE, &anna, &id).await;
    let choices = anna.get(&format!("/v1/matches/{id}/choices")).await.expect(200);
    let magnet = choices["choices"].as_array().unwrap().iter().find(|choice| !choice["cell"].is_null()).unwrap();
    browser.click(&format!(".cell[data-cell='{}']", magnet["cell"].as_str().unwrap())).await;
    settled(&browser).await;
    // Any vertex in reach of a piece will do; what is sent is final, so the button is no invitation.
    let button =
        "[...document.querySelectorAll('#send button:not([name])')].map((one) => [one.innerText, one.className])";
    assert_eq!(browser.value(button).await, json!([["Send this part", "quiet"]]), "{}", browser.words("#bar").await);
    assert!(browser.has(".cell.can").await || browser.has("#bar .ways button").await);
    // With all pieces that are pulled, it is the turn.
    let mut steps = 0;
    while browser.words(SEND).await != "Send" {
        // Several ways to move a piece are buttons.
        assert!(browser.taps("#bar .ways li:not([hidden]) button", 0).await || browser.taps(".cell.can", 0).await);
        settled(&browser).await;
        steps += 1;
        assert!(steps < 12, "{}", browser.words("#bar").await);
    }
    assert_eq!(browser.value(button).await, json!([["Send", ""]]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_has_the_time_zone_of_the_browser() {
    let Some((server, driver)) = start().await else { return };
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magnapoco", "seats": 2})).await;
    let whom = json!({"address": "dan@example.org"});
    anna.post(&format!("/v1/matches/{id}/invitations"), &whom).await.expect(202);
    let email =
        server.mailbox.wait_for("dan@example.org", |email: &Received| email.text().contains("/invitations/")).await;
    let text = email.text();
    let path = &text[text.find("/invitations/").unwrap()..];
    let path = path.split_whitespace().next().unwrap();
    let browser = driver.open(&server, PHONE).await;
    browser.devtools("Emulation.setTimezoneOverride", &json!({"timezoneId": "America/Toronto"}));
    browser.goto(path).await;
    browser.until("document.querySelector('select[name=time_zone]').value === 'America/Toronto'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn news_between_press_and_release_take_no_tap_away() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, DESK, &bob, &id).await;
    browser.until("(async () => (await navigator.locks.query()).held.length === 1)()").await;
    // Set when a newer page is there: without a press its parts are in place at once.
    let parse = "(window.parse = DOMParser.prototype.parseFromString, window.came = false, DOMParser.prototype.parseFromString = function (...all) {
        window.came = true;
        return window.parse.apply(this, all);
    }, true)";
    browser.value(parse).await;
    // What is said beside the bar; the news of the move may follow at once.
    let listen =
        "(window.heard = [], new MutationObserver(() => window.heard.push(document.getElementById('news').textContent))
        .observe(document.getElementById('news'), { childList: true }), true)";
    browser.value(listen).await;
    // An empty cell on which no stone is placed meanwhile.
    let text = anna.finds_a_move(&id).await;
    let free = format!(
        "[...document.querySelectorAll('.cell')].find((one) => one.ariaLabel.endsWith('empty') && !{}.includes(one.dataset.cell))",
        json!(text)
    );
    let at = browser.value(&format!("(() => {{ const at = {free}.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; }})()")).await;
    let mouse = |kind: &str| -> Value {
        browser.devtools(
            "Input.dispatchMouseEvent",
            &json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}),
        )
    };
    mouse("mousePressed");
    anna.plays(&id, &text).await;
    browser.until("window.came").await;
    mouse("mouseReleased");
    // The tap asks what is there, and the move of the other player comes after it.
    browser.until("window.heard.some((one) => one.endsWith(': empty.'))").await;
    browser.wait("article[data-mine]").await;
}
