//! The laws of moves as text: spelling, choices, junk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use super::{Law, Result, Trial, broken, insist};
use crate::game::{Choice, ChoiceKind, Eye};
use crate::notation::clean;
use crate::rules::{Act, Fault, Frame, MAX_MOVE_BYTES, Rules};
use crate::seat::{Seat, Seats};

/// The most places of a position that are damaged.
const MAX_DAMAGED: usize = 150;

/// The most bytes of a prompt: it has one line of a phone, or two.
const LONGEST_PROMPT: usize = 80;

/// The most steps from an empty text to a move by choices.
const LONGEST_WALK: u32 = 200;

/// Checks that there are rules and examples for people, and that the examples have the canonical spelling.
pub(super) fn check(rules: &dyn Rules) -> Result {
    let info = rules.info();
    insist(info.rules.len() > 200 && !info.notation.is_empty(), Law::Words, || "no rules, or no examples".to_owned())?;
    let well_formed = info.id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    insist(well_formed && !info.id.is_empty(), Law::Words, || format!("id {:?}", info.id))?;
    for (example, words) in info.notation {
        let read = rules.read(example).map_err(|why| (Law::Spelling, format!("example {example}: {why}")))?;
        insist(read == *example && !words.is_empty(), Law::Spelling, || format!("example {example} is spelt {read}"))?;
    }
    Ok(())
}

/// Checks that a move has one spelling, which is read back through capitals, blanks, quotation marks and a full stop.
pub(super) fn check_spelling(trial: &mut Trial<'_>, seat: Seat) -> Result {
    let Some(text) = trial.rules.suggest(&trial.frame, seat, &mut trial.dice).map_err(broken(Law::Suggestion))? else {
        return Ok(());
    };
    let spaced: String =
        text.chars().map(|c| if c.is_alphanumeric() { c.to_string() } else { format!(" {c} ") }).collect();
    let tight = text.split_whitespace().collect::<Vec<_>>().join("  ");
    let quoted = format!("\u{feff}\u{201c}{text}.\u{201d} ");
    let marked = format!("`{text}`!");
    for variant in [text.clone(), text.to_uppercase(), format!("\t {text} \r\n"), spaced, tight, quoted, marked] {
        let read = trial.rules.read(&variant);
        insist(read.as_deref() == Ok(&text), Law::Spelling, || {
            format!("{text:?} written as {variant:?} is read as {read:?}")
        })?;
    }
    Ok(())
}

/// Checks that walking the choices ends in an accepted move and leads to every suggested one.
pub(super) fn check_choices(trial: &mut Trial<'_>, seat: Seat) -> Result {
    let mut so_far = String::new();
    for _ in 0..LONGEST_WALK {
        let choices = offered(trial, seat, &so_far)?;
        let awaited = trial.status()?.awaited.contains(seat);
        insist(!(choices.is_empty() && awaited), Law::Choices, || {
            format!("seat {seat} has no choice after {so_far:?}")
        })?;
        let Some(choice) = trial.dice.pick(&choices).cloned() else { return Ok(()) };
        if choice.complete {
            accepted(trial, seat, &choice.text)?;
            // Some whole moves can go on: their continuations are tried as well.
            if trial.dice.one_in(2) || trial.rules.choices(&trial.frame, seat, &choice.text) == Ok(Vec::new()) {
                break;
            }
        }
        so_far = choice.text;
    }
    if let Some(text) = trial.rules.suggest(&trial.frame, seat, &mut trial.dice).map_err(broken(Law::Suggestion))? {
        accepted(trial, seat, &text)?;
        insist(leads_to(trial, seat, "", &text)?, Law::Choices, || {
            format!("no choices of seat {seat} lead to {text:?}")
        })?;
    }
    Ok(())
}

fn accepted(trial: &Trial<'_>, seat: Seat, text: &str) -> Result {
    let played = trial.rules.advance(&trial.frame, Act::Chosen { by: seat, text }, trial.now);
    insist(played.is_ok(), Law::Choices, || format!("seat {seat} was offered {text:?}: {}", played.unwrap_err()))
}

