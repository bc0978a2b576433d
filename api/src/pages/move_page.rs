//! The page behind "Move here" in a letter: the board as its reader sees it, and, as long as the turn lasts, a form to move.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use engine::{Page, Wanted};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Result, unstored};
use crate::app::App;
use crate::brief::{Panel, Passage, Table, Turn, beginnings, ends, panels};
use crate::http::problem::Problem;
use crate::http::responses::{Conflict, JsonBody, NotFound, PageProblems, UnreadableMove};
use crate::picture;
use crate::play::look::{self, Thought};
use crate::play::turn_link::{Standing, TurnLink, open};
use crate::play::{brief, notes};

/// The fields of the form.
#[derive(Deserialize, ToSchema)]
pub struct WrittenMove {
    /// The text of the move.
    #[serde(default)]
    r#move: String,
    /// A note to the table.
    #[serde(default)]
    note: String,
    /// Sent by the button that only asks whether the move can be played.
    #[serde(default)]
    preview: Option<String>,
}

/// A text to begin with.
#[derive(Deserialize)]
pub struct Draft {
    #[serde(default)]
    r#move: String,
}

/// Show the page of a turn.
///
/// Opening the page plays nothing.
#[utoipa::path(get, path = "/move/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link"),
        ("move" = Option<String>, Query, description = "The text of a move, to be filled in", example = "e5-e7")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound, Conflict)>))]
pub async fn show_move_page(
    app: web::Data<App>,
    token: web::Path<String>,
    draft: Result<web::Query<Draft>, actix_web::Error>,
) -> Result<HttpResponse> {
    // A query that cannot be read is no reason to refuse the page of a letter.
    let draft = draft.map(|draft| draft.into_inner().r#move).unwrap_or_default();
    answer(&app, &open(&app, &token).await?, Drafts { text: &draft, note: "" }, &News::None, None).await
}

/// Play or preview a move from the page.
///
/// Only in the turn of the letter.
#[utoipa::path(post, path = "/move/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    request_body(content = WrittenMove, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, content_type = "text/html", body = String),
        PageProblems<(JsonBody, NotFound, Conflict, UnreadableMove)>))]
pub async fn use_move_page(
    app: web::Data<App>,
    token: web::Path<String>,
    form: Result<web::Form<WrittenMove>, actix_web::Error>,
) -> Result<HttpResponse> {
    // A link that opens nothing is refused before the form is read.
    let mut link = open(&app, &token).await?;
    let WrittenMove { r#move: text, note, preview } = match form {
        Ok(form) => form.into_inner(),
        Err(error) => return Ok(HttpResponse::from_error(error)),
    };
    let sends_note = preview.is_none() && !note.trim().is_empty();
    let written = if sends_note { Some(notes::write(&app, link.m.id(), link.person.id, &note).await) } else { None };
    let news = if preview.is_some() {
        look::preview(&app, &link.m, link.person.id, &text).map(News::Thought)
    } else if sends_note && text.trim().is_empty() {
        Ok(News::None)
    } else {
        link.play(&app, &text, app.clock.now(), None).await.map(|accepted| {
            link.m = accepted.m;
            News::Sent(accepted.text)
        })
    };
    let news = match news {
        Ok(news) => news,
        Err(refusal) => {
            // The refused move may have come too late, so the match is read again.
            link = open(&app, &token).await?;
            News::Refused(Problem::from(refusal))
        }
    };
    let (note, told) = match written {
        None => (note, None),
        Some(Ok(_)) => {
            (String::new(), Some("Your note is passed on; the others read it in their next letters.".to_owned()))
        }
        Some(Err(refusal)) => (note, Some(format!("Your note was not passed on: {refusal}"))),
    };
    answer(&app, &link, Drafts { text: &text, note: &note }, &news, told).await
}

/// Texts that the reader has written and not sent.
#[derive(Clone, Copy)]
struct Drafts<'a> {
    text: &'a str,
    note: &'a str,
}

/// The state of the reader's text.
enum News {
    /// Nothing was written.
    None,
    /// It was played, in this spelling.
    Sent(String),
    /// It was only checked.
    Thought(Thought),
    /// It was refused.
    Refused(Problem),
}

