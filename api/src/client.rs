//! A client of a server over plain HTTP, for the demo and the command `ready`.

use std::error::Error;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Method, Request, header};
use hyper_util::client::legacy::Client as Connections;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// A client that keeps its connections.
pub(crate) struct Client(Connections<HttpConnector, Full<Bytes>>);

impl Client {
    pub(crate) fn new() -> Client {
        Client(Connections::builder(TokioExecutor::new()).build_http())
    }

    /// Sends a request, with a token and a body of this media type if there are any. Returns the body of the response.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or refuses: the message then has its status and what it says.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &str,
        token: Option<&str>,
        body: Option<(&str, String)>,
    ) -> Result<String, Box<dyn Error>> {
        let mut request = Request::builder().method(method).uri(url);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some((kind, _)) = &body {
            request = request.header(header::CONTENT_TYPE, *kind);
        }
        let text = body.map(|(_, text)| text).unwrap_or_default();
        let response = self.0.request(request.body(text.into())?).await?;
        let status = response.status();
        let body = String::from_utf8_lossy(&response.into_body().collect().await?.to_bytes()).into_owned();
        if status.is_success() || status.is_redirection() {
            return Ok(body);
        }
        Err(format!("the server answers {status}: {body}").into())
    }
}
