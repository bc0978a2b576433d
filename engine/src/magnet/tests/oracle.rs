//! A second, naive implementation of the magnet: coordinates, steps one by one, and no code of the first one. Random
//! matches compare the two.

use std::collections::BTreeMap;

use super::*;

const WAYS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A piece: side, kind, rank.
type Man = (u8, Kind, u8);

/// The men on the board by their axial coordinates.
#[derive(Clone, PartialEq, Debug)]
struct World(BTreeMap<(i16, i16), Man>);

/// The comparable effects of one turn: vertices and kinds captured in order, pieces destroyed, and the winner.
#[derive(PartialEq, Debug, Default)]
struct Story {
    captured: Vec<((i16, i16), Kind)>,
    destroyed: Vec<(i16, i16)>,
    winner: Option<u8>,
}

impl World {
    fn from_position(position: &Magnet) -> World {
        let man = |id: Id| {
            let piece = position.table.piece(id);
            Some((axial(piece.at()?), (id.seat.0, position.kinds.get(id)?, piece.rank)))
        };
        World(Id::all().filter_map(man).collect())
    }

    fn is_on_board((q, r): (i16, i16)) -> bool {
        q.abs() <= 5 && r.abs() <= 5 && (q + r).abs() <= 5
    }

    /// The first man of the side in each direction from the magnet.
    fn affected(&self, side: u8, magnet: (i16, i16)) -> Vec<(i16, i16)> {
        let mut found = Vec::new();
        for (dq, dr) in WAYS {
            let mut at = (magnet.0 + dq, magnet.1 + dr);
            while World::is_on_board(at) {
                if self.0.get(&at).is_some_and(|man| man.0 == side) {
                    found.push(at);
                    break;
                }
                at = (at.0 + dq, at.1 + dr);
            }
        }
        found.sort_unstable();
        found
    }

    /// The direction from one place to another on a line, as one step.
    fn towards(from: (i16, i16), to: (i16, i16)) -> (i16, i16) {
        let (q, r) = (to.0 - from.0, to.1 - from.1);
        let distance = q.abs().max(r.abs()).max((q + r).abs());
        (q / distance, r / distance)
    }

    /// True if the magnet would move a man there. Each affected man is tried.
    fn is_legal(&self, side: u8, magnet: (i16, i16)) -> bool {
        self.affected(side, magnet).into_iter().any(|from| {
            let mut trial = self.clone();
            trial.0.retain(|at, man| *at == from || man.0 == side || *at == magnet);
            trial.walk(from, magnet, &mut Story::default()) != from
        })
    }

    /// Moves the man at `from` step by step; gives where he ends.
    fn walk(&mut self, from: (i16, i16), magnet: (i16, i16), story: &mut Story) -> (i16, i16) {
        let Some(man) = self.0.remove(&from) else { return from };
        let (dq, dr) = World::towards(from, magnet);
        let (mut at, mut steps, mut trapped) = (from, man.2, false);
        while steps > 0 && at != magnet {
            let next = (at.0 + dq, at.1 + dr);
            match self.0.get(&next).copied() {
                Some(other) if other.0 == man.0 => break,
                Some(other) => {
                    story.captured.push((next, other.1));
                    self.0.remove(&next);
                    trapped |= matches!(other.1, Kind::Trap2 | Kind::Trap3);
                    if other.1 == Kind::King {
                        story.winner = Some(man.0);
                    }
                }
                None => {}
            }
            at = next;
            steps -= 1;
            if story.winner.is_some() {
                break;
            }
        }
        if trapped && story.winner.is_none() {
            story.destroyed.push(from);
            if man.1 == Kind::King {
                story.winner = Some(1 - man.0);
            }
        } else {
            self.0.insert(at, man);
        }
        at
    }

