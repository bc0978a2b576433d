//! A second implementation of the rules, written from the rules page alone and as plainly as possible: chips in a map, pieces
//! in a list, and every act in a log that is read again for each question. `comparison.rs` plays it beside the fast rules.

mod comparison;

use std::collections::{BTreeMap, BTreeSet};

use super::{Adjacency, AllPass, Options, Setup};

type Cell = (u8, u8);
/// A chip: the letter of its colour and its value; N and 0 for the neutral chip.
type Chip = (char, u8);

const LETTERS: [char; 6] = ['R', 'B', 'G', 'Y', 'O', 'P'];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    Draft,
    Start,
    Play,
    Over(End),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Five(usize),
    Passes,
    Stuck,
    Rounds,
    Alone,
}

#[derive(Clone, PartialEq, Debug)]
enum Deed {
    Did(String),
    Passed,
    Forced,
    Lapsed,
    Left,
}

#[derive(Debug)]
struct Oracle {
    seats: usize,
    side: u8,
    options: Options,
    phase: Phase,
    /// The seat that is to place or to move.
    turn: usize,
    bag: Vec<Chip>,
    hand: Option<Chip>,
    first: Option<usize>,
    chips: BTreeMap<Cell, Chip>,
    pieces: Vec<(usize, char, Cell)>,
    starts: Vec<Option<[Cell; 2]>>,
    turns: u32,
    /// The acts of the seats since the first move, and every departure.
    log: Vec<(usize, Deed)>,
}

fn name((x, y): Cell) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    (bytes[0] - b'a', bytes[1] - b'1')
}

impl Oracle {
    fn new(seats: usize, side: u8, options: Options) -> Oracle {
        let mut bag = vec![('N', 0)];
        let (colors, ones) = if side == 5 { (4, 3) } else { (6, 5) };
        for letter in &LETTERS[..colors] {
            bag.extend(std::iter::repeat_n((*letter, 1), ones));
            bag.extend([(*letter, 2), (*letter, 2), (*letter, 3)]);
        }
        Oracle {
            seats,
            side,
            options,
            phase: if options.setup == Setup::Draft { Phase::Draft } else { Phase::Start },
            turn: 0,
            bag,
            hand: None,
            first: None,
            chips: BTreeMap::new(),
            pieces: Vec::new(),
            starts: vec![None; seats],
            turns: 0,
            log: Vec::new(),
        }
    }

    fn cells(&self) -> Vec<Cell> {
        (0..self.side).flat_map(|x| (0..self.side).map(move |y| (x, y))).collect()
    }

    fn has_left(&self, seat: usize) -> bool {
        self.log.contains(&(seat, Deed::Left))
    }

    fn remaining(&self) -> BTreeSet<usize> {
        (0..self.seats).filter(|&seat| !self.has_left(seat)).collect()
    }

    fn after(&self, seat: usize) -> usize {
        let next = (seat + 1) % self.seats;
        if self.has_left(next) && !self.remaining().is_empty() { self.after(next) } else { next }
    }

    fn awaited(&self) -> BTreeSet<usize> {
        match self.phase {
            Phase::Draft | Phase::Play => [self.turn].into(),
            Phase::Start => self.remaining().into_iter().filter(|&seat| self.starts[seat].is_none()).collect(),
            Phase::Over(_) => BTreeSet::new(),
        }
    }

    /// A chip that the dice gave to the seat in turn.
    fn drawn(&mut self, chip: Chip) {
        let at = self.bag.iter().position(|there| *there == chip).expect("a chip from the bag");
        self.bag.remove(at);
        self.hand = Some(chip);
        if chip.0 == 'N' {
            self.first = Some(self.turn);
        }
    }

    fn own(&self, seat: usize, cell: Cell, value: u8) -> bool {
        self.chips[&cell] == (LETTERS[seat], value)
    }

    fn on(&self, cell: Cell) -> usize {
        self.pieces.iter().filter(|piece| piece.2 == cell).count()
    }

    fn count(&self, seat: usize, size: char) -> usize {
        self.pieces.iter().filter(|piece| (piece.0, piece.1) == (seat, size)).count()
    }

