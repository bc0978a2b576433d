//! Draws every game on every board with every number of seats, at some moments of a random match, in both styles.
//!
//! ```text
//! cargo run --example pictures -- --out target/pictures            the SVG pictures, and their bytes
//! cargo run --example pictures -- --game magma --out target/pictures
//! ```
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program at a terminal has files and output")]

use std::path::PathBuf;

use clap::Parser;
use engine::scene::Scene;
use engine::svg::{Style, paint};
use engine::{Act, Dice, Eye, Fault, Frame, Moment, Rules, Seat, Seed};
use serde_json::{Value, json};

/// Draws the boards of all games and prints their bytes.
#[derive(Parser)]
struct Arguments {
    /// Only the games whose names contain this.
    #[arg(long, default_value = "")]
    game: String,
    /// The numbers of log lines at which the boards are drawn.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 40, 150])]
    lines: Vec<u32>,
    /// The folder of the pictures.
    #[arg(long, default_value = "target/pictures")]
    out: PathBuf,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.out)?;
    println!("{:>7} {:>7}  board in both styles (full, flat), in bytes", "full", "flat");
    for rules in engine::newest().filter(|rules| rules.info().id.contains(&arguments.game)) {
        for (options, word) in boards(rules) {
            for seats in rules.info().seats.clone() {
                let name = format!("{}-{word}-{seats}", rules.info().id);
                let Ok(drawn) = play(rules, seats, &options, &arguments.lines) else { continue };
                for (line, scene) in drawn {
                    let alone = scene.alone();
                    let (full, flat) = (paint(&alone, Style::Full), paint(&alone, Style::Flat));
                    println!("{:>7} {:>7}  {name}-{line}", full.len(), flat.len());
                    let file = |ending: &str| arguments.out.join(format!("{name}-{line}.{ending}"));
                    std::fs::write(file("full.svg"), full)?;
                    std::fs::write(file("flat.svg"), flat)?;
                    std::fs::write(file("json"), serde_json::to_string(&scene)?)?;
                }
            }
        }
    }
    Ok(())
}

/// The options of each board of a game, with the word for it.
fn boards(rules: &dyn Rules) -> Vec<(Value, String)> {
    let schema = rules.option_schema();
    let found = schema.pointer("/properties/board").map(|board| words(board, &schema)).unwrap_or_default();
    if found.is_empty() {
        return vec![(json!({}), "usual".to_owned())];
    }
    found.into_iter().map(|word| (json!({ "board": word }), word)).collect()
}

/// The words that a schema allows, followed through its references and alternatives.
fn words(schema: &Value, root: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut found: Vec<String> = schema["enum"].as_array().into_iter().flatten().filter_map(text).collect();
    found.extend(text(&schema["const"]));
    for part in ["oneOf", "anyOf", "allOf"] {
        found.extend(schema[part].as_array().into_iter().flatten().flat_map(|part| words(part, root)));
    }
    let reference = schema["$ref"].as_str().and_then(|path| root.pointer(path.trim_start_matches('#')));
    found.extend(reference.map(|schema| words(schema, root)).unwrap_or_default());
    found
}

/// The pictures of a random match at these numbers of lines, as its first seat sees them.
fn play(rules: &dyn Rules, seats: u8, options: &Value, lines: &[u32]) -> Result<Vec<(u32, Scene)>, Fault> {
    let mut dice = Dice::at(&Seed::new([9; 32]), u32::from(seats));
    let mut frame: Frame = rules.start(seats, options, &Seed::new([7; 32]))?.frame;
    let mut drawn = Vec::new();
    let max = lines.iter().copied().max().unwrap_or(0);
    for line in 0..=max {
        if lines.contains(&line) {
            drawn.push((line, rules.page(&frame, Eye::Seat(Seat(0)))?.scene));
        }
        let awaited = rules.status(&frame)?.awaited;
        let Some(seat) = awaited.iter().next() else { break };
        let Some(text) = rules.suggest(&frame, seat, &mut dice)? else { break };
        if let Ok(next) = rules.advance(&frame, Act::Chosen { by: seat, text: &text }, Moment(0)) {
            frame = next.frame;
        }
    }
    Ok(drawn)
}
