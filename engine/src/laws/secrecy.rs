//! The laws of hidden information: positions that an eye cannot tell apart must look the same to it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Law, Length, Result, Tally, Trial, broken, insist, players, words};
use crate::game::Eye;
use crate::rules::{Act, Advance, Frame, Page, Rules, Told};

use crate::seat::{Seat, Seats};

/// The number of beginnings of texts that are tried at a position.
const BEGINNINGS: usize = 8;
/// The most characters of a beginning.
const LONGEST_BEGINNING: usize = 120;

/// Imagines another position and compares all answers that the eye can get.
pub(super) fn check(trial: &mut Trial<'_>, eye: Eye, tally: &mut Tally) -> Result {
    let imagined = trial.rules.imagine(&trial.frame, eye, &mut trial.dice).map_err(broken(Law::Secrecy))?;
    if imagined == trial.frame {
        return Ok(());
    }
    tally.imagined.extend(differences(&trial.frame, &imagined));
    let (page, same) = (page(trial, &trial.frame, eye)?, page(trial, &imagined, eye)?);
    insist(page == same, Law::Secrecy, || format!("the page of {eye:?} tells {}", difference(&page, &same)))?;
    insist(page.svg() == same.svg() && page.text() == same.text(), Law::Secrecy, || {
        format!("the picture of {eye:?} tells")
    })?;
    let [open, other] = [&trial.frame, &imagined].map(|frame| trial.rules.page(frame, Eye::Open));
    insist(open != other, Law::Over, || {
        "the open page, which all see after the end, does not show everything".to_owned()
    })?;
    for seat in Seat::all(trial.frame.seats) {
        check_same_act(trial, &imagined, eye, seat)?;
    }
    let Some(seat) = eye.seat() else { return players::check_imagining(trial, &imagined, eye) };
    let requests = [&trial.frame, &imagined].map(|frame| trial.rules.request(frame, seat, &trial.names));
    insist(requests[0] == requests[1], Law::Secrecy, || format!("the request to {eye:?} tells: {requests:?}"))?;
    let mut beginnings: Vec<String> = Vec::new();
    for text in words::probes(trial)? {
        // Every beginning of a probe is tried, too: choices are asked for while a move is being written.
        beginnings.extend(text.char_indices().take(LONGEST_BEGINNING).map(|(end, _)| text[..end].to_owned()));
        let answers = [&trial.frame, &imagined].map(|frame| trial.rules.preview(frame, seat, &text, trial.now));
        insist(answers[0] == answers[1], Law::Secrecy, || format!("{text:?} of {eye:?} tells: {answers:?}"))?;
        if answers[0].is_ok() {
            let told = [&trial.frame, &imagined].map(|frame| trial.rules.foretell(frame, seat, &text, &trial.names));
            insist(told[0] == told[1], Law::Secrecy, || {
                format!("the forecast of {text:?} for {eye:?} tells: {told:?}")
            })?;
        }
    }
    trial.dice.shuffle(&mut beginnings);
    for so_far in beginnings.iter().take(BEGINNINGS) {
        let choices = [&trial.frame, &imagined].map(|frame| trial.rules.choices(frame, seat, so_far));
        insist(choices[0] == choices[1], Law::Secrecy, || format!("the choices of {eye:?} after {so_far:?} tell"))?;
        let [Ok(choices), _] = choices else { continue };
        let prompts = [&trial.frame, &imagined].map(|frame| trial.rules.prompt(frame, seat, so_far, &choices));
        insist(prompts[0] == prompts[1], Law::Secrecy, || {
            format!("{eye:?} after {so_far:?} is prompted: {prompts:?}")
        })?;
    }
    players::check_imagining(trial, &imagined, eye)
}

/// Checks one move of a seat in both worlds: if the pages are the same afterwards, so are the stories.
fn check_same_act(trial: &mut Trial<'_>, imagined: &Frame, eye: Eye, by: Seat) -> Result {
    let Some(text) = trial.rules.suggest(&trial.frame, by, &mut trial.dice).map_err(broken(Law::Suggestion))? else {
        return Ok(());
    };
    let act = Act::Chosen { by, text: &text };
    let worlds = [&trial.frame, imagined].map(|frame| trial.rules.advance(frame, act, trial.now));
    let [Ok(real), Ok(other)] = worlds else { return Ok(()) };
    if real.frame.over || other.frame.over {
        return Ok(());
    }
    let ((page, told), (other_page, other_told)) = (seen(trial, &real, eye)?, seen(trial, &other, eye)?);
    insist(page != other_page || told == other_told, Law::Story, || {
        format!("{text:?} of seat {by} tells {eye:?} more than it sees: {told:?} or {other_told:?}")
    })
}

/// The page after an act, and the story of it.
fn seen(trial: &Trial<'_>, advance: &Advance, eye: Eye) -> Result<(Page, Vec<Told>)> {
    let page = trial.rules.page(&advance.frame, eye).map_err(broken(Law::Story))?;
    let told = advance.lines.iter().map(|line| trial.rules.tell(line, eye, &trial.names));
    let told: Vec<Told> = told.collect::<Result<_, _>>().map_err(broken(Law::Story))?;
    // For this eye a secret line does not exist.
    Ok((page, told.into_iter().filter(|told| told.entry.is_some() || !told.story.is_empty()).collect()))
}

