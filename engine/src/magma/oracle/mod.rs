//! A second implementation of calm Magma, written straight from the rules pages and deliberately slow.
//!
//! No rule is shared with the fast implementation, only the words of its options. Cells are axial pairs, sets are
//! trees, a reach is found by making every legal move, and all facts about the past are read from the full log. The
//! only purpose is the comparison in `comparison.rs`, so the wording of the rules goes before speed everywhere.

mod comparison;

use std::collections::{BTreeMap, BTreeSet};

use super::{BoardKind, Color, Ending, Options, Reach};

type Cell = (i32, i32);
type Cells = BTreeSet<Cell>;
type Pieces = BTreeMap<Cell, Color>;
type Line = (usize, Deed);

const WAYS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const PRINTED: [Color; 6] = [Color::Red, Color::Blue, Color::Yellow, Color::Red, Color::Blue, Color::Yellow];

/// One place in the turn order; the solo player owns two of them (A20).
struct Slot {
    home: Cell,
    color: Color,
    seat: usize,
}

/// The act of a seat in a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Moved,
    Entered,
    Passed,
    Lapsed,
    Agreed,
    Disagreed,
    Left,
}

struct Oracle {
    options: Options,
    seats: usize,
    cells: Cells,
    /// The names of the cells, in reading order.
    names: Vec<(Cell, String)>,
    slots: Vec<Slot>,
    /// The supply of each seat after set-up.
    given: Vec<usize>,
    pieces: Pieces,
    log: Vec<Line>,
    /// The slot that began, and below it the slot to move.
    first: usize,
    turn: usize,
    rounds: u32,
    ending: Option<Ending>,
}

fn beyond(cell: Cell, way: Cell) -> Cell {
    (cell.0 + way.0, cell.1 + way.1)
}

/// The board from its predicate: a bound on the spread of the three coordinates makes pointed corners, a bound on
/// each of them an ordinary hexhex.
fn cells(board: BoardKind) -> Cells {
    let inside = |&(x, y): &Cell| {
        let three = [x, y, -x - y];
        let spread = three.iter().max().unwrap() - three.iter().min().unwrap();
        let farthest = three.iter().map(|coordinate| coordinate.abs()).max().unwrap();
        match board {
            BoardKind::Pointed43 => spread <= 6,
            BoardKind::Pointed91 => spread <= 9,
            BoardKind::Pointed157 => spread <= 12,
            BoardKind::Hexhex5 => farthest <= 4,
            BoardKind::Hexhex6 => farthest <= 5,
            BoardKind::Hexhex7 => farthest <= 6,
        }
    };
    (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))).filter(inside).collect()
}

/// Row letter from the top, number from the left, both found by counting.
fn names(cells: &Cells) -> Vec<(Cell, String)> {
    let rows: BTreeSet<i32> = cells.iter().map(|cell| cell.1).collect();
    let row = |(y, letter): (i32, char)| {
        let cells = cells.iter().filter(move |cell| cell.1 == y);
        cells.zip(1..).map(move |(&cell, number): (_, u8)| (cell, format!("{letter}{number}")))
    };
    rows.into_iter().zip('a'..).flat_map(row).collect()
}

/// The first cell of the first row and its five turns by sixty degrees: a1 first, then clockwise.
fn homes(cells: &Cells) -> Vec<Cell> {
    std::iter::successors(Some(names(cells)[0].0), |&(x, y)| Some((-y, x + y))).take(6).collect()
}

/// The seat table; at five the second slot of the solo colour goes back to the seat that has the first (A38).
fn slots(seats: usize, options: &Options) -> Vec<Slot> {
    let homes = homes(&cells(options.board));
    let corners: &[usize] = match (seats, options.unused_color) {
        (2, _) => &[0, 3],
        (3, _) => &[0, 2, 4],
        (4, Color::Red) => &[1, 2, 4, 5],
        (4, Color::Blue) => &[0, 2, 3, 5],
        (4, Color::Yellow) => &[0, 1, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5],
    };
    let mut table: Vec<Slot> = Vec::new();
    let mut newcomer = 0;
    for &corner in corners {
        // Two players play with different colours although their homes are printed alike (A36).
        let color = PRINTED[if seats == 2 { newcomer } else { corner }];
        let solo = seats == 5 && color == options.solo_color;
        let earlier = table.iter().find(|slot| solo && slot.color == color).map(|slot| slot.seat);
        newcomer += usize::from(earlier.is_none());
        table.push(Slot { home: homes[corner], color, seat: earlier.unwrap_or(newcomer - 1) });
    }
    if let Some(wanted) = options.solo_seat.filter(|_| seats == 5) {
        // The players keep their places around the table and are counted from another one, until the solo player has
        // this number; the order of turns begins with the player who is then called 0 (A42).
        let solo = table.iter().find(|slot| slot.color == options.solo_color).unwrap().seat;
        table.iter_mut().for_each(|slot| slot.seat = (slot.seat + usize::from(wanted) + 5 - solo) % 5);
        // Of the two homes of a solo player who is 0, the first one from a1 comes first.
        let first = table.iter().position(|slot| slot.seat == 0).unwrap();
        table.rotate_left(first);
    }
    table
}

