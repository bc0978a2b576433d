//! Looking at a match: page, choices, preview.

use std::sync::Arc;

use engine::choice::{Begun, Most, Steps, WholeMoves};
use engine::explore::{Explored, Plan, Planned};
use engine::scene::Scene;
use engine::{
    Act, Choice, ChoiceKind, Dice, EndCondition, Eye, Fault, Frame, Moment, Page, Preview, Rules, Seat, Seed, Settings,
};

use crate::app::App;
use crate::db::{self, moves::MoveRow};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::matches::lines::{self, ToldLine};
use crate::play::{Match, Phase, Refusal, Result};
use crate::secrets::random_bytes;

/// Returns the match if this user may see it; `None` is a visitor who is not signed in.
pub async fn find(app: &App, id: MatchId, user: Option<UserId>) -> Result<Match> {
    let mut connection = app.db.get().await?;
    Match::visible(&mut connection, id, user).await
}

/// The page of a match as this user could have seen it right after the line with this number. Counts its cost.
pub async fn page_after(app: &App, sender: Asker, m: &Arc<Match>, user: Option<UserId>, number: u32) -> Result<Page> {
    costly::count(app, sender, Cost::Position)?;
    lines::Reader::new(app, sender, m, user).page_after(number).await
}

/// The same with its whole log.
pub async fn find_with_log(app: &App, id: MatchId, user: Option<UserId>) -> Result<(Match, Vec<MoveRow>)> {
    let mut connection = app.db.get().await?;
    let m = Match::visible(&mut connection, id, user).await?;
    let mut rows = db::moves::log(&mut connection, id).await?;
    // A move may have come since the match was read.
    rows.retain(|row| Some(row.ply) <= m.progress().ply);
    Ok((m, rows))
}

/// The positions of a match of a game with its default options, at most so many: the moves are drawn at random, the same each time.
pub fn sample(rules: &dyn Rules, max: usize) -> std::result::Result<Vec<Frame>, Fault> {
    let seed = Seed::new([7; 32]);
    let mut dice = Dice::at(&seed, u32::MAX);
    let mut frames = vec![rules.start(*rules.info().seats.start(), &serde_json::json!({}), &seed)?.frame];
    while let Some(frame) = frames.last().filter(|frame| !frame.over && frames.len() < max) {
        let Some(by) = rules.status(frame)?.awaited.iter().next() else { break };
        let Some(text) = rules.suggest(frame, by, &mut dice)? else { break };
        let next = rules.advance(frame, Act::Chosen { by, text: &text }, Moment(0))?.frame;
        frames.push(next);
    }
    Ok(frames)
}

/// The page of the match for this user; `None` before the start.
pub fn page(m: &Match, user: Option<UserId>) -> Result<Option<Page>> {
    match m.phase() {
        Phase::Open | Phase::Cancelled => Ok(None),
        Phase::Running | Phase::Over => {
            // The page of a match that is over shows everything, and still names the seat of its reader.
            let eye = user.and_then(|user| m.seat_of(user)).map_or(Eye::Public, Eye::Seat);
            Ok(Some(m.rules.page(&m.frame()?, eye)?))
        }
    }
}

fn seat(m: &Match, user: UserId) -> Result<Seat> {
    match m.phase() {
        Phase::Running => m.seat_of(user).ok_or(Refusal::Forbidden("You have no seat in this match.")),
        Phase::Over => Err(Refusal::Conflict("The match is over.".to_owned())),
        Phase::Open | Phase::Cancelled => Err(Refusal::Conflict("The match has not started.".to_owned())),
    }
}

/// The continuations of a text, for a player.
pub fn choices(m: &Match, user: UserId, so_far: &str) -> Result<Vec<Choice>> {
    let seat = seat(m, user)?;
    Ok(m.rules.choices(&m.frame()?, seat, so_far)?)
}

/// The continuations of a text that point at a thing in a panel, such as a card, for a player: those of the text itself, and those after
/// one more word.
pub fn choices_on(m: &Match, user: UserId, so_far: &str, item: &str) -> Result<Vec<Choice>> {
    Ok(choices_of(m.rules, &m.frame()?, seat(m, user)?, so_far, item)?)
}

