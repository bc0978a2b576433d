//! The extractors of who sends a request. Having a [`Caller`] is the proof of being signed in.

use std::future::{Ready, ready};
use std::net::{IpAddr, SocketAddr};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};

use super::problem::{Kind, Problem};
use crate::app::App;
use crate::db;
use crate::ids::UserId;
use crate::limits::Asker;
use crate::play::caller::Caller;
use crate::token::{self, Bearer, Scope};

/// Anybody: somebody who is signed in, or not. A token that is sent has to be good all the same.
#[derive(Clone, Debug)]
pub struct Anybody(pub Option<Caller>);

impl Anybody {
    /// The person, if signed in and, with a personal access token, allowed to read matches.
    pub fn reader(&self) -> Result<Option<UserId>, Problem> {
        if let Some(caller) = &self.0 {
            caller.may(Scope::MatchesRead)?;
        }
        Ok(self.0.as_ref().map(|caller| caller.user))
    }
}

/// Where the request comes from, for limits.
#[derive(Clone, Copy, Debug)]
pub struct From(pub Asker);

/// The network address of the client: of the connection, or the last that is not one of our own proxies.
pub fn network_address(request: &HttpRequest, proxies: u32) -> IpAddr {
    let peer = request.peer_addr().map_or(IpAddr::from([0, 0, 0, 0]), |address| address.ip());
    if proxies == 0 {
        return peer;
    }
    let forwarded = request.headers().get_all("x-forwarded-for").map(|value| String::from_utf8_lossy(value.as_bytes()));
    let list: Vec<String> =
        forwarded.flat_map(|value| value.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    // Only what our own proxies have written can be believed, and they append. So entries are counted whatever stands in them.
    let own = list.len().checked_sub(proxies as usize).and_then(|at| list.get(at)).map(|entry| entry.trim());
    let address = |text: &str| text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    own.and_then(address).unwrap_or(peer)
}

fn app(request: &HttpRequest) -> Result<&App, Problem> {
    request.app_data::<web::Data<App>>().map(web::Data::get_ref).ok_or_else(|| Problem::internal("no App"))
}

fn unauthenticated(why: &str) -> Problem {
    Problem::new(Kind::UNAUTHENTICATED, why)
}

/// Who asks, as found out at the door.
type Identified = Result<Option<Caller>, Problem>;

/// Finds out who asks, and counts the request: for the account if the token is good, else for the network. Refuses only whoever
/// asks too often; that a token is no good matters where one is needed.
pub async fn admit(request: &HttpRequest) -> Result<(), Problem> {
    let identified = identify(request).await;
    match identified {
        Err(problem) if problem.kind() == Kind::RATE_LIMITED => Err(problem),
        identified => {
            request.extensions_mut().insert::<Identified>(identified);
            Ok(())
        }
    }
}

async fn identify(request: &HttpRequest) -> Identified {
    let app = app(request)?;
    let count = |asker| app.limits.request(asker).map_err(Problem::rate_limited);
    let from = Asker::network(network_address(request, app.config.proxies));
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        count(from)?;
        return Ok(None);
    };
    let bearer = value.to_str().ok().and_then(|value| value.split_once(' '));
    let token = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let Some(token) = token else {
        count(from)?;
        return Err(unauthenticated("Expected `Authorization: Bearer` and a token."));
    };
    let no_good = || unauthenticated("The token is forged, expired, or has been ended.");
    let caller = if token.starts_with(token::PERSONAL_PREFIX) {
        // Before the database is asked: anybody can send something that begins like a token.
        count(from)?;
        let mut connection = app.db.get().await?;
        let found =
            db::people::use_personal_token(&mut connection, &crate::secrets::hash(token), app.clock.now()).await?;
        let row = found.ok_or_else(no_good)?;
        let scopes = row.scopes.iter().filter_map(|name| Scope::named(name)).collect();
        Caller { user: row.user_id, session: None, scopes: Some(scopes) }
    } else {
        let Some(Bearer { user, session }) = token::read_access(&app.secrets, token, app.clock.now()) else {
            count(from)?;
            return Err(no_good());
        };
        Caller { user, session: Some(session), scopes: None }
    };
    count(Asker::Account(caller.user))?;
    Ok(Some(caller))
}

fn identified(request: &HttpRequest) -> Identified {
    request
        .extensions()
        .get::<Identified>()
        .cloned()
        .unwrap_or_else(|| Err(Problem::internal("nobody was at the door")))
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Caller, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let signed_out = || unauthenticated("Sign in: POST /v1/sign-in, or send a token.");
        ready(identified(request).and_then(|caller| caller.ok_or_else(signed_out)))
    }
}

impl FromRequest for Anybody {
    type Error = Problem;
    type Future = Ready<Result<Anybody, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(identified(request).map(Anybody))
    }
}

impl FromRequest for From {
    type Error = Problem;
    type Future = Ready<Result<From, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(app(request).map(|app| From(Asker::network(network_address(request, app.config.proxies)))))
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
