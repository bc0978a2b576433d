//! The admission of connections: at most so many, each with a socket that is watched.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_web::rt;
use actix_web::rt::net::TcpStream;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Semaphore;

use super::socket::{Socket, WINDOW};
use crate::app::App;
use crate::connections::{Connections, Full};
use crate::http::problem::{Kind, Problem};
use crate::limits::Asker;

/// Open files beside the connections of clients: those of the database, of mail, of calls, and files that are read.
const OTHER_DESCRIPTORS: usize = 500;
/// At most so many refused connections at a time are told why. Others just end.
const FAREWELLS: usize = 50;
/// The time that a refused client has to read why.
const FAREWELL: Duration = Duration::from_secs(1);

/// Decides which connections are served.
#[derive(Clone)]
pub(super) struct Admission {
    connections: Connections,
    farewells: Arc<Semaphore>,
    is_behind_proxy: bool,
}

impl Admission {
    /// One that admits as many connections as the settings and the kernel allow. Raises the soft limit of open files.
    pub(super) fn new(app: &App) -> Admission {
        let descriptors = raise_descriptors();
        let wanted = app.config.client_connections as usize;
        let max = wanted.min(descriptors.saturating_sub(OTHER_DESCRIPTORS)).max(1);
        if max < wanted {
            tracing::warn!(
                "accepting at most {max} client connections, not {wanted}: the kernel allows {descriptors} open files (LimitNOFILE)"
            );
        }
        Admission {
            connections: Connections::new(max, app.config.client_connections_per_network as usize),
            farewells: Arc::new(Semaphore::new(FAREWELLS)),
            is_behind_proxy: app.config.proxies > 0,
        }
    }

    /// The socket of a connection with the address of its client, or an error if there is no place for it.
    pub(super) fn admit(&self, stream: TcpStream) -> Result<(Socket<TcpStream>, Option<SocketAddr>), DispatchError> {
        let peer = stream.peer_addr().ok();
        // All that comes by proxies of our own comes from them.
        let network = peer.filter(|_| !self.is_behind_proxy).map(|peer| Asker::network(peer.ip()));
        match self.connections.enter(network) {
            Ok(place) => {
                if let Err(why) = give_up_late(&stream) {
                    tracing::warn!(%why, "cannot detect whether a client is gone");
                }
                Ok((Socket::new(stream, place), peer))
            }
            Err(full) => {
                metrics::counter!("turnpost_connections_refused_total").increment(1);
                if let Ok(permit) = self.farewells.clone().try_acquire_owned() {
                    rt::spawn(async move {
                        let _ = tokio::time::timeout(FAREWELL, refuse(stream, full)).await;
                        drop(permit);
                    });
                }
                Err(DispatchError::Io(io::ErrorKind::ConnectionRefused.into()))
            }
        }
    }
}

/// Responds to a connection that gets no place. The kernel drops the response if what the client has sent is not read.
async fn refuse(mut stream: TcpStream, full: Full) -> io::Result<()> {
    let problem = match full {
        Full::All => {
            Problem::new(Kind::UNAVAILABLE, "The server has reached its limit of connections. Try again in a moment.")
        }
        Full::Network => Problem::new(
            Kind::RATE_LIMITED,
            "Your network has reached its limit of connections to this server. Close some, or try again in a moment.",
        ),
    };
    stream.write_all(problem.as_bare_answer().as_bytes()).await?;
    stream.shutdown().await?;
    let mut unread = [0; 1024];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}

/// Raises the soft limit of open files to the hard one, and returns it.
fn raise_descriptors() -> usize {
    let limit = getrlimit(Resource::Nofile);
    if let Err(why) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::warn!(%why, "cannot raise the limit of open files");
    }
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(usize::MAX))
}

/// Makes the kernel close a connection whose client acknowledges nothing for a time (`TCP_USER_TIMEOUT`).
fn give_up_late(stream: &TcpStream) -> io::Result<()> {
    socket2::SockRef::from(stream).set_tcp_user_timeout(Some(WINDOW))
}
