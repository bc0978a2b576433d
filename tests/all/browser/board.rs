//! The board and the hand under a finger, and what is typed while the match goes on.

use serde_json::json;
use tests::browser::{DESK, PHONE};

use super::{SEND, is_mine, open_match, settled, small_table, start, table};

#[tokio::test(flavor = "multi_thread")]
async fn cells_that_are_too_small_for_a_finger_are_enlarged_by_the_first_tap() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], "magnapoco", json!({"board": "square19"})).await;
    let phone = open_match(&server, &driver, PHONE, &anna, &id).await;
    let width = "document.querySelector('[data-cell=\"j10\"].cell').getBoundingClientRect().width";
    let before = phone.value(width).await.as_f64().unwrap();
    assert!(before < 24.0, "{before}");
    phone.click(".cell[data-cell='j10']").await;
    phone.wait(".boardbox.lens").await;
    let enlarged = phone.value(width).await.as_f64().unwrap();
    assert!(enlarged > 2.9 * before, "{before} {enlarged}");
    assert!(!phone.has(SEND).await, "nothing is chosen yet");
    // The second tap chooses the cell under the finger, and the board is as large as before.
    phone.click(".cell[data-cell='k10']").await;
    settled(&phone).await;
    phone.wait(SEND).await;
    assert_eq!(phone.words("#say code").await, "k10");
    assert!(!phone.has(".boardbox.lens").await);
    // A mouse points at the smallest cell.
    let desk = open_match(&server, &driver, DESK, &anna, &id).await;
    desk.click(".cell[data-cell='j10']").await;
    desk.wait(SEND).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_stays_when_the_page_is_renewed() {
    let Some((server, driver, [anna, bob], id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, PHONE, &bob, &id).await;
    for field in ["note", "private_note"] {
        browser.value(&format!("document.getElementById('{field}').closest('details').open = true")).await;
        browser.write(&format!("#{field}"), &format!("A draft of a {field}")).await;
    }
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    browser.wait("article[data-mine]").await;
    settled(&browser).await;
    for field in ["note", "private_note"] {
        let kept = browser.value(&format!("document.getElementById('{field}').value")).await;
        assert_eq!(kept, json!(format!("A draft of a {field}")));
    }
    assert_eq!(browser.value("document.activeElement.id").await, "private_note", "the focus stays, too");
    // What is sent is gone from the form.
    browser.click("button[name=only_note]").await;
    settled(&browser).await;
    assert_eq!(browser.value("document.getElementById('note').value").await, "");
    assert_eq!(browser.value("document.getElementById('private_note').value").await, "A draft of a private_note");
    assert_eq!(anna.get(&format!("/v1/matches/{id}/notes")).await.expect(200)["notes"][0]["text"], "A draft of a note");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_of_the_hand_opens_its_sheet_and_is_cast_there() {
    let Some((server, driver)) = start().await else { return };
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magic", "options": {"layout": "shuffled", "decks": "dealt", "max_rounds": 9}, "seating": "joined"});
    let id = anna.creates(new).await;
    // Hands with cards that can be cast soon.
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", "5a".repeat(32))).await;
    server.later(chrono::Duration::seconds(1));
    bob.joins(&id).await;
    let people = [&anna, &bob];
    let browsers =
        [open_match(&server, &driver, PHONE, &anna, &id).await, open_match(&server, &driver, DESK, &bob, &id).await];
    // Selections of lands and first turns, until a card can be cast.
    for _ in 0..60 {
        for (seat, browser) in browsers.iter().enumerate() {
            browser.goto(&format!("/matches/{id}")).await;
            browser.wait(".grid").await;
            if !is_mine(browser).await {
                continue;
            }
            if !browser.has(".held.ready").await {
                let choices = people[seat].get(&format!("/v1/matches/{id}/choices")).await.expect(200);
                if choices["choices"].as_array().unwrap().iter().any(|choice| choice["text"] == "pass") {
                    people[seat].plays(&id, "pass").await;
                } else {
                    people[seat].moves(&id).await;
                }
                continue;
            }
            assert_eq!(browser.words(".phases [aria-current]").await, "Summoning");
            let card = browser.value("document.querySelector('.held.ready').dataset.item").await;
            let card = card.as_str().unwrap();
            browser.click(".held.ready").await;
            browser.wait("#sheet[open]").await;
            assert!(!browser.has("#say code").await, "a tap writes nothing");
            assert_eq!(browser.words("#sheet button").await.split(' ').next(), Some("Cast"));
            browser.click("#sheet button[name=move]").await;
            browser.wait(&format!(".held.chosen[data-item='{card}']")).await;
            assert!(browser.words("#say code").await.starts_with(&format!("cast {card}")));
            browser.click("#back").await;
            browser.until("!document.querySelector('.held.chosen')").await;
            // By keys the focus goes into the sheet, and back to the card when it is closed.
            let focus = "document.activeElement.closest('#sheet, .held')?.className ?? ''";
            browser.value(&format!("document.querySelector(\".held[data-item='{card}']\").focus()")).await;
            browser.press(&char::from(fantoccini::key::Key::Enter).to_string()).await;
            browser.until("!!document.activeElement.closest('#sheet')").await;
            browser.press(&char::from(fantoccini::key::Key::Escape).to_string()).await;
            browser.until("document.activeElement.matches('.held')").await;
            assert_eq!(browser.value(focus).await, "held ready");
            return;
        }
    }
    panic!("no card could be cast");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tap_on_a_creature_begins_its_move() {
    let Some((server, driver)) = start().await else { return };
    let [anna, ben, cleo] = server.people(["Anna", "Ben", "Cleo"]).await;
    let world = crate::secrecy::magic::world(&server, [&anna, &ben, &cleo], 1).await;
    let browser = open_match(&server, &driver, PHONE, &anna, &world.id).await;
    // The first choice is a word, and the creature comes after it.
    assert!(!browser.has(".cell.can[data-cell='7']").await);
    browser.click(".cell[data-cell='7']").await;
    browser.until("document.querySelector('#say').innerText.startsWith('move c1')").await;
    browser.wait(".cell.can[data-cell='2']").await;
    // Where nothing begins, the page says what is there.
    browser.goto(&format!("/matches/{}", world.id)).await;
    browser.wait(".grid").await;
    browser.click(".cell[data-cell='13']").await;
    browser
        .until("document.querySelector('#news').innerText.endsWith('You cannot go on there: tap what is marked.')")
        .await;
    assert_eq!(browser.words("#say").await, "");
}
