//! The command `turnpost verify`: follows a record, and says what it proves.

use std::error::Error;
use std::fmt::Display;
use std::io::Read;
use std::path::Path;

use engine::records::{self, Verified};

use super::say;

/// The fewest digits of a head by which it can be found: so few are not found by trying.
const FEWEST_DIGITS: usize = 16;

/// Verifies the record in a file. Compares its seed with a commitment, and finds the line of a head, if these are given.
pub(crate) fn verify(file: &Path, commitment: Option<&str>, head: Option<&str>) -> Result<String, Box<dyn Error>> {
    let place = |why: &dyn Display| say::plain(&format_args!("{}: {why}", file.display()));
    let mut text = String::new();
    let max = records::MAX_RECORD_BYTES as u64 + 1;
    let opened = std::fs::File::open(file).and_then(|file| file.take(max).read_to_string(&mut text));
    opened.map_err(|why| place(&why))?;
    let proved = records::verify(&text).map_err(|why| place(&why))?;
    if let Some(promised) = commitment.filter(|promised| !promised.trim().eq_ignore_ascii_case(&proved.commitment)) {
        let is = &proved.commitment;
        return Err(place(&format!("the commitment of the seed is {is}, not {promised}")).into());
    }
    let ask =
        if commitment.is_none() { "; compare it with the one that the match page showed from the start" } else { "" };
    let found = head.map(|head| found(&proved, head)).transpose().map_err(|why| place(&why))?;
    Ok(format!(
        "{} verified against the rules and the seed of the record.{}\nThe commitment of the seed is {}{ask}.\nThe head \
         of the lines is {}.{}",
        match proved.run.links.len() {
            1 => "1 line".to_owned(),
            lines => format!("{lines} lines"),
        },
        mixed_in(&proved) + &played_before(&proved),
        proved.commitment,
        proved.head,
        found.map(|found| format!("\n{found}")).unwrap_or_default()
    ))
}

/// The values of players that are mixed into the seed, if any.
fn mixed_in(proved: &Verified) -> String {
    let values = proved.run.frame.seed.values();
    values.map_or_else(String::new, |values| {
        format!(
            "\nThese values from players are mixed into the seed; yours is among them if your client sent one: \
             {values}."
        )
    })
}

/// The lines that were played in an earlier match, if any, with its seed.
fn played_before(proved: &Verified) -> String {
    let seed = &proved.run.frame.seed;
    let Some(until) = seed.played_on_after() else { return String::new() };
    format!(
        "\nThe match continues from line {until} of an earlier one, whose seed the record contains: {}.",
        seed.earlier().unwrap_or_default()
    )
}

/// The line of a head; its first digits are enough.
fn found(proved: &Verified, head: &str) -> Result<String, String> {
    let head = head.trim().to_ascii_lowercase();
    if !(FEWEST_DIGITS..=64).contains(&head.len()) || !head.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(format!("a head has {FEWEST_DIGITS} to 64 hexadecimal digits, not \"{head}\""));
    }
    let links = &proved.run.links;
    let at = links.iter().position(|link| link.head.to_string().starts_with(&head)).ok_or_else(|| {
        format!("no line has the head {head}: it belongs to another record, or a line up to it was changed")
    })?;
    Ok(format!(
        "The head {head} is the one after line {} of {}, `{}`: no line up to it was changed since it was shown.",
        at + 1,
        links.len(),
        links[at].line
    ))
}
