//! From the text of a lesson to its positions.

use super::{Lesson, Misread, Pattern, Step};
use crate::records::{self, Run};
use crate::rules::{Line, Rules};
use crate::{Moment, Seat};

/// The words that begin a line of a step, apart from `wrong`, which names moves first.
const MARKS: [&str; 4] = ["rule:", "accept:", "hint:", "done:"];
const WRONG: &str = "wrong ";

/// Reads a lesson and plays it.
///
/// # Errors
/// The line that cannot be followed, and what would be right.
pub fn read(text: &str) -> Result<Lesson, Misread> {
    let mut reading =
        Reading { record: Record::default(), title: String::new(), steps: Vec::new(), draft: None, at: 0 };
    for (number, line) in (1..).zip(text.lines()) {
        reading.line(number, line.trim_end()).map_err(|why| Misread { line: number, why })?;
    }
    let at = text.lines().count();
    reading.end(at).map_err(|why| Misread { line: reading.at.max(1), why })?;
    reading.lesson().map_err(|why| Misread { line: at.max(1), why })
}

/// The lines of a record so far, each at the place at which it stands in the lesson.
#[derive(Default)]
struct Record {
    text: String,
    numbers: Vec<usize>,
    /// The lines of the log that have been told.
    told: usize,
}

impl Record {
    fn push(&mut self, number: usize, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.numbers.push(number);
    }

    /// Plays it. A move that the rules refuse is a fault here.
    fn run(&self) -> Result<Run, String> {
        let place = |line: usize| self.numbers.get(line - 1).copied().unwrap_or_default();
        let run = records::run(&self.text).map_err(|why| format!("(line {}) {}", place(why.line), why.why))?;
        match run.text.lines().find(|line| line.starts_with(['!', '?'])) {
            Some(refused) => Err(format!("the rules refuse a move: {}", &refused[1..])),
            None => Ok(run),
        }
    }
}

/// A step that is being read.
struct Draft {
    seat: String,
    /// The words of each mark, `text` those before the first.
    parts: Vec<(String, String)>,
    /// True behind `done:`, where lines of a record may stand.
    is_done: bool,
}

impl Draft {
    fn part(&self, mark: &str) -> &str {
        self.parts.iter().find(|(name, _)| name == mark).map_or("", |(_, words)| words)
    }
}

struct Reading {
    record: Record,
    title: String,
    steps: Vec<Step>,
    draft: Option<Draft>,
    /// The line at which the step began.
    at: usize,
}

impl Reading {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if line.starts_with('#') {
            return Ok(());
        }
        if let Some(seat) = line.strip_prefix("step ") {
            self.end(number)?;
            self.at = number;
            self.draft = Some(Draft {
                seat: seat.trim().to_owned(),
                parts: vec![("text".to_owned(), String::new())],
                is_done: false,
            });
            return Ok(());
        }
        let Some(draft) = &mut self.draft else {
            match line.strip_prefix("title:") {
                Some(title) => title.trim().clone_into(&mut self.title),
                None if line.is_empty() => {}
                None => self.record.push(number, line),
            }
            return Ok(());
        };
        if let Some((mark, words)) = marked(line)? {
            draft.is_done |= mark == "done:";
            draft.parts.push((mark, words.to_owned()));
            return Ok(());
        }
        if draft.is_done && (is_of_record(line) || line.is_empty()) {
            if line.is_empty() {
                return Ok(());
            }
            // The move that solves the step stands before what follows on it.
            self.end(number)?;
        }
        match &mut self.draft {
            Some(draft) => {
                let (_, words) = draft.parts.last_mut().ok_or("expected words")?;
                // A blank line ends a paragraph.
                let gap = if words.is_empty() || words.ends_with('\n') { "" } else { " " };
                words.push_str(if line.is_empty() { "\n" } else { gap });
                words.push_str(line.trim());
            }
            None => self.record.push(number, line),
        }
        Ok(())
    }

    /// Ends the step that is being read, and plays its solution.
    fn end(&mut self, number: usize) -> Result<(), String> {
        let Some(draft) = self.draft.take() else { return Ok(()) };
        let run = self.record.run()?;
        let rules = crate::edition(run.game, run.edition).ok_or("there are no such rules")?;
        let seat = seat(rules, &run, &draft.seat)?;
        let step = step(&draft, &run, seat, self.record.told)?;
        self.record.told = run.log.len();
        self.record.push(number, &format!("{}: {}", draft.seat, step.solution()));
        let solved =
            self.record.run().map_err(|why| format!("the first accepted move does not solve the step: {why}"))?;
        let played = solved.log.get(run.log.len()).map_or("", |line| &line.text);
        if played != step.solution() {
            return Err(format!("write the first accepted move as records do: {played}"));
        }
        self.record.told = solved.log.len();
        self.steps.push(step);
        Ok(())
    }

    fn lesson(self) -> Result<Lesson, String> {
        if self.title.is_empty() {
            return Err("expected a line `title: ...`".to_owned());
        }
        if self.steps.is_empty() {
            return Err("expected a line `step SEAT`, such as `step red`".to_owned());
        }
        let Run { game, edition, .. } = self.record.run()?;
        Ok(Lesson { title: self.title, game, edition, steps: self.steps })
    }
}

