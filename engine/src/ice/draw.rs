//! The picture of a view.

use super::chips::{Chip, Color};
use super::public::Stage;
use super::spaces::Size;
use super::story::{Ending, Event};
use super::view::View;
use crate::board::Cell;
use crate::chair::Names;
use crate::notation::Name;
use crate::scene::{Ground, GroundKind, Layout, Mark, Material, Paint, Panel, Scene, Shape, Spot, Token};
use crate::seat::{Seat, Seats};

/// The most pieces on a space that are drawn one by one; of more, equal ones are drawn once, with their number.
const DRAWN_APART: u8 = 4;
/// The number of kinds of pieces that fit side by side in a line of the text board.
const KINDS_IN_A_LINE: usize = 2;

impl View {
    pub(super) fn scene(&self) -> Scene {
        let public = self.public();
        let scene = Scene {
            title: self.title(),
            layout: Layout::Squares,
            material: Material::Mars,
            phases: None,
            drawn: if let Stage::Draft { hand, .. } = public.stage { Some(self.chip(hand)) } else { None },
            arrows: Vec::new(),
            ways: Vec::new(),
            spots: public.field().board.cells().map(|cell| self.spot(cell)).collect(),
            panels: Seat::all(public.seats).map(|seat| self.panel(seat)).collect(),
            notes: [self.last_change(), self.bag_note(), self.first_note()].into_iter().flatten().collect(),
            text_key: "R1 is a chip, its colour and value; N is the neutral chip. Below it stand the pyramids: RS is a small \
                       red one, 2BM are two medium blue ones, GL is a large green one. * marks the player to move; < and > \
                       mark the last change."
                .to_owned(),
            picture_key: "The number on a chip is its value; its rim and its sign are its colour, and the grey chip is the \
                          neutral one. Dots on a pyramid are its size: one for a small, two for a medium, three for a large one; \
                          ×5 stands for five of them. A star marks your own chips, rings the last change."
                .to_owned(),
        };
        scene.decided_by(self.decided())
    }

    /// The spaces with the large pyramids that decided the match, and whose they are.
    fn decided(&self) -> Option<(Vec<String>, String)> {
        let public = self.public();
        let Stage::Over(Ending::FiveLarges(winner)) = public.stage else { return None };
        let has_large =
            |cell: &Cell| self.pieces(*cell).iter().any(|(seat, size, _)| (*seat, *size) == (winner, Size::Large));
        let names = public.field().board.cells().filter(has_large).map(|cell| public.name(cell).to_string());
        let words = format!("Green rings mark the five large pyramids of {}.", Color::for_seat(winner).name());
        Some((names.collect(), words))
    }

    fn called(&self, seat: Seat) -> String {
        let you = if self.you == Some(seat) { " (you)" } else { "" };
        format!("{}{you}", Color::for_seat(seat).name())
    }

    /// The act that the match waits for, or how the match ended.
    fn title(&self) -> String {
        match self.public().stage {
            Stage::Draft { by, hand } => format!("{} to place {}", self.called(by), hand.words()),
            Stage::Start { .. } => {
                let names = Names(Seat::all(self.public().seats).map(|seat| self.called(seat)).collect());
                format!("{} to choose where to start", names.list(self.public().awaited()))
            }
            Stage::Play { turn } => format!("{} to move", self.called(turn)),
            Stage::Over(_) => self.public().outcome().map_or_else(String::new, |outcome| outcome.reason),
        }
    }

    /// The pieces on the space that this eye sees: its own first pieces too, which others do not see yet (D27).
    fn pieces(&self, cell: Cell) -> Vec<(Seat, Size, u8)> {
        let name = self.public().name(cell);
        let starting = self.starts.iter().map(|start| {
            let count = start.at.iter().filter(|at| **at == name).count() as u8;
            (start.seat, Size::Small, count)
        });
        self.public().spaces.pieces(cell).chain(starting.filter(|(.., count)| *count > 0)).collect()
    }

    fn has_pieces(&self) -> bool {
        !self.starts.is_empty() || self.public().has_pieces()
    }

    fn spot(&self, cell: Cell) -> Spot {
        let public = self.public();
        let name = public.name(cell);
        let chip = public.spaces.chip(cell);
        let pieces = self.pieces(cell);
        Spot {
            ground: chip.map_or_else(Ground::plain, |chip| self.chip(chip)),
            words: words(chip, &pieces),
            glyph: glyph(chip, &pieces, self.has_pieces()),
            tokens: tokens(&pieces),
            mark: self.mark(name),
            ..Spot::bare(name.to_string(), public.field().board.place(cell))
        }
    }

    fn chip(&self, chip: Chip) -> Ground {
        Ground {
            yours: self.you.is_some() && self.public().owner(chip) == self.you,
            value: chip.value(),
            ..Ground::new(GroundKind::Chip, chip.color().map_or(Paint::Plain, Color::paint), chip.to_string())
        }
    }

    fn mark(&self, name: Name) -> Option<Mark> {
        // The reader's own secret choice comes after all chips were placed, so it is the latest change that the reader sees.
        if !self.starts.is_empty() {
            return self.starts.iter().any(|start| start.at.contains(&name)).then_some(Mark::To);
        }
        match self.public().last {
            Some(Event::Stepped { from, .. } | Event::Jumped { from, .. }) if from == name => Some(Mark::From),
            Some(Event::Stepped { to: at, .. } | Event::Jumped { to: at, .. }) if at == name => Some(Mark::To),
            Some(Event::Placed { at, .. } | Event::Grew { at, .. } | Event::Spawned { at, .. }) if at == name => {
                Some(Mark::To)
            }
            _ => None,
        }
    }

