//! The continuations of the beginning of a move, token by token.

use super::field::Cells;
use super::notation::{Move, read_size};
use super::public::Stage;
use super::spaces::Size;
use super::view::View;
use crate::board::Cell;
use crate::game::{Choice, ChoiceKind};
use crate::notation::{Name, Reader};
use crate::seat::Seat;

/// The way in which a piece goes to another space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Step,
    Jump,
}

/// The beginning of a move that is not whole yet.
enum Prefix {
    Nothing,
    Word(Word),
    From(Way, Name),
    FromTo(Way, Name, Name),
    FirstStart(Name),
}

/// The words that moves begin with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Place,
    Start,
    Move,
    Grow,
    Spawn,
    Jump,
}

const WORDS: [(&str, Word); 6] = [
    ("place", Word::Place),
    ("start", Word::Start),
    ("move", Word::Move),
    ("grow", Word::Grow),
    ("spawn", Word::Spawn),
    ("jump", Word::Jump),
];

impl View {
    pub(super) fn choices(&self, so_far: &str) -> Vec<Choice> {
        let Some(you) = self.you.filter(|you| self.public().awaited().contains(*you)) else { return Vec::new() };
        let words = |wanted: &[Word]| wanted.iter().flat_map(|word| self.choices_of(you, *word)).collect();
        match (self.public().stage, read_prefix(so_far)) {
            (Stage::Draft { .. }, Some(Prefix::Nothing | Prefix::Word(Word::Place))) => words(&[Word::Place]),
            (Stage::Start { .. }, Some(Prefix::Nothing | Prefix::Word(Word::Start))) => words(&[Word::Start]),
            (Stage::Start { .. }, Some(Prefix::FirstStart(one))) => self.second_starts(you, one),
            (Stage::Play { .. }, Some(Prefix::Nothing)) => {
                let mut choices: Vec<Choice> = words(&[Word::Grow, Word::Spawn, Word::Jump, Word::Move]);
                let pass = whole(Move::Pass, None, "Pass: do nothing this turn.".to_owned(), "Pass");
                choices.push(pass.with_kind(ChoiceKind::Pass));
                choices
            }
            (Stage::Play { .. }, Some(Prefix::Word(word))) if !matches!(word, Word::Place | Word::Start) => {
                words(&[word])
            }
            (Stage::Play { .. }, Some(Prefix::From(way, from))) => self.destinations(you, way, from),
            (Stage::Play { .. }, Some(Prefix::FromTo(way, from, to))) => self.sizes(you, way, from, to),
            _ => Vec::new(),
        }
    }

    /// What to do next.
    pub(super) fn prompt(&self, so_far: &str, choices: &[Choice]) -> String {
        let words = match (self.public().stage, read_prefix(so_far)) {
            (Stage::Draft { hand, .. }, _) => return format!("Tap a space for {}.", hand.words()),
            (Stage::Start { .. }, Some(Prefix::FirstStart(_))) => "Tap a chip for your second small pyramid.",
            (Stage::Start { .. }, _) => "Tap a chip for your first small pyramid.",
            (_, Some(Prefix::Word(Word::Grow))) => "Tap the pyramid that grows.",
            (_, Some(Prefix::Word(Word::Spawn))) => "Tap the large pyramid that spawns a small one.",
            (_, Some(Prefix::Word(Word::Jump))) => "Tap the pyramid that teleports.",
            (_, Some(Prefix::Word(_))) => "Tap the pyramid that moves.",
            (_, Some(Prefix::From(..) | Prefix::FirstStart(_))) => "Tap the space that it goes to.",
            (_, Some(Prefix::FromTo(..))) => "Choose the pyramid that goes there.",
            (_, Some(Prefix::Nothing) | None) if choices.iter().all(|choice| choice.cell.is_none()) => {
                "No pyramid can do anything: pass."
            }
            (_, Some(Prefix::Nothing) | None) => "Tap one of your pyramids to see what it can do.",
        };
        words.to_owned()
    }

    /// The continuations of a move that begins with this word.
    fn choices_of(&self, you: Seat, word: Word) -> Vec<Choice> {
        let public = self.public();
        let each = |cells: Cells, choice: &dyn Fn(Name) -> Choice| -> Vec<Choice> {
            cells.iter().map(|cell| choice(public.name(cell))).collect()
        };
        let own = public.standing(you);
        match word {
            Word::Place => each(public.spaces.without_chip(), &|at| {
                whole(Move::Place { at }, Some(at), format!("Place the chip on {at}."), "Place the chip")
            }),
            Word::Start => each(public.ones(you), &|at| {
                part(format!("start {at}"), at, format!("Start with a small pyramid on {at}."), "Start here")
            }),
            Word::Grow => each(own.iter().filter(|cell| public.growth(you, *cell).is_some()).collect(), &|at| {
                whole(Move::Grow { at }, Some(at), format!("Let the pyramid on {at} grow."), "Grow")
            }),
            Word::Spawn => each(own.iter().filter(|cell| public.spawns(you, *cell)).collect(), &|at| {
                whole(
                    Move::Spawn { at },
                    Some(at),
                    format!("Let the large pyramid on {at} spawn a small one."),
                    "Spawn a small",
                )
            }),
            Word::Move => each(self.origins(you, Way::Step), &|from| {
                part(format!("move {from}-"), from, format!("Move a pyramid from {from}."), "Move")
            }),
            Word::Jump => each(self.origins(you, Way::Jump), &|from| {
                part(format!("jump {from}-"), from, format!("Teleport a pyramid from {from}."), "Teleport")
            }),
        }
    }

