//! The lines of the log that an eye may read, and earlier positions. Snapshots let a request read a few lines of a long log instead of all:
//! what is read does not grow with what was played before.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use engine::{Cause, Entry, Eye, Frame, Line, Moment, Names, Page};

use crate::app::App;
use crate::db::Connection;
use crate::db::moves::{self, MoveRow};
use crate::db::snapshots::{self, SnapshotRow};
use crate::ids::UserId;
use crate::limits::Asker;
use crate::play::costly::paint;
use crate::play::{Match, Refusal, Result};

/// The number of lines between two snapshots, at least.
const EVERY: usize = 100;

/// The number of lines that are read at once.
const CHUNK: u32 = 200;

/// The maximum number of lines that are read without the work pool.
const MAX_AT_ONCE: u32 = 600;

/// The story of the line by which the host ended the match.
const ENDED_BY_HOST: &str = "The host of this server ended the match as a draw.";

/// A line of the log as one eye may read it. Lines are numbered for each eye separately: a gap would reveal that there is a line
/// it may not know of.
#[derive(Clone, Debug)]
pub struct ToldLine {
    /// Its number for this eye; the start is line 0.
    pub line: u32,
    /// The line, as far as the eye may read it.
    pub entry: Option<Entry>,
    /// The story of the line, in sentences.
    pub story: Vec<String>,
    /// The time.
    pub at: DateTime<Utc>,
    /// Its number in the whole log; players must not see it.
    pub ply: u32,
}

/// Returns stored lines as the rules know them.
pub(in crate::play) fn of_rules(rows: &[MoveRow]) -> Vec<Line> {
    rows.iter()
        .map(|row| Line {
            ply: row.ply,
            cause: row.cause,
            seat: row.seat,
            text: row.text.clone(),
            events: row.events.clone(),
            at: row.moment,
        })
        .collect()
}

/// Everything that the eye may read of these lines, in order, with the seats called by these names. Lines that were played in an earlier match
/// have the names of the chairs, as other people may have played them. The first has this number.
pub(in crate::play) fn tell(m: &Match, rows: &[MoveRow], eye: Eye, names: &Names, first: u32) -> Result<Vec<ToldLine>> {
    let mut told = Vec::new();
    let until = m.seed().played_on_after();
    let is_past = |line: &Line| until.is_some_and(|until| line.ply <= until);
    let lines = of_rules(rows);
    let chairs = match lines.first() {
        Some(line) if is_past(line) => Names::new(&m.chairs()?),
        Some(_) | None => Names(Vec::new()),
    };
    for (line, row) in lines.iter().zip(rows) {
        let names = if is_past(line) { &chairs } else { names };
        let engine::Told { entry, mut story } = m.rules.tell(line, eye, names)?;
        if line.cause == Cause::Abandoned && m.ended_by_host().is_some() {
            // The rules know nothing of hosts.
            story = vec![ENDED_BY_HOST.to_owned()];
        }
        if entry.is_some() || !story.is_empty() {
            // The log of an imported match was written at once, and so was the part that was played in an earlier match.
            let at = if m.is_imported() || is_past(line) { m.time_of(row.moment) } else { row.at };
            told.push(ToldLine { line: first + told.len() as u32, entry, story, at, ply: line.ply });
        }
    }
    Ok(told)
}

/// The last lines that this user may read, at most so many, with the seats called by these names. `None` if too many lines follow the last
/// snapshot: a [`Reader`] makes the missing ones.
pub async fn latest(
    connection: &mut Connection,
    m: &Match,
    user: Option<UserId>,
    names: &Names,
    max: usize,
) -> Result<Option<Vec<ToldLine>>> {
    let Some(last) = m.progress().ply else { return Ok(Some(Vec::new())) };
    let eye = m.eye(user);
    let snapshot = if (last as usize) < 2 * EVERY { None } else { snapshots::latest(connection, m.id()).await? };
    let place = |row: SnapshotRow| (row.ply + 1, row.told.get(eye_place(eye) as usize).copied().unwrap_or_default());
    let (mut next, mut number) = snapshot.map(place).unwrap_or_default();
    // Few of the lines since then may be for this eye.
    let wanted = number.saturating_sub(u32::try_from(max).unwrap_or(u32::MAX));
    let row = if next == 0 { None } else { snapshots::before(connection, m.id(), eye_place(eye), wanted).await? };
    let earlier = row.map(place).unwrap_or_default();
    if last.saturating_sub(earlier.0) < MAX_AT_ONCE {
        (next, number) = earlier;
    }
    if last.saturating_sub(next) >= MAX_AT_ONCE {
        return Ok(None);
    }
    let rows = moves::lines(connection, m.id(), next, last, MAX_AT_ONCE).await?;
    let mut told = tell(m, &rows, eye, names, number)?;
    told.drain(..told.len().saturating_sub(max));
    Ok(Some(told))
}

