//! Guests: visitors play the computer without an account, and keep their matches when they sign in.

use chrono::Duration;
use tests::{Asked, Person, Reply, Server, eventually};
use turnpost::play::people::guests;

/// What a browser sends with the form of a page of the server.
const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

trait Shown {
    /// The text of a page that depends on its reader.
    fn shown(&self) -> String;
}

impl Shown for Reply {
    fn shown(&self) -> String {
        assert_eq!((self.status, self.header("cache-control")), (200, "private, no-cache"), "{}", self.text());
        self.text()
    }
}

/// A browser without an account, with a cookie once it plays.
struct Guest<'a> {
    server: &'a Server,
    cookie: String,
    /// The path of the match.
    path: String,
}

impl Guest<'_> {
    async fn sits_down<'a>(server: &'a Server, game: &str) -> Guest<'a> {
        let reply = begins(server, game, "1").await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let cookie = reply.header("set-cookie").split(';').next().unwrap().to_owned();
        Guest { server, cookie, path: reply.header("location").to_owned() }
    }

    fn id(&self) -> &str {
        self.path.strip_prefix("/matches/").unwrap()
    }

    async fn get(&self, path: &str) -> Reply {
        Reply::send(self.server.request("GET", path).header("cookie", &self.cookie)).await
    }

    async fn fill(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.server.fill_with(path, &[("cookie", &self.cookie), OWN], fields).await
    }

    /// Plays the first complete move that is offered, and returns the page.
    async fn moves(&self) -> String {
        let mut so_far = String::new();
        loop {
            // The computer may begin.
            let choices = eventually("the turn of the guest", async || {
                let path = format!("/v1{}/choices?so_far={so_far}", self.path);
                let choices = self.get(&path).await.expect(200);
                (choices["awaited"] == true).then_some(choices)
            })
            .await;
            let one = choices["choices"].as_array().unwrap().iter().find(|one| one["kind"] != "pass");
            let one = one.unwrap_or_else(|| panic!("{choices}")).clone();
            so_far = one["text"].as_str().unwrap().to_owned();
            if one["complete"] == true {
                return self.fill(&self.path, &[("move", &so_far)]).await.shown();
            }
        }
    }

    /// Signs in with this address from the page of the match; returns the cookie of the account.
    async fn signs_in(&self, address: &str) -> String {
        let asked = self.fill("/sign-in", &[("address", address), ("next", &self.path)]).await;
        let secret = asked.header("set-cookie").split(';').next().unwrap().to_owned();
        let path = asked.header("location").to_owned();
        let id = path.split(['/', '?']).nth(3).unwrap();
        let code = Asked::parse(&serde_json::json!({"sign_in": id, "secret": ""})).code(self.server);
        let both = format!("{}; {secret}", self.cookie);
        let form = [("code", code.as_str()), ("next", &self.path)];
        let done = self.server.fill_with(path.split('?').next().unwrap(), &[("cookie", &both), OWN], &form).await;
        assert_eq!(done.status, 303, "{}", done.text());
        assert!(done.header("location").contains(self.id()), "{}", done.header("location"));
        done.header("set-cookie").split(';').next().unwrap().to_owned()
    }
}

async fn begins(server: &Server, game: &str, level: &str) -> Reply {
    server.fill_with(&format!("/new/{game}/computer"), &[OWN], &[("level", level)]).await
}

