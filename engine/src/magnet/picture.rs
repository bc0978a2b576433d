//! The picture of a view.

use super::field::{Vertex, field};
use super::pieces::{Fate, Id, Kind};
use super::story::{Ending, SIDES};
use super::table::Table;
use super::view::{Phase, View};
use crate::scene::{Badge, Ground, GroundKind, Layout, Mark, Material, Paint, Panel, Scene, Shape, Spot, Token};
use crate::seat::Seat;

const PAINTS: [Paint; 2] = [Paint::Red, Paint::Blue];
/// The sign of the magnet on a vertex without a piece.
const MAGNET: &str = "M";
/// The sign of the centre without a piece or the magnet.
const CENTER: &str = "o";

impl View {
    pub(super) fn scene(&self) -> Scene {
        let scene = Scene {
            title: self.title(),
            layout: Layout::Points,
            material: Material::Steel,
            phases: None,
            drawn: None,
            arrows: Vec::new(),
            ways: self.ways(),
            spots: Vertex::all().map(|at| self.spot(at)).collect(),
            panels: Seat::all(2).map(|seat| self.panel(seat)).collect(),
            notes: self.notes(),
            text_key: format!(
                "R5 is a red piece on vertex 5 of its row. Below it stand its rank and what it is: 2/4 is a Four of rank 2; K \
                 is the king, T3 and T2 are the traps of 3 and of 2, ? is hidden. {CENTER} is the centre, {MAGNET} the magnet. \
                 A piece with the magnet is R{MAGNET} or B{MAGNET}. < marks where a piece left, > where one arrived, x where one was lost."
            ),
            picture_key: "Dots on a piece are its rank. Above them stands what it is, if you know it: its value, a crown for the \
                          king, a cross with the value for a trap. The sign at its edge is that of its side: a triangle for red, a \
                          disc for blue. The horseshoe is the magnet, the yellow hexagon the centre. Dashed rings: a piece left; \
                          rings: one arrived; crosses: one was lost."
                .to_owned(),
        };
        scene.decided_by(self.decided())
    }

    /// The ways of the pieces that the last turn moved and that are still there.
    fn ways(&self) -> Vec<Vec<String>> {
        let pulls = self.last.iter().flat_map(|last| &last.pulls);
        let moved = pulls.filter(|pull| pull.from != pull.to && !pull.destroyed);
        moved.map(|pull| vec![pull.from.to_string(), pull.to.to_string()]).collect()
    }

    /// The vertex on which the match was decided, and what happened there.
    fn decided(&self) -> Option<(Vec<String>, String)> {
        let (at, what) = match self.table.ending()? {
            Ending::KingCaptured { winner, at } => (at, format!("where {} captured the king", SIDES[winner.index()])),
            Ending::KingDestroyed { loser, at } => {
                (at, format!("where a trap destroyed the king of {}", SIDES[loser.index()]))
            }
            Ending::Declared { winner } | Ending::KingsAlone { winner } => {
                (Vertex::CENTER, format!("the king of {} on the centre", SIDES[winner.index()]))
            }
            Ending::Repetition | Ending::Rounds | Ending::Left { .. } | Ending::BothLeft => return None,
        };
        Some((vec![at.to_string()], format!("The green ring marks {what}.")))
    }

    /// `Red`, or `Red (you)`.
    fn called(&self, seat: Seat) -> String {
        let you = if self.you == Some(seat) { " (you)" } else { "" };
        format!("{}{you}", SIDES[seat.index()])
    }

    fn title(&self) -> String {
        let who: Vec<String> = self.awaited.iter().map(|seat| self.called(seat)).collect();
        let who = who.join(" and ");
        match self.phase {
            Phase::SetUp => format!("{who} to set up in secret"),
            Phase::Magnet if self.may_declare => format!("{who} to declare victory, or to place the magnet"),
            Phase::Magnet if self.opening => format!("{who} to place the magnet and move one piece"),
            Phase::Magnet => format!("{who} to place the magnet"),
            Phase::Pieces if self.opening => {
                format!("{who} to move one of the pieces on {}", Table::listed(&self.pending))
            }
            Phase::Pieces => format!("{who} to go on with the turn: {}", Table::listed(&self.pending)),
            Phase::Over => self.table.ending().map_or_else(String::new, |ending| ending.outcome().reason),
        }
    }

    fn notes(&self) -> Vec<String> {
        let Some(last) = &self.last else { return Vec::new() };
        let turn = if self.phase == Phase::Pieces { "This turn" } else { "Last turn" };
        let pulls: Vec<String> = last.pulls.iter().map(|pull| pull.tell(SIDES[last.by.index()])).collect();
        let magnet = format!("{turn}: {} put the magnet on {}.", SIDES[last.by.index()], last.magnet);
        vec![std::iter::once(magnet).chain(pulls).collect::<Vec<_>>().join(" ")]
    }

