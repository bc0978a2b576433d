//! Dates, times and addresses in a line of text.

use super::words::{is_day, is_weekday};

/// What a line tells about the origin of a quotation.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// An e-mail address.
    pub(super) address: bool,
    /// A year of four digits.
    pub(super) year: bool,
    /// A time of day, such as 15:00, 15.00 or 15h00.
    pub(super) time: bool,
    /// A date: three numbers, or a number beside a month or a weekday.
    pub(super) date: bool,
    /// A digit.
    pub(super) digit: bool,
}

/// The facts in `text`, which is in lower case.
pub(super) fn facts(text: &str) -> Facts {
    let mut facts = Facts { digit: text.chars().any(char::is_numeric), ..Facts::default() };
    facts.address = has_address(text);
    let mut named = false;
    for word in text.split(|char: char| {
        char.is_whitespace() || matches!(char, ',' | '(' | ')' | '<' | '>' | '[' | ']' | '、' | '，')
    }) {
        let word = word.trim_matches(|char: char| !char.is_alphanumeric());
        if word.is_empty() || word.len() > 60 {
            continue;
        }
        // Names of two emails are words of other languages too.
        named |= word.chars().count() > 2 && is_day(word);
        numbers(word, &mut facts);
    }
    // Dates of East Asia: 2026年11月21日, 2026년 11월 21일.
    named |= text.contains('月') || text.contains('월');
    facts.date |= named && facts.digit;
    // Dates with blanks: "21. 11. 2026", "2026. 11. 21.".
    facts.date |= (facts.year || facts.time) && spaced_date(text);
    facts
}

/// Reads the numbers of one word.
fn numbers(word: &str, facts: &mut Facts) {
    let numbers: Vec<&str> = word.split(|char: char| !char.is_numeric()).filter(|number| !number.is_empty()).collect();
    let others: Vec<char> = word.chars().filter(|char| !char.is_numeric()).collect();
    let digits = |number: &&str| number.chars().count();
    facts.year |= numbers.iter().any(|number| digits(number) == 4 && is_year(number))
        && !others.iter().any(|char| matches!(char, '@'));
    let date_mark = |char: &char| matches!(char, '/' | '.' | '-');
    if numbers.len() >= 3 && others.iter().filter(|char| date_mark(char)).count() >= 2 && !word.contains('@') {
        facts.date |= numbers.iter().take(3).all(|number| digits(number) <= 4);
    }
    // 15:00, 15:00:27, 3:00pm, 15.00, 15h00, T15:00.
    let colon = word.split_once([':', '：']).is_some_and(|(hour, minute)| {
        let hour = hour.chars().rev().take_while(|char| char.is_numeric()).count();
        let minute = minute.chars().take_while(|char| char.is_numeric()).count();
        (1..=2).contains(&hour) && minute == 2
    });
    let clock = numbers.len() == 2 && digits(&numbers[1]) == 2 && digits(&numbers[0]) <= 2;
    let clock = clock && others.len() == 1 && matches!(others[0], 'h' | '.');
    let cjk = word.contains('时') || word.contains('時') || word.contains('시') || word.contains('点');
    facts.time |= colon || clock || (cjk && !numbers.is_empty());
}

/// 1970 to 2099, or a year of the Thai calendar, in any digits.
fn is_year(number: &str) -> bool {
    if !number.is_ascii() {
        return true;
    }
    matches!(number.get(..2), Some("19" | "20" | "25"))
}

/// A day and a month as numbers with dots, in words of their own.
fn spaced_date(text: &str) -> bool {
    let dotted = |word: &str| {
        let number = word.trim_end_matches(['.', '/', '-']);
        number.len() < word.len() && (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split_whitespace().filter(|word| dotted(word)).count() >= 2
}

/// An e-mail address: `@` between characters of a name and of a domain with a dot, or an obscured one.
pub(super) fn has_address(text: &str) -> bool {
    let bytes = text.as_bytes();
    let found = |at: usize| {
        let before = at.checked_sub(1).is_some_and(|at| !bytes[at].is_ascii_whitespace() && bytes[at] != b'@');
        let end = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
        let domain = &bytes[at + 1..bytes.len().min(at + 81)];
        let domain = &domain[..domain.iter().position(end).unwrap_or(domain.len())];
        // "name@..." is what archives leave of an address; `h3@16` is a move.
        let named = domain.iter().any(u8::is_ascii_alphabetic) || domain.starts_with(b"...");
        before && domain.len() >= 2 && named
    };
    (0..bytes.len()).any(|at| bytes[at] == b'@' && found(at)) || text.contains("[mailto:") || text.contains("<mailto:")
}

/// Whether the first word is a weekday or begins with a digit.
pub(super) fn begins_with_date(text: &str) -> bool {
    let end = text.find(|char: char| char.is_whitespace() || char == ',').unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    let word = first.trim_matches(|char: char| !char.is_alphanumeric());
    if word.chars().next().is_some_and(char::is_numeric) {
        return true;
    }
    // "So" and "do" are weekdays only with a mark or a number after them.
    let marked = first.ends_with('.') || rest.starts_with(',') || rest.trim_start().starts_with(char::is_numeric);
    is_weekday(word) && (word.chars().count() > 2 || marked)
}
