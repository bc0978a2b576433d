//! The decks of the caller for games with cards, and the reader of decks and cards.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use engine::library::{ReadCard, ReadDeck};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, Conflict, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::db::decks::{DeckRow, of_user};
use crate::play::game::decks;
use crate::play::people::account;
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// A deck of yours.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"game": "magic", "name": "my-birds", "list": "20 Chalk Finch\n20 Kiln Sprite", "cards": "",
    "saved_at": "2026-11-21T10:00:00Z"}))]
pub struct Deck {
    /// The id of the game.
    game: String,
    /// The name: in a match, `deck NAME` chooses it.
    name: String,
    /// The cards as you wrote them.
    list: String,
    /// The texts of your own cards; empty for none.
    cards: String,
    /// The time at which it was saved.
    saved_at: DateTime<Utc>,
}

impl From<DeckRow> for Deck {
    fn from(row: DeckRow) -> Deck {
        let DeckRow { game, name, list, cards, saved_at } = row;
        Deck { game, name, list, cards, saved_at }
    }
}

/// Your decks.
#[derive(Serialize, ToSchema)]
pub struct Decks {
    /// The decks by game and name, at most 40.
    decks: Vec<Deck>,
}

/// A deck to read or to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"list": "4 Chalk Finch\n4 Drove Bull\n4 Hedge Weasel\n4 Kerb Sentry\n4 Turnstile Guard\n4 Hedge Column\n4 Orchard Boar\n4 Late Rent\n4 Briar Tortoise\n4 Heron Hunter"}))]
pub struct DeckText {
    /// The cards, at most 16 kB: a card a line, with its number before or behind it, by name or id. Commas and semicolons separate
    /// cards, too. Lines that begin with `#` or `//` are comments.
    #[schema(max_length = 16384)]
    list: String,
    /// The texts of own cards, as in the option `cards` of a match. Default: none.
    #[serde(default)]
    #[schema(max_length = 16384)]
    cards: String,
}

/// Cards to read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Frost Imp 1U\nCreature - Imp 2/1\nFlying"}))]
pub struct CardTexts {
    /// The texts of cards of this or another game, at most 16 kB and 64 cards, with a blank line between two of them.
    #[schema(max_length = 16384)]
    text: String,
}

/// Cards as they were read.
#[derive(Serialize, ToSchema)]
pub struct ReadCards {
    /// The cards, in the order of the text.
    cards: Vec<ReadCard>,
}

/// List your decks.
///
/// For games with cards.
#[utoipa::path(get, path = "/v1/me/decks", tag = "cards", security(("bearer" = ["account:read"])),
    responses((status = 200, body = Decks), Problems<(AccessToken,)>))]
pub async fn list_decks(app: web::Data<App>, caller: Caller) -> Result<web::Json<Decks>> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let decks = of_user(&mut connection, person.id).await?.into_iter().map(Deck::from).collect();
    Ok(web::Json(Decks { decks }))
}

/// Save a deck.
///
/// It replaces the deck with this name. A name has at most 30 small letters, digits and hyphens. A deck that cannot be played is refused
/// with all its faults, a line each. An account can have at most 40 decks with 64 kB of text in all.
#[utoipa::path(put, path = "/v1/me/decks/{game_id}/{deck_name}", tag = "cards", security(("bearer" = ["account:write"])),
    params(("game_id" = String, Path, description = "The game", example = "magic"),
        ("deck_name" = String, Path, description = "The name of the deck", example = "my-birds")),
    request_body = DeckText,
    responses((status = 200, body = Deck), Problems<(AccessToken, PathParameter, JsonBody, NotFound, Conflict)>))]
pub async fn save_deck(
    app: web::Data<App>,
    caller: Caller,
    path: web::Path<(String, String)>,
    Body(body): Body<DeckText>,
) -> Result<web::Json<Deck>> {
    caller.may(Scope::AccountWrite)?;
    let (game, name) = path.into_inner();
    let draft = decks::Draft { game: &game, name: &name, list: &body.list, cards: &body.cards };
    Ok(web::Json(decks::save(&app, caller.user, draft).await?.into()))
}

/// Delete a deck.
///
/// Matches that are played with it do not change.
#[utoipa::path(delete, path = "/v1/me/decks/{game_id}/{deck_name}", tag = "cards", security(("bearer" = ["account:write"])),
    params(("game_id" = String, Path, description = "The game", example = "magic"),
        ("deck_name" = String, Path, description = "The name of the deck", example = "my-birds")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_deck(
    app: web::Data<App>,
    caller: Caller,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountWrite)?;
    let (game, name) = path.into_inner();
    decks::delete(&app, caller.user, &game, &name).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Read a deck.
///
/// Nothing is saved. The answer has the move that chooses the deck, its cards, all its faults, and advice.
#[utoipa::path(post, path = "/v1/games/{game_id}/read-deck", tag = "cards",
    params(("game_id" = String, Path, description = "The game", example = "magic")),
    request_body = DeckText,
    responses((status = 200, body = ReadDeck), Problems<(PathParameter, JsonBody, NotFound)>))]
pub async fn read_deck(game_id: web::Path<String>, Body(body): Body<DeckText>) -> Result<web::Json<ReadDeck>> {
    Ok(web::Json(decks::read(decks::rules_of(&game_id)?, &body.list, &body.cards)?))
}

/// Read cards of another game.
///
/// Nothing is saved. For each card the answer has its text as this game says it, and what was lost or changed.
#[utoipa::path(post, path = "/v1/games/{game_id}/read-cards", tag = "cards",
    params(("game_id" = String, Path, description = "The game", example = "magic")),
    request_body = CardTexts,
    responses((status = 200, body = ReadCards), Problems<(PathParameter, JsonBody, NotFound)>))]
pub async fn read_cards(game_id: web::Path<String>, Body(body): Body<CardTexts>) -> Result<web::Json<ReadCards>> {
    Ok(web::Json(ReadCards { cards: decks::read_cards(decks::rules_of(&game_id)?, &body.text)? }))
}
