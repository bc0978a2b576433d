//! The fast rules and the plain ones side by side, over random matches.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::{Adjacency, AllPass, BoardKind, Event, Ice, Options, Setup, Stage};
use super::{Cell, Chip, Deed, End, LETTERS, Oracle, Phase, name};
use crate::dice::{Dice, Seed};
use crate::game::{Events, Eye, Game, Leaving, Step};
use crate::moment::Moment;
use crate::seat::{Seat, Seats};

const MATCHES: u32 = 200;
/// After this many acts, seats resign until the match ends.
const PATIENCE: u32 = 250;
/// The number of acts at the beginning of a match that are all compared.
const EAGER: u32 = 40;

struct Match {
    slow: Oracle,
    fast: Ice,
    /// One in this many acts is a lapse, a resignation, a pass.
    odds: [u32; 3],
}

fn seat(number: usize) -> Seat {
    Seat(u8::try_from(number).unwrap())
}

fn chip(text: &str) -> Chip {
    let mut letters = text.chars();
    (letters.next().unwrap(), letters.next().map_or(0, |digit| digit as u8 - b'0'))
}

/// Every complete text that the choices lead to.
fn walk(ice: &Ice, by: usize, so_far: &str, texts: &mut BTreeSet<String>) {
    for choice in Ice::choices(&ice.view(Eye::Seat(seat(by))), so_far) {
        if choice.complete {
            texts.insert(choice.text);
        } else {
            walk(ice, by, &choice.text, texts);
        }
    }
}

impl Match {
    fn at_random(seats: usize, dice: &mut Dice) -> Match {
        let any = |dice: &mut Dice| dice.one_in(2);
        let large = seats > 4 || dice.one_in(3);
        let options = Options {
            board: if dice.one_in(3) && large == (seats > 4) {
                None
            } else {
                Some(if large { BoardKind::Seven } else { BoardKind::Five })
            },
            setup: if any(dice) { Setup::Draft } else { Setup::Random },
            adjacency: if any(dice) { Adjacency::All8 } else { Adjacency::Ortho },
            start_same_chip: any(dice),
            teleport_next_only: any(dice),
            allpass: if any(dice) { AllPass::Draw } else { AllPass::Continue },
            max_rounds: dice.one_in(4).then(|| 1 + dice.below(60)),
        };
        let step = Ice::start(seat(seats).0, &options, dice).unwrap();
        let mut slow = Oracle::new(seats, if large { 7 } else { 5 }, options);
        slow.turn = step.position.awaited().first().unwrap().index();
        let odds = [*dice.pick(&[9, 60, 1 << 30]).unwrap(), *dice.pick(&[40, 300, 1 << 30]).unwrap(), 12];
        let mut both = Match { slow, fast: step.position, odds };
        if options.setup == Setup::Random {
            both.slow.first = both.fast.public.first.map(Seat::index);
            both.take_over_chips();
        } else {
            both.tell(&step.events);
        }
        both
    }

    /// Copies the chips that were laid by lot to the plain rules, which check the number of each kind.
    fn take_over_chips(&mut self) {
        for cell in self.slow.cells() {
            let there = self.fast.public.find(name(cell).parse().unwrap()).unwrap();
            let laid = chip(&self.fast.public.spaces.chip(there).unwrap().to_string());
            let at = self.slow.bag.iter().position(|kind| *kind == laid).expect("a chip from the bag");
            self.slow.bag.remove(at);
            self.slow.chips.insert(cell, laid);
        }
        assert!(self.slow.bag.is_empty());
    }

    /// Tells the plain rules the chips that were drawn.
    fn tell(&mut self, events: &Events<Event>) {
        for event in events {
            if let Event::Drew { seat, chip: drawn } = event {
                assert_eq!(seat.index(), self.slow.turn);
                self.slow.drawn(chip(&drawn.to_string()));
            }
        }
    }

    /// Strews pieces over the board, as play from the start hardly does.
    fn scatter(&mut self, dice: &mut Dice) {
        let cells = self.slow.cells();
        // Few spaces, so that some are crowded.
        let cells: Vec<Cell> = (0..1 + dice.below(30)).map(|_| *dice.pick(&cells).unwrap()).collect();
        self.slow.pieces.clear();
        for number in 0..self.slow.seats {
            for (size, max) in [('s', 6), ('m', 6), ('l', 5)] {
                let count = dice.below(max);
                self.slow.pieces.extend((0..count).map(|_| (number, size, *dice.pick(&cells).unwrap())));
            }
            let stands = self.slow.pieces.iter().any(|piece| piece.0 == number);
            self.slow.pieces.extend((!stands).then(|| (number, 's', cells[0])));
        }
        self.fast.public.spaces = self.written().parse().unwrap();
    }

