//! A new match: its game, its players, its clock, and the options of the game.

mod fields;
mod quick_start;
mod start;
mod wish;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use engine::Rules;
use engine::players::Level;

use self::fields::{Field, Kind};
pub use self::quick_start::{Choice, GAMES_WITH_SMALL_BOARD, against_computer};
pub use self::start::show_start;
use self::wish::{Opponent, invited, wish};
use super::nav::Nav;
use super::open_match::{self, Filled};
use super::signed_in::SignedIn;
use super::{LEVEL, Result, own, see_other};
use crate::app::App;
use crate::http::caller::Sender;
use crate::http::games;
use crate::http::problem::Problem;
use crate::ids::{MatchId, UserId};
use crate::play::game::play_on::{self, Place};
use crate::play::lobby::{invite, join_links, open_matches};
use crate::play::people::account;
use crate::play::telling::{links, look};
use crate::play::{self, Phase, Refusal};
use crate::secrets;

/// The maximum number of people that one form invites.
const MAX_INVITED: usize = 5;

/// The age from which a form counts as another each time it is sent, in seconds.
const OLDEST_FORM: u64 = 24 * 3600;

/// The times that the form offers: ISO 8601 durations and their words.
const TIMES: [(&str, &str); 10] = [
    ("PT1H", "1 hour"),
    ("PT6H", "6 hours"),
    ("PT12H", "12 hours"),
    ("P1D", "1 day"),
    ("P2D", "2 days"),
    ("P3D", "3 days"),
    ("P5D", "5 days"),
    ("P7D", "7 days"),
    ("P14D", "14 days"),
    ("P30D", "30 days"),
];

/// The times per move that the form shows before all others, in two short lines.
const SPEEDS: [(&str, &str, &str); 4] = [
    ("P1D", "1 day", "per move"),
    ("P3D", "3 days", "per move"),
    ("P7D", "7 days", "per move"),
    ("", "No clock", "no deadlines"),
];

/// The days of the week, as the API calls them.
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The fields of a form by name.
pub(super) type Pairs = Vec<(String, String)>;

/// The match that a new one is played on from.
struct Earlier {
    id: MatchId,
    line: u32,
    name: String,
    seats: u8,
    /// True if anything was hidden from a player.
    has_secrets: bool,
}

impl Earlier {
    fn path(&self) -> String {
        format!("{}?line={}", links::match_path(self.id), self.line)
    }
}

#[derive(Template)]
#[template(path = "pages/choose_game.html")]
struct ChoosePage {
    nav: Option<Nav>,
    games: Vec<(&'static str, &'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "pages/new_match.html")]
struct NewMatchPage {
    nav: Option<Nav>,
    game_id: &'static str,
    game: &'static str,
    seats: Vec<u8>,
    /// The options that choose the board, then the others.
    boards: Vec<Field>,
    options: Vec<Field>,
    /// The id of this form: what is sent twice with it makes one match.
    form: String,
    filled: Pairs,
    earlier: Option<Earlier>,
    /// The refusal and the field that it names, if any.
    refused: Option<(String, String)>,
}

impl NewMatchPage {
    /// The text of a field, or this one in an empty form.
    fn value<'a>(&'a self, name: &str, usual: &'a str) -> &'a str {
        if self.filled.is_empty() { usual } else { get(&self.filled, name).unwrap_or_default() }
    }

    fn is(&self, name: &str, value: &str, usual: &str) -> bool {
        self.value(name, usual) == value
    }

    fn is_refused(&self, name: &str) -> bool {
        self.refused.as_ref().is_some_and(|(field, _)| field == name)
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.filled.iter().any(|pair| pair.0 == name && pair.1 == value)
    }

    /// The maximum number of computer players of a match of this game.
    fn max_computers(&self) -> u8 {
        self.earlier.as_ref().map_or(self.seats.last(), |earlier| Some(&earlier.seats)).map_or(0, |max| max - 1)
    }

    /// True if a folded field is refused, so that it must be seen.
    fn shows_options(&self) -> bool {
        self.refused.as_ref().is_some_and(|(field, _)| field.starts_with("options"))
    }

