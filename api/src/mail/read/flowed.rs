//! Plain text to lines: format=flowed (RFC 3676) and PGP armour (RFC 4880, 7).

use super::lines::Line;
use super::mime::Part;

/// Lines of a body that are read.
const LINES: usize = 20_000;

/// The form of a text/plain part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Each line is as written.
    Fixed,
    /// A line that ends in a blank continues in the next.
    Flowed,
    /// Likewise, and the blank at the end was added.
    FlowedDelSp,
}

/// The form that the part declares.
pub(super) fn form(part: &Part<'_>) -> Form {
    let Some(content) = part.head.content_type() else { return Form::Fixed };
    let is =
        |name: &str, value: &str| content.attribute(name).is_some_and(|text| text.trim().eq_ignore_ascii_case(value));
    match (is("format", "flowed"), is("delsp", "yes")) {
        (false, _) => Form::Fixed,
        (true, false) => Form::Flowed,
        (true, true) => Form::FlowedDelSp,
    }
}

/// The lines of a text.
pub(super) fn lines(text: &str, form: Form) -> Vec<Line> {
    let lines = text.split('\n').take(LINES);
    let lines: Vec<Line> = match form {
        Form::Fixed => lines.map(Line::plain).collect(),
        Form::Flowed | Form::FlowedDelSp => joined(lines, form),
    };
    without_armour(lines)
}

/// Joins the lines of each paragraph.
fn joined<'a>(lines: impl Iterator<Item = &'a str>, form: Form) -> Vec<Line> {
    let mut whole: Vec<Line> = Vec::new();
    let mut flows = false;
    for line in lines {
        let depth = line.bytes().take_while(|&byte| byte == b'>').count();
        let text = &line[depth..];
        // One blank was added before a blank, `>` or `From ` (section 4.4).
        let text = text.strip_prefix(' ').unwrap_or(text);
        let separator = text.trim_end() == "--";
        match whole.last_mut() {
            Some(last) if flows && last.depth == depth && !separator => last.text.push_str(text),
            Some(_) | None => whole.push(Line { depth, text: text.to_owned() }),
        }
        flows = text.ends_with(' ') && !separator;
        if flows
            && form == Form::FlowedDelSp
            && let Some(last) = whole.last_mut()
        {
            last.text.pop();
        }
    }
    for line in &mut whole {
        line.text.truncate(line.text.trim_end().len());
        // A quoting program that does not know the format may have set a blank between the marks.
        if line.depth > 0 {
            let inner = Line::plain(&line.text);
            if inner.depth > 0 {
                line.depth += inner.depth;
                line.text = inner.text;
            }
        }
    }
    whole
}

/// Takes off the armour of a signed text, and encrypted blocks as a whole.
fn without_armour(lines: Vec<Line>) -> Vec<Line> {
    #[derive(Clone, Copy)]
    enum State {
        Text,
        Headers,
        Block,
    }
    let armoured = |line: &Line| !line.is_quoted() && line.text.starts_with("-----BEGIN PGP ");
    if !lines.iter().any(armoured) {
        return lines;
    }
    let mut kept = Vec::with_capacity(lines.len());
    let mut state = State::Text;
    let mut signed = false;
    for mut line in lines {
        if armoured(&line) {
            let text = line.text.starts_with("-----BEGIN PGP SIGNED MESSAGE");
            signed = text;
            state = if text { State::Headers } else { State::Block };
            continue;
        }
        match state {
            State::Text => {
                // Dash escapes (section 7.1).
                if signed && let Some(text) = line.text.strip_prefix("- ") {
                    line.text = text.to_owned();
                }
                kept.push(line);
            }
            State::Headers if line.is_blank() => state = State::Text,
            State::Block if line.text.starts_with("-----END PGP ") => (state, signed) = (State::Text, false),
            State::Headers | State::Block => {}
        }
    }
    kept
}
