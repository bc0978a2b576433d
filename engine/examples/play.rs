//! Plays a match in the terminal: a way to try the rules without a server.
//!
//! ```text
//! cargo run --example play -- magma --seats 3 --seed 7               you play all seats
//! cargo run --example play -- magma --seats 3 --seed 7 --random      all seats play at random
//! cargo run --example play -- magma --you red                        you play red, the others at random
//! cargo run --example play -- magma --you red --computer 3           you play red, computers of level 3 the others
//! cargo run --example play -- magma --random --computer 2            all seats are computers of level 2
//! cargo run --example play -- --record some/record.txt               a record is replayed and shown
//! ```
//!
//! At the end, or at `quit`, it writes the record of the match and its picture (SVG and PNG) into the folder `--out`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program at a terminal has a clock, files and output"
)]

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use engine::players::{Budget, Level};
use engine::{
    Act, Advance, Dice, Eye, Fault, Frame, LapsePolicy, Line, Moment, Names, Rules, Seat, Seats, Seed, Setup, Span,
    records,
};

/// Plays a match in the terminal.
#[derive(Parser)]
struct Arguments {
    /// The game.
    #[arg(default_value = "magma")]
    game: String,
    /// The number of seats; by default the fewest of the game.
    #[arg(long)]
    seats: Option<u8>,
    /// The options of the match, as JSON.
    #[arg(long, default_value = "{}", value_parser = |text: &str| serde_json::from_str::<serde_json::Value>(text))]
    options: serde_json::Value,
    /// Any number: the same number gives the same chance, and the same match where all seats play at random.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// All seats play at random, or are computers of the level of `--computer`.
    #[arg(long)]
    random: bool,
    /// You play this seat, the others play at random or are computers. May be given several times.
    #[arg(long)]
    you: Vec<String>,
    /// The level of the computers that play the other seats, from 1 to 5. Without `--you` you play the first seat.
    #[arg(long)]
    computer: Option<Level>,
    /// The number of lines after which the match is broken off.
    #[arg(long, default_value_t = 2000)]
    lines: u32,
    /// Shows the board after every line of random play, not only at the end.
    #[arg(long)]
    every_board: bool,
    /// The folder of the record and the pictures.
    #[arg(long, default_value = "target/play")]
    out: PathBuf,
    /// Replays this record instead, prints it with the expectations that the rules give, and says whether it differs.
    #[arg(long)]
    record: Option<PathBuf>,
}

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> std::process::ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "{why}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Outcome {
    if let Some(file) = &arguments.record {
        return replay(file);
    }
    let rules = engine::game_named(&arguments.game)?;
    let seats = arguments.seats.unwrap_or(*rules.info().seats.start());
    let setup = rules.setup(seats, &arguments.options)?;
    let humans = humans(arguments, &setup)?;
    let seed = Seed::numbered(arguments.seed);
    let Advance { frame, lines, .. } = rules.start(seats, &arguments.options, &seed)?;
    let names = Names::of(&setup.chairs);
    let (clock, dice) = (Clock::new(&humans), Dice::at(&seed, u32::MAX));
    let mut table = Table { rules, setup, names, frame, log: lines, clock, dice, computer: arguments.computer };

    println!("{}: {}\nSeed commitment {}.\n", rules.info().name, rules.info().summary, seed.commitment());
    if !humans.is_empty() {
        println!("Type a move, `?` for the choices, `?e5` for those that begin with e5, `board`, `ends`, or `quit`.");
        println!("`blue: agree` is a move of blue's, also in another player's turn.\n");
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
    println!("{}", table.rules.page(&table.frame, Eye::Public)?.text());
    for end in table.rules.page(&table.frame, Eye::Public)?.ends {
        println!("{}", end.words);
    }
    table.save(&arguments.out)
}

