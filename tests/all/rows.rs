//! Matches in the lists of pages: what a row tells whom, its picture, the search of finished matches, the results on a profile.

use chrono::TimeDelta;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};

/// The text of a page as a person sees it.
async fn page(person: &Person, path: &str) -> String {
    let reply = person.get(path).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.text()
}

/// A row of a page: its title, its facts, and its mark.
fn row(page: &str, id: &str) -> [String; 3] {
    let link = format!("<a href=\"/matches/{id}\">");
    let (before, rest) = page.split_once(&link).unwrap_or_else(|| panic!("no row of {id}: {page}"));
    let part = |start: &str, end: &str| {
        let part = rest.split(start).nth(1).and_then(|rest| rest.split(end).next());
        part.unwrap_or_default().to_owned()
    };
    let mark = before.rsplit("<div class=\"grow\">").next().unwrap().split("</").next().unwrap();
    [rest.split("</a>").next().unwrap().to_owned(), part("<small>", "</small>"), mark.to_owned()]
}

fn new(game: &str) -> Value {
    json!({"game": game, "seating": "joined", "visibility": "public", "clock": {"kind": "per-move", "time": "P1D"}})
}

/// The same with further settings.
fn with(game: &str, more: &Value) -> Value {
    let mut all = new(game);
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_tells_the_opponents_the_colour_and_the_time() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let two = anna.begins(new("magma"), &bob).await;
    let named = anna.begins(with("magma", &json!({"name": "Spring cup"})), &bob).await;
    let three = anna.creates(with("magma", &json!({"seats": 3}))).await;
    bob.joins(&three).await;
    cleo.joins(&three).await;
    let alone = anna.creates(with("magma", &json!({"computers": [2]}))).await;
    let open = anna.creates(new("magnapoco")).await;
    let home = page(&anna, "/").await;
    let yours = "<span class=\"pill\">your turn";
    let time = "24 hours left \u{b7} started just now";
    for (id, title, facts) in [
        (&two, "Magma against Bob", format!("You are Red \u{b7} {time}")),
        (&named, "Spring cup", format!("Magma \u{b7} against Bob, you are Red \u{b7} {time}")),
        (&three, "Magma with Bob and Cleo", format!("You are Red \u{b7} {time}")),
        (&alone, "Magma against the computer", format!("Level Easy, you are Red \u{b7} {time}")),
    ] {
        assert_eq!(row(&home, id), [title, &facts, yours]);
    }
    assert_eq!(row(&home, &open), ["Magnapoco", "1 of 2 players \u{b7} 1 day per move \u{b7} rated", ""]);
    assert!(home.contains("aria-current=\"page\">My matches<span id=\"waiting\"> <b class=\"pill\">4<"), "{home}");
    assert!(home.contains("<small class=\"me\">Anna</small>"), "{home}");

    anna.moves(&two).await;
    server.later(TimeDelta::hours(2));
    let facts = "You are Blue \u{b7} 22 hours left \u{b7} moved 2 hours ago";
    assert_eq!(row(&page(&bob, "/").await, &two), ["Magma against Anna", facts, yours]);
    let facts = "You are Red \u{b7} moved 2 hours ago";
    assert_eq!(row(&page(&anna, "/").await, &two), ["Magma against Bob", facts, ""]);
    // Those who do not play see the players.
    let lobby = page(&cleo, "/lobby").await;
    assert_eq!(row(&lobby, &two)[..2], ["Magma: Anna and Bob", "1 day per move \u{b7} moved 2 hours ago"]);
    assert_eq!(
        row(&lobby, &named)[1],
        "Magma \u{b7} with Anna and Bob \u{b7} 1 day per move \u{b7} started 2 hours ago"
    );
    assert_eq!(
        row(&lobby, &open)[..2],
        ["Magnapoco", "With Anna \u{b7} 1 of 2 players \u{b7} 1 day per move \u{b7} rated"]
    );
    assert!(lobby.contains("aria-current=\"page\">Lobby<"), "{lobby}");

    anna.act(&format!("/v1/matches/{two}/resign")).await.expect(200);
    let (date, of) = (server.app.clock.now().format("%-d %B %Y"), "You were");
    let told = row(&page(&anna, "/me/past").await, &two);
    assert_eq!(
        told,
        ["Magma against Bob", &format!("{of} Red \u{b7} 2 turns \u{b7} ended {date}"), "<b class=\"end\">lost"]
    );
    assert_eq!(row(&page(&bob, "/").await, &two)[2], "<b class=\"end\">won");
    assert_eq!(row(&page(&cleo, "/people/bob").await, &two)[2], "<b class=\"end\">Bob won");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_without_a_name_is_called_by_its_players_in_emails_and_on_its_pages() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.begins(new("magma"), &bob).await;
    anna.moves(&id).await;
    let email =
        server.mailbox.wait_for(&bob.address, |email| email.subject() == "Your turn: Magma, Anna and Bob").await;
    assert!(email.flowing().contains("It is your turn, Bob, in Magma: Anna and Bob (turn 1)."), "{}", email.flowing());
    for path in [format!("/matches/{id}"), format!("/matches/{id}?line=0")] {
        assert!(page(&bob, &path).await.contains("<h1>Magma</h1>"), "{path}");
    }
    // The API gives the name that is stored.
    assert_eq!(bob.sees(&id).await["name"], "Magma");
}

