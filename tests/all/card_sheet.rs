//! The sheet of a card on the page of a match: what its owner can do with it and why not, and what others see.

use engine::Seat;
use serde_json::json;
use tests::{Person, Reply, Server};
use turnpost::play::telling::links::watch_path;

/// Anna has a forest that is free and one where her creature stands, and no mountain.
const TABLE: &str = "lands PFISM PFISM PFISM PFISM; ash holds 2 7; birch holds 13 14; ash has osier-reeve @7; \
                     ash hand hedge-weasel, hot-clinker; birch hand late-rent";

const CAST: &str = "Cast Hedge Weasel for 1 green";
const NO_MOUNTAIN: &str = "You need 1 red mana more: you control no mountain.";
const NOTHING: &str = "You do not see such a card here now.";

async fn begin(server: &Server) -> ([Person; 2], String) {
    let people = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magic", "seating": "joined", "options": {"table": TABLE}});
    let id = people[0].creates(new).await;
    server.later(chrono::Duration::seconds(1));
    people[1].joins(&id).await;
    (people, id)
}

/// The page at this path for a reader.
async fn page(server: &Server, path: &str, reader: Option<&Person>) -> String {
    let request = server.request("GET", path);
    let request = if let Some(person) = reader { request.header("cookie", person.cookie()) } else { request };
    let reply = Reply::send(request).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.text()
}

