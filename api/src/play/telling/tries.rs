//! Moves that a reader of a match tries from any position that the reader may look at. They are played on a copy of what the reader may know;
//! nothing is sent.

use std::sync::Arc;

use engine::explore::{Explored, Plan, Planned, Unexplored};
use engine::{Choice, Dice, Eye, Frame, Moment, Page, Rules, Seed};

use crate::app::App;
use crate::ids::UserId;
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::matches::lines::{self, Reader};
use crate::play::{Match, Phase, Refusal, Result};
use crate::secrets::random_bytes;

/// The maximum number of moves that are tried.
pub const MAX: usize = 40;
/// The maximum number of bytes of all their texts together.
pub const MAX_BYTES: usize = 4000;

/// A position from which moves are tried.
pub struct Beginning {
    frame: Frame,
    eye: Eye,
    at: Moment,
    /// The number of the line after which it is.
    pub line: u32,
    /// The number of the last line that the reader may read.
    pub last: u32,
}

impl Beginning {
    /// True if the match has ended in this position.
    pub fn is_over(&self) -> bool {
        self.frame.over
    }
}

/// Moves that were tried.
pub struct Tries {
    /// All of them, also those that are taken back.
    pub moves: Vec<engine::explore::Tried>,
    /// The number of those that are played.
    pub played: usize,
    /// The beginning of the next move, or one that can be continued; empty if there is none.
    pub draft: String,
    /// True if the draft is a whole move.
    pub is_whole: bool,
    /// The position after the moves that are played, as the reader would see it.
    pub page: Page,
    /// The seat that is next, if one is known to be.
    pub next: Option<engine::Seat>,
    /// The moves of that seat, or the continuations of the draft.
    pub choices: Vec<Choice>,
    /// What that seat does next, in a sentence.
    pub prompt: String,
    /// The reason why a move was not tried.
    pub refused: Option<Unexplored>,
}

/// The position of a match after the line with this number as far as this user may know it; without a number, the latest. Moves that are
/// too many or too long are refused before any work.
pub async fn begin(
    app: &App,
    sender: Asker,
    m: &Arc<Match>,
    user: Option<UserId>,
    line: Option<u32>,
    moves: &[String],
) -> Result<Beginning> {
    check(moves)?;
    costly::count(app, sender, Cost::Exploration)?;
    let reader = Reader::new(app, sender, m, user);
    let told = lines::latest(&mut *app.db.get().await?, m, user, &m.story_names()?, 1).await?;
    let last = match told.and_then(|mut told| told.pop()) {
        Some(last) => last.line,
        None => reader.count().await?.saturating_sub(1),
    };
    let (eye, line) = (m.eye(user), line.unwrap_or(last));
    let (frame, at) =
        if line == last { (m.frame()?, m.moment(app.clock.now())) } else { reader.position_after(line).await? };
    Ok(Beginning { frame, eye, at, line, last })
}

fn check(moves: &[String]) -> Result<()> {
    let bytes: usize = moves.iter().map(String::len).sum();
    if moves.len() > MAX || bytes > MAX_BYTES {
        let why = format!("At most {MAX} moves can be tried, with at most {MAX_BYTES} characters together.");
        return Err(Refusal::Field("moves", why));
    }
    Ok(())
}

/// Plays the first so many of these moves, and considers the draft of a next one. A move that is not possible ends the list.
pub async fn play(
    app: &App,
    sender: Asker,
    (m, beginning): (&Match, Beginning),
    (moves, played): (Vec<String>, usize),
    draft: String,
) -> Result<Tries> {
    let (rules, seed) = (m.rules, Seed::new(random_bytes()));
    let tried = costly::paint_until(app, sender, move |deadline| {
        let trial = Trial { rules, beginning: &beginning, seed: &seed, is_late: &|| deadline.is_over() };
        trial.run(moves, played, draft)
    });
    let tries = tried.await??;
    match tries.refused {
        Some(Unexplored::Refused { fault: fault @ engine::Fault::Stored { .. }, .. }) => Err(fault.into()),
        Some(_) | None => Ok(tries),
    }
}

