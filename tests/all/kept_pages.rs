//! Pages of matches that are kept: readers who see the same share one, and no page tells of what its reader may not know.

use serde_json::json;
use tests::{Person, Server};
use turnpost::play::telling::kept_pages::{KeptPages, OfPage};
use turnpost::play::telling::look;
use turnpost::play::{Phase, Refusal};

/// The seat of its reader and the turn of a page.
#[derive(Debug, PartialEq, Eq)]
struct Made(Option<u8>, u32);

impl OfPage for Made {
    fn bytes(&self) -> u64 {
        100
    }
}

/// Pages that are kept, and the number of those that were made.
#[derive(Default)]
struct Counted {
    kept: KeptPages<Made>,
    made: usize,
}

impl Counted {
    /// Looks at a match as this reader, a visitor if none; returns the page with whether it was made now.
    async fn look(&mut self, server: &Server, id: &str, reader: Option<&Person>) -> Option<(Made, bool)> {
        let user = reader.map(Person::id);
        let m = look::find(&server.app, id.parse().unwrap(), user).await.unwrap();
        let before = self.made;
        let made = self.kept.get(&m, user, |page| {
            self.made += 1;
            Ok::<_, Refusal>(Made(page.you.map(|seat| seat.0), page.turn))
        });
        let page = made.unwrap()?;
        Some((Made(page.0, page.1), self.made > before))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_who_see_the_same_share_a_page() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let new = json!({"game": "magma", "seating": "joined", "visibility": "public"});
    let id = anna.creates(new.clone()).await;
    let mut pages = Counted::default();
    assert_eq!(pages.look(&server, &id, Some(&anna)).await, None, "before the start");
    bob.joins(&id).await;
    for (reader, seat, is_first) in
        [(None, None, true), (None, None, false), (Some(&cleo), None, false), (Some(&anna), Some(0), true)]
    {
        assert_eq!(pages.look(&server, &id, reader).await, Some((Made(seat, 0), is_first)));
    }
    assert_eq!(pages.look(&server, &id, Some(&bob)).await, Some((Made(Some(1), 0), true)));
    anna.moves(&id).await;
    assert_eq!(pages.look(&server, &id, None).await, Some((Made(None, 1), true)), "after a move");
    // A match in which nothing has happened looks like another one of the same options.
    let other = anna.begins(new, &bob).await;
    assert_eq!(pages.look(&server, &other, None).await, Some((Made(None, 0), false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_a_running_match_with_secrets_is_made_each_time() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    for rules in engine::newest() {
        let info = rules.info();
        let id = anna.begins(json!({"game": info.id, "seats": 2, "seating": "joined"}), &bob).await;
        let mut pages = Counted::default();
        for is_first in [true, info.secret] {
            let (_, is_made) = pages.look(&server, &id, Some(&anna)).await.unwrap();
            assert_eq!(is_made, is_first, "{}", info.id);
        }
        bob.plays(&id, "resign").await;
        assert_eq!(look::find(&server.app, id.parse().unwrap(), None).await.unwrap().phase(), Phase::Over);
        for is_first in [true, false] {
            let (_, is_made) = pages.look(&server, &id, Some(&anna)).await.unwrap();
            assert_eq!(is_made, is_first, "{} is over", info.id);
        }
    }
}
