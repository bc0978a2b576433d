//! The module paths in Rust sources, read without a compiler: which module uses which.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// A use of one top-level module by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The top-level module of the file.
    pub from: String,
    /// The path of what it uses, from the root of the crate.
    pub to: String,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {} uses {}", self.file.display(), self.line, self.from, self.to)
    }
}

/// Every Rust file under a folder, by its path from the root of the repository, with its text.
pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a root");
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            found.push((path.strip_prefix(root).expect("inside").to_owned(), text));
        }
    }
    assert!(!found.is_empty(), "{}", folder.display());
    found.sort();
    found
}

/// The path of the module of a file below `src`; empty for the root of the library.
pub fn module(file: &Path) -> Vec<String> {
    let names = file.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.skip_while(|name| name != "src").skip(1).collect();
    let last = names.pop().unwrap_or_default();
    match last.trim_end_matches(".rs") {
        "mod" | "lib" => {}
        name => names.push(name.to_owned()),
    }
    names
}

/// The uses of other top-level modules in a source: paths from `crate`, `$crate`, the name of the library or enough `super`s,
/// alone, in groups, and by names that a `use` has brought in.
pub fn arrows(file: &Path, text: &str) -> Vec<Arrow> {
    let mut reader = Reader {
        tokens: tokens(text),
        module: module(file),
        inner: Vec::new(),
        names: HashMap::new(),
        found: Vec::new(),
    };
    reader.read();
    let from = module(file).first().cloned().unwrap_or_else(|| "lib".to_owned());
    let outside = reader.found.into_iter().filter(|(_, to)| to.first().is_some_and(|top| *top != from));
    outside.map(|(line, to)| Arrow { file: file.to_owned(), line, from: from.clone(), to: to.join("::") }).collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Name(String),
    Separator,
    Sign(char),
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    module: Vec<String>,
    /// Modules inside the file that are open, each with the depth of braces at which it began.
    inner: Vec<(usize, String)>,
    /// The items that `use` has brought in, by their names in this file.
    names: HashMap<String, Vec<String>>,
    found: Vec<(usize, Vec<String>)>,
}

impl Reader {
    fn name(&self, at: usize) -> Option<&str> {
        match self.tokens.get(at) {
            Some((_, Token::Name(name))) => Some(name),
            _ => None,
        }
    }

    fn is(&self, at: usize, token: &Token) -> bool {
        self.tokens.get(at).is_some_and(|(_, found)| found == token)
    }

    fn read(&mut self) {
        let (mut at, mut depth) = (0, 0);
        while at < self.tokens.len() {
            match self.tokens[at].1.clone() {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => {
                    depth -= 1;
                    self.inner.retain(|(began, _)| *began <= depth);
                }
                Token::Name(word) if word == "mod" && self.is(at + 2, &Token::Sign('{')) => {
                    let name = self.name(at + 1).unwrap_or_default().to_owned();
                    self.inner.push((depth + 1, name));
                }
                Token::Name(word) if word == "use" && !self.is(at + 1, &Token::Sign('<')) => {
                    at = self.tree(at + 1, &[]);
                    continue;
                }
                Token::Name(_) if self.begins_path(at) => {
                    at = self.path(at);
                    continue;
                }
                Token::Name(_) | Token::Separator | Token::Sign(_) => {}
            }
            at += 1;
        }
    }

    fn begins_path(&self, at: usize) -> bool {
        let continues = at > 0 && (self.is(at - 1, &Token::Separator) || self.is(at - 1, &Token::Sign('.')));
        !continues && self.is(at + 1, &Token::Separator)
    }

    /// Reads a path in an expression or a type; returns where it ends.
    fn path(&mut self, mut at: usize) -> usize {
        let (line, mut path) = (self.tokens[at].0, Vec::new());
        while let Some(name) = self.name(at) {
            path.push(name.to_owned());
            at += 1;
            if !self.is(at, &Token::Separator) {
                break;
            }
            at += 1;
        }
        if let Some(path) = self.resolved(&path) {
            self.found.push((line, path));
        }
        at
    }