    /// The same for the rest of the match.
    fn shows_rest(&self) -> bool {
        ["name", "computers", "computers_level", "rated", "visibility", "computer_pace"]
            .iter()
            .any(|name| self.is_refused(name))
    }

    /// True if more of the clock is filled in or refused.
    fn shows_clock(&self) -> bool {
        const MORE: [&str; 8] =
            ["other_time", "reserve", "increment", "cap", "night_from", "night_until", "day_off", "vacation"];
        let is_filled = |pair: &(String, String)| MORE.contains(&pair.0.as_str()) && !pair.1.is_empty();
        self.filled.iter().any(is_filled)
            || ["clock", "hours", "vacation", "increment", "other_time", "reserve", "on_lapse"]
                .iter()
                .any(|name| self.is_refused(name))
    }
}

pub(super) fn get<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// Shows the games to choose from.
pub async fn choose(app: web::Data<App>, reader: SignedIn) -> Result<HttpResponse> {
    let (mut connection, person) = account::present(&app, &reader.0).await?;
    let nav = Some(Nav::of(&mut connection, &person).await?);
    let games = engine::newest().map(|rules| (rules.info().id, rules.info().name, rules.info().summary)).collect();
    Ok(own(&ChoosePage { nav, games }, StatusCode::OK))
}

/// Shows the form for a game. The fields `match` and `line` of the query name what is played on.
pub async fn show(
    app: web::Data<App>,
    reader: SignedIn,
    game: web::Path<String>,
    query: Result<web::Query<Pairs>, actix_web::Error>,
) -> Result<HttpResponse> {
    let rules = games::find(&game)?;
    let query = query.map(web::Query::into_inner).unwrap_or_default();
    let earlier = earlier(&app, reader.0.user, rules, &query).await?;
    let (mut connection, person) = account::present(&app, &reader.0).await?;
    let nav = Some(Nav::of(&mut connection, &person).await?);
    Ok(own(&NewMatchPage { nav, ..form(rules, Vec::new(), earlier, None) }, StatusCode::OK))
}

/// The line of a match that is played on, if a form or query names one.
fn place(pairs: &Pairs) -> play::Result<Option<Place>> {
    let Some(id) = get(pairs, "match").filter(|id| !id.is_empty()) else { return Ok(None) };
    let source = id.parse().map_err(|_| Refusal::NotFound("match"))?;
    let line = get(pairs, "line").and_then(|line| line.parse().ok()).ok_or(Refusal::NotFound("line"))?;
    Ok(Some(Place { source, line }))
}

/// The same for the page.
async fn earlier(app: &App, user: UserId, rules: &dyn Rules, pairs: &Pairs) -> play::Result<Option<Earlier>> {
    let Some(Place { source, line }) = place(pairs)? else { return Ok(None) };
    let m = look::find(app, source, Some(user)).await?;
    if m.game() != rules.info().id {
        return Err(Refusal::NotFound("match of this game"));
    }
    let has_secrets = m.rules.info().secret;
    Ok(Some(Earlier { id: source, line, name: m.title(), seats: m.seats(), has_secrets }))
}

fn form(
    rules: &'static dyn Rules,
    filled: Pairs,
    earlier: Option<Earlier>,
    refused: Option<(String, String)>,
) -> NewMatchPage {
    let info = rules.info();
    let options = fields::list(rules, (!filled.is_empty()).then_some(&filled)).into_iter();
    let (boards, options) = options.partition(|field| start::is_of_board(rules, &field.name));
    let form = get(&filled, "form").map_or_else(|| MatchId::new().to_string(), str::to_owned);
    NewMatchPage {
        nav: None,
        game_id: info.id,
        game: info.name,
        seats: info.seats.clone().collect(),
        boards,
        options,
        form,
        filled,
        earlier,
        refused,
    }
}

