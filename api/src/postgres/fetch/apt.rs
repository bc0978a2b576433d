//! Postgres from the packages of Debian or Ubuntu, by `apt-get`, which checks their sums by its keys. Nothing is installed and no
//! privilege is needed: lists, packages and files lie in the work folder.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Failure, Fetched, finish};

/// Packages that the two programs do without: what compiles statements (LLVM), headers, Perl, and the system's C library, which
/// must stay the one of the system.
const NOT_NEEDED: [&str; 4] = ["libllvm", "libz3-", "libc6", "libc-"];
const NOT_NEEDED_ENDINGS: [&str; 2] = ["-dev", "-perl"];

pub(super) fn fetch(work: &Path) -> Result<Fetched, Failure> {
    let apt = Apt { folder: work.join("apt") };
    for folder in ["lists/partial", "cache/archives/partial", "packages", "home/bin"] {
        fs::create_dir_all(apt.folder.join(folder))?;
    }
    // Lists of its own: those of the system may be missing, or too old to find anything by.
    apt.run("apt-get", &["update"])?;
    let depends = apt.run("apt-cache", &["depends", "postgresql"])?;
    let server = depends.lines().find_map(|line| line.trim().strip_prefix("Depends: postgresql-"));
    let version = server.ok_or_else(|| Failure::Failed("apt-get knows no package postgresql".to_owned()))?;
    let server = format!("postgresql-{version}");
    let listed =
        apt.run("apt-get", &["install", "--reinstall", "--print-uris", "--no-install-recommends", server.as_str()])?;
    let wanted: Vec<&str> = listed.lines().filter_map(package).filter(|name| is_needed(name, &server)).collect();
    apt.run("apt-get", &[&["download"], &wanted[..]].concat())?;
    let home = apt.folder.join("home");
    for entry in fs::read_dir(apt.folder.join("packages"))? {
        finish(Command::new("dpkg-deb").arg("-x").arg(entry?.path()).arg(&home))?;
    }
    let libraries = libraries(&home)?;
    for program in ["postgres", "initdb"] {
        let text = wrapper(&libraries, &format!("usr/lib/postgresql/{version}/bin/{program}"));
        let file = home.join("bin").join(program);
        fs::write(&file, text)?;
        fs::set_permissions(file, Permissions::from_mode(0o755))?;
    }
    Ok(Fetched { folder: home, name: format!("apt-{version}") })
}

/// The programs of apt, kept to a folder.
struct Apt {
    folder: PathBuf,
}

impl Apt {
    fn run(&self, program: &str, arguments: &[&str]) -> Result<String, Failure> {
        let option = |name: &str, folder: &str| {
            let mut option = OsString::from(format!("{name}="));
            option.push(self.folder.join(folder));
            option
        };
        let mut command = Command::new(program);
        command.args(["-qq", "-o"]).arg(option("Dir::State::Lists", "lists"));
        command.arg("-o").arg(option("Dir::Cache", "cache")).args(arguments);
        // Words for programs, not for people of this country.
        command.env("LC_ALL", "C").current_dir(self.folder.join("packages"));
        Ok(String::from_utf8_lossy(&finish(&mut command)?.stdout).into_owned())
    }
}

/// The name of the package in a line of `--print-uris`: `'URI' NAME_VERSION_SYSTEM.deb SIZE SUM`.
fn package(line: &str) -> Option<&str> {
    line.split_whitespace().nth(1)?.split_once('_').map(|(name, _)| name)
}

fn is_needed(name: &str, server: &str) -> bool {
    let superfluous = NOT_NEEDED.iter().any(|beginning| name.starts_with(beginning))
        || NOT_NEEDED_ENDINGS.iter().any(|ending| name.ends_with(ending));
    name == server || (name.starts_with("lib") && !superfluous)
}

/// The folders of libraries, seen from `home`: `lib/x86_64-linux-gnu` and its like.
fn libraries(home: &Path) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for parent in ["usr/lib", "lib"] {
        let Ok(entries) = fs::read_dir(home.join(parent)) else { continue };
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.contains("-linux-gnu") {
                found.push(format!("{parent}/{name}"));
            }
        }
    }
    Ok(found)
}

/// A script that runs the program with the libraries that came with it. It finds both from its own place, as the whole folder
/// moves when it is complete.
fn wrapper(libraries: &[String], program: &str) -> String {
    let folders: Vec<String> = libraries.iter().map(|folder| format!("$home/{folder}")).collect();
    let folders = folders.join(":");
    // An empty part of the path would be the present folder.
    format!(
        r#"#!/bin/sh
home=${{0%/bin/*}}
folders="{folders}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
[ -z "$folders" ] || export LD_LIBRARY_PATH="$folders"
exec "$home/{program}" "$@"
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_server_and_its_libraries_are_fetched() {
        let line =
            "'http://deb.debian.org/pool/p/libpq5_15.20_amd64.deb' libpq5_15.20-0+deb12u1_amd64.deb 205248 SHA256:00";
        assert_eq!(package(line), Some("libpq5"));
        assert_eq!(package("Reading package lists..."), None);
        for name in ["postgresql-15", "libpq5", "libicu72", "libxml2"] {
            assert!(is_needed(name, "postgresql-15"), "{name}");
        }
        for name in
            ["postgresql-client-15", "ssl-cert", "libpq-dev", "libllvm14", "libc6", "libjson-perl", "postgresql-16"]
        {
            assert!(!is_needed(name, "postgresql-15"), "{name}");
        }
    }
}
