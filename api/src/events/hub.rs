//! The hub: hands each event to every subscriber in this process, and knows the streams that are open.

use chrono::{DateTime, Utc};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender, channel};

use super::{Change, Ended, EndedSignIns, Event, Feeds, Item, Relay};
use crate::ids::MatchId;

/// The number of events kept for a subscriber that is slow; it misses older ones and is told that it did.
const KEPT: usize = 1024;

/// Hands events to subscribers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub {
    signals: Sender<Event>,
    /// The open streams.
    pub feeds: Feeds,
    /// The sessions and accounts that ended lately, on any server.
    pub ended: EndedSignIns,
    /// What other servers on the same database are told; none if there are none.
    pub relay: Option<Relay>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub { signals: channel(KEPT).0, feeds: Feeds::default(), ended: EndedSignIns::default(), relay: None }
    }
}

impl Hub {
    /// A hub of one of several servers on one database, with a name in letters and digits that no other of them has.
    pub fn among_servers(name: String) -> Hub {
        Hub { relay: Some(Relay::new(name)), ..Hub::default() }
    }

    /// Publishes an event. To be called after the commit: a subscriber looks in the database at once. Never waits.
    pub fn publish(&self, event: Event) {
        // An error only says that there is no subscriber.
        let _ = self.signals.send(event);
    }

    /// Tells the streams of all servers of a change. The time is that of a note in milliseconds, 0 for all else.
    pub fn tell(&self, change: &Change, at: u64) {
        self.feeds.tell(change);
        let notice = change.told.first().map(|(_, notice)| notice).or(change.spectators.as_ref());
        if let (Some(relay), Some(notice)) = (&self.relay, notice) {
            let people = change.told.iter().map(|(user, _)| *user).collect();
            let public = change.spectators.is_some();
            relay.push(Item::Told { match_id: change.match_id, kind: notice.kind, public, at, people });
        }
    }

    /// Ends streams, access tokens and cookies on all servers.
    pub fn end(&self, ended: Ended, now: DateTime<Utc>) {
        self.end_here(ended, now);
        if let Some(relay) = &self.relay {
            relay.push(Item::Ended(ended));
        }
    }

    /// Ends streams, access tokens and cookies on this server.
    pub fn end_here(&self, ended: Ended, now: DateTime<Utc>) {
        self.ended.add(ended, now);
        self.feeds.end(ended);
    }

    /// Returns a subscription to the events from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription(self.signals.subscribe())
    }
}

/// The events for one subscriber, in the order in which they were published.
#[derive(Debug)]
pub struct Subscription(Receiver<Event>);

impl Subscription {
    /// Waits for a relevant event, and drops all others that are waiting: for a subscriber that looks in the database in any
    /// case. Never returns once the hub is gone.
    pub async fn any(&mut self, wanted: fn(Event) -> bool) {
        loop {
            match self.0.recv().await {
                Ok(event) if !wanted(event) => {}
                Ok(_) | Err(RecvError::Lagged(_)) => {
                    self.0 = self.0.resubscribe();
                    return;
                }
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// Waits for the next event about a match that this subscriber follows. `None` if events were missed. Never
    /// returns once the hub is gone.
    pub async fn next(&mut self, wanted: fn(Event) -> Option<MatchId>) -> Option<MatchId> {
        loop {
            match self.0.recv().await {
                Ok(event) => {
                    if let Some(id) = wanted(event) {
                        return Some(id);
                    }
                }
                Err(RecvError::Lagged(_)) => return None,
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_subscriber_hears_of_events_since_it_subscribed_and_of_those_it_missed() {
        let hub = Hub::default();
        hub.publish(Event::EmailOwed);
        let mut subscription = hub.subscribe();
        let waits = async |subscription: &mut Subscription| {
            let is_email = |event| event == Event::EmailOwed;
            tokio::time::timeout(Duration::from_millis(10), subscription.any(is_email)).await.is_err()
        };
        assert!(waits(&mut subscription).await);
        for max in [1, 2, 3 * KEPT] {
            (0..max).for_each(|_| hub.publish(Event::EmailOwed));
            assert!(!waits(&mut subscription).await, "{max}");
            assert!(waits(&mut subscription).await, "{max}: all of them were taken at once");
            hub.publish(Event::MessageStored);
            assert!(waits(&mut subscription).await, "{max}: another event");
        }
    }

    #[tokio::test]
    async fn a_subscriber_hears_of_each_match_in_turn_or_that_it_missed_some() {
        let hub = Hub::default();
        let mut subscription = hub.subscribe();
        let ids = [MatchId::new(), MatchId::new()];
        for id in ids {
            hub.publish(Event::MatchChanged(id));
            hub.publish(Event::ComputerAwaited(id));
        }
        assert_eq!(
            [subscription.next(Event::of_computer).await, subscription.next(Event::of_computer).await],
            ids.map(Some)
        );
        (0..=KEPT).for_each(|_| hub.publish(Event::EmailOwed));
        hub.publish(Event::ComputerAwaited(ids[0]));
        assert_eq!(subscription.next(Event::of_computer).await, None);
        assert_eq!(subscription.next(Event::of_computer).await, Some(ids[0]));
    }
}