/// Creates the match, and invites the people who are named.
pub async fn create(
    app: web::Data<App>,
    reader: SignedIn,
    Sender(sender): Sender,
    game: web::Path<String>,
    pairs: web::Form<Pairs>,
) -> Result<HttpResponse> {
    let rules = games::find(&game)?;
    let (_, person) = account::present(&app, &reader.0).await?;
    let filled = pairs.into_inner();
    let made = async {
        let mut wish = wish(rules, &filled, &person.time_zone)?;
        if let Some(place) = place(&filled)? {
            wish.past = Some(play_on::past(&app, sender, person.id, place, wish.visibility).await?);
        }
        let whom: Vec<_> = invited(&filled)?;
        let (m, is_new) =
            open_matches::create_once(&app, person.id, match_of_form(&filled, person.id, &game), wish).await?;
        // The form promises a link for friends who are not named. If it cannot be made now, the page of the match has a button for one.
        if is_new && whom.is_empty() && m.phase() == Phase::Open && Opponent::of(&filled)? == Opponent::Friend {
            drop(join_links::make(&app, m.id(), person.id).await);
        }
        play::Result::Ok((m, if is_new { whom } else { Vec::new() }))
    };
    let (m, whom) = match made.await {
        Ok(made) => made,
        Err(
            refusal @ (Refusal::Field(..)
            | Refusal::NotRatable(_)
            | Refusal::Rules(_)
            | Refusal::TooOften(_)
            | Refusal::TooManyMatches(_)),
        ) => {
            let field = field_of(&refusal);
            let problem = Problem::from(refusal);
            let earlier = earlier(&app, person.id, rules, &filled).await?;
            let nav = Some(Nav::of(&mut *app.db.get().await?, &person).await?);
            let page = form(rules, filled, earlier, Some((field, problem.detail().to_owned())));
            return Ok(own(&NewMatchPage { nav, ..page }, problem.status_code()));
        }
        Err(refusal) => return Err(refusal.into()),
    };
    let mut refused: Vec<(String, Problem)> = Vec::new();
    for (text, one) in whom {
        if let Err(refusal) = invite::invite(&app, m.id(), person.id, &one).await {
            refused.push((text, refusal.into()));
        }
    }
    let Some((first, problem)) = refused.first() else { return Ok(see_other(&links::match_path(m.id()))) };
    // The match stands: its page says who could not be invited.
    let told = refused.iter().map(|(text, why)| format!("{text}: {}", why.detail()));
    let problem = Problem::new(problem.kind(), told.collect::<Vec<_>>().join(" "));
    let filled = Filled { whom: first.clone(), refused: Some(problem), ..Filled::default() };
    open_match::show(&app, &m, Some(&person), filled).await
}

/// The id of the match that a form makes for this game, or from a record. It follows from all that the form holds, so that a form that is
/// sent twice, or again by a reload of its response, makes one match, and one that was changed meanwhile makes another.
pub(super) fn match_of_form(filled: &Pairs, reader: UserId, game: &str) -> MatchId {
    let new = MatchId::new();
    let Some(form) = get(filled, "form").and_then(|form| form.parse::<MatchId>().ok()) else { return new };
    let made_at = form.0.get_timestamp().map(|at| at.to_unix().0);
    let now = new.0.get_timestamp().map_or(0, |at| at.to_unix().0);
    // Ids of matches sort by time: one of an old form, or of a form that no page of this server has shown, would not.
    let Some(seconds) = made_at.filter(|at| (now.saturating_sub(OLDEST_FORM)..=now).contains(at)) else { return new };
    let digest = secrets::hash(&format!("{reader} {game} {filled:?}"));
    let random = std::array::from_fn(|at| digest[at]);
    MatchId(uuid::Builder::from_unix_timestamp_millis(seconds * 1000, &random).into_uuid())
}

/// The field that a refusal names; empty if it names none.
fn field_of(refusal: &Refusal) -> String {
    if let Refusal::Field(name, _) = refusal {
        return (*name).to_owned();
    }
    if let Refusal::Rules(engine::Fault::Option(option)) = refusal {
        return format!("options.{}", option.name);
    }
    if let Refusal::NotRatable(_) = refusal {
        return "rated".to_owned();
    }
    String::new()
}
