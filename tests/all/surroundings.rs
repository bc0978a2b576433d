//! Features of every request at every address: limits, metrics, headers.

use std::time::Instant;

use chrono::Duration;
use serde_json::json;
use tests::{Asked, Reply, Server};

#[tokio::test(flavor = "multi_thread")]
async fn invented_methods_add_no_time_series() {
    let server = Server::quiet(|_| {}).await;
    for method in ["BREW", "NONSENSE", "PROPFIND"] {
        Reply::send(server.request(method, "/v1/games")).await.problem("method-not-allowed");
    }
    let figures = server.operator().get("/metrics").await.text();
    assert!(figures.contains("method=\"other\""), "{figures}");
    assert!(!figures.contains("BREW") && !figures.contains("PROPFIND"), "{figures}");
}

async fn few(requests: u32) -> Server {
    Server::quiet(|table| drop(table.insert("requests_per_minute".to_owned(), requests.to_string().into()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_to_any_path_counts_towards_the_limit() {
    let paths =
        ["/v1/games/magma/board", "/openapi.json", "/healthz", "/readyz", "/", "/matches/x", "/docs/", "/nothing"];
    for path in paths {
        let server = few(1).await;
        assert_ne!(server.get(path).await.status, 429, "{path}");
        let reply = server.get(path).await;
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{path}");
        reply.problem("rate-limited");
    }
    // A request with an invalid token counts as well, and over the limit its token is not looked up in the database.
    for token in ["nonsense", "Bearer", "Bearer nonsense", "Bearer tpp_nonsense"] {
        for path in ["/v1/me", "/openapi.json"] {
            let server = few(1).await;
            let ask = async || Reply::send(server.request("GET", path).header("authorization", token)).await;
            assert_ne!(ask().await.status, 429, "{path}");
            server.query("ALTER TABLE personal_tokens RENAME TO hidden_tokens").await;
            ask().await.problem("rate-limited");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_the_api_tell_the_limit_and_what_is_left_of_it() {
    let server = few(3).await;
    let told = |reply: &Reply| [reply.header("ratelimit-policy"), reply.header("ratelimit")].map(str::to_owned);
    assert_eq!(told(&server.get("/v1/games").await), ["\"network\";q=3;w=60", "\"network\";r=2;t=20"]);
    assert_eq!(told(&server.get("/v1/nothing").await), ["\"network\";q=3;w=60", "\"network\";r=1;t=40"]);
    server.get("/healthz").await;
    let refused = server.get("/v1/games").await;
    assert_eq!(told(&refused), ["\"network\";q=3;w=60", "\"network\";r=0;t=60"]);
    refused.problem("rate-limited");
    let server = few(6).await;
    let anna = server.person_by_secret("Anna").await;
    // The first request gave the account its name.
    assert_eq!(told(&anna.get("/v1/games").await), ["\"account\";q=6;w=60", "\"account\";r=4;t=20"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_of_a_limit_takes_half_a_second_at_least() {
    let server = few(1).await;
    server.get("/v1/games").await;
    let began = Instant::now();
    server.get("/v1/games").await.problem("rate-limited");
    assert!(began.elapsed() >= std::time::Duration::from_millis(500), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_an_account_count_for_the_account_alone() {
    let server = few(6).await;
    let anna = server.person_by_secret("Anna").await;
    for _ in 0..8 {
        server.get("/v1/games").await;
    }
    server.get("/v1/games").await.problem("rate-limited");
    // The limit of the network does not apply to an account.
    anna.get("/v1/me").await.expect(200);
    anna.get("/v1/games").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_a_token_count_for_the_token_alone() {
    let server = few(12).await;
    let anna = server.person_by_secret("Anna").await;
    let mut bots = Vec::new();
    for name in ["one", "other"] {
        let made = anna.post("/v1/me/tokens", &json!({"name": name, "scopes": ["account:read"]})).await.expect(201);
        bots.push(server.client(made["token"].as_str()));
    }
    for bot in &bots {
        assert_eq!(bot.get("/v1/me").await.header("ratelimit-policy"), "\"token\";q=12;w=60");
    }
    while server.get("/v1/games").await.status != 429 {}
    // The network is over its limit, which does not concern tokens that were good.
    while bots[0].get("/v1/me").await.status != 429 {}
    bots[0].get("/v1/me").await.problem("rate-limited");
    bots[1].get("/v1/me").await.expect(200);
    anna.get("/v1/me").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_good_no_more_counts_for_the_network() {
    let server = few(60).await;
    let anna = server.person_by_secret("Anna").await;
    let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["account:read"]})).await.expect(201);
    let bot = server.client(made["token"].as_str());
    bot.get("/v1/me").await.expect(200);
    assert!(bot.get("/v1/me").await.header("ratelimit-policy").starts_with("\"token\""));
    anna.delete(&format!("/v1/me/tokens/{}", made["id"].as_str().unwrap())).await.expect(204);
    for _ in 0..2 {
        let refused = bot.get("/v1/me").await;
        assert!(
            refused.header("ratelimit-policy").starts_with("\"network\""),
            "{:?}",
            refused.header("ratelimit-policy")
        );
        refused.problem("unauthenticated");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_cost_more_count_as_several() {
    for (path, times) in [("board.png", 12), ("board.txt?line=0", 6), ("?line=0", 12), ("log", 30), ("record", 3)] {
        let server = few(60).await;
        let anna = server.person_by_secret("Anna").await;
        let id = anna.creates(json!({"game": "magma", "seats": 2, "visibility": "unlisted"})).await;
        let other = server.person_by_secret("Bob").await;
        other.joins(&id).await;
        let path = format!("/v1/matches/{id}/{path}").replace("/?", "?");
        let eve = server.person_by_secret("Eve").await;
        let mut answered = 0;
        while eve.get(&path).await.status != 429 {
            answered += 1;
            assert!(answered <= times, "{path}");
        }
        assert!(answered + 1 >= times, "{path}: {answered}");
        eve.get(&path).await.problem("rate-limited");
        // Others are not concerned.
        other.get(&path).await;
        assert_ne!(other.get(&format!("/v1/matches/{id}")).await.status, 429);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_tokens_do_not_prevent_signing_in() {
    let server = few(100).await;
    for _ in 0..20 {
        Reply::send(server.request("GET", "/v1/me").bearer_auth("nonsense")).await.problem("unauthenticated");
    }
    let asked = server.post("/v1/sign-in", &json!({"address": "ada@example.org"})).await.expect(202);
    let asked = Asked::parse(&asked);
    server.post(&asked.path(), &asked.entry(&asked.code(&server))).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_that_others_cause_do_not_count_as_sign_in_emails() {
    let server = Server::quiet(|table| drop(table.insert("sign_ins_per_hour".to_owned(), "3".into()))).await;
    let (anna, dan) = (server.person_by_secret("Anna").await, server.person_by_secret("Dan").await);
    let invite = async |whom: &str, body: serde_json::Value| {
        let id = anna.creates(json!({"game": "magma", "name": whom})).await;
        let reply = anna.post(&format!("/v1/matches/{id}/invitations"), &body).await;
        // A repeated invitation brings no email and does not count.
        for _ in 0..3 {
            assert_eq!(anna.post(&format!("/v1/matches/{id}/invitations"), &body).await.status, reply.status);
        }
        reply
    };
    for tag in ["", "+1", "+2"] {
        invite("Dan", json!({"address": format!("dan{tag}@example.org")})).await.expect(202);
    }
    invite("Dan", json!({"handle": "dan"})).await.expect(202);
    anna.post("/v1/me/address", &json!({"address": "dan@example.org"})).await.expect(202);
    let emails = server.count("SELECT count(*) FROM emails WHERE kind = 'invitation'").await;
    assert_eq!((emails, server.count("SELECT count(*) FROM invitations").await), (2, 4));
    invite("Eve", json!({"address": "eve@example.org"})).await.expect(202);
    // Dan can still ask for two sign-in emails of three; the first one was used above.
    for _ in 0..2 {
        server.post("/v1/sign-in", &json!({"address": dan.address})).await.expect(202);
    }
    server.post("/v1/sign-in", &json!({"address": "dan+other@example.org"})).await.problem("rate-limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_cannot_use_up_the_sign_in_emails_of_the_owner() {
    let server = Server::quiet(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "2".into());
        table.insert("proxies".to_owned(), "1".into());
    })
    .await;
    let ask = async |from: u8| {
        let request = server.request("POST", "/v1/sign-in").header("x-forwarded-for", format!("192.0.2.{from}"));
        Reply::send(request.json(&json!({"address": "ada@example.org"}))).await
    };
    for _ in 0..2 {
        ask(1).await.expect(202);
    }
    for _ in 0..20 {
        ask(1).await.problem("rate-limited");
    }
    for from in 2..=5 {
        ask(from).await.expect(202);
        ask(from).await.expect(202);
    }
    // A stranger is not told that others have used up the emails of the mailbox.
    ask(6).await.expect(202);
    assert_eq!(server.count("SELECT count(*) FROM emails").await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_a_problem_document() {
    let server = Server::quiet(|table| drop(table.insert("origins".to_owned(), "https://own.example".into()))).await;
    let preflight = [("origin", "https://own.example"), ("access-control-request-method", "TRACE")];
    let foreign = [("origin", "https://evil.example"), ("access-control-request-method", "GET")];
    type Headers<'a> = &'a [(&'a str, &'a str)];
    let asked: [(&str, &str, Headers<'_>, &str); 9] = [
        ("POST", "/", &[], "method-not-allowed"),
        ("DELETE", "/problems", &[], "method-not-allowed"),
        ("PUT", "/docs/", &[], "not-found"),
        ("GET", "/docs/x", &[], "not-found"),
        ("OPTIONS", "/v1/games", &preflight, "bad-request"),
        ("OPTIONS", "/v1/games", &foreign, "bad-request"),
        ("GET", "/v1/games", &[("accept-encoding", "identity;q=0")], "not-acceptable"),
        ("GET", "/v1/games", &[("accept", "application/xml, text/*;q=0.5")], "not-acceptable"),
        ("POST", "/v1/sign-in/link", &[("accept", "text/plain")], "not-acceptable"),
    ];
    for (method, path, headers, slug) in asked {
        let request = headers.iter().fold(server.request(method, path), |all, (name, value)| all.header(*name, *value));
        let reply = Reply::send(request).await;
        reply.problem(slug);
        assert!(!reply.header("x-request-id").is_empty(), "{method} {path}");
    }
    for path in ["/", "/problems", "/problems/conflict", "/v1/games", "/openapi.json", "/docs/", "/docs/swagger-ui.css"]
    {
        let head = Reply::send(server.request("HEAD", path)).await;
        assert_eq!((head.status, head.bytes.len()), (200, 0), "{path}");
    }
    let refused = Reply::send(server.request("POST", "/")).await;
    assert_eq!(refused.header("allow"), "GET, HEAD");
    for (path, body) in
        [("/v1/sign-in/link", json!({"token": "00"})), ("/v1/tokens/refresh", json!({"refresh_token": "tpr_0"}))]
    {
        let reply = server.post(path, &body).await;
        assert_eq!((reply.status, reply.header("www-authenticate")), (401, "Bearer"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_learn_only_whether_the_server_is_well_and_hosts_why_not() {
    let server = Server::quiet(|_| {}).await;
    assert_eq!(server.get("/healthz").await.expect(200), json!({"status": "ok"}));
    assert_eq!(server.get("/readyz").await.expect(200), json!({"status": "ready"}));
    server.get("/metrics").await.problem("not-found");
    let hosts = server.operator();
    let details = hosts.get("/healthz").await.expect(200);
    assert_eq!((&details["status"], &details["emails_due"]), (&json!("ok"), &json!(0)));
    assert_eq!(hosts.get("/readyz").await.expect(200), json!({"status": "ready"}));
    assert!(hosts.get("/metrics").await.text().contains("turnpost_emails_due 0"));
    for path in ["/", "/lobby", "/docs/", "/nothing"] {
        assert_eq!(hosts.get(path).await.status, 404, "{path}");
    }
    // No worker sends the email of this sign-in, which is a fault after a minute.
    server.post("/v1/sign-in", &json!({"address": "zoe@example.org"})).await.expect(202);
    server.later(Duration::seconds(60));
    assert_eq!(hosts.get("/healthz").await.expect(200)["status"], "ok");
    server.later(Duration::seconds(1));
    let details = hosts.get("/healthz").await.expect(200);
    assert_eq!((&details["status"], &details["sign_ins_late"]), (&json!("sign-ins-late"), &json!(1)), "{details}");
    assert_eq!(details["emails_late"], 0);
    assert_eq!(server.get("/healthz").await.expect(200), json!({"status": "fault"}));
    assert!(hosts.get("/metrics").await.text().contains("turnpost_sign_ins_late 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_nothing_listens_for_hosts() {
    let server = Server::quiet(|table| drop(table.remove("operator_address"))).await;
    assert_eq!(server.operator_address(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_an_https_server_keep_browsers_from_http() {
    let server =
        Server::quiet(|table| drop(table.insert("public_url".to_owned(), "https://play.example".into()))).await;
    for path in ["/", "/v1/games", "/nothing", "/docs/", "/matches/x"] {
        assert_eq!(server.get(path).await.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
    let plain = Server::quiet(|table| drop(table.insert("public_url".to_owned(), "http://play.example".into()))).await;
    assert!(!plain.get("/").await.headers.contains_key("strict-transport-security"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_use_nothing_of_the_device_and_only_pictures_and_the_api_are_for_other_origins() {
    let server = Server::quiet(|_| {}).await;
    for path in ["/", "/games", "/docs/", "/docs/write-a-client", "/problems", "/nothing"] {
        let reply = Reply::send(server.request("GET", path).header("accept", "text/html")).await;
        assert!(reply.header("permissions-policy").contains("camera=(), "), "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin", "{path}");
    }
    let anna = server.person_by_secret("Anna").await;
    let id = anna.begins(json!({"game": "magma", "seats": 2}), &server.person_by_secret("Bob").await).await;
    for path in ["/games/magma/board.svg", "/icon.png", "/v1/games", &format!("/v1/matches/{id}/board.png")] {
        let reply = server.get(path).await;
        assert_eq!((reply.status, reply.header("cross-origin-resource-policy")), (200, "cross-origin"), "{path}");
        assert!(!reply.headers.contains_key("permissions-policy"), "{path}");
        // What a browser has kept takes over the headers of the answer that it is still good.
        if let Some(tag) = reply.headers.get("etag") {
            let again = Reply::send(server.request("GET", path).header("if-none-match", tag)).await;
            assert_eq!((again.status, again.header("cross-origin-resource-policy")), (304, "cross-origin"), "{path}");
        }
    }
    assert_eq!(server.get("/sw.js").await.header("cross-origin-resource-policy"), "same-origin");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_find_a_vulnerability_are_told_whom_to_write_to() {
    let path = "/.well-known/security.txt";
    let server = async |settings: &[(&str, &str)]| {
        Server::quiet(|table| {
            for (name, value) in settings {
                table.insert((*name).to_owned(), (*value).into());
            }
        })
        .await
    };
    assert_eq!(server(&[]).await.get(path).await.status, 404);
    let by_host = server(&[("host_address", "a%b+ada@club.example"), ("public_url", "https://play.example")]).await;
    let reply = by_host.get(path).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = reply.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Contact: mailto:a%25b+ada@club.example");
    assert_eq!(lines[2], "Canonical: https://play.example/.well-known/security.txt");
    let expires = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("Expires: ")).unwrap();
        line.parse::<chrono::DateTime<chrono::Utc>>().unwrap() - by_host.app.clock.now()
    };
    // Within a year (RFC 9116, section 2.5.5), however long the server has run.
    let first = expires(&text);
    assert!((90..365).contains(&first.num_days()), "{text}");
    by_host.later(Duration::days(400));
    let later = expires(&by_host.get(path).await.text());
    assert!((90..365).contains(&later.num_days()), "{later}");
    let takes_mail = [
        ("host_address", "ada@club.example"),
        ("postmaster", "eve@club.example"),
        ("reply_address", "play+%@play.example"),
        ("smtp_listen", "127.0.0.1:0"),
    ];
    let text = server(&takes_mail).await.get(path).await.text();
    assert!(text.starts_with("Contact: mailto:postmaster@play.example\n"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_are_kept_from_what_has_no_end() {
    let server = Server::quiet(|_| {}).await;
    let reply = server.get("/robots.txt").await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = reply.text();
    assert_eq!(text, "User-agent: *\nDisallow: /v1/\nDisallow: /*?\n");
    // Of the rest they learn from the pages that these are not to be shown; what everyone is to find is.
    let mut listed = Vec::new();
    for path in [
        "/",
        "/games",
        "/games/magma",
        "/games/magma/rules",
        "/docs/manual",
        "/docs/hosting",
        "/lobby",
        "/sign-in",
        "/people/anna",
    ] {
        if !server.get(path).await.text().contains("<meta name=\"robots\" content=\"noindex\">") {
            listed.push(path);
        }
    }
    assert_eq!(listed, ["/", "/games", "/games/magma", "/games/magma/rules", "/docs/manual", "/docs/hosting"]);
    let alone = Server::quiet(|table| drop(table.insert("search_engines".to_owned(), false.into()))).await;
    assert_eq!(alone.get("/robots.txt").await.text(), "User-agent: *\nDisallow: /\n");
}
