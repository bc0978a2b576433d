//! The order of groups, compared with what a script in another language computes from the same results.

use std::io::Write;
use std::process::{Command, Stdio};

use chrono::{DateTime, TimeDelta};
use engine::{Dice, Seed};
use serde_json::{Value, json};
use tests::needs;
use turnpost::db::words::{PairingState, Stored};
use turnpost::play::tournaments::results::SeatResult;
use turnpost::play::tournaments::standings::{Game, Member, POINT, standings};

/// A group of random results: tables of two to six, sides of one or two seats, some who withdrew, some matches without a result.
fn random(dice: &mut Dice) -> (Vec<Member>, Vec<Game>, Vec<u8>) {
    let at = |hours: u32| DateTime::UNIX_EPOCH + TimeDelta::hours(hours.into());
    let seats = 2 + dice.below(5) as usize;
    let in_teams = seats == 4 && dice.one_in(2);
    let sides: Vec<u8> = (0..seats).map(|seat| if in_teams { seat % 2 } else { seat } as u8).collect();
    let people = seats.max(4) + dice.below(5) as usize;
    let mut member = || Member { withdrawn_at: dice.one_in(8).then(|| at(50)) };
    let members: Vec<Member> = (0..people).map(|_| member()).collect();
    let mut games = Vec::new();
    for _ in 0..people * 3 / 2 {
        let mut players: Vec<usize> = (0..people).collect();
        dice.shuffle(&mut players);
        players.truncate(seats);
        let state = match dice.below(8) {
            0 => PairingState::Waiting,
            1 => PairingState::Void,
            2 => PairingState::Unfinished,
            3 if players.iter().any(|player| members[*player].withdrawn_at.is_some()) => PairingState::CalledOff,
            _ => PairingState::Over,
        };
        let has_results = matches!(state, PairingState::Over | PairingState::Unfinished);
        let of_sides: Vec<u8> =
            (0..seats).map(|_| 1 + dice.below(if state == PairingState::Over { 4 } else { 2 }) as u8).collect();
        let mut result =
            |seat: usize| SeatResult { rank: of_sides[usize::from(sides[seat])], forfeited: dice.one_in(6) };
        let results = if has_results { (0..seats).map(&mut result).collect() } else { Vec::new() };
        games.push(Game { players, state, results, done_at: Some(at(dice.below(100))) });
    }
    (members, games, sides)
}

fn told((members, games, sides): &(Vec<Member>, Vec<Game>, Vec<u8>)) -> Value {
    let hours = |at: &DateTime<chrono::Utc>| at.timestamp() / 3600;
    let game = |game: &Game| {
        let results: Vec<_> = game.results.iter().map(|result| json!([result.rank, result.forfeited])).collect();
        json!({"players": game.players, "state": game.state.word(), "results": results, "done": game.done_at.as_ref().map(hours)})
    };
    let placed = standings(members, games, sides);
    json!({
        "withdrawn": members.iter().map(|member| member.withdrawn_at.as_ref().map(hours)).collect::<Vec<_>>(),
        "games": games.iter().map(game).collect::<Vec<_>>(),
        "sides": sides,
        "point": POINT,
        "order": placed.iter().map(|one| json!([one.member, one.place, one.points])).collect::<Vec<_>>(),
    })
}

#[test]
fn a_thousand_random_groups_have_the_order_that_another_script_gives() {
    let Some(python) = needs::program("python3", "apt-get install python3") else { return };
    let mut dice = Dice::at(&Seed::new([11; 32]), 0);
    let groups: Vec<Value> = (0..1000).map(|_| told(&random(&mut dice))).collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/all/tournaments/order.py");
    let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(json!(groups).to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.starts_with("1000 groups, 0 differ"), "{text}");
}
