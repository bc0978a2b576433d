//! Backups: the whole database and the secrets in one encrypted file, and a server that is made from it.
//!
//! * [`make`] writes what the database holds at one moment, while servers run. The file has its name once it was tried out: it was read
//!   back into a Postgres of its own, and every match computed from its log: the database that is saved needs no room for that.
//! * [`restore`] fills an empty database in one transaction, which ends after every match was computed from its log: all of it is there
//!   then, or nothing.
//!
//! Rows are read and written one after another; neither the file nor the database is held in memory.

mod age;
mod contents;
mod sealed;
mod trouble;

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::boot::{Database, secrets_file};
use crate::clock::Clock;
use crate::config::{Config, Secret};
use crate::db::{Access, dump};
use crate::failpoint;
use crate::postgres::no_links;
use crate::secrets::Secrets;
use contents::Contents;
pub use contents::Summary;
use sealed::{Unfinished, Writer};
use trouble::Result;
pub use trouble::Trouble;

/// Makes a backup of the server with these settings, which may be running.
pub async fn make(config: &Config, clock: &Clock, file: &Path) -> Result<Summary> {
    if config.backup_passphrase.is_none() {
        return Err(Trouble::NoPassphrase);
    }
    let database = Database::beside(config).await?;
    let made = write(config, clock, &database, file).await;
    database.close().await?;
    made
}
async fn write(config: &Config, clock: &Clock, database: &Database, file: &Path) -> Result<Summary> {
    let passphrase = config.backup_passphrase.as_ref().ok_or(Trouble::NoPassphrase)?;
    let secrets = secrets_file::text(config)?.ok_or(Trouble::NoSecrets)?;
    let admin = &database.access.admin;
    let (unfinished, out) = Unfinished::new(file)?;
    let mut writer = Writer::new(unfinished.path(), out, passphrase)?;
    let now = clock.now();
    contents::write(admin, &secrets, now, &mut writer).await?;
    writer.finish()?;
    let summary = match Database::for_a_while(config, &beside(file)).await? {
        Some(scratch) => {
            let checked = check(&scratch.access.admin, unfinished.path(), passphrase).await;
            scratch.close().await?;
            checked?
        }
        // There are no programs of Postgres on this machine: the database is the only one.
        None if dump::may_make_scratch(admin).await? => check(admin, unfinished.path(), passphrase).await?,
        None => return Err(Trouble::NoScratch),
    };
    unfinished.finish()?;
    if let Err(why) = note(config, now) {
        tracing::warn!(%why, "cannot save the time of the backup; its age is unknown");
    }
    Ok(summary)
}

/// The folders in which a backup can be tried out: beside its file, where there has to be room for it, or else among the temporary files.
fn beside(file: &Path) -> [PathBuf; 2] {
    let mut name = file.as_os_str().to_owned();
    name.push(".check");
    [PathBuf::from(name), std::env::temp_dir().join(format!("turnpost-check-{}", std::process::id()))]
}

/// Notes the time of a backup in the data folder, if there is that folder.
fn note(config: &Config, now: DateTime<Utc>) -> std::io::Result<()> {
    if !config.data_folder.is_dir() {
        return Ok(());
    }
    let mut options = std::fs::OpenOptions::new();
    // Never through a link: root writes here in a folder of another account, which reads the file. All times have the same length, and take the
    // place of the one before: that needs no room on a full disk.
    options.write(true).create(true).truncate(false).mode(0o644).custom_flags(no_links());
    options.open(config.last_backup_file())?.write_all(now.format("%Y-%m-%dT%H:%M:%SZ\n").to_string().as_bytes())
}

/// Restores a backup into a scratch schema of a database, in a transaction that is undone.
async fn check(url: &str, file: &Path, passphrase: &Secret) -> Result<Summary> {
    let (connection, summary) = Contents::open(file, passphrase)?.fill(dump::scratch(url).await?).await?;
    // The transaction ends with its connection, and is undone.
    drop(connection);
    Ok(summary)
}

/// Makes the server with these settings from a backup: fills its database, which must be empty, and puts the secrets beside it.
pub async fn restore(config: &Config, file: &Path) -> Result<Summary> {
    let passphrase = config.backup_passphrase.as_ref().ok_or(Trouble::NoPassphrase)?;
    let backup = Contents::open(file, passphrase)?;
    let place = Place::from_config(config, &backup.head.secrets)?;
    let database = Database::open(config).await?;
    if let Some(point) = &config.failpoint {
        failpoint::arm(point).map_err(Trouble::Failpoint)?;
    }
    let restored = into(config, &database.access, (backup, file), place).await;
    if restored.is_err() {
        // What was wrong is told now. Without the database this fails, too.
        let _ = dump::unmark_at(&database.access.admin).await;
    }
    database.close().await?;
    restored
}

async fn into(config: &Config, access: &Access, (backup, file): (Contents, &Path), place: Place) -> Result<Summary> {
    let mut connection = dump::target(&access.admin).await?;
    if !dump::is_empty(&mut connection).await? {
        return Err(Trouble::NotEmpty);
    }
    dump::mark(&access.admin, &file.display().to_string(), Clock::system().now()).await?;
    let secrets = backup.head.secrets.clone();
    let (connection, summary) = backup.fill(connection).await?;
    failpoint::point(failpoint::RESTORED);
    // Before the end of the transaction: a database without its secrets would be half a server, secrets without a database are none.
    if place == Place::NewFile {
        secrets_file::put(config, &secrets)?;
    }
    if let Err(why) = dump::keep(connection, access).await {
        if place == Place::NewFile {
            secrets_file::remove(config)?;
        }
        return Err(why.into());
    }
    Ok(summary)
}

/// Where the secrets of a backup are to be after it was restored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the settings, or in the file: they are there.
    There,
    /// In the file, which is not there yet.
    NewFile,
}

impl Place {
    fn from_config(config: &Config, secrets: &str) -> Result<Place> {
        let parsed = |text: &str| Secrets::parse(text.trim()).map_err(secrets_file::NoSecrets::Unreadable);
        let others = parsed(secrets)?;
        if let Some(own) = &config.secrets {
            return if parsed(own.reveal())?.include(&others) {
                Ok(Place::There)
            } else {
                Err(Trouble::SecretsSetting)
            };
        }
        match secrets_file::kept(config)? {
            None => Ok(Place::NewFile),
            Some(own) if parsed(&own)?.include(&others) => Ok(Place::There),
            Some(_) => Err(Trouble::OtherSecrets(config.data_folder.clone())),
        }
    }
}
