//! The story of a line of the log: a sentence for each step, made from the events that the reader may know.

use super::event::{Event, Piece};
use super::sentences::{called, drawn};
use super::words::list;
use crate::chair::Names;
use crate::game::Eye;

/// What happened, in sentences for that eye; nothing of what it may not know.
pub(super) fn tell(events: &[Event], eye: Eye, names: &Names) -> Vec<String> {
    let known: Vec<Event> = events.iter().filter_map(|event| event.known_to(eye)).collect();
    let mut rest = known.as_slice();
    let mut story = Vec::new();
    while !rest.is_empty() {
        let (sentence, behind) = step(rest, names);
        story.extend(sentence);
        rest = behind;
    }
    story
}

/// The sentence of the first step, if it needs one, and the events behind it.
fn step<'e>(events: &'e [Event], names: &Names) -> (Option<String>, &'e [Event]) {
    match events {
        [cast @ Event::Cast { card, .. }, Event::Entered { piece, .. }, rest @ ..] if piece.called == *card => {
            (Some(named(cast, piece).sentence(names)), rest)
        }
        // The next turn tells that this one is over.
        [Event::Ended { .. }, Event::Turn { .. }, ..] => (None, events.get(1..).unwrap_or_default()),
        [Event::Turn { seat, round }, Event::Drew { seat: drawer, number, cards }, rest @ ..] if seat == drawer => {
            let drawn = drawn(*number, cards);
            (Some(format!("{} began the turn of round {round} and drew {drawn}.", &names[*seat])), rest)
        }
        [Event::Laid { land: first, .. }, Event::Laid { .. }, ..] => {
            let lands = run(events, |event| if let Event::Laid { land, .. } = event { Some(*land) } else { None });
            let last = lands.last().unwrap_or(first);
            (Some(format!("Lands {first} to {last} were laid.")), events.get(lands.len()..).unwrap_or_default())
        }
        [Event::Selected { seat, .. }, Event::Selected { seat: next, .. }, ..] if seat == next => {
            let own =
                |event: &Event| if let Event::Selected { seat: by, land } = event { Some((*by, *land)) } else { None };
            let lands = run(events, |event| own(event).filter(|(by, _)| by == seat).map(|(_, land)| land));
            let sentence = format!("{} selected lands {}.", &names[*seat], list(&lands));
            (Some(sentence), events.get(lands.len()..).unwrap_or_default())
        }
        [event, rest @ ..] => (Some(event.sentence(names)), rest),
        [] => (None, events),
    }
}

/// The casting of a permanent, with its name in play for that of its card.
fn named(cast: &Event, piece: &Piece) -> Event {
    let mut named = cast.clone();
    if let Event::Cast { card, .. } = &mut named {
        *card = called(piece);
    }
    named
}

/// What this finds in the first events, up to the first in which it finds nothing.
fn run<T>(events: &[Event], find: impl Fn(&Event) -> Option<T>) -> Vec<T> {
    events.iter().map_while(find).collect()
}
