//! The listeners for mail, by LMTP and by SMTP: at most so many connections, each for a bounded time. By SMTP anyone may connect: a
//! client beyond them is told to try again, and while half of them are in use one that names no recipient soon is sent away. By LMTP the one
//! mail server in front waits.

use std::fs::{self, Permissions};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::patience::Patience;
use super::session::{End, Protocol, Session};
use super::wire::Wire;
use crate::app::App;
use crate::config::MailPlace;
use crate::connections::Connections;
use crate::limits::Asker;

/// The most time for a handshake of TLS.
const HANDSHAKE: Duration = Duration::from_secs(30);

/// The most time for the reply to a client that is not served.
const REFUSAL: Duration = Duration::from_secs(1);

/// The rights of a socket in the file system: the mail server has an account of its own. A message needs the key of an email.
const ALL_MAY_CONNECT: u32 = 0o666;

/// A listener for mail.
pub struct Listener {
    socket: Socket,
    protocol: Protocol,
}

/// A socket at which the server listens.
pub(super) enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener),
}

/// A connection with a client.
pub(super) enum Stream {
    Tcp(TcpStream, IpAddr),
    Unix(UnixStream),
}

/// Opens the listener for LMTP, if the settings name a place for it.
pub fn lmtp(app: &App) -> io::Result<Option<Listener>> {
    let Some(place) = &app.config.lmtp_listen else { return Ok(None) };
    Ok(Some(Listener { socket: Socket::open(place)?, protocol: Protocol::Lmtp }))
}

/// Opens the listener for SMTP, if the settings name an address for it.
pub fn smtp(app: &App) -> io::Result<Option<Listener>> {
    let Some(address) = app.config.smtp_listen else { return Ok(None) };
    let protocol = Protocol::Smtp { tls: app.config.smtp_listen_certificate.is_some() };
    Ok(Some(Listener { socket: Socket::Tcp(bind(address)?), protocol }))
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

/// A socket in the file system. One that a killed server has left behind is replaced; one at which a server answers is not.
fn bind_file(path: &Path) -> io::Result<UnixListener> {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    if is_socket
        && let Err(why) = std::os::unix::net::UnixStream::connect(path)
        && why.kind() == io::ErrorKind::ConnectionRefused
    {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, Permissions::from_mode(ALL_MAY_CONNECT))?;
    Ok(listener)
}

impl Socket {
    /// Opens it at a place of this machine.
    pub(super) fn open(place: &MailPlace) -> io::Result<Socket> {
        match place {
            MailPlace::Address(address) => bind(*address).map(Socket::Tcp),
            MailPlace::File(path) => bind_file(path).map(Socket::Unix),
        }
    }

    /// Its address; none in the file system.
    pub(super) fn address(&self) -> Option<SocketAddr> {
        match self {
            Socket::Tcp(listener) => listener.local_addr().ok(),
            Socket::Unix(_) => None,
        }
    }

    pub(super) async fn accept(&self) -> io::Result<Stream> {
        match self {
            Socket::Tcp(listener) => listener.accept().await.map(|(stream, from)| Stream::Tcp(stream, from.ip())),
            Socket::Unix(listener) => listener.accept().await.map(|(stream, _)| Stream::Unix(stream)),
        }
    }
}

impl Listener {
    /// The address that it listens at; none for a socket in the file system.
    pub fn address(&self) -> Option<SocketAddr> {
        self.socket.address()
    }

    /// Takes messages until `stop`.
    pub async fn serve(self, app: App, stop: CancellationToken) {
        let max = app.config.mail_connections as usize;
        let free = Arc::new(Semaphore::new(max));
        let networks = Connections::new(max, app.config.mail_connections_per_network as usize);
        let tasks = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                accepted = self.next(&free) => accepted,
                () = stop.cancelled() => break,
            };
            let (app, stop, networks) = (app.clone(), stop.clone(), networks.clone());
            match accepted {
                Ok((stream, Some(permit))) => {
                    let patience = Patience::new(free.clone(), max);
                    drop(tasks.spawn(async move {
                        // An error of the connection is the client's: it sends its message again.
                        let _ = serve(&app, stream, (self.protocol, patience), &networks, &stop).await;
                        drop(permit);
                    }));
                }
                Ok((stream, None)) => refuse(stream).await,
                Err(why) => {
                    tracing::error!(%why, "cannot accept a connection for inbound email");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        tasks.close();
        tasks.wait().await;
    }

    /// The next connection, with its place if there is one. By LMTP there is: it is waited for.
    async fn next(&self, free: &Arc<Semaphore>) -> io::Result<(Stream, Option<OwnedSemaphorePermit>)> {
        match self.protocol {
            Protocol::Lmtp => {
                let permit = free.clone().acquire_owned().await.map_err(io::Error::other)?;
                Ok((self.socket.accept().await?, Some(permit)))
            }
            Protocol::Smtp { .. } => {
                let stream = self.socket.accept().await?;
                Ok((stream, free.clone().try_acquire_owned().ok()))
            }
        }
    }
}

/// Tells a client for which there is no place to try again later.
async fn refuse(stream: Stream) {
    let Stream::Tcp(stream, _) = stream else { return };
    // It has sent nothing yet, and a reply of one line finds room on any connection.
    let mut wire = Wire::new(stream);
    let _ = tokio::time::timeout(REFUSAL, wire.say("421 4.3.2 Too many connections; try again later")).await;
}

async fn serve(
    app: &App,
    stream: Stream,
    (protocol, patience): (Protocol, Patience),
    networks: &Connections,
    stop: &CancellationToken,
) -> io::Result<()> {
    let mut session = Session::new(protocol, patience);
    let (stream, from) = match stream {
        Stream::Unix(stream) => return session.greet_and_serve(app, &mut Wire::new(stream), stop).await.map(drop),
        Stream::Tcp(stream, from) => (stream, from),
    };
    let mut wire = Wire::new(stream);
    let _place = match protocol {
        // One mail server brings all messages.
        Protocol::Lmtp => None,
        Protocol::Smtp { .. } => match networks.enter(Some(Asker::network(from))) {
            Ok(place) => Some(place),
            Err(_) => return wire.say("421 4.7.0 Too many connections from your network; try again later").await,
        },
    };
    match session.greet_and_serve(app, &mut wire, stop).await? {
        End::Over => Ok(()),
        End::StartTls(server) => {
            // What came before the handshake was not protected, so it must not count after it.
            let stream = wire.without_rest().ok_or(io::ErrorKind::InvalidData)?;
            let stream = tokio::time::timeout(HANDSHAKE, TlsAcceptor::from(server).accept(stream)).await??;
            session.within_tls().serve(app, &mut Wire::new(stream), stop).await.map(drop)
        }
    }
}