/// A line that only its player may know of changes neither the words nor the address of the picture.
#[tokio::test(flavor = "multi_thread")]
async fn rows_do_not_tell_of_hidden_lines() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.begins(new("magnet"), &bob).await;
    server.later(TimeDelta::hours(1));
    let picture = async |person: &Person| {
        let home = page(person, "/").await;
        let path = home.split(&format!("src=\"/matches/{id}")).nth(1).unwrap().split('"').next().unwrap().to_owned();
        let reply = person.get(&format!("/matches/{id}{path}")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "image/png"));
        (row(&home, &id), path, reply.bytes)
    };
    let (before, own) = (picture(&bob).await, picture(&anna).await);
    assert!(before.0[1].ends_with("started 60 minutes ago"), "{:?}", before.0);
    let at = server.app.clock.now();
    server
        .query(&format!(
            "INSERT INTO moves (match_id, ply, turn, cause, text, events, moment, at)
             VALUES ('{id}', 99, 0, 'chosen', 'hidden', '[]', 0, '{at}')"
        ))
        .await;
    assert_eq!((picture(&bob).await, picture(&anna).await), (before, own));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_a_match_is_for_those_who_may_see_it() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(with("magma", &json!({"visibility": "private"}))).await;
    let path = format!("/matches/{id}/thumb.png");
    anna.get(&path).await.expect(404);
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    bob.joins(&id).await;
    cleo.get(&path).await.expect(404);
    server.get(&path).await.expect(404);
    let first = anna.get(&path).await;
    assert_eq!((first.status, first.header("cache-control")), (200, "private, no-cache"));
    let again = async || Reply::send(anna.request("GET", &path).header("if-none-match", first.header("etag"))).await;
    assert_eq!((again().await.status, again().await.bytes.len()), (304, 0));
    anna.moves(&id).await;
    assert_eq!(again().await.status, 200);
    assert_ne!(again().await.bytes, first.bytes);
    // Each player sees the own pieces.
    let id = anna.begins(new("magnet"), &bob).await;
    anna.moves(&id).await;
    let path = format!("/matches/{id}/thumb.png");
    let [annas, bobs, cleos] = [anna.get(&path).await, bob.get(&path).await, cleo.get(&path).await];
    assert!(annas.bytes != bobs.bytes && annas.bytes != cleos.bytes);
}

/// The ids of the rows of a page.
fn rows(page: &str) -> Vec<String> {
    let ids = page.split("<a href=\"/matches/").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
    ids.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_are_searched_by_game_and_by_words() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let over = async |new: Value, other: &Person| {
        let id = anna.begins(new, other).await;
        other.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
        id
    };
    let cup = over(with("magma", &json!({"name": "Spring cup"})), &bob).await;
    let poco = over(new("magnapoco"), &bob).await;
    let with_cleo = over(new("magma"), &cleo).await;
    let running = anna.begins(new("magma"), &bob).await;
    let found = async |person: &Person, query: &str| rows(&page(person, &format!("/me/past{query}")).await);
    assert_eq!(found(&anna, "").await, [with_cleo.clone(), poco.clone(), cup.clone()], "not {running}");
    for (query, expected) in [
        ("?q=bob", vec![poco.clone(), cup.clone()]),
        ("?q=O", vec![with_cleo.clone(), poco.clone(), cup.clone()]),
        ("?q=+CUP+", vec![cup.clone()]),
        ("?q=bob&game=magnapoco", vec![poco.clone()]),
        ("?game=magma", vec![with_cleo.clone(), cup.clone()]),
        ("?game=chess&q=", vec![with_cleo.clone(), poco.clone(), cup.clone()]),
        // One's own name is in every match.
        ("?q=anna", vec![]),
    ] {
        assert_eq!(found(&anna, query).await, expected, "{query}");
    }
    // The matches of others are not searched.
    assert_eq!(found(&cleo, "?q=bob").await, Vec::<String>::new());
    assert_eq!(found(&cleo, "?q=cup").await, Vec::<String>::new());
    let long = "b".repeat(65);
    for nonsense in ["%00", "a%00b", "%25", "_", "%27%3B--", "%5C", "%F0%9F%8E%B2", &long, "%FF%FE"] {
        let page = page(&anna, &format!("/me/past?q={nonsense}")).await;
        assert!(rows(&page).is_empty() && page.contains("No match found."), "{nonsense}: {page}");
    }
    for nonsense in ["?after=x", "?q=bob&q=cleo", "?game=%00", "?after=&q", "?x=1"] {
        assert_eq!(anna.get(&format!("/me/past{nonsense}")).await.status, 200, "{nonsense}");
    }
}

