//! The picture of a view.

use super::view::View;
use super::{Change, Color, Ending, Stage, Tempo};
use crate::board::Cell;
use crate::game::Game;
use crate::scene::{Ground, GroundKind, Layout, Mark, Material, Panel, Scene, Shape, Spot, Token};
use crate::seat::Seat;

impl View {
    pub(super) fn scene(&self) -> Scene {
        let board = &self.position.field().board;
        let last = self.position.last.map(|change| match change {
            Change::Moved { from, to } => format!("Last change: {from} to {to}."),
            Change::Entered { to } => format!("Last change: a new piece on {to}."),
            Change::Removed { from } => format!("Last change: the piece on {from} was removed."),
        });
        Scene {
            title: self.title(),
            layout: Layout::Hexes,
            material: Material::Basalt,
            phases: None,
            drawn: None,
            arrows: Vec::new(),
            ways: self.way().into_iter().collect(),
            spots: board.cells().map(|cell| self.spot(cell)).collect(),
            panels: self.position.table().seats().map(|seat| self.panel(seat)).collect(),
            notes: last.into_iter().chain(self.timer_note()).chain(self.counted()).collect(),
            text_key:
                "* marks the player to move. The letter of the row and the number name a space. A capital is a piece, \
                       a small letter a vacant home; < and > mark the last change, x a piece removed."
                    .to_owned(),
            picture_key:
                "Tinted ground scores for the colour whose mark it carries: a triangle for red, a disc for blue, a square for \
                 yellow. A coloured edge marks a home, a star your own; a ring the last change, a cross a piece removed."
                    .to_owned(),
        }
    }

    /// The way of the piece that the last move moved, if it moved one.
    fn way(&self) -> Option<Vec<String>> {
        let (position, board) = (&self.position, &self.position.field().board);
        let Some(Change::Moved { from, to }) = position.last else { return None };
        let way = position.way(board.find(from)?, board.find(to)?);
        Some(way.into_iter().map(|cell| board.name(cell).to_string()).collect())
    }

    /// After a match that was counted: what the tinted ground is.
    fn counted(&self) -> Option<String> {
        match self.position.stage {
            Stage::Over(Ending::AllPassed | Ending::Agreed | Ending::Rounds) => {}
            Stage::Over(Ending::LastSide) | Stage::Turn | Stage::Penalty { .. } => return None,
        }
        let count = |(color, cells): (&Color, &Vec<_>)| format!("{} {}", color.name(), cells.len());
        let counts: Vec<String> = self.exclusive.iter().map(count).collect();
        Some(format!("The tinted spaces scored for the colour that alone could reach them: {}.", counts.join(", ")))
    }

    /// The headline: the player to move, or the way in which the match ended.
    fn title(&self) -> String {
        let names = &self.names;
        let called = |seat: Seat| {
            if self.you == Some(seat) { format!("{} (you)", &names[seat]) } else { names[seat].to_owned() }
        };
        let slot = self.position.current_slot();
        match self.position.stage {
            Stage::Over(ending) => self.position.result(ending).reason,
            Stage::Penalty { by, of } => {
                let color = self.position.table().color(of).name();
                format!("The sand of {} ran out: {} may remove a {color} piece, or spare it", called(of), called(by))
            }
            Stage::Turn if self.position.table().slots_of(slot.seat).count() > 1 => {
                format!("{} to move, entering at {}", called(slot.seat), self.turn_home)
            }
            Stage::Turn => format!("{} to move", called(slot.seat)),
        }
    }

    /// Hot and White-Hot: the state of the timer.
    fn timer_note(&self) -> Option<String> {
        let sand = &self.position.sand;
        let names = &self.names;
        if self.options.tempo == Tempo::Hot {
            return Some(format!("Hot: every turn has one sand, {}.", self.options.sand));
        }
        match (sand.called, sand.running) {
            (false, _) => None,
            (true, true) => Some("Magma has been called and the timer runs.".to_owned()),
            (true, false) => {
                let starter = self.position.first_slot().seat;
                Some(format!("Magma has been called: the timer starts with the next turn of {}.", &names[starter]))
            }
        }
    }

    fn spot(&self, cell: Cell) -> Spot {
        let board = &self.position.field().board;
        let name = board.name(cell);
        let home = self.homes.iter().find(|home| home.cell == name);
        let color = Color::ALL.into_iter().find(|color| self.position.pieces[color.index()].contains(cell));
        let letter = |color: Color| color.letter().to_string();
        let piece = color.map(|color| format!("a {} piece", color.name().to_lowercase()));
        let at_home = home.map(|home| format!("the home of {}", home.color.name()));
        let claim = self.exclusive.iter().find(|(_, cells)| cells.contains(&name)).map(|(color, _)| color);
        let scores = claim.map(|color| format!("scores for {}", color.name()));
        Spot {
            words: [piece, at_home, scores].into_iter().flatten().collect::<Vec<_>>().join(", "),
            ground: home.map_or_else(Ground::plain, |home| Ground {
                yours: self.you == Some(home.seat),
                ..Ground::new(GroundKind::Home, home.color.paint(), letter(home.color).to_lowercase())
            }),
            tokens: color.map(|color| Token::new(Shape::Disc, color.paint(), letter(color))).into_iter().collect(),
            glyph: match (color, home) {
                (Some(color), _) => letter(color),
                (None, Some(home)) => letter(home.color).to_lowercase(),
                (None, None) => ".".to_owned(),
            },
            mark: self.position.last.and_then(|change| match change {
                Change::Moved { from, .. } if from == name => Some(Mark::From),
                Change::Moved { to, .. } | Change::Entered { to } if to == name => Some(Mark::To),
                Change::Removed { from } if from == name => Some(Mark::Gone),
                Change::Moved { .. } | Change::Entered { .. } | Change::Removed { .. } => None,
            }),
            claim: claim.map(|color| color.paint()),
            ..Spot::bare(name.to_string(), board.place(cell))
        }
    }

    fn panel(&self, seat: Seat) -> Panel {
        let position = &self.position;
        let color = position.table().color(seat);
        let homes: Vec<String> =
            self.homes.iter().filter(|home| home.seat == seat).map(|home| home.cell.to_string()).collect();
        let score = format!("score {}", self.scores[color.index()]);
        let facts = [
            (true, format!("home {}", homes.join(" and "))),
            (true, to_enter(self.supply[seat.index()])),
            (true, score.clone()),
            (self.passed.contains(seat), "has passed".to_owned()),
            (self.agreed.contains(seat), "agrees to end".to_owned()),
            (self.absent.contains(seat), "absent".to_owned()),
            (self.left.contains(seat), "has left".to_owned()),
        ];
        let facts: Vec<String> = facts.into_iter().filter(|(holds, _)| *holds).map(|(_, fact)| fact).collect();
        Panel {
            title: self.names[seat].to_owned(),
            paint: color.paint(),
            yours: self.you == Some(seat),
            awaited: position.awaited().contains(seat),
            score,
            lines: vec![facts.join(", ")],
            listed: false,
            items: Vec::new(),
        }
    }
}

/// `24 pieces to enter`
fn to_enter(number: u8) -> String {
    if number == 1 { "1 piece to enter".to_owned() } else { format!("{number} pieces to enter") }
}
