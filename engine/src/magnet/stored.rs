//! The check that a stored position can occur; the other files rely on all of this.

use super::Magnet;
use super::field::VERTICES;
use super::options::{SetUp, Start};
use super::pieces::{Fate, HIGHEST, Id, Kind, Piece, SIDE, TWELVE};
use super::story::Ending;
use super::table::{Stage, Table};
use crate::seat::{Seat, Seats};

/// The most turns of a match, far below the limit of the counter.
const MAX_TURNS: u32 = 1 << 30;

fn sound(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Magnet {
    pub(super) fn check_stored(&self) -> Result<(), String> {
        let table = &self.table;
        table.options.check().map_err(|bad| bad.to_string())?;
        sound(table.turns < MAX_TURNS, "turns")?;
        sound(table.last.as_ref().is_none_or(|last| last.by.0 < 2), "a turn of a seat that is not there")?;
        let arranged = self.check_kinds()?;
        self.check_pieces()?;
        self.check_chosen(arranged)?;
        match &table.stage {
            Stage::SetUp { ready } => {
                sound(table.options.setup == SetUp::Arranged, "a set-up where none is made")?;
                sound(*ready == arranged && arranged != Seats::all(2), "who is set up")?;
                let start = Table::new(table.options);
                // Vertices that a side chose are checked below, with the pieces.
                let pieces = if table.options.start == Start::Free { table.pieces } else { start.pieces };
                sound(*table == (Table { stage: table.stage.clone(), pieces, ..start }), "not the start")
            }
            Stage::Over(ending) => {
                let before_play = matches!(ending, Ending::Left { .. } | Ending::BothLeft) && table.turns == 0;
                sound(before_play || arranged == Seats::all(2), "unknown pieces")?;
                sound(ending.seat().is_none_or(|seat| seat.0 < 2), "a seat that is not there")
            }
            Stage::Magnet | Stage::Pieces { .. } => {
                sound(arranged == Seats::all(2), "unknown pieces")?;
                self.check_running()
            }
        }
    }

    /// Every side has its twelve pieces, or none that is known; gives the sides that have.
    fn check_kinds(&self) -> Result<Seats, String> {
        let mut arranged = Seats::NONE;
        for seat in Seat::all(2) {
            let mut kinds: Vec<Kind> = self.kinds.0[seat.index()].iter().flatten().copied().collect();
            kinds.sort_unstable();
            sound(kinds.is_empty() || kinds == TWELVE, "wrong pieces")?;
            if kinds.len() == SIDE {
                arranged.insert(seat);
            }
        }
        Ok(arranged)
    }

    fn check_pieces(&self) -> Result<(), String> {
        let mut occupied = [false; VERTICES];
        for id in Id::all() {
            let (piece, kind) = (self.table.piece(id), self.kinds.get(id));
            let highest = kind.map_or(HIGHEST, Kind::value);
            sound((1..=highest).contains(&piece.rank), "a rank above the value")?;
            match piece.fate {
                Fate::On(at) => {
                    sound(!std::mem::replace(&mut occupied[at.index()], true), "two pieces on one vertex")?;
                }
                Fate::Unplaced => sound(kind.is_none(), "a piece that was set up without a vertex")?,
                Fate::Captured(revealed) => sound(Some(revealed) == kind, "a captured piece of another kind")?,
                Fate::Destroyed(revealed) => {
                    let right = if self.table.options.reveal_destroyed { kind } else { None };
                    sound(revealed == right, "a destroyed piece that is shown, or is not")?;
                }
            }
        }
        Ok(())
    }

    /// A side that chose its start vertices has twelve of its own half, in reading order; before that it has none (B38).
    fn check_chosen(&self, arranged: Seats) -> Result<(), String> {
        let table = &self.table;
        for seat in Seat::all(2) {
            let pieces = &table.pieces[seat.index()];
            let chosen: Vec<_> = pieces.iter().filter_map(|piece| piece.chosen).collect();
            let unplaced = pieces.iter().filter(|piece| piece.fate == Fate::Unplaced).count();
            let right = match (table.options.start, arranged.contains(seat)) {
                (Start::Free, true) => (SIDE, 0),
                (Start::Free, false) => (0, SIDE),
                (Start::Arc | Start::Rows, _) => (0, 0),
            };
            sound((chosen.len(), unplaced) == right, "start vertices that do not fit the set-up")?;
            sound(chosen.is_sorted_by(|one, next| one < next), "start vertices out of order")?;
            sound(chosen.iter().all(|at| at.is_in_half_of(seat)), "a start vertex in the wrong half")?;
            let begins = |piece: &Piece| piece.rank == 1 && piece.chosen.is_none_or(|at| piece.fate == Fate::On(at));
            sound(table.is_placed() || pieces.iter().all(begins), "a piece that has left its start before play")?;
        }
        Ok(())
    }

    fn check_running(&self) -> Result<(), String> {
        let table = &self.table;
        for seat in Seat::all(2) {
            let king = self.kinds.king(seat).and_then(|king| table.piece(king).at());
            sound(king.is_some(), "a running match without a king")?;
        }
        sound(table.history.len() <= table.turns as usize + 1, "a history longer than the match")?;
        sound(table.history.iter().all(|then| then.fits(table)), "a history of other pieces")?;
        sound(!table.is_drawn_somewhere(&self.kinds), "a running match that is drawn")?;
        let by = table.mover();
        let Stage::Pieces { pending } = &table.stage else {
            return sound(table.history.last() == Some(&table.arrangement()), "a turn that is not counted");
        };
        let last = table.last.as_ref().ok_or("a turn without a magnet")?;
        let affected = table.affected(by, last.magnet);
        sound(last.by == by && !pending.is_empty(), "the seat to move")?;
        sound(pending.iter().all(|from| affected.contains(from)), "pieces that the magnet does not pull")?;
        let distinct = pending.iter().enumerate().all(|(at, from)| !pending[..at].contains(from));
        sound(distinct && (!table.is_opening() || table.moves_something(by, last.magnet)), "nothing to move")
    }
}
