//! Sign-in emails and codes while other people, from other networks, ask for emails and try codes.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Asked, Reply, Server};
use turnpost::ids::SignInId;
use turnpost::play::telling::links;

use super::{count, token, wrong};

const ADA: &str = "ada@example.org";

/// A server without a worker, behind a proxy, so that a request can come from any network.
async fn behind_a_proxy(change: impl FnOnce(&mut toml::Table)) -> Server {
    Server::quiet(|table| {
        table.insert("proxies".to_owned(), "1".into());
        change(table);
    })
    .await
}

/// Sends a request from this network.
async fn post_from(server: &Server, from: &str, path: &str, body: &Value) -> Reply {
    Reply::send(server.request("POST", path).header("x-forwarded-for", from).json(body)).await
}

/// Asks for an email to this address; returns the answer and the sign-in.
async fn ask(server: &Server, from: &str, address: &str) -> (Reply, Asked) {
    let reply = post_from(server, from, "/v1/sign-in", &json!({ "address": address })).await;
    let asked = Asked::parse(&reply.expect(202));
    (reply, asked)
}

fn code_of(server: &Server, asked: &Asked) -> String {
    asked.code(server)
}

async fn enter(server: &Server, from: &str, asked: &Asked, code: &str) -> Reply {
    post_from(server, from, &asked.path(), &asked.entry(code)).await
}

async fn signs_in(server: &Server, from: &str, address: &str) {
    let (_, id) = ask(server, from, address).await;
    enter(server, from, &id, &code_of(server, &id)).await.expect(200);
}

/// Enters five wrong codes for a new sign-in, so that it ends.
async fn guess(server: &Server, from: &str, address: &str) {
    let (_, id) = ask(server, from, address).await;
    for _ in 0..5 {
        enter(server, from, &id, &wrong(&code_of(server, &id))).await.refused("bad-code", None);
    }
}

/// A browser in this network, which keeps the cookie that it was given last.
struct Browser<'a> {
    server: &'a Server,
    from: &'a str,
    cookie: String,
}

