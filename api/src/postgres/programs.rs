//! The search for the programs `postgres` and `initdb` on this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::account::Account;
use super::folder::Folder;
use super::{Settings, Trouble, fetch};

/// The places of Postgres on the usual systems: a folder, the beginning of the names in it, and the rest of the path.
const USUAL: [(&str, &str, &str); 6] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/usr/local", "pgsql", "bin"),
    ("/opt/homebrew/opt", "postgresql", "bin"),
    ("/usr/local/opt", "postgresql", "bin"),
    ("/Applications/Postgres.app/Contents/Versions", "latest", "bin"),
];

/// A folder with both programs, which have been tried out.
#[derive(Debug)]
pub(super) struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Returns the programs for the cluster that a Postgres of that major version made, or, for a new cluster, the first that run:
    /// those of the folder that the settings name and no others, else those on `PATH`, in the usual folders and in the
    /// cache, newest first in each. If there are none, they are fetched.
    pub(super) fn find(settings: &Settings, folder: &Folder, made_by: Option<&str>) -> Result<Self, Trouble> {
        let Some(named) = &settings.programs else {
            return match first_of(candidates(&settings.cache), folder, made_by) {
                Err(Trouble::Missing) if settings.fetch => {
                    let fetched = fetch::fetch_for(&settings.cache, folder.account())?;
                    first_of(vec![fetched], folder, made_by)
                }
                found => found,
            };
        };
        match whole(named) {
            Some(named) => first_of(vec![named], folder, made_by),
            None => Err(Trouble::Programs { folder: named.clone(), reason: "one is missing".to_owned() }),
        }
    }

    /// Tries the programs of that folder out.
    pub(super) fn check(programs: &Path, account: &Account) -> Result<(), Trouble> {
        version(programs, account).map_err(|reason| Trouble::Programs { folder: programs.to_owned(), reason })?;
        Ok(())
    }

    pub(super) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    pub(super) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }
}

/// The first of the folders whose programs run and fit the cluster.
fn first_of(candidates: Vec<PathBuf>, folder: &Folder, made_by: Option<&str>) -> Result<Programs, Trouble> {
    let mut found = Vec::new();
    let mut broken = None;
    for candidate in candidates {
        match version(&candidate, folder.account()) {
            Ok(version) if made_by.is_none_or(|made_by| made_by == version) => {
                return Ok(Programs { folder: candidate });
            }
            Ok(version) => found.push(version),
            Err(reason) => broken = Some(Trouble::Programs { folder: candidate, reason }),
        }
    }
    match made_by {
        Some(made_by) if !found.is_empty() => {
            found.dedup();
            Err(Trouble::Version { cluster: folder.cluster(), made_by: made_by.to_owned(), found: found.join(" and ") })
        }
        Some(_) | None => Err(broken.unwrap_or(Trouble::Missing)),
    }
}

fn candidates(cache: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Some(path) = std::env::var_os("PATH") {
        folders.extend(std::env::split_paths(&path).filter(|folder| folder.is_absolute()));
    }
    for (parent, beginning, rest) in USUAL {
        folders.extend(each(Path::new(parent), beginning, rest));
    }
    folders.extend(fetch::find(cache));
    let mut candidates = Vec::new();
    for folder in folders {
        if let Some(folder) = whole(&folder)
            && !candidates.contains(&folder)
        {
            candidates.push(folder);
        }
    }
    candidates
}

/// The folder that holds both programs: where the link `postgres` leads, as the programs look for their libraries
/// beside themselves, or the folder itself when only the links are together.
fn whole(folder: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(folder.join("postgres")).ok()?;
    let homes = [real.parent(), Some(folder)];
    homes
        .into_iter()
        .flatten()
        .find(|home| ["postgres", "initdb"].iter().all(|name| home.join(name).is_file()))
        .map(Path::to_owned)
}

/// `parent/beginning*/rest`, the highest number in the name first.
pub(super) fn each(parent: &Path, beginning: &str, rest: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(parent) else { return Vec::new() };
    let mut names: Vec<_> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.retain(|name| name.starts_with(beginning));
    names.sort_by_key(|name| std::cmp::Reverse(numbers(name)));
    names.iter().map(|name| parent.join(name).join(rest)).collect()
}

fn numbers(name: &str) -> Vec<u32> {
    name.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// The major version, asked of the program as the account that is to run it: a folder that is closed to it is found out
/// here.
fn version(programs: &Path, account: &Account) -> Result<String, String> {
    let postgres = programs.join("postgres");
    let mut command: Command = account.command(&postgres);
    let output = command.arg("--version").output();
    let output = output.map_err(|error| format!("the account {} cannot run postgres: {error}", account.name()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let number = said.split_once(") ").map_or("", |(_, number)| number);
    let major: String = number.chars().take_while(char::is_ascii_digit).collect();
    if output.status.success() && !major.is_empty() {
        return Ok(major);
    }
    Err(format!("`postgres --version` said: {said}{}", String::from_utf8_lossy(&output.stderr)).trim_end().to_owned())
}
