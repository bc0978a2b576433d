//! Conditional moves: a player who is not next leaves lines of play; where the others play one of them, the own moves of the line are played
//! at once. They are secret, and each was explored when it was left, so it rests on what its writer knows.

use engine::explore::{Plan, Planned, Unexplored};
use engine::{Cause, Dice, Eye, Fault, Seat, Seed};
use serde::{Deserialize, Serialize};

use super::submit::{self, NewMove};
use crate::app::App;
use crate::db::conditional::{self as rows, ConditionalRow, DueRow};
use crate::db::{self, Connection};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::matches::lines;
use crate::play::{Match, Phase, Refusal, Result, caught};
use crate::secrets::random_bytes;

/// The sign between the moves of a line in a text. No notation has it.
const BETWEEN: &str = " > ";
/// The maximum number of own moves in all lines together. Moves in a common beginning count once.
pub const MAX_OWN: usize = 20;
/// The maximum number of lines.
pub const MAX_LINES: usize = 20;
/// The maximum number of moves of a line.
pub const LONGEST_LINE: usize = 40;
/// The maximum number of players whose moves are played at a look.
const MAX_AT_A_LOOK: i64 = 100;
/// The maximum number of lines of the log that are read to find out what was played since.
const MAX_SINCE: u32 = 200;

/// A move of a line of play.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Its seat.
    pub by: Seat,
    /// The move in its canonical spelling.
    pub text: String,
}

/// Moves in the order of play, from the present position on; the last is an own one.
pub type LineOfPlay = Vec<Ply>;

/// What follows from what was played since conditional moves were left.
#[derive(PartialEq, Eq, Debug)]
enum Next {
    /// This own move.
    Move(String),
    /// A move of another player.
    Wait,
    /// No line: the others have played otherwise, or the lines have come to their end.
    Nothing,
}

/// Returns what follows for a seat that is awaited.
fn next(lines: &[LineOfPlay], played: &[Ply], seat: Seat) -> Next {
    match lines.iter().find_map(|line| line.strip_prefix(played)?.first()) {
        Some(ply) if ply.by == seat => Next::Move(ply.text.clone()),
        Some(_) => Next::Wait,
        None => Next::Nothing,
    }
}

/// Stores lines of play in place of the earlier ones, and returns them; no lines remove them. Each is explored first; a move that the rules
/// refuse, or whose effect depends on what the player does not know, is refused with its line. `turn` is the turn that the player saw.
pub async fn leave(
    app: &App,
    sender: Asker,
    (id, user): (MatchId, UserId),
    turn: u32,
    texts: Vec<Vec<String>>,
) -> Result<Vec<LineOfPlay>> {
    let m = of_player(&mut *app.db.get().await?, id, user).await?;
    if texts.is_empty() {
        rows::remove(&mut *app.db.get().await?, id, user).await?;
        return Ok(Vec::new());
    }
    let seat = allowed(&m, user)?;
    if turn != m.turn() {
        return Err(Refusal::Stale { quoted: turn, turn: m.turn() });
    }
    check_lengths(&texts)?;
    costly::count(app, sender, Cost::Exploration)?;
    let (frame, rules, at) = (m.frame()?, m.rules, m.moment(app.clock.now()));
    let ply = frame.ply;
    let explored = costly::paint_until(app, sender, move |deadline| {
        let one = |(number, texts): (usize, &Vec<String>)| {
            let moves: Vec<_> = texts.iter().map(|text| Planned { by: None, text: text.clone() }).collect();
            let plan =
                Plan { eye: Eye::Seat(seat), moves: &moves, so_far: "", at, time_is_over: &|| deadline.is_over() };
            // Chance must not come from the seed of the match.
            let explored = rules.explore(&frame, &plan, &mut Dice::at(&Seed::new(random_bytes()), 0));
            let explored = explored.map_err(|why| refuse(number, why))?;
            Ok(explored.moves.into_iter().map(|tried| Ply { by: tried.by, text: tried.text }).collect())
        };
        texts.iter().enumerate().map(one).collect::<Result<Vec<LineOfPlay>>>()
    });
    let lines = explored.await??;
    check_lines(&lines, seat)?;
    let stored = serde_json::to_string(&lines).map_err(|why| Refusal::Broken(why.to_string()))?;
    let mut connection = app.db.get().await?;
    rows::store(&mut connection, (id, user), ply, &stored).await?;
    Ok(lines)
}

/// The place of a line in refusals. Lines are counted from 1, as moves are.
fn place(index: usize) -> String {
    format!("Line {}", index + 1)
}

fn refuse(number: usize, why: Unexplored) -> Refusal {
    let words = match why {
        Unexplored::Refused { fault: fault @ Fault::Stored { .. }, .. } => return Refusal::Rules(fault),
        Unexplored::Refused { number, fault: Fault::Illegal(illegal) } => format!("Move {number}: {}", illegal.why),
        why @ (Unexplored::Refused { .. }
        | Unexplored::Depends { .. }
        | Unexplored::NoSeat { .. }
        | Unexplored::TooLong { .. }) => why.to_string(),
    };
    Refusal::Field("lines", format!("{}: {words}", place(number)))
}

