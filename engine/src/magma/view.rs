//! What is seen: the page of a match of Magma, its picture and the choices.

use std::collections::BTreeMap;

use serde::Serialize;

use super::field::Cells;
use super::notation::Move;
use super::{Change, Color, Magma, Options, Stage, Tempo};
use crate::board::Cell;
use crate::game::{Choice, EndCondition, EndKind, Eye, Game, Names};
use crate::notation::{Name, Reader};
use crate::scene::{Ground, Layout, Mark, Panel, Scene, Shape, Spot, Token};
use crate::seat::{Seat, Seats};

/// A match of Magma as a client gets it. Nothing is hidden; the eye matters only for "you".
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// What the match was created with.
    pub options: Options,
    /// The spaces with pieces of each colour in play.
    pub pieces: BTreeMap<Color, Vec<Name>>,
    /// The vacant spaces that each colour alone reaches, as they would be counted now.
    pub exclusive: BTreeMap<Color, Vec<Name>>,
    /// The homes in use, in the order of turns.
    pub homes: Vec<Home>,
    /// For each seat the pieces it can still put in play.
    pub supply: Vec<u8>,
    /// The home whose turn it is, even while a penalty is decided.
    pub turn_home: Name,
    /// The penalty that is to be decided.
    pub penalty: Option<Penalty>,
    /// Turns gone by since the start.
    pub turns: u32,
    /// Who has passed in the current run of passes.
    pub passed: Seats,
    /// Who has agreed to end.
    pub agreed: Seats,
    /// Who has let a turn lapse and not been heard of since.
    pub absent: Seats,
    /// Who has left the match.
    pub left: Seats,
    /// White-Hot: has magma been called?
    pub magma_called: bool,
    #[serde(skip)]
    position: Magma,
    /// The score of each colour and the name of each seat: every part of a page needs them.
    #[serde(skip)]
    scores: [i32; 3],
    #[serde(skip)]
    names: Names,
}

/// A home space and whose it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Home {
    /// The space.
    pub cell: Name,
    /// Whose home it is.
    pub seat: Seat,
    /// The colour played through it.
    pub color: Color,
}

/// A penalty that is to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Penalty {
    /// Who decides.
    pub by: Seat,
    /// Whose piece may be removed.
    pub of: Seat,
}

impl View {
    pub(super) fn new(position: Magma, eye: Eye) -> View {
        let board = &position.field().board;
        let table = position.table();
        let exclusive = position.exclusive();
        let named = |cells: Cells| -> Vec<Name> { cells.iter().map(|cell| board.name(cell)).collect() };
        let by_color = |cells: [Cells; 3]| table.sides().map(|color| (color, named(cells[color.index()]))).collect();
        let homes: Vec<Home> = table
            .slots()
            .iter()
            .map(|slot| Home { cell: position.home_name(slot.corner), seat: slot.seat, color: table.color(slot.seat) })
            .collect();
        View {
            you: eye.seat(),
            options: position.options,
            pieces: by_color(position.pieces),
            exclusive: by_color(exclusive),
            supply: table.seats().map(|seat| position.stock(seat)).collect(),
            turn_home: position.home_name(position.current_slot().corner),
            penalty: match position.stage {
                Stage::Penalty { by, of } => Some(Penalty { by, of }),
                Stage::Turn | Stage::Over(_) => None,
            },
            turns: position.turns,
            passed: position.passed,
            agreed: position.agreed,
            absent: position.absent,
            left: position.left,
            magma_called: position.sand.called,
            homes,
            scores: position.scores_with(&exclusive),
            names: position.names(),
            position,
        }
    }

    pub(super) fn position(&self) -> &Magma {
        &self.position
    }

