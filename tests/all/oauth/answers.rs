//! The page on which a person answers: what it shows, what it refuses, and where it leads.

use chrono::Duration;
use serde_json::json;
use tests::oauth::{OauthApp, REDIRECT, expect_error, of_location, with};
use tests::pages::hidden_fields;
use tests::{Person, Reply, Server};

use super::{access, world};

const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// Sends the form of a page with these headers in place of the browser's.
async fn send(server: &Server, headers: &[(&str, &str)], fields: &[(String, String)], answer: &str) -> Reply {
    let answer = [("answer", answer)];
    let fields = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(answer);
    server.fill_with("/oauth/authorize", headers, &fields.collect::<Vec<_>>()).await
}

async fn grants(server: &Server) -> i64 {
    server.count("SELECT count(*) FROM grants").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_says_who_asks_for_what_and_the_answer_goes_where_it_was_registered() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let wish = app.wish("moves:write matches:read");
    let page = app.asks(&anna, &wish).await;
    let text = page.page_with_answers(REDIRECT);
    for words in ["Tram", "@bob", "(@anna)", "tram.example", "Read your matches", "move for you"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("Change your account"), "{text}");
    assert_eq!(grants(&server).await, 0, "nothing changes on GET");
    let refused = app.answered(&anna, &page, "refuse").await;
    assert_eq!(refused.status, 303, "never 307, which would send the form on");
    assert!(refused.header("location").starts_with(&format!("{REDIRECT}?")));
    let of = |reply: &Reply, name| of_location(reply, name).unwrap_or_default();
    assert_eq!(
        ["error", "state", "iss", "code"].map(|name| of(&refused, name)),
        ["access_denied", "S t&te", "https://turnpost.example", ""]
    );
    assert_eq!(grants(&server).await, 0);
    let given = app.answered(&anna, &page, "allow").await;
    assert!(given.header("location").starts_with(&format!("{REDIRECT}?code=tpc_")));
    assert_eq!(["state", "iss", "error"].map(|name| of(&given, name)), ["S t&te", "https://turnpost.example", ""]);
    assert_eq!((given.status, given.header("cache-control")), (303, "no-store"));
    // Only hashes are stored.
    let stored = server.rows("SELECT g::text FROM grants g").await.concat().concat();
    assert!(!stored.contains(&of(&given, "code")[4..]), "{stored}");
    assert_eq!(server.count("SELECT count(*) FROM notices WHERE kind = 'new-app' AND name = 'Tram'").await, 1);
}

/// What the page of an answer has beside the headers of all pages.
trait Answers {
    fn page_with_answers(&self, redirect: &str) -> String;
}

