//! A private Postgres as a child process, for a server without a `database_url` and for tests.
//!
//! [`Cluster::start`] makes the database cluster when there is none, starts Postgres on a Unix socket that only its own
//! account can open, and returns when it answers. Postgres stops when [`Cluster::stop`] is called, when the [`Cluster`]
//! is dropped and when this process ends in any way, `kill -9` included (see `keeper`). All functions block:
//! from async code, call it in a blocking task or before the runtime is busy. Where the system has no programs of Postgres,
//! [`fetch()`] brings some.
//!
//! The data folder holds:
//!
//! | name | content |
//! |---|---|
//! | `postgres` | the cluster; `postgres.new` while it is being made |
//! | `run` | the socket, unless its path is too long for one |
//! | `postgres.log` | the output of Postgres and `initdb`, also of earlier runs; `postgres.log.old` is the part before |
//! | `server.lock` | held by the one server that uses the folder |
//! | `postgres.lock` | held by every process that works on the cluster, also by those of a server that was killed |

mod account;
mod create;
mod fetch;
mod folder;
mod keeper;
mod log;
mod postmaster;
mod programs;
#[cfg(test)]
mod tests;
mod trouble;

use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub use fetch::fetch;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, percent_encode};
pub use trouble::Trouble;

use crate::config::Config;
use folder::Folder;
pub(crate) use folder::no_links;
use keeper::{Launch, Tie};
use log::Log;
use programs::Programs;

/// The superuser of every cluster, and the name that [`Cluster::url`] signs in with.
const SUPERUSER: &str = "turnpost";

/// A role of a cluster. Both sign in without a password: the folder of the socket is closed to other accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The superuser.
    Superuser,
    /// The role of the server, once it was made ([`Role::SERVER`]).
    Server,
}

impl Role {
    /// The name of the role of the server.
    pub const SERVER: &str = "turnpost_server";

    fn name(self) -> &'static str {
        match self {
            Role::Superuser => SUPERUSER,
            Role::Server => Role::SERVER,
        }
    }
}

/// The socket of a running Postgres.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Socket(PathBuf);

impl Socket {
    /// Returns the address of the database of that name for a role, for psql, libpq and tokio-postgres. The database need not exist yet;
    /// `postgres` always does.
    #[must_use]
    pub fn url(&self, role: Role, database: &str) -> String {
        let (host, database) = (encoded(self.0.as_os_str().as_bytes()), encoded(database.as_bytes()));
        format!("postgres://{}@{host}:{PORT}/{database}", role.name())
    }
}

/// A part of the socket's name. Postgres does not listen on the network.
const PORT: u16 = 5432;

/// The time that processes of an earlier run may take to end.
const PATIENCE: Duration = Duration::from_secs(15);

/// The time that Postgres may take to stop: before it ends it writes all data to the disk.
const STOPPING: Duration = Duration::from_secs(120);

/// The pause between two looks at a state that is waited for.
const GLANCE: Duration = Duration::from_millis(5);

/// Settings of a private Postgres.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The data folder; made when missing. The cluster is `postgres` in it. Started by root, the folder is given to the
    /// account that runs Postgres, so it must be new, empty or used by Turnpost before.
    pub folder: PathBuf,
    /// The folder that holds `postgres` and `initdb`; no other is used then. `None` looks at `PATH`, at the usual folders
    /// of the systems and at the cache.
    pub programs: Option<PathBuf>,
    /// The folder that [`fetch()`] fetches programs into, for all servers and tests of the account.
    pub cache: PathBuf,
    /// Fetch programs if none are found.
    pub fetch: bool,
    /// Committed data survives a crash of the machine. `false` is for tests: several times faster.
    pub durable: bool,
    /// Remove the whole data folder once Postgres has stopped, however this process ends.
    pub temporary: bool,
}

impl Settings {
    /// A Postgres as the settings of a server want it, on its data folder.
    pub fn from_config(config: &Config) -> Settings {
        Settings {
            folder: config.data_folder.clone(),
            programs: config.postgres_programs.clone(),
            cache: config.cache_folder.clone(),
            fetch: config.fetch_postgres,
            durable: true,
            temporary: false,
        }
    }
}

/// A running Postgres. Dropping it asks Postgres to stop and does not wait; [`Cluster::stop`] waits.
#[derive(Debug)]
pub struct Cluster {
    folder: Folder,
    socket: PathBuf,
    log: Log,
    /// When its standard input is closed, Postgres stops.
    keeper: Child,
    sweeper: Option<Child>,
    programs: Programs,
    durable: bool,
    _lock: File,
}

