//! Views, pictures, choices and stories of the toy.

use serde::Serialize;

use super::{BIDS, CELLS, Event, Move, SEATS, Stage, Toy, fault};
use crate::board::Place;
use crate::chair::Names;
use crate::game::{Choice, ChoiceKind, Entry, Eye, Game, Waiting};
use crate::scene::{Layout, Material, Paint, Scene, Shape, Spot, Token};
use crate::seat::{Seat, Seats};

#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(in crate::laws) struct View {
    pub(super) you: Option<Seat>,
    pub(super) round: u8,
    pub(super) your_number: Option<u8>,
    pub(super) your_bid: Option<u8>,
    pub(super) has_bid: Vec<bool>,
    pub(super) marks: [Option<Seat>; CELLS],
    pub(super) chip: u8,
    pub(super) last_mark: Option<u8>,
    pub(super) lapsed: bool,
    pub(super) last_blocks: u8,
    pub(super) stage: String,
    pub(super) scores: [i32; SEATS],
    pub(super) you_pending: bool,
    pub(super) active: Option<Seat>,
    pub(super) active_pending: bool,
    #[schemars(with = "serde_json::Value")]
    pub(super) waiting: Waiting,
    pub(super) leak: Vec<u8>,
    /// In the view but not on the page: for choices that leak.
    #[serde(skip)]
    pub(super) hidden_leak: Vec<u8>,
    pub(super) over: bool,
    /// The whole position, once it is open.
    pub(super) everything: Option<String>,
}

impl<const FAULT: u8> Toy<FAULT> {
    pub(super) fn seen_by(&self, eye: Eye) -> View {
        let you = eye.seat();
        let own = |seat: Seat| you == Some(seat);
        let awaited = self.awaited();
        let (active, active_pending) = match self.stage {
            Stage::Mark { by } | Stage::Done { by } => (Some(by), true),
            Stage::Window { active, pending, .. } => (Some(active), pending.contains(active)),
            Stage::Bid | Stage::Over => (None, false),
        };
        let in_window = matches!(self.stage, Stage::Window { .. });
        let known: Seats = awaited.iter().filter(|&seat| !in_window || own(seat) || active == Some(seat)).collect();
        let told = match fault::present() {
            fault::AWAITED_LEAKS => awaited,
            fault::AWAITED_NOT_TOLD => Seats::NONE,
            _ => known,
        };
        View {
            you,
            round: self.round,
            your_number: you.map(|seat| self.numbers[seat.index()]),
            your_bid: you.and_then(|seat| self.bids[seat.index()]),
            has_bid: self.bids.iter().map(Option::is_some).collect(),
            marks: self.marks,
            chip: self.chip,
            last_mark: self.last_mark,
            lapsed: self.lapsed,
            last_blocks: self.last_blocks,
            stage: format!("{:?}", self.stage).split([' ', '{']).next().unwrap_or_default().to_owned(),
            scores: self.scores,
            you_pending: you.is_some_and(|seat| awaited.contains(seat)),
            active,
            active_pending,
            waiting: Waiting { seats: told, undisclosed: in_window, wake: None },
            leak: if fault::is(fault::VIEW_LEAKS_BIDS) {
                self.bids.iter().flatten().copied().collect()
            } else {
                Vec::new()
            },
            hidden_leak: if matches!(
                fault::present(),
                fault::CHOICES_LEAK
                    | fault::PROMPT_LEAKS
                    | fault::PREVIEW_PEEKS
                    | fault::REQUEST_LEAKS
                    | fault::FORETELLS_SECRETS
            ) {
                self.numbers.to_vec()
            } else {
                Vec::new()
            },
            over: self.stage == Stage::Over,
            everything: (eye == Eye::Open && !fault::is(fault::CLOSED_AFTER_THE_END)).then(|| format!("{self:?}")),
        }
    }

    pub(super) fn previewed(view: &View, mv: &Move) -> Option<View> {
        let mut after = view.clone();
        match mv {
            Move::Bid(_) if fault::is(fault::PREVIEW_PEEKS) => after.chip = view.hidden_leak.iter().sum(),
            Move::Mark { cell, .. } => after.marks[usize::from(Self::cell(*cell)?)] = view.you,
            Move::Bid(_) | Move::Done | Move::Block | Move::Let => {}
        }
        Some(after)
    }

