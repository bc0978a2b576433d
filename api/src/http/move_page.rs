//! Moving from a letter: the page whose link stands in it, and its form.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::pages::move_page::{News, answer};
use crate::pages::refusal;
use crate::play::look;
use crate::play::turn_link::open;
use crate::problem::{Answer, Problem};

/// What the form of the page sends.
#[derive(Deserialize, ToSchema)]
pub struct WrittenMove {
    /// The text of the move.
    #[serde(default)]
    r#move: String,
    /// Sent by the button that only asks whether the move can be played.
    #[serde(default)]
    preview: Option<String>,
}

/// Show the page on which a letter lets its reader move. It moves nothing.
#[utoipa::path(get, path = "/move/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String),
        (status = 409, content_type = "text/html", body = String),
        (status = 429, content_type = "text/html", body = String)))]
pub async fn show_move_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    let shown = async { answer(&open(&app, &token).await?, "", &News::None) };
    shown.await.unwrap_or_else(|problem| refusal(&problem))
}

/// Move, or only try a move, in the turn of the letter.
#[utoipa::path(post, path = "/move/{token}", tag = "pages", params(("token" = String, Path)),
    request_body(content = WrittenMove, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String),
        (status = 409, content_type = "text/html", body = String),
        (status = 422, content_type = "text/html", body = String),
        (status = 429, content_type = "text/html", body = String)))]
pub async fn use_move_page(
    app: web::Data<App>,
    token: web::Path<String>,
    form: Result<web::Form<WrittenMove>, actix_web::Error>,
) -> HttpResponse {
    // A link that opens nothing is refused before anything is said about the form.
    let written = async { written(&app, &token, form).await };
    written.await.unwrap_or_else(|problem| refusal(&problem))
}

async fn written(
    app: &App,
    token: &str,
    form: Result<web::Form<WrittenMove>, actix_web::Error>,
) -> Answer<HttpResponse> {
    let mut link = open(app, token).await?;
    let WrittenMove { r#move: text, preview } = match form {
        Ok(form) => form.into_inner(),
        Err(error) => return Ok(HttpResponse::from_error(error)),
    };
    let news = if preview.is_some() {
        look::preview(app, &link.m, link.user, &text).map(News::Thought)
    } else {
        link.play(app, &text).await.map(|accepted| {
            link.m = accepted.m;
            News::Sent(accepted.text)
        })
    };
    let news = match news {
        Ok(news) => news,
        Err(refusal) => {
            // What was refused may have been overtaken.
            link = open(app, token).await?;
            News::Refused(Problem::from(refusal))
        }
    };
    answer(&link, &text, &news)
}
