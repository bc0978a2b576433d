//! The continuations of the beginning of a move. They are made from a view, so they cannot reveal what the reader does not know.

use super::field::{Vertex, start_vertices};
use super::notation::{Move, Named, read_placed_so_far, read_set_up_so_far, read_turn_so_far};
use super::options::Start;
use super::pieces::{Id, Kind, SIDE, TWELVE};
use super::table::{Plan, Table};
use super::view::{Phase, View};
use crate::game::Choice;
use crate::notation::Name;
use crate::seat::Seat;

fn choice(text: String, cell: Option<Vertex>, words: String, complete: bool) -> Choice {
    Choice::new(text, words, complete).at(cell)
}

/// The pieces of a side without these; `None` if it has fewer of a kind.
fn left_of(placed: impl Iterator<Item = Kind>) -> Option<Vec<Kind>> {
    let mut left = TWELVE.to_vec();
    for kind in placed {
        let at = left.iter().position(|other| *other == kind)?;
        left.remove(at);
    }
    Some(left)
}

impl View {
    pub(super) fn choices(&self, so_far: &str) -> Vec<Choice> {
        let Some(you) = self.you.filter(|you| self.awaited.contains(*you)) else { return Vec::new() };
        let blank = so_far.trim().is_empty();
        match self.phase {
            Phase::SetUp if blank => {
                let words = match self.options.start {
                    Start::Free => "Arrange your pieces in secret, each on a vertex of your half.",
                    Start::Arc | Start::Rows => "Arrange your pieces in secret, top row first, left to right.",
                };
                vec![choice("setup".to_owned(), None, words.to_owned(), false).short("Arrange your pieces")]
            }
            Phase::SetUp if self.options.start == Start::Free => {
                read_placed_so_far(so_far).map_or_else(Vec::new, |placed| self.next_places(you, &placed))
            }
            Phase::SetUp => read_set_up_so_far(so_far).map_or_else(Vec::new, |kinds| self.next_kinds(you, &kinds)),
            Phase::Magnet if blank => self.beginnings(you),
            Phase::Pieces if blank => self.next_pieces(you, None, &[], &self.pending),
            Phase::Magnet | Phase::Pieces => self.continuations(you, so_far),
            Phase::Over => Vec::new(),
        }
    }

    /// What to do next.
    pub(super) fn prompt(&self, so_far: &str, choices: &[Choice]) -> String {
        let blank = so_far.trim().is_empty();
        match self.phase {
            Phase::SetUp if blank => "Arrange your twelve pieces in secret.".to_owned(),
            Phase::SetUp if self.options.start == Start::Free => {
                let placed = read_placed_so_far(so_far).unwrap_or_default();
                let next = left_of(placed.iter().map(|(kind, _)| *kind)).and_then(|left| left.first().copied());
                format!(
                    "Tap a point of your half for {}, piece {} of {SIDE}.",
                    next.map_or("a piece", Kind::told),
                    placed.len() + 1
                )
            }
            Phase::SetUp => {
                let placed = read_set_up_so_far(so_far).map_or(0, |kinds| kinds.len());
                format!("Choose piece {} of {SIDE}, for the gold point.", placed + 1)
            }
            Phase::Magnet if blank && choices.iter().any(|choice| choice.text == Move::Declare.to_string()) => {
                "Tap a point for the magnet, or declare victory.".to_owned()
            }
            Phase::Magnet if blank => "Tap a point for the magnet.".to_owned(),
            Phase::Pieces if blank => "Tap the piece that moves next.".to_owned(),
            Phase::Magnet | Phase::Pieces => {
                let named = read_turn_so_far(so_far).is_some_and(|(_, pieces)| !pieces.is_empty());
                if named { "Tap the piece that moves next." } else { "Tap the piece that moves first." }.to_owned()
            }
            Phase::Over => String::new(),
        }
    }

    /// The kinds that are still to be placed, each on the next start vertex.
    fn next_kinds(&self, you: Seat, placed: &[Kind]) -> Vec<Choice> {
        let Some(mut left) = left_of(placed.iter().copied()) else { return Vec::new() };
        let Some(&to) = start_vertices(self.options.start, you).get(placed.len()) else { return Vec::new() };
        left.dedup();
        let next = |kind: Kind| {
            let kinds: Vec<Kind> = placed.iter().copied().chain([kind]).collect();
            let complete = kinds.len() == SIDE;
            choice(Move::SetUp(kinds).to_string(), Some(to), format!("Put {} on {to}.", kind.told()), complete)
                .short(kind.noun())
        };
        left.into_iter().map(next).collect()
    }