    /// The spaces as the fast rules write them.
    fn written(&self) -> String {
        let mut text = if self.slow.side == 5 { "5x5".to_owned() } else { "7x7".to_owned() };
        for (cell, chip) in &self.slow.chips {
            let value = if chip.0 == 'N' { String::new() } else { chip.1.to_string() };
            let mut here: Vec<(usize, usize, char)> = Vec::new();
            for piece in self.slow.pieces.iter().filter(|piece| piece.2 == *cell) {
                here.push((piece.0, ['s', 'm', 'l'].into_iter().position(|size| size == piece.1).unwrap(), piece.1));
            }
            here.sort_unstable();
            let here: Vec<String> = here.iter().map(|(seat, _, size)| format!("{}{size}", LETTERS[*seat])).collect();
            let pieces = if here.is_empty() { String::new() } else { format!("[{}]", here.join(",")) };
            text += &format!(" {}={}{value}{pieces}", name(*cell), chip.0);
        }
        text
    }

    fn did(&mut self, step: &Step<Ice>) {
        self.fast = step.position;
        self.tell(&step.events);
    }

    fn leave(&mut self, by: usize, why: Leaving, dice: &mut Dice) {
        self.slow.leave(by, if why == Leaving::Lapsed { Deed::Lapsed } else { Deed::Left });
        self.did(&self.fast.leave(Seats::just(seat(by)), why, Moment(0), dice));
    }

    fn play(&mut self, by: usize, text: &str, dice: &mut Dice) {
        self.slow.act(by, text);
        self.did(&self.fast.play(seat(by), &text.parse().unwrap(), Moment(0), dice).unwrap());
    }

    /// One act at random, the same for both.
    fn act(&mut self, dice: &mut Dice) {
        if let Some((by, mv)) = self.fast.forced() {
            assert!(self.slow.acts(self.slow.turn).is_empty(), "{by} is forced");
            self.slow.pass(self.slow.turn, Deed::Forced);
            self.did(&self.fast.play(by, &mv, Moment(0), dice).unwrap());
            return;
        }
        assert!(
            self.slow.phase != Phase::Play || !self.slow.acts(self.slow.turn).is_empty(),
            "no seat is forced to pass"
        );
        let [lapsing, leaving, passing] = self.odds.map(|odds| dice.one_in(odds));
        let awaited: Vec<usize> = self.slow.awaited().into_iter().collect();
        let by = *dice.pick(&awaited).unwrap();
        let staying: Vec<usize> = self.slow.remaining().into_iter().collect();
        if leaving {
            self.leave(*dice.pick(&staying).unwrap(), Leaving::Resigned, dice);
        } else if lapsing && self.slow.phase == Phase::Play {
            self.leave(by, Leaving::Lapsed, dice);
        } else if passing && self.slow.phase == Phase::Play {
            self.play(by, "pass", dice);
        } else {
            let suggested = self.fast.suggest(seat(by), dice).unwrap().to_string();
            let legal: Vec<String> = self.slow.legal(by).into_iter().collect();
            assert!(legal.contains(&suggested), "{suggested} is suggested");
            let text = if dice.one_in(2) { suggested } else { dice.pick(&legal).unwrap().clone() };
            self.play(by, &text, dice);
        }
    }

    /// Insists that both know the same moves and show the same board.
    fn compare(&self, dice: &mut Dice) {
        let awaited: Seats = self.slow.awaited().into_iter().map(seat).collect();
        assert_eq!(self.fast.awaited(), awaited);
        self.fast.check(seat(self.slow.seats).0).unwrap();
        if !self.slow.chips.is_empty() {
            assert_eq!(self.fast.public.spaces.to_string(), self.written());
        }
        for by in self.slow.remaining() {
            let (mut offered, legal) = (BTreeSet::new(), self.slow.legal(by));
            walk(&self.fast, by, "", &mut offered);
            assert_eq!(offered, legal, "choices of seat {by}");
            self.compare_refusals(by, &legal, dice);
        }
        let view = serde_json::to_value(self.fast.view(Eye::Public)).unwrap();
        for by in 0..self.slow.seats {
            let stash = ["small", "medium", "large"].map(|size| view["stash"][by][size].as_u64());
            assert_eq!(stash, ['s', 'm', 'l'].map(|size| Some(5 - self.slow.count(by, size) as u64)));
        }
        assert_eq!(view["turns"], Value::from(self.slow.turns));
        let Stage::Draft { hand, .. } = self.fast.public.stage else { return };
        assert_eq!(Some(chip(&hand.to_string())), self.slow.hand);
    }

