//! Programs that a few tests need beside Rust and Postgres: a browser, a mail server, npm, pip.
//!
//! ```ignore
//! let Some(npm) = needs::program("npm", "apt-get install npm") else { return };
//! ```
//!
//! Without the program the test is skipped, and one line says so. With `TURNPOST_TESTS=all` it fails instead, so that the
//! tests that run before a change lands leave nothing out.

use std::env;
use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;

/// The variable that forbids to skip tests, if its value is `all`.
pub const VARIABLE: &str = "TURNPOST_TESTS";

/// Folders of servers' programs, which the `PATH` of an ordinary account leaves out.
const BESIDE_PATH: [&str; 3] = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/// Returns where the program is, or `None` if this machine does not have it: the test then has to return at once.
/// `how_to_get_it` is a command or a short sentence, such as `apt-get install npm`.
///
/// # Panics
///
/// If the program is missing and `TURNPOST_TESTS=all`.
#[track_caller]
pub fn program(name: &str, how_to_get_it: &str) -> Option<PathBuf> {
    any_of(&[name], how_to_get_it)
}

/// Returns where the first of the programs is that this machine has; for a program with several names.
///
/// # Panics
///
/// If all are missing and `TURNPOST_TESTS=all`.
#[track_caller]
pub fn any_of(names: &[&str], how_to_get_it: &str) -> Option<PathBuf> {
    let found = names.iter().find_map(|name| find(name, &env::var_os("PATH").unwrap_or_default()));
    if found.is_none() {
        missing(&names.join(" or "), how_to_get_it);
    }
    found
}

/// Returns whether tests run in their long form, as in `.ci/run`: only with `TURNPOST_TESTS=all`.
pub fn long_form() -> bool {
    nothing_is_skipped(env::var_os(VARIABLE).as_deref())
}

/// Returns whether a test with this cost, such as "a download of 24 MB", may run: only with `TURNPOST_TESTS=all`.
pub fn permission(cost: &str) -> bool {
    let given = long_form();
    if !given {
        say(&format!("skipped {}: takes {cost} ({VARIABLE}=all runs it)", test()));
    }
    given
}

/// Skips a test for want of a program, or of packages: says so in one line, after which the test has to return.
///
/// # Panics
///
/// If `TURNPOST_TESTS=all`.
pub fn missing(program: &str, how_to_get_it: &str) {
    let line = line(&test(), program, how_to_get_it);
    assert!(!nothing_is_skipped(env::var_os(VARIABLE).as_deref()), "{line}");
    say(&line);
}

/// Says that a test is skipped because only root can start this program.
pub fn not_root(program: &str) {
    say(&format!("skipped {}: only root can start {program}", test()));
}

/// The test harness shows what a test prints by the macros only if the test fails.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The name of the test that runs.
fn test() -> String {
    thread::current().name().unwrap_or("a test").to_owned()
}

fn nothing_is_skipped(setting: Option<&OsStr>) -> bool {
    setting.is_some_and(|setting| setting == "all")
}

fn line(test: &str, program: &str, how_to_get_it: &str) -> String {
    format!("skipped {test}: needs {program}, which is not on this machine ({how_to_get_it})")
}

/// Returns the first executable file of that name in the folders of `path`, then in those for servers.
fn find(name: &str, path: &OsStr) -> Option<PathBuf> {
    let folders = env::split_paths(path).chain(BESIDE_PATH.map(PathBuf::from));
    folders.map(|folder| folder.join(name)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_path_and_beside_it() {
        assert_eq!(find("sh", OsStr::new("/nowhere:/bin")), Some(PathBuf::from("/bin/sh")));
        assert_eq!(find("no-such-program", OsStr::new("/bin")), None);
        assert_eq!(find("etc", OsStr::new("/")), None, "a folder is no program");
        let here = OsStr::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(find("Cargo.toml", here), None, "a file that cannot be run is no program");
    }

    #[test]
    fn the_line_names_the_test_the_program_and_how_to_get_it() {
        let line = line("page::moves", "chromium", "apt-get install chromium");
        assert_eq!(
            line,
            "skipped page::moves: needs chromium, which is not on this machine (apt-get install chromium)"
        );
    }

    #[test]
    fn only_the_word_all_forbids_to_skip() {
        assert!(nothing_is_skipped(Some(OsStr::new("all"))));
        assert!(!nothing_is_skipped(Some(OsStr::new("some"))) && !nothing_is_skipped(None));
    }
}
