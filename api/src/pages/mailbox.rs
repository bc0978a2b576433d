//! Emails that are kept because no mail server is set: for trials of the server on one machine. They are shown only there, at an address
//! with a key, which the server prints when it starts. A wrong key gets the same response as an address that does not exist; a browser on
//! that machine gets a page that says where the right one is, the same for all addresses without it.

use std::net::{Ipv4Addr, Ipv6Addr};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use data_encoding::BASE64;
use mail_parser::{MessageParser, MimeHeaders};
use serde::{Deserialize, Serialize};
use url::{Host, Url};
use uuid::Uuid;

use super::Page;
use super::refusal::respond_with;
use crate::app::App;
use crate::db::kept_emails::{self, KeptRow};
use crate::http;
use crate::http::extract::Query;
use crate::http::problem::Problem;
use crate::ids::EmailId;
use crate::inbox::by_hand;
use crate::play::telling::links;

/// Returns whether this request seems to come from a browser or program on the machine of the server that asks by itself, while emails
/// are kept there. A proxy that says nothing of itself looks the same, so this alone shows no email.
pub(super) fn is_here(app: &App, request: &HttpRequest) -> bool {
    let headers = request.headers();
    let here = request.peer_addr().is_some_and(|address| address.ip().to_canonical().is_loopback());
    // A proxy on this machine also comes from here. Most add a header; one that does not stands before a server with a public name.
    let handed_on = headers.keys().any(|name| {
        matches!(name.as_str(), "forwarded" | "via" | "x-real-ip") || name.as_str().starts_with("x-forwarded-")
    });
    // A request by another site's page comes from this machine, too; `Host` is a foreign name if that site's name resolves to here.
    let own_page = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = host.is_some_and(|host| is_this_machine(&format!("http://{host}/")));
    // Browsers name the origin of a form that is sent.
    let origin = headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    let own_form = origin.is_none_or(|origin| host.is_some_and(|host| origin == format!("http://{host}")));
    let private = app.post.is_none() && app.config.proxies == 0 && is_this_machine(&app.config.public_url);
    private && here && !handed_on && own_page && named && own_form
}

fn is_this_machine(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(four)) => four == Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(six)) => six == Ipv6Addr::LOCALHOST,
        None => false,
    })
}

/// Refuses requests without the key, and those from elsewhere: kept emails hold codes that sign in.
fn only_with_key(app: &App, request: &HttpRequest, key: &str) -> http::Result<()> {
    let opens = links::opens_mailbox(&app.secrets, key);
    if opens && is_here(app, request) { Ok(()) } else { Err(Problem::no_operation()) }
}

/// The page in place of a refusal for a browser that may see kept emails, and whose address lacks their key.
pub fn without_key(app: &App, request: &HttpRequest, problem: &Problem) -> Option<HttpResponse> {
    let rest = request.path().strip_prefix("/mailbox")?;
    let key = rest.split('/').nth(1).unwrap_or_default();
    if !(rest.is_empty() || rest.starts_with('/')) || links::opens_mailbox(&app.secrets, key) || !is_here(app, request)
    {
        return None;
    }
    let page = Page::new(
        "The mailbox link is incomplete",
        "No mail server is configured, so emails are kept on this \
                          machine. The link to them ends with a key.",
    )
    .and("Open the mailbox link that the server printed when it started; `turnpost doctor` prints it, too.");
    Some(respond_with(problem, &page))
}

#[derive(Template)]
#[template(path = "pages/mailbox.html")]
struct MailboxPage {
    path: String,
    emails: Vec<KeptRow>,
    /// The address at which anyone can write commands; none if messages are not read.
    standing: Option<String>,
    /// What became of a message, if one was written.
    news: String,
}

#[derive(Template)]
#[template(path = "pages/email.html")]
struct EmailPage {
    /// The path of the list.
    mailbox: String,
    /// The path of the email.
    path: String,
    recipient: String,
    subject: String,
    text: String,
    /// True if the email can be replied to.
    answerable: bool,
    /// What became of a reply, if one was written.
    news: String,
}

/// The place of an email: the key, and the email.
#[derive(Deserialize)]
pub struct Place {
    key: String,
    email_id: String,
}

/// The list of kept emails.
pub async fn list(app: web::Data<App>, request: HttpRequest, key: web::Path<String>) -> http::Result<HttpResponse> {
    only_with_key(&app, &request, &key)?;
    all(&app, String::new()).await
}

async fn all(app: &App, news: String) -> http::Result<HttpResponse> {
    let emails = kept_emails::list(&mut *app.db.get().await?, None).await?;
    let standing = app.addresses.as_ref().map(|addresses| addresses.standing.clone());
    Ok(respond(&MailboxPage { path: links::mailbox_path(&app.secrets), emails, standing, news }))
}

