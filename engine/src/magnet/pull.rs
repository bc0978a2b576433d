//! The pull of the magnet: the affected pieces, their moves and captures.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::field::Vertex;
use super::pieces::{Fate, Id, Kind, Kinds};
use super::story::Ending;
use super::table::Table;
use crate::seat::Seat;

/// The turn in progress, or the last one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LastTurn {
    /// The player.
    pub by: Seat,
    /// The vertex of the magnet.
    pub magnet: Vertex,
    /// The pieces in the order in which they moved.
    pub pulls: Vec<Pull>,
}

/// The effect of the magnet on one piece.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pull {
    /// The vertex on which it stood.
    pub from: Vertex,
    /// The vertex on which its move ended; the same one if it could not move.
    pub to: Vertex,
    /// The pieces that it captured, in order.
    pub taken: Vec<Taken>,
    /// True if a trap destroyed it.
    pub destroyed: bool,
    /// The kind of the destroyed piece, if the match's options show it.
    pub revealed: Option<Kind>,
    /// The rank to which it was promoted, if it was.
    pub promoted: Option<u8>,
}

/// A captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Taken {
    /// The vertex on which it stood.
    pub at: Vertex,
    /// Its kind (B17).
    pub kind: Kind,
}

impl Table {
    /// The seat's nearest piece on each line that radiates from the magnet (B5). Other pieces do not matter (B6), nor does
    /// one on the magnet's own vertex (B4).
    pub(super) fn affected(&self, by: Seat, magnet: Vertex) -> SmallVec<[Vertex; 6]> {
        let occupants = self.occupants();
        let own = |at: &&Vertex| occupants[at.index()].is_some_and(|id| id.seat == by);
        magnet.rays().iter().filter_map(|ray| ray.iter().find(own).copied()).collect()
    }

    /// True if the piece would change its vertex. Only a piece of its own side on the magnet's vertex can stop it (B8).
    pub(super) fn can_step(&self, by: Seat, magnet: Vertex, from: Vertex) -> bool {
        let next = magnet.way_from(from).and_then(|mut way| way.next());
        next.is_some_and(|next| self.owner(next) != Some(by))
    }

    pub(super) fn owner(&self, at: Vertex) -> Option<Seat> {
        Id::all().find(|id| self.piece(*id).at() == Some(at)).map(|id| id.seat)
    }

    /// True if the magnet would move at least one piece of the seat (B3).
    pub(super) fn moves_something(&self, by: Seat, magnet: Vertex) -> bool {
        self.affected(by, magnet).iter().any(|from| self.can_step(by, magnet, *from))
    }

    /// Moves one piece towards the magnet; returns `None` without a piece there, off the lines of the magnet, or if a kind
    /// on the way is not known.
    pub(super) fn pull(&mut self, kinds: &Kinds, magnet: Vertex, from: Vertex, promote: bool) -> Option<Pull> {
        let occupants = self.occupants();
        let id = occupants[from.index()]?;
        let rank = self.piece(id).rank;
        let mut pull = Pull { from, to: from, taken: Vec::new(), destroyed: false, revealed: None, promoted: None };
        // As many steps as the rank says, never fewer by choice, up to the magnet (B7); captures on the way stop nothing (B13).
        for at in magnet.way_from(from)?.take(rank.into()) {
            if let Some(other) = occupants[at.index()] {
                if other.seat == id.seat {
                    break;
                }
                let kind = kinds.get(other)?;
                pull.taken.push(Taken { at, kind });
                self.piece_mut(other).fate = Fate::Captured(kind);
            }
            pull.to = at;
            if pull.took_king() {
                break;
            }
        }
        pull.destroyed = pull.taken.iter().any(|taken| taken.kind.is_trap()) && !pull.took_king();
        let kind = kinds.get(id)?;
        if pull.destroyed {
            pull.revealed = self.options.reveal_destroyed.then_some(kind);
            self.piece_mut(id).fate = Fate::Destroyed(pull.revealed);
        } else {
            self.piece_mut(id).fate = Fate::On(pull.to);
            // Only a piece that changed its vertex can be promoted (B9, B18), and it moves once a turn (B19); after the capture of a king
            // nothing happens any more (B28).
            if promote && pull.to != from && rank < kind.value() && !pull.took_king() {
                pull.promoted = Some(rank + 1);
                self.piece_mut(id).rank = rank + 1;
            }
        }
        // A capture, a destruction or a promotion cannot be undone: no earlier position can occur again.
        if !pull.taken.is_empty() || pull.promoted.is_some() {
            self.history.clear();
        }
        Some(pull)
    }

    /// The ending that this pull has brought about, if any (B14, B15, B23).
    pub(super) fn decided(&self, kinds: &Kinds, by: Seat, pull: &Pull) -> Option<Ending> {
        if pull.took_king() {
            return Some(Ending::KingCaptured { winner: by, at: pull.to });
        }
        let king_stands = kinds.king(by).is_none_or(|king| self.piece(king).at().is_some());
        if !king_stands {
            return Some(Ending::KingDestroyed { loser: by, at: pull.to });
        }
        // A side whose king stands and that has one piece has nothing but its king.
        if Seat::all(2).all(|seat| self.living(seat) == 1) {
            return self.owner(Vertex::CENTER).map(|winner| Ending::KingsAlone { winner });
        }
        None
    }
}

impl Pull {
    /// True if it captured the king.
    pub(super) fn took_king(&self) -> bool {
        self.taken.iter().any(|taken| taken.kind == Kind::King)
    }
}