fn offered(trial: &Trial<'_>, seat: Seat, so_far: &str) -> Result<Vec<Choice>> {
    let choices = trial.rules.choices(&trial.frame, seat, so_far).map_err(broken(Law::Choices))?;
    let page = trial.rules.page(&trial.frame, Eye::Seat(seat)).map_err(broken(Law::Choices))?;
    for choice in &choices {
        let on_board = choice.cell.as_ref().is_none_or(|cell| page.scene.spots.iter().any(|spot| spot.name == *cell));
        insist(on_board, Law::Choices, || format!("{choice:?} points off the board"))?;
        insist(!choice.words.is_empty() && choice.text != so_far, Law::Choices, || format!("{choice:?} says nothing"))?;
        // People read the texts in lists, where a blank before a comma looks like a mistake.
        insist(choice.text == choice.text.trim(), Law::Choices, || format!("{choice:?} begins or ends with a blank"))?;
        let spelt = trial.rules.read(&choice.text);
        insist(!choice.complete || spelt.as_deref() == Ok(&choice.text), Law::Choices, || {
            format!("{choice:?} is spelt {spelt:?}")
        })?;
        check_kind(choice, so_far)?;
    }
    let prompt = trial.rules.prompt(&trial.frame, seat, so_far, &choices).map_err(broken(Law::Choices))?;
    let is_sentence = prompt.len() <= LONGEST_PROMPT && prompt.starts_with(char::is_uppercase) && prompt.ends_with('.');
    let none = choices.iter().all(|choice| !choice.kind.plays_on());
    insist(if none { prompt.is_empty() } else { is_sentence }, Law::Choices, || {
        format!("after {so_far:?} seat {seat} is prompted {prompt:?}")
    })?;
    Ok(choices)
}

/// Checks that a choice about the end of the match is the word of its kind, and that no other choice is such a word.
fn check_kind(choice: &Choice, so_far: &str) -> Result {
    let named = ChoiceKind::ALL.into_iter().find(|kind| !kind.plays_on() && choice.text == kind.word());
    let fits = if choice.kind.plays_on() {
        named.is_none()
    } else {
        named == Some(choice.kind) && choice.complete && so_far.trim().is_empty()
    };
    insist(fits, Law::Choices, || format!("{choice:?} is not of that kind"))
}

fn leads_to(trial: &Trial<'_>, seat: Seat, so_far: &str, text: &str) -> Result<bool> {
    for choice in offered(trial, seat, so_far)? {
        if choice.complete && choice.text == text {
            return Ok(true);
        }
        if text.starts_with(&choice.text) && leads_to(trial, seat, &choice.text, text)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks that junk, half-right texts and texts of other seats are refused or accepted; the trial catches panics.
pub(super) fn check_junk(trial: &mut Trial<'_>, seat: Seat) -> Result {
    let texts = probes(trial)?;
    for text in &texts {
        let _ = trial.rules.choices(&trial.frame, seat, text);
        let answer = trial.rules.advance(&trial.frame, Act::Chosen { by: seat, text }, trial.now);
        insist(!matches!(answer, Err(Fault::Stored { .. })), Law::Junk, || {
            format!("{text:?} of seat {seat}: {answer:?}")
        })?;
        check_place(trial, text)?;
        check_place(trial, &format!(" \"{text}\"."))?;
    }
    Ok(())
}

/// Checks that a refusal names a place in the text as it was sent, and repeats the word there.
fn check_place(trial: &Trial<'_>, text: &str) -> Result {
    let Err(why) = trial.rules.read(text) else { return Ok(()) };
    let there: String = text.chars().skip(why.at.saturating_sub(1)).collect();
    let in_text = why.at >= 1 && why.at <= text.chars().count() + 1;
    let in_text = in_text && clean(&there, why.found.chars().count()) == why.found;
    insist(in_text || text.len() > MAX_MOVE_BYTES, Law::Spelling, || format!("{text:?}: {why:?}"))
}

/// Texts that a client may send: moves of any seat, moves with a character lost, changed or doubled, and nonsense.
pub(super) fn probes(trial: &mut Trial<'_>) -> Result<Vec<String>> {
    let mut texts: Vec<String> =
        ["", " ", "é\u{202e}", "0", "z99", "a0-a0", "+", "-", "resign x", "pass pass", "\u{0}"]
            .into_iter()
            .map(String::from)
            .collect();
    texts.push("x".repeat(5000));
    texts.extend(trial.rules.info().notation.iter().map(|(example, _)| (*example).to_owned()));
    for seat in Seat::all(trial.frame.seats) {
        let Some(text) = trial.rules.suggest(&trial.frame, seat, &mut trial.dice).map_err(broken(Law::Suggestion))?
        else {
            continue;
        };
        let mut letters: Vec<char> = text.chars().collect();
        let at = trial.dice.below(letters.len() as u32) as usize;
        texts.push(text.clone());
        texts.push(format!("{text} {text}"));
        texts.push(letters.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, c)| c).collect());
        letters[at] = *trial.dice.pick(&['a', 'k', '1', '9', '-', '+', ' ', ';']).unwrap_or(&'a');
        texts.push(letters.into_iter().collect());
    }
    Ok(texts)
}

