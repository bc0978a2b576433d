//! Lines of text with their depth of quotation.

/// A line of a body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    /// Marks of quotation before it; 0 if it is not quoted.
    pub(super) depth: usize,
    /// The text without the marks.
    pub(super) text: String,
}

impl Line {
    /// The line of plain text, with `>` taken off its start.
    pub(super) fn plain(text: &str) -> Self {
        let mut rest = text;
        let mut depth = 0;
        while let Some(after) = trim_start(rest).strip_prefix('>') {
            rest = after;
            depth += 1;
        }
        if depth > 0 {
            rest = rest.strip_prefix(' ').unwrap_or(rest);
        }
        Line { depth, text: rest.trim_end().to_owned() }
    }

    /// Nothing can be seen in it.
    pub(super) fn is_blank(&self) -> bool {
        trim(&self.text).is_empty()
    }

    /// It is quoted.
    pub(super) fn is_quoted(&self) -> bool {
        self.depth > 0
    }

    /// It has text and is not quoted.
    pub(super) fn is_text(&self) -> bool {
        !self.is_quoted() && !self.is_blank()
    }
}

/// A character that takes no room: joiners, marks of direction, byte order marks.
pub(super) fn is_invisible(char: char) -> bool {
    matches!(char, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}' | '\u{fffc}')
}

fn is_filler(char: char) -> bool {
    char.is_whitespace() || char.is_control() || is_invisible(char)
}

/// The text without blanks, control characters and invisible characters at its ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_filler)
}

/// The text without blanks and invisible characters at its start.
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_filler)
}

/// The text with each run of blanks as one blank, without blanks at its ends.
pub(super) fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// The text for comparisons: in lower case, without invisible characters, `*` and `_`, blanks collapsed.
pub(super) fn plain_words(text: &str) -> String {
    let kept: String = text.chars().filter(|char| !is_invisible(*char) && !matches!(char, '*')).collect();
    collapsed(&kept).to_lowercase()
}

/// The letters and digits of the text in lower case.
pub(super) fn emails(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
