//! /matches/{match_id}/try: moves that a reader tries, which are not sent.

use serde_json::json;
use tests::client::encoded;
use tests::{Person, Reply, Server};

/// The browser says that a page of the server sends the form.
const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

const SETUP: &str = "setup K T3 T2 4 4 4 3 3 3 2 2 2";

/// A match of two people, in which the first is next.
async fn begun(server: &Server, new: serde_json::Value) -> (Person, Person, String) {
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(new).await;
    server.later(chrono::Duration::seconds(1));
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": bob.handle})).await.expect(202);
    bob.joins(&id).await;
    (anna, bob, id)
}

/// The page with these fields of its address, for a person or a visitor.
async fn tries(server: &Server, person: Option<&Person>, id: &str, fields: &[(&str, &str)]) -> Reply {
    let request = server.request("GET", &format!("/matches/{id}/try?{}", encoded(fields)));
    Reply::send(match person {
        Some(person) => request.header("cookie", person.cookie()),
        None => request,
    })
    .await
}

async fn shown(server: &Server, person: Option<&Person>, id: &str, fields: &[(&str, &str)]) -> String {
    let reply = tries(server, person, id, fields).await;
    let text = reply.text();
    assert_eq!((reply.status, reply.header("cache-control")), (200, "private, no-cache"), "{text}");
    assert!(text.contains("Trying moves: nothing is sent"), "{text}");
    text
}

/// The picture of the board on a page.
fn board(page: &str) -> &str {
    let from = page.find("<svg").unwrap();
    &page[from..from + page[from..].find("</svg>").unwrap()]
}

/// The cells of the board with what is on them.
fn cells(page: &str) -> Vec<String> {
    let cell = |part: &str| part.split("transform").next().unwrap().to_owned() + part.split('>').next().unwrap();
    board(page).split("data-cell=").skip(1).map(cell).collect()
}

/// What stands at the top of the bar: why something was not tried.
fn alert(page: &str) -> &str {
    page.split("<p class=\"alert\">").nth(1).map_or("", |rest| rest.split("</p>").next().unwrap())
}

