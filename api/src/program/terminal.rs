//! A match in the terminal, without a server or a database: against the computer players, or to try the rules.
#![allow(clippy::disallowed_methods, reason = "a program at a terminal has a clock and files")]

use std::fmt::Display;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::players::{Budget, Level};
use engine::{
    Act, Advance, Dice, Eye, Fault, Frame, LapsePolicy, Line, Moment, Names, Rules, Seat, Seats, Seed, Setup, Span,
    records,
};

use super::say::{self, say};
use crate::picture;

/// What to play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game.
    #[arg(default_value = "magma")]
    game: String,
    /// The number of seats. Default: the minimum of the game.
    #[arg(long)]
    seats: Option<u8>,
    /// The options of the match, as JSON.
    #[arg(long, default_value = "{}", value_parser = |text: &str| serde_json::from_str::<serde_json::Value>(text))]
    options: serde_json::Value,
    /// The level of the computer players, 1 to 5. Default: 3.
    #[arg(long)]
    computer: Option<Level>,
    /// Play this seat, such as `red`, instead of the first. You can repeat this option.
    #[arg(long)]
    you: Vec<String>,
    /// Play all seats yourself.
    #[arg(long)]
    all_seats: bool,
    /// Let all seats play at random, or as computer players at the level of `--computer`.
    #[arg(long)]
    random: bool,
    /// A number that determines chance, and the whole match if all seats play at random. Default: a new number each time.
    #[arg(long)]
    seed: Option<u64>,
    /// Stop the match after this many lines.
    #[arg(long, default_value_t = 2000)]
    lines: u32,
    /// Show the board after every line of random play, not only at the end.
    #[arg(long)]
    every_board: bool,
    /// Write the record of the match and its picture (SVG and PNG) to this folder at the end.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replay this record instead, print it with the expectations that the rules give, and say whether it differs.
    #[arg(long)]
    record: Option<PathBuf>,
}

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Plays a match, or replays a record.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if let Some(file) = &arguments.record {
        return replay(file);
    }
    let rules = engine::game_named(&arguments.game)?;
    let seats = arguments.seats.unwrap_or(*rules.info().seats.start());
    let setup = rules.setup(seats, &arguments.options)?;
    let humans = humans(arguments, &setup)?;
    let seed = Seed::numbered(arguments.seed.unwrap_or_else(rand::random));
    let Advance { frame, lines, .. } = rules.start(seats, &arguments.options, &seed)?;
    let names = Names::new(&setup.chairs);
    let computer = arguments.computer.or((!arguments.random).then_some(Level::Three));
    let (clock, dice) = (Clock::new(&humans), Dice::at(&seed, u32::MAX));
    let mut table = Table { rules, setup, names, frame, log: lines, clock, dice, computer };

    say!("{}: {}\nSeed commitment {}.\n", rules.info().name, rules.info().summary, seed.commitment());
    if !humans.is_empty() {
        say!("Type a move, `?` for the choices, `?e5` for those that begin with e5, `board`, `ends`, or `quit`.");
        say!("`blue: agree` is a move by blue, even in another player's turn.\n");
    }
    let mut input = std::io::stdin().lock().lines();
    while !table.frame.over && table.frame.ply < arguments.lines {
        let awaited = table.rules.status(&table.frame)?.awaited;
        match awaited.iter().find(|seat| humans.contains(seat)) {
            Some(seat) if !table.ask(seat, &mut input)? => break,
            Some(_) => {}
            None => table.play_by_itself(arguments.every_board)?,
        }
    }
    say!("{}", table.rules.page(&table.frame, Eye::Public)?.text());
    for end in table.rules.page(&table.frame, Eye::Public)?.ends {
        say!("{}", end.words);
    }
    match &arguments.out {
        Some(folder) => table.save(folder),
        None => Ok(()),
    }
}

fn humans(arguments: &Arguments, setup: &Setup) -> Outcome<Vec<Seat>> {
    let ids: Vec<&str> = setup.chairs.iter().map(|chair| chair.id.as_str()).collect();
    let find = |id: &String| ids.iter().position(|chair| chair == id).map(|at| Seat(at as u8));
    if arguments.random {
        Ok(Vec::new())
    } else if arguments.all_seats {
        Ok((0..ids.len() as u8).map(Seat).collect())
    } else if arguments.you.is_empty() {
        Ok(vec![Seat(0)])
    } else {
        let seats = arguments
            .you
            .iter()
            .map(|id| find(id).ok_or(format!("there is no seat \"{id}\"; the seats are {}", ids.join(", "))));
        Ok(seats.collect::<Result<_, _>>()?)
    }
}

/// The source of moments: the wall clock when a person plays, made-up times otherwise.
enum Clock {
    Wall(Instant),
    Imagined(Moment),
}

impl Clock {
    fn new(humans: &[Seat]) -> Clock {
        if humans.is_empty() { Clock::Imagined(Moment(0)) } else { Clock::Wall(Instant::now()) }
    }

    fn now(&self) -> Moment {
        match self {
            Clock::Wall(start) => Moment(u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)),
            Clock::Imagined(now) => *now,
        }
    }
}

struct Table {
    rules: &'static dyn Rules,
    setup: Setup,
    names: Names,
    frame: Frame,
    log: Vec<Line>,
    clock: Clock,
    dice: Dice,
    /// The level of the seats that no person plays; none if they play at random.
    computer: Option<Level>,
}

