//! The page of a match on which moves are tried: nothing is sent.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use engine::explore::{Tried, Unexplored};
use engine::{Fault, Page, Seat};

use super::super::own;
use super::around::Around;
use super::bar::Bar;
use super::drawn::Drawn;
use super::{BoardPage, Way, of_page};
use crate::app::App;
use crate::brief::Table;
use crate::db::people::Person;
use crate::http::Result;
use crate::ids::{MatchId, UserId};
use crate::play::Match;
use crate::play::game::conditional;
use crate::play::telling::tries::{self, MAX};
use crate::play::telling::{brief, links};

/// The sign between moves in an address. No notation has it.
const BETWEEN: char = '>';

/// The moves that are tried, and the steps between them.
pub(super) struct Tries {
    /// The number of the line from which they are tried, and the path of its position.
    pub(super) line: u32,
    pub(super) position: String,
    pub(super) rows: Vec<Row>,
    /// The path of the shown position.
    here: String,
    /// The paths of the position one move before and one move later, if there are any.
    pub(super) back: Option<String>,
    pub(super) forth: Option<String>,
    /// The path of the position before the first move.
    pub(super) start: String,
    /// The moves before the shown position, for the next step.
    pub(super) played: String,
    /// The beginning of the next move.
    pub(super) draft: String,
    /// The moves with the draft.
    pub(super) with_draft: String,
    /// The path of the match with the first move chosen, if it is the reader's own turn.
    pub(super) choose: Option<String>,
    /// The moves as a line that the reader can leave as conditional moves.
    pub(super) plan: Option<String>,
    /// True if the reader can leave such moves now.
    pub(super) may_plan: bool,
    pub(super) id: MatchId,
}

/// A move that is tried.
pub(super) struct Row {
    pub(super) path: String,
    /// The colour of the player, as a class of the style sheet.
    pub(super) paint: &'static str,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) is_last_played: bool,
}

/// Moves as they are in an address.
pub(in crate::pages) fn of_address(text: &str) -> Vec<String> {
    text.split(BETWEEN).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(&BETWEEN.to_string())
}

/// The path of the page on which moves are tried, from the position after this line.
pub(super) fn path(id: MatchId, line: u32) -> String {
    format!("{}/try?line={line}", links::match_path(id))
}

/// The same with moves; all of them are played if no number says how many.
pub(super) fn path_with(id: MatchId, line: u32, moves: &str, played: Option<usize>) -> String {
    let played = played.map(|number| ("at", number.to_string()));
    let fields = [("moves", moves.to_owned())].into_iter().filter(|(_, text)| !text.is_empty()).chain(played);
    let query = serde_urlencoded::to_string(fields.collect::<Vec<_>>()).unwrap_or_default();
    let and = if query.is_empty() { "" } else { "&" };
    format!("{}{and}{query}", path(id, line))
}

impl Tries {
    fn new(m: &Match, table: &Table, (line, last): (u32, u32), tried: &tries::Tries) -> Tries {
        let texts = || tried.moves.iter().map(|one| one.text.as_str());
        let (all, id, number) = (joined(texts()), m.id(), tried.moves.len());
        let to = |played: usize| path_with(id, line, &all, (played < number).then_some(played));
        let played = joined(texts().take(tried.played));
        let row = |(at, one): (usize, &Tried)| {
            let player = table.players.get(one.by.index());
            Row {
                path: to(at + 1),
                paint: player.map_or("", |player| player.chair.paint.word()),
                name: player.map(|player| player.name.clone()).unwrap_or_default(),
                text: one.text.clone(),
                is_last_played: at + 1 == tried.played,
            }
        };
        let base = links::match_path(id);
        Tries {
            line,
            position: if line < last { format!("{base}?line={line}") } else { base.clone() },
            here: to(tried.played),
            rows: tried.moves.iter().enumerate().map(row).collect(),
            back: (tried.played > 0).then(|| to(tried.played.saturating_sub(1))),
            forth: (tried.played < number).then(|| to(tried.played + 1)),
            start: path(id, line),
            with_draft: joined([played.as_str(), tried.draft.as_str()].into_iter().filter(|text| !text.is_empty())),
            played,
            draft: tried.draft.clone(),
            choose: None,
            plan: None,
            may_plan: false,
            id,
        }
    }

