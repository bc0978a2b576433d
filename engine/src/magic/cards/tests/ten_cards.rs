//! The ten cards of the rules (C19, G19).

use super::super::Card;
use super::super::lint::{self, Origin};

const TEXT: &str = include_str!("ten_cards.txt");

fn ten() -> Vec<Card> {
    lint::all_cards(TEXT, Origin::Set).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn the_ten_cards_print_as_they_were_read() {
    let printed: Vec<String> = ten().iter().map(Card::to_string).collect();
    assert_eq!(printed.join("\n"), TEXT);
}
