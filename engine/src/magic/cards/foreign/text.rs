//! Words in texts: replaced, looked for, cut out.

/// Puts words in place of others, wherever these stand alone, in capitals or small letters; returns how often that was.
pub(super) fn replace(text: &mut String, from: &str, to: &str) -> usize {
    let (mut count, mut at) = (0, 0);
    while let Some(found) = find(text, from, at) {
        text.replace_range(found..found + from.len(), to);
        at = found + to.len();
        count += 1;
    }
    count
}

/// True if the words stand in the text, in capitals or small letters.
pub(super) fn says(text: &str, words: &str) -> bool {
    find(text, words, 0).is_some()
}

/// The first byte from this one on where the words stand alone, in capitals or small letters.
fn find(text: &str, words: &str, from: usize) -> Option<usize> {
    let (all, wanted) = (text.as_bytes(), words.as_bytes());
    let first = wanted.first()?;
    let last = all.len().checked_sub(wanted.len())?;
    (from..=last).find(|at| {
        let here = all.get(*at..at + wanted.len());
        here.is_some_and(|here| {
            here.first().is_some_and(|letter| letter.eq_ignore_ascii_case(first))
                && here.eq_ignore_ascii_case(wanted)
                && stands_alone(text, *at, at + wanted.len())
        })
    })
}

/// True if no letter goes on before the first or behind the last byte, where these are letters themselves.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let (before, own, behind) = (
        text.get(..start).unwrap_or_default(),
        text.get(start..end).unwrap_or_default(),
        text.get(end..).unwrap_or_default(),
    );
    let begins = is_letter(own.chars().next()) && is_letter(before.chars().next_back());
    let ends = is_letter(own.chars().next_back()) && is_letter(behind.chars().next());
    !begins && !ends
}

/// A text with single blanks, without blanks at its ends and before `.` and `,`.
pub(super) fn tidied(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(" .", ".").replace(" ,", ",").replace(" :", ":")
}

/// The text without what stands in round brackets, which reminds of rules.
pub(super) fn without_brackets(text: &str) -> String {
    let (mut out, mut depth) = (String::with_capacity(text.len()), 0_usize);
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out
}

/// The text with plain quotation marks, apostrophes, hyphens and minus signs.
pub(super) fn plain_signs(text: &str) -> String {
    let sign = |letter: char| match letter {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{a0}' => ' ',
        _ => letter,
    };
    text.chars().map(sign).collect()
}