    pub(super) fn ends(&self) -> Vec<EndCondition> {
        let position = &self.position;
        if matches!(position.stage, Stage::Over(_)) {
            return Vec::new();
        }
        let names = &self.names;
        let present = position.present();
        let missing = present.without(self.passed);
        let mut ends = vec![EndCondition {
            words: match (self.passed.is_empty(), missing.is_empty()) {
                (true, _) => {
                    "The match ends when everybody passes in sequence; nobody has passed in this run.".to_owned()
                }
                (false, true) => {
                    format!(
                        "{} passed in this run: the next pass ends the match.",
                        have(&names.list(self.passed), self.passed)
                    )
                }
                (false, false) => format!(
                    "{} passed in this run: with a pass of {} the match ends.",
                    have(&names.list(self.passed), self.passed),
                    names.list(missing)
                ),
            },
            kind: EndKind::Passes { passed: self.passed, missing },
        }];
        if !self.agreed.is_empty() {
            let missing = present.without(self.agreed);
            ends.push(EndCondition {
                words: format!(
                    "{} agreed to end; {}.",
                    have(&names.list(self.agreed), self.agreed),
                    if present.is_empty() {
                        "but nobody is present, and an absent player's word ends nothing".to_owned()
                    } else {
                        format!("it takes {} as well, before the board changes", names.list(missing))
                    }
                ),
                kind: EndKind::Agreement { agreed: self.agreed, missing },
            });
        }
        if let Some(limit) = self.options.max_rounds {
            let played = self.turns / self.homes.len() as u32;
            ends.push(EndCondition {
                words: format!("The match ends after {limit} rounds; {played} are played."),
                kind: EndKind::Rounds { played, limit },
            });
        }
        let scores = self.scores;
        let table = position.table();
        let listed: Vec<String> =
            table.sides().map(|color| format!("{} {}", color.name(), scores[color.index()])).collect();
        ends.push(EndCondition {
            words: format!("Score if the match ended now: {}.", listed.join(", ")),
            kind: EndKind::ScoreNow { scores: table.seats().map(|seat| scores[table.color(seat).index()]).collect() },
        });
        ends
    }

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
            spots: board.cells().map(|cell| self.spot(cell)).collect(),
            panels: self.position.table().seats().map(|seat| self.panel(seat)).collect(),
            notes: last.into_iter().chain(self.timer_note()).collect(),
            text_key:
                "* marks who is to move. The letter of the row and the number name a space. A capital is a piece, \
                       a small letter a vacant home; < and > mark the last change, x a piece removed."
                    .to_owned(),
            picture_key:
                "A coloured edge marks a home, a star your own; a dark ring the last change, a cross a piece removed."
                    .to_owned(),
        }
    }

    /// Whose turn it is, or how the match ended.
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

    /// Hot and White-Hot: how it stands with the timer.
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
        Spot {
            name: name.to_string(),
            at: board.place(cell),
            ground: home.map_or_else(Ground::plain, |home| Ground {
                paint: home.color.paint(),
                label: letter(home.color).to_lowercase(),
                yours: self.you == Some(home.seat),
            }),
            tokens: color
                .map(|color| Token { shape: Shape::Disc, paint: color.paint(), label: letter(color) })
                .into_iter()
                .collect(),
            glyph: match (color, home) {
                (Some(color), _) => letter(color),
                (None, Some(home)) => letter(home.color).to_lowercase(),
                (None, None) => ".".to_owned(),
            },
            mark: self.position.last.and_then(|change| match change {
                Change::Moved { from, .. } if from == name => Some(Mark::From),
                Change::Moved { to, .. } | Change::Entered { to } if to == name => Some(Mark::To),
                Change::Removed { from } if from == name => Some(Mark::Gone),
                _ => None,
            }),
        }
    }

    fn panel(&self, seat: Seat) -> Panel {
        let position = &self.position;
        let color = position.table().color(seat);
        let homes: Vec<String> =
            self.homes.iter().filter(|home| home.seat == seat).map(|home| home.cell.to_string()).collect();
        let facts = [
            (true, format!("home {}", homes.join(" and "))),
            (true, format!("{} to enter", self.supply[seat.index()])),
            (true, format!("score {}", self.scores[color.index()])),
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
            lines: vec![facts.join(", ")],
        }
    }

    pub(super) fn choices(&self, so_far: &str) -> Vec<Choice> {
        let Some(you) = self.you else { return Vec::new() };
        match read_prefix(so_far) {
            Some(Prefix::Nothing) => self.first_choices(you),
            Some(Prefix::Piece(from)) => self.destinations_of(you, from),
            Some(Prefix::Entry) => self.entry_choices(you),
            Some(Prefix::Removal) => self.removals(you),
            None => Vec::new(),
        }
    }

    fn first_choices(&self, you: Seat) -> Vec<Choice> {
        let position = &self.position;
        let mut choices = Vec::new();
        if let Ok(slot) = position.check_turn(you) {
            let board = &position.field().board;
            let color = position.table().color(slot.seat);
            let movable = |cell: &Cell| !position.destinations(color, *cell).is_empty();
            for cell in position.pieces[color.index()].iter().filter(movable) {
                let from = board.name(cell);
                choices.push(choice(format!("{from}-"), Some(from), format!("Move the piece on {from}."), false));
            }
            choices.extend(self.entry_choices(you));
            choices.push(word(Move::Pass, "Pass: do nothing this turn."));
        }
        if position.check_penalty(you).is_ok() {
            choices.push(choice("remove ".to_owned(), None, "Take the penalty: remove a piece.".to_owned(), false));
            choices.push(word(Move::Spare, "Take no penalty."));
        }
        if matches!(position.stage, Stage::Over(_)) {
            return choices;
        }
        if position.may_call_magma(you) {
            choices.push(word(Move::CallMagma, "Start the timer when the starting player's turn begins."));
        }
        choices.push(if position.agreed.contains(you) {
            word(Move::Disagree, "Take back that the match may end.")
        } else {
            word(Move::Agree, "Say that the match may end.")
        });
        choices
    }

    fn destinations_of(&self, you: Seat, from: Name) -> Vec<Choice> {
        let position = &self.position;
        let board = &position.field().board;
        let Ok(slot) = position.check_turn(you) else { return Vec::new() };
        let color = position.table().color(slot.seat);
        let Some(origin) = board.find(from).filter(|cell| position.pieces[color.index()].contains(*cell)) else {
            return Vec::new();
        };
        let ends = position.destinations(color, origin);
        ends.iter()
            .map(|end| board.name(end))
            .map(|to| choice(Move::Go { from, to }.to_string(), Some(to), format!("Move it to {to}."), true))
            .collect()
    }

    fn entry_choices(&self, you: Seat) -> Vec<Choice> {
        let Ok(slot) = self.position.check_turn(you) else { return Vec::new() };
        let board = &self.position.field().board;
        let ends = self.position.entries(slot);
        ends.iter()
            .map(|end| board.name(end))
            .map(|to| choice(Move::Enter { to }.to_string(), Some(to), format!("Put a piece in play on {to}."), true))
            .collect()
    }

    fn removals(&self, you: Seat) -> Vec<Choice> {
        let position = &self.position;
        let Ok(of) = position.check_penalty(you) else { return Vec::new() };
        let pieces = position.pieces[position.table().color(of).index()];
        pieces
            .iter()
            .map(|cell| position.field().board.name(cell))
            .map(|from| {
                choice(Move::Remove { from }.to_string(), Some(from), format!("Remove the piece on {from}."), true)
            })
            .collect()
    }
}