impl Table {
    /// Asks for one line of input; false at its end or at `quit`.
    fn ask(&mut self, seat: Seat, input: &mut impl Iterator<Item = std::io::Result<String>>) -> Outcome<bool> {
        let page = self.rules.page(&self.frame, Eye::Seat(seat))?;
        say!("{}", page.text());
        loop {
            say::print(format_args!("{}> ", self.setup.chairs[seat.index()].id));
            let Some(line) = input.next().transpose()? else { return Ok(false) };
            if !std::io::stdin().is_terminal() {
                say!("{line}");
            }
            match line.trim() {
                "" => {}
                "quit" => return Ok(false),
                "board" => say!("{}", page.text()),
                "ends" => page.ends.iter().for_each(|end| say!("{}", end.words)),
                question if question.starts_with('?') => self.show_choices(seat, question[1..].trim())?,
                text => {
                    if self.run_out()? {
                        say!("Too late: the timer had expired, and \"{text}\" was not played.");
                        return Ok(true);
                    }
                    let (by, text) = self.addressed(text).unwrap_or((seat, text));
                    match self.act(Act::Chosen { by, text }) {
                        Ok(()) => return Ok(true),
                        Err(fault @ Fault::Stored { .. }) => return Err(fault.into()),
                        Err(fault) => say!("Not possible. {fault}"),
                    }
                }
            }
        }
    }

    /// `blue: agree` is a word of blue, in turn or out of turn.
    fn addressed<'a>(&self, line: &'a str) -> Option<(Seat, &'a str)> {
        let (id, text) = line.split_once(':')?;
        let at = self.setup.chairs.iter().position(|chair| chair.id.eq_ignore_ascii_case(id.trim()))?;
        Some((Seat(at as u8), text.trim()))
    }

    fn show_choices(&self, seat: Seat, so_far: &str) -> Outcome {
        let choices = self.rules.choices(&self.frame, seat, so_far)?;
        if choices.is_empty() {
            say!("Nothing can follow on \"{so_far}\".");
        }
        for choice in choices {
            say!("  {:12} {}", choice.text + if choice.complete { "" } else { "..." }, choice.words);
        }
        Ok(())
    }

    /// Plays a move of a seat that no person plays.
    fn play_by_itself(&mut self, every_board: bool) -> Outcome {
        if let Clock::Imagined(now) = &mut self.clock {
            *now = now.plus(Span(u64::from(self.dice.below(20_000))));
        }
        if self.run_out()? {
            return Ok(());
        }
        let awaited: Vec<Seat> = self.rules.status(&self.frame)?.awaited.iter().collect();
        let seat = *self.dice.pick(&awaited).ok_or("no seat is awaited")?;
        let text = match self.computer {
            Some(level) => self.pick(seat, level)?,
            None => self.rules.suggest(&self.frame, seat, &mut self.dice)?,
        };
        // A computer takes its time, too.
        if self.run_out()? {
            return Ok(());
        }
        match text {
            Some(text) => self.act(Act::Chosen { by: seat, text: &text })?,
            None => {
                let act = self.rules.on_lapse(&self.frame, Seats::just(seat), LapsePolicy::Pass)?;
                self.act(act)?;
            }
        }
        if every_board {
            say!("{}", self.rules.page(&self.frame, Eye::Public)?.text());
        }
        Ok(())
    }

    /// The move of a computer.
    fn pick(&mut self, seat: Seat, level: Level) -> Result<Option<String>, Fault> {
        let (limits, start) = (level.limits(self.rules.info()), Instant::now());
        let time_is_over = || start.elapsed() >= Duration::from_millis(limits.time.0);
        let budget = Budget { playouts: limits.playouts, time_is_over: &time_is_over };
        let pick = self.rules.pick(&self.frame, seat, self.clock.now(), &budget, &mut self.dice)?;
        Ok(pick.map(|pick| pick.text))
    }

    /// Lets the timer of the rules expire, if it has.
    fn run_out(&mut self) -> Outcome<bool> {
        let due = self.rules.status(&self.frame)?.wake.is_some_and(|wake| wake.at <= self.clock.now());
        if due {
            self.act(Act::TimerOut)?;
        }
        Ok(due)
    }

    fn act(&mut self, act: Act<'_>) -> Result<(), Fault> {
        let advance = self.rules.advance(&self.frame, act, self.clock.now())?;
        for line in &advance.lines {
            let eye = if advance.frame.over { Eye::Open } else { Eye::Public };
            let told = self.rules.tell(line, eye, &self.names)?;
            say!(
                "{:4}  {:12} {}",
                line.ply,
                told.entry.map(|entry| entry.text).unwrap_or_default(),
                told.story.join(" ")
            );
        }
        self.frame = advance.frame;
        self.log.extend(advance.lines);
        Ok(())
    }

    fn save(&self, out: &std::path::Path) -> Outcome {
        std::fs::create_dir_all(out)?;
        let svg = self.rules.page(&self.frame, Eye::Public)?.svg();
        let file = |ending: &str| out.join(format!("{}.{ending}", self.rules.info().id));
        std::fs::write(file("txt"), records::write(self.rules, &self.frame, &self.log)?)?;
        std::fs::write(file("svg"), &svg)?;
        std::fs::write(file("png"), picture::png(&svg, None)?)?;
        say!("\nWritten: {}, {} and {}.", file("txt").display(), file("svg").display(), file("png").display());
        Ok(())
    }
}

fn replay(file: &std::path::Path) -> Outcome {
    let place = |why: &dyn Display| say::plain(&format_args!("{}: {why}", file.display()));
    let record = std::fs::read_to_string(file).map_err(|why| place(&why))?;
    let run = records::run(&record).map_err(|why| place(&why))?;
    say::print(format_args!("{}", say::plain(&run.text)));
    if run.text == record {
        say!("\nThe record matches the rules.");
        Ok(())
    } else {
        Err("the record does not match the rules; the correct one is above".into())
    }
}