    pub(super) fn told(event: &Event, eye: Eye, names: &Names) -> Option<String> {
        let open = |by: Seat| eye == Eye::Open || eye == Eye::Seat(by);
        match *event {
            Event::Bid { by, bid } if open(by) || fault::is(fault::STORY_LEAKS_BIDS) => {
                Some(format!("{} bids {bid}.", &names[by]))
            }
            Event::Bid { by, .. } => Some(format!("{} has bid.", &names[by])),
            Event::Drawn { by, chip, numbers } if fault::is(fault::NUMBERS_ARE_TOLD) => {
                Some(format!("{} draws {chip} with {numbers:?}.", &names[by]))
            }
            Event::Drawn { by, chip, .. } => Some(format!("{} draws {chip}.", &names[by])),
            Event::Marked { by, cell } => Some(format!("{} marks a{}.", &names[by], cell + 1)),
            Event::Answered { by, active: true, .. } => Some(format!("{} lets it be.", &names[by])),
            Event::Answered { by, block, .. } => open(by).then(|| format!("{} answers {block}.", &names[by])),
            Event::Closed { blocks } => Some(format!("{blocks} blocks.")),
            Event::Left { seat } => Some(format!("{} left.", &names[seat])),
        }
    }

    pub(super) fn logged(entry: Entry, mv: Option<&Move>, events: &[Event], eye: Eye) -> Option<Entry> {
        let own = entry.by.is_some_and(|by| eye == Eye::Seat(by)) || eye == Eye::Open;
        // Of the answers to a window only those of the active seat are known to have been given.
        let secret = events.iter().any(|event| matches!(event, Event::Answered { active: false, .. }));
        match mv {
            _ if own || fault::is(fault::LOG_LEAKS_BIDS) => Some(entry),
            None if fault::is(fault::LAPSE_IS_TOLD) => Some(entry),
            Some(Move::Bid(_)) => Some(Entry { text: "bid".to_owned(), ..entry }),
            _ => (!secret).then_some(entry),
        }
    }
}

impl View {
    pub(super) fn scene(&self) -> Scene {
        let wide = if fault::is(fault::WIDE_BOARD) { 80 } else { 1 };
        let spot = |cell: usize| {
            let mark = self.marks[cell];
            let letter = mark
                .map_or(".", |seat| if fault::is(fault::GLYPHS_ALIKE) { "X" } else { ["A", "B", "C"][seat.index()] });
            let label = if fault::is(fault::COLORS_ONLY) { "o" } else { letter };
            let paint = |seat: Seat| [Paint::Red, Paint::Blue, Paint::Green][seat.index()];
            Spot {
                tokens: mark.map(|seat| Token::new(Shape::Disc, paint(seat), label.to_owned())).into_iter().collect(),
                glyph: letter.repeat(wide),
                words: mark.map(|_| format!("the mark {letter}")).unwrap_or_default(),
                ..Spot::bare(format!("a{}", cell + 1), Place { x: 0, y: -2 * cell as i16 })
            }
        };
        Scene {
            title: format!("{} <&> \"{}\"", self.stage, self.chip),
            layout: Layout::Squares,
            material: Material::Table,
            phases: None,
            drawn: None,
            arrows: Vec::new(),
            ways: Vec::new(),
            spots: (0..CELLS).map(spot).collect(),
            panels: Vec::new(),
            notes: Vec::new(),
            text_key: String::new(),
            picture_key: String::new(),
        }
    }

    pub(super) fn choices(&self, so_far: &str) -> Vec<Choice> {
        let choice = |text: String, complete| {
            let cell = text
                .split(' ')
                .nth(1)
                .filter(|word| word.starts_with('a'))
                .map(|cell| if fault::is(fault::CELL_OFF_BOARD) { "z1".to_owned() } else { cell.to_owned() });
            let kind = if fault::is(fault::KINDS_OF_CHOICES_WRONG) { ChoiceKind::Agree } else { ChoiceKind::Move };
            Choice::new(text.as_str(), format!("Say {text}."), complete).with_kind(kind).at(cell)
        };
        if !self.you_pending {
            return Vec::new();
        }
        match (self.stage.as_str(), so_far) {
            ("Bid", "") => {
                let bids: &[u8] = match fault::present() {
                    fault::CHOICES_MISS_ONE => &[1, 2],
                    fault::CHOICES_OFFER_ILLEGAL => &[1, 2, 3, 4],
                    fault::CHOICES_LEAK if self.hidden_leak.iter().sum::<u8>() % 2 == 1 => &[3, 2, 1],
                    _ => &BIDS,
                };
                bids.iter().map(|bid| choice(format!("bid {bid}"), true)).collect()
            }
            ("Mark", "") => vec![choice("mark".to_owned(), false)],
            ("Mark", "mark") => (1..=CELLS).map(|cell| choice(format!("mark a{cell}"), true)).collect(),
            ("Mark", so_far)
                if so_far.strip_prefix("mark a").is_some_and(|cell| matches!(cell, "1" | "2" | "3" | "4")) =>
            {
                vec![choice(format!("{so_far} done"), true)]
            }
            ("Done", "") => vec![choice("done".to_owned(), true)],
            ("Window", "") if self.active == self.you => vec![choice("let".to_owned(), true)],
            ("Window", "") => vec![choice("let".to_owned(), true), choice("block".to_owned(), true)],
            _ => Vec::new(),
        }
    }
}