/// All that is stored of matches, moves and emails.
async fn stored(server: &Server) -> Vec<Vec<Option<String>>> {
    let of = |table: &str| format!("SELECT '{table}', string_agg(r::text, E'\\n' ORDER BY r::text) FROM {table} r");
    server.query(&["matches", "moves", "emails", "seats"].map(of).join(" UNION ALL ")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn tried_moves_show_the_position_after_them_and_send_nothing() {
    let server = Server::start().await;
    let (anna, bob, id) = begun(&server, json!({"game": "magnapoco", "seating": "joined"})).await;
    server.emails_are_out().await;
    let before = stored(&server).await;
    let all = [("line", "0"), ("moves", "a1>G7 b7>d4")];
    let page = shown(&server, Some(&anna), &id, &all).await;
    let start = shown(&server, None, &id, &[]).await;
    assert_ne!(cells(&page), cells(&start));
    // The moves are listed in their canonical spelling, each with the address of the position after it.
    for text in ["a1", "b7 g7", "d4"] {
        assert!(page.contains(&format!("<span class=\"words\">{text}</span>")), "{page}");
    }
    let to = |rest: &str| format!("href=\"/matches/{id}/try?line=0{rest}\"");
    assert!(page.contains(&to("&#38;moves=a1%3Eb7+g7%3Ed4&#38;at=2")), "back: {page}");
    // Two moves later the third can be played again.
    let earlier = shown(&server, Some(&bob), &id, &[("line", "0"), ("moves", "a1>b7 g7>d4"), ("at", "2")]).await;
    assert!(earlier.contains(">Forth</a>") && earlier.contains(&to("&#38;moves=a1%3Eb7+g7%3Ed4")), "{earlier}");
    let same =
        shown(&server, Some(&bob), &id, &[("line", "0"), ("moves", "a1>b7 g7>d4"), ("at", "2"), ("move", "d4")]).await;
    assert_eq!(cells(&same), cells(&page));
    let other = shown(&server, Some(&bob), &id, &[("moves", "a1>b7 g7>d4"), ("at", "1"), ("move", "f1 f2")]).await;
    assert!(
        other.contains("data-base=\"/matches/") && !other.contains("d4</span>"),
        "what came later is gone: {other}"
    );
    // A move that can go on is shown, and is tried when the reader says so.
    let half = shown(&server, Some(&bob), &id, &[("moves", "a1"), ("move", "d2")]).await;
    assert!(half.contains("data-draft=\"d2\" data-complete=\"1\"") && half.contains("Try this move"), "{half}");
    assert_eq!(stored(&server).await, before);
    // The same moves, really played, lead to the same board.
    for (person, mv) in [(&anna, "a1"), (&bob, "b7 g7"), (&anna, "d4")] {
        person.plays(&id, mv).await;
    }
    let real =
        Reply::send(server.request("GET", &format!("/matches/{id}")).header("cookie", anna.cookie())).await.text();
    assert_eq!(cells(&real), cells(&page));
    assert!(real.contains(&format!("/matches/{id}/try?line=3\">Try moves here")), "{real}");
    let past = server.get(&format!("/matches/{id}?line=1")).await.text();
    assert!(past.contains(&format!("/matches/{id}/try?line=1\">Try moves here")), "{past}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_tried_is_told_in_words() {
    let server = Server::start().await;
    let (anna, _, id) = begun(&server, json!({"game": "magnapoco", "seating": "joined"})).await;
    let told = async |moves: &str, draft: &str| {
        let page = shown(&server, Some(&anna), &id, &[("moves", moves), ("move", draft)]).await;
        (alert(&page).to_owned(), page.matches("class=\"words\"").count())
    };
    assert_eq!(told("", "").await, (String::new(), 0));
    let (nonsense, rows) = told("a1>b1 b2>no such move>c1", "").await;
    assert!(nonsense.starts_with("Move 3 is not possible: ") && rows == 2, "{nonsense}");
    let (illegal, rows) = told("a1>b1 b2>a1>c1", "").await;
    assert!(illegal.starts_with("Move 3 is not possible: ") && rows == 2, "{illegal}");
    // Of a larger board, and of another game.
    assert!(told("a1>t19", "").await.0.starts_with("Move 2 is not possible: "));
    assert!(told(SETUP, "").await.0.starts_with("Move 1 is not possible: "));
    assert!(told("a1", "a1").await.0.starts_with("Move 2 is not possible: "));
    assert!(told("a1", "<b>").await.0.starts_with("Move 2 is not possible: "));
    let many = vec!["a1"; 41].join(">");
    for moves in [many.as_str(), &"x".repeat(4001)] {
        let reply = tries(&server, Some(&anna), &id, &[("moves", moves)]).await;
        assert!(reply.text().contains("At most 40 moves can be tried"), "{}", reply.text());
        assert_eq!(reply.status, 422);
    }
    let far = tries(&server, Some(&anna), &id, &[("moves", "a1"), ("at", "99")]).await;
    assert_eq!(far.status, 200);
    assert_eq!(tries(&server, Some(&anna), &id, &[("line", "17")]).await.status, 404);
    assert_eq!(tries(&server, Some(&anna), &id, &[("line", "4294967295")]).await.status, 404);
    for line in ["x", "-1", "4294967296"] {
        shown(&server, Some(&anna), &id, &[("line", line)]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_readers_of_a_match_try_moves_in_it() {
    let server = Server::start().await;
    let (anna, _, id) = begun(&server, json!({"game": "magma", "seating": "joined", "visibility": "private"})).await;
    shown(&server, Some(&anna), &id, &[]).await;
    let cleo = server.person("Cleo").await;
    let no_match = "0198c0de-7a11-7000-8000-00c0ffee0001";
    let nothing = server.get(&format!("/matches/{no_match}/try")).await.text().replace(no_match, &id);
    for person in [None, Some(&cleo)] {
        let closed = tries(&server, person, &id, &[("line", "0")]).await;
        assert!(!closed.text().contains("Trying moves"), "{}", closed.text());
        assert_eq!(closed.text(), nothing);
    }
    let open = anna.creates(json!({"game": "magma"})).await;
    assert_eq!(tries(&server, Some(&anna), &open, &[]).await.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_pieces_end_what_can_be_tried() {
    let server = Server::with(|table| drop(table.insert("requests_per_minute".to_owned(), "100000".into()))).await;
    let (anna, bob, id) =
        begun(&server, json!({"game": "magnet", "seating": "joined", "visibility": "unlisted"})).await;
    anna.plays(&id, SETUP).await;
    // Bob does not know whether Anna has set up; a visitor does not know who is next.
    let own = shown(&server, Some(&bob), &id, &[("move", SETUP)]).await;
    assert!(own.contains("class=\"words\">setup"), "{own}");
    bob.plays(&id, SETUP).await;
    let (mut told, mut others) = (0, 0);
    for _ in 0..40 {
        // A king never rises, and any other piece of rank 1 may: only Anna knows where hers is.
        let page = shown(&server, Some(&bob), &id, &[("moves", "f6: k6+")]).await;
        if alert(&page).is_empty() {
            others += 1;
        } else {
            told += 1;
        }
        assert!(
            !page.contains("a red king")
                && (alert(&page).is_empty() || alert(&page).contains("depends on what you cannot see"))
        );
    }
    assert!(told > 5 && others > 5, "{told} {others}");
    let visitor = shown(&server, None, &id, &[("move", "f6: k1")]).await;
    assert!(!visitor.contains(" king, rank"), "{visitor}");
    // After the end everything is open, and earlier positions can be tried by all.
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let end = shown(&server, None, &id, &[]).await;
    assert!(end.contains("The match ended with this line."), "{end}");
    let open = shown(&server, None, &id, &[("line", "2"), ("moves", "f6: k6+")]).await;
    assert!(open.contains("a red king") && alert(&open).is_empty(), "{open}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_tried_becomes_conditional_moves() {
    let server = Server::start().await;
    let (anna, bob, id) = begun(&server, json!({"game": "magnapoco", "seating": "joined"})).await;
    let first = shown(&server, Some(&anna), &id, &[("moves", "d4")]).await;
    assert!(first.contains(&format!("href=\"/matches/{id}?move=d4\">Play the first move")), "{first}");
    assert!(!first.contains("Play this if they do"), "it is the own turn");
    anna.plays(&id, "d4").await;
    let button = "name=\"add\" value=\"a1 &#62; g7\"";
    let ready = shown(&server, Some(&anna), &id, &[("moves", "a1>g7")]).await;
    assert!(ready.contains(button) && ready.contains("Play this if they do"), "{ready}");
    for (person, moves) in [(&anna, "a1"), (&anna, "a1>g7>b1"), (&bob, "a1>g7")] {
        let page = shown(&server, Some(person), &id, &[("moves", moves)]).await;
        assert!(!page.contains("Play this if they do"), "{moves}");
    }
    let leaves = async |fields: &[(&str, &str)]| {
        let path = format!("/matches/{id}/conditional-moves");
        server.fill_with(&path, &[OWN, ("cookie", &anna.cookie())], fields).await
    };
    let left = async || {
        Reply::send(server.request("GET", &format!("/matches/{id}")).header("cookie", anna.cookie())).await.text()
    };
    assert_eq!(leaves(&[("turn", "1"), ("add", "a1 > g7")]).await.status, 303);
    assert_eq!(leaves(&[("turn", "1"), ("add", "a1 > g7 > b1 > g6")]).await.status, 303);
    assert_eq!(leaves(&[("turn", "1"), ("add", "a2 > g7")]).await.status, 303);
    let page = left().await;
    let longer = "If Bob (Black) plays a1, you play g7; if Bob (Black) then plays b1, you play g6.";
    for words in [longer, "If Bob (Black) plays a2, you play g7."] {
        assert!(page.contains(&format!("<p class=\"grow\">{words}</p>")), "{page}");
    }
    assert_eq!(page.matches("name=\"remove\"").count(), 2, "the shorter line is a part of the longer one");
    // Another answer to the same move is refused in words, and the lines stay.
    let refused = leaves(&[("turn", "1"), ("add", "a2 > g6")]).await;
    assert!(refused.status == 422 && refused.text().contains("another line continues with g7"), "{}", refused.text());
    assert_eq!(leaves(&[("turn", "1"), ("remove", "a1 > g7 > b1 > g6")]).await.status, 303);
    assert_eq!(leaves(&[("turn", "1"), ("remove", "no such line")]).await.status, 303);
    let page = left().await;
    assert!(!page.contains(longer) && page.matches("name=\"remove\"").count() == 1, "{page}");
    bob.plays(&id, "a2").await;
    server.until("SELECT count(*) = 3 FROM moves WHERE ply > 0 AND text IN ('d4', 'a2', 'g7')").await;
}
