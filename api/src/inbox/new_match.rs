//! A match that a message begins: `new magma board hexhex5 days 2 with bo@example.org`.

use engine::{Rules, Span};
use serde_json::{Map, Value};

use super::commands::{NewMatch, Opponents};
use crate::address::is_same_mailbox;
use crate::app::App;
use crate::db::{self, Connection, match_numbers, people};
use crate::ids::{MatchId, UserId};
use crate::play::lobby::invite::{self, Whom};
use crate::play::lobby::open_matches::{self, Wish};
use crate::play::matches::deadline::Pace;
use crate::play::telling::brief;
use crate::play::{self, ComputerPace, Match, OnLapse, Phase, Refusal, Seating, Visibility};

/// The days for a move, if a message names no others.
const DAYS: u64 = 3;

/// The most days for a move.
const MAX_DAYS: u64 = 60;

/// The words that are no options of a game: the days for each move, and the number of players.
const DAYS_WORD: &str = "days";
const PLAYERS_WORD: &str = "players";

/// Creates the match of this id, unless it is there, and invites its players. Returns what is done, in sentences.
pub(super) async fn create(app: &App, user: UserId, id: MatchId, new: &NewMatch) -> play::Result<String> {
    let rules = engine::game(new.game).ok_or_else(|| Refusal::Broken(format!("no game {}", new.game)))?;
    let people = match &new.opponents {
        Opponents::People(people) => people.iter().map(|text| whom(text)).collect::<play::Result<Vec<_>>>()?,
        Opponents::Anyone | Opponents::Computer(_) => Vec::new(),
    };
    check_people(rules, people.len())?;
    check_known(app, user, &people).await?;
    let wish = wish(rules, new, people.len() as u8 + 1)?;
    let (m, _) = open_matches::create_once(app, user, id, wish).await?;
    for whom in &people {
        invite::invite(app, m.id(), user, whom).await?;
    }
    told(app, user, &m, people.len()).await
}

async fn told(app: &App, user: UserId, m: &Match, invited: usize) -> play::Result<String> {
    let called = brief::table(m, "")?.called();
    if m.phase() == Phase::Running {
        return Ok(format!("{called} has started. An email tells you when it is your turn."));
    }
    let number = number(app, user, m.id()).await?;
    let free = usize::from(m.seats()).saturating_sub(m.players().len());
    let waits = match (invited, free) {
        (0, 1) => "One more player can join it; others find it with the command open.".to_owned(),
        (0, free) => format!("{free} more players can join it; others find it with the command open."),
        (1, _) => "The invitation is on its way. The match starts when it is accepted.".to_owned(),
        (number, _) => format!("{number} invitations are on their way. The match starts when all seats are taken."),
    };
    Ok(format!("{called} is created; it is match {number} of your list. {waits}"))
}

/// The number by which a person calls a match.
async fn number(app: &App, user: UserId, id: MatchId) -> play::Result<i32> {
    let work = async |connection: &mut Connection| match_numbers::assign(connection, user, &[id]).await;
    let numbered = db::transaction(&mut *app.db.get().await?, work).await?;
    numbered.first().map(|(number, _)| *number).ok_or_else(|| Refusal::Broken("no number of a match".to_owned()))
}

/// Reads whom to invite.
fn whom(text: &str) -> play::Result<Whom> {
    Whom::read(text).map_err(|why| Refusal::Conflict(format!("{text}: {why}")))
}

fn check_people(rules: &dyn Rules, people: usize) -> play::Result<()> {
    let max = usize::from(*rules.info().seats.end());
    if people < max {
        return Ok(());
    }
    let (name, others) = (rules.info().name, max - 1);
    let others = if others == 1 { "one other player".to_owned() } else { format!("at most {others} other players") };
    Err(Refusal::Conflict(format!("{name} takes {others}. You named {people}.")))
}

