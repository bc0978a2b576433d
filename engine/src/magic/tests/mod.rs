//! The golden scenarios of the rules page (`golden.rs`), and a test for each clause that they leave open.

mod battles;
mod choosing;
mod clauses;
mod editions;
mod entering;
mod every_card;
mod every_static;
mod golden;
mod hand;
mod lasting;
mod newer;
mod pasted;
mod paying;
mod pictures;
mod places;
mod properties;
mod replacing;
mod requests;
mod responding;
mod set_up;
mod so_far;
mod statics;
mod texts;
mod triggers;
mod values;
mod windows;

use serde_json::json;

use super::notation::{CreatureName, LandNumber, Thing};
use super::values::traits::creature;
use super::*;
use crate::chair::Names;
use crate::dice::Seed;
use crate::game::{Cause, Leaving};

/// Positions by the newest edition of the rules.
type Magic = super::Magic;

/// The board of the golden scenarios, for two seats.
const T20: &str = "lands PFISM PFISM PFISM PFISM; ";

fn dice(number: u8) -> Dice {
    Dice::at(&Seed::new([number; 32]), 9)
}

/// The first position of a match with this table text.
fn table_of(seats: u8, text: &str) -> Magic {
    let options = serde_json::from_value(json!({ "table": text })).unwrap();
    let position = Magic::start(seats, &options, &mut dice(0)).unwrap_or_else(|why| panic!("{text}: {why}")).position;
    position.check(seats).unwrap();
    position
}

/// The same for two seats on the board T20. A side of which the text says no lands holds one far away: 18 or 14.
fn t20(text: &str) -> Magic {
    let far = [("ash", 18), ("birch", 14)].map(|(chair, land)| {
        let holds = format!("{chair} holds ");
        if text.contains(&holds) { String::new() } else { format!("{holds}{land}; ") }
    });
    table_of(2, &format!("{T20}{}{text}", far.concat()))
}

/// The code of a refusal and its part.
type Refused = (&'static str, Option<u16>);

/// The position after a text, and what happened; or the refusal.
fn try_as(position: &Magic, seat: u8, text: &str) -> Result<(Magic, Vec<Event>), Refused> {
    let read: Text = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
    let step = position.play(Seat(seat), &read, Moment(0), &mut dice(1));
    let step = step.map_err(|illegal| (illegal.code, illegal.part))?;
    let json = serde_json::to_string(&step.position).unwrap();
    let again: Magic = serde_json::from_str(&json).unwrap_or_else(|why| panic!("{text}: {why} in {json}"));
    assert_eq!(again, step.position, "{text}: stored and read");
    step.position.check(position.table.seat_count()).unwrap_or_else(|why| panic!("{text}: {why}"));
    Ok((step.position, step.events.into_vec()))
}

fn play_as(position: &Magic, seat: u8, text: &str) -> Magic {
    try_as(position, seat, text).unwrap_or_else(|why| panic!("{text}: {why:?}")).0
}

/// A text of the active player.
fn play(position: &Magic, text: &str) -> Magic {
    play_as(position, position.table.active().unwrap().0, text)
}

/// The code of the refusal of a text of the active player.
fn refused(position: &Magic, text: &str) -> &'static str {
    match try_as(position, position.table.active().unwrap().0, text) {
        Err((code, _)) => code,
        Ok(_) => panic!("{text} is accepted"),
    }
}

/// The position after a lapse of these seats.
fn lapse(position: &Magic, seats: &[u8]) -> Magic {
    let seats: Seats = seats.iter().map(|seat| Seat(*seat)).collect();
    position.leave(seats, Leaving::Lapsed, Moment(0), &mut dice(1)).position
}

fn waits_for(position: &Magic) -> Vec<u8> {
    position.awaited().iter().map(|seat| seat.0).collect()
}

/// The code of the refusal of a text.
fn refused_to(position: &Magic, seat: u8, text: &str) -> &'static str {
    match try_as(position, seat, text) {
        Err((code, _)) => code,
        Ok(_) => panic!("{text} is accepted"),
    }
}

/// What all may read of a text.
fn told(position: &Magic, seat: u8, text: &str) -> String {
    let names = Names(["Anna", "Ben", "Cleo", "Dan"].map(str::to_owned).to_vec());
    let (_, events) = try_as(position, seat, text).unwrap();
    told::story::tell(&events, Eye::Public, &names).join(" ")
}

/// The request to a seat.
fn request(position: &Magic, seat: u8) -> Option<Request> {
    let names = Names(["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn"].map(str::to_owned).to_vec());
    position.view(Eye::Seat(Seat(seat))).request(&names)
}

/// The first position of a match with cards for one scenario.
fn with_cards(seats: u8, cards: &str, table: &str) -> Magic {
    let options = serde_json::from_value(json!({ "cards": cards, "table": table })).unwrap();
    let position = Magic::start(seats, &options, &mut dice(0)).unwrap_or_else(|why| panic!("{why}")).position;
    position.check(seats).unwrap();
    position
}

/// The same for two seats on the board T20, where Ash holds lands 1, 2 and 7, and Birch 13 and 14.
fn near(cards: &str, text: &str) -> Magic {
    with_cards(2, cards, &format!("{T20}ash holds 1 2 7; birch holds 13 14; {text}"))
}

/// The power and toughness of a creature.
fn size(position: &Magic, name: u16) -> (i32, i32) {
    let traits = position.table.traits(CreatureName(name)).unwrap();
    (traits.power, traits.toughness)
}

/// The line that others read.
fn others_read(position: &Magic, text: &str, by: u8, reader: u8) -> Option<String> {
    let (_, events) = try_as(position, by, text).unwrap();
    let entry = Entry { by: Some(Seat(by)), cause: Cause::Chosen, text: text.to_owned() };
    Magic::written(entry, Some(&text.parse().unwrap()), &events, Eye::Seat(Seat(reader))).map(|entry| entry.text)
}

/// The land on which a creature stands; 0 if it is not in play.
fn stands(position: &Magic, name: u16) -> u16 {
    position.table.creatures.get(&CreatureName(name)).and_then(Permanent::land).map_or(0, |land| land.0)
}

/// Who holds a land, and whether it is tapped: `0'`, `-`.
fn land(position: &Magic, number: u16) -> String {
    let land = position.table.land(LandNumber(number)).unwrap();
    let holder = land.seat.map_or("-".to_owned(), |seat| seat.to_string());
    format!("{holder}{}", if land.tapped { "'" } else { "" })
}

fn is_tapped(position: &Magic, name: u16) -> bool {
    position.table.thing(Thing::Creature(CreatureName(name))).unwrap().tapped
}

fn points_used(position: &Magic, name: u16) -> u8 {
    position.table.creatures[&CreatureName(name)].deeds.used
}

use super::state::Permanent;

#[test]
fn a_name_of_a_creature_is_one() {
    assert_eq!(creature(Thing::Creature(CreatureName(3))), Some(CreatureName(3)));
}
