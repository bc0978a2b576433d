//! What a message asks for: a command, or lines to be played. Pure.

use super::clock_requests::{self, ClockRequest};
use super::commands;
use crate::address;
use crate::mail::read::{Received, trim};

/// A line of this many characters may have been wrapped by the mail program of its writer: programs break lines well before the 78
/// characters that RFC 5322, section 2.1.1, allows.
const WRAPPED: usize = 50;

/// The most notes of one message.
const MAX_NOTES: usize = 20;

/// The most lines of one message that are played.
const MAX_LINES: usize = 50;

/// The request of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// Only notes were written.
    Nothing,
    /// Help is asked for, or nothing was written.
    Help,
    /// The board is asked for.
    Board,
    /// A hint is asked for.
    Hint,
    /// Unsubscribe from emails about turns, or from those of the email.
    Stop,
    /// Subscribe to them again.
    Start,
    /// Play the match again with the same people.
    Rematch,
    /// A conditional move: the moves of the others and the own ones, in order of play. Without any, all conditional moves are removed.
    Conditional(Vec<String>),
    /// Commands that are not about this match.
    Commands,
    /// The move is to be checked and not played.
    Preview(String),
    /// A pause of the clocks, or more time.
    Clocks(ClockRequest),
    /// Lines to be played, one after the other: at least one.
    Lines(Vec<String>),
}

/// Returns whether a message says that it comes from this address.
pub(super) fn is_from(received: &Received, account: &str) -> bool {
    received.from.as_deref().is_some_and(|from| address::is_same_mailbox(from, account))
}

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// `yes`, or another word that means it.
    Yes,
    /// `no` or `decline`.
    No,
}

/// The most words of a line that answers a question: programs write longer sentences.
const MAX_WORDS: usize = 5;

/// Reads the first line of a message as the answer to a question, where these words mean yes, too: `Yes, thank you!` `None` for any other
/// line, and for what was forwarded.
pub(super) fn answer(received: &Received, yes: &[&str]) -> Option<Answer> {
    let line = received.first().to_lowercase();
    let words: Vec<&str> = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    match &words[..] {
        _ if received.forwarded || words.len() > MAX_WORDS => None,
        ["yes" | "yep" | "ok" | "okay" | "sure", ..] => Some(Answer::Yes),
        // "No problem" means yes.
        ["no", "problem" | "worries", ..] | [] => None,
        ["no" | "decline", ..] => Some(Answer::No),
        [first, ..] => yes.contains(first).then_some(Answer::Yes),
    }
}

/// Words with which people greet or thank, and no one is called.
const COURTESIES: [&str; 16] = [
    "best",
    "bye",
    "cheers",
    "greetings",
    "hello",
    "hi",
    "kind",
    "later",
    "looking",
    "love",
    "many",
    "regards",
    "sent",
    "thank",
    "thanks",
    "yours",
];

/// The name below the line that answers a question: right below it, or alone after blank lines. Several lines there are a greeting, and
/// so is a line of courtesy.
pub(super) fn name_below(received: &Received) -> Option<&str> {
    let mut lines = received.text.lines().map(trim).skip_while(|line| line.is_empty()).skip(1);
    let below = lines.next()?;
    if !below.is_empty() {
        return Some(below);
    }
    let mut lines = lines.filter(|line| !line.is_empty());
    let (alone, None) = (lines.next()?, lines.next()) else { return None };
    let first = alone.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?.to_lowercase();
    (!alone.ends_with(['!', ',', '?', ':']) && !COURTESIES.contains(&first.as_str())).then_some(alone)
}

/// Reads what a person wrote: the request, and the notes to the table. `is_move` says whether a text is a move on some board.
pub(super) fn read(text: &str, is_move: impl Fn(&str) -> bool) -> (Request, Vec<String>) {
    let (lines, notes) = parted(text, &is_move);
    (request(&lines, is_move, !notes.is_empty()), notes)
}

fn request(lines: &[&str], is_move: impl Fn(&str) -> bool, has_notes: bool) -> Request {
    let Some(start) = lines.iter().position(|line| !line.is_empty()) else {
        return if has_notes { Request::Nothing } else { Request::Help };
    };
    let (head, rest) = (lines[start], &lines[start + 1..]);
    match head.trim_end_matches(['.', '!']).to_lowercase().as_str() {
        "help" | "?" => return Request::Help,
        "board" | "show" => return Request::Board,
        "hint" => return Request::Hint,
        "stop" => return Request::Stop,
        "start" => return Request::Start,
        "rematch" => return Request::Rematch,
        _ => {}
    }
    if let Some(draft) = after_word(head, "preview ") {
        return Request::Preview(first_move(draft, rest, &is_move).0);
    }
    // The notation of a game may begin with such a word.
    if let Some(request) = clock_requests::read(head).filter(|_| !is_move(head)) {
        return Request::Clocks(request);
    }
    if let Some(moves) = conditional(head).filter(|_| !is_move(head)) {
        return Request::Conditional(moves);
    }
    if commands::begins(head) && !is_move(head) {
        return Request::Commands;
    }
    let (first, used) = first_move(head, rest, &is_move);
    let others = rest[used..].iter().filter(|line| !line.is_empty()).map(|line| (*line).to_owned());
    Request::Lines(std::iter::once(first).chain(others).take(MAX_LINES).collect())
}

