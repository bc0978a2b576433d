//! Whether a record is that of a match as it was played.

use super::{COMMITMENT, HEAD, Misread, Run, is_comment, run_while};

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
    verify_while(text, &|| true)
}

/// The same as long as this is true, which is asked before each line of the record is followed.
pub fn verify_while(text: &str, goes_on: &dyn Fn() -> bool) -> Result<Verified, Unproved> {
    let run = run_while(text, goes_on)?;
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
