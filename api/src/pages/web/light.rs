//! Scripts as they are sent: without comments, types and needless spaces, and with short names for what a script declares for itself.

use std::collections::{HashMap, HashSet};

/// The part of a script that a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A name, a word of the language or a number.
    Word,
    /// A string, a part of a template without what is computed in it, or a regular expression.
    Text,
    Sign,
    /// Spaces or a comment.
    Space,
    /// Spaces with an end of a line, which may end a statement.
    Line,
}

type Token<'a> = (Kind, &'a str);

/// A light form of a script that does the same.
pub(super) fn light(script: &str) -> String {
    let all = tokens(script);
    let code: Vec<Token<'_>> = all.iter().filter(|(kind, _)| !is_space(*kind)).copied().collect();
    let brackets = Brackets::new(&code);
    let (short, mut out, mut space, mut place) = (short_names(&brackets), String::new(), None, 0);
    for (kind, text) in all {
        if is_space(kind) {
            space = Some(kind == Kind::Line || space == Some(true));
            continue;
        }
        let own = short.get(text).filter(|_| kind == Kind::Word);
        let text = match (own, brackets.role(place)) {
            (Some(own), Role::Variable) => own.clone(),
            (Some(own), Role::Shorthand) => format!("{text}:{own}"),
            _ if brackets.is_needless(place) => String::new(),
            _ => text.to_owned(),
        };
        place += 1;
        if let (Some(is_line), Some(before), Some(after)) = (space, out.chars().last(), text.chars().next()) {
            out.push_str(gap(before, after, is_line));
        }
        if !text.is_empty() {
            space = None;
        }
        out.push_str(&text);
    }
    out.push('\n');
    out
}

fn is_space(kind: Kind) -> bool {
    matches!(kind, Kind::Space | Kind::Line)
}

fn is_of_word(one: char) -> bool {
    one.is_alphanumeric() || matches!(one, '_' | '$' | '#')
}

/// What has to stand in the place of spaces between these characters.
fn gap(before: char, after: char, is_line: bool) -> &'static str {
    // After these signs, or before those, an end of a line does not end a statement.
    let goes_on = "{,;([=&|?:<*!".contains(before) || ")]},;.?:&|=<>*".contains(after);
    if is_line && !goes_on {
        "\n"
    } else if (is_of_word(before) && is_of_word(after)) || (before == after && "+-/".contains(before)) {
        " "
    } else {
        ""
    }
}

fn tokens(script: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut rest) = (Vec::new(), script);
    // The open braces, each with whether it belongs to a template.
    let mut braces = Vec::new();
    let mut last = "";
    while let Some(first) = rest.chars().next() {
        let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        let while_all = |test: fn(char) -> bool| rest.find(|one| !test(one)).unwrap_or(rest.len());
        let begins_operand = || last.is_empty() || last == "return" || "(,=:[!&|?{};>".contains(last);
        let (kind, length) = match first {
            '/' if rest.starts_with("/*") => (Kind::Space, until("*/")),
            '/' if rest.starts_with("//") => (Kind::Space, rest.find('\n').unwrap_or(rest.len())),
            '/' if begins_operand() => (Kind::Text, text(rest, &["/"])),
            '"' => (Kind::Text, text(rest, &["\""])),
            '\'' => (Kind::Text, text(rest, &["'"])),
            '`' => (Kind::Text, text(rest, &["`", "${"])),
            '}' if braces.pop() == Some(true) => (Kind::Text, text(rest, &["`", "${"])),
            one if one.is_whitespace() => {
                let length = while_all(char::is_whitespace);
                (if rest[..length].contains('\n') { Kind::Line } else { Kind::Space }, length)
            }
            one if is_of_word(one) => (Kind::Word, while_all(is_of_word)),
            one => (Kind::Sign, one.len_utf8()),
        };
        let (token, after) = rest.split_at(length);
        if token == "{" || (kind == Kind::Text && token.ends_with("${")) {
            braces.push(kind == Kind::Text);
        }
        if !is_space(kind) {
            last = token;
        }
        tokens.push((kind, token));
        rest = after;
    }
    tokens
}

/// The length of a text that begins here, up to one of these ends. In brackets of a regular expression a slash ends nothing.
fn text(rest: &str, ends: &[&str]) -> usize {
    let (mut is_escaped, mut is_in_class) = (false, false);
    for (at, one) in rest.char_indices().skip(1) {
        match one {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' | ']' if ends == ["/"] => is_in_class = one == '[',
            _ => {
                if let Some(end) = ends.iter().find(|end| !is_in_class && rest[at..].starts_with(**end)) {
                    return at + end.len();
                }
            }
        }
    }
    rest.len()
}