    fn spot(&self, at: Vertex) -> Spot {
        let magnet = self.last.as_ref().is_some_and(|last| last.magnet == at);
        let id = Id::all().find(|id| self.table.piece(*id).at() == Some(at));
        let magnet = magnet.then(|| Token::new(Shape::Horseshoe, Paint::Plain, MAGNET));
        let center = || Ground::new(GroundKind::Center, Paint::Yellow, CENTER);
        let ground = if at == Vertex::CENTER { center() } else { Ground::plain() };
        let bare = if ground.label.is_empty() { "." } else { &ground.label };
        let glyph = match (id, &magnet) {
            (Some(id), _) => self.glyph(id, magnet.is_some()),
            (None, Some(magnet)) => magnet.label.clone(),
            (None, None) => bare.to_owned(),
        };
        Spot {
            glyph,
            ground,
            words: self.words(at, id, magnet.is_some()),
            tokens: id.map(|id| self.token(id)).into_iter().chain(magnet).collect(),
            mark: self.mark(at),
            ..Spot::bare(at.to_string(), field().board.place(at.cell()))
        }
    }

    /// `a blue Four, rank 2, the magnet`; of a piece whose kind the reader does not know, `a blue piece, rank 2`.
    fn words(&self, at: Vertex, id: Option<Id>, magnet: bool) -> String {
        let piece = id.map(|id| {
            let (side, kind) = (SIDES[id.seat.index()].to_lowercase(), self.kinds.get(id).map_or("piece", Kind::noun));
            format!("a {side} {kind}, rank {}", self.table.piece(id).rank)
        });
        let others = [(magnet, "the magnet"), (at == Vertex::CENTER, "the centre")];
        let others = others.into_iter().filter(|(is, _)| *is).map(|(_, words)| words.to_owned());
        piece.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }

    /// A piece with its rank as dots, and with its sign if the reader knows its kind.
    fn token(&self, id: Id) -> Token {
        Token {
            pips: self.table.piece(id).rank,
            badge: self.kinds.get(id).map(badge),
            ..Token::new(Shape::Disc, PAINTS[id.seat.index()], &SIDES[id.seat.index()][..1])
        }
    }

    /// `R` and below it `2/4`: the side, then the rank and the kind, if the reader knows it; `RM` if the magnet is there too.
    fn glyph(&self, id: Id, magnet: bool) -> String {
        let kind = self.kinds.get(id).map_or("?", Kind::word);
        let magnet = if magnet { MAGNET } else { "" };
        format!("{}{magnet}\n{}/{kind}", &SIDES[id.seat.index()][..1], self.table.piece(id).rank)
    }

    /// The effect of the last turn here: an arrival before a loss, a loss before a departure.
    fn mark(&self, at: Vertex) -> Option<Mark> {
        let pulls = &self.last.as_ref()?.pulls;
        let moved = || pulls.iter().filter(|pull| pull.from != pull.to);
        if moved().any(|pull| pull.to == at && !pull.destroyed) {
            Some(Mark::To)
        } else if moved().any(|pull| pull.to == at || pull.taken.iter().any(|taken| taken.at == at)) {
            Some(Mark::Gone)
        } else {
            moved().any(|pull| pull.from == at).then_some(Mark::From)
        }
    }

    fn panel(&self, seat: Seat) -> Panel {
        let mut facts = Vec::new();
        if self.phase == Phase::SetUp {
            let ready = !self.awaited.contains(seat);
            facts.push(if ready { "ready" } else { "not set up yet" }.to_owned());
        } else {
            facts.push(format!("{} on the board", self.table.living(seat)));
        }
        let captured: Vec<&str> = Id::all_of(seat).filter_map(|id| self.captured(id)).map(Kind::told).collect();
        if !captured.is_empty() {
            facts.push(format!("lost: {}", captured.join(", ")));
        }
        let destroyed: Vec<&str> = Id::all_of(seat)
            .filter(|id| self.is_destroyed(*id))
            .map(|id| self.kinds.get(id).map_or("a hidden piece", Kind::told))
            .collect();
        if !destroyed.is_empty() {
            facts.push(format!("destroyed by traps: {}", destroyed.join(", ")));
        }
        Panel {
            title: SIDES[seat.index()].to_owned(),
            paint: PAINTS[seat.index()],
            yours: self.you == Some(seat),
            awaited: self.awaited.contains(seat),
            score: if self.phase == Phase::SetUp {
                String::new()
            } else {
                format!("{} pieces", self.table.living(seat))
            },
            lines: facts,
            listed: false,
            items: Vec::new(),
        }
    }

    fn captured(&self, id: Id) -> Option<Kind> {
        match self.table.piece(id).fate {
            Fate::Captured(kind) => Some(kind),
            Fate::Unplaced | Fate::On(_) | Fate::Destroyed(_) => None,
        }
    }

    fn is_destroyed(&self, id: Id) -> bool {
        matches!(self.table.piece(id).fate, Fate::Destroyed(_))
    }
}

fn badge(kind: Kind) -> Badge {
    match kind {
        Kind::King => Badge::King,
        Kind::Trap3 | Kind::Trap2 => Badge::Trap(kind.value()),
        Kind::Four | Kind::Three | Kind::Two => Badge::Value(kind.value()),
    }
}
