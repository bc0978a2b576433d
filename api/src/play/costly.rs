//! Requests that cost more than others: pictures, moves that are explored, and what needs a part of the log. They count as several
//! requests, and are worked on by the work pool, for each sender one at a time, with a deadline. The time that they take there is charged.

use std::num::NonZeroU32;

use super::{Refusal, Result};
use crate::app::App;
use crate::limits::Asker;
use crate::work_pool::{Deadline, Lane, NotDone};

/// The cost of a request.
#[derive(Clone, Copy, Debug)]
pub enum Cost {
    /// A part of the log.
    Lines,
    /// A picture.
    Picture,
    /// An earlier position.
    Position,
    /// Moves that are explored.
    Exploration,
    /// The whole log of a match.
    Record,
    /// All that is stored about a person.
    Export,
    /// A record that is followed and stored.
    Import,
}

impl Cost {
    /// The number of requests as which it counts, beside the one that is counted for every request.
    fn more(self) -> NonZeroU32 {
        let more = match self {
            Cost::Lines => 1,
            Cost::Picture | Cost::Position => 4,
            Cost::Exploration => 9,
            Cost::Record => 19,
            Cost::Export | Cost::Import => 59,
        };
        NonZeroU32::new(more).unwrap_or(NonZeroU32::MIN)
    }
}

/// Counts the cost of a request. Refuses if the sender's limit is reached.
pub fn count(app: &App, sender: Asker, cost: Cost) -> Result<()> {
    app.limits.costs(sender, cost.more()).map_err(Refusal::TooOften)
}

/// Lets the work pool do a piece of work for a sender, which cannot take long. Refuses if too much work of the sender waits, or if the sender has
/// used all its time. Hold no connection meanwhile.
pub async fn paint<T: Send + 'static>(
    app: &App,
    sender: Asker,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    paint_until(app, sender, |_| work()).await
}

/// The same for work that looks at its deadline.
pub async fn paint_until<T: Send + 'static>(
    app: &App,
    sender: Asker,
    work: impl FnOnce(&Deadline) -> T + Send + 'static,
) -> Result<T> {
    app.work_pool.run_for(sender.responsible(), Lane::Long, work).await.map_err(refusal)
}

/// The same for a picture of a position that is at hand: it waits for pictures only.
pub async fn sketch<T: Send + 'static>(
    app: &App,
    sender: Asker,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    app.work_pool.run_for(sender.responsible(), Lane::Short, |_| work()).await.map_err(refusal)
}

fn refusal(why: NotDone) -> Refusal {
    match why {
        NotDone::TooMuch(seconds) => Refusal::TooOften(seconds),
        NotDone::Spilled => Refusal::Broken(why.to_string()),
    }
}
