//! Tokens that clients carry: access tokens and cookies of browsers (JWT, RFC 7519), refresh tokens, personal access tokens, the tokens of
//! apps (OAuth 2.1).

use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{SessionId, UserId};
use crate::secrets::{Purpose, Secrets, hash, hex, random_bytes};

/// The lifetime of an access token, in minutes.
pub const ACCESS_MINUTES: i64 = 15;
/// The lifetime of the cookie of a browser, in days: that of a session after its last use.
pub const COOKIE_DAYS: i64 = 90;
/// The audience of every access token (RFC 7519, section 4.1.3).
const AUDIENCE: &str = "turnpost-api";
/// The audience of the cookies of browsers.
const BROWSER: &str = "turnpost-browser";
/// The audience of the cookies of guests.
const GUEST: &str = "turnpost-guest";
/// The prefix of refresh tokens.
pub const REFRESH_PREFIX: &str = "tpr_";
/// The prefix of the secrets of clients that ask for a code.
pub const ASKER_PREFIX: &str = "tps_";
/// The prefix of personal access tokens, by which scanners of leaked secrets recognise them.
pub const PERSONAL_PREFIX: &str = "tpp_";
/// The prefix of the access tokens of apps.
pub const APP_PREFIX: &str = "tpo_";
/// The lifetime of an access token of an app, in minutes. It can be ended at any time, as it is looked up at each request.
pub const APP_MINUTES: i64 = 60;
/// The prefix of the refresh tokens of apps.
const APP_REFRESH_PREFIX: &str = "tpq_";
/// The prefix of the codes that apps exchange for their first tokens.
const APP_CODE_PREFIX: &str = "tpc_";

/// A permission of a personal access token or of an app. A session has all permissions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
pub enum Scope {
    /// Read matches, pages and logs as the person does.
    #[serde(rename = "matches:read")]
    MatchesRead,
    /// Create, join and leave matches, and send moves; the answers show the match as the person sees it.
    #[serde(rename = "moves:write")]
    MovesWrite,
    /// Read the account.
    #[serde(rename = "account:read")]
    AccountRead,
    /// Change the account.
    #[serde(rename = "account:write")]
    AccountWrite,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 4] = [Scope::MatchesRead, Scope::MovesWrite, Scope::AccountRead, Scope::AccountWrite];

    /// Its name in requests and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Scope::MatchesRead => "matches:read",
            Scope::MovesWrite => "moves:write",
            Scope::AccountRead => "account:read",
            Scope::AccountWrite => "account:write",
        }
    }

    /// The scope of this name.
    pub fn named(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// The scopes of these stored names. A name that is no more that of a scope allows nothing.
    pub fn from_names(names: &[String]) -> Vec<Scope> {
        names.iter().filter_map(|name| Scope::named(name)).collect()
    }
}

/// The claims of an access token.
#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    sub: UserId,
    sid: SessionId,
    aud: String,
    iat: i64,
    exp: i64,
}

/// The bearer of an access token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bearer {
    /// The person.
    pub user: UserId,
    /// The session.
    pub session: SessionId,
    /// True for a guest, who has cookies only, and no other tokens.
    pub is_guest: bool,
}

/// An access token for a session, signed with the first secret, and when it expires.
pub fn access(secrets: &Secrets, bearer: Bearer, now: DateTime<Utc>) -> Option<(String, DateTime<Utc>)> {
    let expires = now + Duration::minutes(ACCESS_MINUTES);
    signed(secrets, (Purpose::AccessToken, AUDIENCE), bearer, now, expires).map(|token| (token, expires))
}

/// The bearer of an access token; `None` unless one of our secrets signed it, for this purpose, and it is not expired.
pub fn read_access(secrets: &Secrets, verified: &Verified, token: &str, now: DateTime<Utc>) -> Option<Bearer> {
    verified.claims(secrets, (Purpose::AccessToken, AUDIENCE), token, now).map(|claims| claims.bearer())
}

/// The value of the cookie for a browser of a session, signed with the first secret; valid for [`COOKIE_DAYS`].
pub fn cookie(secrets: &Secrets, bearer: Bearer, now: DateTime<Utc>) -> Option<String> {
    let audience = if bearer.is_guest { GUEST } else { BROWSER };
    signed(secrets, (Purpose::BrowserCookie, audience), bearer, now, now + Duration::days(COOKIE_DAYS))
}

/// The bearer of a cookie, and whether the cookie is as young as a valid access token; an older one needs a look at its session.
/// `None` as for an access token.
pub fn read_cookie(secrets: &Secrets, verified: &Verified, value: &str, now: DateTime<Utc>) -> Option<(Bearer, bool)> {
    let claims = |audience| verified.claims(secrets, (Purpose::BrowserCookie, audience), value, now);
    let claims = claims(BROWSER).or_else(|| claims(GUEST))?;
    Some((claims.bearer(), claims.iat > (now - Duration::minutes(ACCESS_MINUTES)).timestamp()))
}