/// A message to the server.
#[derive(Deserialize)]
pub struct Written {
    from: String,
    text: String,
}

/// Takes a message to the standing address as a mail server would.
pub async fn write(
    app: web::Data<App>,
    request: HttpRequest,
    key: web::Path<String>,
    form: web::Form<Written>,
) -> http::Result<HttpResponse> {
    only_with_key(&app, &request, &key)?;
    let news = match by_hand::write(&app, form.from.trim(), &form.text).await {
        Ok(()) => "Your message was received. The answer is in the list; reload this page.".to_owned(),
        Err(why) => format!("Your message was refused: {why}."),
    };
    all(&app, news).await
}

fn respond(page: &impl Template) -> HttpResponse {
    super::answer(page, StatusCode::OK, "no-store")
}

/// An email as text, with a field for the reply.
pub async fn show(app: web::Data<App>, request: HttpRequest, place: web::Path<Place>) -> http::Result<HttpResponse> {
    email(&app, find(&app, &request, &place).await?, String::new())
}

fn email(app: &App, kept: KeptRow, news: String) -> http::Result<HttpResponse> {
    let parsed = MessageParser::new().parse(&kept.message);
    let answerable = parsed.is_some_and(|mail| mail.reply_to().is_some());
    let text = text(&kept.message);
    let mailbox = links::mailbox_path(&app.secrets);
    let path = format!("{mailbox}/{}", kept.id);
    Ok(respond(&EmailPage { mailbox, path, recipient: kept.recipient, subject: kept.subject, text, answerable, news }))
}

/// The reply to an email.
#[derive(Deserialize)]
pub struct WrittenAnswer {
    answer: String,
}

/// Takes a reply to an email as a mail server would.
pub async fn answer(
    app: web::Data<App>,
    request: HttpRequest,
    place: web::Path<Place>,
    form: web::Form<WrittenAnswer>,
) -> http::Result<HttpResponse> {
    let kept = find(&app, &request, &place).await?;
    let news = match by_hand::reply(&app, &kept.message, &form.answer).await {
        Ok(()) => "Your reply was received. The next email tells you the result.".to_owned(),
        Err(why) => format!("Your reply was refused: {why}."),
    };
    email(&app, kept, news)
}

/// Shows an email as a mail program does: its HTML, with its picture inside.
pub async fn show_html(
    app: web::Data<App>,
    request: HttpRequest,
    place: web::Path<Place>,
) -> http::Result<HttpResponse> {
    let kept = find(&app, &request, &place).await?;
    let parsed = MessageParser::new().parse(&kept.message).ok_or_else(|| Problem::internal("a kept email"))?;
    let mut body = parsed.body_html(0).unwrap_or_default().into_owned();
    for part in parsed.attachments() {
        if let Some(cid) = part.content_id() {
            let picture = format!("data:image/png;base64,{}", BASE64.encode(part.contents()));
            body = body.replace(&format!("cid:{cid}"), &picture);
        }
    }
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .body(body))
}

/// The recipient whose emails are listed.
#[derive(Deserialize)]
pub struct Recipient {
    to: Option<String>,
}

#[derive(Serialize)]
struct KeptEmail {
    id: Uuid,
    to: String,
    subject: String,
    text: String,
}

/// The emails to one recipient or to all as JSON, at most 20, the newest first.
pub async fn list_json(
    app: web::Data<App>,
    request: HttpRequest,
    key: web::Path<String>,
    Query(query): Query<Recipient>,
) -> http::Result<HttpResponse> {
    only_with_key(&app, &request, &key)?;
    let mut connection = app.db.get().await?;
    let mut list = Vec::new();
    // Postgres refuses texts with a NUL.
    let to = query.to.as_deref().map(|to| to.split('\0').next().unwrap_or_default());
    for row in kept_emails::list(&mut connection, to).await?.into_iter().take(20) {
        if let Some(kept) = kept_emails::find(&mut connection, row.id).await? {
            let text = text(&kept.message);
            list.push(KeptEmail { id: kept.id.0, to: kept.recipient, subject: kept.subject, text });
        }
    }
    Ok(HttpResponse::Ok().json(list))
}

async fn find(app: &App, request: &HttpRequest, place: &Place) -> http::Result<KeptRow> {
    only_with_key(app, request, &place.key)?;
    let id = Uuid::try_parse(&place.email_id).map_err(|_| Problem::not_found("email"))?;
    let kept = kept_emails::find(&mut *app.db.get().await?, EmailId(id)).await?;
    kept.ok_or_else(|| Problem::not_found("email"))
}

fn text(message: &[u8]) -> String {
    let parsed = MessageParser::new().parse(message);
    parsed.and_then(|mail| mail.body_text(0).map(std::borrow::Cow::into_owned)).unwrap_or_default()
}
