//! A new match: its game, its players, its clock, and the options of the game.

mod fields;
mod quick_start;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use engine::players::Level;
use engine::{MAX_SEATS, Rules, Span};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::fields::{Field, Kind};
pub use self::quick_start::against_computer;
use super::open_match::{self, Filled};
use super::signed_in::SignedIn;
use super::{Result, own, see_other};
use crate::app::App;
use crate::http::caller::Sender;
use crate::http::games;
use crate::http::problem::Problem;
use crate::ids::{MatchId, UserId};
use crate::play::game::play_on::{self, Place};
use crate::play::lobby::{invite, open_matches};
use crate::play::matches::deadline::{Hours, Pace};
use crate::play::people::{account, names};
use crate::play::telling::{links, look};
use crate::play::{self, ComputerPace, Refusal, Stored};
use crate::secrets;

/// The level of computer players if no other is chosen.
pub(super) const LEVEL: Level = Level::Three;

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

/// The levels of computer players and their words.
pub(super) const LEVELS: [(Level, &str); 5] = [
    (Level::One, "1: beginner"),
    (Level::Two, "2: easy"),
    (Level::Three, "3: medium"),
    (Level::Four, "4: strong"),
    (Level::Five, "5: expert, thinks for a few seconds"),
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
    games: Vec<(&'static str, &'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "pages/new_match.html")]
struct NewMatchPage {
    game_id: &'static str,
    game: &'static str,
    seats: Vec<u8>,
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

    /// True if an option is refused, so that the options must not be folded.
    fn shows_options(&self) -> bool {
        self.refused.as_ref().is_some_and(|(field, _)| field.starts_with("options"))
    }

    /// True if more of the clock is filled in or refused.
    fn shows_clock(&self) -> bool {
        const MORE: [&str; 6] = ["increment", "cap", "night_from", "night_until", "day_off", "vacation"];
        let is_filled = |pair: &(String, String)| MORE.contains(&pair.0.as_str()) && !pair.1.is_empty();
        self.filled.iter().any(is_filled)
            || ["clock", "hours", "vacation", "increment"].iter().any(|name| self.is_refused(name))
    }
}

