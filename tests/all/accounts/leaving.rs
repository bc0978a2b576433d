//! The export of all data of an account, and its deletion.

use serde_json::json;
use tests::{Server, Session};
use uuid::Uuid;

use super::me::ask_change;
use super::{ask, count, enter, quiet, refresh, sign_in};

/// An open match of this creator, with these players.
pub(super) async fn open_match(server: &Server, creator: &Session, players: &[&Session]) -> String {
    let id = Uuid::now_v7();
    server.rows(&format!("INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, on_lapse, creator,
        created_at, seed, players) VALUES ('{id}', 'magma', 1, 'm', '{{}}', 6, 'joined', 'public', 'forfeit', '{}', now(),
        sha256('x'), {})", creator.id, players.len())).await;
    for player in players {
        server.rows(&format!("INSERT INTO seats VALUES ('{id}', '{}', now(), NULL)", player.id)).await;
    }
    id.to_string()
}

async fn run_match(server: &Server, id: &str, players: &[&Session]) {
    for (seat, player) in players.iter().enumerate() {
        server
            .rows(&format!("UPDATE seats SET seat = {seat} WHERE match_id = '{id}' AND user_id = '{}'", player.id))
            .await;
        server.rows(&format!("INSERT INTO moves VALUES ('{id}', {seat}, {seat}, {seat}, 'chosen', 'm{seat}', '[\"secret\"]', 1, now())")).await;
    }
    server
        .rows(&format!("UPDATE matches SET phase = 'running', state = '{{}}', started_at = now() WHERE id = '{id}'"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_data_stored_about_a_person_can_be_downloaded() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    let running = open_match(&server, &bob, &[&bob, &ada]).await;
    run_match(&server, &running, &[&bob, &ada]).await;
    let open = open_match(&server, &ada, &[]).await;
    server.rows(&format!("INSERT INTO invitations (id, match_id, inviter, address, created_at) VALUES
        (gen_random_uuid(), '{running}', '{}', 'ada@example.org', now()), (gen_random_uuid(), '{open}', '{}', 'carl@example.org', now())", bob.id, ada.id)).await;
    ask_change(&server, &ada, "ada@example.com").await;
    let wish = json!({"name": "reader", "scopes": ["account:read"]});
    let token = ada.post("/v1/me/tokens", &wish).await.json();
    let token = token["token"].as_str().unwrap();
    let answer = server.client(Some(token)).get("/v1/me/export").await;
    assert!(answer.header("content-disposition").starts_with("attachment; filename=\"turnpost-player-"));
    let export = answer.json();
    assert_eq!(export["profile"]["address"], "ada@example.org");
    let size = |name: &str| export[name].as_array().unwrap().len();
    let sizes = ["sessions", "tokens", "address_changes", "matches", "invitations", "moves", "emails"].map(size);
    // Emails to both addresses, and about the token.
    assert_eq!(sizes, [1, 1, 1, 2, 2, 1, 3]);
    let notice = &export["notices"][0];
    assert_eq!((&notice["kind"], &notice["token"]), (&json!("new-token"), &json!("reader")));
    assert!(notice["network"].is_string() && notice["client"].is_string() && notice["at"].is_string(), "{notice}");
    assert_eq!((&export["moves"][0]["move"], &export["moves"][0]["match_id"]), (&json!("m1"), &json!(running)));
    let text = export.to_string();
    // A line's number in the whole log would reveal lines that the reader may not know of.
    for secret in ["hash", "ply", token, &ada.refresh, "bob@example.org", "secret", &bob.id] {
        assert!(!text.contains(secret), "{secret}");
    }
    let other = json!({"name": "writer", "scopes": ["account:write"]});
    let other = ada.post("/v1/me/tokens", &other).await.json();
    server.client(other["token"].as_str()).get("/v1/me/export").await.refused("scope-missing", None);
}

/// Invitations by and to Ada, open and answered, and one of Bob to another person; an email is due for each.
async fn owe_invitations(server: &Server, ada: &Session, bob: &Session, matches: [&String; 4]) {
    let [joined, running, created, others] = matches;
    server
        .rows(&format!(
            "INSERT INTO invitations (id, match_id, inviter, user_id, address, created_at, answer, answered_at) VALUES
        (gen_random_uuid(), '{joined}', '{b}', NULL, 'ada@example.org', now(), NULL, NULL),
        (gen_random_uuid(), '{running}', '{b}', NULL, 'ada@example.org', now(), 'accepted', now()),
        (gen_random_uuid(), '{joined}', '{b}', '{a}', NULL, now(), NULL, NULL),
        (gen_random_uuid(), '{created}', '{a}', '{b}', NULL, now(), NULL, NULL),
        (gen_random_uuid(), '{others}', '{b}', NULL, 'carl@example.org', now(), NULL, NULL)",
            a = ada.id,
            b = bob.id
        ))
        .await;
    server
        .rows(
            "INSERT INTO emails (home, id, kind, match_id, about, created_at, due_at)
        SELECT match_id, gen_random_uuid(), 'invitation', match_id, id, now(), now() FROM invitations",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_leaves_nothing_but_its_moves() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    let phone = sign_in(&server, "ada@example.org").await;
    let running = open_match(&server, &bob, &[&bob, &ada]).await;
    run_match(&server, &running, &[&bob, &ada]).await;
    let joined = open_match(&server, &bob, &[&bob, &ada]).await;
    let created = open_match(&server, &ada, &[&ada, &bob]).await;
    let unseated = open_match(&server, &ada, &[&bob]).await;
    let others = open_match(&server, &bob, &[&bob]).await;
    owe_invitations(&server, &ada, &bob, [&joined, &running, &created, &others]).await;
    ask_change(&server, &ada, "ada@example.com").await;
    let pending = ask(&server, "ada@example.org").await;
    let bobs = ask(&server, "bob@example.org").await;
    let wish = json!({"name": "bot", "scopes": ["account:read"]});
    let bot = ada.post("/v1/me/tokens", &wish).await.json();

    assert_eq!(ada.delete("/v1/me").await.status, 204);

    for token in [ada.access.as_str(), &phone.access, bot["token"].as_str().unwrap()] {
        for path in ["/v1/me", "/v1/me/sessions", "/v1/me/tokens", "/v1/me/emails", "/v1/me/export"] {
            server.client(Some(token)).get(path).await.refused("unauthenticated", None);
        }
    }
    ada.delete("/v1/me").await.refused("unauthenticated", None);
    ada.post("/v1/sign-out", &json!({})).await.refused("unauthenticated", None);
    ada.post("/v1/me/tokens", &wish).await.refused("unauthenticated", None);
    ada.patch("/v1/me", &json!({"name": "back"})).await.refused("unauthenticated", None);
    refresh(&server, &phone.refresh).await.refused("bad-refresh-token", None);
    enter(&server, &pending, &pending.code(&server)).await.refused("bad-code", None);

    let user = &server
        .rows(&format!("SELECT handle, name, coalesce(address, '-'), mail_turns FROM users WHERE id = '{}'", ada.id))
        .await[0];
    assert!(user[0].starts_with("deleted-") && user[0].len() == 20, "{user:?}");
    assert_eq!(user[1..], ["deleted player", "-", "f"]);
    let phase = async |id: &str| {
        server.rows(&format!("SELECT phase, players FROM matches WHERE id = '{id}'")).await[0].join(" ")
    };
    assert_eq!(phase(&running).await, "running 2");
    assert_eq!(phase(&joined).await, "open 1");
    assert_eq!(phase(&created).await, "cancelled 1");
    assert_eq!(phase(&unseated).await, "cancelled 1");
    assert_eq!(phase(&others).await, "open 1");
    let seats = server.rows(&format!("SELECT match_id FROM seats WHERE user_id = '{}'", ada.id)).await;
    assert_eq!(seats, [[running.clone()]]);
    assert_eq!(count(&server, "moves").await, 2);
    let open = server.rows("SELECT address FROM invitations WHERE answer IS NULL").await;
    assert_eq!(open, [["carl@example.org"]]);
    let due = server.rows("SELECT kind, coalesce(about::text, '') FROM emails WHERE state = 'due' ORDER BY kind").await;
    assert!(due.contains(&vec!["sign-in".to_owned(), bobs.to_string()]));
    assert_eq!(due.iter().filter(|email| email[0] == "invitation").count(), 1);
    assert!(!due.iter().any(|email| email[0] == "confirm-address" || email[1] == pending.to_string()));
    for table in ["users", "sign_ins", "address_changes", "invitations"] {
        assert_eq!(count(&server, &format!("{table} WHERE {table}::text LIKE '%ada@example.%'")).await, 0, "{table}");
    }
    assert_eq!(bob.get("/v1/me").await.status, 200);
    assert_ne!(sign_in(&server, "ada@example.org").await.id, ada.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_deletions_at_once_one_takes_effect() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let joined = open_match(&server, &ada, &[&ada]).await;
    let answers = futures_util::future::join_all((0..6).map(|_| ada.delete("/v1/me"))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 204).count(), 1);
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert!(statuses.iter().all(|status| [204, 401].contains(status)), "{statuses:?}");
    assert_eq!(
        server.rows(&format!("SELECT players, phase FROM matches WHERE id = '{joined}'")).await,
        [["0", "cancelled"]]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_deletes_the_account_resigns_from_running_matches() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let cleo = server.person_by_secret("Cleo").await;
    let of_two = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    let of_three = anna.creates(json!({"game": "ice", "seats": 3, "seating": "joined"})).await;
    let resigned = anna.creates(json!({"game": "magma", "seats": 3, "seating": "joined"})).await;
    for id in [&of_two, &of_three, &resigned] {
        bob.joins(id).await;
    }
    for id in [&of_three, &resigned] {
        cleo.joins(id).await;
    }
    anna.act(&format!("/v1/matches/{resigned}/resign")).await.expect(200);
    anna.delete("/v1/me").await.expect(204);
    let over = bob.sees(&of_two).await;
    assert_eq!((&over["phase"], &over["page"]["outcome"]["ranks"]), (&json!("over"), &json!([2, 1])));
    let goes_on = bob.sees(&of_three).await;
    assert_eq!((&goes_on["phase"], &goes_on["players"][0]["has_left"]), (&json!("running"), &json!(true)));
    assert!(!goes_on["page"]["awaited"].as_array().unwrap().contains(&json!(0)), "{goes_on}");
    let log = "SELECT match_id, count(*) FROM moves WHERE seat = 0 AND cause = 'chosen' AND text = 'resign' GROUP BY 1";
    let mut found: Vec<_> = server.query(log).await;
    found.sort();
    let mut once = [&of_two, &of_three, &resigned].map(|id| vec![Some(id.clone()), Some("1".to_owned())]);
    once.sort();
    assert_eq!(found, once);
    assert_eq!(turnpost::play::matches::history::verify_all(&server.app).await.unwrap(), (3, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_while_others_join_and_invite_leaves_no_seat_behind() {
    let server = Server::quiet(|table| {
        table.insert("connections".to_owned(), "20".into());
    })
    .await;
    let (bob, cleo) = (server.person_by_secret("Bob").await, server.person_by_secret("Cleo").await);
    for round in 0..12 {
        let anna = server.person_by_secret(&format!("Anna{round}")).await;
        let mut racing = Vec::new();
        for _ in 0..6 {
            let joined = bob.creates(json!({"game": "magnapoco"})).await;
            let starting = bob.creates(json!({"game": "magma", "seats": 3})).await;
            anna.joins(&starting).await;
            let made = anna.creates(json!({"game": "magma", "seats": 4, "join": false})).await;
            bob.joins(&made).await;
            racing.push(anna.request("POST", &format!("/v1/matches/{joined}/join")));
            racing.push(cleo.request("POST", &format!("/v1/matches/{starting}/join")));
            let invited = json!({"handle": anna.handle});
            racing.push(bob.request("POST", &format!("/v1/matches/{made}/invitations")).json(&invited));
        }
        racing.insert(9, anna.request("DELETE", "/v1/me"));
        let replies = futures_util::future::join_all(racing.into_iter().map(tests::Reply::send)).await;
        for reply in replies {
            assert!(reply.status < 500, "round {round}: {} {}", reply.status, reply.text());
        }
        // No deleted account has a seat in a match that would wait for it.
        let held = "SELECT m.id, m.phase, m.left_seats FROM seats s JOIN users u ON u.id = s.user_id
            JOIN matches m ON m.id = s.match_id WHERE u.deleted_at IS NOT NULL AND (m.phase = 'open'
            OR m.phase = 'running' AND m.left_seats & (1 << s.seat) = 0)";
        assert_eq!(server.query(held).await, Vec::<Vec<Option<String>>>::new(), "round {round}");
    }
}