impl Claims {
    fn bearer(&self) -> Bearer {
        Bearer { user: self.sub, session: self.sid, is_guest: self.aud == GUEST }
    }
}

/// A purpose and its audience.
type Use = (Purpose, &'static str);

fn signed(
    secrets: &Secrets,
    (purpose, audience): Use,
    bearer: Bearer,
    now: DateTime<Utc>,
    expires: DateTime<Utc>,
) -> Option<String> {
    let claims = Claims {
        sub: bearer.user,
        sid: bearer.session,
        aud: audience.to_owned(),
        iat: now.timestamp(),
        exp: expires.timestamp(),
    };
    let id = secrets.signing_id();
    let header = Header { kid: Some(id.to_owned()), ..Header::new(Algorithm::HS256) };
    let key = secrets.key(id, purpose)?;
    jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&key)).ok()
}

/// The maximum number of tokens whose claims are kept.
const MAX_VERIFIED: usize = 5000;

/// The claims of the tokens that were verified lately, by the hashes of these tokens: most requests come with the token of the request
/// before, and to verify a signature takes longer than to look at a hash.
pub struct Verified(Cache<[u8; 32], Claims>);

impl Default for Verified {
    fn default() -> Verified {
        Verified(Cache::new(MAX_VERIFIED))
    }
}

impl Verified {
    /// The claims of a token; `None` unless one of these secrets signed it, for this use, and it is not expired. To be asked with the same
    /// secrets each time.
    fn claims(&self, secrets: &Secrets, of: Use, token: &str, now: DateTime<Utc>) -> Option<Claims> {
        let hash = hash(token);
        let kept = self.0.get(&hash).filter(|claims| claims.aud == of.1);
        let claims = kept.or_else(|| {
            let claims = signed_claims(secrets, of, token)?;
            self.0.insert(hash, claims.clone());
            Some(claims)
        });
        claims.filter(|claims| claims.exp > now.timestamp())
    }
}

/// The claims of a token that one of these secrets signed for this use.
fn signed_claims(secrets: &Secrets, (purpose, audience): Use, token: &str) -> Option<Claims> {
    let header = jsonwebtoken::decode_header(token).ok()?;
    // No extension is known here, so none that must be understood is (RFC 7515, section 4.1.11).
    if header.crit.is_some() {
        return None;
    }
    let id = header.kid?;
    let key = secrets.key(&id, purpose)?;
    let mut rules = Validation::new(Algorithm::HS256);
    rules.set_audience(&[audience]);
    rules.set_required_spec_claims(&["exp", "aud", "sub"]);
    // The library would ask the machine's clock.
    rules.validate_exp = false;
    Some(jsonwebtoken::decode::<Claims>(token, &DecodingKey::from_secret(&key), &rules).ok()?.claims)
}

/// A new refresh or personal token: the prefix and 32 random bytes in hexadecimal digits.
pub fn opaque(prefix: &str) -> String {
    format!("{prefix}{}", hex(&random_bytes::<32>()))
}

