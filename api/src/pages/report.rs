//! The page of a report to the host: about a person, or about a match, its players and their notes.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::signed_in::SignedIn;
use super::{Page, Result, own, unstored};
use crate::app::App;
use crate::brief::clean::line;
use crate::http::problem::Problem;
use crate::ids::{MatchId, NoteId};
use crate::play::people::reports::{self, About};
use crate::play::people::{account, profiles};
use crate::play::telling::{links, look, notes};
use crate::play::{Match, Refusal};

/// The maximum number of notes that the page offers: the latest.
const MAX_NOTES: i64 = 20;

#[derive(Template)]
#[template(path = "pages/report.html")]
struct ReportPage {
    /// The path of what it is about, and the name of that.
    path: String,
    title: String,
    /// What a report can be about: the value of each choice, and its words. There is a list only if there are several.
    choices: Vec<(String, String)>,
    chosen: String,
    text: String,
    max: usize,
    refused: Option<Problem>,
}

/// The form of a report.
#[derive(Deserialize, Default)]
pub struct ReportForm {
    #[serde(default)]
    about: String,
    #[serde(default)]
    text: String,
}

/// What a report can be about from one page.
struct Subject {
    path: String,
    title: String,
    choices: Vec<(String, String, About)>,
}

impl Subject {
    async fn person(app: &App, handle: &str) -> Result<Subject> {
        let person = profiles::by_handle(app, handle).await?.ok_or(Refusal::NotFound("player"))?;
        let about = About::Person(person.handle.clone(), None);
        let choices = vec![("person".to_owned(), person.name.clone(), about)];
        Ok(Subject { path: format!("/people/{}", person.handle), title: person.name, choices })
    }

    async fn of_match(app: &App, reader: &SignedIn, id: MatchId) -> Result<Subject> {
        let user = reader.0.user;
        let m = look::find(app, id, Some(user)).await?;
        let mut choices = vec![("match".to_owned(), "The match".to_owned(), About::Match(id))];
        for player in m.players().iter().filter(|player| player.id != user) {
            let about = About::Person(player.handle.clone(), Some(id));
            choices.push((player.handle.clone(), format!("The player {} (@{})", player.name, player.handle), about));
        }
        if m.has_player(user) {
            let (_, rows) = notes::list(app, id, user, NoteId::LAST, MAX_NOTES).await?;
            let others = rows.into_iter().filter(|note| note.user_id != user);
            choices.extend(others.map(|note| {
                let words = format!("{}'s note: {}", name_of(&m, note.user_id), line(&note.text));
                (note.id.to_string(), words, About::Note(id, note.id))
            }));
        }
        Ok(Subject { path: links::match_path(id), title: m.title(), choices })
    }

    fn page(self, form: ReportForm, refused: Option<Problem>) -> Result<HttpResponse> {
        let status = refused.as_ref().map_or(StatusCode::OK, ResponseError::status_code);
        let page = ReportPage {
            path: self.path,
            title: self.title,
            choices: self.choices.into_iter().map(|(value, words, _)| (value, words)).collect(),
            chosen: form.about,
            text: form.text,
            max: reports::LONGEST,
            refused,
        };
        Ok(own(&page, status))
    }

    async fn send(self, app: &App, reader: &SignedIn, form: ReportForm) -> Result<HttpResponse> {
        // The session may have ended since the cookie was made.
        drop(account::present(app, &reader.0).await?);
        let chosen = match &self.choices[..] {
            [only] => Some(only),
            several => several.iter().find(|(value, ..)| *value == form.about),
        };
        let sent = match chosen {
            Some((.., about)) => reports::report(app, reader.0.user, about, &form.text).await,
            None => Err(Refusal::Field("about", "Choose what the report is about.".to_owned())),
        };
        match sent {
            Ok(()) => {
                let page =
                    Page::new("Reported", "The host of this server will read your report. No one else is notified.");
                Ok(unstored(&page.link(self.path, "Back"), StatusCode::OK))
            }
            Err(refusal @ (Refusal::Field(..) | Refusal::TooOften(_))) => self.page(form, Some(refusal.into())),
            Err(refusal) => Err(refusal.into()),
        }
    }
}

fn name_of(m: &Match, user: crate::ids::UserId) -> &str {
    m.players().iter().find(|player| player.id == user).map_or("a former player", |player| player.name.as_str())
}

/// Shows the form of a report about a person.
pub async fn show_of_person(app: web::Data<App>, _: SignedIn, handle: web::Path<String>) -> Result<HttpResponse> {
    Subject::person(&app, &handle).await?.page(ReportForm::default(), None)
}

/// Reports a person.
pub async fn send_of_person(
    app: web::Data<App>,
    reader: SignedIn,
    handle: web::Path<String>,
    form: web::Form<ReportForm>,
) -> Result<HttpResponse> {
    Subject::person(&app, &handle).await?.send(&app, &reader, form.into_inner()).await
}

/// Shows the form of a report about a match.
pub async fn show_of_match(app: web::Data<App>, reader: SignedIn, id: web::Path<MatchId>) -> Result<HttpResponse> {
    Subject::of_match(&app, &reader, *id).await?.page(ReportForm::default(), None)
}

/// Reports a match, one of its players, or a note.
pub async fn send_of_match(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<MatchId>,
    form: web::Form<ReportForm>,
) -> Result<HttpResponse> {
    Subject::of_match(&app, &reader, *id).await?.send(&app, &reader, form.into_inner()).await
}
