//! Invitations by a link: one person takes a seat by each.

use serde_json::json;
use tests::{Person, Reply, Server};

const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// The text of a page of this status.
#[track_caller]
fn text(reply: &Reply, status: u16) -> String {
    assert_eq!(reply.status, status, "{}", reply.text());
    reply.text()
}

async fn fills(server: &Server, person: &Person, path: &str) -> Reply {
    server.fill_with(path, &[("cookie", &person.cookie()), OWN], &[]).await
}

async fn shows(server: &Server, person: &Person, path: &str) -> Reply {
    Reply::send(server.request("GET", path).header("cookie", person.cookie())).await
}

/// Makes a link to this match and returns its path.
async fn makes_link(server: &Server, person: &Person, id: &str) -> String {
    assert_eq!(fills(server, person, &format!("/matches/{id}/link")).await.status, 303);
    let page = text(&shows(server, person, &format!("/matches/{id}")).await, 200);
    let path = page.split("/join/").nth(1).unwrap().split('<').next().unwrap();
    format!("/join/{path}")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_person_who_takes_a_link_has_the_seat() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let cleo = server.person_by_secret("Cleo").await;
    let id = anna.creates(json!({"game": "magma", "seats": 3, "visibility": "private"})).await;
    let link = makes_link(&server, &anna, &id).await;
    // The link shows the match to a visitor, and takes nothing by being opened.
    let visitor = text(&server.get(&link).await, 200);
    assert!(visitor.contains("Anna invites you") && visitor.contains("name=\"next\" value=\"/join/"), "{visitor}");
    assert!(text(&shows(&server, &bob, &link).await, 200).contains("Take the seat"));
    assert!(!shows(&server, &bob, &format!("/matches/{id}")).await.text().contains("Anna"));
    let taken = fills(&server, &bob, &link).await;
    assert_eq!((taken.status, taken.header("location")), (303, &*format!("/matches/{id}")));
    bob.get(&format!("/v1/matches/{id}")).await.expect(200);
    // To the one who has taken it the link leads to the match, to others nowhere.
    assert_eq!(fills(&server, &bob, &link).await.status, 303);
    assert!(text(&shows(&server, &cleo, &link).await, 200).contains("The link has been used"));
    assert_eq!(fills(&server, &cleo, &link).await.status, 409);
    cleo.get(&format!("/v1/matches/{id}")).await.problem("not-found");
    // The other player does not see a link of the creator, but can make one.
    let other = makes_link(&server, &anna, &id).await;
    assert!(!shows(&server, &bob, &format!("/matches/{id}")).await.text().contains(&other));
    let of_bob = makes_link(&server, &bob, &id).await;
    assert_eq!(fills(&server, &cleo, &of_bob).await.status, 303);
    let late = server.person_by_secret("Dan").await;
    assert!(text(&shows(&server, &late, &other).await, 200).contains("every seat was taken"));
    assert_eq!(fills(&server, &late, &other).await.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_can_be_withdrawn_and_not_guessed() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let id = anna.creates(json!({"game": "magma", "visibility": "private"})).await;
    let link = makes_link(&server, &anna, &id).await;
    let invitation = anna.get(&format!("/v1/matches/{id}/invitations")).await.expect(200);
    let invitation = invitation["invitations"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(fills(&server, &bob, &format!("/matches/{id}/link")).await.status, 404);
    assert_eq!(fills(&server, &anna, &format!("/matches/{id}/invitations/{invitation}/withdraw")).await.status, 303);
    assert!(text(&shows(&server, &bob, &link).await, 200).contains("The link was withdrawn."));
    assert_eq!(fills(&server, &bob, &link).await.status, 409);
    for forged in ["/join/x".to_owned(), link[..link.len() - 1].to_owned(), link.replace("/join/", "/invitations/")] {
        assert_eq!(shows(&server, &bob, &forged).await.status, 404, "{forged}");
        assert!(!shows(&server, &bob, &forged).await.text().contains("Anna"));
    }
    assert_eq!(server.count("SELECT count(*) FROM seats").await, 1);
}
