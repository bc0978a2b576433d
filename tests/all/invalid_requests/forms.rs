//! The forms of pages: nonsense, huge and repeated fields, other people's things, other sites, readers who are not signed in.

use std::collections::BTreeMap;

use serde_json::json;
use tests::oauth::{OauthApp, REDIRECT};
use tests::{Person, Reply, Server};
use turnpost::play::telling::links;

const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// The paths of the forms that signed-in readers send, as the list of pages has them.
fn paths() -> Vec<String> {
    let all = include_str!("../../../api/src/routes.rs").lines().filter_map(|line| {
        let (path, _) = line.trim().strip_prefix("POST \"")?.split_once('"')?;
        Some(path.to_owned())
    });
    // These are for readers who are not signed in, or do nothing else than ending the session.
    let others = |path: &String| {
        ["/sign-", "/confirm-address/", "/emails/", "/invitations/", "/proposals/", "/unsubscribe/"]
            .iter()
            .any(|start| path.starts_with(start))
            || path.starts_with("/move/")
            || path.starts_with("/mailbox")
            || path == "/new/{game_id}/computer"
            || path == "/games/{game_id}/own-cards"
    };
    let paths: Vec<_> = all.filter(|path| !others(path)).collect();
    assert!(paths.len() > 20, "{paths:?}");
    paths
}

/// The fields of all forms.
const FIELDS: [&str; 34] = [
    "computers",
    "level",
    "name",
    "handle",
    "time_zone",
    "notes",
    "address",
    "first",
    "last",
    "days",
    "move",
    "turn",
    "note",
    "preview",
    "kind",
    "text",
    "whom",
    "next",
    "seats",
    "seating",
    "visibility",
    "on_lapse",
    "time",
    "reserve",
    "invite",
    "options.board",
    "options.max_rounds",
    "code",
    "record",
    "redirects",
    "client_id",
    "game",
    "list",
    "cards",
];

/// A server with matches in every phase, whose page Anna opens; Bob plays with her, Cleo is a stranger.
struct World {
    server: Server,
    anna: Person,
    bob: Person,
    cleo: Person,
    running: String,
    open: String,
    invitation: String,
    token: String,
    session: String,
    client: String,
    grant: String,
    bot: String,
    /// The token of a link to the running match.
    link: String,
    tournament: String,
}