/// Refuses players who cannot leave conditional moves now. Returns the seat of one who can.
fn allowed(m: &Match, user: UserId) -> Result<Seat> {
    match m.phase() {
        Phase::Running => {}
        Phase::Over => return Err(Refusal::Conflict("The match is over.".to_owned())),
        Phase::Open | Phase::Cancelled => return Err(Refusal::Conflict("The match has not started.".to_owned())),
    }
    let seat = m.seat_of(user).ok_or(Refusal::Forbidden("You have no seat in this match."))?;
    if m.rules.info().windows {
        let why = "This game has no conditional moves. Use standing orders.";
        return Err(Refusal::Conflict(why.to_owned()));
    }
    if m.left().contains(seat) {
        return Err(Refusal::Conflict("You have left this match.".to_owned()));
    }
    if m.awaited().contains(seat) {
        let why = "It is your turn. Send your move first, then save moves for later turns.";
        return Err(Refusal::Conflict(why.to_owned()));
    }
    Ok(seat)
}

fn check_lengths(texts: &[Vec<String>]) -> Result<()> {
    if texts.len() > MAX_LINES {
        return Err(Refusal::Field("lines", format!("Expected at most {MAX_LINES} lines.")));
    }
    for (number, line) in texts.iter().enumerate() {
        if !(2..=LONGEST_LINE).contains(&line.len()) {
            let expected = format!(
                "Expected 2 to {LONGEST_LINE} moves in order of play: the other players' moves and your replies."
            );
            return Err(Refusal::Field("lines", format!("{}: {expected}", place(number))));
        }
    }
    Ok(())
}

/// Refuses lines that end with a move of another, that contradict each other, or that have too many own moves.
fn check_lines(lines: &[LineOfPlay], seat: Seat) -> Result<()> {
    let wrong = |number: usize, why: &str| Err(Refusal::Field("lines", format!("{}: {why}", place(number))));
    let mut own: Vec<&[Ply]> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if line.last().is_none_or(|last| last.by != seat) {
            return wrong(number, "A line must end with one of your moves.");
        }
        for until in (1..=line.len()).filter(|until| line[until - 1].by == seat) {
            let (beginning, text) = (&line[..until - 1], &line[until - 1].text);
            let other = own.iter().find(|other| other.len() == until && other.starts_with(beginning));
            match other {
                Some(other) if other[until - 1].text != *text => {
                    let why = format!(
                        "After the same moves, another line continues with {}, and this one with {text}.",
                        other[until - 1].text
                    );
                    return wrong(number, &why);
                }
                Some(_) => {}
                None => own.push(&line[..until]),
            }
        }
    }
    if own.len() > MAX_OWN {
        return Err(Refusal::Field("lines", format!("Expected at most {MAX_OWN} of your moves, not {}.", own.len())));
    }
    Ok(())
}

/// Returns what is left of each line of a player that may still be played.
pub async fn read(app: &App, id: MatchId, user: UserId) -> Result<Vec<LineOfPlay>> {
    let mut connection = app.db.get().await?;
    let m = of_player(&mut connection, id, user).await?;
    left(&mut connection, &m, user).await
}

/// Returns the same if the player can leave conditional moves now.
pub async fn draft(connection: &mut Connection, m: &Match, user: UserId) -> Result<Option<Vec<LineOfPlay>>> {
    if !may_leave(m, user) {
        return Ok(None);
    }
    left(connection, m, user).await.map(Some)
}

/// Returns whether a user can leave conditional moves now.
pub fn may_leave(m: &Match, user: UserId) -> bool {
    allowed(m, user).is_ok()
}

/// Moves of a line as a text.
pub fn text_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(BETWEEN)
}

/// What a line means to its writer, in a sentence.
pub fn words(line: &[Ply], own: Seat, names: &[String]) -> String {
    let mut words = String::new();
    for (at, ply) in line.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| line.get(at)).map(|ply| ply.by == own);
        let name = names.get(ply.by.index()).map_or("the next player", String::as_str);
        words += &match (ply.by == own, before) {
            (true, None) => format!("You play {}", ply.text),
            (true, Some(true)) => format!(" and then {}", ply.text),
            (true, Some(false)) => format!(", you play {}", ply.text),
            (false, None) => format!("If {name} plays {}", ply.text),
            (false, Some(true)) => format!("; if {name} then plays {}", ply.text),
            (false, Some(false)) => format!(" and {name} plays {}", ply.text),
        };
    }
    words + "."
}

/// A change of the lines of a player.
pub enum Change {
    /// This line comes to those that are there, in the place of its own beginnings.
    Add(Vec<String>),
    /// The line with this text goes.
    Remove(String),
}