/// Reads `if they play X then Y`, which may go on with `then Z then W`; `if clear` is one without moves.
fn conditional(line: &str) -> Option<Vec<String>> {
    let rest = after_word(line, "if ")?.trim_end_matches(['.', '!']);
    if rest.eq_ignore_ascii_case("clear") {
        return Some(Vec::new());
    }
    let lower = rest.to_ascii_lowercase();
    let mut moves = Vec::new();
    let mut from = 0;
    for (at, word) in lower.match_indices(" then ") {
        moves.push(&rest[from..at]);
        from = at + word.len();
    }
    moves.push(&rest[from..]);
    let bare = |text: &str| {
        let text = text.trim().trim_end_matches([',', ';']);
        let begins = ["they play ", "he plays ", "she plays ", "i play ", "you play ", "play "];
        begins.into_iter().find_map(|word| after_word(text, word)).unwrap_or(text).to_owned()
    };
    let moves: Vec<String> = moves.into_iter().map(bare).filter(|text| !text.is_empty()).collect();
    (moves.len() > 1).then_some(moves)
}

/// The lines of a text without blanks and invisible characters at their ends, and the notes among them: a note begins with `say:` and
/// ends before a blank line, or before a move.
fn parted<'a>(text: &'a str, is_move: &impl Fn(&str) -> bool) -> (Vec<&'a str>, Vec<String>) {
    let (mut lines, mut notes, mut in_note) = (Vec::new(), Vec::<String>::new(), false);
    for line in text.lines().map(trim) {
        if let Some(start) = after_word(line, "say:") {
            notes.push(start.to_owned());
            in_note = true;
        } else if let (false, true, Some(note)) = (line.is_empty() || is_move(line), in_note, notes.last_mut()) {
            note.push(' ');
            note.push_str(line);
        } else {
            lines.push(line);
            in_note = false;
        }
    }
    notes.retain(|note| !note.is_empty());
    notes.truncate(MAX_NOTES);
    (lines, notes)
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
        let max = rest.iter().take(MAX_LINES).take_while(|line| !line.is_empty()).count();
        for more in (1..=max).rev() {
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

    fn both(text: &str) -> (Request, Vec<String>) {
        // Of this game a move is any number of words with a hyphen or a semicolon.
        super::read(text, |text| text.split(' ').all(|word| word.contains(['-', ';'])))
    }

    fn read(text: &str) -> Request {
        both(text).0
    }

    fn lines(lines: &[&str]) -> Request {
        Request::Lines(lines.iter().map(|line| (*line).to_owned()).collect())
    }

    #[test]
    fn a_name_stands_right_below_a_yes_or_alone_below_blank_lines() {
        for (text, wanted) in [
            ("yes", None),
            ("yes\nAda", Some("Ada")),
            ("\nyes\n Ada \nThanks!", Some("Ada")),
            ("yes\n\nAda\n\n", Some("Ada")),
            ("yes\n\n\nAda Lovelace", Some("Ada Lovelace")),
            ("yes\n\nThanks!", None),
            ("yes\n\nThank you for this", None),
            ("yes\n\nSee you,", None),
            ("yes\n\nBest wishes", None),
            ("yes\n\nI look forward to it\nAda", None),
        ] {
            let raw = format!("From: a@example.org\r\nSubject: x\r\n\r\n{}", text.replace('\n', "\r\n"));
            assert_eq!(name_below(&crate::mail::read::read(raw.as_bytes())), wanted, "{text:?}");
        }
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
            ("Hint?", lines(&["Hint?"])),
            ("hint", Request::Hint),
            ("Stop", Request::Stop),
            ("Preview e5-e7", Request::Preview("e5-e7".to_owned())),
            ("preview", lines(&["preview"])),
            ("stop it", lines(&["stop it"])),
            ("Start.", Request::Start),
            ("rematch", Request::Rematch),
            ("list", Request::Commands),
            ("board 3", Request::Commands),
            ("If clear", Request::Conditional(Vec::new())),
            ("if they play e5-e7 then f1-f2.", Request::Conditional(vec!["e5-e7".to_owned(), "f1-f2".to_owned()])),
            (
                "IF a-b, THEN I play c-d then they play e-f then g-h",
                Request::Conditional(["a-b", "c-d", "e-f", "g-h"].map(str::to_owned).to_vec()),
            ),
            ("if only", lines(&["if only"])),
        ] {
            assert_eq!(read(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn lines_are_kept_apart_and_notes_left_out() {
        for (text, wanted) in [
            ("\n\u{200b}e5-e7\u{200b} \n\nGood luck!", lines(&["e5-e7", "Good luck!"])),
            ("e5-e7\nsay: hello\nyou all\n\nf1-f2", lines(&["e5-e7", "f1-f2"])),
            ("Say: hello", Request::Nothing),
            ("say:", Request::Help),
            ("move: e5-e7", lines(&["e5-e7"])),
            ("Move: nothing", lines(&["Move: nothing"])),
        ] {
            assert_eq!(read(text), wanted, "{text:?}");
        }
        assert!(matches!(read(&"a-b\n".repeat(1000)), Request::Lines(lines) if lines.len() == MAX_LINES));
    }

    #[test]
    fn notes_go_on_to_a_blank_line() {
        for (text, notes) in [
            ("e5-e7\nsay: hello\nyou all\n\nf1-f2", &["hello you all"][..]),
            ("SAY: one\nsay: two\n\nthree", &["one", "two"]),
            ("say:\nhello", &[" hello"]),
            ("e5-e7\n\nsaying", &[]),
            ("say: hello\ne5-e7\nthanks", &["hello"]),
        ] {
            assert_eq!(both(text).1, notes, "{text:?}");
        }
        assert_eq!(both(&"say: a\n".repeat(1000)).1.len(), MAX_NOTES);
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
