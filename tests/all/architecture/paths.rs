//! The module paths in Rust sources, read without a compiler: which module uses which.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use syn::UseTree;

/// A use of one top-level module by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arrow {
    /// The file.
    pub(super) file: PathBuf,
    /// The line, from 1.
    pub(super) line: usize,
    /// The top-level module of the file.
    pub(super) from: String,
    /// The path of what it uses, from the root of the crate.
    pub(super) to: String,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {} uses {}", self.file.display(), self.line, self.from, self.to)
    }
}

/// Every Rust file under a folder, by its path from the root of the repository, with its text.
pub(super) fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
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
pub(super) fn module(file: &Path) -> Vec<String> {
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
/// alone, in groups, and by names that a `use` has brought in; also in macros.
pub(super) fn arrows(file: &Path, text: &str) -> Vec<Arrow> {
    let mut reader = Reader { module: module(file), names: HashMap::new(), found: Vec::new() };
    reader.read(text.parse().unwrap_or_else(|why| panic!("{}: {why}", file.display())));
    let from = module(file).first().cloned().unwrap_or_else(|| "lib".to_owned());
    let outside = reader.found.into_iter().filter(|(_, to)| to.first().is_some_and(|top| *top != from));
    outside.map(|(line, to)| Arrow { file: file.to_owned(), line, from: from.clone(), to: to.join("::") }).collect()
}

/// The paths of everything of its crate that a source uses, from the root of the crate, tests at its end left out.
pub(super) fn uses(file: &Path, text: &str) -> Vec<Vec<String>> {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut reader = Reader { module: module(file), names: HashMap::new(), found: Vec::new() };
    reader.read(text.parse().unwrap_or_else(|why| panic!("{}: {why}", file.display())));
    reader.found.into_iter().map(|(_, to)| to).collect()
}

struct Reader {
    /// The module of the code, also one inside the file.
    module: Vec<String>,
    /// The items that `use` has brought in, by their names in this file.
    names: HashMap<String, Vec<String>>,
    found: Vec<(usize, Vec<String>)>,
}

fn is(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// True if `::` is here.
fn is_separator(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(one), TokenTree::Punct(two), ..]
        if one.as_char() == ':' && one.spacing() == Spacing::Joint && two.as_char() == ':')
}

fn line(name: &Ident) -> usize {
    name.span().start().line
}

impl Reader {
    /// Reads code, in which `$crate` is as good as `crate`.
    fn read(&mut self, code: TokenStream) {
        let tokens: Vec<TokenTree> = code.into_iter().filter(|token| !is(Some(token), '$')).collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at + 1..];
            at += 1;
            match (token, rest) {
                (TokenTree::Group(group), _) => self.read(group.stream()),
                (TokenTree::Ident(word), [TokenTree::Ident(name), TokenTree::Group(inside), ..]) if word == "mod" => {
                    self.module.push(name.to_string());
                    self.read(inside.stream());
                    self.module.pop();
                    at += 2;
                }
                (TokenTree::Ident(word), _) if word == "use" && !is(rest.first(), '<') => {
                    let tree: Vec<TokenTree> = rest.iter().take_while(|token| !is(Some(token), ';')).cloned().collect();
                    at += tree.len();
                    // A path from outside of all crates leads to no module of ours.
                    if !is_separator(&tree) {
                        let tree = syn::parse2(tree.into_iter().collect()).expect("a tree of `use`");
                        self.tree(line(word), &[], &tree);
                    }
                }
                (TokenTree::Ident(first), _) if is_separator(rest) => {
                    let before = &tokens[at.saturating_sub(3)..at - 1];
                    if is_separator(before) || is(before.last(), '.') {
                        continue;
                    }
                    let mut path = vec![first.to_string()];
                    while is_separator(&tokens[at..])
                        && let Some(TokenTree::Ident(name)) = tokens.get(at + 2)
                    {
                        path.push(name.to_string());
                        at += 3;
                    }
                    self.found.extend(self.resolved(&path).map(|path| (line(first), path)));
                }
                (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_), _) => {}
            }
        }
    }

    /// Reads a tree of `use` after a path.
    fn tree(&mut self, begins: usize, path: &[String], tree: &UseTree) {
        let with = |name: &Ident| [path, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(inner) => self.tree(begins, &with(&inner.ident), &inner.tree),
            UseTree::Name(one) if one.ident == "self" => {
                let name = path.last().cloned().unwrap_or_default();
                self.bring_in(line(&one.ident), path, name);
            }
            UseTree::Name(one) => self.bring_in(line(&one.ident), &with(&one.ident), one.ident.to_string()),
            UseTree::Rename(one) => self.bring_in(line(&one.ident), &with(&one.ident), one.rename.to_string()),
            UseTree::Glob(_) => self.bring_in(begins, path, String::new()),
            UseTree::Group(group) => group.items.iter().for_each(|inner| self.tree(begins, path, inner)),
        }
    }

    fn bring_in(&mut self, line: usize, path: &[String], name: String) {
        if let Some(path) = self.resolved(path) {
            self.names.insert(name, path.clone());
            self.found.push((line, path));
        }
    }

    /// The path from the root of the crate; nothing for a path into another crate.
    fn resolved(&self, path: &[String]) -> Option<Vec<String>> {
        let mut whole: Vec<String> = match path.first()?.as_str() {
            "crate" | "turnpost" => Vec::new(),
            "self" | "super" => self.module.clone(),
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
