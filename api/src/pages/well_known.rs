//! Files that programs look for at addresses that are the same on every server: for those who report a vulnerability, and for search
//! engines.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use chrono::Days;

use super::Result;
use crate::app::App;
use crate::http::problem::Problem;

/// The days for which the file is good: it is made again at each request, so it never expires (RFC 9116, section 2.5.5).
const GOOD_DAYS: Days = Days::new(180);

/// What search engines are to leave alone: the API, and what has no end, such as earlier positions. That they show no page they learn from the
/// pages themselves (`noindex`), which they have to read for that.
const ROBOTS: &str = "User-agent: *\nDisallow: /v1/\nDisallow: /*?\n";

/// The same on a server that search engines are to leave alone.
const NO_ROBOTS: &str = "User-agent: *\nDisallow: /\n";

/// A text that changes with the settings only.
fn text(text: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body(text)
}

/// Shows to whom a vulnerability can be reported (RFC 9116). There is no such file where the settings name no address of the host.
pub async fn show_security(app: web::Data<App>) -> Result<HttpResponse> {
    let contact = contact(&app).ok_or_else(|| Problem::not_found("file"))?;
    let expires = (app.clock.now() + GOOD_DAYS).format("%Y-%m-%dT00:00:00Z");
    let url = &app.config.public_url;
    let path = "/.well-known/security.txt";
    Ok(text(format!("Contact: mailto:{contact}\nExpires: {expires}\nCanonical: {url}{path}\n")))
}

/// The address of the host for everyone: postmaster at the domain of replies, where the server itself takes mail for it, else the address
/// of the host for people. A `%` in it would begin an encoded byte of a link, and `?` and `#` would end it (RFC 6068).
fn contact(app: &App) -> Option<String> {
    let config = &app.config;
    let takes_mail = config.smtp_listen.is_some() && config.postmaster.is_some();
    let postmaster = config.reply_address.as_ref().filter(|_| takes_mail);
    let address = postmaster.map(|pattern| format!("postmaster@{}", pattern.domain()));
    let address = address.or_else(|| config.host_address.as_ref().map(ToString::to_string))?;
    Some(address.replace('%', "%25").replace('?', "%3F").replace('#', "%23").replace('&', "%26"))
}

/// Shows what search engines may look at (RFC 9309).
pub async fn show_robots(app: web::Data<App>) -> HttpResponse {
    text(if app.config.search_engines { ROBOTS } else { NO_ROBOTS }.to_owned())
}
