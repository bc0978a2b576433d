//! The log of Postgres.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::{MetadataExt, fchown};
use std::process::Stdio;

use super::Trouble;
use super::folder::Folder;

/// Larger than this, the log is put aside when the next run opens it.
const LIMIT: u64 = 4 << 20;

/// The number of lines that a person is shown.
const LINES: usize = 15;

/// The log, and where in it the present attempt begins.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    mark: u64,
}

impl Log {
    pub(super) fn open(folder: &Folder) -> Result<Self, Trouble> {
        Self::try_open(folder).map_err(|error| folder.unusable(error))
    }

    fn try_open(folder: &Folder) -> io::Result<Self> {
        let mut file = folder.open("postgres.log")?;
        if file.metadata()?.size() > LIMIT {
            fs::rename(folder.path().join("postgres.log"), folder.path().join("postgres.log.old"))?;
            file = folder.open("postgres.log")?;
        }
        if folder.account().is_other() {
            fchown(&file, Some(folder.account().uid()), None)?;
        }
        Ok(Self { mark: file.metadata()?.size(), file })
    }

    /// A way to write into the log, for a child.
    pub(super) fn writer(&self) -> io::Result<Stdio> {
        Ok(Stdio::from(self.file.try_clone()?))
    }

    /// Marks the beginning of a new attempt.
    pub(super) fn begin(&mut self) {
        self.mark = self.file.metadata().map_or(self.mark, |metadata| metadata.size());
    }

    /// The last lines of the present attempt.
    pub(super) fn tail(&mut self) -> String {
        let mut bytes = Vec::new();
        let end = self.file.metadata().map_or(0, |metadata| metadata.size());
        let from = self.mark.max(end.saturating_sub(16 << 10));
        let read = self.file.seek(SeekFrom::Start(from)).and_then(|_| self.file.read_to_end(&mut bytes));
        if let Err(error) = read {
            return format!("(the log cannot be read: {error})");
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<_> = text.lines().collect();
        if lines.is_empty() { "(nothing)".to_owned() } else { lines[lines.len().saturating_sub(LINES)..].join("\n") }
    }
}
