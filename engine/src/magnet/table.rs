//! The table, which is the public part of a match, and how a move changes it.

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use super::field::{VERTICES, Vertex, start_vertices};
use super::notation::{Move, Named};
use super::options::{Options, SetUp};
use super::pieces::{Fate, Id, Kind, Kinds, Piece, SIDE};
use super::pull::{LastTurn, Pull};
use super::repetition::{Arrangement, LIMIT, Strangers};
use super::story::{Ending, Event};
use crate::game::{Events, Eye, Illegal};
use crate::seat::{Seat, Seats};

/// The public part of a match, except that vertices which the players choose are secret until both are set up: views are made of
/// [`Table::seen_by`] (B38). It has no place for the kind of a living piece: views and refusals are made from a table and
/// the kinds that one eye knows, so nothing else can get into them (B26).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Table {
    pub(super) options: Options,
    pub(super) stage: Stage,
    /// Turns ended; Red takes the even ones (B36).
    pub(super) turns: u32,
    /// Red's, then Blue's, in the order of their start vertices.
    pub(super) pieces: [[Piece; SIDE]; 2],
    /// The turn in progress, or the last one.
    pub(super) last: Option<LastTurn>,
    /// The vertices of the pieces at the beginning of each turn since the last change that cannot be undone (B24).
    pub(super) history: Vec<Arrangement>,
}

/// The act that the match waits for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// Set-ups; these have been sent (B1).
    SetUp { ready: Seats },
    /// The magnet of a new turn.
    Magnet,
    /// The affected pieces that have not moved yet (B10, B11).
    Pieces { pending: Vec<Vertex> },
    /// None: the match is over.
    Over(Ending),
}

/// The consequence of a move.
pub(super) struct After {
    pub(super) table: Table,
    pub(super) kinds: Kinds,
    pub(super) events: Events<Event>,
    pub(super) moved_on: bool,
}

/// A turn, or a part of one, found to be legal.
pub(super) struct Plan {
    /// The vertex on which the magnet is put now.
    pub(super) magnet: Option<Vertex>,
    /// The affected pieces that have not moved yet, before any of this is done.
    pub(super) pending: SmallVec<[Vertex; 6]>,
    /// The pieces that move now, in order, and whether each is to be promoted.
    pub(super) pulls: SmallVec<[(Vertex, bool); 6]>,
}

impl Table {
    /// The table at the start: every piece on its start vertex, unless the players choose these.
    pub(super) fn new(options: Options) -> Table {
        let piece = |seat: u8, number: usize| {
            let at = start_vertices(options.start, Seat(seat)).get(number);
            at.map_or(Piece::UNPLACED, |at| Piece { fate: Fate::On(*at), ..Piece::UNPLACED })
        };
        Table {
            options,
            stage: Stage::SetUp { ready: Seats::NONE },
            turns: 0,
            pieces: [0, 1].map(|seat| std::array::from_fn(|number| piece(seat, number))),
            last: None,
            history: Vec::new(),
        }
    }

    /// The table as this eye sees it: until both sides are placed, without the vertices that others chose (B38).
    pub(super) fn seen_by(&self, eye: Eye) -> Table {
        let mut seen = self.clone();
        let hides = |seat: Seat| eye != Eye::Open && eye != Eye::Seat(seat);
        if !self.is_placed() {
            Id::all().filter(|id| hides(id.seat)).for_each(|id| *seen.piece_mut(id) = Piece::UNPLACED);
        }
        seen
    }

    /// True once every piece has its start vertex.
    pub(super) fn is_placed(&self) -> bool {
        self.pieces.iter().flatten().all(|piece| piece.fate != Fate::Unplaced)
    }

    /// The vertex on which the piece began, if it has one.
    pub(super) fn start_of(&self, id: Id) -> Option<Vertex> {
        let fixed = start_vertices(self.options.start, id.seat).get(usize::from(id.number));
        self.piece(id).chosen.or(fixed.copied())
    }

