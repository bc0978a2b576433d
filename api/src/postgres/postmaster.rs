//! `postmaster.pid`, the file in which Postgres writes its process number and its state.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};

use super::folder::no_links;
use super::{GLANCE, PATIENCE, Trouble};

const NAME: &str = "postmaster.pid";

/// Returns whether Postgres takes connections.
pub(super) fn is_ready(cluster: &Path) -> bool {
    // The eighth line is the state, padded with blanks.
    fs::read_to_string(cluster.join(NAME))
        .is_ok_and(|text| text.lines().nth(7).is_some_and(|line| line.trim() == "ready"))
}

/// Stops a Postgres on the cluster that has outlived its keeper, and makes the file of a dead one harmless.
pub(super) fn settle(cluster: &Path) -> Result<(), Trouble> {
    let deadline = Instant::now() + PATIENCE;
    let mut asked = None;
    loop {
        let Ok(text) = fs::read_to_string(cluster.join(NAME)) else { return Ok(()) };
        let Some(pid) = text.lines().next().and_then(|line| line.trim().parse().ok()).and_then(Pid::from_raw) else {
            // Being written, or the machine went down while it was.
            return disarm(cluster, &text, false);
        };
        if !runs_on(pid, cluster) {
            let taken = rustix::process::test_kill_process(pid).is_ok();
            return disarm(cluster, &text, taken);
        }
        if asked != Some(pid) {
            // It may end before the signal arrives; the next look tells.
            kill_process(pid, Signal::INT).ok();
            asked = Some(pid);
        }
        if Instant::now() > deadline {
            return Err(Trouble::Lingering { cluster: cluster.to_owned() });
        }
        sleep(GLANCE);
    }
}

/// A dead Postgres leaves its file, with `ready` in it, which must not be taken for the next one's. The rest of the
/// file stays: Postgres finds in it the shared memory that children of the dead one may still use. Only when the
/// process number now belongs to a stranger must all of it go, for Postgres would take the stranger for one of its own
/// and refuse to start.
fn disarm(cluster: &Path, text: &str, taken: bool) -> Result<(), Trouble> {
    let path = cluster.join(NAME);
    let done = if taken { fs::remove_file(&path) } else { cut_short(&path, text) };
    match done {
        // Postgres itself may have removed it as it ended.
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done.map_err(|reason| Trouble::Folder { folder: cluster.to_owned(), reason }),
    }
}

fn cut_short(path: &Path, text: &str) -> io::Result<()> {
    let kept: String = text.split_inclusive('\n').take(7).collect();
    OpenOptions::new().write(true).truncate(true).custom_flags(no_links()).open(path)?.write_all(kept.as_bytes())
}

/// Returns whether that process is a Postgres on that cluster, and not another one that got the number after a reboot.
fn runs_on(pid: Pid, cluster: &Path) -> bool {
    let process = format!("/proc/{}/cwd", pid.as_raw_pid());
    if Path::new("/proc/self/cwd").exists() {
        let here = fs::canonicalize(cluster).ok();
        return here.is_some() && fs::read_link(process).ok() == here;
    }
    let output = Command::new("ps").args(["-o", "command=", "-p", &pid.as_raw_pid().to_string()]).output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(&*cluster.to_string_lossy()))
}
