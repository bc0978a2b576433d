//! An email that is drawn, and what all drawers need.

use crate::app::App;
use crate::category::Category;
use crate::db::Connection;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::{self, AnsweredRow};
use crate::db::people::{self, Person};
use crate::ids::UserId;
use crate::mail::{Email, Link};
use crate::play::telling::links;
use crate::play::telling::reply::Key;
use crate::play::{self, Match, Refusal};

/// An email as it is to be sent.
pub(super) struct Drawn {
    /// The name of the reader; empty if it is not known.
    pub(super) name: String,
    /// The email address.
    pub(super) address: String,
    /// The email.
    pub(super) email: Box<dyn Email>,
    /// The path that stops emails of its kind, if they can be.
    pub(super) stop: Option<String>,
    /// The key to the address at which a message stops them, too.
    pub(super) stop_key: Option<Key>,
    /// The effect of a reply to the email; none if it has no address for replies.
    pub(super) key: Option<Key>,
    /// The Message-ID of the message that it replies to; empty if that has none.
    pub(super) in_reply_to: Option<String>,
}

impl Drawn {
    /// An email to an address, about which nothing else is known. Its reader cannot unsubscribe, and the server reads no reply.
    pub(super) fn to_address(address: String, email: Box<dyn Email>) -> Drawn {
        Drawn { name: String::new(), address, email, stop: None, stop_key: None, key: None, in_reply_to: None }
    }
}

pub(super) fn link(app: &App, path: &str) -> play::Result<Link> {
    Link::new(app.url(path)).map_err(|why| Refusal::Broken(why.to_string()))
}

/// The key to the address at which a message stops emails of a category to a person.
pub(super) fn stops(user: UserId, category: Category) -> Key {
    Key::Person(user, category)
}

/// An email to a person with an account, at this address, with the category that its link stops and the effect of a reply to it: if there
/// is none of its own, that of commands.
pub(super) fn to_person(
    app: &App,
    person: Person,
    address: String,
    category: Option<Category>,
    email: impl Email + 'static,
    key: Option<Key>,
) -> Drawn {
    let key = key.or(Some(Key::Person(person.id, category.unwrap_or(Category::Turns))));
    let stop = category.map(|category| links::unsubscribe_path(&app.secrets, person.id, category));
    let stop_key = category.map(|category| stops(person.id, category));
    Drawn { name: person.name, address, email: Box::new(email), stop, stop_key, key, in_reply_to: None }
}

/// The match that an email is about and its reader, with the reader's address; nothing if the reader's account is deleted, or emails to
/// the reader bounce.
pub(super) async fn match_and_reader(
    connection: &mut Connection,
    row: &EmailRow,
) -> play::Result<Option<(Match, Person, String)>> {
    let (Some(id), Some(user)) = (row.match_id, row.user_id) else { return Ok(None) };
    let Some(person) = people::person(connection, user).await? else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    // A message shows that its sender reads email.
    if person.unreachable_since.is_some() && row.replies_to.is_none() {
        return Ok(None);
    }
    let Some(m) = Match::find(connection, id, Some(user)).await? else { return Ok(None) };
    Ok(Some((m, person, address)))
}

/// The page of the rules of a match.
pub(super) fn rules_link(app: &App, m: &Match) -> play::Result<Link> {
    link(app, &format!("/games/{}", m.game()))
}

/// The moves of the message that an email replies to; empty if it replies to none.
pub(super) async fn played(connection: &mut Connection, row: &EmailRow) -> play::Result<Vec<String>> {
    match (row.match_id, row.replies_to) {
        (Some(id), Some(message)) => Ok(incoming::moves_of(connection, id, message).await?),
        (None, _) | (_, None) => Ok(Vec::new()),
    }
}

/// The message that an email replies to, if it is still known.
pub(super) async fn message(connection: &mut Connection, row: &EmailRow) -> play::Result<Option<AnsweredRow>> {
    match row.replies_to {
        Some(id) => Ok(incoming::answered(connection, row.home, id).await?),
        None => Ok(None),
    }
}
