//! A server as a process of its own, with its own Postgres, and people who sign in by mail.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use serde_json::json;
use tests::client::Session;
use tests::mailbox::{Mailbox, Security};
use tests::{Asked, Client};

/// The time for a start, with a new data folder.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub(super) struct Server {
    child: Child,
    folder: PathBuf,
    /// Its address, without a slash at the end.
    pub(super) url: String,
    /// The mail server that takes its emails.
    pub(super) mailbox: Mailbox,
}

impl Server {
    /// Starts a server with the usual settings but for these.
    pub(super) async fn start(settings: &[(&str, &str)]) -> Server {
        let address = free_address();
        let folder = std::env::temp_dir().join(format!("turnpost-load-{}", std::process::id()));
        let mailbox = Mailbox::open(Security::Plain).await;
        let mut command = program();
        for (name, value) in [
            ("LISTEN", address.to_string().as_str()),
            ("PUBLIC_URL", &format!("http://{address}")),
            ("DATA_FOLDER", &folder.to_string_lossy()),
            ("SMTP_URL", &mailbox.url()),
            ("MAIL_FROM", "Turnpost <turnpost@localhost>"),
            ("LOG_FILTER", "error"),
        ]
        .iter()
        .chain(settings)
        {
            command.env(format!("TURNPOST_{name}"), value);
        }
        let child = command.stdout(Stdio::null()).spawn().unwrap();
        let server = Server { child, folder, url: format!("http://{address}"), mailbox };
        assert!(is_ready(&server.url, PATIENCE).await, "the server does not start");
        server
    }

    /// Its socket address.
    pub(super) fn address(&self) -> SocketAddr {
        self.url.trim_start_matches("http://").parse().unwrap()
    }

    /// A client without a token.
    pub(super) fn client(&self) -> Client {
        Client::new(&self.url, None)
    }

    /// Signs a new person in by the code of an email.
    pub(super) async fn person(&self, name: &str) -> Session {
        let address = format!("{name}@example.org");
        let asked = self.client().post("/v1/sign-in", &json!({"address": address})).await.expect(202);
        let asked = Asked::parse(&asked);
        let email = self.mailbox.wait_for(&address, |email| email.code().is_some()).await;
        let tokens = self.client().post(&asked.path(), &asked.entry(&email.code().unwrap())).await.expect(200);
        Session::new(&self.url, &tokens)
    }

    /// The resident memory of the process, in bytes; without its Postgres.
    pub(super) fn memory(&self) -> u64 {
        memory(self.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::TERM);
        }
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The program `turnpost`, built with the same profile.
pub(super) fn program() -> Command {
    // Examples are built into a folder within that of programs.
    let program = std::env::current_exe().unwrap().parent().unwrap().with_file_name("turnpost");
    assert!(program.exists(), "{} is missing: cargo build -p turnpost, with the same profile", program.display());
    Command::new(program)
}

/// An address of this machine at which nothing listens.
pub(super) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Waits until the server at an address is ready; returns false if it is not within this time.
pub(super) async fn is_ready(url: &str, patience: Duration) -> bool {
    let (client, began) = (reqwest::Client::new(), Instant::now());
    let ready = client.get(format!("{url}/readyz")).timeout(Duration::from_secs(5));
    while !ready.try_clone().unwrap().send().await.is_ok_and(|answer| answer.status().is_success()) {
        if began.elapsed() > patience {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    true
}

/// The resident memory of a process, in bytes.
pub(super) fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Raises the soft limit of open files of this process to the hard one.
pub(super) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
