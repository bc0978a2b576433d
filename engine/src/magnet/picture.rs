//! The picture of a view.

use super::field::{Vertex, field};
use super::pieces::{Fate, Id, Kind};
use super::story::SIDES;
use super::table::Table;
use super::view::{Phase, View};
use crate::scene::{Ground, Layout, Mark, Paint, Panel, Scene, Shape, Spot, Token};
use crate::seat::Seat;

const PAINTS: [Paint; 2] = [Paint::Red, Paint::Blue];
/// The sign of the magnet on a vertex without a piece.
const MAGNET: &str = "M";
/// The sign of the centre without a piece or the magnet.
const CENTER: &str = "o";

impl View {
    pub(super) fn scene(&self) -> Scene {
        Scene {
            title: self.title(),
            layout: Layout::Points,
            spots: Vertex::all().map(|at| self.spot(at)).collect(),
            panels: Seat::all(2).map(|seat| self.panel(seat)).collect(),
            notes: self.notes(),
            text_key: format!(
                "R5 is a red piece on vertex 5 of its row. Below it stand its rank and what it is: 2/4 is a Four of rank 2; K \
                 is the king, T3 and T2 are the traps of 3 and of 2, ? is hidden. {CENTER} is the centre, {MAGNET} the magnet. \
                 < marks where a piece left, > where one arrived, x where one was lost."
            ),
            picture_key: format!(
                "On a piece: its side, then its rank and what it is, then its vertex. 2/4 is a Four of rank 2; K is the king, \
                 T3 and T2 are the traps of 3 and of 2, ? is hidden. {CENTER} is the centre, {MAGNET} the magnet, also under a \
                 piece. Dashed rings: a piece left; dark rings: one arrived; crosses: one was lost."
            ),
        }
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
        let token = match id {
            Some(id) => Some(self.token(id)),
            None if magnet => Some(Token::new(Shape::Pillar, Paint::Black, MAGNET.to_owned())),
            None => None,
        };
        let ground = |paint, label: &str| Ground { paint, label: label.to_owned(), yours: false };
        let ground = match (magnet && id.is_some(), at == Vertex::CENTER) {
            // Where there is room, the magnet itself is drawn.
            (true, _) => ground(Paint::Black, MAGNET),
            (false, true) => ground(Paint::Yellow, CENTER),
            (false, false) => Ground::plain(),
        };
        let bare = if ground.label.is_empty() { "." } else { &ground.label };
        Spot {
            name: at.to_string(),
            at: field().board.place(at.cell()),
            glyph: token.as_ref().map_or(bare, |token| &token.label).to_owned(),
            ground,
            tokens: token.into_iter().collect(),
            mark: self.mark(at),
        }
    }

    /// `R` and below it `2/4`: the side, then the rank and the kind, if the reader knows it.
    fn token(&self, id: Id) -> Token {
        let kind = self.kinds.of(id).map_or("?", Kind::word);
        let label = format!("{}\n{}/{kind}", &SIDES[id.seat.index()][..1], self.table.piece(id).rank);
        Token::new(Shape::Disc, PAINTS[id.seat.index()], label)
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
        let captured: Vec<&str> = Id::of(seat).filter_map(|id| self.captured(id)).map(Kind::told).collect();
        if !captured.is_empty() {
            facts.push(format!("lost: {}", captured.join(", ")));
        }
        let destroyed: Vec<&str> = Id::of(seat)
            .filter(|id| self.is_destroyed(*id))
            .map(|id| self.kinds.of(id).map_or("a hidden piece", Kind::told))
            .collect();
        if !destroyed.is_empty() {
            facts.push(format!("destroyed by traps: {}", destroyed.join(", ")));
        }
        Panel {
            title: SIDES[seat.index()].to_owned(),
            paint: PAINTS[seat.index()],
            yours: self.you == Some(seat),
            awaited: self.awaited.contains(seat),
            lines: facts,
            listed: false,
        }
    }

    fn captured(&self, id: Id) -> Option<Kind> {
        match self.table.piece(id).fate {
            Fate::Captured(kind) => Some(kind),
            Fate::On(_) | Fate::Destroyed(_) => None,
        }
    }

    fn is_destroyed(&self, id: Id) -> bool {
        matches!(self.table.piece(id).fate, Fate::Destroyed(_))
    }
}
