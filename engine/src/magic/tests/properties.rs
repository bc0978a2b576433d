//! What holds in every match: cards are conserved, one majority ends it, and it does not last for ever.

use super::*;

/// The most lines of a match of four with six rounds.
const MAX_LINES: usize = 400;

/// Orders of a player who wants to be asked wherever he can be.
const ASK: &str = "orders stack any; battle any; block ask; discard ask; sacrifice ask; pay ask; may ask; stop upkeep any; \
                   stop draw any; stop end any";

/// A match by suggestions, from the start to its end, in which the first seats give these orders; each position is looked at.
/// Returns the number of its lines.
fn play_out(seats: u8, rounds: u8, seed: u8, asking: u8, look: impl Fn(&Magic)) -> usize {
    let options = json!({ "decks": "dealt", "layout": "shuffled", "max_rounds": rounds });
    let options = serde_json::from_value(options).unwrap();
    let mut chance = dice(seed);
    let mut position = Magic::start(seats, &options, &mut chance).unwrap().position;
    let mut orders: Vec<Seat> = Seat::all(asking).collect();
    for line in 0..4 * MAX_LINES {
        look(&position);
        let Some(by) = position.awaited().first() else { return line };
        let asks = position.table.turn().and_then(|_| orders.pop());
        let (by, text) = match asks {
            Some(seat) => (seat, ASK.parse().unwrap()),
            None => (by, position.suggest(by, &mut chance).unwrap()),
        };
        let done = position.play(by, &text, Moment(0), &mut chance);
        position = done.unwrap_or_else(|why| panic!("{text}: {why:?}")).position;
    }
    panic!("a match of {seats} seats does not end");
}

/// Cards are conserved: who is in owns the cards of his deck (R8), wherever they lie. And who controls more than half of the lands
/// has won (R18).
fn is_whole(position: &Magic) {
    if position.table.turn().is_none() {
        return;
    }
    for seat in position.table.seats_in().iter() {
        let own = position.hidden.own(seat).unwrap();
        assert_eq!(position.table.owned(seat, own), own.deck, "{seat:?}");
    }
    let held = |seat: &Seat| 2 * position.table.lands_held(*seat) > position.table.lands_left();
    let max = Seat::all(position.table.seat_count()).filter(held).count();
    assert!(max <= usize::from(position.outcome().is_some()) || position.table.resolving.is_some());
}

#[test]
fn cards_are_conserved_and_a_majority_ends_the_match() {
    for (seats, seed) in [(2, 1), (2, 2), (2, 3), (3, 4), (4, 5), (6, 6)] {
        for asking in [0, seats] {
            let lines = play_out(seats, 6, seed, asking, is_whole);
            // Each seat selects, and takes six turns.
            assert!(lines > 6 * usize::from(seats), "{lines}");
        }
    }
}

#[test]
fn a_match_of_four_with_six_rounds_ends_within_400_lines() {
    for seed in 1..=8 {
        for asking in [0, 2, 4] {
            let lines = play_out(4, 6, seed, asking, |_| {});
            assert!((24..=MAX_LINES).contains(&lines), "{lines} lines, {asking} seats ask");
        }
    }
}

#[test]
fn an_ability_on_the_stack_is_no_card() {
    let cards = "Test Pinger   1\nArtifact\nTap: This deals 1 damage to target creature.\n\n\
                 Test Growth   G\nInstant\nTarget creature gets +3/+3 until end of turn.\n";
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1; birch holds 2; birch has g2/2 @2; ash has test-pinger; \
                 birch hand test-growth";
    let before = with_cards(2, cards, table);
    let open = play(&before, "use p1 on c1");
    assert_eq!(open.table.stack.len(), 1, "Birch may respond");
    let owned = |position: &Magic| position.table.owned(Seat(0), &position.hidden.seats[0]);
    assert_eq!(owned(&open), owned(&before));
}
