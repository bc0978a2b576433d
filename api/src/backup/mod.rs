//! Backups: the whole database and the secrets in one encrypted file, and a server that is made from it.
//!
//! * [`make`] writes what the database holds at one moment, while servers go on. The file has its name once it was tried out: it was read
//!   back into a scratch schema, and every match computed from its log. That happens in a transaction that is undone.
//! * [`restore`] fills an empty database in one transaction, which ends after every match was computed from its log: all of it is there
//!   then, or nothing.
//!
//! Rows are read and written one after another; neither the file nor the database is held in memory.

mod contents;
mod sealed;
mod trouble;

use std::path::Path;

use crate::boot::{Database, secrets_file};
use crate::clock::Clock;
use crate::config::{Config, Secret};
use crate::db::{Access, dump};
use crate::secrets::Secrets;
use contents::Contents;
pub use contents::Summary;
use sealed::{Unfinished, Writer};
use trouble::Result;
pub use trouble::Trouble;

/// Makes a backup of the server with these settings, which may be running.
pub async fn make(config: &Config, clock: &Clock, file: &Path) -> Result<Summary> {
    let passphrase = config.backup_passphrase.as_ref().ok_or(Trouble::NoPassphrase)?;
    let secrets = secrets_file::text(config)?.ok_or(Trouble::NoSecrets)?;
    let (unfinished, out) = Unfinished::new(file)?;
    let database = Database::beside(config).await?;
    let made = async {
        if !dump::may_make_scratch(&database.access.admin).await? {
            return Err(Trouble::NoScratch);
        }
        let mut writer = Writer::new(unfinished.path(), out, passphrase)?;
        contents::write(&database.access.admin, &secrets, clock.now(), &mut writer).await?;
        writer.finish()?;
        check(&database.access.admin, unfinished.path(), passphrase).await
    };
    let made = made.await;
    database.close().await?;
    let summary = made?;
    unfinished.finish()?;
    Ok(summary)
}

/// Restores a backup into a scratch schema of the database, in a transaction that is undone.
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
    let place = Place::of(config, &backup.head.secrets)?;
    let database = Database::open(config).await?;
    let restored = into(config, &database.access, backup, place).await;
    database.close().await?;
    restored
}

async fn into(config: &Config, access: &Access, backup: Contents, place: Place) -> Result<Summary> {
    let mut connection = dump::target(&access.admin).await?;
    if !dump::is_empty(&mut connection).await? {
        return Err(Trouble::NotEmpty);
    }
    let secrets = backup.head.secrets.clone();
    let (connection, summary) = backup.fill(connection).await?;
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
    fn of(config: &Config, secrets: &str) -> Result<Place> {
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
