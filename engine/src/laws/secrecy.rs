//! The laws of hidden information, proved by imagination: what an eye cannot tell apart must look the same to it.

use super::{Law, Lawful, Trial, broken, insist, words};
use crate::game::Eye;
use crate::rules::{Act, Fault, Frame, Page, Told};
use crate::seat::Seat;

/// Imagines another position and compares everything that the eye can get at. Was the position another one?
pub(super) fn check(trial: &mut Trial<'_>, eye: Eye) -> Lawful<bool> {
    let imagined = trial.rules.imagine(&trial.frame, eye, &mut trial.dice).map_err(broken(Law::Secrecy))?;
    if imagined == trial.frame {
        return Ok(false);
    }
    let (page, same) = (page(trial, &trial.frame, eye)?, page(trial, &imagined, eye)?);
    insist(page == same, Law::Secrecy, || format!("the page of {eye:?} tells {}", difference(&page, &same)))?;
    insist(page.svg() == same.svg() && page.text() == same.text(), Law::Secrecy, || {
        format!("the picture of {eye:?} tells")
    })?;
    let [open, other] = [&trial.frame, &imagined].map(|frame| trial.rules.page(frame, Eye::Open));
    insist(open != other, Law::Over, || {
        "the open page, which all see after the end, does not show everything".to_owned()
    })?;
    if let Some(seat) = eye.seat() {
        let mut beginnings: Vec<String> = Vec::new();
        for text in words::probes(trial)? {
            // Every beginning of a probe, too: choices are asked for while a move is being written.
            beginnings.extend(text.char_indices().map(|(end, _)| text[..end].to_owned()).take(40));
            let answers = [&trial.frame, &imagined].map(|frame| answer(trial, frame, seat, &text));
            insist(answers[0] == answers[1], Law::Secrecy, || format!("{text:?} of {eye:?} tells: {answers:?}"))?;
        }
        beginnings.sort();
        beginnings.dedup();
        for so_far in beginnings {
            let choices = [&trial.frame, &imagined].map(|frame| trial.rules.choices(frame, seat, &so_far));
            insist(choices[0] == choices[1], Law::Secrecy, || format!("the choices of {eye:?} after {so_far:?} tell"))?;
        }
    }
    Ok(true)
}

/// What a seat learns from sending a text: the refusal, or that it would be accepted.
fn answer(trial: &Trial<'_>, frame: &Frame, seat: Seat, text: &str) -> Result<(), Fault> {
    trial.rules.advance(frame, Act::Chosen { by: seat, text }, trial.now).map(|_| ())
}

fn page(trial: &Trial<'_>, frame: &Frame, eye: Eye) -> Lawful<Page> {
    let page = trial.rules.page(frame, eye).map_err(broken(Law::Secrecy))?;
    let awaited = trial.rules.status(frame).map_err(broken(Law::Secrecy))?.awaited;
    let told = page.waiting;
    insist(awaited.contains_all(told.seats), Law::Secrecy, || {
        format!("{eye:?} is told to wait for {:?}, not for {awaited:?}", told.seats)
    })?;
    insist(told.undisclosed || told.seats == awaited, Law::Secrecy, || {
        format!("{eye:?} is not told to wait for {awaited:?}")
    })?;
    if let Some(seat) = eye.seat() {
        insist(told.seats.contains(seat) == awaited.contains(seat), Law::Secrecy, || {
            format!("seat {seat} is not told whether it is awaited itself")
        })?;
    }
    Ok(page)
}

fn difference(one: &Page, other: &Page) -> String {
    format!("{one:?} from {other:?}").chars().take(4000).collect()
}

/// Moves of a seat that leave an eye with the same page must be told to it, and stand in its log, alike.
pub(super) fn check_stories(trial: &mut Trial<'_>, seat: Seat) -> Lawful {
    let mut tried = Vec::new();
    for _ in 0..4 {
        let Some(text) = trial.rules.suggest(&trial.frame, seat, &mut trial.dice).map_err(broken(Law::Suggestion))?
        else {
            return Ok(());
        };
        if tried.iter().all(|(other, _)| *other != text) {
            let advance = trial
                .rules
                .advance(&trial.frame, Act::Chosen { by: seat, text: &text }, trial.now)
                .map_err(broken(Law::Suggestion))?;
            tried.push((text, advance));
        }
    }
    for eye in trial.eyes().into_iter().filter(|eye| *eye != Eye::Seat(seat)) {
        let mut seen: Vec<(Page, Vec<Told>, &str)> = Vec::new();
        for (text, advance) in tried.iter().filter(|(_, advance)| !advance.frame.over) {
            let page = trial.rules.page(&advance.frame, eye).map_err(broken(Law::Story))?;
            let told = advance
                .lines
                .iter()
                .map(|line| trial.rules.tell(line, eye, &trial.names))
                .collect::<Result<Vec<_>, _>>()
                .map_err(broken(Law::Story))?;
            if let Some((_, other_told, other)) = seen.iter().find(|(other, ..)| *other == page) {
                insist(*other_told == told, Law::Story, || {
                    format!(
                        "{eye:?} sees the same after {other:?} and {text:?} of seat {seat}, but reads {other_told:?} and {told:?}"
                    )
                })?;
            } else {
                seen.push((page, told, text));
            }
        }
    }
    Ok(())
}
