//! The forms around a match: the rematch, the watch list, the private note, conditional moves.

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::board::Drafts;
use super::match_page::refuse;
use super::signed_in::{Player, SignedIn};
use super::{Result, see_other};
use crate::app::App;
use crate::http::caller::Sender;
use crate::ids::MatchId;
use crate::play::Refusal;
use crate::play::game::conditional::{self, Change};
use crate::play::game::{hints, private_notes};
use crate::play::lobby::{rematch, watches};
use crate::play::telling::links;

/// Makes a rematch, or joins it.
pub async fn play_again(app: web::Data<App>, reader: Player, id: web::Path<MatchId>) -> Result<HttpResponse> {
    match rematch::play_again(&app, *id, reader.0.user).await {
        Ok(m) => Ok(see_other(&links::match_path(m.id()))),
        Err(refusal @ (Refusal::TooOften(_) | Refusal::Conflict(_) | Refusal::Rules(_))) => {
            refuse(&app, &reader.0, *id, Drafts::default(), refusal).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Gives a hint, and shows the board with it.
pub async fn hint(
    app: web::Data<App>,
    reader: Player,
    Sender(sender): Sender,
    id: web::Path<MatchId>,
) -> Result<HttpResponse> {
    let path = links::match_path(*id);
    match hints::ask(&app, sender, *id, reader.0.user).await {
        Ok(hint) => {
            let query = serde_urlencoded::to_string([("move", hint.text)]).unwrap_or_default();
            Ok(see_other(&format!("{path}?{query}")))
        }
        Err(refusal @ (Refusal::TooOften(_) | Refusal::Conflict(_))) => {
            refuse(&app, &reader.0, *id, Drafts::default(), refusal).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Puts the match on the reader's watch list.
pub async fn watch(app: web::Data<App>, reader: SignedIn, id: web::Path<MatchId>) -> Result<HttpResponse> {
    watches::add(&app, *id, reader.0.user).await?;
    Ok(see_other(&links::match_path(*id)))
}

/// Takes the match from the reader's watch list.
pub async fn unwatch(app: web::Data<App>, reader: SignedIn, id: web::Path<MatchId>) -> Result<HttpResponse> {
    match watches::remove(&app, *id, reader.0.user).await {
        // Pressed twice, or in another tab.
        Ok(()) | Err(Refusal::NotFound(_)) => {}
        Err(refusal) => return Err(refusal.into()),
    }
    Ok(see_other(&links::match_path(*id)))
}

/// The form of a private note.
#[derive(Deserialize)]
pub struct PrivateNoteForm {
    #[serde(default)]
    text: String,
}

/// Stores the private note of a player.
pub async fn write_private_note(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<MatchId>,
    form: web::Form<PrivateNoteForm>,
) -> Result<HttpResponse> {
    match private_notes::write(&app, *id, reader.0.user, &form.text).await {
        Ok(()) => Ok(see_other(&links::match_path(*id))),
        Err(refusal @ Refusal::Field(..)) => {
            let drafts = Drafts { private_note: Some(&form.text), ..Drafts::default() };
            refuse(&app, &reader.0, *id, drafts, refusal).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// The form of conditional moves.
#[derive(Deserialize)]
pub struct ConditionalForm {
    #[serde(default)]
    turn: u32,
    #[serde(default)]
    lines: String,
    /// A line that comes to those that are there.
    #[serde(default)]
    add: String,
    /// A line that goes.
    #[serde(default)]
    remove: String,
}

/// Stores the conditional moves of a player.
pub async fn leave_conditional_moves(
    app: web::Data<App>,
    reader: SignedIn,
    Sender(sender): Sender,
    id: web::Path<MatchId>,
    form: web::Form<ConditionalForm>,
) -> Result<HttpResponse> {
    let (user, add) = (reader.0.user, conditional::of_draft(&form.add).pop());
    let is_added = add.is_some();
    let change = add.map(Change::Add).or((!form.remove.is_empty()).then(|| Change::Remove(form.remove.clone())));
    let lines = match change {
        Some(change) => conditional::changed(&app, *id, user, change).await?,
        None => conditional::of_draft(&form.lines),
    };
    let text = |line: &Vec<String>| conditional::text_of(line.iter().map(String::as_str));
    let draft = lines.iter().map(text).collect::<Vec<_>>().join("\n");
    match conditional::leave(&app, sender, (*id, user), form.turn, lines).await {
        Ok(_) => Ok(see_other(&format!("{}{}", links::match_path(*id), if is_added { "#planned" } else { "" }))),
        Err(refusal @ (Refusal::Field(..) | Refusal::Conflict(_) | Refusal::Stale { .. } | Refusal::TooOften(_))) => {
            let drafts = Drafts { conditional: Some(&draft), ..Drafts::default() };
            refuse(&app, &reader.0, *id, drafts, refusal).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}
