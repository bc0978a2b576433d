//! /v1/reports, the pages of reports, and the email to the host.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};
use turnpost::db::{host as rows, reports};
use turnpost::ids::ReportId;
use turnpost::play::people::host;
use turnpost::play::{HostAct, Refusal};

use super::{command, reason};

const HOST: &str = "ada@club.example";

async fn with_host() -> Server {
    Server::with(|table| drop(table.insert("host_address".to_owned(), HOST.into()))).await
}

async fn report(person: &Person, body: &Value) -> Reply {
    person.post("/v1/reports", body).await
}

/// A page, or the answer to a form, as a browser of this person gets it.
async fn browse(server: &Server, person: &Person, path: &str, form: Option<&[(&str, &str)]>) -> Reply {
    let cookie = person.cookie();
    match form {
        Some(fields) => {
            let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str()), ("accept", "text/html")];
            server.fill_with(path, &headers, fields).await
        }
        None => Reply::send(server.request("GET", path).header("cookie", cookie)).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_gets_an_email_about_a_report_and_the_person_does_not() {
    let server = with_host().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id =
        anna.creates(json!({"game": "magma", "name": "Sunday", "seating": "joined", "visibility": "private"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    bob.joins(&id).await;
    bob.post(&format!("/v1/matches/{id}/notes"), &json!({"text": "Win at http://evil.example"})).await.expect(201);
    let notes = anna.get(&format!("/v1/matches/{id}/notes")).await.expect(200);
    let note = notes["notes"][0]["id"].clone();
    server.emails_are_out().await;
    let before = server.mailbox.emails_to(&bob.address).len();
    let told = async |subject: &str, words: &str| {
        let found = server.mailbox.wait_for(HOST, |email| email.flowing().contains(words)).await;
        assert_eq!(found.subject(), subject);
        assert!(
            !found.text().contains("http://evil") && !found.text().contains("www.evil.example"),
            "{}",
            found.text()
        );
        found
    };
    report(&anna, &json!({"person": "@Bob", "text": "Insults\r\nme at www.evil.example"})).await.expect(201);
    told("Report about @bob", "@anna reports @bob. Report: Insults me at www. evil. example").await;
    report(&anna, &json!({"match_id": id, "text": "A rude name"})).await.expect(201);
    let email = told("Report about a match", "@anna reports the match Sunday. Report: A rude name").await;
    assert!(email.flowing().contains(&format!("turnpost matches hide {id}")), "{}", email.text());
    report(&anna, &json!({"match_id": id, "note_id": note, "text": "Look"})).await.expect(201);
    told("Report about @bob", "Note: Win at http:evil. example").await;
    report(&bob, &json!({"match_id": id, "person": "anna", "text": "Slow"})).await.expect(201);
    told("Report about @anna", "@bob reports @anna in the match Sunday.").await;
    // The same report again changes nothing.
    report(&anna, &json!({"match_id": id, "text": "A rude name"})).await.expect(201);
    assert_eq!(server.count("SELECT count(*) FROM reports").await, 4);
    // What the reporter may not know of cannot be told apart from what does not exist.
    report(&cleo, &json!({"match_id": id, "text": "x"})).await.problem("not-found");
    report(&cleo, &json!({"match_id": id, "note_id": note, "text": "x"})).await.problem("not-found");
    report(&anna, &json!({"person": "nobody", "text": "x"})).await.problem("not-found");
    for (body, field) in [
        (json!({"person": "bob", "text": " "}), "text"),
        (json!({"person": "bob", "text": "x".repeat(1001)}), "text"),
        (json!({"text": "x"}), "person"),
        (json!({"note_id": note, "text": "x"}), "match_id"),
    ] {
        report(&anna, &body).await.refused("bad-field", Some(field));
    }
    server.post("/v1/reports", &json!({"person": "bob", "text": "x"})).await.problem("unauthenticated");
    // Nothing tells Bob of it: no email, no event, no export.
    server.emails_are_out().await;
    assert_eq!(server.mailbox.emails_to(&bob.address).len(), before);
    let export = bob.get("/v1/me/export").await.expect(200);
    assert_eq!(export["reports"].as_array().unwrap().len(), 1);
    assert!(!export.to_string().contains("Insults") && !export.to_string().contains("rude name"), "{export}");
    // Reports end with the account of their reporter.
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(server.rows("SELECT text FROM reports").await, [["Slow"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_and_emails_about_them_have_limits_of_a_day() {
    let server = with_host().await;
    let bob = server.person("Bob").await;
    let mut people = Vec::new();
    for name in ["Ash", "Birch", "Cedar", "Elm", "Fir", "Oak"] {
        people.push(server.person_by_secret(name).await);
    }
    for person in &people {
        let all = (0..10).map(|number| json!({"person": "bob", "text": format!("Number {number}")}));
        let sent: Vec<Value> = all.collect();
        let sent = sent.iter().map(|body| report(person, body));
        futures_util::future::join_all(sent).await.iter().for_each(|reply| drop(reply.expect(201)));
        report(person, &json!({"person": "bob", "text": "One more"})).await.problem("rate-limited");
    }
    let figures = "SELECT count(*), count(*) FILTER (WHERE told) FROM reports";
    assert_eq!(server.rows(figures).await, [["60", "50"]]);
    server.later(Duration::days(1) + Duration::seconds(1));
    report(&bob, &json!({"person": "ash", "text": "Now"})).await.expect(201);
    assert_eq!(server.rows(figures).await, [["61", "51"]]);
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'report'").await, 51);
    // The worker looks at its start: those of a year ago are forgotten.
    server.query("UPDATE reports SET at = '2024-12-31' WHERE told").await;
    let (database, mailbox) = server.stop().await;
    let later = Server::on(&database, mailbox, |_| {}).await;
    later.until("SELECT count(*) = 10 FROM reports").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_address_of_the_host_reports_are_only_listed() {
    let server = Server::start().await;
    let [anna, _] = server.people(["Anna", "Bob"]).await;
    report(&anna, &json!({"person": "bob", "text": "Insults me"})).await.expect(201);
    assert_eq!(server.rows("SELECT text, told FROM reports").await, [["Insults me", "f"]]);
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'report'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_is_done_is_listed_no_more_and_its_end_is_on_record() {
    let server = with_host().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "name": "Sunday"})).await;
    bob.joins(&id).await;
    report(&anna, &json!({"match_id": id, "person": "bob", "text": "Slow"})).await.expect(201);
    report(&anna, &json!({"match_id": id, "text": "A rude name"})).await.expect(201);
    let listed = async |all: bool| {
        let found = reports::list(&mut server.app.db.get().await.unwrap(), all, 200).await.unwrap();
        found.into_iter().map(|one| (one.text, one.done_at.is_some(), one.id)).collect::<Vec<_>>()
    };
    let slow = listed(false).await.into_iter().find(|(text, ..)| text == "Slow").unwrap().2;
    let email = server.mailbox.wait_for(HOST, |email| email.flowing().contains("Report: Slow")).await;
    assert!(email.flowing().contains(&format!("turnpost reports done {slow}")), "{}", email.text());
    server.emails_are_out().await;
    let before = server.mailbox.emails_to(&anna.address).len();
    let done = async |id: ReportId| command(&server, async |app| host::finish_report(app, id, &reason()).await).await;
    done(slow).await.unwrap();
    let texts = |list: Vec<(String, bool, ReportId)>| {
        list.into_iter().map(|(text, done, _)| (text, done)).collect::<BTreeSet<_>>()
    };
    assert_eq!(texts(listed(false).await), [("A rude name".to_owned(), false)].into());
    assert_eq!(texts(listed(true).await), [("A rude name".to_owned(), false), ("Slow".to_owned(), true)].into());
    assert!(matches!(done(slow).await, Err(Refusal::Conflict(_))));
    assert!(matches!(done(ReportId::new()).await, Err(Refusal::NotFound("report"))));
    let audit = rows::audit(&mut server.app.db.get().await.unwrap(), 200).await.unwrap();
    let acts: Vec<_> =
        audit.iter().filter_map(|line| Some((line.act?, line.handle.as_deref(), line.match_id))).collect();
    assert_eq!(acts, [(HostAct::ReportDone, Some("bob"), Some(id.parse().unwrap()))]);
    // The reporter hears nothing of it.
    server.emails_are_out().await;
    assert_eq!(server.mailbox.emails_to(&anna.address).len(), before);
    assert!(!anna.get("/v1/me/export").await.expect(200).to_string().contains("both seats"));
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_matches_are_reported_on_pages() {
    let server = with_host().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let open = anna.creates(json!({"game": "magma", "name": "Sunday"})).await;
    let page = browse(&server, &anna, &format!("/matches/{open}"), None).await.text();
    assert!(page.contains(&format!("href=\"/matches/{open}/report\"")), "{page}");
    bob.joins(&open).await;
    bob.post(&format!("/v1/matches/{open}/notes"), &json!({"text": "You <b>are</b> slow"})).await.expect(201);
    let page = browse(&server, &anna, &format!("/matches/{open}"), None).await.text();
    assert!(page.contains(&format!("href=\"/matches/{open}/report\"")), "{page}");
    assert!(server.get("/people/bob").await.text().contains("href=\"/people/bob/report\""));
    let visitor = server.get("/people/bob/report").await;
    assert_eq!((visitor.status, visitor.header("location")), (303, "/sign-in?next=%2Fpeople%2Fbob%2Freport"));

    let sent = browse(&server, &anna, "/people/bob/report", Some(&[("text", "Insults me")])).await;
    assert!(
        sent.status == 200 && sent.text().contains("The host of this server will read your report."),
        "{}",
        sent.text()
    );
    let path = format!("/matches/{open}/report");
    let form = browse(&server, &anna, &path, None).await.text();
    let note = form.split("<option value=\"").find(|option| option.contains("s note: You ")).unwrap();
    assert!(note.contains("You &#60;b&#62;are&#60;/b&#62; slow"), "{note}");
    let note = note.split('"').next().unwrap();
    for about in ["match", "bob", note] {
        let sent = browse(&server, &anna, &path, Some(&[("about", about), ("text", "Look at it")])).await;
        assert_eq!(sent.status, 200, "{}", sent.text());
    }
    let refused = browse(&server, &anna, &path, Some(&[("about", "bob"), ("text", " ")])).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("Expected 1 to 1000 characters.") && refused.text().contains("value=\"bob\" selected")
    );
    let refused = browse(&server, &anna, &path, Some(&[("about", "cleo"), ("text", "x")])).await;
    assert!(refused.status == 422 && refused.text().contains("Choose what the report is about."), "{}", refused.text());
    let rows = server
        .rows("SELECT user_id IS NOT NULL, match_id IS NOT NULL, note_id IS NOT NULL FROM reports ORDER BY 1, 2, 3")
        .await;
    assert_eq!(rows, [["f", "t", "f"], ["t", "f", "f"], ["t", "t", "f"], ["t", "t", "t"]]);
}
