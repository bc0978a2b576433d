//! The line at which a signature begins.

use super::lines::{plain_words, trim};
use super::words::{DEVICES, SENT, SENT_FROM};

/// Characters of a line that a program adds, such as "Sent from my iPhone".
const LENGTH: usize = 140;

/// A signature begins with this line. `-` and `---` do not begin one: they can be moves.
pub(super) fn begins(line: &str) -> bool {
    let line = trim(line);
    is_separator(line) || (line.len() <= LENGTH && is_sent_from(&plain_words(line)))
}

/// `--`, `—`, `__`, or five or more dashes and the like.
fn is_separator(line: &str) -> bool {
    if matches!(line, "--" | "—" | "__" | "–-" | "-–" | "––" | "—-" | "——") {
        return true;
    }
    let row = |char: char| matches!(char, '-' | '_' | '=' | '*' | '~' | '—' | '–' | '─' | '━' | '－' | '＿' | '⸻');
    line.chars().all(|char| row(char) || char == ' ') && line.chars().filter(|char| row(*char)).count() >= 5
        || line == "⸻"
}

/// "Sent from my iPhone", "Get Outlook for iOS" and the like. `words` is in lower case.
fn is_sent_from(words: &str) -> bool {
    let words = words.trim_start_matches(|char: char| !char.is_alphanumeric());
    if SENT_FROM.iter().any(|start| words.starts_with(start)) {
        return !is_sentence(words);
    }
    let contains = |names: &[&str]| names.iter().any(|name| words.contains(name));
    // Languages that set the verb last: "Von meinem iPhone gesendet".
    let end = words.trim_end_matches(|char: char| !char.is_alphanumeric());
    if contains(&DEVICES) && SENT.iter().any(|sent| end.ends_with(sent)) {
        return words.chars().count() <= 80;
    }
    words.contains("outlook") && (words.contains("ios") || words.contains("android")) && words.len() <= 80
}

/// A question or an exclamation is of a person.
fn is_sentence(words: &str) -> bool {
    words.ends_with('?')
}
