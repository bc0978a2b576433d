//! The keeper: a small shell script that runs Postgres and stops it when the server ends in any way.
//!
//! Its standard input is a pipe whose other end only the server holds. So the keeper reads the end of the file when the
//! server closes the pipe, exits, panics or is killed. That needs no signal handler.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::folder::Folder;
use super::log::Log;
use super::programs::Programs;
use super::{GLANCE, PATIENCE, PORT, STOPPING, Trouble, ended_within, postmaster};

/// Runs Postgres and ends with its exit status.
///
/// * The reader gets the pipe as descriptor 3, since a shell takes the standard input away from what it runs in the
///   background.
/// * INT asks Postgres for a fast shutdown. It is repeated because Postgres ignores it in its first milliseconds; further
///   ones change nothing.
/// * The reader must end before the script: the process number of Postgres could belong to another process later.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
exec 3<&0
"$@" </dev/null >&2 3<&- &
server=$!
{
    while read -r line; do :; done
    for attempt in 1 2 3 4 5 6 7 8 9 10; do kill -INT "$server" || exit; sleep 1; done
} <&3 3<&- >/dev/null 2>&1 &
reader=$!
wait "$server"
status=$?
kill -KILL "$reader"
exit "$status"
"#;

/// Removes the folders named once no process holds the other end of its standard input.
const SWEEP: &str = r#"
trap '' INT TERM HUP
while read -r line; do :; done
rm -rf "$@"
"#;

/// The time that Postgres may take until it is ready: after a crash it first replays its journal.
const STARTING: Duration = Duration::from_secs(300);

/// Messages of Postgres while processes of an earlier run still end.
const CONTESTED: [&str; 2] = ["pre-existing shared memory block", "lock file \"postmaster.pid\" already exists"];

/// A file or pipe that `initdb` and the keeper hold open while they work. The next server on this folder, or the sweeper of
/// a temporary one, so notices when the last of them has ended.
#[derive(Debug)]
pub(super) struct Tie {
    end: OwnedFd,
    sweeper: Option<Child>,
}

impl Tie {
    /// Waits until all processes of an earlier server on the folder have ended.
    pub(super) fn make(folder: &Folder, temporary: bool) -> Result<Self, Trouble> {
        let lock = folder.wait_for_work()?;
        if !temporary {
            return Ok(Self { end: lock.into(), sweeper: None });
        }
        let mut sweep = Command::new("/bin/sh");
        sweep.args(["-c", SWEEP, "turnpost-sweeper"]).arg(folder.path()).arg(folder.short_socket());
        sweep.current_dir("/").process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut sweeper = sweep.spawn().map_err(|error| folder.unusable(error))?;
        match sweeper.stdin.take() {
            Some(end) => Ok(Self { end: end.into(), sweeper: Some(sweeper) }),
            None => Err(folder.unusable(io::Error::other("the sweeper has no standard input"))),
        }
    }

    /// A copy for a child.
    pub(super) fn hold(&self) -> io::Result<Stdio> {
        Ok(Stdio::from(self.end.try_clone()?))
    }

    /// Closes this process's own copy.
    pub(super) fn sweeper(self) -> Option<Child> {
        self.sweeper
    }
}

/// The arguments of a start of Postgres.
#[derive(Debug)]
pub(super) struct Launch<'a> {
    pub(super) folder: &'a Folder,
    pub(super) programs: &'a Programs,
    pub(super) socket: &'a Path,
    pub(super) durable: bool,
    pub(super) tie: &'a Tie,
}

impl Launch<'_> {
    /// Starts Postgres and waits until it is ready. Processes of a crashed one get some time to end.
    pub(super) fn start(&self, log: &mut Log) -> Result<Child, Trouble> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            log.begin();
            let mut keeper = self.spawn(log).map_err(|error| self.folder.unusable(error))?;
            if self.wait(&mut keeper).map_err(|error| self.folder.unusable(error))? {
                return Ok(keeper);
            }
            let said = log.tail();
            let contested = CONTESTED.iter().any(|words| said.contains(words));
            if !contested || Instant::now() > deadline {
                return Err(Trouble::Start { cluster: self.folder.cluster(), log: said });
            }
            postmaster::settle(&self.folder.cluster())?;
            sleep(10 * GLANCE);
        }
    }

    fn spawn(&self, log: &Log) -> io::Result<Child> {
        let mut keeper = self.folder.account().command("/bin/sh");
        keeper.args(["-c", SCRIPT, "turnpost-keeper"]).arg(self.programs.postgres());
        keeper.arg("-D").arg(self.folder.cluster());
        for setting in self.settings() {
            keeper.arg("-c").arg(setting);
        }
        keeper.stdin(Stdio::piped()).stdout(self.tie.hold()?).stderr(log.writer()?).spawn()
    }

    fn settings(&self) -> Vec<String> {
        let socket = self.socket.display().to_string().replace('"', "\"\"");
        let mut settings = vec![
            "listen_addresses=".to_owned(),
            format!("port={PORT}"),
            format!("unix_socket_directories=\"{socket}\""),
            "unix_socket_permissions=0700".to_owned(),
            "max_connections=200".to_owned(),
            "timezone=UTC".to_owned(),
            "log_timezone=UTC".to_owned(),
            "lc_messages=C".to_owned(),
            // The client is told of its own errors. The log is not rotated while Postgres runs, so it holds only what Postgres
            // itself does.
            "log_min_messages=log".to_owned(),
            "log_checkpoints=off".to_owned(),
        ];
        if !self.durable {
            settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"].map(str::to_owned));
        }
        settings
    }

    /// Waits for Postgres; returns `false` if it ended before it was ready.
    fn wait(&self, keeper: &mut Child) -> io::Result<bool> {
        let deadline = Instant::now() + STARTING;
        let cluster = self.folder.cluster();
        loop {
            if keeper.try_wait()?.is_some() {
                return Ok(false);
            }
            if postmaster::is_ready(&cluster) {
                return Ok(true);
            }
            if Instant::now() > deadline {
                drop(keeper.stdin.take());
                ended_within(keeper, STOPPING)?;
                return Ok(false);
            }
            sleep(GLANCE);
        }
    }
}
