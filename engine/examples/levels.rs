//! Plays matches between computer opponents of two levels, or between a level and random play, and counts who wins.
//!
//! ```text
//! cargo run --release --example levels -- magma --levels 3 random --matches 200 --options '{"max_rounds": 40}'
//! cargo run --release --example levels -- magma --seats 4 --levels 3 2
//! ```
//!
//! In each match one seat plays at the first level and all others at the second. The seat changes from match to match, so `--matches`
//! is best a multiple of the seats. In a match of teams the seats of one side play at the first level. Each match is a line of the file
//! `--out`; those that stand there are not played again, so the command can be stopped and continued.
//!
//! The time of a move is processor time of the search, so that other work on the machine changes no result.
//!
//! A match is won if the first level has the first rank alone, and drawn if it shares it with other sides.
#![allow(clippy::print_stdout, reason = "a program at a terminal has output")]
#![allow(clippy::disallowed_methods, reason = "a program at a terminal has a clock and files")]

mod kept;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Parser;
use engine::players::{Budget, Level};
use engine::{Act, Advance, Dice, Frame, LapsePolicy, Limits, Moment, Rules, Seat, Seats, Seed, Span, Status};
use kept::{Kept, Word};
use rustix::time::{ClockId, clock_gettime};

/// Lets levels of computer opponents meet.
#[derive(Parser)]
struct Arguments {
    /// The game.
    game: String,
    /// The number of seats; by default the fewest of the game.
    #[arg(long)]
    seats: Option<u8>,
    /// The two players: levels from 1 to 5, `random`, or a number of playouts such as `400p`.
    #[arg(long, num_args = 2, default_values = ["3", "random"])]
    levels: Vec<Player>,
    /// The number of matches.
    #[arg(long, default_value_t = 20)]
    matches: u64,
    /// The options of the matches, as JSON.
    #[arg(long, default_value = "{}", value_parser = |text: &str| serde_json::from_str::<serde_json::Value>(text))]
    options: serde_json::Value,
    /// The number of lines after which a match is broken off, as a draw.
    #[arg(long, default_value_t = 4000)]
    lines: u32,
    /// The file with a line for each match.
    #[arg(long, default_value = "target/levels.txt")]
    out: PathBuf,
}

type Outcome<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Random,
    Level(Level),
    /// So many playouts for each move.
    Playouts(u32),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Player, String> {
        match text {
            "random" => Ok(Player::Random),
            text => match text.strip_suffix('p') {
                Some(playouts) => {
                    playouts.parse().map(Player::Playouts).map_err(|why| format!("{playouts} playouts: {why}"))
                }
                None => text
                    .parse()
                    .map(Player::Level)
                    .map_err(|why| format!("{why}, \"random\", or playouts such as 400p")),
            },
        }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Level(level) => write!(f, "level {level}"),
            Player::Playouts(playouts) => write!(f, "{playouts} playouts"),
        }
    }
}

/// The result of a match for the first player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    Won,
    Lost,
    Drawn,
}

impl Word for Result {
    const ALL: &'static [Result] = &[Result::Won, Result::Lost, Result::Drawn];

    fn word(self) -> &'static str {
        match self {
            Result::Won => "won",
            Result::Lost => "lost",
            Result::Drawn => "drawn",
        }
    }
}

/// The work of a player.
#[derive(Default)]
struct Work {
    moves: u64,
    playouts: u64,
    time: Duration,
    longest: Duration,
}

fn main() -> Outcome {
    let arguments = Arguments::parse();
    let rules = engine::game_named(&arguments.game)?;
    let seats = arguments.seats.unwrap_or(*rules.info().seats.start());
    let [first, second] = arguments.levels[..] else { return Err("name two players".into()) };
    let mut kept = Kept::open(&arguments.out)?;
    let mut work = [Work::default(), Work::default()];
    let name = format!("{} {seats} {} {first} : {second}", rules.info().id, arguments.options);
    for number in 0..arguments.matches {
        let key = format!("{name}, {number}");
        if !kept.results.contains_key(&key) {
            let result = play(rules, seats, number, [first, second], &arguments, &mut work)?;
            kept.add(key, result)?;
        }
    }
    let of_these = |wanted: Result| {
        let keys = (0..arguments.matches).map(|number| format!("{name}, {number}"));
        keys.filter(|key| kept.results.get(key) == Some(&wanted)).count() as u64
    };
    let [won, lost, drawn] = [Result::Won, Result::Lost, Result::Drawn].map(of_these);
    println!("{name}: {won} won, {lost} lost, {drawn} drawn");
    let (low, high) = wilson(won, won + lost);
    println!(
        "{first} wins {:.1} % of {} decided matches (95 %: {low:.1} to {high:.1})",
        share(won, won + lost),
        won + lost
    );
    for (player, work) in [first, second].into_iter().zip(&work).filter(|(_, work)| work.playouts > 0) {
        let seconds = work.time.as_secs_f64();
        println!(
            "{player}: {} moves, {:.0} playouts/s, {:.0} ms a move, the longest {} ms",
            work.moves,
            work.playouts as f64 / seconds,
            1e3 * seconds / work.moves as f64,
            work.longest.as_millis()
        );
    }
    Ok(())
}

