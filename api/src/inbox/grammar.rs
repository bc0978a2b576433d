//! What a message asks for: a command, or lines to be played. Pure.

use crate::mail::read::trim;

/// A line of this many characters may have been wrapped by the mail program of its writer: programs break lines well before the 78
/// characters that RFC 5322, section 2.1.1, allows.
const WRAPPED: usize = 50;

/// The most lines of one message that are played.
const MOST_LINES: usize = 50;

/// The request of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// Help is asked for, or nothing was written.
    Help,
    /// The board is asked for.
    Board,
    /// No more letters about turns are wanted.
    Stop,
    /// The move is to be checked and not played.
    Preview(String),
    /// Lines to be played, one after the other: at least one.
    Lines(Vec<String>),
}

/// Reads what a person wrote. `is_move` says whether a text is a move on some board.
pub(super) fn request(text: &str, is_move: impl Fn(&str) -> bool) -> Request {
    let lines = without_notes(text);
    let Some(start) = lines.iter().position(|line| !line.is_empty()) else { return Request::Help };
    let (head, rest) = (lines[start], &lines[start + 1..]);
    match head.trim_end_matches(['.', '!']).to_lowercase().as_str() {
        "help" | "?" => return Request::Help,
        "board" | "show" => return Request::Board,
        "stop" => return Request::Stop,
        _ => {}
    }
    if let Some(draft) = after_word(head, "preview ") {
        return Request::Preview(first_move(draft, rest, &is_move).0);
    }
    let (first, used) = first_move(head, rest, &is_move);
    let others = rest[used..].iter().filter(|line| !line.is_empty()).map(|line| (*line).to_owned());
    Request::Lines(std::iter::once(first).chain(others).take(MOST_LINES).collect())
}

/// The lines without blanks and invisible characters at their ends, and without notes: a note begins with `say:` and ends before a
/// blank line.
fn without_notes(text: &str) -> Vec<&str> {
    let mut in_note = false;
    let kept = text.lines().map(trim).filter(|line| {
        in_note = !line.is_empty() && (in_note || after_word(line, "say:").is_some());
        !in_note
    });
    kept.collect()
}

/// The text after a word with which a line begins, in any case.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = line.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then(|| rest.trim_start())
}

/// The first move, and the number of further lines that belong to it: a long one may have been wrapped.
fn first_move(head: &str, rest: &[&str], is_move: &impl Fn(&str) -> bool) -> (String, usize) {
    let head = after_word(head, "move:").filter(|labelled| is_move(labelled)).unwrap_or(head);
    if head.chars().count() >= WRAPPED {
        // A greeting may stand right below.
        let most = rest.iter().take(MOST_LINES).take_while(|line| !line.is_empty()).count();
        for more in (1..=most).rev() {
            let whole = std::iter::once(head).chain(rest[..more].iter().copied()).collect::<Vec<_>>().join(" ");
            if is_move(&whole) {
                return (whole, more);
            }
        }
    }
    (head.to_owned(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Request {
        // Of this game a move is any number of words with a hyphen or a semicolon.
        request(text, |text| text.split(' ').all(|word| word.contains(['-', ';'])))
    }

    fn lines(lines: &[&str]) -> Request {
        Request::Lines(lines.iter().map(|line| (*line).to_owned()).collect())
    }

    #[test]
    fn commands_are_whole_lines_in_any_case() {
        for (text, wanted) in [
            ("", Request::Help),
            ("\n \u{feff}\n", Request::Help),
            ("help", Request::Help),
            ("HELP!", Request::Help),
            ("?", Request::Help),
            ("Board.", Request::Board),
            ("show\nthanks", Request::Board),
            ("Stop", Request::Stop),
            ("Preview e5-e7", Request::Preview("e5-e7".to_owned())),
            ("preview", lines(&["preview"])),
            ("stop it", lines(&["stop it"])),
        ] {
            assert_eq!(read(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn lines_are_kept_apart_and_notes_left_out() {
        for (text, wanted) in [
            ("\n\u{200b}e5-e7\u{200b} \n\nGood luck!", lines(&["e5-e7", "Good luck!"])),
            ("e5-e7\nsay: hello\nyou all\n\nf1-f2", lines(&["e5-e7", "f1-f2"])),
            ("Say: hello", Request::Help),
            ("move: e5-e7", lines(&["e5-e7"])),
            ("Move: nothing", lines(&["Move: nothing"])),
        ] {
            assert_eq!(read(text), wanted, "{text:?}");
        }
        assert!(matches!(read(&"a-b\n".repeat(1000)), Request::Lines(lines) if lines.len() == MOST_LINES));
    }

    #[test]
    fn a_long_line_that_was_wrapped_is_one_move() {
        let long = "aaaaaaaaaa-1; bbbbbbbbbb-2; cccccccccc-3; dddddddddd-4;";
        assert_eq!(read(&format!("{long}\ne-5;\nf-6\n\nBye")), lines(&[&format!("{long} e-5; f-6"), "Bye"]));
        assert_eq!(read(&format!("{long}\nGood luck")), lines(&[long, "Good luck"]));
        assert_eq!(read(&format!("{long}\ne-5;\nf-6\nBob")), lines(&[&format!("{long} e-5; f-6"), "Bob"]));
        assert_eq!(read("a-1;\nb-2"), lines(&["a-1;", "b-2"]));
        assert_eq!(read(&format!("preview {long}\ne-5")), Request::Preview(format!("{long} e-5")));
    }
}
