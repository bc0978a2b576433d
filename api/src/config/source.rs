//! The declaration of settings, their two sources (environment and file), and the types of their values.

use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use crate::address::{Address, Pattern};

use super::{Environment, LogForm, MailPlace, Mistakes, Registration, SETTINGS, Secret};

/// Names the settings file.
pub(super) const FILE: &str = "TURNPOST_CONFIG";

/// Variables that begin like settings and are not; all but the first one are for tests.
pub const OTHERS: [&str; 3] = [FILE, "TURNPOST_TESTS", "TURNPOST_FUZZ_SECONDS"];

/// The beginning of the names of settings in the environment.
const PREFIX: &str = "TURNPOST_";

/// A setting as it is declared.
#[derive(Debug)]
pub struct Setting {
    /// Its name in the settings file; in the environment it has capital letters and `TURNPOST_` before it.
    pub name: &'static str,
    /// Its meaning: sentences in lines.
    pub help: &'static str,
    /// Its default, or an example where it has none.
    pub sample: &'static str,
}

/// Makes [`Config`](super::Config), `SETTINGS` and the function that reads them from declarations such as these:
///
/// ```ignore
/// /// Maximum concurrent outgoing emails.
/// mail_senders: u32, default "4";
/// /// The mail server.
/// smtp_url: Option<Secret>, example "smtps://relay.example";
/// ```
macro_rules! settings {
    ($($(#[doc = $help:literal])+ $name:ident: $kind:ty, $has:ident $sample:literal;)+) => {
        /// The settings of a server.
        #[derive(Clone, Debug)]
        pub struct Config {
            /// The file that they were read from, beside the environment; none if no file was named.
            pub file: Option<PathBuf>,
            $($(#[doc = $help])+ pub $name: $kind,)+
        }

        /// All settings.
        pub const SETTINGS: &[Setting] = &[$(
            Setting { name: stringify!($name), help: concat!($($help, "\n"),+), sample: $sample },
        )+];

        impl Source<'_> {
            fn gather(&mut self) -> Result<Config, Mistakes> {
                Ok(Config { file: None, $($name: self.$has(stringify!($name), $sample)?,)+ })
            }
        }
    };
}
pub(super) use settings;

/// A type of settings.
pub(super) trait Value: Sized {
    /// The value of the text, or the reason why it has none.
    fn parse(text: &str) -> Result<Self, String>;
}

macro_rules! values {
    ($($kind:ty),+) => {$(
        impl Value for $kind {
            fn parse(text: &str) -> Result<Self, String> {
                text.parse().map_err(|why: <$kind as FromStr>::Err| why.to_string())
            }
        }
    )+};
}

values!(SocketAddr, String, PathBuf, u32, usize, bool, LogForm, Secret, Pattern, Address, MailPlace, Registration);

/// Several, with commas between.
impl Value for Vec<String> {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect())
    }
}

/// The settings file, the environment, and the mistakes found in them so far.
pub(super) struct Source<'a> {
    pub(super) file: &'a toml::Table,
    pub(super) environment: &'a Environment,
    pub(super) mistakes: Vec<String>,
}

impl Source<'_> {
    /// The text of a setting, if it is set.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let variable = format!("{PREFIX}{}", name.to_uppercase());
        // Hosting platforms often set the variable of this name.
        let usual = if name == "database_url" { "DATABASE_URL" } else { "" };
        let set = self.environment.get(&variable).or_else(|| self.environment.get(usual));
        set.cloned().or_else(|| {
            self.file.get(name).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        })
    }

    /// The value of a setting that has a default; fails only if the default itself is no value.
    pub(super) fn default<T: Value>(&mut self, name: &str, default: &str) -> Result<T, Mistakes> {
        match self.text(name).and_then(|text| self.parse(name, &text, default)) {
            Some(value) => Ok(value),
            None => T::parse(default).map_err(|why| Mistakes(vec![format!("{name}: its default, {default}: {why}")])),
        }
    }

    /// The value of a setting that need not be set.
    pub(super) fn example<T: Value>(&mut self, name: &str, example: &str) -> Result<Option<T>, Mistakes> {
        Ok(self.text(name).and_then(|text| self.parse(name, &text, example)))
    }

    fn parse<T: Value>(&mut self, name: &str, text: &str, sample: &str) -> Option<T> {
        let value = T::parse(text);
        value.map_err(|why| self.mistakes.push(format!("{name}: \"{text}\": {why}; for example {sample}"))).ok()
    }

    /// A misspelt name would silently leave the default in force.
    pub(super) fn refuse_unknown_names(&mut self) {
        let known = |name: &str| SETTINGS.iter().any(|setting| setting.name == name);
        let in_file = self.file.keys().filter(|name| !known(name));
        let ours = self.environment.keys().filter(|name| name.starts_with(PREFIX) && !OTHERS.contains(&name.as_str()));
        let in_environment = ours.filter(|name| !known(&name[PREFIX.len()..].to_lowercase()));
        for name in in_file.chain(in_environment) {
            self.mistakes.push(format!("{name}: there is no such setting; `turnpost settings` lists them"));
        }
    }

    /// Notes a mistake unless the condition holds.
    pub(super) fn must(&mut self, holds: bool, mistake: impl Display) {
        if !holds {
            self.mistakes.push(mistake.to_string());
        }
    }
}

/// A settings file with every setting at its default or with an example, all of them commented out.
pub fn example() -> String {
    let mut text = "# The settings of Turnpost, each with its default or an example: the output of `turnpost settings`.\n# Name the file in \
                    TURNPOST_CONFIG. In the environment `listen` is TURNPOST_LISTEN, and so on; the environment wins.\n"
        .to_owned();
    for Setting { name, help, sample } in SETTINGS {
        text.push('\n');
        for line in help.lines() {
            text.push_str(&format!("#{line}\n"));
        }
        let bare = sample.parse::<u32>().is_ok() || sample.parse::<bool>().is_ok();
        text.push_str(&if bare { format!("#{name} = {sample}\n") } else { format!("#{name} = \"{sample}\"\n") });
    }
    text
}
