//! By hand: ratings compared with those of a package in another language (`tests/README.md`).

use std::io::Write;
use std::process::{Command, Stdio};

use engine::{Dice, Seed};
use serde_json::{Value, json};
use turnpost::play::matches::rating::{Skill, rate};

/// A random match of one to three on a side, with ties, and what it does to the ratings.
fn random(dice: &mut Dice, seats: u8) -> Value {
    let rules = engine::game("magma").unwrap();
    let chairs = rules.chairs(seats, &json!({})).unwrap();
    let mut up_to = |max: u32| f64::from(dice.below(max + 1));
    let before: Vec<Skill> =
        chairs.iter().map(|_| Skill { mu: 15.0 + up_to(200) / 10.0, sigma: 1.0 + up_to(70) / 10.0 }).collect();
    let of_sides: Vec<u8> = (0..6).map(|_| 1 + up_to(2) as u8).collect();
    let ranks: Vec<u8> = chairs.iter().map(|chair| of_sides[usize::from(chair.side)]).collect();
    let after = rate(&before, &chairs, &ranks).unwrap();
    let count = usize::from(chairs.iter().map(|chair| chair.side).max().unwrap()) + 1;
    let teams = |all: &[Skill]| -> Vec<Vec<[f64; 2]>> {
        let of = |side: usize| {
            let own = chairs.iter().zip(all).filter(move |(chair, _)| usize::from(chair.side) == side);
            own.map(|(_, skill)| [skill.mu, skill.sigma]).collect()
        };
        (0..count).map(of).collect()
    };
    json!({"before": teams(&before), "after": teams(&after), "ranks": &of_sides[..count]})
}

#[test]
fn ratings_equal_those_of_another_package() {
    let Some(python) = std::env::var_os("OPENSKILL_PYTHON") else { return };
    let mut dice = Dice::at(&Seed::new([5; 32]), 0);
    let matches: Vec<Value> = (0..1000).map(|round| random(&mut dice, [2, 3, 4, 6][round % 4])).collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/all/ratings/compare.py");
    let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(json!(matches).to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "1000 matches, 0 differ");
}