    /// What a player can do with the moves in the present position: choose the first, or leave them all as conditional moves.
    fn use_by(&mut self, m: &Match, player: UserId, tried: &tries::Tries) {
        let (Some(seat), Some(played)) = (m.seat_of(player), tried.moves.get(..tried.played)) else { return };
        let first = played.first().filter(|first| first.by == seat && m.awaited().contains(seat));
        self.choose = first.map(|one| links::chosen_path(m.id(), &one.text));
        let ends_with_own = played.len() > 1 && played.last().is_some_and(|last| last.by == seat);
        let is_line = ends_with_own && tried.draft.is_empty();
        self.plan = is_line.then(|| conditional::text_of(played.iter().map(|one| one.text.as_str())));
    }
}

/// Shows moves that are tried from a position.
pub(in crate::pages) fn show_tries(
    app: &App,
    m: &Match,
    (person, way): (Option<&Person>, Way),
    (line, last, is_over): (u32, u32, bool),
    tried: tries::Tries,
) -> Result<HttpResponse> {
    let seat = person.and_then(|person| m.seat_of(person.id));
    let table = brief::table(m, person.filter(|_| seat.is_some()).map_or("", |person| &person.name))?;
    let mut tries = Tries::new(m, &table, (line, last), &tried);
    let player = person.filter(|_| tries::is_present(m, line, last));
    if let (Some(person), Way::SignedIn { .. } | Way::Guest) = (player, &way) {
        tries.use_by(m, person.id, &tried);
        // Guests have no conditional moves.
        tries.may_plan = conditional::may_leave(m, person.id) && matches!(way, Way::SignedIn { .. });
        tries.plan = tries.plan.filter(|_| tries.may_plan);
    }
    let base = tries.here.clone();
    let lead = lead(&table, seat, &tried, is_over);
    let refused = tried.refused.as_ref().filter(|_| !is_over).map(why);
    let bar = tried.next.filter(|_| tried.played < MAX).map(|_| {
        let mut bar = Bar::empty("The next move", lead.clone(), &tried.draft, tried.is_whole);
        bar.add(tried.choices);
        bar
    });
    let drawn = Drawn::new(Page { you: tried.page.you.or(seat), ..tried.page })?;
    let shown = of_page(m, (&table, &drawn), None, Around::default(), (way, &base, ""), app.clock.now());
    let mut page = BoardPage {
        alerts: refused.into_iter().collect(),
        end: None,
        share: Some(String::new()),
        lead,
        bar,
        hand: None,
        tries: Some(tries),
        ..shown
    };
    // The clocks are those of the present.
    for player in &mut page.players {
        player.clock = None;
    }
    Ok(own(&page, StatusCode::OK))
}

/// What comes next, in a sentence or two.
fn lead(table: &Table, own: Option<Seat>, tried: &tries::Tries, is_over: bool) -> String {
    if is_over {
        return "The match ended with this line. Go to an earlier line to try other moves.".to_owned();
    }
    if let Some(outcome) = &tried.page.outcome {
        return format!("The match would end here. {}", outcome.reason);
    }
    if tried.played >= MAX {
        return format!("{MAX} moves are tried, which is the maximum.");
    }
    match tried.next {
        Some(seat) if own == Some(seat) => tried.prompt.clone(),
        Some(seat) => format!("You move for {}. {}", player(table, seat), tried.prompt),
        None if tried.refused.is_some() => String::new(),
        None => "Several players decide here at the same time, so no further move can be tried.".to_owned(),
    }
}

fn player(table: &Table, seat: Seat) -> String {
    table.names().0.get(seat.index()).cloned().unwrap_or_default()
}

/// The reason why a move was not tried.
fn why(refused: &Unexplored) -> String {
    match refused {
        Unexplored::Refused { number, fault: Fault::Illegal(illegal) } => {
            format!("Move {number} is not possible: {}", illegal.why)
        }
        Unexplored::Refused { number, fault } => format!("Move {number} is not possible: {fault}"),
        Unexplored::Depends { number: 0 } => {
            "What follows here depends on what you cannot see, or on chance. No moves can be tried from this position."
                .to_owned()
        }
        Unexplored::Depends { number } => {
            format!("Move {number} cannot be tried: what follows on it depends on what you cannot see, or on chance.")
        }
        Unexplored::NoSeat { number } => {
            format!("Move {number} cannot be tried: several players decide there at the same time.")
        }
        Unexplored::TooLong { .. } => "That took too long. Try fewer moves.".to_owned(),
    }
}