/// Short names for variables that the script declares, and for parameters. A name stays if the script exports it, or if it also stands
/// outside of the parts where it is declared, because it may mean something of the browser there.
fn short_names<'a>(code: &Brackets<'a>) -> HashMap<&'a str, String> {
    let (mut used, mut declared) = (HashMap::<&str, Vec<usize>>::new(), HashMap::<&str, Vec<(usize, usize)>>::new());
    let (mut words, mut kept) = (HashSet::new(), HashSet::new());
    for (place, (_, word)) in code.tokens.iter().enumerate().filter(|(_, (kind, _))| *kind == Kind::Word) {
        words.insert((*word).to_owned());
        match code.role(place) {
            Role::Property => continue,
            Role::Fixed => _ = kept.insert(*word),
            Role::Variable | Role::Shorthand => declared.entry(word).or_default().extend(code.declared_in(place)),
        }
        used.entry(word).or_default().push(place);
    }
    let meets = |(from, to): &(usize, usize), place: &usize| (from..=to).contains(&place);
    let mut long: Vec<(&str, &Vec<(usize, usize)>)> = declared.iter().map(|(word, parts)| (*word, parts)).collect();
    long.retain(|(word, parts)| {
        let is_own = |place: &usize| parts.iter().any(|part| meets(part, place));
        word.len() > 1 && !kept.contains(word) && used.get(word).is_some_and(|places| places.iter().all(is_own))
    });
    long.sort_by_key(|(word, _)| (std::cmp::Reverse(used.get(word).map_or(0, Vec::len)), *word));
    let letters = || ('a'..='z').chain('A'..='Z');
    let free = letters().map(String::from).chain(letters().map(|one| format!("${one}")));
    // Names that mean something in different parts can become the same.
    let mut free: Vec<(String, Vec<(usize, usize)>)> =
        free.filter(|name| !words.contains(name)).map(|name| (name, Vec::new())).collect();
    let mut short = HashMap::new();
    for (word, parts) in long {
        let is_apart = |taken: &[(usize, usize)]| {
            !taken.iter().any(|other| parts.iter().any(|part| meets(part, &other.0) || meets(other, &part.0)))
        };
        if let Some((name, taken)) = free.iter_mut().find(|(_, taken)| is_apart(taken)) {
            taken.extend(parts);
            short.insert(word, name.clone());
        }
    }
    short
}

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Variable,
    /// A variable and a property of the same name: `{ a }`.
    Shorthand,
    /// The name of a property.
    Property,
    /// Its name is used elsewhere, or may be.
    Fixed,
}

/// The code with its brackets.
struct Brackets<'a> {
    tokens: &'a [Token<'a>],
    /// The place of the bracket that closes each one.
    ends: HashMap<usize, usize>,
    /// The place of the bracket around each token, if it is in one.
    around: Vec<Option<usize>>,
}

