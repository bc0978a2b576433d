//! The story of a line of the log: a sentence for each step, made from the events that the reader may know.

use super::sentences::{called, drawn, turn};
use crate::chair::Names;
use crate::game::Eye;
use crate::magic::cards::LandType;
use crate::magic::notation::LandNumber;
use crate::magic::state::{Event, Piece};
use crate::magic::words::list;
use crate::seat::Seat;

/// What happened, in sentences for that eye; nothing of what it may not know.
pub(crate) fn tell(events: &[Event], eye: Eye, names: &Names) -> Vec<String> {
    let known: Vec<Event> = events.iter().filter_map(|event| event.known_to(eye)).collect();
    let mut rest = known.as_slice();
    let mut story = Vec::new();
    while let [first, ..] = rest {
        let (sentence, number) = folded(rest, names).unwrap_or_else(|| (Some(first.sentence(names)), 1));
        story.extend(sentence);
        rest = rest.get(number..).unwrap_or_default();
    }
    story
}

/// What the first events say together: a sentence, or nothing where the next ones say it, and the number of these events, at least
/// 1; `None` if the first event stands alone.
fn folded(events: &[Event], names: &Names) -> Option<(Option<String>, usize)> {
    let told = match events {
        [cast @ Event::Cast { card, .. }, Event::Entered { piece, .. }, ..] if piece.called == *card => {
            (Some(named(cast, piece).sentence(names)), 2)
        }
        [Event::NoRefuge { piece }, Event::Died { piece: dead }, ..] if piece == dead => {
            (Some(format!("{} had no land to retreat to and went to the graveyard.", called(piece))), 2)
        }
        // The second event says it: that no player responded, or that another turn began.
        [Event::Answered { .. }, Event::Passed, ..] | [Event::Ended { .. }, Event::Turn { .. }, ..] => (None, 1),
        [Event::Ended { seat }, Event::Discarded { seat: by, .. }, ..] if seat == by => {
            let cards = discarded(events.get(1..).unwrap_or_default(), *seat);
            (Some(format!("{} ended the turn and discarded {}.", &names[*seat], list(&cards))), 1 + cards.len())
        }
        // That a card is drawn then is the rule.
        [Event::Turn { seat, round }, Event::Drew { seat: drawer, number: 1, cards }, ..]
            if seat == drawer && cards.is_empty() =>
        {
            (Some(format!("{}.", turn(*round, &names[*seat]))), 2)
        }
        [Event::Turn { seat, round }, Event::Drew { seat: drawer, number, cards }, ..] if seat == drawer => {
            let drawn = drawn(*number, cards);
            (Some(format!("{}: drew {drawn}.", turn(*round, &names[*seat]))), 2)
        }
        [Event::Dealt, rest @ ..] => {
            let hands = hands(rest);
            (Some(dealt(&hands, names)), 1 + hands.len())
        }
        [Event::Laid { .. }, Event::Laid { .. }, ..] => {
            let lands = laid(events);
            (Some(laid_words(&lands)), lands.len())
        }
        [Event::Selected { .. }, Event::Selected { .. }, ..] => {
            let picks = picks(events);
            (Some(selected(&picks, names)), picks.len())
        }
        [..] => return None,
    };
    Some(told)
}

/// The casting of a permanent, with its name in play for that of its card.
fn named(cast: &Event, piece: &Piece) -> Event {
    let mut named = cast.clone();
    if let Event::Cast { card, .. } = &mut named {
        *card = called(piece);
    }
    named
}

/// The cards that the seat discards in the first events.
fn discarded(events: &[Event], by: Seat) -> Vec<&str> {
    let cards = events.iter().map_while(|event| {
        let Event::Discarded { seat, card } = event else { return None };
        (*seat == by).then_some(card.as_str())
    });
    cards.collect()
}

/// The hands that are dealt in the first events; the cards of other players are not known.
fn hands(events: &[Event]) -> Vec<(Seat, &[String])> {
    let hands = events.iter().map_while(|event| {
        let Event::Drew { seat, cards, .. } = event else { return None };
        Some((*seat, cards.as_slice()))
    });
    hands.collect()
}

fn dealt(hands: &[(Seat, &[String])], names: &Names) -> String {
    let known = hands.iter().filter(|(_, cards)| !cards.is_empty());
    let known: String = known.map(|(seat, cards)| format!("; {} drew {}", &names[*seat], list(cards))).collect();
    format!("The decks were shuffled, and each player drew a hand{known}.")
}

/// The lands that are laid in the first events.
fn laid(events: &[Event]) -> Vec<(LandNumber, LandType)> {
    let lands = events.iter().map_while(|event| {
        let Event::Laid { land, kind, .. } = event else { return None };
        Some((*land, *kind))
    });
    lands.collect()
}

/// `Lands 1 to 5 were laid: P F M P I.`
fn laid_words(lands: &[(LandNumber, LandType)]) -> String {
    let numbers: Vec<String> = lands.iter().map(|(land, _)| land.to_string()).collect();
    let [first, .., last] = numbers.as_slice() else { return String::new() };
    let letters: Vec<String> = lands.iter().map(|(_, kind)| kind.letter().to_string()).collect();
    format!("Lands {first} to {last} were laid: {}.", letters.join(" "))
}

/// The lands that are selected in the first events.
fn picks(events: &[Event]) -> Vec<(Seat, LandNumber)> {
    let pick = |event: &Event| if let Event::Selected { seat, land } = event { Some((*seat, *land)) } else { None };
    events.iter().map_while(pick).collect()
}

/// `Ash selected lands 1 and 10, Birch 2 and 3.`
fn selected(picks: &[(Seat, LandNumber)], names: &Names) -> String {
    let mut seats: Vec<Seat> = Vec::new();
    picks.iter().for_each(|(seat, _)| {
        if !seats.contains(seat) {
            seats.push(*seat);
        }
    });
    let lands = |by: Seat| picks.iter().filter(move |(seat, _)| *seat == by).map(|(_, land)| *land).collect::<Vec<_>>();
    let of = |(at, seat): (usize, &Seat)| {
        let verb = if at == 0 { " selected lands" } else { "" };
        format!("{}{verb} {}", &names[*seat], list(&lands(*seat)))
    };
    let each: Vec<String> = seats.iter().enumerate().map(of).collect();
    format!("{}.", each.join(", "))
}