/// A line that begins with a mark: the mark, `wrong MOVES` whole, and the words behind it.
fn marked(line: &str) -> Result<Option<(String, &str)>, String> {
    if line.starts_with(WRONG) {
        let (mark, words) = line.split_once(" => ").ok_or("expected `wrong MOVE => WORDS`")?;
        return Ok(Some((mark.to_owned(), words.trim())));
    }
    let mark = MARKS.iter().find(|mark| line.starts_with(**mark));
    Ok(mark.map(|mark| ((*mark).to_owned(), line[mark.len()..].trim())))
}

/// True for `red: a1-b1`, `~blue: lapse` and `at PT5S`: one word before the colon.
fn is_of_record(line: &str) -> bool {
    line.starts_with("at PT") || line.split_once(": ").is_some_and(|(id, _)| !id.is_empty() && !id.contains(' '))
}

fn seat(rules: &dyn Rules, run: &Run, id: &str) -> Result<Seat, String> {
    let setup = rules.created_with(&run.frame).map_err(|fault| fault.to_string())?;
    let at = setup.chairs.iter().position(|chair| chair.id == id);
    let ids = || setup.chairs.iter().map(|chair| chair.id.as_str()).collect::<Vec<_>>().join(", ");
    at.map(|at| Seat(at as u8)).ok_or_else(|| format!("there is no seat \"{id}\"; there is: {}", ids()))
}

fn step(draft: &Draft, run: &Run, seat: Seat, told: usize) -> Result<Step, String> {
    let accepted: Vec<Pattern> = patterns(draft.part("accept:"));
    if !accepted.first().is_some_and(Pattern::is_move) {
        return Err("expected `accept: MOVE`, the first a whole move".to_owned());
    }
    let wrong = draft.parts.iter().filter_map(|(mark, words)| Some((mark.strip_prefix(WRONG)?, words)));
    let wrong: Vec<(Pattern, String)> =
        wrong.flat_map(|(moves, words)| patterns(moves).into_iter().map(|moves| (moves, words.clone()))).collect();
    for mark in ["text", "hint:", "done:"] {
        if draft.part(mark).trim().is_empty() {
            return Err(format!("the step has no `{mark}`"));
        }
    }
    let clauses = draft.part("rule:").split(',').map(|clause| clause.trim().to_owned());
    Ok(Step {
        seat,
        frame: run.frame.clone(),
        at: run.log.last().map_or(Moment(0), |line: &Line| line.at),
        before: run.log.get(told..).unwrap_or_default().to_vec(),
        text: draft.part("text").trim().to_owned(),
        clauses: clauses.filter(|clause| !clause.is_empty()).collect(),
        hint: draft.part("hint:").to_owned(),
        done: draft.part("done:").to_owned(),
        accepted,
        wrong,
    })
}

fn patterns(text: &str) -> Vec<Pattern> {
    text.split('|').map(str::trim).filter(|text| !text.is_empty()).map(|text| Pattern(text.to_owned())).collect()
}
