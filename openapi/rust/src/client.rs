//! The client: requests that are repeated, and sign-in.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use ureq::{Agent, Body, http};

use crate::api::{CodeEntry, SignInRequest, Tokens};
use crate::problem::{Error, Problem};

const RENEWAL: &str = "/v1/tokens/refresh";
/// What a part of a path or a query may not hold.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A request, for [`Client::call`].
#[derive(Clone, Debug)]
pub struct Request {
    method: &'static str,
    path: String,
    query: String,
    body: Option<String>,
    headers: Vec<(&'static str, String)>,
    is_keyed: bool,
}

impl Request {
    /// A request such as `GET` of `/v1/games`.
    pub fn new(method: &'static str, path: impl Into<String>) -> Request {
        Request { method, path: path.into(), query: String::new(), body: None, headers: Vec::new(), is_keyed: false }
    }

    /// The query: an object. A list becomes a value with commas; what is null is left out.
    pub fn query(mut self, query: &impl Serialize) -> Result<Request, Error> {
        for (name, value) in
            serde_json::to_value(query)?.as_object().into_iter().flatten().filter(|one| !one.1.is_null())
        {
            let joint = if self.query.is_empty() { '?' } else { '&' };
            self.query += &format!("{joint}{name}={}", part(&text(value)));
        }
        Ok(self)
    }

    /// The body, which is sent as JSON.
    pub fn body(mut self, body: &impl Serialize) -> Result<Request, Error> {
        self.body = Some(serde_json::to_string(body)?);
        Ok(self.header("Content-Type", "application/json"))
    }

    /// With a key, a repeated request takes effect only once; without one of yours, it gets a new one.
    pub fn key(mut self, key: Option<&str>) -> Request {
        self.is_keyed = true;
        let key = key.map_or_else(|| format!("{:016x}{:016x}", random(), random()), str::to_owned);
        self.header("Idempotency-Key", format!("\"{key}\""))
    }

    /// Adds a header.
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Request {
        self.headers.push((name, value.into()));
        self
    }
}

/// A client of one server. Threads can share it.
pub struct Client {
    url: String,
    agent: Agent,
    pub(crate) pause: Duration,
    patience: Duration,
    /// The access token, and the refresh token of a session.
    tokens: Mutex<(Option<String>, Option<String>)>,
    on_tokens: Box<dyn Fn(&Tokens) + Send + Sync>,
    renewing: Mutex<()>,
    /// The matches that have continued, which streams of events read again.
    pub(crate) again: Mutex<BTreeSet<String>>,
}

impl Client {
    /// A client with the token of a bot or a program.
    pub fn new(url: &str, token: &str) -> Client {
        Client::with(url, (Some(token.to_owned()), None), |_| ())
    }

    /// Signs a person in: the server sends an email, and `code` returns the code in it. `on_tokens` is called with the tokens of the
    /// session now and whenever they are renewed, to save them.
    pub fn sign_in(
        url: &str,
        address: &str,
        code: impl FnOnce() -> String,
        on_tokens: impl Fn(&Tokens) + Send + Sync + 'static,
    ) -> Result<Client, Error> {
        let client = Client::with(url, (None, None), on_tokens);
        let started = client.start_sign_in(&SignInRequest { address: address.to_owned() })?;
        client.take(&client.enter_code(&started.sign_in, &CodeEntry { code: code(), secret: started.secret })?);
        Ok(client)
    }

    /// Continues a session with its refresh token.
    pub fn resume(url: &str, refresh_token: &str, on_tokens: impl Fn(&Tokens) + Send + Sync + 'static) -> Client {
        Client::with(url, (None, Some(refresh_token.to_owned())), on_tokens)
    }

    fn with(
        url: &str,
        tokens: (Option<String>, Option<String>),
        on_tokens: impl Fn(&Tokens) + Send + Sync + 'static,
    ) -> Client {
        // A redirect would send the token to another server. The server writes to a stream every 25 seconds.
        let silence = Some(Duration::from_secs(60));
        let config =
            Agent::config_builder().max_redirects(0).max_redirects_will_error(false).http_status_as_error(false);
        let config = config.timeout_connect(silence).timeout_per_read(silence).timeout_per_write(silence);
        Client {
            url: url.trim_end_matches('/').to_owned(),
            agent: config.user_agent("turnpost-rust").accept("application/json").build().into(),
            pause: Duration::from_secs(1),
            patience: Duration::from_secs(600),
            tokens: Mutex::new(tokens),
            on_tokens: Box::new(on_tokens),
            renewing: Mutex::default(),
            again: Mutex::default(),
        }
    }

    /// For how long a request is repeated, if the server asks for that or the connection is lost. The default is 600 seconds.
    pub fn patience(self, patience: Duration) -> Client {
        Client { patience, ..self }
    }

    /// The pause after a lost connection, which doubles up to 30 times as long. The default is one second.
    pub fn pause(self, pause: Duration) -> Client {
        Client { pause, ..self }
    }

