//! The chain of the log of a match: no line can be changed without a change of all heads after it. Readers are shown the head as of the
//! last line that all may read, as a later one would tell that a secret move has come in.

use engine::{Eye, Line, Names, records};

use crate::brief::RecordSoFar;
use crate::db::advance::NewLine;
use crate::db::matches::Heads;
use crate::db::moves::Chained;
use crate::play::{Match, Phase, Refusal, Result};

/// Returns lines to append to the log, which were sent for this turn, with their places in the chain.
pub(in crate::play) fn append(m: &Match, lines: &[Line], turn: u32) -> Result<Vec<NewLine>> {
    let before = m.started_at().map(|_| m.heads());
    let chained = match before {
        // The match began before heads were stored.
        Some(Heads { head: None, .. }) => vec![Chained::default(); lines.len()],
        Some(_) | None => places(m, before, lines)?,
    };
    Ok(lines.iter().zip(chained).map(|(line, chained)| NewLine { turn, line: line.clone(), chained }).collect())
}

/// The places of these lines in the chain. They follow lines with these heads, or begin the log.
fn places(m: &Match, before: Option<Heads>, lines: &[Line]) -> Result<Vec<Chained>> {
    let (chairs, seed) = (m.chairs()?, m.seed());
    let before = before.unwrap_or_default();
    let head = match before.head {
        Some(head) => head,
        None => records::first_head(m.rules, m.seats(), &m.options()?, &seed),
    };
    let names = Names::new(&chairs);
    let mut next = before.public_line.map_or(0, |line| line + 1);
    let mut places = Vec::new();
    for (line, head) in lines.iter().zip(records::heads(&chairs, &seed, head, lines)) {
        let told = m.rules.tell(line, Eye::Public, &names)?;
        let is_public = told.entry.is_some() || !told.story.is_empty();
        places.push(Chained { head: Some(head), public_line: is_public.then_some(next) });
        next += u32::from(is_public);
    }
    Ok(places)
}

/// Returns the heads of a log after these lines, which follow lines with the given heads.
pub(in crate::play) fn after(before: Heads, lines: &[NewLine]) -> Heads {
    let places = lines.iter().map(|line| line.chained);
    places.fold(before, |before, Chained { head, public_line }| match public_line {
        Some(_) => Heads { head, public_head: head, public_line },
        None => Heads { head, ..before },
    })
}

/// Compares the stored places of a whole log with those that follow from its lines.
pub(in crate::play) fn verify(m: &Match, lines: &[Line], stored: &[Chained]) -> Result<()> {
    let is_before_heads = stored.iter().all(|place| *place == Chained::default());
    if is_before_heads || places(m, None, lines)? == stored {
        return Ok(());
    }
    Err(Refusal::Broken(format!("match {}: the stored heads are not what the log gives", m.id())))
}

/// The record so far, as all readers may know it: up to the last line that spectators may read, after the end up to the last one. None
/// before the first move, and in a match that began before heads were stored.
pub fn record_so_far(m: &Match) -> Option<RecordSoFar> {
    let heads = m.heads();
    let (lines, head) = match m.phase() {
        Phase::Over => (m.progress().ply, heads.head),
        Phase::Open | Phase::Running | Phase::Cancelled => (heads.public_line, heads.public_head),
    };
    Some(RecordSoFar { lines: lines.filter(|lines| *lines > 0)?, head: head?.to_string() })
}
