//! Text that other people wrote, made fit for emails.

/// The most characters of a name, a title or a sentence that an email shows.
const MAX: usize = 200;

/// The text on one line as [`visible()`], at most 200 characters.
pub fn line(text: &str) -> String {
    let seen = visible(text);
    match seen.char_indices().nth(MAX) {
        None => seen,
        Some(_) => seen.chars().take(MAX - 1).chain(['…']).collect(),
    }
}

/// The text on one line: no control characters, nothing that turns the direction of writing around or cannot be seen, single
/// blanks. It cannot begin a header or a line of its own.
pub fn visible(text: &str) -> String {
    let seen: String = text
        .chars()
        .filter_map(|c| match c {
            c if c.is_control() || c.is_whitespace() || matches!(c, '\u{2028}' | '\u{2029}') => Some(' '),
            // Marks, overrides and isolates of direction (UAX 9) and what has no width. The joiners U+200C and U+200D stay:
            // Persian, Hindi and emoji are written with them.
            '\u{061c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => None,
            '\u{00ad}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => {
                None
            }
            c => Some(c),
        })
        .collect();
    seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text with a capital at its beginning and a stop at its end.
pub fn sentence(text: &str) -> String {
    let mut rest = text.trim().chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(rest).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// A name or title as [`line()`], in which mail programs find no address to make a link of: emails go to people who did not ask
/// for them, and a name that is a link could lead them anywhere.
pub fn name(text: &str) -> String {
    let tame = tame(&line(text));
    if tame.is_empty() { "a player".to_owned() } else { tame }
}

/// The text without addresses that mail programs would make links of.
pub fn tame(text: &str) -> String {
    let mut tame = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' | '\\' if tame.ends_with([':', '/', '\\']) => continue,
            c => tame.push(c),
        }
        if matches!(c, '.' | '@' | '。' | '．') && rest.peek().is_some_and(|next| next.is_alphabetic()) {
            tame.push(' ');
        }
    }
    tame
}

/// The text as [`tame()`], but for email addresses: no program makes more of them than a new email.
pub fn tame_but_addresses(text: &str) -> String {
    let is_address = |word: &str| word.contains('@') && !word.contains([':', '/', '\\']);
    let words = text.split(' ').map(|word| if is_address(word) { word.to_owned() } else { tame(word) });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_becomes_one_plain_line() {
        for (hostile, plain) in [
            ("Anna", "Anna"),
            ("  Anna\r\nBcc: evil@example.com\u{0}", "Anna Bcc: evil@example.com"),
            ("a\u{202e}b\u{2066}c\u{200b}d\u{feff}", "abcd"),
            ("a\u{2028}b\u{85}c\u{b}d\te", "a b c d e"),
            ("\u{e0041}\u{ad}", ""),
            ("नमस्\u{200d}ते", "नमस्\u{200d}ते"),
        ] {
            assert_eq!(line(hostile), plain, "{hostile:?}");
        }
        assert_eq!(line(&"ä".repeat(5000)).chars().count(), MAX);
        assert_eq!(line(&"ä".repeat(MAX)), "ä".repeat(MAX));
    }

    #[test]
    fn a_sentence_begins_with_a_capital_and_ends_with_a_stop() {
        for (text, told) in [("at 4, \"to\": expected e5", "At 4, \"to\": expected e5."), ("No!", "No!"), ("ß", "SS.")]
        {
            assert_eq!(sentence(text), told);
        }
    }

    #[test]
    fn names_are_no_links() {
        for (hostile, tame) in [
            ("Anna", "Anna"),
            ("J. R. Tolkien", "J. R. Tolkien"),
            ("Spring 2.0", "Spring 2.0"),
            ("win at http://evil.example/x", "win at http:evil. example/x"),
            ("www.evil.example", "www. evil. example"),
            ("me@evil.example", "me@ evil. example"),
            ("\u{202e}", "a player"),
        ] {
            assert_eq!(name(hostile), tame, "{hostile:?}");
            assert_eq!(name(tame), tame);
        }
        let line = "new magma with bo@example.org, http://evil.example/a@b.example www.evil.example";
        let tame = "new magma with bo@example.org, http:evil. example/a@ b. example www. evil. example";
        assert_eq!(tame_but_addresses(line), tame);
    }
}
