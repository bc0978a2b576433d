//! The lines of a match beside its board, and what the address of the page holds.

use fantoccini::key::Key;
use serde_json::{Value, json};
use tests::Person;
use tests::browser::{Browser, DESK, Kind, PHONE};

use super::{SEND, choose, numbers, open_match, send, settled, small_table, start, table};

/// Plays so many moves, by turns.
async fn play(people: &[Person; 2], id: &str, moves: usize) {
    for at in 0..moves {
        people[at % 2].moves(id).await;
    }
}

/// Presses a key with the focus on no part of the page.
async fn key(browser: &Browser, key: Key) {
    browser.value("document.activeElement.blur()").await;
    browser.press(&char::from(key).to_string()).await;
}

/// Waits for the position after a line; `None` for the present.
async fn at(browser: &Browser, line: Option<u32>) {
    let words = line.map_or(String::new(), |line| format!("Line {line} of "));
    let search = line.map_or(String::new(), |line| format!("?line={line}"));
    browser
        .until(&format!(
            "location.search === '{search}' && (document.querySelector('.past')?.innerText ?? '').startsWith('{words}')
             && !!document.querySelector('.past') === {}",
            line.is_some()
        ))
        .await;
}

/// The picture, without what the script adds to it.
async fn picture(browser: &Browser) -> Value {
    browser.value("document.querySelector('#board svg').innerHTML").await
}

/// The number of requests for the page of each line, the most first.
const REQUESTS: &str = "Object.values(Object.groupBy(performance.getEntriesByType('resource')
    .filter((one) => one.name.includes('?line=')), (one) => one.name)).map((all) => all.length).sort().reverse()";