impl Magma {
    fn home_name(&self, corner: u8) -> Name {
        let field = self.field();
        field.board.name(field.corners[usize::from(corner)])
    }
}

/// `Red has`, `Red and Blue have`.
fn have(list: &str, seats: Seats) -> String {
    format!("{list} {}", if seats.len() == 1 { "has" } else { "have" })
}

/// What the beginning of a move can be, if it is not yet a whole one.
enum Prefix {
    Nothing,
    Piece(Name),
    Entry,
    Removal,
}

fn read_prefix(so_far: &str) -> Option<Prefix> {
    let mut reader = Reader::new(so_far);
    let prefix = if reader.peek().is_none() {
        Prefix::Nothing
    } else if reader.eat('+') {
        Prefix::Entry
    } else if reader.eat_word("remove") {
        Prefix::Removal
    } else {
        let from = reader.name().ok()?;
        reader.eat_dash();
        Prefix::Piece(from)
    };
    reader.peek().is_none().then_some(prefix)
}

fn choice(text: String, cell: Option<Name>, words: String, complete: bool) -> Choice {
    Choice { text, cell: cell.map(|cell| cell.to_string()), words, complete }
}

fn word(mv: Move, words: &str) -> Choice {
    choice(mv.to_string(), None, words.to_owned(), true)
}