/// Returns whether a text has the form of a new token with this prefix.
pub fn is_opaque(prefix: &str, text: &str) -> bool {
    text.strip_prefix(prefix).is_some_and(|rest| rest.len() == 64 && rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The refresh token that follows another.
pub fn following(secrets: &Secrets, refresh: &str) -> String {
    format!("{REFRESH_PREFIX}{}", hex(&secrets.successor(refresh)))
}

/// A new code for an app.
pub fn app_code() -> String {
    opaque(APP_CODE_PREFIX)
}

/// The tokens of an app, which it gets together.
#[derive(Clone, Debug)]
pub struct AppTokens {
    /// The access token, for requests.
    pub access: String,
    /// The refresh token, for the next tokens.
    pub refresh: String,
}

impl AppTokens {
    /// The first tokens of a grant.
    pub fn first(secrets: &Secrets) -> AppTokens {
        AppTokens::with(secrets, opaque(APP_REFRESH_PREFIX))
    }

    /// The tokens that follow a refresh token. They are always the same for it.
    pub fn after(secrets: &Secrets, refresh: &str) -> AppTokens {
        let next = secrets.digest(Purpose::AppRefresh, refresh);
        AppTokens::with(secrets, format!("{APP_REFRESH_PREFIX}{}", hex(&next)))
    }

    fn with(secrets: &Secrets, refresh: String) -> AppTokens {
        let access = format!("{APP_PREFIX}{}", hex(&secrets.digest(Purpose::AppAccess, &refresh)));
        AppTokens { access, refresh }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    /// Reads a token twice, the second time with the claims at hand.
    fn read_access(secrets: &Secrets, token: &str, now: DateTime<Utc>) -> Option<Bearer> {
        let verified = Verified::default();
        let first = super::read_access(secrets, &verified, token, now);
        assert_eq!(super::read_access(secrets, &verified, token, now), first);
        first
    }

    fn read_cookie(secrets: &Secrets, value: &str, now: DateTime<Utc>) -> Option<(Bearer, bool)> {
        let verified = Verified::default();
        let first = super::read_cookie(secrets, &verified, value, now);
        assert_eq!(super::read_cookie(secrets, &verified, value, now), first);
        first
    }

    #[test]
    fn a_verified_token_still_expires_and_serves_for_nothing_else() {
        let secrets = Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap();
        let bearer =
            Bearer { user: UserId(Uuid::from_u128(1)), session: SessionId(Uuid::from_u128(2)), is_guest: false };
        let (now, verified) = (Utc::now(), Verified::default());
        let (token, expires) = access(&secrets, bearer, now).unwrap();
        let cookie = cookie(&secrets, bearer, now).unwrap();
        assert_eq!(super::read_access(&secrets, &verified, &token, now), Some(bearer));
        assert_eq!(super::read_cookie(&secrets, &verified, &cookie, now), Some((bearer, true)));
        assert_eq!(super::read_cookie(&secrets, &verified, &token, now), None);
        assert_eq!(super::read_access(&secrets, &verified, &cookie, now), None);
        assert_eq!(super::read_access(&secrets, &verified, &token, expires), None);
        assert_eq!(super::read_access(&secrets, &verified, &token, now), Some(bearer));
    }

    #[test]
    fn a_token_is_valid_until_it_expires_and_while_its_secret_is_known() {
        let long = |id: &str| format!("{id}:{}", id.repeat(40));
        let (a, b) = (Secrets::parse(&long("a")).unwrap(), Secrets::parse(&long("b")).unwrap());
        let both = Secrets::parse(&format!("{},{}", long("b"), long("a"))).unwrap();
        let bearer =
            Bearer { user: UserId(Uuid::from_u128(1)), session: SessionId(Uuid::from_u128(2)), is_guest: false };
        let now = Utc::now();
        let (token, expires) = access(&a, bearer, now).unwrap();
        assert_eq!(read_access(&a, &token, now), Some(bearer));
        assert_eq!(read_access(&both, &token, now), Some(bearer));
        assert_eq!(read_access(&b, &token, now), None);
        assert_eq!(read_access(&a, &token, expires), None);
        assert_eq!(read_access(&a, "nonsense", now), None);
    }

    #[test]
    fn a_cookie_is_no_access_token_and_is_looked_up_after_fifteen_minutes() {
        let secrets = Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap();
        let bearer =
            Bearer { user: UserId(Uuid::from_u128(1)), session: SessionId(Uuid::from_u128(2)), is_guest: false };
        let now = Utc::now();
        let value = cookie(&secrets, bearer, now).unwrap();
        let (access, _) = access(&secrets, bearer, now).unwrap();
        assert_eq!(read_access(&secrets, &value, now), None);
        assert_eq!(read_cookie(&secrets, &access, now), None);
        assert_eq!(read_cookie(&secrets, &value[..value.len() - 1], now), None);
        assert_eq!(read_cookie(&secrets, &value, now), Some((bearer, true)));
        assert_eq!(read_cookie(&secrets, &value, now + Duration::minutes(ACCESS_MINUTES)), Some((bearer, false)));
        assert_eq!(read_cookie(&secrets, &value, now + Duration::days(COOKIE_DAYS)), None);
    }

    #[test]
    fn a_token_for_another_audience_or_without_a_signature_is_refused() {
        let secrets = Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap();
        let key = secrets.key("a", Purpose::AccessToken).unwrap();
        let now = Utc::now();
        let claims = |aud: &str| Claims {
            sub: UserId(Uuid::nil()),
            sid: SessionId(Uuid::nil()),
            aud: aud.to_owned(),
            iat: 0,
            exp: now.timestamp() + 60,
        };
        let header = Header { kid: Some("a".to_owned()), ..Header::new(Algorithm::HS256) };
        let sign = |header: &Header, aud: &str, key: &[u8]| {
            jsonwebtoken::encode(header, &claims(aud), &EncodingKey::from_secret(key)).unwrap()
        };
        assert!(read_access(&secrets, &sign(&header, AUDIENCE, &key), now).is_some());
        assert!(read_access(&secrets, &sign(&header, "other", &key), now).is_none());
        assert!(read_access(&secrets, &sign(&header, AUDIENCE, b"guess"), now).is_none());
        let other = Header { alg: Algorithm::HS512, ..header.clone() };
        assert!(read_access(&secrets, &sign(&other, AUDIENCE, &key), now).is_none());
        let critical = Header { crit: Some(vec!["b64".to_owned()]), ..header.clone() };
        assert!(read_access(&secrets, &sign(&critical, AUDIENCE, &key), now).is_none());
        let unsigned = sign(&header, AUDIENCE, &key);
        let without = unsigned.rsplit_once('.').unwrap().0.to_owned() + ".";
        assert!(read_access(&secrets, &without, now).is_none());
    }
}