/// Refuses people who cannot be invited, before there is a match.
async fn check_known(app: &App, user: UserId, people: &[Whom]) -> play::Result<()> {
    let mut connection = app.db.get().await?;
    let own = people::person(&mut connection, user).await?.and_then(|person| person.address).unwrap_or_default();
    for whom in people {
        let is_own = match whom {
            Whom::Handle(handle) => {
                let unknown = || Refusal::Conflict(format!("{handle}: There is no player with this handle."));
                people::by_handle(&mut connection, handle).await?.ok_or_else(unknown)?.id == user
            }
            Whom::Address(address) => is_same_mailbox(address.as_str(), &own),
        };
        if is_own {
            return Err(Refusal::Conflict("You cannot invite yourself.".to_owned()));
        }
    }
    Ok(())
}

fn wish(rules: &dyn Rules, new: &NewMatch, named: u8) -> play::Result<Wish> {
    let (mut days, mut seats, mut options) = (DAYS, None, long_options(rules));
    for (name, value) in &new.options {
        match name.as_str() {
            DAYS_WORD => days = whole(name, value, MAX_DAYS)?,
            PLAYERS_WORD => seats = Some(whole(name, value, u64::from(*rules.info().seats.end()))? as u8),
            _ => {
                let (name, value) = option(rules, name, value)?;
                options.insert(name, value);
            }
        }
    }
    let least = *rules.info().seats.start();
    let (seats, computers, visibility) = match &new.opponents {
        Opponents::Anyone => (seats.unwrap_or(least), Vec::new(), Visibility::Public),
        Opponents::People(_) => (seats.unwrap_or(named.max(least)), Vec::new(), Visibility::Unlisted),
        Opponents::Computer(level) => {
            let seats = seats.unwrap_or(least);
            (seats, vec![*level; usize::from(seats.saturating_sub(1))], Visibility::Unlisted)
        }
    };
    if seats < named {
        return Err(Refusal::Conflict(format!("You named {named} players for {seats} seats.")));
    }
    Ok(Wish {
        game: rules.info().id.to_owned(),
        name: None,
        options: Value::Object(options),
        seats: Some(seats),
        seating: Seating::default(),
        visibility,
        pace: computers.is_empty().then(|| Pace::PerMove { time: Span::days(days) }),
        hours: None,
        vacation: None,
        on_lapse: OnLapse::default(),
        notes: true,
        join: true,
        computers,
        computer_pace: ComputerPace::default(),
        rated: None,
        past: None,
    })
}

/// The options of a match with days for each move, unless others are named.
fn long_options(rules: &dyn Rules) -> Map<String, Value> {
    rules.long_options().as_object().cloned().unwrap_or_default()
}

fn whole(name: &str, value: &str, max: u64) -> play::Result<u64> {
    let number = value.parse().ok().filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| Refusal::Conflict(format!("{name} {value}: expected a number from 1 to {max}.")))
}

/// The option of a game with this name, in any case, and its value.
fn option(rules: &dyn Rules, name: &str, value: &str) -> play::Result<(String, Value)> {
    let schema = rules.option_schema();
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let Some((name, property)) = properties.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = properties.keys().map(String::as_str).chain([DAYS_WORD, PLAYERS_WORD]).collect();
        let game = rules.info().name;
        return Err(Refusal::Conflict(format!("{game} has no option {name}. It has: {}.", known.join(", "))));
    };
    let mut leaves = Vec::new();
    engine::options::list_leaves(&schema, property, &mut leaves);
    let is_of = |kind: &str| {
        leaves
            .iter()
            .any(|leaf| leaf["type"] == kind || leaf["type"].as_array().is_some_and(|all| all.contains(&kind.into())))
    };
    let constant =
        leaves.iter().filter_map(|leaf| leaf["const"].as_str()).find(|known| known.eq_ignore_ascii_case(value));
    let read = match (constant, value) {
        (Some(constant), _) => Value::from(constant),
        (None, "none") if is_of("null") => Value::Null,
        (None, "yes" | "on" | "true") if is_of("boolean") => Value::from(true),
        (None, "no" | "off" | "false") if is_of("boolean") => Value::from(false),
        (None, number) if is_of("integer") => number.parse::<u64>().map_or_else(|_| Value::from(number), Value::from),
        (None, text) => Value::from(text),
    };
    Ok((name.clone(), read))
}