    /// Sends a request, and reads the JSON of the response. An empty one is `()` or `None`.
    pub fn call<T: DeserializeOwned>(&self, request: &Request) -> Result<T, Error> {
        let bytes = self.call_for_bytes(request)?;
        Ok(serde_json::from_slice(if bytes.is_empty() { b"null" } else { &bytes })?)
    }

    /// Sends a request, and returns the bytes of the response. Without a key, a POST is not repeated after a lost connection.
    pub fn call_for_bytes(&self, request: &Request) -> Result<Vec<u8>, Error> {
        let is_repeatable = ["GET", "PUT"].contains(&request.method) || request.is_keyed;
        self.patiently(Some(self.patience), is_repeatable, || {
            Ok(self.open(request)?.body_mut().with_config().limit(u64::MAX).read_to_vec()?)
        })
    }

    /// Repeats a request if the server asks for that, and if it is repeatable after a lost connection, too.
    pub(crate) fn patiently<T>(
        &self,
        patience: Option<Duration>,
        is_repeatable: bool,
        once: impl Fn() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (start, mut pause) = (Instant::now(), self.pause);
        loop {
            let error = match once() {
                Ok(done) => return Ok(done),
                Err(error) => error,
            };
            let status = error.problem().map_or(0, |problem| problem.status);
            let asked =
                error.problem().and_then(|problem| problem.retry_after).filter(|_| [429, 503].contains(&status));
            let wait = asked.unwrap_or(pause);
            let may = asked.is_some() || is_repeatable && (error.is_lost() || (502..=504).contains(&status));
            if !may || patience.is_some_and(|patience| start.elapsed() + wait > patience) {
                return Err(error);
            }
            log::warn!("{error} Trying again in {wait:?}.");
            thread::sleep(wait);
            pause = (2 * pause).min(30 * self.pause);
        }
    }

    /// Sends a request once, and once more after the renewal of an expired token.
    pub(crate) fn open(&self, request: &Request) -> Result<http::Response<Body>, Error> {
        let token = held(&self.tokens).0.clone().filter(|_| request.path != RENEWAL);
        match self.send(request, token.as_deref()) {
            Err(Error::Unauthenticated(_)) if request.path != RENEWAL && self.renewed(token.as_deref())? => {
                let token = held(&self.tokens).0.clone();
                self.send(request, token.as_deref())
            }
            done => done,
        }
    }

    fn send(&self, request: &Request, token: Option<&str>) -> Result<http::Response<Body>, Error> {
        let url = format!("{}{}{}", self.url, request.path, request.query);
        let mut builder = http::Request::builder().method(request.method).uri(url);
        if let Some(token) = token {
            builder = builder.header("Authorization", format!("Bearer {token}"));
        }
        let builder = request.headers.iter().fold(builder, |builder, (name, value)| builder.header(*name, value));
        let mut response = match &request.body {
            Some(body) => self.agent.run(builder.body(body).map_err(ureq::Error::from)?)?,
            None => self.agent.run(builder.body(()).map_err(ureq::Error::from)?)?,
        };
        if response.status().is_success() {
            return Ok(response);
        }
        let text = response.body_mut().with_config().lossy_utf8(true).read_to_string()?;
        let after = response.headers().get("Retry-After").and_then(|after| after.to_str().ok());
        let status = response.status();
        Err(Problem::read(status.as_u16(), status.canonical_reason().unwrap_or_default(), after, &text).into())
    }

    /// Renews the tokens of a session, unless another thread has. False if there is no session.
    fn renewed(&self, expired: Option<&str>) -> Result<bool, Error> {
        let _guard = held(&self.renewing);
        let (token, refresh_token) = held(&self.tokens).clone();
        if token.as_deref() != expired {
            return Ok(true);
        }
        let Some(refresh_token) = refresh_token else { return Ok(false) };
        let request = Request::new("POST", RENEWAL).body(&json!({"refresh_token": refresh_token}))?;
        self.take(&self.call(&request.key(None))?);
        Ok(true)
    }

    fn take(&self, tokens: &Tokens) {
        *held(&self.tokens) = (Some(tokens.access_token.clone()), Some(tokens.refresh_token.clone()));
        (self.on_tokens)(tokens);
    }
}

/// What a lock guards. A panic of another thread leaves it whole.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A random number: the standard library takes the keys of its hashes from the system.
pub(crate) fn random() -> u64 {
    RandomState::new().hash_one(0)
}

/// A value as a part of a path or a query.
pub(crate) fn part(value: &impl ToString) -> String {
    utf8_percent_encode(&value.to_string(), ENCODED).to_string()
}

/// A value of a query.
fn text(value: &Value) -> String {
    let list = value.as_array().map(|values| values.iter().map(text).collect::<Vec<_>>().join(","));
    list.unwrap_or_else(|| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