    /// The vertices on which the next piece can be placed: the king first, then in the order of [`TWELVE`].
    fn next_places(&self, you: Seat, placed: &[(Kind, Name)]) -> Vec<Choice> {
        let left = left_of(placed.iter().map(|(kind, _)| *kind)).unwrap_or_default();
        let taken: Vec<Option<Vertex>> = placed.iter().map(|(_, at)| Vertex::find(*at)).collect();
        let fits = |at: &Vertex| at.is_in_half_of(you);
        let apart = taken.iter().enumerate().all(|(number, at)| !taken[..number].contains(at));
        let Some(&kind) = left.first().filter(|_| apart && taken.iter().all(|at| at.as_ref().is_some_and(fits))) else {
            return Vec::new();
        };
        let next = |to: Vertex| {
            let placed = placed.iter().copied().chain([(kind, to.name())]).collect();
            choice(Move::place(placed).to_string(), Some(to), format!("Put {} on {to}.", kind.told()), left.len() == 1)
                .short(format!("{} here", kind.noun()))
        };
        Vertex::all().filter(|at| fits(at) && !taken.contains(&Some(*at))).map(next).collect()
    }

    /// The first words of a turn.
    fn beginnings(&self, you: Seat) -> Vec<Choice> {
        let declaration = self.may_declare.then(|| {
            let words = "Declare victory: your king stands on the centre.".to_owned();
            choice(Move::Declare.to_string(), Some(Vertex::CENTER), words, true).short("Declare victory")
        });
        let magnet = |at: Vertex| {
            let pulled = Table::listed(&self.table.affected(you, at));
            let text = Move::turn(Some(at.name()), Vec::new()).to_string();
            choice(text, Some(at), format!("Put the magnet on {at}; it pulls {pulled}."), true).short("Magnet here")
        };
        declaration.into_iter().chain(self.table.legal_magnets(you).map(magnet)).collect()
    }

    /// The pieces that may follow a legal part of a turn.
    fn continuations(&self, you: Seat, so_far: &str) -> Vec<Choice> {
        let Some((magnet, pieces)) = read_turn_so_far(so_far) else { return Vec::new() };
        let Ok(plan) = self.table.check_turn(&self.kinds, you, magnet, &pieces) else { return Vec::new() };
        if self.opening && !plan.pulls.is_empty() {
            return Vec::new();
        }
        let Plan { magnet, pending, pulls } = plan;
        let named: Vec<Named> =
            pulls.iter().map(|(from, promote)| Named { at: from.name(), promote: *promote }).collect();
        let open: Vec<Vertex> =
            pending.iter().copied().filter(|from| pulls.iter().all(|(done, _)| done != from)).collect();
        self.next_pieces(you, magnet, &named, &open)
    }

    /// These pieces, each without and, where it may be promoted, with `+`.
    fn next_pieces(&self, you: Seat, magnet: Option<Vertex>, named: &[Named], open: &[Vertex]) -> Vec<Choice> {
        let stands = magnet.or(self.last.as_ref().map(|last| last.magnet));
        let may_go = |from: &&Vertex| {
            // In the first turn a piece that cannot step may not be named (B20).
            !self.opening || stands.is_some_and(|magnet| self.table.can_step(you, magnet, **from))
        };
        let mut choices = Vec::new();
        for &from in open.iter().filter(may_go) {
            let text = |promote: bool| {
                let mut pieces = named.to_vec();
                pieces.push(Named { at: from.name(), promote });
                Move::turn(magnet.map(Vertex::name), pieces).to_string()
            };
            choices.push(
                choice(text(false), Some(from), format!("Move the piece on {from} next."), true).short("Move it next"),
            );
            if let Some(rank) = self.next_rank(from) {
                let words =
                    format!("Move the piece on {from} next; if it changes its vertex, its rank rises to {rank}.");
                choices.push(choice(text(true), Some(from), words, true).short(format!("Promote to {rank}")));
            }
        }
        choices
    }

    /// The rank to which the reader's piece may be promoted.
    fn next_rank(&self, at: Vertex) -> Option<u8> {
        let id = Id::all().find(|id| self.table.piece(*id).at() == Some(at))?;
        let rank = self.table.piece(id).rank;
        (rank < self.kinds.get(id)?.value()).then_some(rank + 1)
    }
}