/// Follows every sequence of jumps from `at`, never landing twice on one cell in the same sequence: a loop gains
/// nothing, since the board does not change during the move (A6, A7). Each landing is a possible end.
fn jumps(cells: &Cells, pieces: &Pieces, color: Color, at: Cell, path: &mut Vec<Cell>, ends: &mut Cells) {
    for way in WAYS {
        let over = beyond(at, way);
        let landing = beyond(over, way);
        let possible = pieces.get(&over) == Some(&color) && cells.contains(&landing) && !pieces.contains_key(&landing);
        if possible && !path.contains(&landing) {
            ends.insert(landing);
            path.push(landing);
            jumps(cells, pieces, color, landing, path, ends);
            path.pop();
        }
    }
}

impl Oracle {
    fn new(seats: usize, options: Options) -> Self {
        let cells = cells(options.board);
        let (names, slots) = (names(&cells), slots(seats, &options));
        let pieces = slots.iter().map(|slot| (slot.home, slot.color)).collect();
        let begins = |slot: &Slot| options.first.is_none_or(|home| names.contains(&(slot.home, home.to_string())));
        let first = slots.iter().position(begins).unwrap();
        // One piece of each 25 stands on a home; the solo player has 50 and two homes.
        let given = (0..seats).map(|seat| 24 * slots.iter().filter(|slot| slot.seat == seat).count()).collect();
        let log = Vec::new();
        Oracle { options, seats, cells, names, slots, given, pieces, log, first, turn: first, rounds: 0, ending: None }
    }

    fn name(&self, cell: Cell) -> &str {
        &self.names.iter().find(|named| named.0 == cell).unwrap().1
    }

    fn cell(&self, name: &str) -> Cell {
        self.names.iter().find(|named| named.1 == name).unwrap().0
    }

    fn seat_in_turn(&self) -> usize {
        self.slots[self.turn].seat
    }

    fn color(&self, seat: usize) -> Color {
        self.slots.iter().find(|slot| slot.seat == seat).unwrap().color
    }

    fn colors(&self) -> BTreeSet<Color> {
        self.slots.iter().map(|slot| slot.color).collect()
    }

    fn pieces_of(&self, color: Color) -> Cells {
        self.pieces.iter().filter(|piece| *piece.1 == color).map(|piece| *piece.0).collect()
    }

    fn is_vacant(&self, cell: Cell) -> bool {
        self.cells.contains(&cell) && !self.pieces.contains_key(&cell)
    }

    /// The supply of the seat: its pieces, or those of its side, less every entry in the log (A13).
    fn supply(&self, seat: usize) -> usize {
        let shares =
            |mate: usize| mate == seat || self.options.pool_team_supply && self.color(mate) == self.color(seat);
        let given: usize = (0..self.seats).filter(|&mate| shares(mate)).map(|mate| self.given[mate]).sum();
        given - self.log.iter().filter(|line| line.1 == Deed::Entered && shares(line.0)).count()
    }

    /// The cells on which the piece on `from` can end a move: one step or a chain of jumps (A4), never where it began (A5).
    fn ends_of_move(&self, from: Cell) -> Cells {
        let mut lifted = self.pieces.clone();
        let color = lifted.remove(&from).unwrap();
        let mut ends: Cells = WAYS.iter().map(|&way| beyond(from, way)).filter(|&to| self.is_vacant(to)).collect();
        jumps(&self.cells, &lifted, color, from, &mut Vec::new(), &mut ends);
        ends.remove(&from);
        ends
    }