    /// Reads a tree of `use` after a prefix; returns where it ends.
    fn tree(&mut self, mut at: usize, prefix: &[String]) -> usize {
        let line = self.tokens.get(at).map_or(0, |(line, _)| *line);
        let mut path = prefix.to_vec();
        loop {
            match self.tokens.get(at).map(|(_, token)| token.clone()) {
                Some(Token::Name(name)) if name == "as" => {
                    let alias = self.name(at + 1).unwrap_or_default().to_owned();
                    self.bring_in(line, &path, &alias);
                    return at + 2;
                }
                Some(Token::Name(name)) => path.push(name),
                Some(Token::Separator) => {}
                Some(Token::Sign('{')) => {
                    at += 1;
                    while at < self.tokens.len() && !self.is(at, &Token::Sign('}')) {
                        at = if self.is(at, &Token::Sign(',')) { at + 1 } else { self.tree(at, &path) };
                    }
                    return at + 1;
                }
                Some(Token::Sign('*')) => {
                    self.bring_in(line, &path, "");
                    return at + 1;
                }
                _ => {
                    let of_module = path.len() > 1 && path.last().is_some_and(|last| last == "self");
                    path.truncate(path.len() - usize::from(of_module));
                    let name = path.last().cloned().unwrap_or_default();
                    self.bring_in(line, &path, &name);
                    return at;
                }
            }
            at += 1;
        }
    }

    fn bring_in(&mut self, line: usize, path: &[String], name: &str) {
        if let Some(path) = self.resolved(path) {
            self.names.insert(name.to_owned(), path.clone());
            self.found.push((line, path));
        }
    }

    /// The path from the root of the crate; nothing for a path into another crate.
    fn resolved(&self, path: &[String]) -> Option<Vec<String>> {
        let here = || self.module.iter().chain(self.inner.iter().map(|(_, name)| name)).cloned().collect();
        let mut whole: Vec<String> = match path.first()?.as_str() {
            "crate" | "turnpost" => Vec::new(),
            "self" | "super" => here(),
            name => self.names.get(name)?.clone(),
        };
        for (at, part) in path.iter().enumerate() {
            match part.as_str() {
                "super" => drop(whole.pop()),
                "self" => {}
                _ if at == 0 => {}
                part => whole.push(part.to_owned()),
            }
        }
        Some(whole)
    }
}

/// The names and signs of a source, each with its line; comments, texts and numbers are left out.
fn tokens(text: &str) -> Vec<(usize, Token)> {
    let (mut rest, mut line, mut found) = (text, 1, Vec::new());
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '"' => quoted(rest),
            '\'' => character(rest),
            _ if raw(rest).is_some() => raw(rest).unwrap_or_default(),
            _ if c.is_alphanumeric() || c == '_' => {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                if !c.is_numeric() {
                    found.push((line, Token::Name(rest[..length].to_owned())));
                }
                length
            }
            ':' if rest.starts_with("::") => {
                found.push((line, Token::Separator));
                2
            }
            _ => {
                if !c.is_whitespace() {
                    found.push((line, Token::Sign(c)));
                }
                c.len_utf8()
            }
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The length of a block comment, which may hold others.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let sign = if rest.starts_with("/*") {
            1
        } else if rest.starts_with("*/") {
            -1
        } else {
            0
        };
        depth += sign;
        at += if sign == 0 { rest.chars().next().map_or(1, char::len_utf8) } else { 2 };
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a text in quotes.
fn quoted(text: &str) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return at + 1,
            '\\' if !escaped => escaped = true,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a raw text such as `r#"..."#`, if one begins here.
fn raw(text: &str) -> Option<usize> {
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let signs = after.len() - after.trim_start_matches('#').len();
    let body = after[signs..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(signs));
    Some(text.len() - body.len() + body.find(&end)? + end.len())
}

/// The length of a character in quotes, or of the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut inside = text[1..].char_indices();
    match inside.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(1, |at| at + 4),
        Some((at, c)) if text[1 + at + c.len_utf8()..].starts_with('\'') => 2 + c.len_utf8(),
        _ => 1,
    }
}
