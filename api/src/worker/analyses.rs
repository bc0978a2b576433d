//! The order in which analyses are made: one at a time, the matches of each person in turn.

use std::collections::VecDeque;

use tokio_util::sync::CancellationToken;

use super::{EMAILS, pause, rest};
use crate::app::App;
use crate::db::analyses::{self, DueRow};
use crate::ids::UserId;
use crate::play::{self, caught, game::analysis};

/// The maximum number of analyses that are looked at, and of people who are remembered.
const MAX: usize = 1000;

/// The people whose matches were looked at, the last one at the end.
#[derive(Default)]
struct Turns(VecDeque<UserId>);

impl Turns {
    /// The next one of these: of those whose turn was the longest ago, or has not come, the first.
    fn next(&mut self, rows: &[DueRow]) -> Option<DueRow> {
        let row = *rows.iter().min_by_key(|row| self.0.iter().position(|person| *person == row.person))?;
        self.0.retain(|person| *person != row.person);
        self.0.push_back(row.person);
        if self.0.len() > MAX {
            self.0.pop_front();
        }
        Some(row)
    }
}

/// Makes analyses that are asked for. One that is stopped or fails is due again after a while, for a few times.
pub(super) async fn run(app: App, stop: CancellationToken) {
    let mut turns = Turns::default();
    while app.config.analysis_seconds > 0 && !stop.is_cancelled() {
        let began = app.clock.now();
        let work = async {
            let rows = analyses::due(&mut *app.db.get().await?, began, MAX as i64).await?;
            let Some(row) = turns.next(&rows) else { return Ok(false) };
            let made = caught(analysis::make(&app, row.match_id)).await;
            made.inspect_err(|refusal| tracing::error!(match_id = %row.match_id, %refusal, "cannot analyse a match"))?;
            Ok::<_, play::Refusal>(true)
        };
        tokio::select! {
            made = caught(work) => match made {
                Ok(true) => {}
                Ok(false) => rest(&app, began, EMAILS, &stop).await,
                Err(_) => pause(EMAILS, &stop).await,
            },
            () = stop.cancelled() => {}
        }
    }
    stop.cancelled().await;
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::MatchId;

    fn row(person: u128, number: u128) -> DueRow {
        DueRow { match_id: MatchId(Uuid::from_u128(number)), person: UserId(Uuid::from_u128(person)) }
    }

    #[test]
    fn the_matches_of_each_person_have_their_turns() {
        let mut turns = Turns::default();
        let mut rows = vec![row(1, 1), row(1, 2), row(1, 3), row(2, 4), row(2, 5), row(3, 6)];
        let mut order = Vec::new();
        while let Some(next) = turns.next(&rows) {
            rows.retain(|row| *row != next);
            order.push(next.match_id.0.as_u128());
        }
        assert_eq!(order, [1, 4, 6, 2, 5, 3]);
        // Without a row that waits a person keeps the place in the order.
        assert_eq!(turns.next(&[row(1, 7), row(2, 8)]), Some(row(2, 8)));
        assert_eq!(turns.next(&[row(2, 9), row(1, 7)]), Some(row(1, 7)));
    }
}