/// The sheet on a page, if it is open.
fn sheet(page: &str) -> Option<&str> {
    let from = page.split_once("<dialog id=\"sheet\"")?.1;
    let sheet = from.split_once("</dialog>").expect("an end of the sheet").0;
    sheet.split_once('>')?.0.contains(" open").then_some(sheet)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_says_what_its_owner_can_do_with_it_now_or_why_not() {
    let server = Server::start().await;
    let ([anna, bob], id) = begin(&server).await;
    let at = |query: &str| format!("/matches/{id}{query}");
    let board = page(&server, &at(""), Some(&anna)).await;
    assert_eq!(sheet(&board), None, "{board}");
    assert!(board.contains(&format!("href=\"/matches/{id}?card=h1\"")), "{board}");
    let weasel = page(&server, &at("?card=h1"), Some(&anna)).await;
    let weasel = sheet(&weasel).unwrap();
    assert!(weasel.contains("value=\"cast h1\"") && weasel.contains(CAST), "{weasel}");
    assert!(weasel.contains("It costs 1 green.") && !weasel.contains("Not now"), "{weasel}");
    // The only button that is a move casts the card.
    assert_eq!(weasel.matches("name=\"move\"").count(), 1, "{weasel}");
    let clinker = page(&server, &at("?card=h2"), Some(&anna)).await;
    let clinker = sheet(&clinker).unwrap();
    assert!(clinker.contains(NO_MOUNTAIN) && !clinker.contains("name=\"move\""), "{clinker}");
    // A move that has begun is kept, or replaced with notice.
    let begun = page(&server, &at("?move=cast+h1+@2&card=h1"), Some(&anna)).await;
    assert!(
        begun.contains("?move=cast+h1+%402&#38;card=h2") || begun.contains("?move=cast+h1+%402&amp;card=h2"),
        "{begun}"
    );
    assert!(sheet(&begun).unwrap().contains("This replaces the move that you have begun."), "{begun}");
    // The creature in play is everyone's to read.
    let reeve = page(&server, &at("?card=c1"), Some(&bob)).await;
    let reeve = sheet(&reeve).unwrap();
    assert!(reeve.contains("Osier Reeve") && !reeve.contains("name=\"move\"") && !reeve.contains("Not now"), "{reeve}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_its_reader_does_not_see_has_no_sheet() {
    let server = Server::start().await;
    let ([_, bob], id) = begin(&server).await;
    // The first card of Bob's hand is another.
    let own = page(&server, &format!("/matches/{id}?card=h1"), Some(&bob)).await;
    let own = sheet(&own).unwrap();
    assert!(own.contains("Late Rent") && own.contains("It is the turn of Ash, and no response is awaited."), "{own}");
    for card in ["h2", "h99", "c9", "H1", "%00", "%3Cscript%3E", &"h".repeat(3000), "h1;drop"] {
        let none = page(&server, &format!("/matches/{id}?card={card}"), Some(&bob)).await;
        assert!(sheet(&none).is_none() && none.contains(NOTHING) && !none.contains(NO_MOUNTAIN), "{card}: {none}");
    }
    for card in ["h1", "h2"] {
        let seen = page(&server, &format!("/matches/{id}?card={card}"), None).await;
        assert!(sheet(&seen).is_none() && seen.contains(NOTHING), "{seen}");
        assert!(!seen.contains("Hedge Weasel") && !seen.contains("Late Rent"), "{seen}");
    }
    assert!(sheet(&page(&server, &format!("/matches/{id}?card=c1"), None).await).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_position_shows_a_card_without_actions() {
    let server = Server::start().await;
    let ([anna, _], id) = begin(&server).await;
    anna.plays(&id, "cast h1 @2").await;
    let past = page(&server, &format!("/matches/{id}?line=0&card=h1"), Some(&anna)).await;
    let weasel = sheet(&past).unwrap();
    assert!(
        weasel.contains("Hedge Weasel") && !weasel.contains("name=\"move\"") && !weasel.contains("Not now"),
        "{weasel}"
    );
    assert!(past.contains("line=0&#38;card=h2") || past.contains("line=0&amp;card=h2"), "{past}");
    // The card has left the hand.
    let now = page(&server, &format!("/matches/{id}?card=h1"), Some(&anna)).await;
    assert!(sheet(&now).is_none() && now.contains(NOTHING), "{now}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_links_of_emails_open_the_sheets_of_their_reader() {
    let server = Server::start().await;
    let ([anna, _], id) = begin(&server).await;
    let email = server.mailbox.wait_for(&anna.address, |email| email.flowing().contains("it is your turn")).await;
    let link = |name: &str| {
        let line = email.text().lines().find(|line| line.contains(name)).map(str::to_owned);
        line.unwrap().rsplit_once("https://turnpost.example").unwrap().1.to_owned()
    };
    let path = link("/move/");
    let weasel = page(&server, &format!("{path}?card=h1"), None).await;
    let open = sheet(&weasel).unwrap();
    assert!(open.contains(CAST) && open.contains(&format!("action=\"{path}\"")), "{open}");
    let watch = watch_path(&server.app.secrets, id.parse().unwrap(), Seat(0));
    let watch = page(&server, &format!("{watch}?card=h1"), None).await;
    assert!(sheet(&watch).is_none() && watch.contains(NOTHING) && !watch.contains("Hedge Weasel"), "{watch}");
    // The turn is over: some minutes later the link shows no hand any more.
    anna.plays(&id, "end").await;
    server.later(chrono::TimeDelta::minutes(15));
    let after = page(&server, &format!("{path}?card=h1"), None).await;
    assert!(sheet(&after).is_none() && !after.contains("Hedge Weasel"), "{after}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_starter_deck_is_read_before_it_is_chosen() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magic", "seating": "joined"})).await;
    bob.joins(&id).await;
    let deck = page(&server, &format!("/matches/{id}?card=tollgate"), Some(&anna)).await;
    let deck = sheet(&deck).unwrap();
    for words in
        ["White and green", "Guards and beasts", "Orchard Boar", "value=\"deck tollgate\"", "Play the deck Tollgate"]
    {
        assert!(deck.contains(words), "{words}: {deck}");
    }
    anna.plays(&id, "deck tollgate").await;
    let chosen = page(&server, &format!("/matches/{id}?card=tollgate"), Some(&anna)).await;
    assert!(sheet(&chosen).is_none(), "{chosen}");
    let visitor = page(&server, &format!("/matches/{id}?card=tollgate"), None).await;
    assert!(sheet(&visitor).is_none(), "{visitor}");
}

/// Sends a form of the page of a match as this person.
async fn sends(server: &Server, path: &str, person: &Person, fields: &[(&str, &str)]) -> Reply {
    let cookie = person.cookie();
    server.fill_with(path, &[("cookie", &cookie), ("sec-fetch-site", "same-origin")], fields).await
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_are_given_by_choosing_sentences() {
    let server = Server::start().await;
    let ([anna, bob], id) = begin(&server).await;
    let path = format!("/matches/{id}");
    // Also while another player is to move.
    for person in [&anna, &bob] {
        let form = page(&server, &path, Some(person)).await;
        for words in [
            "You are asked about each battle you can affect.",
            "<option value=\"block never\">Your creatures do not block.",
        ] {
            assert!(form.contains(words), "{words}: {form}");
        }
        assert!(form.contains("<option value=\"battle any\" selected>"), "{form}");
        assert!(!form.contains("Change your standing orders"), "{form}");
    }
    let orders = async |person: &Person| person.sees(&id).await["page"]["view"]["orders"].clone();
    let fields = [("order-1", "stack targeted"), ("order-2", "battle none"), ("order-3", "block ask"), ("order-8", "")];
    let sent = sends(&server, &path, &bob, &fields).await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert!(sent.text().contains("Sent: orders battle none; block ask"), "{}", sent.text());
    assert_eq!(orders(&bob).await, json!(["battle none", "block ask"]));
    assert_eq!(orders(&anna).await, json!([]), "each has orders of one's own");
    let now = page(&server, &path, Some(&bob)).await;
    assert!(now.contains("<option value=\"battle none\" selected>"), "{now}");
    // A phase stands in the place of those before.
    for phase in ["upkeep", "end"] {
        sends(&server, &path, &bob, &[("order-9", &format!("stop none; stop {phase}"))]).await;
    }
    assert_eq!(orders(&bob).await, json!(["battle none", "block ask", "stop end"]));
    // What stands already, what is no order, and what was no choice of the form.
    for (field, value) in
        [("order-2", "battle none"), ("order-1", "stack sometimes"), ("order-1", ""), ("order-x", "<b>")]
    {
        let refused = sends(&server, &path, &bob, &[(field, value)]).await;
        assert!(refused.status == 422 || refused.status == 409, "{value}: {}", refused.status);
        assert!(refused.text().contains("Nothing has been sent"), "{value}: {}", refused.text());
    }
    let stranger = server.person("Cleo").await;
    assert_eq!(sends(&server, &path, &stranger, &[("order-2", "battle none")]).await.status, 403);
    let visitor = page(&server, &path, None).await;
    assert!(!visitor.contains("Standing orders"), "{visitor}");
}
