//! Lines of the log as others may read them: what happened, not what was written (P25).

use crate::game::{Cause, Entry, Eye};
use crate::magic::cards::{CardId, LandType};
use crate::magic::notation::{Act, Last, Leg, Move, Tail, Text, Use};
use crate::magic::state::{Event, creatures};
use crate::seat::Seat;

/// A line as this eye may read it; `None` if it may not know that there is a line.
pub(crate) fn written(entry: Entry, mv: Option<&Text>, events: &[Event], eye: Eye) -> Option<Entry> {
    let own = eye == Eye::Open || entry.by.is_some_and(|by| eye == Eye::Seat(by));
    if own {
        return Some(entry);
    }
    let by = entry.by?;
    let is_told = events.iter().any(|event| event.public().is_some());
    if is_answer(events, by) {
        // Whose answer closed the round, and whether it was a lapse, is told to its owner alone (P18, P19).
        return is_told.then(|| Entry { by: None, cause: Cause::Chosen, text: released(events) });
    }
    match mv {
        None => events.contains(&Event::Lapsed { seat: by }).then_some(entry),
        Some(Text::Lay(_) | Text::Take(_)) => {
            let text = drafted(events, by)?;
            Some(Entry { text, ..entry })
        }
        Some(Text::Deck(_) | Text::Orders(_)) => None,
        Some(Text::Script(_) | Text::Answer(_)) => is_told.then(|| Entry { text: steps(events, by), ..entry }),
    }
}

/// What a seat laid or selected in the open; `None` for a secret list.
fn drafted(events: &[Event], by: Seat) -> Option<String> {
    let laid: Vec<_> = events.iter().map_while(|event| laid_by(event, by)).collect();
    if !laid.is_empty() {
        return Some(Text::Lay(laid).to_string());
    }
    if let Event::Selected { seat, land } = events.first()?
        && *seat == by
    {
        return Some(Text::Take(vec![*land]).to_string());
    }
    None
}

fn laid_by(event: &Event, by: Seat) -> Option<LandType> {
    if let Event::Laid { seat, kind, .. } = event
        && *seat == by
    {
        return Some(*kind);
    }
    None
}

/// The executed steps in canonical spelling, with the card's id for its name in the hand and without the payment.
fn steps(events: &[Event], by: Seat) -> String {
    let end = events.iter().position(|event| *event == Event::Ended { seat: by });
    let own = events.get(..end.unwrap_or(events.len())).unwrap_or_default();
    let mut steps: Vec<String> = own.iter().filter_map(|event| step_of(event, by)).collect();
    if end.is_some() {
        steps.push(Last::End.to_string());
    }
    if steps.is_empty() { Last::Continue.to_string() } else { steps.join("; ") }
}

/// The step of a script that an event shows, if it is one.
fn step_of(event: &Event, by: Seat) -> Option<String> {
    if let Event::Cast { seat, card, site, x, mode, on, .. } = event
        && *seat == by
    {
        let tail = Tail { x: *x, mode: *mode, on: on.clone(), ..Tail::default() };
        let site = site.map(|site| format!(" @{site}")).unwrap_or_default();
        return Some(format!("cast {}{site}{tail}", CardId::of_name(card)));
    }
    if let Event::Chose { seat, what } = event
        && *seat == by
    {
        return Some(format!("choose {what}"));
    }
    if let Event::Used { seat, source, ability, x, mode, on, .. } = event
        && *seat == by
    {
        let tail = Tail { x: *x, mode: *mode, on: on.clone(), ..Tail::default() };
        return Some(Act::Use(Use { source: source.name, ability: *ability, tail }).to_string());
    }
    if let Event::Moved { seat, group, legs, .. } = event
        && *seat == by
    {
        let legs: Vec<Leg> = legs.iter().map(|leg| Leg::from(*leg)).collect();
        return Some(Move { group: creatures(group), legs }.to_string());
    }
    None
}

/// True if the line is an answer in a window, or the last of several lapses in it at one instant.
fn is_answer(events: &[Event], by: Seat) -> bool {
    let answered = |event: &Event| if let Event::Answered { seat } = event { Some(*seat) } else { None };
    events.iter().map_while(answered).any(|seat| seat == by)
}

/// What the answers of a round released: the acts of all seats, then the steps of the active player's script up to its `end`; or
/// `pass` if there is nothing of these.
fn released(events: &[Event]) -> String {
    let end = events.iter().position(|event| matches!(event, Event::Ended { .. } | Event::Turn { .. }));
    let told = events.get(..end.unwrap_or(events.len())).unwrap_or_default();
    let mut acts: Vec<String> = told.iter().filter_map(act_of).collect();
    if let Some(Event::Ended { .. }) = end.and_then(|end| events.get(end)) {
        acts.push(Last::End.to_string());
    }
    if acts.is_empty() { "pass".to_owned() } else { acts.join("; ") }
}

/// The act of a player that an event shows, if it is one.
fn act_of(event: &Event) -> Option<String> {
    if let Event::Blocked { by, .. } = event {
        let names: Vec<String> = creatures(by).iter().map(ToString::to_string).collect();
        return Some(format!("block {}", names.join("+")));
    }
    if let Event::Cast { seat, .. } | Event::Used { seat, .. } | Event::Moved { seat, .. } = event {
        return step_of(event, *seat);
    }
    None
}
