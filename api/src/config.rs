//! Settings, from the environment or from a file: the only place that reads the environment.
//!
//! Every setting has one name, `listen` in the file and `TURNPOST_LISTEN` in the environment, which wins. All mistakes are
//! told at once.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use crate::mail::{self, Link};

/// What the server is run with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen for HTTP.
    pub listen: SocketAddr,
    /// The address under which people reach the server, without a slash at the end; for links in letters.
    pub public_url: String,
    /// The database; without one, a private Postgres is started in the data folder.
    pub database_url: Option<Secret>,
    /// Where the private Postgres and the generated secrets live.
    pub data_folder: PathBuf,
    /// Where `postgres` and `initdb` are, if they are not to be looked for.
    pub postgres_programs: Option<PathBuf>,
    /// Most database connections for requests, shared out among the threads: at least one for each. The worker has a few
    /// of its own.
    pub connections: u32,
    /// The secrets that sign tokens and links: the first signs, all verify. Without any, one is made in the data folder.
    pub secrets: Option<Secret>,
    /// The mail server; without one, letters are kept and shown at `/mailbox`.
    pub smtp_url: Option<Secret>,
    /// A certificate (PEM) that the mail server may be known by, beside the public ones.
    pub smtp_certificate: Option<PathBuf>,
    /// The sender of letters.
    pub mail_from: String,
    /// How many letters are sent at a time.
    pub mail_senders: u32,
    /// How many proxies stand before the server and append to `X-Forwarded-For`.
    pub proxies: u32,
    /// Web pages of these origins may call the API; `*` for all.
    pub origins: Vec<String>,
    /// Most requests a minute from one account or address.
    pub requests_per_minute: u32,
    /// Most sign-in letters an hour to one address from one place, five times as many to one address or from one place in all;
    /// as many again that others cause, twice as many in a day.
    pub sign_ins_per_hour: u32,
    /// How many threads answer requests.
    pub threads: usize,
    /// The form of the log.
    pub log: LogForm,
    /// What is logged, in the words of `tracing_subscriber::EnvFilter`.
    pub log_filter: String,
    /// For tests: the process kills itself at this point of its work; see `failpoint.rs`.
    pub fault: Option<String>,
}

/// A setting that is not to be shown.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The setting itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret(text)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// Lines for people.
    Text,
    /// A JSON object a line, for programs.
    Json,
}

impl FromStr for LogForm {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<LogForm, &'static str> {
        match text {
            "text" => Ok(LogForm::Text),
            "json" => Ok(LogForm::Json),
            _ => Err("expected `text` or `json`"),
        }
    }
}

/// Every mistake in the settings.
#[derive(Debug, thiserror::Error)]
#[error("the settings cannot be used:\n{}", .0.join("\n"))]
pub struct Mistakes(pub Vec<String>);

/// The names of all settings, with what they mean: what `turnpost settings` prints.
pub const SETTINGS: &[(&str, &str)] = &[
    ("listen", "where to listen for HTTP: 127.0.0.1:8080"),
    ("public_url", "the address under which people reach the server, needed with smtp_url: http://127.0.0.1:8080"),
    (
        "database_url",
        "postgres://..., with ?sslmode=require or sslrootcert=FILE for TLS; without it a private Postgres in the data folder (also DATABASE_URL)",
    ),
    (
        "data_folder",
        "where the private Postgres and generated secrets live: ~/.local/share/turnpost, as root /var/lib/turnpost",
    ),
    ("postgres_programs", "the folder of the programs postgres and initdb; looked for by default"),
    (
        "connections",
        "most database connections for requests, shared out among the threads: 16; the worker has mail_senders + 2 of its own",
    ),
    (
        "secrets",
        "what signs tokens and links: id:text, text of 32 characters or more; more after commas, the first signs, all verify",
    ),
    (
        "smtp_url",
        "smtp://, smtp://...?tls=required or smtps://user:password@host:port; without it letters are kept and shown at /mailbox",
    ),
    ("smtp_certificate", "a PEM file with a certificate that the mail server may be known by"),
    ("mail_from", "the sender of letters, needed with smtp_url: Turnpost <turnpost@localhost>"),
    ("mail_senders", "how many letters are sent at a time: 4"),
    ("proxies", "how many proxies stand before the server and append to X-Forwarded-For: 0"),
    ("origins", "web pages of these origins, with commas between, may call the API: *"),
    ("requests_per_minute", "most requests a minute from one account or address: 600"),
    ("sign_ins_per_hour", "most sign-in letters an hour to one address from one place: 10"),
    ("threads", "how many threads answer requests: one per core"),
    ("log", "text or json: text"),
    ("log_filter", "what is logged: info"),
    ("fault", "for tests: a point of the work at which the process kills itself"),
];

/// The environment of a process, without the variables that are empty: those are not set.
pub type Environment = BTreeMap<String, String>;

/// Names the settings file.
const FILE: &str = "TURNPOST_CONFIG";