fn humans(arguments: &Arguments, setup: &Setup) -> Outcome<Vec<Seat>> {
    let ids: Vec<&str> = setup.chairs.iter().map(|chair| chair.id.as_str()).collect();
    let find = |id: &String| ids.iter().position(|chair| chair == id).map(|at| Seat(at as u8));
    if arguments.random {
        Ok(Vec::new())
    } else if arguments.you.is_empty() {
        let all = 0..ids.len() as u8;
        Ok(all.map(Seat).take(if arguments.computer.is_some() { 1 } else { ids.len() }).collect())
    } else {
        let seats = arguments
            .you
            .iter()
            .map(|id| find(id).ok_or(format!("there is no seat \"{id}\"; there is: {}", ids.join(", "))));
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
    /// The level of the seats that no person plays; without it they play at random.
    computer: Option<Level>,
}

impl Table {
    /// Asks for one line of input; false at its end or at `quit`.
    fn ask(&mut self, seat: Seat, input: &mut impl Iterator<Item = std::io::Result<String>>) -> Outcome<bool> {
        let page = self.rules.page(&self.frame, Eye::Seat(seat))?;
        println!("{}", page.text());
        loop {
            print!("{}> ", self.setup.chairs[seat.index()].id);
            std::io::stdout().flush()?;
            let Some(line) = input.next().transpose()? else { return Ok(false) };
            if !std::io::stdin().is_terminal() {
                println!("{line}");
            }
            match line.trim() {
                "" => {}
                "quit" => return Ok(false),
                "board" => println!("{}", page.text()),
                "ends" => page.ends.iter().for_each(|end| println!("{}", end.words)),
                question if question.starts_with('?') => self.show_choices(seat, question[1..].trim())?,
                text => {
                    if self.run_out()? {
                        println!("Too late: the timer had run out, and \"{text}\" was not played.");
                        return Ok(true);
                    }
                    let (by, text) = self.addressed(text).unwrap_or((seat, text));
                    match self.act(Act::Chosen { by, text }) {
                        Ok(()) => return Ok(true),
                        Err(fault @ Fault::Stored { .. }) => return Err(fault.into()),
                        Err(fault) => println!("Not possible. {fault}"),
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
            println!("Nothing can follow on \"{so_far}\".");
        }
        for choice in choices {
            println!("  {:12} {}", choice.text + if choice.complete { "" } else { "..." }, choice.words);
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
            println!("{}", self.rules.page(&self.frame, Eye::Public)?.text());
        }
        Ok(())
    }

    /// The move of a computer.
    fn pick(&mut self, seat: Seat, level: Level) -> Result<Option<String>, Fault> {
        let (limits, start) = (level.limits(), Instant::now());
        let time_is_over = || start.elapsed() >= Duration::from_millis(limits.time.0);
        let budget = Budget { playouts: limits.playouts, time_is_over: &time_is_over };
        let pick = self.rules.pick(&self.frame, seat, self.clock.now(), &budget, &mut self.dice)?;
        Ok(pick.map(|pick| pick.text))
    }

    /// Lets the timer of the rules run out, if it has.
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
            println!(
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
        std::fs::write(file("png"), png(&svg)?)?;
        println!("\nWritten: {}, {} and {}.", file("txt").display(), file("svg").display(), file("png").display());
        Ok(())
    }
}

/// Paints the picture as most mail programs want it.
fn png(svg: &str) -> Outcome<Vec<u8>> {
    use resvg::{tiny_skia, usvg};
    const ZOOM: f32 = 2.0;
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size().scale_by(ZOOM).ok_or("an empty picture")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("an empty picture")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(ZOOM, ZOOM), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}

fn replay(file: &std::path::Path) -> Outcome {
    let record = std::fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))?;
    let run = records::run(&record).map_err(|why| format!("{}: {why}", file.display()))?;
    print!("{}", run.text);
    if run.text == record {
        println!("\nThe record is what the rules give.");
        Ok(())
    } else {
        Err("the record is not what the rules give; the right one is above".into())
    }
}