/// Returns the texts of the lines of a player after a change.
pub async fn changed(app: &App, id: MatchId, user: UserId, change: Change) -> Result<Vec<Vec<String>>> {
    let lines = read(app, id, user).await?;
    let mut lines: Vec<Vec<String>> =
        lines.into_iter().map(|line| line.into_iter().map(|ply| ply.text).collect()).collect();
    match change {
        Change::Add(new) => {
            lines.retain(|line| !new.starts_with(line));
            lines.push(new);
        }
        Change::Remove(text) => lines.retain(|line| text_of(line.iter().map(String::as_str)) != text),
    }
    Ok(lines)
}

/// Reads such a text.
pub fn of_draft(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| line.split(BETWEEN.trim()).map(|text| text.trim().to_owned()).collect()).collect()
}

async fn left(connection: &mut Connection, m: &Match, user: UserId) -> Result<Vec<LineOfPlay>> {
    let (Some(row), Phase::Running) = (rows::find(connection, m.id(), user).await?, m.phase()) else {
        return Ok(Vec::new());
    };
    let (lines, played) = (stored(&row)?, played(connection, m, user, row.ply).await?);
    let rest = |line: LineOfPlay| Some(line.strip_prefix(played.as_deref()?)?.to_vec());
    Ok(lines.into_iter().filter_map(rest).filter(|rest| !rest.is_empty()).collect())
}

async fn of_player(connection: &mut Connection, id: MatchId, user: UserId) -> Result<Match> {
    let m = Match::visible(connection, id, Some(user)).await?;
    let forbidden = Refusal::Forbidden("Conditional moves are for the players of a match.");
    if m.has_player(user) { Ok(m) } else { Err(forbidden) }
}

fn stored(row: &ConditionalRow) -> Result<Vec<LineOfPlay>> {
    serde_json::from_str(&row.lines).map_err(|why| Refusal::Broken(format!("stored conditional moves: {why}")))
}

/// The moves since a line of the log, as far as the player may know them; none if something else has happened, or too much. Secret lines
/// count for nothing: what follows must not tell of them.
async fn played(connection: &mut Connection, m: &Match, user: UserId, since: u32) -> Result<Option<Vec<Ply>>> {
    let last = m.frame()?.ply;
    if last.saturating_sub(since) > MAX_SINCE {
        return Ok(None);
    }
    let rows = db::moves::lines(connection, m.id(), since + 1, last, MAX_SINCE).await?;
    let told = lines::tell(m, &rows, m.eye(Some(user)), &m.story_names()?, 0)?;
    let mut played = Vec::new();
    for entry in told.into_iter().filter_map(|line| line.entry) {
        match (entry.cause, entry.by) {
            (Cause::Forced, _) => {}
            (Cause::Chosen, Some(by)) => played.push(Ply { by, text: entry.text }),
            (Cause::Chosen, None)
            | (Cause::Start | Cause::Lapse | Cause::Forfeit | Cause::TimerOut | Cause::Abandoned, _) => {
                return Ok(None);
            }
        }
    }
    Ok(Some(played))
}

/// Plays the conditional moves that fit, and removes those that do not. Returns the number of players for whom this was done.
pub async fn play(app: &App) -> Result<usize> {
    let due = rows::due(&mut *app.db.get().await?, MAX_AT_A_LOOK).await?;
    let mut done = 0;
    for DueRow { match_id, user_id } in due {
        match caught(play_for(app, match_id, user_id)).await {
            Ok(is_done) => done += usize::from(is_done),
            Err(Refusal::Database(trouble)) => return Err(trouble.into()),
            Err(refusal) => {
                // They would fail again at every look, and hold up those of others.
                tracing::error!(%match_id, %refusal, "discarded conditional moves");
                rows::remove(&mut *app.db.get().await?, match_id, user_id).await?;
            }
        }
    }
    Ok(done)
}

/// Returns false if nothing could be done yet.
async fn play_for(app: &App, id: MatchId, user: UserId) -> Result<bool> {
    let mut connection = app.db.get().await?;
    let Some(row) = rows::find(&mut connection, id, user).await? else { return Ok(true) };
    let m = Match::get(&mut connection, id, Some(user)).await?;
    let Some(seat) = m.seat_of(user).filter(|seat| m.awaited().contains(*seat)) else { return Ok(true) };
    let lines = stored(&row)?;
    let played = played(&mut connection, &m, user, row.ply).await?;
    drop(connection);
    match played.map_or(Next::Nothing, |played| next(&lines, &played, seat)) {
        Next::Wait => return Ok(false),
        Next::Nothing => {}
        Next::Move(text) => {
            let received_at = app.clock.now();
            let new = NewMove { id, user, text: &text, turn: Some(m.turn()), received_at, via: None };
            match submit::submit(app, new).await {
                Ok(_) => return Ok(true),
                // The match has changed: the next look finds what follows now.
                Err(Refusal::Stale { .. } | Refusal::Busy) => return Ok(false),
                Err(refusal @ (Refusal::Database(_) | Refusal::Broken(_))) => return Err(refusal),
                // The rules refuse it now, or the match is paused.
                Err(_) => {}
            }
        }
    }
    rows::drop_these(&mut *app.db.get().await?, (id, user), &row).await?;
    Ok(true)
}
