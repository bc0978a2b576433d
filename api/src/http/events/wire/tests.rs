//! Bodies of streams without a network.

use actix_web::test::TestRequest;
use uuid::Uuid;

use super::*;
use crate::clock::Clock;
use crate::events::{Change, Feeds, Limit, Notice, Subscriber, Topic};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;

const USER: UserId = UserId(Uuid::from_u128(1));

fn body(feeds: &Feeds, format: Format) -> Body {
    let subscriber = Subscriber { asker: Asker::Account(USER), session: None };
    let stream = feeds.open(Topic::Person(USER), subscriber, Limit { account: 9, network: 9 }).unwrap();
    let clock = Clock::standing(chrono::DateTime::from_timestamp_millis(1_767_225_600_000).unwrap());
    Body::new(format, Teller { clock, carries: None }, 17, stream, vec![Event::from(&Notice::RESYNC)])
}

async fn text(body: &mut Body) -> Option<String> {
    Some(String::from_utf8(body.next().await?.to_vec()).unwrap())
}

#[tokio::test(start_paused = true)]
async fn a_silent_stream_gives_signs_of_life_and_ends_after_an_hour() {
    let feeds = Feeds::default();
    let mut body = body(&feeds, Format::Stream);
    assert_eq!(text(&mut body).await.unwrap(), "retry: 5017\nid: 1767225600000\n\n");
    assert_eq!(text(&mut body).await.unwrap(), "id: 1767225600000\nevent: resync\ndata: {\"kind\":\"resync\"}\n\n");
    let began = Instant::now();
    assert_eq!(text(&mut body).await.unwrap(), ":\n\n");
    assert_eq!(began.elapsed().as_secs(), 25);
    let mut signs = 1;
    while let Some(sign) = text(&mut body).await {
        assert_eq!(sign, ":\n\n");
        signs += 1;
    }
    assert_eq!((signs, began.elapsed().as_secs()), (3600 / 25, 3601));
}

#[tokio::test(start_paused = true)]
async fn lines_hold_an_event_and_the_cursor_after_it() {
    let feeds = Feeds::default();
    let mut body = body(&feeds, Format::Lines);
    assert_eq!(text(&mut body).await.unwrap(), "\n");
    assert_eq!(text(&mut body).await.unwrap(), "{\"kind\":\"resync\",\"next\":\"1767225600000\"}\n");
    let id = MatchId(Uuid::from_u128(5));
    let kind = crate::events::Kind::Note;
    let notice = Notice { kind, match_id: Some(id), level: None, version: (0, 0) };
    feeds.tell(&Change { match_id: id, players: Vec::new(), told: vec![(USER, notice)], spectators: None });
    let line = format!("{{\"kind\":\"note\",\"match_id\":\"{id}\",\"next\":\"1767225600000\"}}\n");
    assert_eq!(text(&mut body).await.unwrap(), line);
    feeds.close();
    assert_eq!(text(&mut body).await, None);
}

#[test]
fn the_best_match_of_accept_is_taken() {
    let wanted = |accept: &str| {
        let request = TestRequest::default().insert_header(("accept", accept)).to_http_request();
        Format::wanted(&request).map_err(|problem| problem.kind().status)
    };
    for (accept, expected) in [
        ("*/*", Ok(Format::List)),
        ("application/*", Ok(Format::List)),
        ("text/*", Ok(Format::Stream)),
        ("text/event-stream", Ok(Format::Stream)),
        ("application/x-ndjson, application/json;q=0.5", Ok(Format::Lines)),
        ("text/event-stream;q=0.1, application/json", Ok(Format::List)),
        ("text/html", Err(406)),
        ("text/event-stream;q=0", Err(406)),
        ("image/png, application/xml", Err(406)),
    ] {
        assert_eq!(wanted(accept), expected, "{accept}");
    }
    assert_eq!(Format::wanted(&TestRequest::default().to_http_request()).unwrap(), Format::List);
}
