//! WorkPool that are all at work.

use std::net::IpAddr;

use futures_util::future::join_all;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use turnpost::limits::Asker;
use turnpost::work_pool::{Deadline, Lane, WorkPool};

use crate::{Server, eventually};

/// Work of others on all threads for long work, until it is ended.
pub struct Busy {
    work_pool: WorkPool,
    stop: watch::Sender<bool>,
    work: Vec<JoinHandle<()>>,
}

impl Busy {
    /// Begins work on all threads.
    pub async fn start(server: &Server) -> Busy {
        let (stop, work_pool) = (watch::Sender::new(false), server.app.work_pool.clone());
        let one = |number| {
            let (work_pool, mut stopped) = (work_pool.clone(), stop.subscribe());
            let wait = move |_: &Deadline| {
                tokio::runtime::Handle::current().block_on(async { drop(stopped.wait_for(|done| *done).await) });
            };
            tokio::spawn(async move { work_pool.run_for(sender(number), Lane::Long, wait).await.unwrap() })
        };
        let work = (0..work_pool.free()).map(one).collect();
        eventually("no thread is free", async || (work_pool.free() == 0).then_some(())).await;
        Busy { work_pool, stop, work }
    }

    /// Waits until work of so many senders waits.
    pub async fn is_waited_for_by(&self, senders: usize) {
        let waits = async || (self.work_pool.others_wait(sender(0)) == senders).then_some(());
        eventually("work waits for a thread", waits).await;
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