impl Answers for Reply {
    #[track_caller]
    fn page_with_answers(&self, redirect: &str) -> String {
        let text = self.page(200);
        let policy = self.header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let origin = redirect.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        assert!(policy.contains(&format!("form-action 'self' {origin};")), "{policy}");
        assert_eq!(self.header("x-frame-options"), "DENY");
        assert_eq!(self.header("access-control-allow-origin"), "");
        text
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leads_to_an_address_that_is_not_registered() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let other = OauthApp::register(&server, &bob, "Other", "https://other.example/in").await;
    let wish = app.wish("matches:read");
    let mut bad = vec![with(&wish, "redirect_uri", None), with(&wish, "client_id", None)];
    let changed = [
        "https://tram.example/signed-in/",
        "https://tram.example/signed-iN",
        "https://tram.example/signed-i",
        "https://tram.example:443/signed-in",
        "http://tram.example/signed-in",
        "https://tram.example.evil.example/signed-in",
        "https://tram.example/signed-in?x=1",
        "https://tram.example/signed-in#x",
        "https://other.example/in",
        "https://evil.example/",
        "//evil.example/",
        "javascript:alert(1)",
    ];
    bad.extend(changed.map(|redirect| with(&wish, "redirect_uri", Some(redirect))));
    let clients = ["0198c0de-7a11-7000-8000-00c0ffee0001", "tram", &other.id];
    bad.extend(clients.map(|id| with(&wish, "client_id", Some(id))));
    for name in ["redirect_uri", "client_id"] {
        let twice = wish.iter().find(|(found, _)| *found == name).unwrap().clone();
        bad.push([&wish[..], &[twice]].concat());
    }
    for parameters in &bad {
        let asked = app.asks(&anna, parameters).await;
        let text = asked.text();
        assert_eq!((asked.status, asked.header("location")), (422, ""), "{parameters:?}");
        assert!(!text.contains("href=\"https://") && !text.contains("evil") && !text.contains("javascript:"), "{text}");
    }
    // A wrong request of a known app goes back only if its reader wants that.
    for (name, value, error) in [
        ("response_type", Some("token"), "unsupported_response_type"),
        ("response_type", None, "invalid_request"),
        ("response_mode", Some("fragment"), "invalid_request"),
        ("code_challenge", None, "invalid_request"),
        ("code_challenge", Some("abc"), "invalid_request"),
        ("code_challenge_method", None, "invalid_request"),
        ("code_challenge_method", Some("plain"), "invalid_request"),
        ("scope", None, "invalid_scope"),
        ("scope", Some("matches:read everything"), "invalid_scope"),
        ("scope", Some(" "), "invalid_scope"),
        ("state", Some("a\u{1}"), "invalid_request"),
    ] {
        let asked = app.asks(&anna, &with(&wish, name, value)).await;
        assert_eq!((asked.status, asked.header("location")), (400, ""), "{name} {value:?} {}", asked.text());
        let text = asked.text();
        let back = text.split("href=\"https://tram.example/signed-in?").nth(1).unwrap_or_else(|| panic!("{text}"));
        let back = back.split('"').next().unwrap().replace("&#38;", "&");
        let told: Vec<(String, String)> =
            url_pairs(&back).into_iter().filter(|(name, _)| name != "error_description").collect();
        let told: Vec<(&str, &str)> = told.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let state = (name != "state").then_some(("state", "S t&te"));
        let expected = [("error", error)].into_iter().chain(state).chain([("iss", "https://turnpost.example")]);
        assert_eq!(told, expected.collect::<Vec<_>>(), "{name} {value:?}");
    }
    assert_eq!(grants(&server).await, 0);
}

fn url_pairs(query: &str) -> Vec<(String, String)> {
    reqwest::Url::parse(&format!("https://x.example/?{query}")).unwrap().query_pairs().into_owned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_proof_of_the_session_and_its_page_gives_nothing() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let page = app.asks(&anna, &app.wish("matches:read")).await;
    let (fields, cookie) = (hidden_fields(&page.text()), anna.cookie());
    // A page of another site sends the form with the cookie.
    for headers in [&[][..], &[("sec-fetch-site", "cross-site")], &[("origin", "https://evil.example")]] {
        let headers = [headers, &[("cookie", cookie.as_str())]].concat();
        assert_eq!(send(&server, &headers, &fields, "allow").await.status, 403);
    }
    // The proof is missing, of another session, or of another wish.
    let own = [OWN, ("cookie", cookie.as_str())];
    let less: Vec<_> = fields.iter().filter(|(name, _)| name != "form_proof").cloned().collect();
    let of_bob = hidden_fields(&app.asks(&bob, &app.wish("matches:read")).await.text());
    let more: Vec<_> = fields
        .iter()
        .map(|(name, value)| (name.clone(), if name == "scope" { "account:write".to_owned() } else { value.clone() }))
        .collect();
    for fields in [&less, &of_bob, &more] {
        for answer in ["allow", "refuse"] {
            let again = send(&server, &own, fields, answer).await;
            assert!(again.status == 403 && again.text().contains("Choose again"), "{}", again.text());
        }
    }
    assert_eq!(send(&server, &own, &fields, "").await.status, 403);
    // Programs cannot answer.
    let wish = json!({"name": "bot", "scopes": ["matches:read", "moves:write", "account:read", "account:write"]});
    let token = anna.post("/v1/me/tokens", &wish).await.expect(201)["token"].as_str().unwrap().to_owned();
    let all = app.gets(&anna, "matches:read moves:write account:read account:write").await;
    assert_eq!(grants(&server).await, 1);
    for token in [&token, access(&all)] {
        let bearer = format!("Bearer {token}");
        let by = send(&server, &[("authorization", &bearer)], &fields, "allow").await;
        assert_eq!(by.status, 403, "{}", by.text());
        let asked = server.client(token).get(&OauthApp::path(&app.wish("matches:read"))).await;
        assert_eq!(asked.status, 403, "{}", asked.text());
    }
    // An old page is shown again.
    server.later(Duration::minutes(61));
    let own = anna.cookie();
    let late = send(&server, &[OWN, ("cookie", own.as_str())], &fields, "allow").await;
    assert_eq!(late.status, 403);
    assert_eq!(grants(&server).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_in_first_and_a_session_of_long_ago_needs_a_code() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let state = "s".repeat(500);
    let path = OauthApp::path(&with(&app.wish("matches:read"), "state", Some(&state)));
    let asked = server.get(&path).await;
    assert_eq!(asked.status, 303);
    let location = format!("https://turnpost.example{}", asked.header("location"));
    let sign_in = reqwest::Url::parse(&location).unwrap();
    assert_eq!(sign_in.path(), "/sign-in");
    let next = sign_in.query_pairs().next().unwrap().1.into_owned();
    assert_eq!(next, path, "and back");
    // The pages of the sign-in keep it.
    let form = [("address", anna.address.as_str()), ("next", next.as_str())];
    let sent = server.fill_with("/sign-in", &[OWN], &form).await;
    let code_page = sent.header("location").split('?').next().unwrap().to_owned();
    let id: turnpost::ids::SignInId = code_page.rsplit('/').next().unwrap().parse().unwrap();
    let code = server.app.secrets.code(id.0).to_string();
    let browser = sent.header("set-cookie").split(';').next().unwrap().to_owned();
    let fields = [("code", code.as_str()), ("next", &next)];
    let begun = server.fill_with(&code_page, &[OWN, ("cookie", &browser)], &fields).await;
    assert_eq!((begun.status, begun.header("location")), (303, path.as_str()));
    // Giving access is as much as making a token.
    server.later(Duration::minutes(11));
    let page = app.asks(&anna, &app.wish("matches:read")).await;
    let asked = app.answered(&anna, &page, "allow").await;
    assert_eq!(asked.status, 200);
    let policy = asked.header("content-security-policy");
    assert!(policy.contains("form-action 'self' https://tram.example;"), "{policy}");
    let mut fields = hidden_fields(&asked.text());
    assert_eq!(grants(&server).await, 0);
    let email = fields.iter().find(|(name, _)| name == "proof_email").unwrap().1.clone();
    fields.push(("proof_code".to_owned(), server.app.secrets.code(email.parse().unwrap()).to_string()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let given = server.fill_with("/oauth/authorize", &[OWN, ("cookie", &anna.cookie())], &fields).await;
    assert_eq!(given.status, 303, "{}", given.text());
    assert!(of_location(&given, "code").is_some());
}

async fn gives(app: &OauthApp<'_>, person: &Person) -> u16 {
    let page = app.asks(person, &app.wish("matches:read")).await;
    app.answered(person, &page, "allow").await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn access_is_given_thirty_times_an_hour_and_programs_on_a_desk_listen_at_any_port() {
    let (server, anna, bob) = world().await;
    let desk = OauthApp::register(&server, &bob, "Desk", "http://127.0.0.1/in").await;
    for port in ["", ":4711", ":65535"] {
        let redirect = format!("http://127.0.0.1{port}/in");
        let wish = with(&desk.wish("matches:read"), "redirect_uri", Some(&redirect));
        let code = desk.code(&anna, &wish).await;
        // The code goes with the port to which it was sent.
        let form = with(&desk.exchange(&code), "redirect_uri", Some("http://127.0.0.1:1/in"));
        expect_error(&desk.tokens(&form).await, "invalid_grant");
        desk.tokens(&with(&form, "redirect_uri", Some(&redirect))).await.expect(200);
    }
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    for _ in 3..30 {
        assert_eq!(gives(&app, &anna).await, 303);
    }
    assert_eq!(gives(&app, &anna).await, 409);
    assert_eq!(grants(&server).await, 30);
    assert_eq!(gives(&app, &bob).await, 303, "each person has a limit of their own");
}
