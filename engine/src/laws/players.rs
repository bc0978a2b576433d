//! The laws of computer opponents, and of moves that are explored.

use super::{Law, Result, Trial, broken, insist};
use crate::dice::Dice;
use crate::explore::{Explored, Plan, Planned, Unexplored};
use crate::game::Eye;
use crate::players::Budget;
use crate::rules::{Act, Frame};
use crate::seat::Seat;

/// The playouts of a computer's move.
const PLAYOUTS: u32 = 2;

/// A computer's move is tried at one position in this many: playouts take their time.
const TRIED: u32 = 4;

/// The most moves that are explored.
const EXPLORED: usize = 3;

/// Checks a position and one that an eye has imagined of it: the same dice imagine the same from both, and a computer of that seat
/// makes the same move in both.
pub(super) fn check_imagining(trial: &mut Trial<'_>, imagined: &Frame, eye: Eye) -> Result {
    let (dice, is_tried) = (trial.dice.clone(), trial.dice.one_in(TRIED));
    let again = |frame: &Frame| trial.rules.imagine(frame, eye, &mut dice.clone()).map_err(broken(Law::Imagining));
    let (one, other) = (again(&trial.frame)?, again(imagined)?);
    insist(one == other, Law::Imagining, || {
        format!("{eye:?} imagines, with the same dice, {} and {}", one.state, other.state)
    })?;
    if !is_tried {
        return Ok(());
    }
    if let Some(seat) = eye.seat() {
        let (one, other) = (pick(trial, &trial.frame, seat, &dice)?, pick(trial, imagined, seat, &dice)?);
        insist(one == other, Law::Imagining, || format!("a computer plays {one:?} or {other:?} for seat {seat}"))?;
    }
    check_exploring(trial, imagined, eye, &dice)
}

/// Checks that the same moves, explored from both positions, give the eye the same answer. The first is one that a seat which is really
/// awaited can make; others follow the choices.
fn check_exploring(trial: &mut Trial<'_>, imagined: &Frame, eye: Eye, dice: &Dice) -> Result {
    let Some(by) = trial.status()?.awaited.first() else { return Ok(()) };
    let text = trial.rules.suggest(&trial.frame, by, &mut trial.dice).map_err(broken(Law::Imagining))?;
    let mut moves: Vec<Planned> = text.map(|text| Planned { by: Some(by), text }).into_iter().collect();
    for _ in 0..EXPLORED {
        let [one, other] = [&trial.frame, imagined].map(|frame| explore(trial, frame, eye, &moves, dice));
        insist(one == other, Law::Imagining, || format!("{moves:?}, explored for {eye:?}, give {one:?} or {other:?}"))?;
        let Ok(Explored { next: Some(next), choices, .. }) = one else { break };
        let whole: Vec<String> =
            choices.into_iter().filter(|choice| choice.complete).map(|choice| choice.text).collect();
        let Some(text) = trial.dice.pick(&whole).cloned() else { break };
        moves.push(Planned { by: Some(next), text });
    }
    Ok(())
}

fn explore(
    trial: &Trial<'_>,
    frame: &Frame,
    eye: Eye,
    moves: &[Planned],
    dice: &Dice,
) -> std::result::Result<Explored, Unexplored> {
    let plan = Plan { eye, moves, so_far: "", at: trial.now, time_is_over: &|| false };
    trial.rules.explore(frame, &plan, &mut dice.clone())
}

/// Checks that the move of a computer is accepted.
pub(super) fn check_move(trial: &mut Trial<'_>, seat: Seat) -> Result {
    let (dice, is_tried) = (trial.dice.clone(), trial.dice.one_in(TRIED));
    let text = if is_tried { pick(trial, &trial.frame, seat, &dice)? } else { None };
    let Some(text) = text else { return Ok(()) };
    let sent = trial.rules.advance(&trial.frame, Act::Chosen { by: seat, text: &text }, trial.now);
    insist(sent.is_ok(), Law::Suggestion, || format!("a computer plays {text:?} for seat {seat}: {sent:?}"))
}

fn pick(trial: &Trial<'_>, frame: &Frame, seat: Seat, dice: &Dice) -> Result<Option<String>> {
    let budget = Budget::playouts(PLAYOUTS);
    let pick = trial.rules.pick(frame, seat, trial.now, &budget, &mut dice.clone()).map_err(broken(Law::Imagining))?;
    Ok(pick.map(|pick| pick.text))
}
