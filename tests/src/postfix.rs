//! A real Postfix in front of a server, with the settings that the README gives.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::process::Command;

use crate::needs;

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
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
";

/// A Postfix of its own; it stops when it is dropped.
pub struct Postfix {
    program: PathBuf,
    folder: PathBuf,
    /// The port on which it takes mail.
    pub port: u16,
}

impl Postfix {
    /// Starts a Postfix that hands mail over to this address by LMTP, with these lines of the README as its settings. `None` if this
    /// machine has none, or if this is not root.
    pub fn start(lmtp: SocketAddr, settings: &str, map: &str) -> Option<Postfix> {
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
        fs::write(folder.join("conf/turnpost"), map).unwrap();
        let settings = settings
            .replace("/etc/postfix/turnpost", &folder.join("conf/turnpost").display().to_string())
            .replace("lmtp:inet:127.0.0.1:2424", &format!("lmtp:inet:{lmtp}"));
        let base = format!(
            "compatibility_level = 3.6\ninet_interfaces = loopback-only\ninet_protocols = ipv4\nmyhostname = mail.example\n\
             mydestination =\nmynetworks =\nqueue_directory = {0}/spool\ndata_directory = {0}/data\n\
             maillog_file = {0}/log\nmaillog_file_prefixes = {0}\nalias_maps =\naddress_verify_map =\n\
             address_verify_poll_delay = 1s\n",
            folder.display()
        );
        fs::write(folder.join("conf/main.cf"), base + &settings).unwrap();
        fs::write(folder.join("conf/master.cf"), format!("127.0.0.1:{port} inet n - n - - smtpd\n{SERVICES}")).unwrap();
        let postfix = Postfix { program, folder, port };
        let started = postfix.does("start");
        assert!(started, "Postfix does not start: {}", postfix.log());
        Some(postfix)
    }

    fn does(&self, what: &str) -> bool {
        let output = Command::new(&self.program).arg("-c").arg(self.folder.join("conf")).arg(what).output().unwrap();
        if !output.status.success() {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        }
        output.status.success()
    }

    /// Its log so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        self.does("stop");
        let _ = fs::remove_dir_all(&self.folder);
    }
}
