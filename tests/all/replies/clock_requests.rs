//! Messages that propose a pause or more time, and book a vacation.

use chrono::{Duration, Utc};
use serde_json::json;
use tests::sender::message;
use tests::{Person, Server};

use super::{all_read, email, magma};

/// Answers an email, and returns the text of the email that answers it.
async fn told(server: &Server, person: &Person, line: &str) -> String {
    let answered = server.count("SELECT count(*) FROM incoming").await;
    let first = email(server, person, "it is your turn, Anna").await;
    assert!(server.lmtp().await.answer(&person.address, &first, line).await.starts_with("250"));
    all_read(server, answered + 1).await;
    server.mailbox.emails_to(&person.address).last().unwrap().flowing()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_and_more_time_are_proposed_by_mail_and_agreed_to_by_mail() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    // From another address nothing is proposed.
    let to = tests::sender::reply_to(&first);
    let forged = message(&bob.address, &first, "pause 1 day");
    assert!(server.lmtp().await.send(&bob.address, &to, &forged).await.starts_with("250"));
    email(&server, &anna, " from another address. Nothing was played.").await;
    all_read(&server, 1).await;
    assert_eq!(server.count("SELECT count(*) FROM proposals").await, 0);
    let before = anna.deadline(&id).await;
    let answer = told(&server, &anna, "Pause 2 days.").await;
    assert!(
        answer.contains("Anna proposes a pause of 2 days in Magma: Spring cup")
            && answer.contains("The server asks the other players by email. Nothing was played."),
        "{answer}"
    );
    let asked = email(&server, &bob, "Anna proposes a pause of 2 days").await;
    server.lmtp().await.answer(&bob.address, &asked, "yes").await;
    email(&server, &anna, "All players agreed: the clocks of Magma: Spring cup are paused").await;
    assert_eq!(anna.deadline(&id).await, before + Duration::days(2));
    // While a proposal is open, another one is refused, and the same one in another message is no second one.
    told(&server, &anna, "more time 36 hours").await;
    let again = told(&server, &anna, "more time 36 hours").await;
    assert!(again.contains("The server asks the other players by email."), "{again}");
    assert_eq!(server.count("SELECT count(*) FROM proposals").await, 2);
    assert!(server.rows("SELECT text FROM moves WHERE cause = 'chosen'").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_is_booked_and_ended_by_mail() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], _) = magma(&server).await;
    let vacations = async || anna.get("/v1/me/vacations").await.expect(200)["vacations"].clone();
    let today = server.app.clock.now().with_timezone(&Utc).date_naive();
    let (first, last) = (today + Duration::days(10), today + Duration::days(19));
    let answer = told(&server, &anna, &format!("vacation {first} to {last}")).await;
    let words = format!(
        "Your vacation is booked from {} to {} (UTC)",
        first.format("%A %-d %B %Y"),
        last.format("%A %-d %B %Y")
    );
    assert!(
        answer.contains(&words) && answer.contains("You have 20 vacation days left in 2026. Nothing was played."),
        "{answer}"
    );
    assert_eq!(vacations().await.as_array().map(Vec::len), Some(1));
    // The same one in another message is booked already.
    let again = told(&server, &anna, &format!("vacation {first} {last}")).await;
    assert!(again.contains(&words), "{again}");
    let late = told(&server, &anna, &format!("vacation {today}")).await;
    assert!(late.contains("a vacation begins tomorrow at the earliest"), "{late}");
    let ended = told(&server, &anna, &format!("Vacation end {first}")).await;
    let day = first.format("%A %-d %B %Y");
    assert!(ended.contains(&format!("Your vacation from {day} is cancelled. Nothing was played.")), "{ended}");
    assert_eq!(vacations().await, json!([]));
    let none = told(&server, &anna, &format!("vacation end {first}")).await;
    assert!(none.contains(&format!("You have no vacation that starts on {day}.")), "{none}");
    let help = told(&server, &anna, "help").await;
    assert!(help.contains("vacation 2027-07-01 to 2027-07-14"), "{help}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_cannot_be_met_says_what_can() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], _) = magma(&server).await;
    bob.post(&format!("/v1/matches/{id}/proposals"), &json!({"kind": "pause", "length": "P1D"})).await.expect(201);
    let unclear = told(&server, &anna, "pause until Monday").await;
    assert!(
        unclear.contains("This line could not be played:") && unclear.contains("For example, write: pause 7 days"),
        "{unclear}"
    );
    let long = told(&server, &anna, "more time 100 weeks").await;
    assert!(long.contains("Expected 1 hour to 30 days, in whole minutes."), "{long}");
    let other = told(&server, &anna, "more time 2 days").await;
    assert!(other.contains("Another proposal is open in this match."), "{other}");
    assert_eq!(server.count("SELECT count(*) FROM proposals").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_that_came_before_the_deadline_and_is_read_later_counts() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, _], first) = magma(&server).await;
    let (database, mailbox) = server.stop().await;
    let asleep = Server::asleep(&database, mailbox).await;
    asleep.later(Duration::days(3) - Duration::seconds(1));
    asleep.lmtp().await.answer(&anna.address, &first, "more time 2 days").await;
    asleep.later(Duration::seconds(2));
    turnpost::inbox::processing::process_one(&asleep.app).await.unwrap();
    assert_eq!(asleep.rows("SELECT result FROM incoming").await, [["proposed"]]);
    assert_eq!(asleep.count(&format!("SELECT count(*) FROM proposals WHERE match_id = '{id}'")).await, 1);
}