#[tokio::test(flavor = "multi_thread")]
async fn keys_walk_through_the_history_without_loading_a_page() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    play(&people, &id, 6).await;
    let browser = open_match(&server, &driver, DESK, &people[0], &id).await;
    browser.wait(".cell.can").await;
    let present = picture(&browser).await;
    browser.value("(window.stays = true)").await;
    let mut pictures = Vec::new();
    for line in (1..6).rev() {
        key(&browser, Key::Left).await;
        at(&browser, Some(line)).await;
        assert!(!browser.has(".cell.can").await && !browser.has("#send").await, "an earlier position takes no move");
        let marked = browser.value("document.querySelector('#history [aria-current]').dataset.row").await;
        assert_eq!(marked, json!(line.to_string()));
        pictures.push(picture(&browser).await);
    }
    pictures.reverse();
    pictures.dedup();
    assert_eq!(pictures.len(), 5, "each line has its own picture");
    for (before, line) in (2..6).enumerate() {
        key(&browser, Key::Right).await;
        at(&browser, Some(line)).await;
        assert_eq!(picture(&browser).await, pictures[before + 1]);
    }
    key(&browser, Key::Home).await;
    at(&browser, Some(0)).await;
    browser.until("document.getElementById('caption').innerText.includes('The match began.')").await;
    key(&browser, Key::End).await;
    at(&browser, None).await;
    browser.wait(".cell.can").await;
    assert_eq!(picture(&browser).await, present);
    // Each line once, and nothing else was loaded.
    assert_eq!(browser.value(REQUESTS).await, json!([1, 1, 1, 1, 1, 1]));
    assert_eq!(browser.value("window.stays").await, json!(true));
    // On the board, the same keys go from cell to cell.
    browser.value("document.querySelector('.grid [tabindex=\"0\"]').focus()").await;
    browser.press(&char::from(Key::Right).to_string()).await;
    at(&browser, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_an_earlier_position_shows_it_again() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    play(&people, &id, 4).await;
    let browser = open_match(&server, &driver, PHONE, &people[0], &id).await;
    browser.click("#history [data-row='2']").await;
    at(&browser, Some(2)).await;
    let (shown, bar) = (picture(&browser).await, browser.words("#bar").await);
    browser.client.refresh().await.unwrap();
    browser.wait(".grid").await;
    at(&browser, Some(2)).await;
    assert_eq!((picture(&browser).await, browser.words("#bar").await), (shown, bar));
    assert!(!browser.has(".cell.can").await);
    browser.until("document.querySelector('#history [aria-current]')?.dataset.row === '2'").await;
    browser.click("#steps a[aria-label='One line back']").await;
    at(&browser, Some(1)).await;
    browser.click("#bar .past .button").await;
    at(&browser, None).await;
    browser.wait(".cell.can").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_looked_at_again_up_to_its_result() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    play(&people, &id, 2).await;
    people[0].act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let browser = open_match(&server, &driver, DESK, &people[0], &id).await;
    browser.click("#bar .end a[href$='?line=0']").await;
    at(&browser, Some(0)).await;
    browser.value("document.querySelector('#steps button').click()").await;
    for line in [Some(1), Some(2), None] {
        at(&browser, line).await;
    }
    browser.until("document.querySelector('#steps button').getAttribute('aria-pressed') === 'false'").await;
    browser.wait("#bar .end").await;
    let slide = "((slider) => { slider.value = 1; slider.dispatchEvent(new Event('change')); })(document.querySelector('#steps input'))";
    browser.value(slide).await;
    at(&browser, Some(1)).await;
    // The reader's bar stays below the board, also after the end.
    assert_eq!(browser.words("#under .who").await, "Anna (you)");
    assert!(browser.has("#bar a[href^='/new/magnapoco?match=']").await, "it can be played on from here");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_script_the_steps_are_links() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    play(&people, &id, 3).await;
    let browser = driver.open(&server, Kind { script: false, ..PHONE }).await;
    browser.sign_in(&people[1]).await;
    browser.goto(&format!("/matches/{id}")).await;
    browser.click("#steps a[aria-label='One line back']").await;
    at(&browser, Some(2)).await;
    browser.click("#steps a[aria-label='First position']").await;
    at(&browser, Some(0)).await;
    browser.click("#history [data-row='2']").await;
    at(&browser, Some(2)).await;
    browser.click("#steps a[aria-label='One line forward']").await;
    at(&browser, None).await;
    browser.wait("#cells").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_leaves_a_reader_of_the_history_in_place() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    play(&people, &id, 3).await;
    let browser = open_match(&server, &driver, DESK, &people[0], &id).await;
    browser.click("#steps a[aria-label='First position']").await;
    at(&browser, Some(0)).await;
    let shown = picture(&browser).await;
    people[1].moves(&id).await;
    let said = "[...document.querySelectorAll('#news, #bar .past p')].every((one) => one.innerText.endsWith('The match has moved on.'))";
    browser.until(said).await;
    at(&browser, Some(0)).await;
    assert_eq!(picture(&browser).await, shown);
    assert!(browser.words("#bar").await.starts_with("Line 0 of 4:"), "{}", browser.words("#bar").await);
    browser.click("#bar .past .button").await;
    at(&browser, None).await;
    browser.wait("article[data-mine] .cell.can").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_move_survives_a_look_at_the_history_and_a_reload() {
    let Some((server, driver)) = start().await else { return };
    let people = server.people(["Anna", "Bob"]).await;
    let id = table(&server, people.each_ref(), "magma", json!({})).await;
    people[0].plays(&id, "a1-b2").await;
    people[1].moves(&id).await;
    let browser = open_match(&server, &driver, PHONE, &people[0], &id).await;
    browser.wait(".cell.can").await;
    browser.click(".cell[data-cell='b2']").await;
    browser.until("location.search === '?move=b2-'").await;
    let chosen = browser.words("#say code").await;
    key(&browser, Key::Left).await;
    at(&browser, Some(1)).await;
    assert!(!browser.has("#say code").await);
    key(&browser, Key::Right).await;
    browser.until("location.search === '?move=b2-'").await;
    assert_eq!(browser.words("#say code").await, chosen);
    browser.wait(".cell.can.target").await;
    browser.client.refresh().await.unwrap();
    browser.wait(".cell.can").await;
    // An event that arrives after the reload replaces the bar.
    browser.until(&format!("document.querySelector('#say code')?.innerText === '{chosen}'")).await;
    assert!(!browser.has(SEND).await);
    choose(&browser, &mut numbers(5)).await;
    browser.until("location.search.startsWith('?move=b2-')").await;
    browser.client.refresh().await.unwrap();
    browser.wait(SEND).await;
    send(&browser).await;
    browser
        .until("location.search === '' && document.getElementById('news').textContent.startsWith('Sent: b2-')")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_another_window_is_told() {
    let Some((server, driver, people, id)) = small_table().await else { return };
    let browser = open_match(&server, &driver, PHONE, &people[0], &id).await;
    browser.wait(".cell.can").await;
    choose(&browser, &mut numbers(7)).await;
    people[0].moves(&id).await;
    browser.until("document.getElementById('news').innerText === 'You have moved in another window.'").await;
    people[1].moves(&id).await;
    browser.wait("article[data-mine]").await;
    settled(&browser).await;
    choose(&browser, &mut numbers(8)).await;
    send(&browser).await;
    browser.until("document.getElementById('news').textContent.startsWith('Sent:')").await;
}
