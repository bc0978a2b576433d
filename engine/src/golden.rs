//! Expected files, committed and compared; `UPDATE=1` rewrites them and the diff is the review. For tests only.
#![allow(clippy::disallowed_methods, reason = "tests read and write their own expected files")]

use std::path::{Path, PathBuf};

/// All files below a folder, in the order of their names.
pub(crate) fn files_below(top: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(top).unwrap_or_else(|why| panic!("{}: {why}", top.display()));
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// All files with this ending in folders of this name, anywhere below `top`.
pub(crate) fn files(top: &Path, folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = files_below(top);
    found.retain(|file| {
        file.parent().is_some_and(|parent| parent.ends_with(folder))
            && file.extension().is_some_and(|extension| extension == ending)
    });
    found
}

/// The file's text; nothing if there is no such file yet.
pub(crate) fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

/// Insists that the file says what it should, and names the first line that differs. With `UPDATE=1` it is written.
pub(crate) fn compare(file: &Path, right: &str) {
    let found = read(file);
    if found == right {
        return;
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, right).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        return;
    }
    let (mut old, mut new) = (found.lines(), right.lines());
    for number in 1.. {
        let pair = (old.next(), new.next());
        assert!(
            pair.0 == pair.1,
            "{}:{number}: stands {:?}, should be {:?} (UPDATE=1 cargo test rewrites it)",
            file.display(),
            pair.0,
            pair.1
        );
        assert!(pair != (None, None), "{}: the ends of lines differ", file.display());
    }
}
