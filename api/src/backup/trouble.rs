//! The reasons why a backup is not made or not restored.

use std::io;
use std::path::PathBuf;

use crate::boot::NoStart;
use crate::boot::secrets_file::NoSecrets;
use crate::db;
use crate::play::Refusal;

/// The reason why a backup is not made or not restored, for the person who runs the server. No message holds a secret.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// No passphrase is set.
    #[error("backup_passphrase: required for backups; set it in the settings file or as TURNPOST_BACKUP_PASSPHRASE")]
    NoPassphrase,
    /// There is such a file.
    #[error("{} already exists. Choose another name or remove it", .0.display())]
    Exists(PathBuf),
    /// The file cannot be read or written.
    #[error("{}: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// The file is something else.
    #[error("{} is not a Turnpost backup", .0.display())]
    Foreign(PathBuf),
    /// The passphrase is another one, or the beginning of the file was changed: the two look alike.
    #[error("{} cannot be decrypted with backup_passphrase: it was made with another one, or its beginning was changed", .0.display())]
    Passphrase(PathBuf),
    /// The file is not what was written.
    #[error("{} is damaged: it was truncated or changed", .0.display())]
    Damaged(PathBuf),
    /// A later version made it.
    #[error("{} was made by Turnpost {version}, whose database this version does not know. Use that version or a later one", .file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// The version that made it.
        version: String,
    },
    /// It does not fit the migrations, which must never be changed.
    #[error("{}: its tables are not those that Turnpost had when it was made: {what}", .file.display())]
    Tables {
        /// The file.
        file: PathBuf,
        /// The difference.
        what: String,
    },
    /// A row is larger than any that Turnpost writes.
    #[error("a row of the table {0} is larger than a backup takes")]
    LargeRow(String),
    /// The database has another schema.
    #[error(
        "the schema of the database is not that of this version: run `turnpost migrate` first, or use the version that runs the server"
    )]
    Schema,
    /// The backup could not be checked.
    #[error(
        "the role may not create the schema in which a backup is checked. Set database_admin_url, or GRANT CREATE ON \
         DATABASE to the role"
    )]
    NoScratch,
    /// Something would be lost.
    #[error(
        "the database is not empty, and a backup is restored into an empty one only. Set another data_folder or database_url, or empty it"
    )]
    NotEmpty,
    /// Other secrets would be lost.
    #[error("{} contains secrets that are not in the backup. Set another data_folder or move that file away", .0.display())]
    OtherSecrets(PathBuf),
    /// The settings name others.
    #[error(
        "secrets: the setting lacks secrets of the backup, without which its sessions and links are invalid. Add them, or remove the setting"
    )]
    SecretsSetting,
    /// The point for tests is unknown.
    #[error("{0}")]
    Failpoint(String),
    /// There are none.
    #[error(
        "there are no secrets, neither in the setting secrets nor in the file. Has a server run with these settings?"
    )]
    NoSecrets,
    /// The secrets cannot be read or written.
    #[error(transparent)]
    Secrets(#[from] NoSecrets),
    /// The log of a match gives another position.
    #[error("the check of the backup failed:\n{}", .0.join("\n"))]
    Differs(Vec<String>),
    /// The matches cannot be computed.
    #[error("the matches cannot be computed: {0}")]
    Replay(Refusal),
    /// The database does not answer or has a fault.
    #[error("{0}")]
    Database(#[from] db::Trouble),
    /// Postgres does not start or stop.
    #[error(transparent)]
    Postgres(#[from] NoStart),
}

/// The result of a step of a backup.
pub(super) type Result<T, E = Trouble> = std::result::Result<T, E>;
