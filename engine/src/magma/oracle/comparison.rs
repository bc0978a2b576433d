//! The fast rules and the slow ones side by side, over random matches.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::super::{BoardKind, Color, Ending, Magma, Options, Reach, Stage, View};
use super::{Cell, Cells, Deed, Oracle, PRINTED};
use crate::dice::{Dice, Seed};
use crate::game::{EndKind, Eye, Game, Leaving};
use crate::moment::Moment;
use crate::seat::{Seat, Seats};

const MATCHES: u32 = 240;
const NEVER: u32 = u32::MAX;
const ODDS: [[u32; 3]; 5] = [[2, 9, 90], [15, 60, NEVER], [3, 15, NEVER], [30, 200, NEVER], [2, 3, 20]];

/// One match, played by both.
struct Match {
    slow: Oracle,
    fast: Magma,
    /// Seats that mostly let their turns lapse.
    sleepers: BTreeSet<usize>,
    /// One in this many acts is a pass, a lapse, a word about ending, a resignation; one in this many turns is a move
    /// although an entry is possible, too.
    odds: [u32; 5],
    /// The number of acts that are left before all seats only pass or lapse.
    patience: u32,
}

fn seat(number: usize) -> Seat {
    Seat(u8::try_from(number).unwrap())
}

fn seats(numbers: impl IntoIterator<Item = usize>) -> Seats {
    numbers.into_iter().map(seat).collect()
}

/// Adds every complete text that the choices lead to.
fn walk(view: &View, so_far: &str, texts: &mut BTreeSet<String>) {
    for choice in Magma::choices(view, so_far) {
        if choice.complete {
            assert!(texts.insert(choice.text.clone()), "{} is offered twice", choice.text);
        } else {
            walk(view, &choice.text, texts);
        }
    }
}

/// Questions of the comparison to the oracle.
impl Oracle {
    /// The fields of a view that both implementations know.
    fn shown(&self) -> Value {
        let named = |cells: &Cells| {
            let names = self.names.iter().filter(|named| cells.contains(&named.0));
            names.map(|named| named.1.clone()).collect::<Vec<_>>()
        };
        let pieces = self.colors().into_iter().map(|color| (color, named(&self.pieces_of(color))));
        let exclusive = self.exclusive().into_iter().map(|(color, cells)| (color, named(&cells)));
        json!({
            "pieces": pieces.collect::<BTreeMap<_, _>>(),
            "exclusive": exclusive.collect::<BTreeMap<_, _>>(),
            "supply": (0..self.seats).map(|seat| self.supply(seat)).collect::<Vec<_>>(),
            "turn_home": self.name(self.slots[self.turn].home),
        })
    }

    /// The score of each seat: its colour's.
    fn scores_by_seat(&self) -> Vec<i32> {
        let scores = self.scores();
        (0..self.seats).map(|seat| i32::try_from(scores[&self.color(seat)]).unwrap()).collect()
    }

    /// The end conditions of the match, and how far each is met.
    fn ends(&self) -> Vec<EndKind> {
        let (present, passed) = (self.present(), self.run());
        let agreed: BTreeSet<usize> =
            (0..self.seats).filter(|&seat| !self.has_left(seat) && self.has_agreed(seat)).collect();
        let passes = EndKind::Passes { missing: seats(&present - &passed), passed: seats(passed) };
        let has_agreement = !agreed.is_empty();
        let agreement = EndKind::Agreement { missing: seats(&present - &agreed), agreed: seats(agreed) };
        let rounds = self.options.max_rounds.map(|limit| EndKind::Rounds { played: self.rounds, limit });
        let score = EndKind::ScoreNow { scores: self.scores_by_seat() };
        [Some(passes), has_agreement.then_some(agreement), rounds, Some(score)].into_iter().flatten().collect()
    }

    /// The word about ending that the seat may say now; saying either twice is refused (A19).
    fn word(&self, seat: usize) -> &'static str {
        if self.has_agreed(seat) { "disagree" } else { "agree" }
    }

    /// The number of turns in sequence that the seat has let lapse.
    fn lapses(&self, seat: usize) -> usize {
        self.log.iter().rev().filter(|line| line.0 == seat).take_while(|line| line.1 == Deed::Lapsed).count()
    }
}