fn share(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// The 95 % interval of a share, in percent (Wilson, 1927).
fn wilson(part: u64, all: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if all == 0 {
        return (0.0, 100.0);
    }
    let (n, p) = (all as f64, part as f64 / all as f64);
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (100.0 * (middle - half) / whole, 100.0 * (middle + half) / whole)
}

/// The processor time of this thread up to now.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// A match that is played.
struct Match<'a> {
    rules: &'a dyn Rules,
    frame: Frame,
    status: Status,
    now: Moment,
    dice: Dice,
}

fn play(
    rules: &dyn Rules,
    seats: u8,
    number: u64,
    players: [Player; 2],
    arguments: &Arguments,
    work: &mut [Work; 2],
) -> Outcome<Result> {
    let seed = Seed::numbered(number / u64::from(seats));
    let Advance { frame, status, .. } = rules.start(seats, &arguments.options, &seed)?;
    let chairs = rules.chairs(seats, &arguments.options)?;
    let side = chairs[(number % u64::from(seats)) as usize].side;
    let dice = Dice::at(&Seed::numbered(number), u32::MAX);
    let mut played = Match { rules, frame, status, now: Moment(0), dice };
    while !played.frame.over && played.frame.ply < arguments.lines {
        let awaited: Vec<Seat> = played.status.awaited.iter().collect();
        let Some(&seat) = played.dice.pick(&awaited) else {
            played.time_passes()?;
            continue;
        };
        let who = usize::from(chairs[seat.index()].side != side);
        played.go_on(seat, players[who], &mut work[who])?;
    }
    let Some(outcome) = &played.status.outcome else { return Ok(Result::Drawn) };
    let is_first =
        |own: bool| chairs.iter().zip(&outcome.ranks).any(|(chair, rank)| *rank == 1 && (chair.side == side) == own);
    Ok(match (is_first(true), is_first(false)) {
        (true, false) => Result::Won,
        (true, true) => Result::Drawn,
        (false, _) => Result::Lost,
    })
}

impl Match<'_> {
    /// Waits for the timer of the rules, which alone runs.
    fn time_passes(&mut self) -> Outcome {
        let wake = self.status.wake.ok_or("no seat is awaited")?;
        self.now = self.now.max(wake.at);
        self.act(Act::TimerOut)
    }

    /// One move of the seat.
    fn go_on(&mut self, seat: Seat, player: Player, work: &mut Work) -> Outcome {
        self.now = self.now.plus(Span::seconds(1));
        if self.status.wake.is_some_and(|wake| wake.at <= self.now) {
            return self.act(Act::TimerOut);
        }
        let limits = match player {
            Player::Random => None,
            Player::Level(level) => Some(level.limits(self.rules.info())),
            Player::Playouts(playouts) => Some(Limits { playouts, time: Span(u64::MAX) }),
        };
        let text = match limits {
            None => self.rules.suggest(&self.frame, seat, &mut self.dice)?,
            Some(limits) => {
                let start = processor_time();
                let time_is_over = || processor_time() - start >= Duration::from_millis(limits.time.0);
                let budget = Budget { playouts: limits.playouts, time_is_over: &time_is_over };
                let pick = self.rules.pick(&self.frame, seat, self.now, &budget, &mut self.dice)?;
                let time = processor_time() - start;
                work.moves += 1;
                work.time += time;
                work.longest = work.longest.max(time);
                work.playouts += pick.as_ref().map_or(0, |pick| u64::from(pick.playouts));
                pick.map(|pick| pick.text)
            }
        };
        if let Some(text) = text {
            return self.act(Act::Chosen { by: seat, text: &text });
        }
        let act = self.rules.on_lapse(&self.frame, Seats::just(seat), LapsePolicy::Pass)?;
        self.act(act)
    }

    fn act(&mut self, act: Act<'_>) -> Outcome {
        let Advance { frame, status, .. } = self.rules.advance(&self.frame, act, self.now)?;
        self.frame = frame;
        self.status = status;
        Ok(())
    }
}