#[derive(Template)]
#[template(path = "pages/move_page.html")]
struct MovePage {
    name: String,
    game_id: String,
    /// Notices about the reader's text and the state of the match, the most urgent first.
    lines: Vec<String>,
    /// What a checked text leads to, what is asked of the reader, and the story since the reader's last move.
    story: Vec<Passage>,
    /// The sentence above the board.
    headline: String,
    /// Made by our own painter, which escapes every name.
    svg: String,
    text: String,
    /// The notation, and the texts beside the board.
    below: Vec<Passage>,
    /// The reader's text, unless it was played.
    draft: String,
    form: Option<Form>,
    /// The draft of a note, if notes can be written here.
    note: Option<String>,
}

/// The form to move.
struct Form {
    label: &'static str,
    /// The continuations of the draft, or the beginnings of a move.
    ways: Vec<String>,
    more: usize,
    /// Moves that have a button: the text, its label, what it means.
    words: Vec<(String, String, String)>,
}

/// The page of a link, with the reader's drafts, and what became of a note.
async fn answer(
    app: &App,
    link: &TurnLink,
    Drafts { text: draft, note }: Drafts<'_>,
    news: &News,
    noted: Option<String>,
) -> Result<HttpResponse> {
    let standing = link.standing()?;
    let is_awaited = matches!(standing, Standing::YourTurn | Standing::Midway);
    // Letters are forwarded and quoted: once its turn is over, the link shows no more than spectators may see.
    let lasts = standing.lasts() || matches!(news, News::Sent(_));
    let page = look::page(&link.m, lasts.then_some(link.person.id))?.ok_or_else(|| Problem::not_found("board"))?;
    // While others may be asked, an answer can be changed.
    let may_move = is_awaited || (standing == Standing::OthersMove && page.waiting.undisclosed);
    let table = brief::table(&link.m, &link.person.name)?;
    let (now, zone) = (app.clock.now(), &link.person.time_zone);
    let turn = if may_move { Some(brief::turn(&link.m, link.seat(), &page, zone)?) } else { None };
    let wanted = turn.as_ref().and_then(|turn| turn.wanted(&page));
    let mut lines: Vec<String> = noted.into_iter().chain(told(news)).collect();
    if !matches!(news, News::Sent(_)) || may_move {
        lines.push(stands(link, standing, news, table.wanted(&page, wanted), wanted, &page));
    }
    let deadline = turn.as_ref().and_then(|turn| turn.deadline);
    lines.extend(deadline.map(|deadline| deadline.words(now)));
    lines.extend(page.outcome.as_ref().map(|outcome| outcome.reason.clone()));
    lines.extend(table.waiting(&page));
    lines.extend(brief::responses(&link.m, &page, zone).map(|responses| responses.words(now)));
    lines.extend(brief::unreachable(&link.person, now));
    let asked = foretold(news).into_iter().chain(turn.as_ref().map(Turn::asked).unwrap_or_default());
    let story = if lasts { link.story(app, &table.names()).await?.passages() } else { Vec::new() };
    let story = asked.chain(story).collect();
    let draft = if matches!(news, News::Sent(_)) { "" } else { draft };
    let form = turn.as_ref().map(|turn| form(link, label(standing, wanted), turn, draft)).transpose()?;
    let how = turn.into_iter().flat_map(|turn| how(turn, &page));
    let template = MovePage {
        name: table.called(),
        game_id: link.m.game().to_owned(),
        lines,
        story,
        headline: page.scene.title.clone(),
        svg: engine::svg::paint(&picture::board_alone(&page.scene), engine::svg::Style::Full),
        text: page.text(),
        below: how.chain(beside(&table, &page)).collect(),
        draft: draft.to_owned(),
        form,
        note: (lasts && link.m.takes_notes()).then(|| note.to_owned()),
    };
    let status = match news {
        News::Refused(problem) => problem.status_code(),
        News::None | News::Sent(_) | News::Thought(_) => StatusCode::OK,
    };
    Ok(unstored(&template, status))
}

/// Examples and notation.
fn how(turn: Turn, page: &Page) -> Vec<Passage> {
    let (title, examples) = (turn.how(page), turn.for_example(page));
    let notation = (!turn.notation.is_empty()).then_some(Passage::Notation(turn.notation));
    let passages: Vec<Passage> = examples.into_iter().chain(notation).collect();
    let heading = (!passages.is_empty()).then_some(Passage::heading(title));
    heading.into_iter().chain(passages).collect()
}