    /// The cells on which a piece from the supply can end when it enters through the home of `slot` (A8 to A13).
    fn ends_of_entry(&self, slot: &Slot) -> Cells {
        let mut ends = Cells::new();
        if self.supply(slot.seat) == 0 {
            return ends;
        }
        if self.is_vacant(slot.home) {
            ends.insert(slot.home);
            if self.options.entry_continue {
                jumps(&self.cells, &self.pieces, slot.color, slot.home, &mut Vec::new(), &mut ends);
            }
            return ends;
        }
        // The jump begins off the board, on any side of the home, and may go on (A8, A9). An enemy bars it (A10).
        let outside = WAYS.map(|way| beyond(slot.home, way)).into_iter().filter(|cell| !self.cells.contains(cell));
        for start in outside {
            let landing = (2 * slot.home.0 - start.0, 2 * slot.home.1 - start.1);
            if self.pieces[&slot.home] == slot.color && self.is_vacant(landing) {
                ends.insert(landing);
                jumps(&self.cells, &self.pieces, slot.color, landing, &mut vec![landing], &mut ends);
            }
        }
        ends
    }

    /// Every turn the seat in turn may take, as text.
    fn turns(&self) -> BTreeSet<String> {
        let slot = &self.slots[self.turn];
        let mut texts = BTreeSet::from(["pass".to_owned()]);
        texts.extend(self.ends_of_entry(slot).into_iter().map(|end| format!("+{}", self.name(end))));
        for from in self.pieces_of(slot.color) {
            let ends = self.ends_of_move(from).into_iter();
            texts.extend(ends.map(|end| format!("{}-{}", self.name(from), self.name(end))));
        }
        texts
    }

    /// The slots through whose homes the colour can still enter, in any turn (A14). The home of a seat that resigned is not
    /// among them: that is our reading 2 in RULES.md, since A14 itself asks for a supply only.
    fn doors(&self, color: Color) -> impl Iterator<Item = &Slot> {
        let open = move |slot: &&Slot| slot.color == color && self.supply(slot.seat) > 0 && !self.has_left(slot.seat);
        self.slots.iter().filter(open)
    }

    /// The vacant cells the colour could move a piece to if it were its turn: by every move there is (A14).
    fn reach_in_one_turn(&self, color: Color) -> Cells {
        let moves = self.pieces_of(color).into_iter().flat_map(|from| self.ends_of_move(from));
        moves.chain(self.doors(color).flat_map(|slot| self.ends_of_entry(slot))).collect()
    }

    /// The vacant cells of the regions the colour borders, by its pieces or by a vacant home with supply (A14).
    fn reach_by_region(&self, color: Color) -> Cells {
        let around = |cell| WAYS.map(|way| beyond(cell, way));
        let mut todo: Vec<Cell> = self.pieces_of(color).into_iter().flat_map(around).collect();
        todo.extend(self.doors(color).map(|slot| slot.home));
        let mut flooded = Cells::new();
        while let Some(cell) = todo.pop() {
            if self.is_vacant(cell) && flooded.insert(cell) {
                todo.extend(around(cell));
            }
        }
        flooded
    }

    /// For each colour the vacant cells that it alone reaches. A cell that two colours reach, or none, counts for no colour (A15).
    fn exclusive(&self) -> BTreeMap<Color, Cells> {
        let reach = |color| match self.options.reach {
            Reach::Turn => self.reach_in_one_turn(color),
            Reach::Region => self.reach_by_region(color),
        };
        let reaches: Vec<(Color, Cells)> = self.colors().into_iter().map(|color| (color, reach(color))).collect();
        let alone = |cells: &Cells| {
            let by_one = |cell: &&Cell| reaches.iter().filter(|(_, reached)| reached.contains(cell)).count() == 1;
            cells.iter().filter(by_one).copied().collect()
        };
        reaches.iter().map(|(color, cells)| (*color, alone(cells))).collect()
    }

    /// One for each piece on the board and three, or two by the option, for each exclusive vacant cell, by colour (A16, A43).
    fn scores(&self) -> BTreeMap<Color, usize> {
        let vacant = if self.options.vacant_worth == 2 { 2 } else { 3 };
        let worth = |color, cells: Cells| self.pieces_of(color).len() + vacant * cells.len();
        self.exclusive().into_iter().map(|(color, cells)| (color, worth(color, cells))).collect()
    }

    fn has_left(&self, seat: usize) -> bool {
        self.log.contains(&(seat, Deed::Left))
    }

    /// False for a seat that has left, and for one that has sent nothing since its last lapse (A27).
    fn is_present(&self, seat: usize) -> bool {
        let latest = self.log.iter().rev().find(|line| line.0 == seat);
        !self.has_left(seat) && latest.is_none_or(|line| line.1 != Deed::Lapsed)
    }

