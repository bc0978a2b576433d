//! The cookie that signs a browser in, and the check that keeps pages of other sites from using it; the cookie of a browser that asks for a code.
//!
//! The value of the first is signed (see `token`). While it is as young as an access token it is believed; after that each request looks once at the
//! session and gets a new cookie. There is no rotation as with refresh tokens, because the tabs of a browser send requests at once.

use actix_web::cookie::{Cookie, SameSite, time};
use actix_web::http::{Method, header};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use url::Url;

use super::Result;
use super::problem::{Kind, Problem};
use crate::app::App;
use crate::play::people::caller::Caller;
use crate::play::people::sign_in::EMAIL_MINUTES;
use crate::token::{self, Bearer, COOKIE_DAYS};

/// The name of the cookie. With the prefix, browsers take it from this host alone, over TLS (RFC 6265bis, section 4.1.3.2).
fn name(app: &App) -> &'static str {
    if is_secure(app) { "__Host-turnpost" } else { "turnpost" }
}

/// The name of the cookie with the secret of a browser that asks for codes.
fn asker_name(app: &App) -> &'static str {
    if is_secure(app) { "__Host-turnpost-asked" } else { "turnpost-asked" }
}

/// The name of the cookie with the choices of the last match against the computer.
const CHOICE: &str = "turnpost-computer";

/// The name of the cookie with the lessons that were solved in this browser.
const SOLVED: &str = "turnpost-solved";

/// The most lessons that it names.
const MAX_SOLVED: usize = 60;

fn is_secure(app: &App) -> bool {
    app.config.public_url.starts_with("https:")
}

fn build(app: &App, name: &'static str, value: String, age: time::Duration) -> Cookie<'static> {
    // Lax, because links in web mail must arrive signed in.
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .secure(is_secure(app))
        .same_site(SameSite::Lax)
        .max_age(age)
        .finish()
}

/// The cookies to be set in the response to this request.
#[derive(Default)]
struct Pending(Vec<Cookie<'static>>);

/// Sets a cookie in the response to this request, in place of an earlier one of its name.
fn put(request: &HttpRequest, cookie: Cookie<'static>) {
    let mut extensions = request.extensions_mut();
    let mut pending = extensions.remove::<Pending>().unwrap_or_default();
    pending.0.retain(|earlier| earlier.name() != cookie.name());
    pending.0.push(cookie);
    extensions.insert(pending);
}

/// Sets the cookie of a session in the response to this request.
pub fn sign_in(request: &HttpRequest, app: &App, bearer: Bearer) -> Result<()> {
    let value = token::cookie(&app.secrets, bearer, app.clock.now());
    let value = value.ok_or_else(|| Problem::internal("the cookie cannot be signed"))?;
    put(request, build(app, name(app), value, time::Duration::days(COOKIE_DAYS)));
    Ok(())
}

/// Removes the cookie in the response to this request.
pub fn sign_out(request: &HttpRequest, app: &App) {
    put(request, build(app, name(app), String::new(), time::Duration::ZERO));
}

/// The secret of this browser, which makes the codes good that it asks for; sets it in the response to this request, for as long as these
/// are valid.
pub fn ask(request: &HttpRequest, app: &App) -> String {
    let secret = asker(request, app).unwrap_or_else(|| token::opaque(token::ASKER_PREFIX));
    put(request, build(app, asker_name(app), secret.clone(), time::Duration::minutes(EMAIL_MINUTES)));
    secret
}

/// The secret of this browser, if it has asked for a code lately.
pub fn asker(request: &HttpRequest, app: &App) -> Option<String> {
    let cookie = request.cookie(asker_name(app))?;
    let is_one = token::is_opaque(token::ASKER_PREFIX, cookie.value());
    is_one.then(|| cookie.value().to_owned())
}

/// Keeps how this browser wants to play the computer, for its next match.
pub fn remember_choice(request: &HttpRequest, app: &App, choice: String) {
    put(request, build(app, CHOICE, choice, time::Duration::days(COOKIE_DAYS)));
}

/// The choice that this browser has kept. Anyone can write it: it is no more than a wish.
pub fn choice(request: &HttpRequest) -> Option<String> {
    request.cookie(CHOICE).map(|cookie| cookie.value().to_owned())
}

/// Keeps that a lesson was solved in this browser. Its name has letters and digits only.
pub fn remember_solved(request: &HttpRequest, app: &App, lesson: String) {
    let mut names = solved(request);
    if names.len() < MAX_SOLVED && !names.contains(&lesson) {
        names.push(lesson);
        put(request, build(app, SOLVED, names.join("."), time::Duration::days(COOKIE_DAYS)));
    }
}

/// The lessons that were solved in this browser, as it says.
pub fn solved(request: &HttpRequest) -> Vec<String> {
    let cookie = request.cookie(SOLVED);
    let names = cookie.iter().flat_map(|cookie| cookie.value().split('.'));
    let is_name =
        |name: &&str| !name.is_empty() && name.len() < 30 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    names.filter(is_name).take(MAX_SOLVED).map(str::to_owned).collect()
}

/// Writes the pending cookies into the response.
pub fn write<B>(request: &HttpRequest, answer: &mut HttpResponse<B>) -> Result<()> {
    let Pending(cookies) = request.extensions_mut().remove::<Pending>().unwrap_or_default();
    cookies.iter().try_for_each(|cookie| answer.add_cookie(cookie).map_err(Problem::internal))
}

/// The caller of a cookie.
pub(super) enum Bearing {
    /// The cookie is young enough to be believed.
    Young(Caller),
    /// The database has to be asked, see [`renewed`].
    Old(Bearer),
    /// There is no cookie, or it is not valid, which removes it.
    Nothing,
}

/// Reads the cookie of a request.
pub(super) fn read(request: &HttpRequest, app: &App) -> Bearing {
    let Some(cookie) = request.cookie(name(app)) else { return Bearing::Nothing };
    match token::read_cookie(&app.secrets, &app.verified, cookie.value(), app.clock.now()) {
        Some((bearer, false)) => return Bearing::Old(bearer),
        Some((bearer, true)) => {
            if let Some(caller) = Caller::of_session(app, bearer) {
                return Bearing::Young(caller);
            }
        }
        None => {}
    }
    sign_out(request, app);
    Bearing::Nothing
}

/// The caller of an old cookie, which is renewed; `None` if its session has ended, which removes it.
pub(super) async fn renewed(request: &HttpRequest, app: &App, bearer: Bearer) -> Result<Option<Caller>> {
    let caller = Caller::of_old_cookie(app, bearer).await?;
    match caller {
        Some(_) => sign_in(request, app, bearer)?,
        None => sign_out(request, app),
    }
    Ok(caller)
}

/// Refuses a request that may change something and that a page of another site sent, or may have sent: browsers add the cookie to it.
pub fn from_own_page(request: &HttpRequest, app: &App) -> Result<()> {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    let sent = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let own = match (sent("sec-fetch-site"), sent(header::ORIGIN.as_str())) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => {
            Url::parse(&app.config.public_url).is_ok_and(|url| url.origin().ascii_serialization() == origin)
        }
        (None, None) => false,
    };
    if own {
        return Ok(());
    }
    let detail =
        format!("This form was not sent by a page of this server. Open {} and try again.", app.config.public_url);
    Err(Problem::new(Kind::FORBIDDEN, detail))
}