impl<'a> Brackets<'a> {
    fn new(code: &'a [Token<'a>]) -> Brackets<'a> {
        let (mut open, mut ends, mut around) = (Vec::new(), HashMap::new(), Vec::new());
        for (place, (kind, text)) in code.iter().enumerate() {
            if (*kind == Kind::Sign && matches!(*text, ")" | "]" | "}"))
                || (*kind == Kind::Text && text.starts_with('}'))
            {
                open.pop().map(|begin| ends.insert(begin, place));
            }
            around.push(open.last().copied());
            if (*kind == Kind::Sign && matches!(*text, "(" | "[" | "{"))
                || (*kind == Kind::Text && text.ends_with("${"))
            {
                open.push(place);
            }
        }
        Brackets { tokens: code, ends, around }
    }

    fn at(&self, place: usize) -> &'a str {
        self.tokens.get(place).map_or("", |(_, text)| *text)
    }

    fn before(&self, place: usize) -> &'a str {
        place.checked_sub(1).map_or("", |place| self.at(place))
    }

    fn end(&self, open: usize) -> usize {
        self.ends.get(&open).copied().unwrap_or(self.tokens.len())
    }

    fn around(&self, place: usize) -> Option<usize> {
        self.around.get(place).copied().flatten()
    }

    fn role(&self, place: usize) -> Role {
        let (before, after) = (self.before(place), self.at(place + 1));
        let earlier = place.checked_sub(1).map_or("", |place| self.before(place));
        let is_exported = earlier == "export" || (earlier == "async" && place > 2 && self.at(place - 3) == "export");
        let braces = self.around(place).filter(|open| self.at(*open) == "{");
        let is_in_class = braces.and_then(|open| open.checked_sub(2)).is_some_and(|place| self.at(place) == "class");
        let is_method = after == "(" && before != "function" && self.at(self.end(place + 1) + 1) == "{";
        match (before, after) {
            (".", _) if earlier != "." => Role::Property,
            _ if is_exported || is_in_class || is_method => Role::Fixed,
            ("{" | ",", ":" | "as") if braces.is_some() => Role::Property,
            ("{" | ",", "," | "}") if braces.is_some() => Role::Shorthand,
            ("{" | ",", "=") if braces.is_some() => Role::Fixed,
            _ => Role::Variable,
        }
    }

    /// True for a sign that does nothing: a semicolon before a brace, or a parenthesis around a name or a whole value, as casts of types
    /// leave them.
    fn is_needless(&self, place: usize) -> bool {
        let open = match self.at(place) {
            ";" => return self.at(place + 1) == "}",
            "(" => place,
            ")" => match self.ends.iter().find(|(_, end)| **end == place) {
                Some((open, _)) => *open,
                None => return false,
            },
            _ => return false,
        };
        let (close, before) = (self.end(open), self.before(open));
        let earlier = open.checked_sub(1).map_or("", |place| self.before(place));
        let is_name =
            |(kind, text): &Token<'_>| *kind == Kind::Word && !text.starts_with(|one: char| one.is_ascii_digit());
        if close == open + 2 && self.tokens.get(open + 1).is_some_and(is_name) {
            return matches!(before, "(" | "[" | "," | "=" | ":" | "?" | "!" | "&" | "|" | ";" | ">");
        }
        let is_value =
            matches!((earlier, before), ("=", ">")) || (before == "=" && !matches!(earlier, "=" | "!" | "<" | ">"));
        let has_comma = || (open..close).any(|place| self.at(place) == "," && self.around(place) == Some(open));
        is_value && matches!(self.at(close + 1), ";" | "," | ")") && self.at(open + 1) != "{" && !has_comma()
    }

    /// The part of the code in which the word here is declared by this place, if it is.
    fn declared_in(&self, place: usize) -> Option<(usize, usize)> {
        if matches!(self.before(place), "const" | "let" | "function" | "class") {
            return Some(self.block(place));
        }
        // A pattern of names: `const [a, { b }]` or `(a, [b]) =>`.
        let mut open = self.around(place)?;
        if !matches!(self.before(place), "(" | "[" | "{" | "," | "." | ":") {
            return None;
        }
        while matches!(self.at(open), "[" | "{") {
            if matches!(self.before(open), "const" | "let") {
                return Some(self.block(open));
            }
            open = self.around(open)?;
        }
        if self.at(open) != "(" || matches!(self.before(open), "if" | "for" | "while" | "switch") {
            return None;
        }
        let close = self.end(open);
        match (self.at(close + 1), self.at(close + 2)) {
            ("{", _) => Some((open, self.end(close + 1))),
            ("=", ">") if self.at(close + 3) == "{" => Some((open, self.end(close + 3))),
            // An expression goes on to a sign that is in no brackets of it.
            ("=", ">") => {
                let around = self.around(open);
                let ends = |place: &usize| self.around(*place) == around && matches!(self.at(*place), "," | ";");
                let last = around.map_or(self.tokens.len(), |around| self.end(around));
                Some((open, (close..last).find(ends).unwrap_or(last)))
            }
            _ => None,
        }
    }

    /// The block around a place: its first and its last token.
    fn block(&self, place: usize) -> (usize, usize) {
        let mut around = self.around(place);
        while let Some(open) = around.filter(|open| self.at(*open) != "{") {
            around = self.around(open);
        }
        around.map_or((0, self.tokens.len()), |open| (open, self.end(open)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_types_and_spaces_are_left_out() {
        let script = "// What it is.\n\n/**\n * A b.\n * @param {string} c\n */\nif (g) {\n  /** @type {any} */ (d).e();\n  \
                      h(\"i,  j\"); // k\n}\nl\n  .m();\n";
        assert_eq!(light(script), "if(g){(d).e();h(\"i,  j\")}\nl.m();\n");
        // A line may end a statement that has no semicolon.
        assert_eq!(light("a = b\nc = d + +e\n(f)\n"), "a=b\nc=d+ +e\n(f)\n");
        assert_eq!(light("return typeof a / b;"), "return typeof a/b;\n");
    }

    #[test]
    fn texts_stay() {
        for script in ["`a  ${`b  ${c}  d`}  // e`;\n", "/[^/: ]*: \\/  /;\n", "'\\'  //';\n"] {
            assert_eq!(light(script), script);
        }
    }

    #[test]
    fn own_names_become_short() {
        assert_eq!(light("const total = 1;\nf(`${total}`, \"total\");\n"), "const a=1;f(`${a}`,\"total\");\n");
        assert_eq!(
            light("({ total, f: [sum] }) => { g({ total, sum: sum.total }); }\n"),
            "({total:b,f:[a]})=>{g({total:b,sum:a.total})}\n"
        );
        assert_eq!(light("f((total) => (total).g, total);\n"), "f(total=>total.g,total);\n");
        assert_eq!(light("a = (b ? c : d);\ne = f === (b ? c : d);\n"), "a=b?c:d;e=f===(b?c:d);\n");
        // Names that others use or that may mean something else stay.
        for script in [
            "export const total=1;\n",
            "export async function total(){}\n",
            "const{total=2}=b;\n",
            "class B{total=1}const total=1;\n",
            "{const status=1}\nc(status);\n",
        ] {
            assert_eq!(light(script), script);
        }
    }
}
