//! The page behind "Move here" in an email: the page of the match as its reader sees it, and, as long as the turn lasts, the bar to move.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::board::{self, Drafts, News, Reader, Way};
use super::{Result, sign_in};
use crate::app::App;
use crate::http::caller::ClientNetwork;
use crate::http::extract::Query;
use crate::http::problem::Problem;
use crate::http::{self, cookie};
use crate::play::Refusal;
use crate::play::game::decks;
use crate::play::game::turn_link::{TurnLink, open};
use crate::play::telling::{links, look, notes};

/// The fields of the form.
#[derive(Deserialize)]
pub struct WrittenMove {
    /// The text of the move.
    #[serde(default)]
    pub(super) r#move: String,
    /// The turn that the page showed. Default: the turn of the link.
    #[serde(default, deserialize_with = "number")]
    pub(super) turn: Option<u32>,
    /// A note to the other players.
    #[serde(default)]
    pub(super) note: String,
    /// Sent by the button that sends the note without a move.
    #[serde(default)]
    pub(super) only_note: Option<String>,
    /// Sent by the button that checks the move without playing it.
    #[serde(default)]
    pub(super) preview: Option<String>,
    /// The chosen standing orders: fields whose names begin with `order-`, instead of a move.
    #[serde(flatten)]
    pub(super) others: BTreeMap<String, String>,
}

/// A number that is written as text. Beside fields of any name all values are text.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

