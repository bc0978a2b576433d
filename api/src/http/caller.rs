//! The extractors of the sender of a request. A handler that takes a [`Caller`] runs for signed-in callers only.

use std::future::{Ready, ready};
use std::net::{IpAddr, SocketAddr};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};

use super::cookie::Bearing;
use super::problem::{Kind, Problem};
use super::sign_in::client;
use super::{Result, cookie};
use crate::app::App;
use crate::ids::UserId;
use crate::limits::Asker;
use crate::play::Refusal;
use crate::play::people::caller::Caller;
use crate::play::telling::notices::Origin;
use crate::secrets::hash;
use crate::token::{self, Scope};

/// The sender of a request, signed in or not. An invalid token is refused.
#[derive(Clone, Debug)]
pub struct Visitor(pub Option<Caller>);

impl Visitor {
    /// The person, if signed in and, with a personal access token, allowed to read matches.
    pub fn reader(&self) -> Result<Option<UserId>> {
        if let Some(caller) = &self.0 {
            caller.may(Scope::MatchesRead)?;
        }
        Ok(self.0.as_ref().map(|caller| caller.user))
    }
}

/// The sender of a request, signed in, a guest or neither. Handlers that take it let guests act; to all others a guest is signed out.
#[derive(Clone, Debug)]
pub struct Anyone(pub Option<Caller>);

impl Anyone {
    /// The sender, who has to be signed in or a guest.
    pub fn player(self) -> Result<Caller> {
        self.0.ok_or_else(signed_out)
    }

    /// The guest who sent the request, if it was one.
    pub fn guest(&self) -> Option<UserId> {
        self.0.as_ref().filter(|caller| caller.is_guest).map(|caller| caller.user)
    }
}

/// The network that a request comes from, for limits.
#[derive(Clone, Copy, Debug)]
pub struct ClientNetwork(pub Asker);

/// The sender of a request as limits count it: the account, the program that acts for it, or the network if there is neither.
#[derive(Clone, Copy, Debug)]
pub struct Sender(pub Asker);

/// Where a request comes from, in words that a person can recognise.
pub struct ClientOrigin(pub Origin);

/// The network address of the client: the peer of the connection or, behind this many of our own proxies, the address that the
/// outermost proxy saw.
pub fn network_address(request: &HttpRequest, proxies: u32) -> IpAddr {
    let peer = request.peer_addr().map_or(IpAddr::from([0, 0, 0, 0]), |address| address.ip());
    if proxies == 0 {
        return peer;
    }
    let forwarded = request.headers().get_all("x-forwarded-for").map(|value| String::from_utf8_lossy(value.as_bytes()));
    let list: Vec<String> =
        forwarded.flat_map(|value| value.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    // Only the entries that our own proxies have appended can be believed: they are counted from the end, invalid ones too.
    let own = list.len().checked_sub(proxies as usize).and_then(|at| list.get(at)).map(|entry| entry.trim());
    let address = |text: &str| text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    own.and_then(address).unwrap_or(peer)
}

fn app(request: &HttpRequest) -> Result<&App> {
    request.app_data::<web::Data<App>>().map(web::Data::get_ref).ok_or_else(|| Problem::internal("no App"))
}

fn unauthenticated(why: &str) -> Problem {
    Problem::new(Kind::UNAUTHENTICATED, why)
}

fn signed_out() -> Problem {
    unauthenticated("Sign in with POST /v1/sign-in, or send a token.")
}

/// The caller of a request as `admit` found it, for the extractors.
struct Identified(Result<Option<Caller>>);

/// Identifies the caller and counts the request: for the account or the program if the token is valid, else for the network. Refuses only
/// requests over the limit; an invalid token is refused by the handlers that read it.
pub async fn admit(request: &HttpRequest) -> Result<()> {
    match identify(request).await {
        Err(problem) if problem.kind() == Kind::RATE_LIMITED => Err(problem),
        identified => {
            request.extensions_mut().insert(Identified(identified));
            Ok(())
        }
    }
}

async fn identify(request: &HttpRequest) -> Result<Option<Caller>> {
    let app = app(request)?;
    let count = |asker| {
        let counted = app.limits.request(asker);
        // Of several counts that of the account or the program is the last.
        request.extensions_mut().insert(counted.unwrap_or_else(|_| app.limits.allowance(asker, 0)));
        counted.map(drop).map_err(|seconds| Problem::from(Refusal::TooOften(seconds)))
    };
    let from = Asker::network(network_address(request, app.config.proxies));
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        // What a box holds does not make the future of every request longer, which is copied several times.
        return Box::pin(by_cookie(request, app, count, from)).await;
    };
    let bearer = value.to_str().ok().and_then(|value| value.split_once(' '));
    let token = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let Some(token) = token else {
        count(from)?;
        return Err(unauthenticated("Expected `Authorization: Bearer` and a token."));
    };
    let not_valid = || unauthenticated("The token is invalid, expired or revoked.");
    let is_personal = token.starts_with(token::PERSONAL_PREFIX);
    let found = if is_personal || token.starts_with(token::APP_PREFIX) {
        let hash = hash(token);
        let known = app.limits.known_tokens.contains(&hash);
        if !known {
            // Before the database is asked.
            count(from)?;
        }
        let found = if is_personal {
            Box::pin(Caller::of_personal_token(app, &hash)).await?
        } else {
            Box::pin(Caller::of_app_token(app, &hash)).await?
        };
        app.limits.known_tokens.note(&hash, found.is_some());
        if known && found.is_none() {
            count(from)?;
        }
        found
    } else {
        let found = Caller::of_access_token(app, token);
        if found.is_none() {
            count(from)?;
        }
        found
    };
    let caller = found.ok_or_else(not_valid)?;
    count(caller.asker)?;
    Ok(Some(caller))
}

