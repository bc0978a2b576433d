//! The account that runs Postgres: the server's own, or an unprivileged one if that is root, which Postgres refuses.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Trouble;

/// The variables of the environment that Postgres gets. It must not see secrets of the server, and `PG...` variables would change
/// ports and folders.
const ENVIRONMENT: [&str; 3] = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"];

/// The account that Postgres runs as.
#[derive(Debug)]
pub(super) struct Account {
    /// Number of user and group; `None` for the server's own account.
    other: Option<(u32, u32)>,
    name: String,
}

impl Account {
    /// Returns the owner of the cluster if there is one, as a system may gain an account `postgres` later; else `postgres`,
    /// else `nobody`.
    pub(super) fn for_cluster(cluster: &Path) -> Result<Self, Trouble> {
        if !rustix::process::geteuid().is_root() {
            return Ok(Self { other: None, name: "that started Turnpost".to_owned() });
        }
        if let Ok(metadata) = fs::symlink_metadata(cluster)
            && metadata.is_dir()
            && metadata.uid() != 0
        {
            let uid = metadata.uid();
            let name = uzers::get_user_by_uid(uid)
                .map_or_else(|| uid.to_string(), |user| user.name().to_string_lossy().into_owned());
            return Ok(Self { other: Some((uid, metadata.gid())), name });
        }
        let user = uzers::get_user_by_name("postgres").or_else(|| uzers::get_user_by_name("nobody"));
        let user = user.filter(|user| user.uid() != 0).ok_or(Trouble::NoAccount)?;
        Ok(Self {
            other: Some((user.uid(), user.primary_group_id())),
            name: user.name().to_string_lossy().into_owned(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether this is another account than the server's.
    pub(super) fn is_other(&self) -> bool {
        self.other.is_some()
    }

    /// The account's number.
    pub(super) fn uid(&self) -> u32 {
        self.other.map_or_else(|| rustix::process::geteuid().as_raw(), |(uid, _)| uid)
    }

    /// A command that runs as the account, in a process group of its own: ctrl-C at the terminal must not reach Postgres
    /// before the server has finished.
    pub(super) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("LC_ALL", "C").current_dir("/").process_group(0).stdin(Stdio::null());
        for name in ENVIRONMENT {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        if let Some((uid, gid)) = self.other {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Gives the folder to the account and closes it to all others.
    pub(super) fn take_over(&self, folder: &Path) -> io::Result<()> {
        self.own(folder)?;
        fs::set_permissions(folder, Permissions::from_mode(0o700))
    }

    /// Gives a file or folder that the server made to the account.
    pub(super) fn own(&self, path: &Path) -> io::Result<()> {
        match self.other {
            Some((uid, gid)) => lchown(path, Some(uid), Some(gid)),
            None => Ok(()),
        }
    }

    /// Returns whether the account may pass through the folder. It is tried out, as access lists and security modules
    /// count beside the mode.
    pub(super) fn passes(&self, folder: &Path) -> bool {
        let mut probe = self.command("/bin/sh");
        probe.args(["-c", "cd \"$1\"", "sh"]).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    }
}
