//! The encrypted file: lines of text, compressed (gzip) and encrypted with a passphrase (age, <https://age-encryption.org/v1>). So the program
//! `age` opens it, too: `age -d FILE | zcat`.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::age::{self, Closed};
use super::trouble::{Result, Trouble};
use crate::config::Secret;
use crate::postgres::no_links;

/// How much work (scrypt) makes the key from the passphrase: 2 to this power, which takes 128 MB for a fraction of a second.
const WORK: u8 = 17;
/// The maximum work that is done for a file.
const MAX_WORK: u8 = 20;
/// The maximum number of bytes of the part of a file that says how it is encrypted.
const MAX_HEADER: usize = 1024;
/// The end of the name of a file that is not whole yet.
const PART: &str = ".part";
/// The maximum number of bytes of a line.
pub(super) const MAX_LINE: usize = 64 << 20;

fn file_trouble(file: &Path) -> impl Fn(io::Error) -> Trouble + use<> {
    let file = file.to_owned();
    move |why| Trouble::File { file: file.clone(), why }
}

/// A new file, which has its name once it is whole.
#[derive(Debug)]
pub(super) struct Unfinished {
    file: PathBuf,
    part: PathBuf,
    renamed: bool,
    /// Locked as long as the backup is being made: by that a part is told from one that was broken off.
    _lock: File,
}

impl Unfinished {
    /// Makes the file under another name, for its owner alone, in place of one that was broken off. Refuses a name that is taken. Parts of
    /// other backups that were broken off in the folder are named in the log.
    pub(super) fn new(file: &Path) -> Result<(Unfinished, File)> {
        if file.symlink_metadata().is_ok() {
            return Err(Trouble::Exists(file.to_owned()));
        }
        let mut part = file.as_os_str().to_owned();
        part.push(PART);
        let part = PathBuf::from(part);
        let mut options = OpenOptions::new();
        options.write(true).mode(0o600).custom_flags(no_links());
        let out = match options.create_new(true).open(&part) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {
                if !is_broken_off(&part) {
                    return Err(Trouble::Exists(part));
                }
                options.create_new(false).open(&part)
            }
            opened => opened,
        };
        let out = out.map_err(file_trouble(&part))?;
        out.try_lock().map_err(|_| Trouble::Exists(part.clone()))?;
        out.set_len(0).map_err(file_trouble(&part))?;
        for left in others(&part) {
            tracing::warn!(file = %left.display(), "an interrupted backup left an incomplete file; delete it");
        }
        let lock = out.try_clone().map_err(file_trouble(&part))?;
        Ok((Unfinished { file: file.to_owned(), part, renamed: false, _lock: lock }, out))
    }

    /// The name that it has until it is whole.
    pub(super) fn path(&self) -> &Path {
        &self.part
    }

    /// Gives it its name. It is on the disk when this returns.
    pub(super) fn finish(mut self) -> Result<()> {
        if self.file.symlink_metadata().is_ok() {
            return Err(Trouble::Exists(self.file.clone()));
        }
        std::fs::rename(&self.part, &self.file).map_err(file_trouble(&self.file))?;
        self.renamed = true;
        let folder = folder_of(&self.file);
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(file_trouble(folder))
    }
}

/// The folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns whether a file is what a backup that was killed has left: no process writes it, and it is empty or begins as a backup.
fn is_broken_off(part: &Path) -> bool {
    let opened = OpenOptions::new().read(true).custom_flags(no_links()).open(part);
    let Ok(mut file) = opened else { return false };
    let is_ours = file.metadata().is_ok_and(|found| found.is_file() && found.len() == 0);
    file.try_lock().is_ok() && (is_ours || has_header(&mut file).unwrap_or(false))
}

/// The other parts in the folder that were broken off.
fn others(part: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder_of(part)) else { return Vec::new() };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_part = |file: &PathBuf| file.as_os_str().as_encoded_bytes().ends_with(PART.as_bytes());
    files.filter(|file| is_part(file) && file.file_name() != part.file_name() && is_broken_off(file)).collect()
}