async fn guests_per_hour(number: i64) -> Server {
    Server::quiet(|table| drop(table.insert("guests_per_hour".to_owned(), number.into()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_plays_the_computer_at_once() {
    let server = Server::start().await;
    let page = server.get("/").await.shown();
    assert!(page.contains("Play now, without an account") && page.contains("formaction=\"/new/magnet/computer\""));
    let guest = Guest::sits_down(&server, "magnapoco").await;
    let before = guest.get(&guest.path).await.shown();
    assert!(before.contains("Keep this match: your email address"), "{before}");
    assert!(before.contains("<summary>How to play Magnapoco</summary>"), "{before}");
    assert!(!before.contains("Private note") && !before.contains("watch list"), "{before}");
    guest.moves().await;
    let sql = format!("SELECT count(*) FROM moves WHERE match_id = '{}' AND cause = 'chosen'", guest.id());
    assert!(server.count(&sql).await > 0);
    assert!(guest.get("/").await.shown().contains(guest.id()));
    guest.get(&format!("{}/log", guest.path)).await.shown();
    // By resigning the match is over, and there is a rematch.
    let end = guest.fill(&guest.path, &[("move", "resign")]).await.shown();
    assert!(end.contains("You lost.") && end.contains("Rematch"), "{end}");
    let again = guest.fill(&format!("{}/rematch", guest.path), &[]).await;
    assert_eq!(again.status, 303);
    guest.get(again.header("location")).await.shown();
    server.emails_are_out().await;
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE state IN ('sent', 'failed')").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_remembers_level_and_board() {
    let server = Server::quiet(|_| {}).await;
    let chosen = |page: &str| {
        ["name=\"level\" value=\"2\"", "name=\"board\" value=\"small\""]
            .map(|field| page.contains(&format!("{field} checked>")))
    };
    assert_eq!(chosen(&server.get("/").await.text()), [false, false]);
    let fields = [("level", "2"), ("board", "small")];
    for (game, board) in [("magma", "pointed43"), ("magnapoco", "square5")] {
        let begun = server.fill_with(&format!("/new/{game}/computer"), &[OWN], &fields).await;
        assert_eq!(begun.status, 303, "{}", begun.text());
        let id = begun.header("location").trim_start_matches("/matches/").to_owned();
        let stored = server.rows(&format!("SELECT options::jsonb->>'board' FROM matches WHERE id = '{id}'")).await;
        assert_eq!(stored, [[board]]);
    }
    // Anyone can write a cookie: what is no choice is none, and guests do not get higher levels by it.
    for (cookie, expected) in
        [("2-small", [true, true]), ("2-", [true, false]), ("5-small", [false, true]), ("x-<b>", [false, false])]
    {
        let page = Reply::send(server.request("GET", "/").header("cookie", format!("turnpost-computer={cookie}")))
            .await
            .text();
        assert_eq!((chosen(&page), page.contains("<b>")), (expected, false), "{cookie}");
    }
}

/// The move of the first page is that of the new match; another one is left to the page of the match.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_move_begins_a_match() {
    let server = Server::quiet(|_| {}).await;
    let page = server.get("/").await.shown();
    let form = page.split_once("name=\"form\" value=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
    assert!(page.contains("<option value=\"d4\"") && !page.contains("<option value=\"c5\""), "{page}");
    let send = async |game: &str, cookie: &str, fields: &[(&str, &str)]| {
        let reply = server.fill_with(&format!("/new/{game}/computer"), &[OWN, ("cookie", cookie)], fields).await;
        let cookie = reply.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        assert_eq!(reply.status, 303, "{}", reply.text());
        (reply.header("location").to_owned(), cookie)
    };
    let lines = async |path: &str| {
        let id = path.trim_start_matches("/matches/").split('?').next().unwrap();
        let seats = format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND seat = 0 AND cause = 'chosen'");
        server.count(&seats).await
    };
    let fields = [("form", form), ("level", "1"), ("move", "d4")];
    let (path, cookie) = send("magnapoco", "", &fields).await;
    assert_eq!(lines(&path).await, 1);
    // The same form again is the same match, whose first move stays.
    assert_eq!(send("magnapoco", &cookie, &fields).await.0, path);
    assert_eq!(lines(&path).await, 1);
    for (game, text) in [("magnapoco", "c5"), ("magnapoco", "<b>"), ("magma", "d4")] {
        let (other, cookie) = send(game, "", &[("level", "1"), ("move", text)]).await;
        assert!(other.contains("?move=") && lines(&other).await == 0, "{game} {text}: {other}");
        let shown = Reply::send(server.request("GET", &other).header("cookie", &cookie)).await;
        assert!(shown.status == 200 && shown.text().contains("class=\"alert\""), "{game} {text}: {}", shown.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quick_match_of_magic_begins_with_a_hand_and_asks_nothing_before() {
    let server = Server::start().await;
    let page = server.get("/").await.shown();
    assert!(page.contains("formaction=\"/new/magic/computer\""), "{page}");
    let guest = Guest::sits_down(&server, "magic").await;
    let board = guest.get(&guest.path).await.shown();
    assert!(board.contains("data-item=\"h1\"") && board.contains("Summoning"), "{board}");
    for asked in ["Choose a deck", "Your choice", "Choose the lands"] {
        assert!(!board.contains(asked), "{asked}: {board}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_and_all_others_do_not_see_each_others_matches() {
    let server = Server::quiet(|_| {}).await;
    let (anna, one) = (server.person_by_secret("Anna").await, Guest::sits_down(&server, "magma").await);
    let two = Guest::sits_down(&server, "magma").await;
    let own = anna.creates(serde_json::json!({"game": "magma", "visibility": "private"})).await;
    let nothing = server.get("/matches/0198c0de-7a11-7000-8000-00c0ffee0001").await.text().len();
    for path in [one.path.clone(), format!("{}?line=0", one.path), format!("{}/log", one.path)] {
        let shown = server.get(&path).await;
        assert!(!shown.text().contains("Your turn"), "{path}");
        assert_eq!(two.get(&path).await.status, shown.status, "{path}");
    }
    assert_eq!(two.get(&format!("/matches/{own}")).await.text().len(), nothing);
    for path in [format!("/v1/matches/{}/choices", one.id()), format!("/v1/matches/{own}/choices")] {
        assert!(two.get(&path).await.status >= 400, "{path}");
    }
    for path in [one.path.clone(), format!("/matches/{own}")] {
        let reply = two.fill(&path, &[("move", "resign")]).await;
        assert!(reply.status >= 400, "{path}: {}", reply.status);
    }
    // An unlisted match of another guest is shown as to a visitor, whichever position.
    for path in [one.path.clone(), format!("{}?line=0", one.path)] {
        assert!(!two.get(&path).await.text().contains("Keep this match"), "{path}");
    }
    let open = anna.creates(serde_json::json!({"game": "magma"})).await;
    assert!(two.get(&format!("/matches/{open}")).await.text().contains("Sign in to join"));
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE phase = 'over'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_in_keeps_the_matches() {
    let server = Server::start().await;
    let guest = Guest::sits_down(&server, "magma").await;
    guest.moves().await;
    let cookie = guest.signs_in("gus@example.org").await;
    let as_gus = async |path: &str| Reply::send(server.request("GET", path).header("cookie", &cookie)).await;
    let mine = as_gus("/v1/matches?filter=mine").await.expect(200);
    assert_eq!(mine["matches"][0]["id"], guest.id(), "{mine}");
    let page = as_gus(&guest.path).await.shown();
    assert!(!page.contains("Keep this match"), "{page}");
    // The cookie of the guest is good for nothing now.
    assert!(!guest.get("/").await.shown().contains(guest.id()));
    assert!(guest.fill(&guest.path, &[("move", "resign")]).await.status >= 400);
    assert_eq!(server.count("SELECT count(*) FROM users WHERE guest AND deleted_at IS NULL").await, 0);
    // The account plays on in the match that the guest began.
    let played = server.fill_with(&guest.path, &[("cookie", &cookie), OWN], &[("move", "resign")]).await;
    assert!(played.shown().contains("You lost."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_with_an_account_has_the_matches_of_both() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let own = anna.creates(serde_json::json!({"game": "magma"})).await;
    let guest = Guest::sits_down(&server, "magnet").await;
    // A wrong code, and a sign-in in another browser, give nothing.
    let asked = guest.fill("/sign-in", &[("address", &anna.address)]).await;
    let path = asked.header("location").to_owned();
    guest.fill(&path, &[("code", "BCDF-GHJK")]).await;
    let ids = async |anna: &Person| {
        let mine = anna.get("/v1/matches?filter=mine").await.expect(200);
        let list = mine["matches"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned());
        list.collect::<Vec<_>>()
    };
    assert_eq!(ids(&anna).await, std::slice::from_ref(&own));
    guest.signs_in(&anna.address).await;
    let mut both = vec![guest.id().to_owned(), own];
    both.sort_by(|one, other| other.cmp(one));
    assert_eq!(ids(&anna).await, both);
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_have_limits() {
    let server = guests_per_hour(2).await;
    for status in [303, 303, 429] {
        assert_eq!(begins(&server, "magma", "1").await.status, status);
    }
    let server = guests_per_hour(10).await;
    assert_eq!(begins(&server, "magma", "4").await.status, 422);
    let from_elsewhere = server.fill_with("/new/magma/computer", &[("sec-fetch-site", "cross-site")], &[]).await;
    assert_eq!(from_elsewhere.status, 403);
    assert_eq!(server.count("SELECT count(*) FROM users WHERE guest").await, 0);
    for server in [
        guests_per_hour(0).await,
        Server::quiet(|table| drop(table.insert("registration".to_owned(), "invited".into()))).await,
    ] {
        let reply = begins(&server, "magma", "1").await;
        assert_eq!((reply.status, reply.header("location")), (303, "/sign-in"));
        assert!(!server.get("/").await.shown().contains("Play now"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_stays_away_is_deleted() {
    let server = Server::quiet(|_| {}).await;
    let (here, away) = (Guest::sits_down(&server, "magma").await, Guest::sits_down(&server, "magma").await);
    let left = async || {
        guests::forget_old(&server.app).await.unwrap();
        server.count("SELECT count(*) FROM users WHERE guest AND deleted_at IS NULL").await
    };
    server.later(Duration::days(guests::DAYS - 1));
    here.get("/").await.shown();
    assert_eq!(left().await, 2);
    server.later(Duration::days(2));
    assert_eq!(left().await, 1);
    assert!(here.get("/").await.shown().contains(here.id()));
    assert!(!away.get("/").await.shown().contains(away.id()));
}