    /// A whole turn of these men, each with the wish to be promoted or without.
    fn turn(&mut self, magnet: (i16, i16), men: &[((i16, i16), bool)]) -> Story {
        let mut story = Story::default();
        for &(from, promote) in men {
            let end = self.walk(from, magnet, &mut story);
            if story.winner.is_some() {
                break;
            }
            if promote
                && end != from
                && !story.destroyed.contains(&from)
                && let Some(man) = self.0.get_mut(&end)
                && man.2 < man.1.value()
            {
                man.2 += 1;
            }
            let kings_alone = self.0.len() == 2 && self.0.values().all(|man| man.1 == Kind::King);
            if let (true, Some(man)) = (kings_alone, self.0.get(&(0, 0))) {
                story.winner = Some(man.0);
                break;
            }
        }
        story
    }
}

/// The effects of the turn in the real implementation.
fn real_story(position: &Magnet) -> Story {
    let mut story = Story::default();
    for pull in &position.table.last.as_ref().unwrap().pulls {
        story.captured.extend(pull.taken.iter().map(|taken| (axial(taken.at), taken.kind)));
        if pull.destroyed {
            story.destroyed.push(axial(pull.from));
        }
    }
    let decided = position.table.ending().filter(|ending| !matches!(ending, Ending::Repetition | Ending::Rounds));
    story.winner = decided.and_then(Ending::winner).map(|seat| seat.0);
    story
}

/// A whole turn at random: every affected piece in a random order.
fn whole_turn(position: &Magnet, dice: &mut Dice) -> (Vertex, Vec<Named>) {
    let by = position.table.mover();
    let magnets: Vec<Vertex> = position.table.legal_magnets(by).collect();
    let magnet = *dice.pick(&magnets).unwrap();
    let mut affected = position.table.affected(by, magnet).into_vec();
    if position.table.is_opening() {
        affected.retain(|from| position.table.can_step(by, magnet, *from));
    }
    dice.shuffle(&mut affected);
    affected.truncate(if position.table.is_opening() { 1 } else { 6 });
    let rises = |from: &Vertex| {
        let id = Id::all().find(|id| position.table.piece(*id).at() == Some(*from)).unwrap();
        position.table.piece(id).rank < position.kinds.get(id).unwrap().value()
    };
    let named = |from: &Vertex| Named { at: from.name(), promote: rises(from) };
    (magnet, affected.iter().map(named).collect())
}

#[test]
fn a_naive_magnet_pulls_the_same_pieces_the_same_way() {
    let (mut turns, mut captures, mut destroyed, mut wins) = (0, 0, 0, 0);
    for number in 0..120 {
        let mut dice = dice(number);
        let (setup, start) = [("random", "arc"), ("random", "rows"), ("arranged", "free")][usize::from(number % 3)];
        let options = json!({"setup": setup, "start": start, "max_rounds": 60});
        let mut position = Magnet::start(2, &serde_json::from_value(options).unwrap(), &mut dice).unwrap().position;
        while let (Stage::SetUp { .. }, Some(seat)) = (&position.table.stage, position.awaited().first()) {
            let mv = position.suggest(seat, &mut dice).unwrap();
            position = position.play(seat, &mv, Moment(0), &mut dice).unwrap().position;
        }
        while position.outcome().is_none() {
            let by = position.table.mover();
            let mut world = World::from_position(&position);
            for at in Vertex::all() {
                let mut affected: Vec<_> = position.table.affected(by, at).into_iter().map(axial).collect();
                affected.sort_unstable();
                assert_eq!(affected, world.affected(by.0, axial(at)), "{at}");
                assert_eq!(position.table.moves_something(by, at), world.is_legal(by.0, axial(at)), "{at}");
            }
            let (magnet, pieces) = whole_turn(&position, &mut dice);
            let mv = Move::turn(Some(magnet.name()), pieces.clone());
            let men: Vec<_> =
                pieces.iter().map(|named| (axial(Vertex::find(named.at).unwrap()), named.promote)).collect();
            let story = world.turn(axial(magnet), &men);
            position = position.play(by, &mv, Moment(0), &mut dice).unwrap().position;
            assert_eq!(World::from_position(&position), world, "{mv}");
            assert_eq!(real_story(&position), story, "{mv}");
            turns += 1;
            captures += story.captured.len();
            destroyed += story.destroyed.len();
            wins += usize::from(story.winner.is_some());
        }
    }
    assert!(turns > 1000 && captures > 300 && destroyed > 30 && wins > 20, "{turns} {captures} {destroyed} {wins}");
}
