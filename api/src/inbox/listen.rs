//! The listener for mail: at most so many connections, each for a bounded time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::session;
use crate::app::App;

/// At most this many connections at a time; others wait.
const MOST_CONNECTIONS: usize = 32;

/// The most time that a connection lasts.
const LONGEST: Duration = Duration::from_secs(300);

/// A listener for mail by LMTP.
pub struct Listener {
    listener: TcpListener,
    /// The address that it listens at.
    pub address: SocketAddr,
}

/// Opens the listener, if the settings name an address for it.
pub fn open(app: &App) -> std::io::Result<Option<Listener>> {
    let Some(address) = app.config.lmtp_listen else { return Ok(None) };
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let address = listener.local_addr()?;
    Ok(Some(Listener { listener, address }))
}

impl Listener {
    /// Takes messages until `stop`. A client that is cut off has no answer for its message and sends it again.
    pub async fn serve(self, app: App, stop: CancellationToken) {
        let (free, tasks) = (Arc::new(Semaphore::new(MOST_CONNECTIONS)), TaskTracker::new());
        loop {
            let Ok(permit) = free.clone().acquire_owned().await else { break };
            let stream = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = stop.cancelled() => break,
            };
            let (app, stop) = (app.clone(), stop.clone());
            match stream {
                Ok((stream, _)) => drop(tasks.spawn(async move {
                    // A client that breaks off sends its message again.
                    tokio::select! {
                        _ = timeout(LONGEST, session::serve(&app, stream)) => {}
                        () = stop.cancelled() => {}
                    }
                    drop(permit);
                })),
                Err(why) => {
                    tracing::error!(%why, "a connection for mail cannot be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        tasks.close();
        tasks.wait().await;
    }
}
