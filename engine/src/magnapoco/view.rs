//! The view of a match of Magnapoco, its picture and the choices.

use std::cmp::Ordering;

use serde::Serialize;

use super::field::Spaces;
use super::groups::{SIDES, listed};
use super::notation::{Move, SWAP};
use super::options::Shape as BoardShape;
use super::{Magnapoco, Options};
use crate::board::Cell;
use crate::game::{Choice, EndCondition, EndKind, Eye, Game};
use crate::notation::{Name, Reader};
use crate::scene::{Layout, Mark, Material, Paint, Panel, Scene, Shape, Spot, Token};
use crate::seat::Seat;

/// A match of Magnapoco as a client gets it. Nothing is hidden; the eye decides only `you`.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub struct View {
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// The options of the match.
    pub options: Options,
    /// The spaces with stones, White's first.
    pub stones: [Vec<Name>; 2],
    /// The sizes of the groups, the smallest first, White's first.
    pub groups: [Vec<u32>; 2],
    /// The number of empty spaces.
    pub empty: u32,
    /// True if the player to move may put two stones.
    pub two_allowed: bool,
    /// True while the players lay the first stones, one in each turn.
    pub laying: bool,
    /// True if the player to move may exchange the colours of all stones.
    pub may_swap: bool,
    #[serde(skip)]
    position: Magnapoco,
}

impl View {
    pub(super) fn new(position: Magnapoco, eye: Eye) -> View {
        let board = &position.field().board;
        View {
            you: eye.seat(),
            options: position.options,
            stones: position.stones.map(|stones| stones.iter().map(|cell| board.name(cell)).collect()),
            groups: [0, 1].map(|seat| position.groups(Seat(seat))),
            empty: position.empty().len(),
            two_allowed: position.two_allowed(),
            laying: position.laying(),
            may_swap: position.may_swap(),
            position,
        }
    }

    pub(super) fn position(&self) -> &Magnapoco {
        &self.position
    }

    pub(super) fn ends(&self) -> Vec<EndCondition> {
        if self.position.ending.is_some() {
            return Vec::new();
        }
        let now = match self.position.compared().0 {
            Ordering::Greater => "White would win",
            Ordering::Less => "Black would win",
            Ordering::Equal => "neither would win",
        };
        let empty = match self.empty {
            1 => "1 space is empty".to_owned(),
            more => format!("{more} spaces are empty"),
        };
        let say = |words: String| EndCondition { kind: EndKind::Other, words };
        if self.laying {
            return vec![say("The match can end when the first stones lie, two of each colour.".to_owned())];
        }
        vec![
            say(format!("The match ends when the board is full; {empty}.")),
            say("A player who has fewer than two groups after a turn of their own has lost.".to_owned()),
            say(format!("Groups now: {}. Compared as they are, {now}.", self.position.lists())),
        ]
    }

    pub(super) fn scene(&self) -> Scene {
        let position = &self.position;
        let board = &position.field().board;
        let called = |seat: Seat| {
            let you = if self.you == Some(seat) { " (you)" } else { "" };
            format!("{}{you}", SIDES[seat.index()])
        };
        let stones = match (self.laying, self.may_swap, self.two_allowed) {
            (true, _, _) => "one of the first stones",
            (false, true, true) => "one or two stones, or to swap",
            (false, true, false) => "one stone, or to swap",
            (false, false, true) => "one or two stones",
            (false, false, false) => "one stone",
        };
        let groups = [0, 1].map(|seat| position.regions(Seat(seat))).concat();
        let scene = Scene {
            title: position
                .outcome()
                .map_or_else(|| format!("{} to put {stones}", called(position.mover())), |outcome| outcome.reason),
            layout: match self.options.board.shape() {
                BoardShape::Square(_) => Layout::Squares,
                BoardShape::Hexhex(_) => Layout::Hexes,
                BoardShape::Rhombus(_) => Layout::Rhombus,
            },
            material: Material::Wood,
            phases: None,
            drawn: None,
            arrows: Vec::new(),
            ways: Vec::new(),
            spots: board.cells().map(|cell| self.spot(cell, &groups)).collect(),
            panels: Seat::all(2).map(|seat| self.panel(seat)).collect(),
            notes: Vec::new(),
            text_key:
                "* marks the player to move, > the stones of the last turn. A space is named by its letter and its number."
                    .to_owned(),
            picture_key: "Rings mark the stones of the last turn.".to_owned(),
        };
        let names = |cells: Spaces| cells.iter().map(|cell| board.name(cell).to_string()).collect();
        scene.decided_by(position.decided().map(|(cells, words)| (names(cells), words)))
    }

    fn spot(&self, cell: Cell, groups: &[Spaces]) -> Spot {
        let board = &self.position.field().board;
        let name = board.name(cell);
        let group = groups.iter().position(|group| group.contains(cell));
        let size = group.map_or(0, |group| groups[group].len());
        let owner = [Seat(0), Seat(1)].into_iter().find(|seat| self.position.stones[seat.index()].contains(cell));
        let paint = |seat: Seat| [Paint::White, Paint::Black][seat.index()];
        let token = owner.map(|seat| Token::new(Shape::Disc, paint(seat), &SIDES[seat.index()][..1]));
        Spot {
            words: owner.map(|seat| stone_words(seat, size)).unwrap_or_default(),
            group: group.map(|number| number as u16),
            glyph: token.as_ref().map_or(".", |token| &token.label).to_owned(),
            tokens: token.into_iter().collect(),
            mark: self.position.last.contains(&Some(name)).then_some(Mark::To),
            ..Spot::bare(name.to_string(), board.place(cell))
        }
    }

    fn panel(&self, seat: Seat) -> Panel {
        let groups = format!("groups {}", listed(&self.groups[seat.index()]));
        Panel {
            title: SIDES[seat.index()].to_owned(),
            paint: [Paint::White, Paint::Black][seat.index()],
            yours: self.you == Some(seat),
            awaited: self.position.awaited().contains(seat),
            score: groups.clone(),
            lines: vec![groups],
            listed: false,
            items: Vec::new(),
        }
    }

    pub(super) fn choices(&self, so_far: &str) -> Vec<Choice> {
        let position = &self.position;
        if self.you.is_none_or(|you| !position.awaited().contains(you)) {
            return Vec::new();
        }
        let board = &position.field().board;
        let empty = || position.open().iter().map(|cell| board.name(cell));
        let choice = |mv: Move, to: Name, words: String| {
            Choice::new(mv.to_string(), words, true).at(Some(to)).short("Stone here")
        };
        let mut reader = Reader::new(so_far);
        if reader.peek().is_none() {
            let one = |to: Name| choice(Move::new(to, None), to, format!("Put a stone on {to}."));
            let swap = || Choice::new(SWAP, "Swap: all stones on the board change colour.", true).short("Swap");
            return empty().map(one).chain(self.may_swap.then(swap)).collect();
        }
        match reader.name() {
            Ok(first) if reader.peek().is_none() && position.two_allowed() && empty().any(|name| name == first) => {
                let two = |to: Name| choice(Move::new(first, Some(to)), to, format!("Put the second stone on {to}."));
                empty().filter(|to| *to != first).map(two).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// `a white stone in a group of 7`
fn stone_words(seat: Seat, group: u32) -> String {
    let side = SIDES[seat.index()].to_lowercase();
    if group == 1 {
        format!("a {side} stone, a group by itself")
    } else {
        format!("a {side} stone in a group of {group}")
    }
}