    fn last_change(&self) -> Option<String> {
        self.public().last.map(|event| format!("Last change: {}", event.tell(&Color::names())))
    }

    /// In the draft: the chips that can still be drawn.
    fn bag_note(&self) -> Option<String> {
        let Stage::Draft { .. } = self.public().stage else { return None };
        let bag = self.public().bag();
        // `the neutral chip; red 1, 1, 3; blue 2`
        let mut listed = String::new();
        let mut last = None;
        for chip in Chip::all().flat_map(|chip| (0..bag.count(chip)).map(move |_| chip)) {
            let (color, is_first) = (chip.color(), listed.is_empty());
            listed += match last.replace(color) {
                Some(before) if before == color => ", ",
                _ if is_first => "",
                _ => "; ",
            };
            listed += &match color {
                None => "the neutral chip".to_owned(),
                Some(_) if listed.ends_with(", ") => chip.value().to_string(),
                Some(color) => format!("{} {}", color.name().to_lowercase(), chip.value()),
            };
        }
        let listed = if listed.is_empty() { "nothing" } else { &listed };
        Some(format!("Still in the bag: {listed}."))
    }

    /// Before the first turn: the player who will take it.
    fn first_note(&self) -> Option<String> {
        let waits = matches!(self.public().stage, Stage::Draft { .. } | Stage::Start { .. });
        let first = self.first.filter(|_| waits)?;
        Some(format!("{} drew the neutral chip and moves first.", Color::for_seat(first).name()))
    }

    fn panel(&self, seat: Seat) -> Panel {
        let public = self.public();
        let stash = &self.stash[seat.index()];
        let (started, ready) = match public.stage {
            Stage::Draft { .. } => (false, Seats::NONE),
            Stage::Start { ready } => (false, ready),
            Stage::Play { .. } | Stage::Over(_) => (true, Seats::NONE),
        };
        let facts = [
            (started, format!("{} of 5 large on the board", self.larges[seat.index()])),
            (started, format!("stash {} small, {} medium, {} large", stash.small, stash.medium, stash.large)),
            (ready.contains(seat), "has chosen where to start".to_owned()),
            (self.passed.contains(seat), "has passed".to_owned()),
            (self.absent.contains(seat), "absent".to_owned()),
            (self.left.contains(seat), "has left".to_owned()),
        ];
        let mut facts: Vec<String> = facts.into_iter().filter(|(holds, _)| *holds).map(|(_, fact)| fact).collect();
        if facts.is_empty() {
            facts.push(format!("pyramids {0}, chips {0}1 {0}2 {0}3", Color::for_seat(seat).letter()));
        }
        Panel {
            title: Color::for_seat(seat).name().to_owned(),
            paint: Color::for_seat(seat).paint(),
            yours: self.you == Some(seat),
            awaited: public.awaited().contains(seat),
            score: if started { format!("{} of 5 large", self.larges[seat.index()]) } else { String::new() },
            lines: vec![facts.join("; ")],
            listed: false,
            items: Vec::new(),
        }
    }
}

/// The chip, and below it the pieces: `R1`, then `RS 2BM`.
///
/// An empty line below keeps the rows of the board apart once there are pieces.
fn glyph(chip: Option<Chip>, pieces: &[(Seat, Size, u8)], apart: bool) -> String {
    let kind = |&(seat, size, count): &(Seat, Size, u8)| {
        let number = if count > 1 { count.to_string() } else { String::new() };
        format!("{number}{}{}", Color::for_seat(seat).letter(), size.sign())
    };
    let lines = pieces.chunks(KINDS_IN_A_LINE).map(|kinds| kinds.iter().map(kind).collect::<Vec<_>>().join(" "));
    let first = chip.map_or_else(|| ".".to_owned(), |chip| chip.to_string());
    let below = apart.then(|| " ".to_owned());
    std::iter::once(first).chain(lines).chain(below).collect::<Vec<_>>().join("\n")
}

/// `the red 3, 2 small blue pyramids`
fn words(chip: Option<Chip>, pieces: &[(Seat, Size, u8)]) -> String {
    let kind = |&(seat, size, count): &(Seat, Size, u8)| {
        let (number, plural) = if count > 1 { (count.to_string(), "s") } else { ("a".to_owned(), "") };
        format!("{number} {} {} pyramid{plural}", size.name(), Color::for_seat(seat).name().to_lowercase())
    };
    chip.map(Chip::words).into_iter().chain(pieces.iter().map(kind)).collect::<Vec<_>>().join(", ")
}

fn tokens(pieces: &[(Seat, Size, u8)]) -> Vec<Token> {
    let crowded = pieces.iter().map(|(.., count)| count).sum::<u8>() > DRAWN_APART;
    let token = |&(seat, size, count): &(Seat, Size, u8)| {
        let color = Color::for_seat(seat);
        let label = format!("{}{}", color.letter(), size.sign());
        let (drawn, count) = if crowded { (1, count) } else { (count, 1) };
        let token = Token { count, ..Token::new(Shape::Pyramid(size as u8 + 1), color.paint(), label) };
        std::iter::repeat_n(token, drawn.into())
    };
    pieces.iter().flat_map(token).collect()
}
