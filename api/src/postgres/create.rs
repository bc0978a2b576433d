//! The creation of a cluster.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use super::folder::Folder;
use super::keeper::Tie;
use super::log::Log;
use super::programs::Programs;
use super::{SUPERUSER, Trouble};

/// Makes the cluster beside its place and moves it there when it is whole: an interrupted `initdb` never looks like a
/// cluster.
pub(super) fn create(
    folder: &Folder,
    programs: &Programs,
    durable: bool,
    tie: &Tie,
    log: &mut Log,
) -> Result<(), Trouble> {
    let unusable = |error| folder.unusable(error);
    let new = folder.path().join("postgres.new");
    empty(folder, &new).map_err(unusable)?;
    log.begin();
    let mut initdb = folder.account().command(programs.initdb());
    initdb
        .arg("--pgdata")
        .arg(&new)
        .args(["--username", SUPERUSER, "--encoding=UTF8", "--locale=C"])
        // The folder of the socket is closed to other accounts: no password is needed.
        .args(["--auth-local=trust", "--auth-host=reject"])
        .arg(if durable { "--data-checksums" } else { "--no-sync" })
        // Not read, only held: the next server waits until an initdb that lost its server is done.
        .stdin(tie.hold().map_err(unusable)?)
        .stdout(log.writer().map_err(unusable)?)
        .stderr(log.writer().map_err(unusable)?);
    let status = initdb.status().map_err(unusable)?;
    if !status.success() {
        return Err(Trouble::Initdb { cluster: folder.cluster(), log: log.tail() });
    }
    fs::rename(&new, folder.cluster()).map_err(unusable)?;
    if durable {
        File::open(folder.path()).and_then(|folder| folder.sync_all()).map_err(unusable)?;
    }
    Ok(())
}

fn empty(folder: &Folder, new: &Path) -> io::Result<()> {
    match fs::remove_dir_all(new) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    DirBuilder::new().mode(0o700).create(new)?;
    folder.account().own(new)
}
