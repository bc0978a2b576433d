//! The page behind "Move here" in a letter: the board as its reader sees it, and, as long as the turn lasts, a form to move.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Result, unstored};
use crate::app::App;
use crate::http::problem::Problem;
use crate::picture;
use crate::play::look::{self, Thought};
use crate::play::turn_link::{Standing, TurnLink, open};

/// So many ways to go on are listed; a large board has more than anybody reads.
const MOST_WAYS: usize = 40;

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

/// Show the page on which the reader of a letter moves. Showing it moves nothing.
#[utoipa::path(get, path = "/move/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String),
        (status = 409, content_type = "text/html", body = String),
        (status = 429, content_type = "text/html", body = String)))]
pub async fn show_move_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    answer(&open(&app, &token).await?, "", &News::None)
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
) -> Result<HttpResponse> {
    // A link that opens nothing is refused before the form is read.
    let mut link = open(&app, &token).await?;
    let WrittenMove { r#move: text, preview } = match form {
        Ok(form) => form.into_inner(),
        Err(error) => return Ok(HttpResponse::from_error(error)),
    };
    let news = if preview.is_some() {
        look::preview(&app, &link.m, link.user, &text).map(News::Thought)
    } else {
        link.play(&app, &text).await.map(|accepted| {
            link.m = accepted.m;
            News::Sent(accepted.text)
        })
    };
    let news = match news {
        Ok(news) => news,
        Err(refusal) => {
            // What was refused may have been overtaken.
            link = open(&app, &token).await?;
            News::Refused(Problem::from(refusal))
        }
    };
    answer(&link, &text, &news)
}

/// What has become of what the reader wrote.
enum News {
    /// Nothing was written.
    None,
    /// It was played, in this spelling.
    Sent(String),
    /// It was only thought of.
    Thought(Thought),
    /// It was refused.
    Refused(Problem),
}

#[derive(Template)]
#[template(path = "pages/move_page.html")]
struct MovePage {
    name: String,
    game: &'static str,
    /// What has become of the reader's text, and how things stand; the most urgent first.
    lines: Vec<String>,
    /// Made by our own painter, which escapes every name.
    svg: String,
    text: String,
    /// What stands beside the board: panels, notes, ways to end, what the signs mean.
    beside: Vec<String>,
    /// Who plays.
    players: String,
    /// What the reader wrote, unless it is played.
    draft: String,
    form: Option<Form>,
}

/// What can be done.
struct Form {
    /// How the draft can go on, or how a move can begin.
    ways: Vec<String>,
    more: usize,
    notation: &'static [(&'static str, &'static str)],
    /// Moves of one word that have a button: the word, its label, what it means.
    words: Vec<(String, &'static str, String)>,
}

/// The page of a link, with what has become of the text `draft`.
fn answer(link: &TurnLink, draft: &str, news: &News) -> Result<HttpResponse> {
    let standing = link.standing()?;
    // Letters are forwarded and quoted: once its turn is over, the link shows no more than anybody may see.
    let lasts = matches!(standing, Standing::YourTurn | Standing::OthersMove) || matches!(news, News::Sent(_));
    let page = look::page(&link.m, lasts.then_some(link.user))?.ok_or_else(|| Problem::not_found("board"))?;
    let status = match news {
        News::Refused(problem) => problem.status_code(),
        News::None | News::Sent(_) | News::Thought(_) => StatusCode::OK,
    };
    let names = link.m.story_names()?;
    let mut lines = Vec::from_iter(told(news));
    if !matches!(news, News::Sent(_)) || standing == Standing::YourTurn {
        lines.push(stands(link, standing));
    }
    if let Some(outcome) = &page.outcome {
        lines.push(outcome.reason.clone());
    } else if !page.waiting.seats.is_empty() {
        let perhaps = if page.waiting.undisclosed { ", and perhaps for others" } else { "" };
        lines.push(format!("The match waits for {}{perhaps}.", names.list(page.waiting.seats)));
    }
    let draft = if matches!(news, News::Sent(_)) { "" } else { draft };
    let form = if standing == Standing::YourTurn { Some(form(link, draft)?) } else { None };
    let panels = page.scene.panels.iter().map(|panel| {
        let you = if panel.yours { " (you)" } else { "" };
        format!("{}{you}: {}", panel.title, panel.lines.join("; "))
    });
    let ends = page.ends.iter().map(|end| end.words.clone());
    let beside = panels.chain(page.scene.notes.clone()).chain(ends).chain([page.scene.picture_key.clone()]);
    let template = MovePage {
        name: link.m.name().to_owned(),
        game: link.m.rules.info().name,
        lines,
        svg: engine::svg::paint(&picture::board_alone(&page.scene)),
        text: page.text(),
        beside: beside.filter(|words| !words.is_empty()).collect(),
        players: names.0.join(", "),
        draft: draft.to_owned(),
        form,
    };
    Ok(unstored(&template, status))
}

fn told(news: &News) -> Option<String> {
    Some(match news {
        News::None => return None,
        News::Sent(text) => format!("Sent: {text}"),
        News::Thought(Thought { text, refused: None }) => {
            format!("{text} can be played. Nothing has been sent yet.")
        }
        News::Thought(Thought { text, refused: Some(illegal) }) => format!("{text} cannot be played: {}", illegal.why),
        News::Refused(problem) => format!("Nothing has been sent: {}", problem.detail()),
    })
}

fn stands(link: &TurnLink, standing: Standing) -> String {
    let (was, is) = (link.turn.turn, link.m.turn());
    match standing {
        Standing::YourTurn => format!("It is your turn (turn {is})."),
        Standing::OthersMove => "You have nothing to do in this turn now.".to_owned(),
        Standing::TurnIsOver => {
            format!(
                "This link is of no more use: it was for turn {was}, and it is turn {is}. The latest letter has the right one."
            )
        }
        Standing::Left => "You have left this match.".to_owned(),
        Standing::MatchIsOver => "The match is over.".to_owned(),
    }
}

fn form(link: &TurnLink, draft: &str) -> Result<Form> {
    let all = look::choices(&link.m, link.user, "")?;
    let words = all.iter().filter(|choice| choice.complete).filter_map(|choice| {
        let label = match choice.text.as_str() {
            "pass" => "Pass",
            "agree" => "Agree to end",
            "disagree" => "Take back that you agree",
            _ => return None,
        };
        Some((choice.text.clone(), label, choice.words.clone()))
    });
    let words = words.collect();
    let mut ways = if draft.trim().is_empty() { Vec::new() } else { look::choices(&link.m, link.user, draft)? };
    if ways.is_empty() {
        ways = all;
    }
    let more = ways.len().saturating_sub(MOST_WAYS);
    let ways = ways.into_iter().take(MOST_WAYS).map(|choice| choice.text).collect();
    Ok(Form { ways, more, notation: link.m.rules.info().notation, words })
}