/// A position in which moves are tried, always with the same dice.
struct Trial<'a> {
    rules: &'static dyn Rules,
    beginning: &'a Beginning,
    seed: &'a Seed,
    is_late: &'a dyn Fn() -> bool,
}

impl Trial<'_> {
    fn explore(&self, texts: &[String], so_far: &str) -> Result<Explored, Unexplored> {
        let moves: Vec<Planned> = texts.iter().map(|text| Planned { by: None, text: text.clone() }).collect();
        let Beginning { frame, eye, at, .. } = self.beginning;
        let plan = Plan { eye: *eye, moves: &moves, so_far, at: *at, time_is_over: self.is_late };
        // Chance must not come from the seed of the match.
        let mut explored = self.rules.explore(frame, &plan, &mut Dice::at(self.seed, 0))?;
        explored.choices.retain(|choice| choice.kind.plays_on());
        Ok(explored)
    }

    fn run(&self, mut texts: Vec<String>, played: usize, draft: String) -> Result<Tries> {
        let mut refused = None;
        let whole = self.explore(&texts, "").or_else(|why| {
            // What came before it could be played.
            texts.truncate(number(&why).saturating_sub(1));
            refused = Some(why);
            self.explore(&texts, "")
        });
        let Ok(whole) = whole else { return self.nothing(refused) };
        let played = played.min(texts.len());
        let (moves, is_last) = (whole.moves.clone(), played == texts.len());
        let now = if is_last { Ok(whole) } else { self.explore(&texts[..played], "") };
        let Ok(now) = now else { return self.nothing(refused) };
        let mut tries = Tries::new(moves, played, now, refused);
        if !draft.trim().is_empty() && texts.len().min(played) < MAX {
            self.consider(&mut tries, &texts[..played], draft);
        }
        Ok(tries)
    }

    /// Takes a draft that is a whole move and cannot be continued; another one stays a draft.
    fn consider(&self, tries: &mut Tries, before: &[String], draft: String) {
        let next: Vec<String> = before.iter().chain([&draft]).cloned().collect();
        let begun = self.explore(before, &draft).ok().filter(|begun| !begun.choices.is_empty());
        match (self.explore(&next, ""), begun) {
            (Ok(taken), None) => {
                let goes_on = tries.moves.get(before.len()) == taken.moves.last();
                let moves = if goes_on { std::mem::take(&mut tries.moves) } else { taken.moves.clone() };
                *tries = Tries::new(moves, next.len(), taken, None);
            }
            (whole, Some(begun)) => {
                (tries.choices, tries.prompt, tries.draft) = (begun.choices, begun.prompt, draft);
                // The beginning of a move is none yet.
                if let Ok(whole) = whole {
                    tries.is_whole = true;
                    tries.page = whole.page;
                }
            }
            (Err(why), None) => tries.refused = Some(why),
        }
    }

    /// The position itself, from which nothing can be tried.
    fn nothing(&self, refused: Option<Unexplored>) -> Result<Tries> {
        let page = self.rules.page(&self.beginning.frame, self.beginning.eye)?;
        let (moves, choices) = (Vec::new(), Vec::new());
        let (draft, prompt) = (String::new(), String::new());
        Ok(Tries { moves, played: 0, draft, is_whole: false, page, next: None, choices, prompt, refused })
    }
}

impl Tries {
    fn new(moves: Vec<engine::explore::Tried>, played: usize, now: Explored, refused: Option<Unexplored>) -> Tries {
        let Explored { page, next, choices, prompt, .. } = now;
        Tries { moves, played, draft: String::new(), is_whole: false, page, next, choices, prompt, refused }
    }
}

/// The number of the move that was not tried.
fn number(why: &Unexplored) -> usize {
    match why {
        Unexplored::Refused { number, .. }
        | Unexplored::Depends { number }
        | Unexplored::NoSeat { number }
        | Unexplored::TooLong { number } => *number,
    }
}

/// Returns true if the position after this line is the present one of a match that is running.
pub fn is_present(m: &Match, line: u32, last: u32) -> bool {
    m.phase() == Phase::Running && line == last
}
