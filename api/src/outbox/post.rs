//! One call of a webhook or a push service: a POST over HTTP/1.1 to an address that was checked. It follows no redirection, and reads no
//! body.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::HOST;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;
use url::{Host, Url};

use crate::app::App;
use crate::network;

/// The longest time of a call, from the look at the name to the status.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most bytes of the head of a response.
const LONGEST_HEAD: usize = 16 * 1024;

/// A call.
pub(super) struct Post<'a> {
    pub(super) url: &'a str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

/// Makes a call. Returns the status, or the reason why there is none, for the log.
pub(super) async fn post(app: &App, post: Post<'_>) -> Result<u16, String> {
    match tokio::time::timeout(PATIENCE, send(app, post)).await {
        Ok(result) => result,
        Err(_) => Err("no response within 10 s".to_owned()),
    }
}

async fn send(app: &App, post: Post<'_>) -> Result<u16, String> {
    let url = Url::parse(post.url).map_err(|why| why.to_string())?;
    let host = url.host().ok_or("no host")?;
    let port = url.port_or_known_default().ok_or("no port")?;
    let address = address(&host, port, app.config.private_hooks).await?;
    let name = url.host_str().unwrap_or_default();
    let authority = url.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"));
    let mut request = Request::post(&url[url::Position::BeforePath..]).header(HOST, authority);
    for (name, value) in post.headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(post.body))).map_err(|why| why.to_string())?;
    // The address that was checked, and not the name: that could lead elsewhere when it is looked up again.
    let stream = TcpStream::connect(address).await.map_err(|why| why.to_string())?;
    if url.scheme() == "http" {
        return status(stream, request).await;
    }
    let name = match host {
        Host::Domain(name) => ServerName::try_from(name.to_owned()).map_err(|why| why.to_string())?,
        Host::Ipv4(_) | Host::Ipv6(_) => ServerName::IpAddress(address.ip().into()),
    };
    let stream = app.call_tls.connect(name, stream).await.map_err(|why| why.to_string())?;
    status(stream, request).await
}

/// The first address of a host that may be called.
async fn address(host: &Host<&str>, port: u16, is_private: bool) -> Result<SocketAddr, String> {
    let found: Vec<SocketAddr> = match host {
        Host::Domain(name) => tokio::net::lookup_host((*name, port)).await.map_err(|why| why.to_string())?.collect(),
        Host::Ipv4(four) => vec![SocketAddr::new(IpAddr::V4(*four), port)],
        Host::Ipv6(six) => vec![SocketAddr::new(IpAddr::V6(*six), port)],
    };
    // A name with one private address may be an attempt to reach it.
    if !is_private && !found.iter().all(|address| network::is_public(address.ip())) {
        return Err("the host name resolves to an address that is not public".to_owned());
    }
    found.into_iter().next().ok_or_else(|| "the host name has no address".to_owned())
}

async fn status(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<u16, String> {
    let mut builder = http1::Builder::new();
    let (mut sender, connection) =
        builder.max_buf_size(LONGEST_HEAD).handshake(TokioIo::new(stream)).await.map_err(|why| why.to_string())?;
    let driven = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(|why| why.to_string());
    driven.abort();
    Ok(answer?.status().as_u16())
}