    fn present(&self) -> BTreeSet<usize> {
        (0..self.seats).filter(|&seat| self.is_present(seat)).collect()
    }

    /// The lines since the board last changed, the newest first.
    fn since_board_changed(&self) -> impl Iterator<Item = &Line> {
        self.log.iter().rev().take_while(|line| !matches!(line.1, Deed::Moved | Deed::Entered))
    }

    /// True if the agreement of the seat to end stands (A19).
    fn has_agreed(&self, seat: usize) -> bool {
        let word = |line: &&Line| line.0 == seat && matches!(line.1, Deed::Agreed | Deed::Disagreed);
        self.since_board_changed().find(word).is_some_and(|line| line.1 == Deed::Agreed)
    }

    /// The seats that passed in the unbroken run; a lapse is neutral, and so are words said out of turn (A17, A27).
    fn run(&self) -> BTreeSet<usize> {
        self.since_board_changed().filter(|line| line.1 == Deed::Passed).map(|line| line.0).collect()
    }

    /// The sides with a seat left to play.
    fn sides_left(&self) -> BTreeSet<Color> {
        (0..self.seats).filter(|&seat| !self.has_left(seat)).map(|seat| self.color(seat)).collect()
    }

    /// The ending that the newest line brings about, if any. Only a pass can end the match by passing (A18). An agreement ends it
    /// after any line, if all present seats have agreed (A19). A pass can complete both, when a seat that had agreed comes
    /// back after all seats were absent; the match then ends by passing.
    fn ending_now(&self) -> Option<Ending> {
        let present = self.present();
        if self.sides_left().len() == 1 {
            Some(Ending::LastSide)
        } else if self.log.last().is_some_and(|line| line.1 == Deed::Passed) && self.run().is_superset(&present) {
            Some(Ending::AllPassed)
        } else if !present.is_empty() && present.iter().all(|&seat| self.has_agreed(seat)) {
            Some(Ending::Agreed)
        } else {
            self.options.max_rounds.filter(|&max| self.rounds >= max).map(|_| Ending::Rounds)
        }
    }

    /// Hands the turn on, past the seats that left; a round is over when the first slot comes up again (A24).
    fn hand_on(&mut self) {
        for _ in 0..self.slots.len() {
            self.turn = (self.turn + 1) % self.slots.len();
            self.rounds += u32::from(self.turn == self.first);
            if !self.has_left(self.seat_in_turn()) {
                return;
            }
        }
    }

    /// Enters a line in the log. A line that is a turn, or the leaving of the seat in turn, hands the turn on.
    fn record(&mut self, seat: usize, deed: Deed) {
        self.log.push((seat, deed));
        if !matches!(deed, Deed::Agreed | Deed::Disagreed) && seat == self.seat_in_turn() {
            self.hand_on();
        }
        self.ending = self.ending_now();
    }

    /// Carries out a legal text of `seat`.
    fn act(&mut self, seat: usize, text: &str) {
        let deed = match text {
            "pass" => Deed::Passed,
            "agree" => Deed::Agreed,
            "disagree" => Deed::Disagreed,
            _ => {
                let (from, to) = text.split_once(['-', '+']).unwrap();
                let lifted = (!from.is_empty()).then(|| self.pieces.remove(&self.cell(from)).unwrap());
                self.pieces.insert(self.cell(to), self.color(seat));
                if lifted.is_some() { Deed::Moved } else { Deed::Entered }
            }
        };
        self.record(seat, deed);
    }

    /// The line of the latest turn that a member of the side took; a pass is one, a lapse is not (A21).
    fn latest_turn(&self, color: Color) -> Option<usize> {
        let is_turn = |line: &Line| matches!(line.1, Deed::Moved | Deed::Entered | Deed::Passed);
        self.log.iter().rposition(|line| is_turn(line) && self.color(line.0) == color)
    }

    /// One more than the number of sides that did better; sides that are out rank last together.
    fn ranks(&self) -> Vec<usize> {
        let left = self.sides_left();
        let merit = |color, score| left.contains(&color).then(|| (score, self.latest_turn(color)));
        let merits: BTreeMap<_, _> =
            self.scores().into_iter().map(|(side, score)| (side, merit(side, score))).collect();
        let rank = |seat| 1 + merits.values().filter(|&other| *other > merits[&self.color(seat)]).count();
        (0..self.seats).map(rank).collect()
    }
}
