//! Painters that are all at work.

use std::net::IpAddr;

use futures_util::future::join_all;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use turnpost::limits::Asker;
use turnpost::painters::{Deadline, Lane, Painters};

use crate::{Server, eventually};

/// Work of others on all threads for long work, until it is ended.
pub struct Busy {
    painters: Painters,
    stop: watch::Sender<bool>,
    work: Vec<JoinHandle<()>>,
}

impl Busy {
    /// Begins work on all threads.
    pub async fn of(server: &Server) -> Busy {
        let (stop, painters) = (watch::Sender::new(false), server.app.painters.clone());
        let one = |number| {
            let (painters, mut stopped) = (painters.clone(), stop.subscribe());
            let wait = move |_: &Deadline| {
                tokio::runtime::Handle::current().block_on(async { drop(stopped.wait_for(|done| *done).await) });
            };
            tokio::spawn(async move { painters.draw_for(sender(number), Lane::Long, wait).await.unwrap() })
        };
        let work = (0..painters.free()).map(one).collect();
        eventually("no painter is free", async || (painters.free() == 0).then_some(())).await;
        Busy { painters, stop, work }
    }

    /// Waits until work of so many senders waits.
    pub async fn is_waited_for_by(&self, senders: usize) {
        let waits = async || (self.painters.others_wait(sender(0)) == senders).then_some(());
        eventually("work waits for a painter", waits).await;
    }

    /// Ends the work.
    pub async fn end(self) {
        self.stop.send_replace(true);
        join_all(self.work).await.into_iter().for_each(Result::unwrap);
    }
}

fn sender(number: usize) -> Asker {
    Asker::Network(IpAddr::from([127, 1, 0, number as u8]))
}
