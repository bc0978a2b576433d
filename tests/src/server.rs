//! A whole server in this process: HTTP over a socket, its own database, its emails to a real mail server.

use std::net::SocketAddr;

use chrono::{DateTime, Duration, Utc};
use turnpost::app::App;
use turnpost::boot::{self, Running};
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::play::telling::links;

use crate::mailbox::{Mailbox, Security};
use crate::sender::MailClient;
use crate::{Client, Person, database, eventually};

/// A server with a clock that stands still until a test moves it on.
pub struct Server {
    /// Its address, without a slash at the end.
    pub url: String,
    /// The address of its database.
    pub database: String,
    /// The mail server that gets its emails.
    pub mailbox: Mailbox,
    /// Its shared parts.
    pub app: App,
    running: Option<Running>,
    client: Client,
}

/// The time at which the clocks of tests begin.
pub fn beginning() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_225_600, 0).unwrap_or_default()
}

/// The settings and the clock of a test server.
pub fn settings(mailbox: &Mailbox) -> toml::Table {
    let secrets = format!("old:{},new:{}", "o".repeat(40), "n".repeat(40));
    let mut table = toml::Table::new();
    let mut set = |name: &str, value: &str| table.insert(name.to_owned(), value.into());
    set("listen", "127.0.0.1:0");
    set("public_url", "https://turnpost.example");
    // None is made: a database and secrets are named.
    set("data_folder", "/nowhere/turnpost");
    set("secrets", &secrets);
    set("smtp_url", &mailbox.url());
    set("mail_from", "Turnpost <turnpost@localhost>");
    set("operator_address", "127.0.0.1:0");
    set("connections", "3");
    set("mail_senders", "1");
    set("sign_in_senders", "1");
    set("threads", "1");
    // Only tests of analyses make some.
    set("analysis_seconds", "0");
    set("requests_per_minute", "1000000");
    set("sign_ins_per_hour", "1000000");
    for limit in [
        "matches_per_account",
        "turn_emails",
        "emails_per_match",
        "emails_per_person",
        "matches_per_hour",
        "listed_matches_per_account",
        "codes_per_hour",
    ] {
        set(limit, "1000000");
    }
    table
}

/// The settings of a server that takes answers by LMTP and SMTP, without limits that a test would reach.
pub fn takes_answers(table: &mut toml::Table) {
    table.insert("reply_address".to_owned(), "play+%@turnpost.example".into());
    for listen in ["lmtp_listen", "smtp_listen", "socketmap_listen"] {
        table.insert(listen.to_owned(), "127.0.0.1:0".into());
    }
    table.insert("postmaster".to_owned(), "host@example.org".into());
    for limit in ["replies_per_email", "replies_per_person", "replies_per_hour"] {
        table.insert(limit.to_owned(), "1000000".into());
    }
}

impl Server {
    /// A server on a fresh database.
    pub async fn start() -> Server {
        Server::with(|_| {}).await
    }

    /// The same with other settings.
    pub async fn with(change: impl FnOnce(&mut toml::Table)) -> Server {
        let mailbox = Mailbox::open(Security::Plain).await;
        Server::on(&database::fresh().await, mailbox, change).await
    }

    /// The same without a worker: no email leaves, no clock is settled.
    pub async fn quiet(change: impl FnOnce(&mut toml::Table)) -> Server {
        let mailbox = Mailbox::open(Security::Plain).await;
        Server::run(&database::fresh().await, mailbox, change, false).await
    }

    /// A server that takes answers to its emails by LMTP.
    pub async fn answerable(change: impl FnOnce(&mut toml::Table)) -> Server {
        Server::with(|table| {
            takes_answers(table);
            change(table);
        })
        .await
    }

    /// The same on a database that has something in it, without a worker: no message is read, no clock is settled.
    pub async fn asleep(database: &str, mailbox: Mailbox) -> Server {
        Server::run(database, mailbox, takes_answers, false).await
    }

    /// The address of its LMTP server.
    pub fn lmtp_address(&self) -> SocketAddr {
        self.running.as_ref().and_then(|running| running.lmtp).expect("a server that takes answers")
    }

    /// A connection to its LMTP server.
    pub async fn lmtp(&self) -> MailClient {
        MailClient::lmtp(self.lmtp_address()).await
    }

    /// The address at which it answers whether recipients exist.
    pub fn socketmap_address(&self) -> SocketAddr {
        self.running.as_ref().and_then(|running| running.socketmap).expect("a server that takes answers")
    }

    /// The address of its SMTP server.
    pub fn smtp_address(&self) -> SocketAddr {
        self.running.as_ref().and_then(|running| running.smtp).expect("a server that takes answers")
    }

    /// A connection to its SMTP server.
    pub async fn smtp(&self) -> MailClient {
        MailClient::smtp(self.smtp_address()).await
    }

    /// A server on a database that may have something in it.
    pub async fn on(database: &str, mailbox: Mailbox, change: impl FnOnce(&mut toml::Table)) -> Server {
        Server::run(database, mailbox, change, true).await
    }