impl Config {
    /// Reads the settings from the file named by `TURNPOST_CONFIG`, if it is set, and from the environment.
    pub fn load() -> Result<Config, Mistakes> {
        let environment: Environment = std::env::vars_os()
            .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let file = match environment.get(FILE) {
            None => toml::Table::new(),
            Some(path) => std::fs::read_to_string(path)
                .map_err(|why| Mistakes(vec![format!("{FILE}: {path}: {why}")]))?
                .parse()
                .map_err(|why| Mistakes(vec![format!("{path}: {why}")]))?,
        };
        Config::read(&file, &environment)
    }

    /// Reads the settings from a file's table and an environment.
    pub fn read(file: &toml::Table, environment: &Environment) -> Result<Config, Mistakes> {
        let mut source = Source { file, environment, mistakes: Vec::new() };
        source.refuse_unknown_names();
        let listen: SocketAddr = source.get("listen", SocketAddr::from(([127, 0, 0, 1], 8080)));
        let config = Config {
            listen,
            public_url: source.get("public_url", format!("http://{listen}")).trim_end_matches('/').to_owned(),
            database_url: source.text("database_url").map(Secret),
            data_folder: source.text("data_folder").map_or_else(|| default_data_folder(environment), PathBuf::from),
            postgres_programs: source.text("postgres_programs").map(PathBuf::from),
            connections: source.get("connections", 16),
            secrets: source.text("secrets").map(Secret),
            smtp_url: source.text("smtp_url").map(Secret),
            smtp_certificate: source.text("smtp_certificate").map(PathBuf::from),
            mail_from: source.get("mail_from", "Turnpost <turnpost@localhost>".to_owned()),
            mail_senders: source.get("mail_senders", 4),
            proxies: source.get("proxies", 0),
            origins: list(&source.get("origins", "*".to_owned())),
            requests_per_minute: source.get("requests_per_minute", 600),
            sign_ins_per_hour: source.get("sign_ins_per_hour", 10),
            threads: source.get("threads", std::thread::available_parallelism().map_or(2, usize::from)),
            log: source.get("log", LogForm::Text),
            log_filter: source.get("log_filter", "info".to_owned()),
            fault: source.text("fault"),
        };
        source.check(&config);
        if source.mistakes.is_empty() { Ok(config) } else { Err(Mistakes(source.mistakes)) }
    }

    /// The text of the file with certificates that the mail server may be known by.
    pub fn smtp_roots(&self) -> Result<Option<Vec<u8>>, String> {
        let read = |path: &PathBuf| std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
        self.smtp_certificate.as_ref().map(read).transpose()
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Before the names of settings in the environment.
const PREFIX: &str = "TURNPOST_";

/// Where settings come from, and what is wrong with them so far.
struct Source<'a> {
    file: &'a toml::Table,
    environment: &'a Environment,
    mistakes: Vec<String>,
}

impl Source<'_> {
    fn text(&self, name: &str) -> Option<String> {
        let variable = format!("{PREFIX}{}", name.to_uppercase());
        // By this name alone it is often set already, where programs are hosted.
        let usual = if name == "database_url" { "DATABASE_URL" } else { "" };
        let set = self.environment.get(&variable).or_else(|| self.environment.get(usual));
        set.cloned().or_else(|| {
            self.file.get(name).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        })
    }

    fn get<T: FromStr<Err: Display>>(&mut self, name: &str, default: T) -> T {
        match self.text(name).map(|text| text.parse()) {
            None => default,
            Some(Ok(value)) => value,
            Some(Err(why)) => {
                self.mistakes.push(format!("{name}: {why}"));
                default
            }
        }
    }

    /// A misspelt name would silently leave the default in force.
    fn refuse_unknown_names(&mut self) {
        let known = |name: &str| SETTINGS.iter().any(|(known, _)| *known == name);
        let in_file = self.file.keys().filter(|name| !known(name));
        let ours = self.environment.keys().filter(|name| name.starts_with(PREFIX) && *name != FILE);
        let in_environment = ours.filter(|name| !known(&name[PREFIX.len()..].to_lowercase()));
        for name in in_file.chain(in_environment) {
            self.mistakes.push(format!("{name}: there is no such setting; `turnpost settings` lists them"));
        }
    }

    fn check(&mut self, config: &Config) {
        let mut must = |holds: bool, mistake: &str| {
            if !holds {
                self.mistakes.push(mistake.to_owned());
            }
        };
        // A path is added to it for every link of a letter.
        let base = Link::new(&config.public_url).is_ok() && !config.public_url.contains(['?', '#']);
        must(
            base,
            "public_url: expected an address that begins with http:// or https://, in ASCII, with nothing after the path",
        );
        must(config.connections > 0, "connections: at least 1");
        must(config.threads > 0, "threads: at least 1");
        must(config.mail_senders > 0, "mail_senders: at least 1");
        must(config.requests_per_minute > 0, "requests_per_minute: at least 1");
        must(config.sign_ins_per_hour > 0, "sign_ins_per_hour: at least 1");
        if let Err(why) = config.secrets.as_ref().map_or(Ok(()), |secrets| crate::secrets::check(secrets.reveal())) {
            self.mistakes.push(format!("secrets: {why}"));
        }
        if let Err(why) = mail::sender(&config.mail_from) {
            self.mistakes.push(format!("mail_from: {why}"));
        }
        if let Err(why) = tracing_subscriber::EnvFilter::try_new(&config.log_filter) {
            self.mistakes.push(format!("log_filter: {why}"));
        }
        for origin in config.origins.iter().filter(|origin| *origin != "*" && !is_origin(origin)) {
            self.mistakes
                .push(format!("origins: {origin}: expected `*`, or origins such as https://club.example:8443"));
        }
        self.check_mail(config);
    }