impl WrittenMove {
    /// The text of the move, or of the orders that were chosen.
    fn text(&self, link: &TurnLink) -> crate::play::Result<Cow<'_, str>> {
        let orders = self.others.iter().filter(|(name, _)| name.starts_with("order-"));
        let orders: Vec<&str> = orders.map(|(_, order)| order.as_str()).collect();
        if orders.is_empty() {
            return Ok(Cow::Borrowed(&self.r#move));
        }
        look::ordered(&link.m, link.person.id, &orders).map(Cow::Owned)
    }
}

/// A text to begin with.
#[derive(Deserialize, Default)]
pub struct Draft {
    #[serde(default)]
    r#move: String,
    /// The name of a card: its sheet is shown.
    #[serde(default)]
    card: String,
}

/// What a draft on a page is: nothing, the beginning of a move, a move, or neither.
pub(super) async fn consider(app: &App, link: &TurnLink, text: &str) -> crate::play::Result<News> {
    if text.trim().is_empty() {
        return Ok(News::None);
    }
    match check(app, link, text).await {
        Err(refusal @ Refusal::Rules(_)) => Ok(News::Unclear(refusal.into())),
        // It cannot be played any more: the page says why.
        Err(Refusal::Conflict(_) | Refusal::Forbidden(_)) => Ok(News::None),
        checked => checked,
    }
}

/// Checks a move. The beginning of one is not an error: the page shows its next choices.
async fn check(app: &App, link: &TurnLink, text: &str) -> crate::play::Result<News> {
    let begins = || look::choices(&link.m, link.person.id, text).is_ok_and(|choices| !choices.is_empty());
    let spelled = decks::spelled_out(app, (&link.m, link.person.id), text).await?;
    match look::preview(app, &link.m, link.person.id, &spelled) {
        Ok(thought) => Ok(News::Thought(Box::new(thought))),
        Err(Refusal::Rules(_)) if begins() => Ok(News::None),
        Err(refusal) => Err(refusal),
    }
}

/// What became of a form.
pub(super) struct Used {
    pub(super) news: News,
    /// The draft of a note that was not passed on.
    pub(super) note: String,
    /// A sentence about the note, if one was sent.
    pub(super) noted: Option<String>,
}

/// Writes the note of a form, and plays or previews its move. The link holds the match as it is afterwards; a refused move may have come
/// too late, so the caller reads the match again.
pub(super) async fn use_form(app: &App, link: &mut TurnLink, form: &WrittenMove) -> Used {
    let WrittenMove { note, preview, only_note, .. } = form;
    let sends_note = preview.is_none() && !note.trim().is_empty();
    let written = if sends_note { Some(notes::write(app, link.m.id(), link.person.id, note).await) } else { None };
    let news = match form.text(link) {
        Err(refusal) => Err(refusal),
        Ok(text) if preview.is_some() => check(app, link, &text).await,
        Ok(text) if only_note.is_some() => consider(app, link, &text).await,
        Ok(text) if sends_note && text.trim().is_empty() => Ok(News::None),
        Ok(text) => link.play(app, &text, app.clock.now(), None).await.map(|accepted| {
            link.m = accepted.m;
            News::Sent(accepted.text)
        }),
    };
    let news = news.unwrap_or_else(|refusal| News::Refused(Problem::from(refusal)));
    let (note, noted) = match written {
        None => (note.clone(), None),
        Some(Ok(_)) => {
            (String::new(), Some("Your note has been sent. The other players see it in their next emails.".to_owned()))
        }
        Some(Err(refusal)) => (note.clone(), Some(format!("Your note has not been sent: {refusal}"))),
    };
    Used { news, note, noted }
}

fn base(token: &str) -> String {
    format!("/move/{token}")
}

/// Show the page of a turn.
///
/// Opening the page does not play a move.
pub async fn show_move_page(
    app: web::Data<App>,
    token: web::Path<String>,
    draft: Result<web::Query<Draft>, actix_web::Error>,
) -> Result<HttpResponse> {
    // A query that cannot be read is no reason to refuse the page of an email.
    let Draft { r#move: draft, card } = draft.map(web::Query::into_inner).unwrap_or_default();
    let link = open(&app, &token).await?.go_on(&app).await?;
    let news = if link.standing()?.lasts() { consider(&app, &link, &draft).await? } else { News::None };
    let drafts = Drafts { text: &draft, card: &card, ..Drafts::default() };
    Ok(board::show(&app, (&Reader::Player(link), Way::Email, &base(&token)), drafts, &news, None).await?)
}

/// Play or preview a move from the page.
///
/// This works during the turn that the email is about, and for 15 minutes after a move in it also in the next turns of the player.
pub async fn use_move_page(
    app: web::Data<App>,
    token: web::Path<String>,
    form: Result<web::Form<WrittenMove>, actix_web::Error>,
) -> Result<HttpResponse> {
    // A link that opens nothing is refused before the form is read.
    let mut link = open(&app, &token).await?;
    let form = match form {
        Ok(form) => form.into_inner(),
        Err(error) => return Ok(HttpResponse::from_error(error)),
    };
    // A form of the turn of the link, sent once more, must not be played in a later turn.
    if form.turn.is_some_and(|turn| turn != link.turn.turn && turn == link.m.turn()) {
        link = link.go_on(&app).await?;
    }
    let Used { news, note, noted } = use_form(&app, &mut link, &form).await;
    if matches!(news, News::Refused(_)) {
        link = open(&app, &token).await?.go_on(&app).await?;
    }
    let drafts = Drafts { text: &form.r#move, note: &note, ..Drafts::default() };
    Ok(board::show(&app, (&Reader::Player(link), Way::Email, &base(&token)), drafts, &news, noted).await?)
}

/// Sends a sign-in code to the mailbox of the player, and leads to the form for it. The link of an email is not enough to sign in: emails
/// are forwarded.
pub async fn sign_in(
    app: web::Data<App>,
    network: ClientNetwork,
    token: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    cookie::from_own_page(&request, &app)?;
    let link = open(&app, &token).await?;
    let address = link.person.address.as_deref().ok_or(Refusal::NotFound("address"))?;
    Ok(sign_in::send_code(&app, &request, network, address, &links::match_path(link.m.id())).await?)
}

/// The continuations of a text.
#[derive(Serialize)]
pub(super) struct Continuations {
    pub(super) prompt: String,
    pub(super) choices: Vec<engine::Choice>,
}

/// The beginning of a move.
#[derive(Deserialize)]
pub struct Beginning {
    #[serde(default)]
    so_far: String,
}

/// Lists the continuations of a move, for the script of the page; none once the turn is over.
pub async fn list_choices(
    app: web::Data<App>,
    token: web::Path<String>,
    Query(beginning): Query<Beginning>,
) -> http::Result<HttpResponse> {
    let link = open(&app, &token).await?.go_on(&app).await?;
    let (m, user, so_far) = (&link.m, link.person.id, &beginning.so_far);
    let (prompt, choices) = if link.standing()?.lasts() {
        let choices = look::choices(m, user, so_far)?;
        (look::prompt(m, user, so_far, &choices)?, choices)
    } else {
        (String::new(), Vec::new())
    };
    Ok(HttpResponse::Ok().json(Continuations { prompt, choices }))
}
