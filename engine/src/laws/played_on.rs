//! The law of matches that are played on from a line of another one.

use super::{Law, Result, Trial, broken, insist};
use crate::dice::Seed;
use crate::records;
use crate::rules::{Act, Frame, Line};

/// The most lines of a match that are tried.
const MAX: usize = 2;

/// The most moves that are made after the line.
const FURTHER: usize = 4;

/// Plays the match on from some of the frames that were kept, each with the length of the log at that time.
pub(super) fn check(trial: &Trial<'_>, seed: &Seed, kept: &[(usize, Frame)]) -> Result {
    for (length, before) in kept.iter().filter(|(_, frame)| !frame.over).take(MAX) {
        let new = Seed::numbered(u64::from(before.ply) + 1).after(seed, before.ply);
        let new = new.ok_or((Law::PlayedOn, "a match cannot be played on".to_owned()))?;
        play_on(trial, &new, &trial.log[..*length], before)?;
    }
    Ok(())
}

/// Plays on with this seed from a position, which follows from these lines.
fn play_on(trial: &Trial<'_>, seed: &Seed, lines: &[Line], before: &Frame) -> Result {
    let (rules, law) = (trial.rules, Law::PlayedOn);
    let replay = |log: &[Line]| rules.replay(before.seats, &trial.options, seed, log).map_err(broken(law));
    let mut frame = replay(lines)?;
    for eye in trial.eyes() {
        let pages = (rules.page(before, eye).map_err(broken(law))?, rules.page(&frame, eye).map_err(broken(law))?);
        insist(pages.0 == pages.1, law, || format!("{eye:?} sees another position after line {}", before.ply))?;
    }
    let status = rules.status(&frame).map_err(broken(law))?;
    insist(Ok(status) == rules.status(before), law, || "another seat or timer is awaited".to_owned())?;
    let (mut log, mut dice) = (lines.to_vec(), trial.dice.clone());
    for _ in 0..FURTHER {
        let status = rules.status(&frame).map_err(broken(law))?;
        let Some(by) = status.awaited.first() else { break };
        let text = rules.suggest(&frame, by, &mut dice).map_err(broken(law))?;
        let text = text.unwrap_or_else(|| "resign".to_owned());
        // The timer of the rules may have run out since.
        let Ok(advance) = rules.advance(&frame, Act::Chosen { by, text: &text }, trial.now) else { break };
        frame = advance.frame;
        log.extend(advance.lines);
    }
    insist(replay(&log)? == frame, law, || "the log replays to another position".to_owned())?;
    if crate::game(rules.info().id).is_none() {
        // Records know registered games only, not the toy.
        return Ok(());
    }
    let record = records::write(rules, &frame, &log).map_err(broken(law))?;
    let verified = records::verify(&record).map_err(|why| (law, format!("the record: {why}\n{record}")))?;
    insist(verified.run.frame == frame && verified.run.log == log, law, || "the record gives another match".to_owned())
}