impl Match {
    fn at_random(count: usize, dice: &mut Dice) -> Match {
        const BOARDS: &[BoardKind] = &{
            use BoardKind::{Hexhex5, Hexhex6, Hexhex7, Pointed43, Pointed91, Pointed157};
            [Pointed43, Pointed91, Pointed157, Hexhex5, Hexhex6, Hexhex7]
        };
        let mut options = Options {
            board: *dice.pick(BOARDS).unwrap(),
            solo_color: *dice.pick(&PRINTED).unwrap(),
            solo_seat: dice.one_in(2).then(|| u8::try_from(dice.below(5)).unwrap()),
            unused_color: *dice.pick(&PRINTED).unwrap(),
            entry_continue: dice.one_in(2),
            pool_team_supply: dice.one_in(2),
            reach: *dice.pick(&[Reach::Turn, Reach::Region]).unwrap(),
            vacant_worth: *dice.pick(&[2, 3]).unwrap(),
            max_rounds: dice.one_in(4).then(|| 1 + dice.below(20)),
            ..Options::default()
        };
        if !dice.one_in(4) {
            let any = Oracle::new(count, options);
            options.first = any.name(dice.pick(&any.slots).unwrap().home).parse().ok();
        }
        let mut both = Match {
            slow: Oracle::new(count, options),
            fast: Magma::start(seat(count).0, &options, dice).unwrap().position,
            sleepers: (0..count).filter(|_| dice.one_in(8)).collect(),
            odds: ODDS.map(|odds| *dice.pick(&odds).unwrap()),
            patience: *dice.pick(&[10, 40, 120]).unwrap(),
        };
        if dice.one_in(3) {
            both.scatter(dice);
        }
        both
    }

    /// Begins the match on a board strewn with pieces and with little in supply, as play from the start hardly does.
    fn scatter(&mut self, dice: &mut Dice) {
        let colors: Vec<Color> = self.slow.colors().into_iter().collect();
        let dense = 1 + dice.below(5);
        let cells = self.slow.cells.iter().filter(|_| dice.below(6) < dense).copied().collect::<Vec<_>>();
        self.slow.pieces = cells.into_iter().map(|cell| (cell, *dice.pick(&colors).unwrap())).collect();
        self.slow.given = (0..self.slow.seats).map(|_| *dice.pick(&[0, 1, 3]).unwrap()).collect();
        for color in Color::ALL {
            let cells = self.slow.pieces_of(color).into_iter();
            let found = cells.map(|cell| self.fast.find(self.slow.name(cell).parse().unwrap()).unwrap());
            self.fast.pieces[color.index()] = found.collect();
        }
        for (mine, &given) in self.fast.supply.iter_mut().zip(&self.slow.given) {
            *mine = u8::try_from(given).unwrap();
        }
    }

    fn play(&mut self, by: usize, text: &str, dice: &mut Dice) {
        self.fast = self.fast.play(seat(by), &text.parse().unwrap(), Moment(0), dice).unwrap().position;
        self.slow.act(by, text);
    }

    fn leave(&mut self, by: usize, why: Leaving, dice: &mut Dice) {
        self.fast = self.fast.leave(Seats::just(seat(by)), why, Moment(0), dice).position;
        self.slow.record(by, if why == Leaving::Lapsed { Deed::Lapsed } else { Deed::Left });
    }

    /// One act at random, the same for both.
    fn act(&mut self, dice: &mut Dice) {
        let by = self.slow.seat_in_turn();
        let staying: Vec<usize> = (0..self.slow.seats).filter(|&seat| !self.slow.has_left(seat)).collect();
        let any_seat = *dice.pick(&staying).unwrap();
        let [passing, lapsing, talking, resigning, moving] = self.odds.map(|odds| dice.one_in(odds));
        self.patience = self.patience.saturating_sub(1);
        if self.patience > 0 && resigning {
            self.leave(any_seat, Leaving::Resigned, dice);
        } else if self.patience > 0 && talking {
            self.play(any_seat, self.slow.word(any_seat), dice);
        } else if lapsing || self.sleepers.contains(&by) && !dice.one_in(4) {
            // The third lapse running is a forfeit (common rules, "Lapses").
            let why = if self.slow.lapses(by) == 2 { Leaving::Forfeited } else { Leaving::Lapsed };
            self.leave(by, why, dice);
        } else {
            let is_entry = |text: &String| text.starts_with('+');
            let (entries, others): (Vec<_>, Vec<_>) = self.slow.turns().into_iter().partition(is_entry);
            let wanted = if entries.is_empty() || moving { &others } else { &entries };
            let text = dice.pick(wanted).filter(|_| self.patience > 0 && !passing).map_or("pass", String::as_str);
            self.play(by, text, dice);
        }
    }