/// The same for a seat in a position.
pub(super) fn choices_of(
    rules: &dyn Rules,
    frame: &Frame,
    seat: Seat,
    so_far: &str,
    item: &str,
) -> std::result::Result<Vec<Choice>, Fault> {
    let mut found = Vec::new();
    for choice in rules.choices(frame, seat, so_far)? {
        if choice.is_on_item(item) {
            found.push(choice);
        } else if choice.on.is_none() && !choice.complete {
            let further = rules.choices(frame, seat, &choice.text)?;
            found.extend(further.into_iter().filter(|choice| choice.is_on_item(item)));
        }
    }
    Ok(found)
}

/// What a player can order for later by choosing sentences, if the game has such orders.
pub fn settings(m: &Match, user: UserId) -> Result<Option<Settings>> {
    let seat = seat(m, user)?;
    Ok(m.rules.settings(&m.frame()?, seat)?)
}

/// A text with those of these orders that change something, or with all of them if none does.
pub fn ordered(m: &Match, user: UserId, orders: &[&str]) -> Result<String> {
    let settings = settings(m, user)?.ok_or(Refusal::Conflict("There are no orders to change now.".to_owned()))?;
    let changes = |order: &str| settings.list.iter().all(|setting| setting.now.as_deref() != Some(order));
    let all: Vec<&str> = orders.iter().copied().filter(|order| !order.is_empty()).collect();
    let changed: Vec<&str> = all.iter().copied().filter(|order| changes(order)).collect();
    let told = if changed.is_empty() { all } else { changed };
    Ok(format!("{} {}", settings.word, told.join("; ")))
}

/// What a player does next after a text with these continuations, in a sentence; empty if none of them plays on.
pub fn prompt(m: &Match, user: UserId, so_far: &str, choices: &[Choice]) -> Result<String> {
    let seat = seat(m, user)?;
    Ok(m.rules.prompt(&m.frame()?, seat, so_far, choices)?)
}

/// Returns whether the user's seat is awaited, and the kinds of choices to list: these, and those that play on if it is.
pub fn kinds(m: &Match, user: UserId, include: &[ChoiceKind]) -> Result<(bool, Vec<ChoiceKind>)> {
    let awaited = m.awaited().contains(seat(m, user)?);
    let own = if awaited { &ChoiceKind::PLAYING_ON[..] } else { &[] };
    Ok((awaited, [own, include].concat()))
}

/// The maximum number of whole moves that are listed.
const MAX_MOVES: usize = 1000;

/// Returns the whole moves of the user that continue a text, of these kinds. Refuses if they are too many. Counts the cost.
pub async fn whole_moves(
    app: &App,
    sender: Asker,
    m: Match,
    user: UserId,
    (so_far, kinds): (String, Vec<ChoiceKind>),
) -> Result<Vec<Choice>> {
    costly::count(app, sender, Cost::Position)?;
    let (seat, frame, rules) = (seat(&m, user)?, m.frame()?, m.rules);
    let found = costly::paint_until(app, sender, move |deadline| {
        let max = Most { choices: MAX_MOVES, time_is_over: &|| deadline.is_over() };
        rules.whole_moves(&frame, seat, Begun { so_far: &so_far, kinds: &kinds }, &max)
    });
    let WholeMoves { choices, truncated } = found.await??;
    if truncated { Err(Refusal::TooManyMoves) } else { Ok(choices) }
}

/// The maximum number of choices behind the first step.
const MAX_FURTHER: usize = 1000;

/// Returns the continuations of a text in several steps, of these kinds. Counts the cost.
pub async fn steps(
    app: &App,
    sender: Asker,
    m: &Match,
    user: UserId,
    begun: (String, Vec<ChoiceKind>),
    depth: usize,
) -> Result<Steps> {
    walk(app, sender, m, user, begun, (depth, MAX_FURTHER)).await
}

/// The maximum number of choices that come with a match or an event, and of their steps.
const NEXT: (usize, usize) = (8, 300);

/// Returns what a user who is awaited can do next, in several steps; `None` for everyone else. Counts the cost.
pub async fn next_steps(app: &App, sender: Asker, m: &Match, user: UserId) -> Result<Option<Steps>> {
    let is_awaited = m.phase() == Phase::Running && m.seat_of(user).is_some_and(|seat| m.awaited().contains(seat));
    if !is_awaited {
        return Ok(None);
    }
    let begun = (String::new(), ChoiceKind::PLAYING_ON.to_vec());
    walk(app, sender, m, user, begun, NEXT).await.map(Some)
}

