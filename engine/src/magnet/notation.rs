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
    /// The player's pieces, each on a vertex of the player's choice (B38). They are sorted, so that a set-up has one spelling.
    Place(Vec<(Kind, Name)>),
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
    /// A set-up on these vertices; the order of the pieces does not matter.
    pub(super) fn place(mut placed: Vec<(Kind, Name)>) -> Move {
        placed.sort_unstable();
        Move::Place(placed)
    }

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
    (
        "setup K k1 T3 k2 T2 k3 4 k4 4 k5 4 k6 3 j1 3 j2 3 j3 2 j4 2 j5 2 j6",
        "where the players choose their start vertices: arrange each piece on a vertex of your half",
    ),
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
            Move::Place(placed) => {
                f.write_str("setup")?;
                placed.iter().try_for_each(|(kind, at)| write!(f, " {kind} {at}"))
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
            let kinds = read_kinds(&mut reader)?;
            if reader.peek().is_none() {
                return Ok(Move::SetUp(kinds));
            }
            return read_places(&mut reader, &kinds).map(Move::place);
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

/// What a set-up of kinds alone has.
const PIECES: &str = "your twelve pieces, each K, T3, T2, 4, 3 or 2";

fn read_kind(reader: &mut Reader<'_>) -> Option<Kind> {
    let kind = Kind::ALL.into_iter().find(|kind| reader.eat_word(kind.word()))?;
    reader.eat(',');
    Some(kind)
}

/// Kinds up to the end of the text, at least one; a single kind may be followed by a vertex, which is left to be read.
fn read_kinds(reader: &mut Reader<'_>) -> Result<Vec<Kind>, Unreadable> {
    let mut kinds = Vec::new();
    while kinds.is_empty() || reader.peek().is_some() {
        match read_kind(reader) {
            Some(kind) => kinds.push(kind),
            None if kinds.len() == 1 => break,
            None => return Err(reader.refuse(PIECES)),
        }
    }
    Ok(kinds)
}

/// The vertex of the piece that was just read, then further pieces with vertices up to the end of the text.
fn read_places(reader: &mut Reader<'_>, first: &[Kind]) -> Result<Vec<(Kind, Name)>, Unreadable> {
    let mut kinds = first.iter().copied();
    let mut placed = Vec::new();
    while reader.peek().is_some() {
        let Some(kind) = kinds.next().or_else(|| read_kind(reader)) else {
            return Err(reader.refuse("a piece and its vertex, such as K k1; the pieces are K, T3, T2, 4, 3 and 2"));
        };
        // A single kind without a vertex begins a set-up of either form; most matches have that of kinds alone.
        let expected = if placed.is_empty() { PIECES } else { "the vertex of that piece, such as k1" };
        let at = reader.name().map_err(|refusal| Unreadable { expected: expected.to_owned(), ..refusal })?;
        reader.eat(',');
        placed.push((kind, at));
    }
    Ok(placed)
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
        Move::SetUp(_) | Move::Place(_) | Move::Declare => None,
    }
}

/// Reads the beginning of a set-up and returns the kinds named so far; `None` for anything else.
pub(super) fn read_set_up_so_far(so_far: &str) -> Option<Vec<Kind>> {
    match read_any_set_up_so_far(so_far)? {
        None => Some(Vec::new()),
        Some(Move::SetUp(kinds)) => Some(kinds),
        Some(Move::Place(_) | Move::Pull { .. } | Move::Declare) => None,
    }
}

/// Reads the beginning of a set-up on chosen vertices and returns the pieces placed so far; `None` for anything else.
pub(super) fn read_placed_so_far(so_far: &str) -> Option<Vec<(Kind, Name)>> {
    match read_any_set_up_so_far(so_far)? {
        None => Some(Vec::new()),
        Some(Move::Place(placed)) => Some(placed),
        Some(Move::SetUp(_) | Move::Pull { .. } | Move::Declare) => None,
    }
}

/// The part of a set-up that was written, none after the word alone; `None` if that is not what the text begins.
#[allow(clippy::option_option, reason = "nothing was placed, or the text is another one")]
fn read_any_set_up_so_far(so_far: &str) -> Option<Option<Move>> {
    let mut reader = Reader::new(so_far);
    if !reader.eat_word("setup") {
        return None;
    }
    if reader.peek().is_none() { Some(None) } else { so_far.parse().ok().map(Some) }
}