impl World {
    async fn new() -> World {
        let server = Server::start().await;
        let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
        let clock = json!({"kind": "per-move", "time": "P3D"});
        let new = json!({"game": "magma", "seating": "joined", "visibility": "private", "clock": clock});
        let running = anna.creates(new.clone()).await;
        anna.post(&format!("/v1/matches/{running}/invitations"), &json!({"handle": "bob"})).await.expect(202);
        server.later(chrono::Duration::seconds(1));
        bob.joins(&running).await;
        let open = bob.creates(new).await;
        bob.post(&format!("/v1/matches/{open}/invitations"), &json!({"handle": "anna"})).await.expect(202);
        let invitation = anna.get("/v1/me/invitations").await.expect(200)["invitations"][0]["id"].clone();
        let token = bob.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["matches:read"]})).await.expect(201);
        let (invitation, token) = (invitation.as_str().unwrap().to_owned(), token["id"].as_str().unwrap().to_owned());
        let session = bob.get("/v1/me/sessions").await.expect(200)["sessions"][0]["id"].as_str().unwrap().to_owned();
        let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
        app.gets(&bob, "matches:read").await;
        let grant = bob.get("/v1/me/grants").await.expect(200)["grants"][0]["id"].as_str().unwrap().to_owned();
        let client = app.id;
        let bot = json!({"handle": "lava-bot", "name": "Lava bot", "scopes": ["matches:read"]});
        let bot = bob.post("/v1/bots", &bot).await.expect(201)["bot"]["id"].as_str().unwrap().to_owned();
        let cup = bob.post("/v1/tournaments", &json!({"game": "magma", "name": "Cup"})).await.expect(201);
        let tournament = cup["id"].as_str().unwrap().to_owned();
        let made = format!(
            "INSERT INTO invitations (id, match_id, inviter, link, created_at)
             SELECT gen_random_uuid(), id, creator, true, created_at FROM matches WHERE id = '{running}' RETURNING id::text"
        );
        let link = links::join_path(&server.app.secrets, server.rows(&made).await[0][0].parse().unwrap());
        let link = link.rsplit('/').next().unwrap().to_owned();
        World {
            tournament,
            link,
            bot,
            session,
            client,
            grant,
            server,
            anna,
            bob,
            cleo,
            running,
            open,
            invitation,
            token,
        }
    }

    /// A path with the ids of things that are not the sender's own, but for the running match.
    fn at(&self, path: &str) -> String {
        [
            ("{match_id}", self.running.as_str()),
            ("{invitation_id}", &self.invitation),
            ("{session_id}", &self.session),
            ("{token_id}", &self.token),
            ("{client_id}", &self.client),
            ("{grant_id}", &self.grant),
            ("{bot_id}", &self.bot),
            ("{token}", &self.link),
            ("{first}", "2027-01-01"),
            ("{game_id}", "magma"),
            ("{handle}", "anna"),
            ("{deck_name}", "my-birds"),
            ("{tournament_id}", &self.tournament),
        ]
        .into_iter()
        .fold(path.to_owned(), |path, (name, id)| path.replace(name, id))
    }

    async fn send(&self, person: &Person, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.server.fill_with(path, &[OWN, ("cookie", &person.cookie()), ("accept", "text/html")], fields).await
    }

    /// What no refused form may change: names of things, and their rows or numbers.
    async fn stored(&self) -> BTreeMap<String, Option<String>> {
        let sql = "SELECT 'matches', string_agg(m::text, E'\n' ORDER BY id) FROM matches m
            UNION ALL SELECT 'moves', count(*)::text FROM moves
            UNION ALL SELECT 'seats', string_agg(s::text, '|' ORDER BY match_id, user_id) FROM seats s
            UNION ALL SELECT 'invitations', string_agg(i::text, '|' ORDER BY id) FROM invitations i
            UNION ALL SELECT 'sessions', count(*)::text FROM sessions WHERE ended_at IS NULL
            UNION ALL SELECT 'tokens', count(*)::text FROM personal_tokens WHERE revoked_at IS NULL
            UNION ALL SELECT 'clients', count(*)::text FROM clients
            UNION ALL SELECT 'grants', count(*)::text FROM grants WHERE ended_at IS NULL
            UNION ALL SELECT 'bots', count(*)::text FROM users WHERE is_bot
            UNION ALL SELECT 'deleted', count(*)::text FROM users WHERE deleted_at IS NOT NULL
            UNION ALL SELECT 'vacations', string_agg(vacations, '|' ORDER BY id) FROM users
            UNION ALL SELECT 'notes', count(*)::text FROM notes
            UNION ALL SELECT 'private', count(*)::text FROM private_notes
            UNION ALL SELECT 'conditional', count(*)::text FROM conditional_moves
            UNION ALL SELECT 'watches', count(*)::text FROM watches";
        let rows = self.server.query(sql).await;
        rows.into_iter().map(|mut row| (row.remove(0).unwrap(), row.remove(0))).collect()
    }

    /// Fails if one of these things has changed, but for those that are named.
    async fn is_unchanged(&self, before: &BTreeMap<String, Option<String>>, may_change: &[&str]) {
        let after = self.stored().await;
        for (name, rows) in before.iter().filter(|(name, _)| !may_change.contains(&name.as_str())) {
            assert_eq!(rows, &after[name], "{name}");
        }
    }
}

