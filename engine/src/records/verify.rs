//! Whether a record is that of a match as it was played.

use super::{COMMITMENT, Following, HEAD, Misread, Run, is_comment, run};

/// What a record has proved.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The match, followed to the end of the record.
    pub run: Run,
    /// The commitment of the seed, as 64 hexadecimal digits.
    pub commitment: String,
    /// The head of the chain of the lines, as 64 hexadecimal digits.
    pub head: String,
}

/// The reason why a record proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// It cannot be followed.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// A line is missing without which nothing can be verified.
    #[error("the record has no line `{0}...`: it was cut, or written by hand")]
    Missing(&'static str),
    /// The seed is not the one whose commitment the record states.
    #[error("line {line}: the seed is not the promised one: its commitment is {is}, not {said}")]
    OtherSeed {
        /// The line of the commitment, counted from 1.
        line: usize,
        /// The commitment of the seed.
        is: String,
        /// What the record states.
        said: String,
    },
    /// The lines are not those for which the head stands.
    #[error(
        "line {line}: the lines before this one are not those that were played: one was changed, added, left out or moved"
    )]
    OtherLines {
        /// The line of the head, counted from 1.
        line: usize,
    },
    /// The rules give something else.
    #[error("line {line}: the record says `{said}`, the rules give `{is}`")]
    OtherRules {
        /// The line, counted from 1.
        line: usize,
        /// What the record says.
        said: String,
        /// What the rules give.
        is: String,
    },
}

/// Follows a record, and compares each draw of chance, each line and the result with what the rules give for the promised seed. A record
/// has at most [`MAX_RECORD_BYTES`](super::MAX_RECORD_BYTES).
///
/// It proves the log as far as its reader knows the commitment and the head from elsewhere: the page of a match shows the commitment
/// from the start.
pub fn verify(text: &str) -> Result<Verified, Unproved> {
    proved(text, run(text)?)
}

/// A record that is verified in parts.
pub struct Verifying {
    text: String,
    following: Following,
}

/// What came of a part of the work.
pub enum Part {
    /// The record goes on.
    Further(Box<Verifying>),
    /// All of it is proved.
    Proved(Box<Verified>),
}

impl Verifying {
    /// Begins with the header of a record.
    pub fn new(text: String) -> Result<Verifying, Unproved> {
        let following = Following::new(&text)?;
        Ok(Verifying { text, following })
    }

    /// The number of the last line that was followed, counted from 1.
    pub fn line(&self) -> usize {
        self.following.number
    }

    /// Follows further lines, at least one, as long as this is true, which is asked before each line.
    pub fn go_on(mut self, goes_on: &dyn Fn() -> bool) -> Result<Part, Unproved> {
        if self.following.go_on(&self.text, goes_on)? {
            return Ok(Part::Proved(Box::new(proved(&self.text, self.following.finish()?)?)));
        }
        Ok(Part::Further(Box::new(self)))
    }
}

/// Compares a record with what the rules give.
fn proved(text: &str, run: Run) -> Result<Verified, Unproved> {
    let stated = |beginning: &'static str| {
        let said = text.lines().find_map(|line| line.strip_prefix(beginning));
        said.map(|said| said.trim().to_owned()).ok_or(Unproved::Missing(beginning))
    };
    let (commitment, head) = (stated(COMMITMENT)?, stated(HEAD)?);
    let mut right = run.text.lines();
    for (number, said) in text.lines().enumerate() {
        let (line, said, is) = (number + 1, said.trim_end(), right.next().unwrap_or_default().trim_end());
        if said == is {
            continue;
        }
        let (is, said) = (is.to_owned(), said.to_owned());
        return Err(match (is.strip_prefix(COMMITMENT), said.strip_prefix(COMMITMENT)) {
            (Some(is), Some(said)) => Unproved::OtherSeed { line, is: is.to_owned(), said: said.to_owned() },
            _ if is.starts_with(HEAD) && said.starts_with(HEAD) => Unproved::OtherLines { line },
            _ => Unproved::OtherRules { line, said, is },
        });
    }
    match right.find(|line| !is_comment(line)) {
        None => Ok(Verified { run, commitment, head }),
        Some(is) => {
            Err(Unproved::OtherRules { line: text.lines().count() + 1, said: String::new(), is: is.to_owned() })
        }
    }
}