    /// Letters that leave this machine need an address under which people reach it, and a sender that is not made up.
    fn check_mail(&mut self, config: &Config) {
        let roots = config.smtp_roots();
        if let Err(why) = &roots {
            self.mistakes.push(format!("smtp_certificate: {why}"));
        }
        let Some(url) = &config.smtp_url else { return };
        for name in ["public_url", "mail_from"] {
            if self.text(name).is_none() {
                self.mistakes.push(format!("{name}: has to be set where smtp_url is"));
            }
        }
        if let Err(why) = mail::Post::check(url.reveal(), roots.ok().flatten().as_deref()) {
            let name = if why == mail::BadSetting::Certificate { "smtp_certificate" } else { "smtp_url" };
            self.mistakes.push(format!("{name}: {why}"));
        }
    }
}

/// Is it written as browsers write it (RFC 6454, section 6.2)? Otherwise it would never be equal to what they send.
fn is_origin(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}

/// Where the system keeps the data of programs; root's home is often closed to the user that Postgres has to run as.
fn default_data_folder(environment: &Environment) -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from("/var/lib/turnpost");
    }
    let home = environment.get("HOME").map_or_else(std::env::temp_dir, PathBuf::from);
    environment.get("XDG_DATA_HOME").map_or_else(|| home.join(".local/share"), PathBuf::from).join("turnpost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_mistakes_are_told_at_once() {
        let file = "listen = 'here'\nlissten = 1\nlog = 'xml'\nsecrets = 'short'\norigins = 'https://a.example/'\n\
                    log_filter = 'a=b=c'\nsmtp_url = 'smtp://relay.example?tls=perhaps'\nsmtp_certificate = '/nowhere'";
        let found = environment(&[("TURNPOST_CONNECTIONS", "0"), ("TURNPOST_PORT", "80"), ("TURNPOST_CONFIG", "x")]);
        let mistakes = Config::read(&file.parse().unwrap(), &found).unwrap_err();
        for name in [
            "listen:",
            "lissten:",
            "log:",
            "secrets:",
            "connections:",
            "TURNPOST_PORT:",
            "origins:",
            "log_filter:",
            "smtp_url:",
            "smtp_certificate:",
            "public_url: has to be set",
            "mail_from: has to be set",
        ] {
            assert!(mistakes.0.iter().any(|mistake| mistake.starts_with(name)), "{name} {mistakes}");
        }
        assert_eq!(mistakes.0.len(), 12, "{mistakes}");
    }

    fn environment(variables: &[(&str, &str)]) -> Environment {
        variables.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn what_letters_and_browsers_could_not_use_is_refused() {
        let read = |name: &str, text: &str| {
            Config::read(&toml::Table::from_iter([(name.to_owned(), text.into())]), &Environment::new())
        };
        for (name, text) in [
            ("public_url", "turnpost.example"),
            ("public_url", "https://"),
            ("public_url", "https://b\u{fc}cher.example"),
            ("public_url", "https://turnpost.example/?a=b"),
            ("mail_from", "Turnpost"),
            ("mail_from", "t\u{fc}r@turnpost.example"),
            ("mail_from", "post@[127.0.0.1]"),
            ("origins", "https://a.example,club.example"),
            ("origins", "https://A.example"),
        ] {
            assert!(read(name, text).is_err(), "{name} = {text}");
        }
        assert!(read("public_url", "https://club.example/games/").is_ok_and(|it| it.public_url.ends_with("/games")));
        let origins = read("origins", "https://a.example, http://localhost:3000,").unwrap().origins;
        assert_eq!(origins, ["https://a.example", "http://localhost:3000"]);
    }

    #[test]
    fn the_environment_wins_and_the_rest_has_defaults() {
        let file = "listen = '127.0.0.1:1'\nconnections = 7\ndatabase_url = 'postgres://there'".parse().unwrap();
        let found = environment(&[("TURNPOST_LISTEN", "127.0.0.1:2"), ("DATABASE_URL", "postgres://here")]);
        let config = Config::read(&file, &found).unwrap();
        assert_eq!((config.listen.port(), config.connections), (2, 7));
        assert_eq!(config.public_url, "http://127.0.0.1:2");
        assert_eq!(config.database_url.unwrap().reveal(), "postgres://here");
    }

    #[test]
    fn every_setting_is_listed() {
        let text = include_str!("config.rs");
        let named: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
        for line in text.split("pub struct Config {").nth(1).unwrap().split("\n}\n").next().unwrap().lines() {
            if let Some(name) = line.trim().strip_prefix("pub ").and_then(|line| line.split(':').next()) {
                assert!(named.contains(&name), "{name}");
            }
        }
    }
}
