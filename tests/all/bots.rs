//! Bots: accounts of their own for programs, which people own.

use serde_json::{Value, json};
use tests::{Person, Reply, Server};

async fn world() -> (Server, Person, Person) {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    (server, anna, bob)
}

fn wish(handle: &str) -> Value {
    json!({"handle": handle, "name": "Lava bot", "scopes": ["matches:read", "moves:write", "account:read", "account:write"]})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_under_its_own_name() {
    let (server, anna, bob) = world().await;
    let made = anna.post("/v1/bots", &wish("lava-bot")).await.expect(201);
    let bot = server.client(made["token"]["token"].as_str());
    let me = bot.get("/v1/me").await.expect(200);
    assert_eq!((&me["handle"], &me["address"], &me["bot"]), (&json!("lava-bot"), &json!(null), &json!(true)));
    assert_eq!(anna.get("/v1/me").await.expect(200)["bot"], false);
    let id = bob.creates(json!({"game": "magma", "seating": "joined", "options": {"max_rounds": 2}})).await;
    bob.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "lava-bot"})).await.expect(202);
    assert_eq!(bot.get("/v1/me/invitations").await.expect(200)["invitations"][0]["match_id"], id.as_str());
    let seated = bot.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
    assert_eq!(
        seated["players"].as_array().unwrap().iter().map(|player| &player["bot"]).collect::<Vec<_>>(),
        [false, true]
    );
    bob.plays(&id, "pass").await;
    bot.post(&format!("/v1/matches/{id}/moves"), &json!({"move": "pass", "turn": 1})).await.expect(200);
    let over = bob.sees(&id).await;
    assert_eq!(over["phase"], "over", "{over}");
    let page = server.get("/people/lava-bot").await.text();
    assert!(page.contains("a bot of @anna"), "{page}");
    let profile = server.get("/v1/people/lava-bot").await.expect(200);
    assert_eq!((&profile["bot"], &profile["owner"]), (&json!(true), &json!("anna")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_emails_of_a_bot_are_not_sent_and_no_setting_turns_them_on() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let made = anna.post("/v1/bots", &wish("lava-bot")).await.expect(201);
    let bot = server.client(made["token"]["token"].as_str());
    for mail in ["turns", "matches", "invitations", "digest"] {
        bot.patch("/v1/me", &json!({"mail": {mail: true}})).await.refused("bad-field", Some("mail"));
    }
    bot.patch("/v1/me", &json!({"bot": false})).await.refused("bad-field", Some("bot"));
    bot.patch("/v1/me", &json!({"name": "Lava"})).await.expect(200);
    let id = bot.post("/v1/matches", &json!({"game": "magma", "seating": "joined", "name": "Lava"})).await.expect(201);
    let id = id["id"].as_str().unwrap().to_owned();
    bob.joins(&id).await;
    bob.plays(&id, "resign").await;
    server.emails_are_out().await;
    let sent = "SELECT count(*) FROM emails l JOIN users u ON u.id = l.user_id WHERE u.is_bot AND l.state = 'sent'";
    assert_eq!(server.count(sent).await, 0);
    // A program that plays a person's own account changes nothing but what tables say.
    assert_eq!(anna.patch("/v1/me", &json!({"bot": true})).await.expect(200)["bot"], true);
    assert_eq!(server.get("/v1/people/anna").await.expect(200)["owner"], json!(null));
    assert_eq!(anna.patch("/v1/me", &json!({"bot": false})).await.expect(200)["bot"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_are_made_renewed_and_deleted_by_their_owner_alone() {
    let (server, anna, bob) = world().await;
    let made = anna.post("/v1/bots", &wish("lava-bot")).await.expect(201);
    let (path, token) = (format!("/v1/bots/{}", made["bot"]["id"].as_str().unwrap()), made["token"]["token"].as_str());
    let bot = server.client(token);
    let rights = json!({"scopes": ["account:read"]});
    bob.delete(&path).await.refused("not-found", None);
    bob.post(&format!("{path}/token"), &rights).await.refused("not-found", None);
    assert_eq!(bob.get("/v1/bots").await.expect(200)["bots"], json!([]));
    bot.post("/v1/bots", &wish("other-bot")).await.problem("scope-missing");
    bot.post("/v1/me/tokens", &json!({"name": "more", "scopes": ["account:read"]})).await.problem("scope-missing");
    let renewed = anna.post(&format!("{path}/token"), &rights).await.expect(201);
    bot.get("/v1/me").await.problem("unauthenticated");
    let bot = server.client(renewed["token"].as_str());
    bot.get("/v1/me").await.expect(200);
    bot.get("/v1/matches").await.problem("scope-missing");
    anna.post("/v1/bots", &wish("lava-b0t")).await.refused("conflict", Some("handle"));
    anna.post("/v1/bots", &wish("x")).await.refused("bad-field", Some("handle"));
    let nothing = json!({"handle": "none-bot", "name": "None", "scopes": []});
    anna.post("/v1/bots", &nothing).await.refused("bad-field", Some("scopes"));
    anna.delete(&path).await.expect(204);
    bot.get("/v1/me").await.problem("unauthenticated");
    anna.delete(&path).await.refused("not-found", None);
    server.get("/v1/people/lava-bot").await.problem("not-found");
    // Its handle is kept from others for a time, and it counts for a day.
    bob.post("/v1/bots", &wish("lava-bot")).await.refused("conflict", Some("handle"));
    let wishes = (0..20).map(|number| wish(&format!("bot-number-{number}")));
    let made = wishes.map(async |wish| anna.post("/v1/bots", &wish).await.status);
    let made = futures_util::future::join_all(made).await;
    assert_eq!(made.iter().filter(|status| **status == 201).count(), 9, "ten in all: {made:?}");
    server.later(chrono::Duration::hours(25));
    let anna = server.person_by_secret("Anna").await;
    anna.post("/v1/bots", &wish("next-bot")).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_end_with_their_owner() {
    let (server, anna, bob) = world().await;
    let made = anna.post("/v1/bots", &wish("lava-bot")).await.expect(201);
    let bot = server.client(made["token"]["token"].as_str());
    let id = bob.creates(json!({"game": "magma", "seating": "joined"})).await;
    bot.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
    assert_eq!(anna.get("/v1/me/export").await.expect(200)["bots"][0]["handle"], "lava-bot");
    anna.delete("/v1/me").await.expect(204);
    bot.get("/v1/me").await.problem("unauthenticated");
    let over = bob.sees(&id).await;
    assert_eq!(over["phase"], "over", "{over}");
    assert!(over["players"].as_array().unwrap().iter().any(|player| player["name"] == "deleted player"), "{over}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_have_a_page() {
    let (server, anna, _) = world().await;
    let fill = async |path: &str, fields: &[(&str, &str)]| -> Reply {
        let cookie = anna.cookie();
        server.fill_with(path, &[("sec-fetch-site", "same-origin"), ("cookie", &cookie)], fields).await
    };
    let page = fill("/account/bots", &[("name", "Lava bot"), ("handle", "lava-bot")]).await.text();
    let token = page
        .split("<code class=\"copy\">")
        .nth(1)
        .and_then(|rest| rest.split('<').next())
        .unwrap_or_else(|| panic!("{page}"));
    let me = server.client(token).get("/v1/me").await.expect(200);
    assert_eq!(me["handle"], "lava-bot");
    let path = format!("/account/bots/{}", me["id"].as_str().unwrap());
    let page = fill(&format!("{path}/token"), &[]).await.text();
    assert!(page.contains("The token of Lava bot.") && page.contains("<code class=\"copy\">tpp_"), "{page}");
    server.client(token).get("/v1/me").await.problem("unauthenticated");
    let page = fill("/account/bots", &[("name", "Wombat"), ("handle", "lava-bot")]).await;
    assert_eq!(page.status, 409);
    assert!(page.text().contains("value=\"Wombat\""), "{}", page.text());
    let page = fill(&format!("{path}/delete"), &[]).await.text();
    assert!(page.contains("The bot is deleted.") && !page.contains("@lava-bot"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_of_a_person_share_the_limit_of_all_programs() {
    let server = Server::quiet(|table| drop(table.insert("requests_per_minute".to_owned(), "20".into()))).await;
    let anna = server.person_by_secret("Anna").await;
    let mut refused = Vec::new();
    for number in 1..=5 {
        let made = anna.post("/v1/bots", &wish(&format!("lava-bot-{number}"))).await.expect(201);
        let bot = server.client(made["token"]["token"].as_str());
        let mut answers = Vec::new();
        for _ in 0..20 {
            answers.push(bot.get("/v1/me").await.status);
        }
        refused.push(answers.iter().filter(|status| **status == 429).count());
    }
    // The first request of each token counts for the network, as the token is not known yet. The limit of one is 20, that of all is 80.
    assert_eq!(refused[..4], [0; 4], "{refused:?}");
    assert!(refused[4] > 10, "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_say_which_challenges_they_accept_and_decline_others_with_a_reason() {
    let (server, anna, bob) = world().await;
    let made = anna.post("/v1/bots", &wish("lava-bot")).await.expect(201);
    let token = made["token"]["token"].as_str().unwrap().to_owned();
    let bot = async |method: &str, path: &str, body: Value| {
        let request = server.request(method, path).bearer_auth(&token);
        Reply::send(if body.is_null() { request } else { request.json(&body) }).await
    };
    let listed = async |query: &str| {
        let list = server.get(&format!("/v1/people?{query}")).await.expect(200)["bots"].clone();
        list.as_array().unwrap().iter().map(|one| one["handle"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed("kind=bot").await, [""; 0], "a bot is not listed before it asks for it");
    let challenges = json!({"games": ["magma", "ice"], "pace": "within a minute"});
    let changed = bot("PATCH", "/v1/me", json!({"challenges": challenges})).await.expect(200);
    let sorted = json!({"games": ["ice", "magma"], "pace": "within a minute"});
    assert_eq!(changed["challenges"], sorted);
    for (query, expected) in
        [("kind=bot", &["lava-bot"][..]), ("", &["lava-bot"]), ("game=ice", &["lava-bot"]), ("game=magic", &[])]
    {
        assert_eq!(listed(query).await, expected, "{query}");
    }
    let found = server.get("/v1/people?kind=bot").await.expect(200)["bots"][0].clone();
    assert_eq!(found, json!({"handle": "lava-bot", "name": "Lava bot", "owner": anna.handle, "challenges": sorted}));
    assert_eq!(server.get("/v1/people/lava-bot").await.expect(200)["challenges"], sorted);
    for (body, field) in [
        (json!({"games": ["chess"]}), "challenges.games"),
        (json!({"games": ["magma"], "pace": "x".repeat(61)}), "challenges.pace"),
        (json!({"games": ["magma"], "pace": "a\nb"}), "challenges.pace"),
    ] {
        bot("PATCH", "/v1/me", json!({"challenges": body})).await.refused("bad-field", Some(field));
    }
    bob.patch("/v1/me", &json!({"challenges": challenges})).await.refused("bad-field", Some("challenges"));
    server.get("/v1/people?kind=person").await.refused("bad-field", Some("kind"));

    // A challenge: the bot declines it, and those at the table read why.
    let id = bob.creates(json!({"game": "magnet"})).await;
    bob.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "lava-bot"})).await.expect(202);
    let waiting = bot("GET", "/v1/me/invitations", Value::Null).await.expect(200)["invitations"][0].clone();
    let path = format!("/v1/invitations/{}/decline", waiting["id"].as_str().unwrap());
    bot("POST", &format!("{path}?reason="), Value::Null).await.refused("bad-field", Some("reason"));
    bot("POST", &format!("{path}?reason={}", "x".repeat(201)), Value::Null).await.refused("bad-field", Some("reason"));
    bot("POST", &format!("{path}?reason=I%20play%20%3Cb%3EMagma%3C/b%3E%20only."), Value::Null).await.expect(204);
    let told = bob.get(&format!("/v1/matches/{id}/invitations")).await.expect(200)["invitations"][0].clone();
    assert_eq!((&told["answer"], &told["reason"]), (&json!("declined"), &json!("I play <b>Magma</b> only.")));
    let request = server.request("GET", &format!("/matches/{id}")).header("cookie", bob.cookie());
    let page = Reply::send(request).await.text();
    assert!(page.contains("lava-bot<small>declined: I play &#60;b&#62;Magma&#60;/b&#62; only.</small>"), "{page}");
    let exported = bob.get("/v1/me/export").await.expect(200)["invitations"][0]["reason"].clone();
    assert_eq!(exported, "I play <b>Magma</b> only.");

    // It can leave the list, and does so with its owner.
    bot("PATCH", "/v1/me", json!({"challenges": {"games": []}})).await.expect(200);
    assert_eq!(listed("").await, [""; 0]);
    bot("PATCH", "/v1/me", json!({"challenges": challenges})).await.expect(200);
    assert_eq!(listed("").await, ["lava-bot"]);
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(listed("").await, [""; 0]);
}
