//! Sessions in a browser: the cookie, and pages of other sites that try to use it.

use chrono::Duration;

use serde_json::json;
use tests::{Reply, Server};
use turnpost::ids::SignInId;

const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// Sends a form with these headers.
async fn send(server: &Server, path: &str, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Reply {
    server.fill_with(path, headers, fields).await
}

/// Asks for a path with a cookie.
async fn look(server: &Server, path: &str, cookie: &str) -> Reply {
    Reply::send(server.request("GET", path).header("cookie", cookie)).await
}

/// The name and value of the cookie that an answer sets.
fn cookie_of(reply: &Reply) -> Option<String> {
    let set = reply.header("set-cookie");
    (!set.is_empty()).then(|| set.split(';').next().unwrap().to_owned())
}

/// Signs in by the code of an email, and returns the answer that sets the cookie.
async fn sign_in(server: &Server, address: &str, next: &str) -> Reply {
    let asked = send(server, "/sign-in", &[OWN], &[("address", address), ("next", next)]).await;
    assert_eq!(asked.status, 303, "{}", asked.text());
    let path = asked.header("location").split('?').next().unwrap().to_owned();
    let id: SignInId = path.rsplit('/').next().unwrap().parse().unwrap();
    let code = server.app.secrets.code(id.0).to_string();
    // The browser shows that it is the one that asked.
    let asker = cookie_of(&asked).unwrap();
    let own = [OWN, ("cookie", asker.as_str())];
    let wrong = send(server, &path, &own, &[("code", "12 34"), ("next", next)]).await;
    assert!(wrong.status == 422 && wrong.text().contains("value=\"12 34\""), "{}", wrong.text());
    send(server, &path, &own, &[("code", &code), ("next", next)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_signs_in_by_a_cookie_that_is_renewed_while_its_session_goes_on() {
    let server = Server::start().await;
    let begun = sign_in(&server, "anna@example.org", "/lobby").await;
    assert_eq!((begun.status, begun.header("location")), (303, "/welcome?next=%2Flobby"), "{}", begun.text());
    let set = begun.header("set-cookie");
    assert!(set.starts_with("__Host-turnpost="), "{set}");
    for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=7776000"] {
        assert!(set.contains(part), "{part}: {set}");
    }
    let cookie = cookie_of(&begun).unwrap();
    // The cookie counts for pages and for the API; while it is young nothing is renewed.
    let home = look(&server, "/", &cookie).await;
    assert!(home.text().contains("My matches</h1>") && cookie_of(&home).is_none(), "{}", home.text());
    assert_eq!((home.header("cache-control"), home.header("vary").contains("Cookie")), ("private, no-cache", true));
    let me = look(&server, "/v1/me", &cookie).await.expect(200);
    assert_eq!(me["address"], "anna@example.org");
    // After fifteen minutes it is renewed, as long as the session goes on.
    server.later(Duration::minutes(16));
    let renewed = look(&server, "/", &cookie).await;
    let fresh = cookie_of(&renewed).expect("an old cookie is renewed");
    assert!(renewed.text().contains("My matches</h1>") && fresh != cookie);
    // The old one still works, for the tabs that sent it at the same time.
    assert_eq!(look(&server, "/v1/me", &cookie).await.status, 200);
    let out = send(&server, "/sign-out", &[OWN, ("cookie", &fresh)], &[]).await;
    assert_eq!((out.status, out.header("clear-site-data")), (303, "\"cache\""));
    assert!(out.header("set-cookie").contains("Max-Age=0"), "{}", out.header("set-cookie"));
    let gone = look(&server, "/", &cookie).await;
    assert!(gone.text().contains("Your email address") && gone.header("set-cookie").contains("Max-Age=0"));
    look(&server, "/v1/me", &cookie).await.problem("unauthenticated");
    // A page for readers with an account leads to the sign-in and back.
    let account = look(&server, "/account", &cookie).await;
    assert_eq!((account.status, account.header("location")), (303, "/sign-in?next=%2Faccount"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_of_an_email_signs_the_browser_in_and_shows_no_tokens() {
    let server = Server::start().await;
    server.post("/v1/sign-in", &json!({"address": "anna@example.org"})).await.expect(202);
    let email = server.mailbox.wait_for("anna@example.org", |email| email.text().contains("/sign-in/")).await;
    let path = email.path_to("/sign-in/");
    assert_eq!(server.get(&path).await.status, 200);
    for headers in [&[][..], &[("sec-fetch-site", "cross-site")], &[("origin", "https://evil.example")]] {
        let foreign = send(&server, &path, headers, &[]).await;
        assert!(foreign.status == 403 && cookie_of(&foreign).is_none(), "{headers:?} {}", foreign.text());
    }
    let begun = send(&server, &path, &[OWN], &[]).await;
    assert_eq!((begun.status, begun.header("location")), (303, "/welcome"));
    assert!(!begun.text().contains("token"));
    assert_eq!(look(&server, "/v1/me", &cookie_of(&begun).unwrap()).await.status, 200);
    assert_eq!(send(&server, &path, &[OWN], &[]).await.status, 401, "it works once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_cannot_use_the_cookie() {
    let server = Server::start().await;
    let cookie = cookie_of(&sign_in(&server, "anna@example.org", "//evil.example/").await).unwrap();
    let new = json!({"game": "magnapoco"});
    let create = async |headers: &[(&str, &str)]| {
        let request = server.request("POST", "/v1/matches").header("cookie", &cookie).json(&new);
        Reply::send(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
    };
    let foreign: [&[(&str, &str)]; 7] = [
        &[],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "none")],
        &[("sec-fetch-site", "cross-site"), ("origin", "https://turnpost.example")],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
    ];
    for headers in foreign {
        create(headers).await.problem("forbidden");
        let page = send(&server, "/account/emails", &[headers, &[("cookie", &cookie)]].concat(), &[]).await;
        assert_eq!(page.status, 403, "{headers:?}");
    }
    create(&[OWN]).await.expect(201);
    create(&[("origin", "https://turnpost.example")]).await.expect(201);
    // Browsers that send no Sec-Fetch-Site send the origin only from pages that allow it.
    assert_eq!(look(&server, "/account", &cookie).await.header("referrer-policy"), "same-origin");
    // The address of a form leads to its page.
    let asked = look(&server, "/account/profile", &cookie).await;
    assert_eq!((asked.status, asked.header("location")), (303, "/account"));
    // The cookie gives nothing to a page of another origin that only reads.
    let read = server.request("GET", "/v1/me").header("cookie", &cookie).header("origin", "https://evil.example");
    assert_eq!(Reply::send(read).await.header("access-control-allow-credentials"), "");
    // A token in the header wins over the cookie.
    let bob = server.person("Bob").await;
    let both = bob.request("GET", "/v1/me").header("cookie", &cookie);
    assert_eq!(Reply::send(both).await.expect(200)["name"], "Bob");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_is_cut_or_of_another_server_signs_out() {
    let server = Server::start().await;
    let other = Server::start().await;
    let cookie = cookie_of(&sign_in(&server, "anna@example.org", "").await).unwrap();
    let foreign = cookie_of(&sign_in(&other, "anna@example.org", "").await).unwrap();
    let access = server.person("Bob").await;
    let token = access.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["account:read"]})).await.expect(201);
    let cut = cookie[..cookie.len() - 2].to_owned();
    let long = format!("__Host-turnpost={}", "a".repeat(5000));
    let as_token = format!("__Host-turnpost={}", token["token"].as_str().unwrap());
    for cookie in [cut.as_str(), &foreign, &long, &as_token, "__Host-turnpost=", "__Host-turnpost=%00"] {
        let home = look(&server, "/", cookie).await;
        assert_eq!(home.status, 200);
        assert!(home.text().contains("Your email address"), "{cookie}");
        assert!(home.header("set-cookie").contains("Max-Age=0"), "{cookie}: {}", home.header("set-cookie"));
        look(&server, "/v1/me", cookie).await.problem("unauthenticated");
    }
    // Without the prefix, a page of a sister domain could have set it.
    look(&server, "/v1/me", &cookie.replace("__Host-", "")).await.problem("unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_cannot_be_used_stays_in_the_form() {
    let server = Server::start().await;
    for address in ["", "anna", "anna@", "<b>\"@example.org", "\u{202e}a@example.org"] {
        let reply = send(&server, "/sign-in", &[OWN], &[("address", address), ("next", "/lobby")]).await;
        let text = reply.text();
        assert!(reply.status == 422 && text.contains("aria-invalid") && !text.contains("<b>"), "{address}: {text}");
        assert!(text.contains("name=\"next\" value=\"/lobby\""), "{text}");
    }
    let away = send(&server, "/sign-in", &[OWN], &[("address", "a@example.org"), ("next", "//evil.example")]).await;
    assert!(away.status == 303 && !away.header("location").contains("evil"), "{}", away.header("location"));
}
