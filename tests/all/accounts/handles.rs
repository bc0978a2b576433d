//! Handles that others must not have: those that look like another one, and those that were given up lately.

use chrono::Duration;
use futures_util::future::{join, join_all};
use serde_json::json;
use tests::{Reply, Server, Session};

use super::{count, quiet, sign_in};

async fn take(person: &Session, handle: &str) -> Reply {
    person.patch("/v1/me", &json!({ "handle": handle })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handle_that_looks_like_another_one_is_refused() {
    let server = quiet().await;
    let (bill, bob) = (sign_in(&server, "bill@example.org").await, sign_in(&server, "bob@example.org").await);
    take(&bill, "bill-rn").await.expect(200);
    for alike in ["bill-rn", "b1ll-rn", "bi1i-m", "billrn", "b-i-l-l-m"] {
        take(&bob, alike).await.refused("conflict", Some("handle"));
    }
    take(&bob, "bill-r").await.expect(200);
    // The own handle may change its spelling, and be sent again as it is.
    for own in ["billm", "billm", "bill-rn"] {
        take(&bill, own).await.expect(200);
    }
    assert_eq!(count(&server, "former_handles").await, 0);
    // Of people who ask at once for handles that look alike one gets it.
    let mut people = Vec::new();
    for n in 0..6 {
        people.push(sign_in(&server, &format!("p{n}@example.org")).await);
    }
    let wishes = ["cool", "c0ol", "co0l", "c00l", "co-ol", "coo1"];
    let answers = join_all(people.iter().zip(wishes).map(|(one, handle)| take(one, handle))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_claim_to_be_the_host_are_refused_but_kept_by_those_who_have_them() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    for handle in [
        "turnpost-admin",
        "official-anna",
        "operator",
        "owner",
        "team",
        "mod",
        "helpdesk",
        "api",
        "www",
        "mail",
        "0wner-2",
    ] {
        take(&ada, handle).await.refused("bad-field", Some("handle"));
    }
    for name in ["Turnpost Support", "Тurnpost", "Official", "Computer A, level 5"] {
        ada.patch("/v1/me", &json!({ "name": name })).await.refused("bad-field", Some("name"));
        let app = json!({"name": name, "redirect_uris": ["https://app.example/"]});
        ada.post("/v1/clients", &app).await.refused("bad-field", Some("name"));
    }
    take(&ada, "dream-team").await.expect(200);
    // From before they were reserved: the owner can keep them, and others can invite the owner.
    server.query("UPDATE users SET handle = 'official-ada', name = 'Team' WHERE handle = 'dream-team'").await;
    let kept = json!({"handle": "official-ada", "name": "Team", "time_zone": "Europe/London"});
    ada.patch("/v1/me", &kept).await.expect(200);
    let made = bob.post("/v1/matches", &json!({"game": "magma", "seats": 2})).await.expect(201);
    let path = format!("/v1/matches/{}/invitations", made["id"].as_str().unwrap());
    bob.post(&path, &json!({"handle": "official-ada"})).await.expect(202);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handle_that_is_given_up_is_kept_for_its_owner_for_ninety_days() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    take(&ada, "queen").await.expect(200);
    assert_eq!(count(&server, "former_handles").await, 0, "the handles of newcomers are not kept");
    take(&ada, "ada").await.expect(200);
    for alike in ["queen", "que-en"] {
        take(&bob, alike).await.refused("conflict", Some("handle"));
    }
    take(&ada, "queen").await.expect(200);
    take(&ada, "ada").await.expect(200);
    let forget = async || turnpost::play::people::handles::forget_old(&server.app).await.unwrap();
    server.later(Duration::days(90) - Duration::seconds(1));
    forget().await;
    take(&sign_in(&server, "bob@example.org").await, "queen").await.refused("conflict", Some("handle"));
    server.later(Duration::seconds(1));
    take(&sign_in(&server, "bob@example.org").await, "queen").await.expect(200);
    forget().await;
    assert_eq!(count(&server, "former_handles").await, 0);
    // The three latest are kept: one person cannot keep all names from others.
    let ada = sign_in(&server, "ada@example.org").await;
    for number in 0..6 {
        server.later(Duration::seconds(1));
        take(&ada, &format!("name-{}", ["aa", "bb", "cc", "dd", "ee", "ff"][number])).await.expect(200);
    }
    assert_eq!(count(&server, "former_handles").await, 3);
    assert_eq!(count(&server, "former_handles WHERE skeleton IN ('nameee', 'namedd', 'namecc')").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_handle_of_a_deleted_account_is_kept_for_its_address() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    take(&ada, "queen").await.expect(200);
    ada.delete("/v1/me").await.expect(204);
    take(&bob, "queen").await.refused("conflict", Some("handle"));
    assert_eq!(count(&server, "former_handles WHERE former_handles::text LIKE '%example%'").await, 0);
    let again = sign_in(&server, "ada@example.org").await;
    assert_ne!(again.id, ada.id);
    take(&again, "queen").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handle_is_not_taken_in_the_moment_in_which_it_is_given_up() {
    let server = Server::quiet(|_| {}).await;
    for round in 0..12 {
        let ada = sign_in(&server, &format!("a{round}@example.org")).await;
        let bob = sign_in(&server, &format!("b{round}@example.org")).await;
        let name = format!("queen-{round}0{round}");
        take(&ada, &name).await.expect(200);
        let other = format!("other-{round}x{round}");
        let (given_up, taken) = join(take(&ada, &other), take(&bob, &name)).await;
        given_up.expect(200);
        taken.refused("conflict", Some("handle"));
    }
}