    /// The player whose turn it is, once play has begun.
    pub(super) fn mover(&self) -> Seat {
        Seat((self.turns % 2) as u8)
    }

    pub(super) fn awaited(&self) -> Seats {
        match self.stage {
            Stage::SetUp { ready } => Seats::all(2).without(ready),
            Stage::Magnet | Stage::Pieces { .. } => Seats::just(self.mover()),
            Stage::Over(_) => Seats::NONE,
        }
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        match self.stage {
            Stage::Over(ending) => Some(ending),
            Stage::SetUp { .. } | Stage::Magnet | Stage::Pieces { .. } => None,
        }
    }

    /// True if only one piece may move this turn (B20).
    pub(super) fn is_opening(&self) -> bool {
        self.turns == 0
    }

    pub(super) fn piece(&self, id: Id) -> Piece {
        self.pieces[id.seat.index()][usize::from(id.number)]
    }

    pub(super) fn piece_mut(&mut self, id: Id) -> &mut Piece {
        &mut self.pieces[id.seat.index()][usize::from(id.number)]
    }

    /// The piece on each vertex.
    pub(super) fn occupants(&self) -> [Option<Id>; VERTICES] {
        let mut occupants = [None; VERTICES];
        for id in Id::all() {
            if let Some(at) = self.piece(id).at() {
                occupants[at.index()] = Some(id);
            }
        }
        occupants
    }

    /// The number of pieces of the side on the board.
    pub(super) fn living(&self, seat: Seat) -> usize {
        Id::all_of(seat).filter(|id| self.piece(*id).at().is_some()).count()
    }

    /// The affected pieces that have not moved yet, if a turn is in progress.
    pub(super) fn pending(&self) -> &[Vertex] {
        match &self.stage {
            Stage::Pieces { pending } => pending,
            Stage::SetUp { .. } | Stage::Magnet | Stage::Over(_) => &[],
        }
    }

    pub(super) fn end(&mut self, ending: Ending, events: &mut Events<Event>) {
        self.stage = Stage::Over(ending);
        events.push(Event::Ended { ending });
    }

    /// The consequence of a move, as far as `kinds` tells; `None` if it depends on a kind that is not known. The legality of
    /// the move never does: a refusal is made from the table and the mover's own pieces.
    pub(super) fn after(&self, kinds: &Kinds, by: Seat, mv: &Move) -> Result<Option<After>, Illegal> {
        match mv {
            Move::SetUp(chosen) => self.check_set_up(by, chosen).map(|side| self.after_set_up(kinds, by, side, None)),
            Move::Place(chosen) => {
                let placed = self.check_placing(by, chosen)?;
                Ok(self.after_set_up(kinds, by, placed.map(|(_, kind)| kind), Some(placed.map(|(at, _)| at))))
            }
            Move::Pull { magnet, pieces } => {
                let plan = self.check_turn(kinds, by, *magnet, pieces)?;
                Ok(self.after_turn(kinds, by, &plan))
            }
            Move::Declare => {
                self.check_declaration(kinds, by)?;
                let mut table = self.clone();
                let mut events: Events<Event> = smallvec![Event::Declared { seat: by }];
                table.end(Ending::Declared { winner: by }, &mut events);
                Ok(Some(After { table, kinds: *kinds, events, moved_on: true }))
            }
        }
    }