/// Checks that a damaged stored position is refused or still works, without a panic or an endless loop.
pub(super) fn check_damage(trial: &mut Trial<'_>) -> Result {
    let state: Value = serde_json::from_str(&trial.frame.state).map_err(|why| (Law::Replay, why.to_string()))?;
    let mut places = Vec::new();
    list_places("", &state, &mut places);
    // A large position has more places than there is time for.
    trial.dice.shuffle(&mut places);
    places.truncate(MAX_DAMAGED);
    for place in places {
        for value in damage(state.pointer(&place)) {
            let mut damaged = state.clone();
            if let Some(spot) = damaged.pointer_mut(&place) {
                *spot = value.clone();
            }
            let frame = Frame { state: damaged.to_string(), ..trial.frame.clone() };
            let survives = catch_unwind(AssertUnwindSafe(|| use_frame(trial, &frame)));
            insist(survives.is_ok(), Law::Junk, || {
                format!("a stored position with {value} at {place} makes the rules panic")
            })?;
        }
    }
    Ok(())
}

/// Calls every method that a service calls with a frame.
fn use_frame(trial: &mut Trial<'_>, frame: &Frame) {
    let (rules, now) = (trial.rules, trial.now);
    let Ok(status) = rules.status(frame) else { return };
    let _ = rules.page(frame, Eye::Public);
    let acts = status
        .awaited
        .iter()
        .map(Seats::just)
        .chain([status.awaited])
        .flat_map(|seats| [Act::Lapse(seats), Act::Forfeit(seats)])
        .chain([Act::TimerOut, Act::Abandoned]);
    acts.for_each(|act| drop(rules.advance(frame, act, now)));
    let _ = rules.page(&Frame { over: true, ..frame.clone() }, Eye::Public);
    for seat in Seat::all(frame.seats) {
        let _ = (rules.page(frame, Eye::Seat(seat)), rules.choices(frame, seat, ""));
        for text in [rules.suggest(frame, seat, &mut trial.dice).ok().flatten(), Some("resign".to_owned())]
            .into_iter()
            .flatten()
        {
            let _ = rules.advance(frame, Act::Chosen { by: seat, text: &text }, now);
        }
    }
}

/// All places of a JSON value, as JSON pointers (RFC 6901).
fn list_places(path: &str, value: &Value, places: &mut Vec<String>) {
    places.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| list_places(&format!("{path}/{key}"), value, places));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, value)| list_places(&format!("{path}/{at}"), value, places));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Values for that place in a damaged position.
fn damage(value: Option<&Value>) -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(0),
        json!(1),
        json!(5),
        json!(9),
        json!(255),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(-1),
    ];
    values.extend([json!(true), json!("x"), json!([]), json!([0]), json!([0, 1]), json!([5]), json!({})]);
    values.extend(["turn", "over", "square3", "pointed43", "Bid", "Over"].map(|word| json!(word)));
    // A set of cells with every bit set, and with none.
    if let Some(Value::String(text)) = value {
        values.extend([json!("f".repeat(text.len())), json!("0".repeat(text.len()))]);
    }
    values
}
