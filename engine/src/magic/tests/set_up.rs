//! Options of the set-up: a larger pool of lands (R2), decks in the open (P26).

use super::*;
use crate::magic::cards::LandType;

fn begun(options: serde_json::Value) -> Magic {
    Magic::start(2, &serde_json::from_value(options).unwrap(), &mut dice(0)).unwrap().position
}

fn forests(position: &Magic) -> usize {
    position.table.lands.iter().filter(|land| land.kind == LandType::Forest).count()
}

#[test]
fn r2_spare_lands_leave_a_choice_to_the_last() {
    let options = |spare: u8| serde_json::json!({"decks": "dealt", "spare_lands": spare});
    let [usual, larger, most] = [0, 2, 10].map(|spare| {
        let lists = play_as(&begun(options(spare)), 0, &format!("lay M{}", ",F".repeat(19)));
        play_as(&lists, 1, &format!("lay F{}", ",F".repeat(19)))
    });
    assert_eq!([&usual, &larger, &most].map(forests), [4, 6, 14]);
    assert!([&usual, &larger, &most].into_iter().all(|position| position.table.lands.len() == 20));
    let shuffled = begun(serde_json::json!({"decks": "dealt", "layout": "shuffled", "spare_lands": 10}));
    assert_eq!(shuffled.table.lands.len(), 20);
    let refused = Magic::start(2, &serde_json::from_value(options(11)).unwrap(), &mut dice(0)).unwrap_err();
    assert_eq!(refused.to_string(), "option spare_lands: expected a number from 0 to 10");
}

/// What another player reads in the deck of seat 0.
fn known_deck(position: &Magic, eye: Eye) -> usize {
    position.view(eye).hidden.seats[0].deck.len()
}

#[test]
fn p26_open_decks_are_shown_when_all_are_sent() {
    let lists = |open: &str| begun(serde_json::json!({"deck_lists": open, "layout": "shuffled"}));
    for (open, known) in [("secret", 0), ("open", 40)] {
        let sent = play_as(&lists(open), 0, "deck estuary");
        for eye in [Eye::Seat(Seat(1)), Eye::Public] {
            assert_eq!(known_deck(&sent, eye), 0, "not before the other one has chosen");
            let other = play_as(&lists(open), 0, "deck culvert");
            assert_eq!(sent.view(eye), other.view(eye));
            let both = play_as(&sent, 1, "deck furnace");
            assert_eq!(known_deck(&both, eye), known);
            let story = told(&sent, 1, "deck furnace");
            assert_eq!(story.contains("Anna plays 1 Anchor Chain, 1 Annulled Lease"), known > 0, "{story}");
            let scene = Magic::scene(&both.view(eye));
            let told = scene.panels.iter().any(|panel| panel.lines.iter().any(|line| line.contains("2 Chalk Finch")));
            assert_eq!(told, known > 0);
            let page = serde_json::to_value(both.view(eye)).unwrap();
            assert_eq!(page["decks"].as_array().map(Vec::len), (known > 0).then_some(2));
            let imagined = both.imagine(eye, &mut dice(3));
            assert_eq!(imagined.hidden.seats[0].deck == both.hidden.seats[0].deck, known > 0);
        }
    }
}