    /// The next server on the database of one that is gone. Its clock begins at this time.
    pub async fn on_at(database: &str, mailbox: Mailbox, at: DateTime<Utc>) -> Server {
        Server::run_at(database, mailbox, |_| {}, true, at).await
    }

    async fn run(database: &str, mailbox: Mailbox, change: impl FnOnce(&mut toml::Table), with_worker: bool) -> Server {
        Server::run_at(database, mailbox, change, with_worker, beginning()).await
    }

    async fn run_at(
        database: &str,
        mailbox: Mailbox,
        change: impl FnOnce(&mut toml::Table),
        with_worker: bool,
        at: DateTime<Utc>,
    ) -> Server {
        let mut table = settings(&mailbox);
        change(&mut table);
        let config = Config::read(&table, &Environment::new()).unwrap_or_else(|why| panic!("{why}"));
        let app = boot::app(config, Clock::standing(at), &database::access(database)).await.unwrap();
        let running = Running::start(app.clone(), with_worker).unwrap();
        let url = format!("http://{}", running.address);
        let client = Client::new(&url, None);
        Server { url, database: database.to_owned(), mailbox, app, running: Some(running), client }
    }

    /// Moves the server's clock on.
    pub fn later(&self, by: Duration) {
        self.app.clock.advance(by);
    }

    /// A client with a token, or without one.
    pub fn client<'a>(&self, token: impl Into<Option<&'a str>>) -> Client {
        Client::new(&self.url, token.into())
    }

    /// Signs a person in by mail, and names them.
    pub async fn person(&self, name: &str) -> Person {
        Person::sign_in(self, name, true).await
    }

    /// The same without waiting for the email: the code is made from the server's secret.
    pub async fn person_by_secret(&self, name: &str) -> Person {
        Person::sign_in(self, name, false).await
    }

    /// Several people.
    pub async fn people<const N: usize>(&self, names: [&str; N]) -> [Person; N] {
        let mut people = Vec::new();
        for name in names {
            people.push(self.person(name).await);
        }
        people.try_into().unwrap_or_else(|_| unreachable!())
    }

    /// Runs a query.
    pub async fn query(&self, sql: &str) -> Vec<Vec<Option<String>>> {
        database::query(&self.database, sql).await
    }

    /// The rows of a query as text; NULL as an empty text.
    pub async fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        let rows = self.query(sql).await;
        rows.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect()
    }

    /// Lets the match clock of a seat run out now. It has to run.
    pub async fn lets_run_out(&self, id: &str, seat: usize) {
        let now = self.app.clock.now();
        let since = (now - Duration::seconds(1)).to_rfc3339();
        let running = format!(r#"{{"since":"{since}","allowed":"PT1S"}}"#);
        let sql = format!(
            "UPDATE matches SET due_at = '{}', revision = revision + 1, clocks = jsonb_set(
                clocks::jsonb, '{{{seat},running}}', (clocks::jsonb #> '{{{seat},running}}') || '{running}'
             )::text WHERE id = '{id}'",
            now.to_rfc3339()
        );
        self.query(&sql).await;
    }

    /// One number from the database.
    pub async fn count(&self, sql: &str) -> i64 {
        self.query(sql).await[0][0].as_deref().unwrap_or_default().parse().unwrap()
    }

    /// Waits until a query that returns one truth value returns true.
    pub async fn until(&self, sql: &str) {
        eventually(sql, async || (self.query(sql).await[0][0].as_deref() == Some("t")).then_some(())).await;
    }

    /// The address for hosts, if there is one.
    pub fn operator_address(&self) -> Option<SocketAddr> {
        self.running.as_ref().and_then(|running| running.operator)
    }

    /// A client of the address for hosts.
    pub fn operator(&self) -> Client {
        let address = self.operator_address().expect("an address for hosts");
        Client::new(&format!("http://{address}"), None)
    }

    /// The path of the page of kept emails, with its key.
    pub fn mailbox_path(&self) -> String {
        links::mailbox_path(&self.app.secrets)
    }

    /// Waits until no email is due.
    pub async fn emails_are_out(&self) {
        let now = self.app.clock.now().to_rfc3339();
        self.until(&format!("SELECT count(*) = 0 FROM emails WHERE state = 'due' AND due_at <= '{now}'")).await;
    }

    /// Stops as a server does that is told to; gives its database and mail server back.
    pub async fn stop(mut self) -> (String, Mailbox) {
        if let Some(running) = self.running.take() {
            running.stop().await;
        }
        self.rest().await
    }

    /// Ends as a server does that is killed: what it has not written down is lost. Gives its database and mail server back.
    pub async fn killed(mut self) -> (String, Mailbox) {
        if let Some(running) = self.running.take() {
            running.abort();
        }
        self.rest().await
    }

    async fn rest(&mut self) -> (String, Mailbox) {
        let spare = Mailbox::open(Security::Plain).await;
        (self.database.clone(), std::mem::replace(&mut self.mailbox, spare))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.abort();
        }
    }
}

/// Requests of a visitor who is not signed in.
impl std::ops::Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
