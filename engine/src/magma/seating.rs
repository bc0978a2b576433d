//! Who sits where: the table "Seats" of RULES.md.

use super::options::{Color, Options};

/// A number of players, with the options that change who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seating {
    Two,
    Three,
    Four {
        /// The colour that is left out (A41).
        unused: Color,
    },
    Five {
        /// The colour of the solo player (A38).
        solo: Color,
        /// The seat of the solo player (A42).
        seat: u8,
    },
    Six,
}

/// The number of players of whom one plays solo.
const WITH_SOLO: u8 = 5;
/// Clockwise from the first corner of the solo player, how many seats each corner's owner is after that player. The solo player has the
/// opposite corner, too (A38, A42).
const AFTER_SOLO: [u8; 6] = [0, 1, 2, 0, 3, 4];

/// The colour printed on a corner, counted clockwise from a1: opposite corners are alike.
pub(super) fn printed(corner: u8) -> Color {
    Color::ALL[usize::from(corner) % Color::ALL.len()]
}

impl Seating {
    pub(super) fn of(seats: u8, options: &Options) -> Seating {
        match seats {
            2 => Seating::Two,
            3 => Seating::Three,
            4 => Seating::Four { unused: options.unused_color },
            5 => {
                let solo = options.solo_color;
                // Chairs may be asked for before the options are checked.
                let chosen = options.solo_seat.filter(|seat| *seat < WITH_SOLO);
                // Clockwise from a1 the first red seat is 0, the first blue one 1, and the first yellow one 2 (A38).
                Seating::Five { solo, seat: chosen.unwrap_or(solo.index() as u8) }
            }
            _ => Seating::Six,
        }
    }

    pub(super) fn all() -> impl Iterator<Item = Seating> {
        let four = Color::ALL.into_iter().map(|unused| Seating::Four { unused });
        let five = Color::ALL.into_iter().flat_map(|solo| (0..WITH_SOLO).map(move |seat| Seating::Five { solo, seat }));
        [Seating::Two, Seating::Three, Seating::Six].into_iter().chain(four).chain(five)
    }

    /// The place among [`Seating::all`].
    pub(super) fn index(self) -> usize {
        match self {
            Seating::Two => 0,
            Seating::Three => 1,
            Seating::Six => 2,
            Seating::Four { unused } => 3 + unused.index(),
            Seating::Five { solo, seat } => 6 + usize::from(WITH_SOLO) * solo.index() + usize::from(seat),
        }
    }

    /// The corners in use with the seats that own them, in the order of turns.
    pub(super) fn slots(self) -> Vec<(u8, u8)> {
        let clockwise = |corners: &[u8]| corners.iter().copied().zip(0..).collect();
        match self {
            Seating::Two => clockwise(&[0, 3]),
            Seating::Three => clockwise(&[0, 2, 4]),
            Seating::Four { unused } => (0..6).filter(|&corner| printed(corner) != unused).zip(0..).collect(),
            Seating::Five { solo, seat } => {
                let corners = (solo.index() as u8..).map(|corner| corner % 6);
                let mut slots: Vec<(u8, u8)> =
                    corners.zip(AFTER_SOLO.map(|after| (seat + after) % WITH_SOLO)).collect();
                let first = slots.iter().position(|&(_, owner)| owner == 0).unwrap_or(0);
                slots.rotate_left(first);
                slots
            }
            Seating::Six => clockwise(&[0, 1, 2, 3, 4, 5]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seating_has_a_place_of_its_own() {
        for (place, seating) in Seating::all().enumerate() {
            assert_eq!(seating.index(), place, "{seating:?}");
        }
    }
}