impl Browser<'_> {
    async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let headers = [("sec-fetch-site", "same-origin"), ("x-forwarded-for", self.from), ("cookie", &self.cookie)];
        let reply = self.server.fill_with(path, &headers, fields).await;
        if let Some(set) = reply.headers.get("set-cookie") {
            self.cookie = set.to_str().unwrap().split(';').next().unwrap().to_owned();
        }
        reply
    }

    /// Asks for an email to this address; returns the page that takes the code.
    async fn asks(&mut self, address: &str) -> String {
        let sent = self.post("/sign-in", &[("address", address)]).await;
        assert_eq!(sent.status, 303, "{}", sent.text());
        sent.header("location").to_owned()
    }

    /// Enters the right code on this page.
    async fn enters(&mut self, page: &str) -> Reply {
        let id: SignInId = page.rsplit('/').next().unwrap().parse().unwrap();
        let code = self.server.app.secrets.code(id.0).to_string();
        self.post(page, &[("code", &code)]).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_is_still_good_is_sent_again_to_the_browser_that_asked() {
    let server = behind_a_proxy(|_| {}).await;
    let browser = |from| Browser { server: &server, from, cookie: String::new() };
    let mut own = browser("192.0.2.1");
    let first = own.asks(ADA).await;
    assert_eq!(own.asks(ADA).await, first);
    assert_eq!(count(&server, "emails").await, 1, "the email is not sent yet");
    server.query("UPDATE emails SET state = 'sent'").await;
    assert_eq!(own.asks(ADA).await, first);
    assert_eq!(count(&server, "emails WHERE state = 'due'").await, 1);
    assert_eq!(count(&server, "sign_ins").await, 1);
    // Not for another browser, nor from another network, whose wrong codes are counted apart, nor for another address.
    assert_ne!(browser("192.0.2.1").asks(ADA).await, first);
    own.from = "192.0.2.2";
    assert_ne!(own.asks(ADA).await, first);
    own.from = "192.0.2.1";
    assert_ne!(own.asks("bob@example.org").await, first);
    // Nor one that ends soon, or has been used or ended.
    server.later(Duration::minutes(11));
    let second = own.asks(ADA).await;
    assert_ne!(second, first);
    assert_eq!(own.enters(&second).await.status, 303);
    let mut again = browser("192.0.2.1");
    let third = again.asks(ADA).await;
    for _ in 0..5 {
        assert_eq!(again.post(&third, &[("code", "BBBB-BBBB")]).await.status, 401);
    }
    assert_ne!(again.asks(ADA).await, third);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_for_the_client_that_asked_alone() {
    let server = behind_a_proxy(|_| {}).await;
    let (_, own) = ask(&server, "192.0.2.1", ADA).await;
    let (_, other) = ask(&server, "192.0.2.1", ADA).await;
    assert_ne!(own.to_string(), other.to_string(), "another client of the network");
    // Another client that learns of the sign-in, and even of its code, is refused, and uses up none of the five attempts.
    let stranger = async |code: &str| {
        for secret in [&*other.secret, "", "tps_00"] {
            let body = json!({"code": code, "secret": secret});
            post_from(&server, "192.0.2.1", &own.path(), &body).await.refused("bad-code", None);
        }
    };
    let code = own.code(&server);
    stranger(&code).await;
    stranger(&wrong(&code)).await;
    stranger(&wrong(&code)).await;
    let nothing = post_from(&server, "192.0.2.1", &own.path(), &json!({"code": code})).await;
    nothing.refused("bad-field", Some("secret"));
    assert_eq!(count(&server, "sign_ins WHERE attempts > 0").await, 0);
    let mut browser = Browser { server: &server, from: "192.0.2.1", cookie: String::new() };
    let page = browser.asks(ADA).await;
    let mut others = Browser { server: &server, from: "192.0.2.1", cookie: String::new() };
    assert_eq!(others.enters(&page).await.status, 401, "without a cookie");
    others.asks(ADA).await;
    assert_eq!(others.enters(&page).await.status, 401, "with the cookie of another browser");
    assert_eq!(browser.enters(&page).await.status, 303);
    enter(&server, "192.0.2.1", &own, &code).await.expect(200);
    // What is stored does not help: the secret is not among it.
    let stored = server.rows("SELECT sign_ins::text FROM sign_ins").await;
    assert!(!format!("{stored:?}").contains(&own.secret[4..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_of_the_owner_keep_a_reserve_of_emails() {
    let server = behind_a_proxy(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "2".into());
    })
    .await;
    signs_in(&server, "192.0.2.1", ADA).await;
    let emails =
        async || count(&server, &format!("emails l JOIN sign_ins s ON s.id = l.about WHERE s.address = '{ADA}'")).await;
    let before = emails().await;
    for from in 1..=9 {
        ask(&server, &format!("198.51.{from}.1"), ADA).await;
    }
    // Refused like this, the request tells nothing: its answer is that of all others.
    assert_eq!(emails().await, before + 9);
    let (reply, id) = ask(&server, "198.51.99.1", ADA).await;
    assert_eq!(emails().await, before + 9, "nothing is sent");
    assert!(reply.json()["expires_at"].is_string());
    enter(&server, "198.51.99.1", &id, &wrong(&code_of(&server, &id))).await.refused("bad-code", None);
    // The owner, and their neighbour in the same part of the network, are not locked out.
    ask(&server, "192.0.2.1", ADA).await;
    ask(&server, "192.0.2.77", ADA).await;
    assert_eq!(emails().await, before + 11);
    // The network itself has its limit, of which its owner is told.
    let third = post_from(&server, "192.0.2.1", "/v1/sign-in", &json!({ "address": ADA })).await;
    third.problem("rate-limited");
    // What is known of networks goes with the account.
    assert_eq!(count(&server, "user_networks").await, 1);
    assert_eq!(count(&server, "user_networks WHERE user_networks::text LIKE '%192.0.2%'").await, 0);
    let ada = server.person_by_secret("Zoe").await;
    assert_eq!(count(&server, "user_networks").await, 2);
    ada.delete("/v1/me").await.expect(204);
    assert_eq!(count(&server, "user_networks").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_has_a_limit_of_sign_in_emails_wherever_they_are_asked_for() {
    let server = behind_a_proxy(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "1".into());
    })
    .await;
    signs_in(&server, "192.0.2.1", ADA).await;
    for from in 1..=20 {
        ask(&server, &format!("198.51.{from}.1"), ADA).await;
    }
    assert_eq!(count(&server, "emails").await, 5, "in an hour");
    for from in 2..=20 {
        ask(&server, &format!("192.0.2.{from}"), ADA).await;
    }
    assert_eq!(count(&server, "emails").await, 10, "the reserve of a day");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_of_others_end_no_codes_of_the_owner() {
    let server = behind_a_proxy(|_| {}).await;
    signs_in(&server, "192.0.2.1", ADA).await;
    for from in 1..=6 {
        guess(&server, &format!("198.51.{from}.1"), ADA).await;
    }
    signs_in(&server, "192.0.2.1", ADA).await;
    // From elsewhere no code is good any more, but the link is.
    let (_, id) = ask(&server, "203.0.113.1", ADA).await;
    enter(&server, "203.0.113.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
    let link = token(&links::sign_in_path(&server.app.secrets, *id));
    post_from(&server, "203.0.113.1", "/v1/sign-in/link", &json!({ "token": link })).await.expect(200);
    // From there the owner has signed in now.
    signs_in(&server, "203.0.113.9", ADA).await;
    // Wrong codes in the networks of the owner are counted, too.
    for from in 1..=4 {
        guess(&server, &format!("192.0.2.{from}"), ADA).await;
    }
    let (_, id) = ask(&server, "192.0.2.1", ADA).await;
    enter(&server, "192.0.2.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_codes_leave_the_link_of_the_email_good() {
    let server = behind_a_proxy(|_| {}).await;
    let (_, id) = ask(&server, "192.0.2.1", ADA).await;
    for _ in 0..5 {
        enter(&server, "192.0.2.1", &id, &wrong(&code_of(&server, &id))).await.refused("bad-code", None);
    }
    enter(&server, "192.0.2.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
    let link = token(&links::sign_in_path(&server.app.secrets, *id));
    post_from(&server, "192.0.2.1", "/v1/sign-in/link", &json!({ "token": link })).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_of_many_networks_leave_the_codes_of_newcomers_good() {
    let server = behind_a_proxy(|table| {
        table.retain(|name, _| !name.ends_with("codes_per_hour"));
    })
    .await;
    for number in 0..70 {
        guess(&server, &format!("198.51.{number}.1"), &format!("victim{number}@example.org")).await;
    }
    signs_in(&server, "203.0.113.1", "newcomer@example.org").await;
    // No worker sends the emails, which would be a fault of its own.
    server.query("UPDATE emails SET state = 'moot' WHERE state = 'due'").await;
    assert_eq!(server.operator().get("/healthz").await.expect(200)["status"], "ok");
    assert_eq!(server.count("SELECT sum(attempts) FROM sign_ins").await, 350);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_enters_a_limited_number_of_codes() {
    let server = behind_a_proxy(|table| {
        table.insert("codes_per_hour".to_owned(), "4".into());
    })
    .await;
    for networks in [["198.51.1.1"; 12], std::array::from_fn(|_| "2001:db8:1:1::1")] {
        let mut statuses = Vec::new();
        for (number, from) in networks.into_iter().enumerate() {
            let address = format!("{}{number}@example.org", if from.contains(':') { "six" } else { "four" });
            let (_, id) = ask(&server, from, &address).await;
            statuses.push(enter(&server, from, &id, &wrong(&code_of(&server, &id))).await.status);
        }
        assert_eq!(statuses[..4], [401; 4]);
        assert_eq!(statuses[4..], [429; 8]);
    }
    // Of a whole site as many as of two networks.
    let mut entered = 0;
    for network in 2..20 {
        let (from, address) = (format!("2001:db8:1:{network}00::1"), format!("site{network}@example.org"));
        let (_, id) = ask(&server, &from, &address).await;
        entered += usize::from(enter(&server, &from, &id, &wrong(&code_of(&server, &id))).await.status == 401);
    }
    assert_eq!(entered, 4, "beside the four of the first network");
    signs_in(&server, "203.0.113.1", "bob@example.org").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_of_one_site_are_counted_together_too() {
    let server = behind_a_proxy(|table| {
        table.insert("requests_per_minute".to_owned(), "5".into());
    })
    .await;
    let ask = async |network: u32| {
        let request =
            server.request("GET", "/v1/games").header("x-forwarded-for", format!("2001:db8:1:{network:x}::1"));
        Reply::send(request).await.status
    };
    // Refusals are held for a moment, so many requests are sent at once.
    let count = async |networks: Vec<u32>| {
        let mut passed = 0;
        for networks in networks.chunks(64) {
            let statuses = futures_util::future::join_all(networks.iter().map(|network| ask(*network))).await;
            passed += statuses.iter().filter(|status| **status == 200).count();
        }
        passed
    };
    let passed = count((0..400).map(|number| number % 256).collect()).await;
    // Of a site of 256 networks as many as of four networks; one request may become free meanwhile.
    assert!((20..=25).contains(&passed), "{passed}");
    let passed = count((1..=255).map(|number| number * 256).collect()).await;
    assert!((40..=75).contains(&passed), "of a whole /48 as many as of sixteen networks: {passed}");
    let other = server.request("GET", "/v1/games").header("x-forwarded-for", "2001:db8:2::1");
    Reply::send(other).await.expect(200);
}
