//! How to play a game: Markdown with pictures that are painted from positions.
//!
//! A picture is a fence `board`: a record, whose header lacks the game, with ` / ` for the ends of lines; and lines about the picture.
//!
//! ```text
//! seats 2   options {"board":"pointed43"}   seed 07
//! red: +b2 / blue: +h1 / red: b2-c3
//! > eye red                        whose view it is: a seat, or `all`; a spectator's without this line
//! > marks c3 d4                    rings, in place of the marks of the last move; `none` for no marks
//! > arrows c3>d4 d4>e5             arrows, for example along the way of a piece
//! > says Red: 24 pieces to enter   words that the page has to show; the caption has to have their numbers
//! > email                          one of the few pictures that an email has as well
//! > caption Red's piece has stepped.
//! ```

#[cfg(test)]
mod tests;

use crate::game::{Eye, Info};
use crate::records::{self, Misread, Run};
use crate::rules::{Page, Rules};
use crate::scene::{Arrow, Mark, Paint, Scene};
use crate::seat::Seat;

/// A part of the text.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Markdown.
    Text(String),
    /// A picture.
    Picture(Box<Picture>),
}

/// A position with what it shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The board alone.
    pub scene: Scene,
    /// What it shows, in sentences.
    pub caption: String,
    /// True if an email shows it as well.
    pub in_emails: bool,
}

/// The beginning and the end of a fence with a picture.
const BEGIN: &str = "```board";
const END: &str = "```";
/// Begins a line about the picture.
const ABOUT: &str = "> ";
/// Stands between the lines of a record that are written on one line.
const NEXT: &str = " / ";

/// The parts of how to play a game, in order.
///
/// # Errors
/// The first picture that cannot be painted as the text says: the line, counted from 1, and the reason.
pub fn parts(info: &Info) -> Result<Vec<Part>, Misread> {
    read(info.id, info.how_to_play)
}

fn read(game: &str, text: &str) -> Result<Vec<Part>, Misread> {
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line != BEGIN {
            words.push_str(line);
            words.push('\n');
            continue;
        }
        let mut fence = Fence::new(game, number);
        loop {
            match lines.next() {
                None => return Err(Misread { line: number, why: "the fence has no end".to_owned() }),
                Some((END, _)) => break,
                Some((line, number)) => fence.add(line, number)?,
            }
        }
        parts.extend(text_of(&mut words));
        parts.push(Part::Picture(Box::new(fence.picture()?)));
    }
    parts.extend(text_of(&mut words));
    Ok(parts)
}

fn text_of(words: &mut String) -> Option<Part> {
    let text = std::mem::take(words);
    (!text.trim().is_empty()).then_some(Part::Text(text))
}

