//! Results of matches that are kept in a file, a line each: a command that plays many can be stopped and continued.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

/// A result that is one word in the file.
pub(crate) trait Word: Copy + 'static {
    /// All results.
    const ALL: &'static [Self];
    /// Its word.
    fn word(self) -> &'static str;
}

/// The results in a file, each under the key of its match.
pub(crate) struct Kept<R> {
    #[allow(clippy::disallowed_types, reason = "a program at a terminal reads and writes files")]
    file: std::fs::File,
    /// The results, by key.
    pub(crate) results: BTreeMap<String, R>,
}

impl<R: Word> Kept<R> {
    /// Reads the file, which is made if it is not there.
    pub(crate) fn open(path: &Path) -> std::io::Result<Kept<R>> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
        let line = |line: &str| {
            let (key, word) = line.rsplit_once(": ")?;
            let result = R::ALL.iter().copied().find(|result| result.word() == word)?;
            Some((key.to_owned(), result))
        };
        let results = std::fs::read_to_string(path)?.lines().filter_map(line).collect();
        Ok(Kept { file, results })
    }

    /// Adds the result of a match.
    pub(crate) fn add(&mut self, key: String, result: R) -> std::io::Result<()> {
        writeln!(self.file, "{key}: {}", result.word())?;
        self.results.insert(key, result);
        Ok(())
    }
}
