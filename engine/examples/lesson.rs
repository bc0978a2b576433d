//! Shows a lesson at a terminal, step by step, with the board as text and the move that solves each step.
//!
//! ```text
//! cargo run --example lesson -- engine/src/magma/lessons/01-enter.txt
//! ```
//!
//! With `--try "MOVE"` it says what each step answers to that move.
#![allow(clippy::print_stdout, reason = "a program at a terminal has output")]
#![allow(clippy::disallowed_methods, reason = "a program at a terminal reads files")]

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use engine::lessons::{self, Answered};
use engine::{Eye, Frame, Line, Names, Rules, Seat};

/// Shows a lesson.
#[derive(Parser)]
struct Arguments {
    /// The file.
    file: PathBuf,
    /// A move to which each step gives its answer.
    #[arg(long = "try")]
    tried: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let lesson = lessons::read(&std::fs::read_to_string(&arguments.file)?)?;
    let rules = engine::edition(lesson.game, lesson.edition).ok_or("no such rules")?;
    println!("{} ({})", lesson.title, rules.info().name);
    for (number, step) in (1..).zip(&lesson.steps) {
        println!("\n== step {number}\n\n{}", told(rules, &step.frame, &step.before, step.seat)?);
        println!("{}", rules.page(&step.frame, Eye::Seat(step.seat))?.text());
        println!("\n{}\nHint: {}", step.text, step.hint);
        match step.answer(rules, arguments.tried.as_deref().unwrap_or(step.solution())) {
            Answered::Solved { text, frame, lines } => {
                println!("> {text}\n{}{}", told(rules, &frame, &lines, step.seat)?, step.done);
            }
            Answered::NotHere { text, words } => println!("> {text}\nNot here: {words}"),
            Answered::Refused(fault) => println!("Refused: {fault}"),
        }
    }
    Ok(())
}

/// What the lines tell the learner, a sentence a line.
fn told(rules: &dyn Rules, frame: &Frame, lines: &[Line], seat: Seat) -> Result<String, Box<dyn Error>> {
    let setup = rules.created_with(frame)?;
    let names = Names::new(&setup.chairs);
    let mut story = String::new();
    for line in lines {
        for sentence in rules.tell(line, Eye::Seat(seat), &names)?.story {
            story += &format!("  {sentence}\n");
        }
    }
    Ok(story)
}