/// The lines of a fence.
struct Fence<'a> {
    game: &'a str,
    /// The line on which it begins.
    line: usize,
    record: String,
    /// The line of the text for each line of the record.
    numbers: Vec<usize>,
    eye: (&'a str, usize),
    marks: Option<(&'a str, usize)>,
    arrows: Option<(&'a str, usize)>,
    says: Vec<(&'a str, usize)>,
    caption: String,
    in_emails: bool,
}

impl<'a> Fence<'a> {
    fn new(game: &'a str, line: usize) -> Fence<'a> {
        Fence {
            game,
            line,
            record: String::new(),
            numbers: Vec::new(),
            eye: ("anyone", line),
            marks: None,
            arrows: None,
            says: Vec::new(),
            caption: String::new(),
            in_emails: false,
        }
    }

    fn add(&mut self, line: &'a str, number: usize) -> Result<(), Misread> {
        let Some(about) = line.strip_prefix(ABOUT) else {
            for line in line.split(NEXT) {
                if self.record.is_empty() {
                    self.record = format!("game {}   ", self.game);
                }
                self.record.push_str(line);
                self.record.push('\n');
                self.numbers.push(number);
            }
            return Ok(());
        };
        let (word, rest) = about.split_once(' ').unwrap_or((about, ""));
        match word {
            "eye" => self.eye = (rest.trim(), number),
            "marks" => self.marks = Some((rest, number)),
            "arrows" => self.arrows = Some((rest, number)),
            "says" => self.says.push((rest.trim(), number)),
            "email" => self.in_emails = true,
            "caption" => self.caption = [&self.caption, rest.trim()].join(" ").trim().to_owned(),
            other => {
                let why = format!("expected eye, marks, arrows, says, email or caption, not \"{other}\"");
                return Err(Misread { line: number, why });
            }
        }
        Ok(())
    }

    fn picture(self) -> Result<Picture, Misread> {
        let here = |why: &str| Misread { line: self.line, why: why.to_owned() };
        if self.caption.is_empty() {
            return Err(here("the picture has no caption"));
        }
        let in_text = |fault: Misread| {
            let line = self.numbers.get(fault.line.saturating_sub(1)).copied().unwrap_or(self.line);
            Misread { line, ..fault }
        };
        let run = records::run(&self.record).map_err(in_text)?;
        if let Some(refused) = run.refused.first() {
            return Err(in_text(refused.clone()));
        }
        let rules = crate::edition(run.game, run.edition).ok_or_else(|| here("there is no such game"))?;
        let page = self.page(rules, &run)?;
        let shown = shown(&page);
        for &(words, line) in &self.says {
            if !shown.contains(words) {
                return Err(Misread { line, why: format!("the page does not say \"{words}\" but: {shown}") });
            }
            if let Some(number) = numbers(words).find(|number| !numbers(&self.caption).any(|one| one == *number)) {
                return Err(Misread { line, why: format!("the caption does not have the number {number}") });
            }
        }
        let scene = self.with_arrows(self.with_marks(page.scene.alone())?)?;
        Ok(Picture { scene, caption: self.caption, in_emails: self.in_emails })
    }

    fn page(&self, rules: &dyn Rules, run: &Run) -> Result<Page, Misread> {
        let (id, line) = self.eye;
        let fault = |why: String| Misread { line, why };
        let setup = rules.created_with(&run.frame).map_err(|why| fault(why.to_string()))?;
        let eye = match id {
            "anyone" => Eye::Public,
            "all" => Eye::Open,
            id => {
                let at = setup.chairs.iter().position(|chair| chair.id == id);
                let seat = at.and_then(|at| u8::try_from(at).ok());
                Eye::Seat(Seat(seat.ok_or_else(|| fault(format!("there is no seat \"{id}\"")))?))
            }
        };
        rules.page(&run.frame, eye).map_err(|why| fault(why.to_string()))
    }

    fn with_marks(&self, mut scene: Scene) -> Result<Scene, Misread> {
        let Some((names, line)) = self.marks else { return Ok(scene) };
        scene.spots.iter_mut().for_each(|spot| spot.mark = None);
        for name in names.split_whitespace().filter(|name| *name != "none") {
            let spot = scene.spots.iter_mut().find(|spot| spot.name == name);
            spot.ok_or_else(|| no_cell(name, line))?.mark = Some(Mark::To);
        }
        Ok(scene)
    }

    fn with_arrows(&self, mut scene: Scene) -> Result<Scene, Misread> {
        let Some((arrows, line)) = self.arrows else { return Ok(scene) };
        for arrow in arrows.split_whitespace() {
            let expected = || Misread { line, why: format!("expected an arrow such as c3>d4, not {arrow}") };
            let (from, to) = arrow.split_once('>').ok_or_else(expected)?;
            if let Some(name) = [from, to].into_iter().find(|name| scene.spots.iter().all(|spot| spot.name != *name)) {
                return Err(no_cell(name, line));
            }
            scene.arrows.push(Arrow { from: from.to_owned(), to: to.to_owned(), paint: Paint::Red });
        }
        Ok(scene)
    }
}

fn no_cell(name: &str, line: usize) -> Misread {
    Misread { line, why: format!("the board has no cell {name}") }
}

/// All words of a page, on one line.
fn shown(page: &Page) -> String {
    let panels = page.scene.panels.iter().map(|panel| format!("{}: {}", panel.title, panel.lines.join("; ")));
    let ends = page.ends.iter().map(|end| end.words.clone());
    let outcome = page.outcome.iter().map(|outcome| outcome.reason.clone());
    let title = [page.scene.title.clone()].into_iter();
    title
        .chain(panels)
        .chain(page.scene.notes.iter().cloned())
        .chain(ends)
        .chain(outcome)
        .collect::<Vec<_>>()
        .join(" | ")
}

/// The numbers in a text.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty())
}
