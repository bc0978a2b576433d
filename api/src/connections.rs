//! Connections that are open at a time: at most so many in all, and from one network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits::Asker;

/// The connections of a listener.
#[derive(Clone, Debug)]
pub struct Connections {
    counts: Arc<Mutex<Counts>>,
    max: usize,
    max_of_a_network: usize,
}

#[derive(Default, Debug)]
struct Counts {
    all: usize,
    networks: HashMap<Asker, usize>,
}

/// A connection that is counted until this is dropped.
#[derive(Debug)]
pub struct Place {
    connections: Connections,
    network: Option<Asker>,
}

/// The reason why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// There are as many as may be.
    All,
    /// Its network has as many as it may have.
    Network,
}

impl Connections {
    /// No connection yet; at most so many in all, and of one network.
    pub fn new(max: usize, max_of_a_network: usize) -> Connections {
        Connections { counts: Arc::default(), max, max_of_a_network }
    }

    /// A place for one connection more from this network; `None` is a proxy of our own, whose connections count in all only.
    pub fn enter(&self, network: Option<Asker>) -> Result<Place, Full> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.all >= self.max {
            return Err(Full::All);
        }
        if let Some(network) = network {
            let of_network = counts.networks.entry(network).or_default();
            if *of_network >= self.max_of_a_network {
                return Err(Full::Network);
            }
            *of_network += 1;
        }
        counts.all += 1;
        Ok(Place { connections: self.clone(), network })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.connections.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        if let Some(network) = self.network
            && let Some(of_network) = counts.networks.get_mut(&network)
        {
            *of_network -= 1;
            if *of_network == 0 {
                counts.networks.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_free_again_when_connections_end() {
        let connections = Connections::new(3, 2);
        let [one, two] = ["10.0.0.1", "10.0.0.2"].map(|text| Some(Asker::network(text.parse().unwrap())));
        let first = connections.enter(one).unwrap();
        let second = connections.enter(one).unwrap();
        assert_eq!(connections.enter(one).unwrap_err(), Full::Network);
        let third = connections.enter(two).unwrap();
        assert_eq!(connections.enter(two).unwrap_err(), Full::All);
        assert_eq!(connections.enter(None).unwrap_err(), Full::All);
        drop(first);
        let proxied = connections.enter(None).unwrap();
        drop((second, third, proxied));
        let counts = connections.counts.lock().unwrap();
        assert!(counts.all == 0 && counts.networks.is_empty(), "{counts:?}");
    }
}