    /// Insists that the fast rules accept all that is legal, and nothing of a sample of the rest.
    fn compare_refusals(&self, by: usize, legal: &BTreeSet<String>, dice: &mut Dice) {
        let cells = self.slow.cells();
        let mut texts: Vec<String> = legal.iter().cloned().collect();
        for _ in 0..6 {
            let [one, other] = [(); 2].map(|()| name(*dice.pick(&cells).unwrap()));
            let near = self.slow.pieces.iter().filter(|piece| piece.0 == by).map(|piece| name(piece.2));
            let near: Vec<String> = near.chain([one.clone()]).collect();
            let from = dice.pick(&near).unwrap();
            let size = ['s', 'm', 'l'][dice.below(3) as usize];
            texts.extend([format!("move {from}-{other} {size}"), format!("jump {from}-{other} {size}")]);
            texts.extend([format!("grow {from}"), format!("spawn {from}"), format!("place {one}")]);
            texts.push(format!("start {} {}", one.clone().min(other.clone()), one.max(other)));
        }
        for text in texts {
            let mut dice = Dice::at(&Seed::new([0; 32]), 0);
            let played = self.fast.play(seat(by), &text.parse().unwrap(), Moment(0), &mut dice);
            assert_eq!(played.is_ok(), legal.contains(&text), "{text} of seat {by}: {:?}", played.err());
        }
    }

    fn ended(&self) -> End {
        let outcome = self.fast.outcome().expect("the match is over");
        assert_eq!(outcome.ranks, self.slow.ranks());
        assert!(self.fast.awaited().is_empty());
        let Phase::Over(end) = self.slow.phase else { panic!("the plain rules go on") };
        let words = match end {
            End::Five(winner) => format!("{} wins: five large", super::super::Color::for_seat(seat(winner)).name()),
            End::Passes => "All players passed".to_owned(),
            End::Stuck => "No player can act".to_owned(),
            End::Rounds => "The last round".to_owned(),
            End::Alone => "all others have left".to_owned(),
        };
        assert!(outcome.reason.contains(&words), "{}", outcome.reason);
        end
    }
}

#[test]
fn the_fast_rules_agree_with_the_plain_ones() {
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    let mut forced = 0;
    for number in 0..MATCHES {
        let mut dice = Dice::at(&Seed::new([43; 32]), number);
        let mut both = Match::at_random(2 + number as usize % 5, &mut dice);
        let mut scatters = dice.one_in(2);
        for act in 0.. {
            if both.slow.phase == Phase::Play && scatters {
                both.scatter(&mut dice);
                scatters = false;
                // Strewn pieces may leave no seat a move; in play the match would have ended.
                if both.slow.remaining().iter().all(|&seat| both.slow.acts(seat).is_empty()) {
                    break;
                }
            }
            if matches!(both.slow.phase, Phase::Over(_)) {
                break;
            }
            assert!(both.fast.outcome().is_none(), "match {number} ends too early");
            // Late in a match few situations are new.
            if act < EAGER || dice.one_in(6) {
                both.compare(&mut dice);
            }
            if act > PATIENCE {
                both.odds[1] = 2;
            }
            both.act(&mut dice);
        }
        forced += both.slow.log.iter().filter(|line| line.1 == Deed::Forced).count();
        if matches!(both.slow.phase, Phase::Over(_)) {
            let end = match both.ended() {
                End::Five(_) => "Five".to_owned(),
                other @ (End::Passes | End::Stuck | End::Rounds | End::Alone) => format!("{other:?}"),
            };
            *endings.entry(end).or_default() += 1;
        }
    }
    let seen: Vec<&str> = endings.keys().map(String::as_str).collect();
    assert!(["Alone", "Five", "Passes", "Rounds"].iter().all(|end| seen.contains(end)), "{endings:?}");
    assert!(forced > 0, "no seat was ever forced to pass");
}
