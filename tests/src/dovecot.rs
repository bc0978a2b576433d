//! A Dovecot of its own for a test.

use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, fs, process, thread};

use rcgen::{CertifiedKey, generate_simple_self_signed};

use crate::needs;

/// The account of the system that owns the messages (`mail` of Debian); Dovecot keeps none for root.
const MAIL: u32 = 8;

/// A server with the account `anna@example.org`, whose password is `top secret`. It ends with this value.
pub struct Dovecot {
    program: PathBuf,
    folder: PathBuf,
    /// The first process of a group of its own, while it runs.
    server: Option<Child>,
    /// The port in the clear.
    pub port: u16,
    /// The port with TLS from the first byte.
    pub tls_port: u16,
    /// The certificate of the server.
    pub roots: Vec<u8>,
}

impl Dovecot {
    /// A server, or `None` where Dovecot cannot be run. It may announce fewer capabilities than it has.
    pub fn start(capabilities: Option<&str>) -> Option<Dovecot> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let program = needs::program("dovecot", "apt-get install dovecot-imapd")?;
        if fs::metadata("/proc/self").ok()?.uid() != 0 {
            needs::not_root("Dovecot");
            return None;
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("turnpost-dovecot-{}-{number}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let roots = cert.pem().into_bytes();
        fs::write(folder.join("certificate.pem"), &roots).unwrap();
        fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
        fs::write(folder.join("passwords"), "anna@example.org:{PLAIN}top secret\n").unwrap();
        let (port, tls_port) = (free_port(), free_port());
        let configuration = configuration(&folder, port, tls_port, capabilities);
        fs::write(folder.join("dovecot.conf"), configuration).unwrap();
        let server = Some(serve(&program, &folder));
        let dovecot = Dovecot { program, folder, server, port, tls_port, roots };
        for place in ["cur", "new", "tmp"] {
            fs::create_dir_all(dovecot.mail(place)).unwrap();
            chown(dovecot.mail(place), Some(MAIL), Some(MAIL)).unwrap();
        }
        for place in [dovecot.folder.join("home"), dovecot.mail("")] {
            chown(place, Some(MAIL), Some(MAIL)).unwrap();
        }
        dovecot.wait();
        Some(dovecot)
    }

    /// Starts it again after [`Dovecot::stop`].
    pub fn restart(&mut self) {
        self.server = Some(serve(&self.program, &self.folder));
        self.wait();
    }

    fn wait(&self) {
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("dovecot: {}", fs::read_to_string(self.folder.join("log")).unwrap_or_default());
    }

    /// The address of the account over the connection in the clear, with these parameters after the host.
    pub fn url(&self, parameters: &str) -> String {
        format!("imap://anna%40example.org:top%20secret@127.0.0.1:{}/{parameters}", self.port)
    }

    /// Puts a message into the inbox. The names of their files bring messages into an order.
    pub fn deliver(&self, number: usize, raw: &str) {
        let file = self.mail("tmp").join(format!("{}.M{number}.test", 1_700_000_000 + number));
        fs::write(&file, raw).unwrap();
        chown(&file, Some(MAIL), Some(MAIL)).unwrap();
        fs::rename(&file, self.mail("new").join(file.file_name().unwrap())).unwrap();
    }

    /// The number of messages in a folder; `""` is the inbox.
    pub fn count(&self, folder: &str) -> usize {
        self.files(folder).len()
    }

    /// The number of messages in a folder that are marked as seen.
    pub fn seen(&self, folder: &str) -> usize {
        let is_seen =
            |file: &&PathBuf| file.to_str().unwrap().rsplit_once(":2,").is_some_and(|(_, all)| all.contains('S'));
        self.files(folder).iter().filter(is_seen).count()
    }

    fn files(&self, folder: &str) -> Vec<PathBuf> {
        let folder = if folder.is_empty() { self.mail("") } else { self.mail(&format!(".{folder}")) };
        let files = ["cur", "new"].map(|place| fs::read_dir(folder.join(place)).into_iter().flatten());
        files.into_iter().flatten().map(|file| file.unwrap().path()).collect()
    }

    fn mail(&self, place: &str) -> PathBuf {
        self.folder.join("home/mail").join(place)
    }

    /// Ends the server and its connections at once.
    pub fn stop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        drop(Command::new("/bin/kill").args(["-KILL", "--", &format!("-{}", server.id())]).status());
        drop(server.wait());
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        self.stop();
        drop(fs::remove_dir_all(&self.folder));
    }
}

fn serve(program: &Path, folder: &Path) -> Child {
    let mut command = Command::new(program);
    command.args(["-F", "-c"]).arg(folder.join("dovecot.conf"));
    command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn configuration(folder: &Path, port: u16, tls_port: u16, capabilities: Option<&str>) -> String {
    let folder = folder.display();
    let capabilities = capabilities.map(|all| format!("protocol imap {{\n imap_capability = {all}\n}}\n"));
    format!(
        "protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
mail_location = maildir:~/mail
first_valid_uid = {MAIL}
mail_plugins =
disable_plaintext_auth = no
ssl = yes
ssl_cert = <{folder}/certificate.pem
ssl_key = <{folder}/key.pem
auth_mechanisms = plain
auth_failure_delay = 0
passdb {{
 driver = passwd-file
 args = {folder}/passwords
}}
userdb {{
 driver = static
 args = uid={MAIL} gid={MAIL} home={folder}/home
}}
service imap-login {{
 chroot =
 inet_listener imap {{
  port = {port}
 }}
 inet_listener imaps {{
  port = {tls_port}
  ssl = yes
 }}
}}
{}",
        capabilities.unwrap_or_default()
    )
}
