//! A real Postfix in front of a server, with the settings that the manual gives.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use tokio::net::TcpSocket;

use crate::eventually;
use crate::needs;
use crate::sender::MailClient;

/// The services that a Postfix needs to take mail and hand it over.
const SERVICES: &str = "\
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
";

/// The only client for which it passes mail on to other servers.
const FRIEND: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// An address of this machine that stands for one of the world outside.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// A Postfix of its own; it stops when it is dropped.
pub struct Postfix {
    program: PathBuf,
    folder: PathBuf,
    port: u16,
}

/// The lines of a file in the manual's recipe, from the line that names it to the end of its block.
pub fn recipe(file: &str) -> String {
    let manual = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../api/docs/email.md")).unwrap();
    let after = manual.split(&format!("\n# {file}\n")).nth(1);
    let after = after.unwrap_or_else(|| panic!("api/docs/email.md has no recipe with {file}"));
    after.lines().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect()
}

impl Postfix {
    /// A Postfix with a port and a folder, which is still to be started. `None` if this machine has none, or if this is not root.
    pub fn new() -> Option<Postfix> {
        let program = needs::program("postfix", "apt-get install postfix")?;
        if fs::metadata("/proc/self").ok()?.uid() != 0 {
            needs::not_root("Postfix");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let folder = std::env::temp_dir().join(format!("turnpost-postfix-{port}"));
        for part in ["conf", "spool", "data"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let owner = Command::new("chown").arg("postfix").arg(folder.join("data")).status().unwrap();
        assert!(owner.success());
        Some(Postfix { program, folder, port })
    }

    /// The setting `smtp_url` of a server that sends its emails by it.
    pub fn url(&self) -> String {
        format!("smtp://{FRIEND}:{}", self.port)
    }

    /// Its folder, which all accounts may read.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts it with these lines of `main.cf` and of `master.cf` beside its own. All emails that leave go to the mail server `outside`.
    pub fn start(&self, main: &str, master: &str, outside: &str) {
        let base = format!(
            "compatibility_level = 3.6\ninet_interfaces = all\ninet_protocols = ipv4\nmyhostname = mail.example\n\
             mydestination =\nmynetworks = {FRIEND}/32\nqueue_directory = {0}/spool\ndata_directory = {0}/data\n\
             maillog_file = {0}/log\nmaillog_file_prefixes = {0}\nalias_maps =\nrelayhost = [127.0.0.1]:{1}\n",
            self.folder.display(),
            outside.rsplit(':').next().unwrap_or_default(),
        );
        let port = self.port;
        fs::write(self.folder.join("conf/main.cf"), base + main).unwrap();
        fs::write(
            self.folder.join("conf/master.cf"),
            format!("0.0.0.0:{port} inet n - n - - smtpd\n{SERVICES}{master}"),
        )
        .unwrap();
        assert!(self.does("start"), "Postfix does not start: {}", self.log());
    }

    fn does(&self, what: &str) -> bool {
        let output = Command::new(&self.program).arg("-c").arg(self.folder.join("conf")).arg(what).output().unwrap();
        if !output.status.success() {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        }
        output.status.success()
    }

    /// A connection of a mail server in the world outside, once it takes mail.
    pub async fn client(&self) -> MailClient {
        let address = SocketAddr::from((FRIEND, self.port));
        let stream = eventually("Postfix listens", async || {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind((STRANGER, 0).into()).unwrap();
            socket.connect(address).await.ok()
        })
        .await;
        MailClient::greeted(stream, "EHLO mail.example").await
    }

    /// Its log so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        if self.folder.join("conf/main.cf").exists() {
            self.does("stop");
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}
