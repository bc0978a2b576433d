//! Records as matches: a record is verified whole, and stored as a match that is over. It names no people, so the match has no players, and no
//! list of others shows it.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use engine::records::{Part, Run, Verifying};
use engine::{Moment, Status};

use crate::app::App;
use crate::brief::clean;
use crate::db;
use crate::db::advance::{Progress, Step};
use crate::db::matches::NewMatch;
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::matches::chain;
use crate::play::matches::deadline::Terms;
use crate::play::{ComputerPace, Match, OnLapse, Phase, Refusal, Result, Seating, Visibility};

/// The maximum number of lines of a record.
const MAX_LINES: usize = 10_000;

/// The maximum time in which a record is verified. That in which it waits for its turns does not count.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The time after which others have their turn while a record is verified.
const PIECE: Duration = Duration::from_millis(200);

/// The maximum number of records that an account imports in a day; those that are refused count, too.
const MAX_A_DAY: i64 = 20;

/// The longest match that is imported.
const LONGEST: TimeDelta = TimeDelta::days(36_500);

/// The maximum number of characters of the reason for which a record is refused.
const LONGEST_REASON: usize = 300;

/// What the importer says beside the record.
pub struct Wish {
    /// The id of the match. If the importer has imported a match with it, that match is returned: the request was sent twice.
    pub id: MatchId,
    /// The name, checked; the game's name if there is none.
    pub name: Option<String>,
    /// Who may see the match. Lists do not show an imported match, so a public one would be as an unlisted one.
    pub visibility: Visibility,
}

/// Stores the match of a record for its importer. Refuses a record that proves nothing, with the line and the reason.
pub async fn import(app: &App, sender: Asker, importer: UserId, record: String, wish: Wish) -> Result<Match> {
    costly::count(app, sender, Cost::Import)?;
    let mut connection = app.db.get().await?;
    let responsible = db::bots::responsible(&mut connection, importer).await?;
    if let Some(known) = known(&mut connection, importer, wish.id).await? {
        return Ok(known);
    }
    may_import(app, &mut connection, (importer, responsible)).await?;
    drop(connection);
    let run = match verified(app, sender, record).await {
        Ok(run) => run,
        Err(refusal) => {
            if let Refusal::Field(..) = refusal {
                app.limits.failed_imports.add(responsible, app.clock.now());
            }
            return Err(refusal);
        }
    };
    let work =
        async |connection: &mut db::Connection| store(app, connection, (importer, responsible), &run, wish).await;
    db::transaction(&mut *app.db.get().await?, work).await
}

/// Verifies a record, in pieces between which others have their turns.
async fn verified(app: &App, sender: Asker, record: String) -> Result<Run> {
    let lines = record.lines().count();
    let mut verifying = costly::paint(app, sender, move || begin(record)).await??;
    let mut used = Duration::ZERO;
    loop {
        let piece = costly::paint(app, sender, move || {
            let since = Instant::now();
            let part = verifying.go_on(&|| since.elapsed() < PIECE);
            (part, since.elapsed())
        });
        let (part, time) = piece.await?;
        used += time;
        match part.map_err(|why| refuse(&why.to_string()))? {
            Part::Proved(proved) if proved.run.frame.over => return Ok(proved.run),
            Part::Proved(_) => {
                let why = format!("line {lines}: the match is not over; only finished matches can be imported");
                return Err(refuse(&why));
            }
            Part::Further(further) if used > MAX_TIME => {
                return Err(refuse(&format!("line {}: verifying the record takes too long", further.line())));
            }
            Part::Further(further) => verifying = *further,
        }
    }
}

/// A reason may quote a line, which is as long as its author likes.
fn refuse(why: &str) -> Refusal {
    Refusal::Field("record", why.chars().take(LONGEST_REASON).collect())
}

/// Reads the header of a record that has only lines which were played.
fn begin(text: String) -> Result<Verifying> {
    for (line, number) in text.lines().zip(1..) {
        if number > MAX_LINES {
            return Err(refuse(&format!("line {number}: a record to import has at most {MAX_LINES} lines")));
        }
        if line.starts_with(['=', '|', '!', '?']) {
            return Err(refuse(&format!(
                "line {number}: a record to import contains only played lines, no questions and no refused moves"
            )));
        }
    }
    Verifying::new(text).map_err(|why| refuse(&why.to_string()))
}

/// The match that this importer has made with this id, if any: the request was sent twice.
async fn known(connection: &mut db::Connection, importer: UserId, id: MatchId) -> Result<Option<Match>> {
    let known = Match::find(connection, id, Some(importer)).await?;
    Ok(known.filter(|known| known.creator() == importer && known.is_imported()))
}