/// The differences of two stored positions, as paths.
fn differences(one: &Frame, other: &Frame) -> BTreeSet<String> {
    fn walk(path: &str, one: &Value, other: &Value, found: &mut BTreeSet<String>) {
        match (one, other) {
            (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
                one.iter().for_each(|(key, value)| walk(&format!("{path}/{key}"), value, &other[key], found));
            }
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                one.iter().zip(other).for_each(|(one, other)| walk(path, one, other, found));
            }
            _ if one != other => drop(found.insert(path.to_owned())),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let [one, other] = [one, other].map(|frame| serde_json::from_str(&frame.state).unwrap_or(Value::Null));
    walk("", &one, &other, &mut found);
    found
}

/// The game is marked secret if and only if there are secrets, and imagining changes each of them at some time: a rare one may need the
/// long form.
pub(super) fn check_imagination(rules: &dyn Rules, tally: &Tally, length: Length) -> Result {
    let marked = rules.info().secret;
    insist(marked != tally.imagined.is_empty(), Law::Marked, || {
        format!("marked secret: {marked}, and imagining changed {:?}", tally.imagined)
    })?;
    // Where a list or map as a whole is another one, so is what is in it.
    let is_in = |path: &str, whole: &str| path.strip_prefix(whole).is_some_and(|rest| rest.starts_with('/'));
    let changes = |path: &String| tally.imagined.iter().any(|whole| path == whole || is_in(path, whole));
    let known: Vec<&String> = tally.secret.iter().filter(|path| !changes(path)).collect();
    let is_short = matches!(length, Length::Short);
    insist(is_short || known.is_empty(), Law::Marked, || format!("secret, but imagining never changed it: {known:?}"))
}

fn page(trial: &Trial<'_>, frame: &Frame, eye: Eye) -> Result<Page> {
    let page = trial.rules.page(frame, eye).map_err(broken(Law::Secrecy))?;
    let awaited = trial.rules.status(frame).map_err(broken(Law::Secrecy))?.awaited;
    let told = page.waiting;
    insist(awaited.contains_all(told.seats), Law::Secrecy, || {
        format!("{eye:?} is told to wait for {:?}, not for {awaited:?}", told.seats)
    })?;
    insist(!told.undisclosed || trial.rules.info().windows, Law::Secrecy, || {
        format!("{eye:?} is not told for whom to wait, and the game is not marked as one with responses")
    })?;
    insist(told.undisclosed || told.seats == awaited, Law::Secrecy, || {
        format!("{eye:?} is not told to wait for {awaited:?}")
    })?;
    let status = trial.rules.status(frame).map_err(broken(Law::Secrecy))?;
    insist(told.wake == status.wake || told.wake.is_none() && told.undisclosed, Law::Secrecy, || {
        format!("{eye:?} is told of the timer {:?} instead of {:?}", told.wake, status.wake)
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

/// Checks moves of a seat from one position. For any other eye, moves that leave the same page must be told alike, moves that
/// are told alike must leave the same page, and moves that are not told must leave the page as it was.
pub(super) fn check_stories(trial: &mut Trial<'_>, seat: Seat, tally: &mut Tally) -> Result {
    let tried = tried(trial, seat)?;
    for eye in trial.eyes().into_iter().filter(|eye| *eye != Eye::Seat(seat)) {
        let before = page(trial, &trial.frame, eye)?;
        let mut others: Vec<(Page, Vec<Told>, &str, &Frame)> = Vec::new();
        for (text, advance) in tried.iter().filter(|(_, advance)| !advance.frame.over) {
            let (page, told) = seen(trial, advance, eye)?;
            insist(!told.is_empty() || page == before, Law::Story, || {
                format!("{eye:?} is told nothing of {text:?} of seat {seat}, but sees it")
            })?;
            for (other_page, other_told, other, other_frame) in &others {
                insist((page == *other_page) == (told == *other_told), Law::Story, || {
                    format!(
                        "after {other:?} or {text:?} of seat {seat} {eye:?} sees the same: {}, but reads {other_told:?} or {told:?}",
                        page == *other_page
                    )
                })?;
                if page == *other_page {
                    tally.secret.extend(differences(other_frame, &advance.frame));
                }
            }
            others.push((page, told, text, &advance.frame));
        }
    }
    Ok(())
}

/// Possible acts of the seat: some suggestions, some of them with a character lost, and a lapse.
fn tried(trial: &mut Trial<'_>, seat: Seat) -> Result<Vec<(String, Advance)>> {
    let mut texts = BTreeSet::new();
    for _ in 0..4 {
        let Some(text) = trial.rules.suggest(&trial.frame, seat, &mut trial.dice).map_err(broken(Law::Suggestion))?
        else {
            break;
        };
        let without =
            |lost: usize| text.chars().enumerate().filter(|(at, _)| *at != lost).map(|(_, c)| c).collect::<String>();
        let shorter = (0..text.chars().count()).map(without).filter_map(|text| trial.rules.read(&text).ok());
        texts.extend(shorter.take(6));
        texts.insert(text);
    }
    let mut tried: Vec<(String, Advance)> = Vec::new();
    for text in texts {
        if let Ok(advance) = trial.rules.advance(&trial.frame, Act::Chosen { by: seat, text: &text }, trial.now) {
            tried.push((text, advance));
        }
    }
    if let Ok(advance) = trial.rules.advance(&trial.frame, Act::Lapse(Seats::just(seat)), trial.now) {
        tried.push(("lapse".to_owned(), advance));
    }
    Ok(tried)
}
