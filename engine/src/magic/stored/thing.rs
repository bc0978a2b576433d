//! A permanent as it is stored: one string.

use super::words::read_number;
use crate::magic::cards::cost::Mark;
use crate::magic::cards::{CardId, LandType};
use crate::magic::notation::{LandNumber, Thing};
use crate::magic::state::{Deeds, Known, Lasting, Lasts, Permanent, Place, Until};
use crate::seat::Seat;

/// A permanent: name, owner, controller, place, then what is true of it, then its card: `c1 0 0 @7 tapped damage-2 age-3 : moss-colossus`.
/// A change stands as its text with `_` for each blank.
pub(crate) fn stored_thing(name: Thing, thing: &Permanent) -> String {
    let Permanent { card, owner, holder, seat, place, tapped, fresh, damage, counters, x, age, changes, deeds } = thing;
    let mut states = vec![name.to_string(), owner.to_string(), seat.to_string(), stored_place(*place)];
    let mut flag = |holds: bool, word: &str| {
        if holds {
            states.push(word.to_owned());
        }
    };
    flag(*tapped, "tapped");
    flag(*fresh, "fresh");
    flag(deeds.was_blocked, "blocked");
    flag(deeds.unasked, "unasked");
    flag(deeds.has_blocked, "blocks");
    flag(deeds.animated, "animated");
    flag(deeds.no_battle_damage_to, "spared");
    flag(deeds.no_battle_damage_by, "harmless");
    flag(deeds.damaged, "hurt");
    let mut number = |number: u32, word: &str| {
        if number > 0 {
            states.push(format!("{word}-{number}"));
        }
    };
    number((*damage).into(), "damage");
    number(deeds.used.into(), "used");
    number(deeds.shields.into(), "shields");
    number(deeds.prevented.into(), "prevented");
    number(deeds.began.map_or(0, |land| land.0.into()), "began");
    number(deeds.home.map_or(0, |land| land.0.into()), "home");
    number((*x).into(), "x");
    number(*age, "age");
    states.extend(deeds.walked.iter().map(|kind| format!("walked-{}", kind.letter())));
    states.extend(counters.iter().map(|(mark, number)| format!("{number}x{}", mark_word(mark))));
    states.extend(deeds.uses.iter().map(|(card, line)| format!("use-{line}:{card}")));
    if holder != seat {
        states.push(format!("holder-{holder}"));
    }
    states.extend(changes.iter().map(stored_lasting));
    format!("{} : {card}", states.join(" "))
}

/// What is known of a permanent that left play: name, owner, controller, place, figures, then its card.
pub(crate) fn stored_known(name: Thing, known: &Known) -> String {
    let Known { card, owner, seat, place, power, toughness, value } = known;
    format!("{name} {owner} {seat} {} {power} {toughness} {value} : {card}", stored_place(*place))
}

pub(crate) fn read_known(text: &str) -> Option<(Thing, Known)> {
    let (states, card) = text.split_once(" : ")?;
    let states: Vec<&str> = states.split(' ').collect();
    let [name, owner, seat, place, power, toughness, value] = states.as_slice() else { return None };
    let known = Known {
        card: CardId::new(card),
        owner: Seat(read_number(owner)?),
        seat: Seat(read_number(seat)?),
        place: read_place(place)?,
        power: read_number(power)?,
        toughness: read_number(toughness)?,
        value: read_number(value)?,
    };
    Some((read_number(name)?, known))
}

fn stored_place(place: Place) -> String {
    match place {
        Place::Land(land) => format!("@{land}"),
        Place::Thing(host) => format!("@{host}"),
        Place::Nowhere => "@".to_owned(),
    }
}

fn read_place(text: &str) -> Option<Place> {
    Some(match text.strip_prefix('@')? {
        "" => Place::Nowhere,
        place => match read_number(place) {
            Some(land) => Place::Land(LandNumber(land)),
            None => Place::Thing(read_number(place)?),
        },
    })
}

/// How long, since when and what: `till-7:gets_+1/+1`, `turn.1-7:control.1`, `with.c3.1-7:loan.`.
pub(crate) fn stored_lasting(lasting: &Lasting) -> String {
    let until = match lasting.until {
        Until::EndOfTurn => "till".to_owned(),
        Until::TurnOf(seat) => format!("turn.{seat}"),
        Until::While(source, seat) => format!("with.{source}.{seat}"),
        Until::Ever => "ever".to_owned(),
    };
    let what = match &lasting.what {
        Lasts::Change(change) => change.to_string().replace(' ', "_"),
        Lasts::Control(seat) => format!("control.{seat}"),
        Lasts::Loan(from) => format!("loan.{}", from.map(|seat| seat.to_string()).unwrap_or_default()),
    };
    format!("{until}-{}:{what}", lasting.age)
}