/// A page looks through so many matches at most, and leads on to the next.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_has_not_found_enough_leads_on() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let id = anna.begins(with("magma", &json!({"name": "Needle"})), &bob).await;
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    server
        .query(&format!(
            "INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, on_lapse, creator, created_at,
                phase, seed, players, state, outcome)
             SELECT ('f' || lpad(to_hex(n), 31, '0'))::uuid, 'magma', 1, 'Hay', '{{}}', 2, 'joined', 'unlisted', 'forfeit', '{b}', now(),
                'over', sha256('x'), 2, '{{}}', '{{}}' FROM generate_series(1, 2100) n;
             INSERT INTO seats (match_id, user_id, joined_at, seat, over_at)
             SELECT id, '{a}', now(), 0, now() FROM matches WHERE name = 'Hay'",
            a = anna.id(),
            b = bob.id(),
        ))
        .await;
    let next = |page: &str| {
        let path = page.split("href=\"/me/past?").nth(1)?.split('"').next()?;
        Some(format!("/me/past?{}", path.replace("&#38;", "&")))
    };
    let first = page(&anna, "/me/past?q=needle").await;
    assert_eq!(rows(&first), Vec::<String>::new());
    let second = page(&anna, &next(&first).unwrap()).await;
    assert_eq!((rows(&second), next(&second)), (vec![id], None));
    // Pages follow each other without a search, too.
    let first = page(&anna, "/me/past").await;
    let second = page(&anna, &next(&first).unwrap()).await;
    assert_eq!((rows(&first).len(), rows(&second).len()), (30, 30));
    assert!(rows(&first).last() > rows(&second).first());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_counts_public_matches_and_those_of_the_reader() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let over = async |visibility: &str, loser: &Person| {
        let id = anna.creates(with("magma", &json!({"visibility": visibility, "name": visibility}))).await;
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
        bob.joins(&id).await;
        loser.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    };
    over("public", &anna).await;
    over("private", &anna).await;
    over("unlisted", &bob).await;
    let results = "<th scope=\"row\">Magma</th><td>1</td><td>1</td><td>0</td><td>0</td>";
    let between = "Your matches for two against Bob: you won 1 and lost 2.";
    for (reader, has_played) in [(&anna, true), (&bob, false), (&cleo, false)] {
        let profile = page(reader, "/people/bob").await;
        assert!(profile.contains(results), "{profile}");
        assert_eq!(profile.contains(between), has_played, "{profile}");
        assert!(!profile.contains(">private<") && !profile.contains(">unlisted<"), "{profile}");
    }
    assert!(!page(&cleo, "/people/bob").await.contains("Your matches for two"));
    let visitor = server.get("/people/bob").await.text();
    assert!(visitor.contains(results) && !visitor.contains("Your matches for two"), "{visitor}");
    // A match that becomes private no longer counts.
    server.query("UPDATE matches SET visibility = 'private' WHERE name = 'public'").await;
    let visitor = server.get("/people/bob").await.text();
    assert!(!visitor.contains("Results") && rows(&visitor).is_empty(), "{visitor}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_of_a_newcomer_begins_with_quick_starts() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let place = |page: &str, text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    let newcomer = page(&anna, "/").await;
    assert!(place(&newcomer, "Play the computer") < place(&newcomer, "<h1>"), "{newcomer}");
    anna.begins(new("magma"), &bob).await;
    let player = page(&anna, "/").await;
    assert!(place(&player, "Play the computer") > place(&player, "Your turn"), "{player}");
}