impl Cluster {
    /// Starts Postgres on the folder and returns once it takes connections. The first start makes the cluster (UTF-8,
    /// locale C, superuser `turnpost`, databases `postgres`, `template0` and `template1`); a later one keeps all
    /// settings and data, also after a crash of the server or the machine.
    ///
    /// # Errors
    ///
    /// Every [`Trouble`]. Nothing is left running then.
    pub fn start(settings: &Settings) -> Result<Self, Trouble> {
        let folder = Folder::claim(&settings.folder)?;
        let lock = folder.lock()?;
        let tie = Tie::make(&folder, settings.temporary)?;
        postmaster::settle(&folder.cluster())?;
        let made_by = folder.made_by()?;
        let new = made_by.is_none();
        let programs = Programs::find(settings, &folder, made_by.as_deref())?;
        let mut log = Log::open(&folder)?;
        if new {
            create::create(&folder, &programs, settings.durable, &tie, &mut log)?;
        }
        let socket = folder.socket()?;
        let launch =
            Launch { folder: &folder, programs: &programs, socket: &socket, durable: settings.durable, tie: &tie };
        let keeper = launch.start(&mut log)?;
        let sweeper = tie.sweeper();
        Ok(Self { folder, socket, log, keeper, sweeper, programs, durable: settings.durable, _lock: lock })
    }

    /// Starts Postgres again after it has ended by itself, and returns once it takes connections. Its socket is the same.
    ///
    /// # Errors
    ///
    /// Those of [`Cluster::start`]. Nothing is left running then, and another try may succeed.
    pub fn start_again(&mut self) -> Result<(), Trouble> {
        let tie = Tie::make(&self.folder, false)?;
        postmaster::settle(&self.folder.cluster())?;
        let (folder, programs, socket) = (&self.folder, &self.programs, &*self.socket);
        let launch = Launch { folder, programs, socket, durable: self.durable, tie: &tie };
        self.keeper = launch.start(&mut self.log)?;
        Ok(())
    }

    /// Returns whether the data folder is removed once Postgres has stopped.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.sweeper.is_some()
    }

    /// Returns the address of the database of that name for the superuser. It is valid while this `Cluster` runs.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        self.socket().url(Role::Superuser, database)
    }

    /// The socket, while this `Cluster` runs.
    #[must_use]
    pub fn socket(&self) -> Socket {
        Socket(self.socket.clone())
    }

    /// Returns whether there is a cluster in this data folder, or something in its place. Changes nothing.
    ///
    /// # Errors
    ///
    /// [`Trouble::Folder`] if the folder cannot be read.
    pub fn is_in(folder: &Path) -> Result<bool, Trouble> {
        match std::fs::read_dir(folder.join("postgres")) {
            Ok(mut entries) => Ok(entries.next().is_some()),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(reason) => Err(Trouble::Folder { folder: folder.to_owned(), reason }),
        }
    }

    /// Returns the socket if another process, a server, runs the Postgres of this folder.
    ///
    /// # Errors
    ///
    /// [`Trouble::Busy`] if another process has the folder and its Postgres takes no connections; the errors of an unusable
    /// folder.
    pub fn of_another(folder: &Path) -> Result<Option<Socket>, Trouble> {
        let folder = Folder::claim(folder)?;
        match folder.lock() {
            Ok(_) => Ok(None),
            Err(Trouble::Busy { .. }) if postmaster::is_ready(&folder.cluster()) => Ok(Some(Socket(folder.socket()?))),
            Err(trouble) => Err(trouble),
        }
    }

    /// Returns whether Postgres has ended by itself: it crashed or was killed.
    pub fn has_ended(&mut self) -> bool {
        // An error means that there is no such child any more.
        self.keeper.try_wait().map_or(true, |status| status.is_some())
    }

    /// Stops Postgres: ends all connections, writes all committed data, and returns when Postgres is down. A temporary
    /// folder is removed by then.
    ///
    /// # Errors
    ///
    /// [`Trouble::Crashed`] when Postgres had ended by itself before or did not stop cleanly; the next start recovers
    /// what was committed. [`Trouble::Lingering`] when it is still not down after two minutes.
    pub fn stop(mut self) -> Result<(), Trouble> {
        let cluster = self.folder.cluster();
        drop(self.keeper.stdin.take());
        let ended = ended_within(&mut self.keeper, STOPPING).map_err(|error| self.folder.unusable(error))?;
        let clean = match ended {
            Some(status) => status.success(),
            None => return Err(Trouble::Lingering { cluster }),
        };
        if !clean {
            // If the keeper was killed, it has not waited for Postgres.
            postmaster::settle(&cluster)?;
        }
        let log = self.log.tail();
        if let Some(sweeper) = &mut self.sweeper {
            ended_within(sweeper, STOPPING).map_err(|error| self.folder.unusable(error))?;
        }
        if clean { Ok(()) } else { Err(Trouble::Crashed { cluster, log }) }
    }
}

/// Waits for the child's end; `None` when the time is over first.
fn ended_within(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    loop {
        let ended = child.try_wait()?;
        if ended.is_some() || Instant::now() > deadline {
            return Ok(ended);
        }
        sleep(GLANCE);
    }
}

/// Percent-encoded for any part of a URL.
fn encoded(bytes: &[u8]) -> PercentEncode<'_> {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    percent_encode(bytes, KEPT)
}