/// The caller of a cookie. A valid cookie on a request that another site may have sent is refused where the caller matters.
async fn by_cookie(
    request: &HttpRequest,
    app: &App,
    count: impl Fn(Asker) -> Result<()>,
    from: Asker,
) -> Result<Option<Caller>> {
    let mut caller = match cookie::read(request, app) {
        Bearing::Young(caller) => caller,
        Bearing::Old(bearer) => {
            count(from)?;
            match cookie::renewed(request, app, bearer).await? {
                Some(caller) => caller,
                None => return Ok(None),
            }
        }
        Bearing::Nothing => {
            count(from)?;
            return Ok(None);
        }
    };
    if caller.is_guest {
        // A sender can be many guests.
        caller.asker = from;
    }
    count(caller.asker)?;
    cookie::from_own_page(request, app)?;
    Ok(Some(caller))
}

/// The signed-in caller of a request.
pub(super) fn identified(request: &HttpRequest) -> Result<Option<Caller>> {
    anyone(request).map(|caller| caller.filter(|caller| !caller.is_guest))
}

/// The caller of a request, who may be a guest.
fn anyone(request: &HttpRequest) -> Result<Option<Caller>> {
    let extensions = request.extensions();
    let identified = extensions.get::<Identified>().map(|Identified(identified)| identified.clone());
    identified.unwrap_or_else(|| Err(Problem::internal("a request was not admitted")))
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Caller>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(identified(request).and_then(|caller| caller.ok_or_else(signed_out)))
    }
}

impl FromRequest for Visitor {
    type Error = Problem;
    type Future = Ready<Result<Visitor>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(identified(request).map(Visitor))
    }
}

impl FromRequest for Anyone {
    type Error = Problem;
    type Future = Ready<Result<Anyone>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(anyone(request).map(Anyone))
    }
}

impl FromRequest for ClientOrigin {
    type Error = Problem;
    type Future = Ready<Result<ClientOrigin>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let found = ClientNetwork::from_request(request, payload).into_inner();
        ready(found.map(|ClientNetwork(from)| ClientOrigin(Origin { client: client(request), from })))
    }
}

impl FromRequest for ClientNetwork {
    type Error = Problem;
    type Future = Ready<Result<ClientNetwork>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(app(request).map(|app| ClientNetwork(Asker::network(network_address(request, app.config.proxies)))))
    }
}

impl FromRequest for Sender {
    type Error = Problem;
    type Future = Ready<Result<Sender>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let network = |app: &App| Asker::network(network_address(request, app.config.proxies));
        let caller = identified(request).ok().flatten();
        ready(app(request).map(|app| Sender(caller.map_or_else(|| network(app), |caller| caller.asker))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_client_cannot_choose_its_address() {
        let peer = "10.0.0.9:1";
        let address = |proxies, headers: &[&str]| {
            let request = TestRequest::default().peer_addr(peer.parse().unwrap());
            let request =
                headers.iter().fold(request, |request, value| request.append_header(("x-forwarded-for", *value)));
            network_address(&request.to_http_request(), proxies).to_string()
        };
        for (proxies, headers, expected) in [
            (0, &["192.0.2.1"][..], "10.0.0.9"),
            (1, &[], "10.0.0.9"),
            (1, &["192.0.2.1"], "192.0.2.1"),
            (1, &["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
            (1, &["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
            // Some proxies append the port as well.
            (1, &["6.6.6.6, 192.0.2.1:4711"], "192.0.2.1"),
            (1, &["6.6.6.6, [2001:db8::1]:4711"], "2001:db8::1"),
            (1, &["6.6.6.6, 2001:db8::1"], "2001:db8::1"),
            (1, &["6.6.6.6, unknown"], "10.0.0.9"),
            (1, &["6.6.6.6,"], "10.0.0.9"),
            (2, &["6.6.6.6, 192.0.2.1, 192.0.2.2:80"], "192.0.2.1"),
            (2, &["192.0.2.2"], "10.0.0.9"),
        ] {
            assert_eq!(address(proxies, headers), expected, "{proxies} {headers:?}");
        }
    }
}