/// A reader of the log of a match, with the sender for whom the work pool works.
pub struct Reader<'a> {
    app: &'a App,
    sender: Asker,
    m: Arc<Match>,
    eye: Eye,
}

/// A place in the log between two acts.
#[derive(Clone)]
struct Place {
    /// The position; none before the first line.
    frame: Option<Frame>,
    /// The number of the next line in the whole log.
    next: u32,
    /// The number of the next line for the eye.
    told: u32,
}

const START: Place = Place { frame: None, next: 0, told: 0 };

impl<'a> Reader<'a> {
    /// The reader who looks at the match as this user; `None` is a visitor who is not signed in.
    pub fn new(app: &'a App, sender: Asker, m: &Arc<Match>, user: Option<UserId>) -> Reader<'a> {
        Reader { app, sender, m: m.clone(), eye: m.eye(user) }
    }

    /// The lines from the one with this number on, at most so many.
    pub async fn from(&self, first: u32, max: usize, names: &Names) -> Result<Vec<ToldLine>> {
        let Place { mut next, told: mut number, .. } = self.before(first).await?;
        let mut lines = Vec::new();
        while lines.len() < max {
            let rows = self.rows(next).await?;
            let Some(last) = rows.last() else { break };
            next = last.ply + 1;
            let (m, eye, names) = (self.m.clone(), self.eye, names.clone());
            let told = paint(self.app, self.sender, move || tell(&m, &rows, eye, &names, number)).await??;
            number += told.len() as u32;
            lines.extend(told.into_iter().filter(|line| line.line >= first));
        }
        lines.truncate(max);
        Ok(lines)
    }

    /// The number of lines that the eye may read.
    pub async fn count(&self) -> Result<u32> {
        let Place { mut next, told: mut number, .. } = self.before(u32::MAX).await?;
        let names = self.m.story_names()?;
        loop {
            let rows = self.rows(next).await?;
            let Some(last) = rows.last() else { return Ok(number) };
            next = last.ply + 1;
            let (m, eye, names) = (self.m.clone(), self.eye, names.clone());
            number += paint(self.app, self.sender, move || tell(&m, &rows, eye, &names, 0)).await??.len() as u32;
        }
    }

    /// The page as the eye could have seen it right after the line with this number.
    pub async fn page_after(&self, number: u32) -> Result<Page> {
        let (frame, _) = self.position_after(number).await?;
        let (m, eye) = (self.m.clone(), self.eye);
        Ok(paint(self.app, self.sender, move || m.rules.page(&frame, eye)).await??)
    }

    /// The position after that line, with all its secrets, and the moment of the line.
    pub(in crate::play) async fn position_after(&self, number: u32) -> Result<(Frame, Moment)> {
        let place = self.before(number).await?;
        let (mut rows, mut next) = (Vec::new(), place.next);
        let names = self.m.story_names()?;
        loop {
            let more = self.rows(next).await?;
            let is_end = more.last().is_none_or(|last| Some(last.ply) == self.m.progress().ply);
            next = more.last().map_or(next, |last| last.ply + 1);
            rows.extend(more);
            let (m, eye, names, place, so_far) = (self.m.clone(), self.eye, names.clone(), place.clone(), rows.clone());
            let found = move || position_after(&m, &place, &so_far, eye, &names, number, is_end);
            if let Some(found) = paint(self.app, self.sender, found).await?? {
                return Ok(found);
            }
            if is_end {
                return Err(Refusal::NotFound("line of the log"));
            }
        }
    }

    /// The stored lines from this one on, some of them.
    async fn rows(&self, next: u32) -> Result<Vec<MoveRow>> {
        let Some(last) = self.m.progress().ply else { return Ok(Vec::new()) };
        let mut connection = self.app.db.get().await?;
        Ok(moves::lines(&mut connection, self.m.id(), next, last, CHUNK).await?)
    }

    /// The last snapshot before the line with this number, or the start.
    async fn before(&self, line: u32) -> Result<Place> {
        let Some(last) = self.m.progress().ply else { return Ok(START) };
        if (last as usize) < 2 * EVERY {
            return Ok(START);
        }
        self.add_snapshots(last).await?;
        let eye = eye_place(self.eye);
        let mut connection = self.app.db.get().await?;
        let row = snapshots::before(&mut connection, self.m.id(), eye, line).await?;
        Ok(row.map_or(START, |row| Place {
            told: row.told.get(eye as usize).copied().unwrap_or_default(),
            next: row.ply + 1,
            frame: Some(self.m.frame_of(&row)),
        }))
    }

    /// Makes the snapshots that are missing before this line.
    async fn add_snapshots(&self, last: u32) -> Result<()> {
        let id = self.m.id();
        let mut latest = snapshots::latest(&mut *self.app.db.get().await?, id).await?;
        loop {
            let next = latest.as_ref().map_or(0, |row| row.ply + 1);
            if (last.saturating_sub(next) as usize) < 2 * EVERY {
                return Ok(());
            }
            let (rows, m) = (self.rows(next).await?, self.m.clone());
            let made = paint(self.app, self.sender, move || snapshot(&m, latest.as_ref(), &rows)).await??;
            let Some(made) = made else { return Ok(()) };
            snapshots::insert(&mut *self.app.db.get().await?, id, &made).await?;
            latest = Some(made);
        }
    }
}

/// The place of an eye in the counts of a snapshot.
fn eye_place(eye: Eye) -> u32 {
    match eye {
        Eye::Public => 0,
        Eye::Open => 1,
        Eye::Seat(seat) => 2 + u32::from(seat.0),
    }
}

/// The next snapshot after this one, by the lines that follow it; none if no act begins after enough of them.
fn snapshot(m: &Match, before: Option<&SnapshotRow>, rows: &[MoveRow]) -> Result<Option<SnapshotRow>> {
    // A move that was chosen always begins an act; forced moves and clocks that run out together may not.
    let begins = rows.iter().skip(EVERY).position(|row| row.cause == Cause::Chosen);
    let Some(rows) = begins.map(|at| &rows[..EVERY + at]) else { return Ok(None) };
    let frame = position(m, before.map(|row| m.frame_of(row)).as_ref(), &of_rules(rows))?;
    let names = m.story_names()?;
    let eyes = [Eye::Public, Eye::Open].into_iter().chain(engine::Seat::all(m.seats()).map(Eye::Seat));
    let told = eyes.zip(0..).map(|(eye, at)| {
        let earlier = before.and_then(|row| row.told.get(at)).copied().unwrap_or_default();
        Ok(earlier + tell(m, rows, eye, &names, 0)?.len() as u32)
    });
    Ok(Some(SnapshotRow {
        ply: frame.ply,
        turn: frame.turn,
        left_seats: frame.left,
        lapses: frame.lapses,
        told: told.collect::<Result<_>>()?,
        state: frame.state,
    }))
}

/// The position after these lines, which follow the frame or the start.
pub(in crate::play) fn position(m: &Match, frame: Option<&Frame>, lines: &[Line]) -> Result<Frame> {
    Ok(match frame {
        Some(frame) => m.rules.replay_on(frame, lines)?,
        None => m.rules.replay(m.seats(), &m.options()?, &m.seed(), lines)?,
    })
}

/// The position after the line with this number, and its moment, if it is among these rows with all that belongs to it.
fn position_after(
    m: &Match,
    place: &Place,
    rows: &[MoveRow],
    eye: Eye,
    names: &Names,
    number: u32,
    is_end: bool,
) -> Result<Option<(Frame, Moment)>> {
    let told = tell(m, rows, eye, names, place.told)?;
    let Some(line) = told.iter().find(|line| line.line == number) else { return Ok(None) };
    // Forced moves follow at once and belong to the act before them.
    let after = rows.iter().filter(|row| row.ply > line.ply);
    let forced = after.take_while(|row| row.cause == Cause::Forced).count();
    let known = rows.iter().filter(|row| row.ply <= line.ply).count() + forced;
    if known == rows.len() && !is_end {
        return Ok(None);
    }
    let at = rows[..known].last().map_or(Moment(0), |row| row.moment);
    Ok(Some((position(m, place.frame.as_ref(), &of_rules(&rows[..known]))?, at)))
}
