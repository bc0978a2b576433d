//! The bound of moves that leave the turn as it is: agreements, orders, changed answers, abilities that cost nothing. Without it two of
//! them could alternate for ever, and the log of a match would grow without end.

use engine::{Act, ChoiceKind, Illegal, Seat};

use crate::app::App;
use crate::db;
use crate::db::advance::Step;
use crate::play::{Match, Phase, Refusal, Result};

/// The words of the common rules that a seat may send once in a turn each.
const ONCE: [&str; 2] = [ChoiceKind::Agree.word(), ChoiceKind::Disagree.word()];

/// The maximum number of other moves of a seat in one turn that leave the turn as it is.
const MAX: usize = 100;

/// Refuses a chosen move that leaves the turn as it is, if its seat has sent enough of them in this turn. A move that ends the match, or
/// takes the seat out of it, is never refused, nor is one that ends the turn. The seat's own moves alone are counted.
pub(in crate::play) async fn check(app: &App, m: &Match, act: Act<'_>, step: &Step) -> Result<()> {
    let after = &step.progress;
    let Act::Chosen { by, text } = act else { return Ok(()) };
    if after.turn != m.turn() || after.phase == Phase::Over || after.left_seats != m.left() {
        return Ok(());
    }
    let sent = Box::pin(sent_in_this_turn(app, m, by)).await?;
    let why = if ONCE.contains(&text) {
        sent.iter()
            .any(|earlier| earlier == text)
            .then(|| format!("You have already sent `{text}` in this turn. You can send it again in the next one."))
    } else {
        let others = sent.iter().filter(|earlier| !ONCE.contains(&earlier.as_str())).count();
        (others >= MAX).then(|| {
            format!(
                "You have already sent {MAX} moves in this turn, the maximum. Until the next turn you can send only \
                 moves that end this one."
            )
        })
    };
    why.map_or(Ok(()), |why| Err(Refusal::Rules(Illegal::new("enough-in-this-turn", why).into())))
}

/// The last moves that the seat has sent since the turn began. Those of a turn in parts count together.
async fn sent_in_this_turn(app: &App, m: &Match, seat: Seat) -> Result<Vec<String>> {
    let since = m.progress().midway_since.unwrap_or(m.turn());
    let latest = db::moves::latest_moves(&mut *app.db.get().await?, m.id(), seat, (MAX + ONCE.len()) as i64).await?;
    Ok(latest.into_iter().take_while(|earlier| earlier.turn >= since).map(|earlier| earlier.text).collect())
}
