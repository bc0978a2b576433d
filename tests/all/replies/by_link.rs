//! Links in emails that begin a reply.

use tests::Server;
use tests::sender::{message, reply_to};

use super::{email, magma};

#[tokio::test(flavor = "multi_thread")]
async fn a_move_of_one_word_has_a_link_that_begins_its_reply() {
    let server = Server::answerable(|_| {}).await;
    let (_, [anna, _], first) = magma(&server).await;
    let html = first.html();
    let links: Vec<&str> = html.match_indices("mailto:").map(|(at, _)| html[at..].split('"').next().unwrap()).collect();
    let to = reply_to(&first);
    // `resign` is a choice, too, and has none.
    let of = |word: &str| format!("mailto:{to}?subject={word}&amp;body={word}");
    assert_eq!(links, [of("pass"), of("agree")]);
    assert!(html.contains(">Pass by email</a>") && !first.text().contains("mailto:"), "{}", first.text());
    // A mail program sends the subject and the body of the link.
    let sent =
        message(&anna.address, &first, "pass").replace(&format!("Subject: Re: {}", first.subject()), "Subject: pass");
    assert_eq!(server.lmtp().await.send(&anna.address, &to, &sent).await, "250 2.0.0 Stored");
    email(&server, &anna, "Played: pass.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_that_take_no_replies_have_no_such_link() {
    let server = Server::start().await;
    let (_, _, first) = magma(&server).await;
    assert!(!first.html().contains("mailto:"), "{}", first.html());
}