pub(super) fn get<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// Shows the games to choose from.
pub async fn choose(_: SignedIn) -> HttpResponse {
    let games = engine::newest().map(|rules| (rules.info().id, rules.info().name, rules.info().summary)).collect();
    own(&ChoosePage { games }, StatusCode::OK)
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
    Ok(own(&form(rules, Vec::new(), earlier, None), StatusCode::OK))
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
    let options = fields::list(rules, (!filled.is_empty()).then_some(&filled));
    let form = get(&filled, "form").map_or_else(|| MatchId::new().to_string(), str::to_owned);
    NewMatchPage {
        game_id: info.id,
        game: info.name,
        seats: info.seats.clone().collect(),
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
        play::Result::Ok((m, if is_new { whom } else { Vec::new() }))
    };
    let (m, whom) = match made.await {
        Ok(made) => made,
        Err(refusal @ (Refusal::Field(..) | Refusal::Rules(_) | Refusal::TooOften(_) | Refusal::TooManyMatches(_))) => {
            let field = field_of(&refusal);
            let problem = Problem::from(refusal);
            let earlier = earlier(&app, person.id, rules, &filled).await?;
            let page = form(rules, filled, earlier, Some((field, problem.detail().to_owned())));
            return Ok(own(&page, problem.status_code()));
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
    let filled = Filled { whom: first.clone(), refused: Some(problem), news: None };
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
    String::new()
}

/// The people to invite: a handle or email address on each line.
fn invited(filled: &Pairs) -> play::Result<Vec<(String, invite::Whom)>> {
    let text = get(filled, "invite").unwrap_or_default();
    let lines: Vec<&str> = text.split(['\n', ',', ';']).map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > MAX_INVITED {
        return Err(Refusal::Field("invite", format!("Expected at most {MAX_INVITED} people.")));
    }
    let one = |line: &str| match open_match::whom(line) {
        Ok(whom) => Ok((line.to_owned(), whom)),
        Err(why) => Err(Refusal::Field("invite", format!("{line}: {why}"))),
    };
    lines.into_iter().map(one).collect()
}

fn wish(rules: &dyn Rules, filled: &Pairs, zone: &str) -> play::Result<open_matches::Wish> {
    let text = |name: &str| get(filled, name).map(str::trim).filter(|text| !text.is_empty());
    let span = |name: &'static str| -> play::Result<Option<Span>> {
        let read =
            |text: &str| text.parse().map_err(|_| Refusal::Field(name, "Choose a time from the list.".to_owned()));
        text(name).map(read).transpose()
    };
    let pace = match (span("time")?, span("reserve")?, span("increment")?) {
        (None, ..) => None,
        (Some(time), None, None) => Some(Pace::PerMove { time }),
        (Some(time), Some(reserve), None) => Some(Pace::Bank { time, reserve }),
        (Some(initial), None, Some(increment)) => {
            Some(Pace::Fischer { initial, increment, cap: span("cap")?.unwrap_or(initial) })
        }
        (Some(_), Some(_), Some(_)) => {
            return Err(Refusal::Field("increment", "Choose a reserve or an increment, not both.".to_owned()));
        }
    };
    let seats = text("seats")
        .map(|text| text.parse().map_err(|_| Refusal::Field("seats", "Expected the number of players.".to_owned())));
    Ok(open_matches::Wish {
        game: rules.info().id.to_owned(),
        name: text("name").map(|name| names::title("name", name, 80)).transpose()?,
        options: fields::read(rules, filled)?,
        seats: seats.transpose()?,
        seating: choose_word(filled, "seating")?,
        visibility: choose_word(filled, "visibility")?,
        pace,
        hours: hours(filled, zone)?,
        vacation: text("vacation").map(|word| read("vacation", word.into())).transpose()?,
        on_lapse: choose_word(filled, "on_lapse")?,
        notes: text("notes").is_some(),
        join: text("join").is_some(),
        computers: computers(filled)?,
        computer_pace: text("computer_pace")
            .map_or(Ok(ComputerPace::default()), |word| read("computer_pace", word.into()))?,
        past: None,
    })
}

/// The computer players of the form, all of one level.
fn computers(filled: &Pairs) -> play::Result<Vec<Level>> {
    let text = |name: &str| get(filled, name).map(str::trim).filter(|text| !text.is_empty());
    let level = level(filled)?;
    let no_number = |_| Refusal::Field("computers", "Expected the number of computer players.".to_owned());
    let count = text("computers").map_or(Ok(0), |text| text.parse().map_err(no_number))?;
    if count > MAX_SEATS {
        return Err(Refusal::Field("computers", "The match does not have that many seats.".to_owned()));
    }
    Ok(vec![level; usize::from(count)])
}

/// The level of computer players.
fn level(filled: &Pairs) -> play::Result<Level> {
    let text = get(filled, "level").map(str::trim).filter(|text| !text.is_empty());
    let no_level = |_| Refusal::Field("level", "Choose a level from 1 to 5.".to_owned());
    text.map_or(Ok(LEVEL), |text| text.parse().map_err(no_level))
}

/// The hours in which clocks run, in this time zone: all but the days and the night that are filled in.
fn hours(filled: &Pairs, zone: &str) -> play::Result<Option<Hours>> {
    let days: Vec<&str> = filled.iter().filter(|(name, _)| name == "day_off").map(|(_, day)| day.as_str()).collect();
    let time = |name: &str| get(filled, name).map(str::trim).unwrap_or_default();
    let night = match (time("night_from"), time("night_until")) {
        ("", "") => Value::Null,
        (from, until) => json!({"from": from, "until": until}),
    };
    if days.is_empty() && night.is_null() {
        return Ok(None);
    }
    read("hours", json!({"zone": zone, "days_off": days, "night": night})).map(Some)
}

/// A value of a form in the words of the API. A refusal names the field.
fn read<T: DeserializeOwned>(field: &'static str, value: Value) -> play::Result<T> {
    serde_json::from_value(value).map_err(|why| Refusal::Field(field, format!("Invalid value: {why}.")))
}

/// The value of a field with this word, or the default for an empty one.
fn choose_word<T: Stored + Default>(filled: &Pairs, field: &'static str) -> play::Result<T> {
    match get(filled, field).map(str::trim).unwrap_or_default() {
        "" => Ok(T::default()),
        word => T::named(word).ok_or_else(|| Refusal::Field(field, "Choose one from the list.".to_owned())),
    }
}
