//! The page behind "Move here" in a letter: the board as its reader sees it, and, as long as the turn lasts, a form to move.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use askama::Template;

use super::unstored;
use crate::picture;
use crate::play::look::{self, Thought};
use crate::play::turn_link::{Standing, TurnLink};
use crate::problem::{Answer, Problem};

/// So many ways to go on are listed; a large board has more than anybody reads.
const MOST_WAYS: usize = 40;

/// What has become of what the reader wrote.
pub enum News {
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
#[template(path = "pages/move.html")]
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
pub fn answer(link: &TurnLink, draft: &str, news: &News) -> Answer<HttpResponse> {
    let standing = link.standing();
    // Letters are forwarded and quoted: once its turn is over, the link shows no more than anybody may see.
    let lasts = matches!(standing, Standing::YourTurn | Standing::OthersMove) || matches!(news, News::Sent(_));
    let page = look::page(&link.m, lasts.then_some(link.user))?.ok_or_else(|| Problem::not_found("board"))?;
    let status = match news {
        News::Refused(problem) => problem.status_code(),
        News::None | News::Sent(_) | News::Thought(_) => StatusCode::OK,
    };
    let (row, names) = (&link.m.row, link.m.story_names()?);
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
        name: row.name.clone(),
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
    let (was, is) = (link.turn.turn, link.m.row.turn);
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

fn form(link: &TurnLink, draft: &str) -> Answer<Form> {
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
