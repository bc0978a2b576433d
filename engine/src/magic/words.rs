//! Words in lists, and their first letters.

/// The words with a capital at their beginning.
pub(super) fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// `a`, `a or b`, `a, b or c`
pub(super) fn or<'a, T: std::fmt::Display + 'a>(items: impl IntoIterator<Item = &'a T>) -> String {
    let items: Vec<String> = items.into_iter().map(ToString::to_string).collect();
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list<T: std::fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