    /// Insists that both know the same turns, show the same board and are as near to each end.
    fn compare(&self, dice: &mut Dice) {
        let turns = self.slow.turns();
        let awaited = self.slow.seat_in_turn();
        assert_eq!(self.fast.awaited(), Seats::just(seat(awaited)));
        for by in (0..self.slow.seats).filter(|&by| !self.slow.has_left(by)) {
            let mut offered = BTreeSet::new();
            walk(&self.fast.view(Eye::Seat(seat(by))), "", &mut offered);
            let mut legal = if by == awaited { turns.clone() } else { BTreeSet::new() };
            legal.insert(self.slow.word(by).to_owned());
            assert_eq!(offered, legal, "choices of seat {by}");
        }
        let view = self.fast.view(Eye::Public);
        let page = serde_json::to_value(&view).unwrap();
        for (key, value) in self.slow.shown().as_object().unwrap() {
            assert_eq!(page[key], *value, "{key}");
        }
        assert_eq!(Magma::ends(&view).into_iter().map(|end| end.kind).collect::<Vec<_>>(), self.slow.ends());
        self.compare_refusals(&turns, dice);
    }

    /// Insists that the fast rules accept exactly what is legal: all of it, and none of a sample of the rest.
    fn compare_refusals(&self, turns: &BTreeSet<String>, dice: &mut Dice) {
        let awaited = self.slow.seat_in_turn();
        let accepts = |by: usize, text: &str| {
            self.fast.play(seat(by), &text.parse().unwrap(), Moment(0), &mut Dice::at(&Seed::new([0; 32]), 0)).is_ok()
        };
        let cells: Vec<Cell> = self.slow.cells.iter().copied().collect();
        for text in turns {
            assert!(accepts(awaited, text), "{text} is refused");
        }
        for _ in 0..10 {
            let [from, to] = [(); 2].map(|()| self.slow.name(*dice.pick(&cells).unwrap()));
            for text in [format!("{from}-{to}"), format!("+{to}")] {
                assert!(turns.contains(&text) || !accepts(awaited, &text), "{text} is accepted");
            }
        }
        for by in (0..self.slow.seats).filter(|&by| by != awaited) {
            assert!(!accepts(by, "pass"), "seat {by} passes out of turn");
        }
    }

    /// Insists on the same result.
    fn compare_outcomes(&self) {
        let outcome = self.fast.outcome().expect("the match is over");
        assert_eq!(outcome.ranks.into_iter().map(usize::from).collect::<Vec<_>>(), self.slow.ranks());
        assert_eq!(outcome.scores, Some(self.slow.scores_by_seat()));
        assert!(self.fast.awaited().is_empty());
        assert_eq!(self.fast.stage, Stage::Over(self.slow.ending.unwrap()));
    }
}

#[test]
fn the_fast_rules_agree_with_the_slow_ones() {
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    let mut acts = 0;
    for number in 0..MATCHES {
        let mut dice = Dice::at(&Seed::new([42; 32]), number);
        let mut both = Match::at_random(2 + number as usize % 5, &mut dice);
        while both.slow.ending.is_none() {
            assert!(both.fast.outcome().is_none(), "match {number} ends too early");
            both.compare(&mut dice);
            both.act(&mut dice);
            acts += 1;
        }
        both.compare_outcomes();
        let absent = if both.slow.present().len() < both.slow.seats { " with absent seats" } else { "" };
        *endings.entry(format!("{:?}{absent}", both.fast.stage)).or_default() += 1;
    }
    for ending in [Ending::AllPassed, Ending::Agreed, Ending::Rounds, Ending::LastSide] {
        let whole = format!("{:?}", Stage::Over(ending));
        let absent = format!("{whole} with absent seats");
        // A side wins as the last one only if others have left.
        assert!(endings.contains_key(&whole) || ending == Ending::LastSide, "no {whole} in {acts} acts: {endings:?}");
        assert!(endings.contains_key(&absent), "no {absent} in {acts} acts: {endings:?}");
    }
}