async fn walk(
    app: &App,
    sender: Asker,
    m: &Match,
    user: UserId,
    (so_far, kinds): (String, Vec<ChoiceKind>),
    (depth, max): (usize, usize),
) -> Result<Steps> {
    costly::count(app, sender, Cost::Position)?;
    let (seat, frame, rules) = (seat(m, user)?, m.frame()?, m.rules);
    let found = costly::paint_until(app, sender, move |deadline| {
        let max = Most { choices: max, time_is_over: &|| deadline.is_over() };
        rules.steps(&frame, seat, Begun { so_far: &so_far, kinds: &kinds }, depth, &max)
    });
    Ok(found.await??)
}

/// Returns the last line of the log that a user may read, if it is found without much work.
pub async fn last_line(app: &App, m: &Match, user: Option<UserId>) -> Result<Option<ToldLine>> {
    let names = m.story_names()?;
    let told = lines::latest(&mut *app.db.get().await?, m, user, &names, 1).await?;
    Ok(told.unwrap_or_default().pop())
}

/// The maximum number of moves that are explored.
const MAX_EXPLORED: usize = 40;

/// Plays moves on a copy of what the user may know of the match, which stays as it is. Counts the cost.
pub async fn explore(
    app: &App,
    sender: Asker,
    m: &Match,
    user: UserId,
    moves: Vec<Planned>,
    so_far: String,
) -> Result<Explored> {
    if moves.len() > MAX_EXPLORED {
        return Err(Refusal::Field("moves", format!("Expected at most {MAX_EXPLORED} moves.")));
    }
    costly::count(app, sender, Cost::Exploration)?;
    let (seat, frame, rules) = (seat(m, user)?, m.frame()?, m.rules);
    let at = m.moment(app.clock.now());
    let explored = costly::paint_until(app, sender, move |deadline| {
        let plan =
            Plan { eye: Eye::Seat(seat), moves: &moves, so_far: &so_far, at, time_is_over: &|| deadline.is_over() };
        // Chance must not come from the seed of the match.
        rules.explore(&frame, &plan, &mut Dice::at(&Seed::new(random_bytes()), 0))
    });
    let mut explored = explored.await?.map_err(Refusal::Unexplored)?;
    explored.choices.retain(|choice| choice.kind.plays_on());
    Ok(explored)
}

/// The result of checking a move without playing it.
pub struct Thought {
    /// In its canonical spelling.
    pub text: String,
    /// The reason for which the rules would refuse it.
    pub refused: Option<engine::Illegal>,
    /// True if a part of the turn would remain to be sent after it, unless the match ends.
    pub partial: bool,
    /// The result if no other player responds, in sentences.
    pub foretold: Vec<String>,
    /// The position after it, as its player would see it, if that does not depend on hidden facts.
    pub scene: Option<Scene>,
    /// The conditions that would end the match then.
    pub ends: Vec<EndCondition>,
}

impl Thought {
    /// What was found, in a sentence.
    pub fn words(&self) -> String {
        let Thought { text, refused, partial, .. } = self;
        match refused {
            Some(illegal) => format!("{text} is not legal: {}", illegal.why),
            None if *partial => {
                format!("{text} is legal, but does not end your turn: you choose the rest afterwards.")
            }
            None => format!("{text} is legal."),
        }
    }
}

/// Checks whether a move is legal, and what it leads to as far as the player can know: consequences may depend on hidden facts.
pub fn preview(app: &App, m: &Match, user: UserId, text: &str) -> Result<Thought> {
    let seat = seat(m, user)?;
    let canonical = m.rules.read_now(&m.frame()?, seat, text)?;
    match m.rules.preview(&m.frame()?, seat, text, m.moment(app.clock.now())) {
        Ok(preview) => {
            let names = super::brief::table(m, "")?.names();
            let foretold = m.rules.foretell(&m.frame()?, seat, &preview.text, &names)?;
            let Preview { text, scene, ends, partial } = preview;
            Ok(Thought { text, refused: None, partial, foretold, scene, ends })
        }
        Err(Fault::Illegal(illegal)) => {
            let (foretold, ends) = (Vec::new(), Vec::new());
            Ok(Thought { text: canonical, refused: Some(illegal), partial: false, foretold, scene: None, ends })
        }
        Err(fault) => Err(fault.into()),
    }
}
