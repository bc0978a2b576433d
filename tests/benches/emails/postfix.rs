//! Two programs of Postfix: `smtp-sink` takes emails and throws them away, `smtp-source` sends them as fast as it can.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tests::needs;

/// The emails of `smtp-source`: enough that its start does not count.
const MESSAGES: u32 = 5000;

/// Where the programs are.
pub(super) struct Programs {
    sink: PathBuf,
    source: PathBuf,
}

impl Programs {
    /// Finds them; none if this machine does not have them, which is said in one line.
    pub(super) fn find() -> Option<Programs> {
        let find = |name| needs::program(name, "apt-get install postfix");
        Some(Programs { sink: find("smtp-sink")?, source: find("smtp-source")? })
    }
}

/// A mail server that takes every email; it stops when it is dropped.
pub(super) struct Sink {
    address: SocketAddr,
    process: Child,
}

impl Sink {
    /// Starts it, and waits until it takes connections.
    pub(super) fn start(programs: &Programs) -> Sink {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut command = Command::new(&programs.sink);
        // It refuses to stay root.
        if fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            command.args(["-u", "nobody"]);
        }
        let process = command.args(["-4", &address.to_string(), "128"]).stdin(Stdio::null()).spawn().unwrap();
        let patience = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < patience, "smtp-sink does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        Sink { address, process }
    }

    /// The setting that leads here.
    pub(super) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The emails a second of `smtp-source`, each of so many bytes, over so many connections that are kept.
    pub(super) async fn rate(&self, programs: &Programs, sessions: u32, bytes: usize) -> f64 {
        let mut command = Command::new(&programs.source);
        command.args(["-4", "-d", "-s", &sessions.to_string(), "-m", &MESSAGES.to_string(), "-l", &bytes.to_string()]);
        command.arg(self.address.to_string());
        let began = Instant::now();
        let ended = tokio::task::spawn_blocking(move || command.status()).await.unwrap().unwrap();
        assert!(ended.success(), "smtp-source: {ended}");
        f64::from(MESSAGES) / began.elapsed().as_secs_f64()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