/// Nothing half written is left behind.
impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.renamed {
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

/// Writes lines into an encrypted file.
pub(super) struct Writer {
    path: PathBuf,
    out: GzEncoder<age::Writer<BufWriter<File>>>,
}

impl Writer {
    pub(super) fn new(path: &Path, file: File, passphrase: &Secret) -> Result<Writer> {
        let out = age::Writer::new(BufWriter::new(file), passphrase.reveal(), WORK).map_err(file_trouble(path))?;
        Ok(Writer { path: path.to_owned(), out: GzEncoder::new(out, Compression::default()) })
    }

    /// Adds a line, which has no line break.
    pub(super) fn line(&mut self, text: &str) -> Result<()> {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
        written.map_err(file_trouble(&self.path))
    }

    /// Ends the file. It is on the disk when this returns.
    pub(super) fn finish(self) -> Result<()> {
        let file = self.out.finish().and_then(age::Writer::finish);
        let file = file.and_then(|out| out.into_inner().map_err(io::IntoInnerError::into_error));
        file.and_then(|file| file.sync_all()).map_err(file_trouble(&self.path))
    }
}

/// Reads the lines of an encrypted file. What it returns was written by a holder of the passphrase, and stands where it was written;
/// that nothing was cut off is known at the end.
pub(super) struct Reader {
    path: PathBuf,
    lines: BufReader<GzDecoder<BufReader<age::Reader<BufReader<File>>>>>,
}

impl Reader {
    pub(super) fn open(path: &Path, passphrase: &Secret) -> Result<Reader> {
        let trouble = file_trouble(path);
        let mut file = File::open(path).map_err(&trouble)?;
        if !has_header(&mut file).map_err(&trouble)? {
            return Err(Trouble::Foreign(path.to_owned()));
        }
        let opened = age::Reader::open(BufReader::new(file), passphrase.reveal(), MAX_WORK);
        let plain = opened.map_err(|why| closed(path, why))?;
        Ok(Reader { path: path.to_owned(), lines: BufReader::new(GzDecoder::new(BufReader::new(plain))) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The next line; none at the end of the file, where nothing of it is missing.
    pub(super) fn line(&mut self) -> Result<Option<String>> {
        let mut line = Vec::new();
        let read = (&mut self.lines).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
        if read.map_err(|why| self.failed(why))? == 0 {
            // The decompression ends with its own last byte, the file perhaps later.
            let rest = self.lines.get_mut().get_mut().fill_buf().map(<[u8]>::is_empty);
            return if rest.map_err(|why| self.failed(why))? { Ok(None) } else { Err(self.damaged()) };
        }
        if line.pop() != Some(b'\n') {
            return Err(self.damaged());
        }
        String::from_utf8(line).map(Some).map_err(|_| self.damaged())
    }

    pub(super) fn damaged(&self) -> Trouble {
        Trouble::Damaged(self.path.clone())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the list of kinds is open")]
    fn failed(&self, why: io::Error) -> Trouble {
        match why.kind() {
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => self.damaged(),
            _ => Trouble::File { file: self.path.clone(), why },
        }
    }
}

/// Returns whether the file begins as one that is encrypted with a passphrase.
fn has_header(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(MAX_HEADER as u64).read_to_end(&mut start)?;
    file.rewind()?;
    let holds = |text: &[u8]| start.windows(text.len()).any(|part| part == text);
    Ok(start.starts_with(b"age-encryption.org/v1\n-> scrypt ") && holds(b"\n--- "))
}

fn closed(path: &Path, why: Closed) -> Trouble {
    let path = path.to_owned();
    match why {
        Closed::Io(why) => Trouble::File { file: path, why },
        Closed::Foreign => Trouble::Foreign(path),
        Closed::Passphrase => Trouble::Passphrase(path),
        Closed::Damaged => Trouble::Damaged(path),
    }
}
