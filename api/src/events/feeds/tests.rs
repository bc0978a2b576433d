//! Streams without a network.

use std::net::IpAddr;
use std::time::Duration;

use uuid::Uuid;

use super::*;
use crate::events::{Kind, queue};

const LIMIT: Limit = Limit { account: 2, network: 1 };

fn user(number: u128) -> UserId {
    UserId(Uuid::from_u128(number))
}

fn table(number: u128) -> MatchId {
    MatchId(Uuid::from_u128(number))
}

fn notice(id: u128, ply: u64) -> Notice {
    Notice { kind: Kind::Match, match_id: Some(table(id)), level: None, version: (ply, 0) }
}

fn subscriber(user: UserId) -> Subscriber {
    Subscriber { asker: Asker::Account(user), session: Some(SessionId(Uuid::from_u128(7))) }
}

fn network() -> Subscriber {
    Subscriber { asker: Asker::Network(IpAddr::from([127, 0, 0, 1])), session: None }
}

fn told(id: u128, ply: u64, people: &[UserId], spectators: bool) -> Change {
    let told = people.iter().map(|user| (*user, notice(id, ply))).collect();
    let spectators = spectators.then(|| notice(id, ply));
    Change { match_id: table(id), players: vec![user(1), user(2)], told, spectators }
}

fn taken(stream: &Stream) -> Vec<(u128, u64)> {
    let ids = std::iter::from_fn(|| stream.take());
    ids.map(|notice| (notice.match_id.map_or(0, |id| id.0.as_u128()), notice.version.0)).collect()
}

#[test]
fn each_reader_is_told_its_own_and_players_never_what_spectators_are_told() {
    let feeds = Feeds::default();
    let open = |topic, subscriber| feeds.open(topic, subscriber, LIMIT).unwrap();
    let one = open(Topic::Person(user(1)), subscriber(user(1)));
    let beside = open(Topic::Table(table(5), Some(user(1))), subscriber(user(1)));
    let stranger = open(Topic::Table(table(5), Some(user(3))), subscriber(user(3)));
    let visitor = open(Topic::Table(table(5), None), network());
    feeds.tell(&told(5, 1, &[user(1)], false));
    feeds.tell(&told(5, 2, &[user(2)], true));
    feeds.tell(&told(6, 3, &[user(1)], true));
    assert_eq!(taken(&one), [(5, 1), (6, 3)]);
    assert_eq!(taken(&beside), [(5, 1)]);
    assert_eq!((taken(&stranger), taken(&visitor)), (vec![(5, 2)], vec![(5, 2)]));
    assert!(feeds.follow(table(5), []) && feeds.follow(table(9), [user(1)]) && !feeds.follow(table(6), [user(2)]));
    drop((one, beside, stranger, visitor));
    assert_eq!(feeds.sizes(), (0, 0), "an entry goes with its last stream");
}

#[test]
fn a_later_notice_takes_the_place_of_an_earlier_one_and_too_many_become_one() {
    let feeds = Feeds::default();
    let stream = feeds.open(Topic::Person(user(1)), subscriber(user(1)), LIMIT).unwrap();
    for ply in [4, 6, 5] {
        feeds.tell(&told(5, ply, &[user(1)], false));
    }
    assert_eq!(taken(&stream), [(5, 6)]);
    let max = queue::MAX as u128;
    (0..max).for_each(|id| feeds.tell(&told(id, 1, &[user(1)], false)));
    assert_eq!(taken(&stream).len(), queue::MAX);
    (0..3 * max).for_each(|id| feeds.tell(&told(id, 1, &[user(1)], false)));
    assert_eq!(stream.take(), Some(Notice::RESYNC));
    assert_eq!(stream.take(), None);
    feeds.tell(&told(5, 7, &[user(1)], false));
    feeds.resync();
    assert_eq!((taken(&stream).len(), stream.take()), (2, None));
}

#[test]
fn streams_are_counted_and_a_closed_one_frees_its_place() {
    let feeds = Feeds::default();
    let open = |subscriber| feeds.open(Topic::Table(table(5), None), subscriber, LIMIT);
    let (first, _second) = (open(subscriber(user(1))).unwrap(), open(subscriber(user(1))).unwrap());
    assert_eq!(open(subscriber(user(1))).unwrap_err(), Refused::TooMany(2));
    let _other = open(subscriber(user(2))).unwrap();
    let _visitor = open(network()).unwrap();
    assert_eq!(open(network()).unwrap_err(), Refused::TooMany(1));
    drop(first);
    open(subscriber(user(1))).unwrap();
    feeds.close();
    assert_eq!(open(subscriber(user(4))).unwrap_err(), Refused::Unavailable);
}

#[tokio::test]
async fn the_end_of_a_session_ends_its_streams_and_no_others() {
    let feeds = Feeds::default();
    let by_token = Subscriber { session: None, ..subscriber(user(1)) };
    let streams = [subscriber(user(1)), by_token, subscriber(user(2))];
    let streams = streams.map(|by| feeds.open(Topic::Person(user(1)), by, LIMIT).unwrap());
    let session = SessionId(Uuid::from_u128(7));
    feeds.end(Ended::Session(user(1), SessionId(Uuid::from_u128(8))));
    feeds.tell(&told(5, 1, &[user(1)], false));
    feeds.end(Ended::Session(user(1), session));
    assert_eq!(streams[0].next().await, None, "what it had not read is gone, too");
    assert!(streams[1].next().await.is_some() && streams[2].next().await.is_some());
    feeds.end(Ended::Tokens(user(1)));
    assert_eq!(streams[1].next().await, None);
    feeds.end(Ended::Account(user(2)));
    assert_eq!(streams[2].next().await, None);
    assert_eq!(feeds.sizes(), (0, 0));
    drop(streams);
    assert_eq!(feeds.sizes(), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_not_read_for_long_is_ended() {
    let feeds = Feeds::default();
    let stream = feeds.open(Topic::Person(user(1)), subscriber(user(1)), LIMIT).unwrap();
    feeds.tell(&told(5, 1, &[user(1)], false));
    tokio::time::advance(queue::STUCK - Duration::from_secs(1)).await;
    feeds.tell(&told(5, 2, &[user(1)], false));
    assert_eq!(taken(&stream), [(5, 2)], "it was read in time");
    tokio::time::advance(queue::STUCK).await;
    feeds.tell(&told(5, 3, &[user(1)], false));
    tokio::time::advance(queue::STUCK).await;
    feeds.tell(&told(5, 4, &[user(1)], false));
    assert_eq!((stream.next().await, feeds.sizes()), (None, (0, 0)));
}
