//! The continuations of the beginning of a move.

use super::Stage;
use super::notation::Move;
use super::view::View;
use crate::board::Cell;
use crate::game::{Choice, ChoiceKind};
use crate::notation::{Name, Reader};
use crate::seat::Seat;

impl View {
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
                choices.push(
                    choice(format!("{from}-"), Some(from), format!("Move the piece on {from}."), false)
                        .short("Move it"),
                );
            }
            choices.extend(self.entry_choices(you));
            choices.push(word(Move::Pass, "Pass: do nothing this turn.").with_kind(ChoiceKind::Pass));
        }
        if position.check_penalty(you).is_ok() {
            choices.push(
                choice("remove".to_owned(), None, "Take the penalty: remove a piece.".to_owned(), false)
                    .short("Remove a piece"),
            );
            choices.push(word(Move::Spare, "Spare the piece."));
        }
        if matches!(position.stage, Stage::Over(_)) {
            return choices;
        }
        if position.may_call_magma(you) {
            choices.push(
                word(Move::CallMagma, "Call magma: the timer starts with the starting player's turn.")
                    .short("Call magma"),
            );
        }
        choices.push(if position.agreed.contains(you) {
            word(Move::Disagree, "No longer agree to end the match.")
                .short("Do not end")
                .with_kind(ChoiceKind::Disagree)
        } else {
            word(Move::Agree, "Agree to end the match.").short("Agree to end").with_kind(ChoiceKind::Agree)
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
            .map(|to| {
                choice(Move::Go { from, to }.to_string(), Some(to), format!("Move it to {to}."), true)
                    .short("Move here")
            })
            .collect()
    }

    fn entry_choices(&self, you: Seat) -> Vec<Choice> {
        let Ok(slot) = self.position.check_turn(you) else { return Vec::new() };
        let board = &self.position.field().board;
        let ends = self.position.entries(slot);
        ends.iter()
            .map(|end| board.name(end))
            .map(|to| {
                choice(Move::Enter { to }.to_string(), Some(to), format!("Put a piece in play on {to}."), true)
                    .short("New piece")
            })
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
                    .short("Remove it")
            })
            .collect()
    }
}

/// What to do next.
pub(super) fn prompt(so_far: &str, choices: &[Choice]) -> &'static str {
    let on_board = |complete: bool| choices.iter().any(|choice| choice.cell.is_some() && choice.complete == complete);
    match read_prefix(so_far) {
        Some(Prefix::Piece(_)) => "Tap the space that the piece goes to.",
        Some(Prefix::Entry) => "Tap a marked space for the new piece.",
        Some(Prefix::Removal) => "Tap the piece to remove.",
        Some(Prefix::Nothing) | None => match (on_board(false), on_board(true)) {
            (true, true) => "Tap a marked space for a new piece, or a piece of yours to move it.",
            (true, false) => "Tap a piece of yours to move it.",
            (false, true) => "Tap a marked space for a new piece.",
            (false, false) if choices.iter().any(|choice| choice.kind == ChoiceKind::Pass) => {
                "No piece can move: pass."
            }
            (false, false) => "Choose one of the buttons.",
        },
    }
}

/// The beginning of a move that is not whole yet.
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
    Choice::new(text, words, complete).at(cell)
}

fn word(mv: Move, words: &str) -> Choice {
    choice(mv.to_string(), None, words.to_owned(), true)
}
