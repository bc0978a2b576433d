//! The ratings of people, and the lists of the best.

use chrono::{DateTime, Utc};
use engine::RatingClass;

use crate::app::App;
use crate::db::Connection;
use crate::db::people::Person;
use crate::db::ratings::{self, ListedRow, RatingRow};
use crate::ids::UserId;
use crate::play::Result;
use crate::play::matches::rating::Skill;

/// The number of matches of a curve.
const CURVE: i64 = 100;
/// The number of people of a list.
const LISTED: i64 = 100;

/// A rating of a person.
pub struct Standing {
    /// The id of the game.
    pub game: String,
    /// The class.
    pub class: RatingClass,
    /// The strength.
    pub skill: Skill,
    /// The number of rated matches.
    pub matches: i32,
    /// The end of the last one.
    pub last_at: DateTime<Utc>,
    /// The strength after each of the last matches, the earliest first, with the end of the match.
    pub curve: Vec<(DateTime<Utc>, Skill)>,
}

/// The ratings of a person, the most played first; `None` if the person hides them from this reader.
pub async fn of_person(
    connection: &mut Connection,
    person: &Person,
    reader: Option<UserId>,
) -> Result<Option<Vec<Standing>>> {
    if !person.shows_rating && reader != Some(person.id) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for row in ratings::of_person(connection, person.id).await? {
        let curve = ratings::curve(connection, &row, CURVE).await?;
        let curve = curve.into_iter().rev().map(|change| (change.at, Skill { mu: change.mu, sigma: change.sigma }));
        let RatingRow { game, class, mu, sigma, matches, last_at, .. } = row;
        all.push(Standing { game, class, skill: Skill { mu, sigma }, matches, last_at, curve: curve.collect() });
    }
    Ok(Some(all))
}

/// The people with the highest settled ratings of a game in a class, the best first. Those who want to be in no list are left out.
pub async fn best(app: &App, game: &str, class: RatingClass) -> Result<Vec<ListedRow>> {
    Ok(ratings::best(&mut *app.db.get().await?, game, class, LISTED).await?)
}

/// A class in words.
pub fn class_in_words(class: RatingClass) -> &'static str {
    match class {
        RatingClass::Duel => "for two",
        RatingClass::Table => "for more than two",
    }
}
