//! The page of a person: the name, the results and the public matches.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::nav::Nav;
use super::signed_in::{self, PageVisitor};
use super::summary::{self, Placed, Summary, game_name};
use super::{Result, own};
use crate::app::App;
use crate::brief::day;
use crate::db::lists::{self, Part};
use crate::db::past::{self, ResultRow};
use crate::http::problem::Problem;
use crate::ids::MatchId;
use crate::play::people::reliability::Reliability;
use crate::play::people::standings::{self, Standing};
use crate::play::people::{bots, profiles};

/// The number of matches of a page.
const PAGE: i64 = 30;

/// The number of public matches whose results are counted.
const COUNTED: i64 = 500;

#[derive(Template)]
#[template(path = "pages/profile.html")]
struct ProfilePage {
    nav: Option<Nav>,
    name: String,
    handle: String,
    /// The day of the first sign-in, when the player was last here, and whether notes are read.
    facts: String,
    /// The ratings, the most played first, if the person shows them.
    ratings: Vec<Rated>,
    /// How reliably the person answers turns, in a sentence.
    reliability: Option<String>,
    /// The results in public matches: of each game, the most played first.
    results: Vec<Results>,
    /// The results of the reader in matches for two against the person.
    between: Option<Results>,
    matches: Vec<Summary>,
    /// The path of the next page, if there is one.
    next: Option<String>,
}

/// A rating of a person.
struct Rated {
    game: String,
    class: &'static str,
    /// The points and how uncertain they are.
    points: String,
    plus_minus: i32,
    matches: i32,
    /// The points of a line through the last matches, in a picture 100 wide and 30 high; empty for one match.
    line: String,
}

impl From<Standing> for Rated {
    fn from(Standing { game, class, skill, matches, curve, .. }: Standing) -> Rated {
        let points: Vec<i32> = curve.iter().map(|(_, skill)| skill.points()).collect();
        let (least, most) = (points.iter().min().copied().unwrap_or(0), points.iter().max().copied().unwrap_or(0));
        let (span, last) = (f64::from((most - least).max(1)), points.len().saturating_sub(1).max(1) as f64);
        let place = |(at, points): (usize, &i32)| {
            format!("{:.1},{:.1}", at as f64 * 100.0 / last, 28.0 - f64::from(points - least) * 26.0 / span)
        };
        let line = points.iter().enumerate().map(place).collect::<Vec<_>>().join(" ");
        Rated {
            game: game_name(&game).to_owned(),
            class: standings::class_in_words(class),
            points: skill.in_words(),
            plus_minus: skill.plus_minus(),
            matches,
            line: if points.len() > 1 { line } else { String::new() },
        }
    }
}

/// Results of a person in a game, or in all.
#[derive(Default)]
struct Results {
    game: String,
    won: usize,
    drawn: usize,
    lost: usize,
}

impl Results {
    /// The sum. A result that cannot be read, and that of a person who was no longer at the table, does not count.
    fn add(mut self, row: &ResultRow) -> Results {
        let outcome = row.outcome.as_deref().and_then(|text| serde_json::from_str(text).ok());
        match outcome.zip(row.seat).and_then(|(outcome, seat)| Placed::of(&outcome, seat.index())) {
            Some(Placed::Won) => self.won += 1,
            Some(Placed::Drawn) => self.drawn += 1,
            Some(Placed::Lost | Placed::At(..)) => self.lost += 1,
            None => {}
        }
        self
    }

    fn played(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Those of each game, the most played first.
    fn of_games(rows: &[ResultRow]) -> Vec<Results> {
        let mut games: BTreeMap<&str, Results> = BTreeMap::new();
        for row in rows {
            let sum = games.remove(row.game.as_str()).unwrap_or_default();
            games.insert(&row.game, sum.add(row));
        }
        let named = |(game, sum)| Results { game: game_name(game).to_owned(), ..sum };
        let mut all: Vec<Results> = games.into_iter().map(named).filter(|sum| sum.played() > 0).collect();
        all.sort_by_key(|sum| std::cmp::Reverse(sum.played()));
        all
    }
}

/// The query of the page.
#[derive(Deserialize)]
pub struct After {
    /// The last match of the page before.
    pub(super) after: Option<MatchId>,
}

/// Shows the page. What the person does in matches that are not public is not told, but for the results against the reader.
pub async fn show(
    app: web::Data<App>,
    visitor: Result<PageVisitor>,
    handle: web::Path<String>,
    query: Result<web::Query<After>, actix_web::Error>,
) -> Result<HttpResponse> {
    let before = query.ok().and_then(|query| query.after).unwrap_or(MatchId::LAST);
    let person = profiles::by_handle(&app, &handle).await?.ok_or_else(|| Problem::not_found("player"))?;
    let reader = signed_in::person(&app, visitor.ok().and_then(|visitor| visitor.0).as_ref()).await?;
    let owner = bots::owner(&app, &person).await?;
    let now = app.clock.now();
    let mut connection = app.db.get().await?;
    let user = reader.as_ref().map(|reader| reader.id);
    let ratings = standings::of_person(&mut connection, &person, user).await?;
    let reliability = Reliability::of(&mut connection, &person, user).await?;
    let rows = lists::public_of(&mut connection, person.id, None, &Part { game: None, rated: None, before, max: PAGE })
        .await?;
    let last = rows.last().filter(|_| rows.len() as i64 == PAGE).map(|row| row.id);
    let (nav, between) = match &reader {
        Some(reader) => {
            let rows = match reader.id == person.id {
                true => Vec::new(),
                false => past::between(&mut connection, reader.id, person.id).await?,
            };
            let sum = rows.iter().fold(Results::default(), Results::add);
            let between = Some(sum).filter(|sum| sum.played() > 0);
            (Some(Nav::of(&mut connection, reader).await?), between)
        }
        None => (None, None),
    };
    let bot = || owner.map_or_else(|| "a bot".to_owned(), |owner| format!("a bot of @{owner}"));
    let facts = [
        person.is_bot.then(bot),
        Some(format!("joined on {}", day(person.created_at.date_naive()))),
        profiles::last_seen(&person).map(|at| profiles::in_words(at, now)),
        (!person.notes).then(|| "does not read notes".to_owned()),
    ];
    let results = past::results(&mut connection, person.id, COUNTED).await?;
    let page = ProfilePage {
        nav,
        ratings: ratings.unwrap_or_default().into_iter().map(Rated::from).collect(),
        reliability: reliability.map(Reliability::in_words),
        results: Results::of_games(&results),
        between,
        facts: facts.into_iter().flatten().collect::<Vec<_>>().join(" \u{b7} "),
        // Every reader sees the same rows.
        matches: summary::of_rows(&mut connection, rows, None, now).await?,
        next: last.map(|id| format!("/people/{}?after={id}", person.handle)),
        name: person.name,
        handle: person.handle,
    };
    Ok(own(&page, StatusCode::OK))
}
