//! The decks that a person keeps.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use engine::library::ReadDeck;
use serde::Deserialize;

use super::nav::Nav;
use super::signed_in::SignedIn;
use super::{Result, own};
use crate::app::App;
use crate::db::decks::{DeckRow, of_user};
use crate::http::problem::Problem;
use crate::play::Refusal;
use crate::play::game::decks;
use crate::play::people::account;
use crate::play::people::caller::Caller;

#[derive(Template)]
#[template(path = "pages/decks.html")]
struct DecksPage {
    nav: Option<Nav>,
    /// The games with decks.
    games: Vec<(&'static str, &'static str)>,
    decks: Vec<Kept>,
    /// What is in the form.
    form: Pasted,
    /// How the list of the form was read, if it was.
    read: Option<ReadDeck>,
    news: News,
}

/// What became of a form.
enum News {
    Nothing,
    Done(String),
    Refused(Problem),
}

/// A deck of the list.
struct Kept {
    game: String,
    name: String,
    read: ReadDeck,
}

/// A deck that was pasted.
#[derive(Deserialize, Default)]
pub struct Pasted {
    #[serde(default)]
    game: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    list: String,
    #[serde(default)]
    cards: String,
    /// Present if the deck is only to be checked.
    check: Option<String>,
}

impl From<&DeckRow> for Pasted {
    fn from(row: &DeckRow) -> Pasted {
        let DeckRow { game, name, list, cards, .. } = row.clone();
        Pasted { game, name, list, cards, check: None }
    }
}

/// What the page can be asked for.
#[derive(Deserialize, Default)]
pub struct Open {
    /// The name of the deck whose text is to be in the form.
    #[serde(default)]
    edit: String,
}

/// What is in the form.
enum Form {
    /// The text of the deck with this name, if there is one.
    Kept(String),
    /// What was sent.
    Sent(Pasted),
}

async fn page(app: &App, caller: &Caller, form: Form, read: Option<ReadDeck>, news: News) -> Result<HttpResponse> {
    let (mut connection, person) = account::present(app, caller).await?;
    let rows = of_user(&mut connection, person.id).await?;
    let form = match form {
        Form::Sent(form) => form,
        Form::Kept(name) => rows.iter().find(|row| row.name == name).map(Pasted::from).unwrap_or_default(),
    };
    let mut kept = Vec::new();
    for row in rows {
        // A game that is no longer there is no reason to show none of them.
        let Ok(rules) = decks::rules_of(&row.game) else { continue };
        let read = decks::read(rules, &row.list, &row.cards)?;
        kept.push(Kept { game: row.game, name: row.name, read });
    }
    let games = engine::newest().filter(|rules| rules.library().is_some());
    let games = games.map(|rules| (rules.info().id, rules.info().name)).collect();
    let status = match &news {
        News::Refused(problem) => problem.status_code(),
        News::Nothing | News::Done(_) => StatusCode::OK,
    };
    let nav = Some(Nav::of(&mut connection, &person).await?);
    Ok(own(&DecksPage { nav, games, decks: kept, form, read, news }, status))
}

/// Shows the decks, one of them in the form if that is asked for.
pub async fn show(
    app: web::Data<App>,
    reader: SignedIn,
    query: Result<web::Query<Open>, actix_web::Error>,
) -> Result<HttpResponse> {
    let Open { edit } = query.map(web::Query::into_inner).unwrap_or_default();
    page(&app, &reader.0, Form::Kept(edit), None, News::Nothing).await
}

/// Saves a deck, or only checks it.
pub async fn save(app: web::Data<App>, reader: SignedIn, form: web::Form<Pasted>) -> Result<HttpResponse> {
    let form = form.into_inner();
    let read = decks::read(decks::rules_of(&form.game)?, &form.list, &form.cards)?;
    if form.check.is_some() {
        return page(&app, &reader.0, Form::Sent(form), Some(read), News::Nothing).await;
    }
    let draft = decks::Draft { game: &form.game, name: &form.name, list: &form.list, cards: &form.cards };
    match decks::save(&app, reader.0.user, draft).await {
        Ok(row) => {
            let done = format!("Saved. In a match, tap {0} or write: deck {0}", row.name);
            page(&app, &reader.0, Form::Sent(Pasted::default()), None, News::Done(done)).await
        }
        Err(refusal @ (Refusal::Field(..) | Refusal::Conflict(_))) => {
            // The faults of the list stand where it was read.
            let news = if read.faults.is_empty() { News::Refused(refusal.into()) } else { News::Nothing };
            page(&app, &reader.0, Form::Sent(form), Some(read), news).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Deletes a deck.
pub async fn delete(app: web::Data<App>, reader: SignedIn, path: web::Path<(String, String)>) -> Result<HttpResponse> {
    let (game, name) = path.into_inner();
    decks::delete(&app, reader.0.user, &game, &name).await?;
    page(&app, &reader.0, Form::Sent(Pasted::default()), None, News::Done(format!("The deck {name} is deleted."))).await
}
