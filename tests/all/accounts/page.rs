//! The account page: each of its forms does what it says.

use serde_json::{Value, json};
use tests::{Client, Person, Reply, Server};

/// Sends a form of the page, and returns the page that answers.
async fn send(server: &Server, person: &Person, form: &str, fields: &[(&str, &str)]) -> String {
    let cookie = person.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str()), ("accept", "text/html")];
    let reply = server.fill_with(&format!("/account/{form}"), &headers, fields).await;
    assert_eq!(reply.status, 200, "{form}: {}", reply.text());
    reply.text()
}

async fn page(server: &Server, person: &Person) -> String {
    Reply::send(server.request("GET", "/account").header("cookie", person.cookie())).await.text()
}

/// The option of the time zones that a browser shows: the one that is selected, else the first.
fn shown_zone(page: &str) -> String {
    let list = page.split("name=\"time_zone\">").nth(1).unwrap().split("</select>").next().unwrap();
    let options: Vec<&str> = list.split("<option").skip(1).collect();
    let shown = options.iter().find(|option| option.starts_with(" selected")).unwrap_or(&options[0]);
    shown.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn names_emails_and_vacations_are_changed_on_the_page() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    // What is stored without looking at it stays, also a zone that is no place.
    for zone in ["UTC", "Etc/GMT+5", "Europe/Berlin"] {
        anna.patch("/v1/me", &json!({"time_zone": zone})).await.expect(200);
        assert_eq!(shown_zone(&page(&server, &anna).await), zone);
    }
    let fields = [("name", "Anna B"), ("handle", "anna-b"), ("time_zone", "Asia/Tokyo"), ("shows_seen", "on")];
    assert!(send(&server, &anna, "profile", &fields).await.contains("is saved"));
    let me = anna.get("/v1/me").await.expect(200);
    let changed = ["name", "handle", "time_zone", "notes", "shows_last_seen"].map(|field| me[field].clone());
    assert_eq!(changed, [json!("Anna B"), json!("anna-b"), json!("Asia/Tokyo"), json!(false), json!(true)]);
    assert!(send(&server, &anna, "emails", &[("matches", "on"), ("digest", "on")]).await.contains("are saved"));
    let mail = anna.get("/v1/me").await.expect(200)["mail"].clone();
    assert_eq!(mail, json!({"turns": false, "matches": true, "invitations": false, "digest": true}));
    assert!(page(&server, &anna).await.contains("<option value=\"auto\" selected>Full for my first three moves"));
    let chosen = send(&server, &anna, "emails", &[("turns", "on"), ("length", "short")]).await;
    assert!(chosen.contains("<option value=\"short\" selected>Always short"), "{chosen}");
    assert_eq!(anna.get("/v1/me").await.expect(200)["email_length"], "short");
    let booked = send(&server, &anna, "vacations", &[("first", "2026-03-02"), ("last", "2026-03-08")]).await;
    assert!(booked.contains("is booked") && booked.contains("2026-03-02 to 2026-03-08"), "{booked}");
    assert!(booked.contains("Days left in 2026: 23"), "{booked}");
    let ended = send(&server, &anna, "vacations/2026-03-02/end", &[]).await;
    assert!(ended.contains("Days left in 2026: 30") && !ended.contains("2026-03-08"), "{ended}");
    assert!(send(&server, &anna, "address", &[("address", "anna@example.com")]).await.contains("to each address"));
    server.mailbox.wait_for("anna@example.com", |email| email.text().contains("/confirm-address/")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_and_tokens_are_made_and_ended_on_the_page() {
    let server = Server::start().await;
    let (anna, elsewhere) = (server.person("Anna").await, server.person("Anna").await);
    let made = send(&server, &anna, "tokens", &[("name", "My bot"), ("days", "30"), ("matches:read", "on")]).await;
    let token = made.split("<code class=\"copy\">").nth(1).unwrap().split('<').next().unwrap();
    let bot = Client::new(&server.url, Some(token));
    bot.get("/v1/matches?filter=mine").await.expect(200);
    bot.get("/v1/me").await.problem("scope-missing");
    let shown = page(&server, &anna).await;
    assert!(shown.contains("My bot") && shown.contains("matches:read") && !shown.contains(token), "{shown}");
    let id = anna.get("/v1/me/tokens").await.expect(200)["tokens"][0]["id"].as_str().unwrap().to_owned();
    assert!(send(&server, &anna, &format!("tokens/{id}/revoke"), &[]).await.contains("is revoked"));
    bot.get("/v1/matches?filter=mine").await.problem("unauthenticated");
    let sessions = anna.get("/v1/me/sessions").await.expect(200)["sessions"].clone();
    let other = sessions.as_array().unwrap().iter().find(|one| one["current"] == json!(false)).unwrap()["id"].clone();
    let ended = send(&server, &anna, &format!("sessions/{}/end", other.as_str().unwrap()), &[]).await;
    assert!(ended.contains("The session has ended") && ended.contains("current</span>"), "{ended}");
    elsewhere.get("/v1/me").await.problem("unauthenticated");
    assert_eq!(anna.get("/v1/me").await.status, 200);
    assert!(page(&server, &anna).await.contains("Sign out everywhere"));
    let cookie = anna.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    let ended = server.fill_with("/account/sessions/end", &headers, &[]).await;
    assert_eq!((ended.status, ended.header("location")), (303, "/"));
    anna.get("/v1/me").await.problem("unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_deleted_by_its_handle_alone() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let cookie = anna.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str()), ("accept", "text/html")];
    let refused = server.fill_with("/account/delete", &headers, &[("handle", "anne")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("Enter anna to delete the account"), "{}", refused.text());
    assert_eq!(anna.get("/v1/me").await.status, 200);
    let deleted = server.fill_with("/account/delete", &headers, &[("handle", "@anna")]).await;
    assert_eq!((deleted.status, deleted.header("location")), (303, "/"));
    assert!(deleted.header("set-cookie").contains("Max-Age=0"));
    let left: Value = server.get("/v1/people/anna").await.problem("not-found");
    assert_eq!(left["status"], 404);
}