    /// The consequence of a set-up with these kinds, on these vertices if the player chose them; `None` if play begins with pieces whose
    /// vertices are not known.
    fn after_set_up(
        &self,
        kinds: &Kinds,
        by: Seat,
        side: [Kind; SIDE],
        places: Option<[Vertex; SIDE]>,
    ) -> Option<After> {
        let Stage::SetUp { mut ready } = self.stage else { return None };
        let (mut table, mut kinds) = (self.clone(), *kinds);
        kinds.set_side(by, side);
        if let Some(places) = places {
            table.pieces[by.index()] = places.map(Piece::placed);
        }
        ready.insert(by);
        table.stage = Stage::SetUp { ready };
        let mut events: Events<Event> = smallvec![Event::Ready { seat: by }];
        // Two secret decisions are one turn: the first one changes nothing for the other player (B1, B35).
        let moved_on = ready == Seats::all(2);
        if moved_on {
            table.begin(&mut events);
        }
        if moved_on && !table.is_placed() {
            return None;
        }
        Some(After { table, kinds, events, moved_on })
    }

    /// Both sides are set up.
    pub(super) fn begin(&mut self, events: &mut Events<Event>) {
        self.stage = Stage::Magnet;
        self.remember();
        if self.options.setup == SetUp::Arranged {
            events.push(Event::Begun);
        }
        // Vertices that were hidden until now are told, as every fact that a page shows (B38).
        for (seat, pieces) in Seat::all(2).zip(&self.pieces) {
            let on: Vec<Vertex> = pieces.iter().filter_map(|piece| piece.chosen).collect();
            if !on.is_empty() {
                events.push(Event::Started { seat, on });
            }
        }
    }

    fn after_turn(&self, kinds: &Kinds, by: Seat, plan: &Plan) -> Option<After> {
        let mut table = self.clone();
        let mut events = Events::new();
        let mut pending = plan.pending.clone();
        if let Some(magnet) = plan.magnet {
            table.last = Some(LastTurn { by, magnet, pulls: Vec::new() });
            events.push(Event::Placed { seat: by, magnet });
        }
        let magnet = table.last.as_ref()?.magnet;
        for &(from, promote) in &plan.pulls {
            let pull = table.pull(kinds, magnet, from, promote)?;
            pending.retain(|other| *other != from);
            let decided = table.decided(kinds, by, &pull);
            table.note(by, pull, &mut events);
            // Nothing happens after a decision: the remaining orders are not carried out (B28, B32).
            if let Some(ending) = decided {
                table.end(ending, &mut events);
                break;
            }
        }
        if table.ending().is_none() {
            let over = pending.is_empty() || self.is_opening() && !plan.pulls.is_empty();
            table.stage = Stage::Pieces { pending: pending.into_vec() };
            if over {
                table.next_turn(kinds, &mut events)?;
            }
        }
        // A part of a turn, too, makes what its player was about to write stale.
        Some(After { table, kinds: *kinds, events, moved_on: true })
    }

    fn note(&mut self, seat: Seat, pull: Pull, events: &mut Events<Event>) {
        if let Some(last) = &mut self.last {
            last.pulls.push(pull.clone());
        }
        events.push(Event::Pulled { seat, pull });
    }

    /// Ends the turn. Returns `None` if it depends on an unknown kind whether the match is drawn.
    fn next_turn(&mut self, kinds: &Kinds, events: &mut Events<Event>) -> Option<()> {
        self.turns += 1;
        self.stage = Stage::Magnet;
        self.remember();
        if self.occurred(kinds, Strangers::Apart) >= LIMIT {
            self.end(Ending::Repetition, events);
        } else if self.occurred(kinds, Strangers::Alike) >= LIMIT {
            return None;
        } else if self.options.max_rounds.is_some_and(|rounds| self.turns / 2 >= rounds) {
            self.end(Ending::Rounds, events);
        }
        Some(())
    }

    /// The names of these pieces in a refusal: `j1, k3`.
    pub(super) fn listed(vertices: &[Vertex]) -> String {
        vertices.iter().map(Vertex::to_string).collect::<Vec<_>>().join(", ")
    }

    /// True if a text of a single vertex without `+` names the magnet now.
    pub(super) fn is_magnet_alone(&self, pieces: &[Named]) -> bool {
        self.stage == Stage::Magnet && matches!(pieces, [Named { promote: false, .. }])
    }
}