/// Refuses a further import if the importer has stored as many as allowed in a day, or has tried to with records that were refused; bots count
/// for their owner there.
async fn may_import(
    app: &App,
    connection: &mut db::Connection,
    (importer, responsible): (UserId, UserId),
) -> Result<()> {
    let now = app.clock.now();
    let failed = app.limits.failed_imports.times(responsible, now);
    let more = usize::try_from(MAX_A_DAY).unwrap_or(0).saturating_sub(failed.len());
    let stored = match more.checked_sub(1) {
        None => Some(now),
        Some(before) => db::budgets::nth_latest_import(connection, importer, before as i64).await?,
    };
    let Some(stored) = stored.filter(|at| *at + TimeDelta::days(1) > now) else { return Ok(()) };
    // The first of all that count leaves room when it is a day old.
    let first = failed.first().map_or(stored, |at| stored.min(*at));
    let wait = (first + TimeDelta::days(1) - now).num_seconds();
    Err(Refusal::TooOften(u64::try_from(wait).unwrap_or(0).max(1)))
}

/// Stores the match, in a transaction.
async fn store(
    app: &App,
    connection: &mut db::Connection,
    (importer, responsible): (UserId, UserId),
    run: &Run,
    wish: Wish,
) -> Result<Match> {
    let now = app.clock.now();
    // Of two requests at once, the later one finds the match of the earlier one.
    db::people::lock(connection, importer).await?;
    if let Some(known) = known(connection, importer, wish.id).await? {
        return Ok(known);
    }
    may_import(app, connection, (importer, responsible)).await?;
    let (new, started_at) = match_of(importer, run, wish, now)?;
    if !db::matches::insert(connection, &new).await? {
        return Err(Refusal::Forbidden("Your account is deleted."));
    }
    if let Some(earlier) = run.frame.seed.earlier() {
        db::played_on::insert(connection, new.id, None, (&earlier, Moment(0))).await?;
    }
    let m = Match::get(connection, new.id, Some(importer)).await?;
    if !db::advance::advance(connection, &played(&m, run, (started_at, now))?).await? {
        return Err(Refusal::Broken(format!("match {}: it had begun before it was stored", new.id)));
    }
    Match::get(connection, new.id, Some(importer)).await
}

/// The match before its first line, and the time at which it counts as begun: a record has no dates, so it ends when it is imported.
fn match_of(importer: UserId, run: &Run, wish: Wish, now: DateTime<Utc>) -> Result<(NewMatch, DateTime<Utc>)> {
    let length = run.log.last().map_or(Moment(0), |line| line.at);
    let length = i64::try_from(length.0).ok().and_then(TimeDelta::try_milliseconds);
    let length = length.filter(|length| *length <= LONGEST).ok_or_else(|| {
        Refusal::Field("record", format!("A match longer than {} days cannot be imported.", LONGEST.num_days()))
    })?;
    let unknown = || Refusal::Broken(format!("{} has no edition {}", run.game, run.edition));
    let rules = engine::edition(run.game, run.edition).ok_or_else(unknown)?;
    let setup = rules.created_with(&run.frame)?;
    let terms = Terms::new(None, None, None, setup.has_timer);
    let terms = terms.map_err(|(field, why)| Refusal::Field(field, why))?;
    let info = rules.info();
    let new = NewMatch {
        id: wish.id,
        game: info.id,
        edition: info.edition,
        name: wish.name.unwrap_or_else(|| info.name.to_owned()),
        options: setup.options.to_string(),
        seats: run.frame.seats,
        seating: Seating::Joined,
        visibility: wish.visibility,
        clock: terms.to_json()?,
        on_lapse: OnLapse::default(),
        notes: false,
        rated: None,
        tournament: None,
        computer_pace: ComputerPace::default(),
        imported: true,
        creator: importer,
        created_at: now,
        seed: run.frame.seed.clone(),
    };
    Ok((new, now - length))
}

/// All lines and the last position, to be stored at once.
fn played(m: &Match, run: &Run, (started_at, now): (DateTime<Utc>, DateTime<Utc>)) -> Result<Step> {
    let frame = &run.frame;
    let Status { awaited, outcome, .. } = m.rules.status(frame)?;
    let outcome = outcome.as_ref().map(serde_json::to_string).transpose();
    let mut lines = chain::append(m, &run.log, 0)?;
    for (line, link) in lines.iter_mut().skip(1).zip(&run.links) {
        line.turn = link.turn;
    }
    Ok(Step {
        id: m.id(),
        before: None,
        known_moment: Moment(0),
        revision: 0,
        progress: Progress {
            phase: Phase::Over,
            started_at: Some(started_at),
            ended_at: Some(now),
            ply: Some(frame.ply),
            turn: frame.turn,
            moment: run.log.last().map_or(Moment(0), |line| line.at),
            left_seats: frame.left,
            awaited,
            lapses: frame.lapses,
            state: Some(frame.state.clone()),
            ..m.progress().clone()
        },
        due_at: None,
        outcome: outcome.map_err(|why| Refusal::Broken(format!("match {}: {why}", m.id())))?,
        now,
        line_at: now,
        via: None,
        lines,
        emails: Vec::new(),
    })
}

/// The mark of an imported match, for its readers.
pub fn in_words(m: &Match) -> Option<String> {
    let importer = clean::name(m.creator_handle());
    let words = format!(
        "Imported from a record by @{importer}. A record names no people and no dates, so the players and the times \
         are unknown."
    );
    m.is_imported().then_some(words)
}