    /// True if a piece of the seat, which has not left, may come to the space (D9 to D12).
    fn open(&self, seat: usize, to: Cell) -> bool {
        match (self.chips[&to].0, self.on(to)) {
            ('N', _) | (_, 0) => true,
            (letter, 1) => letter == LETTERS[seat],
            _ => false,
        }
    }

    fn adjacent(&self, (x, y): Cell, (u, v): Cell) -> bool {
        match (x.abs_diff(u), y.abs_diff(v)) {
            (0, 1) | (1, 0) => true,
            (1, 1) => self.options.adjacency == Adjacency::All8,
            _ => false,
        }
    }

    /// The text of the seat's latest turn, unless it passed or lapsed.
    fn latest(&self, seat: usize) -> Option<&str> {
        match self.log.iter().rev().find(|line| line.0 == seat) {
            Some((_, Deed::Did(text))) => Some(text),
            _ => None,
        }
    }

    /// Every move but a pass that the seat could make in a turn.
    fn acts(&self, seat: usize) -> BTreeSet<String> {
        let mut acts = BTreeSet::new();
        let cells = self.cells();
        for &(owner, size, from) in &self.pieces {
            if owner != seat {
                continue;
            }
            let neutral = self.chips[&from].0 == 'N';
            let here = name(from);
            let brought = self
                .latest(seat)
                .is_some_and(|text| text.starts_with("move") && text.ends_with(&format!("-{here} {size}")));
            let in_time = !self.options.teleport_next_only || brought;
            for &to in cells.iter().filter(|to| **to != from && self.open(seat, **to)) {
                if self.adjacent(from, to) {
                    acts.insert(format!("move {here}-{} {size}", name(to)));
                }
                if neutral && in_time {
                    acts.insert(format!("jump {here}-{} {size}", name(to)));
                }
            }
            let grows = size == 's' && self.own(seat, from, 2) && self.count(seat, 'm') < 5
                || size == 'm' && self.own(seat, from, 3);
            if grows {
                acts.insert(format!("grow {here}"));
            }
            if size == 'l' && self.own(seat, from, 1) && self.count(seat, 's') < 5 {
                acts.insert(format!("spawn {here}"));
            }
        }
        acts
    }

    /// Every move that the seat may send.
    fn legal(&self, seat: usize) -> BTreeSet<String> {
        if !self.awaited().contains(&seat) {
            return BTreeSet::new();
        }
        let cells = self.cells();
        match self.phase {
            Phase::Draft => {
                let empty = cells.into_iter().filter(|cell| !self.chips.contains_key(cell));
                empty.map(|cell| format!("place {}", name(cell))).collect()
            }
            Phase::Start => {
                let ones: Vec<Cell> = cells.into_iter().filter(|cell| self.own(seat, *cell, 1)).collect();
                let pairs = ones.iter().flat_map(|one| ones.iter().map(move |other| (*one, *other)));
                let same = self.options.start_same_chip;
                let fit = pairs.filter(|(one, other)| one < other || same && one == other);
                fit.map(|(one, other)| format!("start {} {}", name(one), name(other))).collect()
            }
            Phase::Play => {
                let mut legal = self.acts(seat);
                legal.insert("pass".to_owned());
                legal
            }
            Phase::Over(_) => BTreeSet::new(),
        }
    }

    fn act(&mut self, seat: usize, text: &str) {
        let words: Vec<&str> = text.split([' ', '-']).collect();
        match words[0] {
            "place" => {
                self.chips.insert(cell(words[1]), self.hand.take().unwrap());
                self.turn = self.after(seat);
                if self.bag.is_empty() {
                    self.phase = Phase::Start;
                }
            }
            "start" => {
                self.starts[seat] = Some([cell(words[1]), cell(words[2])]);
                self.begin_if_all_chose();
            }
            "pass" => self.pass(seat, Deed::Passed),
            verb => {
                let at = cell(words[1]);
                match verb {
                    "grow" => {
                        let (old, new) = if self.chips[&at].1 == 2 { ('s', 'm') } else { ('m', 'l') };
                        self.remove(seat, old, at);
                        self.pieces.push((seat, new, at));
                    }
                    "spawn" => self.pieces.push((seat, 's', at)),
                    _ => {
                        let size = words[3].chars().next().unwrap();
                        self.remove(seat, size, at);
                        self.pieces.push((seat, size, cell(words[2])));
                    }
                }
                self.log.push((seat, Deed::Did(text.to_owned())));
                if self.count(seat, 'l') == 5 {
                    self.phase = Phase::Over(End::Five(seat));
                }
                self.go_on();
            }
        }
    }

