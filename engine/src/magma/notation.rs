//! Moves as text.

use std::fmt;
use std::str::FromStr;

use crate::notation::{Name, Reader, Unreadable};

/// A move of Magma.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A piece steps or jumps; of a chain of jumps only origin and end are written (A7).
    Go {
        /// The space on which the piece stands.
        from: Name,
        /// The space on which it ends.
        to: Name,
    },
    /// A piece is put in play.
    Enter {
        /// The space on which it ends.
        to: Name,
    },
    /// Nothing is done.
    Pass,
    /// The seat agrees to end.
    Agree,
    /// The seat takes its agreement back.
    Disagree,
    /// Hot, White-Hot: the penalty is taken.
    Remove {
        /// The space of the removed piece.
        from: Name,
    },
    /// Hot, White-Hot: the penalty is not taken.
    Spare,
    /// White-Hot: the timer is to start.
    CallMagma,
}

/// Every kind of move, for people.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("e5-e7", "move the piece on e5 to e7, by a step or by any chain of jumps"),
    ("+b2", "put a piece in play through your home, ending on b2"),
    ("pass", "do nothing this turn"),
    ("agree", "agree to end the match; holds until the board changes; may be sent out of turn"),
    ("disagree", "take your agreement back"),
    ("remove c4", "Hot and White-Hot: as a penalty, remove the piece on c4"),
    ("spare", "Hot and White-Hot: spare the piece instead"),
    ("magma", "White-Hot: start the timer when the starting player's turn begins"),
    ("resign", "leave the match for good"),
];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go { from, to } => write!(f, "{from}-{to}"),
            Move::Enter { to } => write!(f, "+{to}"),
            Move::Pass => f.write_str("pass"),
            Move::Agree => f.write_str("agree"),
            Move::Disagree => f.write_str("disagree"),
            Move::Remove { from } => write!(f, "remove {from}"),
            Move::Spare => f.write_str("spare"),
            Move::CallMagma => f.write_str("magma"),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Move, Unreadable> {
        const WORDS: [(&str, Move); 5] = [
            ("pass", Move::Pass),
            ("agree", Move::Agree),
            ("disagree", Move::Disagree),
            ("spare", Move::Spare),
            ("magma", Move::CallMagma),
        ];
        let mut reader = Reader::new(text);
        let mv = if let Some((_, mv)) = WORDS.into_iter().find(|(word, _)| reader.eat_word(word)) {
            mv
        } else if reader.eat_word("remove") {
            Move::Remove { from: reader.name()? }
        } else if reader.eat('+') {
            Move::Enter { to: reader.name()? }
        } else {
            let from = reader.name().map_err(|refusal| Unreadable {
                expected: "a move such as e5-e7, +b2 or pass".to_owned(),
                ..refusal
            })?;
            if !reader.eat_dash() {
                return Err(reader.refuse("a hyphen and the space the piece goes to, as in e5-e7"));
            }
            Move::Go { from, to: reader.name()? }
        };
        reader.end("nothing more: the move is complete before this")?;
        Ok(mv)
    }
}