    fn second_starts(&self, you: Seat, one: Name) -> Vec<Choice> {
        let public = self.public();
        let ones = public.ones(you);
        let first = public.field().board.find(one).filter(|cell| ones.contains(*cell));
        let mut seconds = if first.is_some() { ones } else { Cells::EMPTY };
        if !public.options.start_same_chip {
            first.into_iter().for_each(|first| seconds.remove(first));
        }
        let names = seconds.iter().map(|cell| public.name(cell));
        names.map(|at| whole(Move::start(one, at), Some(at), format!("And with one on {at}."), "And here")).collect()
    }

    /// The destinations of a piece of this size that stands here; none if no such piece does.
    fn ways(&self, you: Seat, way: Way, from: Cell, size: Size) -> Cells {
        let public = self.public();
        let open = public.open_to(you);
        match way {
            _ if public.spaces.count(you, size, from) == 0 => Cells::EMPTY,
            Way::Step => public.steps(from, open),
            Way::Jump if public.teleporter(you, size) == Some(from) => public.jumps(from, open),
            Way::Jump => Cells::EMPTY,
        }
    }

    fn ways_of_any(&self, you: Seat, way: Way, from: Cell) -> Cells {
        Size::ALL.into_iter().fold(Cells::EMPTY, |ways, size| ways | self.ways(you, way, from, size))
    }

    fn origins(&self, you: Seat, way: Way) -> Cells {
        let own = self.public().standing(you);
        own.iter().filter(|from| !self.ways_of_any(you, way, *from).is_empty()).collect()
    }

    /// The destinations of the pieces here: whole moves if all pieces here are of one size.
    fn destinations(&self, you: Seat, way: Way, from: Name) -> Vec<Choice> {
        let public = self.public();
        let Some(origin) = public.field().board.find(from) else { return Vec::new() };
        let ways = self.ways_of_any(you, way, origin).iter();
        ways.flat_map(|end| {
            let mut sizes = self.sizes(you, way, from, public.name(end));
            if sizes.len() > 1 {
                let to = public.name(end);
                sizes = vec![part(
                    format!("{} {from}-{to}", word_of(way)),
                    to,
                    format!("Go to {to}; then choose a pyramid."),
                    "Go here",
                )];
            }
            sizes
        })
        .collect()
    }

    /// The sizes of the pieces that can go this way.
    fn sizes(&self, you: Seat, way: Way, from: Name, to: Name) -> Vec<Choice> {
        let board = &self.public().field().board;
        let (Some(origin), Some(end)) = (board.find(from), board.find(to)) else { return Vec::new() };
        let sizes = Size::ALL.into_iter().filter(|size| self.ways(you, way, origin, *size).contains(end));
        sizes
            .map(|size| {
                let mv = match way {
                    Way::Step => Move::Step { from, to, size },
                    Way::Jump => Move::Jump { from, to, size },
                };
                let short = format!("The {} one", size.name());
                whole(mv, Some(to), format!("Go to {to} with the {} pyramid.", size.name()), &short)
            })
            .collect()
    }
}

fn word_of(way: Way) -> &'static str {
    match way {
        Way::Step => "move",
        Way::Jump => "jump",
    }
}

fn whole(mv: Move, cell: Option<Name>, words: String, short: &str) -> Choice {
    Choice::new(mv.to_string(), words, true).at(cell).short(short)
}

fn part(text: String, cell: Name, words: String, short: &str) -> Choice {
    Choice::new(text, words, false).at(Some(cell)).short(short)
}

fn read_prefix(so_far: &str) -> Option<Prefix> {
    let mut reader = Reader::new(so_far);
    if reader.peek().is_none() {
        return Some(Prefix::Nothing);
    }
    let (_, word) = WORDS.into_iter().find(|(text, _)| reader.eat_word(text))?;
    if reader.peek().is_none() {
        return Some(Prefix::Word(word));
    }
    let name = reader.name().ok()?;
    let prefix = match word {
        Word::Start => {
            reader.eat(',');
            Prefix::FirstStart(name)
        }
        Word::Move | Word::Jump => {
            let way = if word == Word::Move { Way::Step } else { Way::Jump };
            let dash = reader.eat_dash();
            match reader.peek() {
                Some(_) if dash => Prefix::FromTo(way, name, reader.name().ok()?),
                _ => Prefix::From(way, name),
            }
        }
        Word::Place | Word::Grow | Word::Spawn => return None,
    };
    // A size makes the move whole, and nothing can follow.
    let whole = read_size(&mut reader).is_some();
    (!whole && reader.peek().is_none()).then_some(prefix)
}