pub(crate) fn read_lasting(text: &str) -> Option<Lasting> {
    let (when, what) = text.split_once(':')?;
    let (until, age) = when.split_once('-')?;
    let until: Vec<&str> = until.split('.').collect();
    let until = match until.as_slice() {
        ["till"] => Until::EndOfTurn,
        ["turn", seat] => Until::TurnOf(Seat(read_number(seat)?)),
        ["with", source, seat] => Until::While(read_number(source)?, Seat(read_number(seat)?)),
        ["ever"] => Until::Ever,
        _ => return None,
    };
    let what = match what.split_once('.') {
        Some(("control", seat)) => Lasts::Control(Seat(read_number(seat)?)),
        Some(("loan", "")) => Lasts::Loan(None),
        Some(("loan", seat)) => Lasts::Loan(Some(Seat(read_number(seat)?))),
        Some(_) | None => Lasts::Change(what.replace('_', " ").parse().ok()?),
    };
    Some(Lasting { age: read_number(age)?, until, what })
}

fn read_use(text: &str) -> Option<(CardId, u16)> {
    let (line, card) = text.split_once(':')?;
    Some((CardId::new(card), read_number(line)?))
}

fn mark_word(mark: &Mark) -> &str {
    match mark {
        Mark::Plus => "+1/+1",
        Mark::Minus => "-1/-1",
        Mark::Word(word) => word,
    }
}

fn read_mark(word: &str) -> Mark {
    match word {
        "+1/+1" => Mark::Plus,
        "-1/-1" => Mark::Minus,
        word => Mark::Word(word.to_owned()),
    }
}

pub(crate) fn read_thing(text: &str) -> Option<(Thing, Permanent)> {
    let (states, card) = text.split_once(" : ")?;
    let mut states = states.split(' ');
    let name: Thing = read_number(states.next()?)?;
    let owner = Seat(read_number(states.next()?)?);
    let seat = Seat(read_number(states.next()?)?);
    let place = read_place(states.next()?)?;
    let mut thing = Permanent { seat, holder: seat, fresh: false, ..Permanent::new(CardId::new(card), owner, place) };
    states.try_for_each(|state| read_state(&mut thing, state))?;
    Some((name, thing))
}

fn read_state(thing: &mut Permanent, state: &str) -> Option<()> {
    if let Some(lasting) = read_lasting(state) {
        thing.changes.push(lasting);
        return Some(());
    }
    let Permanent { holder, tapped, fresh, damage, counters, x, age, deeds, .. } = thing;
    let Deeds { used, walked, was_blocked, unasked, began, home, has_blocked, shields, animated, .. } = deeds;
    match state {
        "spared" => deeds.no_battle_damage_to = true,
        "harmless" => deeds.no_battle_damage_by = true,
        "hurt" => deeds.damaged = true,
        "tapped" => *tapped = true,
        "fresh" => *fresh = true,
        "blocked" => *was_blocked = true,
        "unasked" => *unasked = true,
        "blocks" => *has_blocked = true,
        "animated" => *animated = true,
        _ => {
            if let Some((number, mark)) = state.split_once('x')
                && let Some(number) = read_number(number).filter(|number| (1..=999).contains(number))
            {
                counters.insert(read_mark(mark), number);
                return Some(());
            }
            let (word, value) = state.split_once('-')?;
            match word {
                "damage" => *damage = read_number(value)?,
                "used" => *used = read_number(value)?,
                "shields" => *shields = read_number(value)?,
                "prevented" => deeds.prevented = read_number(value)?,
                "x" => *x = read_number(value)?,
                "age" => *age = read_number(value)?,
                "use" => drop(deeds.uses.insert(read_use(value)?)),
                "holder" => *holder = Seat(read_number(value)?),
                "began" => *began = Some(LandNumber(read_number(value)?)),
                "home" => *home = Some(LandNumber(read_number(value)?)),
                "walked" => drop(walked.insert(LandType::from_letter(value.chars().next()?)?)),
                _ => return None,
            }
        }
    }
    Some(())
}
