//! Moves as text.

use std::fmt;
use std::str::FromStr;

use super::pieces::Kind;
use crate::notation::{Name, Reader, Unreadable};

/// A move of Magnet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// The player's pieces, on the player's start vertices in reading order.
    SetUp(Vec<Kind>),
    /// A turn, or a part of one (B11). A vertex alone is the magnet where that is to be placed, a piece otherwise: only the
    /// board can tell, so it stands here as the first of the pieces.
    Pull {
        /// The vertex of the magnet, if pieces follow it in the same text.
        magnet: Option<Name>,
        /// The pieces in the order in which they move, at least one.
        pieces: Vec<Named>,
    },
    /// Victory is declared: the king stands on the centre (B21).
    Declare,
}

/// A piece named by its vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// The vertex.
    pub at: Name,
    /// True if the piece is to be promoted after its move (B18).
    pub promote: bool,
}

impl Move {
    /// A turn with the magnet there, if it is placed now, and these pieces.
    pub(super) fn turn(magnet: Option<Name>, pieces: Vec<Named>) -> Move {
        match magnet {
            Some(at) if pieces.is_empty() => Move::Pull { magnet: None, pieces: vec![Named { at, promote: false }] },
            magnet => Move::Pull { magnet, pieces },
        }
    }
}

/// Every kind of move, for people.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("setup K T3 T2 4 4 4 3 3 3 2 2 2", "arrange your pieces on your start vertices, top row first, left to right"),
    ("f6: j1+ k3", "put the magnet on f6; then the piece on j1 moves and is promoted, then the one on k3"),
    ("f6", "put the magnet on f6 and send the rest of the turn later; in mid-turn, move the piece on f6 next"),
    ("j1+ k3", "in mid-turn: move the piece on j1 and promote it, then the one on k3"),
    ("declare", "at the beginning of your turn, with your king on the centre: win"),
    ("resign", "give the match up"),
];

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.at, if self.promote { "+" } else { "" })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::SetUp(kinds) => {
                f.write_str("setup")?;
                kinds.iter().try_for_each(|kind| write!(f, " {kind}"))
            }
            Move::Pull { magnet, pieces } => {
                if let Some(magnet) = magnet {
                    write!(f, "{magnet}: ")?;
                }
                for (at, piece) in pieces.iter().enumerate() {
                    write!(f, "{}{piece}", if at > 0 { " " } else { "" })?;
                }
                Ok(())
            }
            Move::Declare => f.write_str("declare"),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Move, Unreadable> {
        let mut reader = Reader::new(text);
        if reader.eat_word("declare") {
            reader.end("nothing more: the move is complete before this")?;
            return Ok(Move::Declare);
        }
        if reader.eat_word("setup") {
            return Ok(Move::SetUp(read_kinds(&mut reader)?));
        }
        let first = reader.name().map_err(|refusal| Unreadable {
            expected: "a move such as f6: j1+ k3, f6, declare or setup K T3 T2 ...".to_owned(),
            ..refusal
        })?;
        if reader.eat(':') {
            // In mid-turn the same vertex without a colon is a piece, so the two must not be one spelling (B11).
            if reader.peek().is_none() {
                let expected =
                    format!("a piece after the colon, as in {first}: j1+; the magnet alone is written {first}");
                return Err(reader.refuse(&expected));
            }
            return Ok(Move::turn(Some(first), read_pieces(&mut reader)?));
        }
        let mut pieces = vec![Named { at: first, promote: reader.eat('+') }];
        reader.eat(',');
        pieces.extend(read_pieces(&mut reader)?);
        Ok(Move::turn(None, pieces))
    }
}

/// Kinds up to the end of the text, at least one.
fn read_kinds(reader: &mut Reader<'_>) -> Result<Vec<Kind>, Unreadable> {
    let mut kinds = Vec::new();
    while kinds.is_empty() || reader.peek().is_some() {
        let kind = Kind::ALL.into_iter().find(|kind| reader.eat_word(kind.word()));
        kinds.push(kind.ok_or_else(|| reader.refuse("your twelve pieces, each K, T3, T2, 4, 3 or 2"))?);
        reader.eat(',');
    }
    Ok(kinds)
}

/// Pieces up to the end of the text.
fn read_pieces(reader: &mut Reader<'_>) -> Result<Vec<Named>, Unreadable> {
    let mut pieces = Vec::new();
    while reader.peek().is_some() {
        let at = reader.name()?;
        pieces.push(Named { at, promote: reader.eat('+') });
        reader.eat(',');
    }
    Ok(pieces)
}

/// Reads the beginning of a turn: a turn that can go on, or the magnet with a colon that announces pieces. Returns `None` for
/// anything else.
pub(super) fn read_turn_so_far(so_far: &str) -> Option<(Option<Name>, Vec<Named>)> {
    if let Some(magnet) = so_far.trim_end().strip_suffix(':').and_then(|magnet| magnet.parse().ok()) {
        return Some((Some(magnet), Vec::new()));
    }
    match so_far.parse().ok()? {
        Move::Pull { magnet, pieces } => Some((magnet, pieces)),
        Move::SetUp(_) | Move::Declare => None,
    }
}

/// Reads the beginning of a set-up and returns the kinds named so far; `None` for anything else.
pub(super) fn read_set_up_so_far(so_far: &str) -> Option<Vec<Kind>> {
    let mut reader = Reader::new(so_far);
    if !reader.eat_word("setup") {
        return None;
    }
    if reader.peek().is_none() {
        return Some(Vec::new());
    }
    read_kinds(&mut reader).ok()
}
