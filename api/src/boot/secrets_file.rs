//! The file `secrets` of the data folder, for a server whose settings name no secrets.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::postgres;
use crate::secrets::Secrets;

/// The name of the file in the data folder.
const NAME: &str = "secrets";

/// The reason why there are no secrets. Its words never hold any of them.
#[derive(Debug, thiserror::Error)]
pub enum NoSecrets {
    /// The file cannot be read or written.
    #[error("{}: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// There are none.
    #[error("there are no secrets, neither in the settings nor in {}. Settings were {origin}. Has a server run with these settings?", .file.display())]
    Missing {
        /// The file that would hold them.
        file: PathBuf,
        /// Where the settings were read from.
        origin: String,
    },
    /// It holds something else.
    #[error("secrets: {0}")]
    Unreadable(String),
}

fn at(config: &Config) -> PathBuf {
    config.data_folder.join(NAME)
}

fn trouble(config: &Config) -> impl FnOnce(io::Error) -> NoSecrets + use<> {
    let file = at(config);
    move |why| NoSecrets::File { file, why }
}

/// The secrets that the settings name, or else those in the data folder.
pub fn secrets(config: &Config) -> Result<Secrets, NoSecrets> {
    let missing = || NoSecrets::Missing { file: at(config), origin: config.origin() };
    Secrets::parse(text(config)?.ok_or_else(missing)?.trim()).map_err(NoSecrets::Unreadable)
}

/// Makes secrets in the data folder if neither the settings nor that folder have any.
pub fn make(config: &Config) -> Result<(), NoSecrets> {
    match text(config)? {
        Some(_) => Ok(()),
        None => put(config, &Secrets::generate()),
    }
}

/// The text of the secrets that the settings name, or else of those in the data folder, if any.
pub fn text(config: &Config) -> Result<Option<String>, NoSecrets> {
    match &config.secrets {
        Some(secrets) => Ok(Some(secrets.reveal().to_owned())),
        None => kept(config),
    }
}

/// The text of the file, if there is one.
pub fn kept(config: &Config) -> Result<Option<String>, NoSecrets> {
    match fs::read_to_string(at(config)) {
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(Some).map_err(trouble(config)),
    }
}

/// Writes the file. It is on the disk when this returns.
pub fn put(config: &Config, text: &str) -> Result<(), NoSecrets> {
    write(&config.data_folder, text).map_err(trouble(config))
}

/// Removes the file.
pub fn remove(config: &Config) -> Result<(), NoSecrets> {
    fs::remove_file(at(config)).map_err(trouble(config))
}

fn write(folder: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // Under another name first: a file that is only half written must never be taken for the secret.
    let unfinished = folder.join(format!("{NAME}.new"));
    let mut options = fs::OpenOptions::new();
    // Never through a link: root writes here in a folder that belongs to the account that runs Postgres.
    options.write(true).create(true).truncate(true).mode(0o600).custom_flags(postgres::no_links());
    let mut out = options.open(&unfinished)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    fs::rename(unfinished, folder.join(NAME))?;
    fs::File::open(folder)?.sync_all()
}
