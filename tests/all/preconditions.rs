//! The header `If-Match`: of two devices that change the same, the later one learns of the change of the other.

use serde_json::{Value, json};
use tests::{Person, Reply, Server};

async fn changes(person: &Person, (method, path): (&str, &str), tag: &str, body: &Value) -> Reply {
    Reply::send(person.request(method, path).header("if-match", tag).json(body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_a_state_that_is_gone_is_refused() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    let note = format!("/v1/matches/{id}/private-note");
    for (what, body, other, field) in [
        (("PUT", note.as_str()), json!({"text": "North."}), json!({"text": "South."}), "text"),
        (("PATCH", "/v1/me"), json!({"name": "Anna B"}), json!({"name": "Anna C"}), "name"),
    ] {
        let (_, path) = what;
        let read = anna.get(path).await;
        let first = read.header("etag").to_owned();
        let unchanged = Reply::send(anna.request("GET", path).header("if-none-match", &first)).await;
        assert_eq!((read.status, unchanged.status), (200, 304), "{path}");
        let changed = changes(&anna, what, &first, &body).await;
        assert!(changed.status < 300, "{path}: {}", changed.text());
        let second = changed.header("etag").to_owned();
        for gone in [&first, "\"x\"", "x", &format!("W/{second}")] {
            let refused = changes(&anna, what, gone, &other).await;
            assert_eq!(refused.status, 412, "{path} {gone}");
            refused.problem("changed");
        }
        let present = anna.get(path).await;
        assert_eq!((present.header("etag"), &present.json()[field]), (second.as_str(), &body[field]), "{path}");
        for tag in [&format!("{first}, {second}"), "*"] {
            let changed = changes(&anna, what, tag, &other).await;
            assert!(changed.status < 300, "{path}: {}", changed.text());
        }
        let last = anna.get(path).await;
        assert_eq!(last.json()[field], other[field], "{path}");
        // Without quotation marks, as many clients write it.
        let bare = changes(&anna, what, last.header("etag").trim_matches('"'), &body).await;
        assert!(bare.status < 300, "{path}: {}", bare.text());
    }
}
