//! Words that people give things.

use crate::problem::{Answer, Problem};

/// A name of at most so many characters.
pub fn title(field: &str, text: &str, most: usize) -> Answer<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.chars().count() > most || text.chars().any(char::is_control) {
        return Err(Problem::field(field, format!("Expected 1 to {most} characters.")));
    }
    Ok(text)
}

/// A mail address.
pub fn address(field: &str, text: &str) -> Answer<String> {
    if !text.contains('@') {
        return Err(Problem::field(field, "Expected a mail address."));
    }
    Ok(text.to_lowercase())
}