fn is_page(reply: &Reply, words: &str) {
    assert!(reply.status == 303 || reply.header("content-type").starts_with("text/html"), "{words}: {}", reply.text());
    assert!(reply.status < 500, "{words}: {} {}", reply.status, reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_in_every_field_is_answered_by_a_page_and_changes_nothing() {
    let world = World::new().await;
    let before = world.stored().await;
    let huge = "9".repeat(20_000);
    let bad = ["\u{1}\0", &huge, "\u{202e}live\u{2066}", "<script>alert(1)</script>", "-1", "%ff%00", "'; --", "1e999"];
    for path in paths() {
        // Forms without fields are no nonsense, and those of the account store any choice.
        let has_none =
            ["/join/{token}", "/link", "join", "leave", "accept", "decline", "watch", "emails", "sessions/end"];
        if has_none.iter().any(|end| path.ends_with(end)) {
            continue;
        }
        for text in bad {
            let fields: Vec<(&str, &str)> = FIELDS.iter().map(|field| (*field, text)).collect();
            let words = format!("{path} {}", &text[..text.len().min(12)]);
            let reply = world.send(&world.anna, &world.at(&path), &fields).await;
            is_page(&reply, &words);
            assert!(!reply.text().contains("<script>alert"), "{words}: {}", reply.text());
        }
    }
    // Any text is a note.
    world.is_unchanged(&before, &["notes", "private"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_no_forms_are_refused_by_a_page() {
    let world = World::new().await;
    let before = world.stored().await;
    for path in paths() {
        let request = |kind: &str, body: Vec<u8>| {
            let request = world.server.request("POST", &world.at(&path)).header("content-type", kind);
            Reply::send(
                request
                    .header(OWN.0, OWN.1)
                    .header("accept", "text/html")
                    .header("cookie", world.anna.cookie())
                    .body(body),
            )
        };
        let form = "application/x-www-form-urlencoded";
        // Forms without fields do not read their bodies.
        let bodiless = [
            "/join/{token}",
            "/link",
            "join",
            "leave",
            "accept",
            "decline",
            "watch",
            "end",
            "revoke",
            "withdraw",
            "call-off",
            "rematch",
        ];
        let reads = !bodiless.iter().any(|end| path.ends_with(end));
        for (kind, body) in [
            (form, vec![b'a'; 3_000_000]),
            (form, b"move=%f".to_vec()),
            (form, vec![0xff, 0xfe, b'=', 0xff]),
            (form, b"move=a&move=b&name=a&name=b&text=a&text=b&days=1&days=2&kind=pause&kind=pause".to_vec()),
            ("application/json", b"{\"move\": \"e5\"}".to_vec()),
            ("multipart/form-data; boundary=x", b"--x--".to_vec()),
        ] {
            if !reads {
                continue;
            }
            let reply = request(kind, body).await;
            is_page(&reply, &format!("{path} {kind}"));
        }
    }
    // A form without known fields makes a match with the usual settings.
    world.is_unchanged(&before, &["matches", "seats"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_other_sites_and_of_signed_out_readers_do_nothing() {
    let world = World::new().await;
    let before = world.stored().await;
    for path in paths() {
        let (at, cookie) = (world.at(&path), world.anna.cookie());
        let foreign = [("sec-fetch-site", "cross-site"), ("cookie", cookie.as_str()), ("accept", "text/html")];
        let reply = world.server.fill_with(&at, &foreign, &[("handle", "anna"), ("move", "pass")]).await;
        assert_eq!(reply.status, 403, "{path}: {}", reply.text());
        is_page(&reply, &path);
        // What a signed-out reader has sent can be sent again from the answer.
        let accepts = ("accept", "text/html");
        let reply = world.server.fill_with(&at, &[OWN, accepts], &[("handle", "an\"na"), ("move", "pass")]).await;
        assert_eq!(reply.status, 401, "{path}: {}", reply.text());
        let again = [
            &format!("<form class=\"stack\" method=\"post\" action=\"{at}\">"),
            "<input type=\"hidden\" name=\"handle\" value=\"an&#34;na\">",
            "<input type=\"hidden\" name=\"move\" value=\"pass\">",
        ];
        assert!(again.iter().all(|part| reply.text().contains(*part)), "{path}: {}", reply.text());
        // Browsers send no cookie with the forms of other sites: what these have filled in is not shown.
        let foreign = [("sec-fetch-site", "cross-site"), accepts];
        let reply = world.server.fill_with(&at, &foreign, &[("handle", "anna"), ("move", "pass")]).await;
        assert_eq!(reply.status, 303, "{path}: {}", reply.text());
        let location = reply.header("location").to_owned();
        let next = location.strip_prefix("/sign-in").unwrap_or_else(|| panic!("{path}: {location}"));
        let next = next.strip_prefix("?next=").unwrap_or("/").replace("%2F", "/");
        let back = Reply::send(world.server.request("GET", &next).header("cookie", &cookie)).await;
        assert!([200, 303].contains(&back.status), "{path} leads to {next}: {}", back.status);
    }
    world.is_unchanged(&before, &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn things_of_others_are_not_found_by_forms() {
    let world = World::new().await;
    let before = world.stored().await;
    // Tournaments are for all, and their own tests say who may start or end one.
    let is_of_others =
        |path: &&String| path.contains("_id}") && !path.contains("{game_id}") && !path.contains("{tournament_id}");
    for path in paths().iter().filter(is_of_others) {
        let fields =
            [("move", "pass"), ("days", "3"), ("kind", "pause"), ("text", "hello"), ("whom", "cleo"), ("level", "1")];
        let reply = world.send(&world.cleo, &world.at(path), &fields).await;
        is_page(&reply, path);
        // Taking away what is not there is no fault of a reader who presses twice.
        let is_gone = path.ends_with("/unwatch") && reply.status == 303;
        assert!([403, 404].contains(&reply.status) || is_gone, "{path}: {} {}", reply.status, reply.text());
        assert!(!reply.text().contains("Bob"), "{path}: {}", reply.text());
    }
    world.is_unchanged(&before, &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_texts_stay_in_their_forms() {
    let world = World::new().await;
    let (running, open) = (format!("/matches/{}", world.running), format!("/matches/{}", world.open));
    let too_long = "Wombat".repeat(1000);
    for (person, path, fields) in [
        (&world.anna, "/account/profile", vec![("name", "Wombat"), ("handle", "b"), ("time_zone", "Europe/Berlin")]),
        (&world.anna, "/account/address", vec![("address", "Wombat")]),
        (&world.anna, "/account/vacations", vec![("first", "Wombat"), ("last", "2027-01-01")]),
        (&world.anna, "/account/apps", vec![("name", "Wombat"), ("redirects", "http://wombat.example")]),
        (&world.anna, "/account/bots", vec![("name", "Wombat"), ("handle", "b")]),
        (&world.anna, "/account/tokens", vec![("name", "Wombat"), ("days", "x")]),
        (&world.anna, "/import", vec![("record", "Wombat"), ("name", "x")]),
        (&world.anna, "/import", vec![("record", "x"), ("name", &too_long)]),
        (&world.anna, "/new/magma", vec![("name", "Wombat"), ("seats", "99")]),
        (&world.anna, "/new/magma", vec![("name", "x"), ("invite", "Wombat@"), ("seats", "2")]),
        (&world.bob, &format!("{open}/invite"), vec![("whom", "Wombat@")]),
        (&world.anna, &format!("{running}/propose"), vec![("kind", "pause"), ("days", "Wombat")]),
        (&world.anna, &format!("{running}/private-note"), vec![("text", &too_long)]),
        (&world.bob, &format!("{running}/conditional-moves"), vec![("turn", "0"), ("lines", "Wombat > pass")]),
        (&world.anna, &running, vec![("move", "Wombat")]),
        (&world.anna, &running, vec![("note", &too_long), ("only_note", "1")]),
        (&world.anna, &running, vec![("move", "pass"), ("turn", "99"), ("note", &too_long)]),
    ] {
        let reply = world.send(person, path, &fields).await;
        is_page(&reply, path);
        assert!([409, 422, 200].contains(&reply.status), "{path}: {}", reply.status);
        assert!(reply.text().contains("Wombat"), "{path} {fields:?}: {}", reply.text());
    }
}
