//! The decks that a person keeps for games with cards, to choose them in matches by name.

use std::borrow::Cow;

use engine::Rules;
use engine::library::{ReadCard, ReadDeck};

use crate::app::App;
use crate::db::decks::{self, DeckRow, NewDeck};
use crate::db::{self, Connection, people};
use crate::ids::UserId;
use crate::play::{Match, Refusal, Result};

/// The most decks of a person.
const MAX: i64 = 40;
/// The most bytes of the texts of all decks of a person.
const MAX_BYTES: i64 = 64 * 1024;
/// The most bytes of a list, and of the texts of own cards.
const MAX_TEXT: usize = 16 * 1024;
/// The most characters of a name.
const MAX_NAME: usize = 30;
/// The first word of a move that chooses a deck.
const WORD: &str = "deck";

/// A deck to save.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The name.
    pub name: &'a str,
    /// The cards, in any of the usual spellings.
    pub list: &'a str,
    /// The texts of own cards; empty for none.
    pub cards: &'a str,
}

/// The rules of a game with decks.
pub fn rules_of(game: &str) -> Result<&'static dyn Rules> {
    engine::game(game).filter(|rules| rules.library().is_some()).ok_or(Refusal::NotFound("game with decks"))
}

/// Reads a deck as a person wrote it.
pub fn read(rules: &dyn Rules, list: &str, cards: &str) -> Result<ReadDeck> {
    plain("list", list)?;
    plain("cards", cards)?;
    rules.read_deck(list, cards).ok_or(Refusal::NotFound("game with decks"))
}

/// Refuses a text that is too long, or has signs that are none of text.
pub fn plain(field: &'static str, text: &str) -> Result<()> {
    if text.len() > MAX_TEXT {
        return Err(Refusal::Field(field, format!("Expected at most {} kB of text.", MAX_TEXT / 1024)));
    }
    if text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        return Err(Refusal::Field(field, "Expected text without control characters.".to_owned()));
    }
    Ok(())
}

/// Reads cards of another game.
pub fn read_cards(rules: &dyn Rules, text: &str) -> Result<Vec<ReadCard>> {
    plain("text", text)?;
    let read = rules.read_cards(text).ok_or(Refusal::NotFound("game with cards"))?;
    read.map_err(|why| Refusal::Field("text", why))
}

/// Saves a deck in place of the one with its name. Refuses one that cannot be played, with all its faults.
pub async fn save(app: &App, user: UserId, draft: Draft<'_>) -> Result<DeckRow> {
    let rules = rules_of(draft.game)?;
    let name = name(rules, draft.name)?;
    let faults = read(rules, draft.list, draft.cards)?.faults;
    if !faults.is_empty() {
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(Refusal::Field("list", told.join("\n")));
    }
    let now = app.clock.now();
    let game = rules.info().id;
    let Draft { list, cards, .. } = draft;
    let new = NewDeck { user, game, name: &name, list, cards, now, max: MAX, max_bytes: MAX_BYTES };
    let is_saved = db::transaction(&mut *app.db.get().await?, async |connection| {
        // Of two decks at once, the later one counts the earlier one.
        people::lock(connection, user).await?;
        Ok::<_, Refusal>(decks::save(connection, new).await?)
    })
    .await?;
    let full = format!("You can keep {MAX} decks with {} kB of text in all. Delete one first.", MAX_BYTES / 1024);
    if !is_saved {
        return Err(Refusal::Conflict(full));
    }
    let (list, cards) = (list.to_owned(), cards.to_owned());
    Ok(DeckRow { game: game.to_owned(), name, list, cards, saved_at: now })
}

/// Deletes a deck.
pub async fn delete(app: &App, user: UserId, game: &str, name: &str) -> Result<()> {
    let is_known = engine::game(game).is_some() && is_name(name);
    let is_deleted = is_known && decks::delete(&mut *app.db.get().await?, user, game, name).await?;
    if is_deleted { Ok(()) } else { Err(Refusal::NotFound("deck")) }
}

/// Checks a name: one word of a move that is not the name of a starter deck.
fn name(rules: &dyn Rules, text: &str) -> Result<String> {
    let name = text.trim().to_lowercase();
    if !is_name(&name) {
        let wanted =
            format!("Expected a letter and then letters, digits and hyphens, at most {MAX_NAME}, such as my-birds.");
        return Err(Refusal::Field("name", wanted));
    }
    let starters = rules.library().map(|library| &library.decks[..]).unwrap_or_default();
    if starters.iter().any(|one| one.deck.name == name) {
        return Err(Refusal::Field("name", format!("{name} is a starter deck. Choose another name.")));
    }
    Ok(name)
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.len() <= MAX_NAME && text.chars().all(is_part) && text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// The move with the cards of the person's deck in place of its name, if it chooses one: `deck my-birds`. Records hold the cards, so that
/// they are whole without the account.
pub async fn spelled_out<'a>(app: &App, (m, user): (&Match, UserId), text: &'a str) -> Result<Cow<'a, str>> {
    let game = m.rules.info().id;
    let Some(name) = named(text).filter(|_| m.rules.library().is_some()) else { return Ok(Cow::Borrowed(text)) };
    let row = decks::find(&mut *app.db.get().await?, user, game, &name).await?;
    // One that can no longer be read is refused by the rules, as a starter deck that there is not.
    let spelled = row.map(|row| read(m.rules, &row.list, &row.cards)).transpose()?.filter(|deck| !deck.text.is_empty());
    Ok(spelled.map_or(Cow::Borrowed(text), |deck| Cow::Owned(deck.text)))
}

/// The decks of a player who can choose one now, each with the number of its cards and its colours.
pub async fn of_player(connection: &mut Connection, m: &Match, user: UserId) -> Result<Vec<(String, String)>> {
    let Some(seat) = m.seat_of(user).filter(|_| m.rules.library().is_some()) else { return Ok(Vec::new()) };
    if m.rules.choices(&m.frame()?, seat, WORD)?.is_empty() {
        return Ok(Vec::new());
    }
    let rows = decks::of_user(connection, user).await?;
    let of_game = rows.into_iter().filter(|row| row.game == m.rules.info().id);
    let told = |row: DeckRow| {
        let deck = read(m.rules, &row.list, &row.cards)?;
        Ok((row.name, format!("{} cards, {}", deck.number(), deck.colours)))
    };
    of_game.map(told).collect()
}

/// The name in a move that chooses a deck by one word.
fn named(text: &str) -> Option<String> {
    let text = text.trim().trim_matches(['"', '\'', '`']).trim_end_matches(['.', '!']).to_lowercase();
    let mut words = text.split_whitespace();
    let (Some(WORD), Some(name), None) = (words.next(), words.next(), words.next()) else { return None };
    is_name(name).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_is_chosen_by_one_word() {
        for (text, wanted) in [
            ("deck my-birds", Some("my-birds")),
            ("  \"Deck  My-Birds.\" ", Some("my-birds")),
            ("deck", None),
            ("deck 4 kiln-sprite", None),
            ("deck 4", None),
            ("deck a\u{0}b", None),
            ("decks my-birds", None),
            ("lay p i s m f", None),
        ] {
            assert_eq!(named(text).as_deref(), wanted, "{text:?}");
        }
    }
}
