//! What each eye sees of a match (P26).

use crate::game::Eye;
use crate::magic::cards::CardId;
use crate::magic::notation::HandName;
use crate::magic::state::{Hidden, InHand, Own, Table, View};
use crate::magic::turns::awaited::awaited;
use crate::seat::Seat;

impl Own {
    /// The same as a player of another seat knows it: how many cards there are.
    fn seen_from_outside(&self) -> Own {
        let hand = (1..).zip(&self.hand).map(|(number, _)| InHand { name: HandName(number), card: None });
        Own { library: vec![None; self.library.len()], hand: hand.collect(), ..Own::new(self.orders.edition) }
    }

    /// The same as its owner knows it: all but the order of the library beyond the cards that he looks at.
    fn seen_from_inside(&self, seat: Seat, table: &Table) -> Own {
        let mut own = self.clone();
        if table.is_searching(seat) {
            own.library.sort();
        } else {
            own.library.iter_mut().skip(table.looked_by(seat)).for_each(|card| *card = None);
        }
        own
    }
}

impl Hidden {
    /// As this eye knows it. Some decks are public (P26).
    pub(crate) fn seen_by(&self, eye: Eye, table: &Table) -> Hidden {
        let own = |(seat, own): (u8, &Own)| match eye {
            Eye::Open => own.clone(),
            Eye::Seat(reader) if reader == Seat(seat) => own.seen_from_inside(reader, table),
            Eye::Seat(_) | Eye::Public => {
                let deck = if table.decks_are_public() { own.deck.clone() } else { Vec::new() };
                Own { deck, ..own.seen_from_outside() }
            }
        };
        Hidden { seats: (0..).zip(&self.seats).map(own).collect() }
    }
}

impl View {
    pub(crate) fn new(table: &Table, hidden: &Hidden, eye: Eye) -> View {
        let mut library: Vec<CardId> = eye
            .seat()
            .and_then(|seat| hidden.own(seat))
            .map(|own| own.library.iter().flatten().cloned().collect())
            .unwrap_or_default();
        library.sort();
        let seen = hidden.seen_by(eye, table);
        let awaited = awaited(table, &seen);
        View { you: eye.seat(), open: eye == Eye::Open, table: table.clone(), awaited, hidden: seen, library }
    }
}