    fn remove(&mut self, seat: usize, size: char, at: Cell) {
        let found = self.pieces.iter().position(|piece| *piece == (seat, size, at)).unwrap();
        self.pieces.remove(found);
    }

    fn begin_if_all_chose(&mut self) {
        if self.phase != Phase::Start || !self.awaited().is_empty() {
            return;
        }
        for (seat, start) in self.starts.iter().enumerate() {
            self.pieces.extend(start.iter().flatten().map(|cell| (seat, 's', *cell)));
        }
        self.phase = Phase::Play;
        self.turn = self.first.unwrap();
        if self.has_left(self.turn) {
            self.turn = self.after(self.turn);
        }
        self.stop_if_stuck();
    }

    fn pass(&mut self, seat: usize, how: Deed) {
        self.log.push((seat, how));
        let run = || self.log.iter().rev().take_while(|line| !matches!(line.1, Deed::Did(_)));
        let passed: BTreeSet<usize> =
            run().filter(|line| matches!(line.1, Deed::Passed | Deed::Forced)).map(|line| line.0).collect();
        let chosen = run().any(|line| line.1 == Deed::Passed);
        let present: BTreeSet<usize> = self.remaining().into_iter().filter(|&seat| !self.is_absent(seat)).collect();
        let all = !present.is_empty() && present.is_subset(&passed);
        if self.options.allpass == AllPass::Draw && chosen && all {
            self.phase = Phase::Over(End::Passes);
        }
        self.go_on();
    }

    /// True if the seat has sent nothing since its last lapse.
    fn is_absent(&self, seat: usize) -> bool {
        let own = self.log.iter().rev().filter(|line| line.0 == seat && line.1 != Deed::Forced);
        own.map(|line| &line.1).next() == Some(&Deed::Lapsed)
    }

    fn leave(&mut self, seat: usize, how: Deed) {
        let in_turn = self.phase != Phase::Start && self.turn == seat;
        self.log.push((seat, how));
        if self.remaining().len() == 1 && !matches!(self.phase, Phase::Over(_)) {
            self.phase = Phase::Over(End::Alone);
        }
        match self.phase {
            Phase::Draft if in_turn => self.turn = self.after(seat),
            Phase::Start => self.begin_if_all_chose(),
            Phase::Play if in_turn => self.go_on(),
            Phase::Play => self.stop_if_stuck(),
            Phase::Draft | Phase::Over(_) => {}
        }
    }

    fn stop_if_stuck(&mut self) {
        if self.phase == Phase::Play && self.remaining().iter().all(|&seat| self.acts(seat).is_empty()) {
            self.phase = Phase::Over(End::Stuck);
        }
    }

    fn go_on(&mut self) {
        self.stop_if_stuck();
        while self.phase == Phase::Play {
            self.turn = (self.turn + 1) % self.seats;
            self.turns += 1;
            if self.options.max_rounds.is_some_and(|rounds| self.turns == rounds * self.seats as u32) {
                self.phase = Phase::Over(End::Rounds);
            } else if !self.has_left(self.turn) {
                break;
            }
        }
    }

    fn ranks(&self) -> Vec<u8> {
        let Phase::Over(end) = self.phase else { return Vec::new() };
        let merit = |seat: usize| {
            let sizes = ['l', 'm', 's'].map(|size| self.count(seat, size));
            match end {
                _ if self.has_left(seat) => (0, [0; 3]),
                End::Five(winner) if winner == seat => (2, [0; 3]),
                End::Rounds => (1, sizes),
                End::Five(_) | End::Passes | End::Stuck | End::Alone => (1, [0; 3]),
            }
        };
        let better = |seat: usize| (0..self.seats).filter(|&other| merit(other) > merit(seat)).count();
        (0..self.seats).map(|seat| 1 + u8::try_from(better(seat)).unwrap()).collect()
    }
}
