//! Proposals of a pause, or of more time: agreed, declined, taken back, expired, and their effect on deadlines.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use tests::{Person, Reply, Server};
use turnpost::play::game::clock;
use turnpost::play::matches::history;

use crate::replies::{all_read, email};

/// A running match of these, with these terms.
async fn table(people: &[&Person], terms: Value) -> String {
    let mut new =
        json!({"game": "magma", "name": "Spring cup", "seats": people.len(), "seating": "joined", "on_lapse": "pass"});
    new.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    id
}

fn per_move(time: &str) -> Value {
    json!({"clock": {"kind": "per-move", "time": time}})
}

pub(super) async fn two(server: &Server) -> [Person; 2] {
    [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await]
}

pub(super) async fn proposes(person: &Person, id: &str, kind: &str, length: &str) -> Reply {
    person.post(&format!("/v1/matches/{id}/proposals"), &json!({"kind": kind, "length": length})).await
}

pub(super) async fn says(person: &Person, id: &str, number: u32, what: &str) -> Reply {
    person.act(&format!("/v1/matches/{id}/proposals/{number}/{what}")).await
}

async fn listed(person: &Person, id: &str) -> Vec<Value> {
    let page = person.get(&format!("/v1/matches/{id}/proposals")).await.expect(200);
    page["proposals"].as_array().unwrap().clone()
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Presses a button, and returns the page as it is then.
async fn press(server: &Server, path: &str, button: &str) -> String {
    let reply = Reply::send(server.request("POST", &format!("{path}/{button}"))).await;
    assert_eq!((reply.status, reply.header("location")), (303, path), "{}", reply.text());
    server.get(path).await.page(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_takes_effect_when_all_have_agreed_by_page_and_mail() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&[&anna, &bob, &cleo], per_move("P3D")).await;
    let before = anna.deadline(&id).await;
    let made = proposes(&anna, &id, "pause", "P7D").await.expect(201);
    assert_eq!((&made["number"], &made["agreed"], &made["answer"]), (&json!(1), &json!([0]), &Value::Null));
    let asks = "Anna proposes a pause of 7 days in Magma: Spring cup: all clocks stop as soon as all players agree.";
    let (to_bob, to_cleo) = (email(&server, &bob, asks).await, email(&server, &cleo, asks).await);
    assert_eq!(to_bob.subject(), "Pause proposed: Magma, Spring cup");
    assert_eq!(to_bob.text().lines().next(), Some("Reply above this line with yes or no."));
    assert_ne!(to_bob.path_to("/proposals/"), to_cleo.path_to("/proposals/"));
    // Opening the page changes nothing, however often.
    server.later(Duration::hours(1));
    for _ in 0..2 {
        let page = server.get(&to_bob.path_to("/proposals/")).await.page(200);
        for words in [asks, "Agreed so far: Anna.", "Agree", "Decline"] {
            assert!(page.contains(words), "{words}: {page}");
        }
    }
    assert!(press(&server, &to_bob.path_to("/proposals/"), "agree").await.contains("Agreed so far: Anna, Bob."));
    assert_eq!(bob.sees(&id).await["proposal"]["agreed"], json!([0, 1]));
    assert_eq!(anna.deadline(&id).await, before, "not before all have agreed");
    server.later(Duration::hours(1));
    server.lmtp().await.answer(&cleo.address, &to_cleo, "Yes.").await;
    all_read(&server, 1).await;
    assert_eq!(server.rows("SELECT result FROM incoming").await, [["accepted"]]);
    assert_eq!(anna.deadline(&id).await, before + Duration::days(7));
    let told = "All players agreed: the clocks of Magma: Spring cup are paused until Thursday 8 January 2026, 02:00";
    for person in [&anna, &bob, &cleo] {
        assert_eq!(email(&server, person, told).await.subject(), "Clocks paused: Magma, Spring cup");
    }
    let seen = bob.sees(&id).await;
    let pauses = json!([{"from": "2026-01-01T02:00:00Z", "until": "2026-01-08T02:00:00Z"}]);
    assert_eq!((&seen["pauses"], &seen["proposal"]), (&pauses, &Value::Null));
    assert!(server.get(&to_bob.path_to("/proposals/")).await.page(200).contains("are paused until"));
    // The clocks stand still meanwhile, and nothing lapses before the new deadline.
    server.later(Duration::days(7) + Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(bob.sees(&id).await["page"]["awaited"], json!([0]));
    server.later(Duration::days(1));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(bob.sees(&id).await["page"]["awaited"], json!([1]));
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_says_neither_is_asked_again_and_a_no_ends_the_proposal() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&[&anna, &bob, &cleo], per_move("P3D")).await;
    proposes(&anna, &id, "extension", "PT36H").await.expect(201);
    let asks = "Anna proposes 36 hours of extra time in Magma: Spring cup, for every clock that is running when all players have agreed.";
    let (to_bob, to_cleo) = (email(&server, &bob, asks).await, email(&server, &cleo, asks).await);
    assert_eq!(to_bob.subject(), "More time proposed: Magma, Spring cup");
    let mut lmtp = server.lmtp().await;
    lmtp.answer("thief@evil.example", &to_bob, "yes").await;
    email(&server, &bob, " from another address. Nothing was played.").await;
    lmtp.answer(&bob.address, &to_bob, "Perhaps").await;
    let again = email(&server, &bob, "This line is neither yes nor no: Perhaps").await;
    assert_eq!(again.header("Auto-Submitted").as_deref(), Some("auto-replied"));
    lmtp.answer(&bob.address, &again, "No!").await;
    let told = "Bob declined 36 hours of extra time in Magma: Spring cup. The clocks keep running.";
    for person in [&anna, &cleo] {
        assert_eq!(email(&server, person, told).await.subject(), "No extra time: Magma, Spring cup");
    }
    all_read(&server, 3).await;
    let ended = listed(&anna, &id).await;
    assert_eq!((&ended[0]["answer"], &ended[0]["answered_by"]), (&json!("declined"), &json!(1)));
    // A yes comes too late, and its sender is told.
    let emails = server.mailbox.emails_to(&cleo.address).len();
    lmtp.answer(&cleo.address, &to_cleo, "yes").await;
    all_read(&server, 4).await;
    assert_eq!(server.mailbox.emails_to(&cleo.address).len(), emails + 1);
    assert_eq!(
        server.rows("SELECT result FROM incoming ORDER BY received_at, id").await.concat(),
        ["held", "refused", "declined", "refused"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_whose_turn_is_over_answers_no_proposal() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id =
        anna.creates(json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}})).await;
    bob.joins(&id).await;
    let email = server.mailbox.wait_for(&anna.address, |email| email.text().contains("/move/")).await;
    let path = email.path_to("/move/");
    proposes(&bob, &id, "pause", "P7D").await.expect(201);
    assert!(server.get(&path).await.page(200).contains("/proposals/"), "in its turn it does");
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    server.later(Duration::minutes(15));
    // Emails are forwarded and quoted.
    let page = server.get(&path).await.page(200);
    assert!(page.contains("This link is for turn") && !page.contains("/proposals/"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_adds_up_with_days_off() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let mut terms = per_move("P1D");
    terms["hours"] = json!({"zone": "UTC", "days_off": ["saturday", "sunday"]});
    let id = table(&[&anna, &bob], terms).await;
    assert_eq!(anna.deadline(&id).await, at("2026-01-02T00:00:00Z"));
    // From the half of Thursday to Saturday; after it comes the weekend.
    server.later(Duration::hours(12));
    proposes(&bob, &id, "pause", "PT36H").await.expect(201);
    assert_eq!(says(&anna, &id, 1, "agree").await.expect(200)["answer"], "agreed");
    assert_eq!(says(&anna, &id, 1, "agree").await.expect(200)["answer"], "agreed", "twice changes nothing");
    assert_eq!(anna.deadline(&id).await, at("2026-01-05T12:00:00Z"));
    // More time on top of it, in the pause.
    proposes(&anna, &id, "extension", "PT18H").await.expect(201);
    says(&bob, &id, 2, "agree").await.expect(200);
    assert_eq!(anna.deadline(&id).await, at("2026-01-06T06:00:00Z"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_between_proposal_and_agreement_leaves_the_time_to_the_clock_that_runs_then() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let id = table(&[&anna, &bob], per_move("P3D")).await;
    proposes(&anna, &id, "extension", "P2D").await.expect(201);
    server.later(Duration::hours(5));
    let text = anna.finds_a_move(&id).await;
    assert_eq!(anna.plays(&id, &text).await["proposal"]["number"], 1, "it is open still");
    assert_eq!(says(&bob, &id, 1, "agree").await.expect(200)["answer"], "agreed");
    assert_eq!(anna.deadline(&id).await, server.app.clock.now() + Duration::days(5));
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    assert_eq!(anna.deadline(&id).await, server.app.clock.now() + Duration::days(3), "for that turn only");
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_has_run_out_is_settled_before_an_agreement() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let mut terms = per_move("P1D");
    terms["on_lapse"] = json!("forfeit");
    let id = table(&[&anna, &bob], terms).await;
    proposes(&anna, &id, "extension", "P2D").await.expect(201);
    server.later(Duration::days(1));
    assert_eq!(says(&bob, &id, 1, "agree").await.problem("conflict")["detail"], "The match is over.");
    assert_eq!(bob.sees(&id).await["phase"], "over");
    assert_eq!(proposes(&bob, &id, "pause", "P2D").await.problem("conflict")["detail"], "The match is over.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_taken_back_or_expires_and_one_is_open_at_a_time() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let id = table(&[&anna, &bob], per_move("P30D")).await;
    proposes(&anna, &id, "pause", "P7D").await.expect(201);
    proposes(&bob, &id, "extension", "P7D").await.problem("conflict");
    for _ in 0..2 {
        let taken = says(&anna, &id, 1, "decline").await.expect(200);
        assert_eq!((&taken["answer"], &taken["answered_by"]), (&json!("withdrawn"), &json!(0)));
    }
    says(&bob, &id, 1, "agree").await.problem("conflict");
    says(&bob, &id, 1, "decline").await.problem("conflict");
    assert_eq!(anna.sees(&id).await["proposal"], Value::Null);
    // The second expires; its place is free then, and its clock has run on.
    let before = anna.deadline(&id).await;
    proposes(&anna, &id, "pause", "P7D").await.expect(201);
    server.later(Duration::days(7) - Duration::milliseconds(1));
    assert_eq!(bob.sees(&id).await["proposal"]["number"], 2);
    server.later(Duration::milliseconds(1));
    assert_eq!(bob.sees(&id).await["proposal"], Value::Null);
    let why = says(&bob, &id, 2, "agree").await.problem("conflict");
    assert_eq!(why["detail"], "This proposal has expired.");
    let expired = listed(&bob, &id).await[0].clone();
    assert_eq!((&expired["answer"], &expired["answered_at"]), (&json!("expired"), &expired["expires_at"]));
    proposes(&bob, &id, "pause", "P7D").await.expect(201);
    assert_eq!(listed(&bob, &id).await[1], expired);
    assert_eq!(anna.deadline(&id).await, before);
    let page = anna.get(&format!("/v1/matches/{id}/proposals?limit=2")).await.expect(200);
    let next = page["next"].as_str().unwrap();
    let rest = anna.get(&format!("/v1/matches/{id}/proposals?limit=2&after={next}")).await.expect(200);
    assert_eq!((rest["proposals"].as_array().unwrap().len(), &rest["proposals"][0]["number"]), (1, &json!(1)));
    // A person makes three a day.
    says(&bob, &id, 3, "decline").await.expect(200);
    for number in 4..=5 {
        proposes(&bob, &id, "pause", "P7D").await.expect(201);
        says(&anna, &id, number, "decline").await.expect(200);
    }
    proposes(&bob, &id, "pause", "P7D").await.problem("rate-limited");
    proposes(&anna, &id, "pause", "P7D").await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_have_left_are_not_asked() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let (cleo, dan) = (server.person_by_secret("Cleo").await, server.person_by_secret("Dan").await);
    let id = table(&[&anna, &bob, &cleo, &dan], per_move("P3D")).await;
    dan.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let before = anna.deadline(&id).await;
    proposes(&anna, &id, "extension", "P2D").await.expect(201);
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'proposal'").await, 2);
    says(&dan, &id, 1, "agree").await.problem("conflict");
    proposes(&dan, &id, "pause", "P2D").await.problem("conflict");
    says(&bob, &id, 1, "agree").await.expect(200);
    assert_eq!(anna.deadline(&id).await, before);
    // Cleo, who has not agreed, leaves: all others have.
    cleo.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!(listed(&bob, &id).await[0]["answer"], "agreed");
    assert_eq!(anna.deadline(&id).await, before + Duration::days(2));
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'proposal-answered'").await, 2);
    // A deleted account leaves its ids only.
    proposes(&anna, &id, "pause", "P2D").await.expect(201);
    assert_eq!(anna.delete("/v1/me").await.status, 204);
    assert_eq!(server.count("SELECT count(*) FROM proposals").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timer_allows_more_time_and_no_pause() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let mut terms = per_move("P1D");
    terms["options"] = json!({"tempo": "hot", "sand": "PT30S"});
    let id = table(&[&anna, &bob], terms).await;
    let why = proposes(&anna, &id, "pause", "P1D").await.problem("conflict");
    assert!(why["detail"].as_str().unwrap().contains("timer"), "{why}");
    let before = anna.deadline(&id).await;
    proposes(&anna, &id, "extension", "PT1H").await.expect(201);
    says(&bob, &id, 1, "agree").await.expect(200);
    assert_eq!(anna.deadline(&id).await, before + Duration::hours(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_proposed_is_refused() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let id = table(&[&anna, &bob], per_move("P3D")).await;
    for (kind, length, field) in [
        ("pause", "PT59M", "length"),
        ("pause", "P60DT1M", "length"),
        ("extension", "P30DT1M", "length"),
        ("extension", "PT1H0.5S", "length"),
        ("pause", "P1M", "length"),
        ("pause", "soon", "length"),
        ("rest", "P1D", "kind"),
    ] {
        assert_eq!(proposes(&anna, &id, kind, length).await.problem("bad-field")["field"], field, "{kind} {length}");
    }
    for (number, what) in [(1, "agree"), (1 << 31, "agree"), (u32::MAX, "decline")] {
        says(&bob, &id, number, what).await.problem("not-found");
    }
    let endless = table(&[&anna, &bob], json!({})).await;
    proposes(&anna, &endless, "extension", "P1D").await.problem("conflict");
    let open = anna.creates(json!({"game": "magma", "clock": {"kind": "per-move", "time": "P3D"}})).await;
    proposes(&anna, &open, "extension", "P1D").await.problem("conflict");
    assert_eq!(server.count("SELECT count(*) FROM proposals").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_see_no_proposal_and_answer_none() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let cleo = server.person_by_secret("Cleo").await;
    let public = table(&[&anna, &bob], per_move("P3D")).await;
    proposes(&anna, &public, "pause", "P7D").await.expect(201);
    for seen in [cleo.sees(&public).await, server.get(&format!("/v1/matches/{public}")).await.expect(200)] {
        assert_eq!(seen["proposal"], Value::Null);
    }
    cleo.get(&format!("/v1/matches/{public}/proposals")).await.problem("forbidden");
    server.get(&format!("/v1/matches/{public}/proposals")).await.problem("unauthenticated");
    proposes(&cleo, &public, "pause", "P7D").await.problem("forbidden");
    for what in ["agree", "decline"] {
        says(&cleo, &public, 1, what).await.problem("forbidden");
    }
    let mut terms = per_move("P3D");
    terms["visibility"] = json!("unlisted");
    let private = table(&[&anna, &bob], terms).await;
    server.query(&format!("UPDATE matches SET visibility = 'private' WHERE id = '{private}'")).await;
    proposes(&anna, &private, "pause", "P7D").await.expect(201);
    cleo.get(&format!("/v1/matches/{private}/proposals")).await.problem("not-found");
    says(&cleo, &private, 1, "agree").await.problem("not-found");
    server.get("/proposals/0123").await.page(404);
    server.get(&format!("/proposals/{}", "0".repeat(74))).await.page(404);
    assert_eq!(server.count("SELECT count(*) FROM proposals WHERE answer IS NULL AND agreed = 1").await, 2);
}
