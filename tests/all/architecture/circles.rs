//! Circles of files that use one another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::paths;

/// A file, as the path of its module.
type Module = Vec<String>;

/// The files that each file uses. A file that uses the module it is in makes no circle, as that names its parts.
fn graph(sources: &[(PathBuf, String)]) -> BTreeMap<Module, BTreeSet<Module>> {
    let is_test = |module: &Module| module.iter().any(|name| name == "tests");
    let files: BTreeMap<Module, &(PathBuf, String)> = sources
        .iter()
        .map(|source| (paths::module(&source.0), source))
        .filter(|(module, _)| !is_test(module))
        .collect();
    let file_of =
        |path: &[String]| (1..=path.len()).rev().map(|end| path[..end].to_vec()).find(|path| files.contains_key(path));
    let used = |(module, (path, text)): (&Module, &&(PathBuf, String))| {
        let used = paths::uses(path, text);
        let used = used.iter().filter_map(|path| file_of(path)).filter(|used| !module.starts_with(used));
        (module.clone(), used.collect())
    };
    files.iter().map(used).collect()
}

/// The files that a file uses, at once or by way of others.
fn reached<'a>(graph: &'a BTreeMap<Module, BTreeSet<Module>>, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(module) = open.pop() {
        open.extend(graph[module].iter().filter(|next| seen.insert(*next)));
    }
    seen
}

/// The circles, the largest first, each with its files in order.
fn circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<&Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        graph.keys().map(|module| (module, reached(graph, module))).collect();
    let around =
        |module: &&Module| reached[module].iter().filter(|other| reached[*other].contains(module)).copied().collect();
    let all: BTreeSet<BTreeSet<&Module>> = reached.keys().map(around).collect();
    let mut all: Vec<_> = all.into_iter().filter(|circle| circle.len() > 1).collect();
    all.sort_by_key(|circle| usize::MAX - circle.len());
    all
}

/// Refuses circles of more files than this.
fn check(folder: &str, most: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let sources = paths::sources(&root.join(folder));
    let graph = graph(&sources);
    let arrows: usize = graph.values().map(BTreeSet::len).sum();
    assert!(arrows > 300, "only {arrows} arrows between files were found");
    let named =
        |circle: &BTreeSet<&Module>| circle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" ");
    let large: Vec<String> = circles(&graph).iter().filter(|circle| circle.len() > most).map(named).collect();
    assert!(large.is_empty(), "{folder}: circles of more than {most} files:\n{}", large.join("\n"));
}

#[test]
fn circles_of_files_of_the_server_are_small() {
    check("api/src", 3);
}

/// The largest is that of the layers of a picture in `svg`, of 5 files.
#[test]
fn circles_of_files_of_the_engine_are_small() {
    check("engine/src", 6);
}

#[test]
fn a_planted_circle_is_found() {
    let file = |name: &str, text: &str| (PathBuf::from(format!("api/src/{name}.rs")), text.to_owned());
    let sources = [
        file("a/one", "use super::two::Two;"),
        file("a/two", "fn f() { crate::b::three() }"),
        file("b", "use crate::a::{one::{self, One}};"),
        file("a/mod", "mod one; mod two; pub use two::Two;"),
    ];
    let graph = graph(&sources);
    let found = circles(&graph);
    assert_eq!(found.iter().map(BTreeSet::len).collect::<Vec<_>>(), [3], "{found:?}");
}
