//! The data folder: its owner, its locks, and the place of the socket.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use super::account::Account;
use super::{GLANCE, PATIENCE, PORT, Trouble};

/// Locked by a server. Its presence also marks the folder as one of Turnpost.
const SERVER_LOCK: &str = "server.lock";

/// The time for which a process that was killed may keep its locks.
const MOMENT: Duration = Duration::from_secs(1);

/// The room for a path in a socket's address, without the closing zero.
const SOCKET_PATH: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// A data folder that exists, with an account that can work in it.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    account: Account,
}

impl Folder {
    /// Makes the folder, or takes it over, for the account that runs Postgres.
    pub(super) fn claim(path: &Path) -> Result<Self, Trouble> {
        let trouble = |reason| Trouble::Folder { folder: path.to_owned(), reason };
        let absolute = std::path::absolute(path).map_err(trouble)?;
        let account = Account::for_cluster(&absolute.join("postgres"))?;
        let folder = Self { path: absolute, account };
        folder.make_parents().map_err(trouble)?;
        folder.check_parents()?;
        match DirBuilder::new().mode(0o700).create(&folder.path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(trouble(error)),
            made => {
                if folder.account.is_other() {
                    if made.is_err() && !folder.is_ours().map_err(trouble)? {
                        let account = folder.account.name().to_owned();
                        return Err(Trouble::Foreign { folder: folder.path, account });
                    }
                    let path = fs::canonicalize(&folder.path).map_err(trouble)?;
                    folder.account.take_over(&path).map_err(trouble)?;
                }
            }
        }
        folder.open(SERVER_LOCK).map_err(trouble)?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn account(&self) -> &Account {
        &self.account
    }

    pub(super) fn cluster(&self) -> PathBuf {
        self.path.join("postgres")
    }

    /// The major version of the Postgres that made the cluster; `None` when there is no cluster yet.
    pub(super) fn made_by(&self) -> Result<Option<String>, Trouble> {
        let cluster = self.cluster();
        match fs::read_to_string(cluster.join("PG_VERSION")) {
            Ok(version) => Ok(Some(version.trim().to_owned())),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.unusable(error)),
            Err(_) if fs::read_dir(&cluster).is_ok_and(|mut entries| entries.next().is_some()) => {
                Err(Trouble::Damaged { cluster })
            }
            Err(_) => Ok(None),
        }
    }

    pub(super) fn unusable(&self, reason: io::Error) -> Trouble {
        Trouble::Folder { folder: self.path.clone(), reason }
    }

    /// A parent folder that root makes must be open to the account under any umask.
    fn make_parents(&self) -> io::Result<()> {
        let missing: Vec<_> = self.path.ancestors().skip(1).take_while(|parent| !parent.exists()).collect();
        for parent in missing.into_iter().rev() {
            match fs::create_dir(parent) {
                Ok(()) if self.account.is_other() => fs::set_permissions(parent, Permissions::from_mode(0o755))?,
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }

    fn check_parents(&self) -> Result<(), Trouble> {
        let Some(parent) = self.path.parent() else { return Ok(()) };
        if !self.account.is_other() || self.account.passes(parent) {
            return Ok(());
        }
        let mut outermost_first: Vec<_> = parent.ancestors().collect();
        outermost_first.reverse();
        let blocking = outermost_first.into_iter().find(|folder| !self.account.passes(folder)).unwrap_or(parent);
        Err(Trouble::Blocked {
            folder: self.path.clone(),
            parent: blocking.to_owned(),
            account: self.account.name().to_owned(),
        })
    }

    /// `lost+found` lies in every fresh volume.
    fn is_ours(&self) -> io::Result<bool> {
        if self.path.join(SERVER_LOCK).exists() {
            return Ok(true);
        }
        for entry in fs::read_dir(&self.path)? {
            if entry?.file_name() != "lost+found" {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Opens a file of ours for appending and makes it when missing. Never through a link: root writes here in a folder
    /// that belongs to another account.
    pub(super) fn open(&self, name: &str) -> io::Result<File> {
        OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .mode(0o600)
            .custom_flags(no_links())
            .open(self.path.join(name))
    }

    /// The lock against two servers, held while the file is open. A server that was just killed needs a moment to release it.
    pub(super) fn lock(&self) -> Result<File, Trouble> {
        self.acquire(SERVER_LOCK, MOMENT)?.ok_or_else(|| Trouble::Busy { folder: self.path.clone() })
    }

    /// The lock that `initdb` and the keeper inherit: once we have it, those of a server that was killed are done.
    pub(super) fn wait_for_work(&self) -> Result<File, Trouble> {
        self.acquire("postgres.lock", PATIENCE)?.ok_or_else(|| Trouble::Lingering { cluster: self.cluster() })
    }

    fn acquire(&self, name: &str, limit: Duration) -> Result<Option<File>, Trouble> {
        let file = self.open(name).map_err(|error| self.unusable(error))?;
        let deadline = Instant::now() + limit;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => sleep(GLANCE),
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(self.unusable(error)),
            }
        }
    }

    /// A folder for the socket, made and closed to all accounts but this one: `run`, or a short one among the temporary
    /// files when the path is too long, is not UTF-8, or has a comma, which libpq takes for the end of a host.
    pub(super) fn socket(&self) -> Result<PathBuf, Trouble> {
        let run = self.path.join("run");
        if fits(&run) && run.to_str().is_some_and(|text| !text.contains(',')) {
            self.private(&run).map_err(|reason| self.unusable(io::Error::other(reason)))?;
            return Ok(run);
        }
        let short = self.short_socket();
        match self.private(&short) {
            Ok(()) => Ok(short),
            Err(reason) => Err(Trouble::Socket { wanted: run, instead: short, reason }),
        }
    }

    /// The stand-in for `run`: always the same for the same data folder.
    pub(super) fn short_socket(&self) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        self.path.hash(&mut hasher);
        let name = format!("turnpost-{:016x}", hasher.finish());
        let temporary = std::env::temp_dir().join(&name);
        let reachable = temporary.parent().is_some_and(|parent| self.account.passes(parent));
        if fits(&temporary) && reachable { temporary } else { Path::new("/tmp").join(name) }
    }

    fn private(&self, folder: &Path) -> Result<(), String> {
        let said = |error: io::Error| format!("cannot be made: {error}");
        match DirBuilder::new().mode(0o700).create(folder) {
            Ok(()) => self.account.own(folder).map_err(said)?,
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(said(error)),
            Err(_) => {}
        }
        let metadata = fs::symlink_metadata(folder).map_err(said)?;
        if !metadata.is_dir() || metadata.uid() != self.account.uid() {
            return Err("is not a folder of the account that runs Postgres".to_owned());
        }
        if metadata.mode() & 0o777 != 0o700 {
            return Err("is open to other accounts (its mode is not 0700)".to_owned());
        }
        Ok(())
    }
}

/// The flag that refuses to open a symbolic link.
pub(crate) fn no_links() -> i32 {
    OFlags::NOFOLLOW.bits().cast_signed()
}

fn fits(folder: &Path) -> bool {
    folder.join(format!(".s.PGSQL.{PORT}")).as_os_str().len() <= SOCKET_PATH
}