/// The texts beside the board: players, panels, notes, the key to the signs, ways to end.
fn beside(table: &Table, page: &Page) -> Vec<Passage> {
    // Listed lines follow their title, each on its own.
    let lines = |panel: Panel| {
        let listed = panel.listed.into_iter().map(|line| format!("\u{2013} {line}"));
        std::iter::once(panel.words).chain(listed).collect::<Vec<_>>()
    };
    let panels = panels(&page.scene).into_iter().flat_map(lines);
    let notes = page.scene.notes.iter().chain([&page.scene.picture_key]).filter(|words| !words.is_empty());
    let mut passages = vec![Passage::heading("The match"), Passage::Words(table.who_is_who(page))];
    passages.push(Passage::List(panels.collect()));
    passages.extend(notes.cloned().map(Passage::Words));
    passages.extend(ends(page));
    passages
}

/// What a checked text leads to.
fn foretold(news: &News) -> Vec<Passage> {
    match news {
        News::Thought(thought) if !thought.foretold.is_empty() => {
            vec![Passage::heading("If no other player responds"), Passage::List(thought.foretold.clone())]
        }
        News::Thought(_) | News::None | News::Sent(_) | News::Refused(_) => Vec::new(),
    }
}

fn told(news: &News) -> Option<String> {
    Some(match news {
        News::None => return None,
        News::Sent(text) => format!("Sent: {text}"),
        News::Thought(thought) if thought.refused.is_none() => {
            format!("{} Nothing has been sent yet.", thought.words())
        }
        News::Thought(thought) => thought.words(),
        News::Refused(problem) => format!("Nothing has been sent: {}", problem.detail()),
    })
}

/// Where the match stands; `lead` says what is wanted of a reader who is awaited.
fn stands(
    link: &TurnLink,
    standing: Standing,
    news: &News,
    lead: String,
    wanted: Option<Wanted>,
    page: &Page,
) -> String {
    let (was, is) = (link.turn.turn, link.m.turn());
    match standing {
        Standing::YourTurn | Standing::Midway if wanted.is_some() => lead,
        // What was sent was a part, or a word that ends no turn.
        Standing::YourTurn if matches!(news, News::Sent(_)) => "Your move is still wanted.".to_owned(),
        Standing::YourTurn => format!("It is your turn (turn {is})."),
        Standing::Midway => "Your turn is not over: send the rest of it.".to_owned(),
        Standing::OthersMove if page.waiting.undisclosed => {
            "You have nothing to do now. Until the match goes on, you can send another answer.".to_owned()
        }
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

/// The label of the field for the text.
fn label(standing: Standing, wanted: Option<Wanted>) -> &'static str {
    match (wanted, standing) {
        (Some(Wanted::Answer), _) => "Your answer",
        (Some(Wanted::Choice), _) => "Your choice",
        (None, Standing::Midway) => "The rest of your move",
        (
            None,
            Standing::YourTurn | Standing::OthersMove | Standing::TurnIsOver | Standing::Left | Standing::MatchIsOver,
        ) => "Your move",
    }
}

fn form(link: &TurnLink, label: &'static str, turn: &Turn, draft: &str) -> Result<Form> {
    let words = turn.choices.iter().filter(|choice| choice.complete).filter_map(|choice| {
        let label = match choice.text.as_str() {
            "pass" => "Pass",
            "agree" => "Agree to end",
            "disagree" => "Take back that you agree",
            _ => return None,
        };
        Some((choice.text.clone(), label.to_owned(), choice.words.clone()))
    });
    // The ways to make a choice can be sent as they are.
    let request = turn.request.as_ref().filter(|request| request.wanted == Wanted::Choice);
    let chosen = request.into_iter().flat_map(|request| &request.ways);
    let words = words.chain(chosen.map(|way| (way.text.clone(), way.text.clone(), way.words.clone())));
    let after = if draft.trim().is_empty() { Vec::new() } else { look::choices(&link.m, link.person.id, draft)? };
    let (ways, more) = beginnings(if after.is_empty() { &turn.choices } else { &after });
    Ok(Form { label, ways: ways.into_iter().map(str::to_owned).collect(), more, words: words.collect() })
}
